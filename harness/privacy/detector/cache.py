"""A bounded memo: most texts of a screen are the same as on the last one."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class Bounded(Generic[K, V]):
    """Remembers up to ``size`` results; the oldest goes first."""

    def __init__(self, size: int) -> None:
        """Start empty."""
        self._size = size
        self._values: dict[K, V] = {}

    def get(self, key: K, compute: Callable[[K], V]) -> V:
        """The remembered value of ``key``, else ``compute(key)``, remembered."""
        if key in self._values:
            return self._values[key]
        value = compute(key)
        self.put(key, value)
        return value

    def put(self, key: K, value: V) -> None:
        """Remember ``value``."""
        if len(self._values) >= self._size and key not in self._values:
            self._values.pop(next(iter(self._values)), None)
        self._values[key] = value

    def __contains__(self, key: K) -> bool:
        """Whether ``key`` is remembered."""
        return key in self._values

    def __getitem__(self, key: K) -> V:
        """The remembered value of ``key``."""
        return self._values[key]
