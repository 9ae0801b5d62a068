"""Invented pictures: papers, people and places that the owner has photographed."""

from __future__ import annotations

import random
import re
from collections.abc import Mapping, Sequence
from datetime import date, timedelta
from typing import Any

from harness.core.entity import EntityType
from harness.device.simulated.apps.photos.photographs import Lines
from harness.device.simulated.l10n import NOW
from harness.device.simulated.text import EMPTY, Mark, Part, Pii, Rich, filled, rich, with_content
from harness.device.simulated.world import Person, World, digits, make_iban

T = EntityType
Photo = dict[str, Any]
_ALBUMS = ("camera", "screenshots", "documents", "receipts", "trip")
_PEOPLE = 4
_FIRST_DAY = date(2024, 4, 2)


def seed_photos(world: World) -> dict[str, Any]:
    """Albums and the pictures in them; an album of a person has their name."""
    rng = world.rng("photos")
    names = dict(zip(_ALBUMS, world.texts("photos.albums"), strict=True))
    friends = rng.sample([p for p in world.people if p["id"] not in world.twins], 10)
    sitters, guests, (host, writer, colleague) = friends[:4], friends[4:7], friends[7:10]
    albums = [{"id": key, "name": name, "contact_id": ""} for key, name in names.items()]
    albums += [{"id": f"of_{p['id']}", "name": p["name"], "contact_id": p["id"]} for p in sitters]
    photos = [
        *_papers(world, rng, host, writer, colleague),
        *_receipts(world, rng, guests),
        *_portraits(world, rng, sitters),
        *(
            _photo("landscape", "trip", caption=rich(text))
            for text in world.texts("photos.views")
        ),
    ]  # fmt: skip
    rng.shuffle(photos)
    for i, photo in enumerate(photos):
        day = _FIRST_DAY + timedelta(days=2 * i)
        clock = f"{rng.randint(8, 20):02d}{rng.randint(0, 59):02d}{rng.randint(0, 59):02d}"
        photo |= {
            "id": f"f{i:02d}",
            "seed": rng.randrange(10_000),
            "day": min(day, NOW.date()).isoformat(),
            "time": f"{clock[:2]}:{clock[2:4]}",
            "file": f"IMG_{day:%Y%m%d}_{clock}.jpg",
            "bytes": rng.randint(900_000, 4_800_000),
        }
    return {"albums": albums, "items": photos[::-1], "shares": []}


def lines_of(photo: Photo) -> Lines:
    """The text in a picture."""
    return tuple(restored(line) for line in photo["lines"])


def caption_of(photo: Photo) -> Rich:
    """What the owner wrote about it; without a person in it, it is nobody's data."""
    known = restored(photo["caption"])
    return with_content(known, T.MESSAGE_CONTENT, optional=not known.marks)


def kept(text: Rich) -> dict[str, Any]:
    """A text with its values, ready for JSON."""
    marks = [[m.start, m.end, m.type.value, m.value] for m in text.marks]
    return {"text": text.text, "marks": marks}


def restored(text: Mapping[str, Any]) -> Rich:
    """The inverse of :func:`kept`."""
    marks = (Mark(start, end, T(kind), value) for start, end, kind, value in text["marks"])
    return Rich(text["text"], tuple(marks))


def address_lines(address: str) -> tuple[Pii, Pii]:
    """An address on two lines: cut before the town, but not before a house number."""
    street, town = re.split(r", (?!\d{1,3}\b)|(?<=^\d{6}) ", address, maxsplit=1)
    return Pii(T.ADDRESS, address, street), Pii(T.ADDRESS, address, town)


def invented_address(world: World, rng: random.Random) -> str:
    """An address at which none of the contacts lives."""
    data = world.lore.data
    number = rng.randint(991, 999)
    street, city = rng.choice(data["streets"]), rng.choice(data["cities"])
    return str(data["address"].format(number=number, street=street, city=city))


