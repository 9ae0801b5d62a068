"""What waits in the notification shade, taken from what the apps hold at the start."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from typing import Any

from harness.core.entity import EntityType
from harness.device.simulated.apps.messages import chats
from harness.device.simulated.apps.photos.album import kept
from harness.device.simulated.context import State
from harness.device.simulated.text import Part, Pii, Rich, filled, from_marks, rich, with_content
from harness.device.simulated.world import World

T = EntityType
Notice = dict[str, Any]
_PREVIEWS = 2


def seed_notices(world: World, state: State) -> list[Notice]:
    """One notice per event, in no particular order.

    Each has a ``topic`` and, where it is about one value, that value as its ``fact``.
    """
    rng = world.rng("notifications")
    notices = [
        *_messages(state),
        *_calls(state),
        *_payments(world, state),
        _reminder(world, state),
        _parcel(world, state),
    ]
    rng.shuffle(notices)
    return [{"id": f"n{i:02d}"} | notice for i, notice in enumerate(notices)]


def _notice(
    topic: str,
    app: str,
    title: Rich,
    text: Rich,
    time: str,
    *,
    opens: tuple[str, str] = ("", ""),
    fact: str = "",
    contact_id: str = "",
    amount: float = 0,
) -> Notice:
    """``opens`` is the screen that a tap leads to, and the id of what it shows."""
    return {
        "topic": topic,
        "app": app,
        "title": kept(title),
        "text": kept(text),
        "time": time,
        "screen": opens[0],
        "about": opens[1],
        "fact": fact,
        "contact_id": contact_id,
        "amount": amount,
    }


def _messages(state: State) -> Iterator[Notice]:
    threads = state["messages"]["threads"]
    heard = [t for t in threads if t["kind"] == "person" and not t["messages"][-1]["from_me"]]
    previews = sorted(heard, key=lambda t: (not t["unread"], -t["order"]))[:_PREVIEWS]
    code = next(t for t in threads if t["topic"] == "code")
    for thread, topic in ((code, "code"), *((t, "message") for t in previews)):
        last = thread["messages"][-1]
        yield _notice(
            topic, "messages", chats.title(thread), chats.body(thread, last), last["time"],
            opens=("thread", thread["id"]), fact=thread["fact"], contact_id=thread["contact_id"],
        )  # fmt: skip


def _calls(state: State) -> Iterator[Notice]:
    missed = [c for c in state["dialer"]["log"] if c["direction"] == "missed"]
    for kind in ("person", "unknown"):
        call = next(c for c in missed if c["kind"] == kind)
        if kind == "person":
            title, who = rich("Missed call"), Pii(T.PERSON_NAME, call["name"])
        else:
            title, who = rich("Missed: unknown number"), Pii(T.PHONE_NUMBER, call["number"])
        yield _notice(
            "call" if kind == "person" else "stranger", "dialer", title, rich(who), call["time"],
            fact=call["number"], contact_id=call["contact_id"],
        )  # fmt: skip


def _payments(world: World, state: State) -> Iterator[Notice]:
    transactions = state["bank"]["accounts"][0]["transactions"]
    spent = [t for t in transactions if not t["kind"] and t["amount"] < 0]
    shops = {t["who"]: t for t in reversed(spent)}
    latest = list(reversed(shops.values()))[:2]
    (text,) = world.texts("notifications.payment")
    for payment in latest:
        shown = world.locale.money(-payment["amount"])
        slots: dict[str, Part] = {
            "amount": Pii(T.ACCOUNT_BALANCE, shown),
            "shop": payment["who"],
        }
        yield _notice(
            "payment", "bank", rich(payment["who"]), filled(text, slots), payment["date"],
            fact=shown, amount=-payment["amount"],
        )  # fmt: skip


def _reminder(world: World, state: State) -> Notice:
    events = [e for e in state["calendar"]["events"] if e["guests"]]
    event = min(events, key=lambda e: (e["date"], e["start"]))
    guest = event["guests"][0]
    title = with_content(
        from_marks(event["title"], event["title_marks"]), T.MESSAGE_CONTENT, optional=True
    )
    day = world.locale.date(date.fromisoformat(event["date"]), "MMMEd")
    when = rich(title, f" · {day}, {event['time_text']}")
    who = rich(Pii(T.PERSON_NAME, guest["name"]))
    return _notice(
        "reminder", "calendar", when, who, world.locale.time(11, 58),
        opens=("event", event["id"]), fact=event["time_text"], contact_id=guest["contact_id"],
    )  # fmt: skip


def _parcel(world: World, state: State) -> Notice:
    parcel = state["shop"]["parcels"][0]
    (text,) = world.texts("notifications.parcel")
    slots: dict[str, Part] = {"tracking": Pii(T.ORDER_NUMBER, parcel["tracking"])}
    return _notice(
        "parcel", "shop", rich(parcel["sender"]), filled(text, slots), world.locale.time(10, 15),
        opens=("parcel", parcel["id"]), fact=parcel["tracking"],
    )  # fmt: skip
