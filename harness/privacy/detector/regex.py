"""The plain patterns of the published recipe, without validity checks or context."""

from __future__ import annotations

import re

from harness.core.entity import EntityType
from harness.privacy.screen import Detection, Part, Screen

_PATTERNS = (
    (EntityType.EMAIL, re.compile(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+")),
    (EntityType.CREDIT_CARD, re.compile(r"\b(?:\d[ -]?){13,16}\b")),
    (EntityType.ID_NUMBER, re.compile(r"\b(?:\d{17}[\dXx]|\d{3}-\d{2}-\d{4})\b")),
    (
        EntityType.PHONE_NUMBER,
        re.compile(r"(?:\+?\d{1,3}[ .-]?)?\(?\d{3}\)?[ .-]?\d{3,4}[ .-]?\d{4}\b|\b\d{3}-\d{4}\b"),
    ),
    (EntityType.ACCOUNT_BALANCE, re.compile(r"[$€£¥]\s?\d[\d,]*(?:\.\d{2})?")),
)


class RegexDetector:
    """Finds what looks like an identifier; the rules half of the ``paper`` variant."""

    name = "rules"

    def detect(self, screen: Screen) -> list[Detection]:
        """Detections in field order; they may overlap."""
        return [
            Detection((Part(i, *match.span()),), match[0], type_, self.name, 0.9)
            for i, field in enumerate(screen.fields)
            for type_, pattern in _PATTERNS
            for match in pattern.finditer(field.text)
        ]

    def identity(self) -> dict[str, str]:
        """No weights."""
        return {}
