"""``input``: fingers and keys."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from typing import Final

from harness.core.action import InputText, PressKey, SwipeBetween, TapAt
from harness.device.simulated.adbd import commands_keys as keys
from harness.device.simulated.adbd.commands_base import (
    Command,
    Machine,
    Result,
    crashed,
    failed,
    printed,
)
from harness.device.simulated.view import HEIGHT, WIDTH

_SOURCES: Final = frozenset(
    "touchnavigation touchscreen joystick stylus touchpad gamepad dpad mouse keyboard trackball "
    "rotaryencoder".split()
)
_SWIPE_MS = 300
_USAGE = (
    "Usage: input [<source>] [-d DISPLAY_ID] <command> [<arg>...]",
    "",
    "The sources are: ",
    *(f"      {source}" for source in sorted(_SOURCES)),
    "",
    "The commands and default sources are:",
    "      text <string> (Default: touchscreen)",
    "      keyevent [--longpress|--doubletap] <key code number or name> ... (Default: keyboard)",
    "      tap <x> <y> (Default: touchscreen)",
    "      swipe <x1> <y1> <x2> <y2> [duration(ms)] (Default: touchscreen)",
    "      draganddrop <x1> <y1> <x2> <y2> [duration(ms)] (Default: touchscreen)",
    "      press (Default: trackball)",
    "      roll <dx> <dy> (Default: trackball)",
    "      motionevent <DOWN|UP|MOVE|CANCEL> <x> <y> (Default: touchscreen)",
    "      keycombination <key code 1> <key code 2> ... (Default: keyboard)",
)
_SHELL = "com.android.server.input.InputShellCommand"


def _input(machine: Machine, args: Sequence[str], stdin: bytes) -> Result:
    rest = list(args)
    command = rest[0] if rest else "null"
    try:
        if rest and rest[0] in _SOURCES:
            rest.pop(0)
            _required(rest, command)
        if rest and rest[0] == "-d":
            _display(rest)
            _required(rest, command)
        if not rest or rest[0] in ("help", "-h"):
            return failed(255, out="".join(f"{line}\n" for line in _USAGE))
        name = rest.pop(0)
        run = _COMMANDS.get(name)
        if run is None:
            lines = (f"Unknown command: {name}", *_USAGE)
            return Result(255, printed(*lines).out)
        return run(machine, rest)
    except _ArgumentError as error:
        return crashed(command, f"java.lang.IllegalArgumentException: {error}")


class _ArgumentError(Exception):
    """An argument is missing or can't be read; never holds typed text."""


def _required(args: list[str], after: str) -> None:
    if not args:
        raise _ArgumentError(f'Argument expected after "{after}"')


def _display(args: list[str]) -> None:
    number = args[1] if len(args) > 1 else ""
    if number not in ("DEFAULT_DISPLAY", "INVALID_DISPLAY") and not number.isdigit():
        raise _ArgumentError("Error: Invalid arguments for display ID.")
    del args[:2]


def _numbers(args: list[str], count: int, command: str) -> list[int]:
    if len(args) < count:
        raise _ArgumentError(f'Argument expected after "{args[-1] if args else command}"')
    try:
        return [int(float(text)) for text in args[:count]]
    except (ValueError, OverflowError):
        raise _ArgumentError(f"Error: Invalid arguments for command: {command}") from None


# ---------------------------------------------------------------- text


def _text(machine: Machine, args: list[str]) -> Result:
    """Type the first argument; ``%s`` is a space without any escape, a newline presses enter."""
    _required(args, "text")
    text = args[0].replace("%s", " ")
    if any(not (c in "\n\t" or " " <= c <= "~") for c in text):
        return crashed(
            "text",
            "java.lang.NullPointerException: Attempt to get length of null array",
            f"{_SHELL}.sendText(InputShellCommand.java:326)",
            f"{_SHELL}.runText(InputShellCommand.java:298)",
            f"{_SHELL}.onCommand(InputShellCommand.java:240)",
        )
    first, *lines = text.split("\n")
    machine.phone.perform(InputText(first))
    for line in lines:
        machine.phone.perform(PressKey("enter"))
        machine.phone.perform(InputText(line))
    return Result(0)


# ---------------------------------------------------------------- keys


