"""What of the gold can be seen or read in the images that were sent."""

from __future__ import annotations

import hashlib
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from typing import Protocol

import numpy as np

from harness.core.canonical import fold
from harness.core.geometry import Box
from harness.core.protocols import OcrEngine
from harness.core.raw import Image
from harness.score.gold import Exposure, Item, Place
from harness.score.matching import Matcher
from harness.score.pixels import VISIBLE_SHARE, crop, fit, is_flat, visible_share
from harness.score.records import CellRecords, Episode, Frames, Step

CROP_MARGIN = 0.25
"""Margin around a gold box that OCR reads with it, as a share of the box's height."""


class ScreenReader(OcrEngine, Protocol):
    """An OCR engine that also reads small crops."""

    def read_crop(self, image: Image) -> str:
        """The text of a small part of a screen.

        Args:
            image: RGB, (height, width, 3).
        """
        ...


class Source(StrEnum):
    """Where in an image an item was found."""

    PIXELS = "pixels"
    OCR = "ocr"


Finds = Mapping[Source, Mapping[Item, bool]]
"""Source -> item -> whether the whole value was found (False: a part)."""


@dataclass(frozen=True, slots=True)
class Coverage:
    """How much was looked at.

    Attributes:
        images: Pairs of a sent image and the raw screen that it shows.
        unpaired: Sent images whose raw screen isn't on disk.
        crops: Distinct crops in which OCR could find something.
        crops_read: Those that it read.
        frames: Distinct whole images that differ from the raw screen.
        frames_read: Those that OCR read.
    """

    images: int = 0
    unpaired: int = 0
    crops: int = 0
    crops_read: int = 0
    frames: int = 0
    frames_read: int = 0


@dataclass(frozen=True, slots=True, repr=False)
class ImageSearch:
    """The result for a cell.

    Attributes:
        finds: (episode, image file name) -> what was found in it.
        coverage: How much was looked at.
    """

    finds: Mapping[tuple[str, str], Finds]
    coverage: Coverage


def search_images(
    records: CellRecords,
    exposures: Mapping[str, Exposure],
    matcher: Matcher,
    *,
    ocr: ScreenReader | None = None,
    frame_sample: int | None = None,
    crop_sample: int | None = None,
    seed: int = 0,
) -> ImageSearch:
    """Compare every sent image with the raw screen, and read a sample with OCR.

    Args:
        records: The cell.
        exposures: Episode id -> its gold.
        matcher: Finds gold in what OCR read.
        ocr: An engine other than the pipeline's; None reads nothing.
        frame_sample: Whole images to read, None for all.
        crop_sample: Distinct crops around gold boxes to read, None for all.
        seed: Of the samples.
    """
    search = _Search(records.frames, exposures, reads=ocr is not None)
    for episode in records.episodes:
        if episode.public.episode in exposures:
            for step, name in sent_images(episode):
                search.compare(episode.public.episode, step, name)
    crops = search.crops.sample(crop_sample, seed)
    frames = search.frames.sample(frame_sample, seed)
    if ocr is not None:
        for digest in crops:
            text = _read_crop(ocr, search.crops.pictures[digest])
            search.note(text, search.crops.owners[digest], matcher)
        for name in frames:
            image = records.frames.image(name)
            lines = ocr.read(image) if image is not None else []
            search.note("\n".join(li.text for li in lines), search.frames.owners[name], matcher)
    return ImageSearch(
        search.finds,
        Coverage(
            images=search.images,
            unpaired=search.unpaired,
            crops=len(search.crops.owners),
            crops_read=len(crops),
            frames=len(search.frames.owners),
            frames_read=len(frames),
        ),
    )


Owner = tuple[str, str]
"""(episode, image file name)."""


class _Pictures:
    """Distinct pictures to be read by digest or name, and the images they are part of."""

    def __init__(self) -> None:
        self.pictures: dict[str, Image] = {}
        self.owners: defaultdict[str, set[Owner]] = defaultdict(set)

    def keep(self, picture: Image) -> str | None:
        """The digest of a picture, None if it has one colour and nothing to read."""
        if is_flat(picture):
            return None
        pixels = repr(picture.shape).encode() + picture.tobytes()
        digest = hashlib.sha256(pixels).hexdigest()
        self.pictures.setdefault(digest, picture.copy())
        return digest

    def sample(self, count: int | None, seed: int) -> list[str]:
        keys = sorted(self.owners)
        if count is None or count >= len(keys):
            return keys
        picked = np.random.default_rng(seed).choice(len(keys), size=count, replace=False)
        return [keys[i] for i in sorted(picked.tolist())]


@dataclass(frozen=True, slots=True, repr=False)
class _View:
    """A gold box in a sent image.

    Attributes:
        share: How much of it is visible.
        crop: Digest of the picture that OCR should read there, None for nothing.
    """

    share: float
    crop: str | None


