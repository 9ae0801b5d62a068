"""What a text looks like: a name, a sentence, a sum."""

from __future__ import annotations

import re
import unicodedata

from harness.core.canonical import fold
from harness.privacy.detector.folding import has_letter, is_cjk

_PARTICLES = frozenset(
    """de da do dos das del della di du des la le los las van von der den ter ten bin
    binti ibn al el
    ben bat y e i und af zu zur 't""".split()
)
_TITLE = re.compile(
    r"(?:инж|д-р|проф|доц|г-н|г-жа|гр|dr|mr|mrs|ms|mx|prof|sr|sra|srta|dra|ing|dott|mme|mlle|hr|fr"
    r"|frau|herr|sir|lic|arq|eng|st)\.?\s+",
    re.IGNORECASE,
)
_SENTENCE = re.compile(r"[.!?。！？;:：]\s|[!?。！？;]$|https?://|[=<>{}\[\]\\^%#]|\n")
_NUMERIC = re.compile(
    r"[-+−–]?\s?(?:[A-Z]{1,3}\$|[A-Z]{3}|[A-Z]?[$€£¥₹₽₩₺₫฿₴₦₱₪])?"
    r"\s?[-+−]?\d[\d.,'  \u00a0\u202f]*(?:[万亿億萬kKmMbB]|元|円|원|%|‰)?"
    r"\s?(?:[$€£¥₹₽₩₺₫฿₴₦₱₪]|[A-Za-z]{2,3}\.?|[а-я]{1,4}\.?|zł|Kč)?"
)


def without_title(text: str) -> int:
    """Where the name begins after "Dr." or "инж."; 0 without such a title."""
    match = _TITLE.match(text)
    return match.end() if match and match.end() < len(text) else 0


def name_like(text: str) -> bool:
    """Whether the whole text has the shape of a person's name, in any script.

    One to five words without digits; in scripts with case every word is capitalised (particles
    apart), or all of two or more words are in capitals; other scripts by length.
    """
    body = "".join(
        c for c in text.strip() if unicodedata.category(c) not in {"So", "Sk", "Cf", "Mn"}
    )
    body = body.strip(" ,.-·•")
    body = body[without_title(body) :]
    if not has_letter(body) or any(c.isdigit() for c in body) or _SENTENCE.search(body):
        return False
    if any(is_cjk(c) for c in body):
        return len(body) <= 12 and not re.search(r"[，。、：（）()【】]", body)
    words = re.split(r"[\s,]+", body)
    if not 1 <= len(words) <= 5 or len(body) > 48:
        return False
    cased = [w for w in words if w[:1].lower() != w[:1].upper()]
    if len(cased) < len(words):
        return True
    main = [w for w in words if w.casefold() not in _PARTICLES]
    if not main or not all(w[:1].isupper() for w in main):
        return False
    shouted = [w for w in main if len(w.strip(".")) > 1 and w.strip(".").isupper()]
    return not shouted or (len(shouted) == len(main) >= 2)


def title_like(text: str) -> bool:
    """Whether it is short enough to be the name of a person or a group in a row."""
    return has_letter(text) and len(text.strip()) <= 60 and "\n" not in text.strip()


_BUSINESS = re.compile(
    r"(?<!\w)(?:banks?|bancorp|banco|banque|bankers|credit union|insurance|dental|dentist|clinic"
    r"|hospital|pharmacy|medical|parcels?|couriers?|logistics|delivery|airlines?|airways|railways?|telecom"
    r"|energy|electric|utilit(?:y|ies)|broadband|wireless|supermarket|restaurant|pizzeria|hotel"
    r"|services|solutions|mobile|mobil|móvil|id|versand|shop|store|online|verlag"
    r"|customer care|support|inc|llc|ltd|gmbh|corp|plc|s\.a\.|клиника|банк"
    r"|аптека|בנק|משלוחים|סלולר|ביטוח|מרפאת|חברת|מסעדת)(?!\w)"
    r"|(?:银行|银联|快递|速递|速运|物流|公司|集团|口腔|诊所|门诊部?|药房|药店|保险|航空|酒店|餐厅|超市"
    r"|书店|旗舰店|专卖店|客服|移动|电信|联通|厨具|户外|은행|택배|銀行|宅配|保険|株式会社)$",
    re.IGNORECASE,
)


def business_like(text: str) -> bool:
    """Whether a title names a company: two to five words, one of which people aren't called."""
    return _BUSINESS.search(text) is not None and (
        2 <= len(text.split()) <= 5 or any(is_cjk(c) for c in text)
    )


