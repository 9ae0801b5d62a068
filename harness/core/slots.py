"""Slot references in declarative task texts: ``Call {contact.name}``.

Suites fill them with values of a world, scripted policies with what they read on the screen.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

REFERENCE = re.compile(r"\{([a-z_][a-z0-9_]*(?:\.[a-z_][a-z0-9_]*)*)\}")
"""A reference; its first group is the name."""


def names(spec: Any) -> list[str]:
    """Every name that a text, or any text inside nested data, refers to, in order."""
    if isinstance(spec, str):
        return REFERENCE.findall(spec)
    if isinstance(spec, Mapping):
        return [name for part in spec.values() for name in names(part)]
    if isinstance(spec, list | tuple):
        return [name for part in spec for name in names(part)]
    return []


def fill(spec: Any, values: Mapping[str, Any]) -> Any:
    """``spec`` with every reference replaced.

    A text that is one reference and nothing else becomes the value itself, whatever its type.

    Raises:
        KeyError: A name without a value; its argument is the name.
    """
    if isinstance(spec, str):
        whole = REFERENCE.fullmatch(spec)
        if whole:
            return values[whole[1]]
        return REFERENCE.sub(lambda match: str(values[match[1]]), spec)
    if isinstance(spec, Mapping):
        return {key: fill(part, values) for key, part in spec.items()}
    if isinstance(spec, list | tuple):
        return [fill(part, values) for part in spec]
    return spec
