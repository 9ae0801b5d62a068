"""Invented health record of the owner: medicines, doctors, readings, bills, family."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from datetime import date, timedelta
from typing import Any

from harness.device.simulated.l10n import NOW, Locale
from harness.device.simulated.world import Person, World, digits, grouped, national

Item = dict[str, Any]
_TODAY = NOW.date()
_AHEAD = (4, 11, 26, 40)
"""In how many days the appointments are."""
_TIMES = ((9, 30), (14, 15), (8, 0), (16, 45))
_BLOOD = ("A+", "A-", "B+", "B-", "AB+", "0+", "0-")


def seed_care(world: World) -> Item:
    """Everything that the record holds at the start."""
    rng, locale = world.rng("health"), world.locale
    others = rng.sample([p for p in world.people if p["id"] not in world.twins], 12)
    doctors = list(_doctors(world, others[:4]))
    names = rng.sample(list(world.texts("health.medications")), 7)
    allergies = rng.sample(list(world.texts("health.allergies")), 5)
    (doctor_pattern,) = world.texts("health.doctor")
    care: Item = {
        "doctor_pattern": doctor_pattern,
        "profile": _profile(world, rng),
        "schedules": list(world.texts("health.schedules")),
        "medications": [_medication(world, rng, i, name) for i, name in enumerate(names[:4])],
        "catalog": [
            {"id": f"c{i}", "name": name, "dose": rng.choice(world.texts("health.doses"))}
            for i, name in enumerate(names[4:])
        ],
        "allergies": [
            {"id": f"g{i}", "name": name, "reaction": reaction}
            for i, (name, reaction) in enumerate(
                zip(allergies, rng.sample(list(world.texts("health.reactions")), 3), strict=False)
            )
        ],
        "irritants": [{"id": f"i{i}", "name": name} for i, name in enumerate(allergies[3:])],
        "appointments": list(_appointments(world, rng, doctors)),
        "bills": list(_bills(rng, locale, doctors)),
        "readings": list(_readings(rng, locale)),
        "steps": [
            {"day": (_TODAY - timedelta(days=ago)).isoformat(), "count": rng.randrange(1900, 14800)}
            for ago in range(7)
        ],
        "emergency": [_emergency(world, rng, others[4], "u0")],
        "family": list(_family(world, rng, others[5:])),
    }
    add_up(care)
    return care


def add_up(care: Item) -> None:
    """Bring the sum of the unpaid bills up to date."""
    care["open"] = round(sum(b["amount"] for b in care["bills"] if not b["paid"]), 2)


def fresh_id(items: Sequence[Item]) -> str:
    """An id that no item has yet."""
    taken = {item["id"] for item in items}
    return next(id for n in range(len(taken) + 1) if (id := f"n{n:02d}") not in taken)


def _profile(world: World, rng: random.Random) -> Item:
    born = date.fromisoformat(world.owner["born"])
    insurance = f"{rng.choice('HKMRTX')}{digits(rng, 11)}"
    return {
        **{key: world.owner[key] for key in ("name", "first", "last", "address", "phone")},
        "birthday": world.locale.date(born, "medium"),
        "blood": rng.choice(_BLOOD),
        "height": f"{rng.randint(155, 196)} cm",
        "insurer": rng.choice(world.texts("health.insurers")),
        "insurance_number": grouped(insurance),
        "patient_number": f"PT-{digits(rng, 7)}",
    }


def _medication(world: World, rng: random.Random, position: int, name: str) -> Item:
    return {
        "id": f"d{position}",
        "name": name,
        "dose": rng.choice(world.texts("health.doses")),
        "schedule": rng.choice(world.texts("health.schedules")),
        "purpose": world.texts("health.purposes")[position],
        "taken": position == 1,
        "reminder": position != 2,
    }


def _doctors(world: World, people: list[Person]) -> Iterator[Item]:
    """Contacts who are doctors; their practice has a number that is nearly their own."""
    taken = {p["phone"] for p in world.people}
    fields = zip(
        people, world.texts("health.specialties"), world.texts("health.practices"), strict=True
    )
    for person, specialty, practice in fields:
        numbers = (f"{person['phone'][:-1]}{digit}" for digit in "3571902468")
        phone = next(number for number in numbers if number not in taken)
        taken.add(phone)
        yield {
            "doctor_id": person["id"],
            "doctor": person["name"],
            "doctor_last": person["last"],
            "specialty": specialty,
            "practice": practice,
            "practice_phone": phone,
            "practice_phone_national": national(phone),
        }


def _appointments(world: World, rng: random.Random, doctors: list[Item]) -> Iterator[Item]:
    times = rng.sample(_TIMES, len(_TIMES))
    for i, (doctor, ahead) in enumerate(zip(rng.sample(doctors, 4), _AHEAD, strict=True)):
        day = _TODAY + timedelta(days=ahead)
        yield {
            "id": f"a{i}",
            **doctor,
            "day": day.isoformat(),
            "day_text": world.locale.date(day, "full"),
            "time": world.locale.time(*times[i]),
            "reason": world.texts("health.reasons")[i],
        }


def _bills(rng: random.Random, locale: Locale, doctors: list[Item]) -> Iterator[Item]:
    for i, doctor in enumerate(rng.sample(doctors, 4)):
        day = _TODAY - timedelta(days=rng.randint(4, 60))
        amount = round(rng.uniform(38, 260), 2)
        yield {
            "id": f"l{i}",
            "doctor_id": doctor["doctor_id"],
            "doctor": doctor["doctor"],
            "practice": doctor["practice"],
            "number": f"INV-{day:%y%m}-{digits(rng, 4)}",
            "amount": amount,
            "amount_text": locale.money(amount),
            "day": day.isoformat(),
            "paid": i == 3,
        }


def _readings(rng: random.Random, locale: Locale) -> Iterator[Item]:
    weight = rng.uniform(58, 92)
    for i in range(9):
        kind = ("weight", "pressure", "pulse")[i % 3]
        value = {
            "weight": locale.number(round(weight + rng.uniform(-1, 1), 1)),
            "pressure": f"{rng.randint(108, 148)}/{rng.randint(68, 94)}",
            "pulse": str(rng.randint(54, 92)),
        }[kind]
        day = _TODAY - timedelta(days=3 * (i // 3))
        yield {"id": f"r{i}", "kind": kind, "value": value, "day": day.isoformat(),
               "time": locale.time(7, rng.randrange(60))}  # fmt: skip


def _emergency(world: World, rng: random.Random, person: Person, id: str) -> Item:
    return {
        "id": id,
        "name": person["name"],
        "phone": person["phone_national"],
        "relation": rng.choice(world.texts("health.relations")),
    }


def _family(world: World, rng: random.Random, people: list[Person]) -> Iterator[Item]:
    """People of different years of birth."""
    years = {p["born"][:4]: p for p in people}
    chosen = list(years.values())[:4]
    relations = rng.sample(list(world.texts("health.relations")), len(chosen))
    for i, (person, relation) in enumerate(zip(chosen, relations, strict=True)):
        yield {
            "id": f"f{i}",
            "person_id": person["id"],
            "name": person["name"],
            "relation": relation,
            "born": person["born"],
            "birthday": world.locale.date(date.fromisoformat(person["born"]), "medium"),
        }
