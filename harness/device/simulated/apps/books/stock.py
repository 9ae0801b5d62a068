"""What the owner reads, lends and pays: books, highlights, loans, library cards, purchases."""

from __future__ import annotations

import random
from collections.abc import Sequence
from datetime import date, timedelta
from typing import Any

from harness.core.entity import EntityType
from harness.device.simulated.apps.shop.goods import price
from harness.device.simulated.context import Context
from harness.device.simulated.l10n import NOW
from harness.device.simulated.text import (
    Pii,
    Rich,
    annotate,
    filled,
    from_marks,
    to_marks,
    with_content,
)
from harness.device.simulated.world import Person, World, digits

T = EntityType
Record = dict[str, Any]
Written = tuple[str, list[tuple[int, int, str]]]
"""A text and its marks."""

MORE_TIME = timedelta(days=14)
"""By how much a loan is extended."""
_COVERS = ("#8e5572", "#3b6978", "#b5651d", "#52734d", "#705d9b", "#9c4a3c", "#41627e", "#7a6f45")


def own(context: Context) -> Record:
    """The part of the state that is about books."""
    found: Record = context.state["books"]
    return found


def shelf_name(shelf: Record) -> Rich:
    """What the owner calls a shelf; some are for somebody."""
    return from_marks(shelf["name"], shelf["marks"])


def device_name(device: Record) -> Rich:
    """What a reader is called; most are named after whoever has it."""
    return from_marks(device["name"], device["marks"])


def note_text(record: Record) -> Rich:
    """A private note on a highlight or a loan; all of it is about whoever is named in it."""
    written = from_marks(record["note"], record["marks"])
    return with_content(written, T.MESSAGE_CONTENT, optional=not about_people(record))


def about_people(record: Record) -> bool:
    """Whether somebody is named in a note."""
    return any(kind == T.PERSON_NAME.value for _, _, kind in record["marks"])


def write_note(context: Context, record: Record, text: str) -> None:
    """Set a private note, and mark what is personal in it."""
    record.update(note=text, marks=to_marks(annotate(text, context.known())))


def fresh_id(records: Sequence[Record]) -> str:
    """An id that none of them has."""
    return f"n{1 + max((int(r['id'][1:]) for r in records), default=-1)}"


def turn_to(book: Record, page: int) -> None:
    """Set the page where a book is open."""
    book["page"] = page
    book["chapter"] = max(i for i, c in enumerate(book["chapters"]) if c["page"] <= page)
    book["percent"] = 100 * page // book["pages"]


def give_until(context: Context, loan: Record, due: date) -> None:
    """Set the day on which a loan ends."""
    loan.update(
        due=due.isoformat(),
        due_text=context.locale.date(due),
        next_due=(due + MORE_TIME).isoformat(),
    )


# ---------------------------------------------------------------- at the start


def seed_books(world: World) -> Record:
    """Everything at the start.

    The first two loans are with the two whose phone numbers differ in the last digit; the numbers
    of the first two cards and those of the first two orders differ in the last digit, too.
    """
    rng = world.rng("books")
    twins = [world.person(id) for id in world.twins]
    friends = rng.sample([p for p in world.people if p["id"] not in world.twins], 12)
    shelves = _shelves(world, friends[6:8])
    library = [_book(world, rng, i, text) for i, text in enumerate(_texts(world, "books"))]
    for book, place in zip(library, rng.sample(range(len(library)), len(library)), strict=True):
        book |= {"opened": place, "shelf": rng.choice(shelves[:3])["id"]}
    loans = _loans(world, rng, library, [*twins, *friends[:3]])
    return {
        "library": library,
        "sort": "recent",
        "shelves": shelves,
        "look": {"size": "medium", "theme": "paper"},
        "highlights": _highlights(world, rng, library, friends[3:7]),
        "loans": loans,
        "deadlines": _deadlines(world, loans),
        "cards": _cards(world, rng, [world.owner, *friends[8:11]]),
        "devices": _devices(world, rng, [friends[0], friends[8], friends[11]]),
        "senders": _senders(friends[3:6]),
        "deliveries": [],
        "orders": _orders(world, rng, library),
        "store": _store(world, rng),
    }


def _texts(world: World, pool: str) -> Sequence[str]:
    return world.texts(f"books.{pool}")


