"""A text as the sequence of its letters and digits, with the way back to the original.

Two spellings of one value differ in case, width, invisible characters, spacing and punctuation;
their skeletons are the same. What stands between the characters is kept and judged afterwards.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from harness.core.canonical import is_format_character


@dataclass(frozen=True, slots=True, repr=False)
class Skeleton:
    """A folded text.

    Attributes:
        folded: NFKC, invisible characters removed, case folded, decimal digits in ASCII.
        starts: Code point of the original where each folded code point begins.
        ends: One past its last code point in the original.
        letters: The letters (with their marks) and digits of ``folded``, nothing else.
        at: Index in ``folded`` of each of ``letters``.
    """

    folded: str
    starts: Sequence[int]
    ends: Sequence[int]
    letters: str
    at: Sequence[int]

    def original(self, start: int, end: int) -> tuple[int, int]:
        """The stretch of the original behind ``folded[start:end]`` (not empty)."""
        return self.starts[start], self.ends[end - 1]


def skeleton(text: str) -> Skeleton:
    """Fold ``text``; offsets are code points."""
    lower = text.casefold()
    if text.isascii() or (len(lower) == len(text) and _is_plain(text)):
        folded, starts, ends = lower, range(len(text)), range(1, len(text) + 1)
        return _skeleton(folded, starts, ends)
    pieces: list[str] = []
    begins: list[int] = []
    stops: list[int] = []
    for start, end in _units(text):
        for character in _fold_unit(text[start:end]):
            pieces.append(character)
            begins.append(start)
            stops.append(end)
    return _skeleton("".join(pieces), begins, stops)


def _skeleton(folded: str, starts: Sequence[int], ends: Sequence[int]) -> Skeleton:
    at = [i for i, c in enumerate(folded) if c.isalnum() or (c > "\u02ff" and _is_mark(c))]
    return Skeleton(folded, starts, ends, "".join([folded[i] for i in at]), at)


def _is_plain(text: str) -> bool:
    """Whether folding changes nothing but case: the quick path for most texts."""
    return (
        text.replace("\n", " ").isprintable()
        and unicodedata.is_normalized("NFKC", text)
        and not any(_needs_folding(c) for c in text if c > "\u02ff")
    )


@lru_cache(maxsize=8192)
def _needs_folding(character: str) -> bool:
    return _is_mark(character) or is_format_character(character) or character.isdecimal()


@lru_cache(maxsize=8192)
def _is_mark(character: str) -> bool:
    return unicodedata.category(character)[0] == "M" and not is_format_character(character)


def _units(text: str) -> Iterator[tuple[int, int]]:
    """Stretches that must be normalised together: a character, its marks or Hangul jamo."""
    start = 0
    while start < len(text):
        end = start + 1
        while end < len(text) and (_is_mark(text[end]) or "\u1160" <= text[end] <= "\u11ff"):
            end += 1
        yield start, end
        start = end


@lru_cache(maxsize=8192)
def _fold_unit(unit: str) -> str:
    if unit[0].isdecimal():
        return str(unicodedata.decimal(unit[0]))
    visible = "".join(c for c in unicodedata.normalize("NFKC", unit) if not is_format_character(c))
    return unicodedata.normalize("NFKC", visible.casefold())


_FREE_SCRIPTS = (
    "CJK",
    "HIRAGANA",
    "KATAKANA",
    "HANGUL",
    "THAI",
    "LAO",
    "KHMER",
    "MYANMAR",
    "BOPOMOFO",
)


@lru_cache(maxsize=8192)
def script(character: str) -> str:
    """The script of a letter; "" for other characters and scripts without word boundaries."""
    if not (character.isalpha() or _is_mark(character)):
        return ""
    name = unicodedata.name(character, "")
    return "" if name.startswith(_FREE_SCRIPTS) else name.partition(" ")[0]


def is_free(letters: str) -> bool:
    """Whether all of ``letters`` are of scripts that are written without word boundaries."""
    return all(c.isalpha() and not script(c) for c in letters)


_DIGIT_WORDS = {
    word: str(digit)
    for language in (
        "zero one two three four five six seven eight nine",
        "cero uno dos tres cuatro cinco seis siete ocho nueve",
        "zéro un deux trois quatre cinq six sept huit neuf",
        "null eins zwei drei vier fünf sechs sieben acht neun",
        "zero um dois três quatro cinco seis sete oito nove",
        "zero uno due tre quattro cinque sei sette otto nove",
        "ноль один два три четыре пять шесть семь восемь девять",
    )
    for digit, word in enumerate(language.split())
} | {"oh": "0", "o": "0", "zwo": "2", "meia": "6"}
_DIGIT_SIGNS = dict(zip("零〇一二三四五六七八九幺", "001234567891", strict=True))
_REPEATS = {"double": 2, "triple": 3}

_WORD = "|".join(sorted({*_DIGIT_WORDS, *_REPEATS}, key=len, reverse=True))
_SPOKEN = re.compile(
    rf"(?<!\w)(?:\d+[\s,.-]+)*(?:{_WORD})(?:[\s,.-]+(?:{_WORD}|\d+)){{2,}}(?!\w)"
    rf"|[{''.join(_DIGIT_SIGNS)}](?:[\s-]?[{''.join(_DIGIT_SIGNS)}]){{3,}}"
)
_SPOKEN_PART = re.compile(rf"(?:{_WORD})(?!\w)|\d|[{''.join(_DIGIT_SIGNS)}]")


def spelled_out(view: Skeleton) -> list[tuple[str, list[tuple[int, int]]]]:
    """Runs of digits in words ("five five five oh one four two") or signs (五五五零一四二).

    Returns:
        Per run its digits, and for each of them the stretch of ``view.folded`` that says it.
    """
    runs = []
    for run in _SPOKEN.finditer(view.folded):
        digits: list[str] = []
        places: list[tuple[int, int]] = []
        times, start = 1, None
        for part in _SPOKEN_PART.finditer(view.folded, run.start(), run.end()):
            start = part.start() if start is None else start
            if part[0] in _REPEATS:
                times = _REPEATS[part[0]]
                continue
            digit = _DIGIT_WORDS.get(part[0]) or _DIGIT_SIGNS.get(part[0]) or part[0]
            digits += [digit] * times
            places += [(start, part.end())] * times
            times, start = 1, None
        runs.append(("".join(digits), places))
    return runs
