"""An attached phone as a device of the harness."""

from __future__ import annotations

import re
import time
from collections.abc import Mapping
from typing import Any, Final

from harness.core.action import (
    Command,
    InputText,
    Key,
    Launch,
    Pause,
    PressKey,
    SwipeBetween,
    TapAt,
)
from harness.core.paths import DEFAULT_WORLD
from harness.core.protocols import Effect
from harness.core.raw import GoldMark, PictureMark, RawFrame
from harness.device.adb.capture import Capture
from harness.device.adb.keyboard import Keyboard, Mode
from harness.device.adb.link import AdbLink, Output, pick
from harness.device.adb.quoting import quoted
from harness.device.adb.server import AdbServer
from harness.errors import ConfigError, DeviceError

LONG_PRESS_MS = 500
"""Android's own limit between a tap and a long press."""
_KEYS: Final[Mapping[Key, str]] = {"home": "3", "back": "4", "enter": "66"}
_PACKAGE = re.compile(r"[A-Za-z]\w*(\.\w+)+")
_COMPONENT = re.compile(rb"^\s*([A-Za-z]\w*(?:\.\w+)+)/\S+\s*$", re.MULTILINE)
_INSTALLED = re.compile(rb"^package:(\S+?)\s*$", re.MULTILINE)
_RESUMED = re.compile(rb"ResumedActivity[:=]\s*ActivityRecord\{\S+ u\d+ (\S+?)/([^\s}]+)")
_FOCUSED = re.compile(rb"mCurrentFocus=Window\{\S+ u\d+ (\S+?)/([^\s}]+)")
_FAILED = re.compile(rb"^(?:Error|Usage|Killed|Unknown)\b|Exception", re.MULTILINE)
"""What ``input`` and ``am`` say where they exit with 0 all the same."""
_REGION = re.compile(r"[A-Z]{2}")


