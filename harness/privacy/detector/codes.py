"""E-mail, handles, secrets, order numbers, plates, birth dates and amounts in a folded text."""

from __future__ import annotations

import re
from collections.abc import Iterator

from harness.core.entity import EntityType
from harness.privacy.detector import words
from harness.privacy.detector.folding import has_letter
from harness.privacy.detector.numbers import WORD, Hit

# ---------------------------------------------------------------- e-mail and handles

_ACCENTED = "\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u024f\u1e00-\u1eff\u0300-\u036f"
"""Letters that belong to a local part as the ASCII ones do; those of other scripts are a label."""
_EMAIL = re.compile(
    rf"(?<![A-Za-z0-9._%+{_ACCENTED}-])[A-Za-z0-9_*{_ACCENTED}]"
    rf"[A-Za-z0-9._%+'*{_ACCENTED}-]{{0,63}}@"
    r"(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z]{2,24}(?![A-Za-z0-9])"
)
_FOREIGN_EMAIL = re.compile(r"(?<![^\s<(\[,;:])[^\s@<>()\[\],;:\"/]{1,64}@(?:[\w-]+\.)+\w{2,24}")
_AT = r"(?: ?[\[({<] ?at ?[\])}>] ?)"
_DOT = r"(?:\.| ?[\[({<] ?dot ?[\])}>] ?)"
_SPELLED_EMAIL = re.compile(
    rf"(?<![\w.])[\w.+-]{{1,64}}{_AT}[\w-]+(?:{_DOT}[\w-]+)*{_DOT}[A-Za-z]{{2,24}}(?!\w)"
    r"|(?<![\w.])[\w.+-]{1,64} at [\w-]+(?: dot [\w-]+)* dot [A-Za-z]{2,24}(?!\w)",
    re.IGNORECASE,
)
_HANDLE = re.compile(
    rf"(?<![{WORD}{_ACCENTED}.@/+-])@[A-Za-z_][A-Za-z0-9_]*(?:\.[A-Za-z0-9_]+)*(?![{WORD}@])"
)
_PROFILE = re.compile(
    rf"(?:t\.me|instagram\.com|facebook\.com|linkedin\.com/in|twitter\.com|(?<![{WORD}.])x\.com"
    r"|github\.com|tiktok\.com|vk\.com|snapchat\.com/add|wa\.me|paypal\.me|venmo\.com)/"
    r"(@?[A-Za-z0-9][A-Za-z0-9_.-]{1,38}[A-Za-z0-9])"
)


def emails(text: str) -> Iterator[Hit]:
    """E-mail addresses, also spelled out, glued to other scripts or partly starred out."""
    for match in _SPELLED_EMAIL.finditer(text):
        if "@" not in match[0]:
            yield Hit(match.start(), match.end(), EntityType.EMAIL, 0.9)
    if "@" not in text:
        return
    for match in _EMAIL.finditer(text):
        yield Hit(match.start(), match.end(), EntityType.EMAIL)
    for match in _FOREIGN_EMAIL.finditer(text):
        if not _EMAIL.search(match[0]) and has_letter(match[0]):
            yield Hit(match.start(), match.end(), EntityType.EMAIL, 0.9)


def handles(text: str) -> Iterator[Hit]:
    """``@name`` and the last part of profile links."""
    for match in _HANDLE.finditer(text):
        if len(match[0]) >= 4:
            yield Hit(match.start(), match.end(), EntityType.USERNAME, 0.95)
    for match in _PROFILE.finditer(text):
        yield Hit(match.start(1), match.end(1), EntityType.USERNAME, 0.9)


# ---------------------------------------------------------------- secrets

_OTP = re.compile(
    r"(?<!\d[.,:/-])(?<![A-Za-z0-9_.#$€£¥+-])(?:[A-Z]-)?(?:\d{4,8}|\d{3}[ -]\d{3})"
    r"(?![A-Za-z0-9_%]|[.:/-]\d|,\d{3}(?!\d))"
)
_ALNUM_OTP = re.compile(rf"(?<![{WORD}-])(?=[A-Z0-9]*\d)(?=\d*[A-Z])[A-Z0-9]{{5,8}}(?![{WORD}-])")
_INTERNATIONAL = re.compile(r"\+\d{1,3}[ ()./-]{0,2}\d[\d ()./-]{5,16}\d")
_CARD_CODE = re.compile(
    rf"(?:(?<![{WORD}])(?:cvv2?|cvc2?|csc|cvn|security code|sicherheitscode|prüfnummer"
    r"|kartenprüfnummer|código de seguridad|cryptogramme|codice di sicurezza|код безопасности"
    r"|קוד אבטחה)[\s:.-]{1,3}"
    rf"|(?:安全码|cvv码)[\s:.-]{{0,3}})(\d{{3,4}})(?![{WORD}-])",
    re.IGNORECASE,
)
_YEAR = re.compile(r"(?:19|20)\d{2}")
_SAYS = re.compile(r"(?:\bis|[:=])\s*$")
_ASSIGNED = r"\s*(?:is|es|é|ist|est|è|jest|är|:|：|=|为|是|は|는|은)\s*[:\"“'«]?\s*"
_SECRET = r"(?=[^\s]*[\d\W_])([^\s\"”'»,;，。]{4,64})"


