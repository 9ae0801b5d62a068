"""The conversations that a phone starts with.

What is said stands in the pools of a world, ``messages.<topic>``: one text is one conversation,
one line is one message. A line is the other's, after ``> `` the owner's, after ``1> `` that of the
first member of a group. The first line ``@Name|number`` names a service that writes.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import timedelta
from typing import Any

from harness.core.entity import EntityType
from harness.device.simulated.l10n import NOW, Locale
from harness.device.simulated.text import (
    Part,
    Pii,
    Rich,
    filled,
    from_marks,
    rich,
    to_marks,
    with_content,
)
from harness.device.simulated.world import Person, World, digits, like

T = EntityType
_TODAY = ((11, 42), (11, 5), (10, 31), (9, 18), (8, 2))
_LINE = re.compile(r"(?:(\d?)> )?(.*)")

Thread = dict[str, Any]
Slots = Mapping[str, Part]


def title(thread: Thread) -> Rich:
    """A thread's title; that of a service is no personal data."""
    kinds = {"person": T.PERSON_NAME, "group": T.GROUP_NAME, "unknown": T.PHONE_NUMBER}
    kind = kinds.get(thread["kind"])
    return rich(Pii(kind, thread["title"])) if kind else rich(thread["title"])


def body(thread: Thread, message: dict[str, Any]) -> Rich:
    """A message cut around its identifiers; what a machine wrote is optional content."""
    known = from_marks(message["body"], message["marks"])
    automatic = thread["kind"] == "service" and not message["from_me"]
    return with_content(known, T.MESSAGE_CONTENT, optional=automatic)


def preview(thread: Thread) -> Rich:
    """The last message as the list shows it."""
    if not thread["messages"]:
        return rich("")
    last = thread["messages"][-1]
    if last["from_me"]:
        return rich("You: ", body(thread, last))
    if thread["kind"] == "group":
        return rich(Pii(T.PERSON_NAME, last["sender"]), ": ", body(thread, last))
    return body(thread, last)


def now(locale: Locale) -> str:
    """The time at which a message is sent."""
    return locale.time(NOW.hour, NOW.minute)


def seed_threads(world: World) -> list[Thread]:
    """The threads at the start, the latest first.

    Each has a ``topic`` and, where it is about a value, that value as its ``fact``; ``about`` is
    the contact that it is about, if that is somebody else.
    """
    rng = world.rng("messages")
    one, other = (world.person(id) for id in world.twins)
    people = rng.sample([p for p in world.people if p["id"] not in world.twins], 17)
    plots = [
        *_facts(world, rng, people),
        *_talks(world, rng, people, (one, other)),
        *_groups(world, rng, people),
        *_services(world, rng),
    ]
    rng.shuffle(plots)
    waiting = [i for i, plot in enumerate(plots) if not plot["messages"][-1]["from_me"]]
    unread = set(rng.sample(waiting, 4))
    return [
        {
            "id": f"t{i:02d}",
            **plot,
            "archived": False,
            "unread": i in unread,
            "order": len(plots) - i,
            "messages": [m | {"time": _time(world.locale, i)} for m in plot["messages"]],
        }
        for i, plot in enumerate(plots)
    ]


def _time(locale: Locale, place: int) -> str:
    """When the thread at that place of the list was last written to."""
    if place < len(_TODAY):
        return locale.time(*_TODAY[place])
    back = place - len(_TODAY) + 1
    return locale.date(NOW - timedelta(days=back), "E" if back < 7 else "MMMd")


def _plot(
    world: World, rng: random.Random, topic: str, slots: Slots, members: Sequence[Person] = ()
) -> dict[str, Any]:
    """A conversation of a pool: who writes, and what."""
    first, *rest = rng.choice(world.texts(f"messages.{topic}")).strip().splitlines()
    title, _, number = first.removeprefix("@").partition("|") if first[0] == "@" else ("", "", "")
    lines = rest if title else [first, *rest]
    return {
        "kind": "service" if title else "group" if members else "person",
        "title": title,
        "number": number,
        "contact_id": "",
        "topic": topic,
        "fact": "",
        "about": "",
        "messages": [_message(line, slots, members) for line in lines],
    }


def _message(line: str, slots: Slots, members: Sequence[Person]) -> dict[str, Any]:
    spoken = _LINE.fullmatch(line)
    number, words = spoken.groups() if spoken else (None, line)
    said = filled(words, slots)
    return {
        "from_me": number == "",
        "sender": members[int(number) - 1]["first"] if number else "",
        "body": said.text,
        "marks": to_marks(said),
    }


