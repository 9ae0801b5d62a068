"""Names and quoted messages in what the user asks for, where no screen gives any structure."""

from __future__ import annotations

import re
from collections.abc import Iterator

from harness.core.entity import EntityType as T
from harness.privacy.detector.folding import trim
from harness.privacy.detector.shape import name_like
from harness.privacy.detector.tree import Found
from harness.privacy.detector.vocabulary import Vocabulary

_CAPITAL = r"[^\W\d_a-zà-öø-ÿа-яё][^\W\d_]{0,30}"
_WORD = rf"(?:{_CAPITAL}(?:['’-]{_CAPITAL})?|[^\W\d_a-zà-öø-ÿа-яё]\.)"
_NAME = rf"{_WORD}(?: (?:(?:de|da|van|von|der|bin|al|el|la) ){{0,2}}{_WORD}){{0,3}}"
_CUES = (
    r"call|text|message|e-?mail|mail|phone|ring|sms|contact|tell|ask|remind|invite|pay|send|transfer"
    r"|reply to|delete|remove|add|block|unblock|mute|archive|find|show|open|star"
    r"|favorite|unfavorite"
    r"|to|from|with|for|of|by|about|named|called|group|and|does|did|is|was|has|who is|when is"
    r"|llama a|llama|escribe a|envía a|para|a|de|con|ligue para|ligar para|envie para"
    r"|appelle|appeler"
    r"|écris à|envoie à|avec|pour|ruf|rufe|schreib|schreibe|an|von|mit|für|chiama|scrivi a|con|per"
    r"|позвони|позвоните|напиши|напишите|отправь|от|для|с|кому|zadzwoń do|napisz do|od|do"
)
_CUED = re.compile(rf"(?<!\w)(?:{_CUES})\s+(?P<name>{_NAME})")
_OWNED = re.compile(rf"(?P<name>{_NAME})['’]s?\s+[^\W\d_]")
_SUBJECT = re.compile(
    rf"(?:^|[.!?]\s+)(?P<name>{_NAME})\s+(?:has|have|had|is|was|sent|texted|called|wrote|moved|asked"
    r"|wants|said|lives|changed|got)\s"
)
_CJK = re.compile(
    r"(?:给|向|联系|打电话给|告诉|通知|请|和|与)(?P<name>[\u4e00-\u9fff]{2,4}?)(?=发|打|说|转|写|回|的|，|,|。|$)"
)
_QUOTED = re.compile(r"[\"“„«「『](?P<text>[^\"“”„«»「」『』]{2,500})[\"”“»」』]")
_WRITES = re.compile(
    r"(?<!\w)(?:message|text|reply|write|send|say|saying|e-?mail|note|tell|answer|post|comment"
    r"|mensaje|escribe|envía|mensagem|escreva|responde|écris|message|réponds|schreib|nachricht"
    r"|antworte|scrivi|messaggio|напиши|сообщение|ответь|napisz)\w*(?!\w)|[发写回]",
    re.IGNORECASE,
)
_APP = re.compile(
    r"(?:open|launch|start|in|into|the|app|abre|öffne|ouvre|apri|открой)\s*$", re.IGNORECASE
)


def instruction(text: str, vocabulary: Vocabulary) -> Iterator[Found]:
    """Whom and what an instruction names.

    Args:
        text: The user's instruction.
        vocabulary: Words that are nobody's name on their own, such as names of settings.
    """
    writes = _WRITES.search(text) is not None
    quoted: list[tuple[int, int]] = []
    for match in _QUOTED.finditer(text):
        quoted.append(match.span())
        start, end = trim(text, *match.span("text"))
        if writes and start < end and not vocabulary.vetoes(text[start:end]):
            yield Found(0, start, end, T.MESSAGE_CONTENT, 0.8)
    first = text[:1].lower() + text[1:]  # the verb in front is a cue, too
    for pattern in (_CUED, _OWNED, _SUBJECT, _CJK):
        source = first if pattern is _CUED else text
        for match in pattern.finditer(source):
            start, end = match.span("name")
            if any(a <= start < b for a, b in quoted):
                continue
            if _nobody(text[start:end], text[:start], vocabulary):
                continue
            yield Found(0, start, end, T.PERSON_NAME, 0.6)


_PRONOUNS = frozenset(
    """what who whom whose when where why how which it he she they there this that i we you please
    can could would do does did if then and the a an my your our his her their everyone somebody
    qué quién cuándo dónde que quem quando onde quoi qui quand où was wer wann wo chi cosa что кто
    когда где""".split()
)


def _nobody(name: str, before: str, vocabulary: Vocabulary) -> bool:
    words = name.split()
    return (
        not name_like(name)
        or words[0].casefold() in _PRONOUNS
        or all(vocabulary.vetoes(word) for word in words)
        or vocabulary.vetoes(name)
        or (vocabulary.vetoes(words[0]) and len(words) == 1)
        or (_APP.search(before) is not None and len(words) == 1)
    )
