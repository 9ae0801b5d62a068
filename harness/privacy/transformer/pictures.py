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
from harness.privacy.transformer.places import places

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
        found = [
            box.moved(spot.box.left, spot.box.top).clip(frame.image.shape[1], frame.image.shape[0])
            for spot in _spots(frame)
            for box in self._in_spot(frame.image, spot)
        ]
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
        colours = _colours(pixels)
        flat = int(colours[:3].sum()) >= _FLAT * int(colours.sum())
        found: list[Box] = []
        large = max(height, width) >= _LARGE * screen_width
        faces = self._faces.find(pixels) if self._faces is not None and not flat else []
        # A word beside a face says whose it is.
        if large and (faces or (known_image and "documents" in self._hide)):
            located = self._ocr.locate(pixels, max(width, _DETAIL))
            lines = [li for li in located if li.height <= _TALLEST * max(height, width)]
            if len(lines) >= _LINES and known_image and "documents" in self._hide:
                return [Box(0, 0, width, height)]
            if not flat:
                found += [line.pad(line.height // 3).clip(width, height) for line in lines]
        if "codes" in self._hide and large:
            found += codes(pixels)
        return found + faces


def _spots(frame: RawFrame) -> list[_Spot]:
    """Leaves without a text of their own, and pieces of the screen that no leaf holds."""
    assert frame.image is not None
    height, width = frame.image.shape[:2]
    across = min(height, width)
    least = _LEAST * across
    known = places(frame) if frame.tree is not None else []
    if known is None:
        return []
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


def _colours(pixels: Image) -> NDArray[np.int64]:
    """How often each colour is in a sample of an image, four bits to a channel, falling."""
    height, width = pixels.shape[:2]
    size = min(_SAMPLE, width), min(_SAMPLE, height)
    small = cv2.resize(pixels, size, interpolation=cv2.INTER_NEAREST)
    shades = small.reshape(-1, 3).astype(np.int64) >> 4
    counts = np.bincount(shades @ np.array([256, 16, 1]))
    return np.sort(counts[counts > 0])[::-1]
