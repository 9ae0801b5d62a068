"""Lines run under a real shell that finds the phone's commands: words, pipes, exit codes, ends."""

from __future__ import annotations

import logging
import os
import shutil
import struct
from concurrent.futures import ThreadPoolExecutor

import pytest
from adbd_host import ALL_BYTES, Host, eventually, runs
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from properties import examples

from harness.device.adb.quoting import quoted
from harness.device.simulated.adbd.commands import Commands
from harness.device.simulated.adbd.shell import Request, find_shell
from harness.errors import ConfigError

STDIN, STDOUT, STDERR, EXIT, CLOSE_STDIN = range(5)


def packet(kind: int, data: bytes = b"") -> bytes:
    return struct.pack("<BI", kind, len(data)) + data


def packets(data: bytes) -> tuple[bytes, bytes, int]:
    """stdout, stderr and the exit code."""
    out = {STDOUT: b"", STDERR: b"", EXIT: b""}
    while data:
        kind, size = struct.unpack("<BI", data[:5])
        out[kind] += data[5 : 5 + size]
        data = data[5 + size :]
    assert len(out[EXIT]) == 1
    return out[STDOUT], out[STDERR], out[EXIT][0]


@pytest.fixture
def host(daemon):
    with Host(daemon.port) as host:
        host.connect()
        yield host


def test_a_line_is_one_line_of_the_shell(host):
    line = b"x=1; echo a$x && show 'b c' | cat; (exit 3) || echo $?; test 2 -gt 1 && echo $(show d)"
    assert host.everything(b"shell:" + line) == b"a1\n<b c>\n3\n<d>\n"


def test_words_arrive_as_the_shell_understands_them(host):
    line = rb"""shell:show "a  b" 'c$d' e\ f ~ $HOME "" '#' \"x\" "o'neil" # gone"""
    assert host.everything(line) == b'<a  b><c$d><e f></></><><#><"x"><o\'neil>\n'


@settings(examples(30), suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    words=st.lists(
        st.text(st.characters(exclude_characters="\0", exclude_categories=["Cs"]), max_size=12)
        | st.text("'\"\\$`#~%!*?[]{}()<>|&;= \n\t-", max_size=8),
        max_size=4,
    )
)
def test_quoted_words_arrive_as_sent(host, daemon, words):
    host.everything(b"shell:" + quoted(("show", *words)).encode())
    assert daemon.commands.seen[-1] == ["show", *words]


def test_bytes_that_are_no_text_arrive_as_sent(host, daemon):
    host.everything(b"shell:show '\xff\xfe\xc3'")
    assert os.fsencode(daemon.commands.seen[-1][1]) == b"\xff\xfe\xc3"


def test_only_the_phones_commands_are_there(host):
    out, err, code = packets(host.everything(b"shell,v2,raw:python3 -V; perl; git; echo $?"))
    assert out == b"127\n"
    assert err.count(b"not found") == 3
    assert code == 0


def test_each_line_starts_in_an_empty_folder(host):
    host.everything(b"shell:echo kept >file")
    assert host.everything(b"shell:echo *; test -e file || echo gone") == b"*\ngone\n"


def test_nothing_of_the_machines_environment_shows(host, monkeypatch):
    monkeypatch.setenv("SOME_API_KEY", "hunter-example")
    out = host.everything(b"shell:export; set")
    assert b"hunter-example" not in out
    assert b"EXTERNAL_STORAGE" in out


def test_the_plain_shell_joins_both_outputs_and_tells_no_code(host):
    assert host.everything(b"shell:fail 7") == b"to stdout\nto stderr\n"


def test_packets_tell_both_outputs_and_the_code(host):
    assert packets(host.everything(b"shell,v2,raw:fail 7")) == (b"to stdout\n", b"to stderr\n", 7)
    assert packets(host.everything(b"shell,v2:fail 7 2>&1; exit 9")) == (
        b"to stdout\nto stderr\n",
        b"",
        9,
    )
    assert packets(host.everything(b"shell,v2,raw:fail 1 2>/dev/null; kill -9 $$"))[::2] == (
        b"to stdout\n",
        128 + 9,
    )


def test_stdin_travels_in_packets(host):
    remote = host.open(b"shell,v2,raw:cat; echo end")
    host.write(1, remote, packet(STDIN, ALL_BYTES)[:7])
    assert host.receive().command == b"OKAY"
    host.write(1, remote, packet(STDIN, ALL_BYTES)[7:] + packet(CLOSE_STDIN))
    data = b"".join(iter(lambda: host.chunk(1, remote), b""))
    assert packets(data)[0] == ALL_BYTES + b"end\n"


@pytest.mark.parametrize(
    "line", [b"shell:cat; show", b"exec:cat; show", b"shell,v2,raw:show </dev/null", b"shell:show"]
)
def test_nobody_waits_for_a_stdin_that_is_never_sent(host, line):
    assert b"<" not in host.everything(line)


def test_a_file_is_read_without_waiting_for_stdin(boot):
    with boot(commands=Commands) as daemon, Host(daemon.port) as host:
        daemon.files.write("/sdcard/a.txt", b"one\ntwo\n")
        host.connect()
        line = b"shell,v2,raw:cat /sdcard/a.txt; grep -c t /sdcard/a.txt; head -n 1 /sdcard/a.txt"
        assert packets(host.everything(line))[0] == b"one\ntwo\n1\none\n"
        assert host.everything(b"shell:cat /sdcard/a.txt | grep w | toybox wc -l") == b"1\n"


