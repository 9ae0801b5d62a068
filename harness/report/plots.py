"""Plots of a run; colours of Okabe and Ito, which colour-blind people can tell apart."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from harness.errors import StorageError
from harness.report.tables import Row

if TYPE_CHECKING:
    from matplotlib.figure import Figure

COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#F0E442", "#000000")
MARKERS = "osD^vPX*"
_NOT_PARTS = frozenset({"frame", "capture", "agent", "perform"})


def privacy_utility(rows: Sequence[Row]) -> Figure:
    """Leakage (payload) against success rate, one point per row, with 95 % intervals."""
    figure = _figure(6.4, 4.4)
    axes = figure.subplots()
    drawn = [r for r in rows if None not in (r["leakage_payload"], r["success_rate"])]
    for i, row in enumerate(drawn):
        x, y = row["leakage_payload"], row["success_rate"]
        axes.errorbar(
            x,
            y,
            xerr=_bars(row, "leakage_payload"),
            yerr=_bars(row, "success_rate"),
            fmt=MARKERS[i % len(MARKERS)],
            color=COLOURS[i % len(COLOURS)],
            markersize=8,
            capsize=3,
            label=f"{_name(row, rows)} (n={row['success_rate_n']} episodes, "
            f"{row['leakage_payload_n']} values)",
        )
    axes.set(
        xlim=(-0.03, 1.03),
        ylim=(-0.03, 1.08),
        xlabel="leakage in the payload (share of values shown; less is better)",
        ylabel="success rate",
    )
    axes.grid(alpha=0.3)
    if drawn:
        axes.legend(fontsize=8, loc="lower center")
    return figure


def latency(rows: Sequence[Row]) -> Figure:
    """Median milliseconds per frame, stacked by component; the line is the 95th percentile."""
    figure = _figure(6.4, 1.4 + 0.5 * max(1, len(rows)))
    axes = figure.subplots()
    columns = dict.fromkeys(n for row in rows for n in row if n.endswith("_ms_p50"))
    parts = [n for n in (c.removesuffix("_ms_p50") for c in columns) if n not in _NOT_PARTS]
    names = [f"{_name(row, rows)} (n={row['frames']} frames)" for row in rows]
    left = [0.0] * len(rows)
    for i, part in enumerate(parts):
        widths = [float(row.get(f"{part}_ms_p50") or 0) for row in rows]
        axes.barh(names, widths, left=left, color=COLOURS[i % len(COLOURS)], label=part)
        left = [a + b for a, b in zip(left, widths, strict=True)]
    for y, row in enumerate(rows):
        if row["frame_ms_p95"] is not None:
            axes.plot([row["frame_ms_p95"]] * 2, [y - 0.4, y + 0.4], color="black", linewidth=1.5)
    axes.set_xlabel("median ms per frame by component; line: 95th percentile")
    axes.invert_yaxis()
    if parts:
        axes.legend(fontsize=8)
    return figure


def leakage_by_type(types: Mapping[str, Mapping[str, tuple[float | None, int]]]) -> Figure:
    """A heatmap of payload leakage per entity type.

    Args:
        types: Pipeline -> entity type -> (leakage rate, number of values).
    """
    columns = list(types)
    names = sorted({name for per_type in types.values() for name in per_type})
    figure = _figure(2.6 + 1.3 * max(1, len(columns)), 1.2 + 0.36 * max(1, len(names)))
    axes = figure.subplots()
    if not names:
        axes.set_axis_off()
        return figure
    cells = [[types[column].get(name, (None, 0)) for column in columns] for name in names]
    shares = [[float("nan") if share is None else share for share, _ in row] for row in cells]
    axes.imshow(shares, cmap="cividis", vmin=0, vmax=1, aspect="auto")
    axes.set_xticks(range(len(columns)), columns)
    axes.set_yticks(range(len(names)), names, fontsize=8)
    for y, row in enumerate(cells):
        for x, (share, n) in enumerate(row):
            text = "–" if share is None else f"{share:.0%} (n={n})"
            dark = share is None or share > 0.5
            axes.text(
                x, y, text, ha="center", va="center", fontsize=8, color="black" if dark else "white"
            )
    axes.set_title("values found in the payload", fontsize=10)
    return figure


def write_plots(figures: Mapping[str, Figure], run_dir: Path) -> list[Path]:
    """Write ``plots/<name>.png`` for every figure.

    Raises:
        StorageError: The folder can't be written.
    """
    folder = run_dir / "plots"
    written = []
    try:
        folder.mkdir(exist_ok=True)
        for name, figure in figures.items():
            # Without the software's version, so that equal numbers give equal files.
            figure.savefig(folder / f"{name}.png", dpi=120, metadata={"Software": None})
            written.append(folder / f"{name}.png")
    except OSError as error:
        raise StorageError(f"can't write the plots of {run_dir.name} ({error.strerror})") from None
    return written


def _figure(width: float, height: float) -> Figure:
    # Not pyplot: no display, no global state, no figures left open.
    from matplotlib.figure import Figure

    return Figure(figsize=(width, height), layout="constrained")


def _bars(row: Row, name: str) -> list[list[float]]:
    value = row[name]
    return [[max(0.0, value - row[f"{name}_low"])], [max(0.0, row[f"{name}_high"] - value)]]


def _name(row: Row, rows: Iterable[Row]) -> str:
    """The pipeline, with whatever else differs between the rows."""
    others: list[Any] = [
        row[key] for key in ("agent", "suite", "device") if len({other[key] for other in rows}) > 1
    ]
    return " · ".join(map(str, [row["pipeline"], *others]))
