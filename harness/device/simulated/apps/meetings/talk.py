"""The chat of a call: to everyone, or to one of the people in it."""

from __future__ import annotations

from functools import partial

from harness.core.entity import EntityType
from harness.device.simulated import dialogs
from harness.device.simulated import widgets as w
from harness.device.simulated.apps.meetings import plan
from harness.device.simulated.apps.meetings.call import inside, on
from harness.device.simulated.apps.meetings.plan import OWNER, Record
from harness.device.simulated.apps.meetings.shared import gone, name
from harness.device.simulated.context import Context
from harness.device.simulated.l10n import NOW
from harness.device.simulated.text import (
    Rich,
    annotate,
    from_marks,
    rich,
    to_marks,
    with_content,
)
from harness.device.simulated.view import FILL, Screen, TextStyle, View, dp

T = EntityType


def chat(context: Context) -> Screen:
    """What was said so far, and a field for more."""
    current = on(context)
    if current is None:
        return gone(context)
    _, meeting = current
    bubbles = [view for said in meeting["chat"] for view in _said(context, meeting, said)]
    empty = [w.blank("No messages yet")]
    return Screen(
        content=w.page(
            w.app_bar("Chat", navigate=w.up(context)),
            w.items("chat", bubbles or empty, id="chat_list", from_end=True, gap=dp(2),
                    pad=(0, dp(8), 0, dp(8))),
            _recipient(context, meeting),
            _composer(context, meeting),
        ),
        dialog=_recipients(context, meeting) if context.dialog == "to" else None,
    )  # fmt: skip


def _to(context: Context, meeting: Record) -> Record | None:
    """Who is written to; None is everyone."""
    wanted = context.flag("to", context.args.get("to", ""))
    return next((p for p in inside(meeting) if p["id"] == wanted), None)


def _said(context: Context, meeting: Record, said: Record) -> list[View]:
    body = with_content(from_marks(said["body"], said["marks"]), T.MESSAGE_CONTENT)
    line = _line(context, meeting, said)
    mine = said["from"] == OWNER
    return [
        w.text(
            line, " · ", said["time"], id="chat_line", style=TextStyle(12, 500, "muted"),
            width=FILL, align="end" if mine else "start", pad=(dp(24), dp(8), dp(24), 0),
        ),
        w.bubble(body, rich(line, ": ", body), mine=mine),
    ]  # fmt: skip


def _line(context: Context, meeting: Record, said: Record) -> Rich:
    """Who has written to whom."""
    say = context.locale.say
    if said["from"] != OWNER:
        sender = next((p for p in meeting["people"] if p["id"] == said["from"]), None)
        who = plan.shown(sender) if sender else name(said["sender"])
        return rich(who, say(" to you, privately" if said["to"] else " to everyone"))
    receiver = next((p for p in meeting["people"] if p["id"] == said["to"]), None)
    if receiver is None:
        return rich(say("You to everyone"))
    return rich(say("You to "), plan.shown(receiver), say(", privately"))


def _recipient(context: Context, meeting: Record) -> View:
    receiver = _to(context, meeting)
    return w.row(
        w.text("Send to", style=w.SMALL),
        w.text(plan.shown(receiver) if receiver else "Everyone", id="chat_to", style=w.LABEL,
               lines=1),
        w.icon("expand", "primary", 18),
        id="chat_to_row", gap=dp(8), pad=(dp(20), dp(6), dp(16), dp(6)),
        on_tap=lambda: context.show("to"),
    )  # fmt: skip


def _recipients(context: Context, meeting: Record) -> View:
    def choose(id: str) -> None:
        context.set("to", id)
        context.dismiss()

    people = [(p["id"], plan.shown(p)) for p in inside(meeting)]
    rows = [
        w.row(w.text(called, id="recipient_name", lines=1), id="recipient_row",
              on_tap=partial(choose, id), pad=(dp(24), dp(12), dp(24), dp(12)))
        for id, called in (("", rich("Everyone")), *people)
    ]  # fmt: skip
    return dialogs.dialog("Send to", *rows)


def _composer(context: Context, meeting: Record) -> View:
    draft = context.field("draft").strip()

    def send() -> None:
        receiver = _to(context, meeting)
        meeting["chat"].append(
            {
                "from": OWNER,
                "to": receiver["id"] if receiver else "",
                "sender": "",
                "body": draft,
                "marks": to_marks(annotate(draft, context.known())),
                "time": context.locale.time(NOW.hour, NOW.minute),
            }
        )
        context.clear()

    def send_any() -> None:
        if draft:
            send()

    return w.row(
        w.column(
            w.field(context, "draft", "Write a message", kind=T.MESSAGE_CONTENT, clear=False,
                    id="chat_field", on_enter=send_any),
            width=0, weight=1,
        ),
        w.icon_button("send", "Send", send_any, id="chat_send", enabled=bool(draft),
                      color="primary" if draft else "muted"),
        pad=(dp(12), dp(4), dp(8), dp(8)), gap=dp(4),
    )  # fmt: skip
