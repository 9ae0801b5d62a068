"""``python -m harness.bench.measure VARIANT``: time one variant, in a process of its own.

Started by ``python -m harness.bench``. Writes one JSON object a line: first what was loaded, then
a frame each, last the peak memory. Numbers only, never a text of a screen.
"""

from __future__ import annotations

import argparse
import json
import resource
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from hydra.errors import HydraException

from harness import compose
from harness.bench.frames import Shot, digest, screens, walk
from harness.core.action import Action, AskLocal, Finish, Tap
from harness.core.protocols import PrivacySession
from harness.errors import HarnessError, one_line, unforeseen

_KIB = 1024


def options(parser: argparse.ArgumentParser) -> None:
    """Declare what says which frames are timed."""
    parser.add_argument(
        "--frames", type=int, default=8, metavar="N",
        help="N stops of the walk, or N screens, evenly spread, or all if there are no more; a "
        "stop of the walk is two frames (default: %(default)s)",
    )  # fmt: skip
    parser.add_argument(
        "--screens", metavar="DIR",
        help="static screens (NAME.xml, NAME.png) instead of the walk; all of them cold",
    )  # fmt: skip


def main(argv: list[str] | None = None) -> int:
    """Time one variant; the exit status."""
    parser = argparse.ArgumentParser(prog="python -m harness.bench.measure", description=__doc__)
    parser.add_argument("variant", help="a pipeline variant")
    options(parser)
    chosen = parser.parse_args(argv)
    try:
        for line in measure(chosen.variant, frames=chosen.frames, root=chosen.screens):
            print(json.dumps(line), flush=True)
    except (HarnessError, HydraException) as error:
        print(f"error: {chosen.variant}: {one_line(error)}", file=sys.stderr)
        return 2
    except Exception as error:
        print(f"error: {chosen.variant}: {unforeseen(error)}", file=sys.stderr)
        return 1
    return 0


def measure(variant: str, *, frames: int, root: str | None = None) -> Iterator[dict[str, Any]]:
    """What the command writes.

    Args:
        variant: Option of the ``pipeline`` group.
        frames: Most stops of the walk, or screens.
        root: Folder of static screens instead of the walk.

    Raises:
        HarnessError: The variant can't be built, or the frames can't be had.
    """
    shots = walk(frames) if root is None else screens(root, frames)
    started = time.perf_counter()
    pipeline = compose.pipeline(compose.configuration([f"pipeline={variant}"]).pipeline)
    yield {
        "load_s": time.perf_counter() - started,
        "digest": digest(shots),
        "frames": len(shots),
        "weights": pipeline.identity(),
    }
    session = pipeline.open("Look around", region="US", key=b"the key of a bench")
    for shot in shots:
        yield {"frame": shot.name, "phase": shot.phase, **_timed(session, shot)}
    yield {"peak_mb": _peak_mb()}


def _timed(session: PrivacySession, shot: Shot) -> dict[str, Any]:
    started, used = time.perf_counter(), _cpu_s()
    seen = session.observe(shot.frame)
    frame, cpu = (time.perf_counter() - started) * 1000, (_cpu_s() - used) * 1000
    hidden = list(dict.fromkeys(f.placeholder for f in seen.findings if "#" in f.placeholder))
    actions: list[Action] = [Finish(" ".join(hidden))]
    if seen.frame.elements:
        actions.append(Tap(0))
    answers = [session.resolve(action, seen.frame) for action in actions]
    ms = {"capture": shot.ms, **seen.ms, "frame": frame, "cpu": cpu}
    ms["proxy"] = sum(answer.ms["proxy"] for answer in answers)
    if len(hidden) > 1:
        ms |= session.resolve(AskLocal("equal", tuple(hidden[:2])), seen.frame).ms
    return {"ms": ms, "masked": bool(seen.frame.masked)}


def _cpu_s() -> float:
    """Seconds of CPU that this process and the programs that it ran have used, on all cores."""
    usages = map(resource.getrusage, (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(usage.ru_utime + usage.ru_stime for usage in usages)


def _peak_mb() -> float:
    """Peak resident memory of this process in MiB.

    Where the kernel says so, only since the program was started: ``getrusage`` counts what its
    parent held before that.
    """
    status = Path("/proc/self/status")
    if status.is_file():
        for line in status.read_text("utf-8").splitlines():
            if line.startswith("VmHWM:"):
                return int(line.split()[1]) / _KIB
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / (_KIB * _KIB if sys.platform == "darwin" else _KIB)


if __name__ == "__main__":
    sys.exit(main())
