"""QR codes and barcodes."""

from __future__ import annotations

import itertools
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from harness.core.geometry import Box
from harness.core.raw import Image

_SMALL = 720
"""An image whose longer side is shorter (px) is searched at twice its size."""
_RINGS = ((49 / 9, 0.45), (25 / 9, 0.45))
"""Areas of a finder pattern's outer and inner outline in areas of its core, and how far off."""
_SQUARE = 0.8
_MIN_CORE = 6.0
"""Smallest core of a finder pattern in px²."""
_ALIKE = 1.5
"""The finder patterns of a code have sides that differ by this factor at most."""
_FINDERS = 3


def codes(image: Image) -> list[Box]:
    """Where codes are, in px.

    A QR code is told by its three finder patterns, also at sizes at which decoders don't see it.

    Args:
        image: RGB, (height, width, 3).
    """
    gray = cv2.cvtColor(np.ascontiguousarray(image), cv2.COLOR_RGB2GRAY)
    height, width = gray.shape
    found, corners = cv2.barcode.BarcodeDetector().detect(gray)
    boxes = [_around(quad) for quad in corners] if found else []
    scale = 2 if max(height, width) < _SMALL else 1
    large = cv2.resize(gray, None, fx=scale, fy=scale, interpolation=cv2.INTER_CUBIC)
    boxes += [
        Box(b.left // scale, b.top // scale, b.right // scale + 1, b.bottom // scale + 1)
        for b in _symbols(_finders(large))
    ]
    return [box.clip(width, height) for box in boxes if box.clip(width, height).area]


def _finders(gray: NDArray[Any]) -> list[Box]:
    """Squares in squares in squares, of the sizes of a finder pattern."""
    _, dark = cv2.threshold(gray, 0, 255, cv2.THRESH_BINARY_INV | cv2.THRESH_OTSU)
    outlines, tree = cv2.findContours(dark, cv2.RETR_TREE, cv2.CHAIN_APPROX_SIMPLE)
    if tree is None:
        return []
    parents: list[int] = tree[0][:, 3].tolist()
    found = []
    for index, core in enumerate(outlines):
        inner = parents[index]
        outer = parents[inner] if inner >= 0 else -1
        area = cv2.contourArea(core)
        if outer < 0 or area < _MIN_CORE:
            continue
        sizes = (cv2.contourArea(outlines[outer]) / area, cv2.contourArea(outlines[inner]) / area)
        fits = all(abs(s / r - 1) <= slack for s, (r, slack) in zip(sizes, _RINGS, strict=True))
        if fits and _is_square(outlines[outer]):
            found.append(_around(outlines[outer]))
    return found


def _symbols(finders: list[Box]) -> list[Box]:
    """The box around every three finder patterns that are corners of one square."""
    boxes = []
    for three in itertools.combinations(finders, _FINDERS):
        sides = [max(box.width, box.height) for box in three]
        whole = three[0].union(three[1]).union(three[2])
        apart = sorted(np.hypot(*np.subtract(a.center, b.center)) for a, b in
                       itertools.combinations(three, 2))  # fmt: skip
        right_angle = abs(apart[2] / max(1.0, np.hypot(*apart[:2])) - 1) < 0.15
        if max(sides) <= _ALIKE * min(sides) and right_angle and apart[1] < 1.3 * apart[0]:
            boxes.append(whole.pad(max(sides) // 4))
    return boxes


def _is_square(outline: NDArray[Any]) -> bool:
    _, (width, height), _ = cv2.minAreaRect(outline)
    full = width * height
    return bool(
        full
        and cv2.contourArea(outline) >= _SQUARE * full
        and max(width, height) <= 1.4 * min(width, height)
    )


def _around(points: NDArray[Any]) -> Box:
    left, top, width, height = cv2.boundingRect(points)
    return Box(left, top, left + width, top + height)
