"""What the phone's programs are given, once a real shell has read the line."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from properties import examples

from harness.core.protocols import Effect
from harness.device.adb.keyboard import Keyboard
from harness.device.adb.link import Output
from harness.device.adb.quoting import quoted

SHELLS = [path for name in ("mksh", "sh") if (path := shutil.which(name))]
RECORD = """#!/bin/sh
{ printf '%s\\0' "${0##*/}" "$@"; printf '\\001\\0'; } >> LOG
echo 'Broadcast completed: result=-1'
"""
PROGRAMS = ("input", "am", "ime", "settings", "id", "reboot", "keyevent", "x", "s", "echo", "-x")
"""What an escaped word could call."""


class ShellLink:
    """Runs each line as adbd does, on a PATH of programs that note how they were called."""

    serial = "127.0.0.1:1"

    def __init__(self, shell: str, folder: Path) -> None:
        self._shell = shell
        self._bin, self._home, self._log = folder / "bin", folder / "home", folder / "log"
        self._bin.mkdir()
        self._home.mkdir()
        for name in PROGRAMS:
            program = self._bin / name
            program.write_text(RECORD.replace("LOG", str(self._log)))
            program.chmod(0o755)

    def shell(self, *argv: str, timeout: float | None = None) -> Output:
        done = subprocess.run(
            [self._shell, "-c", quoted(argv)],
            env={"PATH": str(self._bin), "HOME": "/home-path"},
            cwd=self._home,
            capture_output=True,
            timeout=10,
            check=False,
        )
        return Output(done.returncode, done.stdout, done.stderr)

    def taken(self) -> list[list[str]]:
        """The calls since the last time, program first."""
        data = self._log.read_bytes().decode() if self._log.exists() else ""
        self._log.unlink(missing_ok=True)
        assert not list(self._home.iterdir()), "a word was taken for a redirection"
        return [call.split("\0")[:-1] for call in data.split("\1\0")[:-1]]


def android_text(word: str) -> str:
    """What ``input text`` types: from left to right, each ``%s`` is a space."""
    return word.replace("%s", " ")


@pytest.fixture(scope="module", params=SHELLS)
def link(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> ShellLink:
    return ShellLink(request.param, tmp_path_factory.mktemp("phone"))


def typed(link: ShellLink, text: str) -> str:
    link.taken()
    effect = Keyboard(link, lambda: None, settle_s=0).type(text)  # type: ignore[arg-type]
    assert effect is Effect.TYPED
    calls = link.taken()
    assert all(len(call) == 3 and call[:2] == ["input", "text"] for call in calls)
    return "".join(android_text(word) for _, _, word in calls)


ATTACKS = [
    "x; input keyevent 3", "$(id)", "`id`", "$(reboot)", "x\\'; reboot; '", "' ; reboot ; '",
    "'\"'\"'", "a && reboot", "a | reboot", "a & reboot", "x > file", "< /etc/hosts", "{reboot,x}",
    "O'Neil", "a$b", "$HOME", "${HOME}", "$((1+1))", "~", "~/x", "~root", "#1204 Elm St", "*#06#",
    "*", "?", "[a-z]*", "!!", "!x", "\\", "\\\\", "\\'", "'", "''", '"', '""', "50%safe", "%s",
    "%%s", "%s%s", "% s", "%S", "%%%sss", "-x", "--help", "--", "-", "-- x", "=", "a=b", " ", "   ",
    " x ", "+1 555-0142", "a.b+c@example.com", "PERSON_NAME#a1b2c", "x" * 1000, "%s" * 500,
]  # fmt: skip


@pytest.mark.parametrize("text", ATTACKS, ids=lambda text: repr(text[:20]))
def test_text_arrives_as_it_is_and_runs_nothing(link: ShellLink, text: str) -> None:
    assert typed(link, text) == text


@pytest.mark.parametrize("text", ["a\nreboot", "a\n; input keyevent 3\n", "ü$(reboot)\n`id`'"])
def test_line_breaks_run_nothing(link: ShellLink, text: str) -> None:
    link.taken()
    Keyboard(link, lambda: None, mode="clipboard").type(text)  # type: ignore[arg-type]
    copy = ["am", "broadcast", "-a", "clipper.set", "--es", "text"]
    package = ["-p", "ca.zgrs.clipper"]
    assert link.taken() == [
        [*copy, text, *package],
        ["input", "keyevent", "279"],
        [*copy, "", *package],
    ]


PIECES = st.one_of(
    st.sampled_from(list("%s'\"\\`$(){}[]<>|&;#~*?!-+= ^,@/:")),
    st.sampled_from(["%s", "$(id)", "; reboot", "' ", "$x", "\\'", "&&", "--", "#", "'; input "]),
    st.characters(min_codepoint=32, max_codepoint=126),
)


@examples(80)
@given(st.lists(PIECES, max_size=25).map("".join))
def test_every_printable_ascii_text_arrives(link: ShellLink, text: str) -> None:
    assert typed(link, text) == text
