"""A folded copy of a text that patterns can match, with the way back to the original."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass

from harness.core.canonical import is_format_character

_DASHES = dict.fromkeys(map(ord, "‐‑‒–—―−﹣－"), "-")
_SPACES = frozenset("\t\x0b\x0c")


@dataclass(frozen=True, slots=True, repr=False)
class Folded:
    """A text as patterns see it.

    Attributes:
        text: NFKC of every character; bidi marks, zero-width characters and marks on digits
            removed; every decimal digit an ASCII digit; every dash ``-``. Newlines stay.
        starts: Code point of the original where each folded code point begins.
        ends: One past its last code point in the original, removed marks behind it included.
    """

    text: str
    starts: tuple[int, ...]
    ends: tuple[int, ...]

    def original(self, start: int, end: int) -> tuple[int, int]:
        """The stretch of the original behind ``text[start:end]`` (not empty)."""
        return self.starts[start], self.ends[end - 1]


def folded(text: str) -> Folded:
    """Fold ``text``."""
    if text.isascii():
        marks = tuple(range(len(text) + 1))
        return Folded(text, marks[:-1], marks[1:])
    characters: list[str] = []
    starts: list[int] = []
    ends: list[int] = []
    for i, character in enumerate(text):
        if is_format_character(character):
            continue
        if unicodedata.category(character) == "Mn" and characters and characters[-1].isdigit():
            ends[-1] = i + 1
            continue
        for piece in unicodedata.normalize("NFKC", character).translate(_DASHES):
            characters.append(_plain(piece))
            starts.append(i)
            ends.append(i + 1)
    return Folded("".join(characters), tuple(starts), tuple(ends))


def visible(text: str) -> Folded:
    """``text`` without bidi marks and zero-width characters, otherwise as it is."""
    kept = [i for i, c in enumerate(text) if c.isascii() or not is_format_character(c)]
    ends = tuple(i + 1 for i in kept)
    return Folded("".join(text[i] for i in kept), tuple(kept), ends)


def _plain(character: str) -> str:
    if character in _SPACES:
        return " "
    value = unicodedata.decimal(character, None) if not character.isascii() else None
    return character if value is None else str(value)


def has_alnum(text: str) -> bool:
    """Whether there is a letter or digit of any script."""
    return any(c.isalnum() for c in text)


def has_letter(text: str) -> bool:
    """Whether there is a letter of any script."""
    return any(c.isalpha() for c in text)


def is_cjk(character: str) -> bool:
    """Whether it is written without spaces between words: Han, kana, Hangul."""
    return (
        "\u3040" <= character <= "\u30ff"
        or "\u3400" <= character <= "\u9fff"
        or "\uac00" <= character <= "\ud7a3"
        or "\uf900" <= character <= "\ufaff"
    )


def trim(text: str, start: int, end: int) -> tuple[int, int]:
    """``text[start:end]`` without blank or invisible edges."""

    def blank(c: str) -> bool:
        return c.isspace() or is_format_character(c)

    while start < end and blank(text[start]):
        start += 1
    while end > start and blank(text[end - 1]):
        end -= 1
    return start, end
