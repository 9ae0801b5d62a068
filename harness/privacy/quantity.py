"""Values as things that can be put in order."""

from __future__ import annotations

import re
import unicodedata
from datetime import date
from decimal import Decimal
from enum import StrEnum

from harness.core.amount import parse_amount
from harness.core.canonical import fold
from harness.core.entity import EntityType


class Scale(StrEnum):
    """What an order means."""

    AMOUNT = "amounts"
    DATE = "dates"
    TEXT = "texts"


SCALES = {
    EntityType.ACCOUNT_BALANCE: Scale.AMOUNT,
    EntityType.DATE_OF_BIRTH: Scale.DATE,
    EntityType.PERSON_NAME: Scale.TEXT,
    EntityType.USERNAME: Scale.TEXT,
    EntityType.ADDRESS: Scale.TEXT,
    EntityType.MESSAGE_CONTENT: Scale.TEXT,
    EntityType.GROUP_NAME: Scale.TEXT,
    EntityType.EMPLOYER_OR_SCHOOL: Scale.TEXT,
}
"""The types that may be reasoned over; identifiers and secrets have no order and no parts."""

Quantity = Decimal | date | str

_MONTHS = "january february march april may june july august september october november december"
_MONTH = {name[:3]: i for i, name in enumerate(_MONTHS.split(), start=1)}
_ISO = re.compile(r"(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?")
_NUMERIC = re.compile(r"(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})")
_DAY_MONTH = re.compile(r"(\d{1,2})(?:st|nd|rd|th)? (?:of )?([a-z]{3,9})\.?,? (\d{4})")
_MONTH_DAY = re.compile(r"([a-z]{3,9})\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})")
_CURRENCY = re.compile(r"[$€£¥₹₽₩]|\b(?:usd|eur|gbp|chf|jpy|cny|inr)\b")
_CODES = {"usd": "$", "eur": "€", "gbp": "£", "jpy": "¥", "cny": "¥", "inr": "₹"}


def quantity(text: str, scale: Scale, region: str) -> Quantity | None:
    """``text`` on a scale, or None if it can't be read on it without doubt.

    Args:
        text: A raw value.
        scale: How it is compared.
        region: ISO 3166 code; decides whether the month comes first in 03/04/1990.
    """
    if scale is Scale.AMOUNT:
        return parse_amount(unicodedata.normalize("NFKC", text))
    if scale is Scale.DATE:
        return parse_date(text, region)
    return fold(text) or None


def currency(text: str) -> str:
    """The currency sign of an amount, "" if it names none."""
    found = _CURRENCY.search(fold(text))
    return _CODES.get(found[0], found[0]) if found else ""


def parse_date(text: str, region: str) -> date | None:
    """The day that ``text`` is: ISO, numeric in the region's order, or with an English month."""
    folded = fold(text)
    if match := _ISO.fullmatch(folded):
        year, month, day = map(int, match.groups())
    elif match := _NUMERIC.fullmatch(folded):
        first, second, year = map(int, match.groups())
        month, day = (first, second) if region == "US" and "." not in folded else (second, first)
    elif match := _DAY_MONTH.fullmatch(folded):
        day, month, year = int(match[1]), _MONTH.get(match[2][:3], 0), int(match[3])
    elif match := _MONTH_DAY.fullmatch(folded):
        month, day, year = _MONTH.get(match[1][:3], 0), int(match[2]), int(match[3])
    else:
        return None
    try:
        return date(year, month, day)
    except ValueError:
        return None
