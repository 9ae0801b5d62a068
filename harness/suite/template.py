"""Task templates: read from YAML, checked, and filled from a world."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from harness.core.entity import EntityType
from harness.core.slots import names
from harness.errors import ConfigError
from harness.suite.predicates import (
    Evidence,
    Match,
    Predicate,
    build,
    build_match,
    entity_type,
    lookup,
)

_REQUIRED = (
    "id", "app", "category", "complexity", "instructions", "needs", "max_steps", "success",
    "policy",
)  # fmt: skip
_OPTIONAL = ("human_steps", "slots", "gold", "answer", "subgoals", "carry", "gatekeeper")
CATEGORIES = ("create", "change", "delete", "send", "find", "compare", "set", "look")
COMPLEXITIES = ("easy", "medium", "hard")
_SLOT_KEYS = frozenset({"from", "where", "unique", "most", "other_than", "choice"})


@dataclass(frozen=True, slots=True)
class Slot:
    """How a slot gets its value.

    Attributes:
        name: Name of the slot; the fields of its value are ``name.field``.
        source: State path of a list of items to choose from, or of one value; "" for a choice.
        match: What an item must satisfy.
        unique: Fields in which the chosen item differs from all others of the list.
        most: Field by which the greatest of the suitable items is chosen; "" chooses any.
        other_than: Slots whose item must not be chosen again.
        choice: The values to choose from where there is no source.
    """

    name: str
    source: str
    match: Match
    unique: tuple[str, ...]
    most: str
    other_than: tuple[str, ...]
    choice: tuple[Any, ...]

    def fill(self, evidence: Evidence, rng: random.Random, taken: Mapping[str, Any]) -> Any:
        """Choose a value.

        Args:
            evidence: Start state and the slots so far.
            rng: Decides among equals.
            taken: Slot name -> item chosen for it.

        Raises:
            ConfigError: The world holds nothing suitable.
        """
        if not self.source:
            return rng.choice(self.choice)
        found = lookup(evidence.start, self.source, evidence.values)
        items = list(found.values()) if _is_table(found) else found
        if not isinstance(items, list):
            if items is None:
                raise ConfigError(f"slot {self.name!r}: the world has no {self.source!r}")
            return items
        others = [taken[name] for name in self.other_than]
        suitable = [
            item
            for item in items
            if item not in others
            and self.match(item, evidence)
            and all(_is_unique(item, field, items) for field in self.unique)
        ]
        if not suitable:
            raise ConfigError(f"slot {self.name!r}: nothing in {self.source!r} is suitable")
        if self.most:
            return max(suitable, key=lambda item: lookup(item, self.most, {}))
        return rng.choice(suitable)


@dataclass(frozen=True, slots=True)
class Template:
    """A kind of task.

    Attributes:
        id: Unique in its file.
        app: Label of the app it is about; of several, the one that is changed or asked last.
        category: One of :data:`CATEGORIES`.
        complexity: One of :data:`COMPLEXITIES`.
        instructions: What the user may say, with slot references; each instance says one of them.
        needs: Types of the personal data that the task can't be solved without.
        carry: A value has to be carried from one app to another.
        gatekeeper: Raw values have to be reasoned about: compared, added up, counted, ordered.
        slots: In the order in which they are filled.
        gold: Slot reference name -> type, for personal data in the instruction.
        types: The same for everything the template compares by canonical value.
        answer: The expected answer with slot references, "" if none is asked.
        human_steps: Steps of a practised person; None where there is no such measure.
        max_steps: Steps an agent may take.
        success: Whether the goal is reached.
        subgoals: Name -> whether a stage is reached.
        policy: Steps for scripted agents; no values.
    """

    id: str
    app: str
    category: str
    complexity: str
    instructions: tuple[str, ...]
    needs: tuple[EntityType, ...]
    carry: bool
    gatekeeper: bool
    slots: tuple[Slot, ...]
    gold: Mapping[str, EntityType]
    answer: str
    human_steps: int | None
    max_steps: int
    success: Predicate
    subgoals: Mapping[str, Predicate]
    policy: Sequence[Any]

    def instruction(self, seed: int) -> str:
        """The phrasing of an instance."""
        return random.Random(f"{seed}/instruction").choice(self.instructions)

    def choose(self, state: Mapping[str, Any], seed: int, region: str) -> dict[str, Any]:
        """Slot name -> value, and ``slot.field`` -> value for the fields of items.

        Raises:
            ConfigError: The world doesn't fit the template.
        """
        values: dict[str, Any] = {}
        taken: dict[str, Any] = {}
        for slot in self.slots:
            evidence = Evidence(state, state, "", values, self.gold, region)
            rng = random.Random(f"{seed}/{slot.name}")
            taken[slot.name] = slot.fill(evidence, rng, taken)
            values.update(_flat(slot.name, taken[slot.name]))
        return values


def load(path: str | Path) -> tuple[Template, ...]:
    """Read the templates of a file, or of every file of a folder.

    Raises:
        ConfigError: A file can't be read or a template is wrong; names file and template.
    """
    root = Path(path)
    files = sorted(root.glob("*.yaml")) if root.is_dir() else [root]
    if not files:
        raise ConfigError(f"{root}: holds no .yaml file of templates")
    templates: dict[str, Template] = {}
    for file in files:
        for template in _load_file(file):
            if template.id in templates:
                raise ConfigError(f"{file}: template {template.id}: its id is taken")
            templates[template.id] = template
    return tuple(templates.values())


def _load_file(file: Path) -> list[Template]:
    try:
        data = yaml.safe_load(file.read_text(encoding="utf-8"))
    except OSError as error:
        raise ConfigError(f"{file}: can't be read ({error.strerror})") from None
    except UnicodeDecodeError:
        raise ConfigError(f"{file}: is not UTF-8") from None
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        place = f" line {mark.line + 1}" if mark else ""
        raise ConfigError(f"{file}{place}: is not YAML") from None
    entries = data.get("templates") if isinstance(data, Mapping) else None
    if not isinstance(entries, list) or not entries:
        raise ConfigError(f"{file}: wants a list of templates under 'templates'")
    templates: list[Template] = []
    for number, entry in enumerate(entries, start=1):
        name = entry.get("id", f"number {number}") if isinstance(entry, Mapping) else number
        try:
            templates.append(_template(entry))
        except ConfigError as error:
            raise ConfigError(f"{file}: template {name}: {error}") from None
    return templates


def _template(entry: Any) -> Template:
    if not isinstance(entry, Mapping):
        raise ConfigError("is not a mapping")
    missing = [key for key in _REQUIRED if key not in entry]
    unknown = [str(key) for key in entry if key not in (*_REQUIRED, *_OPTIONAL)]
    if missing or unknown:
        parts = [f"lacks {' '.join(missing)}"] * bool(missing)
        parts += [f"has unknown keys {' '.join(unknown)}"] * bool(unknown)
        raise ConfigError(" and ".join(parts))
    for key, kind in (("id", str), ("app", str), ("instructions", list), ("policy", list),
                      ("human_steps", int), ("max_steps", int)):  # fmt: skip
        if not isinstance(entry.get(key, 1), kind) or not entry.get(key, 1):
            raise ConfigError(f"{key!r} wants a non-empty {kind.__name__}")
    for key, known in (("category", CATEGORIES), ("complexity", COMPLEXITIES)):
        if entry[key] not in known:
            raise ConfigError(f"{key!r} is one of {' '.join(known)}")
    instructions = tuple(str(text) for text in entry["instructions"])
    subgoals = _mapping(entry, "subgoals")
    slots = tuple(_slot(name, spec) for name, spec in _mapping(entry, "slots").items())
    gold = {name: entity_type(kind) for name, kind in _mapping(entry, "gold").items()}
    answer = str(entry.get("answer", ""))
    spoken = names(list(instructions))
    _check_names(
        [*spoken, *gold, *names(answer), *names(entry["success"]), *names(subgoals)], slots
    )
    return Template(
        id=entry["id"],
        app=entry["app"],
        category=entry["category"],
        complexity=entry["complexity"],
        instructions=instructions,
        needs=tuple(entity_type(kind) for kind in entry["needs"]),
        carry=bool(entry.get("carry")),
        gatekeeper=bool(entry.get("gatekeeper")),
        slots=slots,
        gold=gold,
        answer=answer,
        human_steps=entry.get("human_steps"),
        max_steps=entry["max_steps"],
        success=build(entry["success"]),
        subgoals={str(name): build(spec) for name, spec in subgoals.items()},
        policy=entry["policy"],
    )


def _slot(name: str, spec: Any) -> Slot:
    if not isinstance(spec, Mapping) or set(spec) - _SLOT_KEYS:
        raise ConfigError(f"slot {name!r} wants a mapping of {' '.join(sorted(_SLOT_KEYS))}")
    if ("from" in spec) == ("choice" in spec):
        raise ConfigError(f"slot {name!r} wants either 'from' or 'choice'")
    choice = spec.get("choice", [])
    if "choice" in spec and not (isinstance(choice, list) and choice):
        raise ConfigError(f"slot {name!r}: 'choice' wants a list")
    return Slot(
        name=str(name),
        source=str(spec.get("from", "")),
        match=build_match(spec.get("where", {})),
        unique=tuple(spec.get("unique", ())),
        most=str(spec.get("most", "")),
        other_than=tuple(spec.get("other_than", ())),
        choice=tuple(choice),
    )


def _mapping(entry: Mapping[str, Any], key: str) -> Mapping[str, Any]:
    value = entry.get(key, {})
    if not isinstance(value, Mapping):
        raise ConfigError(f"{key!r} wants a mapping")
    return value


def _check_names(used: list[str], slots: tuple[Slot, ...]) -> None:
    declared: set[str] = set()
    for slot in slots:
        undeclared = [name for name in slot.other_than if name not in declared]
        if undeclared:
            raise ConfigError(f"slot {slot.name!r} refers to a later slot {undeclared[0]!r}")
        declared.add(slot.name)
    for name in used:
        if name.partition(".")[0] not in declared:
            raise ConfigError(f"refers to a slot {name!r} that it doesn't have")


def _is_table(found: Any) -> bool:
    """Whether it maps keys to items, rather than being one item."""
    return (
        isinstance(found, Mapping)
        and bool(found)
        and all(isinstance(item, Mapping) for item in found.values())
    )


def _is_unique(item: Any, field: str, items: list[Any]) -> bool:
    value = lookup(item, field, {})
    return [lookup(other, field, {}) for other in items].count(value) == 1


def _flat(name: str, value: Any) -> dict[str, Any]:
    flat = {name: value}
    if isinstance(value, Mapping):
        for key, part in value.items():
            flat.update(_flat(f"{name}.{key}", part))
    return flat
