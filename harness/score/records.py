"""The records of one cell of a run, public and private side by side."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
import yaml
from lxml import etree

from harness.core.canonical import DEFAULT_REGION
from harness.core.raw import Image
from harness.core.record import (
    SCHEMA,
    EpisodeRecord,
    MessageRecord,
    PrivateEpisode,
    PrivateStep,
    StepRecord,
)
from harness.errors import ConfigError

CACHED_FRAMES = 12
"""Decoded images kept in memory; one is about 8 MB, and neighbouring steps share them."""

Record = TypeVar("Record")
Measured = TypeVar("Measured")


@dataclass(frozen=True, slots=True, repr=False)
class Step:
    """One turn, with its private twin where there is one."""

    public: StepRecord
    private: PrivateStep | None

    @property
    def payload(self) -> tuple[MessageRecord, ...]:
        """Exactly what was sent, as far as it is on disk."""
        return (self.private.payload if self.private else ()) or self.public.payload

    @property
    def output(self) -> str:
        """Exactly what the agent wrote, as far as it is on disk."""
        return (self.private.output if self.private else "") or self.public.output

    @property
    def tree(self) -> str | None:
        """File name of the virtual hierarchy, exact where that is on disk."""
        return (self.private.tree if self.private else None) or self.public.tree

    @property
    def image(self) -> str | None:
        """File name of the virtual screenshot, exact where that is on disk."""
        return (self.private.image if self.private else None) or self.public.image


@dataclass(frozen=True, slots=True, repr=False)
class Episode:
    """One episode with its steps in order and its private twin where there is one."""

    public: EpisodeRecord
    private: PrivateEpisode | None
    steps: tuple[Step, ...]

    @property
    def failed(self) -> bool:
        """Whether it ended by an error, so that nothing was judged."""
        return self.public.status == "failed"


class Frames:
    """Images and hierarchies of a cell, by file name."""

    def __init__(self, sent: tuple[Path, ...], raw: Path) -> None:
        """Remember where to look.

        Args:
            sent: Folders that hold what was sent, the first that has a name wins.
            raw: Folder of the raw captures.
        """
        self._sent = sent
        self._raw = (raw,)
        self._image = lru_cache(maxsize=CACHED_FRAMES)(_read_image)

    def has(self, raw_name: str, name: str) -> bool:
        """Whether a raw screenshot and a sent image are both on disk."""
        return bool(_first(self._raw, raw_name) and _first(self._sent, name))

    def image(self, name: str) -> Image | None:
        """The sent image, RGB (height, width, 3); None if it isn't on disk."""
        path = _first(self._sent, name)
        return None if path is None else self._image(path)

    def raw_image(self, name: str) -> Image | None:
        """The raw screenshot, RGB (height, width, 3); None if it isn't on disk."""
        path = _first(self._raw, name)
        return None if path is None else self._image(path)

    def tree(self, name: str) -> etree._Element | None:
        """The sent hierarchy; None if it isn't on disk."""
        path = _first(self._sent, name)
        return None if path is None else read_tree(path)

    def raw_tree(self, name: str) -> etree._Element | None:
        """The raw hierarchy; None if it isn't on disk."""
        path = _first(self._raw, name)
        return None if path is None else read_tree(path)


def per_hierarchy(
    episode: Episode,
    frames: Frames,
    cache: dict[tuple[str, str], Measured],
    unknown: Measured,
    measure: Callable[[Step, etree._Element, etree._Element | None], Measured],
) -> Iterator[Measured]:
    """What ``measure`` says of every step whose gold and raw hierarchy are known.

    Args:
        episode: The episode.
        frames: Where its hierarchies are.
        cache: (raw file, sent file) -> result: equal pairs are measured once in a cell.
        unknown: What counts where a hierarchy isn't on disk.
        measure: (step, raw hierarchy, virtual one or None where nothing was sent) -> result.
    """
    for step in episode.steps:
        twin = step.private
        if twin is None or twin.gold is None or not twin.raw_tree:
            continue
        key = (twin.raw_tree, step.tree or "")
        if key not in cache:
            raw = frames.raw_tree(twin.raw_tree)
            sent = frames.tree(step.tree) if step.tree else None
            # Without a virtual tree nothing was kept; with one that isn't on disk we can't know.
            lost = raw is None or (step.tree is not None and sent is None)
            cache[key] = unknown if lost or raw is None else measure(step, raw, sent)
        yield cache[key]


@dataclass(frozen=True, slots=True, repr=False)
class CellRecords:
    """Everything that a cell wrote down.

    Attributes:
        cell: Name of its folder.
        identity: Its ``identity.json``: device, pipeline, agent, suite, seed and more.
        episodes: In the order in which they ran.
        frames: Where images and hierarchies are found.
    """

    cell: str
    identity: Mapping[str, Any]
    episodes: tuple[Episode, ...]
    frames: Frames = field(default_factory=lambda: Frames((), Path()))

    @property
    def region(self) -> str:
        """ISO 3166 code in which the device reads phone numbers."""
        device = self.identity.get("config", {}).get("device", {})
        return str(device.get("region") or DEFAULT_REGION)


