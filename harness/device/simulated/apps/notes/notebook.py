"""Invented notes and lists of the owner, and how their texts are shown."""

from __future__ import annotations

import random
from collections.abc import Mapping
from datetime import date, timedelta
from typing import Any

from harness.core.entity import EntityType
from harness.device.simulated.context import Known
from harness.device.simulated.l10n import NOW
from harness.device.simulated.text import (
    Part,
    Pii,
    Rich,
    annotate,
    filled,
    from_marks,
    lines,
    rich,
    to_marks,
    with_content,
)
from harness.device.simulated.world import Person, World, digits

T = EntityType
Note = dict[str, Any]

HOME, PEOPLE, SHOPPING, PAPERS = range(4)
"""Places of the labels in the pool of labels."""


# ---------------------------------------------------------------- how notes are shown


def text(note: Note) -> Rich:
    """The text with what is personal in it."""
    return _content(note, from_marks(note["body"], note["marks"]))


def body(note: Note) -> list[Rich]:
    """The text line by line."""
    return [_content(note, line) for line in lines(from_marks(note["body"], note["marks"]))]


def item(note: Note, entry: Mapping[str, Any]) -> Rich:
    """An item of a checklist."""
    return _content(note, from_marks(entry["text"], entry["marks"]))


def title(note: Note) -> Rich:
    """The title."""
    return from_marks(note["title"], note["title_marks"])


def about_people(note: Note) -> bool:
    """Whether somebody is named in it: then all of it is about people."""
    marks = [*note["marks"], *(mark for entry in note["items"] for mark in entry["marks"])]
    return any(kind == T.PERSON_NAME.value for _, _, kind in marks)


def _content(note: Note, line: Rich) -> Rich:
    """A line cut around its identifiers; nobody's lists and figures are no content."""
    if about_people(note):
        return with_content(line, T.MESSAGE_CONTENT)
    return with_content(line, T.MESSAGE_CONTENT, optional=True) if note["own"] else line


def known(notes: list[Note]) -> Known:
    """Personal values that stand in notes; names are known from the contacts."""
    for note in notes:
        for text, marks in [(note["body"], note["marks"])] + [
            (entry["text"], entry["marks"]) for entry in note["items"]
        ]:
            for start, end, kind in marks:
                if kind != T.PERSON_NAME.value:
                    yield EntityType(kind), text[start:end]


# ---------------------------------------------------------------- notes at the start and new ones


def make_note(id: str, **more: Any) -> Note:
    """A note with what is usual for what isn't given."""
    usual: Note = {
        "id": id, "topic": "", "fact": "", "title": "", "title_marks": [], "body": "", "marks": [],
        "items": [], "entries": [], "label": "", "pinned": False, "archived": False, "own": True,
        "order": 0, "date": "",
    }  # fmt: skip
    return usual | more


def write(note: Note, title: str, body: str, known: Known) -> None:
    """Set title and body, and mark what is personal where they have changed."""
    found = list(known)
    for key, marks, new in (("title", "title_marks", title), ("body", "marks", body)):
        if new != note[key]:
            note[key], note[marks] = new, to_marks(annotate(new, found))


def make_item(text: Rich, *, done: bool = False) -> dict[str, Any]:
    """An item of a checklist."""
    return {"text": text.text, "marks": to_marks(text), "done": done}


def seed_notes(world: World) -> dict[str, Any]:
    """Notes, the latest first, and the labels.

    Each has a ``topic`` and, where it is about a value, that value as its ``fact``; notes about
    several people have ``entries``, one for each.
    """
    rng = world.rng("notes")
    people = rng.sample([p for p in world.people if p["id"] not in world.twins], 8)
    twins = [world.person(id) for id in world.twins]
    labels = list(world.texts("notes.labels"))
    notes = [
        *_secrets(world, rng),
        _table(world, rng, "debts", _debts(world, rng, [*twins, *people[:2]])),
        _table(world, rng, "birthdays", _birthdays(world, people[2:])),
        _list(world, rng, "gifts", [
            {"name": Pii(T.PERSON_NAME, person["name"])} for person in people[3:6]
        ]),
        _list(world, rng, "groceries", [{}] * 6),
        _plain(world, rng, "printer", {}),
        _plain(world, rng, "recipe", {}) | {"archived": True},
        _plain(world, rng, "neighbor", {
            "name": Pii(T.PERSON_NAME, people[6]["name"]),
            "phone": Pii(T.PHONE_NUMBER, people[6]["phone_national"]),
        }) | {"fact": people[6]["id"]},
        _plain(world, rng, "doctor", {
            "condition": Pii(T.HEALTH_INFO, rng.choice(world.texts("notes.conditions"))),
            "name": Pii(T.PERSON_NAME, people[7]["name"]),
        }),
    ]  # fmt: skip
    rng.shuffle(notes)
    pinned = rng.sample([n["topic"] for n in notes if not n["archived"]], 2)
    for i, note in enumerate(notes):
        day = (NOW - timedelta(days=1 + 4 * i)).date()
        note |= {
            "id": f"k{i:02d}",
            "label": labels[_LABELS[note["topic"]]],
            "pinned": note["topic"] in pinned,
            "own": False,
            "order": len(notes) - i,
            "date": world.locale.date(day, "MMMd"),
        }
    return {"notes": notes, "labels": labels}


