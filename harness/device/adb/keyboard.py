"""Typing into the focused field, once, and reading back what arrived.

Android's ``input text`` takes the word behind it as it is, ``-x``, ``--help`` and ``--`` included
(it parses no options, so a separating ``--`` would itself be typed), and types it with the
virtual keyboard: printable ASCII only. It turns ``%s`` into a space, without any escape. All other
text is handed to an app on the phone: ADBKeyboard, or Clipper and the paste key.

Sources: ``InputShellCommand`` and ``Input`` of Android 2 to 16, ``AdbIME`` of ADBKeyboard,
``ClipperReceiver`` of Clipper.
"""

from __future__ import annotations

import base64
import logging
import re
import time
import unicodedata
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Literal, get_args

from harness.core.protocols import Effect
from harness.device.adb.readback import Field, focused_field, is_arriving, judge, without_marks
from harness.errors import ConfigError, DeviceError, ScreenError

if TYPE_CHECKING:
    from lxml import etree

    from harness.device.adb.link import Link

_LOG = logging.getLogger(__name__)

Mode = Literal["auto", "adbkeyboard", "clipboard", "none"]
ADB_KEYBOARD = "com.android.adbkeyboard/.AdbIME"
CLIPPER = "ca.zgrs.clipper"

_KEYS = 100
"""Characters per ``input text``: phones drop some of longer ones."""
_PIECE = 500
"""Code points per broadcast: a shell line stays below the 4 KiB that old phones take."""
_PASTE = "279"
_COPIED = "result=-1"
_COMPONENT = re.compile(r"^[\w.]+/[\w.$]+", re.MULTILINE)
_FAILED = re.compile(r"Exception|^Error|^Killed|not found", re.MULTILINE)
"""What failing commands say where the exit code is lost or always 0."""
_INSTALL = {
    "adbkeyboard": "install ADBKeyboard (com.android.adbkeyboard) on the phone",
    "clipboard": f"install Clipper ({CLIPPER}) on the phone and open it once",
}


