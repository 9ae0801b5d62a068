"""Invented alarms and timers of the owner, and the cities of the world clock."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from harness.core.entity import EntityType
from harness.device.simulated.apps.calendar.agenda import clock_time
from harness.device.simulated.context import Context, State
from harness.device.simulated.l10n import NOW, Locale
from harness.device.simulated.text import Pii, Rich, filled, from_marks, rich, to_marks
from harness.device.simulated.world import Person, World

T = EntityType
Alarm = dict[str, Any]
DAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
SOUNDS = ("Bright morning", "Oxygen", "Krypton", "Helium", "Silent")
_RINGS = ("05:45", "06:10", "06:55", "07:20", "07:50", "08:05", "15:15", "16:40", "19:30", "21:05")
_WEEK = [0, 1, 2, 3, 4]
_SHOWN = 3


def seed_clock(world: World) -> State:
    """Alarms, timers, cities and the times of bed at the start.

    Each alarm has a ``topic``: ``person`` is about a contact, ``about`` as it names them,
    ``health`` about a treatment, ``plain`` about nobody.
    """
    rng = world.rng("clock")
    people = rng.sample([p for p in world.people if p["id"] not in world.twins], 3)
    texts = rng.sample(list(world.texts("clock.person")), len(people))
    labels = [
        *(("person", _label(text, p)) for text, p in zip(texts, people, strict=True)),
        *(
            ("health", rich(Pii(T.HEALTH_INFO, t)))
            for t in rng.sample(world.texts("clock.health"), 1)
        ),
        *(("plain", rich(text)) for text in rng.sample(list(world.texts("clock.plain")), 3)),
    ]
    times = rng.sample(_RINGS, len(labels))
    alarms = []
    for number, ((topic, label), at) in enumerate(zip(labels, times, strict=True)):
        alarm = blank_alarm(f"al{number}", at) | {
            "topic": topic,
            "about": label.marks[0].value if topic == "person" else "",
            "label": label.text,
            "label_marks": to_marks(label),
            "days": list(_WEEK) if topic == "plain" and number % 2 else [],
            "on": number % 3 != 1,
        }
        stamp(alarm, world.locale)
        alarms.append(alarm)
    cities = [_city(line) for line in world.texts("clock.cities")]
    for number, city in enumerate(cities):
        city |= {"id": f"ct{number:02d}", "shown": number in range(1, 1 + _SHOWN)}
        city["time_text"] = _there(city["offset"], cities[0]["offset"], world.locale)
    timers = rng.sample(list(world.texts("clock.timers")), 2)
    return {
        "alarms": alarms,
        "cities": cities,
        "timers": [
            {"id": f"ti{i}", "label": text, "label_marks": [], "seconds": seconds, "running": False}
            for i, (text, seconds) in enumerate(zip(timers, (270, 900), strict=True))
        ],
        "stopwatch": {"running": False, "laps": 0},
        "bedtime": {"on": False, "bed": "23:00", "wake": "07:00"},
    }


def blank_alarm(id: str, at: str) -> Alarm:
    """An alarm without a label that rings once."""
    return {
        "id": id,
        "topic": "",
        "about": "",
        "label": "",
        "label_marks": [],
        "time": at,
        "days": [],
        "on": True,
        "vibrate": True,
        "sound": SOUNDS[0],
    }


def stamp(alarm: Alarm, locale: Locale) -> None:
    """Write down how the phone shows the time of an alarm."""
    alarm["time_text"] = clock_time(alarm["time"], locale)


def clock(context: Context) -> dict[str, Any]:
    """The state of the app."""
    own: dict[str, Any] = context.state["clock"]
    return own


def fresh_id(items: list[dict[str, Any]]) -> str:
    """An id that none of the items has."""
    taken = {item["id"] for item in items}
    return next(id for n in range(len(taken) + 1) if (id := f"n{n:02d}") not in taken)


def label(item: dict[str, Any]) -> Rich:
    """The label of an alarm or timer, with what is personal in it marked."""
    return from_marks(item["label"], item["label_marks"])


def difference(city: dict[str, Any], home: dict[str, Any]) -> str:
    """How many hours a city is ahead, e.g. ``+5:30``."""
    minutes = city["offset"] - home["offset"]
    hours, rest = divmod(abs(minutes), 60)
    return f"{'-' if minutes < 0 else '+'}{hours}" + (f":{rest:02d}" if rest else "")


def _label(text: str, person: Person) -> Rich:
    return filled(text, {key: Pii(T.PERSON_NAME, person[key]) for key in ("name", "first")})


def _city(line: str) -> dict[str, Any]:
    """A line ``Name +05:30``; the first one of a world is where the phone is."""
    name, _, offset = line.rpartition(" ")
    hours, minutes = offset[1:].split(":")
    east = -1 if offset[0] == "-" else 1
    return {"name": name, "offset": east * (int(hours) * 60 + int(minutes))}


def _there(offset: int, home: int, locale: Locale) -> str:
    moment = NOW + timedelta(minutes=offset - home)
    return locale.time(moment.hour, moment.minute)
