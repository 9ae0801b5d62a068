"""The last look at what leaves: no known value in any outbound body."""

from __future__ import annotations

import html
import json
import re
from collections.abc import Iterator
from typing import Any

from harness.core.entity import EntityType
from harness.core.raw import MACHINE_ATTRIBUTES
from harness.errors import EgressError
from harness.privacy.protocols import Vault

_IMAGE_URL = re.compile(r"data:image/[a-z.+-]+;base64,[A-Za-z0-9+/=\s]*")
_MACHINE = re.compile(
    rf'(?<![\w-])(?:{"|".join(sorted(MACHINE_ATTRIBUTES, key=len, reverse=True))})="[^"<>]*"'
    r"|\[-?\d+,-?\d+\]\[-?\d+,-?\d+\]"
)
_ESCAPE = re.compile(r"""\\(?:u([0-9a-fA-F]{4})|([nrtbf"'/\\]))""")
_KEY = re.compile(r"[a-z_]{1,24}")


class EgressGuard:
    """Refuses bodies that hold a value which the vault would have replaced.

    Identifiers and bounds of the framework (class, resource id, package, …) are not searched, nor
    are pictures: what is in pixels is the transformer's to hide.
    """

    def __init__(self, vault: Vault) -> None:
        """Guard one session.

        Args:
            vault: The session's table.
        """
        self._vault = vault

    def check(self, body: str | bytes) -> None:
        """Look at a whole body.

        Args:
            body: Text, or JSON, whose strings are looked at after decoding, nested JSON too.

        Raises:
            EgressError: A known value is in it; names its type and the place.
        """
        text = body.decode("utf-8", "replace") if isinstance(body, bytes) else body
        for place, part in _strings(text, ""):
            type = self._found(part)
            if type is not None:
                where = f" at {place}" if place else ""
                raise EgressError(
                    f"a raw value of type {type} was about to be sent{where}; nothing was sent"
                )

    def _found(self, text: str) -> EntityType | None:
        visible = _MACHINE.sub(" ", text)
        for spelling in dict.fromkeys((visible, _unescaped(visible), html.unescape(visible))):
            for known in self._vault.sweep(spelling):
                return known.type
        return None


class NoEgress:
    """Lets everything out: for the raw baseline, whose records are private."""

    def check(self, body: str | bytes) -> None:
        """Accept any body."""


def _strings(text: str, place: str) -> Iterator[tuple[str, str]]:
    """(place, string) of a text: itself and, if it is JSON, all strings in it."""
    data = _json(text)
    if data is not None:
        yield from _walk(data, place)
    elif not _IMAGE_URL.fullmatch(text):
        yield place, text


def _json(text: str) -> Any:
    if text.lstrip()[:1] not in ("{", "["):
        return None
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def _walk(data: Any, place: str) -> Iterator[tuple[str, str]]:
    if isinstance(data, str):
        yield from _strings(data, place)
    elif isinstance(data, list):
        for i, item in enumerate(data):
            yield from _walk(item, f"{place}[{i}]")
    elif isinstance(data, dict):
        for key, item in data.items():
            yield f"{place}.(key)", key
            # A key that isn't an ordinary identifier may itself be a value.
            name = key if _KEY.fullmatch(key) else "*"
            yield from _walk(item, f"{place}.{name}" if place else name)


def _unescaped(text: str) -> str:
    if "\\" not in text:
        return text
    return _ESCAPE.sub(
        lambda m: chr(int(m[1], 16)) if m[1] else " " if m[2] in "nrtbf" else m[2], text
    )
