"""From boxes of words to lines in reading order."""

from __future__ import annotations

from collections.abc import Sequence

from harness.core.geometry import Box
from harness.core.protocols import OcrLine

_SAME_ROW = 0.5
"""Two boxes share a row if they overlap vertically by this share of the lower one's height."""
_WORD_GAP = 0.7
"""Widest gap inside a line, in heights: wider than a space, narrower than a column gap."""


def reading_order(lines: Sequence[OcrLine]) -> list[OcrLine]:
    """Lines top to bottom, and left to right within a row."""
    return [line for row in _rows(lines) for line in row]


def group_words(words: Sequence[OcrLine]) -> list[OcrLine]:
    """Join neighbouring words into lines; columns and labels beside values stay apart.

    An unreadable word (text "") is never joined, so that it stays a region of its own.
    """
    lines: list[OcrLine] = []
    for row in _rows(words):
        current: OcrLine | None = None
        for word in row:
            if current is not None and _continues(current, word):
                current = OcrLine(
                    f"{current.text} {word.text}",
                    current.box.union(word.box),
                    min(current.score, word.score),
                    current.sure and word.sure,
                )
                continue
            if current is not None:
                lines.append(current)
            current = word
        if current is not None:
            lines.append(current)
    return lines


def _continues(line: OcrLine, word: OcrLine) -> bool:
    height = min(line.box.height, word.box.height)
    gap = word.box.left - line.box.right
    similar = height * 1.6 >= max(line.box.height, word.box.height)
    return bool(line.text and word.text) and similar and gap <= _WORD_GAP * height


def _rows(lines: Sequence[OcrLine]) -> list[list[OcrLine]]:
    rows: list[list[OcrLine]] = []
    for line in sorted(lines, key=lambda item: (item.box.center[1], item.box.left)):
        if rows and _same_row(rows[-1][0].box, line.box):
            rows[-1].append(line)
        else:
            rows.append([line])
    return [sorted(row, key=lambda item: item.box.left) for row in rows]


def _same_row(a: Box, b: Box) -> bool:
    common = min(a.bottom, b.bottom) - max(a.top, b.top)
    return common >= _SAME_ROW * min(a.height, b.height)
