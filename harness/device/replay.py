"""Recorded screens as a device: look at them again with another pipeline or agent."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from harness.core.action import Command
from harness.core.annotation import screen_files
from harness.core.canonical import DEFAULT_REGION
from harness.core.paths import DEFAULT_WORLD
from harness.core.protocols import Effect
from harness.core.raw import GoldMark, PictureMark, RawFrame
from harness.core.record import PrivateStep
from harness.device import uidump
from harness.errors import ConfigError, DeviceError, ScreenError

_STEPS = "steps.jsonl"


@dataclass(frozen=True, slots=True, repr=False)
class _Moment:
    """Where a recorded frame lies."""

    name: str
    tree: Path | None
    image: Path | None
    gold: tuple[GoldMark, ...] | None = None
    pictures: tuple[PictureMark, ...] | None = None
    synchronised: bool = True


class ReplayDevice:
    """Shows recorded frames one after the other; any command leads to the next one.

    Two layouts are read: a folder of ``NAME.xml`` and ``NAME.png`` files (either may be missing),
    and the private folder of a recorded cell (``results/<run>/private/cells/<cell>``), which
    brings its gold along.
    """

    name = "replay"
    apps: tuple[str, ...] = ()

    def __init__(
        self,
        path: str | None,
        episode: str | None = None,
        region: str = DEFAULT_REGION,
        invented: bool = False,
    ) -> None:
        """List the frames; nothing is read before it is shown.

        Args:
            path: Folder of the recording.
            episode: Of a recorded cell, only this episode; None takes all in their order.
            region: ISO 3166 code in which phone numbers are read.
            invented: Whether all data on the frames are invented, so that raw copies may be kept.

        Raises:
            ConfigError: The folder isn't there or holds no frames.
        """
        if not path:
            raise ConfigError("replay wants the folder of a recording: device.path=DIR")
        folder = Path(path).expanduser()
        if not folder.is_dir():
            raise ConfigError(f"device.path={path}: there is no such folder")
        steps = folder / _STEPS
        self._moments = _recorded(folder, episode) if steps.is_file() else _named(folder)
        if not self._moments:
            raise ConfigError(
                f"device.path={path}: no frames; it wants NAME.xml and NAME.png files, or "
                "results/<run>/private/cells/<cell>"
            )
        self.region = region
        self.invented = invented
        self._at = 0
        self._gold: tuple[GoldMark, ...] | None = None
        self._pictures: tuple[PictureMark, ...] | None = None

    def reset(self, world_seed: int, world: str = DEFAULT_WORLD) -> None:
        """Go back to the first frame, whatever the world."""
        self._at = 0
        self._gold = self._pictures = None

    def capture(self) -> RawFrame:
        """The current frame.

        Raises:
            DeviceError: Its files can't be read or aren't a frame; names it.
        """
        moment = self._moments[self._at]
        try:
            xml = moment.tree.read_bytes() if moment.tree else None
            image = moment.image.read_bytes() if moment.image else None
            frame = uidump.frame(xml, image)
        except OSError as error:
            raise DeviceError(f"frame {moment.name} can't be read: {error.strerror}") from None
        except ScreenError as error:
            raise DeviceError(f"frame {moment.name}: {error}") from None
        self._gold, self._pictures = moment.gold, moment.pictures
        return replace(frame, synchronised=moment.synchronised)

    def gold(self) -> tuple[GoldMark, ...] | None:
        """What the recording knows of the last captured frame."""
        return self._gold

    def pictures(self) -> tuple[PictureMark, ...] | None:
        """What the recording knows of pictures on the last captured frame."""
        return self._pictures

    def state(self) -> Mapping[str, Any]:
        """``replay``: how many frames there are in ``all`` and how many are ``left``."""
        count = len(self._moments)
        return {"replay": {"all": count, "left": count - 1 - self._at}}

    def perform(self, command: Command) -> Effect:
        """Go on to the next frame; the last one stays."""
        self._at = min(self._at + 1, len(self._moments) - 1)
        return Effect.DONE

    def close(self) -> None:
        """Nothing to release."""


def _named(folder: Path) -> list[_Moment]:
    return [_Moment(s.name, s.tree, s.image) for s in screen_files(folder)]


def _recorded(folder: Path, episode: str | None) -> list[_Moment]:
    moments = []
    for number, line in enumerate((folder / _STEPS).read_text().splitlines(), start=1):
        try:
            step = PrivateStep.from_json(json.loads(line))
        except (ValueError, TypeError, KeyError):
            raise ConfigError(f"{folder / _STEPS}, line {number}: not a recorded step") from None
        if episode is None or step.episode == episode:
            moments.append(
                _Moment(
                    f"{step.episode}/{step.step}",
                    folder / "raw" / step.raw_tree if step.raw_tree else None,
                    folder / "raw" / step.raw_image if step.raw_image else None,
                    step.gold,
                    step.pictures,
                    synchronised="unsynchronised" not in step.flaws,
                )
            )
    if not moments and episode is not None:
        raise ConfigError(f"device.episode={episode}: the recording has no such episode")
    return moments
