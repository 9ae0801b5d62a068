"""The seams of the harness: what a device, a pipeline, an agent, a suite and an engine are.

``run`` and the scores know only these; :mod:`harness.compose` alone knows the concrete classes.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Literal, Protocol

from harness.core.action import Action, Command
from harness.core.entity import EntityType, Span
from harness.core.geometry import Box
from harness.core.paths import DEFAULT_WORLD
from harness.core.raw import GoldMark, Image, PictureMark, RawFrame
from harness.core.safe import SafeFrame

# ---------------------------------------------------------------- engines


class NerEngine(Protocol):
    """Finds entities in short texts with a model."""

    name: str

    def detect(self, texts: Sequence[str]) -> list[list[Span]]:
        """One list per text, sorted, not overlapping; offsets in code points of that text."""
        ...

    def identity(self) -> dict[str, str]:
        """Weight file name -> SHA-256 hex digest."""
        ...


@dataclass(frozen=True, slots=True, repr=False)
class OcrLine:
    """One line of text read in an image.

    Attributes:
        text: What was read; "" where text was found but no recogniser could read it.
        box: Where, in px of the image.
        score: The engine's confidence in 0..1.
        sure: Whether the reading can be taken for what stands there; False where the line may
            hold letters of a script that the engine doesn't know.
    """

    text: str
    box: Box
    score: float
    sure: bool = True


class OcrEngine(Protocol):
    """Reads the text in an image."""

    name: str

    def read(self, image: Image) -> list[OcrLine]:
        """Lines in reading order.

        Args:
            image: RGB, (height, width, 3).
        """
        ...

    def identity(self) -> dict[str, str]:
        """Weight file name -> SHA-256 hex digest."""
        ...


# ---------------------------------------------------------------- device


class Effect(StrEnum):
    """What is known of a performed command."""

    DONE = "done"
    """It was carried out; nothing more can be known."""
    VERIFIED = "verified"
    """Typed, and the field was read back: it holds the text."""
    TYPED = "typed"
    """Typed, but the field can't be read back (a password field, no tree, no focused field)."""
    DIFFERS = "differs"
    """Typed once, and the field holds something else."""

    @property
    def feedback(self) -> str:
        """One line for the agent; "" where there is nothing to say."""
        if self is Effect.DIFFERS:
            return "typed, but the field shows something else: look at it before going on"
        return ""


class Device(Protocol):
    """A phone: real, emulated or simulated."""

    name: str
    region: str
    """ISO 3166 code in which phone numbers without a prefix are read."""
    invented: bool
    """Whether every value it shows is invented, so that raw frames may be kept."""
    apps: tuple[str, ...]
    """Labels that ``open_app`` accepts."""

    def reset(self, world_seed: int, world: str = DEFAULT_WORLD) -> None:
        """Bring the phone to its starting state.

        Args:
            world_seed: On a simulated phone, who lives in its world.
            world: Name of the world, on a phone that has several.
        """
        ...

    def capture(self) -> RawFrame:
        """Tree and screenshot of one moment.

        Raises:
            DeviceError: The capture failed for good.
        """
        ...

    def gold(self) -> tuple[GoldMark, ...] | None:
        """Every gold value that the last captured frame shows; None where unknown."""
        ...

    def pictures(self) -> tuple[PictureMark, ...] | None:
        """What pictures on the last captured frame tell of people; None where unknown."""
        ...

    def state(self) -> Mapping[str, Any]:
        """The app state, JSON-like, by which tasks are set and judged; {} where unknown."""
        ...

    def perform(self, command: Command) -> Effect:
        """Carry out a command, once, and let the screen settle.

        Raises:
            DeviceError: The device refused or failed.
        """
        ...

    def close(self) -> None:
        """Release what this object started."""
        ...


# ---------------------------------------------------------------- privacy


@dataclass(frozen=True, slots=True)
class Finding:
    """A hidden place, described without its value.

    Attributes:
        node: Document-order index below the root, None for pixels only.
        attr: The attribute, or ``image``, or ``instruction``.
        start: First code point in the raw attribute.
        end: One past the last.
        type: Entity type.
        placeholder: What stands there now.
        source: ``rules``, ``ner``, ``structure``, ``known`` or ``ocr``.
        box: Hidden rectangle in px, for pixels.
    """

    node: int | None
    attr: str
    start: int
    end: int
    type: EntityType
    placeholder: str
    source: str
    box: Box | None = None


