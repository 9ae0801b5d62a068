"""The XML side: what is hidden in which attribute, and the virtual hierarchy."""

from __future__ import annotations

import copy
import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace

from lxml import etree

from harness.core.canonical import fold
from harness.core.entity import EntityType
from harness.core.geometry import Box
from harness.core.protocols import Finding
from harness.core.raw import nodes, readable_attributes
from harness.privacy.protocols import Known, Vault
from harness.privacy.screen import Detection, Field, Part, Screen
from harness.privacy.transformer.spans import Hit, disjoint, replaced

PASSWORD = f"[{EntityType.PASSWORD}]"
"""Stands for the whole text of a password field: neither the text nor its length may show."""

_WORDS = frozenset({EntityType.PERSON_NAME, EntityType.USERNAME, EntityType.GROUP_NAME})
"""Types whose values may be ordinary words."""
_IDENTIFIERS = frozenset({"resource-id", "class", "package"})
_IDENTIFIER = re.compile(r"(?!.*\d{6})[A-Za-z0-9_.:/$-]{0,160}")
_BULLETS = frozenset("•●∙·*⚫⬤◦")
_WORD = re.compile(r"\w+")
_NEIGHBOUR = 1.6
"""Two texts belong together if the gap between them is at most this many heights."""


def screen_hits(screen: Screen, detections: Sequence[Detection], vault: Vault) -> list[list[Hit]]:
    """Everything to hide on a screen, one disjoint, sorted list per field.

    New values are registered, longest first. Nothing is detected inside known placeholders.

    Args:
        screen: The texts, foreign tokens in them made harmless.
        detections: What the detector found in them.
        vault: The session's table.
    """
    hits: list[list[Hit]] = [[] for _ in screen.fields]
    passwords = {i for i, field in enumerate(screen.fields) if _is_password(field, screen)}
    for index in passwords:
        _register_password(screen.fields[index].text, vault)
    tokens = [vault.tokens(field.text) for field in screen.fields]
    for found in sorted(detections, key=lambda d: -len(d.value)):
        parts = [p for p in found.parts if p.field not in passwords and not _inside(p, tokens)]
        if not parts or not fold(found.value):
            continue
        placeholder = vault.register(found.value, found.type)
        type = next((token.type for token in vault.tokens(placeholder)), found.type)
        for part in parts:
            hits[part.field].append(Hit(part.start, part.end, placeholder, type, found.source))
    for index, field in enumerate(screen.fields):
        hits[index] += known_hits(field.text, vault)
    for index, hit in _repeated(screen, hits):
        hits[index].append(hit)
    for members in _neighbourhoods(screen.fields):
        for index, hit in split_hits([screen.fields[i].text for i in members], vault):
            hits[members[index]].append(hit)
    for index in passwords:
        end = len(screen.fields[index].text)
        hits[index] = [Hit(0, end, PASSWORD, EntityType.PASSWORD, "structure")]
    return [disjoint(found, screen.fields[i].text) for i, found in enumerate(hits)]


def known_hits(text: str, vault: Vault, source: str = "known") -> list[Hit]:
    """Values of the vault in a text."""
    return [Hit(k.start, k.end, k.placeholder, k.type, source) for k in vault.sweep(text)]


def split_hits(texts: Sequence[str], vault: Vault, source: str = "known") -> list[tuple[int, Hit]]:
    """Known values that begin in one of several neighbouring texts and end in another.

    Returns:
        Index of the text, and the stretch of the value in it; every stretch has the value's
        placeholder.
    """
    joined = " ".join(texts)
    starts = [0]
    for text in texts:
        starts.append(starts[-1] + len(text) + 1)
    found = []
    for known in vault.sweep(joined):
        stretches = [
            (
                i,
                max(known.start, starts[i]) - starts[i],
                min(known.end, starts[i + 1] - 1) - starts[i],
            )
            for i in range(len(texts))
            if known.start < starts[i + 1] - 1 and starts[i] < known.end
        ]
        if len(stretches) > 1:
            found += [
                (i, Hit(start, end, known.placeholder, known.type, source))
                for i, start, end in stretches
            ]
    return found


def bare_tree(root: etree._Element) -> etree._Element:
    """A copy of the hierarchy with its structure, bounds and flags, and no text.

    Identifiers stay, too, where they can be nothing else: web pages and test tags put user data
    into resource ids.
    """
    tree = copy.deepcopy(root)
    for junk in list(tree.iter(etree.Comment, etree.ProcessingInstruction, etree.Entity)):
        parent = junk.getparent()
        if parent is not None:
            parent.remove(junk)
    for element in tree.iter():
        element.text = element.tail = None
        for name, _ in list(readable_attributes(element)):
            element.set(name, "")
        for name in _IDENTIFIERS & set(element.attrib):
            if not _IDENTIFIER.fullmatch(str(element.get(name))):
                element.set(name, "")
    return tree


