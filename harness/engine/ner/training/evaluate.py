"""Score an engine on the hand-made strings of ``heldout.json``.

Usage: ``python -m harness.engine.ner.training.evaluate [--engine gliner|rampart]
[--checkpoint DIR] [--file FILE] [--json FILE]``. The generator did not make these strings, and
nothing is tuned on them. ``dev.json`` is a second such list, whose errors may be looked at.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from harness.core.protocols import NerEngine
from harness.engine.ner.gliner import GlinerNer
from harness.engine.ner.rampart import RampartNer
from harness.engine.ner.training.corpus import LABELS

HELDOUT = Path(__file__).with_name("heldout.json")
LANGUAGE_GROUPS: dict[str, tuple[str, ...]] = {
    "English": ("en",),
    "other Latin": ("de", "fr", "es", "pt", "it", "pl", "nl", "tr", "id", "vi"),
    "Cyrillic and Greek": ("ru", "uk", "bg", "el"),
    "Arabic, Hebrew, Devanagari": ("ar", "he", "hi"),
    "Chinese, Japanese, Korean": ("zh", "ja", "ko"),
}

Key = tuple[int, int, str]


@dataclass(frozen=True, slots=True)
class Item:
    """One string; ``gold`` holds (start, end, type), empty for a negative."""

    lang: str
    text: str
    gold: frozenset[Key]


@dataclass(frozen=True, slots=True)
class Score:
    """Counts of exact matches (same start, end and type)."""

    hits: int
    found: int
    gold: int

    @property
    def precision(self) -> float:
        """Hits among found, 0..1; 0 when nothing was found."""
        return self.hits / self.found if self.found else 0.0

    @property
    def recall(self) -> float:
        """Hits among gold, 0..1; 0 when there is no gold."""
        return self.hits / self.gold if self.gold else 0.0

    @property
    def f1(self) -> float:
        """Harmonic mean of precision and recall, 0..1."""
        return 2 * self.hits / (self.found + self.gold) if self.found + self.gold else 0.0

    def row(self) -> dict[str, float | int]:
        """The numbers, rounded, for tables."""
        return {
            "precision": round(self.precision, 3),
            "recall": round(self.recall, 3),
            "f1": round(self.f1, 3),
            "gold": self.gold,
        }


def load_heldout(path: Path = HELDOUT) -> list[Item]:
    """Read the strings.

    Args:
        path: a JSON list of ``{lang, text, spans: [[start, end, type], ...]}``.

    Returns:
        The items in file order.
    """
    rows = json.loads(path.read_text(encoding="utf-8"))
    return [
        Item(r["lang"], r["text"], frozenset((s, e, t) for s, e, t in r["spans"])) for r in rows
    ]


def score(pairs: Iterable[tuple[frozenset[Key], frozenset[Key]]]) -> Score:
    """Sum exact matches over (found, gold) pairs."""
    hits = found = gold = 0
    for got, want in pairs:
        hits, found, gold = hits + len(got & want), found + len(got), gold + len(want)
    return Score(hits, found, gold)


def evaluate(engine: NerEngine, items: Sequence[Item]) -> dict[str, Any]:
    """Run the engine and count.

    Args:
        engine: any engine.
        items: held-out strings.

    Returns:
        ``all``, ``type`` and ``language`` scores; ``negatives`` and ``flagged`` counts;
        ``hidden``, the share of gold spans wholly covered by spans of any type; ``ms``, the
        mean time per string in milliseconds.
    """
    engine.detect(["warm up"])
    started = time.perf_counter()
    spans = engine.detect([item.text for item in items])
    elapsed = time.perf_counter() - started
    found = [frozenset((s.start, s.end, s.type.value) for s in row) for row in spans]
    pairs = [(got, item.gold) for got, item in zip(found, items, strict=True)]
    kinds = sorted({t for got, gold in pairs for _, _, t in got | gold})
    covered = total = 0
    for got, gold in pairs:
        places = {i for s, e, _ in got for i in range(s, e)}
        total += len(gold)
        covered += sum(all(i in places for i in range(s, e)) for s, e, _ in gold)
    negatives = [got for got, gold in pairs if not gold]
    return {
        "all": score(pairs).row(),
        "type": {
            kind: score(
                (
                    frozenset(k for k in got if k[2] == kind),
                    frozenset(k for k in gold if k[2] == kind),
                )
                for got, gold in pairs
            ).row()
            for kind in kinds
        },
        "language": {
            name: score(
                pair for pair, item in zip(pairs, items, strict=True) if item.lang in langs
            ).row()
            for name, langs in LANGUAGE_GROUPS.items()
        },
        "negatives": len(negatives),
        "flagged": sum(1 for got in negatives if got),
        "hidden": round(covered / total, 3) if total else 0.0,
        "ms": round(1000 * elapsed / len(items), 2) if items else 0.0,
    }


def default_labels() -> dict[str, str]:
    """Label phrase -> entity type name, for all types."""
    return {phrasings[0]: kind for kind, phrasings in LABELS.items()}


def main(argv: list[str] | None = None) -> int:
    """Command line entry.

    Args:
        argv: arguments; None reads the process's own.

    Returns:
        Exit code 0.
    """
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--engine", choices=["gliner", "rampart"], default="gliner")
    parser.add_argument("--checkpoint", default=None, help="folder; default: packaged weights")
    parser.add_argument("--threshold", type=float, default=0.5)
    parser.add_argument("--file", type=Path, default=HELDOUT, help="strings to score on")
    parser.add_argument("--json", type=Path, default=None, help="write the numbers here")
    args = parser.parse_args(argv)
    engine: NerEngine
    if args.engine == "gliner":
        engine = GlinerNer(args.checkpoint, default_labels(), args.threshold)
    else:
        engine = RampartNer(args.threshold)
    result = evaluate(engine, load_heldout(args.file))
    for name, row in [("all", result["all"]), *result["type"].items(), *result["language"].items()]:
        print(
            f"{name:28} P {row['precision']:.2f}  R {row['recall']:.2f}  F1 {row['f1']:.2f}"
            f"  n {row['gold']}"
        )
    print(
        f"negatives flagged {result['flagged']} of {result['negatives']}; gold spans hidden "
        f"{result['hidden']:.2f}; {result['ms']} ms a string"
    )
    if args.json is not None:
        args.json.write_text(json.dumps(result, indent=2) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
