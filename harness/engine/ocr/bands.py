"""Read only what is new in a frame: most of it repeats from step to step."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Literal, Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from harness.core.geometry import Box
from harness.core.protocols import OcrEngine, OcrLine
from harness.core.raw import Image
from harness.engine.cache import LruCache, pixel_digest
from harness.engine.ocr.lines import reading_order

Mode = Literal["none", "frame", "bands", "blocks"]

_TOLERANCE = 6
"""Largest difference of a channel inside a uniform row: dithering and JPEG noise."""
_MIN_GAP = 16
"""Fewer uniform rows than this (px) don't separate: an i and its dot stay together."""
_FRAME = 10
"""What stands only so near to the edges of a block (px) is a line around a field or a card."""
_LETTERS = 128
"""Two letters of a stroke that is thinner than a frame are not larger (px)."""
_MAX_SPACE = 96
"""No space between words is wider (px)."""


@runtime_checkable
class PartReader(OcrEngine, Protocol):
    """An engine that can be given a part of a screen."""

    def read_part(self, image: Image, screen_width: int) -> list[OcrLine]:
        """Lines of a part of a screen, in reading order.

        Args:
            image: RGB, (height, width, 3).
            screen_width: Width of the whole screen in px: tells how large its text is.
        """
        ...

    def read_line(self, image: Image) -> OcrLine:
        """The text of an image that holds a single line and nothing else.

        Args:
            image: RGB, (height, width, 3).
        """
        ...

    def locate(self, image: Image, screen_width: int) -> list[Box]:
        """Where text stands in a part of a screen, in px, in any script; nothing is read.

        Args:
            image: RGB, (height, width, 3).
            screen_width: Width of the whole screen in px.
        """
        ...


class CachedOcr:
    """An OCR engine that remembers what it read.

    A frame is cut at its uniform rows and columns; each piece is read by itself, so that its lines
    depend on its pixels alone, never on what else was new or on what was read before. Memory only.
    """

    def __init__(self, engine: OcrEngine, mode: Mode = "bands", limit: int = 8192) -> None:
        """Wrap an engine.

        Args:
            engine: Reads what is new.
            mode: ``none`` reads every frame in whole, ``frame`` remembers whole frames,
                ``bands`` remembers bands of rows, ``blocks`` pieces of these.
            limit: Entries to remember.
        """
        if mode not in ("none", "frame", "bands", "blocks"):
            raise ValueError("mode must be none, frame, bands or blocks")
        if mode == "blocks" and not isinstance(engine, PartReader):
            raise ValueError(f"{engine.name} can't read parts of a screen: use bands")
        self.name = engine.name
        self._engine = engine
        self._mode = mode
        self._cache: LruCache[bytes, list[OcrLine]] = LruCache(limit)

    def read(self, image: Image) -> list[OcrLine]:
        """Lines in reading order.

        Args:
            image: RGB, (height, width, 3).
        """
        if self._mode == "none":
            return self._engine.read(image)
        if self._mode == "frame":
            return list(self._remembered(image))
        if self._mode == "bands":
            height, width = image.shape[:2]
            pieces = [Box(0, top, width, bottom) for top, bottom in bands(image)]
        else:
            pieces = list(blocks(image))
        lines = [
            replace(line, box=line.box.moved(piece.left, piece.top))
            for piece in pieces
            for line in self._remembered(
                image[piece.top : piece.bottom, piece.left : piece.right], image.shape[1]
            )
        ]
        return reading_order(lines) if self._mode == "blocks" else lines

    def read_line(self, image: Image) -> OcrLine | None:
        """The text of an image that holds a single line; None if the engine needs whole screens.

        Args:
            image: RGB, (height, width, 3).
        """
        engine = self._engine
        if self._mode == "none" or not isinstance(engine, PartReader):
            return None
        pixels = np.ascontiguousarray(image)
        return self._cache.get(pixel_digest(pixels, 0), lambda: [engine.read_line(pixels)])[0]

    def locate(self, image: Image, screen_width: int) -> list[Box]:
        """Where text stands in a part of a screen, in px of it; not remembered.

        Args:
            image: RGB, (height, width, 3).
            screen_width: Width of the whole screen in px.
        """
        if isinstance(self._engine, PartReader):
            return self._engine.locate(image, screen_width)
        return [line.box for line in self._engine.read(image)]

    def identity(self) -> dict[str, str]:
        """Weight file name -> SHA-256 hex digest."""
        return self._engine.identity()

    def _remembered(self, image: Image, screen_width: int = -1) -> list[OcrLine]:
        pixels, engine = np.ascontiguousarray(image), self._engine

        def read() -> list[OcrLine]:
            if self._mode == "blocks" and isinstance(engine, PartReader):
                return engine.read_part(pixels, screen_width)
            return engine.read(pixels)

        return self._cache.get(pixel_digest(pixels, screen_width), read)


