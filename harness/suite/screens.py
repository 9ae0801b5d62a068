"""Annotated static screens: look at each once; what counts is what of it would be sent."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from harness.core.annotation import Annotation, annotated_screens
from harness.core.task import Goal, Verdict

INSTRUCTION = "Look at this screen."


@dataclass(frozen=True, slots=True)
class ScreenTask:
    """One screen.

    Attributes:
        id: Name of its files.
        app: Package of the app, "" if unknown.
        category: Kind of screen.
        world: Its language, "" if unknown.
        world_seed: Its number in the folder, from 0.
    """

    id: str
    app: str
    category: str
    world: str
    world_seed: int
    template: str = "screen"
    max_steps: int = 1
    human_steps: int | None = None

    def bind(self, state: Mapping[str, Any]) -> Goal:
        """An instruction without personal data and without a goal to reach."""
        return Goal(INSTRUCTION, (), "", lambda state, message: Verdict(None))


class ScreensSuite:
    """The screens of a folder (see :mod:`harness.core.annotation`), for ``StaticDevice``."""

    name = "screens"

    def __init__(self, root: str | None = None) -> None:
        """List the screens.

        Args:
            root: The folder; None takes the one that the product ships.

        Raises:
            ConfigError: The folder isn't there or holds no screens, or a gold file is broken.
        """
        self._screens = annotated_screens(root)

    def tasks(self, seed: int) -> list[ScreenTask]:
        """One task a screen, in the natural order of their names, whatever the seed."""
        tasks = []
        for number, screen in enumerate(self._screens):
            gold = Annotation.read(screen.gold) if screen.gold else None
            about = (gold.app, gold.category, gold.lang) if gold else ("", "screen", "")
            tasks.append(ScreenTask(screen.name, *about, number))
        return tasks
