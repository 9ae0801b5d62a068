"""``python -m harness``: the Hydra entry; see ``--help``."""

from __future__ import annotations

import os
import signal
import sys

import hydra
from hydra.errors import HydraException
from omegaconf import DictConfig
from omegaconf.errors import OmegaConfBaseException

from harness.errors import HarnessError, one_line, unforeseen
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
    # A polite kill ends like Ctrl-C: emulators and adb servers that were started are stopped.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
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


if __name__ == "__main__":
    sys.exit(main())
