"""Numbers with a structure of their own: cards, IBANs, identity numbers, IP addresses.

Every finder takes a folded text and yields hits in it; a score of 1 means that a validity
check passed.
"""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Iterator
from functools import lru_cache
from importlib import import_module
from typing import NamedTuple

from stdnum import iban, luhn

from harness.core.entity import EntityType
from harness.privacy.detector import words


class Hit(NamedTuple):
    """An entity in a folded text: ``[start, end)`` in code points."""

    start: int
    end: int
    type: EntityType
    score: float = 1.0


WORD = "A-Za-z0-9_"
"""What no identifier is glued to; words of other scripts are, a clause may have no spaces."""

# ---------------------------------------------------------------- cards

_CARD_START = re.compile(r"(?<![\d.,])(?<!\d[-/])(?=\d)")
_CARD_GROUPS = re.compile(r"\d+(?:[ -]{1,3}\d+){0,18}")
_CARD_GOES_ON = re.compile(r"[.,]\d|-\d")
_ISSUERS: tuple[tuple[range, int, frozenset[int]], ...] = (
    (range(4, 5), 1, frozenset({13, 16, 19})),  # Visa
    (range(51, 56), 2, frozenset({16})),  # Mastercard
    (range(2221, 2721), 4, frozenset({16})),  # Mastercard, 2-series
    (range(34, 35), 2, frozenset({15})),  # American Express
    (range(37, 38), 2, frozenset({15})),
    (range(6011, 6012), 4, frozenset({16, 19})),  # Discover
    (range(644, 660), 3, frozenset({16, 19})),
    (range(300, 306), 3, frozenset({14})),  # Diners Club
    (range(36, 37), 2, frozenset({14})),
    (range(38, 40), 2, frozenset({14})),
    (range(3528, 3590), 4, frozenset({16, 17, 18, 19})),  # JCB
    (range(62, 63), 2, frozenset({16, 17, 18, 19})),  # UnionPay
    (range(2200, 2205), 4, frozenset({16, 17, 18, 19})),  # Mir
    (range(5018, 5019), 4, frozenset(range(12, 20))),  # Maestro
    (range(5893, 5894), 4, frozenset(range(12, 20))),
    (range(6304, 6305), 4, frozenset(range(12, 20))),
    (range(6759, 6764), 4, frozenset(range(12, 20))),
    (range(60, 61), 2, frozenset({16})),  # RuPay
    (range(81, 83), 2, frozenset({16})),
)


def is_card(digits: str) -> bool:
    """Whether issuer prefix, length and Luhn digit fit (digits only)."""
    issued = any(
        len(digits) in lengths and int(digits[:width]) in prefixes
        for prefixes, width, lengths in _ISSUERS
    )
    return issued and bool(luhn.is_valid(digits))


def cards(text: str) -> Iterator[Hit]:
    """Full card numbers."""
    done = 0
    for begin in _CARD_START.finditer(text):
        if begin.start() < done or (row := _CARD_GROUPS.match(text, begin.start())) is None:
            continue
        # Another number may follow: the date, the code, a second card.
        ends = [m.end() for m in re.finditer(r"\d+", row[0])]
        for end in (row.start() + n for n in reversed(ends)):
            digits = re.sub(r"\D", "", text[row.start() : end])
            if not _CARD_GOES_ON.match(text, end) and is_card(digits):
                yield Hit(row.start(), end, EntityType.CREDIT_CARD)
                done = end
                break


_BULLET = r"[*•●∙·⋅○＊xX✱]"
_MASKED = re.compile(
    rf"(?<![{WORD}@#])(?:\d{{4,6}}[ -]?)?(?:{_BULLET}{{2,6}}[ -]?){{1,4}}\d{{2,5}}(?![{WORD}@])"
)
_ENDING = re.compile(
    r"(?:ending(?: in| with)?|ends (?:in|with)|terminad[ao] en|termina em|terminant par"
    r"|final|endet auf|endend auf|che termina con|заканчива\w+ на|尾号|尾號|末尾|下4桁|끝자리)"
    r"\s*:?\s*(\d{3,4})(?!\d)",
    re.IGNORECASE,
)


