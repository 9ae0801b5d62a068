"""One tolerant reader of what language models write, shared by all agents.

Understands the documented JSON, JSON in prose or code fences, loose JSON (single quotes, trailing
commas, bare keys), tool-call shapes, and calls such as ``tap(3)``, ``swipe(3, "up", "medium")``
or ``do(action="Press Back")``. It never raises, and its errors never repeat the text.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import cast

from harness.agent.loose import Value, call_at, calls, objects, without_thoughts
from harness.core.action import (
    ACTIONS,
    DIRECTIONS,
    DISTANCES,
    LOCAL_OPERATIONS,
    Action,
    AskLocal,
    Back,
    Direction,
    Distance,
    Enter,
    Finish,
    Home,
    LongPress,
    OpenApp,
    Swipe,
    Tap,
    Type,
    Wait,
)

EXPECTED = 'Answer with one JSON object such as {"action":"tap","index":3}.'
_MAX_CHARS = 20_000


@dataclass(frozen=True, slots=True)
class ParseError:
    """Why an output could not be read; one line for the agent, without its words."""

    message: str


def parse_action(output: str) -> Action | ParseError:
    """Read the first action in an output.

    Objects come before calls, because models think aloud in calls; an output that is one call
    is taken as it stands.
    """
    text = without_thoughts(output).strip()[:_MAX_CHARS]
    parsed = _from_text(text)
    if not isinstance(parsed, ParseError):
        return parsed
    return _first(_candidates(text))


_NO_ACTION = ParseError(f"No action was found in your answer. {EXPECTED}")

_SIMPLE: dict[str, Action] = {
    "enter": Enter(), "press_enter": Enter(), "keyboard_enter": Enter(), "submit": Enter(),
    "back": Back(), "press_back": Back(), "navigate_back": Back(), "go_back": Back(),
    "home": Home(), "press_home": Home(), "navigate_home": Home(), "go_home": Home(),
    "wait": Wait(), "sleep": Wait(),
}  # fmt: skip
_NAMES: dict[str, str] = {
    **dict.fromkeys(("tap", "click", "touch", "press", "tap_element", "click_element"), "tap"),
    **dict.fromkeys(
        ("long_press", "longpress", "long_click", "long_tap", "press_and_hold"), "long_press"
    ),
    **dict.fromkeys(("swipe", "swipe_element", "drag"), "swipe"),
    **dict.fromkeys(("scroll", "scroll_element"), "scroll"),
    **dict.fromkeys(
        ("type", "text", "input", "input_text", "type_text", "enter_text", "set_text"), "type"
    ),
    **dict.fromkeys(
        ("open_app", "open", "openapp", "launch", "launch_app", "start_app"), "open_app"
    ),
    **dict.fromkeys(("ask_local", "asklocal"), "ask_local"),
    **dict.fromkeys(
        ("finish", "finished", "done", "answer", "complete", "status", "stop", "terminate"),
        "finish",
    ),
    **dict.fromkeys(("key", "press_key", "keyevent", "press_button", "system_button"), "key"),
}
_OPPOSITE = {"up": "down", "down": "up", "left": "right", "right": "left"}

# Keys by which each argument is known, best first.
_ACTION_KEYS = (
    "action",
    "action_type",
    "action_name",
    "name",
    "function",
    "tool",
    "tool_name",
    "type",
)
_INDEX_KEYS = ("index", "element", "idx", "id", "element_id", "element_index", "target", "node")
_TEXT_KEYS = ("text", "value", "content", "string", "input")
_MESSAGE_KEYS = ("message", "answer", "text", "content", "value", "result", "response", "reason")
_APP_KEYS = ("app", "app_name", "application", "package", "name", "text", "value")
_DIRECTION_KEYS = ("direction", "dir")
_DISTANCE_KEYS = ("distance", "dist", "amount")
_KEY_KEYS = ("key", "button", "keycode")
_WRAPPERS = ("arguments", "args", "parameters", "params", "kwargs", "action_input", "input")


def _candidates(text: str) -> Iterator[Value]:
    yield from objects(text)
    yield from calls(text, _is_call)


def _is_call(name: str) -> bool:
    return name == "do" or _name(name) in _NAMES or _name(name) in _SIMPLE


def _from_text(text: str) -> Action | ParseError:
    """An action that is written as nothing but a call or a plain word."""
    if (simple := _SIMPLE.get(_name(text))) is not None:
        return simple
    call = call_at(text, 0, _is_call)
    return _NO_ACTION if call is None or text[call[1] :].strip(" \t\r\n;.") else _action(call[0])


def _action(value: Value) -> Action | ParseError:
    """The first action in loose data, whose nesting the reader has bounded."""
    if isinstance(value, list):
        return _first(v for v in value if not isinstance(v, str))
    if not isinstance(value, dict):
        return _NO_ACTION
    data = {_name(key): item for key, item in value.items()}
    for key in _ACTION_KEYS:
        named = data.get(key)
        if not isinstance(named, str):
            continue
        if (built := _build(_name(named), _arguments(data, key))) is not None:
            return built
        if not isinstance(parsed := _from_text(named), ParseError):
            return parsed
    for key, item in data.items():
        # {"tap": {"index": 3}}, and {"tap": 3} if nothing else stands there.
        if key in ACTIONS and (isinstance(item, dict) or len(data) == 1):
            inner: dict[str, Value] = item if isinstance(item, dict) else {"": [item]}
            built = _build(key, {_name(k): v for k, v in inner.items()})
            return built or _NO_ACTION
    return _first(v for v in data.values() if isinstance(v, dict | list))


def _first(values: Iterable[Value]) -> Action | ParseError:
    """The first action, else the first error that says more than that there was none."""
    error = _NO_ACTION
    for value in values:
        parsed = _action(value)
        if not isinstance(parsed, ParseError):
            return parsed
        error = parsed if error is _NO_ACTION else error
    return error


def _arguments(data: Mapping[str, Value], action_key: str) -> dict[str, Value]:
    """The arguments beside the action's name, with those in a wrapper unpacked."""
    found = {key: item for key, item in data.items() if key != action_key}
    for key in _WRAPPERS:
        inner = found.get(key)
        if isinstance(inner, str) and inner.lstrip().startswith("{"):
            # OpenAI's tool calls carry their arguments as a string of JSON.
            inner = next(objects(inner), None)
        if isinstance(inner, dict):
            del found[key]
            found |= {_name(k): v for k, v in inner.items()}
        elif isinstance(inner, list):
            del found[key]
            found[""] = inner
    return found


