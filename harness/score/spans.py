"""Spans: whether each annotated place was hidden where it stands, and whether as what it is."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from functools import partial

from lxml import etree

from harness.core.entity import EntityType
from harness.core.protocols import Finding
from harness.core.raw import nodes
from harness.score.gold import Place, step_places
from harness.score.records import Episode, Frames, Step, per_hierarchy
from harness.score.stats import Ratio

AS = "as "
"""Prefix of the type that a place was hidden as, where that isn't its own."""

_GONE = "\0"
"""Stands for a placeholder while texts are compared: no attribute can hold it."""


@dataclass(frozen=True, slots=True)
class Spans:
    """Counts over places.

    Attributes:
        required: Type -> places that must be hidden.
        hidden: Type -> those of which no letter or digit is left where they stood.
        claimed: Type -> places that the pipeline hid as such, optional gold left out.
        right: Type -> those that touch a place of whatever type that must be hidden.
        confused: (type, other type) -> hidden places that were hidden as the other type.
    """

    required: Counter[EntityType] = field(default_factory=Counter)
    hidden: Counter[EntityType] = field(default_factory=Counter)
    claimed: Counter[EntityType] = field(default_factory=Counter)
    right: Counter[EntityType] = field(default_factory=Counter)
    confused: Counter[tuple[EntityType, EntityType]] = field(default_factory=Counter)

    def add(self, other: Spans) -> None:
        """Count the places of ``other``, too."""
        self.required.update(other.required)
        self.hidden.update(other.hidden)
        self.claimed.update(other.claimed)
        self.right.update(other.right)
        self.confused.update(other.confused)

    def ratios(self) -> dict[str, Ratio]:
        """Recall and precision; of tier 1 unless the name says otherwise."""
        return {
            name + suffix: (_of_tier(above, tier), _of_tier(below, tier))
            for tier, suffix in ((1, ""), (2, "_tier2"))
            for name, above, below in (
                ("span_recall", self.hidden, self.required),
                ("span_precision", self.right, self.claimed),
            )
        }

    def types(self) -> dict[str, dict[str, Ratio]]:
        """Type -> ``recall``, ``precision``, and ``as OTHER_TYPE``: a share of the hidden ones."""
        found: defaultdict[str, dict[str, Ratio]] = defaultdict(dict)
        for kind, count in self.required.items():
            found[kind]["recall"] = float(self.hidden[kind]), float(count)
        for kind, count in self.claimed.items():
            found[kind]["precision"] = float(self.right[kind]), float(count)
        for (kind, other), count in self.confused.items():
            found[kind][AS + other] = float(count), float(self.hidden[kind])
        return dict(found)


def spans(episode: Episode, frames: Frames, cache: dict[tuple[str, str], Spans]) -> Spans:
    """The places of an episode whose raw and virtual hierarchies are on disk.

    Args:
        episode: The episode.
        frames: Where its hierarchies are.
        cache: (raw file, sent file) -> result, kept between calls for one cell.
    """
    total = Spans()
    for counted in per_hierarchy(episode, frames, cache, Spans(), partial(_count, frames)):
        total.add(counted)
    return total


def _count(frames: Frames, step: Step, raw: etree._Element, sent: etree._Element | None) -> Spans:
    marks = step.private.gold if step.private and step.private.gold else ()
    optional = [m for m in marks if m.optional and m.node is not None]
    required = [p for p in step_places(step, frames) if p.shown]
    findings: defaultdict[tuple[int, str], list[Finding]] = defaultdict(list)
    for finding in step.public.findings:
        if finding.node is not None:
            findings[finding.node, finding.attr].append(finding)
    elements, virtual = nodes(raw), nodes(sent) if sent is not None else []
    left: dict[tuple[int, str], list[bool]] = {}
    result = Spans()
    for place in required:
        mark = place.mark
        assert mark.node is not None
        at = (mark.node, mark.attr)
        if at not in left:
            kept = virtual[mark.node].get(mark.attr, "") if mark.node < len(virtual) else ""
            shown = str(elements[mark.node].get(mark.attr))
            left[at] = survivors(shown, str(kept), findings[at])
        result.required[mark.type] += 1
        if not any(left[at][i] for i in _significant(place)):
            result.hidden[mark.type] += 1
            kind = _hidden_as(place, findings[at])
            if kind is not None and kind is not mark.type:
                result.confused[mark.type, kind] += 1
    demanded = _by_place((p.mark.node, p.mark.attr, p.mark.start, p.mark.end) for p in required)
    allowed = _by_place((m.node, m.attr, m.start, m.end) for m in optional)
    for at, found in findings.items():
        for finding in found:
            touches = any(_overlap(finding, span) for span in demanded[at])
            if touches or not any(_overlap(finding, span) for span in allowed[at]):
                result.claimed[finding.type] += 1
                result.right[finding.type] += touches
    return result


def survivors(raw: str, sent: str, findings: Sequence[Finding]) -> list[bool]:
    """For each character of an attribute whether it is still there.

    What the pipeline says of itself counts only where it explains the sent text to the last
    character; otherwise the texts are aligned.

    Args:
        raw: The raw attribute.
        sent: The virtual one.
        findings: What the pipeline says that it hid there.
    """
    if raw == sent:
        return [True] * len(raw)
    left = [True] * len(raw)
    explained = raw
    for finding in sorted(findings, key=lambda f: -f.start):
        explained = explained[: finding.start] + finding.placeholder + explained[finding.end :]
        left[finding.start : finding.end] = [False] * (finding.end - finding.start)
    if explained == sent:
        return left
    for placeholder in {f.placeholder for f in findings}:
        sent = sent.replace(placeholder, _GONE)
    left = [False] * len(raw)
    for block in SequenceMatcher(None, raw, sent, autojunk=False).get_matching_blocks():
        left[block.a : block.a + block.size] = [True] * block.size
    return left


def _significant(place: Place) -> list[int]:
    """Where its letters and digits stand in the attribute; all of it where it has none."""
    assert place.shown is not None
    start = place.mark.start
    found = [start + i for i, c in enumerate(place.shown) if c.isalnum()]
    return found or [start + i for i in range(len(place.shown))]


def _hidden_as(place: Place, findings: Sequence[Finding]) -> EntityType | None:
    """Its own type if any part was hidden as that, else the one that hid most of it."""
    span = (place.mark.start, place.mark.end)
    shares: Counter[EntityType] = Counter()
    for finding in findings:
        shares[finding.type] += max(0, min(finding.end, span[1]) - max(finding.start, span[0]))
    if shares[place.mark.type]:
        return place.mark.type
    most = max(shares, key=lambda kind: (shares[kind], kind), default=None)
    return most if most is not None and shares[most] else None


def _by_place(
    spans: Iterator[tuple[int | None, str, int, int]],
) -> Mapping[tuple[int, str], list[tuple[int, int]]]:
    found: defaultdict[tuple[int, str], list[tuple[int, int]]] = defaultdict(list)
    for node, attr, start, end in spans:
        if node is not None:
            found[node, attr].append((start, end))
    return found


def _overlap(finding: Finding, span: tuple[int, int]) -> bool:
    return finding.start < span[1] and span[0] < finding.end


def _of_tier(counts: Counter[EntityType], tier: int) -> float:
    return float(sum(count for kind, count in counts.items() if kind.tier == tier))
