"""Text set into a rectangle: size, lines and glyph mask."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PIL import Image as Pillow
from PIL import ImageDraw, ImageFont

MIN_SIZE = 12
"""Smallest font size in px."""
_PITCH = 1.2
"""Line pitch in font sizes."""
_MIN_SHRINK = 0.45
"""Text is set no smaller than this share of the size that it replaces; then it is cut."""
_REFERENCE = 100
"""Font size in px at which texts are measured; widths grow in proportion."""
_ROBOTO = ("LATIN", "GREEK", "CYRILLIC", "MODIFIER", "COMBINING")


@dataclass(frozen=True, slots=True)
class Setting:
    """How a text fits a rectangle.

    Attributes:
        lines: The text, wrapped, cut with an ellipsis where it didn't fit.
        size: Font size in px.
        width: Width of the widest line in px.
        condensed: Set in narrow letters.
        cut: Something was left out.
    """

    lines: tuple[str, ...]
    size: int
    width: int
    condensed: bool = False
    cut: bool = False

    @property
    def height(self) -> int:
        """Height in px from the first line's top to the last one's bottom."""
        return round(self.size * (1 + _PITCH * (len(self.lines) - 1)))


def size_of(text: str, ink_height: int) -> int:
    """The font size in px at which ``text``, on one line, is ``ink_height`` px high."""
    _, top, _, bottom = _font(_REFERENCE).getbbox(drawable(text) or "x")
    return max(MIN_SIZE, round(_REFERENCE * ink_height / max(1, bottom - top)))


def width_of(text: str, size: int) -> int:
    """Width in px of ``text`` on one line."""
    return round(_font(_REFERENCE).getlength(drawable(text)) * size / _REFERENCE) + 1


def drawable(text: str) -> str:
    """``text`` with every stretch that the font has no glyphs for as an ellipsis."""
    shown: list[str] = []
    for character in " ".join(text.split()):
        if _has_glyph(character):
            shown.append(character)
        elif not shown or shown[-1] != "…":
            shown.append("…")
    return "".join(shown)


@lru_cache(maxsize=4096)
def fit(text: str, width: int, height: int, size: int) -> Setting:
    """Wrap ``text`` into ``width`` x ``height`` px, at ``size`` px or smaller."""
    words = drawable(text).split(" ")
    measures = [_measure(tuple(words), condensed) for condensed in (False, True)]
    smallest = min(size, max(MIN_SIZE, round(size * _MIN_SHRINK)))
    while True:
        rows = max(1, int((height + 0.2 * size) / (_PITCH * size)))
        for condensed, (widths, space) in enumerate(measures):
            room = width * _REFERENCE / size
            wrapped = _wrap(words, widths, space, room, rows)
            if wrapped is not None:
                lines, longest = wrapped
                return Setting(lines, size, round(longest * size / _REFERENCE) + 1, bool(condensed))
        if size <= smallest:
            return _cut(" ".join(words), width, size)
        size = max(smallest, int(size * 0.9))


@lru_cache(maxsize=256)
def mask(setting: Setting, width: int, height: int, align: float) -> NDArray[np.float32]:
    """Coverage (0..1) of the glyphs, shape (height, width), centred vertically.

    Args:
        setting: What :func:`fit` returned.
        width: Width in px.
        height: Height in px.
        align: 0 left, 0.5 centred, 1 right.
    """
    canvas = Pillow.new("L", (width, height), 0)
    draw = ImageDraw.Draw(canvas)
    font = _font(setting.size, setting.condensed)
    y = (height - setting.height) / 2 + setting.size / 2
    for line in setting.lines:
        x = align * (width - font.getlength(line))
        draw.text((x, y), line, font=font, fill=255, anchor="lm")
        y += _PITCH * setting.size
    return np.asarray(canvas, np.float32) / np.float32(255)


def _wrap(
    words: Sequence[str], widths: Sequence[float], space: float, room: float, rows: int
) -> tuple[tuple[str, ...], float] | None:
    """Lines no wider than ``room`` and the widest one's width; None if ``rows`` don't do."""
    lines: list[str] = []
    used: list[float] = []
    for word, width in zip(words, widths, strict=True):
        if lines and used[-1] + space + width <= room:
            lines[-1] += f" {word}"
            used[-1] += space + width
        elif width <= room and len(lines) < rows:
            lines.append(word)
            used.append(width)
        else:
            return None
    return tuple(lines), max(used)


def _cut(text: str, width: int, size: int) -> Setting:
    font = _font(size, True)
    keep = len(text)
    while keep and font.getlength(text[:keep] + "…") > width:
        keep -= 1
    shown = text[:keep].rstrip() + "…" if keep else ""
    return Setting((shown,), size, max(1, width), condensed=True, cut=True)


@lru_cache(maxsize=4096)
def _has_glyph(character: str) -> bool:
    if character.isascii():
        return True
    if unicodedata.category(character) in ("Po", "Pd", "Pi", "Pf", "Sc"):
        return ord(character) < 0x2100
    return unicodedata.name(character, "").startswith(_ROBOTO)


@lru_cache(maxsize=4096)
def _measure(words: Sequence[str], condensed: bool) -> tuple[list[float], float]:
    """Widths in px of the words and of a space, at the reference size."""
    font = _font(_REFERENCE, condensed)
    return [font.getlength(word) for word in words], font.getlength(" ")


@lru_cache(maxsize=128)
def _font(size: int, condensed: bool = False) -> ImageFont.FreeTypeFont:
    import fontpkg_roboto

    path = Path(fontpkg_roboto.ROOT) / "files" / "Roboto[wdth,wght].ttf"
    font = ImageFont.truetype(str(path), size)
    if condensed:
        font.set_variation_by_axes(
            [
                float(axis["minimum" if axis["name"] == b"Width" else "default"] or 0)
                for axis in font.get_variation_axes()
            ]
        )
    return font
