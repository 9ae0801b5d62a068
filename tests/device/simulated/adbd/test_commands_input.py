"""``input``, and the two ways around its limits: a keyboard for broadcasts, the clipboard."""

from __future__ import annotations

import base64
import string
from collections.abc import Callable

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from properties import examples

from harness.core.action import InputText, Launch, SwipeBetween, TapAt
from harness.core.geometry import Box
from harness.core.raw import nodes
from harness.device import uidump
from harness.device.simulated.adbd.commands import Commands, Result
from harness.device.simulated.adbd.commands_base import ADB_IME, LATIN_IME
from harness.device.simulated.adbd.faults import Faults
from harness.device.simulated.adbd.files import Files
from harness.device.simulated.phone import SimulatedPhone

Run = Callable[..., Result]
PRINTABLE = "".join(chr(code) for code in range(32, 127))
SEARCH = (400, 150)


def searching() -> SimulatedPhone:
    """A phone with the focus in the search field of the contacts."""
    phone = SimulatedPhone()
    phone.perform(Launch("Contacts"))
    phone.perform(TapAt(*SEARCH))
    assert phone.focused_text == ""
    return phone


def runner(phone: SimulatedPhone, tools: tuple[str, ...] = ("adbkeyboard", "clipper")) -> Run:
    commands = Commands(phone, Files(), Faults({}), tools)
    return lambda *argv: commands.run(argv, b"")


@pytest.fixture
def phone() -> SimulatedPhone:
    return searching()


@pytest.fixture
def run(phone: SimulatedPhone) -> Run:
    return runner(phone)


def tree(phone: SimulatedPhone) -> bytes:
    found = phone.capture().tree
    assert found is not None
    return uidump.serialize(found)


# ---------------------------------------------------------------- text


def typed_in_chunks(text: str, cuts: list[int]) -> list[str]:
    """As a careful driver cuts: anywhere, and between every ``%`` and ``s``."""
    edges = {0, len(text), *(cut % (len(text) + 1) for cut in cuts)}
    edges |= {i + 1 for i in range(len(text)) if text.startswith("%s", i)}
    order = sorted(edges)
    return [text[a:b] for a, b in zip(order, order[1:], strict=False)]


@given(st.text(PRINTABLE, max_size=30), st.lists(st.integers(0, 100), max_size=5))
@example("50%safe", [])
@example("%s%%s%%%sss", [3])
@example(PRINTABLE, [7, 50])
@examples(15)
def test_chunks_end_in_the_same_screen_as_the_whole_text(text: str, cuts: list[int]) -> None:
    chunked, whole = searching(), searching()
    run = runner(chunked)
    for chunk in typed_in_chunks(text, cuts):
        assert run("input", "text", chunk) == Result(0)
    whole.perform(InputText(text))
    assert chunked.focused_text == whole.focused_text == text
    assert tree(chunked) == tree(whole)


def test_chunks_into_a_field_whose_text_is_selected_replace_it_once() -> None:
    phones = [SimulatedPhone(), SimulatedPhone()]
    for phone in phones:
        phone.perform(Launch("Settings"))
        for label in ("About phone", "Device name"):
            texts = {
                e.get("text"): Box.parse(e.get("bounds", "")) for e in nodes(phone.capture().tree)
            }
            box = texts[label]
            assert box is not None
            phone.perform(TapAt(*box.center))
        assert (phone.focused_text or "").endswith("'s phone")
    run = runner(phones[0])
    for chunk in ("My", " new", " phone"):
        run("input", "text", chunk)
    phones[1].perform(InputText("My new phone"))
    assert phones[0].focused_text == phones[1].focused_text == "My new phone"


@pytest.mark.parametrize(
    ("argument", "typed"),
    [
        ("a%sb", "a b"),
        ("50%safe", "50 afe"),
        ("%%s", "% "),
        ("%s%s", "  "),
        ("%S", "%S"),
        ("a b  c", "a b  c"),
        ("-n --x", "-n --x"),
        ("\\n", "\\n"),
        ("$HOME `id` ~ #1 'q' \"z\"", "$HOME `id` ~ #1 'q' \"z\""),
        ("", ""),
    ],
)
def test_the_only_special_characters_are_percent_s(run, phone, argument: str, typed: str) -> None:
    assert run("input", "text", argument) == Result(0)
    assert phone.focused_text == typed


def test_only_one_argument_is_typed(run: Run, phone: SimulatedPhone) -> None:
    assert run("input", "text", "Ann", "Lee").code == 0
    assert phone.focused_text == "Ann"


