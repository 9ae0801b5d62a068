"""One UI dump as one shell line, and what can become of it. Pure; knows no device.

The line deletes its file, dumps, prints the file and deletes it again: a file that an earlier
dump left is never read, and none stays on the phone. Marks that no screen can know part what the
commands say from the file, so that it works where stdout and stderr come as one.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, Final

from harness.device.adb.quoting import quoted

if TYPE_CHECKING:
    from harness.device.adb.link import Output

_KILLED: Final = (129, 137, 143)
"""What a shell answers for a command that SIGHUP, SIGKILL or SIGTERM ended."""
_CANT_RUN: Final = (126, 127)
"""What a shell answers where it may not run a command, or doesn't find it."""
_LONE_KILLED = re.compile(r"^\W*Killed\W*$", re.MULTILINE)
_FORBIDDEN = re.compile(
    r"uiautomator: .*(?:not found|permission denied)|SecurityException", re.IGNORECASE
)
_NULL_ROOT = re.compile(r"null root node", re.IGNORECASE)
_NOT_IDLE = re.compile(r"could not get idle state", re.IGNORECASE)
_CLAIMED = re.compile(r"dumped to", re.IGNORECASE)
_OTHERS = "stop other UI automation on the phone (Appium, uiautomator2)"


class Failure(Enum):
    """How a dump fails: its name, and what a user can do if it fails to the end."""

    NULL_ROOT = "null root", "the app showed no window: wait until it does and start again"
    NO_FILE = "no file", "uiautomator claims success but wrote nothing: free space on /data"
    CRASHED = "crashed", f"uiautomator crashed: {_OTHERS} or reboot it"
    KILLED = "killed", f"the phone killed uiautomator: {_OTHERS} or give it more memory"
    NOT_IDLE = "not idle", "the screen keeps moving: raise device.budget_s for a second attempt"
    REFUSED = "refused", "the phone doesn't let adb run uiautomator: use another image or phone"
    BROKEN = "unreadable", "the dump is empty or cut off: wait for the app, check the cable"

    def __init__(self, label: str, advice: str) -> None:
        """Name the members' parts."""
        self.label = label
        self.advice = advice

    def __str__(self) -> str:
        """The name and the advice, in one line."""
        return f"{self.label} ({self.advice})"


@dataclass(frozen=True, slots=True, repr=False)
class Dump:
    """What a dump's line printed.

    Attributes:
        code: Exit code of ``uiautomator``; None if it can't be known.
        said: What the commands printed apart from the file.
        xml: The file, None if there was none, b"" if it was empty.
        whole: The line ran to its end.
    """

    code: int | None
    said: str
    xml: bytes | None
    whole: bool

    def __repr__(self) -> str:
        """Sizes only: a repr ends up in logs."""
        size = None if self.xml is None else len(self.xml)
        return f"Dump(code={self.code}, xml={size} bytes, whole={self.whole})"


def shell_line(path: str, mark: str, stale: Iterable[str], *, compressed: bool) -> str:
    """The shell line of one dump.

    Args:
        path: A file that no dump has used yet.
        mark: A word that can't stand on a screen.
        stale: Files of dumps whose line may not have come to its end; deleted, too.
        compressed: Leave out nodes that accessibility calls unimportant.
    """
    options = ["--compressed"] if compressed else []
    file, word = quoted([path]), quoted([mark])
    return (
        f"{quoted(['rm', '-f', *stale, path])}; "
        f"{quoted(['uiautomator', 'dump', *options, path])}; echo {word}:$?; "
        f"cat {file}; c=$?; rm -f {file}; echo {word}:$c"
    )


def dumped(output: Output, mark: str) -> Dump:
    """Take apart what the line of that mark printed."""
    line = re.compile(rb"%s:(\d+)\r?\n?" % re.escape(mark.encode()))
    before, *parts = line.split(output.out)
    said = _text(before) + "\n" + _text(output.err)
    if not parts:
        return Dump(output.code, said, None, whole=False)
    code, shown, *end = parts
    read = int(end[0]) if end else None
    return Dump(int(code), said, shown if read == 0 else None, whole=read is not None)


def failure(dump: Dump) -> Failure | None:
    """How a dump failed, None if it did not.

    A file alone proves nothing: one that was written before the command was killed or crashed
    may be incomplete.
    """
    said = dump.said
    if dump.code in _KILLED or _LONE_KILLED.search(said):
        return Failure.KILLED
    if dump.code in _CANT_RUN or (dump.xml is None and _FORBIDDEN.search(said)):
        return Failure.REFUSED
    if _NULL_ROOT.search(said):
        return Failure.NULL_ROOT
    if _NOT_IDLE.search(said):
        return Failure.NOT_IDLE
    if dump.code:
        return Failure.CRASHED
    if not dump.whole:
        return Failure.BROKEN
    if dump.xml:
        return None
    return Failure.NO_FILE if _CLAIMED.search(said) else Failure.CRASHED


def _text(data: bytes) -> str:
    return data.decode("utf-8", errors="replace")
