"""One row of a list, by role: who, when, what is said below."""

from __future__ import annotations

from dataclasses import dataclass

from harness.privacy.detector.times import holds_time, is_time
from harness.privacy.detector.tree import Leaf, Node, is_badge, reading_order, same_line
from harness.privacy.detector.vocabulary import Vocabulary


@dataclass(frozen=True, slots=True, repr=False, eq=False)
class Row:
    """One row, by role.

    Attributes:
        title: The first text.
        tags: Texts beside the title.
        stamp: A time stamp, or a text that holds one.
        body: Texts below the title.
        leaves: Everything, icons too.
    """

    title: Leaf
    tags: tuple[Leaf, ...]
    stamp: Leaf | None
    body: tuple[Leaf, ...]
    leaves: tuple[Leaf, ...]

    @property
    def ids(self) -> str:
        """Resource ids of its texts."""
        return " ".join(leaf.id for leaf in self.leaves)


def read_row(leaves: list[Leaf]) -> Row | None:
    """Assign roles; None for a row without a title or of too many texts."""
    texts = [leaf for leaf in leaves if not leaf.icon and not is_badge(leaf.text)]
    if not 1 <= len(texts) <= 8 or len(leaves) > 24:
        return None
    stamp = next((leaf for leaf in texts if is_time(leaf.text)), None)
    rest = [leaf for leaf in reading_order(texts) if leaf is not stamp and not is_time(leaf.text)]
    if not rest:
        return None
    title, others = rest[0], rest[1:]
    if stamp is None:
        stamp = next(
            (leaf for leaf in others if len(leaf.text) <= 48 and holds_time(leaf.text)), None
        )
        others = [leaf for leaf in others if leaf is not stamp]
    tags = tuple(leaf for leaf in others if same_line(title, leaf))
    body = tuple(leaf for leaf in others if leaf not in tags)
    return Row(title, tags, stamp, body, tuple(leaves))


def place(row: Row) -> tuple[str, int]:
    """Where and in which view its title stands: alike in all rows of a list."""
    return row.title.id, row.title.box.left


def is_label(row: Row, vocabulary: Vocabulary) -> bool:
    """Whether its title is a word of the interface."""
    return vocabulary.is_label(row.title.text)


def first_image(row: Row) -> bool:
    """Whether a picture stands before the title in the row."""
    node = row.title.node
    for _ in range(4):
        if node is None or node.parent is None:
            return False
        siblings = node.parent.children
        before = siblings[: siblings.index(node)]
        if any(_holds_image(s) for s in before):
            return True
        node = node.parent
    return False


def _holds_image(node: Node) -> bool:
    if "Image" in node.kind or "avatar" in node.id or "photo" in node.id:
        return True
    return len(node.children) <= 3 and any(_holds_image(child) for child in node.children)


def app(row: Row) -> str:
    """The package of the app that shows it."""
    return row.title.node.package if row.title.node else ""
