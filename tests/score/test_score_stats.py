"""Intervals and paired differences."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.score.stats import EMPTY, mean, paired_difference, percentile, ratio


def test_a_rate_is_a_ratio_of_sums():
    rate = ratio([(1, 2), (0, 4), (0, 0)])
    assert rate.value == pytest.approx(1 / 6)
    assert rate.n == 6


def test_nothing_to_count_is_unscored_not_zero():
    assert ratio([]) == EMPTY
    assert ratio([(0, 0)]) == EMPTY
    assert paired_difference([((1, 1), (0, 0))]) == EMPTY
    assert percentile([], 50) is None


def test_the_interval_of_a_coin_is_about_right():
    rate = mean([0.0, 1.0] * 50)
    # Normal approximation: 0.5 +- 1.96 * 0.5 / sqrt(100).
    assert rate.low == pytest.approx(0.402, abs=0.03)
    assert rate.high == pytest.approx(0.598, abs=0.03)


def test_pairs_are_resampled_together():
    same = [((float(i % 2), 1.0), (float(i % 2), 1.0)) for i in range(10)]
    difference = paired_difference(same)
    assert (difference.value, difference.low, difference.high, difference.n) == (0, 0, 0, 10)


def test_a_paired_difference_by_hand():
    difference = paired_difference([((1, 1), (0, 1)), ((1, 1), (1, 1)), ((0, 1), (0, 1))])
    assert difference.value == pytest.approx(1 / 3)


def test_percentiles_interpolate():
    assert percentile([10.0, 20.0, 30.0, 40.0], 50) == 25.0


rows = st.lists(
    st.tuples(st.integers(0, 5), st.integers(0, 5)).map(lambda r: (min(r), max(r))), max_size=12
)


@given(rows, st.integers(0, 3))
def test_shares_and_their_intervals_stay_shares(rows, seed):
    rate = ratio(rows, seed)
    assert rate == ratio(rows, seed)
    if rate.value is not None:
        assert 0 <= rate.low <= rate.high <= 1
