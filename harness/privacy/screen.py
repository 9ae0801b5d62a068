"""A raw frame as the list of texts that the privacy layers work on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from lxml import etree

from harness.core.entity import EntityType
from harness.core.geometry import Box
from harness.core.protocols import OcrLine
from harness.core.raw import RawFrame, nodes, readable_attributes


@dataclass(frozen=True, slots=True, repr=False)
class Field:
    """One text that a person can read on the screen, or the instruction.

    Attributes:
        node: Index in document order below the root, or None (pixels, instruction).
        attr: Attribute name, ``image`` for a line that only OCR saw, or ``instruction``.
        text: The raw text.
        box: Bounds of the node or of the OCR line in px; None where unknown.
    """

    node: int | None
    attr: str
    text: str
    box: Box | None = None


@dataclass(frozen=True, slots=True, repr=False)
class Screen:
    """All readable texts of one frame.

    Attributes:
        fields: In document order, then lines that only OCR saw in reading order.
        elements: The nodes of the tree, by the index that fields use; empty without a tree.
        size: (width, height) in px.
    """

    fields: tuple[Field, ...]
    elements: tuple[etree._Element, ...]
    size: tuple[int, int]

    @property
    def packages(self) -> str:
        """Packages of its views, joined by blanks: several windows may be on the screen."""
        return " ".join(sorted({str(element.get("package", "")) for element in self.elements}))

    @classmethod
    def of_text(cls, text: str) -> Screen:
        """The instruction as a screen of a single field."""
        return cls((Field(None, "instruction", text),), (), (0, 0))

    @classmethod
    def of_frame(cls, frame: RawFrame, pixel_lines: Sequence[OcrLine] = ()) -> Screen:
        """The texts of a frame.

        Args:
            frame: The raw frame.
            pixel_lines: OCR lines that no node of the tree explains.
        """
        elements = tuple(nodes(frame.tree)) if frame.tree is not None else ()
        fields = [
            Field(i, name, value, Box.parse(str(element.get("bounds", ""))))
            for i, element in enumerate(elements)
            for name, value in readable_attributes(element)
        ]
        fields += [Field(None, "image", line.text, line.box) for line in pixel_lines if line.text]
        return cls(tuple(fields), elements, frame_size(frame))


@dataclass(frozen=True, slots=True)
class Part:
    """A stretch of one field: code points ``start`` to ``end`` of ``fields[field]``."""

    field: int
    start: int
    end: int


@dataclass(frozen=True, slots=True, repr=False)
class Detection:
    """An entity found on a screen.

    Attributes:
        parts: Where; several when one value is split over views, in reading order.
        value: The raw value in full (parts joined by a space where it is split).
        type: Its type.
        source: ``rules``, ``ner`` or ``structure``.
        score: Confidence in 0..1.
    """

    parts: tuple[Part, ...]
    value: str
    type: EntityType
    source: str
    score: float = 1.0


def frame_size(frame: RawFrame) -> tuple[int, int]:
    """(width, height) of a frame in px: the screenshot's, else the extent of the tree."""
    if frame.image is not None:
        height, width = frame.image.shape[:2]
        return width, height
    windows = () if frame.tree is None else frame.tree
    boxes = [Box.parse(str(window.get("bounds", ""))) for window in windows]
    known = [b for b in boxes if b is not None]
    return max((b.right for b in known), default=0), max((b.bottom for b in known), default=0)
