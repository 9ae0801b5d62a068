"""The keypad of the phone: digits one button at a time, contacts that fit, and a phone code."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from harness.core.entity import EntityType
from harness.device.simulated import dialogs
from harness.device.simulated import widgets as w
from harness.device.simulated.apps import contacts
from harness.device.simulated.context import Context
from harness.device.simulated.text import Pii, rich
from harness.device.simulated.view import Glyph, Screen, TextStyle, View, dp

T = EntityType
_KEYS = (
    ("1", "one", ""), ("2", "two", "ABC"), ("3", "three", "DEF"),
    ("4", "four", "GHI"), ("5", "five", "JKL"), ("6", "six", "MNO"),
    ("7", "seven", "PQRS"), ("8", "eight", "TUV"), ("9", "nine", "WXYZ"),
    ("*", "star", ""), ("0", "zero", "+"), ("#", "pound", ""),
)  # fmt: skip
_SHOW_IMEI = "*#06#"
"""A code that every phone answers with its number, without a call."""


def keypad(context: Context) -> Screen:
    """The keypad; a long press types a plus on 0 and calls who is on the speed dial elsewhere."""
    context.autofocus("digits")
    digits = context.field("digits")

    def press(more: str) -> None:
        context.type("digits", digits + more)
        if digits + more == _SHOW_IMEI:
            context.show("imei")

    def hold(key: str) -> None:
        speed = {entry["key"]: entry for entry in context.state["dialer"]["speed_dial"]}
        person = contacts.find(context.state, speed[key]["contact_id"]) if key in speed else None
        if key == "0":
            press("+")
        elif person is not None and not digits:
            contacts.call(context, person["phone"], person)

    def call() -> None:
        number = digits.strip()
        if number == _SHOW_IMEI:
            context.show("imei")
        elif any(c.isdigit() for c in number):
            context.type("digits", "")
            contacts.call(context, number, contacts.by_number(context.state, number))

    sides = (dp(24), 0, dp(24), 0)
    rows = [
        w.digit_row(context, *(_key(*key, press, hold) for key in _KEYS[i : i + 3]), pad=sides)
        for i in range(0, len(_KEYS), 3)
    ]
    field = w.row(
        w.field(context, "digits", "Number", clear=False, on_enter=call),
        w.icon_button("backspace", "Backspace", lambda: context.type("digits", digits[:-1]),
                      id="deleteButton") if digits else None,
        pad=(dp(16), dp(8), dp(16), dp(8)), gap=dp(8),
    )  # fmt: skip
    start = View(
        cls="android.widget.ImageButton", id="dialpad_call", desc=rich("Dial"), width=dp(72),
        height=dp(72), radius=dp(36), fill="#188038", glyph=Glyph("icon", "call", "#ffffff"),
        on_tap=call,
    )  # fmt: skip
    return Screen(
        content=w.page(
            w.app_bar("Keypad", navigate=w.up(context)),
            w.items("suggestions", _suggestions(context, digits)),
            field,
            *rows,
            w.column(start, align="center", pad=(0, dp(12), 0, dp(24))),
        ),
        dialog=_imei(context) if context.dialog == "imei" else None,
    )


def _key(
    digit: str, name: str, letters: str, press: Callable[[str], None], hold: Callable[[str], None]
) -> View:
    return w.column(
        w.text(digit, style=TextStyle(28), id="dialpad_key_number"),
        w.text(letters or " ", style=TextStyle(11, 500, "muted"), id="dialpad_key_letters"),
        cls="android.widget.FrameLayout", id=name, width=0, weight=1, align="center",
        pad=(0, dp(8), 0, dp(8)), on_tap=partial(press, digit), on_long=partial(hold, digit),
    )  # fmt: skip


def _suggestions(context: Context, digits: str) -> list[View]:
    """Contacts whose number holds what is typed so far."""
    if sum(c.isdigit() for c in digits) < 3:
        return []
    return [
        w.list_row(
            title=contacts.name(p), summary=contacts.phone(p), id="suggestion_row",
            lead=w.avatar(contacts.name(p)), on_tap=partial(contacts.call, context, p["phone"], p),
        )
        for p in contacts.people(context.state)
        if p["phone"] and contacts.matches(p, digits)
    ][:2]  # fmt: skip


def _imei(context: Context) -> View:
    owner, settings = context.state["owner"], context.state["settings"]

    def close() -> None:
        context.dismiss()
        context.type("digits", "")

    return dialogs.dialog(
        "Device information",
        w.list_row(title="IMEI", summary=Pii(T.ID_NUMBER, owner["imei"]), id="imei"),
        w.list_row(title="EID", summary=Pii(T.ID_NUMBER, settings["eid"]), id="eid"),
        buttons=(w.button("OK", close, filled=False, id="android:id/button1"),),
    )
