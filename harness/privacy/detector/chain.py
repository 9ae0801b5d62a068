"""The detector that a pipeline uses: several detectors, merged."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from harness.core.entity import EntityType
from harness.errors import ConfigError
from harness.privacy.detector.folding import Folded, visible
from harness.privacy.detector.merge import merge
from harness.privacy.protocols import Detector
from harness.privacy.screen import Detection, Part, Screen


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
        views = [visible(field.text) for field in screen.fields]
        fields = tuple(replace(f, text=v.text) for f, v in zip(screen.fields, views, strict=True))
        seen = replace(screen, fields=fields)
        found = (d for part in self._parts for d in part.detect(seen) if d.type in self._types)
        return [_original(d, screen, views) for d in merge(found, fields)]

    def identity(self) -> dict[str, str]:
        """Weight file name -> SHA-256 hex digest, of all parts."""
        return {name: digest for part in self._parts for name, digest in part.identity().items()}


def _original(found: Detection, screen: Screen, views: Sequence[Folded]) -> Detection:
    """A detection in visible texts as one in the texts of the screen."""
    parts = tuple(Part(p.field, *views[p.field].original(p.start, p.end)) for p in found.parts)
    if parts == found.parts:
        return found
    value = " ".join(screen.fields[p.field].text[p.start : p.end] for p in parts)
    return replace(found, parts=parts, value=value)


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
