"""Invented entries, shared bills and budgets of the owner, and the sums that follow from them."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from datetime import date, timedelta
from typing import Any

from harness.core.entity import EntityType
from harness.device.simulated.l10n import NOW, Locale
from harness.device.simulated.text import Pii, filled, to_marks
from harness.device.simulated.world import Person, World, make_iban

T = EntityType
Item = dict[str, Any]
CATEGORIES = ("groceries", "dining", "transport", "home", "health", "leisure", "gifts", "income")
OWNER = "owner"
"""Stands for the owner where a person's id is expected."""
_TODAY = NOW.date()
_DAYS = (0, 1, 2, 3, 4, 5, 7, 8, 12, 14, 17, 21, 26, 33, 37, 41, 45, 52)
"""How many days ago the entries were made: this month and the two before."""
_PAYDAYS = (7, 37)
_PRICES = {"home": (40, 420), "transport": (9, 75), "income": (60, 380)}
_LIMITS = {"groceries": (90, 210), "dining": (60, 140), "transport": (50, 110), "leisure": (40, 90)}
_PRESETS = (20.0, 45.5, 60.0, 120.0, 250.75, 400.0)


def seed_spending(world: World) -> Item:
    """Accounts, entries, bills and budgets at the start."""
    rng, locale = world.rng("expenses"), world.locale
    names = dict(zip(CATEGORIES, world.texts("expenses.categories"), strict=True))
    friends = _friends(world, rng)
    spending: Item = {
        "accounts": [
            {"id": f"e{i}", "name": name, "opening": round(rng.uniform(900, 2600), 2),
             "iban": make_iban(rng, locale.region) if i else ""}
            for i, name in enumerate(world.texts("expenses.accounts"))
        ],
        "categories": [{"id": key, "name": name} for key, name in names.items()],
        "presets": [
            {"id": f"m{i}", "value": value, "text": locale.money(value)}
            for i, value in enumerate(_PRESETS)
        ],
        "entries": list(_entries(world, rng, names, friends)),
        "bills": list(_bills(world, rng, friends)),
        "budgets": [
            {"id": key, "name": names[key], "limit": float(rng.randrange(low, high, 10))}
            for key, (low, high) in _LIMITS.items()
        ],
    }  # fmt: skip
    settle(spending, locale)
    return spending


def _friends(world: World, rng: random.Random) -> list[Person]:
    """The two with one first name, and others."""
    twins = [world.person(id) for id in world.twins]
    return twins + rng.sample([p for p in world.people if p["id"] not in world.twins], 7)


def _entries(
    world: World, rng: random.Random, names: dict[str, str], friends: list[Person]
) -> Iterator[Item]:
    titles = [(key, title) for key in CATEGORIES for title in world.texts(f"expenses.{key}")]
    notes = list(world.texts("expenses.notes"))
    chosen = rng.sample(titles, len(_DAYS) - len(_PAYDAYS))
    with_person = rng.sample(range(len(chosen)), 4)
    lines = [
        (*pair, friends[2 + with_person.index(i)] if i in with_person else None)
        for i, pair in enumerate(chosen)
    ]
    (pay,) = world.texts("expenses.salary")
    for ago in _PAYDAYS:
        lines.insert(_DAYS.index(ago), ("income", pay, None))
    for i, ((key, title, person), ago) in enumerate(zip(lines, _DAYS, strict=True)):
        salary = title == pay
        low, high = (1800, 2900) if salary else _PRICES.get(key, (4, 95))
        note = filled(notes.pop(), _slots(person)) if person and notes else filled("", {})
        yield {
            "id": f"x{i:02d}",
            "kind": "income" if key == "income" else "expense",
            "title": title,
            "amount": round(rng.uniform(low, high), 2),
            "category": key,
            "category_name": names[key],
            "account": f"e{rng.randrange(2)}",
            "day": (_TODAY - timedelta(days=ago)).isoformat(),
            "person_id": person["id"] if person else "",
            "person": person["name"] if person else "",
            "employer": world.owner["company"] if salary else "",
            "note": note.text,
            "marks": to_marks(note),
        }


def _slots(person: Person) -> dict[str, Pii]:
    return {key: Pii(T.PERSON_NAME, person[key]) for key in ("name", "first")}


