"""What may leave the device: the virtual screen."""

from __future__ import annotations

from dataclasses import dataclass

from lxml import etree

from harness.core.geometry import Box
from harness.core.raw import Image, nodes


@dataclass(frozen=True, slots=True)
class SafeElement:
    """One addressable element of the virtual screen.

    Attributes:
        index: The number by which the agent names it, from 1.
        role: Short class name, e.g. ``Button``.
        text: Anonymized text.
        description: Anonymized content description.
        hint: Anonymized hint of an input field.
        id: Resource id without the package, "" if none.
        box: Bounds in px of the frame.
        flags: Of ``clickable long-clickable scrollable checkable checked editable focused
            selected disabled password``, those that hold.
    """

    index: int
    role: str
    text: str
    description: str
    hint: str
    id: str
    box: Box
    flags: frozenset[str]

    @property
    def label(self) -> str:
        """What a person would call it: text, else description, else hint."""
        return self.text or self.description or self.hint


@dataclass(frozen=True, slots=True)
class SafeFrame:
    """The anonymized counterpart of a raw frame; everything in it may be sent.

    Attributes:
        elements: What the agent can name, in document order.
        tree: The virtual hierarchy, or None for a screenshot-only frame.
        image: The virtual screenshot, RGB (height, width, 3), or None.
        size: (width, height) in px.
        notes: Lines for the agent, e.g. which placeholders may be the same person.
        app: Package of the foreground app.
        masked: The whole frame was hidden because a part failed; says which, else "".
        task: The instruction as it may be told now: a later screen can show that a word of it is
            personal. "" where it is still the one of the brief.
    """

    elements: tuple[SafeElement, ...]
    tree: etree._Element | None
    image: Image | None
    size: tuple[int, int]
    notes: tuple[str, ...] = ()
    app: str = ""
    masked: str = ""
    task: str = ""

    def element(self, index: int) -> SafeElement | None:
        """The element with that index, or None."""
        if 1 <= index <= len(self.elements):
            return self.elements[index - 1]
        return None


def elements(tree: etree._Element, size: tuple[int, int]) -> tuple[SafeElement, ...]:
    """The elements of a hierarchy that an agent can name.

    Those with visible bounds that can be acted on or that carry readable text.

    Args:
        tree: Root of a (virtual) uiautomator hierarchy.
        size: (width, height) of the screen in px; what lies outside can't be touched.
    """
    found: list[SafeElement] = []
    for node in nodes(tree):
        box = Box.parse(str(node.get("bounds", "")))
        if box is None or box.clip(*size).area == 0:
            continue
        flags = _flags(node)
        text, description, hint = (str(node.get(k, "")) for k in ("text", "content-desc", "hint"))
        if not (text or description or hint or flags & _ACTIONABLE):
            continue
        role = str(node.get("class") or node.tag).rpartition(".")[2]
        resource = str(node.get("resource-id", "")).rpartition("/")[2]
        found.append(
            SafeElement(len(found) + 1, role, text, description, hint, resource, box, flags)
        )
    return tuple(found)


_TRUE_FLAGS = (
    "clickable", "long-clickable", "scrollable", "checkable", "checked", "focused", "selected",
    "password",
)  # fmt: skip
_ACTIONABLE = frozenset({"clickable", "long-clickable", "scrollable", "checkable", "editable"})


def _flags(node: etree._Element) -> frozenset[str]:
    flags = {name for name in _TRUE_FLAGS if node.get(name) == "true"}
    if "EditText" in str(node.get("class") or node.tag):
        flags.add("editable")
    if node.get("enabled") == "false":
        flags.add("disabled")
    return frozenset(flags)
