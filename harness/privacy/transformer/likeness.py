"""Whether what is drawn in a node looks like the node's text, without reading it.

The text is set in the fonts at hand and laid over the pixels. Where they agree everywhere, nothing
else can be drawn there; where they don't (another font, something in front of it, stale text),
nothing is said, and the pixels have to be read.
"""

from __future__ import annotations

import hashlib
import re
from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path

import cv2
import numpy as np
from bidi.algorithm import get_display
from numpy.typing import NDArray
from PIL import Image as Pillow
from PIL import ImageDraw, ImageFont

from harness.core.geometry import Box
from harness.core.protocols import OcrLine
from harness.core.raw import Image
from harness.privacy.transformer.pixels import Colour, border_colour

Gray = NDArray[np.uint8]

_INK = 24
"""From this difference to the background on a pixel is somebody's."""
_BESIDE = 6
"""Letters without a bearing touch the sides of their node (px)."""
_INSETS = (0.12, 0.24)
"""Shares of a node's height inside which its text is looked for: a button has rounded corners."""
_SIZE = 40
"""Font size in px at which texts are set; they are scaled to what is drawn."""
_HEIGHT = 24
"""Height in px at which the two are compared."""
_LIKE = 0.72
"""Least correlation of a line as a whole, and"""
_LIKE_CELL = 0.4
"""of each stretch of it that is about a letter wide. A letter of a like shape may still pass."""
_STRETCH = 0.15
"""A text may be drawn that much wider or narrower: another cut, other spacing."""
_LINE_GAP = 0.2
"""Rows of ink that are closer than this share of the taller one are of one line."""
_MIN_HEIGHT = 10
_SIMPLIFIED = 2
"""Index of simplified Chinese in the CJK collection."""
_ELLIPSIS = "…"
_BREAK = re.compile(r"\s+|(?<=[\u2e80-\u9fff\uff00-\uffef])|(?<=-)(?=\w)")
_BLANKS = re.compile(r"\s+")


@dataclass(frozen=True, slots=True, repr=False)
class Inked:
    """The part of a node that shows something on one background.

    Attributes:
        region: The part, in px of the screenshot; nothing crosses its border.
        background: Its colour.
        rows: The lines of ink in it, top to bottom, each as wide as its ink.
        distance: Largest difference of a channel to the background, of the region.
        digest: Of ``distance``.
    """

    region: Box
    background: Colour
    rows: tuple[Box, ...]
    distance: Gray
    digest: bytes


def inked(image: Image, box: Box) -> Inked | None:
    """What is drawn in a node; None if nothing is, or if it crosses the border.

    Args:
        image: The screenshot, RGB (height, width, 3).
        box: The node's bounds on it.
    """
    height, width = image.shape[:2]
    wide = Box(box.left - _BESIDE, box.top, box.right + _BESIDE, box.bottom).clip(width, height)
    for region in (wide, box, *(box.pad(-round(inset * box.height)) for inset in _INSETS)):
        if min(region.width, region.height) < _MIN_HEIGHT:
            return None
        background = border_colour(image, region)
        distance = _distance(image[region.top : region.bottom, region.left : region.right],
                             background)  # fmt: skip
        ring = (distance[0], distance[-1], distance[:, 0], distance[:, -1])
        if max(int(side.max()) for side in ring) < _INK:
            rows = tuple(r.moved(region.left, region.top) for r in _rows(distance >= _INK))
            digest = hashlib.blake2b(distance.tobytes(), digest_size=16).digest()
            return Inked(region, background, rows, distance, digest) if rows else None
    return None


def drawn_lines(seen: Inked, text: str) -> list[OcrLine] | None:
    """The lines of a text where they are drawn; None if something else may be drawn there.

    Args:
        seen: What is drawn in a node.
        text: The node's text. Only its beginning and an ellipsis may be drawn.
    """
    rest = _BLANKS.sub(" ", text).strip()
    lines: list[OcrLine] = []
    for number, row in enumerate(seen.rows):
        inner = row.moved(-seen.region.left, -seen.region.top)
        ink = seen.distance[inner.top : inner.bottom, inner.left : inner.right]
        last = number == len(seen.rows) - 1
        shown = next(
            (head for head in _heads(rest, ink.shape[1] / ink.shape[0], last) if _like(ink, head)),
            "",
        )
        if not shown:
            return None
        lines.append(OcrLine(shown, row, 1.0))
        rest = rest[len(shown.removesuffix(_ELLIPSIS)) :].lstrip()
    return lines


def _heads(text: str, shape: float, last: bool) -> Iterator[str]:
    """The beginnings of a text that are about as wide for their height as a line of ink."""
    ends = [len(text)] if last else [m.start() for m in _BREAK.finditer(text) if m.start()]
    for end in ends:
        if _fits(text[:end], shape):
            yield text[:end]
    if last and _shape(text) > shape:
        near = bisect_left(range(len(text)), shape, key=lambda end: _shape(text[:end] + _ELLIPSIS))
        for end in range(near + 1, near - 3, -1):
            if 0 < end < len(text) and _fits(cut := text[:end].rstrip() + _ELLIPSIS, shape):
                yield cut


def _fits(text: str, shape: float) -> bool:
    expected = _shape(text)
    return bool(expected) and abs(shape / expected - 1) <= _STRETCH


def _shape(text: str) -> float:
    """Width of a text's ink in heights of it; 0 if it has none."""
    box = _extent(text)
    return (box[2] - box[0]) / (box[3] - box[1]) if box else 0.0