def masked_accounts(text: str) -> Iterator[Hit]:
    """Cards and accounts of which only the last digits show: ``•••• 1881``."""
    for match in _MASKED.finditer(text):
        # Letters as bullets are ambiguous ("XX12"): at least four of them.
        if re.search(r"[xX]", match[0]) and len(re.findall(r"[xX]", match[0])) < 4:
            continue
        card = words.near(text, match.start(), match.end(), words.CARD)
        type_ = EntityType.CREDIT_CARD if card else EntityType.BANK_ACCOUNT
        yield Hit(match.start(), match.end(), type_, 0.95)
    for match in _ENDING.finditer(text):
        card = words.near(text, match.start(), match.end(), words.CARD)
        type_ = EntityType.CREDIT_CARD if card else EntityType.BANK_ACCOUNT
        if card or words.near(text, match.start(), match.end(), words.ACCOUNT):
            yield Hit(match.start(1), match.end(1), type_, 0.9)


# ---------------------------------------------------------------- IBAN

_IBAN = re.compile(r"(?<![A-Za-z0-9])[A-Za-z]{2}[ -]?\d{2}(?:[ -]?[A-Za-z0-9]){11,33}")


def ibans(text: str) -> Iterator[Hit]:
    """IBANs in any case and grouping; a word that follows is not swallowed."""
    for match in _IBAN.finditer(text):
        places = [i for i in range(match.start(), match.end()) if text[i].isalnum()]
        compact = "".join(text[i] for i in places).upper()
        for size in range(min(34, len(compact)), 14, -1):
            end = places[size - 1] + 1
            glued = end < len(text) and text[end].isascii() and text[end].isalnum()
            if not glued and iban.is_valid(compact[:size]):
                yield Hit(match.start(), end, EntityType.BANK_ACCOUNT)
                break


# ---------------------------------------------------------------- IP

_IPV4 = re.compile(
    rf"(?<![{WORD}.])(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)\.){{3}}"
    rf"(?:25[0-5]|2[0-4]\d|1?\d?\d)(?![{WORD}]|\.\d)"
)
_IPV6 = re.compile(rf"(?<![{WORD}:.])[0-9A-Fa-f:]{{3,39}}(?:%[{WORD}]+)?(?![{WORD}:])")
_VERSION = re.compile(
    r"(?:\bv|version|ver|build|release|firmware|app|版本|バージョン|버전|версия|versión|versão)"
    r"[\s.:]*$",
    re.IGNORECASE,
)


def is_ip(text: str) -> bool:
    """Whether the whole text is an IPv4 or IPv6 address."""
    try:
        ipaddress.ip_address(text.partition("%")[0].partition("/")[0])
    except ValueError:
        return False
    return True


def addresses_ip(text: str) -> Iterator[Hit]:
    """IPv4 and IPv6 addresses, no version numbers."""
    for match in _IPV4.finditer(text):
        if not _VERSION.search(text[max(0, match.start() - 16) : match.start()]):
            yield Hit(match.start(), match.end(), EntityType.IP_ADDRESS)
    if text.count(":") < 2:
        return
    for match in _IPV6.finditer(text):
        body = match[0].partition("%")[0]
        if len([g for g in body.split(":") if g]) < 2:
            continue
        try:
            ipaddress.IPv6Address(body)
        except ValueError:
            continue
        yield Hit(match.start(), match.end(), EntityType.IP_ADDRESS)


# ---------------------------------------------------------------- identity numbers