def one_time_codes(text: str) -> Iterator[Hit]:
    """One-time codes and PINs beside a word that says so, and security codes of cards."""
    phones = [match.span() for match in _INTERNATIONAL.finditer(text)]
    for match in _CARD_CODE.finditer(text):
        yield Hit(*match.span(1), EntityType.PASSWORD, 0.95)
    for compiled in (_OTP, _ALNUM_OTP):
        for match in compiled.finditer(text):
            start, end = match.span()
            if any(left <= start and end <= right for left, right in phones):
                continue
            said = 40 if _SAYS.search(text, max(0, start - 6), start) else 12
            if _YEAR.fullmatch(match[0]) and not words.near(text, start, end, words.CODE, said, 0):
                continue
            if words.near(text, start, end, words.CODE, 60, 36) and not words.near(
                text, start, end, words.NOT_CODE, 16, 0
            ):
                yield Hit(start, end, EntityType.PASSWORD, 0.95)


def passwords(text: str) -> Iterator[Hit]:
    """What follows "password:" or "password is"."""
    for label in words.pattern(words.PASSWORD).finditer(text.casefold()):
        if len(text) != len(text.casefold()):
            return
        match = re.compile(_ASSIGNED + _SECRET).match(text, label.end())
        if match:
            end = match.end(1) - match[1].endswith(".")
            yield Hit(match.start(1), end, EntityType.PASSWORD, 0.9)


# ---------------------------------------------------------------- orders and plates

_ORDER = re.compile(
    rf"(?<![{WORD}.,@/-])(?:[A-Z]{{1,4}}[- ]?)?(?=[A-Z0-9-]*\d)[A-Z0-9](?:-?[A-Z0-9]){{4,24}}"
    rf"(?![{WORD}@]|[.,]\d|[个個件条條笔筆元円원])"
)
_RECORD_LOCATOR = re.compile(rf"(?<![{WORD}-])[A-Z0-9]{{6}}(?![{WORD}-])")
_LOCATOR_WORDS = """pnr | booking reference | booking ref | booking code | record locator |
confirmation code | reservation code | localizador | código de reserva | buchungscode |
код бронирования | 予約番号 | 예약번호"""
_TRACKING = re.compile(
    r"(?<![A-Za-z0-9])(?:1Z[0-9A-Z]{16}|[A-Z]{2}\d{9}[A-Z]{2}|(?:SF|YT|JD|JT)\d{12,15}"
    r"|TBA\d{12}|\d{3}-\d{7}-\d{7})(?![A-Za-z0-9])"
)
_MONTH_NUMBER = re.compile(r"(?:19|20)\d{2}-?(?:0\d|1[0-2])(?:-?[0-3]\d)?")


def orders(text: str) -> Iterator[Hit]:
    """Order, booking and tracking numbers: known shapes, or a word that says so."""
    for match in _TRACKING.finditer(text):
        yield Hit(match.start(), match.end(), EntityType.ORDER_NUMBER, 0.95)
    for match in _ORDER.finditer(text):
        if _MONTH_NUMBER.fullmatch(match[0]) or sum(c.isdigit() for c in match[0]) < 3:
            continue
        if words.near(text, *match.span(), words.ORDER, before=32, after=0):
            yield Hit(match.start(), match.end(), EntityType.ORDER_NUMBER, 0.9)
    for match in _RECORD_LOCATOR.finditer(text):
        if words.near(text, *match.span(), _LOCATOR_WORDS, before=28, after=0):
            yield Hit(match.start(), match.end(), EntityType.ORDER_NUMBER, 0.9)


_PLATE_SHAPES = re.compile(
    r"(?<![A-Za-z0-9])"
    r"(?:[京津沪渝冀豫云辽黑湘皖鲁新苏浙赣鄂桂甘晋蒙陕吉闽贵粤青藏川宁琼][A-Z][·• ]?[A-Z0-9]{5,6}"
    r"|[АВЕКМНОРСТУХ] ?\d{3} ?[АВЕКМНОРСТУХ]{2} ?\d{2,3})(?![A-Za-z0-9])"
)
_PLATE_WORD = f"{WORD}ÄÖÜäöüА-я-"
_PLATE = re.compile(
    rf"(?<![{_PLATE_WORD}])(?=[A-Z0-9ÄÖÜА-Я -]{{0,12}}\d)(?=[\d -]{{0,12}}[A-ZÄÖÜА-Я])"
    rf"[A-Z0-9ÄÖÜА-Я]{{1,4}}(?:[ -]?[A-Z0-9А-Я]{{1,4}}){{1,3}}(?![{_PLATE_WORD}])"
)


