"""Screens about one meeting: the way in, who is invited, and what is left of it afterwards."""

from __future__ import annotations

from functools import partial

from harness.core.entity import EntityType
from harness.device.simulated import dialogs
from harness.device.simulated import widgets as w
from harness.device.simulated.apps.meetings import plan
from harness.device.simulated.apps.meetings.joining import enter
from harness.device.simulated.apps.meetings.plan import Record
from harness.device.simulated.apps.meetings.shared import (
    fact,
    find,
    gone,
    link,
    name,
    number,
    own,
    secret_row,
    span,
    titled,
)
from harness.device.simulated.apps.photos.photographs import qr_code
from harness.device.simulated.context import Context
from harness.device.simulated.text import Pii, from_marks, rich, with_content
from harness.device.simulated.view import FILL, Screen, View, dp

T = EntityType
_OPTION_LABELS = {
    "waiting_room": "Waiting room",
    "mute_on_join": "Mute participants on entry",
    "video_off": "Participant video off",
    "record": "Record automatically",
}


def details(context: Context) -> Screen:
    """A meeting that is on or to come."""
    meeting = find(context, context.args["id"])
    if meeting is None:
        return gone(context)
    mine = meeting["host_id"] == plan.OWNER
    room = meeting["id"] == plan.ROOM
    edit = w.icon_button(
        "edit", "Edit meeting", lambda: context.push("schedule", id=meeting["id"]), id="menu_edit"
    )
    delete = w.icon_button(
        "delete", "Delete meeting", lambda: context.show("delete"), id="menu_delete"
    )
    change = mine and not room

    def go() -> None:
        enter(context, meeting)
        context.push("call")

    head = w.column(
        w.text(titled(meeting), id="meeting_title", style=w.LARGE),
        None if room else w.text(meeting["date_text"], id="meeting_date"),
        None if room else w.text(span(meeting), id="meeting_time", style=w.SMALL),
        gap=dp(4), pad=(dp(16), dp(8), dp(16), dp(12)),
    )  # fmt: skip
    start = w.button(
        "Start meeting" if mine and not meeting["live"] else "Join",
        go, id="join_button", weight=1,
    )  # fmt: skip
    invite = w.button(
        "Invite", lambda: context.show("invite"), id="invite_button", filled=False, weight=1
    )
    rows = [
        head,
        w.row(start, invite, gap=dp(8), pad=(dp(16), 0, dp(16), dp(8))),
        None if mine else fact("Host", name(meeting["host"]), "person", "meeting_host"),
        fact("Meeting ID", number(meeting), "video", "meeting_id"),
        secret_row(context, "Passcode", meeting["passcode"], "passcode"),
        fact("Invite link", link(meeting), "share", "invite_link"),
        w.list_row(title="Dial in by phone", lead=w.icon("call"), id="dial_in_entry",
                   on_tap=partial(context.push, "dial_in")),
        w.list_row(title="QR code", lead=w.icon("app_grid"), id="qr_entry",
                   on_tap=partial(context.push, "qr", id=meeting["id"])),
        *_invited(context, meeting),
        *(_options(context, meeting) if mine else ()),
        _notes(meeting),
    ]  # fmt: skip
    return Screen(
        content=w.page(
            w.app_bar("", edit if change else None, delete if change else None,
                      navigate=w.up(context)),
            w.items("meeting", rows),
        ),
        dialog=_dialog(context, meeting),
    )  # fmt: skip


def _invited(context: Context, meeting: Record) -> list[View]:
    if not meeting["invited"]:
        return []
    rows = [
        w.list_row(
            title=name(g["name"]), lead=w.avatar(name(g["name"])), id="invitee_row",
            summary=Pii(T.EMAIL, g["email"]),
            on_tap=partial(context.open, "contacts", "detail", id=g["contact_id"])
            if g["contact_id"]
            else None,
        )
        for g in meeting["invited"]
    ]  # fmt: skip
    return [w.header("Invitees"), *rows]


def _options(context: Context, meeting: Record) -> list[View]:
    say = context.locale.say
    rows = [
        w.list_row(title=label, id=f"option_{key}",
                   trail=w.text(say("On" if meeting[key] else "Off"), style=w.SMALL))
        for key, label in _OPTION_LABELS.items()
    ]  # fmt: skip
    return [w.header("Options"), *rows]


def _notes(meeting: Record) -> View | None:
    notes = with_content(from_marks(meeting["notes"], meeting["notes_marks"]), T.MESSAGE_CONTENT)
    if not notes:
        return None
    return w.column(
        w.header("Agenda"),
        w.text(notes, id="meeting_notes", pad=(dp(16), 0, dp(16), dp(16)), width=FILL),
    )


def _dialog(context: Context, meeting: Record) -> View | None:
    if context.dialog == "invite":

        def copy() -> None:
            context.dismiss()
            context.toast("Invitation copied")

        host = name(meeting["host"] or context.state["owner"]["name"])
        return dialogs.dialog(
            "Invite",
            dialogs.message(host, " invites you to a meeting."),
            dialogs.message(titled(meeting)),
            dialogs.message("Meeting ID: ", number(meeting)),
            dialogs.message("Passcode: ", Pii(T.PASSWORD, meeting["passcode"])),
            dialogs.message(link(meeting)),
            buttons=dialogs.yes_no(context, "Copy", copy),
        )
    if context.dialog == "delete":

        def delete() -> None:
            own(context)["upcoming"].remove(meeting)
            context.dismiss()
            context.back()
            context.toast("Meeting deleted")

        return dialogs.dialog(
            "Delete this meeting?",
            dialogs.message(titled(meeting)),
            buttons=dialogs.yes_no(context, "Delete", delete),
        )
    return None


