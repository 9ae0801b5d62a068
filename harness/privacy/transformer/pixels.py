"""The screenshot side: opaque overlays with the anonymized text at the value's place."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from harness.core.geometry import Box
from harness.core.raw import Image
from harness.privacy.transformer import typeset

Style = Literal["text", "box"]
Colour = tuple[int, int, int]

_NEAR = 10
"""Colours whose channels all differ by less than this count as one background."""
_INK = 48
"""From this difference on a pixel is a glyph's."""
_HIDDEN = (40, 40, 40)
_BLACK, _WHITE = (0, 0, 0), (255, 255, 255)
_MARGIN = 4
_USUAL_SIZE = 0.042
"""Font size of body text as a share of the screen's width, where none can be measured."""
_STEP = 2


@dataclass(frozen=True, slots=True, repr=False)
class _Writing:
    """A text still to be written: over which background, around which ink, how large."""

    box: Box
    ink: Box
    text: str
    size: int
    align: float
    background: Colour
    colour: Colour
    whole: bool


class Canvas:
    """A copy of a screenshot to paint on.

    Regions are covered at once and written on by :meth:`finish`, so that no cover hides a text.
    """

    def __init__(self, image: Image, style: Style = "text") -> None:
        """Copy ``image``.

        Args:
            image: RGB, (height, width, 3).
            style: ``text`` repaints in the colours of the place, ``box`` in white on black.
        """
        self._raw = image
        self._style = style
        self._image: Image = image.copy()
        self._writings: list[_Writing] = []

    def hide(self, box: Box) -> Box:
        """Cover a region without a text; returns what was covered."""
        box = self._clip(box)
        self._fill(box, _BLACK if self._style == "box" else _HIDDEN)
        return box

    def overlay_line(
        self, box: Box, text: str, original: str = "", frame: Box | None = None
    ) -> Box:
        """Cover lines of text that OCR saw, and write another text in their place.

        Args:
            box: Where they stand; grown until no glyph is cut at its border.
            text: What to write.
            original: The raw text, if it is a single line: tells the font size.
            frame: The widget around it: tells the alignment.

        Returns:
            The covered rectangle.
        """
        box = self._clip(box)
        if not box.area:
            return box
        background = border_colour(self._raw, box)
        ink = ink_box(self._raw, box, background) or box
        box = self._grown(box, background)
        size = self._measured(ink, original, background)
        self._cover(box, ink, text, size, _alignment(frame, ink) if frame else 0.0, background)
        return box

    def overlay_widget(
        self, box: Box, text: str, drawn: Box | None = None, *, whole: bool = False
    ) -> Box:
        """Cover a whole widget and write a text in it.

        Args:
            box: Its bounds.
            text: What to write.
            drawn: Where in it its text was seen, None if it wasn't.
            whole: Write nothing rather than a cut text.

        Returns:
            The covered rectangle.
        """
        box = self._clip(box)
        if not box.area:
            return box
        background = border_colour(self._raw, box)
        inner = self._clip(drawn) if drawn else box.pad(-_MARGIN)
        if not inner.area:
            inner = box
        ink = ink_box(self._raw, inner, background) or inner
        usual = round(_USUAL_SIZE * self._raw.shape[1])
        size = min(usual, max(typeset.MIN_SIZE, round(0.6 * box.height)))
        if drawn:
            size = self._measured(ink, "", background)
        self._cover(box, ink, text, size, _alignment(box, ink), background, whole=whole)
        return box

    def finish(self) -> Image:
        """Write every text; returns the image."""
        for writing in self._writings:
            self._write(writing)
        self._writings.clear()
        return self._image

    # ------------------------------------------------------------ covering

    def _cover(
        self,
        box: Box,
        ink: Box,
        text: str,
        size: int,
        align: float,
        background: Colour,
        *,
        whole: bool = False,
    ) -> None:
        colour = self._ink_colour(ink, background)
        if self._style == "box":
            background, colour = _BLACK, _WHITE
        self._fill(box, background)
        self._writings.append(_Writing(box, ink, text, size, align, background, colour, whole))

    def _grown(self, box: Box, background: Colour) -> Box:
        """Padded, and each side moved outwards to where no glyph crosses it.

        A side that stays crossed for as far as it may move isn't moved: something else is there.
        """
        box = self._clip(box.pad(max(2, box.height // 10)))
        across, along = box.height, max(_STEP, box.height // 4)
        height, width = self._raw.shape[:2]
        rows, columns = slice(box.top, box.bottom), slice(box.left, box.right)
        return Box(
            box.left
            - self._reach(
                self._raw[rows, max(0, box.left - across) : box.left + 1][:, ::-1], background
            ),
            box.top
            - self._reach(
                self._raw[max(0, box.top - along) : box.top + 1, columns].swapaxes(0, 1)[:, ::-1],
                background,
            ),
            box.right
            + self._reach(
                self._raw[rows, box.right - 1 : min(width, box.right + across)], background
            ),
            box.bottom
            + self._reach(
                self._raw[box.bottom - 1 : min(height, box.bottom + along), columns].swapaxes(0, 1),
                background,
            ),
        )

    @staticmethod
    def _reach(strip: Image, background: Colour) -> int:
        """How many columns lie before the first one without ink; 0 if there is none."""
        clean = ~_ink(strip, background).any(axis=0)
        return int(clean.argmax()) if clean.any() else 0

    def _ink_colour(self, box: Box, background: Colour) -> Colour:
        pixels = self._raw[box.top : box.bottom, box.left : box.right].reshape(-1, 3)
        distance = np.abs(pixels.astype(np.int16) - np.array(background, np.int16)).max(axis=1)
        most = int(distance.max(initial=0))
        if most < _INK:
            return _BLACK if sum(background) > 382 else _WHITE
        return _triple(pixels[distance >= 0.8 * most].mean(axis=0))

    def _measured(self, ink: Box, original: str, background: Colour) -> int:
        height = _tallest_run(self._raw, ink, background)
        if original and typeset.drawable(original) == " ".join(original.split()):
            return typeset.size_of(original, height)
        return max(typeset.MIN_SIZE, round(1.2 * height))

    def _fill(self, box: Box, colour: Colour) -> None:
        self._image[box.top : box.bottom, box.left : box.right] = colour

    # ------------------------------------------------------------ writing

    def _write(self, writing: _Writing) -> None:
        box, ink, size = writing.box, writing.ink, writing.size
        left = ink.left if writing.align == 0 else box.left
        right = ink.right if writing.align == 1 else box.right
        setting = typeset.fit(writing.text, right - left, box.height, size)
        align = writing.align
        if setting.size < size or setting.condensed or len(setting.lines) > 1:
            left, right = self._widened(writing, align, left, right)
            setting = typeset.fit(writing.text, right - left, box.height, size)
        if setting.size < size and align == 0 and not writing.whole:
            # No room ahead: a short text in a view that is no wider may have some behind it.
            start, end = self._widened(writing, 1, left, right)
            behind = typeset.fit(writing.text, end - start, box.height, size)
            if behind.size > setting.size:
                left, right, setting, align = start, end, behind, 1
        left += round(align * (right - left - setting.width))
        middle = ink.center[1] if len(setting.lines) == 1 else box.center[1]
        half = max(setting.height, ink.height) // 2 + _MARGIN
        place = self._clip(Box(left, middle - half, left + setting.width, middle + half))
        if not place.area or (writing.whole and (setting.cut or setting.height > box.height)):
            return
        alpha = typeset.mask(setting, place.width, place.height, align)[..., None]
        area = self._image[place.top : place.bottom, place.left : place.right]
        area[:] = (area * (1 - alpha) + np.array(writing.colour) * alpha).astype(np.uint8)

    def _widened(self, writing: _Writing, align: float, left: int, right: int) -> tuple[int, int]:
        """The writing area, extended over empty background beside the box."""
        box, background = writing.box, writing.background
        row = self._image[box.top : box.bottom]
        reach = typeset.width_of(writing.text, writing.size) + 2 * _MARGIN
        behind, ahead = row[:, : box.left][:, ::-1][:, :reach], row[:, box.right :][:, :reach]
        before = max(0, _empty(behind, background) - _MARGIN)
        after = max(0, _empty(ahead, background) - _MARGIN)
        if align == 0.5:
            before = after = min(before, after)
        if align < 1:
            right = max(right, box.right + after)
        if align > 0:
            left = min(left, box.left - before)
        return left, right

    def _clip(self, box: Box) -> Box:
        height, width = self._raw.shape[:2]
        clipped = box.clip(width, height)
        return clipped if clipped.area else Box(0, 0, 0, 0)


def border_colour(image: Image, box: Box) -> Colour:
    """The most common colour along the inside of the box's border."""
    area = image[box.top : box.bottom, box.left : box.right]
    sides = (area[:2], area[-2:], area[:, :2], area[:, -2:])
    ring = np.concatenate([side.reshape(-1, 3) for side in sides])
    coarse = ring.astype(np.int32) >> 3
    keys = coarse[:, 0] << 10 | coarse[:, 1] << 5 | coarse[:, 2]
    common = np.bincount(keys).argmax()
    return _triple(np.median(ring[keys == common], axis=0))


def ink_box(image: Image, box: Box, background: Colour) -> Box | None:
    """The smallest rectangle in ``box`` that holds everything unlike the background."""
    ink = _ink(image[box.top : box.bottom, box.left : box.right], background)
    rows, columns = np.flatnonzero(ink.any(axis=1)), np.flatnonzero(ink.any(axis=0))
    if not rows.size:
        return None
    return Box(
        box.left + int(columns[0]),
        box.top + int(rows[0]),
        box.left + int(columns[-1]) + 1,
        box.top + int(rows[-1]) + 1,
    )


def _tallest_run(image: Image, ink: Box, background: Colour) -> int:
    """Height in px of the tallest line of text inside an ink box."""
    rows = _ink(image[ink.top : ink.bottom, ink.left : ink.right], background).any(axis=1)
    edges = np.flatnonzero(np.diff(np.concatenate(([0], rows.astype(np.int8), [0]))))
    return int((edges[1::2] - edges[::2]).max(initial=1))


def _alignment(frame: Box, ink: Box) -> float:
    """0 left, 0.5 centred, 1 right: where the ink stands in its widget."""
    left, right = ink.left - frame.left, frame.right - ink.right
    if left > 0.1 * frame.width and abs(left - right) <= 0.08 * frame.width:
        return 0.5
    return 1.0 if left > 0.2 * frame.width and right < left / 3 else 0.0


def _empty(strip: Image, colour: Colour) -> int:
    """How many columns from the left are of that colour and no other."""
    other = _differs(strip, colour, _NEAR).any(axis=0)
    return int(other.argmax()) if other.any() else strip.shape[1]


def _ink(pixels: Image, background: Colour) -> NDArray[np.bool_]:
    return _differs(pixels, background, _INK)


def _differs(pixels: Image, colour: Colour, least: int) -> NDArray[np.bool_]:
    """Where a channel differs from ``colour`` by at least ``least``."""
    far = np.abs(pixels.astype(np.int16) - np.array(colour, np.int16)) >= least
    return np.asarray(far[..., 0] | far[..., 1] | far[..., 2])


def _triple(colour: NDArray[np.float64]) -> Colour:
    red, green, blue = (int(c) for c in colour)
    return red, green, blue
