"""Typing on an emulated phone: what stands in the field, what is said about it, and what is left
behind."""

from __future__ import annotations

import base64
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import pytest
from lxml import etree

from harness.core.protocols import Effect
from harness.device.adb.keyboard import ADB_KEYBOARD, CLIPPER, Keyboard
from harness.device.adb.link import Output
from harness.errors import (
    ConfigError,
    DeviceError,
    DeviceLostError,
    DeviceTimeoutError,
    ScreenError,
)

LATIN = "com.google.android.inputmethod.latin/com.android.inputmethod.latin.LatinIME"
BULLET = "•"


def android_text(word: str) -> str:
    """What ``input text`` makes of its argument, rule by rule as Android's source has it."""
    typed = list(word)
    at, percent = 0, False
    while at < len(typed):
        if percent and typed[at] == "s":
            typed[at - 1 : at + 1] = [" "]
            at -= 1
        percent = typed[at] == "%"
        at += 1
    return "".join(typed)


@dataclass
class FieldPhone:
    """A phone with one field, as its adb shell and its UI dump show it. Implements ``Link``."""

    value: str = ""
    hint: str = ""
    hint_as_text: bool = True
    focused: bool = True
    password: bool = False
    selected: bool = False
    view: Callable[[str], str] = str
    """The app's formatting."""
    installed: Sequence[str] = (LATIN,)
    enabled: list[str] = field(default_factory=lambda: [LATIN])
    ime: str = LATIN
    clipper: bool = False
    codes: bool = True
    """Whether the shell can tell exit codes."""
    dead_after: int | None = None
    """The number of the typing call at which the connection breaks off."""
    error: type[DeviceError] = DeviceLostError
    serial: str = "127.0.0.1:1"
    clipboard: str = "something of the user"
    typing: list[tuple[str, ...]] = field(default_factory=list)
    calls: list[tuple[str, ...]] = field(default_factory=list)
    looks: int = 0
    seen: list[str] = field(default_factory=list)
    """What the next looks see instead of the field's value."""

    def shell(self, *argv: str, timeout: float | None = None) -> Output:
        self.calls.append(argv)
        match argv:
            case ("input", "text", word):
                return self._typing(argv, android_text(word))
            case ("input", "keyevent", "279"):
                return self._typing(argv, self.clipboard)
            case ("ime", "list", "-a", "-s"):
                return self._said("".join(f"{ime}\r\n" for ime in self.installed))
            case ("ime", "enable", ime):
                assert ime in self.installed
                already = ime in self.enabled
                self.enabled += [] if already else [ime]
                return self._said(f"Input method {ime}: {'already' if already else 'now'} enabled")
            case ("ime", "disable", ime):
                self.enabled.remove(ime)
                return self._said(f"Input method {ime}: now disabled for user #0\n")
            case ("ime", "set", ime):
                if ime not in self.enabled:
                    return self._failed(f"Error: Unknown input method {ime} cannot be selected")
                self.ime = ime
                return self._said(f"Input method {ime} selected for user #0\n")
            case ("settings", "get", "secure", "default_input_method"):
                return self._said(f"{self.ime}\r\n")
            case ("am", "broadcast", "-a", action, "--es", key, data, "-p", package):
                return self._broadcast(argv, action, key, data, package)
        raise AssertionError("a command that no phone knows")

    def _broadcast(
        self, argv: tuple[str, ...], action: str, key: str, data: str, package: str
    ) -> Output:
        code = 0
        if (action, key) == ("ADB_INPUT_B64", "msg") and self.ime == ADB_KEYBOARD:
            assert package == ADB_KEYBOARD.split("/")[0]
            self._typing(argv, base64.b64decode(data, validate=True).decode())
        elif (action, key) == ("clipper.set", "text") and self.clipper:
            assert package == CLIPPER
            self.clipboard, code = data, -1
        return self._said(
            f"Broadcasting: Intent {{ act={action} flg=0x400000 (has extras) }}\n"
            f"Broadcast completed: result={code}\n"
        )

    def _typing(self, argv: tuple[str, ...], text: str) -> Output:
        self.typing.append(argv)
        if len(self.typing) - 1 == self.dead_after:
            raise self.error("gone")
        if argv[:2] == ("input", "text") and not text.isascii():
            return self._failed(
                "java.lang.NullPointerException: Attempt to get length of null array"
            )
        self.value = text if self.selected else self.value + text
        self.selected = False
        return self._said("")

    def _said(self, text: str) -> Output:
        return Output(0 if self.codes else None, text.encode(), b"")

    def _failed(self, text: str) -> Output:
        if self.codes:
            return Output(255, b"", text.encode())
        return Output(None, text.encode(), b"")

    def tree(self) -> etree._Element | None:
        self.looks += 1
        value = self.seen.pop(0) if self.seen else self.value
        shown = BULLET * len(value) if self.password else self.view(value)
        if not value and self.hint_as_text:
            shown = self.hint
        root = etree.Element("hierarchy", rotation="0")
        frame = etree.SubElement(root, "node", {"class": "android.widget.FrameLayout"})
        etree.SubElement(frame, "node", {
            "class": "android.widget.Button", "text": "Search", "focused": "false",
        })  # fmt: skip
        etree.SubElement(frame, "node", {
            "class": "android.widget.EditText", "text": shown, "hint": self.hint,
            "focused": str(self.focused).lower(), "password": str(self.password).lower(),
        })  # fmt: skip
        return root


