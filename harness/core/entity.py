"""Types of personal data, and where an entity stands in a text."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class EntityType(StrEnum):
    """The taxonomy of the benchmark; a type's tier is 1 (direct identifier) or 2 (content)."""

    PERSON_NAME = "PERSON_NAME"
    USERNAME = "USERNAME"
    PHONE_NUMBER = "PHONE_NUMBER"
    EMAIL = "EMAIL"
    ADDRESS = "ADDRESS"
    DATE_OF_BIRTH = "DATE_OF_BIRTH"
    ID_NUMBER = "ID_NUMBER"
    CREDIT_CARD = "CREDIT_CARD"
    BANK_ACCOUNT = "BANK_ACCOUNT"
    ACCOUNT_BALANCE = "ACCOUNT_BALANCE"
    PASSWORD = "PASSWORD"
    IP_ADDRESS = "IP_ADDRESS"
    LICENSE_PLATE = "LICENSE_PLATE"
    ORDER_NUMBER = "ORDER_NUMBER"
    HEALTH_INFO = "HEALTH_INFO"
    MESSAGE_CONTENT = "MESSAGE_CONTENT"
    GROUP_NAME = "GROUP_NAME"
    EMPLOYER_OR_SCHOOL = "EMPLOYER_OR_SCHOOL"

    @property
    def tier(self) -> int:
        """1 for direct identifiers and secrets, 2 for content and affiliations."""
        return 2 if self in _TIER_2 else 1


_TIER_2 = frozenset(
    {EntityType.MESSAGE_CONTENT, EntityType.GROUP_NAME, EntityType.EMPLOYER_OR_SCHOOL}
)

NUMERIC_TYPES = frozenset(
    {
        EntityType.PHONE_NUMBER,
        EntityType.ID_NUMBER,
        EntityType.CREDIT_CARD,
        EntityType.BANK_ACCOUNT,
        EntityType.IP_ADDRESS,
        EntityType.LICENSE_PLATE,
        EntityType.ORDER_NUMBER,
    }
)
"""Types whose values are codes: compared without separators."""


@dataclass(frozen=True, slots=True)
class Span:
    """A detected entity in one text.

    Attributes:
        start: First code point.
        end: One past the last code point.
        type: What it is.
        source: Which part found it: ``rules``, ``ner``, ``structure``, ``known`` or ``ocr``.
        score: Confidence in 0..1; rules with a validity check give 1.
    """

    start: int
    end: int
    type: EntityType
    source: str
    score: float = 1.0

    @property
    def length(self) -> int:
        """Length in code points."""
        return self.end - self.start