def _like(ink: Gray, text: str) -> bool:
    """Whether a line of ink is that text in one of the fonts at hand."""
    for bold in (False, True):
        expected = _set(text, bold)
        if expected is None:
            return False
        width = max(4, round(ink.shape[1] * _HEIGHT / ink.shape[0]))
        if _agree(_scaled(ink, width), _scaled(expected, width)):
            return True
    return False


def _agree(drawn: NDArray[np.float32], expected: NDArray[np.float32]) -> bool:
    if _correlation(drawn, expected) < _LIKE:
        return False
    width = drawn.shape[1]
    cells = max(1, round(width / (0.6 * _HEIGHT)))
    edges = np.linspace(0, width, cells + 1).astype(int).tolist()
    return all(
        _correlation(drawn[:, left:right], expected[:, left:right]) >= _LIKE_CELL
        for left, right in zip(edges, edges[1:], strict=False)
    )


def _correlation(a: NDArray[np.float32], b: NDArray[np.float32]) -> float:
    a, b = a - a.mean(), b - b.mean()
    norm = float(np.sqrt((a * a).sum() * (b * b).sum()))
    # Blank on both sides agrees; blank on one side doesn't.
    if norm < 1.0:
        return float(max(np.abs(a).max(), np.abs(b).max()) < 0.1)
    return float((a * b).sum()) / norm


def _scaled(ink: Gray, width: int) -> NDArray[np.float32]:
    """Ink at the size at which it is compared, 0..1, softened: no two renderers agree to the px."""
    small = cv2.resize(ink, (width, _HEIGHT), interpolation=cv2.INTER_AREA).astype(np.float32)
    soft = cv2.GaussianBlur(small, (0, 0), 0.9)
    return np.asarray(soft / max(1.0, float(soft.max())), np.float32)


def _distance(pixels: Image, background: Colour) -> Gray:
    apart = cv2.absdiff(pixels, np.full_like(pixels, background))
    red, green, blue = cv2.split(apart)  # Several times faster than a maximum along an axis.
    return np.asarray(cv2.max(cv2.max(red, green), blue), np.uint8)


def _rows(ink: NDArray[np.bool_]) -> Iterator[Box]:
    """The lines of ink of a region, relative to its corner."""
    edges = np.flatnonzero(np.diff(np.concatenate(([0], ink.any(axis=1).astype(np.int8), [0]))))
    runs = list(zip(edges[::2].tolist(), edges[1::2].tolist(), strict=True))
    joined: list[tuple[int, int]] = []
    for top, bottom in runs:
        if joined:
            above = joined[-1]
            if top - above[1] < _LINE_GAP * max(bottom - top, above[1] - above[0]):
                joined[-1] = (above[0], bottom)
                continue
        joined.append((top, bottom))
    for top, bottom in joined:
        columns = np.flatnonzero(ink[top:bottom].any(axis=0))
        yield Box(int(columns[0]), top, int(columns[-1]) + 1, bottom)


# ---------------------------------------------------------------- fonts at hand


@lru_cache(maxsize=16384)
def _extent(text: str) -> tuple[int, int, int, int] | None:
    """The box of a text's ink in px at the size at which texts are set."""
    font = _font(_script(text), False)
    left, top, right, bottom = (int(v) for v in font.getbbox(_ordered(text)))
    return (left, top, right, bottom) if right > left and bottom > top else None


@lru_cache(maxsize=4096)
def _set(text: str, bold: bool) -> Gray | None:
    """The ink of a text, cropped; None if there is none."""
    extent = _extent(text)
    if extent is None:
        return None
    left, top, right, bottom = extent
    canvas = Pillow.new("L", (right - left + 12, bottom - top + 12))
    place = (6 - left, 6 - top)
    font = _font(_script(text), bold)
    ImageDraw.Draw(canvas).text(place, _ordered(text), fill=255, font=font)
    ink = canvas.getbbox()
    return np.asarray(canvas.crop(ink), np.uint8) if ink else None


def _ordered(text: str) -> str:
    """As it is drawn from left to right."""
    return str(get_display(text)) if _script(text) == "bidi" else text


def _script(text: str) -> str:
    if any("\u0590" <= c <= "\u06ff" for c in text):
        return "bidi"
    return "cjk" if any(c >= "\u2e80" for c in text) else "roboto"


@lru_cache(maxsize=8)
def _font(script: str, bold: bool) -> ImageFont.FreeTypeFont:
    if script == "cjk":
        return _face("noto_cjk_sans_otc", "NotoSansCJK-Regular.ttc", index=_SIMPLIFIED)
    if script == "bidi":
        return _face("matplotlib", "mpl-data", "fonts", "ttf", "DejaVuSans.ttf")
    font = _face("fontpkg_roboto", "files", "Roboto[wdth,wght].ttf")
    weight = 700 if bold else 400
    values = {b"Weight": weight, b"Width": 100}
    font.set_variation_by_axes([values[axis["name"]] for axis in font.get_variation_axes()])
    return font


def _face(package: str, *parts: str, index: int = 0) -> ImageFont.FreeTypeFont:
    spec = find_spec(package)
    folders = (spec.submodule_search_locations or ()) if spec else ()
    path = str(Path(next(iter(folders))).joinpath(*parts))
    # The richer layout engine depends on the system's libraries.
    return ImageFont.truetype(path, _SIZE, index=index, layout_engine=ImageFont.Layout.BASIC)
