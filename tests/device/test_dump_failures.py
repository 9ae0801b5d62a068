"""What a dump's shell line prints when something goes wrong on the phone, and what it is called."""

from __future__ import annotations

import shlex
import shutil
import subprocess

import pytest

from harness.device.adb.dumping import Failure, dumped, failure, shell_line
from harness.device.adb.link import Output

MARK = "c0ffee"
PATH = "/data/local/tmp/harness-dump-c0ffee.xml"
XML = b"<?xml version='1.0'?><hierarchy rotation=\"0\"><node/></hierarchy>"
DONE = f"UI hierchary dumped to: {PATH}\n".encode()
NO_FILE = f"cat: {PATH}: No such file or directory\n".encode()
NULL_ROOT = b"ERROR: null root node returned by UiTestAutomationBridge.\n"
NOT_IDLE = b"ERROR: could not get idle state.\n"
NPE = (
    b"java.lang.NullPointerException: Attempt to invoke virtual method on a null object\n"
    b"\tat com.android.uiautomator.core.AccessibilityNodeInfoDumper.childNafCheck\n"
)
THEME_LOG = b"java.io.FileNotFoundException: /data/system/theme/c.xml: open failed: ENOENT\n"


def printed(said: bytes, code: int, file: bytes | None, *, err: bytes = b"", v2: bool) -> Output:
    """What the line leaves behind, with stderr apart or, without ``shell_v2``, in between."""
    shown, read = (file, 0) if file is not None else (b"", 1)
    missing = b"" if read == 0 else NO_FILE
    first, last = f"{MARK}:{code}\n".encode(), f"{MARK}:{read}\n".encode()
    if v2:
        return Output(0, said + first + shown + last, err + missing)
    return Output(None, said + err + first + shown + missing + last, b"")


CASES = [
    ("well", DONE, 0, XML, b"", None),
    ("well, with a log line", DONE, 0, XML, THEME_LOG, None),
    ("null root", b"", 0, None, NULL_ROOT, Failure.NULL_ROOT),
    ("null root on stdout", NULL_ROOT, 0, None, b"", Failure.NULL_ROOT),
    ("says it wrote, no file", DONE, 0, None, b"", Failure.NO_FILE),
    ("says it wrote, empty file", DONE, 0, b"", b"", Failure.NO_FILE),
    ("says nothing, fails", b"", 1, None, b"", Failure.CRASHED),
    ("says nothing, does nothing", b"", 0, None, b"", Failure.CRASHED),
    ("exception", b"", 1, None, NPE, Failure.CRASHED),
    ("exception, exit code 0", b"", 0, None, NPE, Failure.CRASHED),
    ("fails after it began to write", b"", 1, XML, NPE, Failure.CRASHED),
    ("segmentation fault", b"Segmentation fault\n", 139, None, b"", Failure.CRASHED),
    ("killed", b"Killed\n", 137, None, b"", Failure.KILLED),
    ("killed, the shell says it", b"", 137, None, b"Killed \n", Failure.KILLED),
    ("killed, code lost", b"Killed\n", 0, None, b"", Failure.KILLED),
    ("killed after it wrote", DONE + b"Killed\n", 137, XML, b"", Failure.KILLED),
    ("never idle", b"", 0, None, NOT_IDLE, Failure.NOT_IDLE),
    ("never idle, exit code 1", NOT_IDLE, 1, None, b"", Failure.NOT_IDLE),
    (
        "not installed", b"", 127, None,
        b"/system/bin/sh: uiautomator: inaccessible or not found\n", Failure.REFUSED,
    ),
    (
        "not executable", b"", 126, None,
        b"/system/bin/sh: uiautomator: can't execute: Permission denied\n", Failure.REFUSED,
    ),
    (
        "not permitted", b"", 255, None,
        b"java.lang.SecurityException: You do not have RETRIEVE_WINDOW_CONTENT\n", Failure.REFUSED,
    ),
]  # fmt: skip


