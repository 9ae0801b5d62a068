"""Meetings: video calls that are planned, joined, led, and looked back at."""

from __future__ import annotations

from datetime import date
from functools import partial

from harness.core.entity import EntityType
from harness.device.simulated import widgets as w
from harness.device.simulated.apps.meetings import plan
from harness.device.simulated.apps.meetings.account import (
    account_dialog,
    account_tab,
    billing,
    settings,
)
from harness.device.simulated.apps.meetings.call import call_screen, participants
from harness.device.simulated.apps.meetings.details import (
    details,
    dial_in,
    qr,
    report,
    transcript,
)
from harness.device.simulated.apps.meetings.joining import enter, join
from harness.device.simulated.apps.meetings.plan import Record, ordered
from harness.device.simulated.apps.meetings.schedule import schedule
from harness.device.simulated.apps.meetings.shared import name, own, span, titled
from harness.device.simulated.apps.meetings.start import seed_meetings
from harness.device.simulated.apps.meetings.talk import chat
from harness.device.simulated.context import App, Context, Known, State
from harness.device.simulated.text import Part, Pii, Rich, from_marks, rich
from harness.device.simulated.view import Screen, TextStyle, View, dp
from harness.device.simulated.world import World, national

T = EntityType


def _seed(world: World) -> State:
    return {"meetings": seed_meetings(world)}


def _known(state: State) -> Known:
    app = state["meetings"]
    for meeting in (*app["upcoming"], *app["past"], app["room"]):
        yield T.ID_NUMBER, meeting["meeting_id"]
        yield T.ID_NUMBER, plan.plain(meeting["meeting_id"])
        yield T.PASSWORD, meeting["passcode"]
    for meeting in app["past"]:
        yield T.PASSWORD, meeting["recording_passcode"]
        for person in meeting["attended"]:
            yield T.EMAIL, person["email"]
    for meeting in app["upcoming"]:
        if "new_phone" in meeting:
            yield T.PHONE_NUMBER, meeting["new_phone"]
            yield T.PHONE_NUMBER, national(meeting["new_phone"])
    for invoice in app["invoices"]:
        yield T.ORDER_NUMBER, invoice["number"]
        yield T.ACCOUNT_BALANCE, invoice["amount_text"]
    yield T.PASSWORD, app["host_key"]
    yield T.PERSON_NAME, app["display_name"]


def _home(context: Context) -> Screen:
    tabs = w.tabs(
        context,
        (
            ("meetings", "Meetings", "video"),
            ("past", "Past", "history"),
            ("account", "Account", "person"),
        ),
        leave=context.clear,
    )
    bodies = {"meetings": _meetings_tab, "past": _past_tab, "account": account_tab}
    return Screen(
        content=w.page(bodies[tabs.current](context), tabs.bar),
        dialog=account_dialog(context),
        on_back=tabs.on_back,
    )


# ---------------------------------------------------------------- to come


def _meetings_tab(context: Context) -> View:
    state = own(context)
    rows: list[View | None] = [_running(context), _actions(context), _room_card(context)]
    day = ""
    for meeting in ordered(state["upcoming"]):
        if meeting["date"] != day:
            day = meeting["date"]
            rows.append(w.header(context.locale.date(date.fromisoformat(day), "full")))
        rows.append(_row(context, meeting))
    search = w.icon_button("search", "Search meetings", partial(context.push, "search"),
                           id="search_button")  # fmt: skip
    return w.page(w.app_bar("Meetings", search), w.items("upcoming", rows))


def _running(context: Context) -> View | None:
    call = own(context)["call"]
    if call is None:
        return None
    title = from_marks(call["title"], call["title_marks"]) or rich("Personal meeting room")
    return w.list_row(
        title="Return to the meeting", summary=title, lead=w.icon("video", "primary"),
        id="return_row", on_tap=partial(context.push, "call"),
    )  # fmt: skip


