"""Match score: the share of exact canonical matches among the items that an agent attempted."""

from __future__ import annotations

from collections.abc import Collection

from harness.score.matching import Hit, Kind
from harness.score.stats import Ratio


def match_ratio(hits: Collection[Hit]) -> Ratio:
    """(exact matches, attempted items) of one episode.

    Args:
        hits: The best hit of every item that stands in the agent's output in any form.
    """
    return sum(hit.kind is Kind.EXACT for hit in hits), len(hits)