def _named(text: str, **names: str) -> Written:
    """A text of a world about somebody, and its marks."""
    written = filled(text, {key: Pii(T.PERSON_NAME, name) for key, name in names.items()})
    return written.text, to_marks(written)


def _book(world: World, rng: random.Random, number: int, text: str) -> Record:
    """A book of the pool: ``title|author|year``, ``# chapter`` and a line for each paragraph."""
    head, *lines = text.strip().splitlines()
    title, author, year = head.split("|")
    pages = rng.randint(148, 512)
    chapters: list[Record] = []
    for line in lines:
        if line.startswith("# "):
            chapters.append({"title": line[2:], "paragraphs": []})
        else:
            chapters[-1]["paragraphs"].append(line)
    for i, chapter in enumerate(chapters):
        chapter["page"] = 1 + i * pages // len(chapters)
    book: Record = {
        "id": f"b{number}",
        "title": title,
        "author": author,
        "year": year,
        # No publisher anywhere has this prefix.
        "isbn": f"979-9-{digits(rng, 4)}-{digits(rng, 4)}-{digits(rng, 1)}",
        "size": f"{world.locale.number(rng.randint(11, 68) / 10)} MB",
        "pages": pages,
        "color": _COVERS[number % len(_COVERS)],
        "favorite": rng.random() < 0.3,
        "lent_to": "",
        "chapters": chapters,
    }
    turn_to(book, rng.randint(2, pages - 1))
    return book


def _shelves(world: World, people: Sequence[Person]) -> list[Record]:
    """Shelves of the owner, and one for each of ``people``."""
    (text,) = _texts(world, "shelf_of")
    named: list[tuple[Written, str]] = [((name, []), "") for name in _texts(world, "shelves")]
    named += [(_named(text, name=person["first"]), person["first"]) for person in people]
    return [
        {"id": f"s{i}", "name": name, "marks": marks, "first": first}
        for i, ((name, marks), first) in enumerate(named)
    ]


def _highlights(
    world: World, rng: random.Random, library: Sequence[Record], people: Sequence[Person]
) -> list[Record]:
    """Six: four with a note about somebody, one with a note, one without, in six books."""
    about = rng.sample(list(_texts(world, "notes")), 3)
    notes = [
        *((_named(text, name=p["name"]), p) for text, p in zip(about, people, strict=False)),
        # One is called as the owner calls them.
        (_named(about[0], name=people[3]["nickname"] or people[3]["first"]), None),
        ((rng.choice(_texts(world, "remarks")), []), None),
        (("", []), None),
    ]
    places = rng.sample(list(library), len(notes))
    made = []
    for i, (((note, marks), person), book) in enumerate(zip(notes, places, strict=True)):
        chapter = rng.randrange(len(book["chapters"]))
        paragraph = rng.randrange(len(book["chapters"][chapter]["paragraphs"]))
        made.append(
            make_highlight(f"h{i}", book, chapter, paragraph)
            | {"note": note, "marks": marks, "about": person["name"] if person else ""}
        )
    return rng.sample(made, len(made))


def make_highlight(id: str, book: Record, chapter: int, paragraph: int) -> Record:
    """A paragraph that is highlighted, as yet without a note."""
    return {
        "id": id,
        "book": book["id"],
        "title": book["title"],
        "chapter": chapter,
        "paragraph": paragraph,
        "text": book["chapters"][chapter]["paragraphs"][paragraph],
        "note": "",
        "marks": [],
        "about": "",
    }


def _loans(
    world: World, rng: random.Random, library: Sequence[Record], people: Sequence[Person]
) -> list[Record]:
    days = rng.sample([d for d in range(-20, 60) if d], len(people))
    loans = []
    for i, (book, person) in enumerate(
        zip(rng.sample(list(library), len(people)), people, strict=True)
    ):
        due = NOW.date() + timedelta(days=days[i])
        note, marks = _named(rng.choice(_texts(world, "loan_notes")), first=person["first"])
        loans.append(
            {
                "id": f"l{i}",
                "book": book["id"],
                "title": book["title"],
                "person_id": person["id"],
                "name": person["name"],
                "listed": world.locale.listed_name_of(person["first"], person["last"]),
                "phone": person["phone_national"],
                "since": world.locale.date(due - timedelta(days=28)),
                "due": due.isoformat(),
                "due_text": world.locale.date(due),
                "next_due": (due + MORE_TIME).isoformat(),
                "note": note,
                "marks": marks,
            }
        )
        book["lent_to"] = person["name"]
    return loans


