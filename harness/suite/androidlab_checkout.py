"""What a checkout of AndroidLab says about its tasks."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from harness.errors import ConfigError

PACKAGE = re.compile(r"[A-Za-z]\w*(\.\w+)+")
_CONFIG = Path("evaluation", "config")
_HUMAN_STEPS = Path("evaluation", "tasks", "human_ground_turth", "ground_truth_length.json")
_PACKAGES = Path("templates", "packages.py")
_FIX = "restore the file (git checkout) or update the checkout"


@dataclass(frozen=True, slots=True)
class LabTask:
    """A task as its YAML file states it.

    Attributes:
        id: Task id, such as ``clock_1``.
        app: Name of the app.
        package: Its package, or the name again where the checkout knows no package.
        text: What is to be done.
        category: Kind of task, as far as the file has such kinds.
        module: Module of its judges in ``evaluation.tasks``.
        query: Command line of adb whose output the judge reads, "" if none.
        human_steps: Steps of a person, None where they weren't counted.
    """

    id: str
    app: str
    package: str
    text: str
    category: str
    module: str
    query: str
    human_steps: int | None


def read(root: Path) -> list[LabTask]:
    """All tasks, by file name and in the order of each file.

    Raises:
        ConfigError: It is no checkout, or a file is wrong; says which, and what to do.
    """
    files = sorted((root / _CONFIG).glob("*.yaml"))
    if not files:
        raise ConfigError(
            f"suite.root={root} is no checkout of AndroidLab: {_CONFIG}/*.yaml is missing; "
            "git clone https://github.com/THUDM/Android-Lab and name that folder"
        )
    human, packages = _human_steps(root), _packages(root / _PACKAGES)
    tasks = [task for path in files for task in _app(path, human, packages)]
    seen: set[str] = set()
    for task in tasks:
        if task.id in seen:
            raise ConfigError(f"{root / _CONFIG} has the task_id {task.id} twice: {_FIX}")
        seen.add(task.id)
    return tasks


def _app(path: Path, human: Mapping[str, int], packages: Mapping[str, str]) -> list[LabTask]:
    try:
        data = yaml.safe_load(path.read_text("utf-8"))
    except (OSError, UnicodeDecodeError, yaml.YAMLError) as error:
        raise ConfigError(f"{path} can't be read ({type(error).__name__}): {_FIX}") from None
    app = _text(data, "APP", path)
    package = _text(data, "package", path)
    if not PACKAGE.fullmatch(package):
        package = packages.get(app, app)
    entries = data.get("tasks")
    if not isinstance(entries, list):
        raise ConfigError(f"{path}: tasks must be a list: {_FIX}")
    tasks = []
    for number, entry in enumerate(entries):
        where = f"tasks[{number}]."
        id = _text(entry, "task_id", path, where)
        kind = _text(entry, "metric_type", path, where)
        tasks.append(
            LabTask(
                id=id,
                app=app,
                package=package,
                text=_text(entry, "task", path, where),
                category=str(entry.get("category") or kind),
                module=_text(entry, "metric_func", path, where).rpartition(".")[2],
                query=str(entry.get("adb_query") or ""),
                human_steps=human.get(id),
            )
        )
    return tasks


def _text(data: Any, key: str, path: Path, where: str = "") -> str:
    value = data.get(key) if isinstance(data, dict) else None
    if not isinstance(value, str) or not value.strip():
        raise ConfigError(f"{path}: {where}{key} must be a text: {_FIX}")
    return value.strip()


def _human_steps(root: Path) -> dict[str, int]:
    path = root / _HUMAN_STEPS
    if not path.exists():
        return {}
    try:
        data = json.loads(path.read_text("utf-8"))
    except (OSError, ValueError):
        data = None
    if not isinstance(data, dict) or not all(isinstance(n, int) for n in data.values()):
        raise ConfigError(f"{path} must give a number of steps for each task: {_FIX}")
    return data


def _packages(path: Path) -> dict[str, str]:
    """The app names that the checkout translates into packages; it isn't imported for that."""
    try:
        statements = ast.parse(path.read_text("utf-8")).body
    except (OSError, ValueError, SyntaxError):
        return {}
    for statement in statements:
        if isinstance(statement, ast.Assign) and isinstance(statement.value, ast.Dict):
            try:
                return {str(k): str(v) for k, v in ast.literal_eval(statement.value).items()}
            except ValueError:
                continue
    return {}
