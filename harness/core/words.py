"""Where a word begins and ends; Chinese and Japanese don't mark it."""

from __future__ import annotations

import re

_UNSPACED = "\u3005-\u3007\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff"
LETTER = rf"[^\W{_UNSPACED}]"
"""A character that a word can't begin or end next to, as a regular expression."""


def bounded(text: str) -> str:
    """A regular expression for ``text`` as a word or words of its own."""
    return rf"(?<!{LETTER}){re.escape(text)}(?!{LETTER})"
