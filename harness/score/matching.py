"""What it means that a value is *found* in a text (independent of the pipeline's own search).

* Numbers, codes, e-mails: canonical or separator-free form, at boundaries, 4 characters or more.
* Names and texts: canonical form, at boundaries of letters (or digits, where the value ends in
  one); scripts that write no spaces have no boundaries.
* Amounts: the parsed amount. A bare number counts from 4 characters on, a shorter one only with
  a currency beside it.
* Fuzzy, only in text that OCR read or an agent wrote: normalised Levenshtein similarity of 0.8 or
  more over 8 characters or more, unless another gold item explains the same place better.
* Partial, reported beside: a name part, a group of 4 digits or more, an e-mail's local part.

Texts are also searched with their JSON, HTML and percent escapes undone.
"""

from __future__ import annotations

import html
import json
import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum
from functools import cached_property, lru_cache
from urllib.parse import unquote

import phonenumbers
from rapidfuzz import fuzz
from rapidfuzz.distance import Levenshtein

from harness.core.canonical import DEFAULT_REGION, fold
from harness.core.entity import NUMERIC_TYPES, EntityType
from harness.score.dates import spellings
from harness.score.gold import Item
from harness.score.money import money, parse_money

MIN_CODE = 4
"""Shorter codes are found by chance everywhere, so they are not searched."""
MIN_SPACED_CODE = 7
"""From this length on, separators may stand anywhere in a code; in a shorter one ("1. 2. 3. 4.")
they would be found in lists."""
MIN_FUZZY = 8
PREPARED_TEXTS = 4096
"""Texts kept with what was found in them: a history repeats what was sent before."""
FUZZY_SIMILARITY = 0.8
CODE_TYPES = NUMERIC_TYPES | {EntityType.EMAIL, EntityType.DATE_OF_BIRTH}

_SEPARATOR = r"[\s\-‐-―./()_·+,:@]{0,3}"
_NOT_ALNUM = re.compile(r"[\W_]+")
_DIGITS = re.compile(r"\d{4,}")
_JSON_ESCAPE = re.compile(r'\\(?:u[0-9a-fA-F]{4}|["\\/bfnrt])')
_UNSPACED = re.compile(r"[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff]")
_PARTICLES = frozenset(
    "al am an bin da das de del den der di do dos dr du el la le los mr mrs ms "
    "und van von y zu".split()
)


class Kind(StrEnum):
    """How much of an item was found."""

    EXACT = "exact"
    FUZZY = "fuzzy"
    PARTIAL = "partial"


@dataclass(frozen=True, slots=True, repr=False)
class Hit:
    """An item found in a text.

    Attributes:
        kind: How well it fits.
        fragment: The folded text that was found.
    """

    kind: Kind
    fragment: str

    @property
    def full(self) -> bool:
        """Whether it counts as the value itself."""
        return self.kind is not Kind.PARTIAL


class Matcher:
    """Searches texts for gold items; every distinct text is prepared once."""

    def __init__(
        self, values: Mapping[Item, Collection[str]], region: str = DEFAULT_REGION
    ) -> None:
        """Compile the items.

        Args:
            values: Item -> its raw spellings.
            region: ISO 3166 code in which phone numbers are read.
        """
        self._needles = {item: _needle(item, spelt, region) for item, spelt in values.items()}
        self._prepared = lru_cache(maxsize=PREPARED_TEXTS)(_Text)

    def searchable(self, item: Item) -> bool:
        """Whether an item is long enough to be told from chance."""
        return self._needles[item].searchable

    def search(self, text: str, items: Iterable[Item], *, fuzzy: bool = False) -> dict[Item, Hit]:
        """What of ``items`` stands in ``text``.

        Args:
            text: A text.
            items: What to look for; for fuzzy matches they explain each other away.
            fuzzy: Whether approximate forms count: text read by OCR or written by an agent.
        """
        if not text or not text.strip():
            return {}
        wanted = list(items)
        hits: dict[Item, Hit] = {}
        for item in wanted:
            hit = self._find(text, item)
            if fuzzy and (hit is None or not hit.full):
                hit = self._find_fuzzy(text, item, wanted) or hit
            if hit is not None:
                hits[item] = hit
        return hits

    def _find(self, text: str, item: Item) -> Hit | None:
        prepared = self._prepared(text)
        if item not in prepared.hits:
            prepared.hits[item] = self._needles[item].find(prepared)
        return prepared.hits[item]

    def _find_fuzzy(self, text: str, item: Item, rivals: Collection[Item]) -> Hit | None:
        needle = self._needles[item]
        for form in needle.fuzzy:
            haystack = self._prepared(text).form(needle.squeezed)
            for fragment, similarity in _similar(form, haystack):
                others = (self._needles[r] for r in rivals if r != item)
                if not any(other.explains(fragment, similarity) for other in others):
                    return Hit(Kind.FUZZY, fragment)
        return None


