"""Amounts of money in running text, read in every way in which they can be meant."""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import Decimal

MIN_BARE = 4
"""Characters from which a number without a currency beside it may be an amount."""

_SYMBOL = re.compile(r"[$€£¥₹₽₩₺₫₴฿₪]")
_CODE = re.compile(
    r"(?<![^\W\d_])(?:usd|eur|gbp|chf|jpy|cny|inr|ils|rub|krw|kr|zł|pln|brl|mxn|cad|aud)(?![^\W\d_])"
)
_NUMBER = re.compile(
    r"(?<![\w#.,])(?:\d{1,3}(?: \d{3})+(?:[.,]\d{1,2})?(?![\w.,])|\d[\d.,'’]*(?![\w]))"
)


def money(text: str) -> dict[Decimal, str]:
    """Absolute amount -> how it is written, for every number that may be an amount.

    Args:
        text: Folded text.
    """
    found: dict[Decimal, str] = {}
    text = _CODE.sub(" $ ", text)
    for match in _NUMBER.finditer(text):
        number = match[0].rstrip(".,'’")
        around = text[max(0, match.start() - 3) : match.end() + 3]
        if len(number) < MIN_BARE and not _SYMBOL.search(around):
            continue
        pieces = {number, *number.split(" ")} if " " in number else {number}
        for piece in pieces:
            for amount in _readings(piece.replace(" ", "")):
                found.setdefault(amount, piece)
    return found


def parse_money(text: str) -> Decimal | None:
    """The absolute amount that a value states, None if it states none or several.

    Where a single separator could be either ("1.234"), three digits behind it are thousands.
    """
    spaced = _CODE.sub(" $ ", text)
    numbers = [match[0].rstrip(".,'’") for match in _NUMBER.finditer(spaced)]
    if len(numbers) != 1:
        return None
    return next(_readings(numbers[0].replace(" ", "")), None)


def _readings(number: str) -> Iterator[Decimal]:
    """The decimal values of ``number``, the likeliest first."""
    separators = [c for c in number if not c.isdigit()]
    digits = [part for part in re.split(r"\D", number) if part]
    whole = Decimal("".join(digits))
    if not separators:
        yield whole
        return
    last, tail = separators[-1], digits[-1]
    grouped = all(len(group) in (2, 3) for group in digits[1:]) and len(tail) == 3
    # "1,234.50" and "12.5" have a decimal separator; "1,234,567" and "1'234" have none, and
    # "2.14.1" is no amount at all.
    if separators.count(last) > 1 or last in "'’":
        if grouped:
            yield whole
        return
    decimal = Decimal(f"{''.join(digits[:-1]) or '0'}.{tail}")
    if len(separators) > 1 or len(tail) != 3:
        yield decimal
    else:
        yield whole
        yield decimal
