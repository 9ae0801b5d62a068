"""The instruction: whatever the user names is known before the first frame.

Nothing is exempted by that: a named value is replaced in the instruction and on every screen.
"""

from __future__ import annotations

from dataclasses import dataclass

from harness.core.canonical import fold
from harness.core.protocols import Finding
from harness.privacy.protocols import Detector
from harness.privacy.screen import Screen
from harness.privacy.vault import SessionVault


@dataclass(frozen=True, slots=True)
class _Hidden:
    start: int
    end: int
    placeholder: str
    source: str


def anonymize_instruction(
    text: str, detector: Detector, vault: SessionVault
) -> tuple[str, tuple[Finding, ...]]:
    """Register what the instruction names, then hide every mention of it.

    Anonymizing an anonymized instruction under the same vault changes nothing.

    Args:
        text: The user's raw instruction.
        detector: Finds personal data.
        vault: The session's table; what is named is never forgotten.

    Returns:
        The anonymized instruction, and what was hidden; offsets in code points of ``text``.
    """
    text = vault.neutralise(text)
    tokens = vault.tokens(text)
    hidden: list[_Hidden] = []
    for found in detector.detect(Screen.of_text(text)):
        spans = [(part.start, part.end) for part in found.parts]
        nested = any(s < t.end and t.start < e for s, e in spans for t in tokens)
        if nested or not fold(found.value):
            continue
        placeholder = vault.register(found.value, found.type, pinned=True)
        hidden += [_Hidden(start, end, placeholder, found.source) for start, end in spans]
    hidden += [_Hidden(k.start, k.end, k.placeholder, "known") for k in vault.sweep(text)]
    chosen = _disjoint(hidden)
    for place in reversed(chosen):
        text = text[: place.start] + place.placeholder + text[place.end :]
    return text, tuple(_finding(place, vault) for place in chosen)


def _disjoint(hidden: list[_Hidden]) -> list[_Hidden]:
    """Longest first; whoever loses keeps what the winner leaves of it, so that nothing shows."""
    chosen: list[_Hidden] = []
    for place in sorted(hidden, key=lambda h: (h.start - h.end, h.start)):
        start, end = place.start, place.end
        for other in chosen:
            if other.start <= start < other.end:
                start = other.end
            if other.start < end <= other.end:
                end = other.start
        if start < end:
            chosen.append(_Hidden(start, end, place.placeholder, place.source))
    return sorted(chosen, key=lambda h: h.start)


def _finding(place: _Hidden, vault: SessionVault) -> Finding:
    type = vault.type_of(place.placeholder)
    assert type is not None, "every placeholder here was just given by the vault"
    return Finding(
        None, "instruction", place.start, place.end, type, place.placeholder, place.source
    )
