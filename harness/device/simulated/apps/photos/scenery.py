"""What photographs show apart from text, drawn from a seed: faces, landscapes, a table top."""

from __future__ import annotations

import math
import random

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageChops, ImageDraw, ImageFilter

from harness.core.geometry import Box

Size = tuple[int, int]
Color = tuple[int, int, int]
PAPER: Color = (214, 222, 228)
"""What is behind a face on a document."""
_FINE = 2
"""Shapes are drawn this much larger and scaled down."""

_LENS = ImageFilter.Kernel((3, 3), (1, 2, 1, 2, 8, 2, 1, 2, 1))
"""How a small lens spreads a point."""

_SKINS: tuple[Color, ...] = ((236, 200, 176), (222, 178, 150), (198, 150, 118), (165, 118, 90))
_HAIRS: tuple[Color, ...] = ((46, 34, 28), (84, 58, 40), (28, 26, 30), (120, 88, 56), (96, 96, 100))
_SHIRTS: tuple[Color, ...] = ((52, 84, 120), (120, 60, 66), (70, 96, 72), (90, 90, 100))


def face(seed: int, size: Size, backdrop: Color = PAPER) -> Image.Image:
    """A passport picture of nobody: head and shoulders from the front, lit from above."""
    rng = random.Random(f"{seed}/face")
    width, height = (side * _FINE for side in size)
    skin, hair, shirt = rng.choice(_SKINS), rng.choice(_HAIRS), rng.choice(_SHIRTS)
    unit, (cx, cy) = _middle((width, height))
    rx, ry = rng.uniform(22, 25) * unit, rng.uniform(30, 33) * unit

    image = Image.new("RGB", (width, height), backdrop)
    draw = ImageDraw.Draw(image)

    def oval(x: float, y: float, w: float, h: float, color: Color) -> None:
        """An ellipse around (x, y), measured from the middle of the face in its units."""
        left, top = cx + (x - w) * unit, cy + (y - h) * unit
        draw.ellipse((left, top, left + 2 * w * unit, top + 2 * h * unit), color)

    long_hair = rng.random() < 0.5
    if long_hair:
        oval(0, 4, rx / unit + 8, ry / unit + 8, hair)
    oval(0, 76, 48, 38, shirt)
    oval(0, 36, 11, 18, _shade(skin, 0.8))
    oval(0, -9, rx / unit + 4, ry / unit - 1, hair)
    _ball(image, (cx, cy), (rx, ry), skin)
    draw = ImageDraw.Draw(image)
    fringe = math.radians(rng.uniform(28, 40))
    turns = [fringe + (math.pi - 2 * fringe) * i / 40 for i in range(41)]
    draw.polygon(
        [(cx - 1.04 * rx * math.cos(t), cy - 0.12 * ry - 0.98 * ry * math.sin(t)) for t in turns],
        hair,
    )
    eye, apart, iris = -4.0, rng.uniform(9.5, 10.5), rng.choice(((70, 52, 40), (60, 84, 92)))
    for side in (-1, 1):
        x = side * apart
        oval(x, eye, 6.2, 4.4, _shade(skin, 0.78))
        oval(x, eye + 0.4, 4.9, 2.5, (240, 238, 234))
        oval(x, eye + 0.2, 2.5, 2.6, iris)
        oval(x, eye + 0.2, 1.2, 1.3, (16, 14, 14))
        oval(x - 0.8, eye - 0.7, 0.6, 0.6, (250, 250, 250))
        brow = [(cx + (x + dx) * unit, cy + (eye + dy) * unit) for dx, dy in
                ((-6.2, -5.2 - side * 0.9), (0, -7.4), (6.2, -5.2 + side * 0.9))]  # fmt: skip
        draw.line(brow, _shade(hair, 0.9), round(2.4 * unit), joint="curve")
    nose = [(cx + x * unit, cy + y * unit) for x, y in ((-1.6, -2), (-3.4, 8), (0, 9.6), (3.4, 8))]
    draw.line(nose, _shade(skin, 0.82), round(1.3 * unit), joint="curve")
    for side in (-1, 1):
        oval(side * 2.1, 8.6, 1.1, 0.7, _shade(skin, 0.5))
    oval(0, 16.6, 8.2, 3.0, (176, 96, 92))
    draw.line(
        [(cx + x * unit, cy + y * unit) for x, y in ((-8, 16.2), (-3, 16.8), (3, 16.8), (8, 16.2))],
        (96, 44, 46), round(1.1 * unit), joint="curve",
    )  # fmt: skip
    oval(0, 21.5, 6, 1.0, _shade(skin, 0.86))
    soft = image.filter(ImageFilter.GaussianBlur(0.55 * unit))
    return soft.resize(size, Image.Resampling.BOX)


def head(size: Size) -> Box:
    """Where the head of a :func:`face` is, from hair to chin."""
    unit, (cx, cy) = _middle(size)
    return Box(
        round(cx - 29 * unit), round(cy - 41 * unit), round(cx + 29 * unit), round(cy + 33 * unit)
    )


def _middle(size: Size) -> tuple[float, tuple[float, float]]:
    """The unit in which a face is drawn, and the middle of the face, in px."""
    width, height = size
    return min(width / 100, height / 125), (width / 2, height * 0.47)


def _shade(color: Color, factor: float) -> Color:
    red, green, blue = (min(255, round(c * factor)) for c in color)
    return red, green, blue


