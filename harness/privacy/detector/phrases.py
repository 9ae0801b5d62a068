"""Phrases that name somebody: "Photo of X", "X's phone", "Paid to X", "X is typing…"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from harness.core.entity import EntityType as T
from harness.privacy.detector.folding import trim
from harness.privacy.detector.labels import label_type
from harness.privacy.detector.lexicon import (
    name_within,
    not_a_person,
    ordinary_phrase,
    well_listed,
)
from harness.privacy.detector.rows import TYPING
from harness.privacy.detector.shape import business_like, name_like, title_like
from harness.privacy.detector.times import is_time
from harness.privacy.detector.tree import Found
from harness.privacy.detector.vocabulary import Vocabulary

_PICTURE = (
    r"(?:(?:contact |profile )?(?:photo|picture|avatar|image|photo avatar)s?"
    r"|quick contact|contact details|profile|status|story|stories)"
)
_OF = re.compile(
    rf"(?:{_PICTURE} (?:of|for|from) "
    r"|(?:show |view |open )(?:contact |profile )?(?:details|profile|info|photo"
    r"|contact) (?:of|for) "
    r"|(?:foto|imagen|imagem|avatar|retrato|fotografía)(?: de| do| del| da)?(?: "
    r"(?:perfil|contacto?))?"
    r" (?:de|da|do|del) "
    r"|status do contato |estado de |photo(?: de profil| de contact)? (?:de |d['’])"
    r"|(?:profil|kontakt)?(?:bild|foto)(?: von| för| af| av) "
    r"|(?:foto|immagine)(?: del profilo| del contatto)? di "
    r"|(?:фото(?:графия)?|аватар|снимка)(?: профиля| контакта| на)? (?!профиля|контакта)"
    r"|zdjęcie(?: profilowe)? |头像[:：]\s*|foto van |profielfoto van |foto profil "
    r"|ảnh(?: đại diện)? của "
    r"|صورة |תמונה של |רופיל של )(?P<name>[^\n]{1,60})",
    re.IGNORECASE,
)
_POSSESSIVE = re.compile(
    r"(?P<name>[^\n]{1,60}?)(?:['’]s? "
    rf"(?:{_PICTURE}|location|name|phone|message|post|story|reel)\b.*"
    r"|さん(?:の(?:写真|プロフィール.*|アイコン|画像))|の(?:プロフィール(?:写真|画像)|アイコン|写真)"
    r"|的(?:头像|頭像|照片|个人资料|主页|大頭貼照)|님?(?:의)? 프로필(?: 사진| 보기|사진)?"
    r"|, 프로필 보기| adlı kişinin .*|(?:'in|'ın|'nin|'nın) (?:profil )?(?:fotoğrafı|resmi)"
    r"|n profiilikuva| की (?:फ़ोटो|तस्वीर))",
    re.IGNORECASE | re.DOTALL,
)
_ACT = re.compile(
    r"(?:call|message|text|video call|voice call|chat with|conversation with|reply to"
    r"|skip|like|pass"
    r"|invite|follow|unfollow|add friend|poke|wave to|send (?:a )?message to|typing to|signed in as"
    r"|logged in as|account:|switch to|remove|block|llamar a|mensaje a|ligar para|mensagem para"
    r"|appeler|anrufen:|chat mit|chiama|позвонить|написать|сообщение для|zadzwoń do|bel) "
    r"(?P<name>[^\n@,]{2,40})",
    re.IGNORECASE,
)
_SIGNED = re.compile(
    r"(?:signed in as|logged in as|sesión iniciada como|conectado como|connecté en tant que"
    r"|angemeldet als|accesso eseguito come|вы вошли как|zalogowano jako|ログイン中:"
    r"|登录身份[:：])\s+"
    r"(?P<name>[^\n@<(,]{2,60}?)(?=\s+\S+@|\s*[\n<(,.]|\s*$)",
    re.IGNORECASE,
)
_DEALT = re.compile(
    r"(?:(?:payment|transfer|money|paid|sent|received|request(?:ed)?|deliver(?:ed|y)?|ship(?:ped)?"
    r"|ordered|shared|assigned|invited|booked|zelle|deposit|refund|gift)(?: [^\W\d_]+)?"
    r" (?:to|from|by|with|for)|(?:you paid|paid|from:?|to:?)"
    r"|(?:transferencia|pago|envío|bizum|transferência|pagamento|pix|virement|paiement|bonifico)"
    r"(?: [^\W\d_]+)? (?:de|a|para|à|per|da|vers)"
    r"|(?:überweisung|zahlung) (?:an|von)|(?:перевод|платёж|платеж) (?:от|для|на имя)?"
    r"|przelew (?:do|od)|转账给|转账-|来自|收款方[:：]?) ?"
    r"(?P<name>[^\W\d_][^\W\d_.'’-]*\.?(?:[ -][^\W\d_][^\W\d_.'’-]*\.?){0,3})\s*",
    re.IGNORECASE,
)
_TITLED = re.compile(
    r"(?<!\w)(?:dr|prof|mr|mrs|ms|dra|herr|frau|señor|señora|sra|monsieur|madame|mme"
    r"|consulta de|praxis|ing|ד[״\"]ר)\.? "
    r"(?P<name>[^\W\d_][^\W\d_.'’-]*(?:[ -][^\W\d_][^\W\d_.'’-]*){0,2})(?!\w)",
    re.IGNORECASE,
)
_DEVICE = (
    r"(?:phone|i?phone|tablet|laptop|computer|reader|watch|headphones|earbuds|speaker|car|hotspot)"
)
_DEVICE_OF = re.compile(
    rf"(?P<name>[^\n]{{1,40}}?)(?:['’]s? {_DEVICE}|的(?:手机|平板|阅读器|电脑|手表|耳机|音箱|热点))"
    r"|(?:teléfono|móvil|tableta|lector|portátil|telefone|leitor|téléphone|liseuse|tablette"
    r"|handy|telefon|tablet|lesegerät|laptop|הטלפון|הקורא|המחשב|הטאבלט) "
    r"(?:de |do |da |von |del |של )(?P<whose>[^\n]{2,40})",
    re.IGNORECASE,
)
"""How things are called that connect to each other: "Dana's phone"."""
_PUSH_NAME = re.compile(r"(?<!\w)~ ?(?P<name>[^\W\d_][^\n:：,，~]{0,24}?)(?=[:：,，\n]|$)")
"""What a stranger calls himself in a group."""
_LISTED = re.compile(
    r"(?P<name>[^\d,，\n@]{2,40}?)\s*[,，،、]\s?(?P<kind>[^\d,，@\n+]{0,24}?)[,，،:：]?\s?"
    r"(?:\+?\d[\d ()./-]{7,}\d|[\w.+-]+@[\w-]+\.\w+)"
)
"""A row in one description: "Ann Lee, mobile, +1 202-555-0142"."""
_AGED = re.compile(r"\s*(?P<name>[^\W\d_][^\d,\n]{0,30}),\s?(?P<age>1[89]|[2-8]\d)(?!\d)\s*\W*")


SURE = 0.9
"""The score of a name that can be nobody else's, not even a company's."""


def fits(name: str, vocabulary: Vocabulary) -> bool:
    """Whether a text in the place of a name is one."""
    ordinary = well_listed(name.strip()[:1] or " ") and ordinary_phrase(name)
    return (
        is_value(name, vocabulary)
        and not business_like(name)
        and not (ordinary and not _is_nickname(name))
    )


def _is_nickname(name: str) -> bool:
    """People call each other Bear and Mum, but not in two words."""
    return " " not in name.strip() and name_like(name)


def is_called(name: str, vocabulary: Vocabulary) -> bool:
    """Like :func:`fits` where only a person can stand: May, Jordan and Mei are persons there."""
    word = " " not in name.strip() and name_like(name)
    return fits(name, vocabulary) or (word and not vocabulary.is_label(name))


def is_value(name: str, vocabulary: Vocabulary) -> bool:
    """Whether a short text is no word of the interface and no time."""
    return (
        title_like(name)
        and not vocabulary.vetoes(name)
        and label_type(name) is None
        and not is_time(name)
    )


def phrases(index: int, text: str, vocabulary: Vocabulary, *, groups: bool) -> Iterator[Found]:
    """Names in a text that a phrase around them gives away.

    Args:
        index: Of the field.
        text: Its text.
        vocabulary: Words of the interface.
        groups: Whether the app shows groups of people beside people.
    """
    if not 2 <= len(text) <= 300:
        return
    for match in (_OF.match(text), _POSSESSIVE.fullmatch(text)):
        if match is None:
            continue
        start, end = match.span("name")
        stop = re.search(r"[.,;·|]\s|\.$| \(", text[start:end])
        end = start + stop.start() if stop else end
        start, end = trim(text, start, end)
        if start < end and is_called(text[start:end], vocabulary):
            yield Found(index, start, end, T.PERSON_NAME, 0.8)
        elif start < end and groups and not vocabulary.vetoes(text[start:end]):
            yield Found(index, start, end, T.GROUP_NAME, 0.7)
    if (typing := TYPING.search(text)) and not vocabulary.is_label(text[: typing.start()]):
        start, end = trim(text, 0, typing.start())
        if name_like(text[start:end]):
            yield Found(index, start, end, T.PERSON_NAME, 0.8)
    if device := _DEVICE_OF.fullmatch(text):
        group = "name" if device["name"] else "whose"
        if name_like(device[group]) and not vocabulary.vetoes(device[group]):
            yield Found(index, *device.span(group), T.PERSON_NAME, 0.7)
    for match in _PUSH_NAME.finditer(text) if groups else ():
        if not vocabulary.vetoes(match["name"]):
            yield Found(index, *trim(text, *match.span("name")), T.PERSON_NAME, 0.7)
    for pattern, score in ((_SIGNED, 0.85), (_ACT, 0.7), (_DEALT, 0.7)):
        match = pattern.search(text) if pattern is _SIGNED else pattern.fullmatch(text)
        if match:
            start, end = trim(text, *match.span("name"))
            name = text[start:end]
            if fits(name, vocabulary) and (pattern is _SIGNED or name_like(name)):
                yield Found(index, start, end, T.PERSON_NAME, score)
    for match in _TITLED.finditer(text):
        if match["name"][:1].lower() == match["name"][:1] != match["name"][:1].upper():
            continue
        if not vocabulary.vetoes(match["name"]):
            yield Found(index, *match.span("name"), T.PERSON_NAME, 0.7)
    listed = _LISTED.match(text)
    if listed and not vocabulary.is_label(listed["name"]) and name_like(listed["name"]):
        start, end = (listed.start("name") + n for n in name_within(listed["name"]))
        kind = listed["kind"]
        sure = (
            kind != ""
            and vocabulary.vetoes(kind)
            and label_type(text[start:end]) is None
            and " " not in kind
        )
        if sure or (fits(text[start:end], vocabulary) and not not_a_person(text[start:end])):
            yield Found(index, start, end, T.PERSON_NAME, SURE if sure else 0.75)
    aged = _AGED.fullmatch(text)
    if aged and name_like(aged["name"]) and fits(aged["name"], vocabulary):
        yield Found(index, *aged.span("name"), T.PERSON_NAME, 0.75)
        yield Found(index, *aged.span("age"), T.DATE_OF_BIRTH, 0.75)
