"""Which regions of the screenshot are painted over, and with which text."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from harness.core.geometry import Box
from harness.core.protocols import Finding, OcrLine
from harness.core.raw import Image
from harness.privacy.protocols import Vault
from harness.privacy.screen import Screen
from harness.privacy.transformer.align import (
    INITIALS,
    Entity,
    Place,
    aligned,
    explained,
    is_foreign,
    key,
    near,
    overlaps,
    substance,
    unconfused,
)  # fmt: skip
from harness.privacy.transformer.pixels import Canvas, Style
from harness.privacy.transformer.places import is_partial, union
from harness.privacy.transformer.spans import Hit, disjoint, replaced
from harness.privacy.transformer.tree import PASSWORD, known_hits, split_hits

_INSIDE = 0.5
"""A line belongs to a node if this share of it lies inside."""
_COVERED = 0.8
"""A region needs no painting of its own if this share of it is painted anyway."""
_COMPLETE = 0.9
"""The lines read in a node are all of its text if they hold this share of its characters."""
_SIGN = 1.6
"""What is wider for its height than this is more than a sign or two."""
_ICON = 0.2
"""Widest and highest icon, as a share of the screen's shorter side."""


@dataclass(frozen=True, slots=True, repr=False)
class Painted:
    """The virtual screenshot.

    Attributes:
        image: RGB, (height, width, 3).
        findings: What was found only in pixels.
        unprocessed: Boxes in px that no part could explain.
    """

    image: Image
    findings: tuple[Finding, ...]
    unprocessed: tuple[Box, ...]


@dataclass(frozen=True, slots=True, repr=False)
class _Patch:
    """A node's text to be painted over.

    Attributes:
        widget: The node's bounds.
        text: What to write.
        picture: The text is a description, not what is drawn there.
        drawn: Where in it its text was seen, None if it wasn't.
        complete: Nothing but what stands in ``drawn`` needs to be covered.
        original: The raw text, if it is a single line.
    """

    widget: Box
    text: str
    picture: bool = False
    drawn: Box | None = None
    complete: bool = False
    original: str = ""

    @property
    def box(self) -> Box:
        """What will be covered."""
        if self.drawn is None:
            return self.widget
        return self.drawn if self.complete else self.widget.union(self.drawn)


