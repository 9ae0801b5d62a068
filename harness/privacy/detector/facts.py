"""Facts about a person that stand without a label: birthdays, medicines, private notes."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator

from harness.core.entity import EntityType as T
from harness.privacy.detector import words
from harness.privacy.detector.apps import (
    HEALTH_APP,
    MONEY_APP,
    NOTE_APP,
    PEOPLE_APP,
    PUBLIC_APP,
    STORE_APP,
)
from harness.privacy.detector.codes import DATES
from harness.privacy.detector.folding import trim
from harness.privacy.detector.labels import label_type
from harness.privacy.detector.lexicon import full_name, is_rare_given, ordinary_phrase
from harness.privacy.detector.shape import exact_sum, name_like
from harness.privacy.detector.times import holds_time, is_time
from harness.privacy.detector.tree import Found, Leaf, Tree
from harness.privacy.detector.vocabulary import Vocabulary

_YEAR = re.compile(r"(?<!\d)(19[2-9]\d|200\d|201[0-2])(?!\d)")
"""Years of birth; what happens on a phone is later."""
_SEPARATORS = " \t\n,;:·|•–—-()（）：，、"
DOSE = re.compile(
    r"(?<![\w.,])\d+(?:[.,]\d+)?(?:\s?/\s?\d+(?:[.,]\d+)?)?\s?"
    r"(?:mg|mcg|µg|μg|mg/dl|mmol/l|mmhg|bpm|мг|мкг|מ[\"״]ג|毫克|微克|毫摩尔)(?![^\W\d_])",
    re.IGNORECASE,
)
_MEDICAL_DOSE = re.compile(
    rf"{DOSE.pattern}|(?<![\w.,])\d+(?:[.,]\d+)?\s?(?:ml|iu|ie|ui|мл|מ[\"״]ל|毫升|单位|kg|кг|公斤)"
    r"(?![^\W\d_])",
    re.IGNORECASE,
)
_PART = re.compile(r"[^·•|;；]+?(?=[·•|;；]|[,،、] (?=\d{1,2}[:.]\d\d)|$)")
"""One of the facts in a row; a time of day ends it."""
_TREATMENT = re.compile(f"{DOSE.pattern}|{words.pattern(words.TREATMENT).pattern}", re.IGNORECASE)
_CLOCK = re.compile(r"\d{1,2}[:.]\d\d(?: ?[AP]M)?[,،、] ")
_MAX_FACT = 80
_PHONE_OR_MAIL = re.compile(r"[^\s@]+@[^\s@]+\.\w{2,}|(?<![\w.])\+?\d[\d ()/-]{7,}\d(?![\w-])")
_OWED = re.compile(r"[:：]\s*(?P<sum>[^\s:：][^:：]{0,15})$")


def facts(tree: Tree, vocabulary: Vocabulary) -> Iterator[Found]:
    """What the words of a text and the row around it give away."""
    store, money = STORE_APP.search(tree.packages), MONEY_APP.search(tree.packages)
    yield from _birthdays(tree)
    yield from _codes(tree)
    if not store:
        yield from _shares(tree)
    if PUBLIC_APP.search(tree.packages) and not PEOPLE_APP.search(tree.packages):
        return
    if not store and not money:
        yield from _health(tree, vocabulary)
    yield from _last_group(tree)
    if money:
        yield from _paid(tree, vocabulary)
    yield from _notes(tree)


def _notes(tree: Tree) -> Iterator[Found]:
    """Notes about somebody, and sums behind a colon: "Ann Lee: $61.95"."""
    for leaf in tree.leaves:
        if leaf.node is None or not NOTE_APP.search(leaf.node.package):
            continue
        if _about_someone(leaf):
            yield Found(leaf.field, *trim(leaf.text, 0, len(leaf.text)), T.MESSAGE_CONTENT, 0.6)
        owed = _OWED.search(leaf.text.rstrip())
        if owed and exact_sum(owed["sum"]):
            yield Found(leaf.field, *owed.span("sum"), T.ACCOUNT_BALANCE, 0.6)


def _birthdays(tree: Tree) -> Iterator[Found]:
    """A date of long ago beside a name, or on a page that speaks of birthdays."""
    born = words.pattern(words.BIRTH)
    spoken = any(len(leaf.text) <= 40 and born.search(leaf.text.casefold()) for leaf in tree.leaves)
    by_field = {leaf.field: leaf for leaf in tree.leaves}
    for index, text in enumerate(tree.texts):
        for match in DATES.finditer(text) if len(text) <= 120 else ():
            if not _YEAR.search(match[0]):
                continue
            rest = (text[: match.start()] + text[match.end() :]).strip(_SEPARATORS).title()
            if rest and not (name_like(rest) and not ordinary_phrase(rest)) and not spoken:
                continue
            leaf = by_field.get(index)
            if rest or spoken or (leaf is not None and _row_of_a_person(tree, leaf)):
                yield Found(index, *match.span(), T.DATE_OF_BIRTH, 0.65)


def _paid(tree: Tree, vocabulary: Vocabulary) -> Iterator[Found]:
    """Whom one pays, in a list of payments to shops and people, and what for."""
    for leaf in tree.leaves:
        text = leaf.text
        if leaf.icon or not full_name(text) or vocabulary.is_label(text):
            continue
        yield Found(leaf.field, *trim(text, 0, len(text)), T.PERSON_NAME, 0.6)
        for other in _row(tree, leaf):
            if _is_memo(other.text, vocabulary):
                start, end = trim(other.text, 0, len(other.text))
                yield Found(other.field, start, end, T.MESSAGE_CONTENT, 0.6)


_MIXED = re.compile(
    r"(?=(?:[A-Z]*\d+[A-Z]+){2})[A-Z0-9]{8,12}"
    r"|(?=.*[A-Z].*-)(?=.*\d.*-)(?=.*-.*\d)[A-Z0-9]{4,5}(?:-[A-Z0-9]{4,5}){1,4}"
)
_INVOICE = re.compile(r"(?=(?:.*\d){7})[A-Z]{1,4}\d{0,3}(?:-\d{2,9}){1,3}")


def _codes(tree: Tree) -> Iterator[Found]:
    """A word of capitals and digits at random, alone in its view: a key to something."""
    for leaf in tree.leaves:
        for type_, shape in ((T.PASSWORD, _MIXED), (T.ORDER_NUMBER, _INVOICE)):
            if not leaf.icon and shape.fullmatch(leaf.text.strip()):
                yield Found(leaf.field, *trim(leaf.text, 0, len(leaf.text)), type_, 0.6)


def _last_group(tree: Tree) -> Iterator[Found]:
    """Four digits behind groups of bullets: what a masked card shows of itself."""
    for before, leaf in itertools.pairwise(tree.leaves):
        if re.fullmatch(r"\s*\d{4}\s*", leaf.text) and re.fullmatch(r"[\s•●∙·*⚫⬤]+", before.text):
            yield Found(leaf.field, *trim(leaf.text, 0, len(leaf.text)), T.CREDIT_CARD, 0.8)


def _shares(tree: Tree) -> Iterator[Found]:
    """A sum in the row of a person: what one of them pays or is owed."""
    for leaf in tree.leaves:
        if not leaf.icon and exact_sum(leaf.text) and not is_time(leaf.text):
            if "%" not in leaf.text and _row_of_a_person(tree, leaf):
                yield Found(leaf.field, *trim(leaf.text, 0, len(leaf.text)), T.ACCOUNT_BALANCE, 0.6)


def _is_memo(text: str, vocabulary: Vocabulary) -> bool:
    """What a payment is for: words that begin with a capital and tell neither when nor who."""
    said = text.strip()
    return (
        " " in said
        and len(said.split()[-1]) > 2  # "Paid to"
        and not said[0].islower()
        and not any(c.isdigit() for c in said)
        and not (holds_time(said) or full_name(said) or vocabulary.vetoes(said))
    )


def _row_of_a_person(tree: Tree, leaf: Leaf) -> bool:
    return any(full_name(other.text) for other in _row(tree, leaf))


def _row(tree: Tree, leaf: Leaf) -> list[Leaf]:
    """The few other texts in the view around a text."""
    node = leaf.node
    for _ in range(2):
        node = node.parent if node is not None else None
        if node is None:
            return []
        others = [x for x in tree.inside(node) if x is not leaf]
        if others:
            return others if len(others) <= 4 else []
    return []


def _health(tree: Tree, vocabulary: Vocabulary) -> Iterator[Found]:
    """Doses with what stands before them, and short texts that name a treatment."""
    heading = _heading(tree)
    for leaf in tree.leaves:
        text = leaf.text
        own = leaf.node is not None and HEALTH_APP.search(leaf.node.package) is not None
        if leaf.icon or len(text) > _MAX_FACT or label_type(text) is not None:
            continue
        if vocabulary.vetoes(text):
            continue
        # In an app about health, those words are headings and buttons.
        wanted = _MEDICAL_DOSE if own and not _TREATMENT.fullmatch(text.strip()) else _TREATMENT
        clock = _CLOCK.match(text)
        start = clock.end() if clock else 0
        parts = [m.span() for m in _PART.finditer(text, start) if wanted.search(m[0])]
        if (
            not parts
            and own
            and (_beside_a_dose(tree, leaf) or _is_entry(leaf, heading) or _is_typed(tree, leaf))
        ):
            parts = [(0, len(text))]
        for start, end in parts:
            yield Found(leaf.field, *trim(text, start, end), T.HEALTH_INFO, 0.7)
            yield from _described(tree, leaf, text[start:end].strip())


def _beside_a_dose(tree: Tree, leaf: Leaf) -> bool:
    """Whether the row says how much is taken of it."""
    if leaf.text.strip()[:1].islower() or is_time(leaf.text):
        return False  # The unit of a measurement: "steps today".
    return any(DOSE.search(other.text) for other in _row(tree, leaf))


def _is_typed(tree: Tree, leaf: Leaf) -> bool:
    """Whether the user wrote it: in an app about health that is health."""
    if leaf.node is None or "EditText" not in leaf.node.kind or "search" in leaf.id:
        return False
    hint = leaf.node.attributes.get("hint")
    return (hint is None or tree.texts[hint] != leaf.text) and not is_time(leaf.text)


def _heading(tree: Tree) -> Leaf | None:
    """The title of a page about allergies, medicines and the like."""
    heads = [x for x in tree.leaves if label_type(x.text) is T.HEALTH_INFO and not x.icon]
    if len(heads) != 1 or heads[0].box.bottom > 0.2 * tree.height:
        return None
    return heads[0]


def _is_entry(leaf: Leaf, heading: Leaf | None) -> bool:
    """Whether it is one of what the heading announces."""
    return (
        heading is not None
        and leaf.id in ("title", "name", "text1", "summary")
        and heading.box.bottom <= leaf.box.top
        and not (holds_time(leaf.text) or any(c.isdigit() for c in leaf.text))
    )


def _described(tree: Tree, leaf: Leaf, fact: str) -> Iterator[Found]:
    """The same fact in the description of a view around it."""
    node = leaf.node.parent if leaf.node is not None else None
    for _ in range(3):
        if node is None:
            return
        for index in node.attributes.values():
            at = tree.texts[index].find(fact)
            if at >= 0:
                yield Found(index, at, at + len(fact), T.HEALTH_INFO, 0.7)
        node = node.parent


def _about_someone(leaf: Leaf) -> bool:
    """A note is private where it names a person or tells how to reach one."""
    text = leaf.text
    named = any(is_rare_given(w) for w in re.findall(r"[^\W\d_]+", text) if w[:1].isupper())
    pairs = re.findall(r"(?=\b([^\W\d_]+ [^\W\d_]+)\b)", text)
    return (
        named
        or _PHONE_OR_MAIL.search(text) is not None
        or any(full_name(pair) for pair in pairs if pair[:1].isupper())
    )
