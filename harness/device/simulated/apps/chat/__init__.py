"""Chat: a messenger for two and for groups, with polls, quotes and contacts that are shared."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial, wraps

from harness.core.entity import EntityType
from harness.device.simulated import dialogs
from harness.device.simulated import widgets as w
from harness.device.simulated.apps.chat import model, people, room, settings
from harness.device.simulated.apps.chat.model import Record
from harness.device.simulated.apps.chat.talks import OWNER, seed_chat
from harness.device.simulated.context import App, Context, Known, State
from harness.device.simulated.l10n import NOW
from harness.device.simulated.text import rich
from harness.device.simulated.view import Screen, TextStyle, View, dp
from harness.device.simulated.world import World

T = EntityType


def _seed(world: World) -> State:
    return {"chat": seed_chat(world)}


def _known(state: State) -> Known:
    own = state["chat"]
    yield T.USERNAME, own["profile"]["username"]
    for chat in own["chats"]:
        if chat["fact"]:
            yield T(chat["fact_type"]), chat["fact"]
        if chat["code"]:
            yield T.PASSWORD, chat["code"]
        if chat["kind"] == "group":
            yield T.GROUP_NAME, chat["title"]
        for said in chat["messages"]:
            if said["fact"]:
                yield T.ACCOUNT_BALANCE, said["fact"]


# ---------------------------------------------------------------- home


def _home(context: Context) -> Screen:
    tabs = w.tabs(
        context,
        (
            ("chats", "Chats", "message"),
            ("groups", "Groups", "group"),
            ("settings", "Settings", "gear"),
        ),
    )
    bodies = {
        "chats": _chats_tab,
        "groups": _groups_tab,
        "settings": settings.settings_tab,
    }
    return Screen(
        content=w.page(bodies[tabs.current](context), tabs.bar),
        dialog=_home_dialog(context),
        on_back=tabs.on_back,
    )


def _chats_tab(context: Context) -> View:
    rows = [_row(context, chat) for chat in model.listed(context)]
    bar = w.app_bar(
        "Chats",
        w.icon_button("search", "Search chats", lambda: context.push("search"), id="menu_search"),
        w.icon_button("more", "More options", lambda: context.show("menu"), id="menu_more"),
    )
    start = w.fab("add", "New chat", lambda: context.push("new"))
    return w.page(bar, w.stack(w.items("chats", rows or [w.blank("No chats")]), start))


def _groups_tab(context: Context) -> View:
    """The groups with as many of their members as a line holds."""
    groups = [chat for chat in model.listed(context) if chat["kind"] == "group"]
    rows: list[View] = []
    for chat in groups:
        others = [m["id"] for m in chat["members"] if m["id"] != OWNER]
        names = model.joined([model.name(context.state, id) for id in others])
        rows.append(
            w.row(
                w.avatar(model.title(chat)),
                w.column(
                    w.text(model.title(chat), id="group_title", style=w.STRONG, lines=1),
                    w.text(names, id="group_members", style=w.SMALL, lines=1),
                    width=0, weight=1,
                ),
                id="group_row", gap=dp(16), pad=(dp(16), dp(12), dp(16), dp(12)),
                on_tap=partial(_enter, context, chat),
            )
        )  # fmt: skip
    new = w.fab("add", "New group", lambda: context.push("new_group"))
    return w.page(w.app_bar("Groups"), w.stack(w.items("groups", rows), new))


def _enter(context: Context, chat: Record) -> None:
    chat["unread"] = 0
    context.push("room", id=chat["id"])


def _row(context: Context, chat: Record) -> View:
    unread = chat["unread"]
    last = chat["messages"][-1] if chat["messages"] else None
    when = ""
    if last:
        today = last["day"] == NOW.date().isoformat()
        when = last["time"] if today else model.day(context, last["day"])
    color = "primary" if unread else "muted"
    preview = model.preview(context, chat)

    def choose() -> None:
        context.set("on", chat["id"])
        context.show("chat")

    badge = View(
        cls="android.widget.TextView", id="unread_badge", text=rich(str(unread)), fill="primary",
        radius=dp(11), height=dp(22), align="center", pad=(dp(8), 0, dp(8), 0),
        style=TextStyle(12, 700, "on_primary"),
    )  # fmt: skip
    signs = w.row(
        w.icon("bell", size=16) if chat["muted"] else None,
        w.icon("pin", size=16) if chat["pinned"] else None,
        badge if unread else None,
        width=0, gap=dp(6),
    )  # fmt: skip
    trail = w.column(
        w.text(when, id="conversation_time", style=TextStyle(12, 400, color)), signs,
        width=0, align="end", gap=dp(4),
    )  # fmt: skip
    mark = f"{unread} {context.locale.say('unread messages')}" if unread else ""
    return w.row(
        w.avatar(model.title(chat), 48, id="contact_photo"),
        w.column(
            w.text(model.title(chat), id="conversation_title", lines=1,
                   style=w.STRONG if unread else w.BODY),
            w.text(preview, id="conversation_preview", lines=1,
                   style=TextStyle(14, 500, "primary") if chat["typing"] else w.SMALL),
            width=0, weight=1, gap=dp(2),
        ),
        trail,
        id="conversation_row", gap=dp(14), pad=(dp(16), dp(11), dp(16), dp(11)),
        desc=rich(model.title(chat), ", ", mark, ", " if mark else "", when),
        on_tap=partial(_enter, context, chat), on_long=choose,
    )  # fmt: skip


def _home_dialog(context: Context) -> View | None:
    match context.dialog:
        case "menu":

            def read_all() -> None:
                for chat in model.own(context)["chats"]:
                    chat["unread"] = 0
                context.dismiss()

            def new_group() -> None:
                context.dismiss()
                context.push("new_group")

            return dialogs.menu((("New group", new_group), ("Mark all as read", read_all)))
        case "chat":
            return _chat_menu(context)
        case "delete":

            def delete() -> None:
                model.own(context)["chats"].remove(_chosen(context))
                context.dismiss()
                context.toast("Chat deleted")

            return dialogs.dialog(
                "Delete this chat?",
                dialogs.message(model.title(_chosen(context))),
                buttons=dialogs.yes_no(context, "Delete", delete),
            )
    return None


def _chosen(context: Context) -> Record:
    return model.by_id(model.own(context)["chats"], context.flag("on"))


def _chat_menu(context: Context) -> View:
    chat = _chosen(context)

    def turn(key: str, value: object) -> None:
        chat[key] = value
        context.dismiss()

    return dialogs.menu(
        (
            ("Unpin" if chat["pinned"] else "Pin", partial(turn, "pinned", not chat["pinned"])),
            (
                "Unmute notifications" if chat["muted"] else "Mute notifications",
                partial(turn, "muted", not chat["muted"]),
            ),
            (
                "Mark as read" if chat["unread"] else "Mark as unread",
                partial(turn, "unread", 0 if chat["unread"] else 1),
            ),
            ("Delete chat", lambda: context.show("delete")),
        )
    )


# ---------------------------------------------------------------- search


def _search(context: Context) -> Screen:
    """Chats by their name, then messages by their words."""
    context.autofocus("search")
    query = context.field("search").strip().casefold()
    named: list[View] = []
    said: list[View] = []
    for chat in model.listed(context) if query else ():
        if query in chat["title"].casefold():
            named.append(_row(context, chat))
        for message in chat["messages"]:
            if query in model.body(message).text.casefold():
                said.append(_hit(context, chat, message))
    rows = [
        w.header("Chats") if named else None, *named,
        w.header("Messages") if said else None, *said,
    ]  # fmt: skip
    return Screen(
        content=w.page(
            w.row(
                w.up(context),
                w.column(w.field(context, "search", "Search chats", id="search_input"),
                         width=0, weight=1),
                pad=(dp(8), dp(8), dp(16), dp(8)),
            ),
            w.items("hits", rows if named or said else [w.blank("No matches" if query else "")]),
        )
    )  # fmt: skip


def _hit(context: Context, chat: Record, message: Record) -> View:
    who = model.name(context.state, message["sender"])
    shown = model.body(message)
    summary = rich(who, ": ", shown) if chat["kind"] == "group" else shown
    return w.list_row(
        title=model.title(chat), summary=summary,
        lead=w.icon("message"), id="hit_row", on_tap=partial(_enter, context, chat),
    )  # fmt: skip


# ---------------------------------------------------------------- screens about a chat


def _about_a_chat(draw: Callable[[Context], Screen]) -> Callable[[Context], Screen]:
    """A screen below which the chat or the message that it is about may go away."""

    @wraps(draw)
    def guarded(context: Context) -> Screen:
        id, about = context.args["id"], context.args.get("message")
        chat = next((c for c in model.own(context)["chats"] if c["id"] == id), None)
        if chat and (about is None or about in [m["id"] for m in chat["messages"]]):
            return draw(context)
        return Screen(
            content=w.page(
                w.app_bar("Chat", navigate=w.up(context)), w.blank("This is not there any more")
            )
        )

    return guarded


_OF_A_CHAT = {
    "room": room.room, "card": room.card_screen, "votes": room.votes_screen,
    "new_poll": room.new_poll_screen, "share": room.share_screen,
    "forward": room.forward_screen, "person": people.person_screen,
    "group": people.group_screen, "add": people.add_screen,
}  # fmt: skip

APP = App(
    key="chat", label="Chat", package="com.example.chat", icon="message", color="#00796b",
    seed=_seed, known=_known, start="home",
    screens={
        "home": _home, "search": _search, "new": people.new_chat_screen,
        "new_group": people.new_group_screen, "profile": settings.profile_screen,
        "privacy": settings.privacy_screen, "devices": settings.devices_screen,
        "storage": settings.storage_screen,
        **{name: _about_a_chat(draw) for name, draw in _OF_A_CHAT.items()},
    },
)  # fmt: skip
