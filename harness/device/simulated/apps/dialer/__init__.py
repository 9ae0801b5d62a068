"""Phone: favourites, call log, voicemail with transcripts, keypad, speed dial, blocked numbers."""

from __future__ import annotations

from functools import partial
from typing import Any

from harness.core.entity import EntityType
from harness.device.simulated import dialogs
from harness.device.simulated import widgets as w
from harness.device.simulated.apps import contacts
from harness.device.simulated.apps.dialer.call_log import SPEED_KEYS, local_number, seed_calls
from harness.device.simulated.apps.dialer.keypad import keypad
from harness.device.simulated.context import App, Context, Known, State
from harness.device.simulated.text import Pii, Rich, from_marks, rich, with_content
from harness.device.simulated.view import Screen, View, dp
from harness.device.simulated.world import World

T = EntityType
Record = dict[str, Any]
_DIRECTIONS = {
    "incoming": ("call_in", "Incoming"),
    "outgoing": ("call_out", "Outgoing"),
    "missed": ("call_missed", "Missed call"),
}


def _seed(world: World) -> State:
    return {"dialer": seed_calls(world)}


def _known(state: State) -> Known:
    for record in (*state["dialer"]["log"], *state["dialer"]["voicemail"]):
        if record.get("kind") != "service":
            yield T.PHONE_NUMBER, record["number"]


# ---------------------------------------------------------------- how calls are shown


def _own(context: Context) -> dict[str, Any]:
    own: dict[str, Any] = context.state["dialer"]
    return own


def _calls(context: Context) -> list[Record]:
    """All calls, the newest first; those that were just made have no length."""
    made = [
        {"id": f"m{i:02d}", "kind": "person", "day": "Just now", "time": "", "seconds": 0} | call
        for i, call in enumerate(context.state["calls"])
    ]
    return [*reversed(made), *_own(context)["log"]]


def _number(context: Context, record: Record) -> Rich:
    """The number as it is written inside the country; that of a company is nobody's."""
    if record.get("kind") == "service":
        return rich(record["number"])
    return rich(Pii(T.PHONE_NUMBER, local_number(record["number"], context.locale.region)))


def _in_full(record: Record) -> Rich:
    """The number with the prefix of its country."""
    known = record.get("kind") == "service"
    return rich(record["number"] if known else Pii(T.PHONE_NUMBER, record["number"]))


def _who(context: Context, record: Record) -> Rich:
    """The name of whoever called, else the number."""
    if record.get("kind") == "service":
        return rich(record["name"])
    return rich(Pii(T.PERSON_NAME, record["name"])) if record["name"] else _number(context, record)


def _length(seconds: int) -> str:
    return f"{seconds // 60}:{seconds % 60:02d}"


def _dial(context: Context, record: Record) -> None:
    contacts.call(context, record["number"], contacts.find(context.state, record["contact_id"]))


# ---------------------------------------------------------------- home


def _home(context: Context) -> Screen:
    tabs = w.tabs(
        context,
        (
            ("favorites", "Favorites", "star_outline"),
            ("recents", "Recents", "history"),
            ("voicemail", "Voicemail", "voicemail"),
        ),
        start="recents",
    )
    bodies = {"favorites": _favorites, "recents": _recents, "voicemail": _voicemail}
    pad = w.fab("dialpad", "Keypad", lambda: context.push("keypad"))
    menu = dialogs.menu(
        (
            ("Speed dial", lambda: _leave_menu(context, "speed_dial")),
            ("Blocked numbers", lambda: _leave_menu(context, "")),
            ("Clear call history", lambda: context.show("clear")),
        )
    )
    shown = {"menu": menu, "clear": _clear(context)}
    return Screen(
        content=w.page(w.stack(bodies[tabs.current](context), pad), tabs.bar),
        dialog=shown.get(context.dialog),
        on_back=tabs.on_back,
    )


def _bar(context: Context, title: str) -> View:
    more = w.icon_button("more", "More options", lambda: context.show("menu"), id="menu_more")
    return w.app_bar(title, more)


def _leave_menu(context: Context, screen: str) -> None:
    """Blocked numbers are those of the whole phone, so Contacts shows them."""
    context.dismiss()
    if screen:
        context.push(screen)
    else:
        context.open("contacts", "blocked")


def _clear(context: Context) -> View:
    def clear() -> None:
        _own(context)["log"].clear()
        context.state["calls"].clear()
        context.dismiss()

    return dialogs.dialog(
        "Clear call history?",
        dialogs.message("This will remove all calls from your history."),
        buttons=dialogs.yes_no(context, "Delete", clear),
    )


