"""Invented accounts, transactions, payees and cards of the owner."""

from __future__ import annotations

import random
from collections.abc import Sequence
from datetime import date, timedelta
from typing import Any

from harness.device.simulated.l10n import NOW, Locale
from harness.device.simulated.world import (
    Person,
    World,
    digits,
    grouped,
    make_iban,
    with_luhn,
)

_PAID = 3
"""Earlier transfers to each of the first payees."""
_REGULARS = 4
"""So many of the payees had transfers before."""
_AMOUNTS = (45.0, 120.5, 18.99)
_LIMITS = (1000, 2000, 3500, 5000, 8000)
_ROUND = (60, 100, 150, 250, 400)


def seed_bank(world: World) -> dict[str, Any]:
    """Accounts, payees, transfers, bills, cards and the PIN at the start."""
    rng, locale = world.rng("bank"), world.locale
    accounts = [
        _account(world, rng, i, name) for i, name in enumerate(world.texts("bank.accounts"))
    ]
    friends = [world.person(id) for id in world.twins] + rng.sample(
        [p for p in world.people if p["id"] not in world.twins], 5
    )
    gift, pay = round(rng.uniform(20, 90), 2), round(rng.uniform(2200, 4100), 2)
    lines = accounts[0]["transactions"]
    lines[1:1] = [make_transaction(locale, friends[2]["name"], "person", gift, _day(1))]
    lines.append(make_transaction(locale, world.owner["company"], "employer", pay, _day(7)))
    payees = [_payee(world, rng, i, person) for i, person in enumerate(friends)]
    transfers = _transfers(world, rng, payees, accounts[0])
    for payee in payees[:_REGULARS]:
        payee["paid"] = _paid(locale, rng, [t for t in transfers if t["to"] == payee["id"]])
    limits = [
        {"id": f"l{i}", "value": float(n), "text": locale.money(n)} for i, n in enumerate(_LIMITS)
    ]
    return {
        "pin": digits(rng, 4),
        "logged_in": False,
        "accounts": accounts,
        "payees": payees,
        "transfers": transfers,
        "amounts": [{"value": amount, "text": locale.money(amount)} for amount in _AMOUNTS],
        "bills": _bills(world, rng),
        "limits": limits,
        "limit": rng.choice(limits)["id"],
        "cards": [_card(world, f"c{i}", name) for i, name in enumerate(world.texts("bank.cards"))],
        "profile": {key: world.owner[key] for key in ("name", "address", "phone", "email")},
    }


def make_transaction(
    locale: Locale, who: str, kind: str, amount: float, day: date
) -> dict[str, Any]:
    """A line of an account; ``kind`` says whether ``who`` is a person or an employer."""
    return {
        "who": who,
        "kind": kind,
        "amount": amount,
        "amount_text": locale.money(amount),
        "spent": -amount,
        "date": locale.date(day, "MMMd"),
    }


def set_balance(locale: Locale, account: dict[str, Any], balance: float) -> None:
    """Set a balance and the way it is written."""
    account["balance"] = round(balance, 2)
    account["balance_text"] = locale.money(balance)


def _day(ago: int) -> date:
    return NOW.date() - timedelta(days=ago)


def _account(world: World, rng: random.Random, i: int, name: str) -> dict[str, Any]:
    iban = make_iban(rng, world.locale.region)
    account: dict[str, Any] = {"id": f"a{i}", "name": name, "iban": iban}
    set_balance(world.locale, account, round(rng.uniform(300, 9000), 2))
    merchants = rng.sample(list(world.texts("bank.merchants")), 8 - 3 * i)
    account["transactions"] = [
        make_transaction(world.locale, merchant, "", -amount, _day(ago))
        for ago, (merchant, amount) in enumerate(
            zip(merchants, _distinct(rng, len(merchants), 3, 180), strict=True), start=1
        )
    ]
    return account


def _distinct(rng: random.Random, count: int, low: float, high: float) -> list[float]:
    """Amounts of which no two are equal, so that each can be told from the others."""
    cents = rng.sample(range(round(low * 100), round(high * 100)), count)
    return [amount / 100 for amount in cents]


def _payee(world: World, rng: random.Random, i: int, person: Person) -> dict[str, Any]:
    return {
        "id": f"y{i}",
        "contact_id": person["id"],
        "name": person["name"],
        "iban": make_iban(rng, world.locale.region),
        "paid": None,
    }


def _transfers(
    world: World,
    rng: random.Random,
    payees: Sequence[dict[str, Any]],
    source: dict[str, Any],
) -> list[dict[str, Any]]:
    """Earlier transfers, the oldest first."""
    regulars = [payee for payee in payees[:_REGULARS] for _ in range(_PAID)]
    rng.shuffle(regulars)
    amounts = _distinct(rng, len(regulars), 12, 240)
    return [
        {
            "id": f"f{i:02d}",
            "from": source["id"],
            "to": payee["id"],
            "recipient": payee["name"],
            "iban": payee["iban"],
            "amount": amount,
            "amount_text": world.locale.money(amount),
            "reference": rng.choice(world.texts("bank.references")),
            "date": world.locale.date(_day(9 * (len(regulars) - i)), "MMMd"),
        }
        for i, (payee, amount) in enumerate(zip(regulars, amounts, strict=True))
    ]


def _paid(
    locale: Locale, rng: random.Random, transfers: Sequence[dict[str, Any]]
) -> dict[str, Any]:
    """What holds about the transfers to one payee, and round amounts to ask about."""
    total = round(sum(t["amount"] for t in transfers), 2)
    budget, limit = rng.choice(_ROUND[1:]), rng.choice(_ROUND[:3])
    return {
        "total": total,
        "last_text": locale.money(transfers[-1]["amount"]),
        "budget": float(budget),
        "budget_text": locale.money(budget),
        "limit_text": locale.money(limit),
        "above": sum(t["amount"] > limit for t in transfers),
    }


def _bills(world: World, rng: random.Random) -> list[dict[str, Any]]:
    companies = [rng.choice(world.texts("bank.utilities"))]
    companies += rng.sample(list(world.texts("bank.creditors")), 2)
    amounts = (rng.uniform(40, 200), rng.uniform(900, 2600), rng.uniform(2600, 7000))
    return [
        {
            "id": f"b{i}",
            "company": company,
            "amount": round(amount, 2),
            "amount_text": world.locale.money(round(amount, 2)),
            "due": world.locale.date(_day(-3 - 4 * i), "MMMd"),
        }
        for i, (company, amount) in enumerate(zip(companies, amounts, strict=True))
    ]


def _card(world: World, id: str, name: str) -> dict[str, Any]:
    rng = world.rng(f"card/{id}")
    year = 26 + 2 * int(id[1:]) + rng.randint(0, 1)  # no two cards end in one year
    return {
        "id": id,
        "name": name,
        "number": grouped(with_luhn("400000" + digits(rng, 9))),
        "expiry": f"{rng.randint(1, 12):02d}/20{year}",
        "year": year,
        "cvv": digits(rng, 3),
        "holder": world.owner["name"],
        "frozen": False,
        "active": id != "c2",
    }
