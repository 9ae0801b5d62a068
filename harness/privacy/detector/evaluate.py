"""How much of annotated screens the detector finds; numbers only, never a value.

``python -m harness.privacy.detector.evaluate DIR [--ner CLASS [--checkpoint PATH]]`` reads every
``X.xml`` with its ``X.gold.json`` (``spans`` and ``optional``: node, attr, start, end, type, tier).
A required span is missed if a letter or digit of it survives detection and the sweep of found
values; over-masking is the share of tokens (runs of letters or digits) outside required and
optional spans that lose a character.
"""

from __future__ import annotations

import argparse
import importlib
import json
import re
import sys
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from lxml import etree

from harness.core.canonical import fold
from harness.core.entity import EntityType
from harness.core.protocols import NerEngine
from harness.core.raw import RawFrame
from harness.errors import ConfigError, HarnessError
from harness.privacy.detector.build import shield
from harness.privacy.detector.vocabulary import Vocabulary
from harness.privacy.protocols import Detector
from harness.privacy.screen import Screen

_TOKEN = re.compile(r"[^\W_]+")


@dataclass(slots=True)
class Tally:
    """Counts of one or more screens."""

    required: Counter[str] = field(default_factory=Counter)
    missed: Counter[str] = field(default_factory=Counter)
    tokens: int = 0
    lost: int = 0
    seconds: float = 0.0

    def add(self, other: Tally) -> None:
        """Add the counts of ``other``."""
        self.required += other.required
        self.missed += other.missed
        self.tokens += other.tokens
        self.lost += other.lost
        self.seconds += other.seconds

    def share_missed(self, tier: int) -> float:
        """Share of required spans of a tier that were missed."""
        types = [t for t in EntityType if t.tier == tier]
        total = sum(self.required[t] for t in types)
        return sum(self.missed[t] for t in types) / total if total else 0.0


def evaluate(path: Path, detector: Detector, vocabulary: Vocabulary) -> Tally:
    """Score one screen.

    Args:
        path: The XML file; its annotation stands beside it.
        detector: What is measured.
        vocabulary: Words that the sweep leaves alone.

    Raises:
        ConfigError: A file is missing or broken.
    """
    try:
        gold: dict[str, Any] = json.loads(path.with_suffix(".gold.json").read_text("utf-8"))
        tree = etree.fromstring(path.read_bytes(), etree.XMLParser(resolve_entities=False))
    except (OSError, ValueError, etree.XMLSyntaxError):
        raise ConfigError(f"can't read {path.name} or its annotation") from None
    screen = Screen.of_frame(RawFrame(tree, None))
    started = time.perf_counter()
    masks = masked(screen, detector, vocabulary)
    tally = Tally(seconds=time.perf_counter() - started)
    places = {(f.node, f.attr): i for i, f in enumerate(screen.fields)}
    excused: dict[int, set[int]] = {}
    for name in ("spans", "optional"):
        for span in gold[name]:
            index = places.get((span["node"], span["attr"]))
            if index is None:
                continue
            here = set(range(span["start"], span["end"]))
            excused.setdefault(index, set()).update(here)
            if name == "spans":
                text = screen.fields[index].text
                tally.required[span["type"]] += 1
                left = any(i not in masks[index] and text[i].isalnum() for i in here)
                tally.missed[span["type"]] += left
    for index, entry in enumerate(screen.fields):
        for token in _TOKEN.finditer(entry.text):
            here = set(range(*token.span()))
            if here & excused.get(index, set()):
                continue
            tally.tokens += 1
            tally.lost += bool(here & masks[index])
    return tally


def masked(screen: Screen, detector: Detector, vocabulary: Vocabulary) -> list[set[int]]:
    """Code points that detection and the sweep of known values hide, per field."""
    masks: list[set[int]] = [set() for _ in screen.fields]
    values: set[str] = set()
    for detection in detector.detect(screen):
        for part in detection.parts:
            masks[part.field].update(range(part.start, part.end))
        if sweepable(detection.value, detection.type, vocabulary):
            values.add(detection.value)
    for value in values:
        pattern = re.compile(rf"(?<![^\W_]){re.escape(value)}(?![^\W_])", re.IGNORECASE)
        if any("\u2e80" <= c <= "\ud7ff" for c in value):
            pattern = re.compile(re.escape(value))
        for index, entry in enumerate(screen.fields):
            for match in pattern.finditer(entry.text):
                masks[index].update(range(*match.span()))
    return masks


def sweepable(value: str, type_: EntityType, vocabulary: Vocabulary) -> bool:
    """Whether a found value is replaced elsewhere too: not short scraps, not UI words."""
    text = fold(value)
    if vocabulary.vetoes(value) or len(text) < 2:
        return False
    if type_ is EntityType.MESSAGE_CONTENT:
        return len(text) >= 12
    return type_ is not EntityType.DATE_OF_BIRTH or len(text) > 3


def main(arguments: Sequence[str] | None = None) -> int:
    """Print one line per file and per type."""
    parser = argparse.ArgumentParser(prog="python -m harness.privacy.detector.evaluate")
    parser.add_argument("folder", type=Path, help="folder of X.xml and X.gold.json")
    parser.add_argument("--ner", metavar="CLASS", help="NER engine, as module:class")
    parser.add_argument("--checkpoint", help="model folder for the engine")
    options = parser.parse_args(arguments)
    try:
        engine = _engine(options.ner, options.checkpoint) if options.ner else None
        report(options.folder, shield(engine))
    except HarnessError as error:
        sys.stderr.write(f"{error}\n")
        return 2
    return 0


def report(folder: Path, detector: Detector) -> Tally:
    """Evaluate every screen of a folder and print the table.

    Raises:
        ConfigError: There is no annotated screen.
    """
    files = sorted(p for p in folder.glob("*.xml") if p.with_suffix(".gold.json").exists())
    if not files:
        raise ConfigError(f"no X.xml with X.gold.json in {folder}")
    total, vocabulary = Tally(), Vocabulary()
    out = sys.stdout.write
    out(f"{'file':32} {'tier 1 missed':>14} {'tier 2 missed':>14} {'over-masked':>16} {'ms':>6}\n")
    for path in files:
        tally = evaluate(path, detector, vocabulary)
        total.add(tally)
        out(_line(path.stem, tally))
    out(_line("all", total))
    for name in EntityType:
        if total.required[name]:
            out(f"  {name:22} missed {total.missed[name]:3} of {total.required[name]:3}\n")
    return total


def _line(name: str, tally: Tally) -> str:
    cells = []
    for tier in (1, 2):
        types = [t for t in EntityType if t.tier == tier]
        missed = sum(tally.missed[t] for t in types)
        cells.append(f"{missed:5} of {sum(tally.required[t] for t in types):4}")
    share = tally.lost / tally.tokens if tally.tokens else 0.0
    cells.append(f"{tally.lost:4} ({share:6.2%})")
    return f"{name:32} {cells[0]:>14} {cells[1]:>14} {cells[2]:>16} {1000 * tally.seconds:6.0f}\n"


def _engine(name: str, checkpoint: str | None) -> NerEngine:
    module, _, attribute = name.partition(":")
    try:
        made = getattr(importlib.import_module(module), attribute)
    except (ImportError, AttributeError):
        raise ConfigError(f"no NER engine {name!r}: give it as module:class") from None
    engine: NerEngine = made(checkpoint=checkpoint) if checkpoint else made()
    return engine


if __name__ == "__main__":
    sys.exit(main())
