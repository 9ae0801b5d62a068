"""Synthetic multilingual UI strings with typed spans, for training the compact GLiNER.

Positives are templates filled with invented values; name, street and company pools come
from the locale tables of Faker. Negatives are UI phrases, the translation catalogues of
Django, django-allauth and Wagtail, CLDR vocabulary from Babel (months, days, countries,
languages, currencies) and job titles. Everything is read from installed packages, nothing
from the network. The output depends on the seed (and on the versions of those packages).
"""

from __future__ import annotations

import gettext
import importlib
import importlib.util
import random
import re
import string
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from typing import Any, Literal

from harness.engine.ner.training.phrases import load
from harness.engine.ner.words import split_words

LABELS: dict[str, list[str]] = {
    "PERSON_NAME": ["person name", "name of a person", "contact name", "person"],
    "USERNAME": ["username", "user handle", "login name"],
    "PHONE_NUMBER": ["phone number", "telephone number", "mobile number"],
    "EMAIL": ["email address", "email", "e-mail address"],
    "ADDRESS": ["address", "street address", "postal address", "location address"],
    "DATE_OF_BIRTH": ["date of birth", "birthday", "age or date of birth"],
    "ID_NUMBER": ["identity number", "id number", "passport or national id number"],
    "CREDIT_CARD": ["credit card number", "payment card number", "card number"],
    "BANK_ACCOUNT": ["bank account number", "iban", "bank account"],
    "ACCOUNT_BALANCE": ["account balance", "personal money amount", "balance amount"],
    "PASSWORD": ["password or code", "password", "one-time code"],
    "IP_ADDRESS": ["ip address", "network address"],
    "LICENSE_PLATE": ["license plate", "vehicle registration number"],
    "ORDER_NUMBER": ["order number", "order or tracking number", "booking number"],
    "HEALTH_INFO": ["health information", "medical condition", "health fact"],
    "MESSAGE_CONTENT": ["message text", "message content", "chat message"],
    "GROUP_NAME": ["chat group name", "group name", "group chat title"],
    "EMPLOYER_OR_SCHOOL": ["employer or school", "company or school", "workplace or school"],
}
"""Entity type -> label phrasings; the first one is the label used at inference."""

# (Faker locale, language of the templates, phone region, currency, weight)
LOCALES: list[tuple[str, str, str, str, int]] = [
    ("en_US", "en", "US", "$", 14),
    ("en_GB", "en", "GB", "£", 6),
    ("en_IN", "en", "IN", "₹", 6),
    ("de_DE", "de", "DE", "€", 5),
    ("fr_FR", "fr", "FR", "€", 5),
    ("es_ES", "es", "ES", "€", 4),
    ("es_MX", "es", "MX", "$", 3),
    ("pt_BR", "pt", "BR", "R$", 6),
    ("pt_PT", "pt", "PT", "€", 2),
    ("it_IT", "it", "IT", "€", 4),
    ("nl_NL", "nl", "NL", "€", 3),
    ("pl_PL", "pl", "PL", "zł", 4),
    ("tr_TR", "tr", "TR", "₺", 3),
    ("sv_SE", "en", "SE", "kr", 2),
    ("da_DK", "en", "DK", "kr", 1),
    ("fi_FI", "en", "FI", "€", 2),
    ("cs_CZ", "en", "CZ", "Kč", 2),
    ("hu_HU", "en", "HU", "Ft", 2),
    ("ro_RO", "en", "RO", "lei", 2),
    ("hr_HR", "en", "HR", "€", 1),
    ("ga_IE", "en", "IE", "€", 1),
    ("ru_RU", "ru", "RU", "₽", 6),
    ("uk_UA", "uk", "UA", "₴", 3),
    ("bg_BG", "bg", "BG", "лв.", 3),
    ("el_GR", "el", "GR", "€", 2),
    ("ar_SA", "ar", "SA", "ر.س", 4),
    ("he_IL", "he", "IL", "₪", 2),
    ("hi_IN", "hi", "IN", "₹", 3),
    ("id_ID", "id", "ID", "Rp", 4),
    ("vi_VN", "vi", "VN", "₫", 3),
    ("zh_CN", "zh", "CN", "¥", 7),
    ("zh_TW", "zh", "TW", "NT$", 2),
    ("ja_JP", "ja", "JP", "¥", 4),
    ("ko_KR", "ko", "KR", "₩", 4),
    ("tl_PH", "en", "PH", "₱", 1),
    ("ne_NP", "hi", "NP", "रु", 1),
]
_CJK_NAMES = {"zh_CN", "zh_TW", "ja_JP", "ko_KR"}
_CATALOGUES = ("django", "allauth", "wagtail")
_SLOT = re.compile(r"\{(\w)\}")
_SLOT_TYPES = {
    "P": "PERSON_NAME",
    "F": "PERSON_NAME",
    "U": "USERNAME",
    "T": "PHONE_NUMBER",
    "E": "EMAIL",
    "A": "ADDRESS",
    "D": "DATE_OF_BIRTH",
    "Y": "DATE_OF_BIRTH",
    "I": "ID_NUMBER",
    "C": "CREDIT_CARD",
    "B": "BANK_ACCOUNT",
    "M": "ACCOUNT_BALANCE",
    "W": "PASSWORD",
    "V": "IP_ADDRESS",
    "L": "LICENSE_PLATE",
    "O": "ORDER_NUMBER",
    "H": "HEALTH_INFO",
    "X": "MESSAGE_CONTENT",
    "G": "GROUP_NAME",
    "S": "EMPLOYER_OR_SCHOOL",
}

