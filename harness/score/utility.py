"""What the defence cost: success, detours, masked harmless words, time."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence

from lxml import etree

from harness.core.protocols import Effect
from harness.core.raw import GoldMark, nodes, readable_attributes
from harness.score.records import Episode, Frames, Step, per_hierarchy
from harness.score.stats import Ratio

OUTSIDE_PIPELINE = frozenset({"capture", "agent", "perform", "proxy", "gatekeeper"})
"""Components whose time isn't spent on anonymizing a frame."""

_TOKEN = re.compile(r"[^\W\d_]+|\d+")


def success(episode: Episode) -> Ratio:
    """(solved, judged): failed episodes, and those without a goal, are in neither."""
    return float(bool(episode.public.success)), float(episode.public.success is not None)


def subgoals(episode: Episode) -> Ratio:
    """(share of the sub-goals that were reached, 1) of a judged episode that has some."""
    reached = episode.public.subgoals
    if episode.failed or not reached:
        return 0.0, 0.0
    return sum(reached.values()) / len(reached), 1.0


def reversed_redundancy(episode: Episode) -> Ratio:
    """(human steps / agent steps, 1) of a solved episode, (0, 0) of another."""
    human, steps = episode.public.human_steps, episode.public.steps
    if not episode.public.success or not human or not steps:
        return 0.0, 0.0
    return human / steps, 1.0


def reasonable_operations(episode: Episode) -> Ratio:
    """(share of the steps that changed the screen, 1), of those of which that is known."""
    known = [s.public.changed for s in episode.steps if s.public.changed is not None]
    return (sum(known) / len(known), 1.0) if known else (0.0, 0.0)


def milliseconds(episodes: Iterable[Episode]) -> dict[str, list[float]]:
    """Component -> ms of every step that has it; ``frame`` is anonymizing as a whole."""
    spent: defaultdict[str, list[float]] = defaultdict(list)
    for episode in episodes:
        for step in episode.steps:
            for component, ms in step.public.ms.items():
                spent[component].append(ms)
            parts = [ms for c, ms in step.public.ms.items() if c not in OUTSIDE_PIPELINE]
            spent["frame"].append(sum(parts))
    return dict(spent)


def device_health(episodes: Iterable[Episode]) -> dict[str, int]:
    """How often a capture lacked something, and typed text could not be confirmed."""
    steps = [step.public for episode in episodes for step in episode.steps]
    flaws = Counter(flaw for step in steps for flaw in step.flaws)
    effects = Counter(step.effect for step in steps)
    return {
        "frames_secure": flaws["secure"],
        "frames_unsynchronised": flaws["unsynchronised"],
        "frames_without_tree": flaws["no tree"],
        "frames_without_image": flaws["no image"],
        "typed_verified": effects[Effect.VERIFIED.value],
        "typed_unverified": effects[Effect.TYPED.value],
        "typed_differs": effects[Effect.DIFFERS.value],
    }


def overmask(episode: Episode, frames: Frames, cache: dict[tuple[str, str], Ratio]) -> Ratio:
    """(harmless tokens gone, harmless tokens) over the frames of an episode.

    A token is a run of letters or of digits in a readable attribute outside every gold and
    optional span; it is gone if the same attribute of the same node no longer has it.

    Args:
        episode: The episode.
        frames: Where its hierarchies are.
        cache: (raw file, sent file) -> result, kept between calls for one cell.
    """

    def measure(step: Step, raw: etree._Element, sent: etree._Element | None) -> Ratio:
        return masked(raw, sent, (step.private and step.private.gold) or ())

    gone = total = 0.0
    for ratio in per_hierarchy(episode, frames, cache, (0.0, 0.0), measure):
        gone += ratio[0]
        total += ratio[1]
    return gone, total


def masked(raw: etree._Element, sent: etree._Element | None, marks: Sequence[GoldMark]) -> Ratio:
    """(harmless tokens gone, harmless tokens) of one hierarchy.

    Args:
        raw: The raw hierarchy.
        sent: The virtual one, None if nothing was sent.
        marks: Gold and optional marks of ``raw``.
    """
    spans: defaultdict[tuple[int, str], list[tuple[int, int]]] = defaultdict(list)
    for mark in marks:
        if mark.node is not None:
            spans[mark.node, mark.attr].append((mark.start, mark.end))
    virtual = nodes(sent) if sent is not None else []
    gone = total = 0
    for index, element in enumerate(nodes(raw)):
        kept: Mapping[str, str] = (
            {str(k): str(v) for k, v in virtual[index].attrib.items()}
            if index < len(virtual)
            else {}
        )
        for name, text in readable_attributes(element):
            harmless = Counter(_outside(text, spans.get((index, name), [])))
            left = Counter(_TOKEN.findall(kept.get(name, "")))
            total += harmless.total()
            gone += (harmless - left).total()
    return float(gone), float(total)


def _outside(text: str, spans: Sequence[tuple[int, int]]) -> Iterable[str]:
    """Tokens that don't touch a span."""
    for match in _TOKEN.finditer(text):
        if all(match.end() <= start or match.start() >= end for start, end in spans):
            yield match[0]
