"""Whether raw pixels are still there in what was sent (any script, no OCR)."""

from __future__ import annotations

import itertools

import numpy as np
from numpy.typing import NDArray

from harness.core.geometry import Box
from harness.core.raw import Image

Gray = NDArray[np.float32]

CELL_PX = 48
"""A box is judged in cells of about this side: two or three glyphs of body text each, so that
a mark or a badge over one corner doesn't hide that the rest can be read."""
CORRELATION = 0.7
"""A cell is still visible from this normalised correlation on. The same text at a third of its
size gives more; another text of the same font and size in the same place gives less than 0.5 in
99 of 100 cells."""
VISIBLE_SHARE = 0.5
"""Share of its cells from which on a value is visible; less of it is partial."""
SHIFT_PX = 2
"""Resizing and re-encoding may move glyphs by this much."""
FLAT = 3.0
"""Standard deviation (gray levels) below which a cell shows nothing."""


def fit(image: Image, size: tuple[int, int]) -> Image:
    """The image at another size.

    Args:
        image: RGB, (height, width, 3).
        size: (width, height) in px.
    """
    if (image.shape[1], image.shape[0]) == size:
        return image
    from PIL import Image as Pillow

    resized = Pillow.fromarray(image).resize(size, Pillow.Resampling.BILINEAR)
    return np.asarray(resized, dtype=np.uint8)


def visible_share(raw: Image, sent: Image, box: Box) -> float | None:
    """Share of the drawn part of ``box`` that is still visible in ``sent``.

    Args:
        raw: The raw screenshot, RGB (height, width, 3).
        sent: What was sent, RGB, at the same size.
        box: Where a value is drawn, in px.

    Returns:
        0..1, or None where the raw screenshot shows nothing in the box.
    """
    inside = box.clip(raw.shape[1], raw.shape[0])
    around = inside.pad(SHIFT_PX).clip(raw.shape[1], raw.shape[0])
    raw_gray, sent_gray = _gray(crop(raw, around)), _gray(crop(sent, around))
    drawn = visible = 0
    for cell in _cells(inside, around.left, around.top):
        patch = _cut(raw_gray, cell)
        if patch.std() < FLAT:
            continue
        drawn += 1
        visible += _correlates(patch, sent_gray, cell)
    return visible / drawn if drawn else None


def crop(image: Image, box: Box) -> Image:
    """The part of an image inside a box that lies in it."""
    return image[box.top : box.bottom, box.left : box.right]


def is_flat(image: Image) -> bool:
    """Whether an RGB crop has one colour."""
    return bool(np.ptp(image.reshape(-1, 3), axis=0).max() <= FLAT) if image.size else True


def _cells(box: Box, left: int, top: int) -> list[Box]:
    """The cells of a box, relative to a corner."""
    rows = max(1, round(box.height / CELL_PX))
    columns = max(1, round(box.width / CELL_PX))
    ys = np.linspace(box.top - top, box.bottom - top, rows + 1).astype(int).tolist()
    xs = np.linspace(box.left - left, box.right - left, columns + 1).astype(int).tolist()
    cells = [
        Box(x1, y1, x2, y2)
        for y1, y2 in itertools.pairwise(ys)
        for x1, x2 in itertools.pairwise(xs)
    ]
    return [cell for cell in cells if cell.width > 2 and cell.height > 2]


def _gray(image: Image) -> Gray:
    weights = np.array([0.299, 0.587, 0.114], dtype=np.float32)
    return np.asarray(image.astype(np.float32) @ weights, dtype=np.float32)


def _cut(image: Gray, box: Box) -> Gray:
    return image[box.top : box.bottom, box.left : box.right]


def _correlates(patch: Gray, sent: Gray, cell: Box) -> bool:
    here = _cut(sent, cell)
    if np.array_equal(patch, here):
        return True
    if here.std() < FLAT:
        return False
    import cv2

    around = _cut(sent, cell.pad(SHIFT_PX).clip(sent.shape[1], sent.shape[0]))
    if around.shape[0] < patch.shape[0] or around.shape[1] < patch.shape[1]:
        return False
    scores = cv2.matchTemplate(np.ascontiguousarray(around), patch.copy(), cv2.TM_CCOEFF_NORMED)
    # An inverted copy can be read as well; flat windows give values that are no numbers.
    return bool(np.abs(np.nan_to_num(scores, posinf=0, neginf=0)).max() >= CORRELATION)
