"""Read only what is new in a frame: most of it repeats from step to step."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import replace
from typing import Literal

import numpy as np

from harness.core.geometry import Box
from harness.core.protocols import OcrEngine, OcrLine
from harness.core.raw import Image
from harness.engine.cache import LruCache

Mode = Literal["none", "frame", "bands"]

_TOLERANCE = 6
"""Largest difference of a channel inside a uniform row: dithering and JPEG noise."""
_MIN_GAP = 16
"""Fewer uniform rows than this (px) don't separate: an i and its dot stay together."""


class CachedOcr:
    """An OCR engine that remembers what it read.

    A frame is cut at its uniform rows; each band is read by itself, so that its lines depend on
    its pixels alone, never on what else was new or on what was read before. Memory only.
    """

    def __init__(self, engine: OcrEngine, mode: Mode = "bands", limit: int = 2048) -> None:
        """Wrap an engine.

        Args:
            engine: Reads what is new.
            mode: ``none`` reads every frame in whole, ``frame`` remembers whole frames,
                ``bands`` remembers bands.
            limit: Entries to remember.
        """
        if mode not in ("none", "frame", "bands"):
            raise ValueError("mode must be none, frame or bands")
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
        return [
            replace(line, box=_moved(line.box, top))
            for top, bottom in bands(image)
            for line in self._remembered(image[top:bottom])
        ]

    def identity(self) -> dict[str, str]:
        """Weight file name -> SHA-256 hex digest."""
        return self._engine.identity()

    def _remembered(self, image: Image) -> list[OcrLine]:
        pixels = np.ascontiguousarray(image)
        key = hashlib.blake2b(str(pixels.shape).encode(), digest_size=20)
        key.update(pixels.data)
        return self._cache.get(key.digest(), lambda: self._engine.read(pixels))


def bands(image: Image) -> Iterator[tuple[int, int]]:
    """Row ranges (top, bottom) that hold everything but uniform rows, with a margin of those.

    Args:
        image: RGB, (height, width, 3).
    """
    height = image.shape[0]
    first = image[:, :1].astype(np.int16)
    busy = (np.abs(image - first) > _TOLERANCE).any(axis=(1, 2))
    rows = np.flatnonzero(busy)
    if not rows.size:
        return
    cuts = np.flatnonzero(np.diff(rows) > _MIN_GAP)
    tops = rows[np.concatenate(([0], cuts + 1))]
    bottoms = rows[np.concatenate((cuts, [rows.size - 1]))] + 1
    margin = _MIN_GAP // 2
    for top, bottom in zip(tops, bottoms, strict=True):
        yield max(0, int(top) - margin), min(height, int(bottom) + margin)


def _moved(box: Box, down: int) -> Box:
    return Box(box.left, box.top + down, box.right, box.bottom + down)