_IDENTITIES: tuple[tuple[str, str, bool], ...] = (
    (r"\d{17}[\dXx]", "stdnum.cn.ric", False),
    (r"\d{3}-\d{2}-\d{4}", "stdnum.us.ssn", False),
    (r"\d{3}\.\d{3}\.\d{3}-\d{2}", "stdnum.br.cpf", False),
    (r"\d{11}", "stdnum.br.cpf", True),
    (r"\d{8}[- ]?[A-Za-z]", "stdnum.es.dni", False),
    (r"[XYZ]-?\d{7}-?[A-Z]", "stdnum.es.nie", False),
    (r"[A-Z]{6}\d{2}[A-EHLMPRST]\d{2}[A-Z]\d{3}[A-Z]", "stdnum.it.codicefiscale", False),
    (r"[12] ?\d{2} ?\d{2} ?\d{2} ?\d{3} ?\d{3} ?\d{2}", "stdnum.fr.nir", False),
    (r"[2-9]\d{3} \d{4} \d{4}", "stdnum.in_.aadhaar", False),
    (r"[2-9]\d{11}", "stdnum.in_.aadhaar", True),
    (r"[A-Z]{5}\d{4}[A-Z]", "stdnum.in_.pan", False),
    (r"\d{6}-[1-8]\d{6}", "stdnum.kr.rrn", False),
    (r"[A-Z]{4}\d{6}[HM][A-Z]{5}[A-Z0-9]\d", "stdnum.mx.curp", False),
    (r"\d{3}-\d{3}-\d{3} \d{2}", "", True),
    (r"\d{11}", "stdnum.pl.pesel", True),
    (r"[1-9]\d{10}", "stdnum.tr.tckimlik", True),
    (r"\d{9}", "stdnum.nl.bsn", True),
    (r"\d{6}[-+A]\d{3}[0-9A-Y]", "stdnum.fi.hetu", False),
    (r"\d{6}/\d{3,4}", "stdnum.cz.rc", False),
    (r"\d{3} \d{3} \d{4}", "stdnum.gb.nhs", True),
    (r"[STFG]\d{7}[A-Z]", "", False),
    (r"[A-CEGHJ-PR-TW-Z]{2} ?\d{2} ?\d{2} ?\d{2} ?[A-D]", "", False),
    (r"[A-Z]\d{9}", "", True),
    (r"\d{15}", "stdnum.imei", True),
    (r"\d{2} \d{6} \d{6} \d", "stdnum.imei", True),
)
"""Pattern, python-stdnum module that checks it ("" for none), whether context is needed too."""
_NAMED = re.compile(r"(?<![A-Za-z0-9])[A-Z0-9](?:[ -]?[A-Z0-9./]){4,19}(?![A-Za-z0-9])")


@lru_cache(maxsize=1)
def _identity_patterns() -> tuple[tuple[re.Pattern[str], str, bool], ...]:
    return tuple(
        (re.compile(rf"(?<![A-Za-z0-9.,-])(?:{body})(?![A-Za-z0-9]|[.,-]\d)"), module, context)
        for body, module, context in _IDENTITIES
    )


@lru_cache(maxsize=4096)
def _checked(module: str, value: str) -> bool:
    return module == "" or bool(import_module(module).is_valid(value))


_GROUPED = re.compile(rf"(?<![{WORD}.,/:+-])\d{{3,6}}(?: \d{{3,6}}){{2,4}}(?![{WORD}:/-]|[.,]\d)")
"""A number in groups, as it is printed on cards."""


def identities(text: str) -> Iterator[Hit]:
    """National ids by check digit; passports, licences and member numbers by context."""
    if sum(c.isdigit() for c in text) < 4:
        return
    for compiled, module, context in _identity_patterns():
        for match in compiled.finditer(text):
            named = words.near(text, *match.span(), words.IDENTITY)
            if (named or not context) and _checked(module, match[0]):
                yield Hit(match.start(), match.end(), EntityType.ID_NUMBER, 1.0 if module else 0.9)
    for match in _GROUPED.finditer(text):
        groups = match[0].split()
        thousands = len(groups[0]) <= 3 and all(len(g) == 3 for g in groups[1:])
        if not thousands and 10 <= sum(map(len, groups)) <= 19:
            yield Hit(match.start(), match.end(), EntityType.ID_NUMBER, 0.7)
    for match in _NAMED.finditer(text):
        if sum(c.isdigit() for c in match[0]) >= 4 and words.near(
            text, *match.span(), words.IDENTITY, before=28, after=0
        ):
            yield Hit(match.start(), match.end(), EntityType.ID_NUMBER, 0.9)
