"""Reads loose JSON and calls out of prose; knows nothing of actions.

Loose means: single or double quotes, trailing commas, bare keys and words, raw line breaks.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

_MAX_CANDIDATES = 64
_MAX_DEPTH = 16

Value = str | list["Value"] | dict[str, "Value"] | None
"""Loose JSON; numbers and bare words stay text, so that ``"3"`` and ``3`` are the same."""

_THOUGHT = re.compile(r"<(think|thinking|thought|reasoning)>", re.IGNORECASE)
_THOUGHT_END = re.compile(r"</(think|thinking|thought|reasoning)>", re.IGNORECASE)
_CALL = re.compile(r"(?<![\w.])([A-Za-z_]{1,24})\(")
_NUMBER = re.compile(r"[-+]?[0-9]+(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?(?![\w.])")
_BARE = re.compile(r"[A-Za-z_][\w-]*")
_ARGUMENT_WORDS = frozenset({"up", "down", "left", "right", "short", "medium", "long"})
_LISTS = {"[": "]", "(": ")"}
_SPACE = re.compile(r"\s*")
_STRING = re.compile(r'"((?:[^"\\]|\\.)*)"|\'((?:[^\'\\]|\\.)*)\'', re.DOTALL)
_ESCAPE = re.compile(
    r"\\(?:(?:u([0-9a-fA-F]{4})|x([0-9a-fA-F]{2})|U(00(?:0[0-9a-fA-F]|10)[0-9a-fA-F]{4}))|(.))",
    re.DOTALL,
)
_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f"}


def without_thoughts(text: str) -> str:
    """What follows the thinking; an unfinished thought has nothing after it."""
    ends = list(_THOUGHT_END.finditer(text))
    rest = text[ends[-1].end() :] if ends else text
    start = _THOUGHT.search(rest)
    return rest[: start.start()] if start else rest


def objects(text: str) -> Iterator[Value]:
    """Every readable ``{…}`` from left to right; what stands inside one is not read twice."""
    position = 0
    for _ in range(_MAX_CANDIDATES):
        position = text.find("{", position)
        if position < 0:
            return
        try:
            value, position = _value(text, position, 0)
        except _UnreadableError:
            position += 1
        else:
            yield value


def calls(text: str, known: Callable[[str], bool]) -> Iterator[Value]:
    """Every readable call of a known name from left to right."""
    position = 0
    for _ in range(_MAX_CANDIDATES):
        match = _CALL.search(text, position)
        if match is None:
            return
        call = call_at(text, match.start(), known)
        position = match.end()
        if call is not None:
            value, position = call
            yield value


def call_at(
    text: str, start: int, known: Callable[[str], bool]
) -> tuple[dict[str, Value], int] | None:
    """Read the call ``name(…)`` at ``start``.

    Returns:
        Its named arguments, its positional ones as a list under ``""``, its name under
        ``action`` unless it is AndroidLab's ``do``; and where it ends. None if there is none.
    """
    match = _CALL.match(text, start)
    if match is None or not known(match[1]):
        return None
    positional: list[Value] = []
    named: dict[str, Value] = {}
    position = _skip(text, match.end())
    try:
        while not text.startswith(")", position):
            key = _BARE.match(text, position)
            after = _skip(text, key.end()) if key else position
            if key and text.startswith("=", after):
                value, position = _value(text, _skip(text, after + 1), 1)
                named[key[0].lower()] = value
            elif key and key[0].lower() not in _ARGUMENT_WORDS:
                return None  # Prose, such as "text(optional)".
            else:
                value, position = _value(text, position, 1)
                positional.append(value)
            position = _separator(text, position, ")")
    except _UnreadableError:
        return None
    data: dict[str, Value] = {**named, "": positional}
    return (data if match[1] == "do" else {"action": match[1], **data}), position + 1


class _UnreadableError(Exception):
    """The text isn't loose JSON."""


def _value(text: str, position: int, depth: int) -> tuple[Value, int]:
    """The loose JSON value at ``position`` and where it ends."""
    if depth > _MAX_DEPTH:
        raise _UnreadableError
    if text.startswith("{", position):
        return _object(text, _skip(text, position + 1), depth)
    if close := _LISTS.get(text[position : position + 1]):
        items: list[Value] = []
        position = _skip(text, position + 1)
        while not text.startswith(close, position):
            item, position = _value(text, position, depth + 1)
            items.append(item)
            position = _separator(text, position, close)
        return items, position + 1
    word, position = _scalar(text, position)
    return word, position


def _object(text: str, position: int, depth: int) -> tuple[Value, int]:
    data: dict[str, Value] = {}
    while not text.startswith("}", position):
        key, position = _scalar(text, position)
        position = _skip(text, position)
        if key is None or not text.startswith(":", position):
            raise _UnreadableError
        value, position = _value(text, _skip(text, position + 1), depth + 1)
        data.setdefault(key, value)
        position = _separator(text, position, "}")
    return data, position + 1


def _scalar(text: str, position: int) -> tuple[str | None, int]:
    if match := _STRING.match(text, position):
        body = match[1] if match[1] is not None else match[2]
        return _ESCAPE.sub(_unescape, body), match.end()
    if match := _NUMBER.match(text, position) or _BARE.match(text, position):
        return (None if match[0] in ("null", "None") else match[0]), match.end()
    raise _UnreadableError


def _separator(text: str, position: int, close: str) -> int:
    """Past the comma after an item, or at the closing bracket."""
    position = _skip(text, position)
    if text.startswith(",", position):
        return _skip(text, position + 1)
    if text.startswith(close, position):
        return position
    raise _UnreadableError


def _skip(text: str, position: int) -> int:
    match = _SPACE.match(text, position)
    return match.end() if match else position


def _unescape(match: re.Match[str]) -> str:
    if code := match[1] or match[2] or match[3]:
        return chr(int(code, 16))
    char = match[4]
    return _ESCAPES.get(char, char if char in "\"'\\/" else match[0])
