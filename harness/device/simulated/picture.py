"""A picture: pixels that a view shows, and the personal values that stand in them alone."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from PIL import Image

from harness.core.entity import EntityType
from harness.core.geometry import Box
from harness.core.raw import PictureMark

_LEGIBLE = 9
"""What is drawn smaller than this many px of the screen can't be made out."""


@dataclass(frozen=True, slots=True, repr=False)
class Shown:
    """A personal value in a picture.

    Attributes:
        type: Its type.
        value: The value in full.
        box: Where its ink is, in px of the picture.
        detail: Px of the picture that must be told apart to make it out (height of its letters).
    """

    type: EntityType
    value: str
    box: Box
    detail: int


@dataclass(frozen=True, slots=True, repr=False, eq=False)
class Picture:
    """An image and what it shows; a view shows its middle, as large as covers the view.

    Attributes:
        size: Width and height in px.
        shown: Personal values in it.
        paint: Draws it in RGB; the same bytes at every call.
        told: The faces, codes and documents in it, in px of the picture.
    """

    size: tuple[int, int]
    shown: tuple[Shown, ...]
    paint: Callable[[], Image.Image]
    told: tuple[PictureMark, ...] = ()

    def place(self, box: Box) -> Box:
        """Where all of the picture would be on the screen, if it is shown in ``box``."""
        width, height = self.size
        scale = self._scale(box)
        wide, high = round(width * scale), round(height * scale)
        left, top = box.left - (wide - box.width) // 2, box.top - (high - box.height) // 2
        return Box(left, top, left + wide, top + high)

    def marks(self, box: Box) -> Iterator[tuple[Shown, Box, bool]]:
        """Each value, where it is on the screen, and whether it can be made out there."""
        legible = _LEGIBLE / self._scale(box)
        for shown in self.shown:
            yield shown, self._inside(box, shown.box), shown.detail >= legible

    def pictures(self, box: Box) -> Iterator[PictureMark]:
        """The faces, codes and documents in it, where they are on the screen."""
        for mark in self.told:
            yield PictureMark(mark.kind, self._inside(box, mark.box))

    def _inside(self, box: Box, inner: Box) -> Box:
        scale, whole = self._scale(box), self.place(box)
        return Box(
            whole.left + round(inner.left * scale),
            whole.top + round(inner.top * scale),
            whole.left + round(inner.right * scale),
            whole.top + round(inner.bottom * scale),
        )

    def _scale(self, box: Box) -> float:
        return max(box.width / self.size[0], box.height / self.size[1])
