"""``am``, ``monkey``, ``pm`` and what ``dumpsys`` says about the app in front."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from harness.core.action import InputText, Launch, PressKey
from harness.device.simulated.adbd.commands import Commands, Result
from harness.device.simulated.adbd.faults import Faults
from harness.device.simulated.adbd.files import Files
from harness.device.simulated.phone import SimulatedPhone

Run = Callable[..., Result]
PACKAGES = {
    "Bank": "com.example.bank",
    "Contacts": "com.android.contacts",
    "Messages": "com.android.messaging",
    "Settings": "com.android.settings",
}
MAIN = ("-a", "android.intent.action.MAIN", "-c", "android.intent.category.LAUNCHER")


@pytest.fixture
def phone() -> SimulatedPhone:
    return SimulatedPhone()


@pytest.fixture
def run(phone: SimulatedPhone) -> Run:
    commands = Commands(phone, Files(), Faults({}), ("adbkeyboard", "clipper"))
    return lambda *argv: commands.run(argv, b"")


def front(phone: SimulatedPhone) -> str:
    return str(phone.state()["foreground"]["app"])


def activity(run: Run, package: str) -> str:
    """The main activity of a package, as a tool finds it out."""
    lines = run("cmd", "package", "resolve-activity", "--brief", package).out.decode().split()
    return lines[-1]


# ---------------------------------------------------------------- am start


@pytest.mark.parametrize(("label", "package"), PACKAGES.items())
def test_an_app_is_started_by_its_component(run, phone, label: str, package: str) -> None:
    name = activity(run, package)
    result = run("am", "start", "-n", name)
    assert result == Result(0, f"Starting: Intent {{ cmp={name} }}\n".encode())
    assert front(phone) == label


@pytest.mark.parametrize("command", ["start", "start-activity"])
def test_an_app_is_started_by_its_package(run: Run, phone: SimulatedPhone, command: str) -> None:
    result = run("am", command, *MAIN, "-p", "com.example.bank", "--user", "0")
    assert result.out.decode() == (
        "Starting: Intent { act=android.intent.action.MAIN "
        "cat=[android.intent.category.LAUNCHER] pkg=com.example.bank }\n"
    )
    assert front(phone) == "Bank"


def test_a_class_may_be_written_at_length(run: Run, phone: SimulatedPhone) -> None:
    argv = ("-f", "0x10000000", "-n", "com.android.settings/com.android.settings.Settings")
    assert run("am", "start", *argv).out == (
        b"Starting: Intent { flg=0x10000000 cmp=com.android.settings/.Settings }\n"
    )
    assert front(phone) == "Settings"


def test_waiting_tells_that_it_worked(run: Run) -> None:
    out = run("am", "start", "-W", "-n", "com.example.bank/.MainActivity").out.decode()
    assert "Status: ok\n" in out
    assert "Activity: com.example.bank/.MainActivity\n" in out
    assert out.endswith("Complete\n")


def test_an_app_in_front_stays_there_with_a_warning(run: Run, phone: SimulatedPhone) -> None:
    run("am", "start", "-n", "com.example.bank/.MainActivity")
    result = run("am", "start", "-n", "com.example.bank/.MainActivity")
    assert result.code == 0
    assert result.err.startswith(b"Warning: Activity not started")
    assert front(phone) == "Bank"


@pytest.mark.parametrize("name", ["com.example.nothing/.Main", "com.android.settings/.Nothing"])
def test_a_class_that_doesnt_exist(run: Run, phone: SimulatedPhone, name: str) -> None:
    package, _, cls = name.partition("/")
    result = run("am", "start", "-n", name)
    assert result.code == 1
    assert result.out == f"Starting: Intent {{ cmp={name} }}\n".encode()
    assert result.err.decode() == (
        f"Error type 3\nError: Activity class {{{package}/{package}{cls}}} does not exist.\n"
    )
    assert front(phone) == "Home"


@pytest.mark.parametrize(
    "argv", [("-a", "android.intent.action.VIEW", "-d", "geo:0,0"), (*MAIN, "-p", "com.nothing")]
)
def test_an_intent_that_nobody_takes(run: Run, phone: SimulatedPhone, argv: tuple) -> None:
    result = run("am", "start", *argv)
    assert result.code == 1
    assert b"Error: Activity not started, unable to resolve Intent { act=" in result.err
    assert front(phone) == "Home"


def test_home_and_settings_have_actions(run: Run, phone: SimulatedPhone) -> None:
    run("am", "start", "-a", "android.settings.SETTINGS")
    assert front(phone) == "Settings"
    home = ("-a", "android.intent.action.MAIN", "-c", "android.intent.category.HOME")
    assert run("am", "start", *home).code == 0
    assert front(phone) == "Home"


@pytest.mark.parametrize(
    ("argv", "said"),
    [
        (["start", "-n"], 'Argument expected after "-n"'),
        (["start", "-n", "nonsense"], "Bad component name: nonsense"),
        (["start", "--es", "msg"], 'Argument expected after "msg"'),
        (["broadcast", "--nothing"], "Unknown option: --nothing"),
        (["start", "-f", "many"], "Bad number: many"),
        (["force-stop"], 'Argument expected after "force-stop"'),
    ],
)
def test_arguments_that_cant_be_read(run: Run, argv: list[str], said: str) -> None:
    result = run("am", *argv)
    assert result.code == 255
    assert f"java.lang.IllegalArgumentException: {said}" in result.err.decode()


# ---------------------------------------------------------------- am force-stop


def test_a_stopped_app_starts_afresh_and_keeps_what_it_stored(run, phone) -> None:
    phone.perform(Launch("Bank"))
    stored = phone.state()["bank"]["transfers"]
    phone.perform(InputText(phone.state()["bank"]["pin"]))
    phone.perform(PressKey("enter"))
    assert phone.state()["foreground"] == {"app": "Bank", "screen": "home"}
    assert run("am", "force-stop", "com.example.bank") == Result(0)
    assert front(phone) == "Home"
    run("monkey", "-p", "com.example.bank", "1")
    assert phone.state()["foreground"] == {"app": "Bank", "screen": "login"}
    assert phone.state()["bank"]["transfers"] == stored


def test_an_app_in_the_background_is_stopped_in_silence(run: Run, phone: SimulatedPhone) -> None:
    phone.perform(Launch("Messages"))
    run("input", "tap", "500", "500")
    assert phone.state()["foreground"]["screen"] == "thread"
    phone.perform(Launch("Settings"))
    assert run("am", "force-stop", "com.android.messaging") == Result(0)
    assert run("am", "force-stop", "com.example.nothing") == Result(0)
    assert front(phone) == "Settings"
    phone.perform(Launch("Messages"))
    assert phone.state()["foreground"]["screen"] == "list"


@pytest.mark.parametrize("option", [["-S"], ["-f", "0x10008000"], ["--activity-clear-task"]])
def test_a_start_may_clear_what_was_open(run, phone, option: list[str]) -> None:
    phone.perform(Launch("Messages"))
    run("input", "tap", "500", "500")
    result = run("am", "start", *option, "-n", activity(run, "com.android.messaging"))
    assert (result.code, result.err) == (0, b"")
    assert phone.state()["foreground"] == {"app": "Messages", "screen": "list"}


# ---------------------------------------------------------------- broadcasts


def test_a_broadcast_is_told_without_its_extras(run: Run) -> None:
    result = run(
        "am", "broadcast", "-a", "com.example.PING", "--es", "name", "Ann Lee", "--ez", "x", "true"
    )
    assert result == Result(
        0,
        b"Broadcasting: Intent { act=com.example.PING flg=0x400000 (has extras) }\n"
        b"Broadcast completed: result=0\n",
    )


def test_a_service_of_an_installed_app_starts(run: Run) -> None:
    result = run("am", "startservice", "ca.zgrs.clipper/.ClipboardService")
    assert result.code == 0
    assert result.out == b"Starting service: Intent { cmp=ca.zgrs.clipper/.ClipboardService }\n"
    missing = run("am", "startservice", "com.example.nothing/.Service")
    assert missing.err == b"Error: Not found; no service started.\n"


# ---------------------------------------------------------------- monkey


def test_monkey_launches_an_app(run: Run, phone: SimulatedPhone) -> None:
    package = "com.android.contacts"
    result = run("monkey", "-p", package, "-c", "android.intent.category.LAUNCHER", "1")
    assert result.code == 0
    assert b"Events injected: 1\n" in result.out
    assert front(phone) == "Contacts"


def test_monkey_finds_nothing_to_launch(run: Run, phone: SimulatedPhone) -> None:
    result = run(
        "monkey", "-p", "com.example.nothing", "-c", "android.intent.category.LAUNCHER", "1"
    )
    assert result.code == 252
    assert result.out.endswith(b"** No activities found to run, monkey aborted.\n")
    assert b"Events injected" not in result.out
    assert front(phone) == "Home"


def test_monkey_wants_a_count(run: Run, phone: SimulatedPhone) -> None:
    assert run("monkey", "-p", "com.android.contacts").code == 255
    assert front(phone) == "Home"


# ---------------------------------------------------------------- pm


def test_all_apps_and_tools_are_installed(run: Run) -> None:
    listed = run("pm", "list", "packages").out.decode().splitlines()
    assert {f"package:{p}" for p in PACKAGES.values()} <= set(listed)
    assert {"package:com.android.adbkeyboard", "package:ca.zgrs.clipper"} <= set(listed)
    assert listed == sorted(listed)
    third = set(run("pm", "list", "packages", "-3").out.decode().splitlines())
    system = set(run("pm", "list", "packages", "-s", "--user", "0").out.decode().splitlines())
    assert third | system == set(listed)
    assert not third & system
    assert run("pm", "list", "packages", "bank").out == b"package:com.example.bank\n"
    assert run("pm", "list", "packages", "-d") == Result(0)


def test_tools_that_arent_installed_arent_listed(phone: SimulatedPhone) -> None:
    bare = Commands(phone, Files(), Faults({}), tools=())
    assert b"adbkeyboard" not in bare.run(["pm", "list", "packages"], b"").out
    assert b"adbkeyboard" not in bare.run(["ime", "list", "-s", "-a"], b"").out
    default = Commands(phone, Files(), Faults({}))
    assert b"adbkeyboard" in default.run(["pm", "list", "packages"], b"").out
    assert b"clipper" not in default.run(["pm", "list", "packages"], b"").out


def test_paths_of_packages(run: Run) -> None:
    path = run("pm", "path", "com.example.bank").out.decode()
    assert re.fullmatch(r"package:/data/app/\S+/base\.apk\n", path)
    listed = run("pm", "list", "packages", "-f", "com.example.bank").out.decode()
    assert listed == f"{path.strip()}=com.example.bank\n"
    assert run("pm", "path", "com.example.nothing") == Result(1)
    assert run("pm", "path", "android").out.startswith(b"package:/")


def test_the_apps_of_the_home_screen_are_found(run: Run, phone: SimulatedPhone) -> None:
    brief = run("cmd", "package", "query-activities", "--brief", *MAIN).out.decode()
    assert brief.startswith(f"{len(phone.apps)} activities found:\n  Activity #0:\n    priority=0 ")
    found = re.findall(r"^    (\S+)/\S+$", brief, re.MULTILINE)
    assert found == [phone.packages[label] for label in phone.apps]
    assert set(PACKAGES.values()) < set(found)
    listed = run("pm", "query-activities", "--components", *MAIN).out.decode().split()
    assert listed == [activity(run, package) for package in found]
    nobody = run("pm", "query-activities", "--brief", "-a", "android.intent.action.VIEW")
    assert nobody.out == b"No activities found\n"


def test_resolving_what_isnt_there(run: Run) -> None:
    result = run("cmd", "package", "resolve-activity", "--brief", "com.example.nothing")
    assert result.out == b"No activity found\n"


# ---------------------------------------------------------------- dumpsys


@pytest.mark.parametrize("package", [*PACKAGES.values(), "com.android.launcher3"])
def test_tools_find_the_app_in_front(run: Run, phone: SimulatedPhone, package: str) -> None:
    name = activity(run, package)
    run("am", "start", "-n", name)
    cls = name.partition("/")[2]
    window = run("dumpsys", "window").out.decode()
    focus = re.search(r"mCurrentFocus=Window\{\S+ \S+ (?P<package>\S+)/(?P<activity>\S+)\}", window)
    assert focus is not None
    assert focus["package"] == package
    assert focus["activity"] == package + cls
    assert re.search(rf"mFocusedApp=ActivityRecord{{\S+ u0 {re.escape(name)} t\d+}}", window)
    activities = run("dumpsys", "activity", "activities").out.decode()
    for key in ("mResumedActivity: ", "topResumedActivity="):
        assert re.search(rf"{key}ActivityRecord{{\S+ u0 {re.escape(name)} t\d+}}", activities)
    top = run("dumpsys", "activity", "top").out.decode()
    assert re.search(rf"ACTIVITY {re.escape(name)} \S+ pid=\d+", top)


def test_the_keyboard_is_shown_while_a_field_has_the_focus(run: Run, phone) -> None:
    assert b"mInputShown=false" in run("dumpsys", "input_method").out
    phone.perform(Launch("Bank"))
    told = run("dumpsys", "input_method").out
    assert b"mInputShown=true" in told
    assert b"mCurMethodId=com.android.inputmethod.latin/.LatinIME" in told


@pytest.mark.parametrize(
    ("argv", "line"),
    [
        (["window", "displays"], "init=1080x2400 420dpi cur=1080x2400"),
        (["window", "windows"], "mCurrentFocus="),
        (["input"], "SurfaceOrientation: 0"),
        (["display"], "orientation=0"),
        (["power"], "mWakefulness=Awake"),
        (["battery"], "level: 100"),
        (["package", "com.example.bank"], "versionName=1.0"),
        (["-l"], "input_method"),
        ([], "DUMP OF SERVICE window:"),
    ],
)
def test_lines_that_tools_look_for(run: Run, argv: list[str], line: str) -> None:
    result = run("dumpsys", *argv)
    assert result.code == 0
    assert line in result.out.decode()


def test_a_service_that_isnt_there(run: Run) -> None:
    assert run("dumpsys", "nothing") == Result(0, err=b"Can't find service: nothing\n")
    assert b"Unable to find package" in run("dumpsys", "package", "com.nothing").out


def test_an_override_shows_in_dumpsys(run: Run) -> None:
    run("wm", "size", "720x1600")
    run("wm", "density", "320")
    told = run("dumpsys", "window", "displays").out
    assert b"init=1080x2400 420dpi base=720x1600 320dpi cur=720x1600" in told
