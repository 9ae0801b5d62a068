"""The call: tiles, the people in it and in front of it, and what its host may do with them."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from harness.device.simulated import dialogs
from harness.device.simulated import widgets as w
from harness.device.simulated.apps.meetings import plan
from harness.device.simulated.apps.meetings.joining import waiting
from harness.device.simulated.apps.meetings.plan import Record
from harness.device.simulated.apps.meetings.shared import find, gone, own, titled
from harness.device.simulated.apps.meetings.tiles import tile
from harness.device.simulated.context import Context
from harness.device.simulated.text import Part, Rich, from_marks, rich
from harness.device.simulated.view import Glyph, Screen, TextStyle, View, dp

_ROLES = {"host": "Host", "cohost": "Co-host"}


def on(context: Context) -> tuple[Record, Record] | None:
    """The call and its meeting, None without one."""
    call = own(context)["call"]
    meeting = find(context, call["meeting"]) if call else None
    return (call, meeting) if call and meeting else None


def inside(meeting: Record, status: str = "in") -> list[Record]:
    """The people in the call, or in front of it."""
    return [p for p in meeting["people"] if p["status"] == status]


def call_screen(context: Context) -> Screen:
    """The tiles of everybody, over the controls."""
    call = own(context)["call"]
    if call and call["status"] == "waiting":
        return waiting(context, call)
    current = on(context)
    if current is None:
        return gone(context)
    call, meeting = current
    people = inside(meeting)
    tiles = [
        tile(context, plan.shown(p), sum(map(ord, p["name"])), video=p["video"], muted=p["muted"])
        for p in people
    ]
    me = rich(context.locale.say("Me")) if call["video"] else _own_name(call)
    mine = tile(context, me, 0, video=call["video"], muted=call["muted"], id="own_tile")
    every = [*tiles, mine]
    grid = [w.row(*every[i : i + 2], gap=dp(6)) for i in range(0, len(every), 2)]
    waiting_people = inside(meeting, "waiting")
    host = meeting["host_id"] == plan.OWNER
    notice = (
        w.list_row(title="People are waiting to be let in", lead=w.icon("person"),
                   id="waiting_notice", trail=w.text(str(len(waiting_people)), style=w.STRONG),
                   on_tap=partial(context.push, "participants"))
        if host and waiting_people
        else None
    )  # fmt: skip
    return Screen(
        content=w.page(
            w.app_bar(
                titled(meeting),
                w.icon_button("info", "Meeting details",
                              partial(context.push, "details", id=meeting["id"]), id="call_info"),
                navigate=w.icon_button("expand", "Minimize", context.back, color="text"),
            ),
            notice,
            w.items("tiles", grid, id="tiles", gap=dp(6), pad=(dp(6), dp(6), dp(6), dp(6))),
            _controls(context, call, len(people) + 1),
        ),
        dialog=_leave_dialog(context, meeting) if context.dialog == "leave" else None,
    )  # fmt: skip


def _own_name(call: Record) -> Rich:
    return from_marks(call["name"], call["name_marks"])


def _controls(context: Context, call: Record, count: int) -> View:
    muted, video = call["muted"], call["video"]

    def control(icon: str, label: Part, id: str, run: Callable[[], None]) -> View:
        color = "error" if id == "control_leave" else "text"
        return w.column(
            w.icon(icon, color), w.text(label, style=TextStyle(12, 500, color), lines=1),
            cls="android.widget.Button", width=0, weight=1, align="center", justify="center",
            height=dp(72), gap=dp(4), id=id, on_tap=run,
        )  # fmt: skip

    return w.row(
        control("mic_off" if muted else "mic", "Unmute" if muted else "Mute", "control_audio",
                lambda: call.update(muted=not muted)),
        control("video" if video else "video_off", "Stop video" if video else "Start video",
                "control_video", lambda: call.update(video=not video)),
        control("group", "People", "control_people", lambda: context.push("participants")),
        control("message", "Chat", "control_chat", lambda: context.push("chat")),
        control("close", "Leave", "control_leave", lambda: context.show("leave")),
        id="call_controls", fill="surface",
        desc=rich(str(count), " ", context.locale.say("in this meeting")),
    )  # fmt: skip


def _leave_dialog(context: Context, meeting: Record) -> View:
    def leave() -> None:
        own(context)["call"] = None
        context.dismiss()
        context.back()

    def end() -> None:
        meeting.update(live=False, people=[])
        leave()

    mine = meeting["host_id"] == plan.OWNER
    stop = w.button("End for all", end, id="end_button", filled=False) if mine else None
    buttons = [
        w.button("Cancel", context.dismiss, filled=False, id="android:id/button2"),
        *([stop] if stop else []),
        w.button("Leave", leave, filled=False, id="android:id/button1"),
    ]
    return dialogs.dialog("Leave this meeting?", buttons=buttons)


# ---------------------------------------------------------------- the people


def participants(context: Context) -> Screen:
    """Who waits and who is in the call."""
    current = on(context)
    if current is None:
        return gone(context)
    call, meeting = current
    host = meeting["host_id"] == plan.OWNER
    outside, within = inside(meeting, "waiting"), inside(meeting)
    me = w.list_row(
        title=_own_name(call),
        summary="Host, me" if host else "Me",
        lead=w.avatar(_own_name(call)), id="own_row",
        trail=_sound(call["muted"]),
    )  # fmt: skip
    rows = [
        *([w.header("In the waiting room")] if outside and host else []),
        *(_waiting_row(person) for person in outside if host),
        w.header("In the meeting"),
        me,
        *(_row(context, person, host) for person in within),
    ]
    mute_all = w.row(
        w.button("Mute all", partial(_mute_all, within), id="mute_all_button", weight=1),
        pad=(dp(16), dp(8), dp(16), dp(8)),
    )
    return Screen(
        content=w.page(
            w.app_bar("Participants", navigate=w.up(context)),
            w.items("people", rows),
            mute_all if host else None,
        ),
        dialog=_person_dialog(context, within) if host else None,
    )


def _mute_all(people: list[Record]) -> None:
    for person in people:
        person["muted"] = True


def _sound(muted: bool) -> View:
    return View(
        cls="android.widget.ImageView", id="audio_state", width=dp(24), height=dp(24),
        glyph=Glyph("icon", "mic_off" if muted else "mic", "error" if muted else "muted"),
        desc=rich("Muted" if muted else "Unmuted"),
    )  # fmt: skip


def _waiting_row(person: Record) -> View:
    called = plan.shown(person)
    return w.row(
        w.avatar(called),
        w.column(w.text(called, id="waiting_name", lines=1), width=0, weight=1),
        w.icon_button("close", rich("Remove ", called), partial(_become, person, "removed"),
                      id="deny_button"),
        w.button("Admit", partial(_become, person, "in"), id="admit_button"),
        gap=dp(8), pad=(dp(16), dp(8), dp(16), dp(8)), id="waiting_row",
    )  # fmt: skip


def _become(person: Record, status: str) -> None:
    person["status"] = status


def _row(context: Context, person: Record, host: bool) -> View:
    called = plan.shown(person)
    show = partial(context.show, f"person {person['id']}")
    return w.list_row(
        title=called, summary=_ROLES.get(person["role"], ""), lead=w.avatar(called),
        id="participant_row", trail=_sound(person["muted"]), on_tap=show if host else None,
    )  # fmt: skip


def _person_dialog(context: Context, people: list[Record]) -> View | None:
    person = next((p for p in people if context.dialog == f"person {p['id']}"), None)
    if person is None:
        return None
    cohost = person["role"] == "cohost"

    def entry(label: str, id: str, run: Callable[[], None]) -> View:
        def chosen() -> None:
            context.dismiss()
            run()

        return w.row(w.text(label), id=id, on_tap=chosen, pad=(dp(24), dp(12), dp(24), dp(12)))

    def flip() -> None:
        person["muted"] = not person["muted"]

    def promote() -> None:
        person["role"] = "" if cohost else "cohost"

    called: Rich = plan.shown(person)
    return dialogs.dialog(
        "",
        w.text(called, id="person_name", style=w.TITLE, pad=(dp(24), dp(24), dp(24), 0)),
        entry("Unmute" if person["muted"] else "Mute", "person_mute", flip),
        entry("Withdraw co-host" if cohost else "Make co-host", "person_cohost", promote),
        entry("Send message", "person_chat", partial(context.push, "chat", to=person["id"])),
        entry("Put in waiting room", "person_wait", partial(_become, person, "waiting")),
        entry("Remove from meeting", "person_remove", partial(_become, person, "removed")),
    )
