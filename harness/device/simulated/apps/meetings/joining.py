"""The way into a meeting: by number and passcode, or from the list; and the wait for the host."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from harness.core.canonical import canonical
from harness.core.entity import EntityType
from harness.device.simulated import dialogs
from harness.device.simulated import widgets as w
from harness.device.simulated.apps.meetings import plan
from harness.device.simulated.apps.meetings.plan import Record
from harness.device.simulated.apps.meetings.shared import name, own
from harness.device.simulated.context import Context
from harness.device.simulated.text import Pii, Rich, annotate, from_marks, rich, to_marks
from harness.device.simulated.view import FILL, Handler, Screen, TextStyle, View, dp

T = EntityType


def enter(
    context: Context,
    meeting: Mapping[str, Any],
    *,
    called: str = "",
    muted: bool | None = None,
    video: bool | None = None,
) -> None:
    """Go into a meeting, or wait in front of one whose host isn't there yet.

    Args:
        context: The screen from which it is entered; that of the call comes next.
        meeting: One of the app, or an event of the calendar with a number.
        called: What the owner wants to be called, "" as always.
        muted: Whether the microphone is off; None as the settings say.
        video: Whether the camera is on; None as the settings say.
    """
    state = own(context)
    settings = state["settings"]
    mine = meeting.get("host_id") == plan.OWNER
    shown = called or state["display_name"]
    state["call"] = {
        "meeting": meeting["id"],
        "title": meeting["title"],
        "title_marks": meeting["title_marks"],
        "number": meeting["meeting_id"],
        "name": shown,
        "name_marks": to_marks(_own_name(context, shown)),
        "muted": settings["mute_on_join"] if muted is None else muted,
        "video": not settings["video_off"] if video is None else video,
        "status": "in" if mine or meeting.get("live") else "waiting",
    }


def _own_name(context: Context, called: str) -> Rich:
    """What an owner types as their name is one, whatever it is."""
    known = annotate(called, context.known())
    return known if known.marks else name(called)


# ---------------------------------------------------------------- by number


def _with_number(context: Context, typed: str) -> Mapping[str, Any] | None:
    """The meeting with that number: of this app, or one to which the calendar has an invitation."""
    state = own(context)
    wanted = canonical(typed, T.ID_NUMBER)
    every = (*state["upcoming"], state["room"], *context.state["calendar"]["events"])
    return next(
        (m for m in every if wanted and canonical(m["meeting_id"], T.ID_NUMBER) == wanted), None
    )


def join(context: Context) -> Screen:
    """The form for a meeting that one has a number of."""
    context.autofocus("number")
    settings = own(context)["settings"]
    muted = bool(context.flag("muted", settings["mute_on_join"]))
    off = bool(context.flag("video_off", settings["video_off"]))
    wanted = _with_number(context, context.field("number"))

    def proceed() -> None:
        if wanted is None:
            context.toast("There is no meeting with this ID")
        elif wanted.get("host_id") == plan.OWNER:
            go(wanted)
        else:
            context.set("wrong", False)
            context.show("passcode", focus="passcode")

    def go(meeting: Mapping[str, Any]) -> None:
        enter(context, meeting, called=context.field("name").strip(), muted=muted, video=not off)
        context.become("call")

    def check() -> None:
        if wanted is not None and context.field("passcode").strip() == wanted["passcode"]:
            go(wanted)
        else:
            context.type("passcode", "")
            context.set("wrong", True)

    fields = [
        w.field(context, "number", "Meeting ID", kind=T.ID_NUMBER, id="number_field",
                on_enter=proceed),
        # The name stands there only as long as nothing is typed.
        w.field(context, "name", Pii(T.PERSON_NAME, own(context)["display_name"]),
                kind=T.PERSON_NAME, id="name_field"),
    ]  # fmt: skip
    rows = [
        w.column(*fields, gap=dp(12), pad=(dp(16), dp(12), dp(16), dp(12))),
        w.row(w.button("Join", proceed, id="join_button", weight=1),
              pad=(dp(16), 0, dp(16), dp(12))),
        w.switch_row("Don't turn my microphone on", muted,
                     lambda: context.set("muted", not muted), id="join_muted"),
        w.switch_row("Turn off my video", off,
                     lambda: context.set("video_off", not off), id="join_video_off"),
    ]  # fmt: skip
    return Screen(
        content=w.page(w.app_bar("Join a meeting", navigate=w.up(context)), w.items("join", rows)),
        dialog=_passcode_dialog(context, check) if context.dialog == "passcode" else None,
    )


def _passcode_dialog(context: Context, check: Handler) -> View:
    entry = w.field(
        context, "passcode", "Passcode", password=True, id="passcode_field", on_enter=check
    )
    return dialogs.dialog(
        "Enter the passcode",
        w.column(entry, pad=(dp(24), 0, dp(24), 0)),
        w.text(
            "Wrong passcode",
            id="passcode_error",
            style=TextStyle(14, 400, "error"),
            pad=(dp(24), 0, dp(24), 0),
        )
        if context.flag("wrong")
        else None,
        buttons=dialogs.yes_no(context, "Continue", check),
    )


# ---------------------------------------------------------------- waiting


def waiting(context: Context, call: Record) -> Screen:
    """In front of a meeting that hasn't begun."""

    def leave() -> None:
        own(context)["call"] = None
        context.back()

    return Screen(
        content=w.column(
            w.icon("timer", "primary", 64),
            w.text(from_marks(call["title"], call["title_marks"]), id="call_title", style=w.LARGE,
                   align="center"),
            w.text("The host will let you in soon.", align="center", id="waiting_note"),
            w.text(rich("Meeting ID: ", Pii(T.ID_NUMBER, call["number"])), style=w.SMALL,
                   id="call_number"),
            w.text(rich("You join as ", from_marks(call["name"], call["name_marks"])),
                   style=TextStyle(14, 400, "muted"), id="call_name"),
            w.button("Leave", leave, id="leave_button"),
            height=FILL, align="center", gap=dp(20), pad=(dp(24), dp(120), dp(24), dp(24)),
        )
    )  # fmt: skip
