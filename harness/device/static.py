"""Annotated screens as a device: each is a world of its own, and nothing can be done there."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from harness.core.action import Command
from harness.core.annotation import Annotation, ScreenFiles, annotated_screens
from harness.core.canonical import DEFAULT_REGION
from harness.core.paths import DEFAULT_WORLD
from harness.core.protocols import Effect
from harness.core.raw import GoldMark, PictureMark, RawFrame
from harness.device import uidump
from harness.errors import DeviceError, ScreenError


class StaticDevice:
    """A folder of screens (see :mod:`harness.core.annotation`); world N shows screen N."""

    name = "static"
    apps: tuple[str, ...] = ()

    def __init__(
        self, root: str | None = None, region: str = DEFAULT_REGION, invented: bool = True
    ) -> None:
        """List the screens and check their gold.

        Args:
            root: The folder; None takes the one that the product ships.
            region: ISO 3166 code in which phone numbers are read where a screen doesn't say.
            invented: Whether all data on the screens are invented, so that raw copies and gold may
                be kept; without them nothing can be scored.

        Raises:
            ConfigError: The folder isn't there or holds no screens, or a gold file is broken.
        """
        self._screens = annotated_screens(root)
        self._region = self.region = region
        self.invented = invented
        self._at = 0
        self._gold: tuple[GoldMark, ...] | None = None
        self._pictures: tuple[PictureMark, ...] | None = None
        for screen in self._screens:
            _check(screen)

    def reset(self, world_seed: int, world: str = DEFAULT_WORLD) -> None:
        """Show screen ``world_seed``, counted from 0."""
        self._at = world_seed
        gold = self._screens[world_seed].gold
        self.region = (gold and Annotation.read(gold).region) or self._region
        self._gold = self._pictures = None

    def capture(self) -> RawFrame:
        """The screen.

        Raises:
            DeviceError: Its files can't be read or aren't a screen; names it.
        """
        screen = self._screens[self._at]
        frame = _frame(screen, with_image=True)
        if screen.gold is not None:
            gold = Annotation.read(screen.gold)
            self._gold, self._pictures = gold.marks(frame.tree), gold.pictures()
        return frame

    def gold(self) -> tuple[GoldMark, ...] | None:
        """The annotation of the last captured screen; None where it has none."""
        return self._gold

    def pictures(self) -> tuple[PictureMark, ...] | None:
        """What its annotation says of pictures; None where it says nothing."""
        return self._pictures

    def state(self) -> Mapping[str, Any]:
        """Nothing: no app runs here."""
        return {}

    def perform(self, command: Command) -> Effect:
        """The screen stays as it is."""
        return Effect.DONE

    def close(self) -> None:
        """Nothing to release."""


def _check(screen: ScreenFiles) -> None:
    """Refuse a broken annotation before anything runs."""
    if screen.gold is None:
        return
    try:
        tree = _frame(screen, with_image=False).tree if screen.tree else None
    except DeviceError:
        return  # A broken capture is the failure of its own episode.
    gold = Annotation.read(screen.gold)
    gold.marks(tree)
    gold.pictures()


def _frame(screen: ScreenFiles, *, with_image: bool) -> RawFrame:
    try:
        xml = screen.tree.read_bytes() if screen.tree else None
        image = screen.image.read_bytes() if screen.image and with_image else None
        return uidump.frame(xml, image)
    except OSError as error:
        raise DeviceError(f"screen {screen.name} can't be read: {error.strerror}") from None
    except ScreenError as error:
        raise DeviceError(f"screen {screen.name}: {error}") from None
