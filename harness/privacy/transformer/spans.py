"""What is to be replaced in one text: hits from detection and from the vault, made disjoint."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from harness.core.entity import EntityType


@dataclass(frozen=True, slots=True)
class Hit:
    """A stretch of a text and what takes its place.

    Attributes:
        start: First code point.
        end: One past the last.
        placeholder: What will stand there.
        type: Entity type.
        source: ``rules``, ``ner``, ``structure``, ``known`` or ``ocr``.
    """

    start: int
    end: int
    placeholder: str
    type: EntityType
    source: str


def disjoint(hits: Iterable[Hit], text: str) -> list[Hit]:
    """Non-overlapping hits, sorted, that cover every letter and digit the given ones covered.

    The longest wins. What sticks out of a shorter one keeps its own placeholder, or goes to its
    neighbour where that has the same placeholder or nothing but punctuation is left.
    """
    taken: list[Hit] = []
    for hit in sorted(hits, key=lambda h: (h.start - h.end, h.start, _SOURCES.index(h.source))):
        for start, end in _free(hit, taken):
            if not any(c.isalnum() for c in text[start:end]) and (start, end) != (
                hit.start,
                hit.end,
            ):
                continue
            taken.append(replace(hit, start=start, end=end))
    return _joined(sorted(taken, key=lambda h: h.start))


def replaced(text: str, hits: Sequence[Hit]) -> str:
    """``text`` with every hit replaced; ``hits`` are disjoint and sorted."""
    for hit in reversed(hits):
        text = text[: hit.start] + hit.placeholder + text[hit.end :]
    return text


_SOURCES = ("structure", "rules", "ner", "known", "ocr")


def _free(hit: Hit, taken: Sequence[Hit]) -> list[tuple[int, int]]:
    """The stretches of ``hit`` outside ``taken``."""
    free = []
    start = hit.start
    for other in sorted(taken, key=lambda h: h.start):
        if other.end <= start or other.start >= hit.end:
            continue
        if other.start > start:
            free.append((start, other.start))
        start = max(start, other.end)
    if start < hit.end:
        free.append((start, hit.end))
    return free


def _joined(hits: Sequence[Hit]) -> list[Hit]:
    joined: list[Hit] = []
    for hit in hits:
        last = joined[-1] if joined else None
        if last is not None and last.end == hit.start and last.placeholder == hit.placeholder:
            joined[-1] = replace(last, end=hit.end)
        else:
            joined.append(hit)
    return joined
