"""A label beside a value says what the value is."""

from __future__ import annotations

import re
from collections.abc import Iterator

from harness.core.entity import EntityType as T
from harness.privacy.detector.folding import has_alnum, has_letter, trim
from harness.privacy.detector.labels import FAMILY, GIVEN, keys, label_key, label_type
from harness.privacy.detector.lexicon import ordinary_phrase
from harness.privacy.detector.shape import is_sum, title_like
from harness.privacy.detector.times import is_time
from harness.privacy.detector.tree import (
    Found,
    Leaf,
    Node,
    Tree,
    is_badge,
    reading_order,
    same_line,
)
from harness.privacy.detector.vocabulary import Vocabulary

_INLINE = re.compile(r"\s*([^:：\s][^:：\n]{0,39}?)\s{0,3}[:：]\s{0,3}([^\n]+)")
_BARE = keys(
    """from | to | de | para | à | von | an | от | кому | via | rue | id | pin | user | age | cap |
    location | group | account | available | compte | konto | conta | cuenta | order |
    pedido | city |
    destination | income | spent | weight | peso | школа | город | contact | контакт"""
)
"""Labels that also head lists, tabs and settings: only a value right of them counts."""


def plausible(value: str, type_: T, vocabulary: Vocabulary) -> bool:
    """Whether ``value`` can be a value of that type at all."""
    text = value.strip()
    digits = sum(c.isdigit() for c in text)
    if not has_alnum(text) or label_type(text) is not None:
        return False
    if type_ in (T.PHONE_NUMBER,):
        return digits >= 5 and digits >= 0.5 * sum(c.isalnum() for c in text)
    if type_ in (T.CREDIT_CARD, T.BANK_ACCOUNT, T.ID_NUMBER, T.ORDER_NUMBER):
        return digits >= 3 and len(text) <= 48 and not is_time(text)
    if type_ is T.LICENSE_PLATE:
        return digits >= 1 and len(text) <= 14
    if type_ is T.DATE_OF_BIRTH:
        return digits >= 1 and len(text) <= 40
    if type_ is T.ACCOUNT_BALANCE:
        return digits >= 1 and is_sum(text)
    if type_ is T.IP_ADDRESS:
        return digits >= 2 and ("." in text or ":" in text)
    if type_ is T.EMAIL:
        return "@" in text
    if type_ is T.PASSWORD:
        known = has_letter(text) and vocabulary.vetoes(text)
        return len(text) >= 3 and " " not in text and digits >= 1 and not known
    if type_ is T.USERNAME:
        return 2 <= len(text) <= 40 and " " not in text and not vocabulary.vetoes(text)
    if type_ is T.HEALTH_INFO:
        return len(text) <= 80 and not vocabulary.is_label(text)
    if type_ is T.PERSON_NAME and " " in text and ordinary_phrase(text):
        return False
    if type_ is T.PERSON_NAME and not digits and " " not in text:
        return title_like(text) and not vocabulary.is_label(text)  # June is a month and a name.
    if is_time(text) or vocabulary.vetoes(text):
        return type_ is T.ADDRESS and digits >= 3 and not is_time(text)
    if type_ is T.PERSON_NAME:
        return title_like(text) and digits <= 2 and "@" not in text and len(text.split()) <= 6
    if type_ is T.ADDRESS:
        return len(text) <= 160 and (has_letter(text) or digits >= 4)
    return has_letter(text) and len(text) <= 80


def labelled(tree: Tree, vocabulary: Vocabulary) -> Iterator[Found]:
    """Values with a label in the same text, the same view, or next to it."""
    for index, text in enumerate(tree.texts):
        yield from _inline(index, text, vocabulary)
    for node in tree.nodes:
        yield from _same_view(tree, node, vocabulary)
    yield from _beside(tree, vocabulary)


def _inline(index: int, text: str, vocabulary: Vocabulary) -> Iterator[Found]:
    offset = 0
    for line in text.split("\n"):
        match = _INLINE.match(line)
        if match and (type_ := label_type(match[1])) is not None:
            start, end = trim(text, offset + match.start(2), offset + match.end(2))
            if plausible(text[start:end], type_, vocabulary):
                yield Found(index, start, end, type_, 0.9)
        offset += len(line) + 1


