"""``python -m harness.score.leak_scan RUN``: nothing outside ``private/`` holds a gold value.

The gold of all cells is taken from ``private/`` and looked for in every other file of the run, by
the rules of leakage scoring: texts in decoded form, hierarchies by their readable attributes,
screens by comparing them with the raw ones. Only counts, places and types are printed.

A value that is one ordinary word ("Will", which the same phone also shows on a button) is looked
for at its own places alone.
"""

from __future__ import annotations

import argparse
import csv
import json
import re
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import yaml

from harness.core.canonical import DEFAULT_REGION, fold
from harness.core.entity import EntityType
from harness.core.raw import nodes, readable_attributes
from harness.errors import ConfigError, HarnessError
from harness.score.gold import Item, Place, exposure, merged_values, step_places
from harness.score.matching import CODE_TYPES, Matcher
from harness.score.pixels import VISIBLE_SHARE, fit, visible_share
from harness.score.records import (
    CellRecords,
    Frames,
    Step,
    cells,
    load_cell,
    public_frames,
    read_tree,
)

_WORD = re.compile(r"[^\W\d_]+")
_CONTENT_NAME = re.compile(r"[0-9a-f]{16}\.(?:png|xml)")
"""Files named by a hash of their content; its digits mean nothing."""
_TELLING = 4
"""A message of one word says nothing below so many characters."""
_MAX_SCRAP = 12
_NUMBER = re.compile(r"-?\d+(?:\.\d+)?%?")


@dataclass(frozen=True, slots=True)
class Leak:
    """A gold value outside ``private/``.

    Attributes:
        place: File and line, node or box; never the value.
        type: Entity type.
    """

    place: str
    type: str


@dataclass(slots=True)
class Report:
    """What a scan looked at and found.

    Attributes:
        values: Gold values looked for.
        ordinary: Those of them looked for at their own places alone.
        files: Files looked at.
        images: Public screens compared with raw ones.
        unchecked: Files that could not be looked into.
        leaks: What was found.
    """

    values: int = 0
    ordinary: int = 0
    files: int = 0
    images: int = 0
    unchecked: list[str] = field(default_factory=list)
    leaks: list[Leak] = field(default_factory=list)


def scan(run: Path) -> Report:
    """Look for gold values outside ``private/``.

    Raises:
        ConfigError: It is no results folder, a record is broken, or there is no ``private/``.
    """
    if not (run / "private").is_dir():
        raise ConfigError(f"{run} has no private/, so its gold values aren't known")
    records = [load_cell(run, cell) for cell in cells(run, every=True)]
    exposures = [x for r in records for e in r.episodes if (x := exposure(e, r)) is not None]
    values = merged_values(exposures)
    matcher = Matcher(values, records[0].region if records else DEFAULT_REGION)
    words = _ordinary_words(records)
    ordinary = sorted(item for item in values if _is_ordinary(item, words))
    report = Report(values=len(values), ordinary=len(ordinary))
    compared: set[Path] = set()
    for one in records:
        screens = _Screens(run, one, matcher, ordinary, report)
        screens.scan()
        compared |= screens.compared
    wanted = sorted(i for i in values.keys() - set(ordinary) if matcher.searchable(i))

    @cache
    def types(text: str) -> list[str]:
        hits = matcher.search(text, wanted)
        return [item.type.value for item, hit in hits.items() if hit.full]

    for path in sorted(run.rglob("*")):
        relative = path.relative_to(run)
        if relative.parts[0] == "private" or not path.is_file():
            continue
        report.files += 1
        if path.suffix == ".png":
            # Plots are drawn from scores; every other picture must have been compared.
            if path not in compared and relative.parts[0] != "plots":
                report.unchecked.append(str(relative))
            continue
        try:
            name = [] if _CONTENT_NAME.fullmatch(path.name) else [("", relative.as_posix())]
            for place, text in [*name, *_texts(path)]:
                report.leaks += [Leak(f"{relative}{place}", type) for type in types(text)]
        except (ValueError, yaml.YAMLError, ConfigError):
            report.unchecked.append(str(relative))
    return report


def main(arguments: Sequence[str] | None = None) -> int:
    """Scan a run; 0 if nothing was found, 1 if something was, 2 if it can't be told."""
    parser = argparse.ArgumentParser(
        prog="python -m harness.score.leak_scan",
        description="Prove that nothing of a run outside private/ holds a gold value.",
    )
    parser.add_argument("run", type=Path, help="a folder under results/")
    try:
        report = scan(parser.parse_args(arguments).run)
    except HarnessError as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    print(
        f"{report.values} gold values ({report.ordinary} ordinary words, looked for at their own "
        f"places alone); {report.files} files, {report.images} screens compared with raw ones"
    )
    for name in report.unchecked:
        print(f"not checked: {name}")
    for leak in report.leaks:
        print(f"found: {leak.place} ({leak.type})")
    print(f"{len(report.leaks)} found, {len(report.unchecked)} not checked")
    return 1 if report.leaks or report.unchecked else 0


# ---------------------------------------------------------------- texts


def _texts(path: Path) -> Iterator[tuple[str, str]]:
    """(place, text) of everything that can be read in a file; numbers of tables left out."""
    if path.suffix == ".xml":
        for i, element in enumerate(nodes(read_tree(path))):
            for _, value in readable_attributes(element):
                yield f" node {i}", value
        return
    text = path.read_text("utf-8")
    if path.suffix in (".json", ".yaml"):
        data = json.loads(text) if path.suffix == ".json" else yaml.safe_load(text)
        yield from (("", string) for string in _strings(data))
        return
    for number, line in enumerate(text.split("\n"), 1):
        for part in _parts(path.suffix, line):
            yield f":{number}", part


