"""Sums on screens about one's own money, where no text names them one by one."""

from __future__ import annotations

from collections.abc import Iterator

from harness.core.entity import EntityType as T
from harness.privacy.detector import words
from harness.privacy.detector.apps import MONEY_APP, STORE_APP
from harness.privacy.detector.codes import amounts
from harness.privacy.detector.folding import folded, trim
from harness.privacy.detector.labels import label_type
from harness.privacy.detector.shape import exact_sum, is_sum
from harness.privacy.detector.times import is_time
from harness.privacy.detector.tree import Found, Leaf, Node, Tree, is_badge


def money(tree: Tree) -> Iterator[Found]:
    """Sums on a screen that talks of balances."""
    leaves = [leaf for leaf in tree.leaves if not _system(leaf)]
    if not _own_money(leaves):
        return
    exact = [
        leaf for leaf in leaves if not leaf.icon and exact_sum(leaf.text) and not is_time(leaf.text)
    ]
    rows = {node.index for leaf in exact if (node := _row(leaf)) is not None}
    for leaf in leaves:
        if leaf in exact or (_whole(leaf) and (node := _row(leaf)) and node.index in rows):
            start, end = trim(leaf.text, 0, len(leaf.text))
            yield Found(leaf.field, start, end, T.ACCOUNT_BALANCE, 0.75)
    buttons = {leaf.field for leaf in leaves if leaf.icon}
    for index, text in enumerate(tree.texts):
        if len(text) <= 300 and index not in buttons:
            view = folded(text)
            for hit in amounts(view.text):
                yield Found(index, *view.original(hit.start, hit.end), T.ACCOUNT_BALANCE, 0.75)


def _system(leaf: Leaf) -> bool:
    return leaf.node is not None and leaf.node.package == "com.android.systemui"


def _own_money(leaves: list[Leaf]) -> bool:
    packages = {leaf.node.package for leaf in leaves if leaf.node}
    named = any(MONEY_APP.search(p) for p in packages)
    if any(STORE_APP.search(p) for p in packages) and not named:
        return False
    labels = {leaf.text.strip() for leaf in leaves if label_type(leaf.text) is T.ACCOUNT_BALANCE}
    sums = sum(exact_sum(leaf.text) for leaf in leaves)
    if not sums and not named:
        return False
    spoken = sum(
        1
        for leaf in leaves
        if len(leaf.text) <= 60 and words.pattern(words.MONEY).search(leaf.text.casefold())
    )
    return named or len(labels) >= 2 or (bool(labels) and spoken >= 2)


def _whole(leaf: Leaf) -> bool:
    """A plain integer of two or more digits: a quantity, if it shares a row with sums."""
    return (
        not leaf.icon
        and is_sum(leaf.text)
        and sum(c.isdigit() for c in leaf.text) >= 2
        and not (is_time(leaf.text) or (is_badge(leaf.text) and leaf.icon))
    )


def _row(leaf: Leaf) -> Node | None:
    """The view three levels up, roughly one row of a table."""
    node = leaf.node
    for _ in range(3):
        node = node.parent if node is not None else None
    return node
