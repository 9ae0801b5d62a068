"""Whom the owner listens with: shared playlists, friends, the family plan, and who pays for it."""

from __future__ import annotations

import random
from collections.abc import Sequence
from datetime import date, timedelta
from typing import Any

from harness.core.entity import EntityType
from harness.device.simulated.apps.bank.ledger import seed_bank
from harness.device.simulated.apps.shop.goods import price
from harness.device.simulated.l10n import NOW, Locale
from harness.device.simulated.text import Pii, Rich, filled, to_marks
from harness.device.simulated.world import Person, World, digits, like

Item = dict[str, Any]

_SONGS = 5
"""Songs of a playlist."""
_MEMBERS = 4
_MONTHS = 4


def seed_company(world: World, songs: Sequence[Item]) -> Item:
    """Friends, playlists, the family plan and the account at the start."""
    rng = world.rng("music/company")
    twins = [world.person(id) for id in world.twins]
    others = [p for p in world.people if p["id"] not in world.twins]
    rng.shuffle(others)
    return {
        "friends": _friends(world, rng, [*twins, *others[:4]], songs),
        "playlists": _playlists(world, rng, twins, others[2:], songs),
        "family": _family(world, rng, [twins[0], *others[::-1]]),
        "account": _account(world, rng),
    }


def companion_of(locale: Locale, person: Person) -> Item:
    """What the service shows of somebody with whom the owner shares something."""
    names = {key: person.get(key, "") for key in ("id", "name", "first", "last", "username")}
    return names | {"listed": locale.listed_name_of(person["first"], person["last"])}


# ---------------------------------------------------------------- friends


def _friends(
    world: World, rng: random.Random, people: Sequence[Person], songs: Sequence[Item]
) -> list[Item]:
    firsts = [person["first"] for person in people]
    # The player starts with one of the other songs, so that a title means one place.
    heard = rng.sample(songs[:12], len(people))
    minutes = rng.sample(range(35, 1900), len(people))
    friends = []
    for person, song, spent, ago in zip(people, heard, minutes, _ago(rng), strict=False):
        alone = firsts.count(person["first"]) == 1
        since = NOW - timedelta(minutes=ago)
        friends.append(
            companion_of(world.locale, person)
            | {
                "called": (person["nickname"] or person["first"]) if alone else person["name"],
                "song": song["id"],
                "title": song["title"],
                "artist": song["artist"],
                "since": world.locale.time(since.hour, since.minute),
                "minutes": spent,
                "minutes_text": world.locale.number(spent),
                "sees_me": True,
            }
        )
    return friends


def _ago(rng: random.Random) -> list[int]:
    return sorted(rng.sample(range(1, 58), 8))


# ---------------------------------------------------------------- playlists


def _playlists(
    world: World,
    rng: random.Random,
    twins: Sequence[Person],
    others: Sequence[Person],
    songs: Sequence[Item],
) -> list[Item]:
    """Two of the owner alone, one with both twins, two with a name in their title, one of a friend.

    Names that are words too would not be told from words in a title that is typed.
    """
    plain = rng.sample(list(world.texts("music.playlists")), 4)
    named = [p for p in others if p["first"].casefold() not in world.common_words()]
    titles = [filled(title, {}) for title in plain]
    titles += [
        filled(title, {"first": Pii(EntityType.PERSON_NAME, person["first"])})
        for title, person in zip(world.texts("music.named_playlists"), named, strict=False)
    ]
    company = [[], [], twins, [others[-1]], [named[0], others[-2]], [named[1]]]
    founders = ["", "", "", others[-1]["id"], "", ""]
    return [
        _playlist(world, rng, f"l{i}", title, people, founder, songs)
        for i, (title, people, founder) in enumerate(zip(titles, company, founders, strict=True))
    ]


def _playlist(
    world: World,
    rng: random.Random,
    id: str,
    title: Rich,
    people: Sequence[Person],
    founder: str,
    songs: Sequence[Item],
) -> Item:
    chosen = rng.sample([song["id"] for song in songs], _SONGS)
    adders = ["", *(person["id"] for person in people)]
    return {
        "id": id,
        "name": title.text,
        "marks": to_marks(title),
        "founder": founder,
        "people": [companion_of(world.locale, person) for person in people],
        "songs": [{"id": song, "by": adders[i % len(adders)]} for i, song in enumerate(chosen)],
        "cover": chosen[0],
    }


# ---------------------------------------------------------------- family plan and account


def _family(world: World, rng: random.Random, people: Sequence[Person]) -> Item:
    """Members who were born in different years; every second one has a mail of their own here."""
    members: list[Person] = []
    for person in people:
        years = [m["born"][:4] for m in members]
        if len(members) < _MEMBERS and person["born"][:4] not in years:
            members.append(person)
    cents = rng.sample(range(150, 520), _MEMBERS)
    stranger = world.strangers[0]
    return {
        "code": like(rng, "@@##-@###"),
        "members": [
            _member(world, rng, i, person, cents[i] / 100) for i, person in enumerate(members)
        ],
        "invitations": [{"id": "i0", "name": stranger["name"], "email": stranger["email"]}],
    }


def _member(world: World, rng: random.Random, i: int, person: Person, dollars: float) -> Item:
    local, _, host = person["email"].partition("@")
    share = price(world.locale, dollars)
    joined = NOW.date() - timedelta(days=rng.randint(40, 900))
    return companion_of(world.locale, person) | {
        "email": f"{local}{digits(rng, 2)}@{host}" if i % 2 else person["email"],
        "own_mail": i % 2 == 1,
        "birthday": person["birthday"],
        "born": person["born"],
        "share": share,
        "share_text": world.locale.money(share),
        "joined": world.locale.date(joined),
        "minutes": world.locale.number(rng.randint(120, 9000)),
    }


def _account(world: World, rng: random.Random) -> Item:
    owner, locale = world.owner, world.locale
    card = rng.choice([card for card in seed_bank(world)["cards"] if card["active"]])
    cents = rng.sample(range(1499, 2199), _MONTHS + 1)
    amounts = [price(locale, n / 100) for n in cents]
    renewal = date(NOW.year, NOW.month, rng.randint(14, 28))
    stem, last = f"MU-24-{digits(rng, 4)}", rng.randrange(9)
    numbers = [f"{stem}{last + 1}", f"{stem}{last}"]
    numbers += [f"MU-24-{digits(rng, 5)}" for _ in range(_MONTHS - 2)]
    payments = [
        {
            "id": f"v{i}",
            "number": number,
            "date": locale.date(renewal.replace(month=NOW.month - 1 - i)),
            "amount": amount,
            "amount_text": locale.money(amount),
        }
        for i, (number, amount) in enumerate(zip(numbers, amounts, strict=False))
    ]
    return {
        "username": owner["username"],
        "email": owner["email"],
        "phone": "",
        "card": card["number"],
        "expiry": card["expiry"],
        "amount": amounts[-1],
        "amount_text": locale.money(amounts[-1]),
        "renewal": locale.date(renewal),
        "payments": payments,
        "paid": round(sum(amounts[:_MONTHS]), 2),
        "limits": [
            {"value": limit, "text": locale.money(limit)}
            for limit in (price(locale, amount) for amount in (62, 74, 85))
        ],
    }
