"""The secure interaction proxy: what the agent asks for becomes what the device does."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal, assert_never

from harness.core.action import (
    Action,
    AskLocal,
    Back,
    Direction,
    Distance,
    Enter,
    Finish,
    Home,
    InputText,
    Launch,
    LongPress,
    OpenApp,
    Pause,
    PressKey,
    Swipe,
    SwipeBetween,
    Tap,
    TapAt,
    Type,
    Wait,
)
from harness.core.entity import EntityType
from harness.core.geometry import Box
from harness.core.protocols import Resolution
from harness.core.safe import SafeFrame
from harness.core.timing import Stopwatch
from harness.privacy.gatekeeper import Gatekeeper
from harness.privacy.placeholder import CONSTANT, Mention
from harness.privacy.vault import SessionVault

Output = Literal["resolve", "describe", "redact"]
OUTPUTS: tuple[Output, ...] = ("resolve", "describe", "redact")

_SHARE: dict[Distance, float] = {"short": 0.25, "medium": 0.5, "long": 0.8}
_MIN_DRAG_PX = 96
_MARGIN = 0.1  # of the screen: its edges belong to the system's gestures
_TOWARDS: dict[Direction, tuple[int, int]] = {
    "up": (0, -1),
    "down": (0, 1),
    "left": (-1, 0),
    "right": (1, 0),
}
_LONG_PRESS_MS = 1000
_REDACTED = "[hidden]"
_DESCRIPTIONS = {
    EntityType.PERSON_NAME: "this person",
    EntityType.USERNAME: "your username",
    EntityType.PHONE_NUMBER: "your phone number",
    EntityType.EMAIL: "your e-mail address",
    EntityType.ADDRESS: "your address",
    EntityType.DATE_OF_BIRTH: "your date of birth",
    EntityType.ID_NUMBER: "your ID number",
    EntityType.CREDIT_CARD: "your card number",
    EntityType.BANK_ACCOUNT: "your account number",
    EntityType.ACCOUNT_BALANCE: "your balance",
    EntityType.PASSWORD: "your password",
    EntityType.IP_ADDRESS: "your IP address",
    EntityType.LICENSE_PLATE: "your licence plate",
    EntityType.ORDER_NUMBER: "your order number",
    EntityType.HEALTH_INFO: "your health information",
    EntityType.MESSAGE_CONTENT: "the message",
    EntityType.GROUP_NAME: "the group",
    EntityType.EMPLOYER_OR_SCHOOL: "the organisation",
}


class _RefusedError(Exception):
    """An action that can't be carried out; its text is for the agent."""


