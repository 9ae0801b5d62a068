"""Icons as strokes on a 24 by 24 grid, and rounded shapes, all as antialiased masks."""

from __future__ import annotations

from functools import lru_cache

from PIL import Image, ImageDraw

_FINE = 4
"""Shapes are drawn this much larger and scaled down: Pillow's own edges are jagged."""

Point = tuple[float, float]
Stroke = tuple[str, tuple[float, ...]]
"""``line`` x1 y1 x2 y2 …, ``fill`` x1 y1 x2 y2 …, ``dot`` x y r, ``ring`` x y r, ``box`` l t r b,
``arc`` x y r from to (degrees)."""

ICONS: dict[str, tuple[Stroke, ...]] = {
    "back": (("line", (20, 12, 5, 12)), ("line", (11, 5, 4, 12, 11, 19))),
    "close": (("line", (6, 6, 18, 18)), ("line", (18, 6, 6, 18))),
    "search": (("ring", (10, 10, 6)), ("line", (14.5, 14.5, 20, 20))),
    "more": (("dot", (12, 5, 2)), ("dot", (12, 12, 2)), ("dot", (12, 19, 2))),
    "add": (("line", (12, 5, 12, 19)), ("line", (5, 12, 19, 12))),
    "check": (("line", (4, 12, 9.5, 17.5, 20, 7)),),
    "chevron": (("line", (9, 6, 15, 12, 9, 18)),),
    "star": (
        ("fill", (12, 2, 15, 9, 22, 9.5, 16.6, 14, 18.4, 21.5, 12, 17.4, 5.6, 21.5, 7.4, 14,
                  2, 9.5, 9, 9)),
    ),
    "star_outline": (
        ("line", (12, 3, 15, 9, 22, 9.5, 16.6, 14, 18.4, 21.2, 12, 17.4, 5.6, 21.2, 7.4, 14,
                  2, 9.5, 9, 9, 12, 3)),
    ),
    "edit": (("line", (4, 20, 8, 19, 20, 7, 17, 4, 5, 16, 4, 20)),),
    "delete": (("line", (5, 6, 19, 6)), ("line", (7, 6, 8, 21, 16, 21, 17, 6)),
               ("line", (10, 3, 14, 3))),
    "archive": (("line", (4, 4, 20, 4, 20, 20, 4, 20, 4, 4)), ("line", (12, 8, 12, 16)),
                ("line", (8, 12.5, 12, 16.5, 16, 12.5))),
    "call": (("line", (5, 4, 9, 4, 10, 9, 8, 11, 13, 16, 15, 14, 20, 15, 20, 19, 17, 20, 10, 17,
                       6, 12, 4, 6, 5, 4)),),
    "message": (("line", (3, 4, 21, 4, 21, 17, 8, 17, 3, 21, 3, 4)),),
    "mail": (("line", (3, 5, 21, 5, 21, 19, 3, 19, 3, 5)), ("line", (3, 6, 12, 13, 21, 6))),
    "send": (("fill", (3, 4, 22, 12, 3, 20, 3, 14, 14, 12, 3, 10)),),
    "place": (("ring", (12, 9, 6)), ("line", (7.5, 13, 12, 21, 16.5, 13)), ("dot", (12, 9, 2))),
    "cake": (("line", (4, 20, 4, 12, 20, 12, 20, 20, 4, 20)), ("line", (12, 12, 12, 6))),
    "work": (("line", (3, 8, 21, 8, 21, 20, 3, 20, 3, 8)), ("line", (9, 8, 9, 4, 15, 4, 15, 8))),
    "note": (("line", (4, 7, 20, 7)), ("line", (4, 12, 20, 12)), ("line", (4, 17, 13, 17))),
    "person": (("dot", (12, 8, 4)), ("arc", (12, 21, 8, 180, 360))),
    "wifi": (("arc", (12, 19, 5, 225, 315)), ("arc", (12, 19, 10, 225, 315)),
             ("arc", (12, 19, 15, 225, 315)), ("dot", (12, 19, 1.6))),
    "signal": (("fill", (4, 20, 20, 20, 20, 4)),),
    "battery": (("line", (7, 4, 17, 4, 17, 21, 7, 21, 7, 4)), ("line", (10, 2, 14, 2)),
                ("fill", (9, 8, 15, 8, 15, 19, 9, 19))),
    "lock": (("line", (5, 10, 19, 10, 19, 21, 5, 21, 5, 10)), ("arc", (12, 10, 5, 180, 360))),
    "bluetooth": (("line", (6, 7, 17, 17, 12, 21, 12, 3, 17, 7, 6, 17)),),
    "display": (("ring", (12, 12, 5)), ("line", (12, 2, 12, 4)), ("line", (12, 20, 12, 22)),
                ("line", (2, 12, 4, 12)), ("line", (20, 12, 22, 12))),
    "bell": (("line", (5, 17, 19, 17, 17, 14, 17, 9, 12, 4, 7, 9, 7, 14, 5, 17)),
             ("dot", (12, 20, 1.6))),
    "info": (("ring", (12, 12, 9)), ("line", (12, 11, 12, 17)), ("dot", (12, 7.5, 1.2))),
    "gear": (("ring", (12, 12, 3)), ("ring", (12, 12, 7)), ("line", (12, 1, 12, 4)),
             ("line", (12, 20, 12, 23)), ("line", (1, 12, 4, 12)), ("line", (20, 12, 23, 12))),
    "bank": (("line", (3, 9, 12, 3, 21, 9, 3, 9)), ("line", (6, 10, 6, 18)),
             ("line", (12, 10, 12, 18)), ("line", (18, 10, 18, 18)), ("line", (3, 20, 21, 20))),
    "card": (("line", (2, 5, 22, 5, 22, 19, 2, 19, 2, 5)), ("line", (2, 10, 22, 10))),
    "transfer": (("line", (4, 8, 20, 8)), ("line", (16, 4, 20, 8, 16, 12)),
                 ("line", (20, 16, 4, 16)), ("line", (8, 12, 4, 16, 8, 20))),
    "group": (("dot", (8, 9, 3)), ("dot", (16, 9, 3)), ("arc", (8, 20, 6, 180, 360)),
              ("arc", (16, 20, 6, 180, 360))),
    "history": (("ring", (12, 12, 9)), ("line", (12, 7, 12, 12, 16, 14))),
    "dialpad": tuple(("dot", (x, y, 1.6)) for y in (5, 10, 15) for x in (6, 12, 18))
    + (("dot", (12, 20, 1.6)),),
    "voicemail": (("ring", (6.5, 11, 4.5)), ("ring", (17.5, 11, 4.5)), ("line", (6, 16, 18, 16))),
    "block": (("ring", (12, 12, 9)), ("line", (5.5, 5.5, 18.5, 18.5))),
    "call_in": (("line", (19, 5, 6, 18)), ("line", (6, 9, 6, 18, 15, 18))),
    "call_out": (("line", (5, 19, 18, 6)), ("line", (9, 6, 18, 6, 18, 15))),
    "call_missed": (("line", (3, 8, 12, 17, 21, 7)), ("line", (3, 14, 3, 8, 9, 8))),
    "backspace": (("line", (8, 5, 22, 5, 22, 19, 8, 19, 2, 12, 8, 5)),
                  ("line", (12, 9, 18, 15)), ("line", (18, 9, 12, 15))),
    "hotspot": (("dot", (12, 12, 2)), ("arc", (12, 12, 6, 150, 30)),
                ("arc", (12, 12, 10, 150, 30))),
    "data": (("line", (8, 20, 8, 4, 4, 8)), ("line", (16, 4, 16, 20, 20, 16))),
    "storage": (("line", (3, 5, 21, 5, 21, 10, 3, 10, 3, 5)),
                ("line", (3, 14, 21, 14, 21, 19, 3, 19, 3, 14))),
    "emergency": (("line", (12, 3, 12, 21)), ("line", (4, 7, 20, 17)), ("line", (20, 7, 4, 17))),
    "app_grid": tuple(("ring", (x, y, 3)) for y in (7, 17) for x in (7, 17)),
    "house": (("line", (3, 12, 12, 4, 21, 12)), ("line", (6, 10, 6, 20, 18, 20, 18, 10))),
    "heart": (
        ("fill", (12, 21, 3, 12, 3, 7, 6.5, 4, 10, 5, 12, 8, 14, 5, 17.5, 4, 21, 7, 21, 12)),
    ),
    "pill": (("line", (8, 4, 4, 8, 16, 20, 20, 16, 8, 4)), ("line", (9.5, 14, 14, 9.5))),
    "basket": (("line", (3, 9, 21, 9, 18, 20, 6, 20, 3, 9)), ("line", (8, 9, 12, 3, 16, 9))),
    "menu": (("line", (4, 6, 20, 6)), ("line", (4, 12, 20, 12)), ("line", (4, 18, 20, 18))),
    "expand": (("line", (6, 9, 12, 15, 18, 9)),),
    "mark_unread": (("line", (16, 5, 3, 5, 3, 19, 21, 19, 21, 10)), ("line", (3, 6, 12, 13)),
                    ("dot", (20, 5, 3))),
    "unarchive": (("line", (4, 4, 20, 4, 20, 20, 4, 20, 4, 4)), ("line", (12, 16, 12, 8)),
                  ("line", (8, 11.5, 12, 7.5, 16, 11.5))),
    "pin": (("fill", (8, 3, 16, 3, 15, 11, 18, 14, 6, 14, 9, 11)), ("line", (12, 14, 12, 21))),
    "pin_outline": (("line", (8, 3, 16, 3, 15, 11, 18, 14, 6, 14, 9, 11, 8, 3)),
                    ("line", (12, 14, 12, 21))),
    "label": (("line", (4, 6, 14, 6, 20, 12, 14, 18, 4, 18, 4, 6)), ("dot", (8, 12, 1.4))),
    "checklist": (("line", (3, 6, 5, 8, 8, 4)), ("line", (11, 6, 21, 6)),
                  ("line", (3, 16, 5, 18, 8, 14)), ("line", (11, 16, 21, 16))),
    "calendar": (("line", (4, 6, 20, 6, 20, 21, 4, 21, 4, 6)), ("line", (4, 10, 20, 10)),
                 ("line", (8, 3, 8, 6)), ("line", (16, 3, 16, 6))),
    "video": (("line", (3, 7, 15, 7, 15, 17, 3, 17, 3, 7)),
              ("fill", (16, 11, 21, 7, 21, 17, 16, 13))),
    "alarm": (("ring", (12, 13, 7)), ("line", (12, 9, 12, 13, 15, 14)), ("line", (3, 6, 6, 3)),
              ("line", (21, 6, 18, 3))),
    "timer": (("line", (6, 3, 18, 3, 6, 21, 18, 21, 6, 3)),),
    "stopwatch": (("ring", (12, 14, 7)), ("line", (12, 14, 12, 10)), ("line", (10, 3, 14, 3)),
                  ("line", (12, 3, 12, 7))),
    "globe": (("ring", (12, 12, 9)), ("line", (3, 12, 21, 12)), ("line", (12, 3, 12, 21))),
    "moon": (("fill", (14, 3, 9, 5, 6, 10, 7, 16, 11, 20, 17, 21, 20, 19, 15, 17, 12, 13, 12, 7)),),
    "cart": (("line", (2, 4, 5, 4, 8, 16, 19, 16, 21, 8, 6, 8)), ("dot", (9, 20, 1.8)),
             ("dot", (18, 20, 1.8))),
    "box": (("line", (3, 7, 12, 3, 21, 7, 21, 17, 12, 21, 3, 17, 3, 7)),
            ("line", (3, 7, 12, 11, 21, 7)), ("line", (12, 11, 12, 21))),
    "parcel": (("line", (2, 6, 14, 6, 14, 17, 2, 17, 2, 6)), ("line", (14, 10, 19, 10, 22, 13,
               22, 17, 14, 17)), ("dot", (7, 18, 2)), ("dot", (18, 18, 2))),
    "ticket": (("line", (3, 6, 21, 6, 21, 10, 19, 12, 21, 14, 21, 18, 3, 18, 3, 14, 5, 12, 3, 10,
                         3, 6)), ("line", (14, 8, 14, 16))),
    "gift": (("line", (4, 10, 20, 10, 20, 21, 4, 21, 4, 10)), ("line", (12, 8, 12, 21)),
             ("line", (3, 7, 21, 7)), ("line", (8, 3, 12, 7, 16, 3))),
    "map": (("line", (3, 5, 9, 3, 15, 5, 21, 3, 21, 19, 15, 21, 9, 19, 3, 21, 3, 5)),
            ("line", (9, 3, 9, 19)), ("line", (15, 5, 15, 21))),
    "download": (("line", (12, 3, 12, 15)), ("line", (6, 10, 12, 16, 18, 10)),
                 ("line", (4, 20, 20, 20))),
    "share": (("dot", (18, 5, 2.5)), ("dot", (6, 12, 2.5)), ("dot", (18, 19, 2.5)),
              ("line", (18, 5, 6, 12, 18, 19))),
    "remove": (("line", (5, 12, 19, 12)),),
    "image": (("line", (3, 4, 21, 4, 21, 20, 3, 20, 3, 4)), ("dot", (8, 9, 1.8)),
              ("line", (4, 18, 10, 12, 13, 15, 16, 11, 20, 17))),
    "nav_back": (("fill", (17, 4, 17, 20, 5, 12)),),
    "nav_home": (("ring", (12, 12, 8)),),
    "nav_recent": (("line", (5, 5, 19, 5, 19, 19, 5, 19, 5, 5)),),
}  # fmt: skip


