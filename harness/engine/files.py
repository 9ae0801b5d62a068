"""Packages whose code, weights and data are a part of a result."""

from __future__ import annotations

import hashlib
import importlib
import importlib.metadata
import importlib.util
import warnings
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from harness.errors import MissingModelError


def imported(package: str, pip: str) -> Any:
    """An optional package, imported without the warnings that its own imports cause.

    Args:
        package: Import name.
        pip: What to tell pip when it isn't there.

    Raises:
        MissingModelError: It is not installed.
    """
    if importlib.util.find_spec(package) is None:
        raise MissingModelError(f"{package} is not installed; run: pip install {pip}")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return importlib.import_module(package)


@cache
def package_digest(package: str) -> tuple[str, str]:
    """``<package>-<version>`` of an installed package, and the SHA-256 hex digest of its files.

    Args:
        package: Import name, which must be its name in the registry as well.
    """
    spec = importlib.util.find_spec(package)
    assert spec is not None, "the caller has imported it"
    total = hashlib.sha256()
    for folder in map(Path, spec.submodule_search_locations or ()):
        for path in sorted(p for p in folder.rglob("*") if p.is_file()):
            if "__pycache__" not in path.parts:
                name = path.relative_to(folder).as_posix()
                total.update(name.encode() + b"\0" + path.read_bytes())
    return f"{package}-{importlib.metadata.version(package)}", total.hexdigest()


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
