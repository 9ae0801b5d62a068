"""The form that creates or changes an event, with its pickers of a day and of guests."""

from __future__ import annotations

import random
from collections.abc import Callable
from datetime import date, datetime, time, timedelta
from functools import partial
from typing import Any

from harness.core.day import parse_date, parse_time
from harness.core.entity import EntityType
from harness.device.simulated import dialogs
from harness.device.simulated import widgets as w
from harness.device.simulated.apps import contacts
from harness.device.simulated.apps.calendar import agenda
from harness.device.simulated.apps.calendar.agenda import Event
from harness.device.simulated.context import Context, State
from harness.device.simulated.l10n import NOW
from harness.device.simulated.text import Pii, Rich, annotate, rich, to_marks
from harness.device.simulated.view import Screen, TextStyle, View, dp
from harness.device.simulated.world import Person

T = EntityType
_MONDAY = date(2024, 5, 6)
_NEW_START = "13:00"


def find(context: Context) -> Event | None:
    """The event that a screen is about, None if it is gone."""
    found = context.state["calendar"]["events"]
    return next((e for e in found if e["id"] == context.args["id"]), None)


def fresh_id(state: State) -> str:
    """An id that no event has."""
    taken = {e["id"] for e in state["calendar"]["events"]}
    return next(id for n in range(len(taken) + 1) if (id := f"n{n:02d}") not in taken)


def month_grid(
    context: Context, first: date, cell: Callable[[date], View], height: int
) -> View:  # fmt: skip
    """The days of a month under the days of the week, ``height`` px a row."""
    names = [context.locale.date(_MONDAY + timedelta(i), "E") for i in range(7)]
    start = first - timedelta(first.weekday())
    weeks = [[start + timedelta(7 * week + i) for i in range(7)] for week in range(6)]

    def blank() -> View:
        return View(width=0, weight=1, height=height, cls="android.view.View")

    rows = [
        w.row(*(cell(day) if day.month == first.month else blank() for day in week))
        for week in weeks
        if any(day.month == first.month for day in week)
    ]
    head = [w.column(w.text(name, style=w.SMALL, lines=1), width=0, weight=1, align="center")
            for name in names]  # fmt: skip
    return w.column(w.row(*head), *rows, id="month_grid", gap=dp(2))


# ---------------------------------------------------------------- the form


def edit(context: Context) -> Screen:
    """The form for the event ``id``, or for a new one on ``day``."""
    event = find(context)
    day = date.fromisoformat(context.args.get("day", NOW.date().isoformat()))
    old: Event = event or agenda.blank_event("", day, _NEW_START)
    if event is None:
        context.autofocus("title")
    all_day = context.flag("all_day", old["all_day"])
    form = [
        w.field(context, "title", "Add title", initial=old["title"], kind=_title_kind(old)),
        _date_row(context, old),
        w.switch_row("All day", all_day, lambda: context.set("all_day", not all_day),
                     id="all_day"),
        None if all_day else _time_row(context, old),
        w.field(context, "location", "Add location", initial=old["location"],
                kind=_location_kind(old)),
        *_invited(context, old),
        w.list_row(title="Reminder", summary=context.flag("reminder", old["reminder"]),
                   lead=w.icon("bell"), id="reminder_row",
                   on_tap=lambda: context.show("reminder")),
        w.list_row(title="Calendar", summary=context.flag("calendar", old["calendar"]),
                   lead=w.icon("calendar"), id="calendar_row",
                   on_tap=lambda: context.show("calendar")),
        w.switch_row("Video meeting", _with_video(context, old),
                     lambda: context.set("video", not _with_video(context, old)), id="video"),
        w.field(context, "notes", "Add notes", initial=old["notes"], kind=T.MESSAGE_CONTENT),
    ]  # fmt: skip
    save = w.button("Save", lambda: _save(context, old, event is None), id="menu_save")
    return Screen(
        content=w.page(
            w.app_bar(
                "Edit event" if event else "New event", save,
                navigate=w.icon_button("close", "Cancel", context.back, color="text"),
            ),
            w.items("form", form, gap=dp(8), pad=(dp(16), dp(12), dp(16), dp(12))),
        ),
        dialog=_pickers(context, old),
    )  # fmt: skip


def _title_kind(event: Event) -> EntityType | None:
    return T.HEALTH_INFO if event["topic"] == "health" else None


def _location_kind(event: Event) -> EntityType | None:
    return EntityType(event["location_kind"]) if event["location_kind"] else None


