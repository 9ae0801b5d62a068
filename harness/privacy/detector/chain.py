"""The detector that a pipeline uses: several detectors, merged."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from harness.core.entity import EntityType
from harness.errors import ConfigError
from harness.privacy.detector.merge import merge
from harness.privacy.protocols import Detector
from harness.privacy.screen import Detection, Screen


class ChainDetector:
    """Runs detectors side by side and merges what they find."""

    name = "chain"

    def __init__(
        self, parts: Sequence[Detector | None], types: Iterable[str] | None = None
    ) -> None:
        """Take the parts.

        Args:
            parts: The detectors; None entries (a slot switched off) are left out.
            types: Active entity types by name; all if None.

        Raises:
            ConfigError: An entity type doesn't exist.
        """
        self._parts = tuple(part for part in parts if part is not None)
        self._types = frozenset(EntityType if types is None else map(_type, types))

    def detect(self, screen: Screen) -> list[Detection]:
        """Detections of active types whose parts don't overlap, in reading order."""
        found = (d for part in self._parts for d in part.detect(screen) if d.type in self._types)
        return merge(found, screen.fields)

    def identity(self) -> dict[str, str]:
        """Weight file name -> SHA-256 hex digest, of all parts."""
        return {name: digest for part in self._parts for name, digest in part.identity().items()}


class NoDetector:
    """Finds nothing: the slot of pipelines without anonymization."""

    name = "none"

    def detect(self, screen: Screen) -> list[Detection]:
        """Nothing."""
        return []

    def identity(self) -> dict[str, str]:
        """No weights."""
        return {}


def _type(name: str) -> EntityType:
    try:
        return EntityType(name)
    except ValueError:
        known = ", ".join(EntityType)
        raise ConfigError(f"unknown entity type {name!r}: choose from {known}") from None