def keyboard(phone: FieldPhone, **settings: object) -> Keyboard:
    fast = {"pause_s": 0.0, "settle_s": 0.0}
    return Keyboard(phone, phone.tree, **(fast | settings))  # type: ignore[arg-type]


AWKWARD = [
    "+1 555-0142", "a.b+c@example.com", "jo+tag@example.com", "O'Neil", "a$b", "50%safe", "%%s",
    "%s%s", "% s", "%", "s", "100%", "*#06#", "~/x", "#1204 Elm St", "-x", "--help", "--", "$(id)",
    "`id`", "x; input keyevent 3", "back\\slash\\n", 'say "hi"', "  two  spaces  ", "&& || > <",
    "PHONE_NUMBER#a1b2c",
]  # fmt: skip


@pytest.mark.parametrize("text", AWKWARD)
def test_ascii_arrives_as_it_is_asked_for(text: str) -> None:
    phone = FieldPhone(hint="Name")
    assert keyboard(phone).type(text) is Effect.VERIFIED
    assert phone.value == text
    # The `input` of old phones is a script that splits its arguments at spaces once more.
    assert not any(" " in call[2] for call in phone.typing)


@pytest.mark.parametrize("text", ["50%safe " * 125, "%s" * 40, "x" * 1000])
def test_long_texts_go_in_bounded_calls(text: str) -> None:
    phone = FieldPhone()
    assert keyboard(phone).type(text) is Effect.VERIFIED
    assert phone.value == text
    assert all(len(android_text(call[2])) <= 100 for call in phone.typing)


@pytest.mark.parametrize("selected", [True, False])
def test_text_goes_behind_what_stands_there_or_replaces_it(selected: bool) -> None:
    phone = FieldPhone(value="Dana ", selected=selected)
    assert keyboard(phone).type("Reyes") is Effect.VERIFIED
    assert phone.value == ("Reyes" if selected else "Dana Reyes")


@pytest.mark.parametrize("hint_as_text", [True, False])
def test_a_hint_is_not_taken_for_content(hint_as_text: bool) -> None:
    phone = FieldPhone(hint="Search contacts", hint_as_text=hint_as_text)
    assert keyboard(phone).type("Dana") is Effect.VERIFIED


def test_a_field_that_drops_the_text_differs() -> None:
    phone = FieldPhone(view=lambda value: value[:2])
    assert keyboard(phone).type("jo+tag@example.com") is Effect.DIFFERS
    assert len(phone.typing) == 1


def test_a_field_that_stays_empty_differs() -> None:
    phone = FieldPhone(hint="E-mail", view=lambda value: "E-mail")
    assert keyboard(phone).type("jo@example.com") is Effect.DIFFERS


def test_a_field_that_shows_what_it_showed_before_proves_nothing() -> None:
    phone = FieldPhone(value="Dana", selected=True)
    assert keyboard(phone).type("Dana") is Effect.TYPED


def test_a_slow_field_is_looked_at_again() -> None:
    phone = FieldPhone(hint="Name")
    phone.seen = ["", "", "Da", "Dana R"]
    assert keyboard(phone).type("Dana Reyes") is Effect.VERIFIED
    assert (phone.looks, len(phone.typing)) == (5, 1)


def test_a_field_that_stays_behind_is_looked_at_a_bounded_number_of_times() -> None:
    phone = FieldPhone(view=lambda value: value[:2])
    assert keyboard(phone, looks=3).type("Dana Reyes") is Effect.DIFFERS
    assert (phone.looks, len(phone.typing)) == (4, 1)


def test_a_wrong_text_is_no_slow_field() -> None:
    phone = FieldPhone(view=lambda value: value.replace("'", ""))
    assert keyboard(phone).type("O'Neil and sons") is Effect.DIFFERS
    assert phone.looks == 2


def test_a_grouped_number_is_the_number() -> None:
    phone = FieldPhone(view=lambda value: f"({value[:3]}) {value[3:6]}-{value[6:]}")
    assert keyboard(phone).type("2125550142") is Effect.VERIFIED


def test_a_password_field_cannot_be_read_back() -> None:
    phone = FieldPhone(password=True)
    assert keyboard(phone).type("50%safe") is Effect.TYPED
    assert phone.value == "50%safe"


