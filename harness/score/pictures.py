"""Which faces, codes and documents of the raw screens can still be seen in what was sent."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from harness.core.geometry import Box
from harness.core.raw import Image, PictureKind, PictureMark
from harness.score.leakage import SENDS_NOTHING
from harness.score.pixels import VISIBLE_SHARE, crop, fit, is_flat, visible_share
from harness.score.records import CellRecords, Episode, Step
from harness.score.screens import sent_images
from harness.score.stats import Ratio

RATES: Mapping[str, frozenset[PictureKind]] = {
    "pictures_visible": frozenset(PictureKind),
    "faces_visible": frozenset({PictureKind.FACE}),
    "codes_visible": frozenset({PictureKind.CODE}),
    "documents_visible": frozenset({PictureKind.DOCUMENT}),
}
"""Rate -> the kinds that it counts."""


@dataclass(frozen=True, slots=True, order=True)
class Picture:
    """A picture, wherever it is shown: the same pixels are the same picture.

    Attributes:
        kind: What it shows.
        pixels: Digest of its raw pixels.
    """

    kind: PictureKind
    pixels: str


@dataclass(frozen=True, slots=True)
class Sight:
    """A place where an episode shows a picture: the first that is still visible, if any is.

    Attributes:
        step: The step whose raw screen shows it.
        box: Where, in px.
        visible: Whether it can be made out in what was sent.
    """

    step: int
    box: Box
    visible: bool


class PictureSearch:
    """Compares what was sent with the pictures on raw screens, episode by episode."""

    def __init__(self, records: CellRecords) -> None:
        """Remember where the images of a cell are, and whether its agent sends any."""
        self._frames = records.frames
        self._looks = str(records.identity["agent"]).partition("[")[0] in SENDS_NOTHING
        self._known: dict[tuple[str, str, Box], bool] = {}

    def of(self, episode: Episode) -> dict[Picture, Sight]:
        """Every picture that an episode exposed; empty where nobody knows."""
        sent: dict[int, list[str]] = {}
        for step, name in self._sent(episode):
            sent.setdefault(step.public.step, []).append(name)
        found: dict[Picture, Sight] = {}
        for step in episode.steps:
            twin, number = step.private, step.public.step
            if twin is None or not twin.pictures or not twin.raw_image:
                continue
            raw = self._frames.raw_image(twin.raw_image)
            for picture, mark in _drawn(raw, twin.pictures) if raw is not None else ():
                if picture not in found or not found[picture].visible:
                    seen = any(
                        self._visible(twin.raw_image, name, mark.box)
                        for name in sent.get(number, ())
                    )
                    if seen or picture not in found:
                        found[picture] = Sight(number, mark.box, seen)
        return found

    def _sent(self, episode: Episode) -> Iterator[tuple[Step, str]]:
        attached = {m.image for step in episode.steps for m in step.payload if m.image}
        for step, name in sent_images(episode):
            if self._looks or name in attached:
                yield step, name

    def _visible(self, raw_name: str, name: str, box: Box) -> bool:
        key = (raw_name, name, box)
        if key not in self._known:
            raw = self._frames.raw_image(raw_name)
            sent = raw if raw_name == name else self._frames.image(name)
            share = None
            if raw is not None and sent is not None:
                share = visible_share(raw, fit(sent, (raw.shape[1], raw.shape[0])), box)
            self._known[key] = share is not None and share >= VISIBLE_SHARE
        return self._known[key]


def picture_ratios(found: Mapping[Picture, Sight]) -> dict[str, Ratio]:
    """Rate of :data:`RATES` -> (still visible, exposed)."""
    ratios = {}
    for name, kinds in RATES.items():
        sights = [sight for picture, sight in found.items() if picture.kind in kinds]
        ratios[name] = (float(sum(sight.visible for sight in sights)), float(len(sights)))
    return ratios


def _drawn(raw: Image, marks: tuple[PictureMark, ...]) -> Iterator[tuple[Picture, PictureMark]]:
    for mark in marks:
        pixels = crop(raw, mark.box.clip(raw.shape[1], raw.shape[0]))
        if not is_flat(pixels):
            digest = hashlib.sha256(repr(pixels.shape).encode() + pixels.tobytes()).hexdigest()
            yield Picture(mark.kind, digest), mark
