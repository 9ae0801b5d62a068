"""Word splitting shared by the corpus generator, training and inference.

The splitter is GLiNER's whitespace splitter with one change: Han, kana and Hangul characters
are words of their own, so that a name inside an unspaced clause, or with a particle glued to
it, can be a span.
"""

from __future__ import annotations

import re
from typing import NamedTuple

_HAN_KANA = "\u3005-\u3007\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
_HANGUL = "\uac00-\ud7a3"


def _pattern(single: str) -> re.Pattern[str]:
    word = rf"(?:(?![{single}])\w)+"
    return re.compile(rf"[{single}]|{word}(?:[-_]{word})*|\S")


_WITH_HANGUL = _pattern(_HAN_KANA + _HANGUL)
_HAN_KANA_ONLY = _pattern(_HAN_KANA)


class Word(NamedTuple):
    """One word of a text; ``start`` and ``end`` are code points, end exclusive."""

    text: str
    start: int
    end: int


def split_words(text: str, *, split_hangul: bool = True) -> list[Word]:
    """Split ``text`` into words.

    Args:
        text: any string; the empty string has no words.
        split_hangul: whether each Hangul syllable is a word (what the packaged model was
            trained on) or spaces delimit Korean words (what other checkpoints expect).

    Returns:
        Words in reading order; white space belongs to none of them.
    """
    pattern = _WITH_HANGUL if split_hangul else _HAN_KANA_ONLY
    return [Word(m.group(), m.start(), m.end()) for m in pattern.finditer(text)]
