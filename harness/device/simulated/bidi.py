"""From stored to visual order: Unicode Standard Annex 9, as python-bidi implements it."""

from __future__ import annotations

from functools import lru_cache

from bidi import algorithm
from bidi.mirror import MIRRORED

_FIRST_RTL = "\u0590"
"""No character before it is written from right to left."""


@lru_cache(maxsize=4096)
def visual_order(text: str, paragraph: str) -> tuple[tuple[int, bool], ...] | None:
    """Where each character of a line stands.

    Args:
        text: The line.
        paragraph: What it is a line of; its first letter decides the direction.

    Returns:
        From left to right, (index in ``text``, whether it is read from right to left); None where
        the stored order is the visual one.
    """
    if not text or max(text) < _FIRST_RTL:
        return None
    storage = algorithm.get_empty_storage()
    level = algorithm.get_base_level(paragraph)
    storage["base_level"], storage["base_dir"] = level, "LR"[level]
    algorithm.get_embedding_levels(text, storage)
    for index, char in enumerate(storage["chars"]):
        char["index"] = index
    algorithm.explicit_embed_and_overrides(storage)
    algorithm.resolve_weak_types(storage)
    algorithm.resolve_neutral_types(storage, False)
    algorithm.resolve_implicit_levels(storage, False)
    algorithm.reorder_resolved_levels(storage, False)
    return tuple((char["index"], bool(char["level"] % 2)) for char in storage["chars"])


def mirrored_char(char: str, rtl: bool) -> str:
    """A bracket as it looks when it is read from right to left."""
    return str(MIRRORED.get(char, char)) if rtl else char
