"""How long the model takes, apart from everything around it."""

from __future__ import annotations

from collections.abc import Sequence

from harness.core.entity import Span
from harness.core.protocols import NerEngine
from harness.core.timing import Stopwatch


class TimedNer:
    """A NER engine that adds up its time until it is taken."""

    def __init__(self, engine: NerEngine) -> None:
        """Wrap an engine."""
        self.name = engine.name
        self._engine = engine
        self._watch = Stopwatch()

    def detect(self, texts: Sequence[str]) -> list[list[Span]]:
        """What the engine finds."""
        with self._watch("ner"):
            return self._engine.detect(texts)

    def identity(self) -> dict[str, str]:
        """Weight file name -> SHA-256 hex digest."""
        return self._engine.identity()

    def take_ms(self) -> float:
        """Milliseconds since the last call of this method."""
        return self._watch.take().get("ner", 0.0)
