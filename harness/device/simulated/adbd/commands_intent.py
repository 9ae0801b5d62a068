"""Intents as ``am`` reads them from its arguments and writes them in its answers."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

MAIN: Final = "android.intent.action.MAIN"
LAUNCHER: Final = "android.intent.category.LAUNCHER"
HOME: Final = "android.intent.category.HOME"
CLEAR_TASK = 0x00008000
_STRINGS = ("-e", "--es")
_PAIRS = frozenset(
    "--ez --ei --el --ef --ed --eu --ecn --eia --eial --ela --elal --efa --efal --esa --esal "
    "--eda --edal".split()
)
_SINGLE = frozenset("--user --receiver-permission --display --windowingMode -i --esn -P".split())
_SWITCHES = ("--activity", "--receiver", "--include", "--exclude", "--grant", "--async")
"""How options begin that stand alone and change nothing here."""
_FLAGS: Final = {"--activity-clear-task": CLEAR_TASK, "--activity-new-task": 0x10000000}


class IntentError(Exception):
    """An intent's arguments can't be read; holds no value of an extra."""


@dataclass(slots=True, repr=False)
class Intent:
    """What an app is asked to do.

    Attributes:
        action: ``act``.
        categories: ``cat``.
        data: ``dat``, a URI.
        mime: ``typ``.
        package: ``pkg``.
        component: ``cmp``, as ``package/.Class``.
        flags: Bits.
        extras: By name; strings, and all other kinds as they were written.
        options: Options of the command itself (``-W``, ``-S``).
    """

    action: str = ""
    categories: list[str] = field(default_factory=list)
    data: str = ""
    mime: str = ""
    package: str = ""
    component: str = ""
    flags: int = 0
    extras: dict[str, str] = field(default_factory=dict)
    options: set[str] = field(default_factory=set)

    def __str__(self) -> str:
        """As Android writes it: extras are only mentioned."""
        parts = [
            f"act={self.action}" if self.action else "",
            f"cat=[{','.join(self.categories)}]" if self.categories else "",
            f"dat={self.data}" if self.data else "",
            f"typ={self.mime}" if self.mime else "",
            f"flg=0x{self.flags:x}" if self.flags else "",
            f"pkg={self.package}" if self.package else "",
            f"cmp={self.component}" if self.component else "",
            "(has extras)" if self.extras else "",
        ]
        return " ".join(["Intent {", *filter(None, parts), "}"])


def parse_intent(args: list[str]) -> Intent:
    """Read the arguments of ``am start`` or ``am broadcast``.

    Raises:
        IntentError: An option is unknown, or its value is missing.
    """
    intent, rest = Intent(), list(args)

    def value(option: str) -> str:
        if not rest:
            raise IntentError(f'Argument expected after "{option}"')
        return rest.pop(0)

    while rest:
        option = rest.pop(0)
        match option:
            case "-a":
                intent.action = value(option)
            case "-c":
                intent.categories.append(value(option))
            case "-d":
                intent.data = value(option)
            case "-t":
                intent.mime = value(option)
            case "-p":
                intent.package = value(option)
            case "-n":
                intent.component = short(value(option))
            case "-f":
                intent.flags |= _number(value(option))
            case _ if option in _STRINGS or option in _PAIRS:
                name = value(option)
                intent.extras[name] = value(name)
            case _ if option in _SINGLE:
                value(option)
            case _ if option in _FLAGS:
                intent.flags |= _FLAGS[option]
            case _ if option.startswith("-"):
                if len(option) > 2 and not option.startswith(_SWITCHES):
                    raise IntentError(f"Unknown option: {option}")
                intent.options.add(option)
            case _ if ":" in option:
                intent.data = option
            case _ if "/" in option:
                intent.component = short(option)
            case _:
                intent.package = option
    return intent


def short(component: str) -> str:
    """``package/.Class`` for a class in the package, ``package/other.Class`` else.

    Raises:
        IntentError: It is no component.
    """
    package, slash, name = component.partition("/")
    if not (package and slash and name):
        raise IntentError(f"Bad component name: {component}")
    return f"{package}/{name.removeprefix(package) if name.startswith(package + '.') else name}"


def full(component: str) -> str:
    """``package/package.Class``, as Android writes a component at length."""
    package, _, name = component.partition("/")
    return f"{package}/{package}{name}" if name.startswith(".") else component


def _number(text: str) -> int:
    try:
        return int(text, 0)
    except ValueError:
        raise IntentError(f"Bad number: {text}") from None
