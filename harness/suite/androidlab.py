"""AndroidLab as it is: the tasks of a checkout, judged by its own judges.

Nothing of it is part of this package: tasks are read from the user's checkout, and its judges run
unmodified in a process of their own, on the raw screens and the resolved answer. These stay on the
device side. What comes out are truth values.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, Protocol

from harness.core.action import Command, Launch, Pause
from harness.core.paths import DEFAULT_WORLD
from harness.core.task import Goal, Verdict
from harness.core.watching import RawStep
from harness.errors import ConfigError
from harness.suite import androidlab_trace as trace
from harness.suite.androidlab_checkout import LabTask, read
from harness.suite.androidlab_process import JudgeError, JudgeProcess
from harness.suite.androidlab_tree import compressed

_REPEATS = 5
"""After so many repetitions of an action, its evaluation stops reading."""
_DISTRIBUTIONS = {"cv2": "opencv-python-headless", "PIL": "pillow", "google": "google-auth"}
"""Modules whose package has another name."""


class JudgeClient(Protocol):
    """A language model that compares answers."""

    def complete(self, prompt: str) -> str:
        """What it says; the prompt holds the raw answer.

        Raises:
            AgentError: It can't answer.
        """
        ...


@dataclass(frozen=True, slots=True)
class Judges:
    """How the judges of a checkout are run.

    Attributes:
        root: The checkout.
        python: The interpreter.
        timeout_s: Seconds that a judge may take for a step.
        client: Compares answers; None leaves such tasks unscored.
    """

    root: Path
    python: str
    timeout_s: float
    client: JudgeClient | None

    def process(self) -> JudgeProcess:
        """A process for one episode."""
        complete = None if self.client is None else self.client.complete
        return JudgeProcess(self.root, self.python, self.timeout_s, complete)

    def check(self, tasks: Sequence[LabTask]) -> frozenset[str]:
        """Import the judges of these tasks; the ids of those that have answers compared.

        Raises:
            ConfigError: Some can't be imported; says which file, and what to do.
        """
        try:
            with self.process() as process:
                found = process.ask({"check": {task.id: task.module for task in tasks}})
        except JudgeError as error:
            raise ConfigError(f"the judges of {self.root} can't be imported: {error}") from None
        if missing := found["missing"]:
            place = next(iter(missing.values())).rpartition(": ")[0]
            names = " ".join(_DISTRIBUTIONS.get(name, name) for name in missing)
            raise ConfigError(
                f"{self.root / place}: {self.python} lacks {', '.join(missing)}: "
                f"{self.python} -m pip install {names}, or name another one as suite.python"
            )
        for module, place in found["broken"].items():
            raise ConfigError(
                f"{self.root}/{place}: the judges in evaluation/tasks/{module} can't be imported: "
                "repair the file or update the checkout, or leave the app out (suite.apps)"
            )
        for task in found["absent"]:
            raise ConfigError(
                f"{self.root}: no function_map in evaluation/tasks has {task}: update the "
                "checkout, or leave the app out (suite.apps)"
            )
        return frozenset(found["asking"])


class LabEpisode:
    """Follows one episode, and has it judged."""

    def __init__(self, task: AndroidLabTask, instruction: str) -> None:
        """Nothing has happened yet."""
        self.setup: tuple[Command, ...] = (
            Launch(task.spec.package),
            *([Pause(task.launch_s)] if task.launch_s else []),
        )
        query = task.spec.query
        self.queries: tuple[str, ...] = (trace.on_device(query),) if query else ()
        self._task = task
        self._instruction = instruction
        self._steps: list[RawStep] = []

    def step(self, step: RawStep) -> None:
        """See a turn that was carried out."""
        self._steps.append(step)

    @cached_property
    def _lines(self) -> list[dict[str, Any]]:
        """The trace of the episode, once it has ended."""
        spec = self._task.spec
        return [
            trace.line(
                step,
                index,
                id=spec.id,
                target=self._instruction,
                query=spec.query,
                packages={spec.app: spec.package},
            )
            for index, step in enumerate(self._steps)
        ]

    def write(self, folder: Path) -> None:
        """Leave the trace in ``folder/<task id>``."""
        trace.write(folder / self._task.id, self._steps, self._lines)

    def judge(self, state: Mapping[str, Any], message: str) -> Verdict:
        """The last judgement that is about this page, as its own evaluation takes it."""
        if cause := self._unscored():
            return Verdict(None, cause=f"unscored: {self._task.id}: {cause}")
        try:
            return self._judged()
        except JudgeError as error:
            return Verdict(None, cause=f"unscored: {self._task.id}: its judge failed: {error}")

    def _unscored(self) -> str:
        """Why it can't be judged, "" if it can."""
        if self._task.asks_model and self._task.judges.client is None:
            return "its answer is compared by a language model: set suite.judge_client"
        if self.queries and any(not step.answers for step in self._steps):
            return "its judge asks the phone through adb, which this device doesn't offer"
        return ""

    def _judged(self) -> Verdict:
        final: dict[str, bool] = {"complete": False}
        last, repeats = "", 0
        with self._task.judges.process() as process:
            opened = process.ask({"open": self._task.id, "module": self._task.spec.module})
            if "error" in opened:
                raise JudgeError(opened["error"])
            for step, line in zip(self._steps, self._lines, strict=True):
                action = json.dumps(line["parsed_action"])
                repeats = repeats + 1 if action == last else 0
                last = action
                if repeats > _REPEATS:
                    break
                tree = step.frame.tree
                if tree is None:
                    continue
                kind = (
                    {"xml": trace.xml(tree)} if opened["compresses"] else {"tree": compressed(tree)}
                )
                found = process.ask({"line": line, **kind})
                if found["offline"]:
                    raise JudgeError("it tried to open a connection")
                # A judge that raises has nothing to say on this page.
                if "result" in found and found["result"].get("judge_page", True):
                    final = found["result"]
        return _verdict(final)


