"""The invented people behind the simulated phone; the same seed gives the same world.

Every number is from a range that is reserved for fiction or tests: phones 555-01xx and
+44 7700 900xxx, mails under example.com, test card and IMEI prefixes, an IBAN of a bank that
doesn't exist.
"""

from __future__ import annotations

import random
import unicodedata
from dataclasses import dataclass
from typing import Any

Person = dict[str, Any]

_FIRST = (
    "Maria", "James", "Aisha", "Lukas", "Chloé", "Rafael", "Ingrid", "Tomasz", "Priya", "Noah",
    "Zoë", "Mateus", "Freya", "Omar", "Beatriz", "Søren", "Hana", "Elif", "Dmitri", "Amara",
    "Liam", "Giulia", "José", "Nadia", "Oscar", "Yara", "Viktor", "Leilani", "Piotr", "Camille",
    "Ravi", "Astrid", "Bruno", "Katarína", "Emeka", "Fiona", "Hugo", "Jürgen", "Mei", "Tariq",
)  # fmt: skip
_LAST = (
    "Lopez", "Whitfield", "Rahman", "Brandt", "Lefèvre", "Moreira", "Halvorsen", "Kowalczyk",
    "Nair", "Pemberton", "Vandenberg", "Azevedo", "Lindqvist", "Haddad", "Carvalho", "Østergaard",
    "Tanaka", "Yıldız", "Sokolov", "Okafor", "Gallagher", "Moretti", "Álvarez", "Benali",
    "Sandoval", "Khoury", "Petrov", "Kealoha", "Nowak", "Dubois", "Iyer", "Bergström", "Teixeira",
    "Novotná", "Adeyemi", "Macleod", "Fontaine", "Müller", "Chen", "Siddiqui",
)  # fmt: skip
_WORD_NAMES = (("Will", "Carter"), ("Mark", "Rivers"), ("Grace", "Bell"), ("May", "Summers"))
"""People whose names are also words: one of them must not be swept off every screen."""
_CYRILLIC = ("Анна", "Лебедева")
_AREAS = ("202", "312", "415", "503", "617", "646", "713", "720", "919")
_STREETS = (
    "Maple Street", "Harbor Lane", "Juniper Way", "Old Mill Road", "Larkspur Avenue",
    "Quarry Hill Drive", "Willow Court", "Foxglove Terrace", "Granite Street", "Heron Lane",
)  # fmt: skip
_CITIES = (
    "Springfield, IL 62704", "Fairview, OR 97024", "Brookhaven, GA 30319", "Lakewood, CO 80226",
    "Ashland, VA 23005", "Milford, CT 06460", "Riverton, UT 84065",
)  # fmt: skip
_COMPANIES = (
    "Northgate Pottery", "Halden & Moss", "Bluefin Robotics", "Cedar Row Dental",
    "Tallgrass Media", "Orbit Bakery", "Kestrel Logistics", "Pinewood Elementary School",
)  # fmt: skip
_MONTHS = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
)  # fmt: skip


@dataclass(frozen=True, slots=True, repr=False)
class World:
    """Who and what the phone knows before the apps fill in their own parts.

    Attributes:
        seed: What it is made from.
        owner: The phone's owner.
        people: Contacts, sorted by name; the first two in ``twins`` share a first name and
            have phone numbers that differ in the last digit.
        twins: Ids of those two.
    """

    seed: int
    owner: Person
    people: tuple[Person, ...]
    twins: tuple[str, str]

    def rng(self, purpose: str) -> random.Random:
        """A generator of its own for each purpose, so that apps don't disturb each other."""
        return random.Random(f"{self.seed}/{purpose}")

    def person(self, id: str) -> Person:
        """The contact with that id."""
        return next(person for person in self.people if person["id"] == id)


