"""``python -m harness.score.leak_list RUN``: every leaked value, and where it got through.

One row for each value of an episode that was sent in full: its type, the step and the view that
showed it, and whether the hierarchy or the pixels gave it away; and one for each face, code or
document that can still be made out. ``private/leaks.csv`` names the values, and where on the screen
such a picture is; ``leaks.csv`` and the printed summary count the same rows by place, without any
value.
"""

from __future__ import annotations

import argparse
import csv
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from lxml import etree

from harness.core.geometry import Box
from harness.core.raw import nodes
from harness.errors import HarnessError
from harness.score.gold import Exposure, Item
from harness.score.leakage import Leaks, cell_leaks
from harness.score.pictures import Picture, PictureSearch, Sight
from harness.score.records import CellRecords, Episode, cells, load_cell
from harness.score.screens import Source

_SHOWN = 40
"""Places in the printed summary."""


@dataclass(frozen=True, slots=True, repr=False)
class LeakRow:
    """A value of an episode that was sent in full, or a picture that is still visible.

    Attributes:
        cell: The cell.
        episode: The episode.
        world: Its world.
        step: The first step whose raw screen shows it.
        type: Its type, or what the picture shows.
        tier: 1 or 2.
        app: Package of the view that shows it there, "" if only pixels or the user told it.
        view: Resource id of that view, without the package.
        attr: Attribute that holds it, ``image`` or ``instruction``.
        way: ``text``, ``pixels`` or ``ocr``, joined by ``+``.
        value: The value, private; of a picture, its box.
    """

    cell: str
    episode: str
    world: str
    step: int
    type: str
    tier: int
    app: str
    view: str
    attr: str
    way: str
    value: str


PUBLIC = ("cell", "type", "tier", "app", "view", "attr", "way")
"""The columns without a value, an episode or a screen text."""


def leak_rows(records: CellRecords) -> Iterator[LeakRow]:
    """What leaked in a cell, episode by episode; images are compared, not read."""
    searched, pictures = cell_leaks(records), PictureSearch(records)
    for episode in records.episodes:
        found = searched.leaks.get(episode.public.episode)
        if found is not None:
            gold = searched.golds[episode.public.episode]
            for item in sorted(found.payload):
                yield _row(records, episode, gold, item, found)
        for picture, sight in pictures.of(episode).items():
            if sight.visible:
                yield _picture_row(records, episode, picture, sight)


def _row(
    records: CellRecords, episode: Episode, gold: Exposure, item: Item, found: Leaks
) -> LeakRow:
    ways = (("text", found.text), (Source.PIXELS, found.pixels), (Source.OCR, found.ocr))
    way = "+".join(str(name) for name, hits in ways if hits.get(item))
    sent = [step for step, leaked in sorted(found.sent) if leaked == item]
    shown = [step for step in sorted(gold.steps) if item in gold.steps[step]]
    step = (sent or shown or [0])[0]
    app, view, attr = _place(records, episode, gold, item, step)
    return LeakRow(
        records.cell,
        episode.public.episode,
        episode.public.world,
        step,
        item.type.value,
        item.type.tier,
        app,
        view,
        attr,
        way,
        min(gold.values[item]),
    )


def _picture_row(records: CellRecords, episode: Episode, picture: Picture, sight: Sight) -> LeakRow:
    public = episode.public
    turn = next(s for s in episode.steps if s.public.step == sight.step)
    name = turn.private.raw_tree if turn.private else None
    raw = records.frames.raw_tree(name) if name else None
    app = view = ""
    for element in [] if raw is None else nodes(raw):
        bounds = Box.parse(str(element.get("bounds", "")))
        # The last one that holds it is the innermost.
        if bounds is not None and sight.box.overlap(bounds) == 1:
            app, view = _named(element)
    return LeakRow(
        records.cell, public.episode, public.world, sight.step, picture.kind.value, 1, app, view,
        "image", Source.PIXELS, str(sight.box),
    )  # fmt: skip


def _named(element: etree._Element) -> tuple[str, str]:
    """Package and resource id of a view."""
    view = str(element.get("resource-id", "")).rpartition("/")[2]
    return str(element.get("package", "")), view


def _place(
    records: CellRecords, episode: Episode, gold: Exposure, item: Item, step: int
) -> tuple[str, str, str]:
    """App, view and attribute of the place that still shows the value in what was sent."""
    turn = next((s for s in episode.steps if s.public.step == step), None)
    places = gold.steps.get(step, {}).get(item, ())
    if turn is None or turn.private is None or not places:
        return "", "", "instruction"
    raw = records.frames.raw_tree(turn.private.raw_tree) if turn.private.raw_tree else None
    sent = records.frames.tree(turn.tree) if turn.tree else None
    elements = [] if raw is None else nodes(raw)
    virtual = [] if sent is None else nodes(sent)
    told = [p for p in places if p.mark.node is not None and p.mark.node < len(elements)]
    kept = [
        p
        for p in told
        if p.mark.node is not None
        and p.mark.node < len(virtual)
        and (p.shown or p.mark.value) in str(virtual[p.mark.node].get(p.mark.attr))
    ]
    for place in kept or told:
        assert place.mark.node is not None
        return *_named(elements[place.mark.node]), place.mark.attr
    return "", "", "image"


def write_leaks(run: Path) -> Counter[tuple[str, ...]]:
    """Write both lists of a run; the counts by place.

    Args:
        run: A folder under ``results/``.

    Raises:
        ConfigError: A record is missing or broken.
    """
    rows = [row for cell in cells(run) for row in leak_rows(load_cell(run, cell))]
    private = run / "private"
    private.mkdir(mode=0o700, exist_ok=True)
    _write(private / "leaks.csv", LeakRow.__slots__, [tuple(_cells(row)) for row in rows])
    counts = Counter(tuple(str(getattr(row, name)) for name in PUBLIC) for row in rows)
    ordered = [(*key, str(count)) for key, count in counts.most_common()]
    _write(run / "leaks.csv", (*PUBLIC, "values"), ordered)
    return counts


def _cells(row: LeakRow) -> list[str]:
    return [str(getattr(row, name)) for name in LeakRow.__slots__]


def _write(path: Path, header: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow(header)
        writer.writerows(rows)


def main(arguments: Sequence[str] | None = None) -> int:
    """List the leaks of a run; the exit status."""
    parser = argparse.ArgumentParser(
        prog="python -m harness.score.leak_list",
        description="List every leaked value of a run by the place where it got through.",
    )
    parser.add_argument("run", type=Path, help="a folder under results/")
    run: Path = parser.parse_args(arguments).run
    try:
        counts = write_leaks(run)
    except HarnessError as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    for key, count in counts.most_common(_SHOWN):
        print(f"{count:6}  {'  '.join(part or '-' for part in key)}")
    named = run / "private" / "leaks.csv"
    print(f"{counts.total()} values and pictures in {named}; places in leaks.csv")
    return 0


if __name__ == "__main__":
    sys.exit(main())
