"""Days and times of day in texts, in the usual spellings of several languages."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date, time
from functools import lru_cache

from babel import Locale

from harness.core.canonical import fold

_LANGUAGES = ("en", "de", "es", "fr", "it", "pt", "he")
_ISO = re.compile(r"(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?(?:星期.|周.)?")
_NUMERIC = re.compile(r"(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})")
_TIME = re.compile(r"(\d{1,2}):(\d{2})(?: ?([ap])\.?m\.?)?")
_TOKEN = re.compile(r"[^\W\d_]+|\d+")
_BETWEEN = frozenset({"of", "de", "del", "st", "nd", "rd", "th"})
_HEBREW_IN = "ב"
"""Hebrew writes "in" and the month as one word."""


def parse_date(text: str, region: str = "") -> date | None:
    """The day that ``text`` is, or None if it isn't one without doubt.

    ISO and numeric dates, and those with the name of a month; a weekday may stand with them.

    Args:
        text: A date and nothing else.
        region: ISO 3166 code; decides whether the month comes first in 03/04/1990.
    """
    folded = fold(text)
    if match := _ISO.fullmatch(folded):
        year, month, day = map(int, match.groups())
    elif match := _NUMERIC.fullmatch(folded):
        first, second, year = map(int, match.groups())
        month, day = (first, second) if region == "US" and "." not in folded else (second, first)
    else:
        year, month, day = _written(folded)
    try:
        return date(year, month, day)
    except ValueError:
        return None


def parse_time(text: str) -> time | None:
    """The time of day that ``text`` is, e.g. ``9:30 AM`` or ``18:05``, or None."""
    match = _TIME.fullmatch(fold(text))
    if match is None:
        return None
    hour, half = int(match[1]), match[3]
    if half and not 1 <= hour <= 12:
        return None
    try:
        return time(hour % 12 + 12 * (half == "p") if half else hour, int(match[2]))
    except ValueError:
        return None


def _written(folded: str) -> tuple[int, int, int]:
    """Year, month and day; zeros where it is no date."""
    months, weekdays = _months(), _weekdays()
    found: list[int] = []
    numbers: list[str] = []
    for token in _TOKEN.findall(folded):
        bare = token.removeprefix(_HEBREW_IN)
        if token.isdigit():
            numbers.append(token)
        elif token in months or bare in months:
            found.append(months.get(token) or months[bare])
        elif token not in _BETWEEN and token not in weekdays:
            return 0, 0, 0
    days = [int(n) for n in numbers if len(n) <= 2]
    years = [int(n) for n in numbers if len(n) == 4]
    if len(found) == len(days) == len(years) == 1 and len(numbers) == 2:
        return years[0], found[0], days[0]
    return 0, 0, 0


@lru_cache(maxsize=1)
def _months() -> dict[str, int]:
    return {
        word: number
        for language in _LANGUAGES
        for names in _forms(Locale(language).months)
        for number, name in names.items()
        for word in _TOKEN.findall(fold(name))
    } | {"sept": 9}


@lru_cache(maxsize=1)
def _weekdays() -> frozenset[str]:
    return frozenset(
        word
        for language in _LANGUAGES
        for names in _forms(Locale(language).days)
        for name in names.values()
        for word in _TOKEN.findall(fold(name))
    )


def _forms(names: object) -> Iterator[dict[int, str]]:
    """The full and the short names, as they stand in a date and alone."""
    for context in ("format", "stand-alone"):
        for width in ("wide", "abbreviated"):
            yield names[context][width]  # type: ignore[index]
