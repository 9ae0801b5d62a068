"""What the shape of the screen says, whatever the language."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain

from harness.core.entity import EntityType as T
from harness.privacy.detector.chat import chat, mail, notifications
from harness.privacy.detector.facts import facts
from harness.privacy.detector.folding import has_letter, trim
from harness.privacy.detector.identified import identified
from harness.privacy.detector.instruction import instruction
from harness.privacy.detector.labelled import labelled, split_names
from harness.privacy.detector.labels import label_type
from harness.privacy.detector.lexicon import name_within
from harness.privacy.detector.money import money
from harness.privacy.detector.people import people
from harness.privacy.detector.rows import rows
from harness.privacy.detector.tree import Found, Node, Tree
from harness.privacy.detector.vocabulary import Vocabulary
from harness.privacy.screen import Detection, Part, Screen

_CHIPS = frozenset(
    """gender height location ethnicity religion pets zodiac education job star sign hometown dating
    intentions smoking drinking politics children""".split()
)
_MAP_APP = re.compile(r"maps|navi|waze|uber|lyft|grab|didi|bolt|taxi|citymapper|transit")


class StructureDetector:
    """Finds values by where they stand: beside a label, in a row of a list, in a bubble."""

    name = "structure"

    def __init__(self, vocabulary: Vocabulary | None = None) -> None:
        """Take the words to leave alone.

        Args:
            vocabulary: Labels that are never values; the built-in ones if None.
        """
        self._vocabulary = vocabulary or Vocabulary()

    def detect(self, screen: Screen) -> list[Detection]:
        """Detections in no particular order; they may overlap."""
        tree = Tree(screen)
        if [field.attr for field in screen.fields] == ["instruction"]:
            found = instruction(tree.texts[0], self._vocabulary)
        else:
            found = self._found(tree)
        detections = [
            self._detection((Part(f.field, *_named(f, tree)),), tree, f.type, f.score)
            for f in found
            if f.end > f.start
        ]
        for given, family in split_names(tree, self._vocabulary):
            parts = tuple(
                Part(leaf.field, *trim(leaf.text, 0, len(leaf.text))) for leaf in (given, family)
            )
            detections.append(self._detection(parts, tree, T.PERSON_NAME, 0.9))
        return detections

    def identity(self) -> dict[str, str]:
        """No weights."""
        return {}

    def _detection(self, parts: tuple[Part, ...], tree: Tree, type_: T, score: float) -> Detection:
        value = " ".join(tree.texts[p.field][p.start : p.end] for p in parts)
        return Detection(parts, value, type_, self.name, score)

    def _found(self, tree: Tree) -> Iterator[Found]:
        vocabulary = self._vocabulary
        spoken = list(chat(tree, vocabulary))
        said = frozenset(f.field for f in spoken if f.type is T.MESSAGE_CONTENT)
        return chain(
            spoken,
            _passwords(tree),
            labelled(tree, vocabulary),
            rows(tree, vocabulary, said),
            people(tree, vocabulary),
            mail(tree, vocabulary),
            notifications(tree, vocabulary),
            money(tree),
            identified(tree, vocabulary),
            facts(tree, vocabulary),
            _ages(tree),
            _searched_places(tree, vocabulary),
        )


def _named(found: Found, tree: Tree) -> tuple[int, int]:
    """Where it is; of a name without the words around it: "Ann Lee to everyone"."""
    if found.type is not T.PERSON_NAME:
        return found.start, found.end
    start, end = name_within(tree.texts[found.field][found.start : found.end])
    return found.start + start, found.start + end


def _passwords(tree: Tree) -> Iterator[Found]:
    """The whole text of a password field, whatever it looks like; an empty one shows its hint."""
    for node in tree.nodes:
        index, hint = node.attributes.get("text"), node.attributes.get("hint")
        empty = index is not None and hint is not None and tree.texts[index] == tree.texts[hint]
        if node.password and index is not None and not empty:
            yield Found(index, 0, len(tree.texts[index]), T.PASSWORD, 1.0)


def _ages(tree: Tree) -> Iterator[Found]:
    """A bare number from 18 to 99 among the facts of a person's profile."""
    chips = {w for leaf in tree.leaves for w in (leaf.text.strip().casefold(),) if w in _CHIPS}
    facts = sum(label_type(leaf.text) is not None for leaf in tree.leaves)
    if len(chips) < 3 or not facts:
        return
    anchors = [leaf for leaf in tree.leaves if leaf.text.strip().casefold() in _CHIPS]
    for leaf in tree.leaves:
        if re.fullmatch(r"\s*(?:1[89]|[2-9]\d)\s*", leaf.text) and any(
            abs(leaf.box.top - a.box.top) < 2 * max(a.box.height, 1) for a in anchors
        ):
            start, end = trim(leaf.text, 0, len(leaf.text))
            yield Found(leaf.field, start, end, T.DATE_OF_BIRTH, 0.7)


def _searched_places(tree: Tree, vocabulary: Vocabulary) -> Iterator[Found]:
    """What the user typed into a map."""
    for node in tree.nodes:
        index = node.attributes.get("text")
        if index is None or not _editable_place(node):
            continue
        text, hint = tree.texts[index], node.attributes.get("hint")
        typed = hint is None or tree.texts[hint] != text
        if typed and has_letter(text) and not vocabulary.vetoes(text):
            start, end = trim(text, 0, len(text))
            if not re.match(
                r"search|buscar|suche|rechercher|поиск|搜索|cerca\b", text, re.IGNORECASE
            ):
                yield Found(index, start, end, T.ADDRESS, 0.75)


def _editable_place(node: Node) -> bool:
    return "EditText" in node.kind and _MAP_APP.search(node.package) is not None
