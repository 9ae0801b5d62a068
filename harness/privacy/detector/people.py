"""Names outside lists: pictures "of X", greetings, profile heads, ids that say so."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain

from harness.core.entity import EntityType as T
from harness.privacy.detector import words
from harness.privacy.detector.apps import LETTERBOX, PEOPLE_APP, PRIVATE_APP
from harness.privacy.detector.folding import has_letter, trim
from harness.privacy.detector.labels import label_type
from harness.privacy.detector.lexicon import (
    ordinary_phrase,
)
from harness.privacy.detector.names import accompanied, known_names
from harness.privacy.detector.phrases import SURE, fits, is_called, is_value, phrases
from harness.privacy.detector.rows import company_like
from harness.privacy.detector.shape import (
    exact_sum,
    name_like,
    without_title,
)
from harness.privacy.detector.times import is_time
from harness.privacy.detector.tree import Found, Leaf, Node, Tree
from harness.privacy.detector.vocabulary import Vocabulary

_GREETING = re.compile(
    r"(?:hi|hello|hey|welcome(?: back)?|good (?:morning|afternoon|evening)|greetings"
    r"|hola|bienvenid[oa](?: de nuevo)?|buen[oa]s (?:días|tardes|noches)|olá|oi"
    r"|bem-vind[oa](?: de volta)?"
    r"|bom dia|boa (?:tarde|noite)|bonjour|bonsoir|salut|bienvenue|hallo|willkommen(?: zurück)?"
    r"|guten (?:morgen|tag|abend)|moin|ciao|benvenut[oa]|bentornat[oa]|buongiorno|buonasera"
    r"|привет|здравствуйте|добро пожаловать|добрый (?:день|вечер)|доброе утро|здравейте|здравей"
    r"|cześć|witaj|dzień dobry|ahoj|vítejte|merhaba|hoş geldin(?:iz)?|günaydın|hoi"
    r"|welkom(?: terug)?"
    r"|hej|välkommen|hei|velkommen|γεια σου|καλώς ήρθες|مرحبا|مرحبًا|أهلا|أهلاً|שלום|ברוך הבא|नमस्ते"
    r"|xin chào|chào|halo|hai|selamat (?:datang|pagi|siang|sore|malam)|สวัสดี|你好|您好|欢迎(?:回来)?"
    r"|早上好|下午好|晚上好|こんにちは|ようこそ|おかえりなさい|안녕하세요|환영합니다)(?!\w)"
    r"(?: again| there| wieder| de nuevo| otra vez| de novo| à nouveau| di nuovo| снова| שוב)?"
    r"\s*[,،，、!]?\s*",
    re.IGNORECASE,
)
_PRESENCE = re.compile(
    r"online|offline|active (?:now|today|\d.*ago)|last seen.*|recently active|typing….*"
    r"|en línea|últ\. vez.*|activ[oa] ahora|online agora|visto por último.*|en ligne|vu.* à .*"
    r"|zuletzt online.*|online zuletzt.*|ultimo accesso.*|в сети|был[аи]?(?:\(а\))? .*|не в сети"
    r"|på nätet|çevrimiçi|son görülme.*|متصل الآن|آخر ظهور.*|מחובר|ऑनलाइन|đang hoạt động|daring"
    r"|在线|離線|离线|オンライン|온라인|활동 중",
    re.IGNORECASE,
)
_PERSON_ID = re.compile(
    r"(?:^|_)(?:(?:my|user|display|full|first|last|contact|sender|author|profile|owner|driver"
    r"|recipient|receiver|caller|person|passenger|patient|customer|account_holder|conversation"
    r"|participant|friend|member|host|card_?holder|doctor|employee|student|nick|account|payee|beneficiary)s?_?"
    r"(?:name|nickname|title)|senders|sender|nickname|username|participants|from_address"
    r"|(?:card_?)?holder(?:_(?:first|last|name))?|conversations_row_contact|caller_id|msg_from|sent_by)(?:_|$)"
)
_NOT_PERSON_ID = re.compile(r"(?:^|_)(?:app|file|bank|shop|store|device|network|brand)(?:_|$)")
_HANDLE_ID = re.compile(r"(?:^|_)(?:user_?name|login|handle|user_id|account_id)(?:_|$)")


def people(tree: Tree, vocabulary: Vocabulary) -> Iterator[Found]:
    """Names that a phrase, an id or the place on the screen gives away."""
    private = PRIVATE_APP.search(tree.packages) is not None
    groups = bool(PEOPLE_APP.search(tree.packages) and not LETTERBOX.search(tree.packages))
    for index, text in enumerate(tree.texts):
        for found in chain(
            phrases(index, text, vocabulary, groups=groups),
            accompanied(index, text, private=private),
        ):
            company = company_like(text[found.start : found.end], tree.packages)
            if found.score >= SURE or not company:
                yield found
    order = list(tree.leaves)
    for i, leaf in enumerate(order):
        yield from _greeted(leaf, order[i + 1] if i + 1 < len(order) else None, vocabulary)
        yield from _by_id(tree, leaf, vocabulary)
        yield from _organization(leaf, vocabulary)
    yield from known_names(tree, vocabulary)
    yield from _above_presence(tree, vocabulary)
    yield from _above_identifier(tree, vocabulary)
    yield from _head_of_details(tree, vocabulary)


def _greeted(leaf: Leaf, following: Leaf | None, vocabulary: Vocabulary) -> Iterator[Found]:
    match = _GREETING.match(leaf.text)
    if match is None or len(leaf.text) > 60:
        return
    rest = leaf.text[match.end() :].strip(" !.,،，👋\n\t")
    if has_letter(rest):
        if name_like(rest) and len(rest.split()) <= 3 and is_called(rest, vocabulary):
            start = leaf.text.index(rest, match.end())
            yield Found(leaf.field, start, start + len(rest), T.PERSON_NAME, 0.75)
        return
    if following is None or following.icon or not _close(leaf, following):
        return
    start, end = trim(following.text, 0, len(following.text))
    end -= len(following.text[start:end]) - len(following.text[start:end].rstrip("!.,👋 "))
    name = following.text[start:end]
    if fits(name, vocabulary) and len(name.split()) <= 3 and len(name) <= 40:
        lower = name.isascii() and name == name.lower() and " " not in name
        yield Found(following.field, start, end, T.USERNAME if lower else T.PERSON_NAME, 0.8)


def _close(above: Leaf, below: Leaf) -> bool:
    if not above.box.area or not below.box.area:
        return True
    gap = below.box.top - above.box.bottom
    beside = below.box.top < above.box.bottom and below.box.left >= above.box.right - 4
    return beside or -8 <= gap <= 2 * above.box.height


_HANDLE = re.compile(r"[a-z][a-z._-]{2,20}\d{1,4}")
_NAME_FIELD = re.compile(
    r"(?:(?:edit|input|et|your|own|guest)_)*name(?:_(?:field|input|edit|text))*"
)


def _by_id(tree: Tree, leaf: Leaf, vocabulary: Vocabulary) -> Iterator[Found]:
    if leaf.node is None or leaf.icon or not leaf.id:
        return
    hint = leaf.node.attributes.get("hint")
    if "EditText" in leaf.node.kind and _NAME_FIELD.fullmatch(leaf.id):
        typed = hint is None or tree.texts[hint] != leaf.text
        type_ = T.USERNAME if _HANDLE.fullmatch(leaf.text.strip()) else T.PERSON_NAME
        named = name_like(leaf.text) and is_called(leaf.text, vocabulary)
        if (typed and named) or type_ is T.USERNAME:
            yield Found(leaf.field, *trim(leaf.text, 0, len(leaf.text)), type_, 0.7)
        return
    if not _PERSON_ID.search(leaf.id) or not fits(leaf.text, vocabulary):
        return
    if len(leaf.text.split()) > 6 or sum(c.isdigit() for c in leaf.text) > 6:
        return
    if _NOT_PERSON_ID.search(leaf.id):
        return
    if _advertised(tree, leaf.node) or company_like(leaf.text, leaf.node.package):
        return
    handle = _HANDLE_ID.search(leaf.id) is not None and " " not in leaf.text.strip()
    start, end = trim(leaf.text, without_title(leaf.text), len(leaf.text))
    end -= len(leaf.text[start:end]) - len(leaf.text[start:end].rstrip(" :："))
    if has_letter(leaf.text[start:end]):
        yield Found(leaf.field, start, end, T.USERNAME if handle else T.PERSON_NAME, 0.75)


_ORGANIZATION_ID = re.compile(
    r"(?:^|_)(?:organi[sz]ation|company|employer|workplace|school|university)(?:_name)?(?:_|$)"
)


def _organization(leaf: Leaf, vocabulary: Vocabulary) -> Iterator[Found]:
    if _ORGANIZATION_ID.search(leaf.id) and not leaf.icon and is_value(leaf.text, vocabulary):
        yield Found(leaf.field, *trim(leaf.text, 0, len(leaf.text)), T.EMPLOYER_OR_SCHOOL, 0.7)


def _advertised(tree: Tree, node: Node) -> bool:
    """Whether a mark of advertising stands in the same card."""
    holder: Node | None = node
    for _ in range(3):
        holder = holder.parent if holder else None
        if holder is None:
            return False
        inside = tree.inside(holder)
        if len(inside) > 12:
            return False
        if any(
            len(leaf.text) <= 20 and words.pattern(words.AD).match(leaf.text.strip().casefold())
            for leaf in inside
        ):
            return True
    return False


def _above_presence(tree: Tree, vocabulary: Vocabulary) -> Iterator[Found]:
    """The title over "online" or "last seen at …" is whom one talks to."""
    for leaf in tree.leaves:
        if not _PRESENCE.fullmatch(leaf.text.strip()) or not leaf.box.area:
            continue
        above = [
            other
            for other in tree.leaves
            if other is not leaf
            and not other.icon
            and 0 < other.box.bottom - leaf.box.top + 2.5 * leaf.box.height
            and other.box.top < leaf.box.top
            and other.box.bottom <= leaf.box.top + 0.5 * leaf.box.height
            and min(other.box.right, leaf.box.right) > max(other.box.left, leaf.box.left)
            and other.box.height >= leaf.box.height
            and fits(other.text, vocabulary)
            and not _PRESENCE.fullmatch(other.text.strip())
        ]
        for other in sorted(above, key=lambda o: -o.box.bottom)[:1]:
            start, end = trim(other.text, 0, len(other.text))
            yield Found(other.field, start, end, T.PERSON_NAME, 0.75)


_IDENTIFIER = re.compile(
    r"[^\s@]+@[^\s@]+\.\w{2,}|(?<!\S)@\w{3,}"
    r"|(?<!\S)(?:\+\d{8,15}|\+?\(?\d{1,5}[ )./-]{1,2}[\d ()./-]{5,}\d)"
)


def _above_identifier(tree: Tree, vocabulary: Vocabulary) -> Iterator[Found]:
    """The title over an e-mail address, a handle or a phone number names its owner."""
    for before, leaf in zip(tree.leaves, tree.leaves[1:], strict=False):
        number = is_time(leaf.text) or exact_sum(leaf.text)
        identifier = None if number else _IDENTIFIER.search(leaf.text)
        if identifier is None or before.icon:
            continue
        value = identifier[0]
        if (
            len(leaf.text) - len(value) > 20
            or re.fullmatch(r"[\d./-]+", value)
            and "-" in value[:5]
        ):
            continue
        named = name_like(before.text) and not ordinary_phrase(before.text)
        if named and fits(before.text, vocabulary) and _close(before, leaf):
            start, end = trim(before.text, without_title(before.text), len(before.text))
            yield Found(before.field, start, end, T.PERSON_NAME, 0.75)


_FACTS = frozenset({T.PHONE_NUMBER, T.EMAIL, T.ADDRESS, T.DATE_OF_BIRTH})


def _head_of_details(tree: Tree, vocabulary: Vocabulary) -> Iterator[Found]:
    """The title of a page of contact details: labels of facts, and some fact beside them.

    Labels alone may be a menu, or the apps "Phone" and "Mail" on a home screen.
    """
    facts = {
        kind: leaf
        for leaf in reversed(tree.leaves)
        if (kind := label_type(leaf.text)) in _FACTS and not leaf.icon
    }
    edited = any("EditText" in node.kind for node in tree.nodes)
    told = any(_IDENTIFIER.search(leaf.text) for leaf in tree.leaves)
    if len(facts) < 2 or edited or not told:
        return
    first = min(leaf.box.top for leaf in facts.values())
    for leaf in tree.leaves:
        above = leaf.box.area and leaf.box.bottom <= first + 8
        if above and not leaf.icon and name_like(leaf.text) and fits(leaf.text, vocabulary):
            start, end = trim(leaf.text, without_title(leaf.text), len(leaf.text))
            yield Found(leaf.field, start, end, T.PERSON_NAME, 0.75)
            return
