"""Emulators end to end: a real adb server, and the fake emulator with a simulated phone in it."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from typing import Any

import pytest

from harness.core.action import Launch, PressKey
from harness.device.adb.link import AdbLink, devices
from harness.device.adb.server import AdbServer, adb_path
from harness.device.avd.console import Console, running
from harness.device.avd.ports import claim
from harness.errors import ConfigError, DeviceError, DeviceLostError, DeviceTimeoutError


def option(argv: list[str], name: str) -> str:
    return argv[argv.index(name) + 1]


def port_of(sdk: Any, number: int = -1) -> int:
    return int(option(sdk.calls("argv")[number], "-port"))


def link_to(sdk: Any, server: AdbServer) -> AdbLink:
    return AdbLink(f"emulator-{port_of(sdk)}", port=server.port)


def in_front(device: Any) -> str:
    return str(device.state()["foreground"]["app"])


def says(link: AdbLink, *argv: str) -> str:
    return link.shell(*argv).out.decode().strip()


# ---------------------------------------------------------------- boot


def test_it_boots_headless_read_only_and_silent_on_an_even_port(booted: Any) -> None:
    _, sdk = booted
    [argv] = sdk.calls("argv")
    flags = {"-no-window", "-no-audio", "-no-boot-anim", "-no-snapshot-save", "-read-only"}
    assert flags <= set(argv)
    assert option(argv, "-avd") == "Medium_Phone"
    assert option(argv, "-gpu") == "swiftshader_indirect"
    assert int(option(argv, "-port")) % 2 == 0
    assert argv[-2:] == ["-dns-server", "10.0.0.1"]
    assert sdk.calls("home") == [str(sdk.root)]


def test_the_booted_phone_is_a_device_of_the_harness(booted: Any) -> None:
    device, _ = booted
    assert (device.name, device.region, device.apps) == ("avd", "US", ("Messages",))
    assert device.invented is False
    assert device.gold() is None
    device.perform(Launch("Messages"))
    assert in_front(device) == "Messages"
    frame = device.capture()
    assert frame.tree is not None
    assert frame.image is not None


def test_animations_and_the_pen_introduction_are_off(booted: Any, server: AdbServer) -> None:
    link = link_to(booted[1], server)
    for scale in ("window_animation", "transition_animation", "animator_duration"):
        assert says(link, "settings", "get", "global", f"{scale}_scale") == "0"
    assert says(link, "settings", "get", "secure", "stylus_handwriting_enabled") == "0"


def test_the_screen_is_on_unlocked_and_stays_on(booted: Any) -> None:
    asked = booted[1].calls("guest")
    assert ["svc", "power", "stayon", "true"] in asked
    wake = asked.index(["input", "keyevent", "KEYCODE_WAKEUP"])
    assert wake < asked.index(["wm", "dismiss-keyguard"])


def test_the_position_goes_to_the_console_with_the_longitude_first(booted: Any) -> None:
    assert ["geo", "fix", "2.294500", "48.858400"] in booted[1].calls("console")


def test_adb_itself_understands_its_console(booted: Any) -> None:
    serial = f"emulator-{port_of(booted[1])}"
    ask = [adb_path(), "-s", serial, "emu", "avd", "name"]
    said = subprocess.run(ask, capture_output=True, check=True)
    assert said.stdout.split() == [b"Medium_Phone", b"OK"]


def test_it_waits_until_android_has_booted(make: Any, sdk: Any) -> None:
    sdk.behave(boot_s=0.6)
    device = make()
    device.reset(0)
    assert "foreground" in device.state()


def test_an_emulator_that_does_not_announce_itself_is_found_all_the_same(
    make: Any, sdk: Any, server: AdbServer
) -> None:
    sdk.behave(announces=False)
    make().reset(0)
    assert f"emulator-{port_of(sdk)}" in {d.serial for d in devices(port=server.port)}


def test_its_death_while_booting_is_an_error_with_its_last_complaint(make: Any, sdk: Any) -> None:
    cause = "FATAL   | Running multiple emulators with the same AVD is an experimental feature."
    sdk.behave(dies=cause)
    with pytest.raises(DeviceLostError, match="ended while booting: Running multiple emulators"):
        make().reset(0)


def test_its_last_line_counts_where_it_does_not_complain(make: Any, sdk: Any) -> None:
    sdk.behave(dies="qemu: could not load PC BIOS")
    with pytest.raises(DeviceLostError, match=r"INFO +\| bye"):
        make().reset(0)


def test_a_boot_that_takes_too_long_says_how_far_it_came_and_leaves_nothing(
    make: Any, sdk: Any
) -> None:
    sdk.behave(never_boots=True)
    device = make(boot_timeout_s=3)
    with pytest.raises(DeviceTimeoutError, match="Android is still starting"):
        device.reset(0)
    assert sdk.running() == []
    sdk.behave()
    device.reset(0)
    assert device.state() != {}, "the next episode has a new emulator"


def test_a_program_that_can_not_be_run_is_an_error(make: Any, sdk: Any) -> None:
    device = make()
    program = sdk.root / "emulator" / "emulator"
    program.chmod(0o644)
    with pytest.raises(DeviceError, match="can't be run"):
        device.reset(0)


def test_nothing_can_be_done_before_the_first_reset(make: Any, sdk: Any) -> None:
    device = make()
    for act in (device.capture, device.state, lambda: device.perform(PressKey("home"))):
        with pytest.raises(DeviceError, match="reset it first"):
            act()
    device.close()
    assert sdk.calls("argv") == []


# ---------------------------------------------------------------- start of an episode


def test_without_a_snapshot_each_episode_boots_anew_on_the_same_port(make: Any, sdk: Any) -> None:
    device = make()
    device.reset(0)
    device.perform(Launch("Messages"))
    device.reset(1)
    assert in_front(device) != "Messages"
    first, second = sdk.calls("argv")
    assert "-no-snapshot-load" in first
    assert first == second
    assert len(sdk.running()) == 1


def test_a_snapshot_is_loaded_before_each_episode(make: Any, sdk: Any, server: AdbServer) -> None:
    device = make(snapshot="clean")
    device.reset(0)
    says(link_to(sdk, server), "settings", "put", "global", "zen_mode", "1")
    device.perform(Launch("Messages"))
    device.reset(1)
    assert in_front(device) != "Messages"
    assert says(link_to(sdk, server), "settings", "get", "global", "zen_mode") == "null"
    [argv] = sdk.calls("argv")
    assert option(argv, "-snapshot") == "clean"
    assert "-no-snapshot-load" not in argv
    assert sdk.calls("console").count(["avd", "snapshot", "load", "clean"]) == 2


def test_a_snapshot_that_can_not_be_loaded_fails_the_episode_with_the_reason(
    make: Any, sdk: Any
) -> None:
    sdk.behave(corrupt=True)
    device = make(snapshot="clean")
    with pytest.raises(DeviceError, match="does not have the requested snapshot 'clean'"):
        device.reset(0)
    assert sdk.running() == []
    with pytest.raises(DeviceError, match="reset it first"):
        device.capture()


def test_an_emulator_that_died_is_started_again_for_the_next_episode(make: Any, sdk: Any) -> None:
    device = make(snapshot="clean", timeout_s=2)
    device.reset(0)
    os.kill(sdk.running()[0], signal.SIGKILL)
    device.reset(1)
    assert device.state() != {}
    assert len(sdk.calls("argv")) == 2


def test_the_clock_stands_where_it_was_asked_for(make: Any, sdk: Any, server: AdbServer) -> None:
    device = make(snapshot="clean", clock="2023-10-16 09:30")
    for seed in range(2):
        device.reset(seed)
        link = link_to(sdk, server)
        assert says(link, "date", "+%F %H:%M") == "2023-10-16 09:30"
        assert says(link, "settings", "get", "global", "auto_time") == "0"


def test_a_clock_that_can_not_be_set_is_an_error_that_says_which_image_to_use(
    make: Any, sdk: Any
) -> None:
    sdk.behave(no_root=True)
    with pytest.raises(DeviceError, match="Google APIs"):
        make(clock="2023-10-16 09:30").reset(0)


def test_the_locale_is_set_and_android_starts_again_with_it(
    make: Any, sdk: Any, server: AdbServer
) -> None:
    device = make(locale="de-DE", region=None)
    device.reset(0)
    link = link_to(sdk, server)
    assert says(link, "getprop", "persist.sys.locale") == "de-DE"
    assert says(link, "settings", "get", "system", "system_locales") == "de-DE"
    assert says(link, "getprop", "sys.boot_completed") == "1"
    assert device.region == "DE"


def test_a_locale_that_is_there_already_needs_no_root(make: Any, sdk: Any) -> None:
    sdk.behave(no_root=True)
    make(locale="en-US").reset(0)


# ---------------------------------------------------------------- several, and what is whose


def test_two_run_at_once_on_ports_of_their_own(make: Any, sdk: Any, server: AdbServer) -> None:
    first, second = make(), make()
    first.reset(0)
    second.reset(0)
    one, two = port_of(sdk, 0), port_of(sdk, 1)
    assert abs(one - two) >= 2
    assert {f"emulator-{one}", f"emulator-{two}"} <= {d.serial for d in devices(port=server.port)}
    first.perform(Launch("Messages"))
    assert in_front(first) == "Messages"
    assert in_front(second) != "Messages"
    first.close()
    assert second.state() != {}


def test_a_wanted_port_is_taken_or_refused(make: Any, sdk: Any) -> None:
    free = claim(ports=range(5660, 5680, 2))
    free.release()
    make(port=free.port).reset(0)
    assert port_of(sdk) == free.port
    with pytest.raises(DeviceError, match="is taken"):
        make(port=free.port).reset(0)


def test_closing_shuts_it_down_and_frees_the_port(make: Any, sdk: Any) -> None:
    device = make()
    device.reset(0)
    port = port_of(sdk)
    device.close()
    device.close()
    assert ["kill"] in sdk.calls("console")
    assert sdk.running() == []
    socket.create_server(("127.0.0.1", port)).close()


def test_one_that_does_not_listen_is_killed(make: Any, sdk: Any) -> None:
    sdk.behave(deaf=True)
    device = make(stop_s=0.2)
    device.reset(0)
    device.close()
    assert sdk.running() == []


def test_the_end_of_the_program_ends_its_emulator(make: Any, sdk: Any, server: AdbServer) -> None:
    code = (
        "from harness.device.avd.device import AvdDevice\n"
        f"AvdDevice('Medium_Phone', adb_port={server.port}, region='US', apps={{}}, settle_s=0,"
        " poll_s=0.02, ports=range(5600, 5682, 2)).reset(0)\n"
        "raise RuntimeError"
    )
    done = subprocess.run([sys.executable, "-c", code], stderr=subprocess.PIPE, check=False)
    assert b"RuntimeError" in done.stderr
    assert len(sdk.calls("argv")) == 1
    assert sdk.running() == []


def test_emulators_of_others_are_left_alone(make: Any, sdk: Any, server: AdbServer) -> None:
    stray = claim(ports=range(5600, 5640, 2))
    stray.release()
    environ = os.environ | {"ANDROID_ADB_SERVER_PORT": str(server.port)}
    program = [str(sdk.root / "emulator" / "emulator"), "-avd", "Medium_Phone"]
    with subprocess.Popen([*program, "-port", str(stray.port)], env=environ) as theirs:
        try:
            until = time.monotonic() + 10
            while not list(running((stray.port,))):
                assert time.monotonic() < until
                time.sleep(0.02)
            device = make(snapshot="clean")
            device.reset(0)
            device.reset(1)
            assert port_of(sdk) != stray.port
            device.close()
            assert theirs.poll() is None
            assert Console(stray.port).send("avd", "name") == ["Medium_Phone"]
            attached = make(snapshot="clean", attach=True)
            attached.reset(0)
            assert attached.state() != {}
            assert len(sdk.calls("argv")) == 2, "it attaches and starts nothing"
            attached.close()
            assert theirs.poll() is None, "what was only attached to runs on"
        finally:
            theirs.kill()


def test_attaching_to_what_does_not_run_is_an_error(make: Any, sdk: Any) -> None:
    device = make(avd="Medium_Phone", snapshot="clean", attach=True)
    with pytest.raises(ConfigError, match="no running emulator of Medium_Phone"):
        device.reset(0)
    assert sdk.calls("argv") == []


# ---------------------------------------------------------------- configuration


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"avd": "Pixel_Nothing"}, "Medium_Phone, Small_Phone"),
        ({"snapshot": "dirty"}, "there are: clean, logged_in"),
        ({"read_only": False}, "name a snapshot"),
        ({"attach": True}, "name a snapshot"),
        ({"port": 5555}, "even number"),
        ({"clock": "tomorrow"}, "2024-05-10 12:00"),
        ({"locale": "german"}, "en-US"),
        ({"geo": [200, 0]}, "latitude, longitude"),
        ({"geo": [1]}, "latitude, longitude"),
        ({"extra_args": "-verbose"}, "must be a list"),
    ],
)
def test_settings_that_make_no_sense_stop_before_anything_starts(
    make: Any, sdk: Any, options: dict[str, Any], message: str
) -> None:
    with pytest.raises(ConfigError, match=message):
        make(**options)
    assert sdk.calls("argv") == []


def test_without_an_sdk_the_error_says_so(make: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("ANDROID_HOME")
    with pytest.raises(ConfigError, match="ANDROID_HOME"):
        make()
