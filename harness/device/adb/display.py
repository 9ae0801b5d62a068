"""The screen in px of ``input``, for screenshots that no tree gives a scale to. Pure."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Self

from harness.core.raw import Image
from harness.device import pixels as px
from harness.errors import ScreenError

_SIZE = re.compile(r"^(Physical|Override) size:\s*(\d+)x(\d+)", re.MULTILINE)
_ROTATION = re.compile(r"\bm(?:Current)?Rotation=(?:ROTATION_)?(\d+)|\bSurfaceOrientation:\s*(\d)")
_ASPECT = 0.02
"""Relative difference of the sides that rounding to whole px explains."""


@dataclass(frozen=True, slots=True)
class Display:
    """A screen as ``input`` sees it.

    Attributes:
        width: Px across, in the device's own orientation.
        height: Px down, in the device's own orientation.
        rotation: Quarter turns from there to how it is shown; None if unknown.
    """

    width: int
    height: int
    rotation: int | None

    @classmethod
    def read(cls, size: str, window: str) -> Self | None:
        """Read what ``wm size`` and ``dumpsys window displays`` print.

        Returns:
            None if there is no size in it.
        """
        sizes = {kind: (int(width), int(height)) for kind, width, height in _SIZE.findall(size)}
        chosen = sizes.get("Override") or sizes.get("Physical")
        if chosen is None or not all(chosen):
            return None
        turned = _ROTATION.search(window)
        quarter = int(turned[1] or turned[2]) if turned else None
        if quarter is not None and quarter > 3:
            quarter = quarter // 90 % 4
        return cls(*chosen, quarter)

    def fitted(self, pixels: Image) -> Image:
        """A screenshot in px of ``input``.

        Raises:
            ScreenError: It can't be one of this screen.
        """
        height, width = pixels.shape[:2]
        if self.rotation is None:
            # Screenshots have been taken upright since Android 5.
            across = (width > height) != (self.width > self.height)
        else:
            across = self.rotation % 2 == 1
        size = (self.height, self.width) if across else (self.width, self.height)
        if across and self.rotation is not None and not _alike((width, height), size):
            pixels = px.upright(pixels, self.rotation)
            height, width = pixels.shape[:2]
        if not _alike((width, height), size):
            raise ScreenError(
                f"the screenshot ({width}x{height}) doesn't fit the screen ({size[0]}x{size[1]}): "
                "undo `wm size` or capture again"
            )
        return px.scaled(pixels, *size)


def _alike(one: tuple[int, int], other: tuple[int, int]) -> bool:
    """Whether two rectangles have the same shape."""
    return abs(one[0] * other[1] / (one[1] * other[0]) - 1) <= _ASPECT
