"""Calendar: schedule, day, month, birthdays, search, one event, and the form to change it."""

from __future__ import annotations

from datetime import date, timedelta
from functools import partial

from harness.core.entity import EntityType
from harness.device.simulated import widgets as w
from harness.device.simulated.apps import contacts
from harness.device.simulated.apps.calendar import agenda
from harness.device.simulated.apps.calendar import event as calendar_event
from harness.device.simulated.apps.calendar import form as calendar_form
from harness.device.simulated.apps.calendar.agenda import Event
from harness.device.simulated.context import App, Context, Known, State
from harness.device.simulated.l10n import NOW
from harness.device.simulated.text import Part, Pii, rich
from harness.device.simulated.view import FILL, Screen, TextStyle, View, dp
from harness.device.simulated.world import Person, World

T = EntityType
_TODAY = NOW.date()
_SCHEDULE_DAYS = 28
_HOURS = range(7, 22)
_FINE = TextStyle(11, 500)
_ROOM = View(cls="android.widget.Space", width=FILL, height=dp(88))
"""Below a list, so that its last row can be moved out from under the button."""


def _seed(world: World) -> State:
    return {"calendar": agenda.seed_calendar(world)}


def _known(state: State) -> Known:
    for event in state["calendar"]["events"]:
        if event["passcode"]:
            yield T.PASSWORD, event["passcode"]


# ---------------------------------------------------------------- rows


def _event_row(context: Context, event: Event, *, dated: bool = False) -> View:
    """An event; its guests are named by their pictures only."""
    place, when = agenda.location(event), calendar_event.when(context, event)
    summary: list[Part] = [event["date_text"], ", "] if dated else []
    summary += [when, *((", ", place) if place else ())]
    faces = [
        w.avatar(rich(Pii(T.PERSON_NAME, g["name"])), 28, id="face") for g in event["guests"][:3]
    ]
    return w.list_row(
        title=agenda.title(event),
        summary=rich(*summary),
        lead=calendar_event.dot(event["calendar"]),
        trail=w.row(*faces, width=0, gap=dp(4)) if faces else None,
        desc=rich(agenda.title(event), ", ", when),
        id="event_row",
        on_tap=lambda: context.push("event", id=event["id"]),
    )


def _birthday_row(context: Context, person: Person) -> View:
    who = contacts.name(person)
    return w.list_row(
        title=rich("Birthday of ", who), lead=w.icon("cake", "primary"), id="birthday_event_row",
        on_tap=lambda: context.open("contacts", "detail", id=person["id"]),
    )  # fmt: skip


def _day_rows(context: Context, day: date, events: list[Event]) -> list[View]:
    """What belongs to no hour of a day, then its events."""
    whole = [w.list_row(title=name, lead=calendar_event.dot("Holidays"), id="holiday_row")
             for name in agenda.holidays(context.state, day)]  # fmt: skip
    born = agenda.birthdays(context.state, context.locale.region)
    whole += [
        _birthday_row(context, person)
        for at, person in born
        if (at.month, at.day) == (day.month, day.day)
    ]
    return [*whole, *(_event_row(context, event) for event in events)]


def _events_on(context: Context, day: date) -> list[Event]:
    return [e for e in agenda.events(context.state) if e["date"] == day.isoformat()]


# ---------------------------------------------------------------- the views


def _home(context: Context) -> Screen:
    tabs = w.tabs(
        context,
        (
            ("schedule", "Schedule", "note"),
            ("day", "Day", "history"),
            ("month", "Month", "calendar"),
            ("birthdays", "Birthdays", "cake"),
        ),
        leave=context.clear,
    )
    views = {"schedule": _schedule, "day": _day, "month": _month, "birthdays": _birthdays}
    day = _shown_day(context)
    add = w.fab("add", "New event", lambda: context.push("edit", id="", day=day.isoformat()))
    bar, body = views[tabs.current](context, day)
    return Screen(
        content=w.page(bar, w.stack(body, add), tabs.bar),
        on_back=tabs.on_back,
    )


def _shown_day(context: Context) -> date:
    return date.fromisoformat(context.flag("day", _TODAY.isoformat()))


def _bar(context: Context, title: Part, *steps: View) -> View:
    search = w.icon_button(
        "search", "Search events", lambda: context.push("search"), id="search_events"
    )
    calendars = w.icon_button(
        "gear", "Calendars", lambda: context.push("calendars"), id="menu_calendars"
    )
    return w.app_bar(title, *steps, search, calendars)


def _steps(context: Context, unit: str, back: date, on: date) -> tuple[View, View]:
    def go(to: date) -> None:
        context.set("day", to.isoformat())
        context.clear()

    return (
        w.icon_button("back", f"Previous {unit}", partial(go, back)),
        w.icon_button("chevron", f"Next {unit}", partial(go, on)),
    )


def _schedule(context: Context, shown: date) -> tuple[View, View]:
    rows: list[View] = []
    for offset in range(_SCHEDULE_DAYS):
        day = _TODAY + timedelta(offset)
        found = _day_rows(context, day, _events_on(context, day))
        if found or not offset:
            label = context.locale.date(day, "MMMEd")
            today = f"{context.locale.say('Today')}, {label}"
            rows += [w.header(label if offset else today), *found]
        if not found and not offset:
            rows.append(w.text("Nothing planned", style=w.SMALL, pad=(dp(16), 0, 0, dp(8))))
    title = context.locale.date(_TODAY, "yMMMM")
    return _bar(context, title), w.items("schedule", [*rows, _ROOM])