_LABELS = {
    "wifi": HOME, "papers": PAPERS, "budget": SHOPPING, "door": HOME, "debts": PEOPLE,
    "birthdays": PEOPLE, "gifts": PEOPLE, "groceries": SHOPPING, "printer": HOME, "recipe": HOME,
    "neighbor": PEOPLE, "doctor": PAPERS,
}  # fmt: skip


def _plain(world: World, rng: random.Random, topic: str, slots: Mapping[str, Part]) -> Note:
    body = filled(rng.choice(world.texts(f"notes.{topic}_body")).strip(), slots)
    title = rng.choice(world.texts(f"notes.{topic}_title"))
    return make_note("", topic=topic, title=title, body=body.text, marks=to_marks(body))


def _secrets(world: World, rng: random.Random) -> list[Note]:
    words = rng.sample(world.texts("notes.password_words"), 2)
    password = f"{words[0]}-{words[1]}-{digits(rng, 2)}"
    network = rng.choice(world.texts("notes.networks"))
    wifi: dict[str, Part] = {"network": network, "password": Pii(T.PASSWORD, password)}
    plate = _patterned(rng, rng.choice(world.texts("notes.plates")))
    passport = _patterned(rng, rng.choice(world.texts("notes.passports")))
    papers = {"plate": Pii(T.LICENSE_PLATE, plate), "passport": Pii(T.ID_NUMBER, passport)}
    budget = 50.0 * rng.randint(2, 7)
    amount = world.locale.money(budget)
    code = digits(rng, 4)
    return [
        _plain(world, rng, "wifi", wifi) | {"fact": password},
        _plain(world, rng, "papers", papers)
        | {"fact": passport, "entries": [{"plate": plate, "passport": passport}]},
        _plain(world, rng, "budget", {"amount": Pii(T.ACCOUNT_BALANCE, amount)})
        | {"fact": amount, "entries": [{"amount": budget}]},
        _plain(world, rng, "door", {"code": Pii(T.PASSWORD, code)}) | {"fact": code},
    ]


def _patterned(rng: random.Random, pattern: str) -> str:
    """Random digits for ``#``, random letters for ``@``."""
    return "".join(
        digits(rng, 1) if c == "#" else rng.choice("ABCDEFGHJKLMNPRSTVWXYZ") if c == "@" else c
        for c in pattern
    )


def _debts(world: World, rng: random.Random, people: list[Person]) -> list[dict[str, Any]]:
    cents = rng.sample(range(400, 9500), len(people))
    return [
        {"id": p["id"], "name": p["name"], "rank": c / 100, "text": world.locale.money(c / 100)}
        for p, c in zip(people, cents, strict=True)
    ]


def _birthdays(world: World, people: list[Person]) -> list[dict[str, Any]]:
    """Dates as one writes them by hand; no two of the same year."""
    by_year = {person["born"][:4]: person for person in people}
    return [
        {
            "id": person["id"],
            "name": person["name"],
            "rank": -int(person["born"].replace("-", "")),
            "text": world.locale.date(date.fromisoformat(person["born"])),
        }
        for person in list(by_year.values())[:4]
    ]


def _table(world: World, rng: random.Random, topic: str, entries: list[dict[str, Any]]) -> Note:
    """A note with a line for each of several people."""
    kind = {"debts": T.ACCOUNT_BALANCE, "birthdays": T.DATE_OF_BIRTH}[topic]
    parts: list[Part] = []
    for entry in entries:
        parts += ["\n"] if parts else []
        parts += [Pii(T.PERSON_NAME, entry["name"]), ": ", Pii(kind, entry["text"])]
    body = rich(*parts)
    title = rng.choice(world.texts(f"notes.{topic}_title"))
    return make_note(
        "", topic=topic, title=title, body=body.text, marks=to_marks(body), entries=entries
    )


def _list(world: World, rng: random.Random, topic: str, slots: list[dict[str, Part]]) -> Note:
    texts = rng.sample(world.texts(f"notes.{topic}_items"), len(slots))
    items = [
        make_item(filled(text, own), done=i % 3 == 2)
        for i, (text, own) in enumerate(zip(texts, slots, strict=True))
    ]
    title = rng.choice(world.texts(f"notes.{topic}_title"))
    return make_note("", topic=topic, title=title, items=items)
