"""Invented conversations: what the owner's contacts, groups and services wrote."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import Any

from harness.core.entity import EntityType
from harness.device.simulated.text import Part, Pii, Rich, from_marks, rich, to_marks, with_content
from harness.device.simulated.world import Person, World, digits

T = EntityType
_TIMES = ("11:42 AM", "11:05 AM", "10:31 AM", "9:18 AM", "8:02 AM", "Thu", "Wed", "Tue", "Mon")
_GROUPS = ("Pottery class", "Lake house trip", "Book club", "Team lunch")
_CONDITIONS = ("iron deficiency", "high blood pressure", "a broken wrist", "type 2 diabetes")
_SMALL_TALK = (
    "Are you coming on Saturday?",
    "Sure, what should I bring?",
    "Something to drink is enough",
    "Do we need a tent this time?",
    "No, the cabin has four beds",
    "Great. I can drive if you like",
    "That would help a lot",
    "Then let's meet at the old bridge",
    "At nine, before it gets hot",
    "Nine is early, but fine",
    "Did you ever finish that book?",
    "Two chapters left. No spoilers!",
    "I can't promise anything",
    "Fair enough",
    "Is the lake warm enough to swim?",
    "Last week it was eighteen degrees",
    "So no, not for me",
    "You can sit at the shore and read",
    "Those two chapters, finally",
    "Exactly",
    "See you on Saturday then",
)

Thread = dict[str, Any]
Said = tuple[bool, str, Sequence[Part]]
"""(by the owner, first name of the sender in a group, parts)."""


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


def seed_threads(world: World) -> list[Thread]:
    """The threads at the start, the latest first.

    Each has a ``topic`` and, where it is about a value, that value as its ``fact``.
    """
    rng = world.rng("messages")
    twins = [world.person(id) for id in world.twins]
    others = rng.sample([p for p in world.people if p["id"] not in world.twins], 12)
    plots = [*_personal(rng, others), *_shared(rng, others), *_automatic(rng, world.owner)]
    plots += [
        _with(twins[0], "lunch", "", [(False, "", ("Lunch on Tuesday?",))]),
        _with(
            twins[1], "ring", "",
            [(False, "", ("I have the ring sizes, call me on ", _phone(twins[1]), "."))],
        ),
    ]  # fmt: skip
    rng.shuffle(plots)
    unread = set(rng.sample(range(len(plots)), 4))
    threads = []
    for i, plot in enumerate(plots):
        said = plot.pop("said")
        time = _TIMES[min(i, len(_TIMES) - 1)]
        threads.append(
            {
                "id": f"t{i:02d}",
                **plot,
                "archived": False,
                "unread": i in unread and not said[-1][0],
                "order": len(plots) - i,
                "messages": [_message(line, time) for line in said],
            }
        )
    return threads


def _message(line: Said, time: str) -> dict[str, Any]:
    from_me, sender, parts = line
    said = rich(*parts)
    return {
        "from_me": from_me,
        "sender": sender,
        "body": said.text,
        "marks": to_marks(said),
        "time": time,
    }


def _with(person: Person, topic: str, fact: str, said: list[Said]) -> dict[str, Any]:
    return {
        "kind": "person",
        "title": person["name"],
        "number": person["phone"],
        "contact_id": person["id"],
        "topic": topic,
        "fact": fact,
        "said": said,
    }


def _phone(person: Person) -> Pii:
    return Pii(T.PHONE_NUMBER, person["phone"])


def _first(person: Person) -> Pii:
    return Pii(T.PERSON_NAME, person["first"])


def _personal(rng: random.Random, people: Sequence[Person]) -> Iterator[dict[str, Any]]:
    new_phone = f"+1 808-555-01{rng.randint(10, 99)}"
    words = rng.choice(("maple", "otter", "velvet")), rng.choice(("river", "lamp"))
    password = f"{words[0]}-{words[1]}-{digits(rng, 2)}"
    plate = f"K{rng.choice('XWRT')}{rng.choice('BDF')} {digits(rng, 4)}"
    condition = rng.choice(_CONDITIONS)
    a, b, c, d, e, f, g, h = people[:8]
    yield _with(a, "address", a["address"], [
        (False, "", ("Hi! We moved. The new place is ", Pii(T.ADDRESS, a["address"]),
                     ", come by any time.")),
        (True, "", ("Lovely, I will!",)),
    ])  # fmt: skip
    yield _with(b, "new_number", new_phone, [
        (False, "", ("Hey, it's ", _first(b), ". My new number is ",
                     Pii(T.PHONE_NUMBER, new_phone), ", please save it.")),
    ])  # fmt: skip
    yield _with(c, "email", c["email"], [
        (True, "", ("Where should I send the photos?",)),
        (False, "", ("To ", Pii(T.EMAIL, c["email"]), " please. Thanks!")),
    ])  # fmt: skip
    yield _with(d, "wifi", password, [
        (True, "", ("What's your Wi-Fi password again?",)),
        (False, "", ("It is ", Pii(T.PASSWORD, password), " as always",)),
    ])  # fmt: skip
    yield _with(e, "plate", plate, [
        (False, "", ("The car park asks for my plate, it's ", Pii(T.LICENSE_PLATE, plate), "."),),
        (True, "", ("Done, you are on the list",)),
    ])  # fmt: skip
    yield _with(f, "health", condition, [
        (False, "", ("The doctor says it is ", Pii(T.HEALTH_INFO, condition),
                     ". Nothing dramatic, but I need rest.")),
        (True, "", ("Get well soon, ", _first(f), "!")),
    ])  # fmt: skip
    yield _with(g, "friend", h["name"], [
        (False, "", ("Do you have the number of ", Pii(T.PERSON_NAME, h["name"]), "?")),
        (True, "", ("Yes: ", _phone(h))),
        (False, "", ("Perfect, thanks",)),
    ])  # fmt: skip
    talk: list[Said] = [(i % 2 == 1, "", (line,)) for i, line in enumerate(_SMALL_TALK)]
    yield _with(h, "saturday", "", talk)


def _shared(rng: random.Random, people: Sequence[Person]) -> Iterator[dict[str, Any]]:
    first, second = rng.sample(_GROUPS, 2)
    for title, members in ((first, people[8:11]), (second, people[9:12])):
        yield {
            "kind": "group",
            "title": title,
            "number": "",
            "contact_id": "",
            "topic": "group",
            "fact": "",
            "said": [
                (False, members[0]["first"], ("Who is in for Thursday?",)),
                (
                    False,
                    members[1]["first"],
                    (
                        "Me! And ",
                        _first(members[2]),
                        " too, I think",
                    ),
                ),
                (True, "", ("I'm in",)),
                (False, members[2]["first"], ("Can't make it this week, sorry",)),
            ],
        }


def _automatic(rng: random.Random, owner: Person) -> Iterator[dict[str, Any]]:
    code, order = digits(rng, 6), f"KP-{digits(rng, 5)}-{digits(rng, 2)}"
    booking, caller = f"BK{digits(rng, 6)}", f"+1 808-555-01{rng.randint(0, 9):02d}"
    services: tuple[tuple[str, str, str, str, Sequence[Part]], ...] = (
        ("Northwind Bank", "72345", "code", code,
         ("Your Northwind Bank code is ", Pii(T.PASSWORD, code), ". Never share it.")),
        ("Parcel Kite", "58821", "order", order,
         ("Your order ", Pii(T.ORDER_NUMBER, order), " arrives today by 6 PM.")),
        ("City Dental", "90417", "appointment", booking,
         ("Hi ", _first(owner), ", your booking ", Pii(T.ORDER_NUMBER, booking),
          " is on May 14 at 9:30 AM.")),
    )  # fmt: skip
    for title, number, topic, fact, parts in services:
        yield {
            "kind": "service", "title": title, "number": number, "contact_id": "",
            "topic": topic, "fact": fact, "said": [(False, "", parts)],
        }  # fmt: skip
    yield {
        "kind": "unknown", "title": caller, "number": caller, "contact_id": "",
        "topic": "stranger", "fact": caller,
        "said": [(False, "", ("Is the bike still for sale? You can reach me at ",
                              Pii(T.PHONE_NUMBER, caller), "."))],
    }  # fmt: skip
