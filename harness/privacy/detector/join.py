"""Values split over views: four card groups, address lines, digits one per view."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from operator import and_

from harness.core.entity import EntityType as T
from harness.privacy.detector import words
from harness.privacy.detector.folding import has_alnum, has_letter, trim
from harness.privacy.detector.labels import label_type
from harness.privacy.detector.lexicon import full_name
from harness.privacy.detector.numbers import is_card
from harness.privacy.detector.rules import RulesDetector
from harness.privacy.detector.times import is_time
from harness.privacy.detector.tree import Leaf, Tree, reading_order, same_line
from harness.privacy.detector.vocabulary import Vocabulary
from harness.privacy.protocols import Detector
from harness.privacy.screen import Detection, Field, Part, Screen

_CROSSING = frozenset({T.CREDIT_CARD, T.BANK_ACCOUNT, T.ADDRESS, T.ID_NUMBER, T.PERSON_NAME})
"""Types that may reach over a view's edge; columns of numbers make phones of anything."""
_CODE = re.compile(r"\s*[A-Z0-9]{2,6}(?: [A-Z0-9]{2,6})*\s*")
"""Groups of a card, an account or an identity number."""
_MAX_VIEWS = 8
_MAX_TEXT = 80


@dataclass(frozen=True, slots=True, repr=False)
class _Joined:
    """Neighbouring texts written in one line; ``starts[i]`` is where text i begins."""

    leaves: tuple[Leaf, ...]
    text: str
    starts: tuple[int, ...]

    @property
    def may_name(self) -> bool:
        """Whether two short words follow each other."""
        short = [_short_word(leaf.text) for leaf in self.leaves]
        return any(map(and_, short, short[1:]))

    def parts(self, start: int, end: int) -> tuple[Part, ...]:
        """The stretches of the fields behind ``text[start:end]``."""
        found = []
        for leaf, begin in zip(self.leaves, self.starts, strict=True):
            left, right = max(start, begin), min(end, begin + len(leaf.text))
            if left < right:
                found.append(Part(leaf.field, left - begin, right - begin))
        return tuple(found)

    def within(self, parts: Sequence[Part]) -> tuple[Leaf, ...]:
        """The neighbours that hold those stretches."""
        fields = {part.field for part in parts}
        return tuple(leaf for leaf in self.leaves if leaf.field in fields)


class JoinDetector:
    """Runs detectors on the reading-order join of neighbouring views."""

    name = "join"

    def __init__(
        self, parts: Sequence[Detector | None], vocabulary: Vocabulary | None = None
    ) -> None:
        """Take the detectors to run.

        Args:
            parts: Detectors of single texts, e.g. rules and NER.
            vocabulary: Labels end a run of neighbours; the built-in ones if None.
        """
        self._parts = tuple(part for part in parts if part is not None)
        self._vocabulary = vocabulary or Vocabulary()

    def detect(self, screen: Screen) -> list[Detection]:
        """Detections of two or more parts only."""
        tree = Tree(screen)
        runs = list(self._runs(tree))
        found = list(_single_digits(tree))
        for part in self._parts:
            names_too = not isinstance(part, RulesDetector)
            # A model takes long to read what can't be a name over an edge anyway.
            joins = [run for run in runs if run.may_name] if names_too else runs
            fields = tuple(Field(None, "joined", join.text) for join in joins)
            for detection in part.detect(Screen(fields, (), screen.size)):
                place = detection.parts[0]
                parts = joins[place.field].parts(place.start, place.end)
                if len(parts) < 2 or detection.type not in _CROSSING:
                    continue
                if names_too:
                    found += _name(tree, joins[place.field].within(parts), detection)
                    continue
                if detection.type is T.ADDRESS:
                    parts = _address(tree, parts)
                    if len(parts) < 2:
                        continue
                value = " ".join(tree.texts[p.field][p.start : p.end] for p in parts)
                found.append(
                    Detection(parts, value, detection.type, detection.source, detection.score)
                )
        return found

    def identity(self) -> dict[str, str]:
        """Its parts are named where they stand on their own."""
        return {}

    def _runs(self, tree: Tree) -> Iterator[_Joined]:
        """Neighbours in one container, and lines of pixels that follow each other."""
        seen: set[tuple[int, ...]] = set()
        groups = [tree.inside(node) for node in tree.containers()]
        groups.append([leaf for leaf in tree.leaves if leaf.node is None])
        for group in groups:
            if len(group) > 40:
                continue
            run: list[Leaf] = []
            for leaf in [*reading_order(group), None]:
                if leaf is not None and self._joins(run, leaf):
                    run.append(leaf)
                    continue
                key = tuple(x.field for x in run)
                if len(run) >= 2 and key not in seen:
                    seen.add(key)
                    yield _joined(run)
                run = [leaf] if leaf is not None and self._usable(leaf) else []

    def _joins(self, run: list[Leaf], leaf: Leaf) -> bool:
        if not run or len(run) >= _MAX_VIEWS or not self._usable(leaf):
            return False
        last = run[-1].box
        if not last.area or not leaf.box.area:
            return True
        gap = leaf.box.top - last.bottom
        beside = same_line(run[-1], leaf) and leaf.box.left - last.right <= 4 * last.height
        aligned = abs(leaf.box.left - run[0].box.left) <= last.height
        return beside or (aligned and gap <= 1.5 * last.height)

    def _usable(self, leaf: Leaf) -> bool:
        text = leaf.text.strip()
        return (
            not leaf.icon
            and has_alnum(text)
            and len(text) <= _MAX_TEXT
            and label_type(text) is None
            and not is_time(text)
            and not (self._vocabulary.is_label(text) and not any(c.isdigit() for c in text))
        )