class _Search:
    """Collects what is visible, and what OCR should read."""

    def __init__(self, frames: Frames, exposures: Mapping[str, Exposure], *, reads: bool) -> None:
        self.finds: dict[Owner, dict[Source, dict[Item, bool]]] = {}
        self.crops = _Pictures()
        self.frames = _Pictures()
        self.images = self.unpaired = 0
        self._store = frames
        self._exposures = exposures
        self._reads = reads
        self._views: dict[tuple[str, str, Box], _View | None] = {}
        self._pair = lru_cache(maxsize=4)(self._load)

    def compare(self, episode: str, step: Step, name: str) -> None:
        """Look for the gold of a step in an image that shows it."""
        raw_name = step.private.raw_image if step.private else None
        if not raw_name or not self._store.has(raw_name, name):
            self.unpaired += 1
            return
        self.images += 1
        owner = (episode, name)
        seen = self.finds.setdefault(owner, {}).setdefault(Source.PIXELS, {})
        for item, places in self._exposures[episode].steps.get(step.public.step, {}).items():
            shown: list[tuple[Place, float]] = []
            for place in places:
                view = self._view(raw_name, name, place.mark.box) if place.mark.box else None
                if view is not None:
                    shown.append((place, view.share))
                    if view.crop is not None:
                        self.crops.owners[view.crop].add(owner)
                elif place.mark.node is None and not place.mark.box and raw_name == name:
                    # A screenshot that is sent as it is shows it, wherever that may be.
                    shown.append((place, 1.0))
            full = _verdict(item, shown)
            if full is not None:
                seen[item] = seen.get(item, False) or full
        if self._reads and raw_name != name:
            self.frames.owners[name].add(owner)

    def note(self, text: str, owners: Iterable[Owner], matcher: Matcher) -> None:
        """Look for gold in what OCR read in a picture."""
        for owner in sorted(owners):
            items = self._exposures[owner[0]].values
            for item, hit in matcher.search(text, sorted(items), fuzzy=True).items():
                read = self.finds.setdefault(owner, {}).setdefault(Source.OCR, {})
                read[item] = read.get(item, False) or hit.full

    def _view(self, raw_name: str, name: str, box: Box) -> _View | None:
        key = (raw_name, name, box)
        if key not in self._views:
            raw, sent = self._pair(raw_name, name)
            share = visible_share(raw, sent, box)
            digest = None
            if self._reads and share is not None and share < VISIBLE_SHARE:
                digest = self.crops.keep(_around(sent, box))
            self._views[key] = None if share is None else _View(share, digest)
        return self._views[key]

    def _load(self, raw_name: str, name: str) -> tuple[Image, Image]:
        """The raw and the sent image at one size."""
        raw = self._store.raw_image(raw_name)
        # Files are named by their content, so equal names are equal pixels.
        sent = raw if raw_name == name else self._store.image(name)
        assert raw is not None
        assert sent is not None
        return raw, fit(sent, (raw.shape[1], raw.shape[0]))


def _around(sent: Image, box: Box) -> Image:
    """What OCR should read: a gold box with a margin."""
    margin = max(4, round(box.height * CROP_MARGIN))
    return crop(sent, box.pad(margin).clip(sent.shape[1], sent.shape[0]))


def sent_images(episode: Episode) -> Iterator[tuple[Step, str]]:
    """Every sent image with the step whose screen it shows.

    An attached image shows the screen of the step in which it is first sent.
    """
    known: set[str] = set()
    for step in episode.steps:
        names = {m.image for m in step.payload if m.image} - known
        known |= names
        if step.image:
            names.add(step.image)
        for name in sorted(names):
            yield step, name


def _verdict(item: Item, shown: Sequence[tuple[Place, float]]) -> bool | None:
    """Whether the places of an item show all of it (True), a part (False) or nothing (None)."""
    parts = [p for p, share in shown if share >= VISIBLE_SHARE]
    if any(_complete(place, item) for place in parts):
        return True
    together = {word for place in parts for word in _words(place.shown or "")}
    if parts and together >= set(_words(parts[0].mark.value)):
        return True
    return False if parts or any(share > 0 for _, share in shown) else None


def _complete(place: Place, item: Item) -> bool:
    return place.part is None or _squeezed(place.part) == _squeezed(item.canonical)


def _words(text: str) -> list[str]:
    return re.findall(r"[^\W_]+", fold(text))


def _squeezed(text: str) -> str:
    return "".join(_words(text))


def _read_crop(ocr: ScreenReader, picture: Image) -> str:
    """Everything that OCR reads in a crop: as it is, inverted, and at twice its size.

    Small light-on-dark text is lost in some of these and read in others.
    """
    double = fit(picture, (2 * picture.shape[1], 2 * picture.shape[0]))
    inverted = np.asarray(255 - picture, dtype=np.uint8)
    return "\n".join(ocr.read_crop(image) for image in (picture, inverted, double))
