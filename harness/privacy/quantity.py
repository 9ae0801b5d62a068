"""Values as things that can be put in order."""

from __future__ import annotations

import re
import unicodedata
from datetime import date
from decimal import Decimal
from enum import StrEnum

from harness.core.amount import parse_amount
from harness.core.canonical import fold
from harness.core.day import parse_date
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

_CURRENCY = re.compile(r"[$€£¥₹₽₩₪]|\b(?:usd|eur|gbp|chf|jpy|cny|inr|ils)\b")
_CODES = {"usd": "$", "eur": "€", "gbp": "£", "jpy": "¥", "cny": "¥", "inr": "₹", "ils": "₪"}


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
