"""The messages of a chat: words, quoted words, polls, and contacts that are shared."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from harness.core.entity import EntityType
from harness.device.simulated import widgets as w
from harness.device.simulated.apps.chat import model
from harness.device.simulated.apps.chat.model import Record
from harness.device.simulated.apps.chat.talks import OWNER
from harness.device.simulated.context import Context
from harness.device.simulated.text import Pii, Rich, rich
from harness.device.simulated.view import FILL, Glyph, Handler, TextStyle, View, dp

T = EntityType


def bubbles(context: Context, chat: Record) -> list[View]:
    """All messages of a chat, with a line above the first one of each day."""
    views: list[View] = []
    before = ("", "")
    for said in chat["messages"]:
        if said["day"] != before[0]:
            views.append(
                w.text(model.day(context, said["day"]), id="date_divider", align="center",
                       style=TextStyle(12, 500, "muted"), width=FILL,
                       pad=(0, dp(10), 0, dp(6)))
            )  # fmt: skip
        named = chat["kind"] == "group" and before != (said["day"], said["sender"])
        views.append(_bubble(context, chat, said, named=named))
        before = said["day"], said["sender"]
    return views


def _bubble(context: Context, chat: Record, said: Record, *, named: bool) -> View:
    mine: bool = said["from_me"]
    faint = TextStyle(12, 400, "#d3e3fd" if mine else "muted")

    def choose() -> None:
        context.set("on", said["id"])
        context.show("message")

    ticks = w.icon("check", "#d3e3fd", 14) if mine else None
    return w.column(
        w.column(
            _sender(context, said) if named and not mine else None,
            w.text("Forwarded", id="forwarded", style=faint) if said["forwarded"] else None,
            _quoted(context, chat, said) if said["quote"] else None,
            _content(context, chat, said, choose),
            w.row(w.text(said["time"], id="date", style=faint), ticks, width=0, gap=dp(4)),
            id="bubble", width=0, max_width=dp(300), gap=dp(4), radius=dp(16),
            fill="bubble_me" if mine else "bubble_them",
            pad=(dp(14), dp(8), dp(14), dp(8)), on_long=choose,
        ),
        align="end" if mine else "start", id="message_row", pad=(dp(12), dp(2), dp(12), dp(2)),
    )  # fmt: skip


def _sender(context: Context, said: Record) -> View:
    """Above the words of a group: how the sender is saved, or the number and a name."""
    id = said["sender"]
    shown = model.name(context.state, id)
    if not model.person(context.state, id)["saved"]:
        shown = rich(shown, "  ", model.called(context, id))
    return w.text(shown, id="sender_name", style=TextStyle(13, 700, "primary"))


def _content(context: Context, chat: Record, said: Record, hold: Handler) -> View:
    if said["kind"] == "poll":
        return _poll(context, chat, said, hold)
    if said["kind"] == "card":
        return _card(context, chat, said, hold)
    return w.text(model.body(said), id="message_text", style=TextStyle(16, 400, _ink(said)))


def _ink(said: Record) -> str:
    return "#ffffff" if said["from_me"] else "text"


def quote_box(context: Context, said: Record) -> View:
    """Somebody's words as an answer quotes them, cut off after two lines."""
    return w.column(
        w.text(model.name(context.state, said["sender"]), id="quoted_name",
               style=TextStyle(13, 700, "primary")),
        w.text(model.body(said), id="quoted_text", style=w.SMALL, lines=2),
        id="quote", width=0, fill="surface", radius=dp(8), gap=dp(2),
        pad=(dp(10), dp(6), dp(10), dp(6)),
    )  # fmt: skip


def _quoted(context: Context, chat: Record, said: Record) -> View | None:
    found = next((m for m in chat["messages"] if m["id"] == said["quote"]), None)
    if found is None:
        return w.text("Deleted message", id="quote", style=w.SMALL)
    return quote_box(context, found)


# ---------------------------------------------------------------- polls


def _poll(context: Context, chat: Record, said: Record, hold: Handler) -> View:
    options, color = said["poll"]["options"], _ink(said)

    def vote(chosen: Record) -> None:
        for option in options:
            had = OWNER in option["voters"]
            option["voters"] = [voter for voter in option["voters"] if voter != OWNER]
            if option is chosen and not had:
                option["voters"].append(OWNER)

    look = w.row(
        w.text("View votes", id="view_votes_label", style=TextStyle(14, 700, color)),
        id="view_votes", width=0, pad=(0, dp(8), 0, dp(8)),
        on_tap=lambda: context.push("votes", id=chat["id"], message=said["id"]),
    )  # fmt: skip
    rows = [
        replace(_option(context, option, color), on_tap=partial(vote, option), on_long=hold)
        for option in options
    ]
    question = w.text(model.body(said), id="message_text", style=TextStyle(16, 700, color))
    return w.column(question, *rows, look, id="poll", width=dp(250), gap=dp(2))


def _option(context: Context, option: Record, color: str) -> View:
    """Who voted is told to who listens only."""
    voters = option["voters"]
    who = model.joined([model.name(context.state, voter) for voter in voters])
    words = words_of(option)
    count = f"{len(voters)} {context.locale.say('votes')}"
    on = OWNER in voters
    return w.row(
        View(width=dp(22), height=dp(22), cls="android.widget.RadioButton",
             glyph=Glyph("radio", on=on, color=color), checked=on),
        w.column(w.text(words, id="poll_option", style=TextStyle(15, 400, color)),
                 width=0, weight=1),
        w.text(str(len(voters)), id="poll_count", style=TextStyle(13, 400, color)),
        id="option_row", gap=dp(10), pad=(0, dp(8), 0, dp(8)),
        desc=rich(words, ", ", count, ": " if voters else "", who),
    )  # fmt: skip


def words_of(option: Record) -> Rich:
    """What an option of a poll says."""
    return rich(Pii(T.MESSAGE_CONTENT, option["text"]))


# ---------------------------------------------------------------- contacts that are shared


def _card(context: Context, chat: Record, said: Record, hold: Handler) -> View:
    card, color = said["card"], _ink(said)
    name = rich(Pii(T.PERSON_NAME, card["name"]))
    return w.row(
        w.avatar(name),
        w.column(
            w.text(name, id="card_name", style=TextStyle(16, 500, color), lines=1),
            w.text("Contact", style=TextStyle(13, 400, color)),
            width=0, weight=1,
        ),
        id="contact_card", width=dp(250), gap=dp(12), pad=(0, dp(6), 0, dp(6)),
        desc=rich("Shared contact: ", name, ", ", Pii(T.PHONE_NUMBER, card["phone"])),
        on_tap=lambda: context.push("card", id=chat["id"], message=said["id"]), on_long=hold,
    )  # fmt: skip
