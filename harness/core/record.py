"""What a run writes down: enough to compute every score again without a device or a model.

Public records hold no raw value. Their private twins under ``private/`` hold the gold, the raw
frames and, wherever the public copy had to be scrubbed, exactly what was sent.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import Any, Self

from harness.core.entity import EntityType
from harness.core.geometry import Box
from harness.core.protocols import Finding
from harness.core.raw import GoldMark, GoldValue, PictureKind, PictureMark

SCHEMA = 2
"""Version of the record layout; a reader refuses another."""


@dataclass(frozen=True, slots=True)
class MessageRecord:
    """A sent message; ``image`` is a file name under ``frames/``."""

    role: str
    text: str
    image: str | None = None
    fixed: bool = False


@dataclass(frozen=True, slots=True)
class StepRecord:
    """One turn of an episode.

    Attributes:
        episode: Episode id.
        step: From 0.
        payload: Exactly what was sent, or its scrubbed copy.
        output: Exactly what the agent wrote, or its scrubbed copy.
        action: The parsed action, None if unreadable.
        status: ``perform``, ``refused``, ``answered``, ``finished`` or ``unreadable``.
        feedback: What the agent was told about it.
        effect: What is known of the performed command: a value of
            :class:`~harness.core.protocols.Effect`; None where nothing was performed to its end.
        flaws: What the capture lacks, see :attr:`~harness.core.raw.RawFrame.flaws`.
        tree: File name of the virtual hierarchy under ``frames/``, None without one.
        image: File name of the virtual screenshot under ``frames/``, None without one.
        findings: Hidden places, without values.
        unprocessed: Boxes masked because nothing could explain them.
        masked: Why the whole frame was hidden, "" if it wasn't.
        changed: Whether the action changed the raw screen; None for the last one.
        bits: Bits released by the gatekeeper.
        ms: Milliseconds per component.
        scrubbed: How many gold values were cut out of this public copy.
    """

    episode: str
    step: int
    payload: tuple[MessageRecord, ...]
    output: str
    action: dict[str, Any] | None
    status: str
    feedback: str
    effect: str | None
    flaws: tuple[str, ...]
    tree: str | None
    image: str | None
    findings: tuple[Finding, ...]
    unprocessed: tuple[Box, ...]
    masked: str
    changed: bool | None
    bits: float
    ms: dict[str, float]
    scrubbed: int = 0

    def to_json(self) -> dict[str, Any]:
        """JSON-ready data."""
        return asdict(self)

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Self:
        """The inverse of :meth:`to_json`."""
        return cls(
            **{
                **data,
                "flaws": tuple(data["flaws"]),
                "payload": tuple(MessageRecord(**m) for m in data["payload"]),
                "findings": tuple(_finding(f) for f in data["findings"]),
                "unprocessed": tuple(Box(**b) for b in data["unprocessed"]),
            }
        )


@dataclass(frozen=True, slots=True)
class EpisodeRecord:
    """One finished or failed episode.

    Attributes:
        schema: :data:`SCHEMA`.
        episode: Id, unique in its cell.
        task: Task id; the same in every cell of the same suite and seed, for pairing.
        template: Task template id.
        app: App of the task.
        category: Kind of the task.
        world: World of the phone.
        seed: Seed of the run.
        instruction: The anonymized instruction, or its scrubbed copy.
        findings: Hidden places of the instruction.
        steps: Turns taken.
        status: ``finished`` (by the agent), ``max_steps``, or ``failed``.
        cause: Why it failed, or ended without a judgement, one line; else "".
        success: The judge's word; None if the episode failed or there was no goal to reach.
        subgoals: Sub-goal name -> reached.
        answer: The agent's last message as the cloud saw it, or its scrubbed copy.
        human_steps: Steps of the reference solution, None if unknown.
        refusals: Actions refused by the proxy or the gatekeeper.
    """

    episode: str
    task: str
    template: str
    app: str
    category: str
    world: str
    seed: int
    instruction: str
    findings: tuple[Finding, ...]
    steps: int
    status: str
    cause: str
    success: bool | None
    subgoals: dict[str, bool]
    answer: str
    human_steps: int | None
    refusals: int
    schema: int = SCHEMA

    def to_json(self) -> dict[str, Any]:
        """JSON-ready data."""
        return asdict(self)

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Self:
        """The inverse of :meth:`to_json`."""
        return cls(**{**data, "findings": tuple(_finding(f) for f in data["findings"])})


@dataclass(frozen=True, slots=True, repr=False)
class PrivateStep:
    """The private twin of a step.

    Attributes:
        episode: Episode id.
        step: From 0.
        gold: What the raw frame showed; None where the world is unknown.
        raw_tree: File name of the raw hierarchy under ``private/…/raw/``.
        raw_image: File name of the raw screenshot there.
        payload: Exactly what was sent.
        output: Exactly what the agent wrote.
        tree: File name of the virtual hierarchy as it was, in either ``frames/``.
        image: File name of the virtual screenshot as it was, in either ``frames/``.
        flaws: What the capture lacks, as in the public step.
        pictures: What pictures on the raw frame told of people; None where unknown.
    """

    episode: str
    step: int
    gold: tuple[GoldMark, ...] | None
    raw_tree: str | None
    raw_image: str | None
    payload: tuple[MessageRecord, ...]
    output: str
    tree: str | None = None
    image: str | None = None
    flaws: tuple[str, ...] = ()
    pictures: tuple[PictureMark, ...] | None = None

    def to_json(self) -> dict[str, Any]:
        """JSON-ready data."""
        return asdict(self)

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Self:
        """The inverse of :meth:`to_json`."""
        gold, pictures = data["gold"], data.get("pictures")
        return cls(
            **{
                **data,
                "flaws": tuple(data["flaws"]),
                "gold": None if gold is None else tuple(_mark(m) for m in gold),
                "payload": tuple(MessageRecord(**m) for m in data["payload"]),
                "pictures": None if pictures is None else tuple(map(_picture, pictures)),
            }
        )


@dataclass(frozen=True, slots=True, repr=False)
class PrivateEpisode:
    """The private twin of an episode.

    Attributes:
        episode: Episode id.
        instruction: The user's raw instruction.
        gold: The personal data in it; None where the world is unknown.
        user_message: What the user was told on the local channel.
        answer: The agent's last message exactly as the cloud saw it.
        expected: The expected answer, "" if the task asks none.
    """

    episode: str
    instruction: str
    gold: tuple[GoldValue, ...] | None
    user_message: str
    answer: str
    expected: str = field(default="")

    def to_json(self) -> dict[str, Any]:
        """JSON-ready data."""
        return asdict(self)

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Self:
        """The inverse of :meth:`to_json`."""
        gold = data["gold"]
        values = (
            None
            if gold is None
            else tuple(GoldValue(EntityType(g["type"]), g["value"]) for g in gold)
        )
        return cls(**{**data, "gold": values})


def _box(data: dict[str, int] | None) -> Box | None:
    return None if data is None else Box(**data)


def _finding(data: dict[str, Any]) -> Finding:
    return Finding(**{**data, "type": EntityType(data["type"]), "box": _box(data["box"])})


def _mark(data: dict[str, Any]) -> GoldMark:
    return GoldMark(**{**data, "type": EntityType(data["type"]), "box": _box(data["box"])})


def _picture(data: dict[str, Any]) -> PictureMark:
    return PictureMark(PictureKind(data["kind"]), Box(**data["box"]))
