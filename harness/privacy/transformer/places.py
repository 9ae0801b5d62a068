"""Where the nodes of the tree stand on the screenshot."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from lxml import etree

from harness.core.geometry import Box
from harness.core.raw import RawFrame, nodes, readable_attributes
from harness.privacy.screen import frame_size
from harness.privacy.transformer.align import Place, key

_SLACK = 0.02
"""Bounds may pass the edge of the screenshot by this share of it."""
_SAME_SHAPE = 0.1
_GRID = 64
"""So many rows and columns tell well enough how much of a screen is covered."""
_APART = 0.15
"""Share of the screen in which no node stands: more than the system's own bars."""


def places(frame: RawFrame) -> list[Place] | None:
    """The nodes in px of the screenshot, by node index.

    Returns:
        None if the tree and the screenshot can't be of the same screen: other orientation, or
        bounds that lie outside.
    """
    if frame.tree is None:
        return []
    size = frame_size(frame)
    scale = _scale(frame.tree, size)
    if scale is None:
        return None
    return [_place(element, scale, size) for element in nodes(frame.tree)]


def _scale(root: etree._Element, size: tuple[int, int]) -> float | None:
    """Pixels of the screenshot per px of the tree's bounds (a resolution override), or None."""
    boxes = [Box.parse(str(window.get("bounds", ""))) for window in root.iterchildren("*")]
    known = [box for box in boxes if box is not None and box.area]
    if not known:
        return 1.0
    width, height = size
    right, bottom = max(b.right for b in known), max(b.bottom for b in known)
    origin = min(b.left for b in known) <= 0 and min(b.top for b in known) <= 0
    across, down = width / right, height / bottom
    same_shape = abs(across / down - 1) <= _SAME_SHAPE
    inside = min(across, down) >= 1 - _SLACK
    if inside and not (origin and same_shape and across > 1 + _SLACK):
        return 1.0
    return across if origin and same_shape else None


def _place(element: etree._Element, scale: float, size: tuple[int, int]) -> Place:
    raw = Box.parse(str(element.get("bounds", ""))) or Box(0, 0, 0, 0)
    box = (
        raw
        if scale == 1
        else Box(*(round(v * scale) for v in (raw.left, raw.top, raw.right, raw.bottom)))
    )
    readable = dict(readable_attributes(element))
    drawn_in = "text" if "text" in readable else "hint"
    drawn = readable.pop(drawn_in, "")
    spoken = tuple(readable.values())
    leaf = not any(isinstance(child.tag, str) for child in element)
    keys = tuple(key(text) for text in (drawn, *spoken) if text)
    return Place(_on(box, size), drawn, drawn_in, spoken, leaf, keys)


def _on(box: Box, size: tuple[int, int]) -> Box:
    clipped = box.clip(*size)
    return clipped if clipped.area else Box(0, 0, 0, 0)


def is_partial(known: Sequence[Place], size: tuple[int, int]) -> bool:
    """Whether the tree tells of a dialog or a menu alone, while other windows show around it.

    Args:
        known: All of its nodes.
        size: Width and height of the screenshot in px.
    """
    across, down = (max(1, side // _GRID) for side in size)
    covered = np.zeros((size[1] // down, size[0] // across), dtype=bool)
    for box in {place.box for place in known}:
        rows = slice(box.top // down, box.bottom // down)
        covered[rows, box.left // across : box.right // across] = True
    return bool(covered.any()) and float(covered.mean()) < 1 - _APART


def union(boxes: Sequence[Box]) -> Box:
    """The smallest rectangle that holds all of (at least one) ``boxes``."""
    result = boxes[0]
    for box in boxes[1:]:
        result = result.union(box)
    return result