class _Text:
    """A text in the forms in which it is searched."""

    def __init__(self, text: str) -> None:
        self.hits: dict[Item, Hit | None] = {}
        self.folded = _searchable(" \x00 ".join(dict.fromkeys(_views(text))))

    @cached_property
    def squeezed(self) -> str:
        """Letters and digits alone."""
        return _NOT_ALNUM.sub("", self.folded)

    @cached_property
    def amounts(self) -> dict[Decimal, str]:
        """Amount -> how it is written."""
        return money(self.folded)

    def form(self, squeezed: bool) -> str:
        return self.squeezed if squeezed else self.folded


@dataclass(frozen=True, slots=True, repr=False)
class _Needle:
    """The compiled forms of an item.

    Attributes:
        literals: Forms that are searched as they stand, at boundaries.
        spaced: Separator-free forms in which separators may stand anywhere.
        amount: The parsed amount.
        parts: Forms that count as partial.
        fuzzy: Forms that are searched approximately.
        squeezed: Whether fuzzy forms are without separators.
        strict: Whether any letter or digit beside a form rules it out.
    """

    literals: tuple[str, ...]
    spaced: tuple[str, ...] = ()
    amount: Decimal | None = None
    parts: tuple[str, ...] = ()
    fuzzy: tuple[str, ...] = ()
    squeezed: bool = False
    strict: bool = False

    @property
    def searchable(self) -> bool:
        return bool(self.literals or self.spaced or self.amount is not None)

    def find(self, text: _Text) -> Hit | None:
        if self.amount is not None and self.amount in text.amounts:
            return Hit(Kind.EXACT, text.amounts[self.amount])
        for literal in self.literals:
            if _stands(literal, text.folded, self.strict):
                return Hit(Kind.EXACT, literal)
        for squeezed in self.spaced:
            if squeezed in text.squeezed and (match := _spaced(squeezed).search(text.folded)):
                return Hit(Kind.EXACT, match[0])
        for part in self.parts:
            if _stands(part, text.folded, self.strict):
                return Hit(Kind.PARTIAL, part)
        return None

    def explains(self, fragment: str, similarity: float) -> bool:
        """Whether this item fits ``fragment`` better than with ``similarity``."""
        squeezed = _NOT_ALNUM.sub("", fragment)
        forms = [*self.literals, *self.spaced]
        return any(_similarity(_NOT_ALNUM.sub("", form), squeezed) > similarity for form in forms)


# ---------------------------------------------------------------- compiling


def _needle(item: Item, values: Collection[str], region: str) -> _Needle:
    spelt = sorted(form for value in values if (form := _searchable(value)))
    canonical = _searchable(item.canonical)
    parts = tuple(dict.fromkeys(p for value in spelt for p in _parts(item.type, value)))
    if item.type is EntityType.ACCOUNT_BALANCE:
        amount = next((a for value in spelt if (a := parse_money(value)) is not None), None)
        if amount is not None:
            return _Needle((), amount=abs(amount))
    if item.type in CODE_TYPES:
        return _code(item.type, [canonical, *spelt], parts, region)
    forms = tuple(dict.fromkeys(form for form in [canonical, *spelt] if _long_enough(form)))
    long = tuple(form for form in forms if len(form) >= MIN_FUZZY)
    return _Needle(forms, parts=tuple(p for p in parts if p not in forms), fuzzy=long)


