"""The invented meetings that a phone starts with.

Titles, notes and talks stand in the pools of a world. A text of ``meetings.chat`` and
``meetings.transcript`` is one talk, a line of it is one message: ``1> `` is said by the first of
the people to everyone, ``1! `` to the owner alone.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import date, datetime, time, timedelta

from harness.core.entity import EntityType
from harness.device.simulated.apps.meetings.plan import (
    DURATIONS,
    OWNER,
    ROOM,
    Record,
    blank,
    give_number,
    grouped,
    invitee,
    make_passcode,
    name_it,
    participant,
    stamp,
)
from harness.device.simulated.context import State
from harness.device.simulated.l10n import NOW, Locale
from harness.device.simulated.text import Part, Pii, filled, rich, to_marks
from harness.device.simulated.world import Person, World, digits, like, national

T = EntityType
_STARTS = ("08:15", "09:30", "11:00", "13:30", "15:00", "16:45", "18:30")
_LINE = re.compile(r"(\d)([>!]) (.*)")
_LIVE, _OWN, _INVITED, _PAST = 2, 4, 4, 4


def seed_meetings(world: World) -> State:
    """What is planned, on, and over, and the owner's account.

    By ``topic``: ``live`` is on and the owner's, ``open`` is on and somebody else's; ``own`` is to
    come and the owner's, the first two with numbers that differ in a digit; ``invited`` is
    somebody else's, two of them of one host; ``past`` is over.
    """
    rng = world.rng("meetings")
    twins = [world.person(id) for id in world.twins]
    others = rng.sample([p for p in world.people if p["id"] not in world.twins], 22)
    upcoming = [
        _live(world, rng, others[:6], twins),
        _open(world, rng, others[6:10]),
        *_own(world, rng, others[10:14]),
        *_invited(world, rng, others[14:17]),
    ]
    past = list(_past(world, rng, others))
    for meeting in (*upcoming, *past):
        stamp(meeting, world.locale)
    room = blank(ROOM, NOW.date(), f"{NOW:%H:%M}", 60)
    room |= {
        "meeting_id": grouped(f"6{digits(rng, 9)}"),
        "passcode": make_passcode(rng),
        "waiting_room": True,
    }
    stamp(room, world.locale)
    return {
        "upcoming": upcoming,
        "past": past,
        "room": room,
        "call": None,
        "host_key": digits(rng, 6),
        "display_name": world.owner["name"],
        "invoices": list(_invoices(world, rng)),
        "dial_in": list(_dial_in(world, rng)),
        "settings": {
            "mute_on_join": rng.random() < 0.5,
            "video_off": rng.random() < 0.5,
            "preview": True,
            "elapsed": False,
            "mirror": True,
            "hd": False,
        },
    }


def _live(
    world: World, rng: random.Random, people: Sequence[Person], twins: Sequence[Person]
) -> Record:
    """The owner hosts it; both twins and one more wait outside."""
    meeting = blank("u00", NOW.date(), "11:45", 60)
    give_number(meeting, rng)
    name_it(meeting, rng.choice(world.texts("meetings.live")), {})
    inside = [
        _participant(world.locale, f"q{i}", person, style)
        for i, (person, style) in enumerate(
            zip(people[:5], ("full", "listed", "called", "work", "full"), strict=True)
        )
    ]
    inside[0]["role"] = "cohost"
    for person in inside[1::2]:
        person["video"] = False
    for person in rng.sample(inside[1:], 2):
        person["muted"] = True
    waiting = [
        _participant(world.locale, f"q{i}", person, "full") | {"status": "waiting"}
        for i, person in enumerate((*twins, people[5]), start=len(inside))
    ]
    rng.shuffle(waiting)
    # A number that isn't in the address book yet.
    phone = _unknown_phone(world, rng)
    slots: Mapping[str, Part] = {
        "phone": Pii(T.PHONE_NUMBER, phone),
        "email": Pii(T.EMAIL, inside[3]["email"]),
        "first": Pii(T.PERSON_NAME, people[2]["first"]),
    }
    talk = rng.choice(world.texts("meetings.chat"))
    meeting |= {
        "topic": "live",
        "host": world.owner["name"],
        "live": True,
        "waiting_room": True,
        "mute_on_join": True,
        "people": [*inside, *waiting],
        "invited": [invitee(person) for person in (*people, *twins)],
        "chat": list(_talk(world.locale, talk, inside, slots)),
        "new_phone": phone,
        "told_by": people[0]["id"],
    }
    return meeting


def _open(world: World, rng: random.Random, people: Sequence[Person]) -> Record:
    """Somebody else hosts it; who has its number and passcode gets in."""
    meeting = blank("u01", NOW.date(), "11:30", 90)
    give_number(meeting, rng)
    name_it(meeting, rng.choice(world.texts("meetings.open")), {})
    styles = ("full", "called", "listed", "full")
    inside = [
        _participant(world.locale, f"q{i}", person, style)
        for i, (person, style) in enumerate(zip(people, styles, strict=True))
    ]
    inside[0]["role"] = "host"
    inside[1]["video"], inside[2]["muted"] = False, True
    meeting |= {
        "topic": "open",
        "host": people[0]["name"],
        "host_id": people[0]["id"],
        "live": True,
        "people": inside,
        "invited": [invitee(person) for person in people[1:]],
    }
    return meeting


def _own(world: World, rng: random.Random, people: Sequence[Person]) -> Iterator[Record]:
    titles = rng.sample(world.texts("meetings.own"), _OWN)
    days = sorted(rng.sample(range(1, 20), _OWN))
    first: Record = {}
    for i, (text, day, person) in enumerate(zip(titles, days, people, strict=True)):
        at = rng.choice(_STARTS)
        meeting = blank(f"u{_LIVE + i:02d}", NOW.date() + timedelta(day), at, rng.choice(DURATIONS))
        give_number(meeting, rng)
        name_it(meeting, text, _slots(person))
        notes = filled(rng.choice(world.texts("meetings.notes")), _slots(person))
        meeting |= {
            "topic": "own",
            "host": world.owner["name"],
            "invited": [invitee(person)],
            "notes": notes.text,
            "notes_marks": to_marks(notes),
            "waiting_room": rng.random() < 0.5,
        }
        if i == 1:
            number, step = first["meeting_id"], rng.randint(1, 9)
            meeting["meeting_id"] = f"{number[:-1]}{(int(number[-1]) + step) % 10}"
            if rng.random() < 0.5:
                meeting["passcode"] = first["passcode"]
        first = first or meeting
        yield meeting


def _invited(world: World, rng: random.Random, people: Sequence[Person]) -> Iterator[Record]:
    """The first of the people hosts two of them."""
    hosts = [people[0], people[1], people[0], people[2]]
    rng.shuffle(hosts)
    titles = rng.sample(world.texts("meetings.invited"), _INVITED)
    days = sorted(rng.sample(range(1, 20), _INVITED))
    for i, (text, day, host) in enumerate(zip(titles, days, hosts, strict=True)):
        start = rng.choice(_STARTS)
        number = _LIVE + _OWN + i
        meeting = blank(f"u{number:02d}", NOW.date() + timedelta(day), start, rng.choice(DURATIONS))
        give_number(meeting, rng)
        name_it(meeting, text, {})
        meeting |= {
            "topic": "invited",
            "host": host["name"],
            "host_id": host["id"],
            "hosted": hosts.count(host),
        }
        yield meeting


def _past(world: World, rng: random.Random, people: Sequence[Person]) -> Iterator[Record]:
    titles = rng.sample(world.texts("meetings.past"), _PAST)
    for i, text in enumerate(titles):
        guests = rng.sample(list(people), 4)
        day = NOW.date() - timedelta(1 + 3 * i + rng.randint(0, 2))
        meeting = blank(f"v{i:02d}", day, rng.choice(_STARTS), rng.choice(DURATIONS))
        give_number(meeting, rng)
        name_it(meeting, text, {})
        first = datetime.combine(day, time.fromisoformat(meeting["start"]))
        attended = [_attendee(world, rng, guest, first, meeting["minutes"]) for guest in guests]
        slots: Mapping[str, Part] = {"first": Pii(T.PERSON_NAME, guests[1]["first"])}
        talk = rng.choice(world.texts("meetings.transcript"))
        meeting |= {
            "topic": "past",
            "host": world.owner["name"],
            "attended": attended,
            "transcript": list(_talk(world.locale, talk, attended, slots)) if i % 2 == 0 else [],
            "recording": _length(rng, meeting["minutes"]) if i < 3 else "",
            "recording_size": f"{world.locale.number(rng.randint(900, 4800) / 10)} MB",
            "recording_passcode": make_passcode(rng),
        }
        yield meeting


def _length(rng: random.Random, minutes: int) -> str:
    """How long a recording is."""
    hours, rest = divmod(minutes - 3, 60)
    return f"{hours}:{rest:02d}:{rng.randint(10, 59)}"


def _attendee(
    world: World, rng: random.Random, person: Person, first: datetime, minutes: int
) -> Record:
    """Half of them have registered with an address that differs a little from the known one."""
    came = first + timedelta(minutes=rng.randint(-4, 9))
    left = first + timedelta(minutes=minutes - rng.randint(0, 6))
    local, _, domain = person["email"].partition("@")
    email = f"{local}{rng.randint(2, 9)}@{domain}" if rng.random() < 0.5 else person["email"]
    listed = world.locale.listed_name_of(person["first"], person["last"])
    return invitee(person) | {
        "email": email,
        "same_email": email == person["email"],
        "shown": listed,
        "shown_marks": to_marks(rich(Pii(T.PERSON_NAME, listed))),
        "joined": world.locale.time(came.hour, came.minute),
        "left": world.locale.time(left.hour, left.minute),
        "stayed": (left - came) // timedelta(minutes=1),
    }


def _participant(locale: Locale, id: str, person: Person, style: str) -> Record:
    called = {
        "full": (Pii(T.PERSON_NAME, person["name"]),),
        "listed": (Pii(T.PERSON_NAME, locale.listed_name_of(person["first"], person["last"])),),
        "called": (Pii(T.PERSON_NAME, person["nickname"] or person["first"]),),
        "work": (
            Pii(T.PERSON_NAME, person["name"]),
            " (",
            Pii(T.EMPLOYER_OR_SCHOOL, person["company"]),
            ")",
        ),
    }[style]
    return participant(id, person, rich(*called)) | {"style": style}


def _talk(
    locale: Locale, text: str, people: Sequence[Record], slots: Mapping[str, Part]
) -> Iterator[Record]:
    for minute, line in enumerate(text.strip().splitlines()):
        match = _LINE.fullmatch(line)
        number, mark, words = match.groups() if match else ("1", ">", line)
        speaker, said = people[int(number) - 1], filled(words, slots)
        yield {
            "from": speaker.get("id", ""),
            "to": OWNER if mark == "!" else "",
            "sender": speaker["shown"],
            "body": said.text,
            "marks": to_marks(said),
            "time": locale.time(11, 47 + minute),
        }


def _slots(person: Person) -> Mapping[str, Part]:
    return {
        "name": Pii(T.PERSON_NAME, person["name"]),
        "first": Pii(T.PERSON_NAME, person["first"]),
        "phone": Pii(T.PHONE_NUMBER, person["phone_national"]),
        "nickname": Pii(T.PERSON_NAME, person["nickname"] or person["first"]),
    }


def _unknown_phone(world: World, rng: random.Random) -> str:
    known = {p["phone"] for p in (world.owner, *world.people, *world.strangers)}
    return _fresh(rng, world.lore.data["phones"], known)


def _fresh(rng: random.Random, patterns: Sequence[str], known: set[str]) -> str:
    while (number := like(rng, rng.choice(patterns))) in known:
        pass
    return number


def _dial_in(world: World, rng: random.Random) -> Iterator[Record]:
    """Public numbers of the service by city; none is that of a person."""
    known = {p["phone"] for p in (world.owner, *world.people, *world.strangers)}
    for line in world.texts("meetings.dial_in"):
        city, _, pattern = line.partition("|")
        number = _fresh(rng, (pattern,), known)
        yield {"city": city, "number": number, "national": national(number)}


def _invoices(world: World, rng: random.Random) -> Iterator[Record]:
    amounts = rng.sample([1490, 1790, 2235, 2980, 3725, 4470, 5215], 4)
    for back, cents in enumerate(amounts):
        day = date(NOW.year, NOW.month - back, 2)
        yield {
            "id": f"i{back}",
            "month": world.locale.date(day, "yMMMM"),
            "day": world.locale.date(day, "medium"),
            "number": f"MT-{day:%y%m}-{digits(rng, 5)}",
            "amount": cents / 100,
            "amount_text": world.locale.money(cents / 100),
        }
