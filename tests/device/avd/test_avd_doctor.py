"""The doctor names what is missing and how to get it, and starts nothing."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest

from harness.device.adb.server import AdbServer
from harness.device.avd import doctor


@pytest.fixture
def healthy(sdk: Any, server: AdbServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """A machine on which nothing is missing."""
    (tmp_path / "kvm").touch()
    monkeypatch.setenv("ANDROID_EMULATOR_KVM_DEVICE", str(tmp_path / "kvm"))
    monkeypatch.setenv("ANDROID_ADB_SERVER_PORT", str(server.port))
    (sdk.avds / "Medium_Phone.avd" / "userdata-qemu.img").touch()
    return sdk


def findings(capsys: Any, *argv: str) -> tuple[int, dict[str, tuple[str, str]]]:
    """Exit code, and per thing its state and detail."""
    code = doctor.main(argv)
    lines = capsys.readouterr().out.splitlines()
    return code, {line[9:22].strip(): (line[:8].strip(), line[23:]) for line in lines}


def test_a_machine_with_everything_is_well(healthy: Any, capsys: Any) -> None:
    code, found = findings(capsys, "--avd", "Medium_Phone", "--snapshot", "clean")
    assert code == 0
    assert {what for what, (state, _) in found.items() if state == "ok"} >= {
        "KVM", "SDK", "emulator", "adb", "adb server", "AVD", "system image", "snapshot", "disk",
        "RAM",
    }  # fmt: skip
    assert found["emulator"][1] == "version 36.1.9.0"
    assert "Small_Phone" in found["AVD"][1]
    assert found["keyboard"][0] == "note"
    assert healthy.calls("argv") == [], "no emulator was started"


@pytest.mark.parametrize(
    ("argv", "what", "advice"),
    [
        (["--avd", "Pixel_Nothing"], "AVD", "Medium_Phone, Small_Phone"),
        (["--snapshot", "dirty"], "snapshot", "avd snapshot save dirty"),
    ],
)
def test_what_is_asked_for_and_not_there_is_missing(
    healthy: Any, capsys: Any, argv: list[str], what: str, advice: str
) -> None:
    code, found = findings(capsys, *argv)
    assert code == 1
    assert found[what][0] == "missing"
    assert advice in found[what][1]


def test_without_an_sdk_it_says_how_to_get_one(
    healthy: Any, capsys: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("ANDROID_HOME")
    code, found = findings(capsys)
    assert code == 1
    assert found["SDK"][0] == "missing"
    assert "developer.android.com" in found["SDK"][1]
    assert found["KVM"][0] == "ok", "the rest is looked at all the same"


def test_without_acceleration_it_says_where_to_turn_it_on(
    healthy: Any, capsys: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ANDROID_EMULATOR_KVM_DEVICE", "/nonexistent/kvm")
    code, found = findings(capsys)
    assert code == 1
    assert found["KVM"][0] == "missing"
    assert "virtualization" in found["KVM"][1]


def test_a_missing_system_image_is_named_as_sdkmanager_wants_it(healthy: Any, capsys: Any) -> None:
    shutil.rmtree(healthy.root / "system-images")
    code, found = findings(capsys)
    assert code == 1
    assert "'system-images;android-33;google_apis;x86_64'" in found["system image"][1]


def test_a_play_store_image_is_noted_for_it_has_no_root(healthy: Any, capsys: Any) -> None:
    with (healthy.avds / "Medium_Phone.avd" / "config.ini").open("a") as settings:
        settings.write("PlayStore.enabled = true\n")
    code, found = findings(capsys)
    assert code == 0
    assert found["system image"][0] == "note"
    assert "root" in found["system image"][1]


@pytest.mark.parametrize(
    ("program", "said"),
    [
        ("#!/bin/sh\necho 'libX11.so.6: cannot open shared object file' >&2; exit 127\n", "libX11"),
        ("not a program", "can't be run"),
    ],
)
def test_an_emulator_that_does_not_run_is_missing_with_what_it_says(
    healthy: Any, capsys: Any, program: str, said: str
) -> None:
    (healthy.root / "emulator" / "emulator").write_text(program)
    code, found = findings(capsys, "--avd", "Medium_Phone")
    assert code == 1
    assert found["emulator"][0] == "missing"
    assert said in found["emulator"][1]


def test_more_memory_than_there_is_is_missing(healthy: Any, capsys: Any) -> None:
    with (healthy.avds / "Medium_Phone.avd" / "config.ini").open("a") as settings:
        settings.write("hw.ramSize = 4096G\n")
    code, found = findings(capsys)
    assert code == 1
    assert found["RAM"][0] == "missing"
    assert "4098 GiB" in found["RAM"][1]


def test_an_adb_server_that_is_not_there_is_no_fault_and_stays_away(
    healthy: Any, capsys: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ANDROID_ADB_SERVER_PORT", "1")
    code, found = findings(capsys)
    assert code == 0
    assert found["adb server"][0] == "note"


def test_the_keyboard_is_looked_for_on_a_running_emulator(
    healthy: Any, make: Any, capsys: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    device = make()
    device.reset(0)
    code, found = findings(capsys, "--avd", "Medium_Phone")
    assert code == 0
    assert found["keyboard"][0] == "ok"
    assert "emulator-" in found["keyboard"][1]
