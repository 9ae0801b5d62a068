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


def long_title(text: str) -> bool:
    """Whether a title reads like a headline."""
    folded = fold(text)
    if any(is_cjk(c) for c in folded):
        return len(folded) > 15
    return len(folded) > 36 or len(folded.split()) > 6


def is_sum(text: str) -> bool:
    """Whether the whole text is one number, perhaps with sign, currency or per cent."""
    return _NUMERIC.fullmatch(text.strip()) is not None


def exact_sum(text: str) -> bool:
    """A number written as money or a rate is: decimals, thousands, per cent or a currency."""
    stripped = text.strip()
    return (
        is_sum(stripped)
        and re.search(
            r"\d[.,' \u00a0\u202f]\d{3}(?!\d)|\d[.,]\d{1,4}(?!\d)|[%$€£¥₹₽₩₺₫฿₴₦₱₪元円원]", stripped
        )
        is not None
    )
