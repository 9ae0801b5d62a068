"""From the timings of every frame to tables and a plot."""

from __future__ import annotations

import csv
import io
import statistics
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from harness.bench.frames import COLD, WARM
from harness.report.plots import COLOURS

if TYPE_CHECKING:
    from matplotlib.figure import Figure

PARTS = ("capture", "ocr", "ner", "detect", "transform", "proxy", "gatekeeper")
"""Components in the order of a step."""
WHOLE = ("frame", "cpu")
"""What the privacy layers take for a frame: time that passes, and CPU time over all cores."""
PEERS = ("paper", "presidio")
"""Variants to which the others are compared."""


@dataclass(slots=True)
class Timings:
    """What one variant took.

    Attributes:
        variant: Its name.
        load_s: Seconds for building it and loading its models.
        digest: Of the frames that it saw.
        peak_mb: Peak resident memory of its process in MiB.
        frames: (phase, name of the frame, component -> ms, masked as a whole).
        weights: Weight file, or package and version -> SHA-256 hex digest.
    """

    variant: str
    load_s: float = 0.0
    digest: str = ""
    peak_mb: float = 0.0
    frames: list[tuple[str, str, Mapping[str, float], bool]] = field(default_factory=list)
    weights: Mapping[str, str] = field(default_factory=dict)

    def take(self, line: Mapping[str, Any]) -> bool:
        """Take a line of :mod:`harness.bench.measure`; whether it was a frame."""
        if "frame" in line:
            self.frames.append((line["phase"], line["frame"], line["ms"], line["masked"]))
            return True
        for name in ("load_s", "digest", "peak_mb", "weights"):
            if name in line:
                setattr(self, name, line[name])
        return False

    def ms(self, phase: str, part: str) -> list[float]:
        """Milliseconds of a component on the frames of a phase that have it."""
        return [ms[part] for at, _, ms, _ in self.frames if at == phase and part in ms]


def rows(timings: Sequence[Timings]) -> list[dict[str, Any]]:
    """One row per variant, phase and component, :data:`WHOLE` first.

    There, ``<peer>_ratio`` is that variant's median over this one's, on the same frames.
    """
    found = []
    for timing in timings:
        for phase in (COLD, WARM):
            for part in (*WHOLE, *PARTS):
                values = timing.ms(phase, part)
                if values:
                    found.append(_row(timing, phase, part, values, timings))
    return found


def _row(
    timing: Timings, phase: str, part: str, values: Sequence[float], timings: Iterable[Timings]
) -> dict[str, Any]:
    row: dict[str, Any] = {"variant": timing.variant, "phase": phase, "component": part}
    row |= {"n": len(values), "mean_ms": statistics.fmean(values)}
    row |= {f"p{q}_ms": float(np.percentile(values, q)) for q in (50, 95)}
    if part in WHOLE:
        for other in timings:
            if other.variant in PEERS and (theirs := other.ms(phase, part)):
                row[f"{other.variant}_ratio"] = _over(
                    float(np.percentile(theirs, 50)), row["p50_ms"]
                )
    if part == "frame":
        row |= {"frames_per_s": 1000 / row["mean_ms"]}
        row |= {"peak_mb": timing.peak_mb, "load_s": timing.load_s}
        row["masked"] = sum(masked for at, _, _, masked in timing.frames if at == phase)
    return row


_COLUMNS = (
    "variant", "phase", "component", "n", "p50_ms", "p95_ms", "mean_ms", "frames_per_s",
    *(f"{peer}_ratio" for peer in PEERS), "peak_mb", "load_s", "masked",
)  # fmt: skip


def summary_csv(table: Sequence[Mapping[str, Any]]) -> str:
    """The rows of :func:`rows`."""
    return _csv(_COLUMNS, ([_cell(row.get(name)) for name in _COLUMNS] for row in table))


def frames_csv(timings: Iterable[Timings]) -> str:
    """Every single measurement: variant, phase, frame, component, ms."""
    return _csv(
        ("variant", "phase", "frame", "component", "ms"),
        (
            [timing.variant, phase, name, part, _cell(ms[part])]
            for timing in timings
            for phase, name, ms, _ in timing.frames
            for part in (*WHOLE, *PARTS)
            if part in ms
        ),
    )


