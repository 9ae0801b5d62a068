"""Set-of-marks: numbered labels on the virtual screenshot.

The idea of naming regions by drawn numbers is from Yang et al., "Set-of-Mark Prompting Unleashes
Extraordinary Visual Grounding in GPT-4V", arXiv 2310.11441.
"""

from __future__ import annotations

import numpy as np
from PIL import Image as PilImage
from PIL import ImageDraw, ImageFont

from harness.core.raw import Image
from harness.core.safe import SafeElement, SafeFrame

_INTERACTIVE = frozenset({"clickable", "long-clickable", "checkable", "editable"})
_COLOURS = ((200, 30, 30), (25, 95, 200), (0, 120, 60), (150, 50, 170), (175, 85, 0))
_FONT_SHARE = 0.026
"""Height of a number as a share of the image's width: 28 px on a 1080 px screen."""


def marked(frame: SafeFrame) -> tuple[SafeElement, ...]:
    """The elements that get a mark: interactive ones, or all if none is (no hierarchy)."""
    visible = tuple(e for e in frame.elements if e.box.clip(*frame.size).area)
    return tuple(e for e in visible if e.flags & _INTERACTIVE) or visible


def draw_marks(frame: SafeFrame) -> Image:
    """A copy of the screenshot with a frame and a number at each marked element.

    Args:
        frame: A frame with a screenshot.

    Returns:
        RGB, (height, width, 3), same size as the screenshot; the same bytes for the same frame.

    Raises:
        ValueError: The frame has no screenshot.
    """
    if frame.image is None:
        raise ValueError("the frame has no screenshot")
    canvas = PilImage.fromarray(frame.image)
    pen = ImageDraw.Draw(canvas)
    size = max(12, round(canvas.width * _FONT_SHARE))
    font = ImageFont.load_default(size)
    for element in marked(frame):
        box = element.box.clip(canvas.width, canvas.height)
        if not box.area:
            continue
        colour = _COLOURS[element.index % len(_COLOURS)]
        pen.rectangle((box.left, box.top, box.right - 1, box.bottom - 1), outline=colour, width=2)
        text = str(element.index)
        width, height = round(pen.textlength(text, font=font)) + size // 2, size + size // 4
        # Inside the corner, and inside the image for elements at its edge.
        x = max(0, min(box.left, canvas.width - width))
        y = max(0, min(box.top, canvas.height - height))
        pen.rectangle((x, y, x + width - 1, y + height - 1), fill=colour)
        pen.text((x + width / 2, y + height / 2), text, fill="white", font=font, anchor="mm")
    return np.array(canvas)