def _photo(
    kind: str,
    album: str,
    lines: Sequence[Rich] = (),
    *,
    caption: Rich = EMPTY,
    person: Person | None = None,
    place: str = "",
    total: float = 0,
    total_text: str = "",
) -> Photo:
    return {
        "kind": kind,
        "album": album,
        "lines": [kept(line) for line in lines],
        "caption": kept(caption),
        "contact_id": person["id"] if person else "",
        "first": person["first"] if person else "",
        "place": place,
        "total": total,
        "total_text": total_text,
        "favorite": False,
        "trashed": False,
    }


def _filled(world: World, pool: str, slots: Mapping[str, Part]) -> list[Rich]:
    return [filled(line, slots) for line in world.texts(f"photos.{pool}")]


def _papers(
    world: World, rng: random.Random, host: Person, writer: Person, colleague: Person
) -> list[Photo]:
    owner, locale = world.owner, world.locale
    street, town = address_lines(owner["address"])
    number = f"{rng.choice('CFHKLX')}{digits(rng, 8)}"
    name = Pii(T.PERSON_NAME, owner["name"])
    card: dict[str, Part] = {
        "name": name,
        "born": Pii(T.DATE_OF_BIRTH, owner["birthday"]),
        "number": Pii(T.ID_NUMBER, number),
    }
    letter: dict[str, Part] = {
        "name": name,
        "street": street,
        "town": town,
        "iban": Pii(T.BANK_ACCOUNT, make_iban(rng, locale.region)),
        "date": locale.date(date(2024, 4, 29), "long"),
    }
    password = f"{rng.choice(('linden', 'cobalt', 'marble'))}-{digits(rng, 4)}"
    board: dict[str, Part] = {
        "first": Pii(T.PERSON_NAME, colleague["first"]),
        "phone": Pii(T.PHONE_NUMBER, colleague["phone_national"]),
        "date": locale.date(date(2024, 5, 17), "MMMd"),
    }
    plate = f"{rng.choice('BHKM')}{rng.choice('DFXZ')} {digits(rng, 4)}"
    return [
        _photo("card", "documents", _filled(world, "card", card)),
        _photo("letter", "documents", _filled(world, "letter", letter)),
        _photo("code", "documents",
               _filled(world, "wifi", {"password": Pii(T.PASSWORD, password)})),
        _photo("code", "screenshots", _filled(world, "vcard", _contact(host))),
        _photo("chat", "screenshots", _chat(world, writer)),
        _photo("board", "camera", _filled(world, "board", board)),
        _photo("plate", "camera", [rich(Pii(T.LICENSE_PLATE, plate))]),
    ]  # fmt: skip


def _contact(person: Person) -> dict[str, Part]:
    return {
        "name": Pii(T.PERSON_NAME, person["name"]),
        "first": Pii(T.PERSON_NAME, person["first"]),
        "phone": Pii(T.PHONE_NUMBER, person["phone"]),
        "email": Pii(T.EMAIL, person["email"]),
    }


def _chat(world: World, person: Person) -> list[Rich]:
    title, *said = _filled(world, "chat", _contact(person))
    return [title, *(with_content(body, T.MESSAGE_CONTENT) for body in said)]


def _receipts(world: World, rng: random.Random, guests: Sequence[Person]) -> list[Photo]:
    money = world.locale.money
    captions = world.texts("photos.dinners")
    photos = []
    for i, guest in enumerate(guests):
        prices = [round(rng.uniform(3, 40), 2) for _ in "123"]
        total = round(sum(prices), 2)
        slots = {f"price{n}": money(price) for n, price in enumerate(prices)}
        slots |= {"total": money(total), "number": digits(rng, 6)}
        caption = filled(captions[i], {"first": Pii(T.PERSON_NAME, guest["first"])})
        photos.append(
            _photo("receipt", "receipts", _filled(world, "receipt", slots), caption=caption,
                   person=guest, total=total, total_text=slots["total"])
        )  # fmt: skip
    return photos


def _portraits(world: World, rng: random.Random, people: Sequence[Person]) -> list[Photo]:
    captions = rng.sample(list(world.texts("photos.people")), len(people))
    return [
        _photo("portrait", f"of_{person['id']}", person=person,
               caption=filled(caption, {"first": Pii(T.PERSON_NAME, person["first"])}),
               place=invented_address(world, rng))
        for person, caption in zip(people, captions, strict=True)
    ]  # fmt: skip
