"""The one quoting layer between this program and the device's shell.

adb joins the words of a command with spaces and a shell on the device splits them again, so every
word is written in single quotes, always: inside them nothing is special but the quote itself.
"""

from __future__ import annotations

from collections.abc import Iterable

from harness.errors import DeviceError


def quoted(argv: Iterable[str]) -> str:
    """A shell line that the device splits into exactly these words.

    Raises:
        DeviceError: A word holds NUL, which no argument can hold, or what UTF-8 can't.
    """
    return " ".join(_word(word) for word in argv)


def _word(word: str) -> str:
    if "\0" in word:
        raise DeviceError("a NUL character can't be sent to a device: remove it from the text")
    try:
        word.encode()
    except UnicodeEncodeError:
        raise DeviceError(
            "half a surrogate pair can't be sent to a device: repair the text"
        ) from None
    return "'" + word.replace("'", "'\\''") + "'"
