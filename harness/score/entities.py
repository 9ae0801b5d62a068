"""Whether one person's value is one placeholder everywhere, and no placeholder two values."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence

from harness.core.canonical import canonical
from harness.core.protocols import Finding
from harness.score.gold import Place, step_places
from harness.score.records import CellRecords, Episode
from harness.score.stats import Ratio

_WORD = re.compile(r"\w+")
_NATIONAL = 6
"""No national phone number has fewer digits."""

Pair = tuple[str, str]
"""A canonical value, and the placeholder that stood for it."""


def entity_ratios(episode: Episode, records: CellRecords) -> dict[str, Ratio]:
    """How the values of an episode and their placeholders belong together.

    Counted are places that show a whole value and that one placeholder hides, and nothing else:
    a value within a hidden sentence has none of its own.

    Returns:
        ``entities_split``: values with more than one placeholder, of those with any;
        ``placeholders_shared``: placeholders of values that can't be one, of those counted. A name
        in another order, a part of a name and a number without its country can.
    """
    placeholders: defaultdict[str, set[str]] = defaultdict(set)
    values: defaultdict[str, set[str]] = defaultdict(set)
    for value, placeholder in _pairs(episode, records):
        placeholders[value].add(placeholder)
        values[placeholder].add(value)
    split = sum(len(found) > 1 for found in placeholders.values())
    shared = sum(not _can_be_one(found) for found in values.values())
    return {
        "entities_split": (float(split), float(len(placeholders))),
        "placeholders_shared": (float(shared), float(len(values))),
    }


def _can_be_one(values: set[str]) -> bool:
    """Whether the longest value holds the words, or ends with the digits, of all others."""
    whole = max(values, key=lambda value: (len(value), value))
    words = set(_WORD.findall(whole))
    return all(
        set(_WORD.findall(value)) <= words
        or (len(digits := _digits(value)) >= _NATIONAL and _digits(whole).endswith(digits))
        or _letters(value) == _letters(whole)
        for value in values
    )


def _letters(value: str) -> list[str]:
    """Its letters whatever their order: names are written without a space in some places."""
    return sorted(filter(str.isalnum, value))


def _digits(value: str) -> str:
    return "".join(filter(str.isdigit, value))


def _pairs(episode: Episode, records: CellRecords) -> Iterator[Pair]:
    for step in episode.steps:
        if step.private is None or step.private.gold is None:
            continue
        at: defaultdict[tuple[int | None, str], list[Finding]] = defaultdict(list)
        for finding in step.public.findings:
            at[finding.node, finding.attr].append(finding)
        for place in step_places(step, records.frames):
            mark = place.mark
            if mark.node is None or place.shown is None or place.part is not None:
                continue
            hidden = _alone(place, at[mark.node, mark.attr])
            if hidden is not None:
                yield canonical(mark.value, mark.type, records.region), hidden


def _alone(place: Place, findings: Sequence[Finding]) -> str | None:
    """The placeholder of the finding that covers just this place."""
    for finding in findings:
        # A point or a bracket beside a value may be taken for a part of it.
        same = abs(finding.start - place.mark.start) + abs(finding.end - place.mark.end) <= 1
        if same:
            return finding.placeholder
    return None
