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
    "sent (payload) or in what the agent wrote (output); of the answers to privacy questions, "
    "what they tell of the values that were asked for (probe).",
    "utility loss: success of pipeline none minus this one, paired on the same tasks.",
    "pictures visible: share of the faces, codes and photographed documents shown (the same pixels "
    "once per episode) that can still be made out in the images that are sent.",
)
_PLACES = (
    "device", "pipeline", "agent", "suite", "leakage by occurrence, tier 1", "tier 2",
    "precision, tier 1", "tier 2", "over-masked",
)  # fmt: skip
_PLACES_LEGEND = (
    "by occurrence: share of the places in the hierarchy that show a personal value, each repeat "
    "counted again, of which a letter or digit was left where it stood.",
    "precision: share of the places hidden as a type of that tier that touch a personal value; "
    "places where hiding is optional are in neither number.",
)
_TYPES_LEGEND = (
    "recall: share of the places of the type of which no letter or digit was left; precision: "
    "share of what was hidden as the type that touches a personal value of whatever type.",
    "F1: of recall and precision; – where one is unscored, such as the precision of a type that a "
    "pipeline never names.",
    "leaked: share of the values of the type that were found in what is sent.",
)
_AGENTS = {
    "scripted": "scripted: a deterministic policy per task that sees only the virtual screen and "
    "sends nothing; its payload is what an LLM agent would be sent. It measures whether "
    "anonymization itself breaks tasks, not how well a model acts.",
    "reader": "reader: no model; it tells what OCR and NER read on the screen. A deterministic "
    "attacker for probes, and a weak answerer of other questions.",
    "none": "none: nobody acts; the payload is what an LLM agent would be sent.",
    "llama_cpp": "llama_cpp: a small model run in process (by default a 270M base model); its "
    "parsing and plumbing are real, its answers are weak.",
}


def csv_text(rows: Sequence[Row]) -> str:
    """The table with every column: shares with 6 digits, ms with 1, empty where unscored."""
    further = dict.fromkeys(name for row in rows for name in row if name not in COLUMNS)
    # Columns that the clock decides come last, so that the others can be compared between runs.
    names = [*COLUMNS, *sorted(further, key=lambda name: "_ms_" in name)]
    return _csv(names, rows)


def markdown(rows: Sequence[Row]) -> str:
    """A compact table for people, with a legend."""
    headings = [*_HEADINGS, *_further(rows).values()]
    lines = [_bar(headings), _bar(["---"] * len(headings))]
    lines += [_bar([*_compact(row, wide=True), *_rest(row, rows, wide=True)]) for row in rows]
    notes = (f"- {line}" for line in (*_failures(rows), *_legend(rows)))
    return "\n".join([*lines, *_places(rows), "", *notes, ""])


def _further(rows: Sequence[Row]) -> dict[str, str]:
    """Column -> heading of what isn't counted everywhere: privacy questions and pictures."""
    columns = {"leakage_probe": "leakage probe", "pictures_visible": "pictures visible"}
    return {k: v for k, v in columns.items() if any(row.get(f"{k}_n") for row in rows)}


def _rest(row: Row, rows: Sequence[Row], *, wide: bool) -> list[str]:
    share = _share_with_interval if wide else _share
    return [share(row, name) for name in _further(rows)]


def _places(rows: Sequence[Row]) -> list[str]:
    """A table of what happened to each annotated place, of the rows that have such places."""
    annotated = [row for row in rows if row["span_recall_n"] or row["span_recall_tier2_n"]]
    if not annotated:
        return []
    lines = ["", _bar(_PLACES), _bar(["---"] * len(_PLACES))]
    for row in annotated:
        lines.append(
            _bar(
                [
                    *(str(row[name]) for name in ("device", "pipeline", "agent", "suite")),
                    _missed(row, "span_recall"),
                    _missed(row, "span_recall_tier2"),
                    _share_with_interval(row, "span_precision"),
                    _share_with_interval(row, "span_precision_tier2"),
                    _share_with_interval(row, "overmask_rate"),
                ]
            )
        )
    return [*lines, "", *(f"- {line}" for line in _PLACES_LEGEND)]


def _missed(row: Row, name: str) -> str:
    """The complement of a recall."""
    if row[name] is None:
        return "–"
    n = row[f"{name}_n"]
    value, low, high = (1 - row[key] for key in (name, f"{name}_high", f"{name}_low"))
    return f"{100 * value:.1f} % [{100 * low:.1f}, {100 * high:.1f}] {round(value * n)} of {n}"


def console(rows: Sequence[Row]) -> str:
    """The same for a terminal, in aligned columns."""
    cells = [
        [*_HEADINGS, *_further(rows).values()],
        *([*_compact(row, wide=False), *_rest(row, rows, wide=False)] for row in rows),
    ]
    widths = [max(len(row[i]) for row in cells) for i in range(len(cells[0]))]
    lines = [
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in cells
    ]
    return "\n".join([lines[0], "-" * len(lines[0]), *lines[1:], *_failures(rows)])


