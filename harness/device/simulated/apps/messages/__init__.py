"""Messages: threads, chat bubbles, a new chat, search, archive and delete."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from harness.core.canonical import canonical
from harness.core.entity import EntityType
from harness.device.simulated import dialogs
from harness.device.simulated import widgets as w
from harness.device.simulated.apps import contacts
from harness.device.simulated.apps.messages import chats
from harness.device.simulated.context import App, Context, State
from harness.device.simulated.text import Pii, annotate, rich, to_marks
from harness.device.simulated.view import FILL, Screen, TextStyle, View, dp
from harness.device.simulated.world import World

T = EntityType
Thread = chats.Thread


def _seed(world: World) -> State:
    return {"messages": {"threads": chats.seed_threads(world)}}


# ---------------------------------------------------------------- threads


def _threads(context: Context, *, archived: bool = False) -> list[Thread]:
    """The threads of the list, the latest first."""
    found = [t for t in context.state["messages"]["threads"] if t["archived"] is archived]
    return sorted(found, key=lambda t: -int(t["order"]))


def _thread(context: Context) -> Thread | None:
    """The thread that a screen is about: by id, or by the number it goes to."""
    id, number = context.args.get("id"), context.args.get("number", "")
    threads: list[Thread] = context.state["messages"]["threads"]

    def wanted(thread: Thread) -> bool:
        if not number:
            return bool(thread["id"] == id)
        numbers = (thread["number"], number)
        return len({canonical(n, T.PHONE_NUMBER, context.locale.region) for n in numbers}) == 1

    return next(filter(wanted, threads), None)


def _send(context: Context, text: str) -> None:
    """Append to the thread of the screen, which a first message creates."""
    threads = context.state["messages"]["threads"]
    latest = 1 + max((t["order"] for t in threads), default=0)
    thread = _thread(context)
    if thread is None:
        number = context.args["number"]
        person = contacts.by_number(context.state, number)
        thread = {
            "id": f"n{latest:03d}",
            "kind": "person" if person else "unknown",
            "title": person["name"] if person else number,
            "number": person["phone"] if person else number,
            "contact_id": person["id"] if person else "",
            "archived": False,
            "unread": False,
            "topic": "",
            "fact": "",
            "about": "",
            "messages": [],
        }
        threads.append(thread)
    thread["order"] = latest
    thread["unread"] = False
    thread["messages"].append(
        {
            "from_me": True,
            "sender": "",
            "body": text,
            "marks": to_marks(annotate(text, context.known())),
            "time": chats.now(context.locale),
        }
    )
    context.clear()


# ---------------------------------------------------------------- the list


def _list(context: Context) -> Screen:
    selected: list[str] = context.flag("selected", [])
    if selected:
        return _selecting(context, selected)
    search = w.icon_button("search", "Search messages", lambda: context.push("search"))
    more = w.icon_button("more", "More options", lambda: context.show("menu"))
    start = w.fab("message", "Start chat", lambda: context.push("new"))

    def archived() -> None:
        context.dismiss()
        context.push("archived")

    def read_all() -> None:
        context.dismiss()
        for thread in context.state["messages"]["threads"]:
            thread["unread"] = False

    menu = dialogs.menu((("Archived", archived), ("Mark all as read", read_all)))
    return Screen(
        content=w.page(
            w.app_bar("Messages", search, more),
            w.stack(_rows(context, _threads(context), selected), start),
        ),
        dialog=menu if context.dialog == "menu" else None,
    )


def _archived(context: Context) -> Screen:
    selected: list[str] = context.flag("selected", [])
    if selected:
        return _selecting(context, selected, archived=True)
    return Screen(
        content=w.page(
            w.app_bar("Archived", navigate=w.up(context)),
            _rows(context, _threads(context, archived=True), selected),
        )
    )


def _selecting(context: Context, selected: list[str], *, archived: bool = False) -> Screen:
    """The list with some threads selected, and what can be done with them."""
    chosen = [t for t in context.state["messages"]["threads"] if t["id"] in selected]

    def stop() -> None:
        context.set("selected", [])

    def archive() -> None:
        for thread in chosen:
            thread["archived"] = not archived
        stop()
        context.toast("Unarchived" if archived else "Archived")

    def delete() -> None:
        for thread in chosen:
            context.state["messages"]["threads"].remove(thread)
        context.dismiss()
        stop()
        context.toast("Deleted")

    bar = w.app_bar(
        str(len(selected)),
        w.icon_button("archive", "Unarchive" if archived else "Archive", archive),
        w.icon_button("delete", "Delete", lambda: context.show("delete")),
        navigate=w.icon_button("close", "Close", stop, color="text"),
    )
    return Screen(
        content=w.page(bar, _rows(context, _threads(context, archived=archived), selected)),
        dialog=_confirm_delete(context, delete) if context.dialog == "delete" else None,
        on_back=stop,
    )


def _confirm_delete(context: Context, delete: Callable[[], None]) -> View:
    return dialogs.dialog(
        "Delete this conversation?",
        dialogs.message("This can't be undone."),
        buttons=dialogs.yes_no(context, "Delete", delete),
    )


def _rows(context: Context, threads: list[Thread], selected: list[str]) -> View:
    rows = [_row(context, thread, selected) for thread in threads]
    return w.items("threads", rows or [w.blank("No conversations")])


def _row(context: Context, thread: Thread, selected: list[str]) -> View:
    id, unread = thread["id"], thread["unread"]
    time = thread["messages"][-1]["time"] if thread["messages"] else ""

    def toggle() -> None:
        rest = [other for other in selected if other != id]
        context.set("selected", rest if id in selected else [*selected, id])

    def open_thread() -> None:
        thread["unread"] = False
        context.push("thread", id=id)

    trail = w.column(
        w.text(time, id="conversation_timestamp", style=TextStyle(12, 400, "muted")),
        w.text("1", id="unread_badge", style=TextStyle(12, 700, "primary")) if unread else None,
        width=0, align="end", gap=dp(4),
    )  # fmt: skip
    return w.list_row(
        title=chats.title(thread),
        summary=chats.preview(thread),
        lead=w.avatar(chats.title(thread), id="conversation_icon"),
        trail=trail,
        desc=rich(
            chats.title(thread),
            ". ",
            chats.preview(thread),
            ". ",
            time,
            f". {context.locale.say('Unread.')}" if unread else ".",
        ),
        id="swipeableContainer",
        strong=unread,
        selected=id in selected,
        on_tap=toggle if selected else open_thread,
        on_long=toggle,
    )


# ---------------------------------------------------------------- one thread


def _chat(context: Context) -> Screen:
    thread = _thread(context)
    number = thread["number"] if thread else context.args.get("number", "")
    person = contacts.by_number(context.state, number) if number else None
    if thread:
        title = chats.title(thread)
    elif person:
        title = contacts.name(person)
    else:
        title = rich(Pii(T.PHONE_NUMBER, number))
    can_call = bool(number) and (thread is None or thread["kind"] != "service")
    call = w.icon_button("call", "Call", lambda: contacts.call(context, number, person))
    more = w.icon_button("more", "More options", lambda: context.show("menu"))
    bubbles = _bubbles(thread) if thread else []
    return Screen(
        content=w.page(
            w.app_bar(
                title, call if can_call else None, more if thread else None, navigate=w.up(context)
            ),
            w.items("messages", bubbles, id="message_list", from_end=True, gap=dp(4),
                    pad=(0, dp(8), 0, dp(8))),
            _composer(context),
        ),
        dialog=_chat_dialog(context, thread) if thread else None,
    )  # fmt: skip


def _bubbles(thread: Thread) -> list[View]:
    views: list[View] = []
    day = ""
    for message in thread["messages"]:
        if message["time"] != day:
            day = message["time"]
            views.append(
                w.text(day, style=TextStyle(12, 400, "muted"), align="center",
                       width=FILL, pad=(0, dp(8), 0, dp(4)))
            )  # fmt: skip
        body = chats.body(thread, message)
        if message["from_me"]:
            who = rich("You")
        elif thread["kind"] == "group":
            who = rich(Pii(T.PERSON_NAME, message["sender"]))
            views.append(w.text(who, style=TextStyle(12, 500, "muted"), pad=(dp(24), 0, 0, 0)))
        else:
            who = chats.title(thread)
        views.append(w.bubble(body, rich(who, " said  ", body, " ", day), mine=message["from_me"]))
    return views


def _composer(context: Context) -> View:
    draft = context.field("compose").strip()

    def send() -> None:
        if draft:
            _send(context, draft)

    return w.row(
        w.column(
            w.field(context, "compose", "Text message", kind=T.MESSAGE_CONTENT, clear=False,
                    id="compose_message_text", on_enter=send),
            width=0, weight=1,
        ),
        w.icon_button("send", "Send SMS", send, id="send_message_button", enabled=bool(draft),
                      color="primary" if draft else "muted"),
        pad=(dp(12), dp(8), dp(8), dp(8)), gap=dp(4),
    )  # fmt: skip


def _chat_dialog(context: Context, thread: Thread) -> View | None:
    def archive() -> None:
        thread["archived"] = True
        context.dismiss()
        context.back()
        context.toast("Archived")

    def delete() -> None:
        context.state["messages"]["threads"].remove(thread)
        context.dismiss()
        context.back()
        context.toast("Deleted")

    if context.dialog == "menu":
        return dialogs.menu(
            (
                ("Details", lambda: context.show("details")),
                ("Archive", archive),
                ("Delete", lambda: context.show("delete")),
            )
        )
    if context.dialog == "details":
        number = thread["number"]
        service = thread["kind"] == "service" or not number
        return dialogs.dialog(
            "Details",
            dialogs.message(chats.title(thread)),
            dialogs.message(number if service else Pii(T.PHONE_NUMBER, number)) if number else None,
            buttons=(w.button("OK", context.dismiss, filled=False, id="android:id/button1"),),
        )
    return _confirm_delete(context, delete) if context.dialog == "delete" else None


# ---------------------------------------------------------------- new chat and search


def _new(context: Context) -> Screen:
    context.autofocus("recipient")
    query = context.field("recipient")
    people = [
        p for p in contacts.people(context.state) if p["phone"] and contacts.matches(p, query)
    ]
    dialled = query.strip() if sum(c.isdigit() for c in query) >= 7 else ""

    def choose(number: str) -> None:
        context.become("thread", number=number)

    def enter() -> None:
        if dialled or len(people) == 1:
            choose(dialled or people[0]["phone"])

    rows = [
        w.list_row(
            title=contacts.name(p), summary=contacts.phone(p), lead=w.avatar(contacts.name(p)),
            desc=rich(contacts.name(p), ", mobile, ", contacts.phone(p)), id="contact_picker_row",
            on_tap=partial(choose, p["phone"]),
        )
        for p in people
    ]  # fmt: skip
    if dialled:
        to = rich("Send to ", Pii(T.PHONE_NUMBER, dialled))
        rows.insert(0, w.list_row(title=to, lead=w.icon("message"), on_tap=lambda: choose(dialled)))
    field = w.field(
        context, "recipient", "Type a name or phone number", id="recipient_text_view",
        on_enter=enter,
    )  # fmt: skip
    return Screen(
        content=w.page(
            w.app_bar("New conversation", navigate=w.up(context)),
            w.column(field, pad=(dp(16), dp(8), dp(16), dp(8))),
            w.items("people", rows or [w.blank("No matches")]),
        )
    )


def _search(context: Context) -> Screen:
    context.autofocus("query")
    query = context.field("query").strip().casefold()
    found = [
        thread
        for archived in (False, True)
        for thread in _threads(context, archived=archived)
        if query in thread["title"].casefold()
        or any(query in m["body"].casefold() for m in thread["messages"])
    ]
    return Screen(
        content=w.page(
            w.row(
                w.up(context),
                w.column(w.field(context, "query", "Search messages", id="search_text"),
                         width=0, weight=1),
                pad=(dp(8), dp(8), dp(16), dp(8)),
            ),
            _rows(context, found, []) if query else w.items("none", []),
        )
    )  # fmt: skip


APP = App(
    key="messages", label="Messages", package="com.android.messaging", icon="message",
    color="#188038", seed=_seed, start="list",
    screens={
        "list": _list, "archived": _archived, "thread": _chat, "new": _new, "search": _search,
    },
)  # fmt: skip
