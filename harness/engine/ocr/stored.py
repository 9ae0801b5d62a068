"""Readings kept on disk, for engines so slow that a frame is worth reading once in all runs."""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import tempfile
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import numpy as np

from harness.core.geometry import Box
from harness.core.protocols import OcrEngine, OcrLine
from harness.core.raw import Image
from harness.errors import ConfigError


class StoredOcr:
    """Reads an image once; by its pixels, the engine, its weights, version and settings.

    What is read is personal data: only for devices whose every value is invented.
    """

    def __init__(self, engine: OcrEngine, folder: Path, settings: str = "") -> None:
        """Wrap an engine.

        Args:
            engine: Reads what isn't there yet.
            folder: Where readings are kept; made if need be, for its owner alone.
            settings: Whatever else its readings depend on.

        Raises:
            ConfigError: The folder can't be made, or others may look into it.
        """
        about = json.dumps([engine.name, _version(engine), engine.identity(), settings])
        self.name = engine.name
        self._engine = engine
        self._folder = folder / f"{engine.name}-{hashlib.sha256(about.encode()).hexdigest()[:16]}"
        try:
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            self._folder.mkdir(mode=0o700, exist_ok=True)
        except OSError as error:
            raise ConfigError(f"can't keep readings in {folder}: {error.strerror}") from None
        if folder.stat().st_mode & 0o077:
            raise ConfigError(f"others may look into {folder}: chmod 700 it, or name another")

    def read(self, image: Image) -> list[OcrLine]:
        """Lines in reading order.

        Args:
            image: RGB, (height, width, 3).
        """
        pixels = np.ascontiguousarray(image)
        digest = hashlib.sha256(repr(pixels.shape).encode())
        digest.update(pixels.data)
        path = self._folder / f"{digest.hexdigest()}.json"
        with contextlib.suppress(OSError, ValueError, TypeError):
            rows = json.loads(path.read_text("utf-8"))
            return [OcrLine(text, Box(*box), score, sure) for text, box, score, sure in rows]
        lines = self._engine.read(image)
        rows = [
            [li.text, [li.box.left, li.box.top, li.box.right, li.box.bottom], li.score, li.sure]
            for li in lines
        ]
        # Several cells may read the same frame at once: a file is there in whole or not at all.
        handle, name = tempfile.mkstemp(dir=self._folder)
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            json.dump(rows, file, ensure_ascii=False)
        os.replace(name, path)
        return lines

    def identity(self) -> dict[str, str]:
        """Weight file name -> SHA-256 hex digest."""
        return self._engine.identity()


def _version(engine: OcrEngine) -> str:
    """Of the package that is named as the engine."""
    try:
        return version(engine.name)
    except PackageNotFoundError:
        return ""
