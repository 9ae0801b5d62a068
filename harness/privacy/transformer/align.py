"""What OCR read against what the tree and the vault say.

Recognisers confuse some characters; two phone numbers that differ in one digit are
different people. So a text read is taken for a known value only if nothing but confusable
characters differ, or if it is similar and stands where the value is known to stand.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from rapidfuzz import fuzz
from rapidfuzz.distance import Levenshtein

from harness.core.canonical import fold
from harness.core.entity import EntityType
from harness.core.geometry import Box
from harness.core.protocols import OcrLine

_CONFUSABLE = str.maketrans("oil|!szbgq", "0111152899")
_TO_DIGITS = str.maketrans("OoQDIil|!SsZzBGgq", "00001111155228699")
_TO_LETTERS = (str.maketrans("015286|", "OlSZBGl"), str.maketrans("01528|", "oiszbi"))
_CAPITAL_I = re.compile(r"(?<!\w)l(?=[bcdfgjkmnpqrstvwxz][a-z]|y(?!ing|ric|mph|nx)[a-z])")
_READABLE = ("LATIN", "GREEK", "CJK", "HIRAGANA", "KATAKANA", "FULLWIDTH", "HALFWIDTH KATAKANA")
INITIALS = 2
"""A line of no more than this :func:`substance` is an icon or an avatar's initials."""
_INSIDE = 0.15
"""A line that OCR joined from two views lies in each of them with at least this share."""
_MIN_FUZZY = 4
_SLACK = 0.3
"""A misreading is at most by this share (and one character) shorter or longer."""


@dataclass(frozen=True, slots=True, repr=False)
class Place:
    """A node's readable texts and where it stands.

    Attributes:
        box: Bounds in px of the image; empty if it isn't on it.
        drawn: The text that is drawn there, "" if none.
        drawn_in: The attribute that holds it: ``text``, or ``hint`` of an empty field.
        spoken: Descriptions and other readable attributes that need not be drawn.
        leaf: Nothing is nested in it, so what is drawn there is its own.
        keys: :func:`key` of ``drawn`` and of each of ``spoken``.
    """

    box: Box
    drawn: str
    drawn_in: str
    spoken: tuple[str, ...]
    leaf: bool
    keys: tuple[str, ...]


@dataclass(frozen=True, slots=True, repr=False)
class Entity:
    """A registered value that stands on this screen.

    Attributes:
        placeholder: Its placeholder.
        type: Its type.
        folded: The folded value.
        key: Its :func:`key`.
    """

    placeholder: str
    type: EntityType
    folded: str
    key: str

    @classmethod
    def of(cls, value: str, placeholder: str, type: EntityType) -> Entity:
        """The entity with that raw value."""
        return cls(placeholder, type, fold(value), key(value))


def key(text: str) -> str:
    """What is left of a text when confusable characters are one, without spaces."""
    return fold(text).replace(" ", "").translate(_CONFUSABLE)


def unconfused(text: str) -> Iterator[str]:
    """Other readings of a text, of the same length: mixed words as digits and as letters."""
    words = text.split(" ")
    mixed = [
        any(c.isdigit() or c == "|" for c in w) and any(c.isalpha() or c == "|" for c in w)
        for w in words
    ]
    if not any(mixed):
        return
    for table in (_TO_DIGITS, *_TO_LETTERS):
        yield " ".join(
            word.translate(table) if is_mixed else word
            for word, is_mixed in zip(words, mixed, strict=True)
        )


def repaired(text: str) -> str:
    """``text``, of the same length, with "I" where a word can't begin with "l": "lngrid lyer"."""
    return _CAPITAL_I.sub("I", text)


def substance(text: str) -> int:
    """How much a text can tell: its letters and digits, twice those that aren't ASCII."""
    return sum(1 if c.isascii() else 2 for c in text if c.isalnum())


def is_foreign(text: str) -> bool:
    """Whether there are letters in it of a script that no packaged recogniser reads."""
    return not text.isascii() and any(
        c.isalpha() and not unicodedata.name(c, "").startswith(_READABLE) for c in text
    )


