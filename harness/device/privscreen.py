"""The screenshots of a PrivScreen folder as a device: world N shows screenshot N."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from harness.core.action import Command
from harness.core.canonical import DEFAULT_REGION
from harness.core.paths import DEFAULT_WORLD
from harness.core.privscreen import read
from harness.core.protocols import Effect
from harness.core.raw import GoldMark, PictureMark, RawFrame
from harness.device import uidump
from harness.errors import DeviceError, ScreenError


class PrivScreenDevice:
    """Shows screenshots without a hierarchy; nothing can be done there.

    Its gold is what the privacy questions of a screenshot ask for; nobody says where it stands.
    """

    name = "static"
    apps: tuple[str, ...] = ()

    def __init__(
        self, root: str | None = None, region: str = DEFAULT_REGION, invented: bool = True
    ) -> None:
        """List the screenshots.

        Args:
            root: The folder of the apps.
            region: ISO 3166 code in which phone numbers are read.
            invented: Whether all data are invented, so that raw copies and gold may be kept.

        Raises:
            ConfigError: The folder isn't one of that layout.
        """
        self._shots = read(root)
        self.region = region
        self.invented = invented
        self._at = 0

    def reset(self, world_seed: int, world: str = DEFAULT_WORLD) -> None:
        """Show screenshot ``world_seed``, counted from 0."""
        self._at = world_seed

    def capture(self) -> RawFrame:
        """The screenshot.

        Raises:
            DeviceError: It can't be read; names it.
        """
        shot = self._shots[self._at]
        try:
            return uidump.frame(None, shot.path.read_bytes())
        except OSError as error:
            raise DeviceError(f"{shot.path.name} can't be read: {error.strerror}") from None
        except ScreenError as error:
            raise DeviceError(f"{shot.path.name}: {error}") from None

    def gold(self) -> tuple[GoldMark, ...]:
        """What the privacy questions of the screenshot ask for, somewhere in its pixels."""
        gold = self._shots[self._at].gold
        return tuple(GoldMark(value.type, value.value, None, "image") for value in gold)

    def pictures(self) -> tuple[PictureMark, ...] | None:
        """What the folder says of pictures on the screenshot; None where it says nothing."""
        return self._shots[self._at].pictures

    def state(self) -> Mapping[str, Any]:
        """Nothing: no app runs here."""
        return {}

    def perform(self, command: Command) -> Effect:
        """The screenshot stays as it is."""
        return Effect.DONE

    def close(self) -> None:
        """Nothing to release."""
