"""Which lines stand in a screenshot: the tree's where they look like it, else what OCR reads."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Literal

from harness.core.protocols import OcrLine
from harness.core.raw import Image, RawFrame
from harness.engine.cache import LruCache
from harness.engine.ocr.bands import CachedOcr
from harness.engine.ocr.lines import reading_order
from harness.privacy.transformer.align import (
    INITIALS,
    Place,
    explained,
    is_foreign,
    repaired,
    substance,
)  # fmt: skip
from harness.privacy.transformer.likeness import Inked, drawn_lines, inked
from harness.privacy.transformer.places import places

Level = Literal["unexplained", "verify"]

_MARGIN = 4
"""Px around a line of ink that is read by itself."""
_SAME = 0.85
"""From this similarity on a line that was read is the node's text; below"""
_OTHER = 0.6
"""this one it is another."""


class FrameReader:
    """Reads a frame, and only what the tree doesn't explain.

    A leaf whose text looks like what is drawn in it is explained; a fixed sample of these is read
    all the same. What is left of the screenshot is read piece by piece. If the tree says something
    else than a sampled node shows, nothing in it is believed, and the whole frame is read.
    """

    def __init__(self, ocr: CachedOcr, *, level: Level = "unexplained", sample: int = 16) -> None:
        """Read with ``ocr``.

        Args:
            ocr: Reads what has to be read.
            level: ``unexplained``, or ``verify``, which reads everything.
            sample: One in so many explained nodes is read, chosen by its pixels.
        """
        if level not in ("unexplained", "verify"):
            raise ValueError("level must be unexplained or verify")
        if sample < 1:
            raise ValueError("sample must be at least 1")
        self.name = ocr.name
        self._ocr = ocr
        self._level = level
        self._sample = sample
        self._alikes: LruCache[tuple[bytes, tuple[int, ...], str], list[OcrLine]] = LruCache(16384)

    def read(self, frame: RawFrame) -> list[OcrLine]:
        """Lines in reading order; "" where text stands that no recogniser reads.

        Args:
            frame: The raw frame; nothing is read in one that is secure or whose tree shows another
                moment.
        """
        if frame.image is None or frame.secure or not frame.synchronised:
            return []
        known = places(frame) if self._level == "unexplained" and self.name != "none" else None
        lines = self._explained(frame.image, known) if known else None
        if lines is None:
            lines = self._ocr.read(frame.image)
        return [replace(line, text=repaired(line.text)) for line in lines]

    def identity(self) -> dict[str, str]:
        """Weight file name -> SHA-256 hex digest."""
        return self._ocr.identity()

    def _explained(self, image: Image, known: Sequence[Place]) -> list[OcrLine] | None:
        """All lines, those of the tree taken from there; None if the tree is wrong."""
        rest = image.copy()
        lines: list[OcrLine] = []
        for place in known:
            if not (place.leaf and place.drawn and place.box.area):
                continue
            seen = inked(image, place.box)
            if seen is None:
                continue
            found = self._alike(place, seen)
            # No reading could confirm or contradict a text in a script that isn't read.
            if not is_foreign(place.drawn) and (not found or self._is_sample(seen)):
                read = self._read_rows(image, seen)
                if found and any(_contradicts(line, place) for line in read):
                    return None
                if not found and read and all(_agrees(line, place) for line in read):
                    found = read
            if found:
                lines += found
                region = seen.region
                rest[region.top : region.bottom, region.left : region.right] = seen.background
        return reading_order([*lines, *self._ocr.read(rest)])

    def _alike(self, place: Place, seen: Inked) -> list[OcrLine]:
        """The node's text where it is drawn; empty if that isn't certain."""
        corner = seen.region.left, seen.region.top

        def compare() -> list[OcrLine]:
            found = drawn_lines(seen, place.drawn) or []
            return [replace(li, box=li.box.moved(-corner[0], -corner[1])) for li in found]

        shape = seen.distance.shape
        remembered = self._alikes.get((seen.digest, shape, place.drawn), compare)
        return [replace(line, box=line.box.moved(*corner)) for line in remembered]

    def _is_sample(self, seen: Inked) -> bool:
        return int.from_bytes(seen.digest[:4], "big") % self._sample == 0

    def _read_rows(self, image: Image, seen: Inked) -> list[OcrLine]:
        """What OCR reads in each line of ink of a node; empty if it can't read single lines."""
        lines = []
        for row in seen.rows:
            around = row.pad(_MARGIN).intersection(seen.region)
            crop = image[around.top : around.bottom, around.left : around.right]
            line = self._ocr.read_line(crop)
            if line is None:
                return []
            lines.append(replace(line, box=row))
        return lines


def _agrees(line: OcrLine, place: Place) -> bool:
    return bool(line.text) and explained(line, [place], _SAME)


def _contradicts(line: OcrLine, place: Place) -> bool:
    """Whether a readable line is another text, not only a bad reading."""
    return substance(line.text) > INITIALS and not explained(line, [place], _OTHER)
