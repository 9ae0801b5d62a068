"""What the owner bought: a catalogue, orders, parcels, saved addresses and cards, and trips."""

from __future__ import annotations

import random
from collections.abc import Sequence
from datetime import timedelta
from typing import Any

from harness.device.simulated.apps.bank.ledger import seed_bank
from harness.device.simulated.l10n import NOW, Locale
from harness.device.simulated.world import Person, World, digits

STATUSES = ("packed", "way", "delivered", "cancelled")
"""In the order of the texts ``shop.statuses``."""
_CODE = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
_SEATS = ("11A", "12F", "14C", "14D", "15A", "21B", "21E", "3D")
_TO_THE_DOLLAR = {"CNY": 7.0, "ILS": 3.5}
"""What a price tag says in other currencies, roughly."""


def seed_shop(world: World) -> dict[str, Any]:
    """The shop at the start."""
    rng = world.rng("shop")
    strangers = [p for p in world.people if p["id"] not in world.twins]
    friends = [world.person(world.twins[0]), *rng.sample(strangers, 6)]
    products = [_product(world, rng, i, name) for i, name in enumerate(_texts(world, "products"))]
    addresses = _addresses(world, friends)
    orders = _orders(world, rng, products, addresses)
    cards = [
        {key: card[key] for key in ("id", "name", "number", "expiry", "holder")}
        for card in seed_bank(world)["cards"]
    ]
    balances = [price(world.locale, rng.uniform(9, 95)) for _ in range(2)]
    return {
        "products": products,
        "cart": [line(product) for product in rng.sample(products, 2)],
        "orders": orders,
        "statuses": dict(zip(STATUSES, _texts(world, "statuses"), strict=True)),
        "parcels": _parcels(world, rng, friends, orders),
        "addresses": addresses,
        "cards": cards,
        "vouchers": _vouchers(world, rng),
        "voucher": "",
        "gift_cards": [
            {
                "id": f"g{i}",
                "name": name,
                "code": f"GC-{_letters(rng, 4)}-{_letters(rng, 4)}",
                "balance": balance,
                "balance_text": world.locale.money(balance),
            }
            for i, (name, balance) in enumerate(
                zip(_texts(world, "gift_cards"), balances, strict=True)
            )
        ],
        "gift_total": round(sum(balances), 2),
        "limits": [
            {"value": limit, "text": world.locale.money(limit)}
            for limit in (price(world.locale, amount) for amount in (39.99, 64.99, 89.99))
        ],
        "trips": _trips(world, rng, friends),
    }


def price(locale: Locale, dollars: float) -> float:
    """About so many dollars in the currency of the phone."""
    return round(dollars * _TO_THE_DOLLAR.get(locale.currency, 1.0), 2)


def line(product: dict[str, Any], count: int = 1) -> dict[str, Any]:
    """A line of the cart."""
    return {"id": product["id"], "name": product["name"], "count": count, "gift_to": ""}


def _texts(world: World, pool: str) -> Sequence[str]:
    return world.texts(f"shop.{pool}")


def _letters(rng: random.Random, count: int) -> str:
    return "".join(rng.choice(_CODE) for _ in range(count))


def _product(world: World, rng: random.Random, number: int, name: str) -> dict[str, Any]:
    article = f"{rng.choice('AEKT')}{rng.choice('KRX')}-{digits(rng, 4)}-{digits(rng, 2)}"
    rating, reviews = rng.randint(31, 49) / 10, rng.randint(12, 4200)
    amount = price(world.locale, rng.randint(5, 180) - rng.choice((0.01, 0.05, 0.5)))
    locale = world.locale
    return {
        "id": f"s{number:02d}",
        "name": name,
        "article": article,
        "ean": "20" + digits(rng, 11),
        "model": f"{rng.randint(1, 9)}.{rng.randint(0, 14)}.{rng.randint(0, 9)}",
        "size": " × ".join(str(rng.randint(4, 90)) for _ in range(3)) + " cm",
        "stock": rng.randint(2, 240),
        "price": amount,
        "price_text": locale.money(amount),
        "info": rng.choice(_texts(world, "info")).format(
            article=article, rating=locale.number(rating), reviews=locale.number(reviews)
        ),
    }


def _addresses(world: World, friends: Sequence[Person]) -> list[dict[str, Any]]:
    owner, labels, notes = world.owner, _texts(world, "labels"), _texts(world, "courier")
    places = [(labels[0], owner), *((friend["first"], friend) for friend in friends[1:3])]
    return [
        {
            "id": f"a{i}",
            "label": label,
            "person": i > 0,
            "name": person["name"],
            "address": person["address"],
            "phone": person["phone_national"],
            "note": note.format(last=person["last"]),
            "default": i == 0,
        }
        for i, ((label, person), note) in enumerate(zip(places, notes, strict=True))
    ]


