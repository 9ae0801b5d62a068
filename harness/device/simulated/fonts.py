"""Text metrics, line breaking and glyph masks: Roboto, and what it lacks from other fonts.

Pillow's basic layout engine is used on purpose: the richer one depends on system libraries, and
the same text must give the same pixels on every machine.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from importlib.util import find_spec
from itertools import groupby
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

from harness.core.canonical import is_format_character
from harness.core.geometry import Box
from harness.errors import MissingModelError

ELLIPSIS = "…"
_SIMPLIFIED_CHINESE = 2
"""Index of that cut in the CJK collection."""


@dataclass(frozen=True, slots=True)
class Font:
    """A cut of Roboto: size in px and weight (100..900)."""

    size: int
    weight: int = 400

    @property
    def line_height(self) -> int:
        """Height of a line in px."""
        return round(self.size * 1.34)

    @property
    def ascent(self) -> int:
        """Distance from the top of a line to its baseline in px."""
        return round(self.size * 1.05)


@dataclass(frozen=True, slots=True)
class Line:
    """One laid-out line: code points ``start`` to ``end``, with ``…`` appended if cut."""

    start: int
    end: int
    cut: bool = False


_HEBREW = re.compile("[\u0590-\u05ff\ufb1d-\ufb4f]")
_CJK = re.compile(
    "[\u2e80-\u30ff\u3130-\u318f\u31c0-\u9fff\uac00-\ud7a3\uf900-\ufaff\uff00-\uffef]"
)


def _script(char: str) -> str:
    """Which of the fonts draws a character: ``roboto``, ``hebrew`` or ``cjk``."""
    if char < "\u0590":
        return "roboto"
    return "hebrew" if _HEBREW.match(char) else "cjk" if _CJK.match(char) else "roboto"


def _packaged(package: str, *parts: str) -> Path:
    spec = find_spec(package)
    if spec is None or spec.origin is None:
        raise MissingModelError(f"a screen font is missing: pip install {package}")
    return Path(spec.origin).parent.joinpath(*parts)


@lru_cache(maxsize=1)
def _roboto() -> Path:
    return _packaged("fontpkg_roboto", "files", "Roboto[wdth,wght].ttf")


@lru_cache(maxsize=256)
def _face(font: Font, script: str) -> ImageFont.FreeTypeFont:
    if script != "roboto":
        file = (
            _packaged("matplotlib", "mpl-data", "fonts", "ttf", "DejaVuSans.ttf")
            if script == "hebrew"
            else _packaged("noto_cjk_sans_otc", "NotoSansCJK-Regular.ttc")
        )
        index = _SIMPLIFIED_CHINESE if script == "cjk" else 0
        return ImageFont.truetype(
            file, font.size, index=index, layout_engine=ImageFont.Layout.BASIC
        )
    face = ImageFont.truetype(_roboto(), font.size, layout_engine=ImageFont.Layout.BASIC)
    axes = {b"Weight": font.weight, b"Width": 100}
    face.set_variation_by_axes([axes[axis["name"]] for axis in face.get_variation_axes()])
    return face


def _pieces(text: str) -> list[tuple[str, str]]:
    """The text cut into (script, piece), each of which one font can draw.

    Signs that only steer the direction have no look.
    """
    seen = text if text.isascii() else [c for c in text if not is_format_character(c)]
    return [(script, "".join(chars)) for script, chars in groupby(seen, key=_script)]


@lru_cache(maxsize=65536)
def advance(text: str, font: Font) -> int:
    """Width in px by which ``text`` moves the pen."""
    return sum(round(_face(font, script).getlength(piece)) for script, piece in _pieces(text))


@lru_cache(maxsize=8192)
def glyphs(text: str, font: Font) -> tuple[Image.Image, int, int] | None:
    """The ink of ``text``, drawn from left to right, as an ``L`` mask with its offset from the pen.

    Returns:
        (mask, dx, dy) in px from the pen at the baseline, cropped to the ink; None if nothing is
        drawn (blanks).
    """
    placed, x = [], 0
    for script, piece in _pieces(text):
        face = _face(font, script)
        placed.append((piece, face, x, face.getbbox(piece, anchor="ls")))
        x += advance(piece, font)
    if not placed:
        return None
    boxes = [(x + box[0], box[1], x + box[2], box[3]) for _, _, x, box in placed]
    left, top = (int(min(box[i] for box in boxes)) for i in (0, 1))
    right, bottom = (int(max(box[i] for box in boxes)) for i in (2, 3))
    if right <= left or bottom <= top:
        return None
    mask = Image.new("L", (right - left + 4, bottom - top + 4))
    for piece, face, x, _ in placed:
        ImageDraw.Draw(mask).text((2 - left + x, 2 - top), piece, 255, face, anchor="ls")
    ink = mask.getbbox()
    if ink is None:
        return None
    return mask.crop(ink), left - 2 + ink[0], top - 2 + ink[1]


def ink_box(text: str, font: Font, x: int, baseline: int) -> Box | None:
    """Where the ink of ``text`` falls with the pen at (x, baseline), in px."""
    drawn = glyphs(text, font)
    if drawn is None:
        return None
    mask, dx, dy = drawn
    return Box(x + dx, baseline + dy, x + dx + mask.width, baseline + dy + mask.height)


def break_lines(text: str, font: Font, width: int, limit: int = 0) -> list[Line]:
    """Break a text at spaces and newlines into lines of at most ``width`` px.

    Args:
        text: The text.
        font: Its font.
        width: Room in px.
        limit: Most lines, the last one ellipsized; 0 is no limit.
    """
    lines: list[Line] = []
    for line in _lines(text, font, width):
        if limit and len(lines) == limit:
            lines[-1] = _cut(text, font, width, lines[-1])
            break
        lines.append(line)
    return lines


def _lines(text: str, font: Font, width: int) -> Iterator[Line]:
    at = 0
    for paragraph in text.split("\n"):
        stop = at + len(paragraph)
        while advance(text[at:stop], font) > width and stop - at > 1:
            end = _fitting(text, at, stop, font, width)
            yield Line(at, end)
            at = end
            while at < stop and text[at] == " ":
                at += 1
        yield Line(at, stop)
        at = stop + 1


def _fitting(text: str, at: int, stop: int, font: Font, width: int) -> int:
    """The end of the longest piece from ``at`` that fits, at a space if there is one."""
    end = max(at + 1, _longest(text, at, stop, font, width))
    if end < stop and text[end] == " ":
        return end
    space = text.rfind(" ", at + 1, end)
    return space if space > at else end


def _longest(text: str, at: int, stop: int, font: Font, width: int) -> int:
    """The end of the longest piece from ``at`` that fits, in code points."""
    low, high = at, stop
    while low < high:
        middle = (low + high + 1) // 2
        if advance(text[at:middle], font) <= width:
            low = middle
        else:
            high = middle - 1
    return low


def _cut(text: str, font: Font, width: int, line: Line) -> Line:
    """The last line that is allowed, shortened so that the ellipsis fits."""
    newline = text.find("\n", line.start)
    end = len(text) if newline < 0 else newline
    end = _longest(text, line.start, end, font, width - advance(ELLIPSIS, font))
    while end > line.start and text[end - 1] == " ":
        end -= 1
    return Line(line.start, end, cut=True)
