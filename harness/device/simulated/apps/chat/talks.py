"""The chats that the messenger starts with.

What is said stands in the pools of a world, ``chat.<topic>``: one text is one chat, one line is
one message. ``> `` is the owner, ``1> `` the first of the others, ``1>^2 `` quotes the second
message. ``? question | option | …`` is a poll, ``[card]`` a contact that is shared.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

from harness.core.entity import EntityType
from harness.device.simulated.l10n import NOW, Locale
from harness.device.simulated.text import Part, Pii, filled, rich, to_marks
from harness.device.simulated.world import Person, World, digits, like

T = EntityType
Record = dict[str, Any]
OWNER = "owner"
_LINE = re.compile(r"(\d?)>(?:\^(\d))? (.*)")
_VALUE = re.compile(r"\{value(\d)\}")
_TODAY = ((11, 42), (11, 5), (10, 31), (9, 18), (8, 2))
_UNREAD = {"team": 3, "number": 1, "order": 2}
_AMOUNTS = [amount + 0.5 for amount in range(12, 58)]
_LIMITS = (20, 30, 60, 90)


def seed_chat(world: World) -> Record:
    """Everything that the messenger holds at the start.

    Each chat has a ``topic`` and, where it is about one value, that value as its ``fact``;
    ``about_id`` is the person that it is about, if that is somebody else.
    """
    rng = world.rng("chat")
    owner = world.owner
    return {
        "people": _roster(world, rng),
        "chats": _chats(world, rng),
        "blocked": [],
        "profile": {
            "name": owner["name"],
            "about": rng.choice(world.texts("chat.abouts")),
            "phone": owner["phone"],
            "username": owner["username"][:-2] + _other(owner["username"][-2:], rng),
            "pin": digits(rng, 6),
        },
        "privacy": {"last_seen": "Everybody", "photo": "My contacts", "receipts": True,
                    "typing": True},
        "devices": [
            {"name": name, "ip": ip, "day": (NOW - timedelta(days=days)).date().isoformat()}
            for name, ip, days in zip(
                world.texts("chat.devices"), (owner["ip"], f"192.168.{rng.randint(10, 40)}."
                f"{rng.randint(20, 240)}"), (0, 9), strict=True)
        ],
        "limits": [
            {"id": f"l{value}", "value": value, "text": world.locale.money(value)}
            for value in _LIMITS
        ],
    }  # fmt: skip


def _other(two: str, rng: random.Random) -> str:
    """Another number of two digits that begins with the same one."""
    return two[0] + str((int(two[1]) + rng.randint(1, 9)) % 10)


def _roster(world: World, rng: random.Random) -> list[Record]:
    """Who uses the messenger, with what everybody may see of them."""
    abouts = [*world.texts("chat.abouts"), ""]
    keys = ("id", "name", "first", "phone", "phone_national", "username")
    return [
        {key: person[key] for key in keys}
        | {
            "called": person["nickname"] or person["first"],
            "about": rng.choice(abouts),
            "saved": person["id"][0] == "p",
        }
        for person in (*world.people, *world.strangers)
    ]


def _chats(world: World, rng: random.Random) -> list[Record]:
    plots = list(_plots(world, rng))
    rng.shuffle(plots)
    return [
        {
            "id": f"c{place:02d}",
            **plot,
            "pinned": plot["topic"] == "team",
            "muted": plot["topic"] == "class",
            "unread": _UNREAD.get(plot["topic"], 0),
            "order": len(plots) - place,
            "pinned_message": "m0" if plot["topic"] == "house" else "",
            "messages": [
                message | _when(world.locale, place, len(plot["messages"]) - i)
                for i, message in enumerate(plot["messages"])
            ],
        }
        for place, plot in enumerate(plots)
    ]


def _when(locale: Locale, place: int, back: int) -> Record:
    """When a message was written: ``back`` messages before the end of the chat of that place."""
    if place < len(_TODAY):
        hour, minute = _TODAY[place]
        last = NOW.replace(hour=hour, minute=minute)
    else:
        last = NOW.replace(hour=20, minute=15) - timedelta(days=place - len(_TODAY) + 1)
    return stamp(locale, last - timedelta(minutes=3 * (back - 1)))


def stamp(locale: Locale, moment: datetime) -> Record:
    """Day and time of a message."""
    return {"day": moment.date().isoformat(), "time": locale.time(moment.hour, moment.minute)}


# ---------------------------------------------------------------- who talks about what


def _plots(world: World, rng: random.Random) -> Iterator[Record]:
    twins = [world.person(id) for id in world.twins]
    people = rng.sample([p for p in world.people if p["id"] not in world.twins], 28)
    yield from _facts(world, rng, people)
    for other, text in zip(people[4:6], rng.sample(world.texts("chat.talk"), 2), strict=True):
        yield _pair(rng, "talk", text, other)
    yield from _twins(world, rng, twins)
    yield from _groups(world, rng, people)


def _facts(world: World, rng: random.Random, people: Sequence[Person]) -> Iterator[Record]:
    """Chats with one person in which one value is told."""
    values = (
        ("door", T.PASSWORD, digits(rng, 5)),
        ("order", T.ORDER_NUMBER, like(rng, "PX-####-###")),
    )
    for other, (topic, kind, value) in zip(people[2:4], values, strict=True):
        text = rng.choice(world.texts(f"chat.{topic}"))
        yield _pair(rng, topic, text, other, {"value": Pii(kind, value)}) | _fact(kind, value)
    shared, checked = world.strangers[2], people[6]
    number = checked["phone"]
    if rng.random() < 0.5:
        number = f"{number[:-1]}{(int(number[-1]) + rng.randint(1, 9)) % 10}"
    cards = (
        ("card", shared, shared["phone"], ""),
        ("check", checked, number, checked["id"]),
    )
    for other, (topic, whose, phone, id) in zip(people, cards, strict=False):
        card = {"name": whose["name"], "phone": phone, "contact_id": id}
        text = rng.choice(world.texts(f"chat.{topic}"))
        yield (
            _pair(rng, topic, text, other, {}, card)
            | _fact(T.PHONE_NUMBER, phone)
            | {"about_id": whose["id"]}
        )


def _twins(world: World, rng: random.Random, twins: Sequence[Person]) -> Iterator[Record]:
    """Two of one first name whose numbers differ in one digit."""
    one, other = twins
    slots: Mapping[str, Part] = {
        "phone": Pii(T.PHONE_NUMBER, one["phone"]),
        "wrong": Pii(T.PHONE_NUMBER, other["phone"]),
        "first": Pii(T.PERSON_NAME, one["first"]),
    }
    text = rng.choice(world.texts("chat.number"))
    yield _pair(rng, "number", text, one, slots) | _fact(T.PHONE_NUMBER, one["phone"])
    yield _pair(rng, "lunch", rng.choice(world.texts("chat.lunch")), other)


def _groups(world: World, rng: random.Random, people: Sequence[Person]) -> Iterator[Record]:
    locale, about = world.locale, people[8]
    teacher = Pii(T.PHONE_NUMBER, people[7]["phone_national"])
    amounts = rng.sample(_AMOUNTS, 3)
    code = digits(rng, 5)
    slots: dict[str, Part] = {
        "value": Pii(T.PASSWORD, code),
        "teacher": Pii(T.PERSON_NAME, people[7]["name"]),
        "phone": teacher,
        "name": Pii(T.PERSON_NAME, about["name"]),
        "me": Pii(T.PERSON_NAME, world.owner["first"]),
        "company": Pii(T.EMPLOYER_OR_SCHOOL, rng.choice(world.lore.data["companies"])),
        "time": locale.time(14, 30),
    }
    cast = {
        # Topic: who is in it, and who of them leads it; the owner is "owner".
        "trip": (people[9:14], (OWNER, people[9]["id"])),
        "gift": (people[14:18], (people[15]["id"],)),
        "house": ((*people[18:22], world.strangers[3]), (people[18]["id"],)),
        "class": ((people[9], people[14], people[18], people[22]), (OWNER,)),
        "team": (people[23:28], (people[27]["id"], people[24]["id"])),
    }
    facts = {"house": _fact(T.PASSWORD, code), "class": _fact(T.PHONE_NUMBER, teacher.value)}
    for topic, (others, admins) in cast.items():
        called = {c: _called(other) for c, other in zip("abcde", others, strict=False)}
        text = rng.choice(world.texts(f"chat.{topic}"))
        plot = _plot(topic, text, others, slots | called, amounts=amounts, locale=locale)
        lone_voter = _vote(rng, plot["messages"], others)
        about_group = filled(rng.choice(world.texts("chat.descriptions")), called)
        members = [_member(world.owner, OWNER in admins)]
        members += [_member(other, other["id"] in admins) for other in others]
        only = [m["name"] for m in members if m["admin"]]
        given = sum(said["amount"] for said in plot["messages"])
        yield plot | facts.get(topic, {}) | {
            "kind": "group",
            "given": given,
            "lone_voter": lone_voter,
            "title": rng.choice(world.texts(f"chat.{topic}_names")),
            "members": members,
            "admin": only[0] if len(only) == 1 and only[0] != world.owner["name"] else "",
            "about": about_group.text,
            "about_marks": to_marks(about_group),
            "code": like(rng, "@#@@##@#"),
            "typing": others[1]["id"] if topic == "trip" else "",
        }  # fmt: skip


def _vote(rng: random.Random, messages: Sequence[Record], others: Sequence[Person]) -> str:
    """Let all but the owner vote, so that one option has one voter and the others have two.

    Returns:
        Who that one voter is, "" without a poll.
    """
    alone = ""
    for message in messages:
        if message["kind"] == "poll":
            voters = [other["id"] for other in rng.sample(list(others), 5)]
            options = message["poll"]["options"]
            lone = rng.randrange(len(options))
            for i, option in enumerate(options):
                option["voters"] = [voters.pop() for _ in range(1 if i == lone else 2)]
            alone = options[lone]["voters"][0]
    return alone


# ---------------------------------------------------------------- one chat


def _fact(kind: EntityType, value: str) -> Record:
    return {"fact": value, "fact_type": kind.value}


def _called(person: Person) -> Pii:
    return Pii(T.PERSON_NAME, person["nickname"] or person["first"])


def _member(person: Person, admin: bool) -> Record:
    return {key: person[key] for key in ("id", "name", "first")} | {"admin": admin}


def pair(person: Person) -> Record:
    """What a chat with one person holds besides its messages."""
    return {
        "kind": "person",
        "title": person["name"],
        "first": person["first"],
        "contact_id": person["id"],
        "members": [],
        "admin": "",
        "about": "",
        "about_marks": [],
        "about_id": "",
        "code": "",
        "fact": "",
        "fact_type": "",
        "typing": "",
    }


def _pair(
    rng: random.Random,
    topic: str,
    text: str,
    other: Person,
    slots: Mapping[str, Part] | None = None,
    card: Record | None = None,
) -> Record:
    typing = other["id"] if topic == "talk" and rng.random() < 0.5 else ""
    return _plot(topic, text, (other,), slots or {}, card) | pair(other) | {"typing": typing}


def _plot(
    topic: str,
    text: str,
    others: Sequence[Person],
    slots: Mapping[str, Part],
    card: Record | None = None,
    *,
    amounts: Sequence[float] = (),
    locale: Locale | None = None,
) -> Record:
    """A text of a pool as messages; ``{value1}`` is the first of the amounts."""
    messages = []
    for number, line in enumerate(text.strip().splitlines()):
        spoken = _LINE.fullmatch(line)
        who, quoted, words = spoken.groups() if spoken else ("1", None, line)
        fresh = message(f"m{number}", others[int(who) - 1] if who else None)
        amount = _VALUE.search(words)
        if amount and locale:
            value = amounts[int(amount[1]) - 1]
            fresh |= {"amount": value, "fact": locale.money(value)}
            slots = {**slots, amount[0][1:-1]: Pii(T.ACCOUNT_BALANCE, fresh["fact"])}
        if quoted:
            fresh["quote"] = f"m{int(quoted) - 1}"
        if words.startswith("? "):
            words, *options = words.removeprefix("? ").split(" | ")
            fresh |= {"kind": "poll", "poll": poll(options)}
        elif words == "[card]":
            words = ""
            fresh |= {"kind": "card", "card": dict(card or {})}
        said = filled(words, slots) if words else rich()
        messages.append(fresh | {"body": said.text, "marks": to_marks(said)})
    return {
        "topic": topic,
        "first": "",
        "contact_id": "",
        "about_id": "",
        "fact": "",
        "fact_type": "",
        "messages": messages,
    }


def message(id: str, sender: Person | None) -> Record:
    """A message without words; from the owner if nobody else sends it."""
    return {
        "id": id,
        "kind": "text",
        "from_me": sender is None,
        "sender": sender["id"] if sender else OWNER,
        "name": sender["name"] if sender else "",
        "quote": "",
        "forwarded": False,
        "fact": "",
        "amount": 0,
    }


def poll(options: Sequence[str]) -> Record:
    """A poll without votes."""
    return {"options": [{"id": f"o{i}", "text": o, "voters": []} for i, o in enumerate(options)]}
