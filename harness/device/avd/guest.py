"""What is set in a booted Android before an episode: a quiet screen, locale, clock, position.

Clock and locale are read back: no episode may run on another day or in another language than asked.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from harness.device.adb.link import Link, Output
from harness.device.avd.console import Console
from harness.errors import ConfigError, DeviceError

_AWAKE = (
    ("svc", "power", "stayon", "true"),
    ("input", "keyevent", "KEYCODE_WAKEUP"),
    ("wm", "dismiss-keyguard"),
)
_QUIET = (
    ("settings", "put", "global", "window_animation_scale", "0"),
    ("settings", "put", "global", "transition_animation_scale", "0"),
    ("settings", "put", "global", "animator_duration_scale", "0"),
    # From Android 14 on, the first tap on a field opens an introduction to writing by pen.
    ("settings", "put", "secure", "stylus_handwriting_enabled", "0"),
)
_CLOCK_FORMATS = ("%Y-%m-%d %H:%M", "%Y-%m-%d %H:%M:%S")
_DRIFT = timedelta(minutes=1)
_LOCALE = re.compile(r"[a-z]{2,3}(?:-[A-Z][a-z]{3})?(?:-[A-Z]{2})?")
_NO_ROOT = (
    "device.clock and device.locale need root: use an AVD of a 'Google APIs' or AOSP image, "
    "not 'Google Play'"
)


@dataclass(frozen=True, slots=True)
class Wishes:
    """What an episode wants to find; None leaves a thing as it is.

    Attributes:
        clock: Local time of the phone at the start of an episode.
        locale: BCP 47 tag.
        geo: Latitude and longitude in degrees.
    """

    clock: datetime | None = None
    locale: str | None = None
    geo: tuple[float, float] | None = None

    @classmethod
    def parse(cls, clock: str | None, locale: str | None, geo: Sequence[float] | None) -> Wishes:
        """Check what the configuration says.

        Raises:
            ConfigError: It makes no sense; the message gives an example.
        """
        if locale is not None and not _LOCALE.fullmatch(locale):
            raise ConfigError("device.locale must be a language tag such as en-US or zh-Hans-CN")
        return cls(_clock(clock), locale, _geo(geo))


class Guest:
    """The Android system of one emulator."""

    def __init__(self, link: Link, console: Console, booted: Callable[[], None]) -> None:
        """Address it.

        Args:
            link: To its shell.
            console: To its hardware.
            booted: Waits until Android is up.
        """
        self._link = link
        self._console = console
        self._booted = booted

    def prepare(self, wishes: Wishes) -> None:
        """Make it as the episode wants it.

        Raises:
            DeviceError: Something can't be set, or did not stay.
        """
        if wishes.locale is not None:
            self._set_locale(wishes.locale)
        for command in (*_AWAKE, *_QUIET):
            self._run(*command)
        if wishes.geo is not None:
            latitude, longitude = wishes.geo
            # The console wants the longitude first.
            self._console.send("geo", "fix", f"{longitude:.6f}", f"{latitude:.6f}")
        if wishes.clock is not None:
            self._set_clock(wishes.clock)

    def _set_clock(self, wanted: datetime) -> None:
        self._run("settings", "put", "global", "auto_time", "0")
        self._root("date", wanted.strftime("%m%d%H%M%Y.%S"))
        shown = self._run("date", "+%Y-%m-%d %H:%M:%S").out.decode(errors="replace").strip()
        try:
            now = datetime.strptime(shown, _CLOCK_FORMATS[1])
        except ValueError:
            raise DeviceError(f"{self._link.serial} does not tell its time: {_NO_ROOT}") from None
        if abs(now - wanted) > _DRIFT:
            raise DeviceError(f"the clock of {self._link.serial} did not change: {_NO_ROOT}")

    def _set_locale(self, wanted: str) -> None:
        if self._locale() == wanted:
            return
        # Android reads its language when it starts: first the user's setting, then the property.
        self._run("settings", "put", "system", "system_locales", wanted)
        self._root("setprop", "persist.sys.locale", wanted)
        self._root("stop")
        self._root("setprop", "sys.boot_completed", "0")
        self._root("start")
        self._booted()
        if self._locale() != wanted:
            raise DeviceError(f"the locale of {self._link.serial} did not change: {_NO_ROOT}")

    def _locale(self) -> str:
        listed = self._text("settings", "get", "system", "system_locales").split(",")[0]
        if listed not in ("", "null"):
            return listed
        return next(
            filter(
                None,
                (self._text("getprop", f"{kind}.locale") for kind in ("persist.sys", "ro.product")),
            ),
            "",
        )

    def _text(self, *argv: str) -> str:
        return self._run(*argv).out.decode(errors="replace").strip()

    def _root(self, *argv: str) -> None:
        if self._link.shell("su", "0", *argv).code not in (0, None):
            raise DeviceError(f"{self._link.serial} refuses `su 0 {argv[0]}`: {_NO_ROOT}")

    def _run(self, *argv: str) -> Output:
        output = self._link.shell(*argv)
        if output.code not in (0, None):
            raise DeviceError(
                f"{self._link.serial} refuses `{' '.join(argv[:4])}` (exit code {output.code})"
            )
        return output


def _clock(text: str | None) -> datetime | None:
    if text is None:
        return None
    for form in _CLOCK_FORMATS:
        try:
            return datetime.strptime(text, form)
        except ValueError:
            continue
    raise ConfigError('device.clock must be a local time such as "2024-05-10 12:00"')


def _geo(place: Sequence[float] | None) -> tuple[float, float] | None:
    if place is None:
        return None
    if len(place) != 2 or not (abs(place[0]) <= 90 and abs(place[1]) <= 180):
        raise ConfigError("device.geo must be [latitude, longitude] in degrees")
    return float(place[0]), float(place[1])