@pytest.mark.parametrize("v2", [True, False])
@pytest.mark.parametrize(
    ("said", "code", "file", "err", "expected"),
    [case[1:] for case in CASES],
    ids=[case[0] for case in CASES],
)
def test_every_outcome_has_a_name(said, code, file, err, expected, v2):
    dump = dumped(printed(said, code, file, err=err, v2=v2), MARK)
    assert failure(dump) is expected
    if expected is None:
        assert dump.xml == XML


@pytest.mark.parametrize(
    ("output", "expected"),
    [
        (Output(137, b"Killed", b""), Failure.KILLED),
        (Output(None, b"Killed", b""), Failure.KILLED),
        (Output(1, b"", b""), Failure.CRASHED),
        (Output(None, b"", b""), Failure.BROKEN),
        (Output(0, DONE, b""), Failure.BROKEN),
        (Output(0, DONE + b"c0ffee:0\n" + XML, b""), Failure.BROKEN),
        (Output(127, b"", b"sh: uiautomator: not found"), Failure.REFUSED),
        (Output(None, XML, b""), Failure.BROKEN),
    ],
)
def test_a_line_that_did_not_come_to_its_end_gives_no_tree(output, expected):
    dump = dumped(output, MARK)
    assert failure(dump) is expected
    assert dump.xml is None


def test_files_of_old_terminals_are_taken_apart():
    output = printed(DONE, 0, XML, v2=False)
    crlf = Output(None, output.out.replace(b"\n", b"\r\n"), b"")
    assert dumped(crlf, MARK).xml == XML


def test_a_screen_that_shows_messages_of_the_tools_is_no_failure():
    shown = XML.replace(b"<node/>", b'<node text="Killed&#10;null root node 137"/>\nKilled\n')
    dump = dumped(printed(DONE, 0, shown, v2=False), MARK)
    assert failure(dump) is None
    assert dump.xml == shown


def test_reprs_and_messages_hold_nothing_of_the_screen():
    dump = dumped(printed(DONE, 0, XML, v2=True), MARK)
    assert "hierarchy" not in repr(dump)
    for kind in Failure:
        assert kind.label in str(kind)
        assert "\n" not in str(kind)


SHELLS = [shell for shell in ("mksh", "sh") if shutil.which(shell)]


@pytest.mark.parametrize("shell", SHELLS)
@pytest.mark.parametrize(
    ("program", "expected"),
    [
        ('for f; do :; done; printf "$XML" >"$f"; echo dumped', None),
        ("echo UI hierchary dumped to: there", Failure.NO_FILE),
        ('for f; do :; done; printf "<hier" >"$f"; exit 255', Failure.CRASHED),
        ("kill -9 $$", Failure.KILLED),
        ("echo ERROR: could not get idle state. >&2", Failure.NOT_IDLE),
        (None, Failure.REFUSED),
    ],
)
def test_the_line_reads_only_what_it_wrote_and_leaves_nothing(tmp_path, shell, program, expected):
    tools, files = tmp_path / "bin", tmp_path / "it's here"
    tools.mkdir(), files.mkdir()
    for name in ("rm", "cat"):
        (tools / name).symlink_to(shutil.which(name))
    if program is not None:
        (tools / "uiautomator").write_text(f"#!/bin/sh\n{program}\n")
        (tools / "uiautomator").chmod(0o700)
    path, stale = files / "new.xml", files / "old.xml"
    for file in (path, stale):
        file.write_bytes(b"<hierarchy><node text='the screen before'/></hierarchy>")
    line = shell_line(str(path), MARK, [str(stale)], compressed=False)
    environment = {"PATH": str(tools), "XML": XML.decode()}
    done = subprocess.run([shutil.which(shell), "-c", line], capture_output=True, env=environment)
    dump = dumped(Output(done.returncode, done.stdout, done.stderr), MARK)
    assert failure(dump) is expected
    assert dump.whole
    assert list(files.iterdir()) == []
    if expected is None:
        assert dump.xml == XML
    else:
        assert b"the screen before" not in done.stdout


def test_the_line_names_its_options_once():
    plain, small = (shell_line(PATH, MARK, [], compressed=c) for c in (False, True))
    assert "--compressed" not in plain
    words = shlex.split(small.split("; ")[1])
    assert words == ["uiautomator", "dump", "--compressed", PATH]
