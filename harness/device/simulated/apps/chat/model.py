"""What all screens of the messenger share: who is who, what a chat shows, and sending."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, timedelta
from typing import Any

from harness.core.entity import EntityType
from harness.device.simulated.apps import contacts
from harness.device.simulated.apps.chat.talks import OWNER, message, pair, stamp
from harness.device.simulated.context import Context, State
from harness.device.simulated.l10n import NOW
from harness.device.simulated.text import (
    Part,
    Pii,
    Rich,
    annotate,
    from_marks,
    rich,
    to_marks,
    with_content,
)
from harness.device.simulated.world import Person

T = EntityType
Record = dict[str, Any]


def own(context: Context) -> Record:
    """The messenger's part of the state."""
    mine: Record = context.state["chat"]
    return mine


def chat_of(context: Context) -> Record:
    """The chat that a screen is about."""
    return by_id(own(context)["chats"], context.args["id"])


def by_id(records: Sequence[Record], id: str) -> Record:
    """The record with that id."""
    return next(record for record in records if record["id"] == id)


def listed(context: Context) -> list[Record]:
    """All chats, pinned ones first, then the latest first."""
    return sorted(own(context)["chats"], key=lambda chat: (not chat["pinned"], -chat["order"]))


# ---------------------------------------------------------------- people


def person(state: State, id: str) -> Record:
    """Somebody who uses the messenger."""
    found = next((p for p in state["chat"]["people"] if p["id"] == id), None)
    return found or join(state, next(p for p in contacts.people(state) if p["id"] == id))


def join(state: State, contact: Person) -> Record:
    """Take somebody into the messenger who was saved as a contact later."""
    keys = ("id", "name", "first", "phone", "phone_national")
    fresh: Record = {key: contact[key] for key in keys} | {
        "called": contact.get("nickname") or contact["first"] or contact["name"],
        "username": "",
        "about": "",
        "saved": True,
    }
    state["chat"]["people"].append(fresh)
    return fresh


def name(state: State, id: str) -> Rich:
    """How somebody is saved; who isn't, is a number."""
    if id == OWNER:
        return rich("Me")
    who = person(state, id)
    return rich(Pii(T.PERSON_NAME, who["name"])) if who["saved"] else phone(who)


def phone(who: Record) -> Rich:
    """Somebody's number."""
    return rich(Pii(T.PHONE_NUMBER, who["phone"]))


def called(context: Context, id: str) -> Rich:
    """How somebody is called for short; who isn't saved gave a name of their own."""
    if id == OWNER:
        return rich(context.locale.say("Me"))
    who = person(context.state, id)
    return rich("" if who["saved"] else "~", Pii(T.PERSON_NAME, who["called"]))


def joined(parts: Sequence[Part]) -> Rich:
    """Several texts in one line."""
    return rich(*(piece for i, part in enumerate(parts) for piece in (", " * bool(i), part)))


def content(context: Context, text: str) -> Rich:
    """Words that somebody wrote, cut around the values that the phone knows."""
    return with_content(annotate(text, context.known()), T.MESSAGE_CONTENT)


# ---------------------------------------------------------------- chats


def title(chat: Record) -> Rich:
    """The name of a chat."""
    kind = T.GROUP_NAME if chat["kind"] == "group" else T.PERSON_NAME
    return rich(Pii(kind, chat["title"]))


def body(said: Record) -> Rich:
    """The words of a message, cut around its values; of a card the name on it."""
    if said["kind"] == "card":
        return rich("Contact: ", Pii(T.PERSON_NAME, said["card"]["name"]))
    return with_content(from_marks(said["body"], said["marks"]), T.MESSAGE_CONTENT)


def preview(context: Context, chat: Record) -> Rich:
    """What the list shows of a chat: who is typing, else the last message."""
    if chat["typing"]:
        return typing(context, chat)
    if not chat["messages"]:
        return rich("No messages yet")
    last = chat["messages"][-1]
    if last["from_me"]:
        return rich("You: ", body(last))
    if chat["kind"] == "group":
        return rich(called(context, last["sender"]), ": ", body(last))
    return body(last)


def typing(context: Context, chat: Record) -> Rich:
    """Who is writing now."""
    if chat["kind"] == "group":
        return rich(called(context, chat["typing"]), " is typing…")
    return rich("typing…")


def day(context: Context, iso: str) -> str:
    """A day as a chat names it."""
    that = date.fromisoformat(iso)
    if that == NOW.date():
        return context.locale.say("Today")
    if that == NOW.date() - timedelta(days=1):
        return context.locale.say("Yesterday")
    return context.locale.date(that, "MMMd")


def fresh_id(records: Sequence[Record], letter: str) -> str:
    """An id that no record has."""
    taken = {record["id"] for record in records}
    return next(id for n in range(len(taken) + 1) if (id := f"{letter}{n:02d}") not in taken)


def chat_with(context: Context, id: str) -> Record:
    """The chat with one person, which is made where there is none."""
    chats = own(context)["chats"]
    found = next((chat for chat in chats if chat["contact_id"] == id), None)
    return found or add_chat(context, pair(person(context.state, id)))


def add_chat(context: Context, about: Record) -> Record:
    """A new chat without messages, the latest of all."""
    chats = own(context)["chats"]
    fresh: Record = about | {
        "id": fresh_id(chats, "n"),
        "topic": "",
        "pinned": False,
        "muted": False,
        "unread": 0,
        "order": _latest(chats),
        "pinned_message": "",
        "messages": [],
    }
    chats.append(fresh)
    return fresh


def _latest(chats: Sequence[Record]) -> int:
    return 1 + max((chat["order"] for chat in chats), default=0)


def send(context: Context, chat: Record, words: str = "", **what: Any) -> None:
    """Append a message of the owner; ``what`` is what it holds besides words."""
    said = annotate(words, context.known())
    chat["messages"].append(
        message(fresh_id(chat["messages"], "n"), None)
        | {"body": said.text, "marks": to_marks(said)}
        | stamp(context.locale, NOW)
        | what
    )
    chat["order"] = _latest(own(context)["chats"])
    chat["unread"] = 0