def _orders(
    world: World,
    rng: random.Random,
    products: Sequence[dict[str, Any]],
    addresses: Sequence[dict[str, Any]],
) -> list[dict[str, Any]]:
    """Six orders, the latest first; the numbers of the first two differ in the last digit."""
    statuses = dict(zip(STATUSES, _texts(world, "statuses"), strict=True))
    stem, last = f"SK-{digits(rng, 4)}-{digits(rng, 3)}", rng.randrange(9)
    numbers = [f"{stem}{last + 1}", f"{stem}{last}"]
    numbers += [f"SK-{digits(rng, 4)}-{digits(rng, 4)}" for _ in range(4)]
    kinds = ("packed", "way", "way", "delivered", "delivered", "cancelled")
    orders = []
    for i, (number, kind) in enumerate(zip(numbers, kinds, strict=True)):
        bought = rng.sample(products, rng.randint(1, 3))
        counts = [rng.choice((1, 1, 2)) for _ in bought]
        total = round(sum(p["price"] * n for p, n in zip(bought, counts, strict=True)), 2)
        place = addresses[i] if i < len(addresses) else addresses[0]
        day = NOW.date() - timedelta(days=1 + 6 * i + rng.randrange(5))
        orders.append(
            {
                "id": f"o{i}",
                "number": number,
                "date": world.locale.date(day),
                "items": [line(p, n) for p, n in zip(bought, counts, strict=True)],
                "total": total,
                "total_text": world.locale.money(total),
                "status": kind,
                "status_text": statuses[kind],
                "card": f"c{i % 2}",
                **{key: place[key] for key in ("name", "address", "phone")},
            }
        )
    return orders


def _parcels(
    world: World, rng: random.Random, friends: Sequence[Person], orders: Sequence[dict[str, Any]]
) -> list[dict[str, Any]]:
    locale, events = world.locale, _texts(world, "events")
    senders = rng.sample(list(_texts(world, "senders")), 3)
    days = rng.sample(range(2, 10), 3)
    parcels = []
    for i, sender in enumerate(senders):
        day = NOW.date() + timedelta(days=days[i])
        track = [
            {
                "text": events[stage].format(depot=rng.randint(11, 98)),
                "time": f"{locale.date(NOW.date() - timedelta(days=stage), 'short')}, "
                f"{locale.time(rng.randint(5, 22), rng.randrange(60))}",
            }
            for stage in range(len(events))
        ]
        parcels.append(
            {
                "id": f"k{i}",
                "sender": sender,
                "tracking": f"{digits(rng, 3)}-{digits(rng, 7)}-{digits(rng, 7)}",
                "order": orders[i]["number"] if i in (1, 2) else "",
                "days": days[i],
                "arrives": _texts(world, "arrives")[0].format(
                    days=days[i], date=locale.date(day, "MMMd")
                ),
                "pickup_code": digits(rng, 6),
                "neighbor": friends[3 + i]["name"],
                "neighbor_id": friends[3 + i]["id"],
                "events": track,
            }
        )
    return parcels


def _vouchers(world: World, rng: random.Random) -> list[dict[str, Any]]:
    vouchers = []
    for i, text in enumerate(_texts(world, "vouchers")):
        percent, day = 5 * rng.randint(1, 5), NOW.date() + timedelta(days=rng.randint(9, 200))
        vouchers.append(
            {
                "id": f"v{i}",
                "code": f"{_letters(rng, 3)}{digits(rng, 2)}-{_letters(rng, 4)}",
                "text": text.format(percent=percent),
                "percent": percent,
                "until": world.locale.date(day),
            }
        )
    return vouchers


def _trips(world: World, rng: random.Random, friends: Sequence[Person]) -> list[dict[str, Any]]:
    cities = _texts(world, "cities")
    locale, trips = world.locale, []
    # Who is older must show in the year alone.
    year = world.owner["born"][:4]
    companions = rng.sample([f for f in friends if f["born"][:4] != year], 3)
    for i, (city, friend) in enumerate(zip(rng.sample(list(cities), 3), companions, strict=True)):
        day = NOW.date() + timedelta(days=4 + 13 * i + rng.randrange(9))
        line_number = f"{rng.choice(('XK', 'NE', 'RX'))} {rng.randint(101, 1990)}"
        trips.append(
            {
                "id": f"r{i}",
                "booking": _letters(rng, 3) + digits(rng, 1) + _letters(rng, 2),
                "to": city,
                "route": rng.choice(_texts(world, "rides")).format(city=city),
                "line": line_number,
                "date": locale.date(day, "medium"),
                "time": locale.time(rng.randint(6, 20), rng.choice((5, 12, 38, 51))),
                "checked_in": False,
                "passengers": [
                    _passenger(world, rng, f"q{n}", person, seat)
                    for n, (person, seat) in enumerate(
                        zip((world.owner, friend), rng.sample(_SEATS, 2), strict=True)
                    )
                ],
            }
        )
    return trips


def _passenger(
    world: World, rng: random.Random, id: str, person: Person, seat: str
) -> dict[str, Any]:
    return {
        "id": id,
        "name": person["name"],
        "first": person["first"],
        "last": person["last"],
        "listed": world.locale.listed_name_of(person["first"], person["last"]),
        "birthday": person["birthday"],
        "born": person["born"],
        "passport": f"X{digits(rng, 8)}",
        "seat": seat,
    }


def free_seats(trip: dict[str, Any]) -> list[str]:
    """Seats that nobody on the booking has."""
    taken = {passenger["seat"] for passenger in trip["passengers"]}
    return [seat for seat in _SEATS if seat not in taken]
