"""Amounts of money in texts, in the usual spellings: ``$1,234.50``, ``1.234,50 €``, ``-45``."""

from __future__ import annotations

import re
from decimal import Decimal

from harness.core.canonical import is_format_character

_CURRENCY = r"(?:[$€£¥₹₽₩₪]|\b(?:USD|EUR|GBP|CHF|JPY|CNY|INR|ILS)\b)"
_NUMBER = r"\d{1,3}(?:[.,'\u00a0\u202f ]\d{3})+(?:[.,]\d{1,2})?(?!\d)|\d+(?:[.,]\d{1,2})?(?!\d)"
_AMOUNT = re.compile(
    rf"(?<![\w#.,])(?P<minus>[-−]?)\s?{_CURRENCY}?\s?(?P<inner>[-−]?)(?P<number>{_NUMBER})"
    rf"(?![\w#])(?:\s?{_CURRENCY})?"
)


def amounts(text: str) -> list[Decimal]:
    """Every number in ``text`` that may be an amount, in order."""
    return [_decimal(match) for match in _AMOUNT.finditer(_visible(text))]


def parse_amount(text: str) -> Decimal | None:
    """The amount that ``text`` is, or None if it is something else or more than that."""
    match = _AMOUNT.fullmatch(_visible(text).strip())
    return _decimal(match) if match else None


def _visible(text: str) -> str:
    """Without the invisible signs that languages written from right to left put into amounts."""
    if text.isascii():
        return text
    return "".join(c for c in text if not is_format_character(c))


def _decimal(match: re.Match[str]) -> Decimal:
    digits = match["number"]
    # A last separator with one or two digits behind it is the decimal one.
    decimal = re.fullmatch(r"(.*)[.,](\d{1,2})", digits)
    whole, fraction = decimal.groups() if decimal else (digits, "0")
    value = Decimal(f"{re.sub(r'[^0-9]', '', whole)}.{fraction}")
    return -value if match["minus"] or match["inner"] else value
