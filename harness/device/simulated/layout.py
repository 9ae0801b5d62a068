"""The one layout engine: views to boxes and runs of text, in px of the screen."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import groupby

from harness.core.geometry import Box
from harness.device.simulated.bidi import mirrored_char, visual_order
from harness.device.simulated.fonts import ELLIPSIS, Font, Line, advance, break_lines
from harness.device.simulated.text import Mark, Rich
from harness.device.simulated.view import DENSITY, FILL, Edge, View

_SHIFT = {"start": 0.0, "center": 0.5, "end": 1.0}


@dataclass(frozen=True, slots=True, repr=False)
class Run:
    """A piece of a line with one mark or none; the pen stands at (x, baseline) in px."""

    text: str
    x: int
    baseline: int
    font: Font
    mark: Mark | None


@dataclass(frozen=True, slots=True, repr=False)
class Placed:
    """A view with its place.

    Attributes:
        view: The view.
        box: Its rectangle in px.
        visible: The part of it that its scroll containers let through.
        runs: Its text.
        children: Placed children.
        scroll_range: How far it can scroll in px.
        offset: How far it is scrolled in px.
    """

    view: View
    box: Box
    visible: Box
    runs: tuple[Run, ...] = ()
    children: tuple[Placed, ...] = ()
    scroll_range: int = 0
    offset: int = 0


def place(view: View, box: Box, scale: float, scrolled: Mapping[str, int]) -> Placed:
    """Lay a tree out in a box.

    Args:
        view: The root.
        box: Where it goes, in px.
        scale: Font scale of the display settings.
        scrolled: Scroll key -> offset in px.
    """
    return _Layout(scale, scrolled).place(view, box, box)


def measure(view: View, width: int, scale: float) -> tuple[int, int]:
    """(width, height) in px that a tree wants in ``width`` px."""
    return _Layout(scale, {}).measure(view, width)


def mirrored(placed: Placed, width: int) -> Placed:
    """The same tree as phones that are read from right to left show it.

    Lines keep the order of their characters; boxes and lines change sides.

    Args:
        placed: The root.
        width: Width of the screen in px.
    """
    return replace(
        placed,
        box=_flipped(placed.box, width),
        visible=_flipped(placed.visible, width),
        runs=tuple(_flipped_lines(placed.runs, width)),
        children=tuple(mirrored(child, width) for child in placed.children),
    )


def _flipped(box: Box, width: int) -> Box:
    return Box(width - box.right, box.top, width - box.left, box.bottom)


def _flipped_lines(runs: tuple[Run, ...], width: int) -> Iterator[Run]:
    for _, line in groupby(runs, key=lambda run: run.baseline):
        pieces = list(line)
        last = pieces[-1]
        shift = width - (last.x + advance(last.text, last.font)) - pieces[0].x
        yield from (replace(piece, x=piece.x + shift) for piece in pieces)


class _Layout:
    def __init__(self, scale: float, scrolled: Mapping[str, int]) -> None:
        self._scale = scale
        self._scrolled = scrolled
        self._memo: dict[tuple[int, int], tuple[int, int]] = {}

    def measure(self, view: View, room: int) -> tuple[int, int]:
        key = (id(view), room)
        if key not in self._memo:
            self._memo[key] = self._measure(view, room)
        return self._memo[key]

    def _measure(self, view: View, room: int) -> tuple[int, int]:
        left, top, right, bottom = view.pad
        outer = view.width if view.width > 0 else room
        if view.max_width:
            outer = min(outer, view.max_width)
        inner = max(0, outer - left - right)
        width, height = self._content(view, inner)
        return (
            outer if view.width else min(outer, width + left + right),
            view.height if view.height > 0 else height + top + bottom,
        )

    def _content(self, view: View, inner: int) -> tuple[int, int]:
        gaps = view.gap * max(0, len(view.children) - 1)
        if view.text:
            font = self._font(view)
            lines = break_lines(view.text.text, font, inner, view.lines)
            width = max(advance(_shown(view.text, line), font) for line in lines)
            return width, font.line_height * len(lines)
        if not view.children:
            return 0, 0
        if view.flow == "row":
            widths = self._row_widths(view, inner)
            sizes = [self.measure(c, w) for c, w in zip(view.children, widths, strict=True)]
            return sum(widths) + gaps, max(height for _, height in sizes)
        sizes = [self.measure(child, inner) for child in view.children]
        heights = [height for _, height in sizes]
        width = max(width for width, _ in sizes)
        return width, max(heights) if view.flow == "stack" else sum(heights) + gaps

    def _row_widths(self, view: View, inner: int) -> list[int]:
        left = inner - view.gap * (len(view.children) - 1)
        widths = []
        for child in view.children:
            width = 0 if _flex(child, child.width) else self.measure(child, max(0, left))[0]
            widths.append(width)
            left -= width
        shares = [_flex(child, child.width) for child in view.children]
        return _grow(widths, shares, left)

    def place(self, view: View, box: Box, clip: Box) -> Placed:
        visible = box.intersection(clip)
        left, top, right, bottom = view.pad
        inner = Box(box.left + left, box.top + top, box.right - right, box.bottom - bottom)
        if view.text:
            return Placed(view, box, visible, runs=self._runs(view, inner))
        if view.flow == "row":
            boxes = self._row(view, inner)
        elif view.flow == "stack":
            boxes = [self._stacked(child, inner) for child in view.children]
        elif view.scroll:
            return self._scroller(view, box, inner, visible)
        else:
            boxes = self._column(view, inner, inner.height)
        children = tuple(
            self.place(c, b, visible) for c, b in zip(view.children, boxes, strict=True)
        )
        return Placed(view, box, visible, children=children)

    def _scroller(self, view: View, box: Box, inner: Box, visible: Box) -> Placed:
        total = self._content(view, inner.width)[1]
        reach = max(0, total - inner.height)
        offset = self._scrolled.get(view.scroll, reach if view.from_end else 0)
        offset = min(max(0, offset), reach)
        moved = replace(inner, top=inner.top - offset, bottom=inner.bottom - offset)
        clip = visible.intersection(inner)
        boxes = self._column(view, moved, total)
        children = tuple(self.place(c, b, clip) for c, b in zip(view.children, boxes, strict=True))
        return Placed(view, box, visible, (), children, reach, offset)

    def _row(self, view: View, inner: Box) -> list[Box]:
        widths = self._row_widths(view, inner.width)
        used = sum(widths) + view.gap * max(0, len(widths) - 1)
        x = inner.left + round((inner.width - used) * _SHIFT[view.justify])
        boxes = []
        for child, width in zip(view.children, widths, strict=True):
            height = inner.height if child.height == FILL else self.measure(child, width)[1]
            y = inner.top + round((inner.height - height) * _SHIFT[view.align])
            boxes.append(Box(x, y, x + width, y + height))
            x += width + view.gap
        return boxes

    def _column(self, view: View, inner: Box, room: int) -> list[Box]:
        sizes = [self.measure(child, inner.width) for child in view.children]
        shares = [_flex(child, child.height) for child in view.children]
        heights = [0 if s else h for s, (_, h) in zip(shares, sizes, strict=True)]
        gaps = view.gap * max(0, len(heights) - 1)
        heights = _grow(heights, shares, room - sum(heights) - gaps)
        y = inner.top + round((room - sum(heights) - gaps) * _SHIFT[view.justify])
        boxes = []
        for (width, _), height in zip(sizes, heights, strict=True):
            x = inner.left + round((inner.width - width) * _SHIFT[view.align])
            boxes.append(Box(x, y, x + width, y + height))
            y += height + view.gap
        return boxes

    def _stacked(self, child: View, inner: Box) -> Box:
        width, height = self.measure(child, inner.width)
        if child.height == FILL:
            height = inner.height
        x = inner.left + round((inner.width - width) * _SHIFT[child.gravity[0]])
        y = inner.top + round((inner.height - height) * _SHIFT[child.gravity[1]])
        return Box(x, y, x + width, y + height)

    def _font(self, view: View) -> Font:
        return Font(round(view.style.sp * DENSITY * self._scale), view.style.weight)

    def _runs(self, view: View, inner: Box) -> tuple[Run, ...]:
        font = self._font(view)
        lines = break_lines(view.text.text, font, inner.width, view.lines)
        y = inner.top + (inner.height - font.line_height * len(lines)) // 2
        runs: list[Run] = []
        for line in lines:
            x = inner.left + _indent(view.text, line, font, inner.width, view.align)
            for text, mark in _pieces(view.text, line):  # from left to right
                runs.append(Run(text, x, y + font.ascent, font, mark))
                x += advance(text, font)
            y += font.line_height
        return tuple(runs)


def _flex(child: View, length: int) -> float:
    return child.weight or (1.0 if length == FILL else 0.0)


def _grow(lengths: list[int], shares: list[float], left: int) -> list[int]:
    """Share what is left among those that stretch; the last of them takes the remainder."""
    whole = sum(shares)
    if not whole or left <= 0:
        return lengths
    grown = [
        length + int(left * share / whole) for length, share in zip(lengths, shares, strict=True)
    ]
    last = max(i for i, share in enumerate(shares) if share)
    grown[last] += left - (sum(grown) - sum(lengths))
    return grown


def _shown(text: Rich, line: Line) -> str:
    return text.text[line.start : line.end] + (ELLIPSIS if line.cut else "")


def _indent(text: Rich, line: Line, font: Font, width: int, align: Edge) -> int:
    return round((width - advance(_shown(text, line), font)) * _SHIFT[align])


def _pieces(text: Rich, line: Line) -> list[tuple[str, Mark | None]]:
    """The line cut at the edges of its marks, so that each value is drawn by itself.

    From left to right as it is seen, which isn't the order in which it is stored where parts of
    it are written from right to left.
    """
    order = visual_order(text.text[line.start : line.end], text.text)
    if order is None:
        return _stored_pieces(text, line)
    shown = _shown(text, line)
    order = visual_order(shown, text.text) or order
    owners = [
        next((m for m in text.marks if m.start <= i < min(m.end, line.end)), None)
        for i in range(line.start, line.start + len(shown))
    ]
    seen = [(mirrored_char(shown[i], rtl), owners[i]) for i, rtl in order]
    return [
        ("".join(c for c, _ in group), mark)
        for mark, group in ((m, list(g)) for m, g in groupby(seen, key=lambda pair: pair[1]))
    ]


def _stored_pieces(text: Rich, line: Line) -> list[tuple[str, Mark | None]]:
    pieces: list[tuple[str, Mark | None]] = []
    at = line.start
    for mark in text.marks:
        start, end = max(mark.start, line.start), min(mark.end, line.end)
        if start < end:
            pieces += [(text.text[at:start], None), (text.text[start:end], mark)]
            at = end
    pieces.append((text.text[at : line.end] + (ELLIPSIS if line.cut else ""), None))
    return [piece for piece in pieces if piece[0]]
