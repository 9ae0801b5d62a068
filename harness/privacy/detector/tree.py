"""The view hierarchy as structure rules see it: nodes, their texts, rows and neighbours."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from unicodedata import bidirectional

from lxml import etree

from harness.core.entity import EntityType
from harness.core.geometry import Box
from harness.privacy.detector.folding import has_alnum
from harness.privacy.screen import Screen

_ICONS = re.compile(
    r"Image|Icon|Button|Switch|CheckBox|Radio|Toggle|ProgressBar|SeekBar|RatingBar|Tab(?:View)?$"
)
_EMPTY = Box(0, 0, 0, 0)


@dataclass(frozen=True, slots=True)
class Found:
    """A stretch of one field that structure points at; offsets in code points."""

    field: int
    start: int
    end: int
    type: EntityType
    score: float = 0.8


@dataclass(slots=True, repr=False, eq=False)
class Node:
    """One view.

    Attributes:
        index: Document order below the root.
        parent: The view that holds it.
        children: Its views in document order.
        box: Bounds in px, empty where unknown.
        id: Resource id without the package, lower case, camelCase split by ``_``.
        kind: Short class name.
        package: Package of the app.
        attributes: Attribute name -> field index, readable attributes only.
    """

    index: int
    parent: Node | None
    box: Box
    id: str
    kind: str
    package: str
    password: bool
    focused: bool
    children: list[Node] = field(default_factory=list)
    attributes: dict[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, repr=False, eq=False)
class Leaf:
    """The text that a view (or a line of pixels) shows.

    Attributes:
        field: Index of the field.
        text: The raw text.
        node: Its view, None for a line of pixels.
        box: Bounds in px, empty where unknown.
        icon: It only describes an image or names a button.
    """

    field: int
    text: str
    node: Node | None
    box: Box
    icon: bool

    @property
    def id(self) -> str:
        """Resource id of its view, "" without one."""
        return self.node.id if self.node else ""


class Tree:
    """Views and texts of one screen.

    A screen that is laid out from right to left is seen in a mirror: what begins a row is left.

    Attributes:
        nodes: All views in document order.
        leaves: Texts in document order, then lines of pixels.
        width: Of the screen in px.
        height: Of the screen in px.
        texts: The raw text of each field.
        packages: Packages of all views, joined by blanks.
    """

    def __init__(self, screen: Screen) -> None:
        """Read a screen."""
        self.texts = tuple(f.text for f in screen.fields)
        self.packages = screen.packages
        self.width, self.height = _size(screen)
        mirror = self.width if _right_to_left(self.texts) else 0
        self.nodes = _nodes(screen, mirror)
        self.leaves: list[Leaf] = []
        self._subtree: dict[int, list[Leaf]] = {}
        for i, entry in enumerate(screen.fields):
            if entry.node is None:
                box = _seen(entry.box or _EMPTY, mirror)
                self.leaves.append(Leaf(i, entry.text, None, box, False))
            elif entry.node < len(self.nodes):
                self.nodes[entry.node].attributes[entry.attr] = i
        tree_leaves = [leaf for node in self.nodes if (leaf := self._leaf(node))]
        self.leaves = tree_leaves + self.leaves
        for leaf in tree_leaves:
            node = leaf.node
            while node is not None:
                self._subtree.setdefault(node.index, []).append(leaf)
                node = node.parent

    def inside(self, node: Node) -> list[Leaf]:
        """Texts of ``node`` and of the views below it."""
        return self._subtree.get(node.index, [])

    def containers(self) -> Iterator[Node]:
        """Views with two or more children that show text."""
        for node in self.nodes:
            if sum(1 for child in node.children if child.index in self._subtree) >= 2:
                yield node

    def rows(self, node: Node) -> list[list[Leaf]]:
        """Texts per child of ``node``, children without text left out.

        A text that sums up other texts of its row (a description of the whole row) is left out.
        """
        return [self._row(c) for c in node.children if c.index in self._subtree]

    def _row(self, child: Node) -> list[Leaf]:
        leaves = self.inside(child)
        if len(leaves) < 3:
            return leaves
        return [
            leaf
            for leaf in leaves
            if leaf.node is None
            or not any(not x.icon for x in self.inside(leaf.node) if x is not leaf)
        ]

    def _leaf(self, node: Node) -> Leaf | None:
        for attr in ("text", "content-desc"):
            index = node.attributes.get(attr)
            if index is not None and self.texts[index].strip():
                icon = attr == "content-desc" and (
                    _ICONS.search(node.kind) is not None or bool(node.children)
                )
                icon = icon or ("Button" in node.kind and attr == "text")
                return Leaf(index, self.texts[index], node, node.box, icon)
        return None


def _size(screen: Screen) -> tuple[int, int]:
    """Width and height in px; of what the texts cover if nothing else tells."""
    if screen.size[1]:
        return screen.size
    bounds = [Box.parse(str(element.get("bounds", ""))) for element in screen.elements]
    boxes = [box for box in (*bounds, *(f.box for f in screen.fields)) if box is not None]
    return max((b.right for b in boxes), default=0), max((b.bottom for b in boxes), default=0)


def _right_to_left(texts: tuple[str, ...]) -> bool:
    """Whether most letters are of a script that is written from right to left."""
    letters = Counter(bidirectional(c) in ("R", "AL") for t in texts for c in t if c.isalpha())
    return letters[True] > letters[False]


def _seen(box: Box, mirror: int) -> Box:
    """A box in a mirror at the right edge of a screen of this width; as it is for 0."""
    if not mirror or not box.area:
        return box
    return Box(mirror - box.right, box.top, mirror - box.left, box.bottom)


def _nodes(screen: Screen, mirror: int) -> list[Node]:
    known: dict[etree._Element, Node] = {}
    for index, element in enumerate(screen.elements):
        parent_element = element.getparent()
        parent = known.get(parent_element) if parent_element is not None else None
        kind = str(element.get("class") or element.tag).rpartition(".")[2]
        node = Node(
            index,
            parent,
            _seen(Box.parse(str(element.get("bounds", ""))) or _EMPTY, mirror),
            _snake(str(element.get("resource-id", "")).rpartition("/")[2]),
            kind,
            str(element.get("package", "")),
            element.get("password") == "true",
            element.get("focused") == "true",
        )
        known[element] = node
        if parent is not None:
            parent.children.append(node)
    return list(known.values())


def _snake(identifier: str) -> str:
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])|[^A-Za-z0-9]+", "_", identifier).lower()


def reading_order(leaves: list[Leaf]) -> list[Leaf]:
    """Top to bottom, then left to right; leaves without bounds keep document order."""
    if any(leaf.box.area == 0 for leaf in leaves):
        return leaves
    return sorted(leaves, key=lambda leaf: (leaf.box.top, leaf.box.left))


def same_line(a: Leaf, b: Leaf) -> bool:
    """Whether two texts stand beside each other."""
    shared = min(a.box.bottom, b.box.bottom) - max(a.box.top, b.box.top)
    return shared > 0.5 * min(a.box.height, b.box.height) > 0


def is_badge(text: str) -> bool:
    """A counter or a symbol: no text of anybody."""
    stripped = text.strip()
    return not has_alnum(stripped) or re.fullmatch(r"\+?\d{1,4}\+?", stripped) is not None