def long_title(text: str) -> bool:
    """Whether a title reads like a headline."""
    folded = fold(text)
    if any(is_cjk(c) for c in folded):
        return len(folded) > 15
    return len(folded) > 36 or len(folded.split()) > 6


def is_sum(text: str) -> bool:
    """Whether the whole text is one number, perhaps with sign, currency or per cent."""
    return _NUMERIC.fullmatch(_plain(text)) is not None


def _plain(text: str) -> str:
    """Without the marks that turn the direction of writing."""
    return "".join(c for c in text if unicodedata.category(c) != "Cf").strip()


def exact_sum(text: str) -> bool:
    """A number written as money or a rate is: decimals, thousands, per cent or a currency."""
    stripped = _plain(text)
    return (
        is_sum(stripped)
        and re.search(
            r"\d[.,' \u00a0\u202f]\d{3}(?!\d)|\d[.,]\d{1,4}(?!\d)|[%$€£¥₹₽₩₺₫฿₴₦₱₪元円원]", stripped
        )
        is not None
    )


SURNAMES = frozenset(
    "王李张刘陈杨黄赵吴周徐孙马朱胡郭何林高罗郑梁谢宋唐许韩冯邓曹彭曾肖田董袁潘于蒋蔡余杜叶程苏魏吕丁任"
    "沈姚卢姜崔钟谭陆汪范金石廖贾夏韦付方白邹孟熊秦邱江尹薛闫段雷侯龙史陶黎贺顾毛郝龚邵万钱严覃武戴莫孔向"
    "汤温康施文牛樊葛邢安齐易乔伍庞颜倪庄聂章鲁岳翟殷詹申欧耿关兰焦俞左柳甘祝包宁尚符舒阮柯纪梅童凌毕单"
    "季裴霍涂成苗谷盛曲翁冉骆蓝路游辛靳欧司上诸張劉陳楊黃趙吳孫馬羅鄭謝許韓馮鄧蕭蔣葉蘇魏呂盧鍾譚陸賈"
    "김이박최정강조윤장임한오서신권황안송류전홍고문양손배백허유남심노하곽성차주우구나민진지엄채원천방공현함변염"
)
_PLACE_SIGN = re.compile(
    r"[省市区县縣區州镇鎮村乡路街道巷弄号號楼樓国國湾島岛町丁目都府県시도구군동읍면로길역]"
)


def person_like(text: str, score: float) -> bool:
    """Whether a model's finding can be a person's name.

    It needs letters. A lower-case word and a Han or Hangul stretch that begins with no common
    surname are taken only from a sure model: it confuses them with ordinary words.

    Args:
        text: What was found.
        score: How sure the model is, in 0..1.
    """
    if not has_letter(text):
        return False
    if any(is_cjk(c) for c in text):
        if any("\u3040" <= c <= "\u30ff" for c in text):
            return len(text) >= 2
        return len(text) >= 2 and (text[0] in SURNAMES or score >= 0.95)
    cased = [w for w in text.split() if w[:1].lower() != w[:1].upper()]
    return not cased or any(w[:1].isupper() for w in cased) or score >= 0.85


_SETTLED = re.compile(
    r"[,，\n]|\d{4}|(?<!\w)(?:street|st|avenue|ave|road|rd|lane|ln|drive|dr|court|square|place|way"
    r"|calle|avenida|plaza|paseo|rua|rue|via|viale|piazza|ul|ulica|улица|ул|проспект|שדרות|רחוב|شارع)"
    r"(?!\w)|(?:straße|strasse|str\.|weg|platz|allee|gasse|ufer|damm|straat|laan|gatan|vägen|katu)",
    re.IGNORECASE,
)


def settled(text: str) -> bool:
    """Whether a place has a part that only addresses have; "Lamp Halo 12" has none."""
    return any(is_cjk(c) for c in text) or _SETTLED.search(text) is not None


def place_like(text: str) -> bool:
    """Whether a model's finding can be an address or a place: more than one short plain word."""
    if any(is_cjk(c) for c in text):
        return _PLACE_SIGN.search(text) is not None
    capital = any(c.isupper() for c in text) or not any(c.islower() for c in text)
    digits = any(c.isdigit() for c in text)
    return (len(text.split()) >= 2 and (capital or len(text.split()) >= 3)) or (
        capital and len(text) >= 4 and (not digits or has_letter(text))
    )
