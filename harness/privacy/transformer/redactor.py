"""A plain image redactor: black boxes over the words that the detector found in the pixels."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from harness.core.protocols import Finding, OcrLine
from harness.core.raw import RawFrame
from harness.privacy.protocols import Vault
from harness.privacy.screen import Detection, Screen
from harness.privacy.transformer.transformer import MISMATCH, Transformed, UiTransformer


class WordRedactor:
    """Treats the screenshot by itself: the tree explains nothing there, and no text is written.

    The texts of the tree are :class:`UiTransformer`'s: placeholders, and known values wherever they
    stand again.
    """

    def __init__(self) -> None:
        """Set up the half that does the tree."""
        self._texts = UiTransformer()

    def unexplained(self, frame: RawFrame, ocr_lines: Sequence[OcrLine]) -> list[OcrLine]:
        """Everything that was read."""
        return [line for line in ocr_lines if line.text]

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
            screen: The texts of its tree, and every OCR line.
            detections: What the detector found on ``screen``, each in texts or in pixels.
            ocr_lines: What OCR saw; all that is readable stands in ``screen``, too.
            vault: The session's table; values found in texts are registered in it.
        """
        in_pixels = [d for d in detections if _in_pixels(d, screen)]
        in_texts = [d for d in detections if not _in_pixels(d, screen)]
        texts = tuple(field for field in screen.fields if field.attr != "image")
        result = self._texts.transform(
            replace(frame, image=None), replace(screen, fields=texts), in_texts, (), vault
        )
        if frame.image is None:
            return result
        if frame.secure or not frame.synchronised:
            # Nothing was read in it.
            cause = "" if frame.synchronised else MISMATCH
            return replace(result, image=np.zeros_like(frame.image), masked=cause)
        image = frame.image.copy()
        findings = list(result.findings)
        for found in in_pixels:
            for part in found.parts:
                box = screen.fields[part.field].box
                if box is not None:
                    # Both edges, as Presidio draws its rectangles.
                    image[box.top : box.bottom + 1, box.left : box.right + 1] = 0
                    findings.append(
                        Finding(
                            None,
                            "image",
                            part.start,
                            part.end,
                            found.type,
                            f"[{found.type}]",
                            found.source,
                            box,
                        )  # fmt: skip
                    )
        return replace(result, image=image, findings=tuple(findings))


def _in_pixels(detection: Detection, screen: Screen) -> bool:
    """Fields of pixels come after all others, so that the others keep their numbers."""
    return screen.fields[detection.parts[0].field].attr == "image"
