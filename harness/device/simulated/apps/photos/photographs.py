"""Photographs, screenshots and codes: what stands in them, stands in their pixels alone.

A document is laid out by the engine that lays out screens, so it knows where its values are; then
it is put on a table, turned and photographed, and the places of its values with it.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import lru_cache, partial

import cv2
import numpy as np
from PIL import Image

from harness.core.entity import EntityType
from harness.core.geometry import Box
from harness.core.raw import PictureKind, PictureMark
from harness.device.simulated import widgets as w
from harness.device.simulated.apps.photos import scenery
from harness.device.simulated.apps.photos.scenery import Color, Size
from harness.device.simulated.fonts import ink_box
from harness.device.simulated.layout import mirrored, place
from harness.device.simulated.picture import Picture, Shown
from harness.device.simulated.render import drawing
from harness.device.simulated.scene import walk
from harness.device.simulated.text import Rich
from harness.device.simulated.view import DENSITY, FILL, TextStyle, View

PHOTO: Size = (960, 1280)
"""Size of a photograph in px, upright."""
_SCREEN: Size = (1080, 1800)
_TICKET: Size = (1080, 1240)
_CARD: Size = (840, 530)
_QUIET = 4
"""Modules of white around a QR code (ISO/IEC 18004)."""
_READABLE_MODULES = 5
"""A code can be read as long as this many of its modules together can be made out."""

Lines = tuple[Rich, ...]


@lru_cache(maxsize=32)
def photograph(kind: str, seed: int, lines: Lines, rtl: bool = False) -> Picture:
    """A picture of one of the :data:`KINDS`.

    Args:
        kind: What it shows.
        seed: Decides everything that isn't text.
        lines: The text in it, with its values.
        rtl: The text is laid out from right to left.
    """
    return KINDS[kind](seed, lines, rtl)


def flat(view: View, size: Size, *, background: str = "#ffffff", rtl: bool = False) -> Picture:
    """A view tree as a picture of that size."""
    root = place(view, Box(0, 0, *size), 1.0, {})
    if rtl:
        root = mirrored(root, size[0])
    shown: list[Shown] = []
    told: list[PictureMark] = []
    for placed in walk(root):
        for run in placed.runs:
            box = ink_box(run.text, run.font, run.x, run.baseline)
            if run.mark is not None and box is not None:
                shown.append(Shown(run.mark.type, run.mark.value, box, box.height))
        if placed.view.picture is not None:
            shown += [
                Shown(inner.type, inner.value, box, inner.detail)
                for inner, box, _ in placed.view.picture.marks(placed.box)
            ]
            told += placed.view.picture.pictures(placed.box)
    paint = _once(partial(drawing, root, size, background))
    return Picture(size, tuple(shown), paint, tuple(told))


def qr_code(payload: str, values: Sequence[tuple[EntityType, str]], module: int = 12) -> Picture:
    """A QR code; whoever reads it has every value of its payload."""
    code = cv2.QRCodeEncoder.create().encode(payload)
    padded = np.pad(code, _QUIET, constant_values=255)
    side = len(padded) * module
    box = Box(_QUIET * module, _QUIET * module, side - _QUIET * module, side - _QUIET * module)
    shown = tuple(Shown(kind, value, box, _READABLE_MODULES * module) for kind, value in values)

    def paint() -> Image.Image:
        large = np.kron(padded, np.ones((module, module), np.uint8))
        return Image.fromarray(large).convert("RGB")

    return Picture((side, side), shown, _once(paint), (PictureMark(PictureKind.CODE, box),))


def portrait(seed: int, size: Size, backdrop: Color = scenery.PAPER) -> Picture:
    """Somebody looking into the camera."""
    face = PictureMark(PictureKind.FACE, scenery.head(size))
    return Picture(size, (), _once(partial(scenery.face, seed, size, backdrop)), (face,))


def taken(sheet: Picture, seed: int, angle: float, size: Size = PHOTO) -> Picture:
    """A document on a table, turned by ``angle`` degrees to the left and photographed."""

    def paint() -> Image.Image:
        laid = scenery.laid_on(scenery.table(seed, size), sheet.paint(), angle)
        return scenery.exposed(laid, seed)

    shown = tuple(
        Shown(s.type, s.value, _turned(s.box, sheet.size, angle, size), s.detail)
        for s in sheet.shown
    )
    told = tuple(
        PictureMark(mark.kind, _turned(mark.box, sheet.size, angle, size)) for mark in sheet.told
    )
    return Picture(size, shown, _once(paint), told)


def _document(sheet: Picture) -> Picture:
    """A sheet that tells of somebody as a whole, besides what is in it."""
    whole = PictureMark(PictureKind.DOCUMENT, Box(0, 0, *sheet.size))
    return replace(sheet, told=(whole, *sheet.told))


def _turned(box: Box, sheet: Size, angle: float, size: Size) -> Box:
    """The upright box around ``box`` once its sheet is turned about the middle of the picture."""
    sine, cosine = math.sin(math.radians(angle)), math.cos(math.radians(angle))
    corners = [
        (x - sheet[0] / 2, y - sheet[1] / 2)
        for x in (box.left, box.right)
        for y in (box.top, box.bottom)
    ]
    xs = [size[0] / 2 + x * cosine + y * sine for x, y in corners]
    ys = [size[1] / 2 - x * sine + y * cosine for x, y in corners]
    return Box(math.floor(min(xs)), math.floor(min(ys)), math.ceil(max(xs)), math.ceil(max(ys)))


def _once(paint: Callable[[], Image.Image]) -> Callable[[], Image.Image]:
    """Draw when first asked; nobody changes the image."""
    return lru_cache(maxsize=1)(paint)


# ---------------------------------------------------------------- what there is to photograph


def _px(size: float, weight: int = 400, color: str = "#202428") -> TextStyle:
    return TextStyle(size / DENSITY, weight, color)


def _written(line: Rich, style: TextStyle) -> View:
    return w.text(line, style=style, width=FILL)


def _card(seed: int, lines: Lines, rtl: bool) -> Picture:
    """A title, then captions with a value each, beside a face."""
    title, *rest = lines
    entries = [
        w.column(_written(caption, _px(19, color="#5a6a74")), _written(value, _px(33, 500)), gap=2)
        for caption, value in zip(rest[::2], rest[1::2], strict=True)
    ]
    view = w.column(
        w.row(_written(title, _px(30, 700, "#ffffff")), fill="#2f5d73", pad=(36, 18, 36, 18)),
        w.row(
            View(width=236, height=300, picture=portrait(seed, (236, 300))),
            w.column(*entries, width=0, weight=1, gap=12),
            gap=36, pad=(36, 24, 36, 0), align="start",
        ),
        height=FILL, fill="#e4edf0",
    )  # fmt: skip
    return taken(_document(flat(view, _CARD, rtl=rtl)), seed, (-4, 3, 5)[seed % 3])


def _letter(seed: int, lines: Lines, rtl: bool) -> Picture:
    """A page; an empty line is a gap."""
    paragraphs = [_written(line, _px(27)) if line else w.row(height=26) for line in lines]
    view = w.column(*paragraphs, pad=(64, 80, 56, 40), gap=5, height=FILL)
    sheet = flat(view, (820, 1150), background="#f7f5ef", rtl=rtl)
    return taken(_document(sheet), seed, (2, -2)[seed % 2])


def _receipt(seed: int, lines: Lines, rtl: bool) -> Picture:
    """The name of a shop, then things with their prices."""
    title, *rest = lines
    rows = [
        w.row(w.column(_written(left, _px(25)), width=0, weight=1), w.text(right, style=_px(25)))
        for left, right in zip(rest[::2], rest[1::2], strict=True)
    ]
    view = w.column(
        w.text(title, style=_px(38, 700), width=FILL, align="center", pad=(0, 0, 0, 30)), *rows,
        pad=(48, 60, 48, 40), gap=12, height=FILL,
    )  # fmt: skip
    sheet = flat(view, (560, 1000), background="#fbfaf6", rtl=rtl)
    return taken(_document(sheet), seed, (6, -5)[seed % 2])


def _board(seed: int, lines: Lines, rtl: bool) -> Picture:
    """A whiteboard with notes in several colours."""
    inks = ("#1d3f8f", "#1b1b1f", "#a32222", "#14663a")
    notes = [_written(line, _px(50, 500, inks[i % 4])) for i, line in enumerate(lines)]
    view = w.column(
        *notes, fill="#f2f5f5", gap=34, pad=(70, 70, 60, 60), height=FILL, justify="center"
    )
    framed = w.column(view, pad=(16, 16, 16, 16), height=FILL)
    sheet = flat(framed, (910, 1180), background="#9aa2a6", rtl=rtl)
    return taken(_document(sheet), seed, (-1.5, 1)[seed % 2])


def _plate(seed: int, lines: Lines, rtl: bool) -> Picture:
    """The back of a car with its number plate."""
    plate = w.text(
        lines[0], style=_px(74, 700), width=430, align="center", pad=(0, 8, 0, 8), lines=1
    )
    lamp = View(width=110, height=90, fill="#a81f1f", radius=18)
    view = w.column(
        View(width=560, height=210, fill="#2a343b", radius=60),
        w.row(lamp, w.row(width=0, weight=1), lamp),
        w.column(plate, fill="#fdfdf4", width=438, pad=(4, 4, 4, 4)),
        View(width=FILL, height=64, fill="#20262b", radius=30),
        align="center", gap=34, pad=(24, 40, 24, 24), height=FILL,
        fill=("#7d8f9b", "#8a3b3b", "#3f5f52")[seed % 3], radius=90,
    )  # fmt: skip
    car = flat(view, (860, 720), background="#5c5f60", rtl=rtl)
    # Of a car, the plate alone says whose it is.
    plates = tuple(PictureMark(PictureKind.DOCUMENT, shown.box) for shown in car.shown)
    return taken(replace(car, told=plates), seed, 2)


def _chat(seed: int, lines: Lines, rtl: bool) -> Picture:
    """A screenshot of a conversation: its title, then what the two say in turn."""
    title, *said = lines
    head = w.row(
        w.avatar(title), w.text(title, style=w.TITLE), fill="surface", gap=30, pad=(40, 40, 40, 40)
    )
    bubbles = [w.bubble(body, Rich(), mine=i % 2 == 1) for i, body in enumerate(said)]
    view = w.column(head, w.column(*bubbles, gap=14, pad=(0, 40, 0, 0)), height=FILL)
    return _document(flat(view, _SCREEN, rtl=rtl))


def _ticket(seed: int, lines: Lines, rtl: bool) -> Picture:
    """A boarding pass as a web page draws it: a title, then captions with a value each."""
    title, *rest = lines
    entries = [
        w.column(_written(caption, _px(30, color="#6b7280")), _written(value, _px(52, 500)), gap=4)
        for caption, value in zip(rest[::2], rest[1::2], strict=True)
    ]
    rows = [w.row(*pair, gap=20) for pair in zip(entries[::2], entries[1::2], strict=True)]
    halves = [
        replace(row, children=tuple(replace(c, width=0, weight=1) for c in row.children))
        for row in rows
    ]
    view = w.column(
        w.row(_written(title, _px(44, 700, "#ffffff")), fill="#173f5f", pad=(60, 40, 60, 40)),
        w.column(*halves, gap=44, pad=(60, 56, 60, 40)),
        height=FILL,
    )
    return flat(view, _TICKET, background="#f4f6f8", rtl=rtl)


def _code(seed: int, lines: Lines, rtl: bool) -> Picture:
    """A printed QR code: a caption, then the payload, line by line."""
    caption, *payload = lines
    values = [(m.type, m.value) for line in payload for m in line.marks]
    code = qr_code("\n".join(line.text for line in payload), values)
    view = w.column(
        w.text(caption, style=_px(40, 700), width=FILL, align="center"),
        View(width=560, height=560, picture=code),
        align="center", justify="center", gap=44, height=FILL, pad=(30, 30, 30, 30),
    )  # fmt: skip
    return taken(flat(view, (700, 860), rtl=rtl), seed, 3)


def _portrait(seed: int, lines: Lines, rtl: bool) -> Picture:
    """Somebody looking into the camera."""
    backdrop = ((168, 190, 176), (196, 186, 170), (150, 176, 200))[seed % 3]
    sitter = portrait(seed, (PHOTO[0] // 2, PHOTO[1] // 2), backdrop)

    def paint() -> Image.Image:
        return scenery.exposed(sitter.paint().resize(PHOTO), seed)

    return Picture(PHOTO, (), _once(paint), tuple(sitter.pictures(Box(0, 0, *PHOTO))))


def _landscape(seed: int, lines: Lines, rtl: bool) -> Picture:
    """Nothing personal."""

    def paint() -> Image.Image:
        return scenery.exposed(scenery.landscape(seed, PHOTO), seed)

    return Picture(PHOTO, (), _once(paint))


KINDS: dict[str, Callable[[int, Lines, bool], Picture]] = {
    "board": _board,
    "card": _card,
    "chat": _chat,
    "code": _code,
    "landscape": _landscape,
    "letter": _letter,
    "plate": _plate,
    "portrait": _portrait,
    "receipt": _receipt,
    "ticket": _ticket,
}
