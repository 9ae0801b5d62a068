"""A finger and an eye for the simulated phone."""

from __future__ import annotations

from dataclasses import dataclass, field

import pytest
from lxml import etree

from harness.core.action import (
    Command,
    InputText,
    Key,
    Launch,
    PressKey,
    SwipeBetween,
    TapAt,
)
from harness.core.entity import EntityType
from harness.core.geometry import Box
from harness.core.raw import GoldMark, RawFrame, nodes
from harness.device.simulated.phone import SimulatedPhone


@dataclass
class User:
    """Uses a phone by what stands on its screen, as an agent does."""

    phone: SimulatedPhone = field(default_factory=SimulatedPhone)
    _seen: list[etree._Element] = field(default_factory=list)

    def perform(self, command: Command) -> None:
        self.phone.perform(command)
        self._seen = []

    def reset(self, seed: int) -> None:
        self.phone.reset(seed)
        self._seen = []

    def frame(self) -> RawFrame:
        return self.phone.capture()

    def marks(self) -> tuple[GoldMark, ...]:
        """Where the screen shows gold."""
        self.frame()
        return self.phone.gold()

    def gold(self) -> set[tuple[EntityType, str]]:
        """(type, value) of the gold on the screen."""
        return {(mark.type, mark.value) for mark in self.marks()}

    def gold_places(self) -> set[tuple[EntityType, str, str]]:
        """(type, value, attribute) of the gold on the screen."""
        return {(mark.type, mark.value, mark.attr) for mark in self.marks()}

    def elements(self) -> list[etree._Element]:
        self._seen = self._seen or nodes(self.frame().tree)
        return self._seen

    def shows(self, label: str) -> bool:
        return self._find(label) is not None

    def element(self, label: str) -> etree._Element:
        found = self._find(label)
        assert found is not None, f"not on the screen: {label}"
        return found

    def box(self, label: str) -> Box:
        box = Box.parse(self.element(label).get("bounds"))
        assert box is not None
        return box

    def tap(self, label: str, ms: int = 50) -> None:
        x, y = self.box(label).center
        self.perform(TapAt(x, y, ms))

    def hold(self, label: str) -> None:
        self.tap(label, ms=800)

    def type(self, text: str) -> None:
        self.perform(InputText(text))

    def key(self, key: Key) -> None:
        self.perform(PressKey(key))

    def open(self, app: str) -> None:
        self.perform(Launch(app))

    def drag(self, dy: int) -> None:
        self.perform(SwipeBetween(540, 1200, 540, 1200 + dy))

    def scroll_to(self, label: str) -> None:
        for _ in range(12):
            if self.shows(label) and self.box(label).height > 50:
                return
            self.drag(-900)
        raise AssertionError(f"not in the list: {label}")

    def go(self, app: str, *labels: str) -> None:
        """Open an app and tap one thing after the other."""
        self.open(app)
        for label in labels:
            self.scroll_to(label)
            self.tap(label)

    def log_in(self) -> None:
        self.open("Bank")
        self.type(self.phone.state()["bank"]["pin"])
        self.key("enter")

    def _find(self, label: str) -> etree._Element | None:
        for element in self.elements():
            names = (element.get("text"), element.get("content-desc"))
            if label in names or element.get("resource-id", "").endswith(f"/{label}"):
                return element
        return None


@pytest.fixture
def user() -> User:
    return User()
