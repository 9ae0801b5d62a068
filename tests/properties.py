"""How many examples a property test draws: few and always the same, or many with HARNESS_FUZZ."""

import os

from hypothesis import settings

FUZZ = int(os.environ.get("HARNESS_FUZZ", "0"))


def examples(count: int) -> settings:
    """Settings that draw ``count`` examples; HARNESS_FUZZ times as many, at random, if set."""
    return settings(max_examples=count * max(1, FUZZ), deadline=None)
