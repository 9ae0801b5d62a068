"""The form for a new meeting, or for one of the owner's."""

from __future__ import annotations

import random
from collections.abc import Callable
from datetime import date, time
from functools import partial

from harness.core.canonical import fold
from harness.core.day import parse_date, parse_time
from harness.core.entity import EntityType
from harness.device.simulated import dialogs
from harness.device.simulated import widgets as w
from harness.device.simulated.apps import contacts
from harness.device.simulated.apps.meetings import plan
from harness.device.simulated.apps.meetings.plan import Record
from harness.device.simulated.apps.meetings.shared import find, name, own
from harness.device.simulated.context import Context
from harness.device.simulated.l10n import NOW
from harness.device.simulated.text import Pii, annotate, rich, to_marks
from harness.device.simulated.view import Screen, View, dp

T = EntityType
_MOST = 4
"""Most people that are suggested while a name is typed."""
_START = "14:00"


def schedule(context: Context) -> Screen:
    """Title, time, people, passcode and options."""
    found = find(context, context.args["id"]) if context.args["id"] else None
    old = found or _new(context)
    if found is None:
        context.autofocus("title")
    minutes = int(context.flag("minutes", old["minutes"]))
    hour = time.fromisoformat(old["start"])
    form = [
        w.field(context, "title", "Title", initial=old["title"], id="title_field",
                marked=plan.title(old)),
        w.row(
            _cell(w.field(context, "date", "Date", id="date_field",
                          initial=context.locale.date(date.fromisoformat(old["date"]), "long"))),
            _cell(w.field(context, "start", "Starts", id="start_field",
                          initial=context.locale.time(hour.hour, hour.minute))),
            gap=dp(8),
        ),
        w.list_row(title="Duration", summary=_length(context, minutes), lead=w.icon("timer"),
                   id="duration_row", on_tap=lambda: context.show("duration")),
        *_people(context, old),
        w.field(context, "passcode", "Passcode", initial=old["passcode"], kind=T.PASSWORD,
                id="passcode_field"),
        *(_option(context, old, key, label) for key, label in (
            ("waiting_room", "Waiting room"),
            ("mute_on_join", "Mute participants on entry"),
            ("video_off", "Participant video off"),
            ("record", "Record automatically"),
        )),
    ]  # fmt: skip
    bar = w.app_bar(
        "Edit meeting" if found else "Schedule a meeting",
        w.button("Save", partial(_save, context, old, found), id="menu_save"),
        navigate=w.icon_button("close", "Cancel", context.back, color="text"),
    )
    listed = w.items("form", form, gap=dp(8), pad=(dp(16), dp(12), dp(16), dp(12)))
    return Screen(content=w.page(bar, listed), dialog=_durations(context, minutes))


def _new(context: Context) -> Record:
    """What the form starts with; the number is drawn when the form is opened."""
    count = len(own(context)["upcoming"])
    meeting = plan.blank("", NOW.date(), _START, plan.DURATIONS[0])
    plan.give_number(meeting, random.Random(f"{context.state['owner']['phone']}/{count}"))
    meeting["host"] = context.state["owner"]["name"]
    return meeting | {"waiting_room": True}


def _cell(entry: View) -> View:
    return w.column(entry, width=0, weight=1)


def _length(context: Context, minutes: int) -> str:
    return f"{minutes} {context.locale.say('min')}"


def _durations(context: Context, minutes: int) -> View | None:
    if context.dialog != "duration":
        return None
    options = {_length(context, m): m for m in plan.DURATIONS}

    def choose(label: str) -> None:
        context.set("minutes", options[label])
        context.dismiss()

    return dialogs.choice(context, "Duration", options, _length(context, minutes), choose)


def _option(context: Context, old: Record, key: str, label: str) -> View:
    on = bool(context.flag(key, old[key]))
    return w.switch_row(label, on, lambda: context.set(key, not on), id=f"{key}_switch")


# ---------------------------------------------------------------- people


def _people(context: Context, old: Record) -> list[View]:
    """Who is invited, and the field by which more are found."""
    invited: list[Record] = context.flag("invited", old["invited"])

    def add(person: Record) -> None:
        context.set("invited", [*invited, person])
        context.type("invitee", "")

    def drop(person: Record) -> None:
        context.set("invited", [other for other in invited if other != person])

    rows = [
        w.list_row(
            title=name(p["name"]) if p["contact_id"] else Pii(T.EMAIL, p["email"]),
            lead=w.icon("person"), id="invited_row",
            trail=w.icon_button(
                "close",
                rich("Remove ", name(p["name"]) if p["contact_id"] else Pii(T.EMAIL, p["email"])),
                partial(drop, p), id="drop_invitee",
            ),
        )
        for p in invited
    ]  # fmt: skip
    entry = w.field(context, "invitee", "Invite by name or e-mail", id="invitee_field")
    return [*rows, entry, *_suggestions(context, invited, add)]


def _suggestions(
    context: Context, invited: list[Record], add: Callable[[Record], None]
) -> list[View]:
    typed = context.field("invitee").strip()
    if not typed:
        return []
    taken = {p["email"] for p in invited}
    found = [
        p
        for p in contacts.people(context.state)
        if p["email"] and p["email"] not in taken and contacts.matches(p, typed)
    ][:_MOST]
    rows = [
        w.list_row(title=name(p["name"]), summary=Pii(T.EMAIL, p["email"]), id="suggestion_row",
                   lead=w.avatar(name(p["name"]), 32), on_tap=partial(add, plan.invitee(p)))
        for p in found
    ]  # fmt: skip
    if not found and "@" in typed:
        stranger = {"contact_id": "", "name": "", "email": typed}
        rows.append(
            w.list_row(title=Pii(T.EMAIL, typed), lead=w.icon("mail"), id="suggestion_row",
                       on_tap=partial(add, stranger))
        )  # fmt: skip
    return rows


# ---------------------------------------------------------------- saving


def _save(context: Context, old: Record, found: Record | None) -> None:
    title = context.field("title", old["title"]).strip()
    typed = context.field("date")
    day = parse_date(typed, context.locale.region) if typed else date.fromisoformat(old["date"])
    typed = context.field("start")
    start = parse_time(typed) if typed else time.fromisoformat(old["start"])
    passcode = context.field("passcode", old["passcode"]).strip()
    if not title:
        context.toast("Enter a title")
    elif day is None:
        context.toast("Enter a date")
    elif start is None:
        context.toast("Enter a time")
    elif not passcode:
        context.toast("Enter a passcode")
    else:
        meeting = old if found else old | {"id": _fresh_id(context)}
        if fold(title) != fold(old["title"]):
            meeting["title_marks"] = to_marks(annotate(title, context.known()))
        meeting |= {
            "title": title,
            "date": day.isoformat(),
            "start": f"{start:%H:%M}",
            "minutes": context.flag("minutes", old["minutes"]),
            "passcode": passcode,
            "invited": list(context.flag("invited", old["invited"])),
            **{key: bool(context.flag(key, old[key])) for key in plan.OPTIONS},
        }
        plan.stamp(meeting, context.locale)
        if found:
            context.back()
        else:
            own(context)["upcoming"].append(meeting)
            context.become("details", id=meeting["id"])
        context.toast("Meeting saved")


def _fresh_id(context: Context) -> str:
    taken = {m["id"] for m in own(context)["upcoming"]}
    return next(id for n in range(len(taken) + 1) if (id := f"n{n:02d}") not in taken)