def markdown(table: Sequence[Mapping[str, Any]], about: str) -> str:
    """Two tables for people: whole frames with ratios, then the components.

    Args:
        table: From :func:`rows`.
        about: On which frames, and on what machine.
    """
    lines = [about, ""]
    heads = (
        "variant", "phase", "frames", "p50 ms", "p95 ms", "frames/s", "CPU ms",
        *(f"x faster than {peer} (CPU)" for peer in PEERS), "peak MiB", "load s", "masked",
    )  # fmt: skip
    lines += [_bar(heads), _bar(["---"] * len(heads))]
    cells = {(row["variant"], row["phase"], row["component"]): row for row in table}
    ways = list(dict.fromkeys((row["variant"], row["phase"]) for row in table))
    for way in ways:
        row, cpu = cells[*way, "frame"], cells[*way, "cpu"]
        ratios = [tuple(_number(r.get(f"{peer}_ratio")) for r in (row, cpu)) for peer in PEERS]
        lines.append(
            _bar(
                [*way, str(row["n"])]
                + [_number(row[key]) for key in ("p50_ms", "p95_ms", "frames_per_s")]
                + [_number(cpu["p50_ms"]), *(f"{wall} ({used})" for wall, used in ratios)]
                + [f"{row['peak_mb']:.0f}", _number(row["load_s"]), str(row["masked"])]
            )
        )
    lines += ["", "p50 / p95 in ms by component:", ""]
    lines += [_bar(["variant", "phase", *PARTS]), _bar(["---"] * (len(PARTS) + 2))]
    for way in ways:
        lines.append(_bar([*way, *(_spread(cells.get((*way, part))) for part in PARTS)]))
    return "\n".join([*lines, "", *_LEGEND, ""])


_LEGEND = (
    "- cold: a fresh pipeline with its models loaded sees the frame for the first time; warm: the "
    "next frame of the same episode, after one more action on that screen.",
    "- ms: what passes while the privacy layers handle a frame, without the capture; CPU ms: what "
    "they use on all cores, which says more where the machine has other work. x faster: median of "
    "the other variant over median of this one, same frames, same run.",
    "- peak: resident memory of the variant's own process, which holds the phone and the frames, "
    "too; programs that it starts (Presidio's Tesseract) aren't in it.",
    "- masked: frames that were hidden in whole because a part failed; they cost less than they "
    "should.",
)


def figure(table: Sequence[Mapping[str, Any]]) -> Figure:
    """Median milliseconds a frame, cold and warm, on a logarithmic scale; ticks are the p95."""
    # Not pyplot: no display, no global state, no figures left open.
    from matplotlib.figure import Figure

    frames = [row for row in table if row["component"] == "frame"]
    variants = list(dict.fromkeys(row["variant"] for row in frames))
    phases = list(dict.fromkeys(row["phase"] for row in frames))
    drawn = Figure(figsize=(6.4, 1.4 + 0.6 * len(variants)), layout="constrained")
    axes = drawn.subplots()
    height = 0.8 / len(phases)
    for row in frames:
        shift = phases.index(row["phase"]) * height - 0.4 + height / 2
        y = variants.index(row["variant"]) + shift
        axes.barh(y, row["p50_ms"], height, color=COLOURS[phases.index(row["phase"])])
        axes.plot([row["p95_ms"]] * 2, [y - height / 2, y + height / 2], color="black")
        end = max(row["p50_ms"], row["p95_ms"])
        axes.text(end, y, f"  {_number(row['p50_ms'])}", va="center", fontsize=8)
    axes.set_yticks(range(len(variants)), variants)
    axes.set_xscale("log")
    axes.set_xlim(1, 4 * max(row["p95_ms"] for row in frames))
    axes.set_xlabel("median ms per frame (logarithmic); tick: 95th percentile")
    axes.invert_yaxis()
    for index, phase in enumerate(phases):
        axes.barh(0, 0, color=COLOURS[index], label=phase)
    axes.legend(fontsize=8)
    return drawn


def write(timings: Sequence[Timings], folder: Path, name: str, about: str) -> list[dict[str, Any]]:
    """Write ``<name>.csv``, ``<name>_frames.csv``, ``<name>.md`` and ``<name>.png``.

    Returns:
        The rows of the table.
    """
    table = rows(timings)
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{name}.csv").write_text(summary_csv(table), "utf-8")
    (folder / f"{name}_frames.csv").write_text(frames_csv(timings), "utf-8")
    (folder / f"{name}.md").write_text(markdown(table, about), "utf-8")
    figure(table).savefig(folder / f"{name}.png", dpi=120, metadata={"Software": None})
    return table


def _csv(names: Sequence[str], lines: Iterable[Sequence[str]]) -> str:
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(names)
    writer.writerows(lines)
    return out.getvalue()


def _cell(value: Any) -> str:
    if value is None:
        return ""
    return f"{value:.3f}" if isinstance(value, float) else str(value)


def _over(value: float, other: float) -> float | None:
    return value / other if other else None


def _number(value: float | None) -> str:
    if value is None:
        return "–"
    return f"{value:.0f}" if value >= 100 else f"{value:.1f}" if value >= 1 else f"{value:.2f}"


def _spread(row: Mapping[str, Any] | None) -> str:
    return "–" if row is None else f"{_number(row['p50_ms'])} / {_number(row['p95_ms'])}"


def _bar(cells: Iterable[str]) -> str:
    return "| " + " | ".join(cells) + " |"
