"""A uiautomator hierarchy as the nested dict that AndroidLab's judges read.

A checkout compresses hierarchies itself (``evaluation.task.dump_xml``), and its judges then get
exactly that. This is for those that don't: the same rules, in words of our own. Keys are
``[n…] class ;actions; states;extras;text``, and values hold ``bounds`` and what is inside.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field
from typing import Any

from lxml import etree

from harness.core.geometry import Box

_BARE = frozenset({"View", "FrameLayout", "LinearLayout", "RelativeLayout"})
"""Classes that tell nothing."""
_ACTIONS = {
    "clickable": "click",
    "scrollable": "scroll",
    "long-clickable": "long-click",
    "checkable": "check",
}
_FLAGS = (*_ACTIONS, "checked", "focusable", "password", "selected")
_DIAL = "material_clock_face"
"""The numbers on the face of a clock can be touched, but don't say so."""


@dataclass(slots=True, repr=False, eq=False)
class _Node:
    """A node that is worth telling."""

    box: Box
    line: str
    dial: bool
    children: list[_Node] = field(default_factory=list)


def compressed(tree: etree._Element) -> dict[str, Any]:
    """What a judge reads of a hierarchy."""
    top = _Node(Box(0, 0, 0, 0), "", dial=False)
    for child in tree:
        _keep(child, top, None)
    _uncover(top)
    count = iter(range(1, 1 << 32))

    def told(node: _Node) -> dict[str, Any]:
        return {
            f"[n{next(count):04x}] {child.line}": {"bounds": str(child.box), **told(child)}
            for child in node.children
        }

    return {"hierarchy": told(top)}


def _keep(element: etree._Element, parent: _Node, within: Box | None) -> None:
    """Add an element to the nearest one that is kept, or what is inside it in its place."""
    box = Box.parse(str(element.get("bounds", "")))
    visible = box is not None and box.left >= 0 and box.top >= 0 and box.area > 0
    if box is not None and visible and within is not None:
        visible = box.intersection(within) == box
    telling = any(element.get(flag) == "true" for flag in _FLAGS) or any(
        element.get(name) for name in ("text", "content-desc")
    )
    if box is not None and visible and telling:
        line = _line(element, parent.dial)
        node = _Node(box, line, dial=_DIAL in str(element.get("resource-id", "")))
        parent.children.append(node)
        parent, within = node, box
    for child in element:
        _keep(child, parent, within)


def _line(element: etree._Element, on_dial: bool) -> str:
    def on(flag: str) -> bool:
        return element.get(flag) == "true"

    kind = str(element.get("class", "")).rpartition(".")[2]
    actions = "".join(f"{word} " for flag, word in _ACTIONS.items() if on(flag))
    if not actions and on("focusable"):
        actions = "focusable "
    if on_dial:
        actions += "click"
    states = "".join(f"{flag} " for flag in ("checked", "password", "selected") if on(flag))
    if on("checkable") and not on("checked"):
        states += "unchecked "
    extras = " you can input password, " if on("password") else ""
    extras += " selected, " if on("selected") else ""
    text = "".join(f"{t} " for name in ("text", "content-desc") if (t := element.get(name)))
    start = "" if kind in _BARE or not kind else f"{kind} "
    return f"{start};{actions}; {states};{extras};{text}".replace("\n", "")


def _uncover(top: _Node) -> None:
    """Drop what a later sibling lies on; of what is inside, only the free parts stay."""
    waiting = deque((top, node) for node in top.children)
    while waiting:
        parent, node = waiting.popleft()
        place = parent.children.index(node)
        later = (other.box for other in parent.children[place + 1 :])
        over = next((box for box in later if node.box.intersection(box).area), None)
        if over is None:
            waiting.extend((node, child) for child in node.children)
        else:
            free = _free(node, over)
            parent.children[place : place + 1] = free
            waiting.extend((parent, child) for child in free)


def _free(node: _Node, over: Box) -> list[_Node]:
    free = []
    for child in node.children:
        free += _free(child, over) if child.box.intersection(over).area else [child]
    return free
