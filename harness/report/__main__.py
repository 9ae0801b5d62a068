"""``python -m harness.report RUN``: write the tables and plots of a run again."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from harness import compose
from harness.errors import HarnessError


def main(arguments: Sequence[str] | None = None) -> int:
    """Write tables and plots from ``scores.json``; the exit status."""
    parser = argparse.ArgumentParser(
        prog="python -m harness.report",
        description="Write summary.csv, summary.md and plots/ of a run from its scores.",
    )
    parser.add_argument("run", type=Path, help="a folder under results/")
    run: Path = parser.parse_args(arguments).run
    try:
        print(compose.report(run))
    except HarnessError as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
