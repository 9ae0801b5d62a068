"""Language and country of a simulated phone: dates, money, interface texts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import date, datetime, time
from functools import lru_cache

from babel import Locale as Babel
from babel.dates import format_date, format_skeleton, format_time
from babel.numbers import format_currency, format_decimal

from harness.device.simulated.text import Rich
from harness.device.simulated.view import View

NOW = datetime(2024, 5, 10, 12, 0)
"""The clock of the phone stands still."""


@dataclass(frozen=True, slots=True)
class Locale:
    """How a phone of one language and country writes.

    Attributes:
        name: BCP 47 tag, e.g. ``de-DE``.
        region: ISO 3166 code, in which phone numbers are read.
        currency: ISO 4217 code.
        rtl: Written from right to left.
        full_name: How first and last name stand together.
        strings: English interface text -> this language; what is missing stays English.
    """

    name: str
    region: str
    currency: str
    rtl: bool = False
    full_name: str = "{first} {last}"
    strings: Mapping[str, str] = field(default_factory=dict, repr=False)

    def date(self, day: date, style: str = "medium") -> str:
        """A date; ``style`` is short, medium, long, full or a skeleton like ``MMMd``."""
        if style in ("short", "medium", "long", "full"):
            return str(format_date(day, style, locale=_babel(self.name)))
        return str(format_skeleton(style, day, locale=_babel(self.name)))

    def time(self, hour: int, minute: int = 0) -> str:
        """A time of day, e.g. ``9:30 AM`` or ``09:30``."""
        # A narrow no-break space before AM is newer than the phone's release.
        written = format_time(time(hour, minute), "short", locale=_babel(self.name))
        return str(written).replace("\u202f", " ")

    def money(self, amount: float) -> str:
        """An amount in the currency of the country, e.g. ``-$1,204.50``."""
        return str(format_currency(amount, self.currency, locale=_babel(self.name)))

    def number(self, value: float) -> str:
        """A plain number, with the separators of the country."""
        return str(format_decimal(value, locale=_babel(self.name)))

    def name_of(self, first: str, last: str) -> str:
        """A full name; with one part only, that part."""
        return self.full_name.format(first=first, last=last).strip()

    def listed_name_of(self, first: str, last: str) -> str:
        """A full name as a list sorted by surname has it, e.g. ``Lopez, Maria``."""
        if not (first and last) or self.full_name.startswith("{last}"):
            return self.name_of(first, last)
        return f"{last}, {first}"

    def say(self, text: str) -> str:
        """An interface text in this language; blanks around it stay."""
        bare = text.strip()
        return text.replace(bare, self.strings[bare]) if bare in self.strings else text


@lru_cache(maxsize=16)
def _babel(name: str) -> Babel:
    return Babel.parse(name, sep="-")


def localised(view: View, locale: Locale) -> View:
    """A view and all below it with interface texts in the language of the phone.

    What a user typed and what is somebody's value stays as it is.
    """
    if not locale.strings:
        return view
    return replace(
        view,
        text=view.text if view.value else _localised(view.text, locale),
        desc=_localised(view.desc, locale),
        hint=_localised(view.hint, locale),
        children=tuple(localised(child, locale) for child in view.children),
    )


def _localised(text: Rich, locale: Locale) -> Rich:
    """The stretches between the marks in the language of the phone."""
    written, marks, at = "", [], 0
    for mark in text.marks:
        written += locale.say(text.text[at : mark.start])
        shift = len(written) - mark.start
        marks.append(replace(mark, start=mark.start + shift, end=mark.end + shift))
        written += text.text[mark.start : mark.end]
        at = mark.end
    return Rich(written + locale.say(text.text[at:]), tuple(marks))
