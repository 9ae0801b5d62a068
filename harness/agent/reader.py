"""Reading a virtual screen and an anonymized instruction as a careful but simple person would.

Pure functions; nothing here knows a raw value unless the pipeline shows it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from operator import eq, ge, gt, le, lt
from typing import Any

from harness.core.amount import parse_amount
from harness.core.canonical import fold
from harness.core.day import parse_date, parse_time
from harness.core.entity import EntityType
from harness.core.safe import SafeElement, SafeFrame
from harness.core.slots import REFERENCE
from harness.core.words import bounded

_TYPES = "|".join(sorted(EntityType.__members__, key=len, reverse=True))
TOKEN = re.compile(
    rf"(?<![\w\[])(?:{_TYPES})(?:#[0-9a-z]{{5}}(?:_\d+)?|_\d+)(?!\w)|\[(?:{_TYPES})\]"
)
"""A placeholder of any scheme: ``TYPE#1a2b3``, ``TYPE#1a2b3_2``, ``TYPE_1``, ``[TYPE]``."""

_MAY_BE = re.compile(r"^\s*(?P<part>\S+)\s+may be\s+(?P<others>.+?)\s*\.?$")
_PIECES = re.compile(r"['’]s\b|\w+|\s+|[^\w\s]")


@dataclass(frozen=True, slots=True)
class Locator:
    """A description of one element.

    Attributes:
        label: Text, description or hint, or a part of it; "" for any.
        id: Resource id without the package; "" for any.
        role: Short class name; "" for any.
        near: Label of the element in whose row it stands; "" for anywhere.
        after: Label of the element which it follows as the next that fits; "" for anywhere.
        pattern: Regular expression that is found in its text; "" for any.
    """

    label: str = ""
    id: str = ""
    role: str = ""
    near: str = ""
    after: str = ""
    pattern: str = ""


def tokens(text: str) -> tuple[str, ...]:
    """The placeholders in ``text``, in order."""
    return tuple(TOKEN.findall(text))


def links(notes: Sequence[str]) -> dict[str, tuple[str, ...]]:
    """Placeholder -> those that may be the same person, in both directions, from the notes."""
    found: dict[str, tuple[str, ...]] = {}
    for note in notes:
        match = _MAY_BE.match(note)
        if match is None:
            continue
        for part in tokens(match["part"]):
            for other in tokens(match["others"]):
                found[part] = (*found.get(part, ()), other)
                found[other] = (*found.get(other, ()), part)
    return found


def find(frame: SafeFrame, locator: Locator) -> SafeElement | None:
    """The element that fits best, or None.

    A label fits exactly, as a part of what is written, by all of its placeholders, or by a
    placeholder that the notes link to one of them, in that order. Among equals those come
    first that can be tapped, then the shortest, then the first on the screen.
    """
    linked = links(frame.notes)
    fitting: list[tuple[int, SafeElement]] = []
    for element in frame.elements:
        if locator.id and element.id != locator.id:
            continue
        if locator.role and element.role != locator.role:
            continue
        if locator.pattern and not re.search(locator.pattern, element.label):
            continue
        rank = _rank(element, locator.label, linked) if locator.label else 0
        if rank is not None:
            fitting.append((rank, element))
    if locator.near or locator.after:
        anchor = find(frame, Locator(locator.near or locator.after))
        if anchor is None:
            return None
        others = [(rank, e) for rank, e in fitting if e is not anchor]
        if locator.after:
            return next((e for _, e in others if e.index > anchor.index), None)
        return min(others, key=lambda f: (_rows_apart(f[1], anchor), f[0]), default=(0, None))[1]
    return min(fitting, key=lambda f: (f[0], *_preference(f[1])), default=(0, None))[1]


def signature(frame: SafeFrame) -> tuple[tuple[str, ...], ...]:
    """What makes two frames look the same."""
    return tuple((e.role, e.text, e.description, e.hint, str(e.box)) for e in frame.elements)


def read(element: SafeElement, pattern: str = "") -> str:
    """What is written on an element.

    Args:
        element: Any element.
        pattern: Regular expression whose first group is wanted; where it doesn't match (the
            place may be hidden as a whole) all of the text is.
    """
    match = re.search(pattern, element.label) if pattern else None
    return match[1] if match else element.label


def work_out(op: str, operands: Sequence[str]) -> str | None:
    """The answer to a question of ``ask_local`` that can be told by looking.

    The answers are those of the gatekeeper. Placeholders can be told apart, but not put in order.

    Returns:
        None if an operand that matters is hidden, or if they aren't of one kind.
    """
    relation = _RELATION.match(operands[0]) if op == "count" and operands else None
    sign = relation[1] if relation else ""
    texts = [operands[0][relation.end() :], *operands[1:]] if relation else list(operands)
    if all(TOKEN.fullmatch(text) for text in texts):
        return None if sign else _told_apart(op, texts)
    if any(TOKEN.search(text) for text in texts):
        return None
    keys = _keys(texts, text=op in ("count", "contains", "equal"))
    return _answer(op, operands, keys, sign) if keys else None


_KIND = re.compile(rf"\[?(?:{_TYPES})")
_RELATION = re.compile(r"\s*(>=|<=|>|<|=)\s*(?=\S)")


def _told_apart(op: str, placeholders: Sequence[str]) -> str | None:
    """What follows from placeholders alone: the same one is the same value."""
    kinds = {match[0] for token in placeholders if (match := _KIND.match(token))}
    if len(kinds) > 1 or any(token.startswith("[") for token in placeholders):
        return None
    if op == "count":
        return str(placeholders[1:].count(placeholders[0]))
    return _yes(placeholders[0] == placeholders[1]) if op == "equal" else None


