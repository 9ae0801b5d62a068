"""``python -m harness.suite.make_screens``: write a set of annotated screens.

Most come from the simulated phone: every app is opened, scrolled and used as the tasks of the
native suite use it, in all worlds by turns, light and dark, and of each episode the frame is kept
that adds most to the set. The others are made by hand to be hard. The same code writes the same
bytes.
"""

from __future__ import annotations

import argparse
import io
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from lxml import etree
from PIL import Image as Pictures

from harness import compose
from harness.core.annotation import annotation_json, screen_files
from harness.core.entity import EntityType
from harness.core.paths import SCREENS, world_names
from harness.core.protocols import Agent, Device, Pipeline
from harness.core.raw import GoldMark, Image, PictureMark, RawFrame, nodes
from harness.core.task import Goal, Task, Verdict
from harness.errors import ConfigError, HarnessError, StorageError
from harness.run.episode import run_episode
from harness.run.journal import JournalStep
from harness.suite.adversarial import adversarial_screens

PER_APP = 4
"""Screens of each app: one of a look around, the others of its tasks."""
_COLOURS, _FEW_COLOURS, _LARGE = 64, 16, 100_000
"""Colours of a picture, and of one that would be larger than that many bytes."""
_HEADER = b"<?xml version='1.0' encoding='UTF-8' standalone='yes' ?>"


@dataclass(slots=True)
class _Look:
    """Open an app and scroll down, in one of its worlds."""

    app: str
    world: str
    world_seed: int
    id: str = "look"
    template: str = "look"
    category: str = "look"
    max_steps: int = 4
    human_steps: int | None = None

    def bind(self, state: Mapping[str, Any]) -> Goal:
        """An instruction for the scripted agent alone."""
        steps = [{"open_app": self.app}, {"swipe": "up"}, {"finish": ""}]
        policy = {"instruction": "Look.", "steps": steps}
        return Goal("Look.", (), "", lambda state, message: Verdict(None), policy)


@dataclass(frozen=True, slots=True, repr=False)
class Shot:
    """A screen of the phone that may be kept.

    Attributes:
        frame: The raw frame.
        marks: Its gold.
        pictures: What its pictures tell of people.
        kind: ``start``, ``scrolled``, ``typed``, ``dialog`` or ``page``.
    """

    frame: RawFrame
    marks: tuple[GoldMark, ...]
    pictures: tuple[PictureMark, ...]
    kind: str

    @property
    def types(self) -> set[EntityType]:
        """Types of its gold."""
        return {mark.type for mark in self.marks}

    @property
    def layout(self) -> frozenset[str]:
        """The resource ids on it, which tell one screen of an app from another."""
        assert self.frame.tree is not None
        return frozenset(str(node.get("resource-id")) for node in nodes(self.frame.tree))


@dataclass(slots=True, repr=False)
class _Chosen:
    """What the set holds so far."""

    kinds: Counter[str] = field(default_factory=Counter)
    types: Counter[tuple[str, EntityType]] = field(default_factory=Counter)
    layouts: Counter[frozenset[str]] = field(default_factory=Counter)

    def take(self, shots: Sequence[Shot]) -> Shot:
        """The shot that adds most: another screen, types that the app lacks, the rarer kind."""

        def worth(shot: Shot) -> tuple[float, ...]:
            missing = sum(not self.types[shot.frame.app, kind] for kind in shot.types)
            return (
                -self.layouts[shot.layout],
                missing - 0.5 * self.kinds[shot.kind] / (1 + self.kinds.total()),
                len(shot.marks),
            )

        best = max(shots, key=worth)
        self.kinds[best.kind] += 1
        self.layouts[best.layout] += 1
        self.types.update((best.frame.app, kind) for kind in best.types)
        return best


class Phone:
    """Plays on the simulated phone what the default configuration says."""

    def __init__(self, worlds: Sequence[str]) -> None:
        """Compose the parts.

        Raises:
            ConfigError: There is no such world.
        """
        self.worlds = tuple(worlds)
        cfg = compose.configuration(["device=sim", "pipeline=none", "agent=scripted", "suite=apps"])
        self._pipeline: Pipeline = compose.pipeline(cfg.pipeline)
        self._agent: Agent = compose.agent(cfg)
        self._devices: dict[str, Device] = {}
        for theme in ("light", "dark"):
            cfg.device.theme = theme
            self._devices[theme] = compose.device(cfg)
        cfg.suite.world = list(worlds)
        self._tasks: list[Task] = list(compose.suite(cfg.suite).tasks(0))

    @property
    def apps(self) -> tuple[str, ...]:
        """Labels of its apps."""
        return self._devices["light"].apps

    def tasks(self, app: str, world: str) -> list[Task]:
        """The native tasks about an app in a world."""
        return [task for task in self._tasks if (task.app, task.world) == (app, world)]

    def play(self, task: Task, theme: str) -> tuple[list[Shot], str]:
        """Every screen that the scripted agent saw, and the phone's region.

        Raises:
            ConfigError: The episode failed.
        """
        device = self._devices[theme]
        journal = run_episode(task, device, self._pipeline, self._agent, seed=0, key=b"")
        if journal.record().status == "failed":
            raise ConfigError(f"{task.template} in {task.world}: {journal.record().cause}")
        before = [None, *journal.steps]
        shots = [_shot(last, step) for last, step in zip(before, journal.steps, strict=False)]
        return shots, device.region


