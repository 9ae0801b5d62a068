"""How the screens of the app find meetings and show numbers, passcodes and people."""

from __future__ import annotations

from functools import partial

from harness.core.entity import EntityType
from harness.device.simulated import widgets as w
from harness.device.simulated.apps.meetings import plan
from harness.device.simulated.apps.meetings.plan import Record
from harness.device.simulated.context import Context
from harness.device.simulated.text import Part, Pii, Rich, rich
from harness.device.simulated.view import Screen, View, dp

T = EntityType


def own(context: Context) -> Record:
    """The app's part of the state."""
    found: Record = context.state["meetings"]
    return found


def find(context: Context, id: str) -> Record | None:
    """The meeting with that id, None if it is gone."""
    state = own(context)
    every = (*state["upcoming"], *state["past"], state["room"])
    return next((m for m in every if m["id"] == id), None)


def gone(context: Context) -> Screen:
    """What a screen shows whose meeting is gone."""
    return Screen(
        content=w.page(w.app_bar("", navigate=w.up(context)), w.blank("Meeting not found"))
    )


def name(text: str) -> Rich:
    """A person's name."""
    return rich(Pii(T.PERSON_NAME, text))


def titled(meeting: Record) -> Rich:
    """Its title; the owner's room has none."""
    return plan.title(meeting) or rich("Personal meeting room")


def number(meeting: Record) -> Rich:
    """Its number as people read it."""
    return rich(Pii(T.ID_NUMBER, meeting["meeting_id"]))


def link(meeting: Record) -> Rich:
    """The address under which a browser joins it; number and passcode are a part of it."""
    digits = plan.plain(meeting["meeting_id"])
    secret = Pii(T.PASSWORD, meeting["passcode"])
    return rich("meet.example.com/j/", Pii(T.ID_NUMBER, digits), "?pwd=", secret)


def span(meeting: Record) -> str:
    """From when to when."""
    return f"{meeting['time_text']} – {meeting['end_text']}"


def fact(label: str, value: Part, icon: str, id: str) -> View:
    """A row of something that is known, under what it is."""
    return w.row(
        w.icon(icon),
        w.column(
            w.text(label, style=w.SMALL, lines=1), w.text(value, id=id, lines=1),
            width=0, weight=1,
        ),
        gap=dp(16), pad=(dp(16), dp(10), dp(16), dp(10)), id=f"{id}_row",
    )  # fmt: skip


def secret_row(context: Context, label: str, secret: str, id: str) -> View:
    """A row with a secret that shows on demand; ``id`` is also the key of that choice."""
    visible = bool(context.flag(id))
    shown = Pii(T.PASSWORD, secret, None if visible else w.BULLET * len(secret))
    flip = partial(context.set, id, not visible)
    verb = "Hide" if visible else "Show"
    return w.row(
        w.icon("lock"),
        w.column(
            w.text(label, style=w.SMALL, lines=1), w.text(shown, id=id, lines=1),
            width=0, weight=1,
        ),
        w.button(verb, flip, filled=False, id=f"show_{id}"),
        gap=dp(16), pad=(dp(16), dp(10), dp(8), dp(10)), id=f"{id}_row",
    )  # fmt: skip
