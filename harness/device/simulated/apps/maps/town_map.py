"""The picture of a map: streets, water, pins and labels, of which the tree knows nothing."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from harness.core.geometry import Box
from harness.device.simulated import widgets as w
from harness.device.simulated.apps.maps.atlas import SPAN
from harness.device.simulated.fonts import ink_box
from harness.device.simulated.layout import measure, place
from harness.device.simulated.picture import Picture, Shown
from harness.device.simulated.render import drawing
from harness.device.simulated.scene import walk
from harness.device.simulated.text import Rich
from harness.device.simulated.view import WIDTH, TextStyle, View

_LAND, _STREET, _AVENUE, _PARK, _WATER = "#e8eae6", "#ffffff", "#f7dfa5", "#c5e3c0", "#a9d3ee"
_ROUTE, _PIN, _HERE = "#1a5fd0", "#d0342c", "#1a73e8"
_STREETS = range(40, SPAN, 120)
_PIN_SIZE, _LABEL = 48, 540
"""Px of a pin, and the most that a label may be wide."""


@dataclass(frozen=True, slots=True, repr=False)
class Pin:
    """A marked spot.

    Attributes:
        spot: Its ``x`` and ``y``.
        lines: What stands beside it.
        here: Where the owner is.
    """

    spot: Mapping[str, Any]
    lines: tuple[Rich, ...]
    here: bool = False


def town_map(pins: Sequence[Pin], height: int, *, route: bool = False) -> View:
    """A view as wide as the screen; ``route`` joins the first pin with the last."""
    size = (WIDTH, height)

    def at(spot: Mapping[str, Any]) -> tuple[int, int]:
        return int(spot["x"] * WIDTH // SPAN), int(spot["y"] * height // SPAN)

    shapes = [_block(170, 0, 60, SPAN, _WATER), _block(560, 290, 210, 180, _PARK)]
    shapes += [_block(0, street, SPAN, 14, _STREET) for street in _STREETS]
    shapes += [_block(street, 0, 12, SPAN, _STREET) for street in _STREETS]
    shapes += [_block(0, 520, SPAN, 26, _AVENUE), _block(640, 0, 22, SPAN, _AVENUE)]
    views = [_rectangle(left, top, right, bottom, color, size) for left, top, right, bottom, color
             in shapes]  # fmt: skip
    if route:
        views += _path(at(pins[0].spot), at(pins[-1].spot))
    spots = [at(pin.spot) for pin in pins]
    for pin, (x, y) in zip(pins, spots, strict=True):
        half = _PIN_SIZE // 2
        views.append(
            _at(x - half, y - half, _fill(_PIN_SIZE, _PIN_SIZE, _HERE if pin.here else _PIN, half))
        )
        views.append(_at(x - 10, y - 10, _fill(20, 20, "#ffffff", 10)))
    views += _labels(pins, spots, Box(0, 0, *size))
    root = place(
        View(flow="stack", width=WIDTH, height=height, children=tuple(views)),
        Box(0, 0, WIDTH, height), 1.0, {},
    )  # fmt: skip
    marked = [
        Shown(run.mark.type, placed.view.text.text[run.mark.start : run.mark.end], ink, ink.height)
        for placed in walk(root)
        for run in placed.runs
        if run.mark and (ink := ink_box(run.text, run.font, run.x, run.baseline))
    ]
    picture = Picture(size, tuple(marked), partial(drawing, root, size, _LAND))
    return View(cls="android.view.View", id="map", width=WIDTH, height=height, picture=picture)


def _block(x: int, y: int, width: int, height: int, color: str) -> tuple[int, int, int, int, str]:
    return x, y, x + width, y + height, color


def _rectangle(
    left: int, top: int, right: int, bottom: int, color: str, size: tuple[int, int]
) -> View:
    width, height = size
    x, y = left * width // SPAN, top * height // SPAN
    return _at(x, y, _fill(right * width // SPAN - x, bottom * height // SPAN - y, color))


def _path(start: tuple[int, int], end: tuple[int, int]) -> Iterable[View]:
    """Along one street, then along the other."""
    (x1, y1), (x2, y2) = start, end
    yield _at(min(x1, x2) - 7, y1 - 7, _fill(abs(x2 - x1) + 14, 14, _ROUTE))
    yield _at(x2 - 7, min(y1, y2) - 7, _fill(14, abs(y2 - y1) + 14, _ROUTE))


def _labels(pins: Sequence[Pin], spots: Sequence[tuple[int, int]], within: Box) -> Iterable[View]:
    """Beside, above or below its pin; one that has no room is left out."""
    half = _PIN_SIZE // 2
    taken = [Box(x - half, y - half, x + half, y + half) for x, y in spots]
    for pin, (x, y) in zip(pins, spots, strict=True):
        label = w.column(
            *(w.text(line, style=TextStyle(12, 500, "#1f1f1f"), lines=1) for line in pin.lines),
            width=0, fill="#ffffff", radius=8, pad=(10, 2, 10, 2),
        )  # fmt: skip
        wide, high = measure(label, _LABEL, 1.0)
        for left, top in (
            (x + half + 4, y - high // 2), (x - half - 4 - wide, y - high // 2),
            (x - wide // 2, y + half + 4), (x - wide // 2, y - half - 4 - high),
        ):  # fmt: skip
            box = Box(left, top, left + wide, top + high)
            if box.intersection(within) == box and not any(
                box.intersection(other).area for other in taken
            ):
                taken.append(box)
                yield _at(left, top, label)
                break


def _fill(width: int, height: int, color: str, radius: int = 0) -> View:
    return View(width=max(1, width), height=max(1, height), fill=color, radius=radius)


def _at(x: int, y: int, view: View) -> View:
    return View(flow="stack", pad=(max(0, x), max(0, y), 0, 0), children=(view,))
