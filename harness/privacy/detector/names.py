"""Names that the lists know, in whatever text they stand."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from harness.core.entity import EntityType as T
from harness.privacy.detector.apps import (
    LETTERBOX,
    OWN_APP,
    PEOPLE_APP,
    PRIVATE_APP,
    PUBLIC_APP,
    STORE_APP,
)
from harness.privacy.detector.folding import has_letter, is_cjk, trim
from harness.privacy.detector.labels import label_type
from harness.privacy.detector.lexicon import (
    PARTICLES,
    bare,
    full_name,
    han_name,
    han_names,
    is_family,
    is_given,
    is_han_word,
    is_ordinary,
    is_rare_given,
    is_rarer,
    script,
)
from harness.privacy.detector.shape import business_like, name_like
from harness.privacy.detector.times import is_time
from harness.privacy.detector.tree import Found, Tree
from harness.privacy.detector.vocabulary import Vocabulary
from harness.privacy.detector.words import ME
from harness.privacy.ordinary import ORDINARY

_BETWEEN = re.compile(r" (?:(?:de|de la|de los|del|da|dos|di|van|van der|von|von der|zu|bin|al) )?")
_CAPITALISED = r"(?-i:[^\W\d_a-zß-öø-ÿ])[^\W\d_]+"
_ONE_OR_TWO = rf"(?P<name>{_CAPITALISED}(?: {_CAPITALISED})?)(?![\w-])"
"""One or two words in capitals, or of a script without them."""
_WITH = re.compile(
    r"(?<!\w)(?:with|mit|con|avec|com|met|z|с|(?:write|message|nachricht|mensaje|mensagem|escribir"
    r"|schreiben) (?:to|an|a|para)|ask|tell|thanks?|says|frage?t?|sagt|laut|según"
    r"|(?:pregunt|llam|dig|escrib|avis|ped)\w{1,4} a) " + _ONE_OR_TWO,
    re.IGNORECASE,
)
_NEXT = re.compile(r"(?:, |,? and |,? und |,? y |,? e |,? et | & )(?P<name>[^\W\d_]{2,20})(?!\w)")
_DEALS = re.compile(
    r"ask|tell|thank|says|frag|sagt|laut|según|pregunt|llam|dig|avis|write|message|nachricht|mensaje",
    re.IGNORECASE,
)
_SAYS = re.compile(
    _ONE_OR_TWO[:-9] + r" (?:said|says|told|asked|wrote|promised|pays|paid|wants|needs|keeps|hosts"
    r"|sagt|sagte|schrieb|zahlt|will|dice|dijo|paga|quiere|ha prometido|lleva)(?!\w)"
)
_AND = re.compile(r"(?:, | and | und | y | e | et | & )" + _ONE_OR_TWO)
_HAN_WITH = re.compile(
    r"(?:分享给|借给|发给|转给|写给|送给|还给|留给) ?"
    r"(?P<names>[\u4e00-\u9fff]{2,4}(?:[,，、] ?[\u4e00-\u9fff]{2,4})*)$"
)
_HAN_CALLED = re.compile(
    r"(?:(?:^|[，。！？,.!? ])(?:我是|我叫|叫我)|@)(?P<own>[\u4e00-\u9fff]{1,3})(?![\u4e00-\u9fff])"
    r"|^(?P<you>[\u4e00-\u9fff]{1,3})(?=[您你]好|，[您你]好)"
    r"|(?:谢谢|感谢|找|问问?|提醒|通知|告诉|联系|[给和跟与]) ?(?P<with>[\u4e00-\u9fff]{2,3})"
    r"(?![\u4e00-\u9fff])"
)
"""Whom one is, greets, or deals with."""
_FOR = re.compile(
    r"(?<!\w)(?:for|para|für|pour|per|voor|to|an|de|von|of|בשביל|של|עם|אל) " + _ONE_OR_TWO,
    re.IGNORECASE,
)
_MEMBER = re.compile(r"[^,،、~\n ][^,،、~\n]*")
_MEMBERS = 3
"""So many in one line are a group."""
_MAX_LINE = 300
_ROLE = re.compile(r"(?:医生|大夫|老师|先生|女士|经理|主任)?$")
_PIECE = re.compile(r"[\u4e00-\u9fff]+")
_TAIL = re.compile(r"(?:(?<=\w\w)\.|['’]s)?$")
"""What ends a name: the end of a sentence, but no initial's point; the mark of an owner."""
_FOREIGN = re.compile(
    r"(?:[\u0370-\u03ff]{3,}|[\u0400-\u052f]{3,}|[\u0590-\u05ff]{2,}|[\u0600-\u06ff]{3,})"
    r"(?: (?:[\u0370-\u03ff]{3,}|[\u0400-\u052f]{3,}|[\u0590-\u05ff]{2,}|[\u0600-\u06ff]{3,})){0,2}"
)
"""A word or three of another script: on a screen of Latin letters a name, as a rule."""
_CONTACT = re.compile(r"\d{4}|@")
"""What stands beside the name of somebody that one deals with, even among authors and artists."""
_CAPITAL = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*\.?")


