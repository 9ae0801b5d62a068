"""A fake SDK with two AVDs, and an adb server that no other program uses."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from harness.device.adb.server import AdbServer
from harness.device.avd.device import AvdDevice

FAKE = Path(__file__).with_name("fake_emulator.py")
ROOT = Path(__file__).parents[3]
PORTS = range(5600, 5682, 2)
"""Console ports beyond those that other adb servers look at by themselves."""
SHORT = {"settle_s": 0.0, "keyboard_settle_s": 0.0, "poll_s": 0.02, "stop_s": 0.5}


@dataclass(frozen=True)
class FakeSdk:
    """An SDK folder with a fake ``emulator``, and the folder of its AVDs."""

    root: Path
    avds: Path

    def behave(self, **behaviour: Any) -> None:
        (self.root / "emulator" / "behaviour.json").write_text(json.dumps(behaviour))

    def calls(self, kind: str) -> list[Any]:
        """What emulators were asked for: ``argv`` of their starts, or ``console`` commands."""
        path = self.root / "emulator" / "calls.jsonl"
        lines = path.read_text().splitlines() if path.exists() else []
        return [call[kind] for call in map(json.loads, lines) if kind in call]

    def running(self) -> list[int]:
        """Process ids of started emulators that still run."""
        return [pid for pid in self.calls("pid") if Path(f"/proc/{pid}/cmdline").exists()]

    def add_avd(self, name: str, *snapshots: str) -> None:
        folder = self.avds / f"{name}.avd"
        image = "system-images/android-33/google_apis/x86_64"
        folder.mkdir()
        (folder / "config.ini").write_text(f"hw.ramSize=512M\nimage.sysdir.1={image}/\n")
        (self.avds / f"{name}.ini").write_text(f"path={folder}\npath.rel=avd/{name}.avd\n")
        for snapshot in snapshots:
            (folder / "snapshots" / snapshot).mkdir(parents=True)
            (folder / "snapshots" / snapshot / "snapshot.pb").touch()
        (self.root / image).mkdir(parents=True, exist_ok=True)
        (self.root / image / "system.img").touch()


def install(folder: Path, patch: pytest.MonkeyPatch) -> FakeSdk:
    """Write a fake SDK with two AVDs, and point the environment at it."""
    made = FakeSdk(folder / "sdk", folder / "home" / ".android" / "avd")
    made.avds.mkdir(parents=True)
    program = made.root / "emulator" / "emulator"
    program.parent.mkdir(parents=True)
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" "{FAKE}" "$@"\n')
    program.chmod(0o755)
    made.behave()
    made.add_avd("Medium_Phone", "clean", "logged_in")
    made.add_avd("Small_Phone")
    for key in ("ANDROID_SDK_ROOT", "ANDROID_EMULATOR_HOME", "ANDROID_USER_HOME"):
        patch.delenv(key, raising=False)
    patch.setenv("HOME", str(folder / "home"))
    patch.setenv("ANDROID_HOME", str(made.root))
    patch.setenv("ANDROID_AVD_HOME", str(made.avds))
    patch.setenv("FAKE_EMULATOR", str(program.parent))
    patch.setenv("PYTHONPATH", str(ROOT))
    return made


@pytest.fixture
def sdk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> FakeSdk:
    return install(tmp_path, monkeypatch)


@pytest.fixture(scope="session")
def server() -> Iterator[AdbServer]:
    with AdbServer.private() as started:
        yield started


def emulated(server: AdbServer, **options: Any) -> AvdDevice:
    """An emulator device for tests: short pauses, ports of their own."""
    given = {"avd": "Medium_Phone", "apps": {"Messages": "com.android.messaging"}}
    given |= {"region": "US", "adb_port": server.port, "ports": PORTS}
    return AvdDevice(**{**SHORT, **given, **options})


@pytest.fixture
def make(sdk: FakeSdk, server: AdbServer) -> Iterator[Callable[..., AvdDevice]]:
    """Makes emulator devices and closes them at the end."""
    made: list[AvdDevice] = []

    def device(**options: Any) -> AvdDevice:
        made.append(emulated(server, **options))
        return made[-1]

    yield device
    for each in made:
        each.close()


@pytest.fixture(scope="module")
def booted(
    tmp_path_factory: pytest.TempPathFactory, server: AdbServer
) -> Iterator[tuple[AvdDevice, FakeSdk]]:
    """A booted emulator that tests look at without changing it, and its SDK."""
    with pytest.MonkeyPatch.context() as patch:
        sdk = install(tmp_path_factory.mktemp("booted"), patch)
        device = emulated(server, geo=[48.8584, 2.2945], extra_args=["-dns-server", "10.0.0.1"])
        assert sdk.calls("argv") == [], "nothing is started before it is needed"
        device.reset(0)
        yield device, sdk
        device.close()
