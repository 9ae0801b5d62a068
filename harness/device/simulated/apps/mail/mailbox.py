"""Invented mail of the owner: what people, shops and services wrote, and how it is shown."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Mapping
from datetime import timedelta
from typing import Any

from harness.core.canonical import canonical
from harness.core.entity import EntityType
from harness.device.simulated.context import Known
from harness.device.simulated.l10n import NOW
from harness.device.simulated.text import (
    Part,
    Pii,
    Rich,
    filled,
    from_marks,
    lines,
    rich,
    to_marks,
    with_content,
)
from harness.device.simulated.world import Person, World, digits, grouped, national, with_luhn

T = EntityType
Mail = dict[str, Any]

FACTS: Mapping[str, tuple[str, EntityType | None]] = {
    "name": ("Name", T.PERSON_NAME),
    "first": ("First name", T.PERSON_NAME),
    "last": ("Last name", T.PERSON_NAME),
    "born": ("Date of birth", T.DATE_OF_BIRTH),
    "insurance": ("Insurance number", T.ID_NUMBER),
    "reason": ("Reason for the visit", T.HEALTH_INFO),
    "when": ("Appointment", None),
    "customer": ("Customer number", T.ID_NUMBER),
    "order": ("Order number", T.ORDER_NUMBER),
    "tracking": ("Tracking number", T.ORDER_NUMBER),
    "items": ("Items", None),
    "address": ("Delivery address", T.ADDRESS),
    "total": ("Total", T.ACCOUNT_BALANCE),
    "card": ("Paid with", T.CREDIT_CARD),
    "code": ("Code", T.PASSWORD),
}
"""The lines of the table in a mail of a service: label and type of the value."""
_HOURS = (1, 2, 3, 5, 20, 26, 29, 45, 52, 70, 76, 95, 101, 120, 144)
"""Age of the mails, the latest first; from there on a day more for each."""
_READ = ("invitation", "ring", "question")
"""Topics of mails that have been read."""
_TALK = "talk"
"""The thread of several mails."""


# ---------------------------------------------------------------- how mail is shown


def sender(mail: Mail) -> Rich:
    """Who wrote it; the name of a service is no personal data."""
    return rich(mail["name"] if mail["kind"] == "service" else Pii(T.PERSON_NAME, mail["name"]))


def address(mail: Mail) -> Rich:
    """The sender's address."""
    return rich(Pii(T.EMAIL, mail["email"], optional=mail["kind"] == "service"))


def subject(mail: Mail) -> Rich:
    """The subject, cut around its identifiers."""
    return _content(mail, from_marks(mail["subject"], mail["subject_marks"]))


def paragraphs(mail: Mail) -> list[Rich]:
    """The body line by line, each cut around its identifiers."""
    return [_content(mail, line) for line in lines(from_marks(mail["body"], mail["marks"]))]


def preview(mail: Mail) -> Rich:
    """The start of the body in one line."""
    parts: list[Part] = []
    for paragraph in paragraphs(mail)[:3]:
        parts += [" ", paragraph] if parts else [paragraph]
    return rich(*parts)


def known(mails: list[Mail]) -> Known:
    """Personal values that stand in mails."""
    for mail in mails:
        if mail["kind"] != "service":
            yield T.EMAIL, mail["email"]
        if mail["topic"] == "stranger":
            yield T.PERSON_NAME, mail["name"]
            yield T.PERSON_NAME, mail["sign"]["name"]
        for key, value in mail["facts"].items():
            kind = FACTS[key][1]
            if kind is not None and key not in ("first", "last"):
                yield kind, value


def _content(mail: Mail, text: Rich) -> Rich:
    return with_content(text, T.MESSAGE_CONTENT, optional=mail["kind"] == "service")


# ---------------------------------------------------------------- the mailbox at the start


def seed_mail(world: World) -> dict[str, Any]:
    """Mails, the latest first, and the ids of those that are unread.

    Each has a ``topic`` and, where it is about a value, that value as its ``fact``.
    """
    rng, locale = world.rng("mail"), world.locale
    people = rng.sample([p for p in world.people if p["id"] not in world.twins], 10)
    mails = [*_personal(world, rng, people), *_services(world, rng)]
    rng.shuffle(mails)
    latest = next(i for i, mail in enumerate(mails) if mail["topic"] == "club")
    mails[latest + 1 : latest + 1] = _earlier(world, rng, people)
    mails += _own(world, rng, people)
    for i, mail in enumerate(mails):
        hours = _HOURS[i] if i < len(_HOURS) else 24 * (i - len(_HOURS) + 7)
        when = NOW - timedelta(hours=hours, minutes=7 * i % 50)
        today = when.date() == NOW.date()
        mail |= {
            "id": f"m{i:02d}",
            "thread": mail["thread"] or f"h{i:02d}",
            "when": when.isoformat(),
            "date": locale.time(when.hour, when.minute)
            if today
            else locale.date(when.date(), "MMMd"),
        }
    inbox = [m["id"] for m in mails if m["folder"] == "inbox" and m["topic"] not in _READ]
    return {
        "mails": mails,
        "unread": sorted(rng.sample(inbox, 7)),
    }