def _keys(texts: Sequence[str], *, text: bool) -> list[Any]:
    """The texts as amounts, days or times of day, whichever all of them are, else as words."""
    for read_as in (parse_amount, parse_date, parse_time):
        keys = [read_as(t) for t in texts]
        if all(key is not None for key in keys):
            return keys
    return [fold(t) for t in texts] if text else []


def _answer(op: str, operands: Sequence[str], keys: Sequence[Any], sign: str) -> str | None:
    first, second = keys[:2]
    match op:
        case "compare":
            return "equal" if first == second else "less" if first < second else "greater"
        case "before":
            return _yes(first < second)
        case "after":
            return _yes(first > second)
        case "equal":
            return _yes(first == second)
        case "contains" if isinstance(first, str):
            return _yes(_within(second, first))
        case "min" | "max":
            best = (min if op == "min" else max)(range(len(keys)), key=keys.__getitem__)
            return operands[best]
        case "sort":
            order = sorted(range(len(keys)), key=keys.__getitem__)
            return ", ".join(operands[i] for i in order)
        case "count":
            return str(sum(_fulfils(sign, key, first) for key in keys[1:]))
        case "sum_over" if isinstance(first, Decimal):
            return _yes(sum(keys[:-1], Decimal(0)) > keys[-1])
    return None


def _fulfils(sign: str, value: Any, criterion: Any) -> bool:
    if not sign:
        return _within(criterion, value) if isinstance(value, str) else bool(value == criterion)
    return bool(_RELATIONS[sign](value, criterion))


_RELATIONS = {"<": lt, "<=": le, "=": eq, ">=": ge, ">": gt}


def _yes(holds: bool) -> str:
    return "yes" if holds else "no"


def parse(pattern: str, instruction: str) -> dict[str, str] | None:
    """Get the slots of an anonymized instruction.

    Args:
        pattern: The instruction as the template has it: ``Call {contact.name}.``
        instruction: The same with each slot filled or hidden; punctuation may be hidden too.

    Returns:
        Slot name -> what stands there; None if the instruction doesn't have that form.
    """
    for hidden in (_Hidden(), _Hidden(punctuation=True), _Hidden(punctuation=True, words=True)):
        expression, slots = _expression(pattern, hidden)
        match = re.fullmatch(expression, instruction.strip(), re.IGNORECASE | re.DOTALL)
        if match:
            return {name: match[group].strip() for name, group in slots.items()}
    return None


@dataclass(frozen=True, slots=True)
class _Hidden:
    """What of the fixed text of an instruction may have been hidden along with the slots."""

    punctuation: bool = False
    words: bool = False


def _expression(pattern: str, hidden: _Hidden) -> tuple[str, Mapping[str, str]]:
    slots: dict[str, str] = {}
    parts: list[str] = []
    position = 0
    for reference in REFERENCE.finditer(pattern):
        parts.append(_literal(pattern[position : reference.start()], hidden))
        position = reference.end()
        name = reference[1]
        if name in slots:
            parts.append(r".+?")
        else:
            slots[name] = f"slot{len(slots)}"
            parts.append(rf"(?P<{slots[name]}>.+?)")
    parts.append(_literal(pattern[position:], hidden))
    return "".join(parts), slots


def _literal(text: str, hidden: _Hidden) -> str:
    pieces = []
    for piece in _PIECES.findall(text):
        if piece.isspace():
            pieces.append(r"\s+")
        elif piece[0].isalnum():
            pieces.append(rf"(?:{piece}|{TOKEN.pattern})" if hidden.words else piece)
        else:
            pieces.append(rf"(?:{re.escape(piece)})" + "?" * hidden.punctuation)
    return "".join(pieces)


def _rank(element: SafeElement, label: str, linked: Mapping[str, tuple[str, ...]]) -> int | None:
    """How well ``label`` names the element; 0 is exactly, None not at all."""
    written = [_folded(t) for t in (element.text, element.description, element.hint) if t]
    wanted = _folded(label)
    if wanted in written:
        return 0
    if any(_within(wanted, text) for text in written):
        return 1
    mentioned = tokens(label)
    if not mentioned:
        return None
    if any(all(_within(_folded(token), text) for token in mentioned) for text in written):
        return 2
    candidates = [_folded(other) for token in mentioned for other in linked.get(token, ())]
    if any(other in written for other in candidates):
        return 3
    if any(_about(other, text) for other in candidates for text in written):
        return 4
    return None


def _about(part: str, text: str) -> bool:
    """Whether the text names ``part`` and doesn't quote it: "part: see you"."""
    return _within(part, text) and re.search(rf"{re.escape(part)}\s*[:：]", text) is None


def _preference(element: SafeElement) -> tuple[bool, bool, int, int]:
    return (
        "editable" in element.flags,
        "clickable" not in element.flags,
        len(element.label),
        element.index,
    )


def _rows_apart(element: SafeElement, anchor: SafeElement) -> tuple[int, int]:
    """Distance in px between the centres: down the screen, then across."""
    (x1, y1), (x2, y2) = element.box.center, anchor.box.center
    return abs(y1 - y2), abs(x1 - x2)


def _folded(text: str) -> str:
    return " ".join(text.split()).casefold()


def _within(part: str, text: str) -> bool:
    return re.search(rf"(?<!#){bounded(part)}", text) is not None
