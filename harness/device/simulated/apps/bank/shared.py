"""What the screens of the bank have in common."""

from __future__ import annotations

import re
import unicodedata
from typing import Any

from harness.core.canonical import is_format_character
from harness.core.entity import EntityType
from harness.device.simulated.context import Context
from harness.device.simulated.l10n import Locale
from harness.device.simulated.text import Pii, Rich, rich


def bank(context: Context) -> dict[str, Any]:
    """The state of the bank."""
    own: dict[str, Any] = context.state["bank"]
    return own


def by_id(items: list[dict[str, Any]], id: str) -> dict[str, Any]:
    """The item with that id."""
    return next(item for item in items if item["id"] == id)


def account_line(account: dict[str, Any]) -> Rich:
    """An account with the end of its number."""
    return rich(account["name"], " ", masked(EntityType.BANK_ACCOUNT, account["iban"]))


def amount(text: str) -> Pii:
    """An amount of the owner's money."""
    return Pii(EntityType.ACCOUNT_BALANCE, text)


def masked(kind: EntityType, number: str) -> Pii:
    """A number of which only the last four characters are shown."""
    last = "".join(c for c in number if c.isalnum())[-4:]
    return Pii(kind, number, f"•••• {last}")


def parse_money(text: str, locale: Locale) -> float | None:
    """A positive amount of at most two decimals as people of that country type it, else None."""
    plain = "".join(
        c
        for c in text
        if not (c.isspace() or is_format_character(c) or unicodedata.category(c) == "Sc")
    )
    grouping = re.escape("," if locale.number(0.5)[1] == "." else ".")
    match = re.fullmatch(
        rf"(\d{{1,9}}|\d{{1,3}}(?:{grouping}\d{{3}})+)(?:[.,](\d{{1,2}}))?", plain, re.ASCII
    )
    if match is None:
        return None
    whole = re.sub(r"\D", "", match[1])
    return float(f"{whole}.{match[2] or 0}") or None
