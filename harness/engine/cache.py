"""A bounded cache for what an engine computed; lives in memory only."""

from __future__ import annotations

import hashlib
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

import numpy as np

from harness.core.raw import Image

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class LruCache(Generic[K, V]):
    """Keeps the ``limit`` entries that were used last."""

    def __init__(self, limit: int) -> None:
        """Make an empty cache.

        Args:
            limit: Entries to keep, at least 1.
        """
        if limit < 1:
            raise ValueError("limit must be at least 1")
        self._limit = limit
        self._entries: OrderedDict[K, V] = OrderedDict()

    def get(self, key: K, make: Callable[[], V]) -> V:
        """The value of ``key``; ``make`` is called if it isn't there."""
        if key in self._entries:
            self._entries.move_to_end(key)
            return self._entries[key]
        value = make()
        self._entries[key] = value
        if len(self._entries) > self._limit:
            self._entries.popitem(last=False)
        return value

    def __len__(self) -> int:
        """Number of entries."""
        return len(self._entries)


def pixel_digest(image: Image, about: object = "") -> bytes:
    """A key for what was computed from pixels.

    Args:
        image: (height, width, 3), or a part of such an image.
        about: What else the result depends on.
    """
    pixels = np.ascontiguousarray(image)
    key = hashlib.blake2b(f"{pixels.shape}/{about}".encode(), digest_size=20)
    key.update(pixels.data)
    return key.digest()
