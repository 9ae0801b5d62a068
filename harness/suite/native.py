"""The native suite: declarative tasks on the simulated phone, judged on app state."""

from __future__ import annotations

import copy
import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from harness.core.canonical import DEFAULT_REGION
from harness.core.protocols import Goal, Verdict
from harness.core.raw import GoldValue
from harness.core.slots import fill
from harness.errors import ConfigError
from harness.suite.predicates import Evidence
from harness.suite.template import Template, load


@dataclass(frozen=True, slots=True)
class NativeTask:
    """One instance of a template, in a world of its own.

    Attributes:
        spec: The template.
        id: ``template-instance``; the same under every pipeline and seed.
        world_seed: Seed of the phone's content and of the slot values.
        region: ISO 3166 code in which phone numbers are read.
    """

    spec: Template
    id: str
    world_seed: int
    region: str

    @property
    def template(self) -> str:
        """Template id."""
        return self.spec.id

    @property
    def app(self) -> str:
        """Label of the app."""
        return self.spec.app

    @property
    def max_steps(self) -> int:
        """Steps an agent may take."""
        return self.spec.max_steps

    @property
    def human_steps(self) -> int | None:
        """Steps of a practised person."""
        return self.spec.human_steps

    @property
    def policy(self) -> Mapping[str, Any] | None:
        """Instruction pattern and steps for scripted agents; holds no values."""
        return self.spec.policy

    def bind(self, state: Mapping[str, Any]) -> Goal:
        """Fill in the slots from the phone's starting state.

        Raises:
            ConfigError: The world holds no suitable value, or lacks a field; names the task.
        """
        start = copy.deepcopy(dict(state))
        spec = self.spec
        try:
            values = spec.choose(start, self.world_seed, self.region)
            instruction = str(fill(spec.instruction, values))
            gold = tuple(GoldValue(kind, str(values[name])) for name, kind in spec.gold.items())
            answer = str(fill(spec.answer, values))
        except ConfigError as error:
            raise ConfigError(f"task {self.id}: {error}") from None
        except KeyError as error:
            raise ConfigError(f"task {self.id}: the world has no value for {error}") from None

        def judge(end: Mapping[str, Any], message: str) -> Verdict:
            evidence = Evidence(start, end, message, values, spec.gold, self.region)
            return Verdict(
                success=spec.success(evidence),
                subgoals={name: reached(evidence) for name, reached in spec.subgoals.items()},
            )

        return Goal(instruction, gold, answer, judge)


class NativeSuite:
    """Tasks from a file of templates, several instances of each."""

    name = "apps"

    def __init__(
        self,
        path: str,
        instances: int = 2,
        templates: Sequence[str] | None = None,
        region: str = DEFAULT_REGION,
    ) -> None:
        """Read the templates.

        Args:
            path: YAML file of templates.
            instances: Instances of each template; each has a world of its own.
            templates: Template ids to keep; None keeps all.
            region: ISO 3166 code in which phone numbers are read.

        Raises:
            ConfigError: The file is wrong, or a template isn't in it.
        """
        loaded = load(path)
        known = [template.id for template in loaded]
        unknown = [name for name in templates or () if name not in known]
        if unknown:
            raise ConfigError(f"{path}: no template {unknown[0]!r}; it has {' '.join(known)}")
        self._templates = [t for t in loaded if templates is None or t.id in templates]
        self._instances = instances
        self._region = region

    def tasks(self, seed: int) -> list[NativeTask]:
        """All templates once, then all again: a limited run still sees many of them."""
        return [
            NativeTask(
                spec=template,
                id=f"{template.id}-{instance}",
                world_seed=_world_seed(seed, template.id, instance),
                region=self._region,
            )
            for instance in range(self._instances)
            for template in self._templates
        ]


def _world_seed(seed: int, template: str, instance: int) -> int:
    """The same number on every machine and in every process."""
    digest = hashlib.sha256(f"{seed}|{template}|{instance}".encode()).digest()
    return int.from_bytes(digest[:4], "big")