@lru_cache(maxsize=256)
def icon(name: str, size: int) -> Image.Image:
    """An icon as an ``L`` mask of ``size`` px squared."""
    scale = size * _FINE / 24
    mask = Image.new("L", (size * _FINE, size * _FINE))
    draw = ImageDraw.Draw(mask)
    for kind, numbers in ICONS[name]:
        _stroke(draw, kind, [n * scale for n in numbers[:3]], numbers, scale)
    return mask.resize((size, size), Image.Resampling.BOX)


def _stroke(
    draw: ImageDraw.ImageDraw, kind: str, head: list[float], numbers: tuple[float, ...], k: float
) -> None:
    width = round(2 * k)
    points = [(x * k, y * k) for x, y in zip(numbers[::2], numbers[1::2], strict=False)]
    if kind == "line":
        draw.line(points, 255, width, joint="curve")
    elif kind == "fill":
        draw.polygon(points, 255)
    else:
        x, y, r = head
        frame = (x - r, y - r, x + r, y + r)
        if kind == "dot":
            draw.ellipse(frame, 255)
        elif kind == "ring":
            draw.ellipse(frame, None, 255, width)
        else:
            draw.arc(frame, numbers[3], numbers[4], 255, width)


@lru_cache(maxsize=256)
def rounded(width: int, height: int, radius: int) -> Image.Image:
    """A rounded rectangle as an ``L`` mask in px; only its corners are drawn fine."""
    mask = Image.new("L", (width, height), 255)
    r = min(radius, width // 2, height // 2)
    if r <= 0:
        return mask
    disc = Image.new("L", (2 * r * _FINE, 2 * r * _FINE))
    ImageDraw.Draw(disc).ellipse((0, 0, 2 * r * _FINE - 1, 2 * r * _FINE - 1), 255)
    disc = disc.resize((2 * r, 2 * r), Image.Resampling.BOX)
    for left, top, x, y in (
        (0, 0, 0, 0), (r, 0, width - r, 0), (0, r, 0, height - r), (r, r, width - r, height - r),
    ):  # fmt: skip
        mask.paste(disc.crop((left, top, left + r, top + r)), (x, y))
    return mask