def write_tables(
    rows: Sequence[Row], parts: Sequence[Row], types: Sequence[Row], run_dir: Path
) -> None:
    """Write ``summary.csv`` and ``summary.md``; also ``breakdown.*`` and ``types.*`` if not empty.

    Args:
        rows: One per combination.
        parts: The same by world, category and app, named in ``by`` and ``value``.
        types: One per combination and entity type.
        run_dir: ``results/<run>``.

    Raises:
        StorageError: The folder can't be written.
    """
    try:
        (run_dir / "summary.csv").write_text(csv_text(rows), "utf-8")
        (run_dir / "summary.md").write_text(markdown(rows), "utf-8")
        for name, table, texts in (
            ("breakdown", parts, (_csv(_PARTS, parts), _parts_markdown(parts))),
            ("types", types, (_csv(_TYPES, types), _types_markdown(types))),
        ):
            for suffix, text in zip(("csv", "md"), texts, strict=True):
                path = run_dir / f"{name}.{suffix}"
                path.write_text(text, "utf-8") if table else path.unlink(missing_ok=True)
    except OSError as error:
        raise StorageError(f"can't write the tables of {run_dir.name} ({error.strerror})") from None


_PICTURES = {
    "pictures_visible": "pictures visible", "faces_visible": "faces", "codes_visible": "codes",
    "documents_visible": "documents",
}  # fmt: skip
"""Column -> heading of what pictures still show."""

_PARTS = (
    "by", "value", "device", "pipeline", "agent", "suite", "episodes", "failed", "success_rate",
    "utility_loss", "leakage_payload", "leakage_payload_n", "leakage_payload_tier2",
    "leakage_output", "overmask_rate", "pictures_exposed", *_PICTURES,
)  # fmt: skip


_TYPES = (
    "device", "pipeline", "agent", "suite", "type", "tier", "recall_n", "recall", "precision_n",
    "precision", "f1", "leaked_n", "leaked", "confusions",
)  # fmt: skip


def _csv(names: Sequence[str], rows: Sequence[Row]) -> str:
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(names)
    writer.writerows([_cell(name, row.get(name)) for name in names] for row in rows)
    return out.getvalue()


def _parts_markdown(parts: Sequence[Row]) -> str:
    headings = (
        "by", "", "pipeline", "episodes", "success", "utility loss", "leakage payload",
        "tier 2", "over-masked", *_PICTURES.values(),
    )  # fmt: skip
    lines = [_bar(headings), _bar(["---"] * len(headings))]
    for row in parts:
        failed = f" ({row['failed']} failed)" if row["failed"] else ""
        shares = ("success_rate", "utility_loss", "leakage_payload", "leakage_payload_tier2",
                  "overmask_rate", *_PICTURES)  # fmt: skip
        lines.append(
            _bar(
                [row["by"], row["value"], row["pipeline"], f"{row['episodes']}{failed}"]
                + [_share(row, name) for name in shares]
            )
        )
    return "\n".join([*lines, ""])


def _types_markdown(types: Sequence[Row]) -> str:
    headings = (
        "pipeline", "suite", "type", "tier", "places", "recall", "hidden as it", "precision", "F1",
        "values", "leaked", "places hidden as another type",
    )  # fmt: skip
    lines = [_bar(headings), _bar(["---"] * len(headings))]
    for row in types:
        counts = {n: str(row[n]) for n in ("tier", "recall_n", "precision_n", "leaked_n")}
        lines.append(
            _bar(
                [row["pipeline"], row["suite"], row["type"], counts["tier"]]
                + [counts["recall_n"], _share(row, "recall")]
                + [counts["precision_n"], _share(row, "precision"), _number(row["f1"], 3)]
                + [counts["leaked_n"], _share(row, "leaked"), row["confusions"]]
            )
        )
    notes = (f"- {line}" for line in _TYPES_LEGEND)
    return "\n".join([*_side_by_side(types), *lines, "", *notes, ""])


def _side_by_side(types: Sequence[Row]) -> list[str]:
    """The F1 of each type under every pipeline, for each device, agent and suite."""
    others = ("device", "agent", "suite")
    lines = []
    for combination in dict.fromkeys(tuple(row[key] for key in others) for row in types):
        rows = [row for row in types if tuple(row[key] for key in others) == combination]
        pipelines = list(dict.fromkeys(row["pipeline"] for row in rows))
        cells = {(row["type"], row["pipeline"]): row for row in rows}
        headings = ["type", "tier", "places", *pipelines]
        lines += [f"F1 (recall / precision in %) on {' · '.join(combination)}:", ""]
        lines += [_bar(headings), _bar(["---"] * len(headings))]
        for tier, name in sorted({(row["tier"], row["type"]) for row in rows}):
            found = [cells.get((name, pipeline)) for pipeline in pipelines]
            places = max(row["recall_n"] for row in found if row is not None)
            lines.append(_bar([name, str(tier), str(places), *map(_f1_cell, found)]))
        lines.append("")
    return lines


def _f1_cell(row: Row | None) -> str:
    if row is None:
        return "–"
    recall, precision = (_number(_percent(row[key]), 0) for key in ("recall", "precision"))
    return f"{_number(row['f1'], 3)} ({recall} / {precision})"


def _percent(share: float | None) -> float | None:
    return None if share is None else 100 * share


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
        if row["failures"]
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