def test_without_a_focused_field_nothing_can_be_said() -> None:
    assert keyboard(FieldPhone(focused=False)).type("Dana") is Effect.TYPED


@pytest.mark.parametrize("error", [DeviceTimeoutError("slow"), ScreenError("cut off"), None])
def test_a_screen_without_tree_is_no_failure(error: Exception | None) -> None:
    phone = FieldPhone()

    def no_tree() -> None:
        if error is not None:
            raise error

    typed = Keyboard(phone, no_tree, pause_s=0, settle_s=0).type("Dana")
    assert (typed, phone.value) == (Effect.TYPED, "Dana")


# ------------------------------------------------------------------ more than ASCII

FOREIGN = ["Müller", "שלום", "李", "🐈 Ana💍", "👩‍👩‍👧", "café ☕ 50%s", "نامه‌ها"]
UNTYPABLE_BY_KEYS = ["two\nlines", "a\tb"]


@pytest.mark.parametrize("text", FOREIGN + UNTYPABLE_BY_KEYS)
def test_adbkeyboard_types_the_rest_and_makes_room_again(text: str) -> None:
    phone = FieldPhone(value="> ", installed=(LATIN, ADB_KEYBOARD))
    assert keyboard(phone).type(text) is Effect.VERIFIED
    assert phone.value == "> " + text
    assert (phone.ime, phone.enabled) == (LATIN, [LATIN])
    assert phone.clipboard == "something of the user"


@pytest.mark.parametrize("text", FOREIGN + UNTYPABLE_BY_KEYS)
def test_the_clipboard_types_the_rest_and_is_emptied(text: str) -> None:
    phone = FieldPhone(value="> ", clipper=True)
    assert keyboard(phone).type(text) is Effect.VERIFIED
    assert phone.value == "> " + text
    assert phone.clipboard == ""


def test_long_texts_go_to_adbkeyboard_in_bounded_calls() -> None:
    phone = FieldPhone(installed=(ADB_KEYBOARD,), enabled=[ADB_KEYBOARD], ime=ADB_KEYBOARD)
    text = "Größe 🐈 " * 125
    assert keyboard(phone).type(text) is Effect.VERIFIED
    assert phone.value == text
    assert all(sum(map(len, call)) < 4000 for call in phone.typing)
    assert [call[:2] for call in phone.calls if call[0] == "ime"] == [("ime", "list")]


def test_an_enabled_adbkeyboard_stays_enabled() -> None:
    phone = FieldPhone(installed=(LATIN, ADB_KEYBOARD), enabled=[LATIN, ADB_KEYBOARD])
    assert keyboard(phone).type("Müller") is Effect.VERIFIED
    assert (phone.ime, phone.enabled) == (LATIN, [LATIN, ADB_KEYBOARD])


def test_ascii_needs_no_helper() -> None:
    phone = FieldPhone(installed=(LATIN, ADB_KEYBOARD), clipper=True)
    keyboard(phone).type("Dana")
    assert [call[0] for call in phone.calls] == ["input"]


@pytest.mark.parametrize(
    ("mode", "names"),
    [
        ("auto", ("ADBKeyboard", "Clipper")),
        ("adbkeyboard", ("ADBKeyboard",)),
        ("clipboard", ("Clipper",)),
        ("none", ("keyboard", "ADBKeyboard")),
    ],
)
@pytest.mark.parametrize("text", ["Müller", "a\nb"])
def test_without_a_helper_it_says_what_to_install(
    mode: str, names: tuple[str, ...], text: str
) -> None:
    phone = FieldPhone(value="before")
    with pytest.raises(DeviceError) as caught:
        keyboard(phone, mode=mode).type(text)
    message = str(caught.value)
    assert all(name in message for name in names)
    assert text not in message
    assert "\n" not in message
    assert (phone.value, phone.typing) == ("before", [])


def test_a_mode_uses_nothing_else() -> None:
    phone = FieldPhone(installed=(LATIN, ADB_KEYBOARD), clipper=True)
    keyboard(phone, mode="clipboard").type("Müller")
    assert not any(call[0] == "ime" for call in phone.calls)
    with pytest.raises(DeviceError):
        keyboard(phone, mode="none").type("Müller")


@pytest.mark.parametrize("error", [DeviceLostError, DeviceTimeoutError])
@pytest.mark.parametrize("ime", [ADB_KEYBOARD, LATIN])
def test_a_failure_in_the_middle_propagates_and_the_keyboard_is_restored(
    error: type[DeviceError], ime: str
) -> None:
    phone = FieldPhone(installed=(LATIN, ADB_KEYBOARD), ime=ime, dead_after=1, error=error)
    enabled = sorted({LATIN, ime})
    phone.enabled = list(enabled)
    with pytest.raises(error):
        keyboard(phone).type("ü" * 1400)
    assert len(phone.typing) == 2
    assert phone.value == "ü" * 500
    assert (phone.ime, sorted(phone.enabled)) == (ime, enabled)


