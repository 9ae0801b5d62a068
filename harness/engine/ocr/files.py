"""Weight files that come inside installed packages."""

from __future__ import annotations

import hashlib
import importlib.util
from functools import lru_cache
from pathlib import Path

from harness.errors import MissingModelError


def packaged(package: str, pattern: str, pip: str) -> Path:
    """The one file of an installed package that matches a glob; the package is not imported.

    Args:
        package: Import name.
        pattern: Glob below the package's folder.
        pip: What to install when it isn't there.

    Raises:
        MissingModelError: The package or the file is not installed.
    """
    spec = importlib.util.find_spec(package)
    folders = list(spec.submodule_search_locations or ()) if spec else []
    found = sorted(path for folder in folders for path in Path(folder).glob(pattern))
    if not found:
        raise MissingModelError(f"{package}/{pattern} is missing; run: pip install '{pip}'")
    return found[0]


@lru_cache(maxsize=64)
def sha256(path: Path) -> str:
    """SHA-256 hex digest of a file."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