_FIELD_SLOTS = "PPPPPTTEAAADIIICCBBBMMMWWWVVLLLOOOOHHHGGSSSUUX"


@dataclass(frozen=True, slots=True)
class Sample:
    """One string; ``spans`` are (start, end, entity type), code points, end exclusive."""

    text: str
    spans: tuple[tuple[int, int, str], ...]


class MissingTrainingDataError(RuntimeError):
    """A package that the corpus reads from isn't installed."""


def require(*packages: str) -> None:
    """Check that the data packages are there.

    Raises:
        MissingTrainingDataError: names the packages and the command that installs them.
    """
    missing = [p for p in packages if importlib.util.find_spec(p) is None]
    if missing:
        raise MissingTrainingDataError(
            f"training needs {', '.join(missing)}: run pip install '.[train]'"
        )


@dataclass(slots=True)
class _Pools:
    """Value pools of one locale."""

    locale: str
    lang: str
    region: str
    currency: str
    first: list[str] = field(default_factory=list)
    last: list[str] = field(default_factory=list)
    full: list[str] = field(default_factory=list)
    street: list[str] = field(default_factory=list)
    city: list[str] = field(default_factory=list)
    address: list[str] = field(default_factory=list)
    company: list[str] = field(default_factory=list)
    jobs: list[str] = field(default_factory=list)


def _pools(entry: tuple[str, str, str, str, int], seed: int, size: int = 600) -> _Pools:
    faker: Any = importlib.import_module("faker")  # only installed for training
    locale, lang, region, currency, _ = entry
    fake = faker.Faker(locale)
    fake.seed_instance(seed)

    def draw(name: str, n: int) -> list[str]:
        method: Callable[[], Any] | None = getattr(fake, name, None)
        if method is None:
            return []
        values = (re.sub(r"\s*\n\s*", ", ", str(method())).strip() for _ in range(n))
        return sorted({v for v in values if v})

    pools = _Pools(locale, lang, region, currency)
    pools.first = draw("first_name", size)
    pools.last = draw("last_name", size)
    pools.full = draw("name", size)
    pools.street = draw("street_address", size)
    pools.city = draw("city", 300)
    pools.address = draw("address", size)
    if locale == "it_IT":  # its list of cities has another order in every process
        towns = (re.search(r"\d{5}, (.+?) \(", text) for text in pools.address)
        pools.city = sorted({town[1] for town in towns if town})
    pools.company = draw("company", 300)
    pools.jobs = draw("job", 100)
    return pools


def catalogue_strings(limit: int = 4, longest: int = 90) -> dict[str, list[str]]:
    """Translated UI strings from the catalogues of the installed web frameworks.

    Args:
        limit: upper bound of catalogues per package and language.
        longest: longer strings are left out, code points.

    Returns:
        Language -> sorted distinct strings without format placeholders or markup.
    """
    require(*_CATALOGUES)
    found: dict[str, set[str]] = {}
    for package in _CATALOGUES:
        spec = importlib.util.find_spec(package)
        roots = list(spec.submodule_search_locations or []) if spec else []
        seen: dict[str, int] = {}
        for path in sorted(p for root in roots for p in Path(root).rglob("django.mo")):
            lang = path.parent.parent.name
            seen[lang] = seen.get(lang, 0) + 1
            if "gis" in path.parts or "admindocs" in path.parts or seen[lang] > limit:
                continue
            with path.open("rb") as handle:
                catalogue = getattr(gettext.GNUTranslations(handle), "_catalog", {})
            for key, value in catalogue.items():
                source = key[0] if isinstance(key, tuple) else key
                base = lang.split("_")[0].lower()
                for tongue, text in (("en", source), (base, value)):
                    if (
                        isinstance(text, str)
                        and 1 < len(text.strip()) <= longest
                        and not re.search(r"[%{}<>]|\\|Content-Type", text)
                    ):
                        found.setdefault(tongue, set()).add(text.strip())
    return {lang: sorted(texts) for lang, texts in sorted(found.items())}


def cldr_strings() -> list[str]:
    """Month, day, country, language and currency names of many locales from Babel."""
    from babel import Locale  # a runtime dependency, but slow to load

    found: set[str] = set()
    codes = (
        "en de fr es pt it nl pl cs sk hu ro sv da fi nb tr ru uk bg sr el he ar fa hi bn ta th id "
        "vi zh ja ko ca hr lt lv et sl"
    )
    for code in codes.split():
        loc = Locale.parse(code)
        for table in (loc.months, loc.days):
            for context in table.values():
                for width in context.values():
                    found.update(str(v) for v in width.values())
        for table in (loc.territories, loc.languages, loc.currencies):
            keys = sorted(str(k) for k in table if not str(k).isdigit())[
                :: 1 if code == "en" else 3
            ]
            found.update(str(table[k]) for k in keys)
    return sorted(s for s in found if len(s) > 1)


