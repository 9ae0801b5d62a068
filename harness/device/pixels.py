"""Screenshots: bytes to RGB pixels, brought into the px of the UI dump. Pure; knows no device."""

from __future__ import annotations

import functools
import io
import struct
import zlib
from collections.abc import Iterator
from typing import Final

import numpy as np
from lxml import etree
from PIL import Image as Pictures
from PIL import UnidentifiedImageError

from harness.core.geometry import Box
from harness.core.raw import Image, nodes, readable_attributes
from harness.errors import ScreenError

SYSTEM_UI: Final = "com.android.systemui"
_SIGNATURE: Final = b"\x89PNG\r\n\x1a\n"
_CHUNK = struct.Struct(">I4s")
_FORMATS: Final = ("PNG", "JPEG", "WEBP", "BMP")
_BROKEN = (
    UnidentifiedImageError, OSError, ValueError, SyntaxError, EOFError, IndexError, TypeError,
    OverflowError, MemoryError, struct.error, zlib.error,
    Pictures.DecompressionBombError, Pictures.DecompressionBombWarning,
)  # fmt: skip
"""What Pillow raises on broken images."""

_BLACK = 8
"""No channel of a blanked screenshot is brighter than this (0..255)."""
_NOISE = 1
"""Largest difference (0..255) within a channel of a uniform region."""
_SLACK = 0.01
"""Relative rounding error allowed between the scales of the two axes."""
_LEAST = 0.85
"""A root that leaves out the navigation bar covers at least this share of a side."""
_BARS = 0.12
"""System bars, which stay visible over a blanked window, lie in this share of either end."""


def decode(image: bytes) -> Image:
    """An encoded image as RGB pixels; what stands around a PNG is cut off.

    Args:
        image: PNG, JPEG, WebP or BMP.

    Raises:
        ScreenError: It isn't a complete image.
    """
    if _SIGNATURE in image:
        return decode_png(image)
    return _pixels(image)


def decode_png(output: bytes) -> Image:
    """The first complete PNG in what a device printed, as RGB pixels.

    Every chunk must be there up to IEND, with the right checksum: half a screenshot decodes to
    pixels that were never on the screen.

    Raises:
        ScreenError: There is none.
    """
    for start in _starts(output):
        end = _end(output, start)
        if end:
            return _pixels(output[start:end])
    raise _unreadable()


def fitted(pixels: Image, tree: etree._Element) -> Image:
    """The screenshot in the px of the tree's bounds.

    It is scaled to them if it was taken at another resolution (``wm size`` override), and turned
    by the tree's ``rotation`` if it was taken across (the device's own orientation). A root that
    leaves out the navigation bar fits, too.

    Raises:
        ScreenError: Screenshot and bounds can't be of the same screen.
    """
    bounds = extent(tree)
    if bounds is None:
        return pixels
    size = _size(pixels, bounds)
    across = _is_wide(pixels) != (bounds.width > bounds.height)
    if size is None and across and tree.get("rotation") in ("1", "3"):
        pixels = upright(pixels, int(tree.get("rotation", "0")))
        size = _size(pixels, bounds)
    if size is None:
        height, width = pixels.shape[:2]
        raise ScreenError(
            f"the screenshot ({width}x{height}) doesn't fit the UI dump "
            f"({bounds.right}x{bounds.bottom}): capture both in the same orientation and size"
        )
    return scaled(pixels, *size)


def upright(pixels: Image, rotation: int) -> Image:
    """Pixels in the device's own orientation, turned to how the screen is shown.

    Args:
        pixels: RGB.
        rotation: Quarter turns, as ``Surface.ROTATION_90`` counts them: the screen is drawn
            clockwise, so the way back is counter-clockwise.
    """
    return np.ascontiguousarray(np.rot90(pixels, rotation % 4))


def scaled(pixels: Image, width: int, height: int) -> Image:
    """Pixels at another size in px."""
    if pixels.shape[:2] == (height, width):
        return pixels
    picture = Pictures.fromarray(pixels)
    return np.array(picture.resize((width, height), Pictures.Resampling.LANCZOS))