class Keyboard:
    """Types text into the focused field of a device.

    What is typed is the text without bidi marks and zero-width characters (they stick to values
    copied from contact apps; joiners inside words and emoji stay), with every line break as one
    newline. Control characters but newline and tab, and halves of surrogate pairs, can't be
    typed: they are left out and the effect is ``DIFFERS``.

    Newlines and tabs can only be pasted: as keys they would leave the field or submit it.
    """

    def __init__(
        self,
        link: Link,
        tree: Callable[[], etree._Element | None],
        *,
        mode: Mode = "auto",
        looks: int = 4,
        pause_s: float = 0.5,
        settle_s: float = 1.0,
    ) -> None:
        """Nothing is asked of the device yet.

        Args:
            link: The device.
            tree: The hierarchy of this moment; None if it can't be had.
            mode: Who types what ``input`` can't: ``adbkeyboard``, ``clipboard``, nobody, or
                the first of them that is there.
            looks: How often the field is looked at while the text is still arriving.
            pause_s: Seconds between two looks.
            settle_s: Seconds that ADBKeyboard gets to take over the field; it loses what is
                sent before.

        Raises:
            ConfigError: No such mode, or no look.
        """
        if mode not in get_args(Mode):
            raise ConfigError(f"keyboard must be one of {', '.join(get_args(Mode))}")
        if looks < 1:
            raise ConfigError("looks must be at least 1: the field is read back after typing")
        self._link = link
        self._tree = tree
        self._mode = mode
        self._looks = looks
        self._pause_s = pause_s
        self._settle_s = settle_s

    def type(self, text: str) -> Effect:
        """Type ``text``, once; after a failure nothing more is typed.

        Returns:
            ``VERIFIED``: the field holds the text, alone or behind what it held before; see
            :func:`.readback.is_same` for what counts as the same. ``TYPED``: it can't be read.
            ``DIFFERS``: it holds something else.

        Raises:
            DeviceError: Nobody on the phone can type this text, or a command failed; part of
                the text may stand in the field.
        """
        wanted = without_marks(text.replace("\r\n", "\n").replace("\r", "\n"))
        typed = "".join(c for c in wanted if not _is_untypable(c))
        enter = self._way(typed)
        before = self._look()
        enter(typed)
        effect = self._read_back(before, typed)
        return effect if typed == wanted else Effect.DIFFERS

    def _way(self, text: str) -> Callable[[str], None]:
        if all(" " <= c <= "~" for c in text):
            return self._press
        if self._mode in ("auto", "adbkeyboard"):
            if ADB_KEYBOARD in self._run("ime", "list", "-a", "-s").split():
                return self._commit
            if self._mode == "adbkeyboard":
                raise _nobody("adbkeyboard")
        if self._mode == "none":
            raise DeviceError(
                "this text holds more than printable ASCII: set device.keyboard=auto and "
                + _INSTALL["adbkeyboard"]
            )
        return self._paste

    def _press(self, text: str) -> None:
        for word in keystrokes(text):
            self._run("input", "text", word)

    def _commit(self, text: str) -> None:
        with self._adb_keyboard():
            for piece in _pieces(text, _PIECE):
                encoded = base64.b64encode(piece.encode()).decode()
                # Without a package every app on the phone could listen in.
                package = ADB_KEYBOARD.partition("/")[0]
                self._broadcast(package, "ADB_INPUT_B64", "--es", "msg", encoded)

    @contextmanager
    def _adb_keyboard(self) -> Iterator[None]:
        said = self._run("settings", "get", "secure", "default_input_method")
        named = _COMPONENT.search(said)
        used = named.group() if named else ""
        if used == ADB_KEYBOARD:
            yield
            return
        added = "already" not in self._run("ime", "enable", ADB_KEYBOARD)
        with _afterwards(lambda: self._switch_back(used, added)):
            self._run("ime", "set", ADB_KEYBOARD)
            time.sleep(self._settle_s)
            yield

    def _switch_back(self, used: str, added: bool) -> None:
        if used:
            self._run("ime", "set", used)
        if added:
            self._run("ime", "disable", ADB_KEYBOARD)

    def _paste(self, text: str) -> None:
        # A value left behind could be pasted, or read, by any other app.
        with _afterwards(lambda: self._copy("")):
            for piece in _pieces(text, _PIECE):
                if not self._copy(piece):
                    raise _nobody(self._mode)
                self._run("input", "keyevent", _PASTE)

    def _copy(self, text: str) -> bool:
        return _COPIED in self._broadcast(CLIPPER, "clipper.set", "--es", "text", text)

    def _broadcast(self, package: str, action: str, *extra: str) -> str:
        said = self._run("am", "broadcast", "-a", action, *extra, "-p", package)
        if "Broadcast completed" not in said:
            raise DeviceError("`am broadcast` didn't end: restart the phone and try again")
        return said

    def _run(self, *argv: str) -> str:
        done = self._link.shell(*argv)
        said = (done.out + b"\n" + done.err).decode(errors="replace")
        if done.code or _FAILED.search(said):
            code = "" if done.code is None else f" with exit code {done.code}"
            # The second word names the command's function; the others may hold the text.
            raise DeviceError(
                f"`{argv[0]} {argv[1]}` failed on the device{code}: try it by hand in `adb shell`"
            )
        return said

    def _look(self) -> Field | None:
        try:
            tree = self._tree()
        except (DeviceError, ScreenError) as error:
            # Whether the device is gone, the next command will tell.
            _LOG.warning("the field can't be read (%s)", type(error).__name__)
            return None
        return None if tree is None else focused_field(tree)

    def _read_back(self, before: Field | None, text: str) -> Effect:
        if before is not None and before.password:
            return Effect.TYPED
        effect = Effect.TYPED
        for look in range(self._looks):
            if look:
                time.sleep(self._pause_s)
            after = self._look()
            effect = judge(before, after, text)
            if effect is Effect.VERIFIED or not is_arriving(before, after, text):
                break
        return effect


def keystrokes(text: str) -> Iterator[str]:
    """The words behind ``input text``, one per call, that type printable ASCII ``text``.

    A space is written ``%s``, which even the ``input`` of Android 4, a script that forgets its
    quotes, keeps together. ``%`` and a real ``s`` behind it go into two calls.
    """
    for part in re.split(r"(?<=%)(?=s)", text):
        for piece in _pieces(part, _KEYS):
            yield piece.replace(" ", "%s")


def _pieces(text: str, size: int) -> Iterator[str]:
    for start in range(0, len(text), size):
        yield text[start : start + size]


def _is_untypable(character: str) -> bool:
    return character not in "\n\t" and unicodedata.category(character) in ("Cc", "Cs")


def _nobody(mode: str) -> DeviceError:
    ways = [_INSTALL[mode]] if mode in _INSTALL else list(_INSTALL.values())
    return DeviceError("this text holds more than printable ASCII: " + ", or ".join(ways))


@contextmanager
def _afterwards(undo: Callable[[], object]) -> Iterator[None]:
    """Run ``undo`` in any case; the first failure is the one that is raised."""
    try:
        yield
    except BaseException:
        try:
            undo()
        except DeviceError as error:
            _LOG.warning("the phone's keyboard and clipboard can't be restored: %s", error)
        raise
    undo()