def _ball(image: Image.Image, center: tuple[float, float], radii: tuple[float, float],
          skin: Color) -> None:  # fmt: skip
    """The head: an oval that darkens towards its edge and below."""
    (cx, cy), (rx, ry) = center, radii
    y, x = np.mgrid[0 : image.height, 0 : image.width].astype(np.float32)
    u, v = (x - cx) / rx, (y - cy) / ry
    # The jaw is narrower than the forehead.
    u = u * (1 + 0.22 * np.clip(v, 0, 1))
    away = u * u + v * v
    light = 1.08 - 0.34 * np.clip(away, 0, 1) ** 2 - 0.06 * v
    # Eye sockets and the sides of the nose lie deeper.
    for side in (-1, 1):
        light -= 0.13 * np.exp(-(((u - side * 0.42) / 0.24) ** 2 + ((v + 0.16) / 0.14) ** 2))
    light += 0.07 * np.exp(-((u / 0.1) ** 2 + ((v - 0.1) / 0.3) ** 2))
    head = np.clip(np.array(skin, np.float32) * light[..., None], 0, 255).astype(np.uint8)
    mask = Image.fromarray((np.clip(1.02 - away, 0, 0.02) * 50 * 255).astype(np.uint8))
    image.paste(Image.fromarray(head), (0, 0), mask)


def landscape(seed: int, size: Size) -> Image.Image:
    """Mountains behind a lake."""
    rng = random.Random(f"{seed}/landscape")
    width, height = size
    top, low = rng.choice((((92, 142, 200), (226, 232, 236)), ((84, 70, 120), (250, 190, 140))))
    image = _gradient(size, top, low)
    draw = ImageDraw.Draw(image)
    sun = rng.randint(width // 6, width * 5 // 6)
    draw.ellipse((sun - 50, height // 6, sun + 50, height // 6 + 100), (255, 244, 214))
    shore = round(height * 0.64)
    for depth in range(4):
        base = round(height * (0.36 + 0.07 * depth))
        waves = [
            (rng.uniform(0.002, 0.009), rng.uniform(0, 6.3), rng.uniform(20, 70)) for _ in "1234"
        ]
        ridge = [
            (x, base + sum(math.sin(x * f + p) * a for f, p, a in waves) / (1 + 0.3 * depth))
            for x in range(0, width + 8, 8)
        ]
        tone = _shade((104, 124, 132), 1 - 0.18 * depth)
        draw.polygon([(0, shore), *ridge, (width, shore)], tone)
    mirror = image.crop((0, 2 * shore - height, width, shore)).transpose(
        Image.Transpose.FLIP_TOP_BOTTOM
    )
    lake = Image.blend(mirror, Image.new("RGB", mirror.size, (60, 92, 110)), 0.45)
    image.paste(lake.filter(ImageFilter.GaussianBlur(3)), (0, shore))
    return image


def table(seed: int, size: Size) -> Image.Image:
    """A wooden table from above."""
    rng = np.random.default_rng(seed)
    width = size[0]
    grain = np.cumsum(rng.normal(0, 1.2, (1, width)), 1) + rng.normal(0, 5, (1, width))
    tone = np.array(((128, 92, 62), (98, 74, 56), (150, 122, 92))[seed % 3])
    wood = np.clip(tone + np.clip(grain, -28, 28)[..., None], 0, 255).astype(np.uint8)
    return Image.fromarray(wood).resize(size)


def exposed(image: Image.Image, seed: int) -> Image.Image:
    """The image as a small camera takes it: uneven light, a soft lens, noise, coarse colours."""
    rng = np.random.default_rng(seed)
    width, height = image.size
    soft = image.filter(_LENS)
    across = np.linspace(-1, 1, width, dtype=np.float32) * np.float32(rng.uniform(-0.08, 0.08))
    down = np.linspace(1.02, 0.92, height, dtype=np.float32)
    noise = rng.integers(-7, 8, (height, width, 1), dtype=np.int8)
    pixels = np.asarray(soft) * (down[:, None] + across)[..., None] + noise
    return _coarse(Image.fromarray(np.clip(pixels, 0, 255).astype(np.uint8)))


def _coarse(image: Image.Image) -> Image.Image:
    """With one colour per four pixels, as compressed photographs have."""
    luma, *chroma = image.convert("YCbCr").split()
    half = (max(1, image.width // 2), max(1, image.height // 2))
    halved = [c.resize(half, Image.Resampling.BOX).resize(image.size) for c in chroma]
    return Image.merge("YCbCr", (luma, *halved)).convert("RGB")


def laid_on(back: Image.Image, sheet: Image.Image, angle: float) -> Image.Image:
    """A sheet, turned by ``angle`` degrees, in the middle of a background, with its shadow."""
    turned = sheet.convert("RGBA").rotate(angle, Image.Resampling.BILINEAR, expand=True)
    left, top = (back.width - turned.width) // 2, (back.height - turned.height) // 2
    mask = Image.new("L", back.size)
    mask.paste(turned.getchannel("A"), (left, top))
    cast = ImageChops.offset(mask, 8, 12).filter(ImageFilter.GaussianBlur(9))
    image = Image.composite(Image.new("RGB", back.size, (24, 18, 14)), back,
                            cast.point([v * 5 // 10 for v in range(256)]))  # fmt: skip
    image.paste(turned, (left, top), turned)
    return image


def _gradient(size: Size, top: Color, low: Color) -> Image.Image:
    width, height = size
    t: NDArray[np.float32] = np.linspace(0, 1, height, dtype=np.float32)[:, None, None]
    shades = np.array(top, np.float32) * (1 - t) + np.array(low, np.float32) * t
    return Image.fromarray(np.repeat(shades, width, 1).astype(np.uint8))
