"""Android's key codes, as far as this phone has a use for them."""

from __future__ import annotations

import string
from typing import Final

HOME, BACK, ENTER, DELETE, ESCAPE, NUMPAD_ENTER, OVERVIEW = 3, 4, 66, 67, 111, 160, 187
PASTE, A, CTRL_LEFT, CTRL_RIGHT, V = 279, 29, 113, 114, 50

_NAMES: Final = {
    "HOME": HOME, "BACK": BACK, "ENTER": ENTER, "DEL": DELETE, "ESCAPE": ESCAPE,
    "NUMPAD_ENTER": NUMPAD_ENTER, "APP_SWITCH": OVERVIEW, "PASTE": PASTE,
    "CTRL_LEFT": CTRL_LEFT, "CTRL_RIGHT": CTRL_RIGHT,
    "STAR": 17, "POUND": 18, "COMMA": 55, "PERIOD": 56, "SPACE": 62, "GRAVE": 68, "MINUS": 69,
    "EQUALS": 70, "LEFT_BRACKET": 71, "RIGHT_BRACKET": 72, "BACKSLASH": 73, "SEMICOLON": 74,
    "APOSTROPHE": 75, "SLASH": 76, "AT": 77, "PLUS": 81,
    **{digit: 7 + i for i, digit in enumerate(string.digits)},
    **{letter: A + i for i, letter in enumerate(string.ascii_uppercase)},
}  # fmt: skip
CHARACTERS: Final = {
    17: "*", 18: "#", 55: ",", 56: ".", 62: " ", 68: "`", 69: "-", 70: "=", 71: "[", 72: "]",
    73: "\\", 74: ";", 75: "'", 76: "/", 77: "@", 81: "+",
    **{7 + i: digit for i, digit in enumerate(string.digits)},
    **{A + i: letter for i, letter in enumerate(string.ascii_lowercase)},
}  # fmt: skip
"""Key code -> what it types."""


def key_code(text: str) -> int:
    """A key by number or name, with or without ``KEYCODE_``; 0 if the phone doesn't know it."""
    if text.isascii() and text.isdigit():
        return int(text)
    return _NAMES.get(text.upper().removeprefix("KEYCODE_"), 0)