def virtual_tree(
    root: etree._Element, screen: Screen, hits: Sequence[Sequence[Hit]]
) -> tuple[etree._Element, list[Finding]]:
    """A copy of the hierarchy with every hit replaced; structure, order and bounds are kept.

    Args:
        root: Root of the raw hierarchy; not changed.
        screen: Its texts, foreign tokens in them made harmless.
        hits: Disjoint, sorted hits per field.
    """
    tree = bare_tree(root)
    elements = nodes(tree)
    findings = []
    for field, found in zip(screen.fields, hits, strict=True):
        if field.node is None:
            continue
        elements[field.node].set(field.attr, replaced(field.text, found))
        findings += [
            Finding(field.node, field.attr, h.start, h.end, h.type, h.placeholder, h.source)
            for h in found
        ]
    return tree, findings


def _repeated(screen: Screen, hits: Sequence[Sequence[Hit]]) -> list[tuple[int, Hit]]:
    """Values hidden in a node where its row repeats them: parents, siblings and children.

    The vault doesn't sweep a name that is also an ordinary word ("Will"); here structure says
    that the same word is the same name ("Photo of Will").
    """
    holders: dict[str, list[tuple[int, Hit]]] = defaultdict(list)
    for index, field in enumerate(screen.fields):
        for hit in hits[index] if field.node is not None else ():
            value = field.text[hit.start : hit.end]
            if hit.source != "known" and hit.type in _WORDS and len(value) >= 2:
                holders[value].append((index, hit))
    by_word: dict[str, list[int]] = defaultdict(list)
    for index, field in enumerate(screen.fields):
        for word in set(_WORD.findall(field.text)) if field.node is not None else ():
            by_word[word].append(index)
    found = []
    for value, origins in holders.items():
        pattern = re.compile(rf"(?<!\w){re.escape(value)}(?!\w)")
        first = _WORD.search(value)
        for index in by_word[first[0]] if first else ():
            # What is hidden there anyway needs no relative to say so.
            places = [
                m
                for m in pattern.finditer(screen.fields[index].text)
                if not any(h.start <= m.start() and m.end() <= h.end for h in hits[index])
            ]
            others = origins if places else ()
            related = next(
                (h for i, h in others if i != index and _related(screen, i, index)), None
            )
            if related is not None:
                found += [(index, replace(related, start=m.start(), end=m.end())) for m in places]
    return found


def _related(screen: Screen, a: int, b: int) -> bool:
    """Whether two fields are of one row: of one node, of siblings, or of parent and child."""
    one, other = screen.fields[a], screen.fields[b]
    assert one.node is not None
    assert other.node is not None
    first, second = screen.elements[one.node], screen.elements[other.node]
    parents = first.getparent(), second.getparent()
    return (
        first is second
        or parents[0] is parents[1]
        or parents[1] is first
        or second in first.iterancestors()
    ) and _side_by_side(one.box, other.box)


def _inside(part: Part, tokens: Sequence[Sequence[Known]]) -> bool:
    return any(part.start < t.end and t.start < part.end for t in tokens[part.field])


def _is_password(field: Field, screen: Screen) -> bool:
    """Whether it is the text of a password field; one that is empty shows its hint."""
    if field.node is None or field.attr != "text":
        return False
    element = screen.elements[field.node]
    return element.get("password") == "true" and element.get("hint") != element.get("text")


def _register_password(text: str, vault: Vault) -> None:
    """A password in clear must be known, so that it is hidden wherever else it stands."""
    if len(text) >= 4 and text != PASSWORD and not any(c in _BULLETS for c in text):
        vault.register(text, EntityType.PASSWORD)


def _neighbourhoods(fields: Sequence[Field]) -> Iterator[list[int]]:
    """Runs of consecutive texts (drawn ones, or OCR lines) that stand next to one another."""
    for attr in ("text", "image"):
        run: list[int] = []
        for index, field in enumerate(fields):
            if field.attr != attr:
                continue
            if run and not _adjacent(fields[run[-1]].box, field.box):
                if len(run) > 1:
                    yield run
                run = []
            run.append(index)
        if len(run) > 1:
            yield run


def _side_by_side(a: Box | None, b: Box | None) -> bool:
    if a is None or b is None:
        return True
    return max(a.top, b.top) <= min(a.bottom, b.bottom)


def _adjacent(a: Box | None, b: Box | None) -> bool:
    if a is None or b is None or not a.area or not b.area:
        return False
    reach = _NEIGHBOUR * min(a.height, b.height)
    across = max(a.left, b.left) - min(a.right, b.right)
    down = max(a.top, b.top) - min(a.bottom, b.bottom)
    return across <= reach and down <= reach
