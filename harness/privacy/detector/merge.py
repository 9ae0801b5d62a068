"""Many overlapping detections in, a set without overlaps out, and no detected character lost."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence

from harness.core.entity import EntityType
from harness.privacy.detector.folding import has_alnum
from harness.privacy.screen import Detection, Field, Part

_NAMES = "|".join(sorted(EntityType, key=len, reverse=True))
TOKEN = re.compile(
    rf"(?:{_NAMES})(?:#[0-9a-z]{{5}}(?:_\d+)?|_\d+)(?![0-9A-Za-z_])|\[(?:{_NAMES})\]"
)
"""A placeholder of ours, whoever wrote it: never detected again, never nested."""

_MERGED = frozenset(
    {
        EntityType.PERSON_NAME,
        EntityType.ADDRESS,
        EntityType.MESSAGE_CONTENT,
        EntityType.EMPLOYER_OR_SCHOOL,
        EntityType.GROUP_NAME,
    }
)
"""Types of which two neighbours with nothing but a space between are one value."""


def merge(detections: Iterable[Detection], fields: Sequence[Field]) -> list[Detection]:
    """Resolve overlaps: secrets and validated rules, then length, then score; messages last.

    What a loser has left outside its winners stays a detection of its own, so that every letter
    and digit that any part detected is covered.

    Returns:
        Detections without overlapping parts, in reading order of their first part.
    """
    ordered = sorted(detections, key=_rank)
    taken: dict[int, list[tuple[int, int]]] = defaultdict(list)
    for i, field in enumerate(fields):
        taken[i] = [match.span() for match in TOKEN.finditer(field.text)]
    winners: list[Detection] = []
    for detection in ordered:
        free = [
            piece
            for part in detection.parts
            for piece in _outside(part, taken[part.field], fields[part.field].text)
        ]
        if not free:
            continue
        for part in free:
            taken[part.field].append((part.start, part.end))
        whole = len(detection.parts) > 1 and len(free) == len(detection.parts)
        for group in [free] if whole else [[part] for part in free]:
            winners.append(_rebuilt(detection, tuple(group), fields))
    joined = _join_neighbours(winners, fields)
    return sorted(joined, key=lambda d: (d.parts[0].field, d.parts[0].start))


def _rank(d: Detection) -> tuple[int, int, float, int, int, str]:
    length = sum(part.end - part.start for part in d.parts)
    if d.type is EntityType.PASSWORD and d.score >= 1:
        level = 0
    elif d.source == "rules" and d.score >= 1:
        level = 1
    elif d.type is EntityType.MESSAGE_CONTENT:
        level = 3
    else:
        level = 2
    first = d.parts[0]
    return level, -length, -d.score, first.field, first.start, d.type


def _outside(part: Part, taken: Sequence[tuple[int, int]], text: str) -> list[Part]:
    """The pieces of ``part`` that nothing covers yet and that hold a letter or digit."""
    pieces: list[Part] = []
    start = part.start
    whole = True
    for left, right in sorted(taken):
        if right <= part.start or left >= part.end:
            continue
        whole = False
        if left > start:
            pieces.append(Part(part.field, start, left))
        start = max(start, right)
    if start < part.end:
        pieces.append(Part(part.field, start, part.end))
    if whole:
        # A password of bullets has no letter; its length is the secret.
        return pieces if text[part.start : part.end].strip() else []
    trimmed = (_without_punctuation(text, p) for p in pieces)
    return [p for p in trimmed if has_alnum(text[p.start : p.end])]


def _without_punctuation(text: str, part: Part) -> Part:
    start, end = part.start, part.end
    while start < end and not text[start].isalnum():
        start += 1
    while end > start and not text[end - 1].isalnum():
        end -= 1
    return Part(part.field, start, end)


def _rebuilt(d: Detection, parts: tuple[Part, ...], fields: Sequence[Field]) -> Detection:
    if parts == d.parts:
        return d
    value = " ".join(fields[p.field].text[p.start : p.end] for p in parts)
    return Detection(parts, value, d.type, d.source, d.score)


def _join_neighbours(detections: list[Detection], fields: Sequence[Field]) -> list[Detection]:
    """Unite single-part neighbours of one type that touch, or that only a space separates."""
    ordered = sorted(detections, key=lambda d: (d.parts[0].field, d.parts[0].start))
    joined: list[Detection] = []
    for detection in ordered:
        last = joined[-1] if joined else None
        if last is None or not _one_value(last, detection, fields):
            joined.append(detection)
            continue
        part = Part(last.parts[0].field, last.parts[0].start, detection.parts[0].end)
        value = fields[part.field].text[part.start : part.end]
        joined[-1] = Detection(
            (part,), value, last.type, last.source, max(last.score, detection.score)
        )
    return joined


def _one_value(a: Detection, b: Detection, fields: Sequence[Field]) -> bool:
    if len(a.parts) > 1 or len(b.parts) > 1 or a.type is not b.type:
        return False
    left, right = a.parts[0], b.parts[0]
    if left.field != right.field:
        return False
    gap = fields[left.field].text[left.end : right.start]
    return gap == "" or (gap == " " and a.type in _MERGED)
