"""Following an episode on the device side, for suites that judge what was on the screen.

What a watcher sees is raw. It stays on the device: nothing of it may reach an agent, a public
record or a log.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol, runtime_checkable

from harness.core.action import Command
from harness.core.protocols import Resolution, Turn
from harness.core.raw import RawFrame


@runtime_checkable
class Queryable(Protocol):
    """A device that can be asked by its own shell."""

    def query(self, command: str) -> str | None:
        """What a shell command prints, without blanks around; None if it fails.

        Raises:
            DeviceError: The device can't be asked.
        """
        ...


@dataclass(frozen=True, slots=True, repr=False)
class RawStep:
    """One turn as it was on the device.

    Attributes:
        frame: The screen before the action.
        turn: What the agent wrote.
        done: What became of it; the command and the message hold raw values.
        answers: Query -> what the device printed before the action, None where that failed. Empty
            if the device can't be asked.
    """

    frame: RawFrame
    turn: Turn
    done: Resolution
    answers: Mapping[str, str | None] = field(default_factory=dict)


class Watcher(Protocol):
    """Follows one episode.

    Attributes:
        setup: Commands that are performed before the first step.
        queries: Shell commands that the device is asked before every action.
    """

    setup: tuple[Command, ...]
    queries: tuple[str, ...]

    def step(self, step: RawStep) -> None:
        """See a turn that was carried out."""
        ...

    def write(self, folder: Path) -> None:
        """Leave the episode in a private folder, in whatever layout the suite has for it.

        Raises:
            OSError: It can't be written.
        """
        ...