def dial_in(context: Context) -> Screen:
    """Numbers of the service, the same for everybody."""
    rows = [
        w.list_row(title=place["city"], summary=place["number"], lead=w.icon("call"),
                   id="dial_in_row")
        for place in own(context)["dial_in"]
    ]  # fmt: skip
    note = w.text(
        "Call the number of a city near you and enter the meeting ID.", style=w.SMALL,
        pad=(dp(16), dp(8), dp(16), dp(8)), width=FILL,
    )  # fmt: skip
    return Screen(
        content=w.page(
            w.app_bar("Dial in by phone", navigate=w.up(context)), w.items("cities", [note, *rows])
        )
    )


def qr(context: Context) -> Screen:
    """The invitation as a code: number and passcode stand in its pixels alone."""
    meeting = find(context, context.args["id"])
    if meeting is None:
        return gone(context)
    digits = plan.plain(meeting["meeting_id"])
    values = ((T.ID_NUMBER, digits), (T.PASSWORD, meeting["passcode"]))
    picture = qr_code(link(meeting).text, values)
    code = View(
        cls="android.widget.ImageView", id="qr_image", desc=rich("QR code"), picture=picture,
        width=dp(280), height=dp(280),
    )  # fmt: skip
    return Screen(
        content=w.page(
            w.app_bar("QR code", navigate=w.up(context)),
            w.column(
                w.text(titled(meeting), id="meeting_title", style=w.TITLE, align="center"),
                code,
                w.text("Scan the code to join.", style=w.SMALL, align="center"),
                align="center", gap=dp(16), pad=(dp(16), dp(32), dp(16), 0),
            ),
        )
    )  # fmt: skip


# ---------------------------------------------------------------- afterwards


def report(context: Context) -> Screen:
    """A meeting that is over: who was there and for how long, and what was recorded."""
    meeting = find(context, context.args["id"])
    if meeting is None:
        return gone(context)
    head = w.column(
        w.text(titled(meeting), id="meeting_title", style=w.LARGE),
        w.text(meeting["date_text"], id="meeting_date"),
        w.text(span(meeting), style=w.SMALL),
        gap=dp(4), pad=(dp(16), dp(8), dp(16), dp(12)),
    )  # fmt: skip
    rows = [
        head,
        fact("Meeting ID", number(meeting), "video", "meeting_id"),
        *_recording(context, meeting),
        w.header("Attendance"),
        *(_attendee(context, person) for person in meeting["attended"]),
    ]
    return Screen(
        content=w.page(w.app_bar("", navigate=w.up(context)), w.items("report", rows)),
    )


def _recording(context: Context, meeting: Record) -> list[View]:
    if not meeting["recording"]:
        return []
    size = f"{meeting['recording']} · {meeting['recording_size']}"
    said = w.list_row(
        title="Transcript", lead=w.icon("note"), id="transcript_entry",
        on_tap=partial(context.push, "transcript", id=meeting["id"]),
    )  # fmt: skip
    return [
        fact("Recording", size, "video", "recording"),
        secret_row(
            context, "Passcode of the recording", meeting["recording_passcode"],
            "recording_passcode",
        ),
        *([said] if meeting["transcript"] else []),
    ]  # fmt: skip


def _attendee(context: Context, person: Record) -> View:
    """Filed by surname; the picture says the name as it is spoken."""
    stayed = f"{person['joined']} – {person['left']} · {person['stayed']}"
    return w.row(
        w.avatar(name(person["name"])),
        w.column(
            w.text(plan.shown(person), id="attendee_name", lines=1),
            w.text(Pii(T.EMAIL, person["email"]), id="attendee_email", style=w.SMALL, lines=1),
            w.text(f"{stayed} {context.locale.say('min')}", id="attendee_time", style=w.SMALL),
            width=0, weight=1,
        ),
        gap=dp(16), pad=(dp(16), dp(8), dp(16), dp(8)), id="attendee_row",
        on_tap=partial(context.open, "contacts", "detail", id=person["contact_id"]),
    )  # fmt: skip


def transcript(context: Context) -> Screen:
    """What was said in a meeting that was recorded."""
    meeting = find(context, context.args["id"])
    if meeting is None:
        return gone(context)
    lines = [
        w.column(
            w.text(name(line["sender"]), id="speaker", style=w.LABEL, lines=1),
            w.text(
                with_content(from_marks(line["body"], line["marks"]), T.MESSAGE_CONTENT), id="said"
            ),
            pad=(dp(16), dp(6), dp(16), dp(6)),
        )
        for line in meeting["transcript"]
    ]
    return Screen(
        content=w.page(
            w.app_bar("Transcript", navigate=w.up(context)), w.items("transcript", lines)
        )
    )
