r"""A deterministic agent that follows the policy of a task template.

It sees what any agent sees, the anonymized instruction and the virtual screens, and gets every
value it needs from them. So its failures are those of the anonymization: a word of the
instruction that was hidden, a name that can't be found again, a value that was masked for good.

A policy is a list of steps, each with one key::

    open_app: Contacts
    tap: "{contact.name}"                 or {label, id, role, near, after, pattern}; scrolls
    long_press: {label: …}
    type: "{body}"                        or {into: LOCATOR, text: …}
    swipe: up
    enter, back, home, wait               (plain words)
    read: {…LOCATOR, pattern: "code (\d+)", as: code}   first group of the pattern
    ask_local: {op: compare, operands: ["{a}", "{b}"], as: order}
    choose: {by: "{order}", greater: [STEPS], less: [STEPS]}
    repeat: {times: "{count}", steps: [STEPS]}
    finish: "Her number is {number}."

A reference is a slot of the instruction or something read or answered before.
"""

from __future__ import annotations

import json
from collections.abc import Generator, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from harness.agent import reader
from harness.agent.prompt import Transcript
from harness.agent.reader import Locator
from harness.core.action import (
    Action,
    AskLocal,
    Back,
    Enter,
    Finish,
    Home,
    LongPress,
    OpenApp,
    Swipe,
    Tap,
    Type,
    Wait,
    action_dict,
)
from harness.core.protocols import Brief, Turn
from harness.core.safe import SafeElement, SafeFrame
from harness.core.slots import fill, names
from harness.errors import ConfigError

_MAX_SCROLLS = 8
_KEYS: dict[str, Action] = {"enter": Enter(), "back": Back(), "home": Home(), "wait": Wait()}
_LOCATOR = {"label", "id", "role", "near", "after", "pattern"}
_FIELDS = {
    "open_app": None,
    "tap": _LOCATOR,
    "long_press": _LOCATOR,
    "type": {"into", "text"},
    "swipe": None,
    "read": _LOCATOR | {"as"},
    "ask_local": {"op", "operands", "as"},
    "choose": None,
    "repeat": {"times", "steps"},
    "finish": None,
}
"""Steps with one key, and the fields of those that take a mapping."""


class ScriptedAgent:
    """Plays the policy of the brief; the same screens give the same actions."""

    name = "scripted"

    def begin(self, brief: Brief) -> None:
        """Start an episode.

        Raises:
            ConfigError: The brief has no policy, or it holds an unknown step; names the task.
        """
        try:
            player = _Player(brief.policy, brief.instruction)
        except ConfigError as error:
            raise ConfigError(f"policy of {brief.task or 'this task'}: {error}") from None
        self._player = player
        self._actions = player.play()
        self._transcript = Transcript(brief, view="screenshot")

    def act(self, frame: SafeFrame, feedback: str) -> Turn:
        """The next action of the policy."""
        self._player.see(frame, feedback)
        action = next(self._actions)
        fields = {k: v for k, v in action_dict(action).items() if v is not None}
        output = json.dumps(fields, ensure_ascii=False, separators=(",", ":"))
        messages = self._transcript.messages(frame, feedback)
        self._transcript.answered(output)
        return Turn(action, output, messages)

    def identity(self) -> dict[str, str]:
        """No weights."""
        return {}


class _Stuck(Exception):
    """The policy can't go on; the text is what the user is told."""