def _build(name: str, arguments: Mapping[str, Value]) -> Action | ParseError | None:
    """The action of that name; None if there is no such action."""
    if name in _SIMPLE:
        return _SIMPLE[name]
    given = arguments.get("")
    positional = list(given) if isinstance(given, list) else []
    kind = _NAMES.get(name)
    if name == "press" and _has(arguments, _KEY_KEYS):
        kind = "key"
    match kind:
        case "tap" | "long_press":
            index = _index(_pick(arguments, _INDEX_KEYS, positional))
            if index is None:
                return ParseError(f'{kind} needs "index", the number of an element. {EXPECTED}')
            return Tap(index) if kind == "tap" else LongPress(index)
        case "swipe" | "scroll":
            return _swipe(arguments, positional, scroll=kind == "scroll")
        case "type":
            text = _pick(arguments, _TEXT_KEYS, positional)
            if not isinstance(text, str):
                return ParseError('type needs "text", e.g. {"action":"type","text":"hello"}.')
            return Type(_well_formed(text))
        case "open_app":
            app = _pick(arguments, _APP_KEYS, positional)
            if not isinstance(app, str) or not app.strip():
                return ParseError(
                    'open_app needs "app", e.g. {"action":"open_app","app":"Contacts"}.'
                )
            return OpenApp(_well_formed(app.strip()))
        case "ask_local":
            return _ask(arguments, positional)
        case "finish":
            message = _pick(arguments, _MESSAGE_KEYS, positional)
            return Finish(_well_formed(message) if isinstance(message, str) else "")
        case "key":
            pressed = _pick(arguments, _KEY_KEYS, positional)
            simple = _SIMPLE.get(_name(pressed)) if isinstance(pressed, str) else None
            return simple or ParseError('Press keys with {"action":"enter"}, "back" or "home".')
    return None


