"""Rectangles in screen pixels."""

from __future__ import annotations

import re
from dataclasses import dataclass

_BOUNDS = re.compile(r"\[(-?\d+),(-?\d+)\]\[(-?\d+),(-?\d+)\]")


@dataclass(frozen=True, slots=True, order=True)
class Box:
    """An axis-aligned rectangle in px; ``right`` and ``bottom`` are exclusive."""

    left: int
    top: int
    right: int
    bottom: int

    @classmethod
    def parse(cls, bounds: str) -> Box | None:
        """Read uiautomator's ``[l,t][r,b]``; None if it isn't one."""
        match = _BOUNDS.fullmatch(bounds.strip())
        return cls(*map(int, match.groups())) if match else None

    @property
    def width(self) -> int:
        """Width in px, never negative."""
        return max(0, self.right - self.left)

    @property
    def height(self) -> int:
        """Height in px, never negative."""
        return max(0, self.bottom - self.top)

    @property
    def area(self) -> int:
        """Area in px²."""
        return self.width * self.height

    @property
    def center(self) -> tuple[int, int]:
        """Centre point (x, y) in px."""
        return (self.left + self.right) // 2, (self.top + self.bottom) // 2

    def intersection(self, other: Box) -> Box:
        """The common rectangle; its area is 0 if they don't meet."""
        return Box(
            max(self.left, other.left),
            max(self.top, other.top),
            min(self.right, other.right),
            min(self.bottom, other.bottom),
        )

    def union(self, other: Box) -> Box:
        """The smallest rectangle that holds both."""
        return Box(
            min(self.left, other.left),
            min(self.top, other.top),
            max(self.right, other.right),
            max(self.bottom, other.bottom),
        )

    def overlap(self, other: Box) -> float:
        """Share of *this* box that lies inside ``other`` (0..1)."""
        return self.intersection(other).area / self.area if self.area else 0.0

    def pad(self, px: int) -> Box:
        """The box grown by ``px`` on every side."""
        return Box(self.left - px, self.top - px, self.right + px, self.bottom + px)

    def moved(self, right: int, down: int) -> Box:
        """The box that much further to the right and down, in px."""
        return Box(self.left + right, self.top + down, self.right + right, self.bottom + down)

    def clip(self, width: int, height: int) -> Box:
        """The part of the box inside an image of that size."""
        return self.intersection(Box(0, 0, width, height))

    def __str__(self) -> str:
        """Uiautomator's notation."""
        return f"[{self.left},{self.top}][{self.right},{self.bottom}]"