def _deadlines(world: World, loans: Sequence[Record]) -> list[Record]:
    """Days, each with the number of loans that end before it."""
    days = (NOW.date() + timedelta(days=ahead) for ahead in (1, 12, 33))
    return [
        {
            "text": world.locale.date(day),
            "before": sum(loan["due"] < day.isoformat() for loan in loans),
        }
        for day in days
    ]


def _cards(world: World, rng: random.Random, holders: Sequence[Person]) -> list[Record]:
    """The library cards of a household; one of them still has an old address."""
    stem, last = f"29047 {digits(rng, 5)} {digits(rng, 3)}", rng.randrange(9)
    numbers = [f"{stem}{last}", f"{stem}{last + 1}"]
    numbers += [f"29047 {digits(rng, 5)} {digits(rng, 4)}" for _ in holders[2:]]
    fees = rng.sample([amount + 0.5 for amount in range(1, 24)], len(holders))
    cards = []
    for i, (person, number) in enumerate(zip(holders, numbers, strict=True)):
        fee = price(world.locale, fees[i])
        moved = i == 2
        cards.append(
            {
                "id": f"c{i}",
                "person_id": person["id"],
                "number": number,
                # No year as a PIN, which could stand anywhere.
                "pin": f"{rng.randint(3, 9)}{digits(rng, 3)}",
                "address": world.strangers[3]["address"] if moved else person["address"],
                "moved": moved,
                "until": world.locale.date(NOW.date() + timedelta(days=rng.randint(40, 700))),
                "fee": fee,
                "fee_text": world.locale.money(fee),
                "listed": world.locale.listed_name_of(person["first"], person["last"]),
                **{key: person[key] for key in ("name", "first", "last", "birthday", "born")},
            }
        )
    return cards


def _devices(world: World, rng: random.Random, people: Sequence[Person]) -> list[Record]:
    """Readers, each with an address to which books are sent."""
    mine, theirs = _texts(world, "devices")
    names = [(mine, []), *(_named(theirs, name=person["first"]) for person in people)]
    return [
        {
            "id": f"d{i}",
            "name": name,
            "marks": marks,
            "first": person["first"],
            "email": f"{person['username']}.{digits(rng, 3)}@reader.example.com",
        }
        for i, ((name, marks), person) in enumerate(zip(names, [world.owner, *people], strict=True))
    ]


def _senders(people: Sequence[Person]) -> list[Record]:
    return [
        {
            "id": f"e{i}",
            "name": person["name"],
            "called": person["nickname"] or person["first"],
            "email": person["email"],
        }
        for i, person in enumerate(people)
    ]


def _orders(world: World, rng: random.Random, library: Sequence[Record]) -> list[Record]:
    stem, last = f"D01-{digits(rng, 4)}-{digits(rng, 3)}", rng.randrange(9)
    numbers = [f"{stem}{last + 1}", f"{stem}{last}"]
    numbers += [f"D01-{digits(rng, 4)}-{digits(rng, 4)}" for _ in range(2)]
    orders = []
    for i, (number, book) in enumerate(zip(numbers, rng.sample(list(library), 4), strict=True)):
        day = NOW.date() - timedelta(days=3 + 21 * i + rng.randrange(15))
        orders.append(
            {
                "id": f"o{i}",
                "number": number,
                "title": book["title"],
                "date": world.locale.date(day),
                "total": world.locale.money(price(world.locale, rng.randint(4, 24) - 0.01)),
            }
        )
    return orders


def _store(world: World, rng: random.Random) -> list[Record]:
    """Well-known books that anybody can buy."""
    offers = []
    for i, text in enumerate(_texts(world, "store")):
        title, author = text.split("|")
        amount = price(world.locale, rng.randint(1, 18) - 0.01)
        offers.append(
            {
                "id": f"x{i}",
                "title": title,
                "author": author,
                "price": world.locale.money(amount),
            }
        )
    return offers
