import contextlib
import re

import pytest

from harness.core.action import InputText, Launch, PressKey, SwipeBetween, TapAt
from harness.core.protocols import Effect
from harness.device.adb.device import AdbDevice
from harness.device.adb.server import AdbServer
from harness.device.simulated.adbd.commands import Commands, Result
from harness.device.simulated.adbd.daemon import Adbd
from harness.device.simulated.phone import SimulatedPhone
from harness.errors import ConfigError, DeviceError

APPS = {"Notes": "org.example.notes", "Shop": "com.example.shop"}
SECRET = "Dana Reyes"


class Programs:
    """Commands that answer as a test says, and tell what reached them."""

    names = ("input", "monkey", "am", "dumpsys", "getprop", "cmd", "pm")

    def __init__(self, answers):
        self.calls = []
        self._answers = answers

    def run(self, argv, stdin):
        if list(argv[:2]) != ["getprop", "ro.product.name"]:
            self.calls.append(list(argv))
        line = " ".join(argv)
        for start, answer in self._answers.items():
            if line.startswith(start):
                return answer if isinstance(answer, Result) else Result(0, answer.encode())
        return Result(0)


@pytest.fixture
def phone_with(server):
    """A device in front of a phone whose commands answer so; and what reached the phone."""
    with contextlib.ExitStack() as opened:

        def make(answers=None, **options):
            programs = Programs(answers or {})
            adbd = opened.enter_context(Adbd(SimulatedPhone(), commands=lambda *phone: programs))
            options = {"apps": APPS, "region": "US", "settle_s": 0.0} | options
            device = AdbDevice(serial=adbd.serial, port=server.port, **options)
            opened.callback(device.close)
            return device, programs.calls

        yield make


# ---------------------------------------------------------------- what it does


@pytest.mark.parametrize(
    ("command", "line"),
    [
        (TapAt(10, 20), "input tap 10 20"),
        (TapAt(10, 20, 499), "input tap 10 20"),
        (TapAt(10, 20, 500), "input swipe 10 20 10 20 500"),
        (SwipeBetween(1, 2, 3, 4, 250), "input swipe 1 2 3 4 250"),
        (PressKey("enter"), "input keyevent 66"),
        (PressKey("back"), "input keyevent 4"),
        (PressKey("home"), "input keyevent 3"),
    ],
)
def test_touches_and_keys_are_one_call_each(phone_with, command, line):
    device, calls = phone_with()
    calls.clear()
    assert device.perform(command) is Effect.DONE
    assert [" ".join(call) for call in calls if call[0] != "getprop"] == [line]


@pytest.mark.parametrize("app", ["Shop", " shop ", "SHOP", "com.example.shop"])
def test_an_app_is_launched_by_label_or_package(phone_with, app):
    device, calls = phone_with({"monkey": "Events injected: 1\n## Network stats: …"})
    device.perform(Launch(app))
    launcher = "android.intent.category.LAUNCHER"
    assert calls[-1] == ["monkey", "-p", "com.example.shop", "-c", launcher, "1"]


@pytest.mark.parametrize(
    "app", ["Nothing", "", "--help", "a.b;input keyevent 3", "Shop\n", "x y.z"]
)
def test_an_unknown_name_never_reaches_the_phone(phone_with, app):
    device, calls = phone_with({}, apps={"Notes": "org.example.notes"})
    calls.clear()
    with pytest.raises(DeviceError, match="no app of that name is installed"):
        device.perform(Launch(app))
    assert [call for call in calls if call[0] != "getprop"] == []


def test_a_package_that_is_not_installed_is_an_error(phone_with):
    aborted = Result(252, b"** No activities found to run, monkey aborted.\n")
    device, _ = phone_with({"monkey": aborted})
    with pytest.raises(DeviceError, match="no app of that name is installed"):
        device.perform(Launch("com.example.missing"))


def test_an_app_that_does_not_start_is_an_error(phone_with):
    device, _ = phone_with({"monkey": Result(0, b"** Error: a system error occurred\n")})
    with pytest.raises(DeviceError, match="didn't start"):
        device.perform(Launch("Notes"))


@pytest.mark.parametrize(
    "answer",
    [
        Result(1, b"", SECRET.encode()),
        Result(0, f"Error: Invalid arguments for command: {SECRET}\n".encode()),
        Result(0, b"", f"java.lang.NullPointerException: {SECRET}\n".encode()),
        Result(137, b"Killed\n"),
    ],
)
def test_a_refused_touch_is_an_error_that_shows_nothing(phone_with, answer):
    device, _ = phone_with({"input tap": answer})
    with pytest.raises(DeviceError, match="`input tap` failed") as refused:
        device.perform(TapAt(1, 1))
    assert SECRET not in str(refused.value)


def test_a_phone_that_forbids_touches_says_where_to_allow_them(phone_with):
    error = b"SecurityException: Injecting input events requires INJECT_EVENTS permission."
    device, _ = phone_with({"input": Result(255, b"", error)})
    with pytest.raises(DeviceError, match="developer options"):
        device.perform(TapAt(1, 1))


def test_a_reset_stops_the_configured_apps_and_goes_home(phone_with):
    device, calls = phone_with()
    calls.clear()
    device.reset(7)
    assert [" ".join(call) for call in calls if call[0] != "getprop"] == [
        "am force-stop org.example.notes",
        "am force-stop com.example.shop",
        "input keyevent 3",
    ]


