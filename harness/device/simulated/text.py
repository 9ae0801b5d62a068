"""Text that knows which of its parts are personal data.

Every text of the simulated phone is a :class:`Rich`: plain characters plus marks. The dump and
the renderer carry the marks along, so that each place where a value is shown becomes gold.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from harness.core.entity import EntityType
from harness.core.words import bounded


@dataclass(frozen=True, slots=True, repr=False)
class Pii:
    """A personal value as it is shown at one place.

    Attributes:
        type: Its type.
        value: The value in full.
        shown: What is shown of it; None means all of it.
        optional: Masking it is defensible but not demanded.
    """

    type: EntityType
    value: str
    shown: str | None = None
    optional: bool = False


@dataclass(frozen=True, slots=True, repr=False)
class Mark:
    """A personal value inside a text, ``start`` to ``end`` in code points."""

    start: int
    end: int
    type: EntityType
    value: str
    optional: bool = False


@dataclass(frozen=True, slots=True, repr=False)
class Rich:
    """Characters and the sorted, disjoint marks on them."""

    text: str = ""
    marks: tuple[Mark, ...] = ()

    def __bool__(self) -> bool:
        """Whether there is any text."""
        return bool(self.text)


Part = str | Pii | Rich
EMPTY = Rich()


def rich(*parts: Part) -> Rich:
    """Join plain strings, personal values and marked texts."""
    text, marks = "", []
    for part in parts:
        at = len(text)
        match part:
            case str():
                text += part
            case Pii():
                shown = part.value if part.shown is None else part.shown
                text += shown
                if shown:
                    marks.append(Mark(at, len(text), part.type, part.value, part.optional))
            case Rich():
                text += part.text
                marks += [
                    Mark(m.start + at, m.end + at, m.type, m.value, m.optional) for m in part.marks
                ]
    return Rich(text, tuple(marks))


def filled(template: str, slots: Mapping[str, Part]) -> Rich:
    """A text of a world with its ``{slots}`` filled in."""
    pieces = re.split(r"\{(\w+)\}", template)
    return rich(*(slots[piece] if i % 2 else piece for i, piece in enumerate(pieces)))


def lines(text: Rich) -> list[Rich]:
    """A text line by line; no mark goes over the end of one."""
    found, at = [], 0
    for line in text.text.split("\n"):
        end = at + len(line)
        marks = [
            Mark(m.start - at, m.end - at, m.type, m.value, m.optional)
            for m in text.marks
            if at <= m.start < end
        ]
        found.append(Rich(line, tuple(marks)))
        at = end + 1
    return found


def with_content(body: Rich, kind: EntityType, *, optional: bool = False) -> Rich:
    """Mark what lies between the marks of ``body`` as ``kind``, without blank edges.

    Pieces without a letter or digit (a full stop after a phone number) stay unmarked.
    """
    edges = [0, *(edge for m in body.marks for edge in (m.start, m.end)), len(body.text)]
    marks = list(body.marks)
    for start, end in zip(edges[::2], edges[1::2], strict=True):
        piece = body.text[start:end]
        if any(c.isalnum() for c in piece):
            start += len(piece) - len(piece.lstrip())
            value = piece.strip()
            marks.append(Mark(start, start + len(value), kind, value, optional))
    return Rich(body.text, tuple(sorted(marks, key=lambda m: m.start)))


_PATTERNS = (
    (EntityType.EMAIL, re.compile(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+")),
    (EntityType.PHONE_NUMBER, re.compile(r"(?<![\w#-])\+?\(?\d[\d ().-]{7,18}\d(?!\w)")),
)
"""Values of these shapes are personal wherever a user types them."""


def annotate(text: str, known: Iterable[tuple[EntityType, str]]) -> Rich:
    """Mark the known values in a text that a user typed, longest first, at word boundaries."""
    found: list[Mark] = []
    folded = text.casefold()
    # Building a pattern for each of hundreds of values would take seconds.
    present = [(kind, value) for kind, value in known if value.casefold() in folded]
    for kind, value in sorted(present, key=lambda k: (-len(k[1]), k[1])):
        _add(found, kind, re.finditer(bounded(value), text, re.IGNORECASE))
    for kind, shape in _PATTERNS:
        _add(found, kind, shape.finditer(text))
    return Rich(text, tuple(sorted(found, key=lambda m: m.start)))


def _add(found: list[Mark], kind: EntityType, matches: Iterable[re.Match[str]]) -> None:
    for match in matches:
        start, end = match.span()
        if all(end <= m.start or start >= m.end for m in found):
            found.append(Mark(start, end, kind, match.group()))


def to_marks(text: Rich) -> list[tuple[int, int, str]]:
    """The marks as JSON-ready (start, end, type); the value is the text there."""
    return [(m.start, m.end, m.type.value) for m in text.marks]


def from_marks(text: str, marks: Sequence[tuple[int, int, str]]) -> Rich:
    """The inverse of :func:`to_marks`."""
    return Rich(text, tuple(Mark(s, e, EntityType(kind), text[s:e]) for s, e, kind in marks))