def _actions(context: Context) -> View:
    def action(label: str, icon: str, id: str, run: partial[None]) -> View:
        return w.column(
            w.icon(icon, "primary"), w.text(label, style=w.LABEL, lines=1), id=id, width=0,
            weight=1, align="center", gap=dp(4), pad=(0, dp(12), 0, dp(12)), on_tap=run,
            cls="android.widget.Button", fill="surface", radius=dp(16),
        )  # fmt: skip

    return w.row(
        action("My room", "video", "room_button", partial(context.push, "details", id=plan.ROOM)),
        action("Join", "add", "join_entry", partial(context.push, "join")),
        action("Schedule meeting", "calendar", "schedule_button",
               partial(context.push, "schedule", id="")),
        gap=dp(8), pad=(dp(16), dp(8), dp(16), dp(8)),
    )  # fmt: skip


def _room_card(context: Context) -> View:
    """The personal meeting ID in groups, each of which has a view of its own."""
    whole = own(context)["room"]["meeting_id"]
    style = TextStyle(20, 500)
    groups = [
        w.text(Pii(T.ID_NUMBER, whole, group), id="personal_id_part", style=style)
        for group in whole.split()
    ]
    return w.column(
        w.text("Personal meeting ID", style=w.SMALL),
        w.digit_row(context, *groups, gap=dp(10)),
        gap=dp(4), pad=(dp(24), dp(8), dp(24), dp(8)), id="room_card",
        on_tap=partial(context.push, "details", id=plan.ROOM),
    )  # fmt: skip


def _row(context: Context, meeting: Record) -> View:
    """Of a meeting of somebody else the picture alone says whose it is."""
    mine, past = meeting["host_id"] == plan.OWNER, meeting["topic"] == "past"
    lead = w.icon("video", size=40) if mine else w.avatar(name(meeting["host"]), id="host_photo")
    when: Part = span(meeting)
    if meeting["live"]:
        when = rich(span(meeting), " · ", context.locale.say("Now"))
    button = w.button(
        "Return" if _is_on(context, meeting) else "Join", partial(_open_call, context, meeting),
        id="row_join",
    )  # fmt: skip
    return w.list_row(
        title=titled(meeting), summary=when, lead=lead, id="meeting_row",
        trail=button if meeting["live"] else None,
        desc=rich(titled(meeting), ", ", _whose(context, meeting), ", ", when),
        on_tap=partial(context.push, "report" if past else "details", id=meeting["id"]),
    )  # fmt: skip


def _is_on(context: Context, meeting: Record) -> bool:
    call = own(context)["call"]
    return bool(call) and call["meeting"] == meeting["id"]


def _open_call(context: Context, meeting: Record) -> None:
    if not _is_on(context, meeting):
        enter(context, meeting)
    context.push("call")


def _whose(context: Context, meeting: Record) -> Rich:
    if meeting["host_id"] == plan.OWNER:
        return rich(context.locale.say("hosted by you"))
    return rich(context.locale.say("hosted by"), " ", name(meeting["host"]))


# ---------------------------------------------------------------- over, and search


def _past_tab(context: Context) -> View:
    rows: list[View] = []
    for meeting in reversed(ordered(own(context)["past"])):
        rows += [w.header(meeting["date_text"]), _row(context, meeting)]
    return w.page(w.app_bar("Past meetings"), w.items("past", rows))


def _search(context: Context) -> Screen:
    context.autofocus("query")
    query = context.field("query").strip().casefold()
    state = own(context)
    found = [
        m
        for m in (*ordered(state["upcoming"]), *ordered(state["past"]))
        if any(query in text.casefold() for text in (m["title"], m["host"], m["meeting_id"]))
        or (query and plan.plain(query) == plan.plain(m["meeting_id"]))
        or any(query in p["name"].casefold() for p in m["invited"])
    ]
    bar = w.row(
        w.up(context),
        w.column(w.field(context, "query", "Title, person or meeting ID", id="search_text"),
                 width=0, weight=1),
        pad=(dp(8), dp(8), dp(16), dp(8)),
    )  # fmt: skip
    rows = [_row(context, m) for m in found] or [w.blank("No meetings found")]
    return Screen(content=w.page(bar, w.items("found", rows if query else [])))


APP = App(
    key="meetings", label="Meetings", package="com.example.meetings", icon="video",
    color="#0b5cff", seed=_seed, start="home", known=_known,
    screens={
        "home": _home, "search": _search, "details": details, "report": report,
        "dial_in": dial_in, "qr": qr, "join": join, "call": call_screen,
        "participants": participants, "chat": chat, "schedule": schedule, "billing": billing,
        "settings": settings, "transcript": transcript,
    },
)  # fmt: skip