def _same_view(tree: Tree, node: Node, vocabulary: Vocabulary) -> Iterator[Found]:
    index = node.attributes.get("text")
    if index is None or not tree.texts[index].strip():
        return
    value = tree.texts[index]
    for attr in ("hint", "content-desc", "tooltip-text"):
        other = node.attributes.get(attr)
        if other is None or tree.texts[other] == value:
            continue
        type_ = label_type(tree.texts[other])
        if type_ is not None and plausible(value, type_, vocabulary):
            start, end = trim(value, 0, len(value))
            yield Found(index, start, end, type_, 0.9)
            return


def _beside(tree: Tree, vocabulary: Vocabulary) -> Iterator[Found]:
    taken: set[int] = set()
    for _, value, type_ in _pairs(tree, vocabulary):
        if value.field not in taken:
            taken.add(value.field)
            start, end = trim(value.text, 0, len(value.text))
            yield Found(value.field, start, end, type_, 0.85)


def _pairs(tree: Tree, vocabulary: Vocabulary) -> Iterator[tuple[Leaf, Leaf, T]]:
    flat = [leaf for leaf in tree.leaves if leaf.node is None]
    for leaf in tree.leaves:
        type_ = label_type(leaf.text)
        if type_ is None or (leaf.icon and "Button" in (leaf.node.kind if leaf.node else "")):
            continue
        for candidate in _neighbours(tree, leaf, flat):
            right = same_line(leaf, candidate) and candidate.box.left >= leaf.box.left
            if label_key(leaf.text) in _BARE and not right:
                continue
            button = candidate.icon and "Button" in (candidate.node.kind if candidate.node else "")
            if not button and plausible(candidate.text, type_, vocabulary):
                yield leaf, candidate, type_
                break


def _neighbours(tree: Tree, label: Leaf, flat: list[Leaf]) -> list[Leaf]:
    """What may be the value of ``label``, the likeliest first."""
    if label.node is None:
        return _by_place(label, flat)
    node = label.node.parent
    for _ in range(2):
        if node is None:
            return []
        group = [
            leaf
            for leaf in tree.inside(node)
            if leaf is not label and leaf.node is not node and not _decor(leaf)
        ]
        if len(group) == 1:
            return group if _near(label, group[0]) else []
        if len(group) > 1:
            return _by_place(label, group)
        node = node.parent
    return []


def _decor(leaf: Leaf) -> bool:
    return leaf.icon and is_badge(leaf.text)


def _by_place(label: Leaf, group: list[Leaf]) -> list[Leaf]:
    """Right of the label, else right below it."""
    if not label.box.area:
        return []
    right = [
        leaf for leaf in group if same_line(label, leaf) and leaf.box.left >= label.box.right - 4
    ]
    if right:
        return sorted(right, key=lambda leaf: leaf.box.left)[:1]
    below = [
        leaf
        for leaf in reading_order(group)
        if 0 <= leaf.box.top - label.box.bottom + 8 <= 2 * max(label.box.height, 24)
        and leaf.box.left < label.box.right
        and label.box.left < leaf.box.right
    ]
    return below[:1]


def _near(label: Leaf, value: Leaf) -> bool:
    if not label.box.area or not value.box.area:
        return True
    gap = max(value.box.top - label.box.bottom, label.box.top - value.box.bottom, 0)
    return gap <= 3 * max(label.box.height, value.box.height)


def split_names(tree: Tree, vocabulary: Vocabulary) -> Iterator[tuple[Leaf, Leaf]]:
    """Given and family name in views of their own, in reading order."""
    given: Leaf | None = None
    family: Leaf | None = None
    pairs = [(label_key(a.text), b) for a, b, t in _pairs(tree, vocabulary) if t is T.PERSON_NAME]
    for node in tree.nodes:
        text, hint = node.attributes.get("text"), node.attributes.get("hint")
        if text is not None and hint is not None and tree.texts[text] != tree.texts[hint]:
            leaf = next((x for x in tree.inside(node) if x.field == text), None)
            if leaf and plausible(leaf.text, T.PERSON_NAME, vocabulary):
                pairs.append((label_key(tree.texts[hint]), leaf))
    for key, leaf in pairs:
        if key in keys(GIVEN) and given is None:
            given = leaf
        elif key in keys(FAMILY) and family is None:
            family = leaf
    if given and family:
        yield (given, family) if given.field < family.field else (family, given)
