"""Invented events of the owner's calendar, and what follows from them."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from datetime import date, datetime, time, timedelta
from typing import Any

from harness.core.day import parse_date
from harness.core.entity import EntityType
from harness.device.simulated.context import State
from harness.device.simulated.l10n import NOW, Locale
from harness.device.simulated.text import Part, Pii, Rich, filled, from_marks, rich, to_marks
from harness.device.simulated.world import Person, World, digits

T = EntityType
Event = dict[str, Any]

REMINDERS = (
    "No reminder",
    "At time of event",
    "10 minutes before",
    "30 minutes before",
    "1 hour before",
    "1 day before",
)
CALENDARS = ("Personal", "Work")
_STARTS = ("08:30", "09:15", "10:00", "11:30", "13:00", "14:45", "16:00", "17:30", "18:30")
_BUSY_DAY = 4
"""Days from now to the one on which the short meetings with one guest follow each other."""
_LETTERS = "bcdfghjkmnpqrstvwxyz"
_PER_TOPIC = {"personal": 4, "visit": 2, "work": 4, "single": 4, "health": 2, "alone": 5, "trip": 1}


# ---------------------------------------------------------------- the start


def seed_calendar(world: World) -> State:
    """Events, hidden calendars and public holidays at the start.

    Each event has a ``topic``. The guests of the first two ``personal`` ones share a first name;
    the four ``single`` ones are on one day, and two of them are with the same guest; their
    ``meetings`` say how often that guest is met.
    """
    rng = world.rng("calendar")
    twins = [world.person(id) for id in world.twins]
    others = rng.sample([p for p in world.people if p["id"] not in world.twins], 12)
    titles = {
        topic: rng.sample(list(world.texts(f"calendar.{topic}")), count)
        for topic, count in _PER_TOPIC.items()
    }
    single = [others[4], others[5], others[4], others[6]]
    rng.shuffle(single)
    guests: dict[str, list[list[Person]]] = {
        "personal": [[twins[0]], [twins[1]], [others[0]], [others[1]]],
        "visit": [[others[2]], [others[3]]],
        "work": [others[7:9], others[8:11], [others[11], twins[0]], others[5:8]],
        "single": [[person] for person in single],
    }
    grid = [(day, start) for day in range(1, 26) if day != _BUSY_DAY for start in _STARTS]
    free = iter(rng.sample(grid, sum(_PER_TOPIC.values())))
    busy = iter(sorted(rng.sample(_STARTS, 4)))
    events: list[Event] = []
    for topic, texts in titles.items():
        for number, text in enumerate(texts):
            invited = guests[topic][number] if topic in guests else []
            day, start = (_BUSY_DAY, next(busy)) if topic == "single" else next(free)
            event = blank_event(f"e{len(events):02d}", NOW.date() + timedelta(day), start)
            _fill(event, topic, text, invited, world, rng)
            if topic == "single":
                event["meetings"] = single.count(invited[0])
            stamp(event, world.locale)
            events.append(event)
    return {"events": events, "hidden": [], "holidays": list(_holidays(world))}


def blank_event(id: str, day: date, start: str) -> Event:
    """An event of an hour with nothing in it."""
    first = datetime.combine(day, time.fromisoformat(start))
    return {
        "id": id,
        "topic": "",
        "title": "",
        "title_marks": [],
        "date": day.isoformat(),
        "start": start,
        "end": f"{first + timedelta(hours=1):%H:%M}",
        "all_day": False,
        "calendar": "Personal",
        "guests": [],
        "location": "",
        "location_kind": "",
        "link": "",
        "meeting_id": "",
        "passcode": "",
        "notes": "",
        "notes_marks": [],
        "reminder": "30 minutes before",
        "answer": "",
        "meetings": 0,
    }


def stamp(event: Event, locale: Locale) -> None:
    """Write down how the phone shows day and time."""
    day = date.fromisoformat(event["date"])
    event["date_text"] = locale.date(day, "long")
    event["time_text"] = clock_time(event["start"], locale)
    event["end_text"] = clock_time(event["end"], locale)


def clock_time(at: str, locale: Locale) -> str:
    """``HH:MM`` as the phone shows it."""
    moment = time.fromisoformat(at)
    return locale.time(moment.hour, moment.minute)


def guest(person: Person) -> dict[str, str]:
    """A contact as a guest."""
    return {"contact_id": person["id"], "name": person["name"], "email": person["email"]}


def add_video(event: Event, rng: random.Random) -> None:
    """Give an event a video link, with numbers that look like those of phones and are none."""
    slug = "".join(rng.choice(_LETTERS) for _ in range(6))
    event["link"] = f"meet.example.com/{slug[:3]}-{digits(rng, 4)}-{slug[3:]}"
    number = f"8{digits(rng, 10)}"
    event["meeting_id"] = f"{number[:3]} {number[3:7]} {number[7:]}"
    event["passcode"] = digits(rng, 6)


def _fill(
    event: Event,
    topic: str,
    text: str,
    invited: Sequence[Person],
    world: World,
    rng: random.Random,
) -> None:
    title = rich(Pii(T.HEALTH_INFO, text)) if topic == "health" else filled(text, _slots(invited))
    event |= {"topic": topic, "title": title.text, "title_marks": to_marks(title)}
    event["guests"] = [guest(person) for person in invited]
    event["reminder"] = rng.choice(REMINDERS[1:])
    if topic in ("work", "single"):
        event["calendar"] = "Work"
    if topic == "visit":
        event |= {"location": invited[0]["address"], "location_kind": T.ADDRESS.value}
    elif topic != "trip":
        pool = {"health": "clinic", "work": "room", "single": "room"}.get(topic, "place")
        event["location"] = rng.choice(world.texts(f"calendar.{pool}"))
    if topic == "work":
        add_video(event, rng)
    note = {"personal": "reach", "work": "minutes", "trip": "booking"}.get(topic)
    if note:
        slots = _slots(invited) | {"code": Pii(T.ORDER_NUMBER, _booking(rng))}
        notes = filled(rng.choice(world.texts(f"calendar.{note}")), slots)
        event |= {"notes": notes.text, "notes_marks": to_marks(notes)}
    if topic == "trip":
        event["all_day"] = True


def _slots(invited: Sequence[Person]) -> dict[str, Part]:
    if not invited:
        return {}
    person = invited[0]
    return {
        "name": Pii(T.PERSON_NAME, person["name"]),
        "first": Pii(T.PERSON_NAME, person["first"]),
        "nickname": Pii(T.PERSON_NAME, person["nickname"] or person["first"]),
        "phone": Pii(T.PHONE_NUMBER, person["phone_national"]),
    }


def _booking(rng: random.Random) -> str:
    return "".join(rng.choice(_LETTERS.upper()) for _ in range(3)) + digits(rng, 4)


def _holidays(world: World) -> Iterator[dict[str, str]]:
    for line in world.texts("calendar.holidays"):
        day, _, name = line.partition(" ")
        yield {"date": f"{NOW.year}-{day}", "name": name}


# ---------------------------------------------------------------- what a day holds


def title(event: Event) -> Rich:
    """Its title, with the names in it marked."""
    return from_marks(event["title"], event["title_marks"])


def location(event: Event) -> Rich:
    """Where it is; the address of a person is theirs."""
    kind = event["location_kind"]
    return rich(Pii(EntityType(kind), event["location"]) if kind else event["location"])


def order(event: Event) -> tuple[str, bool, str, str]:
    """Events in the order of a calendar."""
    return event["date"], not event["all_day"], event["start"], event["id"]


def events(state: State) -> list[Event]:
    """The events of the calendars that are shown, in order."""
    calendar = state["calendar"]
    shown = [e for e in calendar["events"] if e["calendar"] not in calendar["hidden"]]
    return sorted(shown, key=order)


def holidays(state: State, day: date) -> list[str]:
    """Names of the public holidays on a day."""
    calendar = state["calendar"]
    if "Holidays" in calendar["hidden"]:
        return []
    return [h["name"] for h in calendar["holidays"] if h["date"] == day.isoformat()]


def birthdays(state: State, region: str) -> list[tuple[date, Person]]:
    """(day of birth, contact) of those whose birthday can be read, by month and day."""
    if "Birthdays" in state["calendar"]["hidden"]:
        return []
    read = ((parse_date(p["birthday"], region), p) for p in state["contacts"]["people"])
    found = [(born, person) for born, person in read if born is not None]
    return sorted(found, key=lambda b: (b[0].month, b[0].day, b[1]["id"]))