def known_names(tree: Tree, vocabulary: Vocabulary) -> Iterator[Found]:
    """Known names, wherever they stand but in works of art.

    Artists, authors and people in the news are nobody's contacts.
    """
    talk = PEOPLE_APP.search(tree.packages) is not None
    public = PUBLIC_APP.search(tree.packages) is not None and not talk
    store = STORE_APP.search(tree.packages) is not None
    private = PRIVATE_APP.search(tree.packages) is not None
    own = talk or private or OWN_APP.search(tree.packages) is not None
    letterbox = LETTERBOX.search(tree.packages) is not None
    letters = [c.isascii() for text in tree.texts for c in text if c.isalpha()]
    latin = 4 * sum(letters) > 3 * len(letters)
    for index, text in enumerate(tree.texts):
        if public and not _CONTACT.search(text):
            alone = text.strip()
            if _inverted(text) or (is_given(alone) and is_rarer(alone)):
                yield Found(index, *trim(text, 0, len(text)), T.PERSON_NAME, 0.7)
            elif text.count(",") > 1:
                yield from _enumerated(index, text, vocabulary)
            continue
        if any(map(is_cjk, text)):  # A clause is one word there.
            for match in _PIECE.finditer(text):
                role = _ROLE.search(match[0])
                end = match.start() + role.start() if role else match.end()
                name = text[match.start() : end]
                if han_name(name) and not vocabulary.vetoes(name):
                    yield Found(index, match.start(), end, T.PERSON_NAME, 0.7)
            if talk and not letterbox and len(text) <= _MAX_LINE:
                yield from _han_members(index, text, vocabulary)
            if own and not vocabulary.vetoes(text):
                for start, end in han_names(text):
                    if not vocabulary.vetoes(text[start:end]):
                        yield Found(index, start, end, T.PERSON_NAME, 0.6)
            continue
        if _inverted(text):
            yield Found(index, *trim(text, 0, len(text)), T.PERSON_NAME, 0.7)
        for match in _FOREIGN.finditer(text) if latin else ():
            if not is_ordinary(match[0]):
                yield Found(index, *match.span(), T.PERSON_NAME, 0.6)
        if talk and len(text) <= _MAX_LINE:
            yield from _enumerated(index, text, vocabulary)
        for start, end in names_in(text, vocabulary, private=private, store=store):
            yield Found(index, start, end, T.PERSON_NAME, 0.7)
            # Somebody writes names as they come: "Shared with ElIF, josé".
            following = _NEXT.match(text, end)
            if following and _is_next(following["name"]):
                yield Found(index, *following.span("name"), T.PERSON_NAME, 0.6)


def names_in(
    text: str, vocabulary: Vocabulary, *, private: bool = True, store: bool = False
) -> Iterator[tuple[int, int]]:
    """Known names in a text of a script with words.

    Args:
        text: Any text.
        vocabulary: A label in front is no part of a name.
        private: Somebody wrote it for himself, and calls others by a given name.
        store: It may be the name of a ware.

    Yields:
        Code points from and to.
    """
    names = [m for m in _CAPITAL.finditer(text) if not m[0].islower()]
    if names and vocabulary.is_label(names[0][0]):
        names.pop(0)  # "Skip Ann Lee"
    prose = len(names) < len(text.split())
    at = 0
    rest: list[re.Match[str]] = []
    called: set[str] = set()
    while at < len(names):
        count = _full_name_at(text, names[at : at + 4], prose=prose and not store)
        if private and not count and len(names) == 2 and _is_shaped(text, names):
            count = 2
        alone = _called(names[at], private) or (not store and is_rare_given(names[at][0]))
        if count or alone:
            last = names[at + max(count, 1) - 1]
            yield names[at].start(), last.end() - _tail(last[0])
            called.add(_bare_name(names[at]))
        else:
            rest.append(names[at])
        at += max(count, 1)
    for name in rest:  # "I am Maria. Maria Lopez."
        if _bare_name(name) in called:
            yield name.start(), name.end() - _tail(name[0])


def _is_shaped(text: str, names: Sequence[re.Match[str]]) -> bool:
    """Whether a whole text is two capitalised words that mean nothing: "Chidi Trelawney"."""
    whole = text.strip() == f"{names[0][0]} {names[1][0]}"
    return whole and not any(
        not m[0].istitle() or len(m[0]) < 3 or is_ordinary(m[0]) or is_time(m[0]) for m in names
    )


def _bare_name(name: re.Match[str]) -> str:
    return name[0][: len(name[0]) - _tail(name[0])]


def _enumerated(index: int, text: str, vocabulary: Vocabulary) -> Iterator[Found]:
    """The members of a group in one line: "Me, Mo, Chidi, ~Daf"."""
    parts = [
        m
        for m in _MEMBER.finditer(text)
        if not (has_letter(m[0]) and vocabulary.is_label(m[0])) and label_type(m[0]) is None
    ]
    named = sum(any(map(is_given, m[0].split())) for m in parts)
    everybody = _MEMBER.findall(text)
    with_me = any(part.casefold() in ME for part in everybody)
    if not parts or len(everybody) < _MEMBERS or not all(name_like(m[0].title()) for m in parts):
        return
    months = sum(vocabulary.vetoes(m[0]) for m in parts)
    if not with_me and (len(parts) < 2 or 2 * named < len(parts) or months):
        return
    for match in parts:
        if match[0].casefold() not in ME and (with_me or not is_ordinary(match[0])):
            yield Found(index, *match.span(), T.PERSON_NAME, 0.6)


