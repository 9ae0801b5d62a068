"""Invented calls, voicemail and speed dial of the owner."""

from __future__ import annotations

import random
from collections.abc import Sequence
from datetime import date, datetime, timedelta
from typing import Any

import phonenumbers

from harness.core.entity import EntityType
from harness.device.simulated.l10n import NOW, Locale
from harness.device.simulated.text import Part, Pii, filled, to_marks
from harness.device.simulated.world import Person, World, digits, like, national

T = EntityType
Record = dict[str, Any]
SPEED_KEYS = "23456789"


def seed_calls(world: World) -> dict[str, Any]:
    """The call log, the newest first, voicemail, and two keys of the speed dial.

    Whoever missed the owner is in the log with one missed call, so that "the missed call of" a
    person is one call; the numbers of two strangers are nearly those of two of these people.
    """
    rng = world.rng("dialer")
    twins = [world.person(id) for id in world.twins]
    others = rng.sample([p for p in world.people if p["id"] not in world.twins], 14)
    missed, talked, spoke = others[:3], others[3:8], others[8:13]
    strangers = _strangers(world, rng, missed)
    calls = [
        *(_call(p, "missed", 0) for p in (*missed, twins[1])),
        *(_call(p, rng.choice(("incoming", "outgoing")), rng.randint(8, 2400)) for p in talked),
        _call(twins[0], "outgoing", rng.randint(60, 900)),
        _call(talked[0], "incoming", rng.randint(60, 900)),
        *(_call({"phone": s}, "missed", 0) for s in strangers[:2]),
        _call({"phone": strangers[2]}, "incoming", rng.randint(5, 90)),
        _service(rng.choice(world.texts("dialer.services")), like(rng, "0800-555-01##")),
    ]
    rng.shuffle(calls)
    times = _times(rng, len(calls))
    return {
        "log": [
            {"id": f"k{i:02d}", **call, **_written(world.locale, time)}
            for i, (call, time) in enumerate(zip(calls, times, strict=True))
        ],
        "voicemail": _voicemail(world, rng, spoke, strangers[3]),
        "speed_dial": [
            {"key": key, "contact_id": p["id"], "name": p["name"]}
            for key, p in zip(rng.sample(SPEED_KEYS, 2), others[6:8], strict=True)
        ],
    }


def _strangers(world: World, rng: random.Random, people: Sequence[Person]) -> list[str]:
    """Numbers that the phone doesn't know, the first two off by one digit from known ones."""
    taken = {p["phone"] for p in (*world.people, *world.strangers, world.owner)}
    near = [f"{p['phone'][:-1]}{(int(p['phone'][-1]) + 5) % 10}" for p in people[:2]]
    patterns = world.lore.data["phones"]
    far = [like(rng, rng.choice(patterns)) for _ in range(12)]
    return [number for number in dict.fromkeys((*near, *far)) if number not in taken][:4]


def _call(person: Person, direction: str, seconds: int) -> Record:
    return {
        "kind": "person" if "name" in person else "unknown",
        "contact_id": person.get("id", ""),
        "name": person.get("name", ""),
        "number": person["phone"],
        "direction": direction,
        "seconds": seconds,
    }


def _service(name: str, number: str) -> Record:
    """A company that calls; neither its name nor its number is anybody's."""
    return _call({"phone": number}, "incoming", 65) | {"kind": "service", "name": name}


def _times(rng: random.Random, count: int) -> list[datetime]:
    """Moments before now, the newest first, no two of them at the same time of day."""
    midnight = datetime.combine(NOW.date(), datetime.min.time())
    today = [(0, minute) for minute in rng.sample(range(7 * 60, 12 * 60 - 5), 3)]
    before = [(rng.randint(1, 5), m) for m in rng.sample(range(13 * 60, 21 * 60), count - 3)]
    moments = [
        midnight - timedelta(days=ago) + timedelta(minutes=minute)
        for ago, minute in (*today, *before)
    ]
    return sorted(moments, reverse=True)


def _written(locale: Locale, moment: datetime) -> dict[str, str]:
    return {
        "day": day(locale, moment.date()),
        "time": locale.time(moment.hour, moment.minute),
    }


def local_number(number: str, region: str) -> str:
    """A number without the prefix of its country at home, with it where it is from abroad."""
    home = f"+{phonenumbers.country_code_for_region(region)}"
    return national(number, region) if number.startswith(home) else number


def day(locale: Locale, on: date) -> str:
    """A day as lists write it."""
    return {0: "Today", 1: "Yesterday"}.get((NOW.date() - on).days) or locale.date(on, "MMMd")


def _voicemail(
    world: World, rng: random.Random, people: Sequence[Person], stranger: str
) -> list[Record]:
    """Messages on the answering machine, each with what it is about and the value it tells."""
    order = f"QL-{digits(rng, 5)}-{digits(rng, 2)}"
    code = digits(rng, 4)
    values: tuple[tuple[str, EntityType | None, str], ...] = (
        (
            "new_number",
            T.PHONE_NUMBER,
            local_number(world.strangers[2]["phone"], world.locale.region),
        ),
        ("email", T.EMAIL, people[1]["email"]),
        ("door", T.PASSWORD, code),
        ("health", T.HEALTH_INFO, rng.choice(world.texts("dialer.conditions"))),
        ("chat", None, ""),
        ("order", T.ORDER_NUMBER, order),
    )
    callers: list[Person] = [*people, {"phone": stranger}]
    times = _times(rng, len(values))
    made = []
    for i, (caller, (topic, kind, value)) in enumerate(zip(callers, values, strict=True)):
        slots: dict[str, Part] = {
            "first": Pii(T.PERSON_NAME, caller.get("first", "")),
            "owner": Pii(T.PERSON_NAME, world.owner["first"]),
            "value": Pii(kind, value) if kind else value,
        }
        said = filled(rng.choice(world.texts(f"dialer.{topic}")), slots)
        made.append(
            {
                "contact_id": caller.get("id", ""),
                "name": caller.get("name", ""),
                "number": caller["phone"],
                "topic": topic,
                "fact": value,
                "body": said.text,
                "marks": to_marks(said),
                "seconds": rng.randint(9, 55),
                "heard": i > 2,
            }
        )
    rng.shuffle(made)
    return [
        {"id": f"v{i:02d}", **message, **_written(world.locale, time)}
        for i, (message, time) in enumerate(zip(made, times, strict=True))
    ]
