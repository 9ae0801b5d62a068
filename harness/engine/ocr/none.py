"""No OCR: only the tree says what is on the screen."""

from __future__ import annotations

from harness.core.protocols import OcrLine
from harness.core.raw import Image


class NoOcr:
    """Reads nothing."""

    name = "none"

    def read(self, image: Image) -> list[OcrLine]:
        """No lines."""
        return []

    def identity(self) -> dict[str, str]:
        """No weights."""
        return {}
