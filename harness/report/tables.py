"""The result table, as CSV, Markdown and console text."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from harness.errors import StorageError

COLUMNS = (
    "device", "pipeline", "agent", "suite", "episodes", "failed", "success_rate",
    "leakage_payload", "leakage_output", "match_score", "bertscore_f1", "overmask_rate",
    "steps_mean", "frame_ms_p50", "frame_ms_p95",
)  # fmt: skip
"""The first columns of ``summary.csv``; the others follow."""

Row = Mapping[str, Any]
"""Column -> number, text, or None where unscored."""

_HEADINGS = (
    "device", "pipeline", "agent", "suite", "episodes", "success", "leakage payload",
    "leakage output", "match", "BERTScore", "over-masked", "utility loss", "steps",
    "frame ms p50/p95",
)  # fmt: skip
_LEGEND = (
    "success, leakage, match, over-masked: shares of n with a 95 % bootstrap interval over "
    "episodes; – is unscored, not zero. An interval without width says that all episodes agree, "
    "not that the rate is certain.",
    "leakage: share of the personal values shown (tier 1, by value) that were found in what is "
    "sent (payload) or in what the agent wrote (output).",
    "utility loss: success of pipeline none minus this one, paired on the same tasks.",
)
_AGENTS = {
    "scripted": "scripted: a deterministic policy per task that sees only the virtual screen and "
    "sends nothing; its payload is what an LLM agent would be sent. It measures whether "
    "anonymization itself breaks tasks, not how well a model acts.",
    "llama_cpp": "llama_cpp: a small model run in process (by default a 270M base model); its "
    "parsing and plumbing are real, its answers are weak.",
}


def csv_text(rows: Sequence[Row]) -> str:
    """The table with every column: shares with 6 digits, ms with 1, empty where unscored."""
    further = dict.fromkeys(name for row in rows for name in row if name not in COLUMNS)
    # Columns that the clock decides come last, so that the others can be compared between runs.
    names = [*COLUMNS, *sorted(further, key=lambda name: "_ms_" in name)]
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(names)
    writer.writerows([_cell(name, row.get(name)) for name in names] for row in rows)
    return out.getvalue()


def markdown(rows: Sequence[Row]) -> str:
    """A compact table for people, with a legend."""
    lines = [_bar(_HEADINGS), _bar(["---"] * len(_HEADINGS))]
    lines += [_bar(_compact(row, wide=True)) for row in rows]
    notes = (f"- {line}" for line in (*_failures(rows), *_legend(rows)))
    return "\n".join([*lines, "", *notes, ""])


def console(rows: Sequence[Row]) -> str:
    """The same for a terminal, in aligned columns."""
    cells = [list(_HEADINGS), *(_compact(row, wide=False) for row in rows)]
    widths = [max(len(row[i]) for row in cells) for i in range(len(_HEADINGS))]
    lines = [
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in cells
    ]
    return "\n".join([lines[0], "-" * len(lines[0]), *lines[1:], *_failures(rows)])


def write_tables(rows: Sequence[Row], run_dir: Path) -> None:
    """Write ``summary.csv`` and ``summary.md``.

    Raises:
        StorageError: The folder can't be written.
    """
    try:
        (run_dir / "summary.csv").write_text(csv_text(rows), "utf-8")
        (run_dir / "summary.md").write_text(markdown(rows), "utf-8")
    except OSError as error:
        raise StorageError(f"can't write the tables of {run_dir.name} ({error.strerror})") from None


def _cell(name: str, value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, float):
        return f"{value:.1f}" if "_ms_" in name else f"{round(value, 6):g}"
    return str(value)


def _compact(row: Row, *, wide: bool) -> list[str]:
    failed = f" ({row['failed']} failed)" if row["failed"] else ""
    share = _share_with_interval if wide else _share
    return [
        *(str(row[name]) for name in ("device", "pipeline", "agent", "suite")),
        f"{row['episodes']}{failed}",
        share(row, "success_rate"),
        share(row, "leakage_payload"),
        share(row, "leakage_output"),
        share(row, "match_score"),
        _number(row["bertscore_f1"], 3),
        share(row, "overmask_rate"),
        share(row, "utility_loss"),
        _number(row["steps_mean"], 1),
        f"{_number(row['frame_ms_p50'], 0)}/{_number(row['frame_ms_p95'], 0)}",
    ]


def _failures(rows: Sequence[Row]) -> list[str]:
    return [
        f"{row['failed']} of {row['episodes']} episodes failed on {row['device']} with "
        f"{row['pipeline']}: {row['failures']}; the cause of each is in cells/*/episodes.jsonl"
        for row in rows
        if row["failed"]
    ]


def _share(row: Row, name: str) -> str:
    value = row[name]
    return "–" if value is None else f"{100 * value:.1f} %"


def _share_with_interval(row: Row, name: str) -> str:
    if row[name] is None:
        return "–"
    low, high = 100 * row[f"{name}_low"], 100 * row[f"{name}_high"]
    return f"{_share(row, name)} [{low:.1f}, {high:.1f}] n={row[f'{name}_n']}"


def _number(value: float | None, digits: int) -> str:
    return "–" if value is None else f"{value:.{digits}f}"


def _bar(cells: Iterable[str]) -> str:
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"


def _legend(rows: Sequence[Row]) -> list[str]:
    agents = dict.fromkeys(str(row["agent"]).partition("[")[0] for row in rows)
    models = dict.fromkeys(row["bertscore_model"] for row in rows if row.get("bertscore_model"))
    return [
        *_LEGEND,
        *(_AGENTS[agent] for agent in agents if agent in _AGENTS),
        *(f"BERTScore: F1 of leaked text against the originals, {model}." for model in models),
    ]