def overlaps(lines: Sequence[Box], boxes: Sequence[Box]) -> NDArray[np.float64]:
    """Share of each line that lies inside each box, shape (lines, boxes)."""
    a = np.array([(b.left, b.top, b.right, b.bottom) for b in lines], float).reshape(-1, 1, 4)
    b = np.array([(b.left, b.top, b.right, b.bottom) for b in boxes], float).reshape(1, -1, 4)
    width = np.minimum(a[..., 2], b[..., 2]) - np.maximum(a[..., 0], b[..., 0])
    height = np.minimum(a[..., 3], b[..., 3]) - np.maximum(a[..., 1], b[..., 1])
    area = (a[..., 2] - a[..., 0]) * (a[..., 3] - a[..., 1])
    return np.asarray(width.clip(0) * height.clip(0) / np.maximum(area, 1))


def explained(line: OcrLine, places: Iterable[Place], tau: float) -> bool:
    """Whether the tree has the text of a readable line at its place.

    The whole line, or each of its words, must stand in an attribute of a node there; in a leaf,
    a text whose normalised similarity to the line is at least ``tau`` counts as well.
    """
    if not substance(line.text):
        return False  # A few dots may be any text in a script that isn't read.
    at_hand = list(places)
    wanted = key(line.text)
    pool = [text for place in at_hand for text in place.keys]
    if any(wanted in text for text in pool):
        return True
    own = [text for place in at_hand if place.leaf for text in place.keys]
    if any(_similar(wanted, text, tau) for text in own):
        return True
    return all(
        any(word in text for text in pool) or any(_similar(word, text, tau) for text in own)
        for word in map(key, line.text.split())
        if any(c.isalnum() for c in word)
    )


def near(places: Sequence[Place], shares: NDArray[np.float64]) -> list[Place]:
    """The places that hold a part of a line; ``shares`` is its row of :func:`overlaps`."""
    return [places[i] for i in np.flatnonzero(shares >= _INSIDE).tolist()]


def aligned(
    text: str, here: Iterable[Entity], away: Iterable[Entity], tau: float
) -> list[tuple[int, int, Entity]]:
    """Stretches of a line read by OCR that are misread forms of entities on this screen.

    Args:
        text: The line.
        here: Entities that may stand at its place: a normalised Levenshtein similarity of at
            least ``tau`` is enough.
        away: Entities that stand elsewhere: only confusable characters may differ. (What is read
            exactly elsewhere is the vault's business: it knows which words are ordinary ones.)
        tau: Least similarity.
    """
    windows = [(s, e, fold(text[s:e])) for s, e in _windows(text)]
    found = []
    for entity in here:
        length = len(entity.folded)
        needed = tau if length >= _MIN_FUZZY else 1.0
        best = max(
            (
                (Levenshtein.normalized_similarity(read, entity.folded), start, end)
                for start, end, read in windows
                if abs(len(read) - length) <= _SLACK * length + 1
            ),
            default=(0.0, 0, 0),
        )
        if best[0] >= needed:
            found.append((best[1], best[2], entity))
    by_key = {key(read): (start, end, read) for start, end, read in windows}
    for entity in away:
        start, end, read = by_key.get(entity.key, (0, 0, entity.folded))
        if read != entity.folded and len(entity.folded) >= _MIN_FUZZY:
            found.append((start, end, entity))
    return found


def _windows(text: str) -> Iterator[tuple[int, int]]:
    """Every stretch of whole words."""
    words = []
    start = 0
    for word in text.split(" "):
        if word:
            words.append((start, start + len(word)))
        start += len(word) + 1
    for i, (first, _) in enumerate(words):
        for _, last in words[i : i + 12]:
            yield first, last


def _similar(part: str, whole: str, tau: float) -> bool:
    if min(len(part), len(whole)) < _MIN_FUZZY:
        return False
    if len(part) >= len(whole):
        return Levenshtein.normalized_similarity(part, whole) >= tau
    return fuzz.partial_ratio(part, whole) >= 100 * tau
