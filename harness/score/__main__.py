"""``python -m harness.score RUN``: score a run again, offline, from its records."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from omegaconf import DictConfig, OmegaConf

from harness import compose
from harness.errors import ConfigError, HarnessError
from harness.score.records import cells, read_json
from harness.score.summary import write_scores


def main(arguments: Sequence[str] | None = None) -> int:
    """Score every cell of a run; the exit status."""
    parser = argparse.ArgumentParser(
        prog="python -m harness.score",
        description="Score a run again from its records: no device, no agent.",
    )
    parser.add_argument("run", type=Path, help="a folder under results/")
    run: Path = parser.parse_args(arguments).run
    try:
        for cell in cells(run):
            score = compose.scorer(_score_config(run / "cells" / cell / "identity.json"))
            write_scores(run, cell, score(run, cell))
        print(compose.report(run))
    except HarnessError as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    return 0


def _score_config(path: Path) -> DictConfig:
    """The score group that the cell was run with."""
    try:
        config = OmegaConf.create(read_json(path)["config"]["score"])
    except (KeyError, TypeError):
        raise ConfigError(f"{path} has no score configuration") from None
    assert isinstance(config, DictConfig)
    return config


if __name__ == "__main__":
    sys.exit(main())
