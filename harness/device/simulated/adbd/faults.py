"""A bad phone on purpose: which call fails, and how."""

from __future__ import annotations

import random
import threading
from collections import Counter
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final, Literal

from harness.errors import ConfigError

Place = Literal["dump", "screencap", "shell", "connection"]
KINDS_AT: Final[Mapping[Place, tuple[str, ...]]] = MappingProxyType(
    {
        "dump": (
            "null_root", "stale_dump", "killed_dump", "crashed_dump", "not_idle", "slow_dump",
            "changed_between",
        ),
        "screencap": ("garbage_before_png", "truncated_png", "not_png", "black_frame"),
        "shell": ("hung_shell",),
        "connection": ("offline", "dropped"),
    }
)  # fmt: skip
"""Where each kind of fault can strike."""
KINDS: Final = tuple(kind for kinds in KINDS_AT.values() for kind in kinds)
ANY: Final = "any"
_ROUNDING = 1e-9


class Faults:
    """Decides for each call whether it fails.

    A decision depends on the seed, the place and the number of the call there, on nothing else:
    the same plan and seed fail the same calls. At most one kind strikes a call, and a kind
    planned with probability p strikes p of the calls at its place.

    Attributes:
        seconds: How long the faults last that last (a slow dump, an offline phone).
    """

    def __init__(
        self,
        plan: Mapping[str, float | Sequence[int]],
        seed: int = 0,
        seconds: float = 1.0,
    ) -> None:
        """Plan the faults.

        Args:
            plan: Per kind, the probability that it strikes a call at its place, or the numbers
                (from 0) of the calls there that it strikes. ``any`` is the probability that
                one of a place's kinds strikes, each as likely as the others.
            seed: Seed of the probabilities.
            seconds: How long lasting faults last, in s.

        Raises:
            ConfigError: The plan makes no sense.
        """
        self.seconds = _seconds(seconds)
        self._numbers = {k: _numbers(k, v) for k, v in plan.items() if isinstance(v, Sequence)}
        shares = {k: _share(k, v) for k, v in plan.items() if k not in self._numbers}
        every = shares.pop(ANY, 0.0)
        self._shares = {
            kind: shares.get(kind, 0.0) + every / len(kinds)
            for kinds in KINDS_AT.values()
            for kind in kinds
        }
        for place, kinds in KINDS_AT.items():
            if sum(self._shares[kind] for kind in kinds) > 1 + _ROUNDING:
                raise ConfigError(
                    f"the fault probabilities at {place} add up to more than 1: lower them"
                )
        self._lock = threading.Lock()
        self._seed = seed
        self._calls: Counter[str] = Counter()
        self._struck: Counter[str] = Counter()

    def strikes(self, place: Place) -> str | None:
        """The kind of fault that strikes this call, None if it goes well; counts the call."""
        with self._lock:
            kind = self._choose(place, self._calls[place])
            self._calls[place] += 1
            if kind is not None:
                self._struck[kind] += 1
            return kind

    @property
    def struck(self) -> Mapping[str, int]:
        """How often each kind has struck, over all episodes."""
        with self._lock:
            return dict(self._struck)

    def restart(self, seed: int) -> None:
        """Begin an episode: calls are counted from 0 again, and drawn with another seed."""
        with self._lock:
            self._seed = seed
            self._calls.clear()

    def _choose(self, place: Place, number: int) -> str | None:
        for kind in KINDS_AT[place]:
            if number in self._numbers.get(kind, ()):
                return kind
        at = random.Random(f"{self._seed}/{place}/{number}").random()
        for kind in KINDS_AT[place]:
            at -= self._shares[kind]
            if at < 0:
                return kind
        return None


def _known(kind: str, *more: str) -> None:
    if kind not in (*KINDS, *more):
        raise ConfigError(
            f"no fault of that name: device.faults knows {', '.join((*KINDS, *more))}"
        )


def _share(kind: str, value: object) -> float:
    _known(kind, ANY)
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= 1:
        raise ConfigError(
            f"device.faults.{kind} must be a probability (0 to 1) or a list of call numbers"
        )
    return float(value)


def _numbers(kind: str, value: Sequence[int]) -> frozenset[int]:
    _known(kind)
    numbers = list(value) if not isinstance(value, str | bytes) else [-1]
    if any(isinstance(n, bool) or not isinstance(n, int) or n < 0 for n in numbers):
        raise ConfigError(f"device.faults.{kind} must list call numbers from 0 on")
    return frozenset(numbers)


def _seconds(value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value < 3600:
        raise ConfigError("the seconds of the faults must be a number from 0 to 3600")
    return float(value)
