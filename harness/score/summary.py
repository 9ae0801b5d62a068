"""From the scores of episodes to the rows of a table."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from harness.core.entity import EntityType
from harness.errors import ConfigError, StorageError
from harness.score.pictures import RATES
from harness.score.records import cells, read_json
from harness.score.spans import AS
from harness.score.stats import EMPTY, Estimate, Ratio, paired_difference, percentile, ratio

SCORES_SCHEMA = 2
"""Version of the layout of ``scores.json``; a reader refuses another."""

HEADLINE = (
    "success_rate", "leakage_payload", "leakage_output", "match_score", "bertscore_f1",
    "overmask_rate", "steps_mean",
)  # fmt: skip
FURTHER = (
    "leakage_payload_tier2", "leakage_output_tier2", "leakage_payload_occurrence",
    "leakage_output_occurrence", "leakage_probe", "leakage_payload_partial",
    "leakage_output_partial",
    "leakage_payload_occurrence_tier2", "leakage_text", "leakage_pixels", "leakage_ocr",
    "span_recall", "span_recall_tier2", "span_precision", "span_precision_tier2", "subgoal_sr",
    "rrr", "ror", "answer_bertscore_f1", "refusals_mean", "bits_mean", *RATES,
    "entities_split", "placeholders_shared",
)  # fmt: skip
PAIRED = {
    "utility_loss": "success_rate",
    "leakage_payload_cut": "leakage_payload",
    "leakage_output_cut": "leakage_output",
}
"""Column -> the rate of ``pipeline=none`` minus this row's, on the same tasks."""
COUNTS = ("unscored", "coverage", "device_health")
"""Groups of counts, added up over the cells of a row."""
GROUP = ("device", "pipeline", "agent", "suite")
BASELINE = "none"


@dataclass(frozen=True, slots=True)
class EpisodeScore:
    """The numbers of one episode, without any value.

    Attributes:
        episode: Episode id.
        task: Task id, for pairing.
        app: App of the task.
        category: Kind of the task.
        world: World of the phone.
        seed: Seed of the run.
        status: ``finished``, ``max_steps`` or ``failed``.
        failure: What kind of error ended it, "" if none did.
        ratios: Metric -> (numerator, denominator); missing or 0 below is unscored.
        types: Entity type -> (leaked, exposed) values under ``payload`` and ``output``, and counts
            of places as in :meth:`harness.score.spans.Spans.types`.
    """

    episode: str
    task: str
    app: str
    category: str
    world: str
    seed: int
    status: str
    failure: str
    ratios: Mapping[str, Ratio]
    types: Mapping[str, Mapping[str, Ratio]]


@dataclass(frozen=True, slots=True)
class CellScores:
    """What ``scores.json`` says.

    Attributes:
        labels: ``device``, ``pipeline``, ``agent``, ``suite``.
        seed: Seed of the run.
        episodes: Its episodes.
        ms: Component -> ms of every step.
        extra: ``scorer`` and the counts of :data:`COUNTS` as they stand there.
    """

    labels: Mapping[str, str]
    seed: int
    episodes: tuple[EpisodeScore, ...]
    ms: Mapping[str, Sequence[float]]
    extra: Mapping[str, Mapping[str, Any]]

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> CellScores:
        """Read what :func:`harness.score.cell.score_cell` gives.

        Raises:
            ConfigError: It was written in another layout.
        """
        if data.get("schema") != SCORES_SCHEMA:
            raise ConfigError(
                "scores.json was written by another version: run python -m harness.score RUN"
            )
        return cls(
            labels={name: str(data[name]) for name in GROUP},
            seed=int(data["seed"]),
            episodes=tuple(EpisodeScore(**episode) for episode in data["episodes"]),
            ms=data["ms"],
            extra={name: data[name] for name in ("scorer", *COUNTS)},
        )


def load_scores(run_dir: Path) -> list[CellScores]:
    """The scores of every cell of a run that has some.

    Raises:
        ConfigError: It is no results folder, or a file is of another layout.
    """
    folder = run_dir / "cells"
    files = [folder / cell / "scores.json" for cell in cells(run_dir)]
    return [CellScores.from_json(read_json(file)) for file in files if file.is_file()]


