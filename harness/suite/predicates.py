"""A small language for what must hold at the end of a task.

A predicate is a mapping with one key; a list of predicates holds when all of them do::

    equals: {settings.wifi: false}             values at paths
    contains: {settings.device_name: "{name}"} text in a text, or item in a list
    exists: {in: PATH, where: MATCH}           some item of a list matches
    count: {in: PATH, where: MATCH, is: 2}     so many items match
    added: {in: PATH, where: MATCH}            one item more than at the start, which matches
    removed: {in: PATH, where: MATCH}          one item less, which matched
    changed: PATH                              differs from the start
    unchanged: PATH                            or {in: PATH, except: MATCH}
    answer_contains: {value: V, type: EMAIL}   the message to the user tells the value
    not: PREDICATE
    any: [PREDICATE, …]

``PATH`` is ``app.list[id={slot.id}].field``: names separated by dots, with a selector where one
item of a list is meant. ``MATCH`` maps fields (dotted too) to a value or to one of
``{not: V}``, ``{contains: V}``, ``{one_of: [V, …]}``, ``{present: true}``,
``{more_than: NUMBER}``, ``{value: V, type: PHONE_NUMBER}``. Values with a type, and slots with
a gold type, are compared in canonical form, other texts regardless of case and spacing. Only app
state and the message to the user are looked at, never what a screen shows.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from harness.core.amount import amounts, parse_amount
from harness.core.canonical import canonical, fold
from harness.core.entity import NUMERIC_TYPES, EntityType
from harness.core.slots import REFERENCE, fill
from harness.core.words import bounded
from harness.errors import ConfigError

_SEGMENT = re.compile(r"(?:^|\.)(\w+)(?:\[(\w+)=([^\]]+)\])?")
_WORDS = re.compile(r"\S+")

MISSING = None
"""What a path without a value yields; JSON-like states use None the same way."""


@dataclass(frozen=True, slots=True, repr=False)
class Evidence:
    """What a predicate may look at.

    Attributes:
        start: App state before the first step.
        end: App state after the last.
        message: What the user was told, resolved.
        values: Slot name -> value.
        types: Slot name -> type, for slots that hold personal data.
        region: ISO 3166 code in which phone numbers are read.
    """

    start: Mapping[str, Any]
    end: Mapping[str, Any]
    message: str
    values: Mapping[str, Any]
    types: Mapping[str, EntityType]
    region: str


Predicate = Callable[[Evidence], bool]
Match = Callable[[Any, Evidence], bool]


# ---------------------------------------------------------------- values


def lookup(state: Any, path: str, values: Mapping[str, Any]) -> Any:
    """The value at ``path``, or :data:`MISSING`."""
    for name, key, wanted in _SEGMENT.findall(path):
        state = state.get(name) if isinstance(state, Mapping) else MISSING
        if key:
            expected = fill(wanted, values)
            items = state if isinstance(state, list) else []
            state = next((i for i in items if str(i.get(key)) == str(expected)), MISSING)
    return state


def same(actual: Any, expected: Any, kind: EntityType | None, region: str) -> bool:
    """Whether two values are the same thing, by the rules of ``kind`` (None: plain text)."""
    if not (isinstance(actual, str) and isinstance(expected, str)):
        return bool(actual == expected)
    if kind is EntityType.ACCOUNT_BALANCE and parse_amount(expected) is not None:
        return parse_amount(actual) == parse_amount(expected)
    if kind is None:
        return fold(actual) == fold(expected)
    return canonical(actual, kind, region) == canonical(expected, kind, region)


def tells(message: str, value: str, kind: EntityType | None, region: str) -> bool:
    """Whether ``message`` tells ``value``.

    Amounts are compared as numbers, codes without separators, the rest folded at boundaries.
    """
    amount = parse_amount(value) if kind is EntityType.ACCOUNT_BALANCE else None
    if amount is not None:
        return amount in amounts(message)
    if kind is not None and kind in NUMERIC_TYPES:
        return _tells_code(message, canonical(value, kind, region), kind, region)
    text = fold(value)
    whole = rf"(?<![.+-]){bounded(text)}(?![.-]?\w)" if kind is EntityType.EMAIL else bounded(text)
    return bool(text) and re.search(whole, fold(message)) is not None


def _tells_code(message: str, wanted: str, kind: EntityType, region: str) -> bool:
    """Whether some run of neighbouring words is the code, however it is grouped."""
    words = list(_WORDS.finditer(message))
    for first, start in enumerate(words):
        for end in words[first : first + 8]:
            piece = message[start.start() : end.end()].strip(".,;:!?\"'")
            if piece and canonical(piece, kind, region) == wanted:
                return True
    return False


# ---------------------------------------------------------------- building


def build(spec: Any) -> Predicate:
    """Turn YAML data into a predicate.

    Raises:
        ConfigError: It isn't one; the message is a reason without file and template.
    """
    if isinstance(spec, list):
        parts = [build(part) for part in spec]
        return lambda evidence: all(part(evidence) for part in parts)
    if not isinstance(spec, Mapping) or len(spec) != 1:
        raise ConfigError(f"a predicate is a mapping with one key, of {_known()}")
    ((verb, argument),) = spec.items()
    builder = _BUILDERS.get(verb)
    if builder is None:
        raise ConfigError(f"unknown predicate {verb!r}; known: {_known()}")
    return builder(argument)


def build_match(spec: Any) -> Match:
    """Turn ``{field: value or {operator: value}}`` into a test of one item.

    Raises:
        ConfigError: It isn't of that form.
    """
    if not isinstance(spec, Mapping):
        raise ConfigError("'where' is a mapping from fields to values")
    tests = [(str(field), _comparison(value)) for field, value in spec.items()]

    def match(item: Any, evidence: Evidence) -> bool:
        return all(test(lookup(item, field, evidence.values), evidence) for field, test in tests)

    return match


def _known() -> str:
    return " ".join(_BUILDERS)


def _expected(spec: Any, evidence: Evidence) -> tuple[Any, EntityType | None]:
    whole = REFERENCE.fullmatch(spec) if isinstance(spec, str) else None
    kind = evidence.types.get(whole[1]) if whole else None
    return fill(spec, evidence.values), kind


def _comparison(spec: Any) -> Match:
    if not isinstance(spec, Mapping):
        return lambda actual, evidence: same(actual, *_expected(spec, evidence), evidence.region)
    if set(spec) == {"value", "type"}:
        value, kind = spec["value"], entity_type(spec["type"])
        return lambda actual, evidence: same(
            actual, fill(value, evidence.values), kind, evidence.region
        )
    if len(spec) != 1 or next(iter(spec)) not in _OPERATORS:
        operators = " ".join(_OPERATORS)
        raise ConfigError(f"a comparison is value and type, or has one operator of {operators}")
    ((operator, argument),) = spec.items()
    return _OPERATORS[operator](argument)


def _not_equal(spec: Any) -> Match:
    equal = _comparison(spec)
    return lambda actual, evidence: not equal(actual, evidence)


def _one_of(spec: Any) -> Match:
    if not isinstance(spec, list):
        raise ConfigError("'one_of' wants a list")
    options = [_comparison(option) for option in spec]
    return lambda actual, evidence: any(option(actual, evidence) for option in options)


def _present(spec: Any) -> Match:
    return lambda actual, evidence: (actual not in (MISSING, "", [])) is bool(spec)


def _more_than(spec: Any) -> Match:
    def match(actual: Any, evidence: Evidence) -> bool:
        least = fill(spec, evidence.values)
        numbers = isinstance(actual, int | float) and isinstance(least, int | float)
        return numbers and actual > least

    return match


def _holds(spec: Any) -> Match:
    def match(actual: Any, evidence: Evidence) -> bool:
        expected, kind = _expected(spec, evidence)
        if isinstance(actual, str):
            return tells(actual, str(expected), kind, evidence.region)
        items = actual if isinstance(actual, list) else []
        return any(same(item, expected, kind, evidence.region) for item in items)

    return match


_OPERATORS: dict[str, Callable[[Any], Match]] = {
    "not": _not_equal,
    "contains": _holds,
    "one_of": _one_of,
    "present": _present,
    "more_than": _more_than,
}


def _at_paths(spec: Any, comparison: Callable[[Any], Match]) -> Predicate:
    if not isinstance(spec, Mapping) or not spec:
        raise ConfigError("'equals' and 'contains' want a mapping from paths to values")
    tests = [(str(path), comparison(value)) for path, value in spec.items()]
    return lambda evidence: all(
        test(lookup(evidence.end, path, evidence.values), evidence) for path, test in tests
    )


def _items(state: Mapping[str, Any], path: str, evidence: Evidence) -> list[Any]:
    found = lookup(state, path, evidence.values)
    if isinstance(found, Mapping):
        return list(found.values())
    return list(found) if isinstance(found, list | tuple) else []


def _fields(spec: Any, verb: str, *, extra: Sequence[str] = ()) -> tuple[str, Match]:
    allowed = {"in", "where", *extra}
    if not isinstance(spec, Mapping) or not isinstance(spec.get("in"), str) or set(spec) - allowed:
        raise ConfigError(f"{verb!r} wants a mapping of {' '.join(sorted(allowed))}")
    return spec["in"], build_match(spec.get("where", {}))


def _exists(spec: Any) -> Predicate:
    path, match = _fields(spec, "exists")
    return lambda evidence: any(
        match(item, evidence) for item in _items(evidence.end, path, evidence)
    )


def _count(spec: Any) -> Predicate:
    path, match = _fields(spec, "count", extra=("is",))
    wanted = spec.get("is")
    if not isinstance(wanted, int):
        raise ConfigError("'count' wants a whole number under 'is'")
    return lambda evidence: (
        sum(match(item, evidence) for item in _items(evidence.end, path, evidence)) == wanted
    )


def _key(item: Any) -> str:
    """What makes an item the same one: its id, else all of it."""
    return str(item.get("id", item)) if isinstance(item, Mapping) else str(item)


def _difference(spec: Any, verb: str, *, forward: bool) -> Predicate:
    path, match = _fields(spec, verb)

    def predicate(evidence: Evidence) -> bool:
        before = _items(evidence.start, path, evidence)
        after = _items(evidence.end, path, evidence)
        if not forward:
            before, after = after, before
        known = {_key(item) for item in before}
        new = [item for item in after if _key(item) not in known]
        return len(new) == 1 and len(after) == len(before) + 1 and match(new[0], evidence)

    return predicate


def _unchanged(spec: Any) -> Predicate:
    if isinstance(spec, str):
        return lambda evidence: (
            lookup(evidence.start, spec, evidence.values)
            == lookup(evidence.end, spec, evidence.values)
        )
    if not isinstance(spec, Mapping) or set(spec) != {"in", "except"}:
        raise ConfigError("'unchanged' wants a path, or a mapping of in except")
    path, match = _fields({"in": spec["in"], "where": spec["except"]}, "unchanged")

    def others(state: Mapping[str, Any], evidence: Evidence) -> list[Any]:
        return [i for i in _items(state, path, evidence) if not match(i, evidence)]

    return lambda evidence: others(evidence.start, evidence) == others(evidence.end, evidence)


def _changed(spec: Any) -> Predicate:
    if not isinstance(spec, str):
        raise ConfigError("'changed' wants a path")
    return _negation({"unchanged": spec})


def _answer_contains(spec: Any) -> Predicate:
    if not isinstance(spec, Mapping) or "value" not in spec or set(spec) - {"value", "type"}:
        raise ConfigError("'answer_contains' wants a mapping of value type")
    kind = entity_type(spec["type"]) if "type" in spec else None
    value = spec["value"]
    return lambda evidence: tells(
        evidence.message, str(fill(value, evidence.values)), kind, evidence.region
    )


def _negation(spec: Any) -> Predicate:
    inner = build(spec)
    return lambda evidence: not inner(evidence)


def _any(spec: Any) -> Predicate:
    if not isinstance(spec, list) or not spec:
        raise ConfigError("'any' wants a list of predicates")
    parts = [build(part) for part in spec]
    return lambda evidence: any(part(evidence) for part in parts)


_BUILDERS: dict[str, Callable[[Any], Predicate]] = {
    "equals": lambda spec: _at_paths(spec, _comparison),
    "contains": lambda spec: _at_paths(spec, _holds),
    "exists": _exists,
    "count": _count,
    "added": lambda spec: _difference(spec, "added", forward=True),
    "removed": lambda spec: _difference(spec, "removed", forward=False),
    "changed": _changed,
    "unchanged": _unchanged,
    "answer_contains": _answer_contains,
    "not": _negation,
    "any": _any,
}


def entity_type(name: Any) -> EntityType:
    """The type of that name.

    Raises:
        ConfigError: There is none.
    """
    if name not in EntityType.__members__:
        raise ConfigError(f"unknown entity type {name!r}")
    return EntityType[name]
