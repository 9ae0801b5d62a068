"""Invented accounts, transactions and cards of the owner."""

from __future__ import annotations

from typing import Any

from harness.device.simulated.world import World, digits, grouped, make_iban, with_luhn

_MERCHANTS = (
    "Corner Grocery", "Metro Transit", "Bean & Leaf Café", "Lumen Energy", "Pageturn Books",
    "Parkside Gym", "Cinema Nova", "City Water",
)  # fmt: skip
_DAYS = ("May 9", "May 8", "May 7", "May 6", "May 4", "May 3", "May 2", "May 1")


def seed_bank(world: World) -> dict[str, Any]:
    """Accounts, payees, cards and the PIN at the start."""
    rng = world.rng("bank")
    accounts = []
    for i, name in enumerate(("Checking", "Savings", "Travel fund")):
        account: dict[str, Any] = {"id": f"a{i}", "name": name, "iban": make_iban(rng)}
        set_balance(account, round(rng.uniform(300, 9000), 2))
        account["transactions"] = [
            make_transaction(rng.choice(_MERCHANTS), "", -round(rng.uniform(3, 180), 2), day)
            for day in _DAYS[: 8 - 3 * i]
        ]
        accounts.append(account)
    friends = [world.person(id) for id in world.twins] + rng.sample(
        [p for p in world.people if p["id"] not in world.twins], 5
    )
    gift = make_transaction(friends[2]["name"], "person", round(rng.uniform(20, 90), 2), "May 9")
    pay = make_transaction(
        world.owner["company"], "employer", round(rng.uniform(2200, 4100), 2), "May 3"
    )
    accounts[0]["transactions"][1:1] = [gift]
    accounts[0]["transactions"].append(pay)
    return {
        "pin": digits(rng, 4),
        "logged_in": False,
        "accounts": accounts,
        "payees": [
            {"id": f"y{i}", "name": p["name"], "iban": make_iban(rng)}
            for i, p in enumerate(friends)
        ],
        "transfers": [],
        "cards": [
            _card(world, f"c{i}", kind) for i, kind in enumerate(("Debit card", "Credit card"))
        ],
        "profile": {key: world.owner[key] for key in ("name", "address", "phone", "email")},
    }


def _card(world: World, id: str, kind: str) -> dict[str, Any]:
    rng = world.rng(f"card/{id}")
    return {
        "id": id,
        "name": kind,
        "number": grouped(with_luhn("400000" + digits(rng, 9))),
        "expiry": f"{rng.randint(1, 12):02d}/{rng.randint(26, 29)}",
        "cvv": digits(rng, 3),
        "holder": world.owner["name"],
        "frozen": False,
    }


def make_transaction(who: str, kind: str, amount: float, day: str) -> dict[str, Any]:
    """A line of an account; ``kind`` says whether ``who`` is a person or an employer."""
    return {"who": who, "kind": kind, "amount": amount, "amount_text": money(amount), "date": day}


def set_balance(account: dict[str, Any], balance: float) -> None:
    """Set a balance and the way it is written."""
    account["balance"] = round(balance, 2)
    account["balance_text"] = money(balance)


def money(amount: float) -> str:
    """An amount as the bank writes it, e.g. ``-$1,204.50``."""
    return f"{'-' if amount < 0 else ''}${abs(amount):,.2f}"