def write_scores(run_dir: Path, cell: str, scores: Mapping[str, Any]) -> None:
    """Write the ``scores.json`` of a cell in one move.

    Raises:
        StorageError: It can't be written.
    """
    path = run_dir / "cells" / cell / "scores.json"
    partial = path.with_name(path.name + ".part")
    try:
        partial.write_text(json.dumps(scores, ensure_ascii=False, indent=1) + "\n", "utf-8")
        partial.replace(path)
    except OSError as error:
        raise StorageError(f"can't write scores of {cell} ({error.strerror})") from None


def metrics(episodes: Sequence[EpisodeScore], seed: int = 0) -> dict[str, Estimate]:
    """Every rate over ``episodes``, with its interval."""
    return {
        name: ratio([_ratio(e.ratios, name) for e in episodes], seed)
        for name in (*HEADLINE, *FURTHER)
    }


def type_metrics(episodes: Sequence[EpisodeScore], seed: int = 0) -> dict[str, dict[str, Estimate]]:
    """Entity type -> what its episodes count of it -> rate; ``payload`` and ``output`` always."""
    keys: defaultdict[str, set[str]] = defaultdict(lambda: {"payload", "output"})
    for episode in episodes:
        for name, counts in episode.types.items():
            keys[name] |= counts.keys()
    return {
        name: {
            key: ratio([_ratio(e.types.get(name, {}), key) for e in episodes], seed)
            for key in sorted(keys[name])
        }
        for name in sorted(keys)
    }


def rows(scores: Iterable[CellScores]) -> list[dict[str, Any]]:
    """One row per (device, pipeline, agent, suite) in the order of first appearance.

    Several seeds become one row over all their episodes. Values are numbers, texts, or None
    where unscored.
    """
    groups: defaultdict[tuple[str, ...], list[CellScores]] = defaultdict(list)
    for cell in scores:
        groups[tuple(cell.labels[name] for name in GROUP)].append(cell)
    return [_row(cells, groups) for cells in groups.values()]


def _row(
    cells: Sequence[CellScores], groups: Mapping[tuple[str, ...], Sequence[CellScores]]
) -> dict[str, Any]:
    labels = cells[0].labels
    episodes = [episode for cell in cells for episode in cell.episodes]
    row: dict[str, Any] = {**labels, "episodes": len(episodes)}
    row["failed"] = sum(e.status == "failed" for e in episodes)
    failures = Counter(e.failure for e in episodes if e.failure)
    row["failures"] = ", ".join(f"{count} {kind}" for kind, count in sorted(failures.items()))
    estimates = metrics(episodes)
    row |= {name: estimates[name].value for name in HEADLINE}
    ms = {
        name: [v for cell in cells for v in cell.ms.get(name, ())]
        for name in sorted({name for cell in cells for name in cell.ms})
    }
    frames = ms.pop("frame", [])
    row |= _percentiles("frame", frames)
    for name in HEADLINE:
        row |= _interval(name, estimates[name])
    for name in FURTHER:
        row |= {name: estimates[name].value, **_interval(name, estimates[name])}
    row["pictures_exposed"] = estimates["pictures_visible"].n or None
    baseline = _baseline(labels, groups)
    for name, metric in PAIRED.items():
        difference = _against(baseline, episodes, metric)
        row |= {name: difference.value, **_interval(name, difference)}
    row["refusals"] = round(sum(_ratio(e.ratios, "refusals_mean")[0] for e in episodes))
    for name, values in ms.items():
        row |= _percentiles(name, values)
    row["frames"] = len(frames)
    row["seeds"] = " ".join(str(seed) for seed in sorted({cell.seed for cell in cells}))
    for part in COUNTS:
        for name in sorted(cells[0].extra[part]):
            row[f"{part}_{name}"] = sum(cell.extra[part][name] for cell in cells)
    return row | dict(cells[0].extra["scorer"])


BREAKDOWNS = ("world", "category", "app")


def breakdown(scores: Iterable[CellScores]) -> list[dict[str, Any]]:
    """The headline rates of each combination by world, by category and by app.

    Dimensions with a single value are left out.
    """
    cells = list(scores)
    found = []
    for dimension in BREAKDOWNS:
        values = sorted({getattr(e, dimension) for cell in cells for e in cell.episodes})
        for value in values if len(values) > 1 else ():
            kept = [
                replace(
                    cell,
                    episodes=tuple(e for e in cell.episodes if getattr(e, dimension) == value),
                    ms={},
                )
                for cell in cells
            ]
            for row in rows(cell for cell in kept if cell.episodes):
                found.append({"by": dimension, "value": value} | row)
    return found


