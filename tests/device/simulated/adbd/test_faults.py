"""The fault plan: which call fails depends on seed, place and number, and on nothing else."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st
from properties import examples

from harness.device.simulated.adbd.faults import KINDS, KINDS_AT, Faults
from harness.errors import ConfigError

PLACES = tuple(KINDS_AT)
probabilities = st.floats(0, 0.1)
plans = st.dictionaries(
    st.sampled_from(KINDS),
    probabilities | st.lists(st.integers(0, 30), max_size=5),
    max_size=6,
)


def test_every_kind_belongs_to_one_place() -> None:
    assert len(KINDS) == len(set(KINDS)) == sum(len(kinds) for kinds in KINDS_AT.values())


def test_without_a_plan_nothing_fails() -> None:
    faults = Faults({})
    assert {faults.strikes(place) for place in PLACES for _ in range(100)} == {None}
    assert faults.struck == {}


@pytest.mark.parametrize("kind", KINDS)
def test_listed_calls_and_no_others_fail(kind: str) -> None:
    place = next(place for place, kinds in KINDS_AT.items() if kind in kinds)
    faults = Faults({kind: [0, 3]})
    assert [faults.strikes(place) for _ in range(5)] == [kind, None, None, kind, None]
    assert faults.struck == {kind: 2}
    assert {faults.strikes(other) for other in PLACES if other != place} == {None}


@given(plan=plans, seed=st.integers(), calls=st.lists(st.sampled_from(PLACES), max_size=60))
@examples(50)
def test_the_same_plan_and_seed_fail_the_same_calls(
    plan: dict[str, float | list[int]], seed: int, calls: list
) -> None:
    one, other = Faults(plan, seed), Faults(plan, seed)
    # Calls at other places in between change nothing.
    struck = [(place, one.strikes(place)) for place in calls]
    for place in PLACES:
        expected = [kind for at, kind in struck if at == place]
        assert [other.strikes(place) for _ in expected] == expected
    assert other.struck == one.struck
    assert all(kind is None or kind in KINDS_AT[place] for place, kind in struck)


def test_probabilities_are_shares_of_the_calls() -> None:
    faults = Faults({"null_root": 0.2, "slow_dump": 0.5}, seed=3)
    counts = Counter(faults.strikes("dump") for _ in range(4000))
    assert counts["null_root"] / 4000 == pytest.approx(0.2, abs=0.03)
    assert counts["slow_dump"] / 4000 == pytest.approx(0.5, abs=0.03)
    assert set(counts) == {"null_root", "slow_dump", None}


@pytest.mark.parametrize("place", PLACES)
def test_any_strikes_with_every_kind_of_the_place_alike(place) -> None:
    faults = Faults({"any": 0.4}, seed=1)
    counts = Counter(faults.strikes(place) for _ in range(4000))
    assert 1 - counts.pop(None) / 4000 == pytest.approx(0.4, abs=0.03)
    assert set(counts) == set(KINDS_AT[place])
    for count in counts.values():
        assert count / 4000 == pytest.approx(0.4 / len(KINDS_AT[place]), abs=0.03)


def test_any_adds_to_a_planned_kind() -> None:
    faults = Faults({"any": 0.2, "offline": 0.5}, seed=5)
    counts = Counter(faults.strikes("connection") for _ in range(4000))
    assert counts["offline"] / 4000 == pytest.approx(0.6, abs=0.03)
    assert counts["dropped"] / 4000 == pytest.approx(0.1, abs=0.03)


def test_a_probability_of_one_fails_every_call() -> None:
    faults = Faults({"hung_shell": 1})
    assert {faults.strikes("shell") for _ in range(200)} == {"hung_shell"}


def test_a_new_episode_counts_from_zero_and_draws_anew() -> None:
    faults = Faults({"dropped": [1], "null_root": 0.5}, seed=0)
    first = [faults.strikes("dump") for _ in range(40)]
    assert [faults.strikes("connection") for _ in range(3)] == [None, "dropped", None]
    faults.restart(1)
    assert [faults.strikes("connection") for _ in range(3)] == [None, "dropped", None]
    assert [faults.strikes("dump") for _ in range(40)] != first
    faults.restart(0)
    assert [faults.strikes("dump") for _ in range(40)] == first
    assert faults.struck["dropped"] == 2


@pytest.mark.parametrize(
    "plan",
    [
        {"no_such_fault": 0.1},
        {"null_root": 1.5},
        {"null_root": -0.1},
        {"null_root": float("nan")},
        {"null_root": "often"},
        {"null_root": True},
        {"null_root": None},
        {"null_root": [-1]},
        {"null_root": [0.5]},
        {"null_root": [True]},
        {"any": [1, 2]},
        {"any": 2},
        {"null_root": 0.6, "slow_dump": 0.6},
        {"null_root": 0.6, "any": 0.9},
    ],
)
def test_a_plan_that_makes_no_sense_is_refused(plan: dict) -> None:
    with pytest.raises(ConfigError) as error:
        Faults(plan)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize("seconds", [-1, float("nan"), True, "1", 1e9])
def test_a_duration_that_makes_no_sense_is_refused(seconds) -> None:
    with pytest.raises(ConfigError):
        Faults({}, seconds=seconds)