@pytest.mark.parametrize(
    "text", ["Müller", "שלום", "李", "ok 🙂", "a\u00a0b", "bell\x07", "e\u0301"]
)
def test_one_other_character_ends_it_with_a_trace_and_nothing_typed(run, phone, text: str) -> None:
    result = run("input", "text", text)
    assert result.code == 255
    assert b"java.lang.NullPointerException" in result.err
    assert text.encode() not in result.err
    assert result.out == b""
    assert phone.focused_text == ""


def test_a_newline_presses_enter() -> None:
    phone = SimulatedPhone()
    phone.perform(Launch("Bank"))
    pin = phone.state()["bank"]["pin"]
    runner(phone)("input", "text", f"{pin}\n")
    assert phone.state()["bank"]["logged_in"]


def test_without_a_focused_field_nothing_is_typed() -> None:
    phone = SimulatedPhone()
    before = tree(phone)
    assert runner(phone)("input", "text", "hello") == Result(0)
    assert tree(phone) == before


# ---------------------------------------------------------------- usage


@pytest.mark.parametrize(
    ("argv", "said"),
    [
        (["tap", "1"], b'Argument expected after "1"'),
        (["tap"], b'Argument expected after "tap"'),
        (["text"], b'Argument expected after "text"'),
        (["keyevent"], b'Argument expected after "keyevent"'),
        (["touchscreen"], b'Argument expected after "touchscreen"'),
        (["tap", "a", "b"], b"Invalid arguments for command: tap"),
        (["tap", "nan", "1"], b"Invalid arguments for command: tap"),
        (["swipe", "1", "2", "3", "4", "long"], b"Invalid arguments for command: swipe"),
        (["-d", "x", "tap", "1", "1"], b"Invalid arguments for display ID"),
        (["motionevent", "HOVER", "1", "1"], b"Unknown action: HOVER"),
        (["motionevent", "DOWN", "1"], b'Argument expected after "1"'),
        (["keycombination", "113"], b"at least 2 keycodes"),
        (["keycombination", "113", "NOPE"], b"Unknown keycode: NOPE"),
    ],
)
def test_bad_arguments_end_in_an_exception(run: Run, argv: list[str], said: bytes) -> None:
    result = run("input", *argv)
    assert result.code == 255
    assert b"Exception occurred while executing" in result.err
    assert said in result.err


@pytest.mark.parametrize("argv", [[], ["help"], ["click", "1", "2"]])
def test_usage_names_the_commands(run: Run, argv: list[str]) -> None:
    result = run("input", *argv)
    assert result.code == 255
    assert b"Usage: input [<source>]" in result.out
    assert (b"Unknown command: click" in result.out) is bool(argv and argv[0] == "click")


# ---------------------------------------------------------------- fingers


@pytest.mark.parametrize(
    "argv",
    [
        ["tap", "400", "150"],
        ["tap", "400.7", "150.2"],
        ["touchscreen", "tap", "400", "150"],
        ["mouse", "-d", "0", "tap", "400", "150"],
        ["swipe", "400", "150", "400", "150"],
        ["touchscreen", "swipe", "400", "150", "402", "149", "100"],
    ],
)
def test_a_tap_gives_the_field_the_focus(argv: list[str]) -> None:
    phone = SimulatedPhone()
    phone.perform(Launch("Contacts"))
    assert phone.focused_text is None
    assert runner(phone)("input", *argv) == Result(0)
    assert phone.focused_text == ""


def test_a_swipe_scrolls_as_the_phone_does() -> None:
    phones = [SimulatedPhone(), SimulatedPhone()]
    for phone in phones:
        phone.perform(Launch("Contacts"))
    before = tree(phones[0])
    phones[0].perform(SwipeBetween(540, 1500, 540, 700, 300))
    runner(phones[1])("input", "swipe", "540", "1500", "540", "700")
    assert tree(phones[1]) == tree(phones[0]) != before


@pytest.mark.parametrize(("ms", "held"), [("100", False), ("1000", True)])
def test_a_swipe_on_the_spot_is_a_press_of_that_length(ms: str, held: bool) -> None:
    phone = SimulatedPhone()
    phone.perform(Launch("Messages"))
    runner(phone)("input", "swipe", "500", "500", "500", "500", ms)
    labels = {e.get("content-desc") for e in nodes(phone.capture().tree)}
    assert ("Archive" in labels) is held


