"""Patterns with validity checks over the single texts of a screen."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from harness.core.entity import EntityType, Span
from harness.privacy.detector import codes, numbers, phones, places
from harness.privacy.detector.cache import Bounded
from harness.privacy.detector.folding import folded, trim
from harness.privacy.detector.numbers import Hit
from harness.privacy.screen import Detection, Part, Screen

_FINDERS: tuple[Callable[[str], Iterator[Hit]], ...] = (
    codes.emails,
    numbers.ibans,
    numbers.cards,
    numbers.addresses_ip,
    numbers.masked_accounts,
    numbers.identities,
    codes.orders,
    codes.plates,
    codes.birth_dates,
    codes.health,
    codes.one_time_codes,
    codes.passwords,
    codes.personal_amounts,
    places.addresses,
    codes.handles,
)
REGIONS = ("US", "GB", "DE", "FR", "ES", "IT", "BR", "MX", "RU", "IN", "JP", "AU")
_MAX_TEXT = 20_000
_OVERLAP = 300


class RulesDetector:
    """Finds structured identifiers: the strongest evidence there is, and the cheapest."""

    name = "rules"

    def __init__(self, regions: Sequence[str] = REGIONS, cache: int = 4096) -> None:
        """Prepare for some regions.

        Args:
            regions: ISO 3166 codes in which phone numbers without a prefix are tried.
            cache: Texts of which the findings are remembered.
        """
        self._regions = tuple(map(phones.known_region, regions))
        self._cache: Bounded[str, tuple[Span, ...]] = Bounded(cache)

    def detect(self, screen: Screen) -> list[Detection]:
        """Detections in field order; those of one field may overlap."""
        return [
            Detection(
                (Part(i, span.start, span.end),),
                field.text[span.start : span.end],
                span.type,
                self.name,
                span.score,
            )
            for i, field in enumerate(screen.fields)
            for span in self.spans(field.text)
        ]

    def identity(self) -> dict[str, str]:
        """No weights."""
        return {}

    def spans(self, text: str) -> tuple[Span, ...]:
        """The findings in one text, sorted; offsets in code points of ``text``."""
        return self._cache.get(text, self._find)

    def _find(self, text: str) -> tuple[Span, ...]:
        spans: set[Span] = set()
        for offset in range(0, max(1, len(text) - _OVERLAP), _MAX_TEXT - _OVERLAP):
            view = folded(text[offset : offset + _MAX_TEXT])
            for hit in self._hits(view.text):
                start, end = view.original(hit.start, hit.end)
                start, end = trim(text, start + offset, end + offset)
                spans.add(Span(start, end, hit.type, self.name, hit.score))
        return tuple(sorted(spans, key=lambda s: (s.start, s.end, s.type)))

    def _hits(self, text: str) -> Iterator[Hit]:
        rest = text
        for finder in _FINDERS:
            for hit in finder(text):
                if _settles(hit):
                    rest = rest[: hit.start] + "|" * (hit.end - hit.start) + rest[hit.end :]
                yield hit
        # A stretch of a longer number with a check digit is no phone number.
        yield from phones.phones(rest, self._regions)


def _settles(hit: Hit) -> bool:
    return hit.type is not EntityType.ADDRESS and hit.score >= 0.9