def _swipe(
    arguments: Mapping[str, Value], positional: Sequence[Value], *, scroll: bool
) -> Action | ParseError:
    words = [_name(v) for v in positional if isinstance(v, str) and _index(v) is None]
    numbers = [i for v in positional if (i := _index(v)) is not None]
    direction = _word(arguments, _DIRECTION_KEYS, DIRECTIONS, words)
    if direction is None and scroll and not words and not _has(arguments, _DIRECTION_KEYS):
        direction = "down"
    if direction is None:
        return ParseError('swipe needs "direction": "up", "down", "left" or "right".')
    if scroll:
        # Scrolling down shows what is below: the finger moves up.
        direction = _OPPOSITE[direction]
    distance = _word(arguments, _DISTANCE_KEYS, DISTANCES, words) or "medium"
    index = _index(_pick(arguments, _INDEX_KEYS, ()))
    if index is None and numbers:
        index = numbers[0]
    return Swipe(cast(Direction, direction), index, cast(Distance, distance))


def _ask(arguments: Mapping[str, Value], positional: Sequence[Value]) -> Action | ParseError:
    op = _pick(arguments, ("op", "operation", "operator"), positional[:1])
    given = _pick(arguments, ("operands", "values", "items", "of"), ())
    rest: Sequence[Value] = positional[1:] if given is None else [given]
    operands: list[str] = []
    for item in rest:
        inner = item if isinstance(item, list) else [item]
        operands += [_well_formed(v) for v in inner if isinstance(v, str)]
    if not isinstance(op, str) or _name(op) not in LOCAL_OPERATIONS or not operands:
        return ParseError(
            'ask_local needs "op" (' + ", ".join(LOCAL_OPERATIONS) + ') and "operands", a list.'
        )
    return AskLocal(_name(op), tuple(operands))


def _has(arguments: Mapping[str, Value], keys: Sequence[str]) -> bool:
    return any(arguments.get(key) is not None for key in keys)


def _pick(
    arguments: Mapping[str, Value], keys: Sequence[str], positional: Sequence[Value]
) -> Value:
    """The argument under the best of its names, else the first positional one."""
    for key in keys:
        if arguments.get(key) is not None:
            return arguments[key]
    return positional[0] if positional else None


def _word(
    arguments: Mapping[str, Value],
    keys: Sequence[str],
    allowed: Sequence[str],
    words: Sequence[str],
) -> str | None:
    named = _pick(arguments, keys, ())
    offered = [_name(named)] if isinstance(named, str) else list(words)
    return next((word for word in offered if word in allowed), None)


def _index(value: Value) -> int | None:
    """An element number: ``3``, ``"3"``, ``3.0``, ``[3]`` or ``"[3]"``."""
    if isinstance(value, list) and len(value) == 1:
        value = value[0]
    if not isinstance(value, str):
        return None
    match = re.fullmatch(r"[\[#(]?\s*(-?[0-9]{1,6})(?:\.0+)?\s*[\])]?", value.strip())
    return int(match[1]) if match else None


def _name(text: str) -> str:
    """``Long Press`` or ``longPress`` -> ``long_press``; "" for what can't be a name."""
    if len(text) > 40:
        return ""
    spaced = re.sub(r"(?<=[a-z])(?=[A-Z])", "_", text)
    return re.sub(r"[^a-z0-9]+", "_", spaced.lower()).strip("_")


def _well_formed(text: str) -> str:
    """The text with halves of surrogate pairs joined or replaced: they can't be encoded."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