def _keyevent(machine: Machine, args: list[str]) -> Result:
    times = 1
    _required(args, "keyevent")
    if args[0] in ("--longpress", "--doubletap"):
        times = 2 if args[0] == "--doubletap" else 1
        _required(args[1:], args[0])
        args = args[1:]
    for name in args:
        for _ in range(times):
            press(machine, keys.key_code(name))
    return Result(0)


def press(machine: Machine, code: int) -> None:
    """Press a key; those that do nothing on this phone do nothing."""
    phone = machine.phone
    match code:
        case keys.HOME | keys.OVERVIEW:
            phone.perform(PressKey("home"))
        case keys.BACK | keys.ESCAPE:
            phone.perform(PressKey("back"))
        case keys.ENTER | keys.NUMPAD_ENTER:
            phone.perform(PressKey("enter"))
        case keys.DELETE:
            phone.erase()
        case keys.PASTE:
            phone.perform(InputText(machine.clipboard))
        case _ if code in keys.CHARACTERS:
            phone.perform(InputText(keys.CHARACTERS[code]))


def _combination(machine: Machine, args: list[str]) -> Result:
    """Ctrl with A or V; other combinations do nothing."""
    if args[:1] == ["-t"]:
        args = args[2:]
    _required(args, "keycombination")
    codes = [keys.key_code(name) for name in args]
    if 0 in codes:
        raise _ArgumentError(f"Unknown keycode: {args[codes.index(0)]}")
    if len(codes) < 2:
        raise _ArgumentError("keycombination requires at least 2 keycodes")
    if codes[0] in (keys.CTRL_LEFT, keys.CTRL_RIGHT):
        if codes[1] == keys.A:
            machine.phone.select_all()
        elif codes[1] == keys.V:
            press(machine, keys.PASTE)
    return Result(0)


# ---------------------------------------------------------------- fingers


def _tap(machine: Machine, args: list[str]) -> Result:
    x, y = _numbers(args, 2, "tap")
    machine.phone.perform(TapAt(*_physical(machine, x, y)))
    return Result(0)


def _swipe(machine: Machine, args: list[str]) -> Result:
    """Drag; a finger that doesn't move taps, for as long as the duration says."""
    x1, y1, x2, y2 = _numbers(args, 4, "swipe")
    ms = _numbers(args[4:], 1, "swipe")[0] if len(args) > 4 else _SWIPE_MS
    start, end = _physical(machine, x1, y1), _physical(machine, x2, y2)
    machine.phone.perform(SwipeBetween(*start, *end, ms if ms >= 0 else _SWIPE_MS))
    return Result(0)


def _motion(machine: Machine, args: list[str]) -> Result:
    """Put the finger down or take it up; what lies between is one tap, press or swipe."""
    _required(args, "motionevent")
    action = args[0].upper()
    if action not in ("DOWN", "MOVE", "UP", "CANCEL"):
        raise _ArgumentError(f"Unknown action: {args[0]}")
    if action == "CANCEL":
        machine.finger = None
        return Result(0)
    point = _physical(machine, *_numbers(args[1:], 2, "motionevent"))
    now = time.monotonic()
    if action == "DOWN":
        machine.finger = (*point, now)
    elif action == "UP" and machine.finger is not None:
        x, y, since = machine.finger
        machine.finger = None
        machine.phone.perform(SwipeBetween(x, y, *point, round(1000 * (now - since))))
    return Result(0)


def _nothing(machine: Machine, args: list[str]) -> Result:
    """For what this phone has no use for."""
    return Result(0)


def _physical(machine: Machine, x: int, y: int) -> tuple[int, int]:
    """A point of the screen that callers see, in px of the physical one."""
    width, height = machine.screen
    return x * WIDTH // width, y * HEIGHT // height


_COMMANDS: Final[Mapping[str, Callable[[Machine, list[str]], Result]]] = {
    "text": _text,
    "keyevent": _keyevent,
    "keycombination": _combination,
    "tap": _tap,
    "swipe": _swipe,
    "draganddrop": _swipe,
    "motionevent": _motion,
    "press": _nothing,
    "roll": _nothing,
}
COMMANDS: Final[Mapping[str, Command]] = {"input": _input}
