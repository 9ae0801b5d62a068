"""``ime``, ``settings``, ``getprop``, ``svc`` and ``date``."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st
from properties import examples

from harness.core.action import Launch
from harness.device.simulated.adbd.commands import Commands, Result
from harness.device.simulated.adbd.commands_base import ADB_IME, LATIN_IME
from harness.device.simulated.adbd.faults import Faults
from harness.device.simulated.adbd.files import Files
from harness.device.simulated.phone import SimulatedPhone

Run = Callable[..., Result]


@pytest.fixture
def phone() -> SimulatedPhone:
    return SimulatedPhone()


@pytest.fixture
def run(phone: SimulatedPhone) -> Run:
    return runner(phone)


def runner(phone: SimulatedPhone) -> Run:
    commands = Commands(phone, Files(), Faults({}))
    return lambda *argv: commands.run(argv, b"")


def told(run: Run, line: str) -> str:
    result = run(*line.split())
    assert (result.code, result.err) == (0, b"")
    return result.out.decode().rstrip("\n")


# ---------------------------------------------------------------- properties


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("sys.boot_completed", "1"),
        ("ro.build.version.sdk", "34"),
        ("ro.build.version.release", "14"),
        ("ro.product.model", "Sim One"),
        ("persist.sys.locale", "en-US"),
        ("ro.kernel.qemu", "1"),
        ("ro.no.such.thing", ""),
    ],
)
def test_properties(run: Run, name: str, value: str) -> None:
    assert run("getprop", name) == Result(0, f"{value}\n".encode())
    assert (f"[{name}]: [{value}]" in told(run, "getprop")) is bool(value)


def test_properties_are_set_unless_they_are_read_only(run: Run) -> None:
    assert run("setprop", "debug.own", "x y") == Result(0)
    assert told(run, "getprop debug.own") == "x y"
    assert run("setprop", "persist.sys.locale", "de-DE").code == 1
    assert run("su", "0", "setprop", "persist.sys.locale", "de-DE") == Result(0)
    assert told(run, "getprop persist.sys.locale") == "de-DE"
    assert told(run, "getprop debug.unset fallback") == "fallback"
    assert run("setprop", "ro.product.model", "Other").code == 1
    assert told(run, "getprop ro.product.model") == "Sim One"


# ---------------------------------------------------------------- settings


def test_settings_are_put_got_listed_and_deleted(run: Run) -> None:
    assert told(run, "settings get secure some_key") == "null"
    assert run("settings", "put", "secure", "some_key", "a b") == Result(0)
    assert told(run, "settings get --user 0 secure some_key") == "a b"
    assert "some_key=a b" in told(run, "settings list secure").splitlines()
    assert told(run, "settings get global some_key") == "null"
    assert told(run, "settings delete secure some_key") == "Deleted 1 rows"
    assert told(run, "settings delete secure some_key") == "Deleted 0 rows"


def test_what_the_phone_shows_is_what_settings_tell(run: Run, phone: SimulatedPhone) -> None:
    own = phone.state()["settings"]
    assert told(run, "settings get system font_scale") == "1.0"
    assert told(run, "settings get system screen_off_timeout") == "30000"
    assert told(run, "settings get global wifi_on") == "1"
    assert told(run, "settings get global bluetooth_on") == str(int(own["bluetooth"]))
    assert told(run, "settings get global airplane_mode_on") == "0"
    assert told(run, "settings get global device_name") == own["device_name"]
    assert told(run, "settings get secure default_input_method") == LATIN_IME
    assert told(run, "settings get secure ui_night_mode") == "1"
    phone.configure(wifi=False, dark_theme=True, screen_timeout="5 minutes")
    assert told(run, "settings get global wifi_on") == "0"
    assert told(run, "settings get secure ui_night_mode") == "2"
    assert told(run, "settings get system screen_off_timeout") == "300000"


def test_a_font_scale_enlarges_the_text(run: Run, phone: SimulatedPhone) -> None:
    before = phone.capture().image
    assert run("settings", "put", "system", "font_scale", "1.3") == Result(0)
    assert phone.state()["settings"]["font_size"] == "Largest"
    assert told(run, "settings get system font_scale") == "1.3"
    assert (phone.capture().image != before).any()
    run("settings", "put", "system", "font_scale", "huge")
    run("settings", "put", "system", "font_scale", "40")
    assert told(run, "settings get system font_scale") == "1.3"


@pytest.mark.parametrize("kind", ["wifi", "bluetooth"])
def test_services_switch_the_radios(run: Run, phone: SimulatedPhone, kind: str) -> None:
    for how, on in (("enable", True), ("disable", False)):
        assert run("svc", kind, how) == Result(0)
        assert phone.state()["settings"][kind] is on
        run("settings", "put", "global", f"{kind}_on", str(int(not on)))
        assert told(run, f"settings get global {kind}_on") == str(int(on))


@pytest.mark.parametrize(
    "argv", [[], ["get"], ["get", "user", "x"], ["get", "system"], ["reset", "system"],
             ["put", "system", "x"]],
)  # fmt: skip
def test_settings_that_cant_be_read(run: Run, argv: list[str]) -> None:
    result = run("settings", *argv)
    assert result.code == 255
    assert result.err


# ---------------------------------------------------------------- keyboards


def test_a_keyboard_is_enabled_chosen_and_disabled(run: Run) -> None:
    assert told(run, "ime list -s") == LATIN_IME
    assert told(run, "ime list -s -a").splitlines() == [LATIN_IME, ADB_IME]
    refused = run("ime", "set", ADB_IME)
    assert refused.code == 255
    assert (
        refused.err.decode() == f"Unknown input method {ADB_IME} cannot be selected for user #0\n"
    )
    assert told(run, f"ime enable {ADB_IME}") == f"Input method {ADB_IME}: now enabled for user #0"
    assert told(run, f"ime enable {ADB_IME}").endswith(": already enabled for user #0")
    assert told(run, f"ime set {ADB_IME}") == f"Input method {ADB_IME} selected for user #0"
    assert told(run, "settings get secure default_input_method") == ADB_IME
    assert told(run, "settings get secure enabled_input_methods") == f"{LATIN_IME}:{ADB_IME}"
    told(run, f"ime disable {ADB_IME}")
    assert told(run, "settings get secure default_input_method") == LATIN_IME
    assert told(run, "ime list -s") == LATIN_IME


def test_a_reset_brings_the_first_keyboard_back(run: Run) -> None:
    run("ime", "enable", ADB_IME)
    run("ime", "set", ADB_IME)
    assert run("ime", "reset").code == 0
    assert told(run, "settings get secure default_input_method") == LATIN_IME


def test_a_keyboard_that_isnt_installed(run: Run) -> None:
    result = run("ime", "enable", "com.example/.Keyboard")
    assert result.code == 255
    assert b"cannot be enabled" in result.err
    assert run("ime", "nonsense").code == 255


# ---------------------------------------------------------------- the clock


def test_the_clock_stands_at_what_the_status_bar_shows(run: Run) -> None:
    assert told(run, "date") == "Fri May 10 12:00:00 UTC 2024"
    assert told(run, "date +%s") == "1715342400"
    assert told(run, "date -u +%Y-%m-%dT%H:%M:%S%%") == "2024-05-10T12:00:00%"


@pytest.mark.parametrize(
    ("text", "seconds"),
    [
        ("051509302023.45", 1684143045),
        ("0515093023", 1684143000),
        ("05150930", 1715765400),
        ("@86400", 86400),
        ("2023-05-15 09:30", 1684143000),
        ("2023-05-15", 1684108800),
    ],
)
def test_the_clock_is_set(run: Run, text: str, seconds: int) -> None:
    refused = run("date", text)
    assert refused == Result(1, err=b"date: cannot set date: Operation not permitted\n")
    assert told(run, "date +%s") == "1715342400"
    assert run("su", "0", "date", text).code == 0
    assert told(run, "date +%s") == str(seconds)


@pytest.mark.parametrize("text", ["13010000", "yesterday", "2023-02-30", "1"])
def test_dates_that_make_no_sense_are_refused(run: Run, text: str) -> None:
    result = run("date", text)
    assert (result.code, result.out) == (1, b"")
    assert result.err == f"date: bad date '{text}'\n".encode()
    assert told(run, "date +%s") == "1715342400"


def test_a_date_may_be_shown_without_setting_it(run: Run) -> None:
    assert run("date", "-d", "@0", "+%Y").out == b"1970\n"
    assert run("date", "-d", "soon").code == 1
    assert told(run, "date +%Y") == "2024"


@given(st.integers(0, 4_000_000_000))
@examples(25)
def test_a_clock_set_in_either_way_tells_the_same(seconds: int) -> None:
    run = runner(SimulatedPhone())
    assert run("su", "root", "date", f"@{seconds}").code == 0
    digits = told(run, "date +%m%d%H%M%Y.%S")
    run("su", "root", "date", "@0")
    assert run("su", "root", "date", digits).code == 0
    assert told(run, "date +%s") == str(seconds)


# ---------------------------------------------------------------- root


def test_su_runs_one_command_as_another_user(run: Run) -> None:
    assert told(run, "su 0 whoami") == "root"
    assert told(run, "su root id -u") == "0"
    assert told(run, "su shell whoami") == "shell"
    assert told(run, "whoami") == "shell"
    assert told(run, "su") == ""
    assert run("su", "nobody", "id") == Result(1, err=b"su: invalid uid/gid 'nobody'\n")


def test_android_starts_anew(run: Run, phone: SimulatedPhone) -> None:
    phone.perform(Launch("Settings"))
    for command in ("stop", "start"):
        assert run(command) == Result(1, err=b"Must be root\n")
    assert run("su", "0", "stop") == Result(0)
    assert run("su", "0", "setprop", "sys.boot_completed", "0") == Result(0)
    assert told(run, "getprop sys.boot_completed") == "0"
    assert run("su", "0", "start") == Result(0)
    assert told(run, "getprop sys.boot_completed") == "1"
    assert phone.state()["foreground"]["app"] == "Home"
