"""The invented people behind the simulated phone; the same world and seed give the same people.

A world is a folder ``tasks/worlds/<name>/``: ``world.yaml`` says who lives there, and one file per
app holds what they write and how the app says it. Every number is from a range that is reserved
for fiction or not given out, mails are under example.com, cards and IMEIs have test prefixes, and
IBANs are of a bank that doesn't exist.
"""

from __future__ import annotations

import random
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import lru_cache
from pathlib import Path
from typing import Any

import phonenumbers
import yaml

from harness.core.paths import DEFAULT_WORLD, WORLDS, world_names
from harness.device.simulated.l10n import Locale
from harness.errors import ConfigError

Person = dict[str, Any]
Names = Mapping[str, str]
"""Name -> how it stands in an e-mail address."""

_PEOPLE, _STRANGERS = 32, 4


@dataclass(frozen=True, slots=True, repr=False)
class Lore:
    """What the files of a world say.

    Attributes:
        name: Folder name.
        locale: Language and country.
        data: ``world.yaml``.
        texts: ``app.pool`` -> texts with ``{slots}``.
    """

    name: str
    locale: Locale
    data: Mapping[str, Any]
    texts: Mapping[str, Sequence[str]]


@dataclass(frozen=True, slots=True, repr=False)
class World:
    """Who and what the phone knows before the apps fill in their own parts.

    Attributes:
        seed: What it is made from.
        lore: The files of the world.
        owner: The phone's owner.
        people: Contacts, sorted by name. Among them are two who share a first name and whose
            phone numbers differ in the last digit, two who share a surname, people whose names
            are words, and people written in another script.
        twins: Ids of the two who share a first name.
        strangers: People that the phone doesn't know yet; they share no name with the others.
    """

    seed: int
    lore: Lore
    owner: Person
    people: tuple[Person, ...]
    twins: tuple[str, str]
    strangers: tuple[Person, ...]

    @property
    def locale(self) -> Locale:
        """Language and country."""
        return self.lore.locale

    def rng(self, purpose: str) -> random.Random:
        """A generator of its own for each purpose, so that apps don't disturb each other."""
        return random.Random(f"{self.seed}/{purpose}")

    def person(self, id: str) -> Person:
        """The contact with that id."""
        return next(person for person in self.people if person["id"] == id)

    def texts(self, pool: str) -> Sequence[str]:
        """The texts of a pool, ``app.pool``, with ``{slots}`` in them.

        Raises:
            ConfigError: The world has no such pool.
        """
        try:
            return self.lore.texts[pool]
        except KeyError:
            raise ConfigError(f"world {self.lore.name} has no texts {pool!r}") from None

    def common_words(self) -> frozenset[str]:
        """Parts of people's names that are words too, case-folded."""
        return frozenset(part.casefold() for name in self.lore.data["words"] for part in name[:2])


@lru_cache(maxsize=16)
def load(name: str) -> Lore:
    """Read a world.

    A world may say ``base: NAME``: what its own files leave out stands there.

    Raises:
        ConfigError: There is no such world, or a file of it is wrong.
    """
    folder = WORLDS / name
    if not (folder / "world.yaml").is_file():
        raise ConfigError(f"there is no world {name!r}; there are {' '.join(world_names())}")
    files = {path.stem: _read(path) for path in sorted(folder.glob("*.yaml"))}
    data = files.pop("world")
    base = load(data["base"]) if "base" in data else None
    data = {**(base.data if base else {}), **data}
    texts = dict(base.texts) if base else {}
    strings = dict(base.locale.strings) if base else {}
    strings |= data.get("strings", {})
    for app, content in files.items():
        texts |= {f"{app}.{pool}": found for pool, found in content.get("texts", {}).items()}
        strings |= content.get("strings", {})
    locale = Locale(
        name=data["locale"],
        region=data["region"],
        currency=data["currency"],
        rtl=bool(data.get("rtl")),
        full_name=data["full_name"],
        strings=strings,
    )
    return Lore(name, locale, data, texts)


def _read(path: Path) -> dict[str, Any]:
    try:
        content = yaml.safe_load(path.read_text("utf-8"))
    except (OSError, yaml.YAMLError):
        raise ConfigError(f"{path.parent.name}/{path.name} is not readable YAML") from None
    if not isinstance(content, dict):
        raise ConfigError(f"{path.parent.name}/{path.name} is not a mapping")
    return content


