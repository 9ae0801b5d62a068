"""Phone numbers in a folded text, as people of many regions write them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache

import phonenumbers

from harness.core.entity import EntityType
from harness.errors import ConfigError
from harness.privacy.detector import words
from harness.privacy.detector.numbers import Hit

_PHONE = re.compile(
    r"(?<![A-Za-z0-9_.#$€£¥%*&=@])(?<!\d[-/,:])(?:(?<!\d )|(?<=:\d\d )|(?=\+))(?:\+ ?|00 ?)?"
    r"\(?\d(?:(?: ?- ?|\.|/| ?\(|\)[ -]?| {1,2})?\d){5,30}\)?"
    r"(?: ?(?:ext|x|доб|#|;ext=)\.? ?\d{1,6})?(?![\d%])",
    re.IGNORECASE,
)
_GLUED = re.compile(r"(?<!\d)(?:\+?86[ -]?)?1[3-9]\d(?:[ -]?\d{4}){2}(?!\d)")
"""A Chinese mobile number glued to letters; Hangul and kana neighbours are no boundary either."""
_DATE = re.compile(
    r"(?<![\d./-])(?:(?:19|20)\d{2}([./-])(?:0?[1-9]|1[0-2])\1(?:0?[1-9]|[12]\d|3[01])"
    r"|(?:0?[1-9]|[12]\d|3[01])([./-])(?:0?[1-9]|[12]\d|3[01])\2(?P<year>(?:19|20)?\d{2}))"
    r"(?![./-]?\d)"
)
_YEAR_RANGE = re.compile(
    r"(?<!\d)(?:\d{1,2}[./])?(?:19|20)\d{2} ?[-/] ?(?:\d{1,2}[./])?(?:19|20)\d{2}(?!\d)"
)
_YEAR_MONTH = re.compile(r"(?<!\d)(?:19|20)\d{2}[./-](?:0[1-9]|1[0-2])(?:[./-]?\d{2})?(?!\d)")
_STAMP = re.compile(
    r"(?:19|20)\d{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])[ -]"
    r"(?:[01]\d|2[0-3])[0-5]\d(?:[0-5]\d)?"
)
"""A date and a time as file names have them: ``20240510 1200``."""
_THOUSANDS = re.compile(r"\d{1,3}(?: \d{3}){1,4}")

_APART = re.compile(r"(?<=\d)(?: {1,2}|/)(?=[\d(+])")
"""Where one number may end and the next begin."""


def known_region(region: str) -> str:
    """``region`` if the phone library knows it.

    Raises:
        ConfigError: It doesn't: national numbers would be invisible.
    """
    if region not in phonenumbers.SUPPORTED_REGIONS:
        raise ConfigError(f"unknown phone region {region!r}: use an ISO 3166 code such as GB")
    return region


def phones(text: str, regions: Sequence[str]) -> Iterator[Hit]:
    """Phone numbers with a prefix, separators or a context word.

    Args:
        text: Folded text.
        regions: ISO 3166 codes in which a number without prefix is tried.
    """
    if sum(c.isdigit() for c in text) < 7:
        return
    text = _DATE.sub(_without_date, text)
    for match in _PHONE.finditer(text):
        yield from _phones_in_a_row(text, match.start(), match.end(), regions)
    alone = not _GLUED.sub("", text).strip(" \n,;/")
    for match in _GLUED.finditer(text):
        start, end = match.span()
        neighbours = text[max(0, start - 1) : start] + text[end : end + 1]
        if alone or any(not c.isascii() and c.isalpha() for c in neighbours):
            yield Hit(start, end, EntityType.PHONE_NUMBER, 0.95)


def _without_date(match: re.Match[str]) -> str:
    """Nothing readable for a date; of two digits the year may be the end of a number."""
    return match[0] if len(match["year"] or "year") == 2 else "|" * len(match[0])


def _phones_in_a_row(text: str, start: int, end: int, regions: Sequence[str]) -> Iterator[Hit]:
    """The candidate; or what of it is a phone number beside a date, a time or another number."""
    cuts = [m.span() for m in _APART.finditer(text, start, end)]
    begins, ends = [start, *(c[1] for c in cuts)], [*(c[0] for c in cuts), end]
    if cuts and text[end : end + 1] == ":":  # The hour of a time.
        del begins[-1], ends[-1]
    whole = next(_phone(text, begins[0], ends[-1], regions), None)
    if whole is not None:
        yield whole
        return
    repeated = _repeated(list(map(int.__sub__, ends, begins)))
    at = 0
    while at < len(begins):
        for last in range(len(begins) - 1, at - 1, -1):
            together = re.search(r"[-.()]", text[begins[at] : ends[last]]) or last == at
            if not together and last - at + 1 != repeated:
                continue
            if found := next(_phone(text, begins[at], ends[last], regions), None):
                yield found
                at = last
                break
        at += 1


def _repeated(sizes: list[int]) -> int:
    """How many groups make a number, if several of one shape follow each other; else 0."""
    for count in range(len(sizes) // 2, 0, -1):
        if len(sizes) % count == 0 and sizes[:count] * (len(sizes) // count) == sizes:
            return count
    return 0


def _phone(text: str, start: int, end: int, regions: Sequence[str]) -> Iterator[Hit]:
    raw = text[start:end]
    if re.match(r"-[A-Za-z]", text[end:]):  # Part 415-555-2210-B.
        return
    if raw.count(")") > raw.count("("):
        end = start + len(raw.rstrip(")"))
        raw = text[start:end]
    number = re.split(r"ext|x|доб|#|;", raw, flags=re.IGNORECASE)[0]
    digits = re.sub(r"\D", "", number)
    if not 7 <= len(digits) <= 15 or len(set(digits)) == 1 or _dated(raw):
        return
    if digits.endswith("000000") or digits.lstrip("0") == "":
        return
    context = words.near(text, start, end, words.PHONE)
    international = number.lstrip().startswith(("+", "00"))
    if international and _possible(number, "US"):
        yield Hit(start, end, EntityType.PHONE_NUMBER, 1.0 if number.startswith("+") else 0.95)
    elif not international or context:
        whole = not (text[:start] + text[end:]).strip(" \n:;,()")
        if _national(number, digits, context, whole, regions):
            yield Hit(start, end, EntityType.PHONE_NUMBER, 0.95)


def _dated(raw: str) -> bool:
    if _DATE.search(raw) or _YEAR_RANGE.search(raw) or _STAMP.fullmatch(raw):
        return True
    month = _YEAR_MONTH.match(raw)
    return month is not None and len(re.sub(r"\D", "", raw[month.end() :])) <= 6


def _national(number: str, digits: str, context: bool, whole: bool, regions: Sequence[str]) -> bool:
    groups = re.findall(r"\d+", number)
    if len(groups) == 1:  # a plain run of digits is a phone only where something says so
        return context and len(digits) >= 7 and not number.startswith("(")
    if _THOUSANDS.fullmatch(number.strip()) and not (
        context or (whole and len(digits) == 9 and not digits.endswith("000"))
    ):
        return False
    if any(len(g) == 1 for g in groups[1:]) and not context:
        return False
    if min(map(len, groups[1:])) > 4 and not number.startswith(("(", "0")) and not context:
        return False
    if [len(g) for g in groups] == [3, 2, 4] or len(digits) > 13:
        return context
    if "." in number and (number.count(".") < 2 or min(map(len, groups)) < 2):
        return False
    if "/" in number and not number.startswith("0"):
        return context
    if len(digits) == 7:  # local: 555-0142
        return [len(g) for g in groups] == [3, 4] and ("-" in number or context)
    if len(digits) == 8 and not context:
        return len(groups) in (2, 4) and max(map(len, groups)) == min(map(len, groups)) and whole
    if context or len(groups) >= 3 or number.startswith(("(", "0")):
        return True
    return any(_possible(number, region) for region in regions)


@lru_cache(maxsize=4096)
def _possible(number: str, region: str) -> bool:
    spelled = "+" + number.strip()[2:] if number.strip().startswith("00") else number
    try:
        parsed = phonenumbers.parse(spelled, region)
    except phonenumbers.NumberParseException:
        return False
    return bool(phonenumbers.is_possible_number(parsed))
