"""What the owner keeps on the map: saved places, searches, downloaded areas."""

from __future__ import annotations

import zlib
from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import Any

from harness.device.simulated.l10n import NOW, Locale
from harness.device.simulated.world import World

_SPEEDS = {"car": 0.55, "bike": 0.24, "walk": 0.08}
"""Units of distance per minute."""
SPAN = 1000
"""Places lie at whole coordinates below this, in both directions."""
_PER_UNIT = 52
_AREAS = 6


def seed_maps(world: World) -> dict[str, Any]:
    """Places, recent searches and offline maps at the start."""
    rng = world.rng("maps")
    places = _places(world)
    shop, cafe = world.texts("maps.searches")[:2]
    friend = rng.choice([p for p in world.people if p["id"] not in world.twins])
    recents = [
        {"query": shop, "kind": ""},
        {"query": friend["address"], "kind": "ADDRESS"},
        {"query": friend["name"], "kind": "PERSON_NAME"},
        {"query": cafe, "kind": ""},
    ]
    return {
        "places": places,
        "recents": [{"id": f"h{i}", **recent} for i, recent in enumerate(recents)],
        "areas": _areas(world),
        "units": dict(zip(("distance", "time"), world.texts("maps.units"), strict=True)),
        "route": {},
        "shares": [],
    }


def _places(world: World) -> list[dict[str, Any]]:
    """Home, work, friends and public places, no two equally far from home."""
    rng, owner, locale = world.rng("maps/places"), world.owner, world.locale
    others = rng.sample([p for p in world.people if p["id"] not in world.twins], 3)
    friends = [world.person(world.twins[0]), *others]
    home, work = world.texts("maps.labels")
    named = [
        (home, "home", owner["address"], ""),
        (work, "work", _office(world), ""),
        *((friend["name"], "person", friend["address"], friend["id"]) for friend in friends),
        *((name, "public", "", "") for name in world.texts("maps.public")),
    ]
    places: list[dict[str, Any]] = []
    far: set[str] = set()
    for i, (label, kind, address, contact) in enumerate(named):
        while True:
            spot = {"x": rng.randrange(80, SPAN - 80), "y": rng.randrange(80, SPAN - 80)}
            distance = distance_text(locale, places[0] if places else spot, spot)
            if distance not in far:
                break
        far.add(distance)
        places.append(
            {
                "id": f"m{i}",
                "label": label,
                "kind": kind,
                "address": address,
                "contact_id": contact,
                "from_home": distance_between(places[0] if places else spot, spot),
                **spot,
            }
        )
    return places


def _office(world: World) -> str:
    rng, data = world.rng("maps/work"), world.lore.data
    return str(
        data["address"].format(
            number=rng.randint(201, 290),
            street=rng.choice(data["streets"]),
            city=rng.choice(data["cities"]),
        )
    )


def _areas(world: World) -> list[dict[str, Any]]:
    rng, locale = world.rng("maps/areas"), world.locale
    names: Sequence[str] = world.texts("maps.areas")
    sizes = rng.sample(range(48, 1400), len(names))
    return [
        {
            "id": f"d{i}",
            "name": name,
            "size": size,
            "size_text": f"{locale.number(size)} MB",
            "version": f"24.{rng.randint(1, 5):02d}.{rng.randint(1, 28)}",
            "updated": locale.date(NOW.date() - timedelta(days=rng.randint(2, 90))),
            "downloaded": i < _AREAS // 2,
        }
        for i, (name, size) in enumerate(zip(names, sizes, strict=True))
    ]


def spot_of(address: str) -> dict[str, int]:
    """Where an address lies; the same on every phone."""
    number = zlib.crc32(address.casefold().encode())
    return {"x": 80 + number % (SPAN - 160), "y": 80 + number // SPAN % (SPAN - 160)}


def distance_between(one: Mapping[str, Any], other: Mapping[str, Any]) -> float:
    """Distance along the streets, which run in two directions."""
    blocks = int(abs(one["x"] - other["x"]) + abs(one["y"] - other["y"]))
    return round(blocks / _PER_UNIT, 1)


def distance_text(locale: Locale, one: Mapping[str, Any], other: Mapping[str, Any]) -> str:
    """The same as it is written."""
    return locale.number(distance_between(one, other))


def minutes(distance: float, mode: str) -> int:
    """How long it takes, in minutes."""
    return max(1, round(distance / _SPEEDS[mode]))
