"""``python -m harness.bench``: what a frame costs in each pipeline variant, side by side.

All variants see the same frames in the same run, one after the other, each in a process of its
own, so that memory and caches are its own, too. The ratios hold on any machine; the milliseconds
are this machine's. By default the frames are a walk through all apps of the simulated phone.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import subprocess
import sys
from pathlib import Path

from tqdm import tqdm

from harness.bench.measure import options
from harness.bench.tables import Timings, markdown, write
from harness.core.annotation import annotated_screens
from harness.errors import ConfigError, HarnessError, one_line
from harness.run.identity import ROOT
from harness.run.store import storage_errors

VARIANTS = ("none", "mask", "rules", "paper", "presidio", "shield")
_EPILOG = """\
examples:
  python -m harness.bench                           eight stops of the walk, all variants
  python -m harness.bench --frames 30 rules shield  the whole walk, two variants
  python -m harness.bench --screens DIR --frames 10 ten screens of a folder

Writes walk.csv (or screens.csv), ..._frames.csv (every measurement), .md and .png to --out.
paper reads a whole frame in some ten seconds on two cores; presidio needs the extra "peers"
(make setup-peers). Exit status: 0, or 1 if some variant could not be measured, 2 for bad input."""


def main(argv: list[str] | None = None) -> int:
    """Time the variants, write the tables and print them; the exit status."""
    chosen = _parser().parse_args(argv)
    asked = [f"--frames={chosen.frames}"]
    try:
        if chosen.frames < 1:
            raise ConfigError("--frames must be at least 1")
        if chosen.screens:
            annotated_screens(chosen.screens)
            asked.append(f"--screens={Path(chosen.screens).resolve()}")
        busy = f"load average {os.getloadavg()[0]:.1f} before"
        timings = [_measured(variant, asked) for variant in dict.fromkeys(chosen.variants)]
        done = [timing for timing in timings if timing is not None]
        if len({timing.digest for timing in done}) > 1:
            raise HarnessError("the variants did not see the same frames: nothing to compare")
        if done:
            name = "screens" if chosen.screens else "walk"
            about = _about(done, name, busy)
            with storage_errors(chosen.out):
                table = write(done, chosen.out, name, about)
            print(markdown(table, about))
            print(f"{chosen.out}/{name}.csv, {name}_frames.csv, {name}.md, {name}.png")
    except HarnessError as error:
        print(f"error: {one_line(error)}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("interrupted: nothing was written", file=sys.stderr)
        return 130
    return 0 if len(done) == len(timings) else 1


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m harness.bench",
        description=__doc__,
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "variants", nargs="*", default=list(VARIANTS), metavar="VARIANT",
        help=f"pipeline variants (default: {' '.join(VARIANTS)})",
    )  # fmt: skip
    options(parser)
    parser.add_argument(
        "--out", type=Path, default=Path("results/bench"), metavar="DIR",
        help="where to write (default: %(default)s)",
    )  # fmt: skip
    return parser


def _measured(variant: str, asked: list[str]) -> Timings | None:
    """The timings of a variant; None if it told an error."""
    command = [sys.executable, "-m", "harness.bench.measure", variant, *asked]
    # The models' libraries warn of their own future.
    environment = {**os.environ, "PYTHONWARNINGS": "ignore"}
    timings = Timings(variant)
    with (
        subprocess.Popen(
            command, stdout=subprocess.PIPE, text=True, cwd=ROOT, env=environment
        ) as process,
        tqdm(desc=variant, unit="frame", file=sys.stderr, dynamic_ncols=True) as progress,
    ):
        assert process.stdout is not None
        for text in process.stdout:
            line = json.loads(text)
            if "frames" in line:
                progress.reset(line["frames"])
            progress.update(timings.take(line))
    return timings if process.returncode == 0 else None


def _about(timings: list[Timings], name: str, busy: str) -> str:
    what = "walk through the simulated phone" if name == "walk" else "static screens"
    count = len(timings[0].frames)
    return f"{what}, {count} frames, {os.cpu_count()} CPUs ({platform.machine()}), {busy}"


if __name__ == "__main__":
    sys.exit(main())
