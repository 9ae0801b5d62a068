"""One event of the calendar: what is known about it, and the reply to an invitation."""

from __future__ import annotations

from functools import partial

from harness.core.entity import EntityType
from harness.device.simulated import dialogs
from harness.device.simulated import widgets as w
from harness.device.simulated.apps.calendar import agenda
from harness.device.simulated.apps.calendar import form as calendar_form
from harness.device.simulated.apps.calendar.agenda import Event
from harness.device.simulated.context import Context
from harness.device.simulated.text import Pii, from_marks, rich, with_content
from harness.device.simulated.view import Screen, View, dp

T = EntityType
COLORS = {"Personal": "#1e88e5", "Work": "#8e24aa", "Birthdays": "#43a047", "Holidays": "#f4511e"}


def when(context: Context, event: Event) -> str:
    """Its time of day."""
    if event["all_day"]:
        return context.locale.say("All day")
    return f"{event['time_text']} – {event['end_text']}"


def dot(calendar: str) -> View:
    """The colour of a calendar."""
    return View(width=dp(10), height=dp(10), radius=dp(5), fill=COLORS[calendar],
                cls="android.view.View")  # fmt: skip


def show(context: Context) -> Screen:
    """Its screen."""
    event = calendar_form.find(context)
    if event is None:
        gone = w.page(w.app_bar("", navigate=w.up(context)), w.blank("Event not found"))
        return Screen(content=gone)
    edit = w.icon_button(
        "edit", "Edit event", lambda: context.push("edit", id=event["id"]), id="menu_edit"
    )
    more = w.icon_button("more", "More options", lambda: context.show("menu"), id="menu_more")
    head = w.column(
        w.text(agenda.title(event), id="event_title", style=w.LARGE),
        w.text(event["date_text"], id="event_date"),
        w.text("All day" if event["all_day"] else event["time_text"], id="event_start"),
        None if event["all_day"] else w.text(
            context.locale.say("until"), " ", event["end_text"], id="event_end", style=w.SMALL
        ),
        gap=dp(4), pad=(dp(16), dp(8), dp(16), dp(16)),
    )  # fmt: skip
    return Screen(
        content=w.page(
            w.app_bar("", edit, more, navigate=w.up(context)),
            w.items("event", [head, *_facts(event), *_guests(context, event)]),
            _reply(event) if event["guests"] else None,
        ),
        dialog=_dialog(context, event),
    )


def _facts(event: Event) -> list[View]:
    place = agenda.location(event)
    notes = with_content(from_marks(event["notes"], event["notes_marks"]), T.MESSAGE_CONTENT)
    rows = [
        w.list_row(title=place, desc=place, lead=w.icon("place"), id="location_row")
        if place
        else None,
        _video(event) if event["link"] else None,
        w.list_row(title=event["reminder"], lead=w.icon("bell"), id="reminder_row"),
        w.list_row(title=event["calendar"], lead=dot(event["calendar"]), id="calendar_row"),
        w.row(w.icon("note"), w.column(w.text(notes, id="event_notes"), width=0, weight=1),
              gap=dp(16), pad=(dp(16), dp(12), dp(16), dp(12)), id="notes_row")
        if notes
        else None,
    ]  # fmt: skip
    return [row for row in rows if row is not None]


def _video(event: Event) -> View:
    """The way into a video meeting; hiding its number is defensible, the passcode is a secret."""
    number = Pii(T.ID_NUMBER, event["meeting_id"], optional=True)
    return w.row(
        w.icon("video"),
        w.column(
            w.text(event["link"], id="video_link", style=w.LABEL, lines=1),
            w.row(w.text("Meeting ID", style=w.SMALL), w.text(number, id="meeting_id"), gap=dp(8)),
            w.row(w.text("Passcode", style=w.SMALL),
                  w.text(Pii(T.PASSWORD, event["passcode"]), id="passcode"), gap=dp(8)),
            width=0, weight=1, gap=dp(4),
        ),
        gap=dp(16), pad=(dp(16), dp(12), dp(16), dp(12)), id="video_row",
    )  # fmt: skip


def _guests(context: Context, event: Event) -> list[View]:
    if not event["guests"]:
        return []
    rows = [
        w.row(
            w.avatar(rich(Pii(T.PERSON_NAME, g["name"]))),
            w.column(
                w.text(Pii(T.PERSON_NAME, g["name"]), id="guest_name", lines=1),
                w.text(Pii(T.EMAIL, g["email"]), id="guest_email", style=w.SMALL, lines=1)
                if g["email"]
                else None,
                width=0, weight=1,
            ),
            gap=dp(16), pad=(dp(16), dp(8), dp(16), dp(8)), id="guest_row",
            on_tap=partial(context.open, "contacts", "detail", id=g["contact_id"]),
        )
        for g in event["guests"]
    ]  # fmt: skip
    return [w.header("Guests"), *rows]


def _reply(event: Event) -> View:
    def answer(word: str) -> None:
        event["answer"] = "" if event["answer"] == word else word

    buttons = [
        w.button(label, partial(answer, word), id=f"reply_{word}", filled=event["answer"] == word,
                 weight=1)
        for word, label in (("yes", "Going"), ("maybe", "Maybe"), ("no", "Not going"))
    ]  # fmt: skip
    return w.row(*buttons, gap=dp(8), pad=(dp(16), dp(8), dp(16), dp(8)))


def _dialog(context: Context, event: Event) -> View | None:
    if context.dialog == "menu":

        def copy() -> None:
            fresh = event | {"id": calendar_form.fresh_id(context.state), "topic": ""}
            context.state["calendar"]["events"].append(fresh)
            context.dismiss()
            context.toast("Event duplicated")

        entries = (("Duplicate", copy), ("Delete", lambda: context.show("delete")))
        return dialogs.menu(entries)
    if context.dialog == "delete":

        def delete() -> None:
            context.state["calendar"]["events"].remove(event)
            context.dismiss()
            context.back()
            context.toast("Event deleted")

        return dialogs.dialog(
            "Delete this event?",
            dialogs.message(agenda.title(event)),
            buttons=dialogs.yes_no(context, "Delete", delete),
        )
    return None
