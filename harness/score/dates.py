"""The usual spellings of a date, so that a birthday is found however it is written."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, datetime

_READ = (
    "%Y-%m-%d", "%Y/%m/%d", "%d.%m.%Y", "%B %d, %Y", "%b %d, %Y", "%d %B %Y", "%d %b %Y",
    "%B %d %Y", "%b %d %Y", "%m/%d/%Y", "%d/%m/%Y",
)  # fmt: skip


def spellings(value: str) -> Iterator[str]:
    """Lower-case English and numeric spellings of a full date; nothing for another text.

    A numeric date that can be read in two ways ("03/04/1990") is spelt out in both.
    """
    for day in {parsed for layout in _READ if (parsed := _parse(value, layout))}:
        month, short = day.strftime("%B").lower(), day.strftime("%b").lower()
        yield f"{day:%Y-%m-%d}"
        yield f"{day:%m/%d/%Y}"
        yield f"{day:%d/%m/%Y}"
        for name in dict.fromkeys((month, short)):
            yield f"{name} {day.day} {day.year}"
            yield f"{day.day} {name} {day.year}"


def _parse(value: str, layout: str) -> date | None:
    try:
        return datetime.strptime(value, layout).date()
    except ValueError:
        return None
