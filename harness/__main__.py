"""``python -m harness``: the Hydra entry; see ``--help``."""

from __future__ import annotations

import os
import sys

import hydra
from hydra.errors import HydraException
from omegaconf import DictConfig
from omegaconf.errors import OmegaConfBaseException

from harness.errors import HarnessError, unforeseen
from harness.experiment import RUN_VARIABLE, run_job
from harness.run.identity import ROOT


@hydra.main(config_path=str(ROOT / "conf"), config_name="config", version_base="1.3")
def _job(cfg: DictConfig) -> None:
    run_job(cfg)


def main() -> int:
    """Run what the command line asks for; the exit status (see ``--help``)."""
    # Hydra would print a trace and exit by itself; here every bad input is one line.
    os.environ["HYDRA_FULL_ERROR"] = "1"
    os.environ.pop(RUN_VARIABLE, None)
    try:
        _job()
    except (HarnessError, HydraException, OmegaConfBaseException) as error:
        print(f"error: {one_line(error)}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print(
            "interrupted: finished episodes are kept; the same command goes on from here",
            file=sys.stderr,
        )
        return 130
    except Exception as error:
        print(f"error: {unforeseen(error)}", file=sys.stderr)
        return 1
    return 0


def one_line(error: BaseException) -> str:
    """The message without line breaks, cut where Hydra starts to list search paths."""
    text = str(error)
    for tail in ("Config search path", "full_key:", "To append to your config"):
        text = text.partition(tail)[0]
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    return " ".join(lines) + ("" if isinstance(error, HarnessError) else "; see --help")


if __name__ == "__main__":
    sys.exit(main())