class _Player:
    """The policy of one episode, and what has been read so far.

    :meth:`see` comes before each step of :meth:`play`.
    """

    frame: SafeFrame
    feedback: str

    def __init__(self, policy: Mapping[str, Any] | None, instruction: str) -> None:
        if policy is None:
            raise ConfigError("the scripted agent needs a suite whose tasks have one")
        self._steps: Sequence[Any] = policy["steps"]
        _check(self._steps, set(names(policy["instruction"])))
        self._pattern: str = policy["instruction"]
        self._slots = reader.parse(self._pattern, instruction)

    def see(self, frame: SafeFrame, feedback: str) -> None:
        """Look at the next screen, and at the task again if that reads differently now."""
        self.frame, self.feedback = frame, feedback
        slots = reader.parse(self._pattern, frame.task) if frame.task else None
        if slots is not None and self._slots is not None:
            self._slots.update(slots)

    def play(self) -> Iterator[Action]:
        """Actions until the policy finishes; never ends without a finish."""
        try:
            if self._slots is None:
                raise _Stuck("I can't tell from the instruction what to do.")
            yield from self._run(self._steps, self._slots)
            message = ""
        except _Stuck as reason:
            message = str(reason)
        while True:
            yield Finish(message)

    def _run(self, steps: Sequence[Any], values: dict[str, str]) -> Iterator[Action]:
        """Play ``steps``; what they read is added to ``values``."""
        for step in steps:
            if isinstance(step, str):
                yield from self._perform(_KEYS[step])
                continue
            ((verb, unfilled),) = step.items()
            spec = unfilled if verb in ("choose", "repeat") else fill(unfilled, values)
            match verb:
                case "open_app":
                    yield from self._perform(OpenApp(spec))
                case "tap":
                    yield from self._touch(Tap, _locator(spec))
                case "long_press":
                    yield from self._touch(LongPress, _locator(spec))
                case "type":
                    if isinstance(spec, Mapping):
                        yield from self._touch(Tap, _locator(spec["into"]))
                        spec = spec["text"]
                    yield from self._perform(Type(spec))
                case "swipe":
                    yield from self._perform(Swipe(spec))
                case "read":
                    wanted = _locator(spec)
                    element = reader.find(self.frame, wanted)
                    if element is None:
                        element = yield from self._locate(replace(wanted, pattern=""))
                    values[spec["as"]] = reader.read(element, wanted.pattern)
                case "ask_local":
                    values[spec["as"]] = yield from self._ask(spec["op"], tuple(spec["operands"]))
                case "choose":
                    case = fill(spec["by"], values)
                    if case not in spec:
                        raise _Stuck(f"I can't decide: {case}")
                    yield from self._run(spec[case], values)
                case "repeat":
                    times = fill(spec["times"], values)
                    if not times.isdecimal():
                        raise _Stuck("I can't tell how often to do it.")
                    for _ in range(int(times)):
                        yield from self._run(spec["steps"], values)
                case "finish":
                    yield Finish(spec)

    def _perform(self, action: Action) -> Iterator[Action]:
        yield action
        if self.feedback:
            raise _Stuck(f"I can't go on: {self.feedback}")

    def _touch(self, kind: type[Tap] | type[LongPress], locator: Locator) -> Iterator[Action]:
        element = yield from self._locate(locator)
        yield kind(element.index)
        if self.feedback:  # the screen may have changed meanwhile: look once more
            element = yield from self._locate(locator)
            yield from self._perform(kind(element.index))

    def _ask(self, op: str, operands: tuple[str, ...]) -> Generator[Action, None, str]:
        """The answer, by looking where the values can be read, else from the gatekeeper."""
        seen = reader.work_out(op, operands)
        if seen is not None:
            return seen
        yield AskLocal(op, operands)
        return self.feedback

    def _locate(self, locator: Locator) -> Generator[Action, None, SafeElement]:
        """Find an element, scrolling down until the screen stays the same."""
        for _ in range(_MAX_SCROLLS):
            element = reader.find(self.frame, locator)
            if element is not None:
                return element
            before = reader.signature(self.frame)
            scrolling = [e for e in self.frame.elements if "scrollable" in e.flags]
            area = max(scrolling, key=lambda e: e.box.area, default=None)
            yield Swipe("up", area.index, "long") if area else Wait()
            if reader.signature(self.frame) == before:
                break
        raise _Stuck(f"I can't find {_spoken(locator)} on the screen.")


def _locator(spec: Any) -> Locator:
    """A label alone, or a mapping of the fields of :class:`Locator`."""
    if isinstance(spec, str):
        return Locator(spec)
    return Locator(**{k: v for k, v in spec.items() if k in _LOCATOR})


def _spoken(locator: Locator) -> str:
    what = locator.label or locator.id or locator.role
    anchor = locator.near or locator.after
    return f"{what} near {anchor}" if anchor else what


def _check(steps: Any, known: set[str]) -> None:
    """Refuse unknown steps, fields and references; ``known`` grows with what is read."""
    if not isinstance(steps, list):
        raise ConfigError("steps are a list")
    for step in steps:
        if isinstance(step, str) and step in _KEYS:
            continue
        if not isinstance(step, Mapping) or len(step) != 1 or next(iter(step)) not in _FIELDS:
            verbs = " ".join([*_KEYS, *_FIELDS])
            raise ConfigError(f"a step is one of {verbs}")
        ((verb, spec),) = step.items()
        fields = _FIELDS[verb]
        if isinstance(spec, Mapping) and fields is not None and set(spec) - fields:
            raise ConfigError(f"{verb!r} takes {' '.join(sorted(fields))}")
        if verb == "choose":
            cases = {key: case for key, case in spec.items() if key != "by"}
            for case in cases.values():
                _check(case, set(known))
            spec = spec["by"]
        elif verb == "repeat":
            _check(spec["steps"], set(known))
            spec = spec["times"]
        unknown = [name for name in names(spec) if name not in known]
        if unknown:
            raise ConfigError(f"{verb!r} refers to {unknown[0]!r}, which nothing gives")
        if verb in ("read", "ask_local"):
            known.add(spec["as"])
