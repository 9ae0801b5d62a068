"""``python -m harness.bench``: what a frame costs in each pipeline variant, side by side.

All variants see the same walk over the simulated phone in the same run, so the ratios hold on any
machine; the milliseconds are this machine's.
"""

from __future__ import annotations

import argparse
import statistics
import sys
from collections import defaultdict

from hydra import compose as hydra_compose
from hydra import initialize_config_dir

from harness import compose
from harness.core.action import Command, Launch, PressKey, SwipeBetween, TapAt
from harness.core.protocols import Device
from harness.core.raw import RawFrame
from harness.run.identity import ROOT

_DOWN = SwipeBetween(540, 1700, 540, 900)
_WALK: tuple[Command, ...] = (
    Launch("Contacts"), _DOWN, _DOWN, TapAt(540, 700), PressKey("back"),
    Launch("Messages"), TapAt(540, 560), PressKey("back"), _DOWN,
    Launch("Settings"), TapAt(540, 260), PressKey("back"), Launch("Bank"),
)  # fmt: skip


def main(argv: list[str] | None = None) -> int:
    """Time the variants and print a table; the exit status."""
    parser = argparse.ArgumentParser(prog="python -m harness.bench", description=__doc__)
    parser.add_argument(
        "variants", nargs="*", default=["none", "rules", "shield", "paper"],
        help="pipeline variants; ratios are against the last one (default: %(default)s)",
    )  # fmt: skip
    options = parser.parse_args(argv)
    with initialize_config_dir(str(ROOT / "conf"), version_base="1.3"):
        configs = {v: hydra_compose("config", [f"pipeline={v}"]) for v in options.variants}
    frames = _frames(compose.device(next(iter(configs.values()))))
    sums: dict[str, dict[str, float]] = {}
    for variant, config in configs.items():
        # A new pipeline: the first frames pay for cold caches, as in a run.
        session = compose.pipeline(config.pipeline).open("Look around", region="US", key=b"bench")
        times: defaultdict[str, list[float]] = defaultdict(list)
        for frame in frames:
            ms = session.observe(frame).ms
            for part, value in {**ms, "frame": sum(ms.values())}.items():
                times[part].append(value)
        sums[variant] = {part: statistics.fmean(values) for part, values in times.items()}
    _print(sums, len(frames))
    return 0


def _frames(device: Device) -> list[RawFrame]:
    device.reset(0)
    frames = []
    for command in _WALK:
        device.perform(command)
        frames.append(device.capture())
    return frames


def _print(sums: dict[str, dict[str, float]], count: int) -> None:
    last = list(sums)[-1]
    parts = sorted({part for row in sums.values() for part in row} - {"frame"}) + ["frame"]
    print(f"mean ms per frame over {count} frames; ratio of whole frames to {last}")
    print("".join(f"{head:>12}" for head in ("variant", *parts, "ratio")))
    for variant, row in sums.items():
        cells = "".join(f"{row.get(part, 0.0):12.1f}" for part in parts)
        print(f"{variant:>12}{cells}{row['frame'] / sums[last]['frame']:12.3f}")


if __name__ == "__main__":
    sys.exit(main())