def is_blanked(pixels: Image, tree: etree._Element | None) -> bool:
    """Whether the app keeps its window out of the screenshot (FLAG_SECURE).

    That makes it black, or one other colour, while the tree still has the text; the system bars
    may stay. An image that is black throughout counts without any text, too.
    """
    if _is_uniform(pixels) and pixels.max() <= _BLACK:
        return True
    height, width = pixels.shape[:2]
    left, top = round(_BARS * width), round(_BARS * height)
    body = Box(left, top, width - left, height - top)
    if tree is None or not _is_uniform(_crop(pixels, body)):
        return False
    texts = [box for box in _text_boxes(tree) if box.area <= body.area // 2]
    return any(True for _ in _text_boxes(tree)) and all(
        _is_uniform(_crop(pixels, box.clip(width, height))) for box in texts
    )


def extent(tree: etree._Element) -> Box | None:
    """The rectangle around all windows in px, None if none of them says where it is."""
    boxes = [box for window in tree if (box := Box.parse(window.get("bounds", ""))) is not None]
    return functools.reduce(Box.union, boxes) if boxes else None


def is_floating(tree: etree._Element) -> bool:
    """Whether the tree begins inside the screen (a dialog), so that it can't tell its size."""
    bounds = extent(tree)
    return bounds is not None and (bounds.left > 0 or bounds.top > 0)


def _text_boxes(tree: etree._Element) -> Iterator[Box]:
    """Where the apps' nodes are that a person can read something of."""
    for element in nodes(tree):
        if element.get("package") == SYSTEM_UI:
            continue
        if any(value.strip() for _, value in readable_attributes(element)):
            yield Box.parse(element.get("bounds", "")) or Box(0, 0, 0, 0)


def _crop(pixels: Image, box: Box) -> Image:
    return pixels[box.top : box.bottom, box.left : box.right]


def _is_uniform(pixels: Image) -> bool:
    if not pixels.size:
        return True
    return all(
        (part.max(axis=(0, 1)) - part.min(axis=(0, 1))).max() <= _NOISE
        # Hardly any screen needs more than a look at a few pixels.
        for part in (pixels[::16, ::16], pixels)
    )


def _is_wide(pixels: Image) -> bool:
    return bool(pixels.shape[1] > pixels.shape[0])


def _size(pixels: Image, bounds: Box) -> tuple[int, int] | None:
    """Width and height of the screenshot in px of the bounds, None if it can't be theirs."""
    height, width = pixels.shape[:2]
    if bounds.left < 0 or bounds.top < 0 or not bounds.area:
        return None
    if (bounds.left or bounds.top) and bounds.right <= width and bounds.bottom <= height:
        # A dump of a dialog alone says nothing about the screen's size.
        return width, height
    across, down = bounds.right / width, bounds.bottom / height
    # The width counts, unless the navigation bar stands at the side.
    scale = across if down <= across * (1 + _SLACK) else down
    if min(across, down) < _LEAST * scale:
        return None
    if scale == 1:
        return width, height
    if scale == across:
        return bounds.right, max(bounds.bottom, round(height * scale))
    return max(bounds.right, round(width * scale)), bounds.bottom


def _starts(output: bytes) -> Iterator[int]:
    at = output.find(_SIGNATURE)
    while at >= 0:
        yield at
        at = output.find(_SIGNATURE, at + 1)


def _end(output: bytes, start: int) -> int | None:
    """Where the PNG ends that starts there; None if it isn't whole."""
    at = start + len(_SIGNATURE)
    while at + _CHUNK.size <= len(output):
        length, kind = _CHUNK.unpack_from(output, at)
        data = output[at + 4 : at + 8 + length]
        at += int(_CHUNK.size + length + 4)
        if at > len(output) or zlib.crc32(data) != int.from_bytes(output[at - 4 : at], "big"):
            return None
        if kind == b"IEND":
            return at
    return None


def _pixels(image: bytes) -> Image:
    try:
        with Pictures.open(io.BytesIO(image), formats=_FORMATS) as picture:
            return np.array(picture.convert("RGB"))
    except _BROKEN:
        raise _unreadable() from None


def _unreadable() -> ScreenError:
    return ScreenError("the screenshot is not a readable image: capture it again")
