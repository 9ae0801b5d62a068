"""Estimates with 95 % bootstrap intervals over episodes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

RESAMPLES = 2000
LEVEL = (2.5, 97.5)
"""Percentiles of the interval."""

Ratio = tuple[float, float]
"""Numerator and denominator of one episode."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """A rate or a mean.

    Attributes:
        value: The estimate; None if there is nothing to estimate it from.
        low: Lower end of the 95 % interval, None as ``value``.
        high: Upper end.
        n: What the rate is a share of: the sum of the denominators.
    """

    value: float | None
    low: float | None
    high: float | None
    n: int


EMPTY = Estimate(None, None, None, 0)


def ratio(rows: Sequence[Ratio], seed: int = 0) -> Estimate:
    """Sum of numerators over sum of denominators, resampled over episodes.

    Args:
        rows: One per episode; a denominator of 0 says that it has nothing to count.
        seed: Of the resampling.
    """
    counted = np.array([row for row in rows if row[1]], dtype=float).reshape(-1, 2)
    if not len(counted):
        return EMPTY
    return _estimate(_resampled(counted[:, None, :], seed), counted[:, 1].sum())


def mean(values: Sequence[float], seed: int = 0) -> Estimate:
    """Mean of one value per episode."""
    return ratio([(value, 1.0) for value in values], seed)


def paired_difference(pairs: Sequence[tuple[Ratio, Ratio]], seed: int = 0) -> Estimate:
    """Rate of the first minus rate of the second, resampled over pairs of episodes.

    Args:
        pairs: One per task instance; pairs in which a side has nothing to count are left out.
        seed: Of the resampling.

    Returns:
        The estimate; ``n`` is the number of pairs.
    """
    counted = np.array([p for p in pairs if p[0][1] and p[1][1]], dtype=float).reshape(-1, 2, 2)
    if not len(counted):
        return EMPTY
    rates = _resampled(counted, seed)
    return _estimate(rates[:, :1] - rates[:, 1:], len(counted))


def percentile(values: Sequence[float], q: float) -> float | None:
    """The q-th percentile by linear interpolation, None of nothing."""
    return float(np.percentile(values, q)) if len(values) else None


def _resampled(rows: NDArray[np.float64], seed: int) -> NDArray[np.float64]:
    """Rates of shape (1 + RESAMPLES, sides) from rows of shape (episodes, sides, 2).

    The first row is the sample itself.
    """
    generator = np.random.default_rng(seed)
    chosen = generator.integers(len(rows), size=(RESAMPLES, len(rows)))
    sums = np.concatenate([rows.sum(axis=0)[None], rows[chosen].sum(axis=1)])
    return np.asarray(sums[..., 0] / sums[..., 1])


def _estimate(rates: NDArray[np.float64], n: float) -> Estimate:
    low, high = np.percentile(rates[1:, 0], LEVEL)
    return Estimate(float(rates[0, 0]), float(low), float(high), round(n))
