"""Layer 2: one pass over the XML and the screenshot of a step, both from one vault."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Protocol

import numpy as np
from lxml import etree

from harness.core.geometry import Box
from harness.core.protocols import Finding, OcrLine
from harness.core.raw import Image, RawFrame
from harness.privacy.protocols import Vault
from harness.privacy.screen import Detection, Screen
from harness.privacy.transformer.align import INITIALS, explained, near, overlaps, substance
from harness.privacy.transformer.painter import Painter
from harness.privacy.transformer.pixels import Style
from harness.privacy.transformer.places import places
from harness.privacy.transformer.tree import screen_hits, virtual_tree

MISMATCH = "the tree and the screenshot don't fit"
"""Why a screenshot is hidden whose moment or layout is not the tree's."""


@dataclass(frozen=True, slots=True, repr=False)
class Transformed:
    """A virtual screen.

    Attributes:
        tree: The virtual hierarchy, or None for a screenshot-only frame.
        image: The virtual screenshot, or None for a tree-only frame.
        findings: Every hidden place; those found only in pixels come last.
        unprocessed: Boxes in px that were masked because no part could explain them.
        masked: Why the whole screenshot was hidden, "" if it wasn't.
    """

    tree: etree._Element | None
    image: Image | None
    findings: tuple[Finding, ...] = ()
    unprocessed: tuple[Box, ...] = ()
    masked: str = ""


class RawTransformer:
    """Changes nothing: the baseline without privacy."""

    def unexplained(self, frame: RawFrame, ocr_lines: Sequence[OcrLine]) -> list[OcrLine]:
        """None: nothing is looked for."""
        return []

    def transform(
        self,
        frame: RawFrame,
        screen: Screen,
        detections: Sequence[Detection],
        ocr_lines: Sequence[OcrLine],
        vault: Vault,
    ) -> Transformed:
        """The raw frame."""
        return Transformed(frame.tree, frame.image)


class UiTransformer:
    """Replaces known and detected values in the tree and paints over them in the screenshot."""

    def __init__(self, *, tau: float = 0.85, guard: bool = True, style: Style = "text") -> None:
        """Choose how OCR text is aligned and how values are covered.

        Args:
            tau: Least normalised Levenshtein similarity of OCR text and a value.
            guard: Take similar text for a value only where its place agrees or confusable
                characters explain every difference; without it (as published), tau alone decides.
            style: ``text`` writes placeholders in the colours of the place, ``box`` in white on
                black.
        """
        if not 0 < tau <= 1:
            raise ValueError("tau must be above 0 and at most 1")
        if style not in ("text", "box"):
            raise ValueError("overlay: the style must be text, box or words")
        self._tau = tau
        self._guard = guard
        self._style: Style = style

    def unexplained(self, frame: RawFrame, ocr_lines: Sequence[OcrLine]) -> list[OcrLine]:
        """The readable lines that only OCR saw: no node has their text at their place.

        Lines of one or two letters or digits are left out: icons and avatars.
        """
        readable = [line for line in ocr_lines if substance(line.text) > INITIALS]
        known = places(frame) or []
        shares = overlaps([line.box for line in readable], [place.box for place in known])
        return [
            line
            for line, row in zip(readable, shares, strict=True)
            if not explained(line, near(known, row), self._tau)
        ]

    def transform(
        self,
        frame: RawFrame,
        screen: Screen,
        detections: Sequence[Detection],
        ocr_lines: Sequence[OcrLine],
        vault: Vault,
    ) -> Transformed:
        """The virtual counterpart of a frame.

        Args:
            frame: The raw frame; not changed.
            screen: Its texts: those of the tree, and the lines of :meth:`unexplained`.
            detections: What the detector found on ``screen``.
            ocr_lines: Everything that OCR saw on ``frame.image``.
            vault: The session's table; new values are registered in it.
        """
        # Foreign tokens first: they must never become the placeholder of a value on this screen.
        harmless = tuple(replace(f, text=vault.neutralise(f.text)) for f in screen.fields)
        screen = replace(screen, fields=harmless)
        hits = screen_hits(screen, detections, vault)
        tree: etree._Element | None = None
        findings: list[Finding] = []
        if frame.tree is not None:
            tree, findings = virtual_tree(frame.tree, screen, hits)
        if frame.image is None:
            return Transformed(tree, None, tuple(findings))
        known = places(frame)
        apart = known is None or not frame.synchronised
        if frame.secure or known is None or apart:
            blank = np.zeros_like(frame.image)
            return Transformed(tree, blank, tuple(findings), masked=MISMATCH if apart else "")
        painter = Painter(
            frame.image,
            screen=screen,
            hits=hits,
            places=known,
            lines=ocr_lines,
            vault=vault,
            tau=self._tau,
            guard=self._guard,
            style=self._style,
        )
        painted = painter.paint()
        return Transformed(tree, painted.image, (*findings, *painted.findings), painted.unprocessed)


class Transformer(Protocol):
    """What a pipeline can put between the raw and the virtual screen."""

    def unexplained(self, frame: RawFrame, ocr_lines: Sequence[OcrLine]) -> list[OcrLine]:
        """The lines in which the detector shall look, besides the texts of the tree."""
        ...

    def transform(
        self,
        frame: RawFrame,
        screen: Screen,
        detections: Sequence[Detection],
        ocr_lines: Sequence[OcrLine],
        vault: Vault,
    ) -> Transformed:
        """The virtual counterpart of a frame."""
        ...
