"""Wall-clock time per component."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager


class Stopwatch:
    """Adds up milliseconds by name until they are taken."""

    def __init__(self) -> None:
        """Start empty."""
        self._ms: dict[str, float] = {}

    @contextmanager
    def __call__(self, name: str) -> Iterator[None]:
        """Add the time of the block to ``name``."""
        start = time.perf_counter()
        try:
            yield
        finally:
            self._ms[name] = self._ms.get(name, 0.0) + (time.perf_counter() - start) * 1000

    def take(self) -> dict[str, float]:
        """The sums in ms; starts over."""
        taken, self._ms = self._ms, {}
        return taken
