"""From scored candidates to non-overlapping spans, and the bookkeeping both engines share."""

from __future__ import annotations

import hashlib
import threading
from collections import OrderedDict
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from harness.core.entity import EntityType, Span

SOURCE = "ner"

_NEEDS_DIGIT = frozenset(
    {
        EntityType.PHONE_NUMBER,
        EntityType.CREDIT_CARD,
        EntityType.BANK_ACCOUNT,
        EntityType.ACCOUNT_BALANCE,
        EntityType.ID_NUMBER,
        EntityType.DATE_OF_BIRTH,
        EntityType.LICENSE_PLATE,
    }
)
_NEEDS_LETTER = frozenset(
    {
        EntityType.PERSON_NAME,
        EntityType.USERNAME,
        EntityType.ADDRESS,
        EntityType.GROUP_NAME,
        EntityType.EMPLOYER_OR_SCHOOL,
    }
)


def plausible(value: str, kind: EntityType) -> bool:
    """Whether ``value`` can be of that type at all, whatever the model says.

    Args:
        value: the text of a candidate.
        kind: its type.

    Returns:
        False for a person without a letter, a phone number without a digit, and so on.
    """
    if kind in _NEEDS_LETTER:
        return any(c.isalpha() for c in value)
    if kind in _NEEDS_DIGIT:
        return any(c.isdigit() for c in value)
    if kind is EntityType.EMAIL:
        return "@" in value or "＠" in value
    if kind is EntityType.IP_ADDRESS:
        return any(c.isdigit() for c in value) and ("." in value or ":" in value)
    if kind is EntityType.ORDER_NUMBER:
        return any(c.isdigit() for c in value) or value.isupper()
    return bool(value.strip())


def flatten(text: str, candidates: Iterable[Span]) -> list[Span]:
    """Choose non-overlapping spans: best score first, then the longer one.

    Args:
        text: the text the candidates point into.
        candidates: in any order; implausible ones are dropped first.

    Returns:
        Spans sorted by start.
    """
    ranked = sorted(
        (c for c in candidates if plausible(text[c.start : c.end], c.type)),
        key=lambda c: (-c.score, c.start - c.end, c.start, c.type.value),
    )
    chosen: list[Span] = []
    for span in ranked:
        if all(span.end <= other.start or other.end <= span.start for other in chosen):
            chosen.append(span)
    return sorted(chosen, key=lambda c: c.start)


def file_hashes(files: Sequence[Path]) -> dict[str, str]:
    """SHA-256 per file, for provenance.

    Args:
        files: existing files.

    Returns:
        File name -> hex digest.
    """
    out: dict[str, str] = {}
    for path in files:
        digest = hashlib.sha256()
        with path.open("rb") as handle:
            for block in iter(lambda: handle.read(1 << 20), b""):
                digest.update(block)
        out[path.name] = digest.hexdigest()
    return out


class SpanCache:
    """Bounded text -> spans map in memory, least recently used out first.

    Safe to share between threads; two threads may compute the same text twice.
    """

    def __init__(self, size: int) -> None:
        """Make an empty cache.

        Args:
            size: number of texts kept; 0 keeps none.
        """
        self._size = size
        self._lock = threading.Lock()
        self._data: OrderedDict[str, tuple[Span, ...]] = OrderedDict()

    def map(
        self, texts: Sequence[str], compute: Callable[[list[str]], list[list[Span]]]
    ) -> list[list[Span]]:
        """Look every text up and compute the missing ones once each.

        Args:
            texts: any texts, repeats allowed.
            compute: maps distinct texts to their spans, in order.

        Returns:
            One list per text of ``texts``.
        """
        known: dict[str, tuple[Span, ...]] = {}
        with self._lock:
            for text in texts:
                if text in self._data:
                    self._data.move_to_end(text)
                    known[text] = self._data[text]
        missing = list(dict.fromkeys(t for t in texts if t not in known))
        if missing:
            for text, spans in zip(missing, compute(missing), strict=True):
                known[text] = tuple(spans)
            with self._lock:
                for text in missing:
                    self._data[text] = known[text]
                while len(self._data) > self._size:
                    self._data.popitem(last=False)
        return [list(known[t]) for t in texts]