def _with_video(context: Context, event: Event) -> bool:
    return bool(context.flag("video", bool(event["link"])))


def _date_text(context: Context, event: Event) -> str:
    return context.locale.date(date.fromisoformat(event["date"]), "long")


def _date_row(context: Context, event: Event) -> View:
    entry = w.field(context, "date", "Date", initial=_date_text(context, event))
    pick = w.icon_button("calendar", "Pick a day", lambda: context.show("day"))
    return w.row(w.column(entry, width=0, weight=1), pick, gap=dp(8))


def _time_row(context: Context, event: Event) -> View:
    def entry(key: str, hint: str) -> View:
        shown = agenda.clock_time(event[key], context.locale)
        return w.column(w.field(context, key, hint, initial=shown), width=0, weight=1)

    return w.row(entry("start", "Starts"), entry("end", "Ends"), gap=dp(8))


def _chosen(context: Context, event: Event) -> list[dict[str, str]]:
    """The guests as they are in the form."""
    invited = {g["contact_id"]: g for g in event["guests"]}
    people = {p["id"]: agenda.guest(p) for p in contacts.people(context.state)}
    ids: list[str] = context.flag("guests", list(invited))
    return [found for id in ids if (found := invited.get(id) or people.get(id))]


def _invited(context: Context, event: Event) -> list[View]:
    """The guests so far, each with a button that takes them off, and the way to more."""
    chosen = _chosen(context, event)
    ids = [g["contact_id"] for g in chosen]

    def drop(id: str) -> None:
        context.set("guests", [other for other in ids if other != id])

    def add() -> None:
        context.set("guests", ids)
        context.push("guests", chosen=ids)

    rows = []
    for g in chosen:
        name = rich(Pii(T.PERSON_NAME, g["name"]))
        off = w.icon_button("close", rich("Remove ", name), partial(drop, g["contact_id"]))
        rows.append(w.list_row(title=name, lead=w.avatar(name, 32), trail=off, id="guest_row"))
    more = w.list_row(title="Add guests", lead=w.icon("group"), id="add_guests", on_tap=add)
    return [*rows, more]


def _pickers(context: Context, event: Event) -> View | None:
    def pick(key: str, value: str) -> None:
        context.set(key, value)
        context.dismiss()

    if context.dialog == "reminder":
        current = context.flag("reminder", event["reminder"])
        return dialogs.choice(context, "Reminder", agenda.REMINDERS, current,
                              partial(pick, "reminder"))  # fmt: skip
    if context.dialog == "calendar":
        current = context.flag("calendar", event["calendar"])
        return dialogs.choice(context, "Calendar", agenda.CALENDARS, current,
                              partial(pick, "calendar"))  # fmt: skip
    return _day_picker(context, event) if context.dialog == "day" else None


def _day_picker(context: Context, event: Event) -> View:
    typed = parse_date(context.field("date"), context.locale.region)
    chosen = typed or date.fromisoformat(event["date"])
    first = date.fromisoformat(context.flag("picker", chosen.replace(day=1).isoformat()))

    def pick(day: date) -> None:
        context.type("date", context.locale.date(day, "long"))
        context.dismiss()

    def turn(to: date) -> None:
        context.set("picker", to.replace(day=1).isoformat())

    def cell(day: date) -> View:
        return View(
            cls="android.widget.TextView", text=rich(str(day.day)), width=0, weight=1,
            desc=rich(context.locale.date(day, "long")), height=dp(40), align="center",
            fill="tonal" if day == chosen else "", radius=dp(20), pad=(0, dp(9), 0, 0),
            style=TextStyle(14), selected=day == chosen, on_tap=partial(pick, day),
            id="picker_day",
        )  # fmt: skip

    head = w.row(
        w.icon_button("back", "Previous month", lambda: turn(first - timedelta(1))),
        w.column(w.text(context.locale.date(first, "yMMMM"), style=w.STRONG), width=0, weight=1,
                 align="center"),
        w.icon_button("chevron", "Next month", lambda: turn(first + timedelta(31))),
    )  # fmt: skip
    grid = w.column(month_grid(context, first, cell, dp(40)), pad=(dp(8), 0, dp(8), 0))
    return dialogs.dialog("", w.column(head, pad=(dp(8), dp(8), dp(8), 0)), grid)


# ---------------------------------------------------------------- saving