class Painter:
    """Paints one frame."""

    def __init__(
        self,
        image: Image,
        *,
        screen: Screen,
        hits: Sequence[Sequence[Hit]],
        places: Sequence[Place],
        lines: Sequence[OcrLine],
        vault: Vault,
        tau: float,
        guard: bool,
        style: Style,
    ) -> None:
        """Take everything that is known about the frame.

        Args:
            image: The raw screenshot; not changed.
            screen: Texts of the frame.
            hits: Per field, what is hidden there.
            places: Per node, where it stands; empty without a tree.
            lines: What OCR saw.
            vault: The session's table.
            tau: Least similarity of OCR text and a value.
            guard: See :class:`~harness.privacy.transformer.transformer.UiTransformer`.
            style: How values are covered.
        """
        self._canvas = Canvas(image, style)
        self._places = places
        self._vault = vault
        self._tau = tau
        self._guard = guard
        self._side = int(min(image.shape[:2]))
        self._partial = is_partial(places, (image.shape[1], image.shape[0]))
        self._lines = [replace(line, text=vault.neutralise(line.text)) for line in lines]
        self._shares = overlaps([line.box for line in lines], [place.box for place in places])
        self._node_hits: dict[int, dict[str, tuple[str, Sequence[Hit]]]] = defaultdict(dict)
        self._pixel_hits: dict[tuple[Box | None, str], Sequence[Hit]] = {}
        for field, found in zip(screen.fields, hits, strict=True):
            if found and field.node is not None:
                self._node_hits[field.node][field.attr] = (field.text, found)
            elif found and field.attr == "image":
                self._pixel_hits[field.box, field.text] = found

    def paint(self) -> Painted:
        """Cover lines first and nodes on top, then what nobody could read."""
        patches = list(self._patches())
        painted = [patch.box for patch in patches]
        findings = []
        for line, found in self._line_hits(tuple(painted)):
            if not all(_is_covered(_share(line, hit), painted) for hit in found):
                shown = replaced(line.text, found)
                covered = self._canvas.overlay_line(line.box, shown, line.text)
                painted.append(covered)
                findings += [
                    Finding(None, "image", h.start, h.end, h.type, h.placeholder, h.source, covered)
                    for h in found
                ]
        for patch in patches:
            if patch.complete:
                self._canvas.overlay_line(patch.box, patch.text, patch.original, patch.widget)
            else:
                self._canvas.overlay_widget(patch.box, patch.text, patch.drawn, whole=patch.picture)
        unprocessed = [
            self._canvas.hide(line.box)
            for i, line in enumerate(self._lines)
            if not _is_covered(line.box, painted) and self._is_unexplained(i)
        ]
        return Painted(self._canvas.finish(), tuple(findings), tuple(unprocessed))

    # ------------------------------------------------------------ nodes

    def _patches(self) -> Iterator[_Patch]:
        for node, attributes in self._node_hits.items():
            place = self._places[node]
            if not place.box.area:
                continue
            if place.drawn_in in attributes:
                patch = self._text_patch(node, *attributes[place.drawn_in])
            elif place.drawn or not place.leaf or self._readable(node):
                continue  # What is drawn there is text that is known or read by itself.
            else:
                text, found = max(attributes.values(), key=lambda item: len(item[0]))
                patch = _Patch(place.box, replaced(text, found), picture=True)
            if patch is not None:
                yield patch

    def _text_patch(self, node: int, text: str, found: Sequence[Hit]) -> _Patch | None:
        """How to cover a node's own text; None if something else is drawn in its place."""
        place = self._places[node]
        lines = self._readable(node)
        own = [line for line in lines if explained(line, [_text_only(place)], self._tau)]
        shown = replaced(text, found)
        if not place.leaf:
            inner = any(i in self._node_hits for i in self._inside(node))
            return None if lines or inner else _Patch(place.box, shown)
        if own:
            region = union([line.box for line in own])
            read = sum(len(key(line.text)) for line in own)
            complete = read >= _COMPLETE * len(key(text)) and found[0].placeholder != PASSWORD
            original = text if len(own) == 1 else ""
            return _Patch(place.box, shown, False, region, complete, original)
        others = [p for i, p in enumerate(self._places) if i != node]
        if lines and all(explained(line, self._around(line, others), self._tau) for line in lines):
            return None
        return _Patch(place.box, shown)

    def _readable(self, node: int) -> list[OcrLine]:
        """The readable lines inside a node."""
        inside = (self._shares[:, node] >= _INSIDE).nonzero()[0]
        return [self._lines[i] for i in inside if any(c.isalnum() for c in self._lines[i].text)]

    def _inside(self, node: int) -> Iterator[int]:
        """Later nodes that lie inside a node."""
        box = self._places[node].box
        for i in range(node + 1, len(self._places)):
            if self._places[i].box.area and self._places[i].box.overlap(box) > _COVERED:
                yield i

    @staticmethod
    def _around(line: OcrLine, places: Sequence[Place]) -> list[Place]:
        shares = overlaps([line.box], [place.box for place in places])
        return near(places, shares[0])

    # ------------------------------------------------------------ lines

    def _line_hits(self, painted: Sequence[Box]) -> list[tuple[OcrLine, list[Hit]]]:
        """Readable lines outside of what is painted anyway, in which something is to be hidden."""
        shares = overlaps([line.box for line in self._lines], painted)
        covered = np.asarray((shares >= _COVERED).any(axis=1))
        entities = self._entities()
        indices = [i for i, line in enumerate(self._lines) if line.text and not covered[i]]
        hits = [self._hits_in(i, entities) for i in indices]
        for above in range(len(indices) - 1):
            pair = [self._lines[i].text for i in indices[above : above + 2]]
            for index, hit in split_hits(pair, self._vault, "ocr"):
                hits[above + index].append(hit)
        return [
            (self._lines[i], disjoint(found, self._lines[i].text))
            for i, found in zip(indices, hits, strict=True)
            if found
        ]

    def _hits_in(self, index: int, entities: Sequence[tuple[Entity, list[int]]]) -> list[Hit]:
        line = self._lines[index]
        hits = list(self._pixel_hits.get((line.box, line.text), ()))
        hits += known_hits(line.text, self._vault, "ocr")
        for reading in unconfused(line.text):
            hits += known_hits(reading, self._vault, "ocr")
        here: list[Entity] = []
        away: list[Entity] = []
        for entity, holders in entities:
            at_place = not self._guard or self._shares[index, holders].max() >= _INSIDE
            (here if at_place else away).append(entity)
        for start, end, entity in aligned(line.text, here, away, self._tau):
            if not any(hit.start < end and start < hit.end for hit in hits):
                hits.append(Hit(start, end, entity.placeholder, entity.type, "ocr"))
        return hits

    def _entities(self) -> list[tuple[Entity, list[int]]]:
        """The values hidden in the tree, and the nodes that hold them."""
        holders: dict[Entity, list[int]] = defaultdict(list)
        for node, attributes in self._node_hits.items():
            for text, found in attributes.values():
                for hit in found:
                    if hit.placeholder != PASSWORD:
                        value = text[hit.start : hit.end]
                        holders[Entity.of(value, hit.placeholder, hit.type)].append(node)
        return list(holders.items())

    # ------------------------------------------------------------ what nobody could read

    def _is_unexplained(self, index: int) -> bool:
        """Whether a line must be masked because neither a reading nor the tree explains it."""
        line = self._lines[index]
        inside: list[int] = (self._shares[index] >= _INSIDE).nonzero()[0].tolist()
        holders = [i for i in inside if self._places[i].leaf]
        if self._partial and not inside:
            return True  # Behind a dialog texts are cut, and no neighbour tells what they are.
        # A description there says that something is to be hidden: it may be a bad reading.
        suspect = any(i in self._node_hits and not self._places[i].drawn for i in holders)
        if line.text and (line.sure or suspect):
            return (
                suspect
                and substance(line.text) > INITIALS
                and not explained(line, near(self._places, self._shares[index]), self._tau)
            )
        narrow = line.box.width <= _SIGN * line.box.height
        if line.text and narrow and substance(line.text) <= INITIALS:
            return False  # The arrow and the circle of the navigation bar.
        places = [self._places[i] for i in holders]
        if any(place.drawn or any(map(is_foreign, place.spoken)) for place in places):
            return False
        # Signs that stand side by side are read as one line.
        icons = [i for i, p in enumerate(self._places) if p.leaf and self._is_icon(p)]
        return float(self._shares[index, icons].sum()) < _INSIDE

    def _is_icon(self, place: Place) -> bool:
        return max(place.box.width, place.box.height) <= _ICON * self._side


def _text_only(place: Place) -> Place:
    return replace(place, spoken=(), keys=place.keys[:1], leaf=True)


def _share(line: OcrLine, hit: Hit) -> Box:
    """About where in the line's box a stretch of its text stands."""
    per_character = line.box.width / max(1, len(line.text))
    left = line.box.left + round(hit.start * per_character)
    return replace(line.box, left=left, right=line.box.left + round(hit.end * per_character))


def _is_covered(box: Box, painted: Sequence[Box]) -> bool:
    return any(box.overlap(other) >= _COVERED for other in painted)
