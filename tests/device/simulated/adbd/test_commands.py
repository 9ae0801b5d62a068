"""The table of commands: finding them, other ways to call them, and many callers at once."""

from __future__ import annotations

from threading import Event, Thread

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from properties import examples

from harness.device.simulated.adbd.commands import TOOLS, Commands, Result
from harness.device.simulated.adbd.commands_base import ADB_IME
from harness.device.simulated.adbd.faults import Faults
from harness.device.simulated.adbd.files import Files
from harness.device.simulated.phone import SimulatedPhone
from harness.errors import ConfigError


@pytest.fixture
def commands() -> Commands:
    return Commands(SimulatedPhone(), Files(), Faults({}), tools=TOOLS)


def test_what_an_adb_driver_needs_stands_on_path(commands: Commands) -> None:
    needed = (
        "input uiautomator screencap am ime monkey wm dumpsys pm getprop settings content date "
        "svc cmd cat rm ls stat mkdir touch mv cp md5sum wc head base64 sleep id whoami uname"
    )
    assert set(needed.split()) <= set(commands.names)
    assert "sh" not in commands.names


def test_every_name_runs_without_arguments(commands: Commands) -> None:
    for name in commands.names:
        assert isinstance(commands.run([name], b""), Result)


WORDS = st.sampled_from(
    "-a -c -d -e -f -n -p -s -w -E -S -W -- - --es --user --brief --uri --where --projection "
    "start broadcast force-stop dump size density reset get put list delete system secure global "
    "query text tap swipe keyevent keycombination motionevent DOWN packages path enable set 0 1 -1 "
    "540 1200 ² ١ 1e999 nan x /sdcard /sdcard/a /dev/null /system/x @1 +%s%N%% %s 0x10 a/b a:b "
    "com.example.bank com.example.bank/.MainActivity content://sms ADB_INPUT_CHARS chars".split()
) | st.text(max_size=4)
_FUZZED = Commands(SimulatedPhone(), Files(), Faults({}), tools=TOOLS)


@given(st.sampled_from([n for n in Commands.names if n != "sleep"]), st.lists(WORDS, max_size=7))
@example("su", ["0", "su", "2000", "whoami"])
@example("toybox", ["toybox", "toybox"])
@example("cmd", ["input", "text"])
@example("wm", ["density", "²"])
@examples(150)
def test_no_arguments_make_a_command_fail_in_any_other_way(name: str, args: list[str]) -> None:
    result = _FUZZED.run([name, *args], b"some\ninput")
    assert 0 <= result.code <= 255


def test_an_unknown_command_is_not_found(commands: Commands) -> None:
    result = commands.run(["am2", "x"], b"")
    assert result.code == 127
    assert b"not found" in result.err
    assert result.out == b""


@pytest.mark.parametrize(
    ("other", "plain"),
    [
        (["/system/bin/getprop", "ro.build.version.sdk"], ["getprop", "ro.build.version.sdk"]),
        (["toybox", "uname", "-s"], ["uname", "-s"]),
        (["cmd", "package", "list", "packages"], ["pm", "list", "packages"]),
        (["cmd", "window", "size"], ["wm", "size"]),
        (["cmd", "settings", "get", "system", "font_scale"],
         ["settings", "get", "system", "font_scale"]),
        (["cmd", "input_method", "list", "-s"], ["ime", "list", "-s"]),
    ],
)  # fmt: skip
def test_other_ways_to_call_a_command(commands: Commands, other, plain) -> None:
    result = commands.run(other, b"")
    assert result == commands.run(plain, b"")
    assert result.out


def test_a_service_that_isnt_there(commands: Commands) -> None:
    result = commands.run(["cmd", "nfc"], b"")
    assert (result.code, result.err) == (20, b"cmd: Can't find service: nfc\n")


@pytest.mark.parametrize(
    ("argv", "reads"),
    [
        (["cat"], True),
        (["cat", "-"], True),
        (["cat", "/sdcard/x"], False),
        (["grep", "-E", "mCurrentFocus|mFocusedApp"], True),
        (["grep", "-e", "a", "/sdcard/x"], False),
        (["grep", "a", "/sdcard/x"], False),
        (["head", "-n", "1"], True),
        (["head", "-1"], True),
        (["head", "-c", "8", "/sdcard/x"], False),
        (["base64", "-w", "0"], True),
        (["toybox", "wc", "-l"], True),
        (["/system/bin/md5sum"], True),
        (["input", "text", "-"], False),
        (["uiautomator", "dump"], False),
    ],
)
def test_which_commands_wait_for_stdin(argv, reads) -> None:
    assert Commands.reads_stdin(argv) is reads


def test_results_dont_show_what_they_hold() -> None:
    assert "secret" not in repr(Result(0, b"secret", b"secret"))


def test_unknown_tools_are_refused() -> None:
    with pytest.raises(ConfigError, match="adbkeyboard"):
        Commands(SimulatedPhone(), Files(), Faults({}), tools=("swiftkey",))


def test_a_reset_forgets_settings_keyboard_clock_and_size_but_no_files(commands: Commands) -> None:
    for line in (
        f"ime enable {ADB_IME}", f"ime set {ADB_IME}", "settings put system show_touches 1",
        "su 0 date 010112002030", "wm size 540x1200", "setprop debug.x 1", "touch /sdcard/kept",
        "am broadcast -a clipper.set -e text old",
    ):  # fmt: skip
        assert commands.run(line.split(), b"").code == 0
    commands.reset()
    told = {
        line: commands.run(line.split(), b"").out.decode().strip()
        for line in (
            "ime list -s", "settings get system show_touches", "date +%Y", "wm size",
            "getprop debug.x", "am broadcast -a clipper.get", "ls /sdcard/kept",
        )
    }  # fmt: skip
    assert told["ime list -s"] == "com.android.inputmethod.latin/.LatinIME"
    assert told["settings get system show_touches"] == "0"
    assert told["date +%Y"] == "2024"
    assert told["wm size"] == "Physical size: 1080x2400"
    assert told["getprop debug.x"] == ""
    assert told["am broadcast -a clipper.get"].endswith('data=""')
    assert told["ls /sdcard/kept"] == "/sdcard/kept"


def test_many_threads_use_one_phone() -> None:
    phone = SimulatedPhone()
    commands = Commands(phone, Files(), Faults({}))
    commands.run(["monkey", "-p", "com.android.contacts", "1"], b"")
    commands.run(["input", "tap", "400", "150"], b"")
    assert phone.focused_text == ""

    def work(letter: str) -> None:
        for _ in range(10):
            assert commands.run(["input", "text", letter * 3], b"").code == 0
            assert commands.run(["uiautomator", "dump", f"/sdcard/{letter}.xml"], b"").code == 0

    threads = [Thread(target=work, args=(letter,)) for letter in "abcd"]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    text = phone.focused_text or ""
    # Each command is carried out as a whole: its letters stand together.
    pieces = [text[i : i + 3] for i in range(0, len(text), 3)]
    assert sorted(pieces) == sorted(letter * 3 for letter in "abcd" for _ in range(10))


def test_a_slow_dump_doesnt_stop_other_commands() -> None:
    commands = Commands(SimulatedPhone(), Files(), Faults({"slow_dump": [0]}, seconds=1.0))
    done = Event()

    def dump() -> None:
        commands.run(["uiautomator", "dump"], b"")
        done.set()

    thread = Thread(target=dump)
    thread.start()
    assert commands.run(["input", "keyevent", "3"], b"").code == 0
    assert not done.is_set()
    thread.join()
    assert done.is_set()
    assert commands.run(["ls", "/sdcard/window_dump.xml"], b"").code == 0