def make_world(seed: int) -> World:
    """Invent an owner and 32 contacts."""
    rng = random.Random(f"{seed}/world")
    firsts = rng.sample(_FIRST, 29)
    lasts = rng.sample(_LAST, 31)
    names = list(zip(firsts[1:], lasts[1:29], strict=True))
    twin_first = names[0][0]
    names.insert(1, (twin_first, lasts[29]))
    names += [*rng.sample(_WORD_NAMES, 2), _CYRILLIC]
    phones = _phones(rng, len(names) + 1)
    addresses = _addresses(rng, len(names) + 1)
    people = [
        _person(rng, f"p{i:02d}", name, phones[i], addresses[i]) for i, name in enumerate(names)
    ]
    ordered = sorted(people, key=lambda p: (_ascii(p["first"]), _ascii(p["last"]), p["id"]))
    owner = _owner(rng, (firsts[0], lasts[0]), phones[-1], addresses[-1])
    return World(seed, owner, tuple(ordered), ("p00", "p01"))


def _person(rng: random.Random, id: str, name: tuple[str, str], phone: str, address: str) -> Person:
    first, last = name
    return {
        "id": id,
        "name": f"{first} {last}",
        "first": first,
        "last": last,
        "phone": phone,
        "email": f"{_local(first)}.{_local(last)}@example.com",
        "address": address,
        "birthday": f"{rng.choice(_MONTHS)} {rng.randint(1, 28)}, {rng.randint(1948, 2004)}",
        "company": rng.choice(_COMPANIES),
        "notes": "",
        "favorite": False,
    }


def _owner(rng: random.Random, name: tuple[str, str], phone: str, address: str) -> Person:
    owner = _person(rng, "owner", name, phone, address)
    del owner["favorite"], owner["notes"]
    return owner | {
        "username": f"{_local(name[0])}{_local(name[1])[:1]}{rng.randint(10, 99)}",
        "ip": f"192.168.{rng.randint(0, 9)}.{rng.randint(20, 240)}",
        "imei": with_luhn("00101700" + digits(rng, 6)),
    }


def _phones(rng: random.Random, count: int) -> list[str]:
    """Distinct numbers; the first two differ by one in the last digit; a few are British."""
    lines = rng.sample(range(2, 98), count)
    first = rng.randrange(10, 89)
    first -= first % 10 == 9
    area = rng.choice(_AREAS)
    phones = [f"+1 {area}-555-01{n:02d}" for n in (first, first + 1)]
    others = [a for a in _AREAS if a != area]
    phones += [f"+1 {rng.choice(others)}-555-01{n:02d}" for n in lines[2:]]
    for at in range(5, count - 1, 9):
        phones[at] = f"+44 7700 900{lines[at]:03d}"
    return phones


def _addresses(rng: random.Random, count: int) -> list[str]:
    numbers = rng.sample(range(11, 990), count)
    return [f"{n} {rng.choice(_STREETS)}, {rng.choice(_CITIES)}" for n in numbers]


def digits(rng: random.Random, count: int) -> str:
    """That many random digits."""
    return "".join(str(rng.randrange(10)) for _ in range(count))


def with_luhn(number: str) -> str:
    """Append the Luhn check digit (ISO/IEC 7812-1)."""
    total = sum(
        sum(divmod(int(digit) * (2 - i % 2), 10)) for i, digit in enumerate(reversed(number))
    )
    return number + str(-total % 10)


def make_iban(rng: random.Random) -> str:
    """A British IBAN of the bank ``XMPL``, which doesn't exist, in groups of four."""
    account = "XMPL" + digits(rng, 14)
    number = "".join(str(int(c, 36)) for c in account + "GB00")
    iban = f"GB{98 - int(number) % 97:02d}{account}"
    return grouped(iban)


def grouped(code: str) -> str:
    """A code in groups of four."""
    return " ".join(code[i : i + 4] for i in range(0, len(code), 4))


_LETTERS = str.maketrans("øØıł", "oOil")
_ROMAN = {"анна": "anna", "лебедева": "lebedeva"}


def _ascii(text: str) -> str:
    plain = unicodedata.normalize("NFKD", text.translate(_LETTERS))
    return "".join(c for c in plain if not unicodedata.combining(c)).casefold()


def _local(name: str) -> str:
    """A name as it stands in an e-mail address."""
    plain = _ascii(name)
    return _ROMAN.get(plain, "".join(c for c in plain if c.isascii() and c.isalnum()))
