"""Names and quoted messages in what the user asks for, where no screen gives any structure."""

from __future__ import annotations

import re
from collections.abc import Iterator

from harness.core.entity import EntityType as T
from harness.privacy.detector.codes import amounts
from harness.privacy.detector.facts import DOSE
from harness.privacy.detector.folding import folded, is_cjk, trim
from harness.privacy.detector.labels import label_type
from harness.privacy.detector.lexicon import (
    full_name,
    han_name,
    is_han_word,
    is_ordinary,
    is_unheard,
)
from harness.privacy.detector.names import names_in
from harness.privacy.detector.shape import business_like, name_like
from harness.privacy.detector.tree import Found
from harness.privacy.detector.vocabulary import Vocabulary
from harness.privacy.ordinary import ORDINARY

_CAPITAL = r"[^\W\d_a-zà-öø-ÿа-яё][^\W\d_]{0,30}"
_WORD = rf"(?:{_CAPITAL}(?:['’-]{_CAPITAL})?|[^\W\d_a-zà-öø-ÿа-яё]\.)"
_NAME = rf"{_WORD}(?: (?:(?:de|da|van|von|der|bin|al|el|la) ){{0,2}}{_WORD}){{0,3}}"
_CUES = (
    r"call|text|message|e-?mail|mail|phone|ring|sms|contact|tell|ask|remind|invite|pay|send|transfer"
    r"|reply to|delete|remove|add|block|unblock|mute|archive|find|show|open|star"
    r"|favorite|unfavorite"
    r"|to|from|with|for|of|on|by|about|named?|nickname|called|group|album"
    r"|and|does|did|is|was|has|who is|when is"
    r"|llama a|llama|escribe a|envía a|para|a|de|con|ligue para|ligar para|envie para"
    r"|appelle|appeler"
    r"|écris à|envoie à|avec|pour|ruf|rufe|schreib|schreibe|an|von|mit|für|chiama|scrivi a|con|per"
    r"|позвони|позвоните|напиши|напишите|отправь|от|для|с|кому|zadzwoń do|napisz do|od|do"
)
_RELATION = (
    r"(?:(?:my|our|the) (?:wife|husband|partner|mother|mom|mum|father|dad|son|daughter|brother"
    r"|sister|friend|boss|colleague|uncle|aunt|cousin|doctor|dentist|neighbou?r|landlord|roommate"
    r"|contact|person|user|client|teacher)\s+)?"
)
_HONORIFIC = r"(?:(?:Dr|Mrs?|Ms|Mx|Miss|Prof|Sra?|Herr|Frau)\.? )?"
_CUED = re.compile(rf"(?<!\w)(?i:{_CUES})\s+{_RELATION}[\"“„«]?{_HONORIFIC}(?P<name>{_NAME})")
_LOWER = re.compile(
    r"(?:^|(?:please|and|then) )(?:call|text|message|e-?mail|phone|ring) "
    r"(?P<name>[^\W\d_A-Z]{2,}(?: [^\W\d_A-Z]{2,})??)"
    r"(?=$|[.,!?:]| (?:and|that|to|at|on|about|in|with|now|please|a|the|my|his|her|\"))",
    re.MULTILINE,
)
"""A name typed without capitals."""
_ADDRESSED = re.compile(
    r"(?<!\w)(?:call|text|message|e-?mail|phone|ring|sms|contact|tell|ask|remind|invite|add|pay"
    r"|(?:re)?(?:ply|write|send|transfer) (?:[^.!?]{0,40} )?to|conversation with|chat with)\s+$"
)
"""What is said of persons: "Call May", "Reply to Jordan". Months and countries have no phone."""
_THING = re.compile(
    r"\s(?:fund|account|card|club|class|team|group|chat|app|list|folder|network|setting|mode|page"
    r"|tab|button|theme|album|playlist|channel|trip|order|plan|budget|savings|project|event|lunch"
    r"|dinner|party|house|library|game|song|store|shop|bank|street|hotel)s?(?!\w)"
)
"""Behind a single capitalised word it makes a title of it: "Travel fund"."""
_OWNED = re.compile(rf"(?P<name>{_NAME})['’]s?\s+[^\W\d_]")
_SUBJECT = re.compile(
    rf"(?:^|[.!?]\s+)(?P<name>{_NAME})\s+(?:has|have|had|is|was|sent|texted|called|wrote|moved|asked"
    r"|wants|said|lives|changed|got)\s"
)
_TITLE = rf"{_CAPITAL}(?: (?!(?:and|that|to|about|saying|if|when|in|on|via)(?!\w))[\w&'’-]+){{0,4}}"
_GROUP = re.compile(
    r"(?<!\w)(?:group(?: chat)?|grupo|groupe|gruppe|gruppo|групп[ауеы])\s+[\"“„«]?"
    rf"(?P<name>{_TITLE})"
    rf"|(?<!\w)(?:the|my|our)\s+[\"“„«]?(?P<before>{_TITLE}?)[\"”“»]? group(?: chat)?(?!\w)"
)
_CODE = re.compile(
    r"(?<![\w.@/#-])(?!ISO|RFC|KB)(?=(?:-?[A-Z])*(?:-?\d){5})[A-Z]{1,4}-?\d(?:-?[A-Z\d]){4,24}(?![\w@-]|\.\d)"
)
_SECRET = re.compile(
    r"(?:(?P<with>with )(?:the |my )?)?(?:password|passcode|passphrase|pin|contraseña|clave|senha"
    r"|mot de passe|passwort|kennwort|пароль|паролем)\s+[\"“„«]?(?P<secret>[^\s\"“”„«»]{4,64})",
    re.IGNORECASE,
)
_LOGIN = re.compile(
    r"(?:log ?in|sign in|unlock)(?:(?! with ).){0,40} with (?P<after>\d{4,8})(?!\d|[.,]\d)"
    r"|(?:use|enter|with|is) (?P<before>\d{4,8})"
    r"(?= (?:to|for|as) (?:the |my )?(?:log|sign|unlock|pin))",
    re.IGNORECASE,
)
_UNSAID = frozenset("from that which saved stored then this there field screen manager".split())
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
_LATIN = re.compile(r"[a-z]{2}")
_HAN = re.compile(r"(?<![\u4e00-\u9fff])[\u4e00-\u9fff]{2,4}(?![\u4e00-\u9fff])")
_PAIR = re.compile(rf"(?<=[a-z] ){_CAPITAL} {_CAPITAL}(?![\w'’-]| {_CAPITAL})")
"""Two capitals that mean nothing, inside a sentence: "the album Chidi Sutcliffe"."""
_MIXED = re.compile(r"(?<!\w)[^\W\d_A-Z][^\W\d_]{1,20} [^\W\d_]*[^\W\d_A-Z][A-Z][^\W\d_]*(?!\w)")
"""Two words, the second with a capital inside: a name as it comes, "josé mAcleod"."""
_MEDICAL = re.compile(
    r"allerg|medic|prescri|dosage|(?<!\w)(?:dose|health|pills?|symptoms?|diagnos\w+)(?!\w)",
    re.IGNORECASE,
)
_WHAT = r"(?P<what>[^\W\d_][\w'’-]*(?: [^\W\d_][\w'’-]*){0,2}?)"
_TAKEN = re.compile(
    r"(?<!\w)(?:add|delete|remove|takes?|taken|taking|mark|tick off|prescribed|entry|dose of"
    rf"|m?c?g of|allergic to|allergy to|stop(?:ped)?) (?:just |taking |taken |my |the )*{_WHAT}"
    r"(?=[:.,;!?]|$| (?:at|with|to|from|off|as|for|in|is|and)(?!\w))",
    re.IGNORECASE,
)
_CAUSE = re.compile(rf"(?:^|that |[.:] ){_WHAT} (?:gives me|causes|triggers)(?!\w)", re.IGNORECASE)
_STATED = re.compile(
    rf"(?:allerg|medicati|diagnos|condition|symptom)\w*[^:.]{{0,40}}: {_WHAT}(?=[.;!?]|$)",
    re.IGNORECASE,
)
_NO_REMEDY = re.compile(
    r"(?:an?|first|last|next|it|them|this|that|one|new|appointments?|dr)(?!\w)", re.IGNORECASE
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
    yield from _secrets(text)
    view = folded(text)
    for hit in amounts(view.text):
        yield Found(0, *view.original(hit.start, hit.end), T.ACCOUNT_BALANCE, 0.7)
    for match in _CODE.finditer(text):
        yield Found(0, *match.span(), T.ORDER_NUMBER, 0.7)
    yield from _health(text, vocabulary)
    messages: list[tuple[int, int]] = []
    if _WRITES.search(text):
        messages = [match.span("text") for match in _QUOTED.finditer(text)]
    for span in messages:
        start, end = trim(text, *span)
        # One word is a title, and known to no sweep of the screen.
        if re.search(r"\s", text[start:end]) and not vocabulary.vetoes(text[start:end]):
            yield Found(0, start, end, T.MESSAGE_CONTENT, 0.8)
    for found in (*_groups(text, vocabulary), *_people(text, vocabulary)):
        if not any(start <= found.start < end for start, end in messages):
            yield found


def _health(text: str, vocabulary: Vocabulary) -> Iterator[Found]:
    """What somebody takes, or can't bear, where the instruction speaks of such things."""
    if not _MEDICAL.search(text):
        return
    for match in DOSE.finditer(text):
        yield Found(0, *match.span(), T.HEALTH_INFO, 0.7)
    for pattern in (_TAKEN, _CAUSE, _STATED):
        for match in pattern.finditer(text):
            start, end = trim(text, *match.span("what"))
            own = not (vocabulary.vetoes(text[start:end]) or label_type(text[start:end]))
            if start < end and own and not _NO_REMEDY.match(text[start:end]):
                yield Found(0, start, end, T.HEALTH_INFO, 0.65)


def _secrets(text: str) -> Iterator[Found]:
    """What stands right behind "password", if it looks like one or "with" says that it is."""
    for match in _LOGIN.finditer(text):
        yield Found(0, *match.span("after" if match["after"] else "before"), T.PASSWORD, 0.9)
    for match in _SECRET.finditer(text):
        secret = match["secret"].rstrip(".,;:!?)")
        likely = any(c.isdigit() for c in secret) or (
            match["with"] is not None and secret.casefold() not in _UNSAID
        )
        if len(secret) >= 4 and likely:
            start = match.start("secret")
            yield Found(0, start, start + len(secret), T.PASSWORD, 0.9)


def _groups(text: str, vocabulary: Vocabulary) -> Iterator[Found]:
    for match in _GROUP.finditer(text):
        start, end = match.span("name" if match["name"] else "before")
        if not vocabulary.is_label(text[start:end]):
            yield Found(0, start, end, T.GROUP_NAME, 0.7)


def _people(text: str, vocabulary: Vocabulary) -> Iterator[Found]:
    first = text[:1].lower() + text[1:]  # the verb in front is a cue, too
    for pattern in (_CUED, _OWNED, _SUBJECT, _CJK):
        for match in pattern.finditer(first if pattern is _CUED else text):
            start, end = match.span("name")
            if not _nobody(text[start:end], first[:start], text[end:], vocabulary):
                yield Found(0, start, end, T.PERSON_NAME, 0.6)
    if not any(map(is_cjk, text)):
        for start, end in names_in(text, vocabulary, private=False):
            yield Found(0, start, end, T.PERSON_NAME, 0.7)
    for match in _HAN.finditer(text):
        thing = vocabulary.vetoes(match[0]) or is_han_word(match[0])
        if han_name(match[0]) or (_LATIN.search(text) and not thing):
            yield Found(0, *match.span(), T.PERSON_NAME, 0.6)
    for match in _PAIR.finditer(text):
        if all(map(is_unheard, match[0].split())) and not _nobody(match[0], "", "", vocabulary):
            yield Found(0, *match.span(), T.PERSON_NAME, 0.6)
    for match in _MIXED.finditer(text):
        if full_name(match[0]):
            yield Found(0, *match.span(), T.PERSON_NAME, 0.6)
    for match in _LOWER.finditer(first):
        words = match["name"].split()
        if not any(w in ORDINARY or w in _PRONOUNS or vocabulary.vetoes(w) for w in words):
            yield Found(0, *match.span("name"), T.PERSON_NAME, 0.6)


_PRONOUNS = frozenset(
    """what who whom whose when where why how which it he she they there this that i we you please
    can could would do does did if then and the a an my your our his her their everyone somebody
    qué quién cuándo dónde que quem quando onde quoi qui quand où was wer wann wo chi cosa что кто
    когда где""".split()
)


def _nobody(name: str, before: str, after: str, vocabulary: Vocabulary) -> bool:
    words = name.split()
    if not name_like(name) or words[0].casefold() in _PRONOUNS or business_like(name):
        return True
    if len(words) > 1:
        return vocabulary.vetoes(name) or all(vocabulary.vetoes(word) for word in words)
    if _APP.search(before) is not None or _THING.match(after) is not None:
        return True
    given = re.search(r"(?<!\w)send\s+$", before) and re.match(r" (?:a|an|the|my)(?!\w)", after)
    addressed = _ADDRESSED.search(before) is not None or given
    if addressed:
        return vocabulary.is_label(name)
    return vocabulary.vetoes(name) or is_ordinary(name)
