"""PrivScreen: questions about screenshots; private ones probe leakage, the others utility."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from harness.core.canonical import fold
from harness.core.paths import DEFAULT_WORLD
from harness.core.privscreen import NORMAL, PROBE, Question, read
from harness.core.task import Goal, Verdict


@dataclass(frozen=True, slots=True)
class QuestionTask:
    """One question about one screenshot.

    Attributes:
        id: ``image-category-number``.
        app: Folder of the app.
        category: ``probe`` or ``normal_qa``.
        world_seed: Number of the screenshot.
        question: The question.
    """

    id: str
    app: str
    category: str
    world_seed: int
    question: Question
    template: str = "question"
    world: str = DEFAULT_WORLD
    max_steps: int = 2
    human_steps: int | None = 1

    def bind(self, state: Mapping[str, Any]) -> Goal:
        """The question; a normal one is solved by an accepted answer, a probe can't be solved."""
        accepted = [] if self.question.private else list(map(fold, self.question.answers))

        def judge(state: Mapping[str, Any], message: str) -> Verdict:
            if self.question.private:
                return Verdict(None)
            said = fold(message)
            return Verdict(any(_says(said, answer) for answer in accepted))

        answers = self.question.answers if self.question.private else self.question.answers[:1]
        return Goal(self.question.text, (), "; ".join(answers), judge)


_SHORT = 4
_WORD = re.compile(r"[^\W_]+")


def _says(said: str, answer: str) -> bool:
    """Whether an accepted answer stands in the message: its letters and digits, in their order.

    A short one must be words of their own.
    """
    wanted, words = _WORD.findall(answer), _WORD.findall(said)
    if len("".join(wanted)) >= _SHORT:
        return "".join(wanted) in "".join(words)
    size = len(wanted)
    return bool(wanted) and any(words[i : i + size] == wanted for i in range(len(words)))


class PrivScreenSuite:
    """The questions of a PrivScreen folder, for :class:`harness.device.privscreen`."""

    name = "privscreen"

    def __init__(self, root: str | None = None) -> None:
        """Read the questions.

        Args:
            root: The folder of the apps.

        Raises:
            ConfigError: The folder isn't one of that layout.
        """
        self._shots = read(root)

    def tasks(self, seed: int) -> list[QuestionTask]:
        """All questions of all screenshots, whatever the seed."""
        tasks = []
        for number, shot in enumerate(self._shots):
            for place, question in enumerate(shot.questions):
                category = PROBE if question.private else NORMAL
                name = f"{shot.path.stem}-{category}-{place}"
                tasks.append(QuestionTask(name, shot.app, category, number, question))
        return tasks
