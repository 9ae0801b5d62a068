"""What the device shows, before anything is hidden. Never reaches an agent, report or log."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

import numpy as np
from lxml import etree
from numpy.typing import NDArray

from harness.core.entity import EntityType
from harness.core.geometry import Box

Image = NDArray[np.uint8]
"""An RGB image of shape (height, width, 3)."""

MACHINE_ATTRIBUTES = frozenset(
    "index class package resource-id bounds checkable checked clickable enabled focusable focused "
    "scrollable long-clickable password selected visible-to-user NAF rotation drawing-order "
    "display-id instance xpos ypos width height window-type window-id layer live-region "
    "input-type max-text-length naf context-clickable dismissable editable multi-line".split()
)
"""Attributes that hold identifiers, numbers and flags of the framework, never user text."""

_MACHINE_VALUE = re.compile(r"true|false|(?:\[-?\d+,-?\d+\]){2}")
_TEXT_ATTRIBUTES = frozenset({"text", "content-desc", "hint", "tooltip-text", "pane-title"})


def nodes(tree: etree._Element) -> list[etree._Element]:
    """All elements below the root in document order: the node index used everywhere."""
    return [e for e in tree.iter() if isinstance(e.tag, str)][1:]


def readable_attributes(element: etree._Element) -> Iterator[tuple[str, str]]:
    """The (name, value) pairs of ``element`` that a person can read.

    Attributes that this module doesn't know (vendors add their own) count as readable
    unless the value is a flag or a rectangle: hiding too much beats leaking.
    """
    for key, value in element.attrib.items():
        name, text = str(key), str(value)
        if not text or name in MACHINE_ATTRIBUTES:
            continue
        if name not in _TEXT_ATTRIBUTES and _MACHINE_VALUE.fullmatch(text):
            continue
        yield name, text


@dataclass(frozen=True, slots=True, repr=False)
class RawFrame:
    """One moment of the device.

    Attributes:
        tree: Root of the uiautomator hierarchy, or None for a screenshot-only frame.
        image: Screenshot, RGB (height, width, 3), or None for a tree-only frame.
        app: Package of the foreground app, "" if unknown.
        secure: The screenshot is blank by the app's wish (FLAG_SECURE).
        synchronised: Tree and screenshot show the same moment; otherwise nothing that is read in
            one of them may be explained by the other.
    """

    tree: etree._Element | None
    image: Image | None
    app: str = ""
    secure: bool = False
    synchronised: bool = True

    @property
    def flaws(self) -> tuple[str, ...]:
        """What this capture lacks: ``secure``, ``unsynchronised``, ``no tree``, ``no image``."""
        return tuple(
            flaw
            for flaw, holds in (
                ("secure", self.secure),
                ("unsynchronised", not self.synchronised),
                ("no tree", self.tree is None),
                ("no image", self.image is None),
            )
            if holds
        )

    def __repr__(self) -> str:
        """Sizes only: a repr ends up in logs."""
        count = len(nodes(self.tree)) if self.tree is not None else None
        shape = self.image.shape if self.image is not None else None
        return f"RawFrame(nodes={count}, image={shape})"


@dataclass(frozen=True, slots=True, repr=False)
class GoldValue:
    """A personal value that the world knows to be one.

    Attributes:
        type: Its type.
        value: The raw value.
    """

    type: EntityType
    value: str

    def __repr__(self) -> str:
        """No value: a repr ends up in logs."""
        return f"GoldValue({self.type})"


@dataclass(frozen=True, slots=True, repr=False)
class GoldMark:
    """One place where the world shows a gold value.

    Attributes:
        type: Its type.
        value: The raw value in full, also where the place shows only a part of it.
        node: Index in document order below the root (see :func:`nodes`), or None when it is
            only in pixels.
        attr: Attribute that holds it, or ``image``.
        start: First code point of it in the attribute.
        end: One past the last.
        box: Where its glyphs are drawn in px, or None where nothing is drawn.
        optional: Masking it is defensible but not demanded; not part of any denominator.
    """

    type: EntityType
    value: str
    node: int | None
    attr: str
    start: int = 0
    end: int = 0
    box: Box | None = None
    optional: bool = False

    def __repr__(self) -> str:
        """No value: a repr ends up in logs."""
        return f"GoldMark({self.type}, node={self.node}, attr={self.attr}, box={self.box})"


class PictureKind(StrEnum):
    """What a picture tells of people, whether or not anything can be read in it."""

    FACE = "face"
    CODE = "code"
    DOCUMENT = "document"


@dataclass(frozen=True, slots=True)
class PictureMark:
    """One place where an image shows a face, a code or a document.

    Attributes:
        kind: What it shows there.
        box: The part of it that can be seen, in px.
    """

    kind: PictureKind
    box: Box