def test_lines_end_in_cr_lf_on_old_phones_except_in_binary_output(boot):
    with boot(crlf=True) as daemon, Host(daemon.port) as host:
        host.connect()
        assert host.everything(b"shell:echo a; echo; fail 1") == (
            b"a\r\n\r\nto stdout\r\nto stderr\r\n"
        )
        assert host.everything(b"exec:echo a") == b"a\n"
        assert packets(host.everything(b"shell,v2,raw:echo a"))[0] == b"a\n"


def test_binary_output_is_exact(host):
    assert host.everything(b"exec:image 1048576") == ALL_BYTES * 4096


def test_a_terminal_is_one(host):
    out, err, code = packets(
        host.everything(b"shell,v2,TERM=xterm,pty:test -t 0 && test -t 2 && echo $TERM >&2; exit 4")
    )
    assert (out, err, code) == (b"xterm\r\n", b"", 4)


def test_an_interactive_shell_takes_its_lines_from_stdin(host):
    remote = host.open(b"shell,v2,raw:")
    host.write(1, remote, packet(STDIN, b"show a\nexit 5\n") + packet(CLOSE_STDIN))
    data = b"".join(iter(lambda: host.chunk(1, remote), b""))
    assert packets(data) == (b"<a>\n", b"", 5)


def test_an_old_interactive_shell_is_on_a_terminal(host):
    remote = host.open(b"shell:")
    host.write(1, remote, b"show a b\nexit\n")
    data = b"".join(iter(lambda: host.chunk(1, remote), b""))
    assert b"<a><b>\r\n" in data


def test_many_lines_at_once_each_get_their_own_answer(daemon):
    def ask(number: int) -> bool:
        with Host(daemon.port) as host:
            host.connect()
            answers = [host.everything(b"shell:show %d-%d" % (number, i)) for i in range(5)]
        return answers == [b"<%d-%d>\n" % (number, i) for i in range(5)]

    with ThreadPoolExecutor(8) as pool:
        assert all(pool.map(ask, range(8)))


def test_a_phone_that_sleeps_wakes_when_it_is_closed(boot, nothing_left):
    daemon = boot(commands=Commands)
    with Host(daemon.port) as host:
        host.connect()
        remote = host.open(b"shell:echo $$; sleep 1000; true")
        pid = int(host.chunk(1, remote))
        daemon.close()
    nothing_left()
    assert not runs(pid)


@pytest.mark.parametrize("kind", [b"shell:", b"exec:", b"shell,v2,raw:", b"shell,v2,pty:"])
def test_what_hangs_dies_with_its_stream(host, kind):
    remote = host.open(kind + b"echo pid=$$; while true; do :; done")
    pid = int(host.chunk(1, remote).partition(b"pid=")[2])
    assert runs(pid)
    host.send(b"CLSE", 1, remote)
    assert eventually(lambda: not runs(pid))


def test_what_runs_in_the_background_dies_with_its_line(host):
    out = host.everything(b"shell:sh -c 'while :; do :; done' >/dev/null 2>&1 & echo $!")
    assert eventually(lambda: not runs(int(out)))


def test_a_line_that_the_system_refuses_is_no_end(host):
    long = b"shell,v2,raw:show " + b"x" * 200_000
    assert packets(host.everything(long))[1:] == (b"the line can't be run\n", 126)
    assert host.everything(b"shell:show a") == b"<a>\n"


def test_a_closed_pipe_ends_a_command(host):
    out = host.everything(b"shell,v2,raw:image 4194304 | show early")
    assert packets(out) == (b"<early>\n", b"", 0)


def test_the_shell_of_android_runs_the_lines(daemon):
    assert daemon.shell_name == ("mksh" if shutil.which("mksh") else "sh")


def test_without_it_the_systems_own_does_and_says_so(monkeypatch, tmp_path, caplog):
    (tmp_path / "sh").symlink_to("/bin/sh")
    monkeypatch.setenv("PATH", str(tmp_path))
    with caplog.at_level(logging.WARNING):
        assert find_shell(None) == str(tmp_path / "sh")
    assert [record.levelname for record in caplog.records] == ["WARNING"]
    assert "mksh" in caplog.text


def test_every_posix_shell_will_do(boot):
    with boot(shell="sh") as daemon, Host(daemon.port) as host:
        host.connect()
        assert daemon.shell_name == "sh"
        assert host.everything(b"shell:show 'a b' | cat; echo $?") == b"<a b>\n0\n"
        out = packets(host.everything(b"shell,v2,pty:test -t 1 && show c; exit 2"))
        assert out == (b"<c>\r\n", b"", 2)


def test_a_shell_that_is_not_there_is_named():
    with pytest.raises(ConfigError, match="zsh-of-nobody"):
        find_shell("zsh-of-nobody")


@pytest.mark.parametrize(
    ("service", "request_"),
    [
        (b"shell:ls -l", Request(b"ls -l")),
        (b"shell:echo a:b,c", Request(b"echo a:b,c")),
        (b"shell:", Request(b"", terminal=True)),
        (b"shell,raw:ls", Request(b"ls")),
        (b"shell,v2,raw:", Request(b"", packets=True)),
        (
            b"shell,v2,TERM=xterm-256color,pty:ls",
            Request(b"ls", packets=True, terminal=True, term="xterm-256color"),
        ),
        (b"exec:ls", Request(b"ls", exact=True)),
        (b"shellx:ls", None),
        (b"sync:", None),
        (b"exec,pty:ls", None),
        (b"\xff\xfe", None),
    ],
)
def test_services_are_read(service, request_):
    assert Request.parse(service) == request_
