"""A NER model over the texts of a screen that can hold an entity at all."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace

from harness.core.entity import EntityType, Span
from harness.core.protocols import NerEngine
from harness.privacy.detector.apps import MONEY_APP, PEOPLE_APP, PUBLIC_APP, STORE_APP
from harness.privacy.detector.cache import Bounded
from harness.privacy.detector.folding import has_letter, trim
from harness.privacy.detector.labels import label_type
from harness.privacy.detector.lexicon import (
    full_name,
    is_family,
    is_given,
    name_within,
    not_a_person,
    ordinary_phrase,
)
from harness.privacy.detector.merge import TOKEN
from harness.privacy.detector.numbers import is_ip
from harness.privacy.detector.shape import business_like, person_like, place_like, settled
from harness.privacy.detector.times import holds_time, is_time
from harness.privacy.detector.vocabulary import Vocabulary
from harness.privacy.screen import Detection, Field, Part, Screen

THRESHOLDS: Mapping[str, float] = {
    EntityType.PERSON_NAME: 0.6,
    EntityType.ADDRESS: 0.6,
    EntityType.MESSAGE_CONTENT: 0.9,
    EntityType.GROUP_NAME: 0.8,
    EntityType.EMPLOYER_OR_SCHOOL: 0.8,
    EntityType.HEALTH_INFO: 0.8,
    EntityType.ACCOUNT_BALANCE: 0.8,
    EntityType.DATE_OF_BIRTH: 0.8,
    EntityType.ORDER_NUMBER: 0.97,
    EntityType.LICENSE_PLATE: 0.97,
}
"""Least score per type; other types: :data:`DEFAULT_THRESHOLD`."""
DEFAULT_THRESHOLD = 0.7
_CALLED = frozenset({EntityType.PERSON_NAME, EntityType.GROUP_NAME})
_NAMES = frozenset({EntityType.PERSON_NAME, EntityType.ADDRESS})
"""Types of which a value isn't made of ordinary words alone."""
_TALK = frozenset({EntityType.MESSAGE_CONTENT, EntityType.GROUP_NAME})
"""What only apps for talking show; elsewhere the model takes any phrase for it."""
_SURE = 0.95
_KNOWN_NAME = 0.3
"""Least score of a given name with a family name: the lists vouch for it."""
_SEPARATOR = re.compile(r"\s*[,،、，;·|•]\s+")
_MAX_PIECE = 60
_ACRONYM = 4
_CONTACT = re.compile(r"[^\s@]@[^\s@]|\+?\d[\d ()-]{7,}\d")
_ALONE = re.compile(r"(?:|.?[,،、;·|•] )\0(?:|[,،、;·|•].?| [·|•])")
"""What is around a whole entry of a list."""
_HANDLE = re.compile(r"(?=@|.*[\d_.]|[a-z])[!-~]+")
_SHORT = 4
"""A message of fewer words, by the model alone, may be any label; scripts without blanks apart."""
_DIGITS_NEEDED = frozenset(
    {
        EntityType.PHONE_NUMBER,
        EntityType.CREDIT_CARD,
        EntityType.BANK_ACCOUNT,
        EntityType.ACCOUNT_BALANCE,
        EntityType.DATE_OF_BIRTH,
        EntityType.IP_ADDRESS,
        EntityType.ID_NUMBER,
        EntityType.ORDER_NUMBER,
    }
)