class CorpusGenerator:
    """Makes samples from one seed; two generators with one seed give the same samples."""

    def __init__(self, seed: int = 0) -> None:
        """Load the pools.

        Args:
            seed: of every random choice.

        Raises:
            MissingTrainingDataError: a data package isn't installed.
        """
        require("faker", "phonenumbers", "babel", *_CATALOGUES)
        self._rng = random.Random(seed)
        self._phrases = load()
        self._pools = [_pools(entry, seed + i) for i, entry in enumerate(LOCALES)]
        self._weights = [entry[-1] for entry in LOCALES]
        self._by_language = catalogue_strings()
        self._catalogue = sorted({t for texts in self._by_language.values() for t in texts})
        self._cldr = cldr_strings()
        self._positive_kinds: list[tuple[Callable[[_Pools], str], int]] = [
            (self._template, 42),
            (self._field, 16),
            (self._context, 20),
            (lambda _: "{P}", 12),
            (lambda _: "{F}", 3),
            (lambda _: "{X}", 5),
            (lambda _: "{G}", 2),
            (lambda _: "{A}", 3),
            (lambda _: "{T}", 2),
            (lambda _: "{E}", 1),
            (lambda _: "{U}", 2),
            (lambda _: "{M}", 1),
            (lambda _: "{C}", 1),
            (lambda _: "{B}", 1),
        ]

    # -- public ------------------------------------------------------------------------

    def samples(self, count: int, negative_share: float = 0.42) -> Iterator[Sample]:
        """Yield ``count`` samples.

        Args:
            count: number of samples.
            negative_share: share of strings without an entity, 0 to 1.

        Yields:
            Samples whose spans start and end at word boundaries.
        """
        made = 0
        while made < count:
            if self._rng.random() < negative_share:
                sample: Sample | None = Sample(self._negative(), ())
            else:
                sample = self._positive()
            if sample is not None and sample.text.strip():
                made += 1
                yield sample

    # -- samples -----------------------------------------------------------------------

    def _positive(self) -> Sample | None:
        rng = self._rng
        pools = rng.choices(self._pools, self._weights)[0]
        kinds, weights = zip(*self._positive_kinds, strict=True)
        template = rng.choices(kinds, weights)[0](pools)
        if rng.random() < 0.12:  # a row joined from several views
            other = rng.choice([self._ui(), self._ui(), self._clock(), "{F}", "{X}"])
            glue = rng.choice([", ", ", ", " ", "\n", " · ", " | ", " - "])
            template = glue.join([template, other] if rng.random() < 0.6 else [other, template])
        text, spans = self._fill(template, pools)
        if rng.random() < 0.12:
            recased = rng.choice([str.upper, str.lower, str.swapcase, self._odd_case])(text)
            text = recased if len(recased) == len(text) else text
        return _aligned(text, spans)

    def _template(self, pools: _Pools) -> str:
        lang = pools.lang if self._rng.random() < 0.8 else "en"
        return self._rng.choice(self._phrases.templates[lang])

    def _field(self, _: _Pools) -> str:
        """A field name, the value, and something behind it."""
        rng = self._rng
        slot = rng.choice(_FIELD_SLOTS)
        name = rng.choice(self._phrases.fields[slot])
        glue = rng.choice([": ", ": ", " ", " ", " - ", " – ", "\n", ", ", " #", " = "])
        tail = rng.choice(
            ["", "", "", "", " {r}", ", {r}", " ({r})", " · {r}", ". {r}", " " + self._ui()]
        )
        head = rng.choice(["", "", "", "", "{r} ", "{r}, ", "{r}: "])
        return f"{head}{name}{glue}{{{slot}}}{tail}"

    def _context(self, pools: _Pools) -> str:
        """A value that is known by its own shape, among arbitrary words of an interface."""
        rng = self._rng
        slot = rng.choice("PPPPPPPPFAATEUCBVM")
        space = "" if pools.lang in {"zh", "ja"} and slot == "P" else " "
        form = rng.choice(
            [
                "{r}_V",
                "{r}_V",
                "V_{r}",
                "{r}_V_{r}",
                "{r}: V",
                "V, {r}",
                "V - {r}",
                "{r} (V)",
                "V: {r}",
            ]
        )
        return form.replace("_", space).replace("V", f"{{{slot}}}")

    def _fragment(self, pools: _Pools) -> str:
        """One to four neighbouring words of a translated interface string."""
        rng = self._rng
        lang = pools.lang if rng.random() < 0.7 else "en"
        text = rng.choice(self._by_language.get(lang) or self._catalogue)
        if lang in {"zh", "ja"}:
            return re.sub(r"[^\w]", "", text)[: rng.randint(2, 5)] or "消息"
        words = re.findall(r"[^\W\d_]+", text) or ["ok"]
        size = rng.randint(1, min(4, len(words)))
        low = rng.randint(0, len(words) - size)
        return " ".join(words[low : low + size])

    def _negative(self) -> str:
        rng = self._rng
        kind = rng.random()
        if kind < 0.36:
            text = self._ui()
        elif kind < 0.52:
            text = self._plain(rng.choice(self._phrases.ui_other))
        elif kind < 0.57:
            lists = rng.choice([self._phrases.notices, self._phrases.requests])
            text = self._plain(" ".join(rng.choice(part) for part in lists))
            text += rng.choice(["", "", ".", "?" if lists is self._phrases.requests else "!"])
        elif kind < 0.60:
            text = rng.choice(rng.choice(list(self._phrases.fields.values())))
        elif kind < 0.82:
            text = rng.choice(self._catalogue)
        elif kind < 0.92:
            text = rng.choice(self._cldr)
        else:
            pools = rng.choices(self._pools, self._weights)[0]
            text = rng.choice(rng.choice([pools.jobs, pools.city]) or ["Home"])
        if rng.random() < 0.12:
            text = rng.choice([", ", " ", "\n", " · "]).join([text, self._ui()])
        if rng.random() < 0.08:
            text = rng.choice([str.upper, str.lower, str.title])(text)
        return text

    def _ui(self) -> str:
        return self._plain(self._rng.choice(self._phrases.ui_en))

    def _plain(self, template: str) -> str:
        """Fill the slots that aren't entities."""
        pools = self._rng.choices(self._pools, self._weights)[0]
        return _SLOT.sub(lambda m: self._value(m.group(1), pools), template)

    def _fill(self, template: str, pools: _Pools) -> tuple[str, list[tuple[int, int, str]]]:
        out = ""
        spans: list[tuple[int, int, str]] = []
        position = 0
        for match in _SLOT.finditer(template):
            out += template[position : match.start()]
            position = match.end()
            value = self._value(match.group(1), pools)
            if match.group(1) in _SLOT_TYPES:
                spans.append((len(out), len(out) + len(value), _SLOT_TYPES[match.group(1)]))
            out += value
        return out + template[position:], spans

    # -- values ------------------------------------------------------------------------

    def _value(self, slot: str, pools: _Pools) -> str:
        makers: dict[str, Callable[[_Pools], str]] = {
            "P": self._person,
            "F": self._first,
            "U": self._username,
            "T": self._phone,
            "E": self._email,
            "A": self._address,
            "D": self._birth,
            "Y": self._age,
            "I": self._id,
            "C": self._card,
            "B": self._bank,
            "M": self._money,
            "W": self._password,
            "V": self._ip,
            "L": self._plate,
            "O": self._order,
            "H": self._health,
            "X": self._message,
            "G": self._group,
            "S": self._employer,
            "r": self._fragment,
            "k": lambda _: self._clock(),
            "n": lambda _: str(self._rng.randint(1, 99)),
            "z": self._date,
            "a": lambda _: self._rng.choice(self._phrases.brands),
            "m": self._price,
            "c": lambda p: self._rng.choice(p.city or ["Paris"]),
            "w": self._weekday,
            "l": lambda p: self._rng.choice(p.last),
            "y": lambda _: str(self._rng.randint(1985, 2027)),
        }
        return makers[slot](pools)

    def _person(self, pools: _Pools) -> str:
        rng = self._rng
        first, last = rng.choice(pools.first), rng.choice(pools.last)
        kind = rng.random()
        if pools.locale in _CJK_NAMES:
            if kind < 0.10 and pools.locale == "ja_JP":
                return f"{last} {first}"
            if kind < 0.14:
                return first + rng.choice(
                    ["", "姐", "哥", "妈妈", "同学"] if pools.lang == "zh" else [""]
                )
            if kind < 0.18 and pools.lang == "zh":
                return rng.choice(["小", "老", "阿"]) + (last if rng.random() < 0.5 else first[:1])
            return last + first
        if kind < 0.50:
            name = f"{first} {last}"
        elif kind < 0.66:
            name = first
        elif kind < 0.71:
            name = f"{first} {rng.choice(string.ascii_uppercase)}. {last}"
        elif kind < 0.75:
            name = f"{first} {last[:1]}."
        elif kind < 0.79:
            name = f"{first} {rng.choice(pools.first)} {last}"
        elif kind < 0.83:
            name = f"{last}, {first}" if rng.random() < 0.4 else f"{last} {first}"
        elif kind < 0.87:
            name = f"{first} {last}-{rng.choice(pools.last)}"
        elif kind < 0.90:
            name = f"{first[:1]}.{' ' if rng.random() < 0.6 else ''}{last}"
        elif kind < 0.93:
            name = rng.choice(self._phrases.contact_nicks)
        elif kind < 0.95:
            name = last
        else:
            name = rng.choice(pools.full)
        if rng.random() < 0.07:
            name += rng.choice(["", " "]) + rng.choice(self._phrases.emoji)
        return name

    def _first(self, pools: _Pools) -> str:
        if pools.locale in _CJK_NAMES and self._rng.random() < 0.7:
            return self._rng.choice(pools.last) + self._rng.choice(pools.first)
        return self._rng.choice(pools.first)

    def _username(self, pools: _Pools) -> str:
        rng = self._rng
        word = rng.choice(self._phrases.handle_words)
        name = _ascii(rng.choice(pools.first)) or rng.choice(self._phrases.handle_words)
        tail = rng.choice(["", str(rng.randint(1, 99)), str(rng.randint(1960, 2012)), "_", "x"])
        handle = rng.choice(
            [
                f"{name}{tail}",
                f"{name}.{word}",
                f"{word}_{name}{tail}",
                f"{name}_{word}",
                f"{word}{tail}",
                f"{name}{word.title()}",
                f"{word}.{word}{tail}",
                f"{name[:1]}{_ascii(rng.choice(pools.last))}{tail}",
                f"{word.title()}{name.title()}",
                f"the_{name}",
                f"{name}-{word}",
            ]
        )
        handle = handle.lower() if rng.random() < 0.75 else handle
        return ("@" if rng.random() < 0.45 else "") + (handle.strip("._-") or "sky77")

    def _phone(self, pools: _Pools) -> str:
        import phonenumbers as pn

        rng = self._rng
        kind = rng.choice([pn.PhoneNumberType.MOBILE, pn.PhoneNumberType.FIXED_LINE])
        number = pn.example_number_for_type(pools.region, kind)
        if number is None:
            number = pn.PhoneNumber(country_code=1, national_number=2125550100)
        national = str(number.national_number)
        keep = max(2, len(national) - 6)
        digits = national[:keep] + "".join(rng.choice(string.digits) for _ in national[keep:])
        if pools.region == "US":
            digits = f"{rng.randint(201, 989)}5550{rng.randint(100, 199)}"
        number = pn.PhoneNumber(country_code=number.country_code, national_number=int(digits))
        form = rng.choice(
            [
                pn.PhoneNumberFormat.NATIONAL,
                pn.PhoneNumberFormat.NATIONAL,
                pn.PhoneNumberFormat.INTERNATIONAL,
                pn.PhoneNumberFormat.INTERNATIONAL,
                pn.PhoneNumberFormat.E164,
            ]
        )
        text = str(pn.format_number(number, form))
        kind_ = rng.random()
        if kind_ < 0.1:
            text = digits
        elif kind_ < 0.17:
            text = text.replace(" ", ".").replace("-", ".")
        elif kind_ < 0.2:
            text = f"{digits[:3]}••••{digits[-2:]}"
        return text

    def _email(self, pools: _Pools) -> str:
        rng = self._rng
        first = _ascii(rng.choice(pools.first)) or rng.choice(self._phrases.handle_words)
        last = _ascii(rng.choice(pools.last)) or rng.choice(self._phrases.handle_words)
        local = rng.choice(
            [
                f"{first}.{last}",
                f"{first}{rng.randint(1, 99)}",
                f"{first[:1]}{last}",
                f"{first}_{last}",
                f"{last}.{first}",
                f"{first}.{last}.{rng.randint(1, 999)}",
                f"{first}+{last}",
                f"{first[:1]}.{last}+{rng.choice(self._phrases.handle_words)}",
                f"{rng.choice(self._phrases.handle_words)}.{last}{rng.randint(1, 99)}",
            ]
        ).lower()
        word = rng.choice(self._phrases.handle_words)
        domain = rng.choice(
            [
                "example.com",
                "example.com",
                "example.org",
                "example.net",
                "mail.example.com",
                f"{word}.example",
                f"{word}mail.example.com",
                f"{word}.example.org",
            ]
        )
        return f"{local}@{domain}"

    def _address(self, pools: _Pools) -> str:
        rng = self._rng
        kind = rng.random()
        city = rng.choice(pools.city or ["Paris"])
        if kind < 0.30:
            return rng.choice(pools.street)
        if kind < 0.62:
            return rng.choice(pools.address)
        if kind < 0.80:
            glue = "" if pools.lang in {"zh", "ja"} else rng.choice([", ", ", ", " - ", " "])
            parts = [rng.choice(pools.street), city]
            return glue.join(reversed(parts) if glue == "" else parts)
        if pools.lang in {"zh", "ja"}:
            unit = "栋" if pools.lang == "zh" else "号室"
            return f"{city}{rng.choice(pools.street)}{rng.randint(1, 30)}{unit}"
        place = rng.choice(
            [
                "Station",
                "Mall",
                "Park",
                "Airport",
                "Hospital",
                "Library",
                "Tower",
                "Market",
                "Stadium",
                "Bridge",
                "Metro Station",
                "Business Park",
                "Beach",
                "Post Office",
                "Hotel",
                "Gym",
                "Museum",
            ]
        )
        name = rng.choice([rng.choice(pools.last), city])
        land = rng.choice(self._cldr) if rng.random() < 0.2 else rng.choice(pools.city or ["Paris"])
        way = rng.choice(["Street", "Road", "Ave", "Lane", "Blvd"])
        return rng.choice(
            [
                f"{name} {place}, {city}",
                f"{name} {place} - {city} - {land}",
                f"{city} - {land}",
                f"{rng.randint(1, 400)} {name} {way}",
                f"{name} {place}, {rng.choice(pools.street)}",
            ]
        )

    def _birth(self, pools: _Pools) -> str:
        return self._format_date(pools, self._rng.randint(1930, 2014))

    def _date(self, pools: _Pools) -> str:
        text = self._format_date(pools, self._rng.randint(2022, 2027))
        return re.sub(r",? ?\b20\d\d\b", "", text) if self._rng.random() < 0.5 else text

    def _format_date(self, pools: _Pools, year: int) -> str:
        from babel.dates import format_date

        rng = self._rng
        day = date(year, rng.randint(1, 12), rng.randint(1, 28))
        pattern = rng.choice(["short", "medium", "long", "long", "iso", "dmy", "mdy", "dots"])
        if pattern in {"short", "medium", "long"}:
            text = str(format_date(day, pattern, locale=pools.locale.replace("tl_PH", "en_PH")))
            return text if str(year) in text or pattern == "short" else text
        forms = {"iso": "%Y-%m-%d", "dmy": "%d/%m/%Y", "mdy": "%m/%d/%Y", "dots": "%d.%m.%Y"}
        return day.strftime(forms[pattern])

    def _age(self, _: _Pools) -> str:
        return str(self._rng.randint(18, 89))

    def _digits(self, n: int) -> str:
        return "".join(self._rng.choice(string.digits) for _ in range(n))

    def _letters(self, n: int) -> str:
        return "".join(self._rng.choice(string.ascii_uppercase) for _ in range(n))

    def _id(self, pools: _Pools) -> str:
        a, d = self._letters, self._digits
        by_region = {
            "US": f"900-{d(2)}-{d(4)}",
            "BR": f"{d(3)}.{d(3)}.{d(3)}-{d(2)}",
            "PL": d(11),
            "ES": f"{d(8)}{self._letters(1)}",
            "CN": f"{d(6)}19{d(2)}0{self._rng.randint(1, 9)}{d(6)}",
            "IT": f"{a(6)}{d(2)}{a(1)}{d(2)}{a(1)}{d(3)}{a(1)}",
            "IN": f"{d(4)} {d(4)} {d(4)}",
            "GB": f"{self._letters(2)} {d(2)} {d(2)} {d(2)} {self._letters(1)}",
            "RU": f"{d(2)} {d(2)} {d(6)}",
            "FR": f"1 {d(2)} {d(2)} {d(2)} {d(3)} {d(3)} {d(2)}",
            "ID": d(16),
            "TR": d(11),
            "KR": f"{d(6)}-{d(7)}",
        }
        generic = self._rng.choice(
            [
                f"{self._letters(1)}{d(8)}",
                f"{self._letters(2)}{d(7)}",
                d(9),
                f"{d(4)}-{d(4)}-{d(2)}",
                f"{self._letters(1)}{d(3)}-{d(4)}-{d(4)}",
                f"M-{d(6)}",
                f"C{d(2)}X{d(5)}",
            ]
        )
        return generic if self._rng.random() < 0.45 else by_region.get(pools.region, generic)

    def _card(self, _: _Pools) -> str:
        rng = self._rng
        digits = rng.choice(["4111", "5555", "4000", "5105", "6011"]) + self._digits(12)
        groups = [digits[i : i + 4] for i in range(0, 16, 4)]
        return rng.choice(
            [
                " ".join(groups),
                " ".join(groups),
                "-".join(groups),
                digits,
                f"•••• {groups[3]}",
                f"•••• •••• •••• {groups[3]}",
                f"**** {groups[3]}",
                f"xxxx-xxxx-xxxx-{groups[3]}",
                f"····{groups[3]}",
                f"3782 {self._digits(6)} {self._digits(5)}",
            ]
        )

    def _bank(self, pools: _Pools) -> str:
        rng = self._rng
        region = (
            pools.region if pools.region in {"DE", "FR", "ES", "IT", "NL", "PL", "GB"} else "DE"
        )
        body = {"GB": f"WEST{self._digits(14)}", "NL": f"BANK{self._digits(10)}"}.get(
            region, self._digits(rng.choice([18, 20, 22]))
        )
        iban = f"{region}{self._digits(2)}{body}"
        return rng.choice(
            [
                iban,
                " ".join(iban[i : i + 4] for i in range(0, len(iban), 4)),
                self._digits(rng.choice([8, 9, 10, 12])),
                f"****{self._digits(4)}",
                f"...{self._digits(4)}",
                f"**{self._digits(4)}",
                f"{self._digits(3)}-{self._digits(5)}-{self._digits(1)}",
                f"x{self._digits(4)}",
                f"{self._digits(6)}-{self._digits(2)}-{self._digits(6)}",
            ]
        )

    def _amount(self, pools: _Pools, value: float) -> str:
        rng = self._rng
        text = f"{value:,.2f}" if rng.random() < 0.8 else f"{value:,.0f}"
        if pools.lang in {"de", "es", "pt", "it", "nl", "tr", "id"}:
            text = text.translate(str.maketrans(",.", ".,"))
        elif pools.lang in {"fr", "ru", "uk", "bg", "pl"}:
            text = text.replace(",", " ").replace(".", ",")
        money = rng.choice(["{c}{v}", "{c} {v}", "{v} {c}", "{v}"])
        if pools.lang in {"en", "zh", "ja", "ko", "pt"}:
            money = rng.choice(["{c}{v}", "{c}{v}", "{c} {v}"])
        return money.format(c=pools.currency, v=text)

    def _money(self, pools: _Pools) -> str:
        sign = self._rng.choice(["", "", "", "", "", "-", "+", "−"])
        return sign + self._amount(pools, 10 ** self._rng.uniform(1.5, 5.6))

    def _price(self, pools: _Pools) -> str:
        return self._amount(
            pools, self._rng.choice([0.01, 0.0, 0.5]) + self._rng.randint(1, 120) - 0.02
        )

    def _password(self, _: _Pools) -> str:
        rng = self._rng
        word = rng.choice(self._phrases.handle_words)
        return rng.choice(
            [
                self._digits(6),
                self._digits(6),
                self._digits(4),
                self._digits(8),
                f"{self._digits(3)} {self._digits(3)}",
                f"{self._digits(3)}-{self._digits(3)}",
                f"G-{self._digits(6)}",
                f"{word}{self._digits(3)}!",
                f"{word.title()}-{self._digits(4)}",
                f"{self._letters(2)}{self._digits(2)}{word}",
                f"{word}$afe{self._digits(2)}",
                "•" * rng.randint(4, 14),
                "*" * rng.randint(5, 10),
            ]
        )

    def _ip(self, _: _Pools) -> str:
        rng = self._rng
        block = rng.choice(
            ["192.168.{}.{}", "10.{}.0.{}", "203.0.113.{1}", "198.51.{}.{}", "172.16.{}.{}"]
        )
        if rng.random() < 0.15:
            return f"2001:db8:{rng.randrange(65536):x}::{rng.randrange(65536):x}"
        return block.format(rng.randint(0, 255), rng.randint(1, 254))

    def _plate(self, _: _Pools) -> str:
        a, d = self._letters, self._digits
        return self._rng.choice(
            [
                f"{a(3)} {d(4)}",
                f"{a(3)}-{d(3)}",
                f"{d(1)}{a(3)}{d(3)}",
                f"{a(2)}{d(2)} {a(3)}",
                f"{a(1)}-{a(2)} {d(4)}",
                f"{a(2)}-{d(3)}-{a(2)}",
                f"{d(4)} {a(3)}",
                f"{a(2)} {d(2)} {a(2)} {d(4)}",
                f"京{a(1)}{d(5)}",
                f"А{d(3)}ВС {d(2)}",
                f"{d(2)}-{a(2)}-{a(2)}",
            ]
        )

    def _order(self, _: _Pools) -> str:
        a, d = self._letters, self._digits
        return self._rng.choice(
            [
                f"#{d(5)}",
                d(8),
                d(10),
                f"{d(3)}-{d(7)}-{d(7)}",
                f"{a(2)}{d(9)}{a(2)}",
                f"ORD-{d(6)}",
                f"INV-20{d(2)}-{d(4)}",
                f"1Z{d(3)}{a(2)}{d(10)}",
                f"{a(1)}{d(1)}{a(2)}{d(2)}",
                a(6),
                f"{a(3)}{d(6)}",
                f"HX-{d(7)}",
                f"{d(12)}",
                f"20{d(14)}",
                f"{a(4)}-{d(4)}",
            ]
        )

    def _by_lang(self, table: dict[str, list[str]], pools: _Pools) -> str:
        return self._rng.choice(table.get(pools.lang, table["en"]))

    def _health(self, pools: _Pools) -> str:
        return self._by_lang(self._phrases.health, pools)

    def _message(self, pools: _Pools) -> str:
        rng = self._rng
        if pools.lang == "en" and rng.random() < 0.6:
            core = self._simple(rng.choice(self._phrases.msg_core), pools)
            head = (
                rng.choice(self._phrases.msg_open) + rng.choice([" ", ", "])
                if rng.random() < 0.5
                else ""
            )
            tail = rng.choice(self._phrases.msg_close)
            text = f"{head}{core} {tail}".strip()
        else:
            text = self._simple(self._by_lang(self._phrases.messages, pools), pools)
        if rng.random() < 0.25:
            glue = "" if pools.lang in {"zh", "ja"} else " "
            text += rng.choice([".", "!", ""]) + glue
            text += self._simple(self._by_lang(self._phrases.messages, pools), pools)
        if rng.random() < 0.06:
            text += rng.choice(["…", "..."])
        return text.strip()

    def _simple(self, template: str, pools: _Pools) -> str:
        return _SLOT.sub(lambda m: self._value(m.group(1), pools), template)

    def _group(self, pools: _Pools) -> str:
        text = self._simple(self._by_lang(self._phrases.groups, pools), pools)
        if self._rng.random() < 0.15:
            text += " " + self._rng.choice(self._phrases.emoji)
        return text

    def _employer(self, pools: _Pools) -> str:
        rng = self._rng
        city = rng.choice(pools.city or ["Paris"])
        if pools.lang == "zh":
            return rng.choice(
                [rng.choice(pools.company), f"{city}大学", f"{city}第{rng.randint(1, 20)}中学"]
            )
        if pools.lang == "ja":
            return rng.choice([rng.choice(pools.company), f"{city}大学", f"{city}高校"])
        if rng.random() < 0.6:
            return rng.choice(pools.company)
        last = rng.choice(pools.last)
        return rng.choice(
            [
                f"University of {city}",
                f"{city} High School",
                f"{city} General Hospital",
                f"{last} Consulting",
                f"{last} Elementary School",
                f"{city} City Council",
                f"{last} Logistics",
                f"{city} College",
                f"Universität {city}",
                f"Université de {city}",
                f"Universidad de {city}",
                f"{last} Bakery",
                f"{last} & Sons",
                f"{last} Robotics",
                f"{city} Fire Department",
            ]
        )

    def _weekday(self, pools: _Pools) -> str:
        from babel.dates import get_day_names

        widths: list[Literal["wide", "abbreviated"]] = ["wide", "abbreviated"]
        names = get_day_names(
            self._rng.choice(widths), locale=pools.locale.replace("tl_PH", "en_PH")
        )
        return str(names[self._rng.randrange(7)])

    def _clock(self) -> str:
        rng = self._rng
        hour, minute = rng.randint(0, 23), rng.randint(0, 59)
        return rng.choice(
            [
                f"{hour}:{minute:02}",
                f"{hour:02}:{minute:02}",
                f"{hour % 12 or 12}:{minute:02} pm",
                f"{hour % 12 or 12}:{minute:02} AM",
                f"{hour % 12 or 12} pm",
            ]
        )

    def _odd_case(self, text: str) -> str:
        return "".join(c.upper() if self._rng.random() < 0.5 else c.lower() for c in text)