def make_world(seed: int, name: str = DEFAULT_WORLD) -> World:
    """Invent an owner and their contacts.

    Raises:
        ConfigError: There is no such world.
    """
    lore = load(name)
    rng = random.Random(f"{seed}/world")
    firsts, lasts = _names(lore.data["first"]), _names(lore.data["last"])
    words = [tuple(name) for name in lore.data["words"]]
    # Whoever is written in another script has the first name first, wherever the phone is.
    others = [(*name, "{first} {last}") for name in lore.data["others"]]
    count = _PEOPLE - 1 - len(others)
    first = rng.sample(sorted(firsts), count)
    last = rng.sample(sorted(lasts), count)
    names = list(zip(first[1:], last[1:], strict=True))
    # Two with one first name, and two with one surname.
    names[1] = (names[0][0], names[1][1])
    names[3] = (names[3][0], names[2][1])
    names += [*rng.sample(words, 2), *others]
    phones = _phones(lore.data, rng, len(names) + 1)
    addresses = _addresses(lore.data, rng, len(names) + 1)
    latin = {**firsts, **lasts}
    people = [
        _person(lore, rng, f"p{i:02d}", full, latin, phones[i], addresses[i])
        for i, full in enumerate(names)
    ]
    ordered = sorted(people, key=lambda p: (_ascii(p["first"]), _ascii(p["last"]), p["id"]))
    owner = _owner(lore, rng, (first[0], last[0]), latin, phones[-1], addresses[-1])
    strangers = _strangers(lore, seed, [owner, *people], latin)
    return World(seed, lore, owner, tuple(ordered), ("p00", "p01"), strangers)


def _strangers(lore: Lore, seed: int, known: Sequence[Person], latin: Names) -> tuple[Person, ...]:
    rng = random.Random(f"{seed}/strangers")
    taken = {person[part] for person in known for part in ("first", "last", "phone", "address")}
    first, last = (
        rng.sample(sorted(set(_names(lore.data[part])) - taken), _STRANGERS)
        for part in ("first", "last")
    )
    phones = [p for p in _phones(lore.data, rng, 2 + 3 * _STRANGERS)[2:] if p not in taken]
    addresses = [a for a in _addresses(lore.data, rng, 3 * _STRANGERS) if a not in taken]
    return tuple(
        _person(lore, rng, f"s{i:02d}", (first[i], last[i]), latin, phones[i], addresses[i])
        for i in range(_STRANGERS)
    )


def _names(pool: Sequence[str] | Names) -> Names:
    return pool if isinstance(pool, Mapping) else {name: _local(name) for name in pool}


def _person(
    lore: Lore,
    rng: random.Random,
    id: str,
    name: tuple[str, ...],
    latin: Names,
    phone: str,
    address: str,
) -> Person:
    first, last, *rest = name
    data = lore.data
    nicknames = {name.casefold(): called for name, called in data["nicknames"].items()}
    romanised, pattern = rest[:2], rest[2] if len(rest) > 2 else data["full_name"]
    born = date(rng.randint(1948, 2004), rng.randint(1, 12), rng.randint(1, 28))
    local = romanised or [latin.get(part) or _local(part) for part in (first, last)]
    return {
        "id": id,
        "name": pattern.format(first=first, last=last),
        "first": first,
        "last": last,
        "nickname": nicknames.get(first.casefold(), ""),
        "phone": phone,
        "phone_national": national(phone),
        "email": f"{local[0]}.{local[1]}@example.com",
        "username": f"{local[0]}{local[1][:1]}{rng.randint(10, 99)}",
        "address": address,
        "birthday": lore.locale.date(born, "long"),
        "born": born.isoformat(),
        "company": rng.choice(data["companies"]),
        "notes": "",
        "favorite": False,
    }


def _owner(
    lore: Lore,
    rng: random.Random,
    name: tuple[str, str],
    latin: Names,
    phone: str,
    address: str,
) -> Person:
    owner = _person(lore, rng, "owner", name, latin, phone, address)
    del owner["favorite"], owner["notes"]
    return owner | {
        "ip": f"192.168.{rng.randint(0, 9)}.{rng.randint(20, 240)}",
        "imei": with_luhn("00101700" + digits(rng, 6)),
    }