def _favorites(context: Context) -> View:
    """Tiles with the name by which a person is called; the full name is only described."""
    people = [p for p in contacts.people(context.state) if p["favorite"] and p["phone"]]
    tiles = [
        w.list_row(
            title=rich(Pii(T.PERSON_NAME, p["nickname"] or p["first"] or p["name"])),
            summary="Mobile", lead=w.avatar(contacts.name(p), 56), id="favorite_tile",
            desc=rich("Call ", contacts.name(p)),
            on_tap=partial(contacts.call, context, p["phone"], p),
        )
        for p in people
    ]  # fmt: skip
    shown = tiles or [w.blank("No favorites yet")]
    return w.page(_bar(context, "Favorites"), w.items("favorites", shown))


# ---------------------------------------------------------------- recents and details


def _recents(context: Context) -> View:
    missed = context.flag("only") == "missed"
    calls = [c for c in _calls(context) if not missed or c["direction"] == "missed"]

    def chip(label: str, value: str, chosen: bool) -> View:
        return w.column(
            w.text(label, style=w.LABEL), width=0, fill="tonal" if chosen else "surface",
            radius=dp(16), pad=(dp(16), dp(8), dp(16), dp(8)), selected=chosen,
            id=f"filter_{value}", on_tap=partial(context.set, "only", value),
        )  # fmt: skip

    chips = w.row(
        chip("All calls", "all", not missed), chip("Missed", "missed", missed),
        gap=dp(8), pad=(dp(16), dp(4), dp(16), dp(8)),
    )  # fmt: skip
    rows = [_call_row(context, call) for call in calls]
    shown = rows or [w.blank("Your call log is empty")]
    return w.page(_bar(context, "Recents"), chips, w.items("recents", shown))


def _call_row(context: Context, call: Record) -> View:
    glyph, label = _DIRECTIONS[call["direction"]]
    color = "error" if call["direction"] == "missed" else "muted"
    return w.list_row(
        title=_who(context, call), lead=w.avatar(_who(context, call)), id="call_log_row",
        summary=call["day"],
        desc=rich(label, ", ", _who(context, call)),
        trail=w.row(
            w.icon(glyph, color, 18),
            w.text(call["time"], style=w.SMALL, id="call_time"),
            w.icon_button("call", rich("Call ", _who(context, call)), partial(_dial, context, call),
                          id="call_button"),
            width=0, gap=dp(4),
        ),
        on_tap=partial(context.push, "detail", call=call),
    )  # fmt: skip


def _detail(context: Context) -> Screen:
    """Everything about one number: its calls, and what can be done with it."""
    call = context.args["call"]
    blocked: list[str] = context.state["contacts"]["blocked"]
    refused = call["number"] in blocked
    same = [c for c in _calls(context) if c["number"] == call["number"]]

    def block() -> None:
        (blocked.remove if refused else blocked.append)(call["number"])
        context.dismiss()
        context.toast("Unblocked" if refused else "Blocked")

    head = w.column(
        w.avatar(_who(context, call), 88),
        w.text(_who(context, call), id="detail_name", style=w.LARGE),
        w.text(_in_full(call), id="detail_number", style=w.SMALL),
        align="center", gap=dp(6), pad=(dp(16), dp(8), dp(16), dp(16)),
    )  # fmt: skip
    rows = [_history_row(c) for c in same]
    actions = [
        w.list_row(title="Call", lead=w.icon("call"), id="detail_call",
                   on_tap=partial(_dial, context, call)),
        w.list_row(title="Text", lead=w.icon("message"), id="detail_text",
                   on_tap=partial(context.open, "messages", "thread", number=call["number"])),
        w.list_row(title="Unblock" if refused else "Block", lead=w.icon("block"),
                   id="detail_block", on_tap=partial(context.show, "block")),
    ]  # fmt: skip
    dialog = dialogs.dialog(
        "Unblock this number?" if refused else "Block this number?",
        dialogs.message(_number(context, call)),
        buttons=dialogs.yes_no(context, "Unblock" if refused else "Block", block),
    )
    return Screen(
        content=w.page(
            w.app_bar("Call details", navigate=w.up(context)),
            w.items("detail", [head, *actions, w.header("Calls"), *rows]),
        ),
        dialog=dialog if context.dialog == "block" else None,
    )


def _history_row(call: Record) -> View:
    glyph, label = _DIRECTIONS[call["direction"]]
    return w.list_row(
        title=label, summary=call["day"], lead=w.icon(glyph), id="history_row",
        trail=w.column(
            w.text(call["time"], style=w.SMALL, id="history_time"),
            w.text(_length(call["seconds"]), style=w.SMALL, id="history_length"),
            width=0, align="end",
        ),
    )  # fmt: skip


# ---------------------------------------------------------------- voicemail