@dataclass(frozen=True, slots=True)
class Observation:
    """An anonymized frame and how it came to be.

    Attributes:
        frame: What may be sent.
        findings: Every hidden place.
        unprocessed: Boxes in px that were masked because no part could explain them.
        ms: Milliseconds per component: ``ner``, ``detect``, ``ocr``, ``transform``.
    """

    frame: SafeFrame
    findings: tuple[Finding, ...] = ()
    unprocessed: tuple[Box, ...] = ()
    ms: Mapping[str, float] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Resolution:
    """What became of an action.

    Attributes:
        status: ``perform`` (run ``command``), ``refused`` (tell the agent ``feedback``),
            ``answered`` (a gatekeeper answer in ``feedback``), ``finished``.
        command: What the device shall do; raw values inside.
        feedback: One line for the agent; holds no raw value.
        user_message: The message on the local user channel; may hold raw values.
        bits: Information released by the gatekeeper, in bits.
        ms: Milliseconds: ``proxy``, ``gatekeeper``.
    """

    status: Literal["perform", "refused", "answered", "finished"]
    command: Command | None = None
    feedback: str = ""
    user_message: str = field(default="", repr=False)
    bits: float = 0.0
    ms: Mapping[str, float] = field(default_factory=dict)


class PrivacySession(Protocol):
    """The privacy layers of one episode, with a vault of their own."""

    instruction: str
    """The anonymized instruction."""
    instruction_findings: tuple[Finding, ...]

    def observe(self, frame: RawFrame) -> Observation:
        """Anonymize a frame; fails closed (a masked frame, never a raw one)."""
        ...

    def resolve(self, action: Action, frame: SafeFrame) -> Resolution:
        """Turn the agent's action on the virtual screen into a device command."""
        ...

    def check_egress(self, body: str | bytes) -> None:
        """Look for raw values in an outbound body (text, or JSON bytes).

        Raises:
            EgressError: One was found; nothing may be sent.
        """
        ...


class Pipeline(Protocol):
    """An anonymization variant; makes one session per episode."""

    name: str

    @property
    def anonymizes(self) -> bool:
        """False for the raw baseline: what it sends is private."""
        ...

    def open(self, instruction: str, *, region: str, key: bytes) -> PrivacySession:
        """Start an episode.

        Args:
            instruction: The user's raw instruction.
            region: The device's phone region.
            key: Secret of this session, for keyed and random placeholders.
        """
        ...

    def identity(self) -> dict[str, str]:
        """Weight file name -> SHA-256 hex digest, of all engines."""
        ...


# ---------------------------------------------------------------- agent


@dataclass(frozen=True, slots=True)
class Message:
    """A part of what is sent.

    Attributes:
        role: ``system``, ``user`` or ``assistant``.
        text: The text.
        image: RGB image sent along, or None.
        fixed: The prompt text that never depends on the screen or the user.
    """

    role: str
    text: str
    image: Image | None = None
    fixed: bool = False


@dataclass(frozen=True, slots=True)
class Brief:
    """What an agent knows before the first frame.

    Attributes:
        instruction: The anonymized instruction.
        apps: Labels that ``open_app`` accepts.
        max_steps: Actions it may take.
        seed: Seed of the episode, for agents that sample.
        task: Task template id and its data for scripted policies; "" and None for others.
        policy: The scripted policy of the template (suite data without values).
        egress: Must be called with every outbound body before it is sent.
    """

    instruction: str
    apps: tuple[str, ...]
    max_steps: int
    seed: int
    egress: Callable[[str | bytes], None]
    task: str = ""
    policy: Mapping[str, Any] | None = None


@dataclass(frozen=True, slots=True)
class Turn:
    """One answer of the agent.

    Attributes:
        action: The parsed action; None if the output could not be read.
        output: Exactly what the agent wrote.
        messages: Exactly what was sent (for agents that send nothing: what an LLM agent
            would be sent).
        error: One line for the agent on what was wrong with its output.
    """

    action: Action | None
    output: str
    messages: tuple[Message, ...]
    error: str = ""


class Agent(Protocol):
    """Decides on the next action from safe frames only."""

    name: str

    def begin(self, brief: Brief) -> None:
        """Start an episode; forget the last one."""
        ...

    def act(self, frame: SafeFrame, feedback: str) -> Turn:
        """The next action.

        Args:
            frame: The current virtual screen.
            feedback: What became of the last action, "" if it was simply performed.

        Raises:
            AgentError: The agent can't go on (endpoint down, model crashed).
        """
        ...

    def identity(self) -> dict[str, str]:
        """Weight file name -> SHA-256 hex digest."""
        ...
