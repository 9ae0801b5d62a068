"""One command of a user: name the run, run its cells, write one table for all.

Hydra's multirun composes the cells and its launcher starts them, here or elsewhere; this module
says which cells there are, what each one does, and what happens when the last one has ended.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from hydra._internal.core_plugins.basic_sweeper import BasicSweeper
from hydra.core.hydra_config import HydraConfig
from hydra.core.override_parser.overrides_parser import OverridesParser
from hydra.experimental.callback import Callback
from omegaconf import DictConfig, OmegaConf

from harness import compose
from harness.errors import ConfigError, HarnessError, MissingModelError, unforeseen
from harness.run.executor import Cell, run_cell
from harness.run.identity import VOLATILE, code_digest, provenance, run_name
from harness.run.store import refuse_differences, storage_errors, write_atomic, write_json

RUN_VARIABLE = "HARNESS_RUN"
"""Tells the name of the run to the cells, in whatever process a launcher starts them."""
GROUPS = ("device", "pipeline", "agent", "suite")
BROUGHT = {
    "screens": {"device": "static", "agent": "none"},
    "privscreen": {"device": "static"},
}
"""What tables call the parts that suites of recorded screens bring along (see ``conf/suite/``)."""
_LONGEST_NAME = 160
_NAME = re.compile(r"[A-Za-z0-9_][A-Za-z0-9._=-]*")
_UNSAFE = re.compile(r"[^A-Za-z0-9.=,\[\]_-]+")


def labels(choices: Mapping[str, str], overrides: Sequence[str]) -> dict[str, str]:
    """What a table row calls the parts of a cell.

    Args:
        choices: Group -> chosen option.
        overrides: The cell's overrides.

    Returns:
        Group -> option, followed by that group's own overrides in brackets:
        ``shield[align.tau=0.7]``.
    """
    named = {}
    pairs = [o.lstrip("+").split("=", 1) for o in overrides if "=" in o]
    for group in GROUPS:
        option = dict(p for p in pairs if p[0] == group).get(group, choices[group])
        extra = sorted(
            f"{key[len(group) + 1 :]}={value}"
            for key, value in pairs
            if key.startswith((f"{group}.", f"{group}/")) and not key.endswith("_file")
        )
        named[group] = option + (f"[{','.join(extra)}]" if extra else "")
    return named | BROUGHT.get(named["suite"].partition("[")[0], {})


def cell_name(parts: Mapping[str, str], seed: int) -> str:
    """Folder name of a cell; what is too long for one ends in a digest."""
    name = _UNSAFE.sub("_", "-".join([*(parts[g] for g in GROUPS), f"s{seed}"]))
    if len(name) <= _LONGEST_NAME:
        return name
    return f"{name[:_LONGEST_NAME]}-{hashlib.sha256(name.encode()).hexdigest()[:8]}"


def plan(config: DictConfig) -> list[str]:
    """Names of the cells that a multirun will compose, in its order."""
    params = [f"{key}={value}" for key, value in (config.hydra.sweeper.params or {}).items()]
    given = [*params, *config.hydra.overrides.task]
    batch = BasicSweeper.split_arguments(OverridesParser.create().parse_overrides(given), None)[0]
    choices = config.hydra.runtime.choices
    names = []
    for overrides in batch:
        given_seed = [o.split("=", 1)[1] for o in overrides if o.startswith("seed=")]
        seed = _whole("seed", given_seed[-1] if given_seed else config.seed, least=0)
        names.append(cell_name(labels(choices, overrides), seed))
    return list(dict.fromkeys(names))


def _whole(name: str, value: Any, *, least: int) -> int:
    try:
        number = int(str(value))
    except ValueError:
        number = least - 1
    if number < least:
        raise ConfigError(f"{name} must be a whole number of at least {least}")
    return number


class RunCallback(Callback):
    """Names the run before the first cell, and writes its table after the last one."""

    def on_multirun_start(self, config: DictConfig, **kwargs: Any) -> None:
        """Choose the name and make the folder; stops the program if that can't be done."""
        settings = _settings(config)
        name = str(settings["name"] or "") or run_name(
            config.hydra.runtime.choices["experiment"],
            {**settings, "sweep": OmegaConf.to_container(config.hydra.sweeper.params or {})},
            config.hydra.overrides.task,
        )
        os.environ[RUN_VARIABLE] = name
        try:
            for key, value in (("limit", settings["limit"]), ("suite.sample", _sample(config))):
                if value is not None:
                    _whole(key, value, least=1)
            if not _NAME.fullmatch(name):
                raise ConfigError("name=… takes letters, digits and . _ = -, and is one folder")
            self._prepare(Path(settings["results_dir"]) / name, config, settings)
        except HarnessError as error:
            _stop(error)

    def _prepare(self, run: Path, config: DictConfig, settings: Mapping[str, Any]) -> None:
        record = {
            "experiment": config.hydra.runtime.choices["experiment"],
            "overrides": list(config.hydra.overrides.task),
            "cells": plan(config),
            "base": {k: v for k, v in settings.items() if k not in VOLATILE},
            "code": code_digest(),
        }
        with storage_errors(run):
            path = run / "config.yaml"
            if path.exists() and not settings["overwrite"]:
                old = OmegaConf.to_container(OmegaConf.load(path))
                assert isinstance(old, dict)
                same = ("base", "code")
                refuse_differences(run.name, *({k: r.get(k) for k in same} for r in (old, record)))
            run.mkdir(parents=True, exist_ok=True)
            write_atomic(path, OmegaConf.to_yaml(OmegaConf.create(record)).encode())
            write_json(run / "provenance.json", {**provenance(), "seed": settings["seed"]})

    def on_multirun_end(self, config: DictConfig, **kwargs: Any) -> None:
        """Write and print the table of all cells.

        Raises:
            SystemExit: 2 if the configuration of every cell is wrong, 1 if some cell failed.
        """
        run = Path(config.results_dir) / os.environ[RUN_VARIABLE]
        cells, ended = plan(config), list[str]()
        try:
            with storage_errors(run):
                # Hydra's own record of the sweep names folders of this machine.
                (run / "multirun.yaml").unlink(missing_ok=True)
                _note_weights(run, cells)
                ended = [_status(run / "cells" / cell) for cell in cells]
                if "done" in ended:
                    _point_latest(run)
                    print(compose.report(run))
                    print(f"\n{run}/summary.md gives n, intervals and what the columns mean")
        except HarnessError as error:
            _stop(error)
        if set(ended) == {"refused"}:
            raise SystemExit(2)
        if set(ended) != {"done"}:
            raise SystemExit(1)