def test_a_reset_that_fails_is_an_error(phone_with):
    device, _ = phone_with({"am force-stop com.example.shop": Result(1, b"", b"denied\n")})
    with pytest.raises(DeviceError, match="am force-stop"):
        device.reset(0)


# ---------------------------------------------------------------- what it knows


@pytest.mark.parametrize(
    ("answers", "app", "screen"),
    [
        (
            {
                "dumpsys activity": "  ResumedActivity: ActivityRecord{9c2 u0 "
                "com.example.shop/.cart.CartActivity t12}\n"
            },
            "Shop",
            "com.example.shop.cart.CartActivity",
        ),
        (
            {
                "dumpsys activity": "    mResumedActivity: ActivityRecord{43b8 u10 "
                "org.example.notes/org.example.notes.Main t4}\n"
            },
            "Notes",
            "org.example.notes.Main",
        ),
        (
            {"dumpsys window": "  mCurrentFocus=Window{1f u0 com.other.app/com.other.app.Main}\n"},
            "com.other.app",
            "com.other.app.Main",
        ),
    ],
)
def test_the_app_in_front_is_known_by_its_label(phone_with, answers, app, screen):
    device, _ = phone_with(answers)
    assert device.state()["foreground"] == {"app": app, "screen": screen}


def test_a_phone_without_an_app_in_front_still_has_apps(phone_with):
    device, _ = phone_with({"dumpsys window": "  mCurrentFocus=null\n"})
    state = device.state()
    assert "foreground" not in state
    assert state["apps"] == list(device.apps)
    assert state["locale"] == {"region": device.region}


@pytest.mark.parametrize(
    ("answers", "region"),
    [
        ({"getprop persist.sys.locale": "de-DE\n"}, "DE"),
        ({"getprop persist.sys.locale": "sr-Latn-RS\n"}, "RS"),
        ({"getprop persist.sys.locale": "\n", "getprop ro.product.locale": "en-GB\n"}, "GB"),
    ],
)
def test_the_region_is_the_one_of_the_phone(phone_with, answers, region):
    device, _ = phone_with(answers, region=None)
    assert device.region == region


def test_an_unknown_region_must_be_named(phone_with):
    with pytest.raises(ConfigError, match=r"device\.region"):
        phone_with({"getprop persist.sys.locale": "en\n"}, region=None)


@pytest.mark.parametrize("region", ["UK", "us", "USA", ""])
def test_a_region_that_nobody_knows_is_refused(phone_with, region):
    with pytest.raises(ConfigError, match="ISO 3166"):
        phone_with({}, region=region)


def test_without_a_list_the_apps_are_what_the_launcher_shows(phone_with):
    answers = {
        "cmd package query-activities": "3 activities found:\n"
        "  priority=0 preferredOrder=0 match=0x108000 specificIndex=-1 isDefault=true\n"
        "  com.example.shop/.Main\n  org.example.notes/.Main\n  net.example.notes/.Start\n"
    }
    device, calls = phone_with(answers, apps=None)
    assert device.apps == ("shop", "net.example.notes", "org.example.notes")
    device.reset(0)
    assert not [call for call in calls if call[0] == "am"]


def test_before_android_7_the_apps_are_those_that_the_user_installed(phone_with):
    answers = {
        "cmd": Result(127, b"", b"cmd: not found\n"),
        "pm list packages -3": "package:com.example.shop\r\npackage:org.example.notes\r\n",
    }
    device, _ = phone_with(answers, apps=None)
    assert device.apps == ("shop", "notes")


@pytest.mark.parametrize("package", ["", "-p", "notes", "a b.c", "org.example;id"])
def test_a_package_that_is_none_is_refused(phone_with, package):
    with pytest.raises(ConfigError, match="Notes needs a package"):
        phone_with({}, apps={"Notes": package})


def test_nobody_knows_what_is_personal_on_a_phone(phone_with):
    device, _ = phone_with()
    assert device.gold() is None
    assert device.invented is False


# ---------------------------------------------------------------- with a whole phone


@pytest.fixture
def whole(server, recorder):
    with Adbd(SimulatedPhone()) as adbd:
        yield AdbDevice(serial=adbd.serial, port=recorder.port, settle_s=0.0)


def test_every_request_of_an_episode_names_the_device(whole, recorder):
    whole.reset(0)
    whole.perform(Launch("com.android.contacts"))
    frame = whole.capture()
    whole.perform(InputText("nobody listens"))
    whole.state()
    assert frame.synchronised
    opened = [first for first, *_ in recorder.requests]
    assert len(opened) > 10
    for request in opened:
        # Only the question which devices there are goes to none of them.
        assert request == "host:devices-l" or re.search(rf"\b{whole.serial}\b", request), request


def test_a_device_must_be_chosen_among_several():
    with (
        AdbServer.private() as server,
        Adbd(SimulatedPhone()) as one,
        Adbd(SimulatedPhone()) as two,
    ):
        for adbd in (one, two):
            AdbDevice(serial=adbd.serial, port=server.port, apps={}, region="US").state()
        with pytest.raises(ConfigError) as several:
            AdbDevice(port=server.port)
        assert one.serial in str(several.value)
        assert two.serial in str(several.value)


def test_the_only_device_needs_no_name():
    with AdbServer.private() as server, Adbd(SimulatedPhone(), commands=Commands) as adbd:
        AdbDevice(serial=adbd.serial, port=server.port, apps={}, region="US").state()
        assert AdbDevice(port=server.port).serial == adbd.serial
