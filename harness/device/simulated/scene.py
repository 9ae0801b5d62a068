"""A scene: the windows of one moment, laid out, in painting order."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from harness.core.geometry import Box
from harness.device.simulated.layout import Placed
from harness.device.simulated.view import View


@dataclass(frozen=True, slots=True, repr=False)
class Window:
    """A window.

    Attributes:
        package: Whose it is.
        root: Its laid-out tree.
        listed: Whether the accessibility tree has it; a modal dialog takes the windows below
            it out of the tree, as on a phone, while their pixels stay on the screen.
        dims: Whether it darkens what lies below.
    """

    package: str
    root: Placed
    listed: bool = True
    dims: bool = False


@dataclass(frozen=True, slots=True, repr=False)
class Scene:
    """Windows from bottom to top.

    Attributes:
        windows: The windows.
        app: Package of the foreground app.
        dark: Whether the dark theme is on.
    """

    windows: tuple[Window, ...]
    app: str
    dark: bool

    def front(self) -> Window:
        """The topmost window of the foreground app: the one that takes gestures."""
        return [window for window in self.windows if window.package == self.app][-1]


def walk(placed: Placed) -> Iterator[Placed]:
    """A tree in painting and document order."""
    yield placed
    for child in placed.children:
        yield from walk(child)


def path_at(placed: Placed, x: int, y: int) -> list[Placed]:
    """The nodes under a point, outermost first.

    What is painted last wins, but a child that doesn't react lets the touch through to what
    lies below it.
    """
    if not _holds(placed.visible, x, y):
        return []
    below = [path for child in reversed(placed.children) if (path := path_at(child, x, y))]
    reacting = (path for path in below if any(_reacts(node.view) for node in path))
    return [placed, *next(reacting, below[0] if below else [])]


def _reacts(view: View) -> bool:
    return view.clickable or view.on_long is not None or bool(view.scroll)


def _holds(box: Box, x: int, y: int) -> bool:
    return box.left <= x < box.right and box.top <= y < box.bottom