def cells(run_dir: Path, *, every: bool = False) -> list[str]:
    """Names of the cells that the run was last asked for and that hold records, in its order.

    Args:
        run_dir: A folder under ``results/``.
        every: Those of earlier commands under the same name too.

    Raises:
        ConfigError: It is no results folder.
    """
    folder = run_dir / "cells"
    if not folder.is_dir():
        raise ConfigError(f"{run_dir} is no results folder: it has no cells/")
    names = sorted(path.name for path in folder.iterdir())
    config = run_dir / "config.yaml"
    if config.is_file() and not every:
        names = yaml.safe_load(config.read_text("utf-8"))["cells"]
    return [name for name in names if (folder / name / "episodes.jsonl").is_file()]


def load_cell(run_dir: Path, cell: str) -> CellRecords:
    """Read a cell.

    Args:
        run_dir: A folder under ``results/``.
        cell: Name of a folder in its ``cells/``.

    Raises:
        ConfigError: A file is missing or broken, or was written in another layout.
    """
    public = run_dir / "cells" / cell
    private = run_dir / "private" / "cells" / cell
    episodes = read_jsonl(public / "episodes.jsonl", _episode)
    steps = read_jsonl(public / "steps.jsonl", StepRecord.from_json)
    twins = {t.episode: t for t in _optional(private / "episodes.jsonl", PrivateEpisode.from_json)}
    step_twins = {
        (t.episode, t.step): t for t in _optional(private / "steps.jsonl", PrivateStep.from_json)
    }
    by_episode: dict[str, list[Step]] = {e.episode: [] for e in episodes}
    for step in steps:
        # Steps without an episode row belong to an episode that was interrupted.
        if step.episode in by_episode:
            twin = step_twins.get((step.episode, step.step))
            by_episode[step.episode].append(Step(step, twin))
    return CellRecords(
        cell=cell,
        identity=read_json(public / "identity.json"),
        episodes=tuple(
            Episode(
                episode,
                twins.get(episode.episode),
                tuple(sorted(by_episode[episode.episode], key=lambda s: s.public.step)),
            )
            for episode in episodes
        ),
        frames=Frames((private / "frames", public / "frames"), private / "raw"),
    )


def public_frames(run_dir: Path, cell: str) -> Frames:
    """The frames as someone without ``private/`` sees them, besides the raw ones."""
    public = run_dir / "cells" / cell / "frames"
    return Frames((public,), run_dir / "private" / "cells" / cell / "raw")


def read_json(path: Path) -> Any:
    """Parse a JSON file.

    Raises:
        ConfigError: It is missing or broken.
    """
    try:
        return json.loads(path.read_text("utf-8"))
    except OSError:
        raise ConfigError(f"{path} is missing or unreadable") from None
    except ValueError:
        raise ConfigError(f"{path} is not valid JSON") from None


def read_jsonl(path: Path, parse: Callable[[dict[str, Any]], Record]) -> list[Record]:
    """Parse a file of one JSON object per line.

    Raises:
        ConfigError: It is missing, broken, or in another layout.
    """
    try:
        # Not splitlines(): texts may hold U+2028.
        lines = path.read_text("utf-8").split("\n")
    except OSError:
        raise ConfigError(f"{path} is missing or unreadable") from None
    return list(_parsed(path, lines, parse))


def read_tree(path: Path) -> etree._Element:
    """Parse an XML file.

    Raises:
        ConfigError: It is broken.
    """
    parser = etree.XMLParser(resolve_entities=False, no_network=True, huge_tree=True)
    try:
        return etree.parse(path, parser).getroot()
    except (etree.XMLSyntaxError, OSError):
        raise ConfigError(f"{path} is not readable XML") from None


def _parsed(
    path: Path, lines: list[str], parse: Callable[[dict[str, Any]], Record]
) -> Iterator[Record]:
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            yield parse(json.loads(line))
        except (ValueError, TypeError, KeyError):
            # The cause may quote a value, so it must not be chained.
            raise ConfigError(
                f"{path}, line {number}: not a record of layout {SCHEMA}; "
                "score it with the version that wrote it"
            ) from None


def _optional(path: Path, parse: Callable[[dict[str, Any]], Record]) -> list[Record]:
    return read_jsonl(path, parse) if path.is_file() else []


def _episode(row: dict[str, Any]) -> EpisodeRecord:
    if row.get("schema") != SCHEMA:
        raise ValueError("another layout")
    return EpisodeRecord.from_json(row)


def _first(folders: tuple[Path, ...], name: str) -> Path | None:
    return next((path for folder in folders if (path := folder / name).is_file()), None)


def _read_image(path: Path) -> Image:
    import cv2

    data = np.fromfile(path, dtype=np.uint8)
    image = cv2.imdecode(data, cv2.IMREAD_COLOR_RGB) if data.size else None
    if image is None:
        raise ConfigError(f"{path} is not a readable image")
    return np.asarray(image, dtype=np.uint8)
