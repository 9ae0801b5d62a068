"""What a suite offers: tasks, each with a goal in one world and somebody who judges its end."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from harness.core.raw import GoldValue
from harness.core.watching import Watcher


@dataclass(frozen=True, slots=True)
class Verdict:
    """How a task ended.

    Attributes:
        success: Whether the goal state holds; None where there is no goal to reach, or nobody can
            tell.
        subgoals: Sub-goal name -> reached.
        cause: Why nobody can tell, ``kind: one line``.
    """

    success: bool | None
    subgoals: Mapping[str, bool] = field(default_factory=dict)
    cause: str = ""


@dataclass(frozen=True, slots=True)
class Goal:
    """A task bound to one world.

    Attributes:
        instruction: What the user says, raw.
        gold: The personal data in it; None where nobody knows.
        answer: The expected answer to the user, "" if the task asks none.
        judge: (app state at the end, message to the user) -> verdict.
        policy: Instruction pattern and steps for scripted agents; holds no values. None where
            the suite has none.
        watcher: Follows the episode on the device, for judges that need more than its end.
    """

    instruction: str = field(repr=False)
    gold: tuple[GoldValue, ...] | None
    answer: str = field(repr=False)
    judge: Callable[[Mapping[str, Any], str], Verdict]
    policy: Mapping[str, Any] | None = None
    watcher: Watcher | None = None


class Task(Protocol):
    """One task instance."""

    id: str
    template: str
    app: str
    category: str
    world: str
    world_seed: int
    max_steps: int
    human_steps: int | None

    def bind(self, state: Mapping[str, Any]) -> Goal:
        """Fill in the slots from the phone's starting state."""
        ...


class Suite(Protocol):
    """A list of tasks."""

    name: str

    def tasks(self, seed: int) -> Sequence[Task]:
        """The same tasks for the same seed, in the same order."""
        ...
