"""The canonical form of a value: what two spellings of the same thing have in common."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

import phonenumbers

from harness.core.entity import NUMERIC_TYPES, EntityType

DEFAULT_REGION = "US"

_SPACE = re.compile(r"\s+")
_SEPARATORS = re.compile(r"[\s\-‐-―./()_·]+")
_NON_DIGIT = re.compile(r"\D+")
_MARKED_DIGIT = re.compile(r"(?<=\d)[\u0300-\u036f]+")


def is_format_character(character: str) -> bool:
    """Whether it is invisible: bidi marks, zero-width characters, variation selectors."""
    return unicodedata.category(character) == "Cf" or "\ufe00" <= character <= "\ufe0f"


def fold(text: str) -> str:
    """NFKC, format characters removed, whitespace collapsed and stripped, case folded."""
    if text.isascii():
        return " ".join(text.lower().split())
    visible = unicodedata.normalize("NFKC", text)
    if not visible.isalpha():  # Letters are all visible.
        visible = "".join(c for c in visible if not is_format_character(c))
    return _SPACE.sub(" ", unicodedata.normalize("NFKC", visible.casefold())).strip()


@lru_cache(maxsize=65536)
def canonical(value: str, type: EntityType, region: str = DEFAULT_REGION) -> str:
    """The canonical form of ``value``.

    Args:
        value: Surface form, in any spelling.
        type: Its type, which decides what is significant.
        region: ISO 3166 code in which a phone number without a prefix is read.

    Returns:
        Phones that parse as a *possible* number: E.164 (with ``;ext=N`` kept); other phones: their
        digits. Codes: without separators, in ASCII digits. E-mail and IP address: :func:`fold`
        without spaces. Texts: :func:`fold`.
        The empty string only for a value without any visible character.
    """
    folded = fold(value)
    if type in (EntityType.EMAIL, EntityType.IP_ADDRESS):
        return folded.replace(" ", "")
    if type is EntityType.PHONE_NUMBER:
        return _phone(plain_digits(folded), region)
    if type in NUMERIC_TYPES:
        return _SEPARATORS.sub("", plain_digits(folded)) or folded
    return folded


def plain_digits(folded: str) -> str:
    """Decimal digits of every script as ASCII digits, combining marks on digits removed."""
    if folded.isascii():
        return folded
    digits = (c if c.isascii() else unicodedata.decimal(c, c) for c in folded)
    return _MARKED_DIGIT.sub("", "".join(map(str, digits)))


def _phone(folded: str, region: str) -> str:
    try:
        number = phonenumbers.parse(folded, region)
    except phonenumbers.NumberParseException:
        number = None
    if number is not None and phonenumbers.is_possible_number(number):
        base = phonenumbers.format_number(number, phonenumbers.PhoneNumberFormat.E164)
        return f"{base};ext={number.extension}" if number.extension else str(base)
    return _NON_DIGIT.sub("", folded) or folded