def plates(text: str) -> Iterator[Hit]:
    """Licence plates of unmistakable shape, or beside a word that says so."""
    for match in _PLATE_SHAPES.finditer(text):
        yield Hit(match.start(), match.end(), EntityType.LICENSE_PLATE, 0.95)
    for match in _PLATE.finditer(text):
        if 4 <= len(match[0]) <= 12 and words.near(text, *match.span(), words.PLATE, 24, 0):
            yield Hit(match.start(), match.end(), EntityType.LICENSE_PLATE, 0.9)


# ---------------------------------------------------------------- health

_CONDITION = (
    r"(?:type (?:1|2|one|two) )?diabet(?:es|ic)|asthma|epilep(?:sy|tic)|cancer|leuk(?:a?e)mia|hiv"
    r"|hepatitis [a-c]|hypertension|high blood pressure|iron deficiency|an(?:a?e)mia|arthritis"
    r"|migraines?|depression|bipolar disorder|anxiety disorder|adhd|ptsd|dementia|alzheimer['’]?s"
    r"|parkinson['’]?s|multiple sclerosis|celiac disease|pregnant|a (?:broken|fractured|sprained)"
    r" [^\W\d_]+|a (?:heart|kidney|liver|thyroid) (?:disease|condition|attack|failure|transplant)"
)
_HEALTH = re.compile(
    r"(?<!\w)(?:(?:has|have|had|is|am|with|from|it['’]s)\s+(?:an? )?"
    rf"(?P<condition>{_CONDITION})|(?P<allergy>allergic to [^\W\d_]+(?: and [^\W\d_]+)?))(?!\w)",
    re.IGNORECASE,
)


def health(text: str) -> Iterator[Hit]:
    """What somebody is said to suffer from."""
    for match in _HEALTH.finditer(text):
        group = "condition" if match["condition"] else "allergy"
        yield Hit(*match.span(group), EntityType.HEALTH_INFO, 0.85)


# ---------------------------------------------------------------- birth dates

DATES = re.compile(
    rf"(?<![{WORD}./-])(?:"
    r"(?:19|20)\d{2}([./-])\d{1,2}\1\d{1,2}"
    r"|\d{1,2}([./-])\d{1,2}\2(?:19|20)?\d{2}"
    r"|(?:19|20)\d{2}\s?[年년]\s?\d{1,2}\s?[月월](?:\s?\d{1,2}\s?[日일])?"
    r"|\d{1,2}\.? (?:de )?[^\W\d_]{3,12}[.׳']?,? (?:de )?(?:19|20)\d{2}"
    r"|(?<![^\W\d_])[^\W\d_]{3,12}\.? \d{1,2}(?:st|nd|rd|th)?,? (?:19|20)\d{2}"
    rf")(?![{WORD}/-]|\.\d)"
)


def birth_dates(text: str) -> Iterator[Hit]:
    """Dates beside a word for birth; other dates are nobody's."""
    for match in DATES.finditer(text):
        if words.near(text, *match.span(), words.BIRTH, before=32, after=16):
            yield Hit(match.start(), match.end(), EntityType.DATE_OF_BIRTH, 0.95)


# ---------------------------------------------------------------- amounts

_SIGN = r"(?:[$€£¥₹₽₩₺₫฿₴₦₱₪₡₲₵]|R\$|[A-Z]{2}\$|US\$)"
_UNIT = "[元円원]"
_WORD = (
    r"(?:kr\.?|zł|Kč|Ft|lei|лв\.?|руб\.?"
    r"|USD|EUR|GBP|JPY|CNY|RMB|INR|RUB|KRW|BRL|MXN|CHF|CAD|AUD|NZD|SEK|NOK|DKK|PLN|CZK|HUF"
    r"|TRY|ILS|AED|SAR|EGP|ZAR|NGN|KES|IDR|MYR|SGD|HKD|TWD|THB|VND|PHP|UAH|BGN|RON|ARS|CLP|COP"
    r"|PEN|MRU|MAD|BTC|ETH|USDT)"
)
_NUMBER = r"\d{1,3}(?:[.,' ]\d{3})+(?:[.,]\d{1,2})?|\d+(?:[.,]\d{1,8})?"
_AMOUNT = re.compile(
    rf"(?:(?<![{WORD}.,])[-+]?{_SIGN}|(?<![\w.,])[-+]?(?:{_WORD}|{_UNIT}))"
    rf"\s?[-+]?(?:{_NUMBER})(?!\d|[.,]\d)"
    rf"|(?<![{WORD}.,:/])[-+]?(?:{_NUMBER})\s?(?:{_SIGN}|{_UNIT}|{_WORD}(?![^\W\d_]))"
)


def amounts(text: str) -> Iterator[Hit]:
    """Amounts with a currency; whether they are personal is for the caller to decide."""
    for match in _AMOUNT.finditer(text):
        yield Hit(match.start(), match.end(), EntityType.ACCOUNT_BALANCE, 0.85)


def personal_amounts(text: str) -> Iterator[Hit]:
    """Amounts beside a word about one's own money."""
    for hit in amounts(text):
        if words.near(text, hit.start, hit.end, words.MONEY, before=60, after=40):
            yield hit