def _verdict(final: Mapping[str, bool]) -> Verdict:
    """Sub-goals are its numbered keys; all count as reached in a solved task, as in its Sub-SR."""
    complete = final.get("complete", False)
    numbered = {k: v for k, v in final.items() if k not in ("complete", "judge_page")}
    reached = numbered or {"complete": complete}
    return Verdict(complete, {name: value or complete for name, value in reached.items()})


@dataclass(frozen=True, slots=True)
class AndroidLabTask:
    """One task of the checkout.

    Attributes:
        spec: The task as its file states it.
        judges: How its judge is run.
        asks_model: Its judge has answers compared by a language model.
        max_steps: Rounds that the agent gets.
        launch_s: Seconds that the app gets to start.
    """

    spec: LabTask
    judges: Judges
    asks_model: bool
    max_steps: int
    launch_s: float
    world: str = DEFAULT_WORLD
    world_seed: int = 0

    @property
    def id(self) -> str:
        """Task id."""
        return self.spec.id

    @property
    def template(self) -> str:
        """Task id: each task is one of its kind."""
        return self.spec.id

    @property
    def app(self) -> str:
        """Name of the app."""
        return self.spec.app

    @property
    def category(self) -> str:
        """Kind of task."""
        return self.spec.category

    @property
    def human_steps(self) -> int | None:
        """Steps of a person."""
        return self.spec.human_steps

    def bind(self, state: Mapping[str, Any]) -> Goal:
        """The task as the benchmark words it; nobody has marked what is personal in it."""
        told = f"You should use {self.spec.app} to complete the following task: {self.spec.text}"
        episode = LabEpisode(self, told)
        return Goal(told, None, "", episode.judge, watcher=episode)


class AndroidLabSuite:
    """The tasks of a checkout of AndroidLab, for ``adb`` and ``avd``."""

    name = "androidlab"

    def __init__(
        self,
        root: str | None = None,
        apps: Sequence[str] | None = None,
        templates: Sequence[str] | None = None,
        python: str | None = None,
        judge_client: JudgeClient | None = None,
        judge_timeout_s: float = 120.0,
        max_steps: int = 25,
        launch_s: float = 15.0,
    ) -> None:
        """Read the tasks, and see whether their judges can be imported.

        Args:
            root: The checkout.
            apps: Names of the apps to keep; None keeps all.
            templates: Task ids to keep; None keeps all.
            python: Interpreter that has what the checkout needs; None is this one.
            judge_client: Compares answers; it gets them raw. None leaves such tasks unscored.
            judge_timeout_s: Seconds for importing the judges, and for each step.
            max_steps: Rounds that the agent gets.
            launch_s: Seconds that the app gets to start.

        Raises:
            ConfigError: A file of the checkout is wrong, or there is no such app or task.
        """
        if root is None:
            raise ConfigError("set suite.root to a checkout of AndroidLab")
        folder = Path(root).expanduser().resolve()
        tasks = read(folder)
        tasks = _chosen(tasks, "apps", apps, lambda task: task.app)
        tasks = _chosen(tasks, "templates", templates, lambda task: task.id)
        judges = Judges(folder, python or sys.executable, judge_timeout_s, judge_client)
        asking = judges.check(tasks)
        self._tasks = [
            AndroidLabTask(task, judges, task.id in asking, max_steps, launch_s) for task in tasks
        ]

    def tasks(self, seed: int) -> list[AndroidLabTask]:
        """All tasks, whatever the seed."""
        return list(self._tasks)


def _chosen(
    tasks: list[LabTask], setting: str, wanted: Sequence[str] | None, key: Any
) -> list[LabTask]:
    known = dict.fromkeys(map(key, tasks))
    for name in wanted or ():
        if name not in known:
            raise ConfigError(
                f"suite.{setting}: there is no {name!r}; there are {', '.join(known)}"
            )
    return [task for task in tasks if wanted is None or key(task) in wanted]