def _code(type: EntityType, forms: list[str], parts: tuple[str, ...], region: str) -> _Needle:
    if type is EntityType.PHONE_NUMBER:
        forms = [form.partition(";")[0] for form in forms]
        forms = [*forms, *(n for form in forms for n in _national(form, region))]
    if type is EntityType.DATE_OF_BIRTH:
        forms = [*forms, *(_searchable(s) for form in forms for s in spellings(form))]
    literals = [form for form in dict.fromkeys(forms) if len(form) >= MIN_CODE]
    squeezed = [_NOT_ALNUM.sub("", form) for form in literals]
    literals = list(dict.fromkeys([*literals, *(s for s in squeezed if len(s) >= MIN_CODE)]))
    spaced = [s for s in dict.fromkeys(squeezed) if len(s) >= MIN_SPACED_CODE]
    return _Needle(
        tuple(literals),
        spaced=tuple(spaced),
        parts=tuple(p for p in parts if p not in literals),
        fuzzy=tuple(s for s in spaced if len(s) >= MIN_FUZZY),
        squeezed=True,
        strict=True,
    )


def _spaced(squeezed: str) -> re.Pattern[str]:
    body = _SEPARATOR.join(map(re.escape, squeezed))
    return re.compile(rf"(?<![0-9a-z]){body}(?![0-9a-z])")


def _national(form: str, region: str) -> tuple[str, ...]:
    """A phone number without its country code, as it is and with the prefix of its country."""
    try:
        number = phonenumbers.parse(form, region)
    except phonenumbers.NumberParseException:
        return ()
    dialled = phonenumbers.format_number(number, phonenumbers.PhoneNumberFormat.NATIONAL)
    return phonenumbers.national_significant_number(number), _NOT_ALNUM.sub("", dialled)


def _parts(type: EntityType, value: str) -> Iterator[str]:
    if type is EntityType.PERSON_NAME:
        words = [w for w in _NOT_ALNUM.split(value) if len(w) > 1 and w not in _PARTICLES]
        yield from words if len(words) > 1 else ()
        return
    if type is EntityType.EMAIL and len(local := value.partition("@")[0]) >= MIN_CODE:
        yield local
    digits = "".join(filter(str.isdigit, value))
    yield from _DIGITS.findall(value)
    if len(digits) >= 2 * MIN_CODE:
        yield digits[-MIN_CODE:]


def _long_enough(form: str) -> bool:
    return len(form) > 1 and any(map(str.isalnum, form))


# ---------------------------------------------------------------- searching


def _views(text: str) -> Iterator[str]:
    """The text, and the text with its escapes undone."""
    yield text
    if "\\" in text:
        yield _JSON_ESCAPE.sub(_unescape, text)
    if "&" in text:
        yield html.unescape(text)
    if "%" in text:
        yield unquote(text)


def _unescape(match: re.Match[str]) -> str:
    character = str(json.loads(f'"{match[0]}"'))
    return " " if "\ud800" <= character <= "\udfff" else character


def _searchable(text: str) -> str:
    if text.isascii():
        return " ".join(text.casefold().split())
    return "".join(str(int(c)) if c.isdecimal() else c for c in fold(text))


def _stands(form: str, text: str, strict: bool) -> bool:
    """Whether ``form`` stands in ``text`` at boundaries."""
    start = text.find(form)
    while start >= 0:
        end = start + len(form)
        before = text[start - 1] if start else " "
        after = text[end] if end < len(text) else " "
        if not (_joined(before, form[0], strict) or _joined(form[-1], after, strict)):
            return True
        start = text.find(form, start + 1)
    return False


def _joined(left: str, right: str, strict: bool) -> bool:
    """Whether two neighbouring characters belong to one word."""
    if _UNSPACED.match(left) or _UNSPACED.match(right):
        return False
    if strict:
        return left.isalnum() and right.isalnum()
    return (left.isalpha() and right.isalpha()) or (left.isdigit() and right.isdigit())


def _similarity(one: str, other: str) -> float:
    return float(Levenshtein.normalized_similarity(one, other))


def _similar(form: str, text: str) -> Iterator[tuple[str, float]]:
    """Places in ``text`` that are similar enough to ``form``, best first."""
    # The indel ratio of rapidfuzz's window search is never far above Levenshtein's.
    cutoff = 100 * FUZZY_SIMILARITY - 10
    for _ in range(4):
        if len(text) < len(form) * FUZZY_SIMILARITY:
            return
        place = fuzz.partial_ratio_alignment(form, text, score_cutoff=cutoff)
        if place is None or place.dest_end <= place.dest_start:
            return
        fragment = text[place.dest_start : place.dest_end]
        similarity = _similarity(form, fragment)
        if similarity >= FUZZY_SIMILARITY and len(fragment) >= MIN_FUZZY - 1:
            yield fragment, similarity
        text = text[: place.dest_start] + "\n" * len(fragment) + text[place.dest_end :]