def _ascii(text: str) -> str:
    return re.sub(r"[^A-Za-z]", "", text)


def _aligned(text: str, spans: list[tuple[int, int, str]]) -> Sample | None:
    """Drop the sample when a span cuts a word (a particle glued to a name)."""
    words = split_words(text)
    starts, ends = {w.start for w in words}, {w.end for w in words}
    for start, end, _ in spans:
        if start not in starts or end not in ends or start == end:
            return None
    return Sample(text, tuple(spans))


def pack(samples: Iterator[Sample], rng: random.Random, max_words: int) -> Iterator[Sample]:
    """Join some of the samples into rows of several strings.

    A row costs one label prompt for all of its strings, which makes training several times
    cheaper, and screens have such rows too.

    Args:
        samples: single strings.
        rng: decides what is joined.
        max_words: no row gets longer.

    Yields:
        Single strings and rows, spans shifted.
    """
    row, size = Sample("", ()), 0
    target = 0
    for sample in samples:
        words = len(split_words(sample.text))
        if row.text and (size + words + 1 > min(target, max_words)):
            yield row
            row, size = Sample("", ()), 0
        if not row.text:
            target = 1 if rng.random() < 0.3 else rng.randint(12, max_words)
            row, size = sample, words
            continue
        glue = rng.choice([" | ", " | ", " | ", " ; ", " • ", "\n"])
        shift = len(row.text) + len(glue)
        moved = tuple((s + shift, e + shift, t) for s, e, t in sample.spans)
        row = Sample(row.text + glue + sample.text, row.spans + moved)
        size += words + 1
    if row.text:
        yield row