class NerDetector:
    """Sends texts to a NER engine and keeps what can be true."""

    name = "ner"

    def __init__(
        self,
        engine: NerEngine,
        thresholds: Mapping[str, float] | None = None,
        vocabulary: Vocabulary | None = None,
        cache: int = 8192,
    ) -> None:
        """Take the model.

        Args:
            engine: The model.
            thresholds: Least score per entity type name, where it is not :data:`THRESHOLDS`'.
            vocabulary: Texts that are never entities; None switches the veto off.
            cache: Texts of which the findings are remembered.
        """
        self._engine = engine
        person = EntityType.PERSON_NAME
        self._known_name = (thresholds or {}).get(person, _KNOWN_NAME)
        self._thresholds = {**THRESHOLDS, **(thresholds or {})}
        self._vocabulary = vocabulary
        self._cache: Bounded[str, tuple[Span, ...]] = Bounded(cache)

    def detect(self, screen: Screen) -> list[Detection]:
        """Detections in field order, above their thresholds."""
        pieces = [_pieces(field.text) for field in screen.fields]
        spans = self._read([text for found in pieces for _, text in found])
        kept = _Kept(screen)
        return [
            Detection(
                (Part(i, offset + span.start, offset + span.end),),
                text[span.start : span.end],
                span.type,
                self.name,
                span.score,
            )
            for i, found in enumerate(pieces)
            for offset, text in found
            for span in spans[text]
            if kept.fits(text, span, screen.fields[i])
        ]

    def identity(self) -> dict[str, str]:
        """Weight file name -> SHA-256 hex digest."""
        return self._engine.identity()

    def _read(self, texts: list[str]) -> dict[str, tuple[Span, ...]]:
        """The findings of each text; new texts go to the model in one batch."""
        new = list(dict.fromkeys(t for t in texts if t not in self._cache and self._worth(t)))
        found: dict[str, tuple[Span, ...]] = dict.fromkeys(texts, ())
        fresh = dict(zip(new, self._engine.detect(new), strict=True)) if new else {}
        for text in found:
            if text in fresh:
                self._cache.put(text, self._kept(text, fresh[text]))
            if text in self._cache:
                found[text] = self._cache[text]
        return found

    def _worth(self, text: str) -> bool:
        """Whether the text can hold an entity: not only tokens, symbols, digits or labels."""
        rest = TOKEN.sub(" ", text).strip()
        if len(rest) < 2 or not any(c.isalnum() for c in rest) or is_time(rest):
            return False
        if not has_letter(rest) and sum(c.isdigit() for c in rest) < 4:
            return False
        return self._vocabulary is None or not (
            self._vocabulary.vetoes(rest) or label_type(rest) is not None
        )

    def _kept(self, text: str, spans: list[Span]) -> tuple[Span, ...]:
        kept = []
        for span in (each for found in spans for each in _apart(text, found)):
            start, end = trim(text, span.start, span.end)
            if span.type is EntityType.PERSON_NAME:
                if self._vocabulary is not None:
                    start = _after_labels(text, start, end, self._vocabulary)
                start, end = (start + n for n in name_within(text[start:end]))
            value = text[start:end]
            # "icon@2x_1a" names a file, "me@example" a mail: a handle has nothing before its @.
            glued = value.startswith("@") and start > 0 and text[start - 1].isalnum()
            if start < end and not glued and self._possible(value, span):
                kept.append(Span(start, end, span.type, self.name, span.score))
        return tuple(kept)

    def _possible(self, value: str, span: Span) -> bool:
        least = self._thresholds.get(span.type, DEFAULT_THRESHOLD)
        if span.type is EntityType.PERSON_NAME and (full_name(value) or is_given(value)):
            least = min(least, self._known_name)
        if span.type is EntityType.MESSAGE_CONTENT and len(value.split()) < _SHORT:
            return not any(map(str.isspace, value))
        if span.score < least:
            return False
        if span.type in _CALLED and business_like(value):
            return False
        if span.type in _NAMES and ordinary_phrase(value):
            return span.type is EntityType.PERSON_NAME and span.score >= _SURE
        if span.type is EntityType.PERSON_NAME and span.score < _SURE:
            acronym = len(value) <= _ACRONYM and value.isupper() and not is_given(value)
            if acronym or (" " in value and not_a_person(value)) or _unlisted(value):
                return False
        if span.type is EntityType.DATE_OF_BIRTH and re.search(r"20(?:1[3-9]|[2-9]\d)", value):
            return False
        if span.type is EntityType.IP_ADDRESS and not is_ip(value):
            return False
        if not any(c.isalnum() for c in value) or is_time(value):
            return False
        if span.type in _DIGITS_NEEDED and not any(c.isdigit() for c in value):
            return False
        if span.type is EntityType.PERSON_NAME and not person_like(value, span.score):
            return False
        # Handles are ASCII nearly everywhere; the model's other "handles" are words it can't read.
        if span.type is EntityType.USERNAME and not _HANDLE.fullmatch(value):
            return False
        if span.type is EntityType.ADDRESS and (
            _HEBREW_OR_ARABIC.search(value) is not None  # What it can't read, rules know better.
            or not place_like(value)
            or not settled(value)
            or holds_time(value)
        ):
            return False
        return self._vocabulary is None or not self._vocabulary.vetoes(value)