def _parts(suffix: str, line: str) -> Iterable[str]:
    if suffix == ".jsonl":
        return _strings(json.loads(line)) if line.strip() else ()
    if suffix == ".csv":
        cells = next(csv.reader([line]), [])
        return [cell for cell in cells if not _NUMBER.fullmatch(cell.strip())]
    if suffix == ".md" and line.startswith("|"):
        return [_NUMBER.sub(" ", cell) for cell in line.split("|")]
    return [line]


def _strings(data: Any) -> Iterator[str]:
    if isinstance(data, str):
        if not _CONTENT_NAME.fullmatch(data):
            yield data
    elif isinstance(data, Mapping):
        for key, value in data.items():
            yield str(key)
            yield from _strings(value)
    elif isinstance(data, list):
        for value in data:
            yield from _strings(value)


# ---------------------------------------------------------------- ordinary words


def _is_ordinary(item: Item, words: frozenset[str]) -> bool:
    """Whether it is a word, or a scrap of a message ("it is"), that other texts hold as well."""
    if item.type in CODE_TYPES or len(item.canonical) > _MAX_SCRAP:
        return False
    own = _WORD.findall(item.canonical)
    # What is left of a message between two values may be no more than a "hi" or a "has".
    little = item.type is EntityType.MESSAGE_CONTENT and len(own) == 1 and len(own[0]) < _TELLING
    return bool(own) and (little or all(word in words for word in own))


def _ordinary_words(records: Iterable[CellRecords]) -> frozenset[str]:
    """Words that the phone shows outside of every gold place, or that stand in fixed prompts."""
    found: set[str] = set()
    texts: set[str] = set()
    trees: set[str] = set()
    for one in records:
        for episode in one.episodes:
            for step in episode.steps:
                texts |= {m.text for m in step.payload if m.fixed}
                twin = step.private
                if twin is None or twin.gold is None or twin.raw_tree in (None, *trees):
                    continue
                assert twin.raw_tree is not None
                trees.add(twin.raw_tree)
                found |= _harmless_words(one.frames, step)
    return frozenset(found | {word for text in texts for word in _WORD.findall(fold(text))})


def _harmless_words(frames: Frames, step: Step) -> set[str]:
    twin = step.private
    tree = frames.raw_tree(twin.raw_tree) if twin and twin.raw_tree else None
    if twin is None or tree is None:
        return set()
    words: set[str] = set()
    for i, element in enumerate(nodes(tree)):
        for name, text in readable_attributes(element):
            for mark in sorted(twin.gold or (), key=lambda m: -m.start):
                if (mark.node, mark.attr) == (i, name):
                    text = text[: mark.start] + " " + text[mark.end :]
            words |= set(_WORD.findall(fold(text)))
    return words


# ---------------------------------------------------------------- screens


class _Screens:
    """Compares the public screens of a cell with the raw ones, place by place."""

    def __init__(
        self,
        run: Path,
        records: CellRecords,
        matcher: Matcher,
        ordinary: Sequence[Item],
        report: Report,
    ) -> None:
        self.compared: set[Path] = set()
        self._folder = run / "cells" / records.cell / "frames"
        self._name = self._folder.relative_to(run).as_posix()
        self._records = records
        self._public = public_frames(run, records.cell)
        self._matcher = matcher
        self._ordinary = ordinary
        self._report = report

    def scan(self) -> None:
        """Note what is found in the report."""
        known: set[tuple[str | None, ...]] = set()
        for episode in self._records.episodes:
            for step in episode.steps:
                raw = step.private.raw_image if step.private else None
                places = step_places(step, self._records.frames)
                names = {m.image for m in step.public.payload} | {step.public.image}
                for name in sorted(n for n in names if n and (n, raw) not in known):
                    known.add((name, raw))
                    if raw:
                        self._compare_image(name, raw, places)
                if step.public.tree:
                    self._compare_places(step.public.tree, places)

    def _compare_image(self, name: str, raw_name: str, places: Iterable[Place]) -> None:
        raw, sent = self._public.raw_image(raw_name), self._public.image(name)
        if raw is None or sent is None:
            return
        self._report.images += 1
        self.compared.add(self._folder / name)
        sized = fit(sent, (raw.shape[1], raw.shape[0]))
        for place in places:
            box = place.mark.box
            if box is not None and (visible_share(raw, sized, box) or 0.0) >= VISIBLE_SHARE:
                self._note(f"{name} {box}", place.mark.type.value)

    def _compare_places(self, name: str, places: Iterable[Place]) -> None:
        """Look for ordinary words in the attributes that showed them as values."""
        tree = self._public.tree(name)
        elements = nodes(tree) if tree is not None else []
        for place in places:
            node = place.mark.node
            if place.shown is None or node is None or node >= len(elements):
                continue
            text = str(elements[node].get(place.mark.attr, ""))
            same = [i for i in self._ordinary if i.canonical == fold(place.shown)]
            for item, hit in self._matcher.search(text, same).items():
                if hit.full:
                    self._note(f"{name} node {node}", item.type.value)

    def _note(self, place: str, type: str) -> None:
        self._report.leaks.append(Leak(f"{self._name}/{place}", type))


if __name__ == "__main__":
    sys.exit(main())
