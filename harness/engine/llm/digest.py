"""SHA-256 of weight files, each read once as long as it doesn't change."""

from __future__ import annotations

import functools
import hashlib
from pathlib import Path


def file_digest(path: Path) -> str:
    """SHA-256 hex digest of a file.

    Raises:
        OSError: It can't be read.
    """
    status = path.stat()
    return _digest(path.resolve(), status.st_mtime_ns, status.st_size)


@functools.cache
def _digest(path: Path, mtime_ns: int, size: int) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
