"""Which tasks of a suite are run."""

from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.run.executor import chosen


@dataclass(frozen=True)
class Task:
    id: str


TASKS = [Task(f"call-{i}") for i in range(40)]
suites = st.lists(st.from_regex(r"[a-z]{1,6}-\d", fullmatch=True), unique=True, max_size=30).map(
    lambda names: list(map(Task, names))
)
seeds = st.integers(0, 99)


@given(suites, seeds, st.integers(1, 30), st.randoms(use_true_random=False))
def test_a_sample_depends_on_ids_and_seed_alone(tasks, seed, count, random):
    drawn = chosen(tasks, seed, limit=1, sample=count)
    assert len(drawn) == min(count, len(tasks))
    assert [task for task in tasks if task in drawn] == drawn, "in the order of the suite"
    shuffled = random.sample(tasks, len(tasks))
    assert set(chosen(shuffled, seed, limit=None, sample=count)) == set(drawn)


@given(suites, seeds, st.integers(1, 15), st.integers(1, 15))
def test_a_larger_sample_holds_the_smaller_one(tasks, seed, count, more):
    small = chosen(tasks, seed, limit=None, sample=count)
    large = chosen(tasks, seed, limit=None, sample=count + more)
    assert set(small) <= set(large)


def test_another_seed_draws_another_sample():
    draws = {tuple(chosen(TASKS, seed, limit=None, sample=8)) for seed in range(5)}
    assert len(draws) == 5


@pytest.mark.parametrize(("limit", "count"), [(None, 40), (3, 3), (99, 40)])
def test_a_limit_takes_the_first_ones(limit, count):
    assert list(chosen(TASKS, 0, limit=limit, sample=None)) == TASKS[:count]
