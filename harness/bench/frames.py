"""The frames on which pipeline variants are timed: the same ones for all, on every machine."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

from harness import compose
from harness.core.action import Command, Launch, SwipeBetween, TapAt
from harness.core.annotation import annotated_screens
from harness.core.protocols import Device
from harness.core.raw import RawFrame
from harness.core.timing import Stopwatch

COLD, WARM = "cold", "warm"
"""A frame that a fresh pipeline sees for the first time; the next frame of the same episode."""

T = TypeVar("T")
_SCROLL = SwipeBetween(540, 1700, 540, 900)
_ROW = TapAt(540, 700)


@dataclass(frozen=True, slots=True, repr=False)
class Shot:
    """One captured frame.

    Attributes:
        name: Where on the way it was taken.
        phase: :data:`COLD` or :data:`WARM`.
        frame: The raw frame.
        ms: What the capture took, in ms.
    """

    name: str
    phase: str
    frame: RawFrame
    ms: float


def walk(stops: int) -> list[Shot]:
    """A walk through every app of the simulated phone, two stops in each.

    A stop gives two frames: one on arrival, and the one after the next action there (a scroll).

    Args:
        stops: Most of them, evenly spread over the walk.

    Returns:
        The arrivals, then the frames that follow them.
    """
    device = compose.device(compose.configuration(["device=sim", "suite=apps"]))
    device.reset(0)
    ways: list[tuple[str, Command]] = []
    for app in device.apps:
        ways += [(app, Launch(app)), (f"{app}, inside", _ROW)]
    chosen = set(_spread(ways, stops))
    cold, warm = [], []
    for way in ways:
        name, command = way
        device.perform(command)
        if way in chosen:
            cold.append(_shot(device, name, COLD))
        device.perform(_SCROLL)
        if way in chosen:
            warm.append(_shot(device, name, WARM))
    device.close()
    return [*cold, *warm]


def screens(root: str, count: int) -> list[Shot]:
    """Annotated or bare static screens; nothing follows them, so that all are cold.

    Args:
        root: The folder (see :mod:`harness.core.annotation`).
        count: Most of them, evenly spread over the folder.

    Raises:
        ConfigError: The folder isn't there or holds no screens.
        DeviceError: A screen can't be read; names it.
    """
    config = compose.configuration(["suite=screens", f"suite.root={root}"])
    device = compose.device(config)
    numbered = list(enumerate(annotated_screens(root)))
    shots = []
    for number, screen in _spread(numbered, count):
        device.reset(number)
        shots.append(_shot(device, screen.name, COLD))
    device.close()
    return shots


def digest(shots: Sequence[Shot]) -> str:
    """SHA-256 hex digest of what the frames show."""
    total = hashlib.sha256()
    for shot in shots:
        total.update(shot.name.encode() + b"\0" + shot.phase.encode())
        if shot.frame.image is not None:
            total.update(shot.frame.image.tobytes())
    return total.hexdigest()


def _shot(device: Device, name: str, phase: str) -> Shot:
    watch = Stopwatch()
    with watch("capture"):
        frame = device.capture()
    return Shot(name, phase, frame, watch.take()["capture"])


def _spread(items: Sequence[T], count: int) -> list[T]:
    """``count`` of them at even distances, or all if there are no more."""
    count = min(count, len(items))
    return [items[i * len(items) // count] for i in range(count)]