def bands(image: Image) -> Iterator[tuple[int, int]]:
    """Row ranges (top, bottom) that hold everything but uniform rows, with a margin of those.

    Args:
        image: RGB, (height, width, 3).
    """
    return _pieces(_busy(image, 1), _MIN_GAP)


def blocks(image: Image, depth: int = 3) -> Iterator[Box]:
    """Boxes that hold everything but uniform stretches and thin frames: bands, cut at columns.

    The gap between two blocks beside one another is wider than any space between words.

    Args:
        image: RGB, (height, width, 3).
        depth: How often rows and columns take turns.
    """
    for top, bottom in bands(image):
        band = image[top:bottom]
        gap = max(2 * _MIN_GAP, min(bottom - top, _MAX_SPACE))
        for left, right in _pieces(_busy(band, 0), gap):
            inner = Box(left, top, right, bottom)
            if depth == 1 or (left, right, top, bottom) == (0, image.shape[1], 0, image.shape[0]):
                if not _is_frame(image[top:bottom, left:right]):
                    yield inner
            else:
                for box in blocks(band[:, left:right], depth - 1):
                    yield box.moved(left, top)


def _busy(image: Image, axis: int) -> NDArray[np.bool_]:
    """Which rows (axis 1) or columns (axis 0) are not uniform."""
    high, low = (_reduced(image, axis, pick) for pick in (np.maximum, np.minimum))
    return np.asarray((high - low > _TOLERANCE).any(axis=-1))


def _reduced(image: Image, axis: int, pick: np.ufunc) -> Image:
    """The largest or smallest value of each channel along an axis."""
    if axis == 0:
        return np.asarray(pick.reduce(image, axis=0))
    # Halves are compared as long stretches of memory, which is several times faster.
    while (width := image.shape[1]) > 1:
        half = (width + 1) // 2
        image = pick(image[:, :half], image[:, width - half :])
    return image[:, 0]


def _is_frame(block: Image) -> bool:
    """Whether nothing stands inside a block but what is too thin to be text.

    A letter or two ("7", "Li") may leave the middle empty, too, but never close it in.
    """
    edge = _MIN_GAP // 2 + _FRAME
    inside = block[edge:-edge, edge:-edge]
    if not inside.size or _busy(inside, 1).any() or _busy(inside, 0).any():
        return False
    if max(block.shape[:2]) > _LETTERS:
        return True
    sides = (block[:edge, edge:-edge], block[-edge:, edge:-edge])
    ends = (block[edge:-edge, :edge], block[edge:-edge, -edge:])
    return all(_busy(s, 0).all() for s in sides) and all(_busy(e, 1).all() for e in ends)


def _pieces(busy: NDArray[np.bool_], gap: int) -> Iterator[tuple[int, int]]:
    """Stretches of what is busy that are more than ``gap`` apart, with a margin around each."""
    found = np.flatnonzero(busy)
    if not found.size:
        return
    cuts = np.flatnonzero(np.diff(found) > gap)
    starts = found[np.concatenate(([0], cuts + 1))]
    ends = found[np.concatenate((cuts, [found.size - 1]))] + 1
    margin = _MIN_GAP // 2
    for start, end in zip(starts, ends, strict=True):
        yield max(0, int(start) - margin), min(busy.size, int(end) + margin)
