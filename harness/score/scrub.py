"""Public copies of records: whatever holds a gold value is withheld."""

from __future__ import annotations

import copy
from collections.abc import Sequence

from lxml import etree

from harness.core.canonical import DEFAULT_REGION, canonical
from harness.core.raw import GoldMark, GoldValue, Image, nodes, readable_attributes
from harness.score.gold import Item
from harness.score.matching import Matcher
from harness.score.pixels import fit, visible_share


class GoldScrubber:
    """Withholds every line in which a gold value is found, by the rules of leakage scoring."""

    def __init__(self, region: str = DEFAULT_REGION) -> None:
        """Name the region in which phone numbers are read."""
        self._region = region
        self._known: tuple[GoldValue, ...] = ()
        self._matcher = Matcher({})
        self._items: list[Item] = []

    def text(self, text: str, gold: Sequence[GoldValue]) -> tuple[str, int]:
        """The text with such lines replaced by their types, and how many were."""
        found = self._found(text, gold)
        if not found:
            return text, 0
        lines = text.split("\n")
        withheld = 0
        for i, line in enumerate(lines):
            types = sorted({item.type.value for item in self._in(line, found)})
            if types:
                lines[i] = f"[withheld: {', '.join(types)}]"
                withheld += 1
        clean = "\n".join(lines)
        # A value that runs over several lines stands in none of them.
        left = self._in(clean, found)
        if left:
            return f"[withheld: {', '.join(sorted({item.type.value for item in left}))}]", 1
        return clean, withheld

    def tree(self, tree: etree._Element, gold: Sequence[GoldValue]) -> tuple[etree._Element, int]:
        """A copy of the hierarchy with such attributes replaced, and how many were."""
        clean = copy.deepcopy(tree)
        withheld = 0
        for node in nodes(clean):
            for name, value in list(readable_attributes(node)):
                safe, n = self.text(value, gold)
                if n:
                    node.set(name, safe)
                    withheld += n
        return clean, withheld

    def image(self, sent: Image, raw: Image | None, marks: Sequence[GoldMark]) -> tuple[Image, int]:
        """The image with the boxes blackened in which raw pixels are visible, and how many."""
        if raw is None:
            return sent, 0
        sized = fit(sent, (raw.shape[1], raw.shape[0]))
        boxes = {m.box for m in marks if m.box is not None and not m.optional}
        seen = [b for b in boxes if (visible_share(raw, sized, b) or 0.0) > 0.0]
        if not seen:
            return sent, 0
        clean = sized.copy()
        for box in seen:
            inside = box.pad(2).clip(clean.shape[1], clean.shape[0])
            clean[inside.top : inside.bottom, inside.left : inside.right] = 0
        return clean, len(seen)

    def _found(self, text: str, gold: Sequence[GoldValue]) -> list[Item]:
        known = tuple(gold)
        if known != self._known:
            values: dict[Item, set[str]] = {}
            for g in known:
                item = Item(g.type, canonical(g.value, g.type, self._region))
                values.setdefault(item, set()).add(g.value)
            self._known, self._matcher, self._items = (
                known, Matcher(values, self._region), list(values),
            )  # fmt: skip
        return self._in(text, self._items)

    def _in(self, text: str, items: Sequence[Item]) -> list[Item]:
        hits = self._matcher.search(text, items)
        return [item for item, hit in hits.items() if hit.full]
