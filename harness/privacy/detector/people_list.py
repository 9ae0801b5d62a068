"""Lists of people: short titles of the shape of names, beside pictures, again and again."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from harness.core.entity import EntityType as T
from harness.privacy.detector.apps import PEOPLE_APP
from harness.privacy.detector.folding import trim
from harness.privacy.detector.lexicon import is_given, not_a_person, ordinary_phrase
from harness.privacy.detector.row import Row, app, first_image, is_label, place
from harness.privacy.detector.shape import name_like, without_title
from harness.privacy.detector.tree import Found, Node, Tree
from harness.privacy.detector.vocabulary import Vocabulary

_NAME_ID = re.compile(
    r"(?:^|_)(?:tv_?)?(?:contact|display|full|person|user|nick|member|friend|participant|buddy|sender)?"
    r"_?(?:name|nickname)(?:_|$)|cliv_name|contact_name"
)
_NOT_PERSON_ID = re.compile(
    r"app|file|folder|album|playlist|song|track|channel|product|item|shop|store|brand|network|device"
    r"|package|class|category|setting|menu|tab|wifi|ssid|country|city|team|league|event|hotel"
    r"|restaurant|place|bank|company|org|document|font|theme|language|stock|coin|game|model|service"
    r"|printer|ringtone|alarm|list_name|icon|label|plan|course|recipe|movie|artist|station|route|bus"
)


def is_people_list(tree: Tree, container: Node, found: list[Row], vocabulary: Vocabulary) -> bool:
    """Whether the rows of a view are people: by ids, or by shape in an app about people."""
    named = [row for row in found if _plain_person(row, vocabulary)]
    kinds = Counter((child.kind, bool(child.children)) for child in container.children)
    if max(kinds.values()) < 0.8 * len(container.children):
        return False
    if len(found) < 3 or len(named) < 3 or len(named) < 0.6 * len(found):
        return False
    hinted = sum(
        bool(_NAME_ID.search(row.title.id)) and not _NOT_PERSON_ID.search(row.title.id)
        for row in named
    )
    if hinted >= 0.8 * len(named):
        return True
    if PEOPLE_APP.search(container.package) is None:
        # Nobody in public life is known by a given name alone.
        alone = sum(" " not in r.title.text.strip() and is_given(r.title.text) for r in named)
        return alone >= 0.8 * len(named)
    labels = sum(vocabulary.vetoes(row.title.text) for row in found)
    pictured = sum(first_image(row) or _monogram(row) for row in named)
    wide = all(row.title.box.width == 0 or row.title.box.left < 0.4 * tree.width for row in named)
    return labels <= 0.1 * len(found) and wide and pictured >= 0.7 * len(named)


def _plain_person(row: Row, vocabulary: Vocabulary) -> bool:
    """Where people are listed, some may be called like a label; elsewhere nobody is."""
    text = row.title.text
    if not name_like(text) or vocabulary.is_label(text):
        return False
    return PEOPLE_APP.search(app(row)) is not None or not not_a_person(text)


def _monogram(row: Row) -> bool:
    initial = row.title.text.strip()[:1].casefold()
    return any(
        leaf.text.strip().casefold()[:1] == initial and len(leaf.text.strip()) <= 2
        for leaf in row.leaves
        if leaf is not row.title
    )


def listed(found: list[Row], vocabulary: Vocabulary) -> Iterator[Found]:
    """The names in such a list; in the place of a name even a label is one."""
    places = {place(row) for row in found if row.title.id and not is_label(row, vocabulary)}
    for row in found:
        if not is_label(row, vocabulary) or place(row) in places:
            yield from _person(row)


def _person(row: Row) -> Iterator[Found]:
    text = row.title.text
    phrase = " " in text.strip() and ordinary_phrase(text)
    if name_like(text) and not phrase:
        start, end = trim(text, without_title(text), len(text))
        yield Found(row.title.field, start, end, T.PERSON_NAME, 0.8)