class Proxy:
    """Validates actions against the current virtual screen and resolves placeholders.

    Only typed text, the name of an app and the message to the user are ever resolved. What the
    agent is told about an action never holds a raw value.
    """

    def __init__(
        self,
        vault: SessionVault,
        gatekeeper: Gatekeeper,
        *,
        strict: bool = True,
        output: Output = "resolve",
        apps: Sequence[str] = (),
    ) -> None:
        """Serve one session.

        Args:
            vault: The session's table.
            gatekeeper: Answers ``ask_local``.
            strict: Refuse to type placeholders that stand for nothing; else they are typed as
                they are.
            output: What the user's message does with placeholders: ``resolve`` shows the values,
                ``describe`` says what they are, ``redact`` hides them.
            apps: Labels that ``open_app`` accepts; empty accepts any.
        """
        if output not in OUTPUTS:
            raise ValueError(f"output must be one of {', '.join(OUTPUTS)}")
        self._vault = vault
        self._gatekeeper = gatekeeper
        self._strict = strict
        self._output = output
        self._apps = {app.strip().casefold(): app for app in apps}

    def resolve(self, action: Action, frame: SafeFrame) -> Resolution:
        """What becomes of ``action`` on the virtual screen ``frame``."""
        watch = Stopwatch()
        if isinstance(action, AskLocal):
            with watch("gatekeeper"):
                answer = self._gatekeeper.ask(action.op, action.operands)
            status: Literal["answered", "refused"] = "answered" if answer.allowed else "refused"
            return Resolution(status, feedback=answer.text, bits=answer.bits, ms=watch.take())
        with watch("proxy"):
            try:
                resolution = self._carry_out(action, frame)
            except _RefusedError as refusal:
                resolution = Resolution("refused", feedback=str(refusal))
        return Resolution(
            resolution.status,
            resolution.command,
            resolution.feedback,
            resolution.user_message,
            ms=watch.take(),
        )

    def _carry_out(
        self,
        action: Tap | LongPress | Swipe | Type | Enter | Back | Home | OpenApp | Wait | Finish,
        frame: SafeFrame,
    ) -> Resolution:
        match action:
            case Tap(index):
                return Resolution("perform", TapAt(*_target(index, frame).center))
            case LongPress(index):
                x, y = _target(index, frame).center
                return Resolution("perform", TapAt(x, y, ms=_LONG_PRESS_MS))
            case Swipe():
                return Resolution("perform", _drag(action, frame))
            case Type(text):
                return Resolution("perform", InputText(self._resolved(text, "typed")))
            case Enter():
                return Resolution("perform", PressKey("enter"))
            case Back():
                return Resolution("perform", PressKey("back"))
            case Home():
                return Resolution("perform", PressKey("home"))
            case OpenApp(app):
                return Resolution("perform", Launch(self._app(self._resolved(app, "opened"))))
            case Wait():
                return Resolution("perform", Pause())
            case Finish(message):
                return Resolution("finished", user_message=self._told(message))
            case _:
                assert_never(action)

    def _app(self, name: str) -> str:
        if not self._apps:
            return name
        label = self._apps.get(name.strip().casefold())
        if label is None:
            raise _RefusedError(
                f"There is no such app; open one of: {', '.join(self._apps.values())}."
            )
        return label

    def _resolved(self, text: str, done: str) -> str:
        """``text`` with every known placeholder resolved, wherever it stands.

        Args:
            text: An argument of an action.
            done: What the action would have done with it.
        """

        def value(mention: Mention) -> str | None:
            found = self._vault.lookup(mention.token)
            if found is None and mention.exact and self._strict:
                raise _RefusedError(_unknown(mention, done))
            return found

        return _replaced(text, self._mentions(text), value)

    def _told(self, message: str) -> str:
        """The message on the user's own channel."""
        if self._output == "resolve":
            return _replaced(
                message, self._mentions(message), lambda m: self._vault.lookup(m.token)
            )
        for known in reversed(self._vault.sweep(message)):
            message = message[: known.start] + self._said(known.type) + message[known.end :]
        return _replaced(
            message,
            self._mentions(message),
            lambda m: self._said(m.type) if m.exact or self._vault.type_of(m.token) else None,
        )

    def _said(self, type: EntityType) -> str:
        return _DESCRIPTIONS[type] if self._output == "describe" else _REDACTED

    def _mentions(self, text: str) -> list[Mention]:
        """Tokens of this session's shape, and constants, which stand for hidden passwords too."""
        found = {m.start: m for m in (*CONSTANT.mentions(text), *self._vault.mentions(text))}
        return [found[start] for start in sorted(found)]


def _replaced(
    text: str, mentions: Sequence[Mention], replacement: Callable[[Mention], str | None]
) -> str:
    """``text`` with its mentions replaced; those without a replacement stay as they are."""
    pieces: list[str] = []
    start = 0
    for mention in mentions:
        new = replacement(mention)
        if new is not None:
            pieces += [text[start : mention.start], new]
            start = mention.end
    return "".join((*pieces, text[start:]))


def _unknown(mention: Mention, done: str) -> str:
    if mention.token.startswith("["):
        return (
            f"{mention.token} hides a value that can't be resolved, so nothing was {done}; "
            "go on without it."
        )
    return (
        f"{mention.token} is not a known placeholder, so nothing was {done}; "
        "copy placeholders from the screen or the task, character by character."
    )


def _target(index: int, frame: SafeFrame) -> Box:
    """The visible part of an element of the current screen."""
    element = frame.element(index)
    if element is not None:
        return element.box.clip(*frame.size)
    if frame.masked:
        raise _RefusedError("The screen is hidden now; wait, or go back.")
    if not frame.elements:
        raise _RefusedError(f"There is no element {index}: this screen has no numbered elements.")
    raise _RefusedError(
        f"There is no element {index}: this screen has elements 1 to {len(frame.elements)}."
    )


def _drag(swipe: Swipe, frame: SafeFrame) -> SwipeBetween:
    """A finger's way through the middle of an element or the screen, ``up`` moving upwards."""
    width, height = frame.size
    screen = Box(0, 0, width, height)
    area = screen if swipe.index is None else _target(swipe.index, frame)
    safe = Box(
        int(width * _MARGIN),
        int(height * _MARGIN),
        int(width * (1 - _MARGIN)),
        int(height * (1 - _MARGIN)),
    )
    inside = area.intersection(safe)
    if inside.area:
        area = inside
    dx, dy = _TOWARDS[swipe.direction]
    extent = area.width if dx else area.height
    half = max(_MIN_DRAG_PX, round(extent * _SHARE[swipe.distance])) // 2
    x, y = area.center

    def within(value: int, limit: int) -> int:
        return min(max(value, 0), limit - 1)

    return SwipeBetween(
        within(x - dx * half, width),
        within(y - dy * half, height),
        within(x + dx * half, width),
        within(y + dy * half, height),
    )
