"""Scene to pixels."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from PIL import Image, ImageColor

from harness.core.geometry import Box
from harness.core.raw import Image as Pixels
from harness.device.simulated.fonts import Font, advance, glyphs
from harness.device.simulated.icons import icon, rounded
from harness.device.simulated.layout import Placed
from harness.device.simulated.picture import Picture
from harness.device.simulated.scene import Scene, walk
from harness.device.simulated.view import HEIGHT, WIDTH, Glyph, dp

LIGHT = {
    "background": "#ffffff",
    "surface": "#f1f3f4",
    "bar": "#ffffff",
    "text": "#1f1f1f",
    "muted": "#5f6368",
    "primary": "#0b57d0",
    "on_primary": "#ffffff",
    "tonal": "#d3e3fd",
    "bubble_me": "#0b57d0",
    "bubble_them": "#e9eef6",
    "divider": "#dadce0",
    "error": "#b3261e",
    "dialog": "#f3f6fc",
    "inverse": "#303030",
    "on_inverse": "#f2f2f2",
}
DARK = {
    "background": "#131314",
    "surface": "#282a2c",
    "bar": "#131314",
    "text": "#e3e3e3",
    "muted": "#c4c7c5",
    "primary": "#a8c7fa",
    "on_primary": "#062e6f",
    "tonal": "#004a77",
    "bubble_me": "#004a77",
    "bubble_them": "#303134",
    "divider": "#444746",
    "error": "#f2b8b5",
    "dialog": "#2b2b2f",
    "inverse": "#e3e3e3",
    "on_inverse": "#303030",
}
_SCRIM = 0.6
"""How much of the light below a dialog is taken away."""


def render(scene: Scene) -> Pixels:
    """The screenshot of a scene: RGB uint8, (2400, 1080, 3)."""
    palette = DARK if scene.dark else LIGHT
    image = Image.new("RGB", (WIDTH, HEIGHT), palette["background"])
    for window in scene.windows:
        if window.dims:
            image = image.point([round(v * (1 - _SCRIM)) for v in range(256)] * 3)
        _draw(image, window.root, palette)
    return np.array(image)


def drawing(root: Placed, size: tuple[int, int], background: str) -> Image.Image:
    """A laid-out tree in light colours on a background of its own, in RGB."""
    image = Image.new("RGB", size, background)
    _draw(image, root, LIGHT)
    return image


def _draw(image: Image.Image, root: Placed, palette: dict[str, str]) -> None:
    painter = _Painter(image, palette)
    for placed in walk(root):
        if placed.visible.area:
            painter.paint(placed)


@lru_cache(maxsize=32)
def _scaled(picture: Picture, size: tuple[int, int]) -> Image.Image:
    pixels = picture.paint()
    return pixels if size == pixels.size else pixels.resize(size, Image.Resampling.BILINEAR)


class _Painter:
    def __init__(self, image: Image.Image, palette: dict[str, str]) -> None:
        self._image = image
        self._palette = palette

    def paint(self, placed: Placed) -> None:
        view, box, clip = placed.view, placed.box, placed.visible
        if view.fill:
            self._mask(rounded(box.width, box.height, view.radius), box, view.fill, clip)
        if view.picture:
            self._picture(view.picture, box, clip)
        if view.glyph:
            self._glyph(view.glyph, box, clip)
        for run in placed.runs:
            self._text(run.text, run.font, run.x, run.baseline, view.style.color, clip)

    def _color(self, role: str) -> tuple[int, ...]:
        return ImageColor.getrgb(self._palette.get(role, role))

    def _mask(self, mask: Image.Image, box: Box, color: str, clip: Box) -> None:
        seen = box.intersection(clip)
        if not seen.area:
            return
        if seen != box:
            x, y = box.left, box.top
            mask = mask.crop((seen.left - x, seen.top - y, seen.right - x, seen.bottom - y))
        self._image.paste(self._color(color), (seen.left, seen.top), mask)

    def _text(self, text: str, font: Font, x: int, baseline: int, color: str, clip: Box) -> None:
        drawn = glyphs(text, font)
        if drawn:
            mask, dx, dy = drawn
            left, top = x + dx, baseline + dy
            box = Box(left, top, left + mask.width, top + mask.height)
            self._mask(mask, box, color, clip)

    def _picture(self, picture: Picture, box: Box, clip: Box) -> None:
        whole, seen = picture.place(box), box.intersection(clip)
        pixels = _scaled(picture, (whole.width, whole.height))
        x, y = whole.left, whole.top
        cut = pixels.crop((seen.left - x, seen.top - y, seen.right - x, seen.bottom - y))
        self._image.paste(cut, (seen.left, seen.top))

    def _disc(self, x: int, y: int, radius: int, color: str, clip: Box) -> None:
        box = Box(x - radius, y - radius, x + radius, y + radius)
        self._mask(rounded(2 * radius, 2 * radius, radius), box, color, clip)

    def _glyph(self, glyph: Glyph, box: Box, clip: Box) -> None:
        x, y = box.center
        if glyph.kind == "icon":
            size = min(box.width, box.height, dp(glyph.size))
            place = Box(x - size // 2, y - size // 2, x - size // 2 + size, y - size // 2 + size)
            self._mask(icon(glyph.name, size), place, glyph.color, clip)
        elif glyph.kind == "avatar":
            radius = min(box.width, box.height) // 2
            self._disc(x, y, radius, glyph.color, clip)
            font = Font(round(radius * 0.8), 500)
            start = x - advance(glyph.name, font) // 2
            self._text(glyph.name, font, start, y + round(font.size * 0.36), "#ffffff", clip)
        elif glyph.kind == "switch":
            track = Box(x - dp(26), y - dp(16), x + dp(26), y + dp(16))
            color = "primary" if glyph.on else "divider"
            self._mask(rounded(track.width, track.height, dp(16)), track, color, clip)
            knob = x + dp(10) if glyph.on else x - dp(10)
            self._disc(knob, y, dp(11), "on_primary" if glyph.on else "muted", clip)
        else:
            corner = dp(10) if glyph.kind == "radio" else dp(3)
            for size, color in (
                (20, "primary" if glyph.on else "muted"),
                (16, "background"),
                (10, "primary" if glyph.on else "background"),
            ):
                half = dp(size / 2)
                square = Box(x - half, y - half, x + half, y + half)
                self._mask(rounded(2 * half, 2 * half, min(corner, half)), square, color, clip)
