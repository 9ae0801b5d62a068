"""What an agent may ask for, and what a device is told to do."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import Any, ClassVar, Literal

Direction = Literal["up", "down", "left", "right"]
Distance = Literal["short", "medium", "long"]
Key = Literal["enter", "back", "home"]
DIRECTIONS: tuple[Direction, ...] = ("up", "down", "left", "right")
DISTANCES: tuple[Distance, ...] = ("short", "medium", "long")
LOCAL_OPERATIONS = (
    "compare", "equal", "min", "max", "sort", "count", "contains", "before", "after",
    "sum_over",
)  # fmt: skip
"""Operations of ``ask_local``."""


@dataclass(frozen=True, slots=True)
class Tap:
    """Tap the middle of an element."""

    name: ClassVar[str] = "tap"
    index: int


@dataclass(frozen=True, slots=True)
class LongPress:
    """Press an element for a second."""

    name: ClassVar[str] = "long_press"
    index: int


@dataclass(frozen=True, slots=True)
class Swipe:
    """Move a finger in a direction (``up`` shows what is below), on an element or the screen."""

    name: ClassVar[str] = "swipe"
    direction: Direction
    index: int | None = None
    distance: Distance = "medium"


@dataclass(frozen=True, slots=True)
class Type:
    """Type text into the focused field; placeholders are resolved on the device."""

    name: ClassVar[str] = "type"
    text: str


@dataclass(frozen=True, slots=True)
class Enter:
    """Press the enter key."""

    name: ClassVar[str] = "enter"


@dataclass(frozen=True, slots=True)
class Back:
    """Press back."""

    name: ClassVar[str] = "back"


@dataclass(frozen=True, slots=True)
class Home:
    """Press home."""

    name: ClassVar[str] = "home"


@dataclass(frozen=True, slots=True)
class OpenApp:
    """Open an app by its label."""

    name: ClassVar[str] = "open_app"
    app: str


@dataclass(frozen=True, slots=True)
class Wait:
    """Do nothing for a moment."""

    name: ClassVar[str] = "wait"


@dataclass(frozen=True, slots=True)
class AskLocal:
    """Ask the gatekeeper a question about raw values; operands are placeholders or constants."""

    name: ClassVar[str] = "ask_local"
    op: str
    operands: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Finish:
    """End the episode, with a message to the user."""

    name: ClassVar[str] = "finish"
    message: str = ""


Action = Tap | LongPress | Swipe | Type | Enter | Back | Home | OpenApp | Wait | AskLocal | Finish
ACTIONS: dict[str, type[Action]] = {
    kind.name: kind
    for kind in (
        Tap, LongPress, Swipe, Type, Enter, Back, Home, OpenApp, Wait, AskLocal, Finish,
    )
}  # fmt: skip
"""The action space, by the name that agents use."""


def action_dict(action: Action) -> dict[str, Any]:
    """The action as JSON-ready data: ``{"action": name, …arguments}``."""
    return {"action": action.name, **asdict(action)}


@dataclass(frozen=True, slots=True)
class TapAt:
    """Touch a point in device px; ``ms`` is how long the finger stays."""

    x: int
    y: int
    ms: int = 50


@dataclass(frozen=True, slots=True)
class SwipeBetween:
    """Drag a finger between two points in device px."""

    x1: int
    y1: int
    x2: int
    y2: int
    ms: int = 300


@dataclass(frozen=True, slots=True)
class InputText:
    """Type resolved text into the focused field."""

    text: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class PressKey:
    """Press a key."""

    key: Key


@dataclass(frozen=True, slots=True)
class Launch:
    """Bring an app to the front, by label or package."""

    app: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class Pause:
    """Wait until the screen settles."""

    seconds: float = 1.0


Command = TapAt | SwipeBetween | InputText | PressKey | Launch | Pause
"""What a device performs; holds raw values and stays on the device."""