def run_job(cfg: DictConfig) -> None:
    """Run one cell and write how it ended to its ``status.json``.

    A failure is told at once and leaves the other cells alone.
    """
    hydra = HydraConfig.get()
    parts = labels(hydra.runtime.choices, hydra.overrides.task)
    cell = Cell(cell_name(parts, cfg.seed), parts, int(cfg.seed), _settings(cfg))
    run = Path(cfg.results_dir) / cfg.name
    folder = run / "cells" / cell.name
    status, cause = "done", ""
    try:
        with storage_errors(folder):
            folder.mkdir(parents=True, exist_ok=True)
            write_json(folder / "status.json", {"status": "running", "cause": ""})
        _run(cell, run, cfg)
    except (ConfigError, MissingModelError) as error:
        status, cause = "refused", str(error)
    except HarnessError as error:
        status, cause = "failed", str(error)
    except Exception as error:
        status, cause = "failed", unforeseen(error)
    if cause:
        print(f"error: {cell.name}: {cause}", file=sys.stderr)
    with storage_errors(folder):
        write_json(folder / "status.json", {"status": status, "cause": cause})


def _status(folder: Path) -> str:
    """How a cell ended: ``done``, ``refused`` (wrong configuration), ``failed`` or ``running``.

    The last one is what an interrupted cell leaves behind.
    """
    path = folder / "status.json"
    return str(json.loads(path.read_text("utf-8"))["status"]) if path.exists() else "running"


def _run(cell: Cell, run: Path, cfg: DictConfig) -> None:
    device = compose.device(cfg)
    readings = run.parent / "private_readings" if device.invented else None
    run_cell(
        cell,
        run,
        device=device,
        pipeline=compose.pipeline(cfg.pipeline, readings),
        agent=compose.agent(cfg),
        suite=compose.suite(cfg.suite),
        scrubber=compose.scrubber(),
        score=compose.scorer(cfg.score),
        key_file=compose.key_file(cfg.pipeline),
        trace_private=cfg.trace.private,
        limit=cfg.limit,
        sample=_sample(cfg),
        resume=cfg.resume,
        overwrite=cfg.overwrite,
    )


def _sample(cfg: DictConfig) -> Any:
    """``suite.sample``; a suite of somebody else's need not declare it."""
    return cfg.suite.get("sample")


def _settings(config: DictConfig) -> dict[str, Any]:
    """The configuration without Hydra's part, resolved, JSON-like."""
    plain = OmegaConf.to_container(
        OmegaConf.masked_copy(config, [str(k) for k in config if k != "hydra"]), resolve=True
    )
    assert isinstance(plain, dict)
    return {str(key): value for key, value in plain.items()}


def _note_weights(run: Path, cells: Sequence[str]) -> None:
    """Add the model files of all cells to the run's provenance."""
    path = run / "provenance.json"
    weights: dict[str, str] = {}
    for cell in cells:
        identity = run / "cells" / cell / "identity.json"
        if identity.exists():
            weights |= json.loads(identity.read_text("utf-8"))["weights"]
    write_json(path, {**json.loads(path.read_text("utf-8")), "weights": weights})


def _point_latest(run: Path) -> None:
    link = run.parent / "latest"
    link.unlink(missing_ok=True)
    link.symlink_to(run.name)


def _stop(error: HarnessError) -> None:
    # Hydra turns a callback's exceptions into warnings; only SystemExit gets through.
    print(f"error: {error}", file=sys.stderr)
    raise SystemExit(2)
