"""What stands in the focused field, and whether it is what was typed. Pure."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from typing import TYPE_CHECKING

from harness.core.protocols import Effect
from harness.core.raw import nodes

if TYPE_CHECKING:
    from lxml import etree

_MARKS = re.compile("[\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufe0d\ufeff]")
"""Bidi marks and zero-width characters, but not the joiners that words and emoji need."""
_SPACE = re.compile(r"\s")
_MASKED = re.compile("[•●⬤∙·*]+.?", re.DOTALL)
"""Bullets, the last character perhaps still shown."""
_NUMBER = re.compile(r"[0-9A-Z+*# ()-]*[0-9][0-9A-Z+*# ()-]*")
_GROUPING = re.compile("[ ()/‐‑–-]")


@dataclass(frozen=True, slots=True, repr=False)
class Field:
    """A field that text can be typed into.

    Attributes:
        text: What it shows, its hint if it is empty and the phone reports that as text.
        hint: Its hint, "" if it has or tells none.
        password: Whether it hides what is typed.
    """

    text: str
    hint: str = ""
    password: bool = False


def focused_field(tree: etree._Element) -> Field | None:
    """The field that has the focus, or None."""
    for node in nodes(tree):
        if node.get("focused") == "true" and _is_editable(node):
            empty = node.get("showing-hint") == "true"
            return Field(
                "" if empty else str(node.get("text", "")),
                str(node.get("hint", "")),
                node.get("password") == "true",
            )
    return None


def without_marks(text: str) -> str:
    """``text`` without bidi marks and zero-width characters."""
    return _MARKS.sub("", text)


def judge(before: Field | None, after: Field | None, text: str) -> Effect:
    """What is known once ``text`` was typed.

    Where the text was selected it was replaced; where it wasn't the new one stands behind it. An
    unchanged field that shows ``text`` says nothing: it may have been there, or be the hint.

    Args:
        before: The focused field before typing, None if unknown.
        after: The focused field now, None if unknown.
        text: What was typed.
    """
    if after is None or after.password or _is_masked(after.text, text):
        return Effect.TYPED
    if text and (_is_unchanged(before, after) or after.text == after.hint):
        return Effect.TYPED if is_same(text, after.text) else Effect.DIFFERS
    if any(is_same(expected, after.text) for expected in _expected(before, text)):
        return Effect.VERIFIED
    unknown = before is None and _plain(after.text).endswith(_plain(text))
    return Effect.TYPED if unknown else Effect.DIFFERS


def is_arriving(before: Field | None, after: Field | None, text: str) -> bool:
    """Whether the field shows no more than the beginning of what it should: it may be slow."""
    if after is None or after.password or not text:
        return False
    if _is_unchanged(before, after) or after.text == after.hint:
        return True
    shown = _plain(after.text)
    return any(
        shown != _plain(expected) and _plain(expected).startswith(shown)
        for expected in _expected(before, text)
    )


def is_same(expected: str, shown: str) -> bool:
    """Whether a field that shows ``shown`` holds ``expected``.

    Kinds of white space, invisible marks and the way a letter is composed make no difference
    (a line break is shown as a space in a field of one line). An app may also group a number
    (digits, ``+ * #``, and fewer capital letters, as in an IBAN): spaces, hyphens, parentheses
    and slashes may be added or moved, but not lost, or "10 12" could become "1012".
    """
    expected, shown = _plain(expected), _plain(shown)
    if expected == shown:
        return True
    letters = sum(c.isalpha() for c in expected)
    is_number = _NUMBER.fullmatch(expected) and 2 * letters < sum(c.isalnum() for c in expected)
    return (
        bool(is_number)
        and len(shown) >= len(expected)
        and _GROUPING.sub("", shown) == _GROUPING.sub("", expected)
    )


def _expected(before: Field | None, text: str) -> tuple[str, ...]:
    return (text,) if before is None else (text, before.text + text)


def _is_unchanged(before: Field | None, after: Field) -> bool:
    return before is not None and before.text == after.text


def _is_masked(shown: str, text: str) -> bool:
    return bool(_MASKED.fullmatch(shown)) and not _MASKED.search(text)


def _plain(text: str) -> str:
    return unicodedata.normalize("NFC", _SPACE.sub(" ", without_marks(text)))


def _is_editable(node: etree._Element) -> bool:
    kind = str(node.get("class") or node.tag)
    return "EditText" in kind or "AutoCompleteTextView" in kind or node.get("editable") == "true"