def _voicemail(context: Context) -> View:
    rows = [
        w.list_row(
            title=_who(context, m), lead=w.icon("voicemail", "muted" if m["heard"] else "primary"),
            summary=_said(m), strong=not m["heard"], id="voicemail_row",
            trail=w.text(m["day"], style=w.SMALL),
            on_tap=partial(_listen, context, m),
        )
        for m in _own(context)["voicemail"]
    ]  # fmt: skip
    shown = rows or [w.blank("No voicemail")]
    return w.page(_bar(context, "Voicemail"), w.items("voicemail", shown))


def _said(message: Record) -> Rich:
    return with_content(from_marks(message["body"], message["marks"]), T.MESSAGE_CONTENT)


def _listen(context: Context, message: Record) -> None:
    message["heard"] = True
    context.push("message", id=message["id"])


def _message(context: Context) -> Screen:
    messages = _own(context)["voicemail"]
    message = next((m for m in messages if m["id"] == context.args["id"]), None)
    if message is None:
        gone = w.page(w.app_bar("", navigate=w.up(context)), w.blank("No voicemail"))
        return Screen(content=gone)

    def delete() -> None:
        messages.remove(message)
        context.dismiss()
        context.back()
        context.toast("Voicemail deleted")

    remove = w.icon_button("delete", "Delete", partial(context.show, "delete"), id="menu_delete")
    who = _who(context, message)
    number = w.text(_number(context, message), id="voicemail_number", style=w.SMALL)
    rows = [
        w.column(
            w.avatar(who, 72), w.text(who, id="voicemail_name", style=w.TITLE),
            number if message["name"] else None,
            align="center", gap=dp(6), pad=(dp(16), dp(8), dp(16), dp(8)),
        ),
        w.row(w.text(message["day"], style=w.SMALL), w.text(message["time"], style=w.SMALL),
              w.text(_length(message["seconds"]), style=w.SMALL), gap=dp(12), justify="center"),
        w.header("Transcript"),
        w.text(_said(message), id="transcript", pad=(dp(16), dp(4), dp(16), dp(16))),
        w.list_row(title="Call back", lead=w.icon("call"), id="call_back",
                   on_tap=partial(_dial, context, message)),
    ]  # fmt: skip
    dialog = dialogs.dialog(
        "Delete this voicemail?", buttons=dialogs.yes_no(context, "Delete", delete)
    )
    return Screen(
        content=w.page(
            w.app_bar("Voicemail", remove, navigate=w.up(context)), w.items("message", rows)
        ),
        dialog=dialog if context.dialog == "delete" else None,
    )


# ---------------------------------------------------------------- speed dial


def _speed_dial(context: Context) -> Screen:
    keys = {entry["key"]: entry for entry in _own(context)["speed_dial"]}
    rows = [
        w.list_row(
            title=rich(Pii(T.PERSON_NAME, keys[key]["name"])) if key in keys else "Not assigned",
            lead=w.text(key, style=w.LARGE, id="speed_key"), id=f"speed_{key}",
            on_tap=partial(context.push, "assign", key=key),
        )
        for key in SPEED_KEYS
    ]  # fmt: skip
    rows[:0] = [w.list_row(title="Voicemail", lead=w.text("1", style=w.LARGE), id="speed_1")]
    page = w.page(w.app_bar("Speed dial", navigate=w.up(context)), w.items("speed", rows))
    return Screen(content=page)


def _assign(context: Context) -> Screen:
    key, query = context.args["key"], context.field("search")
    own = _own(context)

    def choose(person: Record) -> None:
        kept = [entry for entry in own["speed_dial"] if entry["key"] != key]
        new = {"key": key, "contact_id": person["id"], "name": person["name"]}
        own["speed_dial"] = [*kept, new]
        context.back()

    found = [p for p in contacts.people(context.state) if p["phone"] and contacts.matches(p, query)]
    rows = [
        w.list_row(
            title=contacts.name(p), summary=contacts.phone(p), lead=w.avatar(contacts.name(p)),
            id="assign_row", on_tap=partial(choose, p),
        )
        for p in found
    ]  # fmt: skip
    search = w.column(
        w.field(context, "search", "Search contacts", id="search_field"),
        pad=(dp(16), dp(8), dp(16), dp(8)),
    )
    shown = rows or [w.blank("No contacts found")]
    bar = w.app_bar("Choose a contact", navigate=w.up(context))
    return Screen(content=w.page(bar, search, w.items("assign", shown)))


APP = App(
    key="dialer", label="Phone", package="com.android.dialer", icon="call", color="#188038",
    seed=_seed, start="home", known=_known,
    screens={
        "home": _home, "detail": _detail, "message": _message, "keypad": keypad,
        "speed_dial": _speed_dial, "assign": _assign,
    },
)  # fmt: skip