def phone_screens(phone: Phone) -> Iterator[tuple[Shot, str, str]]:
    """Screens of every app, in an order that meets all worlds soon: shot, world, region."""
    worlds, chosen = phone.worlds, _Chosen()
    for turn in range(PER_APP):
        for place, app in enumerate(phone.apps):
            world = worlds[(place + turn) % len(worlds)]
            theme = "dark" if (place // len(worlds) + turn) % 3 == 0 else "light"
            tasks = phone.tasks(app, world) if turn else []
            task: Task = _Look(app, world, place)
            if tasks:
                task = tasks[(place + turn * 5) % len(tasks)]
            shots, region = phone.play(task, theme)
            yield chosen.take(_in_app(shots)), world, region


def main(arguments: Sequence[str] | None = None) -> int:
    """Write the set; the exit status."""
    parser = argparse.ArgumentParser(prog="python -m harness.suite.make_screens")
    parser.description = "Write annotated screens: NN_name.xml, .png and .gold.json."
    parser.add_argument("--out", type=Path, default=SCREENS, help="folder (default: tasks/screens)")
    parser.add_argument("--limit", type=int, help="only the first so many screens of each kind")
    parser.add_argument("--worlds", nargs="+", default=world_names(), help="default: all")
    options = parser.parse_args(arguments)
    try:
        count, size = write(options.out, options.worlds, options.limit)
    except HarnessError as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    print(f"{count} screens, {size / 1e6:.1f} MB, in {options.out}")
    return 0


def write(folder: Path, worlds: Sequence[str], limit: int | None = None) -> tuple[int, int]:
    """Write the set in place of the screens of a folder.

    Args:
        folder: Where to; it is made if need be.
        worlds: Where the phone's people live, by turns.
        limit: Only the first so many screens of the phone, and the first so many made by hand.

    Returns:
        How many screens, and their bytes.

    Raises:
        StorageError: The folder can't be written.
        ConfigError: An app or a task of the phone is broken.
    """
    written: dict[str, bytes] = {}
    names = []
    for number, (shot, world, region) in enumerate(phone_screens(Phone(worlds)), start=1):
        if limit is not None and number > limit:
            break
        assert shot.frame.tree is not None
        assert shot.frame.image is not None
        lang = world.partition("-")[0]
        names.append(f"{number:03}_{shot.frame.app.rpartition('.')[2]}_{shot.kind}_{lang}")
        about = {"app": shot.frame.app, "lang": lang, "region": region, "category": shot.kind}
        written |= files(names[-1], about, shot.frame.tree, shot.marks, shot.pictures)
        written[f"{names[-1]}.png"] = _png(shot.frame.image)
    for number, screen in enumerate(list(adversarial_screens())[:limit], start=901):
        names.append(f"{number}_{screen.name}")
        about = {"app": screen.app, "lang": "en", "region": "US", "category": "adversarial"}
        about["negatives_note"] = screen.note
        written |= files(names[-1], about, screen.tree, screen.marks)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for old in screen_files(folder):
            for path in (old.tree, old.image, old.gold):
                if path is not None:
                    path.unlink()
        for name, data in written.items():
            (folder / name).write_bytes(data)
    except OSError as error:
        raise StorageError(f"can't write {folder} ({error.strerror})") from None
    return len(names), sum(map(len, written.values()))


def files(
    name: str,
    about: Mapping[str, str],
    tree: etree._Element,
    marks: Sequence[GoldMark],
    pictures: Sequence[PictureMark] = (),
) -> dict[str, bytes]:
    """The tree and the annotation of a screen."""
    gold = annotation_json({"file": f"{name}.xml", **about}, tree, marks, pictures)
    xml = _HEADER + etree.tostring(tree, encoding="UTF-8", xml_declaration=False)
    return {f"{name}.xml": xml, f"{name}.gold.json": gold.encode()}


def _shot(last: JournalStep | None, step: JournalStep) -> Shot:
    tree = step.frame.tree
    assert tree is not None
    action = "" if last is None or last.exact.action is None else last.exact.action["action"]
    kinds = {"open_app": "start", "swipe": "scrolled", "type": "typed"}
    bounds = {
        str(window.get("bounds")) for window in tree if window.get("package") == step.frame.app
    }
    wide = any(box.startswith("[0,") for box in bounds)
    kind = kinds.get(action, "page") if wide else "dialog"
    gold, pictures = step.private.gold or (), step.private.pictures or ()
    return Shot(step.frame, gold, pictures, kind)


def _in_app(shots: Sequence[Shot]) -> Sequence[Shot]:
    """Without the home screen, where every episode begins."""
    home = shots[0].frame.app
    return [shot for shot in shots if shot.frame.app != home] or shots


def _png(pixels: Image) -> bytes:
    """A small PNG: few colours, which text on plain ground doesn't miss."""
    picture = Pictures.fromarray(pixels)
    data = b""
    for colours in (_COLOURS, _FEW_COLOURS):
        out = io.BytesIO()
        picture.quantize(colours, dither=Pictures.Dither.NONE).save(out, "PNG", optimize=True)
        data = out.getvalue()
        if len(data) <= _LARGE:
            break
    return data


if __name__ == "__main__":
    sys.exit(main())