def make_mail(kind: str, name: str, email: str, **more: Any) -> Mail:
    """A mail with what is usual for what isn't given."""
    usual: Mail = {
        "id": "", "thread": "", "folder": "inbox", "topic": "", "fact": "", "kind": kind,
        "person_id": "", "name": name, "email": email, "to": [], "cc": [], "subject": "",
        "subject_marks": [], "body": "", "marks": [], "facts": {}, "total": 0.0, "sign": {},
        "forwards": "", "starred": False, "when": "", "date": "",
    }  # fmt: skip
    return usual | more


def _written(world: World, rng: random.Random, topic: str, slots: Mapping[str, Part]) -> Mail:
    """Subject and body from the pools of a topic."""
    head = filled(rng.choice(world.texts(f"mail.{topic}_subject")), slots)
    body = filled(rng.choice(world.texts(f"mail.{topic}_body")).strip(), slots)
    return {
        "topic": topic, "subject": head.text, "subject_marks": to_marks(head),
        "body": body.text, "marks": to_marks(body),
    }  # fmt: skip


def _names(world: World, person: Person) -> dict[str, Part]:
    """Slots that any mail may use: the owner, and the one at the other end."""
    return {
        "me": Pii(T.PERSON_NAME, world.owner["first"]),
        "first": Pii(T.PERSON_NAME, person["first"]),
        "nick": Pii(T.PERSON_NAME, person["nickname"] or person["first"]),
        "name": Pii(T.PERSON_NAME, person["name"]),
    }


def _from(
    world: World, rng: random.Random, person: Person, topic: str, more: Mapping[str, Part] = {}
) -> Mail:
    written = _written(world, rng, topic, {**_names(world, person), **more})
    return make_mail(
        "person", person["name"], person["email"], person_id=person["id"],
        to=[world.owner["email"]], **written,
    )  # fmt: skip


def _personal(world: World, rng: random.Random, people: list[Person]) -> Iterator[Mail]:
    mover, dialler, patient, host, formal, club, helper, *guests = people
    twins = [world.person(id) for id in world.twins]
    home = Pii(T.ADDRESS, mover["address"])
    yield _from(world, rng, mover, "address", {"address": home}) | {"fact": mover["address"]}
    number = _spare_number(world, rng)
    yield _from(world, rng, dialler, "new_number") | {
        "fact": number,
        "sign": _signature(dialler, national(number)),
    }
    condition = rng.choice(world.texts("mail.conditions"))
    health = {"condition": Pii(T.HEALTH_INFO, condition)}
    yield _from(world, rng, patient, "health", health) | {"fact": condition}
    invited = [guest["email"] for guest in guests]
    yield _from(world, rng, host, "invitation") | {"cc": invited[:1], "fact": invited[0]}
    yield _from(world, rng, formal, "report") | {
        "name": _backwards(formal), "sign": _signature(formal, formal["phone_national"]),
    }  # fmt: skip
    yield _from(world, rng, club, "club") | {"cc": invited, "thread": _TALK}
    yield _from(world, rng, twins[0], "lunch")
    yield _from(world, rng, twins[1], "ring")
    other = {"name": Pii(T.PERSON_NAME, helper["name"])}
    yield _from(world, rng, guests[0], "request", other) | {"fact": helper["id"]}
    yield _stranger(world, rng)
    yield _from(world, rng, helper, "old") | {"folder": "archive"}


def _stranger(world: World, rng: random.Random) -> Mail:
    """From somebody of the country, whose number can be dialled as the signature has it."""
    region = world.locale.region
    person = next(
        p
        for p in reversed(world.strangers)
        if canonical(p["phone_national"], T.PHONE_NUMBER, region)
        == canonical(p["phone"], T.PHONE_NUMBER, region)
    )
    return make_mail(
        "person", _backwards(person), person["email"], to=[world.owner["email"]],
        fact=person["phone"], sign=_signature(person, person["phone_national"]),
        **_written(world, rng, "stranger", {"me": Pii(T.PERSON_NAME, world.owner["name"])}),
    )  # fmt: skip