def _han_members(index: int, text: str, vocabulary: Vocabulary) -> Iterator[Found]:
    """The same in Han characters, most of them given names alone."""
    parts = list(_MEMBER.finditer(text))
    if len(parts) >= _MEMBERS and all(len(m[0]) <= 4 or m[0].isascii() for m in parts):
        for match in parts:
            if not vocabulary.vetoes(match[0]) and match[0] not in ME:
                yield Found(index, *match.span(), T.PERSON_NAME, 0.6)


def _inverted(text: str) -> bool:
    """Whether the whole text is "Lopez, Maria", "von der Heide, Anna"."""
    family, comma, given = (part.strip() for part in text.partition(","))
    words = [word for word in family.split() if bare(word) not in PARTICLES]
    if not comma or len(words) != 1 or is_ordinary(words[0]):
        return False
    single = given.isalpha() and (given[0].isupper() or not given.isascii())
    return is_given(given) or (is_family(words[0]) and single and not is_ordinary(given))


def accompanied(index: int, text: str, *, private: bool) -> Iterator[Found]:
    """Whom one meets or writes to: "Lunch with April", "Nachricht an Wolf".

    Args:
        index: Of the field.
        text: Its text.
        private: Somebody wrote it for himself, and calls others by any name.
    """
    for match in _WITH.finditer(text):
        likely = private or _DEALS.match(match[0])
        if _is_somebody(match["name"]) or (likely and _may_be(match["name"])):
            yield Found(index, *match.span("name"), T.PERSON_NAME, 0.7)
            end = match.end()
            while (following := _AND.match(text, end)) and is_given(following["name"].split()[0]):
                yield Found(index, *following.span("name"), T.PERSON_NAME, 0.7)
                end = following.end()
    for match in _SAYS.finditer(text):
        if _is_somebody(match["name"]) or _may_be(match["name"]):
            yield Found(index, *match.span("name"), T.PERSON_NAME, 0.6)
    for match in _HAN_WITH.finditer(text):
        for name in _PIECE.finditer(text, *match.span("names")):
            yield Found(index, *name.span(), T.PERSON_NAME, 0.6)
    for match in _HAN_CALLED.finditer(text):
        group = match.lastgroup or ""
        if group != "with" or not is_han_word(match[group]):
            yield Found(index, *match.span(group), T.PERSON_NAME, 0.6)
    for match in _FOR.finditer(text):
        if full_name(match["name"]) or is_rare_given(match["name"]):
            yield Found(index, *match.span("name"), T.PERSON_NAME, 0.6)


def _is_somebody(name: str) -> bool:
    return is_given(name.split()[0]) and not is_time(name)


def _is_next(name: str) -> bool:
    """Whether it goes on with names: not "Ann Lee, May 8", not "Ann and rose petals"."""
    return _is_somebody(name) and name.casefold() not in ORDINARY


def _may_be(name: str) -> bool:
    """Whether somebody may be called so, who does what people do: Mo says, ask Chidi."""
    return not is_ordinary(name.split()[0]) and not is_time(name) and not business_like(name)


def _tail(word: str) -> int:
    """How many characters at the end of a capitalised word are no part of a name."""
    match = _TAIL.search(word)
    return len(match[0]) if match else 0


def _full_name_at(text: str, names: Sequence[re.Match[str]], *, prose: bool) -> int:
    """How many of the words, one beside the other, are a full name; 0 if none.

    In prose, a capital behind a given name is a family name, be it an ordinary word: "for Rosa
    Green".
    """
    known = is_given(names[0][0]) or is_family(names[0][0])
    run = 1
    while (
        run < len(names)
        and _BETWEEN.fullmatch(text[names[run - 1].end() : names[run].start()])
        and not _tail(names[run - 1][0])
        and script(names[run][0]) == script(names[0][0])
        and (known or names[run - 1].end() + 1 == names[run].start())
    ):
        run += 1
    for count in range(run, 1, -1):
        if full_name(text[names[0].start() : names[count - 1].end()]):
            return count
    surname = prose and run > 1 and is_given(names[0][0]) and is_rarer(names[0][0])
    surname = surname and not is_time(names[1][0])
    return 2 if surname and names[0][0].casefold() not in ORDINARY else 0


def _called(name: re.Match[str], private: bool) -> bool:
    """Whether a capital in a text that somebody wrote for himself is a given name."""
    word = name[0].casefold()
    if not private or not is_given(word) or is_time(word):
        return False
    before = name.string[: name.start()].split()
    return word not in ORDINARY if before else len(name.string) > len(word) + 1 and is_rarer(word)