def _day(context: Context, shown: date) -> tuple[View, View]:
    """A day by the hour; an hour without an event shows its time only."""
    events = _events_on(context, shown)
    rows = _day_rows(context, shown, [e for e in events if e["all_day"]])
    for hour in _HOURS:
        within = [e for e in events if not e["all_day"] and int(e["start"][:2]) == hour]
        rows.append(
            w.row(
                w.text(context.locale.time(hour), id="hour", style=w.SMALL, width=dp(72)),
                w.column(*(_event_row(context, e) for e in within), w.divider(),
                         width=0, weight=1),
                pad=(dp(16), dp(8), 0, dp(8)),
            )
        )  # fmt: skip
    steps = _steps(context, "day", shown - timedelta(1), shown + timedelta(1))
    title = context.locale.date(shown, "MMMEd")
    return _bar(context, title, *steps), w.items("day", [*rows, _ROOM])


def _month(context: Context, shown: date) -> tuple[View, View]:
    first = shown.replace(day=1)
    following = (first + timedelta(31)).replace(day=1)
    steps = _steps(context, "month", (first - timedelta(1)).replace(day=1), following)

    def open_day(day: date) -> None:
        context.set("day", day.isoformat())
        context.set("tab", "day")
        context.clear()

    grid = calendar_form.month_grid(
        context, first, lambda day: _cell(context, day, partial(open_day, day)), dp(88)
    )
    title = context.locale.date(first, "yMMMM")
    return _bar(context, title, *steps), w.items("month", [grid])


def _cell(context: Context, day: date, open_day: partial[None]) -> View:
    """A day of the month with as much of its events as there is room for."""
    events = _events_on(context, day)
    chips = [
        w.text(agenda.title(event), id="event_chip", style=_FINE, lines=1, width=FILL)
        for event in events[:2]
    ]
    say, today = context.locale.say, day == _TODAY
    desc = context.locale.date(day, "long")
    if events:
        desc += f", {say('events')}: {len(events)}"
    return w.column(
        w.text(str(day.day), style=TextStyle(14, 700 if today else 400,
                                             "primary" if today else "text"), lines=1),
        *chips,
        w.text("+", str(len(events) - 2), style=_FINE) if len(events) > 2 else None,
        desc=rich(desc), width=0, weight=1, height=dp(88), pad=(dp(3), dp(6), dp(3), 0),
        gap=dp(2), id="month_day", cls="android.view.View", on_tap=open_day,
    )  # fmt: skip


def _birthdays(context: Context, shown: date) -> tuple[View, View]:
    rows = [
        w.list_row(
            title=contacts.name(person),
            summary=Pii(T.DATE_OF_BIRTH, context.locale.date(born)),
            lead=w.avatar(contacts.name(person)),
            desc=rich(contacts.name(person), ", ",
                      Pii(T.DATE_OF_BIRTH, context.locale.date(born))),
            id="birthday_row",
            on_tap=partial(context.open, "contacts", "detail", id=person["id"]),
        )
        for born, person in agenda.birthdays(context.state, context.locale.region)
    ]  # fmt: skip
    listed = w.items("birthdays", [*(rows or [w.blank("No birthdays")]), _ROOM])
    return _bar(context, "Birthdays"), listed


# ---------------------------------------------------------------- search and calendars


def _search(context: Context) -> Screen:
    context.autofocus("query")
    query = context.field("query").strip().casefold()
    found = [e for e in agenda.events(context.state) if query and query in _searched(e)]
    rows = [_event_row(context, event, dated=True) for event in found]
    if query and not rows:
        rows = [w.blank("No events found")]
    return Screen(
        content=w.page(
            w.row(
                w.up(context),
                w.column(w.field(context, "query", "Search events", id="search_text"),
                         width=0, weight=1),
                pad=(dp(8), dp(8), dp(16), dp(8)),
            ),
            w.items("found", rows),
        )
    )  # fmt: skip


def _searched(event: Event) -> str:
    names = (g["name"] for g in event["guests"])
    return "\n".join([event["title"], event["location"], event["notes"], *names]).casefold()


def _calendars(context: Context) -> Screen:
    hidden: list[str] = context.state["calendar"]["hidden"]

    def flip(name: str) -> None:
        if name in hidden:
            hidden.remove(name)
        else:
            hidden.append(name)

    rows = [
        w.checkbox_row(name, name not in hidden, partial(flip, name), id="calendar_row")
        for name in calendar_event.COLORS
    ]
    about = w.list_row(title="Version", summary="7.11.3-release (2024043010)", id="version_row")
    return Screen(
        content=w.page(
            w.app_bar("Calendars", navigate=w.up(context)),
            w.items("calendars", [*rows, w.divider(), about]),
        )
    )


APP = App(
    key="calendar", label="Calendar", package="com.android.calendar", icon="calendar",
    color="#4285f4", seed=_seed, start="home", known=_known,
    screens={
        "home": _home, "event": calendar_event.show, "edit": calendar_form.edit,
        "guests": calendar_form.guests, "search": _search, "calendars": _calendars,
    },
)  # fmt: skip