def _backwards(person: Person) -> str:
    """A name as offices sort it; what is one word stays so."""
    whole: str = person["name"]
    return f"{person['last']}, {person['first']}" if " " in whole else whole


def _signature(person: Person, phone: str) -> dict[str, str]:
    return {"name": person["name"], "company": person["company"], "phone": phone}


def _spare_number(world: World, rng: random.Random) -> str:
    """A number of the country that is nobody's yet."""
    taken = {person["phone"] for person in (*world.people, *world.strangers, world.owner)}
    while True:
        pattern = rng.choice(world.lore.data["phones"])
        number = re.sub("#", lambda _: digits(rng, 1), pattern)
        if number not in taken:
            return number


def _services(world: World, rng: random.Random) -> Iterator[Mail]:
    owner, locale = world.owner, world.locale
    day = (NOW + timedelta(days=rng.randint(3, 20))).date()
    when = f"{locale.date(day, 'MMMd')}, {locale.time(rng.randint(8, 16), 30)}"
    reason = rng.choice(world.texts("mail.reasons"))
    shops = rng.sample(world.texts("mail.shops"), 3)
    prices = rng.sample(range(1200, 26000), 4)
    for shop, cents, items in zip(shops, prices, rng.sample(world.texts("mail.items"), 3),
                                  strict=False):  # fmt: skip
        order = f"{digits(rng, 3)}-{digits(rng, 7)}"
        yield _service(world, rng, "order", shop, order, {
            "order": order, "items": items, "name": owner["name"], "address": owner["address"],
            "total": locale.money(cents / 100), "card": _card(rng),
        }) | {"total": cents / 100}  # fmt: skip
    tracking = f"PK{digits(rng, 10)}"
    facts = {"tracking": tracking, "name": owner["name"], "address": owner["address"]}
    yield _service(world, rng, "parcel", rng.choice(world.texts("mail.carriers")), tracking, facts)
    yield _service(world, rng, "visit", rng.choice(world.texts("mail.clinics")), reason, {
        "when": when, "first": owner["first"], "last": owner["last"], "born": owner["birthday"],
        "insurance": f"{rng.choice('ABKMT')}{digits(rng, 9)}", "reason": reason,
    })  # fmt: skip
    code = digits(rng, 6)
    site, app = rng.sample(world.texts("mail.accounts"), 2)
    yield _service(world, rng, "reset", site, code, {"code": code})
    yield _service(world, rng, "release", app, "", {})
    yield _service(world, rng, "bill", rng.choice(world.texts("mail.utilities")), "", {
        "customer": digits(rng, 8), "name": owner["name"], "total": locale.money(prices[3] / 100),
    }) | {"total": prices[3] / 100}  # fmt: skip
    yield _service(world, rng, "newsletter", rng.choice(world.texts("mail.newsletters")), "", {})


def _service(
    world: World, rng: random.Random, topic: str, name: str, fact: str, facts: dict[str, str]
) -> Mail:
    slots: dict[str, Part] = {"me": Pii(T.PERSON_NAME, world.owner["first"])}
    for key, value in facts.items():
        kind = FACTS[key][1]
        slots[key] = Pii(kind, value) if kind else value
    return make_mail(
        "service", name, f"{topic}@service.example.com", to=[world.owner["email"]],
        fact=fact, facts=facts, **_written(world, rng, topic, slots),
    )  # fmt: skip


def _card(rng: random.Random) -> str:
    return grouped(with_luhn("400000" + digits(rng, 9)))


def _earlier(world: World, rng: random.Random, people: list[Person]) -> list[Mail]:
    """What was said before in the one thread of several mails, the latest first."""
    club = people[5]
    return [
        _to(world, rng, club, "answer", "sent") | {"thread": _TALK},
        _from(world, rng, club, "question") | {"thread": _TALK},
    ]


def _own(world: World, rng: random.Random, people: list[Person]) -> Iterator[Mail]:
    """What the owner sent, and a draft."""
    yield _to(world, rng, people[-1], "thanks", "sent")
    yield _to(world, rng, people[3], "draft", "drafts")


def _to(world: World, rng: random.Random, person: Person, topic: str, folder: str) -> Mail:
    written = _written(world, rng, topic, _names(world, person))
    return make_mail(
        "owner", world.owner["name"], world.owner["email"], folder=folder,
        person_id=person["id"], to=[person["email"]], **written,
    )  # fmt: skip
