"""Repeated rows: chats, mails, calls, comments, contacts. What they hold shows in their shape.

Language plays no part: a short title, a time stamp and a text below, again and again, is a list
of conversations; short titles of the shape of names beside pictures are a list of people.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from statistics import median_low

from harness.core.canonical import fold
from harness.core.entity import EntityType as T
from harness.privacy.detector import words
from harness.privacy.detector.apps import LETTERBOX, MEDIA_APP, NO_TALK, PEOPLE_APP, STORE_APP
from harness.privacy.detector.folding import has_letter, is_cjk, trim
from harness.privacy.detector.labels import label_type
from harness.privacy.detector.lexicon import (
    full_name,
    is_family,
    is_given,
    not_a_person,
    ordinary_phrase,
    well_listed,
)
from harness.privacy.detector.people_list import is_people_list, listed
from harness.privacy.detector.row import Row, app, first_image, place, read_row
from harness.privacy.detector.shape import (
    business_like,
    exact_sum,
    is_sum,
    long_title,
    name_like,
    title_like,
)
from harness.privacy.detector.times import is_time
from harness.privacy.detector.tree import (
    Found,
    Leaf,
    Node,
    Tree,
)
from harness.privacy.detector.vocabulary import Vocabulary

PEOPLE_ID = re.compile(
    r"(?:^|_)(?:contact|contacts|sender|senders|conversation|conversations|conv|participant"
    r"|participants|author|nick|nickname|caller|buddy|friend|member|peer|recipient|snippet|chat"
    r"|msg|message|from|subject|username|person|user)(?:_|$)"
)
_GROUP_WORD = re.compile(
    r"group|team|family|class|club|crew|squad|committee|project|grupo|equipo|familia|família|turma"
    r"|groupe|équipe|famille|gruppe|verein|familie|klasse|gruppo|famiglia|группа|чат|семья|класс"
    r"|команда|род|група|grupa|klub|rodina|skupina|grubu|aile|نادي|مجموعة|عائلة|קבוצ|משפח|ग्रुप|परिवार"
    r"|nhóm|gia đình|grup|keluarga|กลุ่ม|ครอบครัว|群|班|团队|家族|グループ|チーム|会"
    r"|그룹|모임|단톡|팀",
    re.IGNORECASE,
)
SECRET = re.compile(r"(?<![\w/.-])[^\W\d_]{3,}(?:-[^\W\d_]{3,})*-\d{2,6}(?![\w/.-]|\.\w)")
"""Words joined to a number, as routers and people make passwords: otter-velvet-44."""
_COUNT = re.compile(r"\s*[(（\[]\s*\d{1,5}\s*[^()（）\[\]]{0,4}[)）\]]\s*$")
_NOTE = re.compile(r"\s*[(（\[]([^()（）\[\]]{1,16})[)）\]]\s*$")
"""A remark behind a title: a count of members, "(you)"."""
_SENTENCE = re.compile(r"[^\s.](?:.*?(?=\.(?:\s|$))|.+$)", re.DOTALL)
_SENDER = re.compile(r"\s*([^:：\s][^:：\n]{0,27}?)\s{0,3}[:：](?!/)\s{0,3}(?=\S)")


def rows(
    tree: Tree, vocabulary: Vocabulary, spoken: frozenset[int] = frozenset()
) -> Iterator[Found]:
    """Entities in repeated rows, and in single rows whose ids leave no doubt.

    Args:
        tree: The screen.
        vocabulary: Labels that are never values.
        spoken: Fields that are messages of an open conversation: no list of conversations.
    """
    seen: set[int] = set()
    for container in tree.containers():
        found = [row for leaves in tree.rows(container) if (row := read_row(leaves)) is not None]
        found = [row for row in found if not _advert(row) and row.title.field not in spoken]
        if _conversations(container, found, vocabulary):
            sure = [row for row in found if _is_conversation(row, vocabulary)]
            places = {place(row) for row in sure if row.title.box.area}
            for row in found:
                # A row that the edge of the list cuts off may show nothing but its title.
                cut = place(row) in places and _is_title(row, vocabulary)
                if row.title.field not in seen and (row in sure or cut):
                    seen.add(row.title.field)
                    pieces = list(_conversation(row, vocabulary))
                    yield from pieces
                    yield from _repeated(tree, container, row, pieces)
            yield from _described(tree, container, vocabulary)
        elif is_people_list(tree, container, found, vocabulary):
            yield from listed(found, vocabulary)


def _repeated(tree: Tree, container: Node, row: Row, pieces: list[Found]) -> Iterator[Found]:
    """The same values in descriptions of the whole row: "Ann Lee. See you at five. 11:42"."""
    node = row.title.node
    while node is not None and node is not container:
        for index in node.attributes.values():
            text = tree.texts[index]
            for piece in pieces:
                value = tree.texts[piece.field][piece.start : piece.end]
                place = text.find(value) if index != piece.field else -1
                if place >= 0:
                    yield Found(index, place, place + len(value), piece.type, piece.score)
        node = node.parent


_STATES = 3
"""At most so many pieces, the time and what follows it, tell the state of a conversation."""
_UNREAD = re.compile(r"unread|read|new|muted|pinned|draft|sent|delivered", re.IGNORECASE)


def _described(tree: Tree, container: Node, vocabulary: Vocabulary) -> Iterator[Found]:
    """The whole row in one description, "Ann Lee. See you at five. 11:42", its texts cut off."""
    for child in container.children:
        index = child.attributes.get("content-desc")
        if index is None:
            continue
        text = tree.texts[index]
        pieces = [match.span() for match in _SENTENCE.finditer(text)]
        whole = len(pieces)
        stamps = [i for i, piece in enumerate(pieces) if is_time(text[slice(*piece)])]
        if stamps and whole - stamps[-1] <= _STATES:
            del pieces[stamps[-1] :]
        while pieces and _is_state(text[slice(*pieces[-1])], vocabulary):
            pieces.pop()
        if len(pieces) < 2 or len(pieces) == whole:
            continue
        start, end = pieces[0]
        title = text[start:end]
        number = not has_letter(title) and sum(c.isdigit() for c in title) >= 5
        if number or (title_like(title) and not vocabulary.is_label(title)):
            if _says_who(text[pieces[1][0] :], container.package) and not full_name(title):
                yield Found(index, start, end, T.GROUP_NAME, 0.7)
            elif not company_like(title, container.package):
                type_ = T.PHONE_NUMBER if number else T.PERSON_NAME
                yield Found(index, start, end, type_, 0.7)
            body = pieces[1][0]
            for found in message(index, text[body : pieces[-1][1]], True, vocabulary):
                yield replace(found, start=found.start + body, end=found.end + body)


def _is_state(text: str, vocabulary: Vocabulary) -> bool:
    return is_time(text) or vocabulary.vetoes(text) or _UNREAD.fullmatch(text) is not None


def _advert(row: Row) -> bool:
    return any(
        len(leaf.text) <= 16 and words.pattern(words.AD).fullmatch(fold(leaf.text)) is not None
        for leaf in row.leaves
    )


def _conversations(container: Node, found: list[Row], vocabulary: Vocabulary) -> bool:
    stamped = [row for row in found if row.stamp is not None]
    people = PEOPLE_APP.search(container.package) is not None
    if not stamped or NO_TALK.search(container.package):
        return False
    if STORE_APP.search(container.package) and not people:
        return False
    strong = [
        r for r in stamped if r.body and len(PEOPLE_ID.findall(r.ids.replace(" ", "__"))) >= 2
    ]
    if len(strong) >= 1 and len(strong) >= 0.3 * len(found):
        return True
    if MEDIA_APP.search(container.package) and not people:
        return False
    if len(stamped) < (2 if people else 3) or len(stamped) < 0.5 * len(found):
        return False
    if median_low([long_title(row.title.text) for row in stamped]):
        return False
    money = sum(any(exact_sum(leaf.text) for leaf in row.leaves) for row in stamped)
    vetoed = sum(vocabulary.vetoes(row.title.text) or is_sum(row.title.text) for row in stamped)
    if 2 * money > len(stamped) or 2 * vetoed > len(stamped):
        return False
    if people:
        return True
    pictured = sum(any(leaf.icon for leaf in row.leaves) or first_image(row) for row in stamped)
    bodied = sum(bool(row.body) for row in stamped)
    return 2 * bodied > len(stamped) and 2 * pictured > len(stamped)


def _is_conversation(row: Row, vocabulary: Vocabulary) -> bool:
    if row.stamp is None and not (row.body and PEOPLE_ID.search(row.title.id)):
        return False
    return _is_title(row, vocabulary)


def _is_title(row: Row, vocabulary: Vocabulary) -> bool:
    text = row.title.text
    if not has_letter(text):
        return sum(c.isdigit() for c in text) >= 5 and not is_sum(text)
    return title_like(text) and not vocabulary.is_label(text)


def _conversation(row: Row, vocabulary: Vocabulary) -> Iterator[Found]:
    senders = [
        leaf
        for leaf in row.body
        if leaf.text.strip().endswith((":", "：")) and len(leaf.text) <= 40
    ]
    grouped = bool(senders) or _GROUP_WORD.search(row.title.text) is not None
    grouped = grouped or _COUNT.search(row.title.text) is not None
    said = any(_says_who(leaf.text, app(row)) for leaf in row.body)
    own = any(m[1].casefold() in words.ME for x in row.body if (m := _SENDER.match(x.text)))
    grouped = grouped or (said and not own and not full_name(row.title.text))
    if grouped or not company_like(row.title.text, app(row)):
        yield _title(row.title, T.GROUP_NAME if grouped else T.PERSON_NAME, vocabulary)
    for tag in row.tags:
        if tag.text.strip().startswith(("@", "＠")) and not vocabulary.vetoes(
            tag.text.strip("@＠ ")
        ):
            start, end = trim(tag.text, 0, len(tag.text))
            yield Found(tag.field, start + 1, end, T.EMPLOYER_OR_SCHOOL, 0.7)
    calls = re.search(r"dialer|telecom|incallui|contacts", app(row)) is not None
    for leaf in row.body:
        start, end = trim(leaf.text, 0, len(leaf.text))
        if TYPING.search(leaf.text):
            continue  # See ``people``.
        if leaf in senders:
            yield Found(leaf.field, start, end - 1, T.PERSON_NAME, 0.85)
        elif calls and not _is_prose(leaf.text):
            continue
        elif not (vocabulary.vetoes(leaf.text) or is_time(leaf.text) or label_type(leaf.text)):
            yield from message(leaf.field, leaf.text, grouped, vocabulary)


TYPING = re.compile(
    r"(?:(?:is |está |est en train d['’])?"
    r"(?:typing|schreibt|escribiendo|digitando|écrire|écrit|sta scrivendo|печатает|מקליד\w*"
    r"|בהקלדה|正在输入|正在輸入|入力中|입력 중))\s*(?:\.{3}|…)$"
)
"""What stands behind the name of somebody who is writing at this moment."""


def _says_who(text: str, package: str) -> bool:
    """Whether a message names its sender, as in groups: "Ann: see you".

    In a letterbox, a word with a colon may be anything: "Reminder: …".
    """
    sender = _SENDER.match(text)
    if sender is None:
        return False
    first = sender[1].split()[0].lstrip("~")
    talk = PEOPLE_APP.search(package) is not None and LETTERBOX.search(package) is None
    return is_given(first) or (talk and len(sender[1].split()) <= 2 and name_like(first))


def _is_prose(text: str) -> bool:
    """A call says "mobile, 2 min"; what somebody left on the machine is longer."""
    return len(text.split()) >= 5


def company_like(title: str, package: str) -> bool:
    """Whether a row's title names a company: by a word of it, or by ordinary words alone."""
    if business_like(title):
        return True
    if LETTERBOX.search(package) is None or any(is_cjk(c) for c in title):
        return False
    if "mail" in package and not well_listed(title.strip()[:1] or " "):
        return not any(is_given(w) or is_family(w) for w in title.split())
    if "mail" in package:
        return ordinary_phrase(title) or not_a_person(title)
    return len(title.split()) > 1 and ordinary_phrase(title)


def message(index: int, text: str, grouped: bool, vocabulary: Vocabulary) -> Iterator[Found]:
    """A message; in a group, "Anna: see you" also names its sender."""
    start, end = trim(text, 0, len(text))
    if start == end:
        return
    sender = _SENDER.match(text)
    if sender and grouped and name_like(sender[1]) and not vocabulary.is_label(sender[1]):
        yield Found(index, sender.start(1), sender.end(1), T.PERSON_NAME, 0.8)
    elif sender and vocabulary.vetoes(sender[1]):  # "You: …", "Draft: …"
        start = sender.end()
    yield Found(index, start, end, T.MESSAGE_CONTENT, 0.85)
    for match in SECRET.finditer(text):
        yield Found(index, *match.span(), T.PASSWORD, 0.8)


def _title(leaf: Leaf, type_: T, vocabulary: Vocabulary) -> Found:
    text = leaf.text
    start, end = trim(text, 0, len(text))
    note = _NOTE.search(text, start, end)
    if note and note.start() > start and vocabulary.vetoes(note[1]):
        end = note.start()
    if not has_letter(text[start:end]):
        type_ = T.PHONE_NUMBER
    return Found(leaf.field, start, end, type_, 0.85)
