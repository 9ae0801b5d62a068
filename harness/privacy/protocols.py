"""The seams inside the privacy layers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from harness.core.entity import EntityType
from harness.privacy.screen import Detection, Screen


class Detector(Protocol):
    """Finds personal data on a screen."""

    name: str

    def detect(self, screen: Screen) -> list[Detection]:
        """Detections whose parts don't overlap, in reading order."""
        ...

    def identity(self) -> dict[str, str]:
        """Weight file name -> SHA-256 hex digest."""
        ...


@dataclass(frozen=True, slots=True)
class Known:
    """A known value found in a text.

    Attributes:
        start: First code point.
        end: One past the last.
        placeholder: Its placeholder.
        type: Its type.
    """

    start: int
    end: int
    placeholder: str
    type: EntityType


class Vault(Protocol):
    """The session's table of values and placeholders."""

    def register(self, value: str, type: EntityType) -> str:
        """The placeholder of ``value``; the one that it already has, if any."""
        ...

    def lookup(self, placeholder: str) -> str | None:
        """The raw value as first seen, or None for an unknown or unresolvable placeholder."""
        ...

    def sweep(self, text: str) -> list[Known]:
        """Every known value in ``text`` at letter boundaries, longest first, sorted by start."""
        ...

    def tokens(self, text: str) -> list[Known]:
        """The placeholders of this session in ``text``."""
        ...

    def neutralise(self, text: str) -> str:
        """``text``, of the same length, with foreign tokens of our shape made harmless."""
        ...

    def links(self, placeholders: Sequence[str]) -> list[str]:
        """``A may be B or C`` lines for partial mentions among those placeholders."""
        ...