def _is_ware(value: str, type_: EntityType) -> bool:
    """Whether something on sale was taken for a person or a place."""
    if type_ is EntityType.ADDRESS:
        return re.search(r"\d{4}", value) is None
    words = re.findall(r"[^\W\d_]+", value)
    return type_ is EntityType.PERSON_NAME and not any(is_given(w) or is_family(w) for w in words)


_AND = re.compile(r" (?:or|and|&|oder|und|o|y|ou|et|e|или|и) ")


def _apart(text: str, span: Span) -> list[Span]:
    """Two people that the model took for one: "Ann Lee or Bo Marr"; else the span alone."""
    value = text[span.start : span.end]
    bounds = [0, *(n for match in _AND.finditer(value) for n in match.span()), len(value)]
    parts = list(zip(bounds[::2], bounds[1::2], strict=True))
    people = all(full_name(value[a:b]) or is_given(value[a:b]) for a, b in parts)
    if span.type is not EntityType.PERSON_NAME or len(parts) == 1 or not people:
        return [span]
    return [replace(span, start=span.start + a, end=span.start + b) for a, b in parts]


_HEBREW_OR_ARABIC = re.compile(r"[\u0590-\u06ff]")


def _unlisted(value: str) -> bool:
    """Whether it is a Hebrew or Arabic text without a known name: the model can't read those."""
    words = [w for w in re.findall(r"[^\W\d_]+", value) if "\u0590" <= w[0] <= "\u06ff"]
    return bool(words) and not any(is_given(w) or is_family(w) for w in words)


def _pieces(text: str) -> list[tuple[int, str]]:
    """The text, and what it enumerates: rows describe themselves as "Order 12, Ann Lee, today".

    Returns:
        Pairs of an offset in the text and a text.
    """
    bounds = [0, *(n for match in _SEPARATOR.finditer(text) for n in match.span()), len(text)]
    parts = list(zip(bounds[::2], bounds[1::2], strict=True))
    if not 2 <= len(parts) <= 12 or any(end - start > _MAX_PIECE for start, end in parts):
        return [(0, text)]
    return [(0, text), *((start, text[start:end]) for start, end in parts if start < end)]


class _Kept:
    """Which findings can be true in the app that is on the screen."""

    def __init__(self, screen: Screen) -> None:
        packages = screen.packages
        unknown = not screen.elements  # Nothing says what app it is.
        public = PUBLIC_APP.search(packages) is not None
        self._talk = unknown or PEOPLE_APP.search(packages) is not None
        self._money = unknown or MONEY_APP.search(packages) is not None
        self._store = STORE_APP.search(packages) is not None
        self._impersonal = public and not any(_CONTACT.search(f.text) for f in screen.fields)

    def fits(self, text: str, span: Span, field: Field) -> bool:
        """Whether a span of a text of the field is kept."""
        if span.type in _TALK:
            return self._talk and field.attr != "instruction"
        if span.type is EntityType.ACCOUNT_BALANCE and not (self._talk or self._money):
            return False
        if self._store and _is_ware(text[span.start : span.end], span.type):
            return False
        around = text[: span.start][-2:] + "\0" + text[span.end :][:2]
        person = span.type is EntityType.PERSON_NAME
        return not (self._impersonal and person and _ALONE.fullmatch(around))


def _after_labels(text: str, start: int, end: int, vocabulary: Vocabulary) -> int:
    """Where the name begins in "Skip Dana Reyes": behind words of the app."""
    head, space, rest = text[start:end].partition(" ")
    if space and rest.strip() and vocabulary.is_label(head):
        return _after_labels(text, end - len(rest), end, vocabulary)
    return start
