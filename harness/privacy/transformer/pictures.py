"""Pictures that tell who somebody is: faces, codes, photographed documents. They are hidden."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

import cv2
import numpy as np
from numpy.typing import NDArray

from harness.core.geometry import Box
from harness.core.raw import Image, RawFrame, nodes
from harness.engine.cache import LruCache, pixel_digest
from harness.engine.ocr.bands import CachedOcr, blocks
from harness.engine.vision.codes import codes
from harness.engine.vision.faces import FaceFinder
from harness.privacy.transformer.align import Place
from harness.privacy.transformer.places import is_partial, places

Kind = Literal["faces", "codes", "documents"]

_LEAST = 0.09
"""Shorter side of a picture, as a share of the screen's: an avatar is one, an icon isn't."""
_LARGE = 0.15
"""Longer side of a picture in which text or a code can be made out, as a share of the same."""
_STRIP = 0.03
"""Shorter side of an image that a list shows a part of."""
_FLAT = 0.9
"""What has three colours, of 4096, in this share of its pixels is an icon, or initials."""
_DETAIL = 768
"""Text is looked for in narrower pictures as if they were that wide (px)."""
_SAMPLE = 96
_TALLEST = 0.15
"""No line of a document takes a larger share of its longer side: that is a ridge or a shoulder."""
_LINES = 3
"""An image that shows so many lines of text is a document."""
_HIDDEN = (40, 40, 40)


@dataclass(frozen=True, slots=True, repr=False)
class _Spot:
    """Where a picture may be, and whether its bounds are known to be its own."""

    box: Box
    image: bool


class PictureMask:
    """Hides what pictures show of people: no part of it can be told by text alone."""

    def __init__(self, ocr: CachedOcr, *, hide: Sequence[Kind]) -> None:
        """Hide some kinds.

        Args:
            ocr: Tells where text stands.
            hide: ``faces``, ``codes`` (QR codes, barcodes), ``documents`` (images with several
                lines of text, and any text in a photograph).
        """
        if not set(hide) <= {"faces", "codes", "documents"}:
            raise ValueError("images must be faces, codes and documents, or some of these")
        self._ocr = ocr
        self._hide = frozenset(hide)
        self._faces = FaceFinder() if "faces" in hide else None
        self._found: LruCache[bytes, list[Box]] = LruCache(2048)

    def hide(self, frame: RawFrame) -> tuple[RawFrame, tuple[Box, ...]]:
        """The frame with these pictures covered, and the boxes in px that are."""
        if not self._hide or frame.image is None or frame.secure or not frame.synchronised:
            return frame, ()
        known = places(frame)
        if known is None:
            return frame, ()
        size = frame.image.shape[1], frame.image.shape[0]
        found = [
            box.moved(spot.box.left, spot.box.top).clip(*size)
            for spot in _spots(frame, known)
            for box in self._in_spot(frame.image, spot)
        ]
        if is_partial(known, size):
            found += _behind(frame.image, known)
        if not found:
            return frame, ()
        covered = frame.image.copy()
        for box in found:
            covered[box.top : box.bottom, box.left : box.right] = _HIDDEN
        return replace(frame, image=covered), tuple(found)

    def _in_spot(self, image: Image, spot: _Spot) -> list[Box]:
        box = spot.box
        pixels = np.ascontiguousarray(image[box.top : box.bottom, box.left : box.right])
        width = image.shape[1]
        key = pixel_digest(pixels, spot.image)
        return self._found.get(key, lambda: self._look(pixels, spot.image, width))

    def _look(self, pixels: Image, known_image: bool, screen_width: int) -> list[Box]:
        """What is to be hidden in a picture, relative to its corner."""
        height, width = pixels.shape[:2]
        flat = _is_flat(pixels)
        found: list[Box] = []
        large = max(height, width) >= _LARGE * screen_width
        faces = self._faces.find(pixels) if self._faces is not None and not flat else []
        # A word beside a face says whose it is.
        if large and (faces or (known_image and "documents" in self._hide)):
            lines = self._lines(pixels)
            if len(lines) >= _LINES and known_image and "documents" in self._hide:
                return [Box(0, 0, width, height)]
            if not flat:
                found += [line.pad(line.height // 3).clip(width, height) for line in lines]
        if "codes" in self._hide and large:
            found += codes(pixels)
        return found + faces

    def _lines(self, pixels: Image) -> list[Box]:
        """Where lines of text are; what is too tall for one may have one in it."""
        height, width = pixels.shape[:2]
        tallest = _TALLEST * max(height, width)
        lines = []
        for box in self._ocr.locate(pixels, max(width, _DETAIL)):
            if box.height <= tallest:
                lines.append(box)
                continue
            part = np.ascontiguousarray(pixels[box.top : box.bottom, box.left : box.right])
            closer = (li.moved(box.left, box.top) for li in self._ocr.locate(part, box.width))
            lines += [line for line in closer if line.height <= tallest]
        return lines


def _spots(frame: RawFrame, known: Sequence[Place]) -> list[_Spot]:
    """Leaves without a text of their own, and pieces of the screen that no leaf holds."""
    assert frame.image is not None
    height, width = frame.image.shape[:2]
    across = min(height, width)
    least = _LEAST * across
    elements = [] if frame.tree is None else nodes(frame.tree)
    spots = [
        _Spot(place.box, is_image)
        for place, element in zip(known, elements, strict=True)
        if place.leaf and not place.drawn
        for is_image in ["Image" in str(element.get("class", ""))]
        if min(place.box.width, place.box.height) >= (_STRIP * across if is_image else least)
        and max(place.box.width, place.box.height) >= least
    ]
    leaves = [place.box for place in known if place.leaf and place.box.area]
    if not leaves:
        spots += [
            _Spot(box, False) for box in blocks(frame.image) if min(box.width, box.height) >= least
        ]
    return spots


def _behind(image: Image, known: Sequence[Place]) -> list[Box]:
    """The pictures around a dialog: no tree tells where one ends, so they are hidden in whole."""
    height, width = image.shape[:2]
    least = _LEAST * min(height, width)
    around = [Box(0, 0, width, height)]
    for hole in sorted({place.box for place in known}, key=lambda box: -box.area):
        around = [part for box in around for part in _outside(box, hole)]
    return [
        block
        for part in around
        for inner in blocks(image[part.top : part.bottom, part.left : part.right])
        for block in [inner.moved(part.left, part.top)]
        if min(block.width, block.height) >= least
        and not _is_flat(image[block.top : block.bottom, block.left : block.right])
    ]


def _outside(box: Box, hole: Box) -> list[Box]:
    """What is left of a box: above and below the hole, and to its left and right."""
    hit = box.intersection(hole)
    if not hit.area:
        return [box]
    parts = (
        Box(box.left, box.top, box.right, hit.top),
        Box(box.left, hit.bottom, box.right, box.bottom),
        Box(box.left, hit.top, hit.left, hit.bottom),
        Box(hit.right, hit.top, box.right, hit.bottom),
    )
    return [part for part in parts if part.area]


def _is_flat(pixels: Image) -> bool:
    """Whether an image is an icon, or initials, or text on plain ground."""
    colours = _colours(pixels)
    return int(colours[:3].sum()) >= _FLAT * int(colours.sum())


def _colours(pixels: Image) -> NDArray[np.int64]:
    """How often each colour is in a sample of an image, four bits to a channel, falling."""
    height, width = pixels.shape[:2]
    size = min(_SAMPLE, width), min(_SAMPLE, height)
    small = cv2.resize(pixels, size, interpolation=cv2.INTER_NEAREST)
    shades = small.reshape(-1, 3).astype(np.int64) >> 4
    counts = np.bincount(shades @ np.array([256, 16, 1]))
    return np.sort(counts[counts > 0])[::-1]
