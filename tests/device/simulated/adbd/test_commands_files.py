"""The toybox commands, for files and in pipes."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Callable
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st
from properties import examples

from harness.device.simulated.adbd.commands import Commands, Result
from harness.device.simulated.adbd.faults import Faults
from harness.device.simulated.adbd.files import Files
from harness.device.simulated.phone import SimulatedPhone

Run = Callable[..., Result]
PHONE = SimulatedPhone()


def runner(files: Files) -> Run:
    commands = Commands(PHONE, files, Faults({}))
    return lambda *argv, stdin=b"": commands.run(argv, stdin)


@pytest.fixture
def files() -> Files:
    files = Files()
    files.write("/sdcard/one", b"first\nsecond\n", mtime=1_700_000_000)
    files.write("/sdcard/two", b"\x00\xff binary")
    return files


@pytest.fixture
def run(files: Files) -> Run:
    return runner(files)


# ---------------------------------------------------------------- files


def test_cat_joins_files_and_stdin(run: Run) -> None:
    assert run("cat", "/sdcard/one", "/sdcard/two").out == b"first\nsecond\n\x00\xff binary"
    assert run("cat", stdin=b"piped") == Result(0, b"piped")
    assert run("cat", "-", "/sdcard/one", stdin=b"0\n").out == b"0\nfirst\nsecond\n"


def test_cat_of_what_isnt_there_says_so_and_goes_on(run: Run) -> None:
    result = run("cat", "/sdcard/none", "/sdcard/one", "/sdcard")
    assert result.code == 1
    assert result.out == b"first\nsecond\n"
    assert result.err == (
        b"cat: /sdcard/none: No such file or directory\ncat: /sdcard: Is a directory\n"
    )


def test_rm_removes_and_force_forgives(run: Run, files: Files) -> None:
    assert run("rm", "/sdcard/one") == Result(0)
    missing = run("rm", "/sdcard/one")
    assert (missing.code, missing.err) == (1, b"rm: /sdcard/one: No such file or directory\n")
    assert run("rm", "-f", "/sdcard/one", "/sdcard/two") == Result(0)
    assert run("rm", "-f") == Result(0)
    assert [name for name, stat in files.list("/sdcard") if not stat.is_dir] == []


def test_rm_of_folders(run: Run, files: Files) -> None:
    files.write("/sdcard/d/x", b"")
    assert run("rm", "-f", "/sdcard/d").err == b"rm: /sdcard/d: Is a directory\n"
    assert run("rm", "-rf", "/sdcard/d") == Result(0)
    assert run("rm", "-r", "/system").err == b"rm: /system: Permission denied\n"


def test_a_file_whose_name_begins_with_a_dash(run: Run, files: Files) -> None:
    files.write("/sdcard/-f", b"1")
    assert run("cat", "--", "sdcard/-f").out == b"1"
    assert run("rm", "--", "/sdcard/-f") == Result(0)


def test_ls_lists(run: Run, files: Files) -> None:
    assert run("ls", "/sdcard").out == b"DCIM\nDocuments\nDownload\nPictures\none\ntwo\n"
    assert run("ls", "/sdcard/one").out == b"/sdcard/one\n"
    assert run("ls", "-d", "/sdcard").out == b"/sdcard\n"
    missing = run("ls", "/sdcard/none")
    assert missing == Result(1, err=b"ls: /sdcard/none: No such file or directory\n")
    line = run("ls", "-l", "/sdcard/one").out.decode()
    assert line.split() == ["-rw-rw----", "1", "shell", "shell", "13", "2023-11-14", "22:13",
                            "/sdcard/one"]  # fmt: skip
    both = run("ls", "/sdcard/Download", "/data/local").out.decode()
    assert both == "/sdcard/Download:\n\n/data/local:\ntmp\n"


@pytest.mark.parametrize(
    ("wanted", "shown"),
    [
        ("%s", "13"),
        ("%Y", "1700000000"),
        ("%s %Y %n", "13 1700000000 /sdcard/one"),
        ("%F", "regular file"),
        ("%a%%", "660%"),
    ],
)
def test_stat_tells_size_and_time(run: Run, wanted: str, shown: str) -> None:
    assert run("stat", "-c", wanted, "/sdcard/one") == Result(0, f"{shown}\n".encode())


def test_stat_of_others(run: Run) -> None:
    assert b"Size: 13" in run("stat", "/sdcard/one").out
    assert run("stat", "-c", "%F", "/sdcard").out == b"directory\n"
    missing = run("stat", "-c", "%s", "/sdcard/none")
    assert missing == Result(1, err=b"stat: '/sdcard/none': No such file or directory\n")


def test_mkdir_wants_a_parent_or_an_option(run: Run, files: Files) -> None:
    assert run("mkdir", "/sdcard/a/b").err == b"mkdir: '/sdcard/a/b': No such file or directory\n"
    assert run("mkdir", "-p", "/sdcard/a/b") == Result(0)
    assert run("mkdir", "-p", "/sdcard/a/b") == Result(0)
    assert run("mkdir", "/sdcard/a").err == b"mkdir: '/sdcard/a': File exists\n"
    assert run("mkdir", "/system/a").err == b"mkdir: '/system/a': Permission denied\n"
    assert files.stat("/sdcard/a/b").is_dir


def test_touch_creates_and_keeps(run: Run, files: Files) -> None:
    assert run("touch", "/sdcard/new", "/sdcard/one") == Result(0)
    assert files.read("/sdcard/new") == b""
    assert files.read("/sdcard/one") == b"first\nsecond\n"
    assert files.stat("/sdcard/one").mtime > 1_700_000_000
    assert run("touch", "/sdcard/none/x").code == 1
    assert run("touch", "/system/x").err == b"touch: '/system/x': Permission denied\n"


def test_cp_and_mv(run: Run, files: Files) -> None:
    assert run("cp", "/sdcard/one", "/sdcard/copy") == Result(0)
    assert run("mv", "/sdcard/one", "/sdcard/two", "/sdcard/Download") == Result(0)
    assert files.read("/sdcard/copy") == files.read("/sdcard/Download/one") == b"first\nsecond\n"
    assert files.read("/sdcard/Download/two") == b"\x00\xff binary"
    missing = run("cp", "/sdcard/one", "/sdcard/x")
    assert missing == Result(1, err=b"cp: bad '/sdcard/one': No such file or directory\n")
    assert run("mv", "/sdcard/copy", "/sdcard/none/x").code == 1
    assert files.read("/sdcard/copy") == b"first\nsecond\n"
    assert run("mv", "/sdcard/copy", "/sdcard/copy2", "/sdcard/copy3").code == 1


@given(st.binary(max_size=300), st.integers(0, 90))
@examples(40)
def test_bytes_survive_files_digests_and_base64(data: bytes, width: int) -> None:
    files = Files()
    run = runner(files)
    files.write("/sdcard/x", data)
    run("cp", "/sdcard/x", "/sdcard/y")
    run("mv", "/sdcard/y", "/sdcard/z")
    assert run("cat", "/sdcard/z").out == data
    assert run("wc", "-c", "/sdcard/z").out == f"{len(data)} /sdcard/z\n".encode()
    digest = hashlib.md5(data).hexdigest()
    assert run("md5sum", "/sdcard/z").out == f"{digest}  /sdcard/z\n".encode()
    assert (
        run("sha256sum", "-b", stdin=data).out.decode() == hashlib.sha256(data).hexdigest() + "\n"
    )
    coded = run("base64", "-w", str(width), "/sdcard/z").out
    assert run("base64", "-d", stdin=coded).out == data
    assert all(len(line) <= (width or 10**6) for line in coded.splitlines())
    cut = len(data) // 2
    parts = (
        run("head", "-c", str(cut), stdin=data).out,
        run("tail", "-c", str(len(data) - cut), stdin=data).out,
    )
    assert b"".join(parts) == data


# ---------------------------------------------------------------- pipes


LINES = b"alpha one\nbeta two\ngamma|three\n\nalphabet\n"


@pytest.mark.parametrize(
    ("argv", "out"),
    [
        (["alpha"], "alpha one\nalphabet\n"),
        (["-w", "alpha"], "alpha one\n"),
        (["-c", "alpha"], "2\n"),
        (["-v", "-c", "alpha"], "3\n"),
        (["-n", "-i", "BETA"], "2:beta two\n"),
        (["-in", "BETA"], "2:beta two\n"),
        (["-E", "one|two"], "alpha one\nbeta two\n"),
        (["one\\|two"], "alpha one\nbeta two\n"),
        (["a|t"], "gamma|three\n"),
        (["-F", "a|t"], "gamma|three\n"),
        (["-o", "alpha[a-z]*"], "alpha\nalphabet\n"),
        (["-e", "two", "-e", "three"], "beta two\ngamma|three\n"),
        (["-m", "1", "a"], "alpha one\n"),
        (["-m1", "a"], "alpha one\n"),
        (["-x", "alphabet"], "alphabet\n"),
        (["^$"], "\n"),
        (["[|]"], "gamma|three\n"),
        (["al\\(pha\\)\\{1\\}b"], "alphabet\n"),
        (["-q", "beta"], ""),
    ],
)
def test_grep_finds(run: Run, argv: list[str], out: str) -> None:
    assert run("grep", *argv, stdin=LINES) == Result(0, out.encode())


def test_grep_in_files(run: Run, files: Files) -> None:
    assert run("grep", "second", "/sdcard/one").out == b"second\n"
    two = run("grep", "i", "/sdcard/one", "/sdcard/two").out
    assert two == b"/sdcard/one:first\n/sdcard/two:\x00\xff binary\n"
    assert run("grep", "-l", "first", "/sdcard/one", "/sdcard/two").out == b"/sdcard/one\n"
    assert run("grep", "-h", "first", "/sdcard/one", "/sdcard/two").out == b"first\n"
    missing = run("grep", "first", "/sdcard/none", "/sdcard/one")
    assert missing.code == 2
    assert missing.out == b"/sdcard/one:first\n"


@pytest.mark.parametrize(
    ("argv", "code"), [(["delta"], 1), (["-q", "delta"], 1), ([], 2), (["-E", "("], 2)]
)
def test_grep_that_finds_nothing(run: Run, argv: list[str], code: int) -> None:
    result = run("grep", *argv, stdin=LINES)
    assert (result.code, result.out) == (code, b"")


@pytest.mark.parametrize(
    ("argv", "out"),
    [
        (["head", "-n", "1"], b"alpha one\n"),
        (["head", "-2"], b"alpha one\nbeta two\n"),
        (["head", "-n0"], b""),
        (["head"], LINES),
        (["tail", "-n", "1"], b"alphabet\n"),
        (["tail", "-n", "0"], b""),
        (["head", "-c", "5"], b"alpha"),
        (["tail", "-c", "4"], b"bet\n"),
        (["wc", "-l"], b"5\n"),
        (["wc"], b"5 6 41\n"),
    ],
)
def test_parts_and_counts(run: Run, argv: list[str], out: bytes) -> None:
    assert run(*argv, stdin=LINES) == Result(0, out)


@given(st.binary(max_size=60), st.integers(0, 8))
@examples(40)
def test_head_and_tail_make_the_whole(data: bytes, count: int) -> None:
    run = runner(Files())
    lines = data.count(b"\n") + (not data.endswith(b"\n") and data != b"")
    head = run("head", "-n", str(count), stdin=data).out
    tail = run("tail", "-n", str(max(0, lines - count)), stdin=data).out
    assert head + tail == data


@pytest.mark.parametrize(
    "argv", [["head", "-n", "x"], ["tail", "-n"], ["base64", "-w", "x"], ["base64", "-d"],
             ["sleep", "soon"], ["sleep"], ["rm"], ["stat"], ["mkdir"], ["touch"], ["cp", "/x"]],
)  # fmt: skip
def test_bad_arguments_are_refused(run: Run, argv: list[str]) -> None:
    result = run(*argv, stdin=b"!")
    assert (result.code, result.out) == (1, b"")
    assert result.err.decode().startswith(f"{argv[0]}: ")


def test_base64_is_broken_into_lines(run: Run) -> None:
    data = bytes(range(100))
    coded = run("base64", stdin=data).out
    assert coded.splitlines()[0] == base64.b64encode(data)[:76]
    assert run("base64", "-w", "0", stdin=data).out == base64.b64encode(data)


# ---------------------------------------------------------------- others


def test_who_and_where(run: Run) -> None:
    assert run("whoami").out == b"shell\n"
    assert run("id").out.startswith(b"uid=2000(shell) gid=2000(shell)")
    assert run("id", "-u").out == b"2000\n"
    assert run("id", "-un").out == b"shell\n"
    assert run("uname").out == b"Linux\n"
    assert run("uname", "-m").out == b"x86_64\n"
    assert run("uname", "-a").out.startswith(b"Linux localhost ")


def test_sleeping_is_short_enough_for_a_test(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    slept: list[float] = []
    monkeypatch.setattr("time.sleep", slept.append)
    for argv in (["0.2"], ["1", "0.5s"], ["1000d"]):
        assert run("sleep", *argv) == Result(0)
    assert slept == [0.2, 1.5, 10.0]


def test_files_are_as_old_as_the_clock_says(run: Run, files: Files) -> None:
    run("touch", "/sdcard/now")
    seconds = int(run("stat", "-c", "%Y", "/sdcard/now").out)
    noon = datetime(2024, 5, 10, 12, tzinfo=UTC).timestamp()
    assert 0 <= seconds - noon < 60
