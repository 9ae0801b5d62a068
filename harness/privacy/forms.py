"""The spellings under which a known value is looked for."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import Enum, auto

import phonenumbers

from harness.core.amount import parse_amount
from harness.core.canonical import canonical, fold
from harness.core.entity import NUMERIC_TYPES, EntityType
from harness.privacy.ordinary import LABELS, ORDINARY
from harness.privacy.skeleton import Skeleton, is_free, skeleton


class Kind(Enum):
    """What may stand between the characters of a value, and at its ends."""

    TEXT = auto()
    """The same punctuation; letters of one script end a word."""
    EMBEDDED = auto()
    """The same punctuation; no boundaries."""
    CODE = auto()
    """Any separators; no digit at the ends."""
    NATIONAL = auto()
    """Like CODE, but not behind the country code of another number."""
    AMOUNT = auto()
    """Thousands separators and a decimal one."""


@dataclass(frozen=True, slots=True, repr=False)
class Form:
    """One spelling of one value.

    Attributes:
        letters: Its skeleton.
        gaps: Classes (see :func:`gap_class`) of what stands between its characters.
        lead: Folded text in front of the first of ``letters``.
        trail: Folded text behind the last.
        edges: ``lead`` and ``trail`` must be there.
        kind: How it matches.
        decimals: Of an amount, how many of ``letters`` follow the decimal separator.
        type: Its type.
    """

    letters: str
    gaps: tuple[str, ...]
    lead: str
    trail: str
    edges: bool
    kind: Kind
    decimals: int
    type: EntityType

    @property
    def literal(self) -> str:
        """Its folded text where the skeleton alone says too little to be looked up by."""
        return self.lead + self.letters + self.trail


_EXACT_TYPES = frozenset({EntityType.EMAIL, EntityType.IP_ADDRESS})
_HARD_EDGE = re.compile(r"[^\s+#@()$€£¥₹₩₽.,:;!?\"'“”‘’…/–—-]")
_LIST_GAP = re.compile(r"[\s.,;]+")
_QUOTES = str.maketrans("‘’‚“”„–—‐‑−", "'''\"\"\"-----")
_CENTS = re.compile(r"[.,]\d\d$")
_NUMBER = re.compile(r"\d(?:[\d.,'’ ]*\d)?")
_SHORTEST_CODE = 4
_SHORTEST_WORD = 3
_SHORTEST_FREE = 2
_SCRAP = 12
_FREE_WEIGHT = 3
"""What a sign of a script without word boundaries says, in letters of one with."""


def gap_class(gap: str) -> str:
    """What a stretch between two characters means: "", " " (a word or list break), or signs."""
    if not gap:
        return ""
    if _LIST_GAP.fullmatch(gap):
        return "." if set(gap) == {"."} else " "
    return "".join(gap.split()).translate(_QUOTES)


def is_ambiguous(value: str, type: EntityType) -> bool:
    """Whether a value is an ordinary word, a label or small talk, wherever else it stands.

    Names: a single ordinary word. Anything else: a label, nothing but ordinary words, and messages
    of one short word.
    """
    folded = fold(value).strip(".,:;!?…\"'()")
    words = folded.split(" ")
    plain = [word.strip(".,:;!?…\"'()") for word in words]
    if type is EntityType.PERSON_NAME:
        return len(plain) == 1 and plain[0] in ORDINARY
    if folded in LABELS:
        return True
    if type is EntityType.MESSAGE_CONTENT and len(plain) == 1:
        return not is_free(plain[0]) and len(plain[0]) <= 8 and not any(map(str.isdigit, plain[0]))
    return all(word in ORDINARY for word in plain)


def is_scrap(message: str) -> bool:
    """Whether a message is so short that it says little, and may be a label somewhere else."""
    folded = fold(message)
    size = sum(_FREE_WEIGHT if is_free(c) else 1 for c in folded)
    return size < _SCRAP and not any(c.isdigit() for c in folded)


def forms(value: str, type: EntityType, region: str) -> list[Form]:
    """Every spelling by which ``value`` is swept; none for values that say too little.

    Args:
        value: Surface form.
        type: Its type.
        region: ISO 3166 code in which phone numbers are read.
    """
    if is_ambiguous(value, type):
        return []
    view = skeleton(value.strip())
    found: list[Form] = []
    if (
        type is EntityType.ACCOUNT_BALANCE
        and parse_amount(unicodedata.normalize("NFKC", value)) is not None
    ):
        found += _amounts(view, type)
    elif (
        type is EntityType.PHONE_NUMBER
        or type in NUMERIC_TYPES - _EXACT_TYPES
        or (type is EntityType.PASSWORD and view.letters.isdecimal())
    ):
        found += _codes(view, value, type, region)
    else:
        kind = Kind.EMBEDDED if type is EntityType.EMAIL else Kind.TEXT
        strict = type is EntityType.PASSWORD
        found.append(_form(view, kind, type, strict=strict))
        if type is EntityType.PERSON_NAME:
            found += _family_first(value)
    return list(dict.fromkeys(form for form in found if _says_enough(form)))


def _says_enough(form: Form) -> bool:
    if form.kind is Kind.AMOUNT:
        return True
    size = len(form.literal) if form.edges else len(form.letters)
    if any(c.isdecimal() for c in form.letters) or form.kind is not Kind.TEXT:
        return size >= _SHORTEST_CODE
    return size >= (_SHORTEST_FREE if is_free(form.letters) else _SHORTEST_WORD)


def _form(view: Skeleton, kind: Kind, type: EntityType, *, strict: bool = False) -> Form:
    at = view.at
    if not at:
        return Form("", (), view.folded, "", True, kind, 0, type)
    lead, trail = view.folded[: at[0]], view.folded[at[-1] + 1 :]
    hard = strict or bool(_HARD_EDGE.search(lead + trail))
    gaps = tuple(gap_class(view.folded[a + 1 : b]) for a, b in zip(at, at[1:], strict=False))
    return Form(view.letters, gaps, lead, trail, hard, kind, 0, type)


def _family_first(name: str) -> Iterator[Form]:
    """The form of lists and files: "Reyes, Dana"."""
    words = [word for word in name.split() if skeleton(word).letters]
    if 2 <= len(words) <= 3:
        *given, family = words
        listed = skeleton(f"{family}, {' '.join(given)}")
        form = _form(listed, Kind.TEXT, EntityType.PERSON_NAME)
        # The comma must be there: "… says Reyes. Dana …" is no such list.
        place = len(skeleton(family).letters) - 1
        yield replace(form, gaps=(*form.gaps[:place], ", ", *form.gaps[place + 1 :]))


def _codes(view: Skeleton, value: str, type: EntityType, region: str) -> Iterator[Form]:
    base, _, _extension = canonical(value, type, region).partition(";")
    if type is not EntityType.PHONE_NUMBER or not base.startswith("+"):
        yield _form(view, Kind.CODE, type)
        return
    number = phonenumbers.parse(base)
    national = phonenumbers.national_significant_number(number)
    local = phonenumbers.format_number(number, phonenumbers.PhoneNumberFormat.NATIONAL)
    local = re.sub(r"\D", "", local)
    yield _form(view, Kind.NATIONAL if view.letters in (national, local) else Kind.CODE, type)
    for digits, kind in (
        (base[1:], Kind.CODE),
        (f"00{base[1:]}", Kind.CODE),
        (f"011{base[1:]}", Kind.CODE),
        (national, Kind.NATIONAL),
        (local, Kind.NATIONAL),
    ):
        if len(digits) >= 7:
            yield _form(skeleton(digits), kind, type)


def _amounts(view: Skeleton, type: EntityType) -> Iterator[Form]:
    number = _NUMBER.search(view.folded)
    if number is None:
        return
    lead, trail = view.folded[: number.start()], view.folded[number.end() :]
    cents = _CENTS.search(number[0])
    whole = number[0][: cents.start()] if cents else number[0]
    digits = "".join(c for c in whole if c.isdigit())
    tail = cents[0][1:] if cents else "00"
    yield Form(digits + tail, (), lead, trail, False, Kind.AMOUNT, 2, type)
    if tail == "00":
        yield Form(digits, (), lead, trail, False, Kind.AMOUNT, 0, type)