class AdbDevice:
    """One Android device behind an adb server.

    Nothing is installed on it. Its data are whatever it shows: unless they are known to be
    ``invented``, raw frames aren't kept.
    """

    def __init__(
        self,
        serial: str | None = None,
        host: str = "127.0.0.1",
        port: int | None = None,
        apps: Mapping[str, str] | None = None,
        region: str | None = None,
        invented: bool = False,
        name: str = "adb",
        timeout_s: float = 20.0,
        reconnect_s: float = 15.0,
        budget_s: float = 40.0,
        dump_timeout_s: float = 20.0,
        screenshot_timeout_s: float = 10.0,
        rounds: int = 3,
        display: str | None = None,
        settle_s: float = 0.7,
        keyboard: Mode = "auto",
        keyboard_settle_s: float = 1.0,
    ) -> None:
        """Find the device and ask it for its region and apps as far as they aren't given.

        Args:
            serial: As ``adb devices`` lists it; None takes the only one that is attached.
            host: Where the adb server runs.
            port: Where it listens; None is ``ANDROID_ADB_SERVER_PORT``, else 5037. The server is
                started if need be, and left running.
            apps: Label -> package of the apps that can be opened, and that a reset stops. None
                takes all that the launcher shows, labelled with the last part of their package;
                a reset stops none of those.
            region: ISO 3166 code for phone numbers; None takes the one of the phone's locale.
            invented: Whether everything on it is invented.
            name: How records call it.
            timeout_s: Seconds for one adb call.
            reconnect_s: Seconds to wait for the device when it is offline.
            budget_s: Seconds for a frame, retries included.
            dump_timeout_s: Seconds for one UI dump.
            screenshot_timeout_s: Seconds for one screenshot.
            rounds: Screenshots until a screen that changes all the time is taken as it is.
            display: Which display is captured; None is the default one.
            settle_s: Seconds that the screen gets after each command.
            keyboard: Who types what ``input`` can't, see :class:`Keyboard`.
            keyboard_settle_s: Seconds that a keyboard gets to take over a field.

        Raises:
            ConfigError: It isn't clear which device, or a setting is wrong.
            DeviceError: The device doesn't answer.
        """
        self.name = name
        self.invented = invented
        server = AdbServer(port, host)
        self.serial = pick(serial, server.host, server.port)
        self._link = AdbLink(self.serial, server.host, server.port, timeout_s, reconnect_s)
        self._capture = Capture(
            self._link,
            budget_s=budget_s,
            dump_timeout_s=dump_timeout_s,
            screenshot_timeout_s=screenshot_timeout_s,
            rounds=rounds,
            display=display,
        )
        self._keyboard = Keyboard(
            self._link, self._capture.tree, mode=keyboard, settle_s=keyboard_settle_s
        )
        self._settle_s = settle_s
        self.region = self._region() if region is None else _checked_region(region)
        self._stopped = () if apps is None else tuple(apps.values())
        self._packages = self._launchable() if apps is None else _checked_apps(apps)
        self.apps = tuple(self._packages)

    def reset(self, world_seed: int, world: str = DEFAULT_WORLD) -> None:
        """Stop the configured apps and go home; what they stored stays, and so does the world."""
        if self._stopped:
            stops = (quoted(("am", "force-stop", package)) for package in self._stopped)
            _check(self._link.script(" && ".join(stops)), "am force-stop")
        self._input("keyevent", _KEYS["home"])
        time.sleep(self._settle_s)

    def capture(self) -> RawFrame:
        """Tree and screenshot of one moment, or marked as not; see :class:`Capture`."""
        return self._capture.frame()

    def gold(self) -> tuple[GoldMark, ...] | None:
        """None: nobody knows what is personal on it."""
        return None

    def pictures(self) -> tuple[PictureMark, ...] | None:
        """None: nobody knows what its pictures show."""
        return None

    def state(self) -> Mapping[str, Any]:
        """What can be known of any phone.

        ``apps``: the labels; ``locale``: the ``region``; ``foreground``, unless no app is in
        front: label or package of the ``app``, and its activity, ``screen``.
        """
        known = {"apps": list(self.apps), "locale": {"region": self.region}}
        found = _RESUMED.search(self._link.shell("dumpsys", "activity", "activities").out)
        found = found or _FOCUSED.search(self._link.shell("dumpsys", "window").out)
        if found is None:
            return known
        package, activity = (part.decode(errors="replace") for part in found.groups())
        labels = {package: label for label, package in self._packages.items()}
        screen = package + activity if activity.startswith(".") else activity
        return known | {"foreground": {"app": labels.get(package, package), "screen": screen}}

    def query(self, command: str) -> str | None:
        """What a shell command prints, without blanks around; None if it fails.

        Raises:
            DeviceError: The device doesn't answer.
        """
        done = self._link.script(command)
        return None if done.code else done.out.decode(errors="replace").strip()

    def perform(self, command: Command) -> Effect:
        """Carry out a command, once, and let the screen settle.

        Raises:
            DeviceError: The device refused or failed.
        """
        effect = Effect.DONE
        match command:
            case TapAt(x, y, ms) if ms < LONG_PRESS_MS:
                self._input("tap", x, y)
            case TapAt(x, y, ms):
                self._input("swipe", x, y, x, y, ms)
            case SwipeBetween(x1, y1, x2, y2, ms):
                self._input("swipe", x1, y1, x2, y2, ms)
            case PressKey(key):
                self._input("keyevent", _KEYS[key])
            case Launch(app):
                self._launch(app)
            case InputText(text):
                effect = self._keyboard.type(text)
            case Pause(seconds):
                time.sleep(seconds)
        time.sleep(self._settle_s)
        return effect

    def close(self) -> None:
        """Leave nothing of ours on the device; the server goes on."""
        self._capture.close()

    def _input(self, name: str, *arguments: int | str) -> None:
        _check(self._link.shell("input", name, *map(str, arguments)), f"input {name}")

    def _launch(self, app: str) -> None:
        wanted = app.strip()
        by_label = {label.casefold(): package for label, package in self._packages.items()}
        package = by_label.get(wanted.casefold(), wanted)
        if not _PACKAGE.fullmatch(package):
            raise _not_installed()
        launcher = "android.intent.category.LAUNCHER"
        done = self._link.shell("monkey", "-p", package, "-c", launcher, "1")
        said = done.out + done.err
        if b"No activities found" in said:
            raise _not_installed()
        if done.code or b"Events injected: 1" not in said:
            raise DeviceError("the app didn't start: try `adb shell monkey -p PACKAGE 1` by hand")

    def _region(self) -> str:
        """The region of the phone's locale, such as ``DE`` of ``de-Latn-DE``."""
        for property in ("persist.sys.locale", "ro.product.locale"):
            locale = self._link.shell("getprop", property).out.decode(errors="replace").strip()
            for part in locale.split("-")[1:]:
                if _REGION.fullmatch(part):
                    return part
        raise ConfigError("the phone doesn't tell its region: set device.region, such as US")

    def _launchable(self) -> dict[str, str]:
        intent = ("-a", "android.intent.action.MAIN", "-c", "android.intent.category.LAUNCHER")
        listed = self._link.shell("cmd", "package", "query-activities", "--brief", *intent).out
        # Before Android 7 there is no `cmd`; then those that the user installed.
        names = _COMPONENT.findall(listed) or _INSTALLED.findall(
            self._link.shell("pm", "list", "packages", "-3").out
        )
        return _labelled(sorted({name.decode() for name in names}))


def _check(done: Output, command: str) -> None:
    """Refuse a result that isn't a success; the message has no output in it.

    Raises:
        DeviceError: The command failed.
    """
    said = done.out + done.err
    if b"INJECT_EVENTS" in said:
        raise DeviceError(
            "the phone refuses touches from adb: enable 'USB debugging (Security settings)' in its "
            "developer options"
        )
    if done.code or _FAILED.search(said):
        code = "" if done.code is None else f" with exit code {done.code}"
        raise DeviceError(f"`{command}` failed on the device{code}: try it in `adb shell`")


def _not_installed() -> DeviceError:
    return DeviceError("no app of that name is installed")


def _labelled(packages: list[str]) -> dict[str, str]:
    """Label the packages with their last part, and those that share one with the whole name."""
    parts = [package.rpartition(".")[2] for package in packages]
    return {
        part if parts.count(part) == 1 else package: package
        for part, package in zip(parts, packages, strict=True)
    }


def _checked_region(region: str) -> str:
    if not _REGION.fullmatch(region) or region == "UK":
        raise ConfigError("device.region must be an ISO 3166 code in capitals, such as US or GB")
    return region


def _checked_apps(apps: Mapping[str, str]) -> dict[str, str]:
    for label, package in apps.items():
        if not _PACKAGE.fullmatch(package):
            raise ConfigError(f"device.apps: {label} needs a package such as com.example.app")
    return dict(apps)