def national(phone: str, region: str | None = None) -> str:
    """A number as it is written inside its country; what is no number stays as it is."""
    try:
        number = phonenumbers.parse(phone, region)
    except phonenumbers.NumberParseException:
        return phone
    return phonenumbers.format_number(number, phonenumbers.PhoneNumberFormat.NATIONAL)


def _phones(data: Mapping[str, Any], rng: random.Random, count: int) -> list[str]:
    """Distinct numbers; the first two differ by one in the last digit; a few are from abroad."""
    domestic, foreign = data["phones"], data["foreign_phones"]
    first = like(rng, rng.choice(domestic))[:-1]
    last = rng.randrange(0, 9)
    phones = [f"{first}{last}", f"{first}{last + 1}"]
    while len(phones) < count:
        abroad = len(phones) % 9 == 5
        phone = like(rng, rng.choice(foreign if abroad else domestic))
        if phone not in phones:
            phones.append(phone)
    return phones


_CAPITALS = "BDFGKLMPRTVWXZ"


def like(rng: random.Random, pattern: str) -> str:
    """A pattern with a random digit for each ``#`` and a random capital for each ``@``."""
    chosen = {"#": lambda: str(rng.randrange(10)), "@": lambda: rng.choice(_CAPITALS)}
    return "".join(chosen[c]() if c in chosen else c for c in pattern)


def _addresses(data: Mapping[str, Any], rng: random.Random, count: int) -> list[str]:
    numbers = rng.sample(range(11, 990 if data.get("long_streets") else 199), count)
    return [
        data["address"].format(
            number=n, street=rng.choice(data["streets"]), city=rng.choice(data["cities"])
        )
        for n in numbers
    ]


def digits(rng: random.Random, count: int) -> str:
    """That many random digits."""
    return "".join(str(rng.randrange(10)) for _ in range(count))


def with_luhn(number: str) -> str:
    """Append the Luhn check digit (ISO/IEC 7812-1)."""
    total = sum(
        sum(divmod(int(digit) * (2 - i % 2), 10)) for i, digit in enumerate(reversed(number))
    )
    return number + str(-total % 10)


_BANKS = {"DE": "00990000", "ES": "99900001", "IL": "990001"}
"""Bank and branch of the accounts of a country; none of them is given out."""
_ACCOUNT_DIGITS = {"DE": 10, "IL": 13}


def make_iban(rng: random.Random, country: str = "GB") -> str:
    """An IBAN of a bank that doesn't exist, in groups of four.

    Germany, Spain and Israel have their own form, everywhere else it is a British one.
    """
    if country == "ES":
        account = digits(rng, 10)
        checks = f"{_spanish_check('00' + _BANKS['ES'])}{_spanish_check(account)}"
        account = _BANKS["ES"] + checks + account
    elif country in _BANKS:
        account = _BANKS[country] + digits(rng, _ACCOUNT_DIGITS[country])
    else:
        country, account = "GB", "XMPL" + digits(rng, 14)
    number = "".join(str(int(c, 36)) for c in f"{account}{country}00")
    return grouped(f"{country}{98 - int(number) % 97:02d}{account}")


def _spanish_check(code: str) -> int:
    """One of the two inner check digits of a Spanish account."""
    weights = (1, 2, 4, 8, 5, 10, 9, 7, 3, 6)
    check = -sum(int(digit) * w for digit, w in zip(code, weights, strict=True)) % 11
    return 1 if check == 10 else check


def grouped(code: str) -> str:
    """A code in groups of four."""
    return " ".join(code[i : i + 4] for i in range(0, len(code), 4))


_LETTERS = str.maketrans({"ø": "o", "Ø": "O", "ı": "i", "ł": "l", "ß": "ss"})


def _ascii(text: str) -> str:
    plain = unicodedata.normalize("NFKD", text.translate(_LETTERS))
    return "".join(c for c in plain if not unicodedata.combining(c)).casefold()


def _local(name: str) -> str:
    """A name as it stands in an e-mail address."""
    return "".join(c for c in _ascii(name) if c.isascii() and c.isalnum())
