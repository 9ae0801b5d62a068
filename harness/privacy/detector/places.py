"""Postal and street-level addresses in a folded text, in the conventions of many countries."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from babel import Locale

from harness.core.entity import EntityType
from harness.privacy.detector.numbers import Hit

LOCALES = (
    "en es fr de it pt ru uk bg pl cs nl sv da nb fi tr el ro hu ar he fa hi th vi id ko ja zh"
).split()
"""Locales of which the names of territories, months and days are known."""

_TAIL = r"(?:,? ?(?:[^\W\d_][\w.'’-]{0,30}|\d{3,6}(?:-\d{3,4})?)){0,2}"
_PLACE = r"(?:, ?(?:#? ?[\w.'’°ºª/-]+(?: [\w.'’°ºª/-]+){0,4})){0,5}"
_UNIT = r"(?:,? (?:Apt|Apartment|Unit|Suite|Ste|Flat|Fl|Floor|Room|Rm|#)\.? ?\w{1,6})?"

_PATTERNS = tuple(
    re.compile(p, re.IGNORECASE | re.UNICODE)
    for p in (
        # 1204 Elm Street, Springfield, IL 62704
        r"(?<![\w.$€£,])\d{1,6}[A-Za-z]?(?:[-/]\d{1,5})? (?:[NSEW]\.? |(?:North|South|East|West) )?"
        r"(?:[^\W\d_][\w.'’-]{0,30} |\d{1,3}(?:st|nd|rd|th) ){1,4}"
        r"(?:Street|St|Avenue|Ave|Road|Rd|Boulevard|Blvd|Lane|Ln|Drive|Dr|Court|Ct|Place|Pl|Way"
        r"|Terrace|Ter|Circle|Cir|Parkway|Pkwy|Highway|Hwy|Square|Sq|Trail|Trl|Close|Crescent|Cres"
        r"|Row|Mews|Loop|Alley|Plaza|Quay|Walk|Gardens|Grove|Hill|Heights|Marg|Nagar|Approach|Parade"
        r"|Green|Wharf|Yard|Rise|Vale|Croft|Broadway|Esplanade|Embankment)\b\.?" + _UNIT + _PLACE,
        # Calle de Alcalá 42, 28014 Madrid; Rua das Flores, 123; 12 rue de la Paix; Via Roma 5
        r"(?<!\w)(?:\d{1,4}(?: ?(?:bis|ter))?,? )?(?:Calle|C/|Avenida|Avda?\.?|Av\.|Paseo"
        r"|Plaza|Plaça"
        r"|Carrer|Carretera|Calz\.|Calzada|Rua|Travessa|Alameda|Praça|Estrada|Rodovia|Rue|Allée"
        r"|Impasse|Chemin|Quai|Boulevard|Bd|Via|Viale|Piazza|Corso|Largo|Vicolo|Jalan|Jln\.?|Jl\.?"
        r"|Strada|Calea|Bulevardul|Camino|Ronda|Glorieta|Travesía|Cuesta|Rambla|Pasaje|Costanilla"
        r"|Đường|Đ\.)\.? "
        r"(?:[^\W\d_][\w.'’-]{0,30}[ ,]+){1,6}(?:n[.º°o]* ?)?\d{1,5}[A-Za-z]?(?!\w)" + _PLACE,
        r"(?<![\w.])\d{1,4}(?: ?(?:bis|ter))?,? (?:rue|avenue|allée|impasse|chemin|quai"
        r"|boulevard|bd"
        r"|place|cours|route|square|passage) [^\W\d_][\w.'’-]{0,30}"
        r"(?:[ ,]{1,2}[^\W\d_][\w.'’-]{0,30}){0,5}[ ,]{0,2}(?:, ?)?"
        r"(?:\d{5} [^\W\d_][\w'’-]*(?:[ -][^\W\d_][\w'’-]*){0,3})?",
        # Musterstraße 12, 10115 Berlin; Kerkstraat 5; Storgatan 3; Mannerheimintie 4 A 12
        r"(?<!\w)(?-i:[A-ZÄÖÜ][\w.-]{1,20} )?[^\W\d_][\w.’'-]{0,30}"
        r"(?:(?: |-)?(?:straße|strasse|str\.|weg|platz|allee|gasse|ufer|damm"
        r"|ring|straat|laan|plein|gracht|gatan|vägen|gata|veien|vej|gade|katu|tie|kuja|utca|körút"
        r"|ulice|sokak|sokağı|sok\.|caddesi|cad\.))(?:,? (?:no[:.]? ?)?)"
        r"\d{1,4} ?[A-Za-z]?(?!\w)(?:,? (?:[A-Z]-)?\d{4,5}(?: [A-Z]{2})? [^\W\d_][\w-]*)?" + _TAIL,
        r"(?<!\w)(?:ul\.|ulica|al\.|aleja|os\.|pl\.) ?[^\W\d_][\w.’'-]{0,30}"
        r"(?: [^\W\d_][\w.’'-]{0,30}){0,3} \d{1,4}"
        r"[A-Za-z]?(?:/\d{1,4})?(?:, ?(?:\d{2}-\d{3} )?[^\W\d_][\w-]*)?",
        # Am Mühlbach 159, 48143 Münster; An der alten Mühle 3
        r"(?<!\w)(?-i:Am|Im|Zum|Zur|Beim|(?:Auf|An|In|Unter|Hinter|Vor|Neben|Bei) de[mnr])"
        r"(?: [a-zäöüß]+)? (?-i:[A-ZÄÖÜ])[\w’'-]{2,30} \d{1,4} ?[a-z]?(?!\w)"
        r"(?:, \d{5} (?-i:[A-ZÄÖÜ])[\w-]+(?: am \w+)?)?",
        # г. Москва, ул. Ленина, д. 5, кв. 12; бул. Витоша 15
        r"(?<!\w)(?:(?:г|гор|обл|с|пос|м)\.? ?[А-ЯЁЇІЄҐ][\w-]+, ?)?(?:ул|улица|пр-т|просп|проспект"
        r"|пер|переулок|пл|площадь|бул|бульвар|б-р|ш|шоссе|наб|набережная|ж\.к|жк|вул|вулиця|мкр)"
        r"\.? ?[\w«»\"-]{1,30}(?: [\w«»\"-]{1,30}){0,3} ?(?:,? ?(?:д|дом|№|буд|бл|стр"
        r"|корп|к|кв|оф|вх|ет|ап)\.? ?)?"
        r"(?:\d{1,4}[А-Яа-я]?(?:/\d{1,4})?)?"
        r"(?:,? ?(?:д|дом|буд|бл|стр|корп|к|кв|оф|вх|ет|ап)\.? ?\d{1,4}[А-Яа-я]?)*",
        r"(?<!\w)[А-ЯЁ][\w-]+(?:ая|ий|ой) (?:улица|ул\.|проспект|переулок|площадь"
        r"|шоссе),? ?\d{1,4}\w?",
        # 上海市浦东新区世纪大道100号; 〒100-0001 東京都千代田区; 서울특별시 강남구 테헤란로 152
        r"(?:(?<!\d)\d{6} ?)?(?:[\u4e00-\u9fff]{2,8}(?:省|自治区))?"
        r"(?:[\u4e00-\u9fff]{1,8}市)?(?:[\u4e00-\u9fff]{1,8}[区县縣])?"
        r"[\u4e00-\u9fff]{1,10}(?:路|街|道|巷|弄|胡同|大街|大道|里|村)[\u4e00-\u9fff]{0,4}\d{1,5}"
        r"(?:-\d+)?[号號弄](?:[\u4e00-\u9fffA-Z\d-]{0,12}?(?:室|楼|樓|栋|单元|层|座|号))*",
        r"(?:(?<!\d)\d{6} ?)?(?:[\u4e00-\u9fff]{2,7}省)?"
        r"[\u4e00-\u9fff]{2,6}市[\u4e00-\u9fff]{2,6}[区县](?:[\u4e00-\u9fffA-Z\d-]{2,30})?",
        r"〒? ?\d{3}-\d{4}\s?(?:[\u4e00-\u9fff]{2,3}[都道府県])[^\s、。,]{2,40}",
        r"(?:東京都|北海道|(?:京都|大阪)府|[\u4e00-\u9fff]{2,3}県)[\u4e00-\u9fff\u3040-\u30ff]{1,8}[市区町村郡]"
        r"[\u4e00-\u9fff\u3040-\u30ff\d-]{0,30}",
        r"[가-힣]{2,7}(?:시|도) [가-힣]{1,5}[구군시](?: [가-힣\d]{1,10}(?:로|길|동|읍"
        r"|면))?(?: \d{1,4}(?:-\d{1,4})?)?",
        r"[가-힣\d]{2,10}(?:로|길) ?\d{1,4}(?:-\d{1,4})?(?:번지|호)?(?![\d가-힣])",
        # شارع الملك فهد 12; 12 شارع; רחוב הרצל 5; ถนน
        r"(?<!\w)(?:\d{1,4}،? )?شارع [\u0620-\u06ff]{1,20}"
        r"(?: [\u0620-\u06ff]{1,20}){0,3} ?(?:،? ?\d{1,5})?"
        r"(?:، ?[\u0620-\u06ff ]{2,30})?",
        r"(?<!\w)(?:רחוב|רח'|שדרות|שד'|דרך|סמטת|סמטה|כיכר) (?:[\u05d0-\u05ea'\"]+ ){1,3}\d{1,4}"
        r"(?:, ?[\u05d0-\u05ea '\"-]{2,24}(?:,? ?\d{5,7})?)?",
        r"(?<!\w)[\u05d0-\u05ea][\u05d0-\u05ea'\"-]+(?: [\u05d0-\u05ea'\"-]+){0,2} \d{7}(?!\d)",
        r"\d{1,4}(?:/\d{1,4})?\s?(?:หมู่|ถนน|ถ\.|ซอย|ซ\.)[\u0e00-\u0e7f\d /.]{2,60}",
        # Springfield, IL 62704; London SW1A 1AA; 28014 Madrid is too plain on its own
        r"(?<!\w)[A-Z][\w.'’-]+(?: [A-Z][\w.'’-]+){0,2}, [A-Z]{2} \d{5}(?:-\d{4})?(?!\d)",
        # P.O. Box 12
        r"(?<!\w)(?:P\.? ?O\.? Box|Postfach|Apartado|Caixa Postal|а/я) \d{1,6}(?!\w)" + _PLACE,
    )
)
_CASED = re.compile(
    r"(?<!\w)[A-Z][\w.'’-]+(?: [A-Z][\w.'’-]+){0,2}, [A-Z]{2} \d{5}(?:-\d{4})?(?!\d)"
    r"|(?<![A-Z0-9])[A-Z]{1,2}\d[A-Z\d]? \d[ABD-HJLNP-UW-Z]{2}(?![A-Z0-9])"
)
_POINT = re.compile(r"(?<![\d.])-?\d{1,2}\.\d{4,8}°? ?[NS]?[,;] ?-?\d{1,3}\.\d{4,8}°? ?[EW]?(?!\d)")
_SEPARATOR = re.compile(r"\s+[-–·]\s+|,\s*|،\s*|、")
_LEAD = re.compile(
    r"(?:in|near|at|to|from|en|cerca de|à|près de|nahe|bei|em|perto de|in der nähe von|vicino a"
    r"|в|у|около|рядом с|w|blisko|nära|i|في|بالقرب من|di|dekat|ở|gần)\s+",
    re.IGNORECASE,
)


@lru_cache(maxsize=1)
def territories() -> frozenset[str]:
    """Names of countries in many languages, case-folded."""
    names = {"uk", "usa", "u.s.a.", "u.k.", "uae", "россия", "england", "scotland", "wales"}
    for locale in LOCALES:
        for code, name in Locale.parse(locale).territories.items():
            if len(code) == 2 and len(name) > 2:
                names.add(name.casefold())
    return frozenset(names)


def addresses(text: str) -> Iterator[Hit]:
    """Streets with a number, postal lines, places that end with a country, coordinates."""
    if len(text) < 6:
        return
    if any(c.isdigit() for c in text) or not text.isascii():
        for compiled in _PATTERNS:
            for match in compiled.finditer(text):
                start, end = match.span()
                end = start + len(match[0].rstrip(" ,.-"))
                if _street(text[start:end]):
                    yield Hit(start, end, EntityType.ADDRESS, 0.9)
        for match in _CASED.finditer(text):
            yield Hit(match.start(), match.end(), EntityType.ADDRESS, 0.9)
        for match in _POINT.finditer(text):
            yield Hit(match.start(), match.end(), EntityType.ADDRESS, 0.9)
    yield from _ends_with_country(text)


_NOT_STREET = re.compile(
    r"\d+ (?:minutes?|mins?|hours?|hrs?|days?|weeks?|years?|km|miles?|mi|meters?|steps?|people"
    r"|friends?|items?|new|more)\b|\b(?:of|to|your|for|is|are|with|by|you|from|per|no)\b",
    re.IGNORECASE,
)


def _street(candidate: str) -> bool:
    """Cheap sanity: phrases with a number, and streets that lack theirs."""
    if candidate.isascii() and _NOT_STREET.search(candidate.partition(",")[0]):
        return False
    cjk = any("\u3040" <= c <= "\ud7a3" for c in candidate)
    return cjk or any(c.isdigit() for c in candidate) or len(candidate) >= 10


def _ends_with_country(text: str) -> Iterator[Hit]:
    """``Tram Depot - Springfield - United Kingdom``: places from small to large, one line each."""
    offset = 0
    for line in text.split("\n"):
        start, offset = offset, offset + len(line) + 1
        body = line.strip()
        parts = _SEPARATOR.split(body)
        if not 2 <= len(parts) <= 8 or len(body) > 160:
            continue
        if parts[-1].strip(" .").casefold() not in territories():
            continue
        if not all(part[:1].isalnum() for part in parts) or parts[0].casefold() in territories():
            continue
        begin = start + line.index(body)
        lead = _LEAD.match(body)
        begin += lead.end() if lead else 0
        yield Hit(begin, start + line.index(body) + len(body), EntityType.ADDRESS, 0.85)
