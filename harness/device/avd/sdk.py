"""Where the Android SDK keeps its tools, its virtual devices (AVDs) and their snapshots.

Source: https://developer.android.com/tools/variables (which variable names which folder).
"""

from __future__ import annotations

import os
import re
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from harness.errors import ConfigError

NAME = re.compile(r"[A-Za-z0-9._-]+")
"""What the names of AVDs and snapshots are made of."""
GET_SDK = (
    "install Android Studio or the command-line tools from https://developer.android.com/studio"
)
_LIST_S = 30.0


@dataclass(frozen=True, slots=True)
class Sdk:
    """An installed SDK.

    Attributes:
        root: Its folder.
    """

    root: Path

    @property
    def emulator(self) -> Path:
        """The emulator program."""
        return self.root / "emulator" / "emulator"

    @property
    def adb(self) -> Path:
        """The adb program of platform-tools."""
        return self.root / "platform-tools" / "adb"


@dataclass(frozen=True, slots=True)
class Avd:
    """A virtual device that was created on this machine.

    Attributes:
        name: Its name.
        folder: Where its disks, settings and snapshots are.
    """

    name: str
    folder: Path

    def settings(self) -> dict[str, str]:
        """Its ``config.ini``; empty if there is none."""
        return _ini(self.folder / "config.ini")

    def snapshots(self) -> tuple[str, ...]:
        """Names of its saved states."""
        return tuple(sorted(p.parent.name for p in self.folder.glob("snapshots/*/snapshot.pb")))

    def image(self, sdk: Sdk) -> Path | None:
        """The folder of its system image; None where it doesn't say."""
        place = self.settings().get("image.sysdir.1")
        return sdk.root / place if place else None


def find_sdk(environ: Mapping[str, str] = os.environ) -> Sdk:
    """The SDK that ``ANDROID_HOME`` names, else ``ANDROID_SDK_ROOT``.

    Raises:
        ConfigError: Neither is set, or there is no emulator in what they name.
    """
    named = [environ[key] for key in ("ANDROID_HOME", "ANDROID_SDK_ROOT") if environ.get(key)]
    if not named:
        raise ConfigError(
            f"no Android SDK: set ANDROID_HOME (or ANDROID_SDK_ROOT) to its folder; {GET_SDK}"
        )
    for sdk in (Sdk(Path(folder).expanduser()) for folder in named):
        if sdk.emulator.is_file():
            return sdk
    raise ConfigError(
        f"no emulator/emulator in {' or '.join(named)}, which ANDROID_HOME or ANDROID_SDK_ROOT "
        "names: correct it, or get the emulator with `sdkmanager emulator`"
    )


def avd_home(environ: Mapping[str, str] = os.environ) -> Path:
    """The folder of the ``NAME.ini`` files, as the emulator looks for it."""
    if environ.get("ANDROID_AVD_HOME"):
        return Path(environ["ANDROID_AVD_HOME"])
    for key in ("ANDROID_EMULATOR_HOME", "ANDROID_USER_HOME"):
        if environ.get(key):
            return Path(environ[key], "avd")
    return Path(environ.get("HOME") or Path.home(), ".android", "avd")


def list_avds(sdk: Sdk, environ: Mapping[str, str] = os.environ) -> tuple[str, ...]:
    """Names of the AVDs: what ``emulator -list-avds`` says, else the files that define them."""
    try:
        done = subprocess.run(
            [sdk.emulator, "-list-avds"],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=dict(environ),
            timeout=_LIST_S,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired):
        listed: list[str] = []
    else:
        # Some versions write log lines between the names; those hold spaces.
        lines = done.stdout.decode(errors="replace").splitlines()
        listed = [line.strip() for line in lines if NAME.fullmatch(line.strip())]
    return tuple(listed) or tuple(sorted(path.stem for path in avd_home(environ).glob("*.ini")))


def find_avd(sdk: Sdk, name: str | None, environ: Mapping[str, str] = os.environ) -> Avd:
    """An AVD by its name, or the first one.

    Raises:
        ConfigError: There is no such AVD; the message lists those that are there.
    """
    known = list_avds(sdk, environ)
    if not known:
        raise ConfigError(
            "no AVD on this machine: create one in Android Studio's device manager, or with "
            "`avdmanager create avd -n NAME -k 'system-images;android-33;google_apis;x86_64'`"
        )
    if name is not None and name not in known:
        raise ConfigError(f"no AVD named {name}; there are: {', '.join(known)}")
    chosen = known[0] if name is None else name
    return Avd(chosen, _folder(chosen, avd_home(environ)))


def _folder(name: str, home: Path) -> Path:
    """Where an AVD's files are: its ini file says so, twice, and either may be outdated."""
    entry = _ini(home / f"{name}.ini")
    places = [Path(entry["path"])] if "path" in entry else []
    if "path.rel" in entry:
        places.append(home.parent / entry["path.rel"])
    usual = home / f"{name}.avd"
    return next((place for place in places if place.is_dir()), usual)


def _ini(path: Path) -> dict[str, str]:
    try:
        lines = path.read_text("utf-8", errors="replace").splitlines()
    except OSError:
        return {}
    pairs = (line.partition("=") for line in lines if "=" in line)
    return {key.strip(): value.strip() for key, _, value in pairs}