def _with(person: Person, plot: dict[str, Any], fact: str = "", about: str = "") -> dict[str, Any]:
    return plot | {
        "title": person["name"],
        "number": person["phone"],
        "contact_id": person["id"],
        "fact": fact,
        "about": about,
    }


def _facts(world: World, rng: random.Random, people: Sequence[Person]) -> Iterator[dict[str, Any]]:
    """Conversations in each of which one value is told."""
    words = rng.sample(world.texts("messages.password_words"), 2)
    debts = rng.sample([amount + 0.5 for amount in range(12, 99)], 3)
    values = (
        ("address", T.ADDRESS, people[0]["address"]),
        ("new_number", T.PHONE_NUMBER, world.strangers[0]["phone"]),
        ("email", T.EMAIL, people[2]["email"]),
        ("wifi", T.PASSWORD, f"{words[0]}-{words[1]}-{digits(rng, 2)}"),
        ("plate", T.LICENSE_PLATE, like(rng, rng.choice(world.texts("messages.plates")))),
        ("health", T.HEALTH_INFO, rng.choice(world.texts("messages.conditions"))),
    )
    for person, (topic, kind, value) in zip(people, values, strict=False):
        slots = {"value": Pii(kind, value), "me": _first(person)}
        yield _with(person, _plot(world, rng, topic, slots), fact=value)
    for person, amount in zip(people[len(values) :], debts, strict=False):
        value = world.locale.money(amount)
        plot = _plot(world, rng, "debt", {"value": Pii(T.ACCOUNT_BALANCE, value)})
        yield _with(person, plot, fact=value) | {"amount": amount}
    caller = world.strangers[1]
    slots = {
        "value": Pii(T.PHONE_NUMBER, caller["phone"]),
        "me": Pii(T.PERSON_NAME, caller["name"]),
    }
    yield _plot(world, rng, "stranger", slots) | {
        "kind": "unknown",
        "title": caller["phone"],
        "number": caller["phone"],
        "fact": caller["phone"],
    }


def _talks(
    world: World, rng: random.Random, people: Sequence[Person], twins: tuple[Person, Person]
) -> Iterator[dict[str, Any]]:
    """Conversations about somebody else, and about nothing much."""
    asking, friend, checking, checked, talking = people[9:14]
    slots: dict[str, Part] = {"name": Pii(T.PERSON_NAME, friend["name"]), "phone": _phone(friend)}
    yield _with(asking, _plot(world, rng, "friend", slots), friend["name"], friend["id"])
    number = checked["phone"]
    if rng.random() < 0.5:
        number = f"{number[:-1]}{(int(number[-1]) + rng.randint(1, 9)) % 10}"
    slots = {"name": Pii(T.PERSON_NAME, checked["name"]), "phone": Pii(T.PHONE_NUMBER, number)}
    yield _with(checking, _plot(world, rng, "check", slots), number, checked["id"])
    yield _with(talking, _plot(world, rng, "saturday", {}))
    yield _with(twins[0], _plot(world, rng, "lunch", {}))
    yield _with(twins[1], _plot(world, rng, "ring", {"phone": _phone(twins[1])}))


def _groups(world: World, rng: random.Random, people: Sequence[Person]) -> Iterator[dict[str, Any]]:
    titles = rng.sample(world.texts("messages.groups"), 2)
    for name, members in zip(titles, (people[9:12], people[14:17]), strict=True):
        slots = {"third": _first(members[2])}
        yield _plot(world, rng, "group", slots, members) | {"title": name}


def _services(world: World, rng: random.Random) -> Iterator[dict[str, Any]]:
    """What machines write: codes, parcels, appointments, and numbers that are nobody's."""
    day, hour = NOW + timedelta(days=4), world.locale.time(9, 30)
    date = world.locale.date(day, "MMMd")
    slots: dict[str, Part] = {"date": date, "time": hour, "me": _first(world.owner)}
    values = (
        ("code", T.PASSWORD, digits(rng, 6)),
        ("login", T.PASSWORD, digits(rng, 6)),
        ("order", T.ORDER_NUMBER, f"KP-{digits(rng, 5)}-{digits(rng, 2)}"),
        ("appointment", T.ORDER_NUMBER, f"BK{digits(rng, 6)}"),
    )
    for topic, kind, value in values:
        yield _plot(world, rng, topic, {**slots, "value": Pii(kind, value)}) | {"fact": value}
    price = world.locale.money(9.99)
    yield _plot(world, rng, "advert", {"price": price, "time": hour, "days": date})


def _phone(person: Person) -> Pii:
    return Pii(T.PHONE_NUMBER, person["phone"])


def _first(person: Person) -> Pii:
    return Pii(T.PERSON_NAME, person["first"])