def _bills(world: World, rng: random.Random, friends: list[Person]) -> Iterator[Item]:
    """Two that the owner has paid and two that somebody else has."""
    one, other, a, b, c, d, e, *_ = friends
    plots: tuple[tuple[Person | None, tuple[Person | None, ...], int | None], ...] = (
        (None, (one, a, b), None),
        (None, (a, c, d), 2),
        (other, (None, b), 1),
        (e, (None, a, c), 1),
    )
    titles = rng.sample(list(world.texts("expenses.bills")), len(plots))
    for i, (payer, sharers, settled) in enumerate(plots):
        shares = [
            make_share(person or world.owner, round(rng.uniform(11, 96), 2), owner=person is None)
            for person in sharers
        ]
        for position, share in enumerate(shares):
            share["settled"] = position == settled
        yield {
            "id": f"b{i}",
            "title": titles[i],
            "day": (_TODAY - timedelta(days=3 + 6 * i)).isoformat(),
            "payer_id": payer["id"] if payer else OWNER,
            "payer": (payer or world.owner)["name"],
            "total": round(sum(s["amount"] for s in shares) + rng.uniform(11, 96), 2),
            "shares": shares,
        }


def make_share(person: Person, amount: float, *, owner: bool = False) -> Item:
    """What somebody has to pay of a bill that somebody else has paid."""
    return {
        "id": OWNER if owner else person["id"],
        "name": person["name"],
        "first": person["first"],
        "last": person["last"],
        "amount": amount,
        "settled": False,
    }


def fresh_id(items: Sequence[Item]) -> str:
    """An id that no item has yet."""
    taken = {item["id"] for item in items}
    return next(id for n in range(len(taken) + 1) if (id := f"n{n:02d}") not in taken)


def settle(spending: Item, locale: Locale) -> None:
    """Bring every sum up to date, and every amount as the phone writes it."""
    for entry in spending["entries"]:
        entry["amount_text"] = locale.money(_signed(entry))
    for bill in spending["bills"]:
        for share in bill["shares"]:
            share["amount_text"] = locale.money(share["amount"])
        open_shares = [s["amount"] for s in bill["shares"] if not s["settled"]]
        _write(bill, locale, total=bill["total"], open=sum(open_shares))
    for account in spending["accounts"]:
        booked = [_signed(e) for e in spending["entries"] if e["account"] == account["id"]]
        _write(account, locale, balance=account["opening"] + sum(booked))
    month = _TODAY.strftime("%Y-%m")
    for budget in spending["budgets"]:
        spent = sum(e["amount"] for e in spending["entries"]
                    if e["category"] == budget["id"] and e["kind"] == "expense"
                    and e["day"].startswith(month))  # fmt: skip
        _write(budget, locale, limit=budget["limit"], spent=spent)
    spending["balances"] = list(_balances(spending["bills"], locale))
    spending["months"] = list(_months(spending["entries"], locale))


def _signed(entry: Item) -> float:
    amount: float = entry["amount"]
    return amount if entry["kind"] == "income" else -amount


def _write(item: Item, locale: Locale, **amounts: float) -> None:
    """Set amounts together with the way they are written."""
    for key, amount in amounts.items():
        item[key] = round(amount, 2)
        item[f"{key}_text"] = locale.money(item[key])


def _balances(bills: list[Item], locale: Locale) -> Iterator[Item]:
    """What is open between the owner and each person; positive if the person owes it."""
    found: dict[str, Item] = {}
    for bill in bills:
        for share in bill["shares"]:
            lent, borrowed = bill["payer_id"] == OWNER, share["id"] == OWNER
            if share["settled"] or not (lent or borrowed):
                continue
            id, name = (share["id"], share["name"]) if lent else (bill["payer_id"], bill["payer"])
            person = found.setdefault(id, {"id": id, "name": name, "amount": 0.0})
            person["amount"] += share["amount"] if lent else -share["amount"]
    for person in sorted(found.values(), key=lambda p: (p["name"], p["id"])):
        _write(person, locale, amount=person["amount"])
        person["amount_text"] = locale.money(abs(person["amount"]))
        yield person


def _months(entries: list[Item], locale: Locale) -> Iterator[Item]:
    for month in sorted({e["day"][:7] for e in entries}, reverse=True):
        booked = [e for e in entries if e["day"].startswith(month)]
        income = sum(e["amount"] for e in booked if e["kind"] == "income")
        spent = sum(e["amount"] for e in booked if e["kind"] == "expense")
        item = {"id": month, "name": locale.date(date.fromisoformat(f"{month}-01"), "yMMMM")}
        _write(item, locale, income=income, spent=spent, saved=income - spent)
        yield item
