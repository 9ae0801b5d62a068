"""What the phone's commands share: results, and the phone as they see it."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Final

from harness.device.simulated.adbd.faults import Faults
from harness.device.simulated.adbd.files import Files
from harness.device.simulated.phone import SimulatedPhone
from harness.device.simulated.view import HEIGHT, WIDTH

NOW: Final = datetime(2024, 5, 10, 12, 0, tzinfo=UTC)
"""The moment that the status bar and the home screen show; it stands still."""
LATIN_IME: Final = "com.android.inputmethod.latin/.LatinIME"
ADB_IME: Final = "com.android.adbkeyboard/.AdbIME"
_SETTINGS: Final[Mapping[str, Mapping[str, str]]] = {
    "system": {"screen_brightness": "102", "screen_brightness_mode": "0", "user_rotation": "0",
               "accelerometer_rotation": "0", "show_touches": "0", "pointer_location": "0"},
    "secure": {"location_mode": "3", "show_ime_with_hard_keyboard": "0",
               "android_id": "5e1f0a11ce5e1f00", "accessibility_enabled": "0"},
    "global": {"airplane_mode_on": "0", "adb_enabled": "1", "auto_time": "1",
               "window_animation_scale": "1.0", "transition_animation_scale": "1.0",
               "animator_duration_scale": "1.0", "stay_on_while_plugged_in": "0",
               "development_settings_enabled": "1", "device_provisioned": "1"},
}  # fmt: skip


@dataclass(frozen=True, slots=True, repr=False)
class Result:
    """What a command left behind.

    Attributes:
        code: Exit code, 0..255.
        out: What it wrote to stdout.
        err: What it wrote to stderr.
    """

    code: int
    out: bytes = b""
    err: bytes = b""

    def __repr__(self) -> str:
        """Sizes only: a repr ends up in logs, and the output may show the screen."""
        return f"Result(code={self.code}, out={len(self.out)} bytes, err={len(self.err)} bytes)"


@dataclass(slots=True, repr=False)
class Machine:
    """The phone behind the commands, and what it keeps beside its apps.

    Attributes:
        phone: The phone.
        files: Its file system.
        faults: What goes wrong.
        tools: Tools that are installed: ``adbkeyboard``, ``clipper``.
        lock: Held while a command uses the phone.
        clock: The time, UTC.
        clipboard: The text in it.
        size: Screen size set by ``wm size`` in px, None for the physical one.
        density: Density set by ``wm density`` in dpi, None for the physical one.
        settings: Namespace -> key -> value.
        properties: What ``setprop`` set.
        imes: Ids of the enabled keyboards.
        ime: Id of the current one.
        flickered: The last dump showed another screen than the phone.
        finger: Where and when (in s) ``input motionevent`` has put down the finger, if it has.
        root: The running command was started by ``su``.
    """

    phone: SimulatedPhone
    files: Files
    faults: Faults
    tools: frozenset[str]
    lock: threading.RLock = field(default_factory=threading.RLock)
    clock: datetime = NOW
    clipboard: str = ""
    size: tuple[int, int] | None = None
    density: int | None = None
    settings: dict[str, dict[str, str]] = field(
        default_factory=lambda: {space: dict(own) for space, own in _SETTINGS.items()}
    )
    properties: dict[str, str] = field(default_factory=dict)
    imes: list[str] = field(default_factory=lambda: [LATIN_IME])
    ime: str = LATIN_IME
    flickered: bool = False
    finger: tuple[int, int, float] | None = None
    root: bool = False

    @property
    def screen(self) -> tuple[int, int]:
        """Width and height in px that apps and callers see."""
        return self.size or (WIDTH, HEIGHT)

    @property
    def keyboards(self) -> list[str]:
        """Ids of the installed keyboards."""
        return [LATIN_IME, *([ADB_IME] if "adbkeyboard" in self.tools else [])]

    @property
    def front(self) -> str:
        """Package of the app in front."""
        return self.phone.packages[self.phone.state()["foreground"]["app"]]


Command = Callable[[Machine, Sequence[str], bytes], Result]
"""A command: (phone, arguments without its name, stdin) -> result."""


def encoded(text: str) -> bytes:
    """Text as the phone writes it: UTF-8, with bytes of broken file names as they came."""
    return text.encode("utf-8", "surrogateescape")


def printed(*lines: str) -> Result:
    """Success, with these lines on stdout."""
    return Result(0, out=encoded("".join(f"{line}\n" for line in lines)))


def failed(code: int, *lines: str, out: str = "") -> Result:
    """Failure, with these lines on stderr."""
    return Result(code, encoded(out), encoded("".join(f"{line}\n" for line in lines)))


def crashed(command: str, error: str, *at: str) -> Result:
    """What a command of the system server prints when an exception ends it."""
    trace = [f"\tat {place}" for place in at]
    return failed(255, "", f"Exception occurred while executing '{command}':", error, *trace)
