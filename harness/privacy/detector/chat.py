"""An open conversation: bubbles, who said what, and with whom."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator

from harness.core.entity import EntityType as T
from harness.privacy.detector.apps import PEOPLE_APP
from harness.privacy.detector.folding import has_alnum, has_letter, trim
from harness.privacy.detector.lexicon import not_a_person, ordinary_phrase
from harness.privacy.detector.rows import SECRET
from harness.privacy.detector.shape import business_like, exact_sum, name_like, title_like
from harness.privacy.detector.times import is_time
from harness.privacy.detector.tree import Found, Leaf, Node, Tree, is_badge
from harness.privacy.detector.vocabulary import Vocabulary

_MESSAGE_ID = re.compile(
    r"(?:^|_)(?:message_text|msg_text|message_body|message_content|msg_content|chat_content"
    r"|chat_message|text_message|message_bubble|bubble_text|bubble|message_tv|tv_message|tv_msg"
    r"|tv_content_msg|chat_text|body_text_view|conversation_item_body|email_body|mail_body"
    r"|message_view|balloon|transcript|transcription)(?:_|$)"
)
_STATUS_ID = re.compile(r"date|time|status|separator|header|divider|hint|title|count|state")
_TITLE_ID = re.compile(
    r"conversation_contact_name|contact_name|toolbar_title|action_bar_title|chat_title|title|name"
    r"|conversation|header"
)
_SAID = re.compile(
    r"^(?P<name>.{1,48}?)(?:\s+(?:said|says|wrote|dice|dijo|escribió|disse|diz|escreveu|a dit|dit"
    r"|a écrit|sagte|schrieb|ha detto|ha scritto|сказал(?:а|\(а\))?|написал(?:а|\(а\))?|пишет"
    r"|napisał(?:a)?|zei|sa|skrev|sanoi|dedi|yazdı|قال(?:ت)?|אמר(?:/?ה)?|ने कहा|đã nói|mengatakan)"
    r"|说|說|さん(?:の発言)?|님(?:이 보낸 메시지)?)?[\s,:：]*$",
    re.IGNORECASE | re.DOTALL,
)


def chat(tree: Tree, vocabulary: Vocabulary) -> Iterator[Found]:
    """Messages of an open conversation, their senders and its title."""
    messages = _by_id(tree, vocabulary) or _by_alignment(tree, vocabulary)
    if not messages and not _composing(tree):
        return
    for leaf, node in messages:
        start, end = trim(leaf.text, 0, len(leaf.text))
        type_ = T.ACCOUNT_BALANCE if exact_sum(leaf.text) else T.MESSAGE_CONTENT
        yield Found(leaf.field, start, end, type_, 0.85)
        for match in SECRET.finditer(leaf.text):
            yield Found(leaf.field, *match.span(), T.PASSWORD, 0.8)
        yield from _spoken(tree, leaf, node, vocabulary)
    yield from _senders(tree, messages, vocabulary)
    yield from _composed(tree, vocabulary)
    yield from _title(tree, messages, vocabulary)


_NOTIFIED = re.compile(r"^(?:text|big_text|message_text|notification_text|messaging_text)$")
_HEADLINE = re.compile(r"^(?:title|notification_title|message_name)$")


def notifications(tree: Tree, vocabulary: Vocabulary) -> Iterator[Found]:
    """What a person or a number writes, on the notification shade."""
    for title, leaf in itertools.pairwise(tree.leaves):
        if (
            leaf.node is not None
            and leaf.node.package == "com.android.systemui"
            and _NOTIFIED.search(leaf.id)
            and _HEADLINE.search(title.id)
            and _is_message(leaf, vocabulary)
        ):
            number = not has_letter(title.text) and sum(c.isdigit() for c in title.text) >= 5
            named = (
                name_like(title.text)
                and _is_speaker(title.text, vocabulary)
                and not not_a_person(title.text)
            )
            if named:
                yield Found(title.field, *trim(title.text, 0, len(title.text)), T.PERSON_NAME, 0.7)
            if number or named:
                yield Found(leaf.field, *trim(leaf.text, 0, len(leaf.text)), T.MESSAGE_CONTENT, 0.7)


_MAIL_APP = re.compile(r"mail|android\.gm|outlook|thunderbird|k9")
_MAIL_ID = re.compile(r"(?:^|_)(?:subject|snippet|message_body|mail_body|body|quoted_text)(?:_|$)")


def mail(tree: Tree, vocabulary: Vocabulary) -> Iterator[Found]:
    """Subject and body of an open mail, and of one that is being written."""
    for leaf in tree.leaves:
        if leaf.node is None or leaf.icon or not _MAIL_APP.search(leaf.node.package):
            continue
        index = leaf.node.attributes.get("hint")
        empty = index is not None and tree.texts[index] == leaf.text
        prose = len(leaf.text.split()) >= 4 and _in_web_view(leaf.node)
        if not empty and (prose or _MAIL_ID.search(leaf.id)) and _is_message(leaf, vocabulary):
            start, end = trim(leaf.text, 0, len(leaf.text))
            yield Found(leaf.field, start, end, T.MESSAGE_CONTENT, 0.8)


def _in_web_view(node: Node) -> bool:
    holder: Node | None = node
    while holder is not None:
        if "WebView" in holder.kind:
            return True
        holder = holder.parent
    return False


def _by_id(tree: Tree, vocabulary: Vocabulary) -> list[tuple[Leaf, Node]]:
    return [
        (leaf, leaf.node)
        for leaf in tree.leaves
        if leaf.node
        and _MESSAGE_ID.search(leaf.id)
        and not _STATUS_ID.search(leaf.id)
        and "EditText" not in leaf.node.kind
        and _is_message(leaf, vocabulary)
        and not _centred(tree, leaf)
    ]


def _centred(tree: Tree, leaf: Leaf) -> bool:
    """A narrow line in the middle: "Today", "Encrypted chat with …" by the app itself."""
    box = leaf.box
    middle = abs(box.left + box.right - tree.width)
    return box.area > 0 and middle < 0.04 * tree.width and box.width < 0.6 * tree.width


def _is_message(leaf: Leaf, vocabulary: Vocabulary) -> bool:
    return (
        has_alnum(leaf.text)
        and not leaf.icon
        and not is_time(leaf.text)
        and not (has_letter(leaf.text) and vocabulary.is_label(leaf.text))
    )


def _by_alignment(tree: Tree, vocabulary: Vocabulary) -> list[tuple[Leaf, Node]]:
    """Bubbles: rows that hug the left edge and rows that hug the right, above an input field."""
    composers = [n for n in tree.nodes if "EditText" in n.kind and not n.password]
    lowest = max((n.box.top for n in composers), default=0)
    if lowest < 0.4 * tree.height:
        return []
    best: list[tuple[Leaf, Node]] = []
    for container in tree.containers():
        found = _bubbles(tree, container, lowest, vocabulary)
        if len(found) > len(best):
            best = found
    return best


def _bubbles(
    tree: Tree, container: Node, lowest: int, vocabulary: Vocabulary
) -> list[tuple[Leaf, Node]]:
    box = container.box
    if box.width < 0.8 * tree.width or len(container.children) < 2:
        return []
    bubbles: list[tuple[Leaf, Node]] = []
    sides: set[str] = set()
    for row in tree.rows(container):
        texts = [leaf for leaf in row if _is_message(leaf, vocabulary) and not is_badge(leaf.text)]
        if not 1 <= len(texts) <= 4:
            continue
        main = max(texts, key=lambda leaf: leaf.box.area)
        if main.node is None or main.box.top >= lowest:
            continue
        left = (main.box.left - box.left) / box.width
        right = (box.right - main.box.right) / box.width
        if right < 0.15 and left > right + 0.08:
            sides.add("right")
        elif left < 0.25 and right > left + 0.08:
            sides.add("left")
        else:
            continue
        bubbles.append((main, main.node))
    people = PEOPLE_APP.search(container.package) is not None
    if len(bubbles) >= (2 if people else 3) and sides == {"left", "right"}:
        if sum(exact_sum(leaf.text) for leaf, _ in bubbles) * 2 < len(bubbles):
            return bubbles
    return []


def _spoken(tree: Tree, leaf: Leaf, node: Node, vocabulary: Vocabulary) -> Iterator[Found]:
    """``K. Roe said  see you 1:13 pm``: the description of a view that shows ``see you``."""
    holder: Node | None = node
    for _ in range(3):
        if holder is None:
            return
        index = holder.attributes.get("content-desc")
        if index is not None and index != leaf.field:
            desc, body = tree.texts[index], leaf.text.strip()
            at = desc.find(body)
            if at >= 0:
                yield Found(index, at, at + len(body), T.MESSAGE_CONTENT, 0.85)
                # As in the bubble: else the sweep by value would take the whole message for one.
                for match in SECRET.finditer(desc, at, at + len(body)):
                    yield Found(index, *match.span(), T.PASSWORD, 0.8)
                said = _SAID.match(desc[:at])
                named = said is not None and not ordinary_phrase(said["name"])
                if (
                    said
                    and named
                    and title_like(said["name"])
                    and not _own(said["name"], vocabulary)
                ):
                    yield Found(index, said.start("name"), said.end("name"), T.PERSON_NAME, 0.85)
        holder = holder.parent


def _is_speaker(name: str, vocabulary: Vocabulary) -> bool:
    return title_like(name) and not ordinary_phrase(name) and not _own(name, vocabulary)


def _senders(
    tree: Tree, messages: list[tuple[Leaf, Node]], vocabulary: Vocabulary
) -> Iterator[Found]:
    """Small names right above bubbles, as group conversations show them."""
    shown = {leaf.field for leaf, _ in messages}
    for before, leaf in zip(tree.leaves, tree.leaves[1:], strict=False):
        gap = leaf.box.top - before.box.bottom
        if (
            leaf.field in shown
            and before.field not in shown
            and not before.icon
            and before.box.area
            and -8 <= gap <= before.box.height
            and name_like(before.text)
            and not _own(before.text, vocabulary)
        ):
            yield Found(before.field, *trim(before.text, 0, len(before.text)), T.PERSON_NAME, 0.8)


def _composed(tree: Tree, vocabulary: Vocabulary) -> Iterator[Found]:
    """What the user has typed into the conversation."""
    for node in tree.nodes:
        index, hint = node.attributes.get("text"), node.attributes.get("hint")
        if index is None or not _is_composer(tree, node):
            continue
        text = tree.texts[index]
        typed = hint is None or tree.texts[hint] != text
        if typed and not (has_letter(text) and vocabulary.is_label(text)):
            yield Found(index, *trim(text, 0, len(text)), T.MESSAGE_CONTENT, 0.8)


def _own(name: str, vocabulary: Vocabulary) -> bool:
    """Whether it is the app, a company or "you" that speaks."""
    return not has_letter(name) or vocabulary.is_label(name) or is_time(name) or business_like(name)


def _composing(tree: Tree) -> bool:
    """An empty conversation: an input field at the bottom of an app about people."""
    return any(_is_composer(tree, node) for node in tree.nodes)


def _is_composer(tree: Tree, node: Node) -> bool:
    return (
        "EditText" in node.kind
        and node.box.top > 0.4 * tree.height
        and node.box.bottom > 0.5 * tree.height
        and re.search(r"compose|message|chat|reply|input|entry", node.id) is not None
        and PEOPLE_APP.search(node.package) is not None
    )


def _title(
    tree: Tree, messages: list[tuple[Leaf, Node]], vocabulary: Vocabulary
) -> Iterator[Found]:
    """The name on top of the conversation."""
    shown = {leaf.field for leaf, _ in messages}
    top = [
        leaf
        for leaf in tree.leaves
        if leaf.field not in shown
        and leaf.box.area
        and leaf.box.bottom <= 0.16 * tree.height
        and not is_badge(leaf.text)
        and not is_time(leaf.text)
        and not vocabulary.vetoes(leaf.text)
        and title_like(leaf.text)
        and not business_like(leaf.text)
        and (leaf.node is None or leaf.node.package != "com.android.systemui")
    ]
    named = [leaf for leaf in top if not leaf.icon or name_like(leaf.text)]
    hinted = [leaf for leaf in named if _TITLE_ID.search(leaf.id) and not leaf.icon]
    plain = [leaf for leaf in named if not leaf.icon]
    for leaf in (hinted or plain)[:1]:
        start, end = trim(leaf.text, 0, len(leaf.text))
        yield Found(leaf.field, start, end, T.PERSON_NAME, 0.8)