def _baseline(
    labels: Mapping[str, str], groups: Mapping[tuple[str, ...], Sequence[CellScores]]
) -> Sequence[CellScores]:
    """The cells of ``pipeline=none``, with the same overrides of the pipeline if there are such."""
    _, bracket, overrides = labels["pipeline"].partition("[")
    for pipeline in (BASELINE + bracket + overrides, BASELINE):
        cells = groups.get((labels["device"], pipeline, labels["agent"], labels["suite"]))
        if cells:
            return cells
    return ()


def _against(
    baseline: Sequence[CellScores], episodes: Sequence[EpisodeScore], metric: str
) -> Estimate:
    raw = {(e.seed, e.task): _ratio(e.ratios, metric) for cell in baseline for e in cell.episodes}
    if not raw:
        return EMPTY
    return paired_difference(
        [
            (raw[e.seed, e.task], _ratio(e.ratios, metric))
            for e in episodes
            if (e.seed, e.task) in raw
        ]
    )


def _ratio(ratios: Mapping[str, Sequence[float]], name: str) -> Ratio:
    numerator, denominator = ratios.get(name, (0.0, 0.0))
    return float(numerator), float(denominator)


def _interval(name: str, estimate: Estimate) -> dict[str, Any]:
    return {f"{name}_n": estimate.n, f"{name}_low": estimate.low, f"{name}_high": estimate.high}


def _percentiles(name: str, values: Sequence[float]) -> dict[str, float | None]:
    return {f"{name}_ms_p50": percentile(values, 50), f"{name}_ms_p95": percentile(values, 95)}


def types_by_pipeline(
    scores: Iterable[CellScores],
) -> dict[str, dict[str, tuple[float | None, int]]]:
    """Pipeline -> entity type -> (payload leakage, number of values), over all its cells."""
    groups: defaultdict[str, list[EpisodeScore]] = defaultdict(list)
    for cell in scores:
        groups[cell.labels["pipeline"]].extend(cell.episodes)
    return {
        pipeline: {
            name: (places["payload"].value, places["payload"].n)
            for name, places in type_metrics(episodes).items()
            if places["payload"].n
        }
        for pipeline, episodes in groups.items()
    }


def type_rows(scores: Iterable[CellScores]) -> list[dict[str, Any]]:
    """One row per combination and entity type that it has places of, in annotation or in error.

    ``f1`` is the harmonic mean of recall and precision; None where one of them is unscored and the
    other isn't zero. ``confusions`` says how many hidden places were hidden as which other type.
    """
    groups: defaultdict[tuple[str, ...], list[EpisodeScore]] = defaultdict(list)
    for cell in scores:
        groups[tuple(cell.labels[name] for name in GROUP)].extend(cell.episodes)
    return [
        dict(zip(GROUP, labels, strict=True)) | {"type": name} | _type_row(name, episodes)
        for labels, episodes in groups.items()
        for name in sorted({name for e in episodes for name in e.types})
        if any("recall" in e.types.get(name, {}) for e in episodes)
        or any("precision" in e.types.get(name, {}) for e in episodes)
    ]


def _type_row(name: str, episodes: Sequence[EpisodeScore]) -> dict[str, Any]:
    sums: defaultdict[str, list[float]] = defaultdict(lambda: [0.0, 0.0])
    for episode in episodes:
        for key, (above, below) in episode.types.get(name, {}).items():
            sums[key][0] += above
            sums[key][1] += below
    row: dict[str, Any] = {"tier": EntityType(name).tier}
    for column, key in (("recall", "recall"), ("precision", "precision"), ("leaked", "payload")):
        above, below = sums[key]
        row |= {f"{column}_n": round(below), column: above / below if below else None}
    row["f1"] = _f1(row["recall"], row["precision"])
    confused = {k.removeprefix(AS): round(v[0]) for k, v in sums.items() if k.startswith(AS)}
    ordered = sorted(confused.items(), key=lambda pair: (-pair[1], pair[0]))
    return row | {"confusions": ", ".join(f"{kind} {count}" for kind, count in ordered)}


def _f1(recall: float | None, precision: float | None) -> float | None:
    if recall is None or (precision is None and recall):
        return None
    both = recall + (precision or 0.0)
    return 2 * recall * (precision or 0.0) / both if both else 0.0
