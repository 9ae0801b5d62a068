"""Runs the episodes of one cell, resumes it, and has it scored."""

from __future__ import annotations

import hashlib
import os
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from tqdm import tqdm

from harness.core.protocols import Agent, Device, Pipeline
from harness.core.task import Suite, Task
from harness.run.episode import run_episode
from harness.run.identity import VOLATILE, code_digest, digest, provenance
from harness.run.store import CellStore, Policy, Scrubber, write_json


@dataclass(frozen=True, slots=True)
class Cell:
    """One combination of parts.

    Attributes:
        name: Folder name.
        labels: ``device``, ``pipeline``, ``agent``, ``suite``: what a table row says.
        seed: Seed of the run.
        config: The resolved configuration, JSON-like.
    """

    name: str
    labels: Mapping[str, str]
    seed: int
    config: Mapping[str, Any]


def run_cell(
    cell: Cell,
    run: Path,
    *,
    device: Device,
    pipeline: Pipeline,
    agent: Agent,
    suite: Suite,
    scrubber: Scrubber,
    score: Callable[[Path, str], Mapping[str, Any]],
    key_file: Path | None = None,
    trace_private: bool = False,
    limit: int | None = None,
    sample: int | None = None,
    resume: bool = True,
    overwrite: bool = False,
) -> None:
    """Run what is missing of ``cell``, then score it into ``cells/<cell>/scores.json``.

    Scores of a cell in which nothing was missing stay as they are.

    Args:
        cell: What to run.
        run: ``results/<run>``.
        device: The phone; closed at the end.
        pipeline: The anonymization variant.
        agent: Who decides.
        suite: The tasks.
        scrubber: Cuts gold values out of public copies.
        score: (run folder, cell name) -> scores.
        key_file: Key of keyed placeholders, instead of one key per episode.
        trace_private: Keep raw frames and gold even where data are not invented.
        limit: Run only the first so many tasks.
        sample: Run so many tasks from all over the suite instead; see :func:`chosen`.
        resume: Go on where an earlier run of the same identity stopped.
        overwrite: Start over.

    Raises:
        StorageError: The folder can't be written or holds another identity.
        EndpointError: The agent's endpoint is unusable; finished episodes are kept.
    """
    policy = Policy(private=device.invented or trace_private, payload=pipeline.anonymizes)
    store = CellStore(run, cell.name, policy, scrubber)
    identity = _identity(cell, pipeline, agent)
    done = store.open(identity, resume=resume, overwrite=overwrite)
    origin = {**provenance(), "seed": cell.seed, "weights": identity["weights"]}
    write_json(store.folder / "provenance.json", origin)
    tasks = chosen(suite.tasks(cell.seed), cell.seed, limit=limit, sample=sample)
    scores = store.folder / "scores.json"
    secret = key_file.read_bytes() if key_file is not None else None
    try:
        for task in _progress(tasks, done, cell.labels["pipeline"]):
            key = secret or _episode_key(device, cell.seed, task)
            store.append(run_episode(task, device, pipeline, agent, seed=cell.seed, key=key))
    finally:
        device.close()
    if not scores.exists():
        print(f"scoring {cell.labels['pipeline']}", file=sys.stderr)
        write_json(scores, score(run, cell.name))


def chosen(
    tasks: Sequence[Task], seed: int, *, limit: int | None, sample: int | None
) -> Sequence[Task]:
    """The tasks of a suite that are run, in its order.

    Args:
        tasks: All tasks.
        seed: Seed of the run.
        limit: The first so many; a sample isn't cut.
        sample: So many whose hash of seed and task id is least: the same ones for every variant
            of a sweep, and a larger sample holds the smaller one.
    """
    if sample is None:
        return tasks[:limit]
    drawn = set(sorted((task.id for task in tasks), key=partial(_rank, seed))[:sample])
    return [task for task in tasks if task.id in drawn]


def _rank(seed: int, task: str) -> bytes:
    return hashlib.sha256(f"{seed}|{task}".encode()).digest()


def _progress(tasks: Sequence[Task], done: set[str], label: str) -> Iterable[Task]:
    open_tasks = [task for task in tasks if task.id not in done]
    return tqdm(
        open_tasks,
        desc=label,
        total=len(tasks),
        initial=len(tasks) - len(open_tasks),
        unit="episode",
        file=sys.stderr,
        dynamic_ncols=True,
    )


def _identity(cell: Cell, pipeline: Pipeline, agent: Agent) -> dict[str, Any]:
    config = {k: v for k, v in cell.config.items() if k not in VOLATILE}
    core = {
        "config": config,
        "code": code_digest(),
        "weights": {**pipeline.identity(), **agent.identity()},
    }
    return {**cell.labels, "seed": cell.seed, "identity": digest(core), **core}


def _episode_key(device: Device, seed: int, task: Task) -> bytes:
    """From the run seed where data are invented, so that tables repeat; else from the OS."""
    if device.invented:
        return hashlib.sha256(f"{seed}|{task.id}".encode()).digest()
    return os.urandom(32)
