"""Invented web pages: what the sites that the owner uses know about them and about others."""

from __future__ import annotations

import random
from datetime import date, timedelta
from typing import Any

from harness.core.entity import EntityType
from harness.device.simulated.apps.photos.album import kept, restored
from harness.device.simulated.apps.photos.photographs import Lines
from harness.device.simulated.l10n import NOW
from harness.device.simulated.text import Part, Pii, Rich, filled, rich, with_content
from harness.device.simulated.world import World, digits, grouped, make_iban, with_luhn

T = EntityType
ADDRESSES = {
    "club": "pool.example.com/members",
    "energy": "my.lumen.example.com/account",
    "forum": "forum.example.net/settings/profile",
    "ticket": "checkin.example.com/pass",
    "parts": "parts.example.com/item/4000-2217-31",
    "news": "daily.example.org/lake-levels",
}
"""Site -> its address."""
_MARKED = ("club", "energy", "forum", "ticket", "parts")


def seed_browser(world: World) -> dict[str, Any]:
    """Sites, bookmarks, what was searched and visited, and what the sites have stored."""
    rng = world.rng("browser")
    titles = dict(zip(ADDRESSES, world.texts("browser.titles"), strict=True))
    return {
        "sites": [{"id": id, "title": titles[id], "url": url} for id, url in ADDRESSES.items()],
        "bookmarks": list(_MARKED),
        "history": _history(world, rng),
        "members": _members(world, rng),
        "account": _account(world, rng),
        "profile": {"email": world.owner["email"], "phone": world.owner["phone"],
                    "name": world.owner["username"], "contact": ""},
        "ticket": {"seed": rng.randrange(1000), "lines": _ticket(world, rng)},
        "part": f"4000-22{digits(rng, 2)}-31",
    }  # fmt: skip


def ticket_lines(state: dict[str, Any]) -> Lines:
    """The text of the boarding pass."""
    return tuple(restored(line) for line in state["ticket"]["lines"])


def searched(entry: dict[str, Any]) -> Rich:
    """What stands in the history; what was searched about somebody is content."""
    known = restored(entry["text"])
    return with_content(known, T.MESSAGE_CONTENT) if known.marks else known


def _history(world: World, rng: random.Random) -> list[dict[str, Any]]:
    people = rng.sample([p for p in world.people if p["id"] not in world.twins], 3)
    visits = [rich(title) for title in world.texts("browser.titles")]
    searches = [
        filled(text, {"name": Pii(T.PERSON_NAME, p["name"])})
        for text, p in zip(world.texts("browser.searches"), people, strict=True)
    ]  # fmt: skip
    entries = [
        *({"contact_id": p["id"], "name": p["name"], "text": kept(t)}
          for p, t in zip(people, searches, strict=True)),
        *({"contact_id": "", "name": "", "text": kept(text)} for text in visits),
    ]  # fmt: skip
    rng.shuffle(entries)
    return [{"id": f"h{i:02d}"} | entry for i, entry in enumerate(entries)]


def _members(world: World, rng: random.Random) -> list[dict[str, Any]]:
    """Members of a club; one has a number that isn't the one in the contacts."""
    people = rng.sample([p for p in world.people if p["id"] not in world.twins], 7)
    stranger = people.pop()
    members = [
        {
            "contact_id": p["id"],
            "name": p["name"],
            "listed": world.locale.listed_name_of(p["first"], p["last"]),
            "phone": p["phone_national"],
            "email": p["email"],
            "birthday": p["birthday"],
            "born": p["born"],
            "since": str(rng.randint(2009, 2023)),
            "moved": False,
        }
        for p in people
    ]
    members[2] |= {"phone": _other_number(stranger["phone_national"]), "moved": True}
    return members


def _other_number(phone: str) -> str:
    """A number with another last digit."""
    return phone[:-1] + str((int(phone[-1]) + 5) % 10)


def _account(world: World, rng: random.Random) -> dict[str, Any]:
    locale = world.locale
    bills = []
    for months in (2, 1):
        month = (NOW.replace(day=1) - timedelta(days=25 * months)).date().replace(day=1)
        amount = round(rng.uniform(40, 160), 2)
        bills.append(
            {
                "id": f"b{months}",
                "month": locale.date(month, "yMMMM"),
                "amount": amount,
                "amount_text": locale.money(amount),
            }
        )
    return {
        "number": grouped(with_luhn("400000" + digits(rng, 9))),
        "iban": make_iban(rng, locale.region),
        "pin": digits(rng, 5),
        "meter": f"{digits(rng, 3)}-{digits(rng, 4)}",
        "bills": bills,
    }


def _ticket(world: World, rng: random.Random) -> list[dict[str, Any]]:
    owner, locale = world.owner, world.locale
    booking = "".join(rng.choice("CFHKLMPRTX") for _ in range(6))
    slots: dict[str, Part] = {
        "name": Pii(T.PERSON_NAME, owner["name"]),
        "booking": Pii(T.ORDER_NUMBER, booking),
        "born": Pii(T.DATE_OF_BIRTH, owner["birthday"]),
        "date": locale.date(date(2024, 6, 14)),
        "time": locale.time(17, 45),
    }
    return [kept(filled(line, slots)) for line in world.texts("browser.ticket")]