def to_gliner(
    sample: Sample, rng: random.Random, max_words: int, max_width: int
) -> dict[str, Any] | None:
    """Turn a sample into a GLiNER training item with a random subset of labels.

    Args:
        sample: text and spans.
        rng: draws the label subset, its order and phrasing.
        max_words: samples with more words are dropped.
        max_width: spans with more words are left out.

    Returns:
        ``{tokenized_text, ner, ner_labels}`` (``ner`` ends inclusive), or None when dropped.
    """
    words = split_words(sample.text)
    if not 0 < len(words) <= max_words:
        return None
    phrase = {k: v[0] if rng.random() < 0.75 else rng.choice(v) for k, v in LABELS.items()}
    types = list(LABELS)
    if rng.random() < 0.75:
        present = {t for _, _, t in sample.spans}
        keep = {t for t in present if rng.random() < 0.9}
        others = [t for t in types if t not in present]
        types = sorted(keep | set(rng.sample(others, rng.randint(1, min(8, len(others))))))
    rng.shuffle(types)
    index_start = {w.start: i for i, w in enumerate(words)}
    index_end = {w.end: i for i, w in enumerate(words)}
    ner = [
        [index_start[s], index_end[e], phrase[t]]
        for s, e, t in sample.spans
        if t in types and index_end[e] - index_start[s] < max_width
    ]
    return {
        "tokenized_text": [w.text for w in words],
        "ner": ner,
        "ner_labels": [phrase[t] for t in types],
    }