def _save(context: Context, old: Event, new: bool) -> None:
    day = parse_date(context.field("date", _date_text(context, old)), context.locale.region)
    span = _span(context, old)
    if day is None:
        context.toast("Enter a date")
        return
    if span is None:
        context.toast("Enter a time")
        return
    title = context.field("title", old["title"]).strip()
    if not title:
        context.toast("Enter a title")
        return
    event = old | _contents(context, old, title) | dict(zip(("start", "end"), span, strict=True))
    event["date"] = day.isoformat()
    agenda.stamp(event, context.locale)
    if new:
        event["id"] = fresh_id(context.state)
        context.state["calendar"]["events"].append(event)
        context.become("event", id=event["id"])
    else:
        context.state["calendar"]["events"][:] = [
            event if e["id"] == old["id"] else e for e in context.state["calendar"]["events"]
        ]
        context.back()
    context.toast("Event saved")


def _span(context: Context, old: Event) -> tuple[str, str] | None:
    """Start and end; an end that nobody touched moves along with the start."""
    before = [time.fromisoformat(old[key]) for key in ("start", "end")]
    shown = [agenda.clock_time(old[key], context.locale) for key in ("start", "end")]
    typed = [context.field(key, text) for key, text in zip(("start", "end"), shown, strict=True)]
    read = [parse_time(text) for text in typed]
    if read[0] is None or read[1] is None:
        return None
    first, last = read[0], read[1]
    if typed[1] == shown[1]:
        day = datetime.combine(_MONDAY, first)
        last = (day + _length(before[0], before[1])).time()
    return f"{first:%H:%M}", f"{last:%H:%M}"


def _length(first: time, last: time) -> timedelta:
    return datetime.combine(_MONDAY, last) - datetime.combine(_MONDAY, first)


def _contents(context: Context, old: Event, title: str) -> dict[str, Any]:
    known = list(context.known())
    place = context.field("location", old["location"]).strip()
    notes = context.field("notes", old["notes"]).strip()
    same_title, same_notes = title == old["title"], notes == old["notes"]
    event: Event = {
        "title": title,
        "title_marks": old["title_marks"] if same_title else to_marks(annotate(title, known)),
        "all_day": context.flag("all_day", old["all_day"]),
        "location": place,
        "location_kind": _place_kind(place, old, annotate(place, known)),
        "guests": _chosen(context, old),
        "reminder": context.flag("reminder", old["reminder"]),
        "calendar": context.flag("calendar", old["calendar"]),
        "notes": notes,
        "notes_marks": old["notes_marks"] if same_notes else to_marks(annotate(notes, known)),
        "link": old["link"],
        "meeting_id": old["meeting_id"],
        "passcode": old["passcode"],
    }
    if not _with_video(context, old):
        event |= {"link": "", "meeting_id": "", "passcode": ""}
    elif not old["link"]:
        agenda.add_video(event, random.Random(title))
    return event


def _place_kind(place: str, old: Event, marked: Rich) -> str:
    if place == old["location"]:
        return str(old["location_kind"])
    whole = [m for m in marked.marks if (m.start, m.end) == (0, len(place))]
    return whole[0].type.value if whole else ""


# ---------------------------------------------------------------- guests


def guests(context: Context) -> Screen:
    """Contacts to invite: the list names people as they are filed, by family name."""
    context.autofocus("guest")
    query = context.field("guest")
    chosen: list[str] = context.args["chosen"]
    people = [p for p in contacts.people(context.state) if contacts.matches(p, query)]

    def pick(person: Person) -> None:
        if person["id"] not in chosen:
            chosen.append(person["id"])
        context.back()

    rows = [
        w.list_row(
            title=_filed(p), summary=Pii(T.EMAIL, p["email"]) if p["email"] else "",
            lead=w.avatar(contacts.name(p)), desc=contacts.name(p), id="guest_picker_row",
            on_tap=partial(pick, p),
        )
        for p in people
    ]  # fmt: skip
    return Screen(
        content=w.page(
            w.app_bar("Add guests", navigate=w.up(context)),
            w.column(w.field(context, "guest", "Name or email"),
                     pad=(dp(16), dp(8), dp(16), dp(8))),
            w.items("people", rows or [w.blank("No matches")]),
        )
    )  # fmt: skip


def _filed(person: Person) -> Rich:
    """A name with the family name first."""
    if not (person["first"] and person["last"]):
        return contacts.name(person)
    filed = f"{person['last']}, {person['first']}"
    return rich(Pii(T.PERSON_NAME, filed))