def _joined(run: Sequence[Leaf]) -> _Joined:
    starts: list[int] = []
    text = previous = ""
    for leaf in run:
        text += _between(previous, leaf.text) if text else ""
        starts.append(len(text))
        text += leaf.text
        previous = leaf.text
    return _Joined(tuple(run), text, tuple(starts))


def _between(text: str, following: str) -> str:
    """What two neighbours are joined by: lines of an address by a comma, a name or code by none.

    Behind a number an address goes on with the name of a town, too.
    """
    if text[-1:] in ",-" or (_short_word(text) and _short_word(following)):
        return " "
    if _CODE.fullmatch(text) and _CODE.fullmatch(following):
        return " "
    if not text[-1:].isdigit():
        return ", "
    house = has_letter(text) and not _CODE.fullmatch(text)
    return ", " if house and following[:1].isdigit() else " "


def _short_word(text: str) -> bool:
    return " " not in text.strip() and not any(c.isdigit() for c in text)


def _name(tree: Tree, leaves: Sequence[Leaf], detection: Detection) -> Iterator[Detection]:
    """What a model may find over an edge: "John" and "Smith", side by side or below one another.

    Below one another they may be two people: each is a name of its own.
    """
    if detection.type is not T.PERSON_NAME or len(leaves) > 3:
        return
    if not all(_short_word(leaf.text) for leaf in leaves):
        return
    parts = tuple(Part(leaf.field, *trim(leaf.text, 0, len(leaf.text))) for leaf in leaves)
    values = [tree.texts[p.field][p.start : p.end] for p in parts]
    if all(same_line(a, b) for a, b in zip(leaves, leaves[1:], strict=False)):
        value = " ".join(values)
        yield Detection(parts, value, detection.type, detection.source, detection.score)
    elif len(leaves) == 2 and full_name(" ".join(values)):
        for part, value in zip(parts, values, strict=True):
            yield Detection((part,), value, detection.type, detection.source, detection.score)


def _address(tree: Tree, parts: tuple[Part, ...]) -> tuple[Part, ...]:
    """The lines of an address: the first begins with it and holds a house number or post code.

    It ends where a long number begins: that is something else.
    """
    first = tree.texts[parts[0].field]
    if first[: parts[0].start].strip() or not any(c.isdigit() for c in first):
        return ()
    for i, part in enumerate(parts):
        if sum(c.isdigit() for c in tree.texts[part.field][part.start : part.end]) > 6:
            return parts[:i]
    return parts


def _single_digits(tree: Tree) -> Iterator[Detection]:
    """Boxes of one digit each: a code, or a card number typed digit by digit."""
    run: list[Leaf] = []
    for leaf in [*tree.leaves, None]:
        if leaf is not None and re.fullmatch(r"\s*\d\s*", leaf.text) and not leaf.icon:
            if not run or not run[-1].box.area or same_line(run[-1], leaf):
                run.append(leaf)
                continue
        yield from _digits(tree, run)
        single = leaf is not None and re.fullmatch(r"\s*\d\s*", leaf.text) and not leaf.icon
        run = [leaf] if leaf is not None and single else []


def _digits(tree: Tree, run: Sequence[Leaf]) -> Iterator[Detection]:
    digits = "".join(leaf.text.strip() for leaf in run)
    if is_card(digits):
        type_ = T.CREDIT_CARD
    elif 4 <= len(digits) <= 8 and not _keypad(tree, run, digits):
        type_ = T.PASSWORD
    elif 9 <= len(digits) <= 15:
        type_ = T.PHONE_NUMBER
    else:
        return
    parts = tuple(Part(leaf.field, 0, len(leaf.text)) for leaf in run)
    yield Detection(parts, digits, type_, "rules", 0.95)


def _keypad(tree: Tree, run: Sequence[Leaf], digits: str) -> bool:
    """Counting upwards is a keypad, a calendar or a rating; codes need a word or an input."""
    if digits in "01234567890":
        return True
    if any(leaf.node and "EditText" in leaf.node.kind for leaf in run):
        return False
    return not any(words.pattern(words.CODE).search(text.casefold()) for text in tree.texts)
