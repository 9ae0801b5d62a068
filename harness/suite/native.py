"""The native suite: declarative tasks on the simulated phone, judged on app state."""

from __future__ import annotations

import copy
import hashlib
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from harness.core.canonical import DEFAULT_REGION
from harness.core.paths import DEFAULT_WORLD, world_names
from harness.core.raw import GoldValue
from harness.core.slots import fill, names
from harness.core.task import Goal, Verdict
from harness.errors import ConfigError
from harness.suite.predicates import Evidence
from harness.suite.template import Template, load


@dataclass(frozen=True, slots=True)
class NativeTask:
    """One instance of a template, in a world of its own.

    Attributes:
        spec: The template.
        id: ``template-instance``, with the world in between where there are several; the same
            under every pipeline and seed.
        world: Name of the world.
        world_seed: Seed of the phone's content, of the slot values and of the phrasing.
    """

    spec: Template
    id: str
    world: str
    world_seed: int

    @property
    def template(self) -> str:
        """Template id."""
        return self.spec.id

    @property
    def app(self) -> str:
        """Label of the app."""
        return self.spec.app

    @property
    def category(self) -> str:
        """Kind of task."""
        return self.spec.category

    @property
    def max_steps(self) -> int:
        """Steps an agent may take."""
        return self.spec.max_steps

    @property
    def human_steps(self) -> int | None:
        """Steps of a practised person."""
        return self.spec.human_steps

    def bind(self, state: Mapping[str, Any]) -> Goal:
        """Fill in the slots from the phone's starting state.

        Raises:
            ConfigError: The world holds no suitable value, or lacks a field; names the task.
        """
        start = copy.deepcopy(dict(state))
        spec = self.spec
        locale = start.get("locale", {})
        region = locale.get("region", DEFAULT_REGION)
        try:
            values = spec.choose(start, self.world_seed, region)
            pattern = spec.instruction(self.world_seed)
            instruction = str(fill(pattern, values))
            gold = tuple(
                GoldValue(kind, str(values[name]))
                for name, kind in spec.gold.items()
                if name in names(pattern)
            )
            answer = str(fill(spec.answer, values))
        except ConfigError as error:
            raise ConfigError(f"task {self.id}: {error}") from None
        except KeyError as error:
            raise ConfigError(f"task {self.id}: the world has no value for {error}") from None

        def judge(end: Mapping[str, Any], message: str) -> Verdict:
            evidence = Evidence(start, end, message, values, spec.gold, region)
            return Verdict(
                success=spec.success(evidence),
                subgoals={name: reached(evidence) for name, reached in spec.subgoals.items()},
            )

        steps = _localised(spec.policy, locale.get("strings", {}))
        return Goal(instruction, gold, answer, judge, {"instruction": pattern, "steps": steps})


_NOT_SHOWN = frozenset({"open_app", "as", "id", "role", "op", "by", "pattern"})
"""What of a policy is no text of an interface, even if it reads like one."""


def _localised(steps: Any, strings: Mapping[str, str]) -> Any:
    """A policy with interface texts as the phone of this world shows them."""
    if isinstance(steps, str):
        return strings.get(steps, steps)
    if isinstance(steps, Mapping):
        return {
            key: step if key in _NOT_SHOWN else _localised(step, strings)
            for key, step in steps.items()
        }
    if isinstance(steps, list):
        return [_localised(step, strings) for step in steps]
    return steps


class NativeSuite:
    """Tasks from a file of templates, several instances of each."""

    name = "apps"

    def __init__(
        self,
        path: str,
        instances: int = 2,
        templates: Sequence[str] | None = None,
        world: str | Sequence[str] = DEFAULT_WORLD,
    ) -> None:
        """Read the templates.

        Args:
            path: YAML file of templates, or a folder of such files.
            instances: Instances of each template in each world; each has people of its own.
            templates: Template ids to keep; None keeps all.
            world: Name of a world, several of them, or ``all``.

        Raises:
            ConfigError: A file is wrong, or a template or a world isn't there.
        """
        loaded = load(path)
        known = [template.id for template in loaded]
        unknown = [name for name in templates or () if name not in known]
        if unknown:
            raise ConfigError(f"{path}: no template {unknown[0]!r}; it has {' '.join(known)}")
        self._templates = [t for t in loaded if templates is None or t.id in templates]
        self._instances = instances
        self._worlds = _worlds(world)

    @property
    def templates(self) -> Sequence[Template]:
        """The templates that are used."""
        return tuple(self._templates)

    def tasks(self, seed: int) -> list[NativeTask]:
        """One template of every app, then the next of every app, and so on.

        So a limited run still sees many apps. All worlds come before the next instance.
        """
        return [
            NativeTask(
                spec=template,
                id=f"{template.id}-{world}-{instance}",
                world=world,
                world_seed=_world_seed(seed, template.id, instance),
            )
            for instance in range(self._instances)
            for world in self._worlds
            for template in _by_turns(self._templates)
        ]


def _by_turns(templates: Sequence[Template]) -> list[Template]:
    turn: Counter[str] = Counter()
    order = []
    for place, template in enumerate(templates):
        order.append((turn[template.app], place, template))
        turn[template.app] += 1
    return [template for _, _, template in sorted(order, key=lambda o: o[:2])]


def _worlds(world: str | Sequence[str]) -> tuple[str, ...]:
    known = world_names()
    if world == "all":
        return known
    wanted = (world,) if isinstance(world, str) else tuple(world)
    unknown = [name for name in wanted if name not in known]
    if unknown:
        raise ConfigError(f"there is no world {unknown[0]!r}; there are {' '.join(known)}, or all")
    return wanted


def _world_seed(seed: int, template: str, instance: int) -> int:
    """The same number on every machine and in every process."""
    digest = hashlib.sha256(f"{seed}|{template}|{instance}".encode()).digest()
    return int.from_bytes(digest[:4], "big")