def test_a_failure_in_the_middle_leaves_no_value_in_the_clipboard() -> None:
    phone = FieldPhone(clipper=True, dead_after=1)
    with pytest.raises(DeviceLostError):
        keyboard(phone).type("ü" * 1400)
    assert (phone.value, phone.clipboard) == ("ü" * 500, "")


def test_the_first_failure_is_raised_if_restoring_fails_too() -> None:
    phone = FieldPhone(installed=(LATIN, ADB_KEYBOARD), dead_after=0, error=DeviceTimeoutError)
    original = phone.shell

    def shell(*argv: str, timeout: float | None = None) -> Output:
        if argv[:3] == ("ime", "set", LATIN):
            raise DeviceLostError("gone")
        return original(*argv)

    phone.shell = shell  # type: ignore[method-assign]
    with pytest.raises(DeviceTimeoutError):
        keyboard(phone).type("Müller")


def test_a_failed_call_ends_the_typing() -> None:
    phone = FieldPhone(dead_after=1)
    with pytest.raises(DeviceLostError):
        keyboard(phone).type("x" * 250)
    assert (len(phone.typing), phone.value) == (2, "x" * 100)


@pytest.mark.parametrize("output", [
    Output(137, b"Killed\r\n", b""),
    Output(None, b"Killed\r\n", b""),
    Output(None, b"Exception occurred while executing 'text':\n\tat x", b""),
    Output(0, b"", b"Error: Invalid arguments for command: text\nusage: input"),
    Output(127, b"", b"sh: input: inaccessible or not found"),
])  # fmt: skip
def test_a_failing_command_is_noticed_with_and_without_exit_code(output: Output) -> None:
    phone = FieldPhone()
    tries: list[tuple[str, ...]] = []

    def shell(*argv: str, timeout: float | None = None) -> Output:
        tries.append(argv)
        return output

    phone.shell = shell  # type: ignore[method-assign]
    with pytest.raises(DeviceError) as caught:
        keyboard(phone).type("hunter-example" * 20)
    assert len(tries) == 1
    assert "hunter" not in str(caught.value)
    assert "input text" in str(caught.value)


def test_phones_that_tell_no_exit_code_type_as_well() -> None:
    phone = FieldPhone(codes=False, installed=(LATIN, ADB_KEYBOARD))
    assert keyboard(phone).type("50%safe") is Effect.VERIFIED
    assert keyboard(phone).type(" Müller") is Effect.VERIFIED
    assert (phone.value, phone.ime) == ("50%safe Müller", LATIN)


def test_a_keyboard_that_cannot_be_chosen_is_an_error() -> None:
    phone = FieldPhone(installed=(LATIN, ADB_KEYBOARD), enabled=[])
    with pytest.raises(DeviceError, match="ime set"):
        keyboard(phone).type("Müller")  # LATIN, which is in use, isn't there any more


# ------------------------------------------------------------------ what can't or needn't be typed


@pytest.mark.parametrize(
    ("text", "typed"),
    [
        ("\u2068+1 555-0142\u2069", "+1 555-0142"),
        ("\u202a\u200e555-0142\u202c\ufe0d", "555-0142"),
        ("alice@\u200bexample.com\ufeff", "alice@example.com"),
    ],
)
def test_marks_from_contact_apps_are_not_typed(text: str, typed: str) -> None:
    phone = FieldPhone()  # without any helper: what remains is ASCII
    assert keyboard(phone).type(text) is Effect.VERIFIED
    assert phone.value == typed


@pytest.mark.parametrize("text", ["bell\x07", "a\x00b", "esc\x1b[2J", "del\x7f", "half\ud83d"])
def test_control_characters_are_left_out_and_said_so(text: str) -> None:
    phone = FieldPhone()
    assert keyboard(phone).type(text) is Effect.DIFFERS
    assert phone.value == "".join(c for c in text if c.isprintable())


@pytest.mark.parametrize("text", ["one\r\ntwo", "one\rtwo"])
def test_every_line_break_is_a_newline(text: str) -> None:
    phone = FieldPhone(clipper=True)
    assert keyboard(phone).type(text) is Effect.VERIFIED
    assert phone.value == "one\ntwo"


def test_nothing_to_type_is_no_call() -> None:
    phone = FieldPhone(value="Dana")
    assert keyboard(phone).type("") is Effect.VERIFIED
    assert phone.calls == []


def test_settings_that_make_no_sense_are_refused() -> None:
    phone = FieldPhone()
    with pytest.raises(ConfigError, match="adbkeyboard"):
        keyboard(phone, mode="gboard")
    with pytest.raises(ConfigError):
        keyboard(phone, looks=0)