def test_a_finger_is_put_down_moved_and_taken_up(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [100.0]
    monkeypatch.setattr("time.monotonic", lambda: now[0])
    phone, other = SimulatedPhone(), SimulatedPhone()
    run = runner(phone)
    for both in (phone, other):
        both.perform(Launch("Messages"))

    def event(action: str, y: int) -> None:
        assert run("input", "motionevent", action, "500", str(y)) == Result(0)

    event("UP", 500)
    assert tree(phone) == tree(other)
    event("DOWN", 1800)
    event("MOVE", 1200)
    event("UP", 900)
    other.perform(SwipeBetween(500, 1800, 500, 900))
    assert tree(phone) == tree(other)
    event("DOWN", 500)
    assert run("input", "motionevent", "cancel") == Result(0)
    event("UP", 500)
    assert tree(phone) == tree(other)
    event("DOWN", 500)
    now[0] += 0.8
    event("UP", 500)
    other.perform(TapAt(500, 500, 800))
    assert tree(phone) == tree(other)
    assert "Archive" in {e.get("content-desc") for e in nodes(phone.capture().tree)}


def test_a_point_off_the_screen_touches_nothing(run: Run, phone: SimulatedPhone) -> None:
    before = tree(phone)
    for point in (("-5", "10"), ("5000", "5000")):
        assert run("input", "tap", *point) == Result(0)
    assert tree(phone) == before


# ---------------------------------------------------------------- keys


@pytest.mark.parametrize("key", ["3", "KEYCODE_HOME", "HOME", "home", "187", "KEYCODE_APP_SWITCH"])
def test_home_leads_home(run: Run, phone: SimulatedPhone, key: str) -> None:
    assert run("input", "keyevent", key) == Result(0)
    assert phone.state()["foreground"]["app"] == "Home"


@pytest.mark.parametrize("key", ["4", "KEYCODE_BACK", "BACK", "111"])
def test_back_leaves_the_app(run: Run, phone: SimulatedPhone, key: str) -> None:
    run("input", "keyboard", "keyevent", key)
    assert phone.state()["foreground"]["app"] == "Home"


@pytest.mark.parametrize("key", ["66", "KEYCODE_ENTER", "160", "KEYCODE_NUMPAD_ENTER"])
def test_enter_takes_the_fields_action(key: str) -> None:
    phone = SimulatedPhone()
    phone.perform(Launch("Bank"))
    run = runner(phone)
    run("input", "text", phone.state()["bank"]["pin"])
    run("input", "keyevent", key)
    assert phone.state()["bank"]["logged_in"]


def test_keys_type_what_stands_on_them(run: Run, phone: SimulatedPhone) -> None:
    for key in (
        "KEYCODE_A",
        "B",
        "31",
        "KEYCODE_7",
        "KEYCODE_SPACE",
        "KEYCODE_AT",
        "KEYCODE_POUND",
    ):
        run("input", "keyevent", key)
    assert phone.focused_text == "abc7 @#"


def test_several_keys_in_one_call(run: Run, phone: SimulatedPhone) -> None:
    run("input", "keyevent", "29", "KEYCODE_B", "67", "31")
    assert phone.focused_text == "ac"
    run("input", "keyevent", "--doubletap", "31")
    run("input", "keyevent", "--longpress", "KEYCODE_D")
    assert phone.focused_text == "acccd"


def test_delete_takes_the_last_character_and_stops_at_none(run: Run, phone: SimulatedPhone) -> None:
    run("input", "text", "ab")
    for left in ("a", "", ""):
        run("input", "keyevent", "KEYCODE_DEL")
        assert phone.focused_text == left


@pytest.mark.parametrize("modifier", ["113", "KEYCODE_CTRL_RIGHT"])
def test_select_all_then_delete_empties_the_field(run, phone, modifier: str) -> None:
    run("input", "text", "a long text")
    assert run("input", "keycombination", modifier, "29") == Result(0)
    run("input", "keyevent", "67")
    assert phone.focused_text == ""
    run("input", "text", "x")
    run("input", "keycombination", "-t", "100", modifier, "KEYCODE_A")
    run("input", "text", "y")
    assert phone.focused_text == "y"


@pytest.mark.parametrize("key", ["26", "224", "KEYCODE_MENU", "KEYCODE_NO_SUCH_KEY", "0", "61"])
def test_keys_without_a_use_do_nothing(run: Run, phone: SimulatedPhone, key: str) -> None:
    before = tree(phone)
    assert run("input", "keyevent", key) == Result(0)
    assert tree(phone) == before


# ---------------------------------------------------------------- ADBKeyboard


def switch_on(run: Run) -> None:
    assert run("ime", "enable", ADB_IME).code == 0
    assert run("ime", "set", ADB_IME).code == 0


def broadcast(run: Run, text: str) -> Result:
    coded = base64.b64encode(text.encode()).decode()
    return run("am", "broadcast", "-a", "ADB_INPUT_B64", "--es", "msg", coded)


@given(st.text(st.characters(exclude_categories=("Cs",)), max_size=60))
@example("Müller, 李 שלום 🙂")
@example(PRINTABLE)
@examples(15)
def test_the_broadcast_keyboard_types_as_the_phone_does(text: str) -> None:
    phone, other = searching(), searching()
    run = runner(phone)
    switch_on(run)
    result = broadcast(run, text)
    assert result.code == 0
    assert result.out.endswith(b"Broadcast completed: result=0\n")
    other.perform(InputText(text))
    assert phone.focused_text == other.focused_text
    assert tree(phone) == tree(other)


@pytest.mark.parametrize("state", ["not installed", "not enabled", "not chosen", "put back"])
def test_a_keyboard_that_isnt_the_current_one_types_nothing_and_nobody_says_so(state: str) -> None:
    phone = searching()
    run = runner(phone, tools=() if state == "not installed" else ("adbkeyboard",))
    if state != "not enabled":
        assert (run("ime", "enable", ADB_IME).code == 0) is (state != "not installed")
    if state == "put back":
        run("ime", "set", ADB_IME)
        run("ime", "set", LATIN_IME)
    result = broadcast(run, "Müller")
    assert result.code == 0
    assert b"Broadcast completed: result=0" in result.out
    assert phone.focused_text == ""


def test_the_other_broadcasts_of_that_keyboard(run: Run, phone: SimulatedPhone) -> None:
    switch_on(run)
    run("am", "broadcast", "-a", "ADB_INPUT_TEXT", "--es", "msg", "Grüße ")
    run("am", "broadcast", "-a", "ADB_INPUT_CHARS", "--eia", "chars", "128512,32,67,97")
    assert phone.focused_text == "Grüße 😀 Ca"
    run("am", "broadcast", "-a", "ADB_INPUT_CODE", "--ei", "code", "67")
    assert phone.focused_text == "Grüße 😀 C"
    run("am", "broadcast", "-a", "ADB_CLEAR_TEXT")
    assert phone.focused_text == ""


@pytest.mark.parametrize("coded", ["***", "a", "TcO", ""])
def test_broken_base64_types_nothing(run: Run, phone: SimulatedPhone, coded: str) -> None:
    switch_on(run)
    result = run("am", "broadcast", "-a", "ADB_INPUT_B64", "--es", "msg", coded)
    assert result.code == 0
    assert phone.focused_text == ""


def test_a_broadcast_for_another_package_isnt_for_the_keyboard(run: Run, phone) -> None:
    switch_on(run)
    argv = ("am", "broadcast", "-a", "ADB_INPUT_TEXT", "--es", "msg", "x")
    run(*argv, "-p", "com.example.other")
    assert phone.focused_text == ""
    run(*argv, "-p", "com.android.adbkeyboard")
    run(*argv, "-n", "com.android.adbkeyboard/.AdbReceiver")
    assert phone.focused_text == "xx"


# ---------------------------------------------------------------- clipboard


def test_the_clipboard_is_pasted(run: Run, phone: SimulatedPhone) -> None:
    text = "Zoë O'Neil, 李\n$HOME"
    result = run("am", "broadcast", "-a", "clipper.set", "-e", "text", text)
    assert result.out == (
        b"Broadcasting: Intent { act=clipper.set flg=0x400000 (has extras) }\n"
        b'Broadcast completed: result=-1, data="Text is copied into clipboard."\n'
    )
    run("input", "keyevent", "279")
    other = searching()
    other.perform(InputText(text))
    assert phone.focused_text == other.focused_text
    run("input", "keycombination", "113", "50")
    assert phone.focused_text == 2 * (other.focused_text or "")
    assert text.encode() in run("am", "broadcast", "-a", "clipper.get").out


def test_without_the_clipboard_app_the_clipboard_stays_empty() -> None:
    phone = searching()
    run = runner(phone, tools=())
    result = run("am", "broadcast", "-a", "clipper.set", "--es", "text", "x")
    assert result.out.endswith(b"Broadcast completed: result=0\n")
    run("input", "keyevent", "KEYCODE_PASTE")
    assert phone.focused_text == ""


def test_setting_no_text_is_refused_by_the_clipboard_app(run: Run) -> None:
    result = run("am", "broadcast", "-a", "clipper.set")
    assert b"No text is provided" in result.out


@given(st.text(string.printable, max_size=20))
@examples(15)
def test_no_text_makes_input_do_anything_but_type(text: str) -> None:
    phone = searching()
    runner(phone)("input", "text", text.replace("\n", ""))
    assert phone.state()["foreground"] == {"app": "Contacts", "screen": "list"}
