"""One chat: its messages, what can be done with them, and what is attached."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial

from harness.core.entity import EntityType
from harness.device.simulated import dialogs, parts
from harness.device.simulated import widgets as w
from harness.device.simulated.apps import contacts
from harness.device.simulated.apps.chat import model
from harness.device.simulated.apps.chat.bubbles import bubbles, quote_box, words_of
from harness.device.simulated.apps.chat.model import Record
from harness.device.simulated.apps.chat.talks import OWNER, poll
from harness.device.simulated.context import Context
from harness.device.simulated.text import EMPTY, Pii, Rich, rich
from harness.device.simulated.view import FILL, Screen, View, dp

T = EntityType
_OPTIONS = 4
_MENTION = re.compile(r"(?:^|\s)@(\w*)$")


def room(context: Context) -> Screen:
    """The messages of a chat above the field for the next one."""
    chat = model.chat_of(context)
    info = "group" if chat["kind"] == "group" else "person"
    head = w.row(
        w.up(context),
        w.row(
            w.avatar(model.title(chat), 36),
            w.column(
                w.text(model.title(chat), id="conversation_contact_name", style=w.STRONG, lines=1),
                w.text(_subtitle(context, chat), id="conversation_status", style=w.SMALL, lines=1),
                width=0, weight=1,
            ),
            id="conversation_contact", width=0, weight=1, gap=dp(10), pad=(0, dp(8), 0, dp(8)),
            on_tap=lambda: context.push(info, id=chat["id"]),
        ),
        w.icon_button("more", "More options", lambda: context.show("menu"), id="menu_more"),
        id="toolbar", height=dp(60), fill="bar", pad=(dp(4), 0, dp(4), 0),
    )  # fmt: skip
    return Screen(
        content=w.page(
            head,
            _pinned(context, chat),
            w.items("messages", bubbles(context, chat), id="message_list", from_end=True,
                    gap=dp(3), pad=(0, dp(8), 0, dp(8))),
            _composer(context, chat),
        ),
        dialog=_dialog(context, chat),
    )  # fmt: skip


def _subtitle(context: Context, chat: Record) -> Rich:
    """Who is typing, who is in the group, or when somebody was here."""
    if chat["typing"]:
        return model.typing(context, chat)
    if chat["kind"] == "group":
        return model.joined([model.called(context, m["id"]) for m in chat["members"]])
    last = next((m for m in reversed(chat["messages"]) if not m["from_me"]), None)
    if last is None:
        return EMPTY
    when = f"{model.day(context, last['day'])} {last['time']}"
    return rich(f"{context.locale.say('Last seen:')} {when}")


def _pinned(context: Context, chat: Record) -> View | None:
    said = next((m for m in chat["messages"] if m["id"] == chat["pinned_message"]), None)
    if said is None:
        return None
    return w.row(
        w.icon("pin", "primary", 18),
        w.column(w.text(model.body(said), id="pinned_message", style=w.SMALL, lines=1),
                 width=0, weight=1),
        id="pinned_bar", fill="surface", gap=dp(12), pad=(dp(16), dp(10), dp(16), dp(10)),
        desc=rich("Pinned message: ", model.body(said)),
    )  # fmt: skip


# ---------------------------------------------------------------- writing


def _composer(context: Context, chat: Record) -> View:
    draft = context.field("entry").strip()
    answered = next((m for m in chat["messages"] if m["id"] == context.flag("answer")), None)
    first = chat["first"] or chat["title"]
    kind = T.GROUP_NAME if chat["kind"] == "group" else T.PERSON_NAME

    def send() -> None:
        if draft:
            model.send(context, chat, draft, quote=answered["id"] if answered else "")
            context.set("answer", "")
            context.clear()

    entry = w.row(
        w.icon_button("add", "Attach", lambda: context.show("attach"), id="attach_button"),
        w.column(
            w.field(context, "entry", rich("Write to ", Pii(kind, first)), clear=False,
                    kind=T.MESSAGE_CONTENT, on_enter=send),
            width=0, weight=1,
        ),
        w.icon_button("send", "Send", send, id="send_button", enabled=bool(draft),
                      color="primary" if draft else "muted"),
        pad=(dp(4), dp(6), dp(8), dp(8)), gap=dp(4),
    )  # fmt: skip
    return w.column(
        *_suggestions(context, chat),
        _answering(context, answered) if answered else None,
        entry,
        id="footer",
    )


def _answering(context: Context, said: Record) -> View:
    """Whose words the next message quotes."""
    close = w.icon_button("close", "Cancel reply", lambda: context.set("answer", ""))
    return w.row(
        w.column(quote_box(context, said), width=0, weight=1), close,
        id="reply_bar", pad=(dp(16), dp(6), dp(8), 0),
    )  # fmt: skip


def _suggestions(context: Context, chat: Record) -> list[View]:
    """Members whose name begins as what follows the last @."""
    draft = context.field("entry")
    begun = _MENTION.search(draft)
    if begun is None:
        return []
    wanted = begun[1].casefold()

    def complete(name: str) -> None:
        context.type("entry", f"{draft[: begun.start(1)]}{name} ")

    found = [
        model.person(context.state, m["id"])
        for m in chat["members"]
        if m["id"] != OWNER and m["first"].casefold().startswith(wanted)
    ]
    return [
        w.list_row(
            title=model.name(context.state, who["id"]), id="mention_row",
            lead=w.avatar(model.name(context.state, who["id"]), 32),
            on_tap=partial(complete, who["first"]),
        )
        for who in found[:3]
    ]  # fmt: skip


# ---------------------------------------------------------------- menus


def _dialog(context: Context, chat: Record) -> View | None:
    match context.dialog:
        case "menu":
            return _chat_menu(context, chat)
        case "attach":
            return dialogs.menu(
                (
                    ("Contact", _leave(context, "share", chat)),
                    ("Poll", _leave(context, "new_poll", chat)),
                )
            )
        case "message":
            return _message_menu(context, chat)
        case "clear":

            def clear() -> None:
                chat["messages"].clear()
                chat["pinned_message"] = ""
                context.dismiss()

            return dialogs.dialog(
                "Clear this chat?",
                dialogs.message("The messages will be gone on this phone."),
                buttons=dialogs.yes_no(context, "Clear", clear),
            )
    return None


def _leave(context: Context, screen: str, chat: Record, **args: str) -> Callable[[], None]:
    def go() -> None:
        context.dismiss()
        context.push(screen, id=chat["id"], **args)

    return go


def _chat_menu(context: Context, chat: Record) -> View:
    group = chat["kind"] == "group"

    def mute() -> None:
        chat["muted"] = not chat["muted"]
        context.dismiss()

    return dialogs.menu(
        (
            (
                "Group info" if group else "Contact info",
                _leave(context, "group" if group else "person", chat),
            ),
            ("Unmute notifications" if chat["muted"] else "Mute notifications", mute),
            ("Clear chat", lambda: context.show("clear")),
        )
    )


def _message_menu(context: Context, chat: Record) -> View:
    said = model.by_id(chat["messages"], context.flag("on"))
    pinned = chat["pinned_message"] == said["id"]

    def answer() -> None:
        context.set("answer", said["id"])
        context.dismiss()

    def pin() -> None:
        chat["pinned_message"] = "" if pinned else said["id"]
        context.dismiss()

    def delete() -> None:
        chat["messages"].remove(said)
        context.dismiss()
        context.toast("Message deleted")

    return dialogs.menu(
        (
            ("Reply", answer),
            ("Forward", _leave(context, "forward", chat, message=said["id"])),
            ("Unpin message" if pinned else "Pin message", pin),
            ("Delete message", delete),
        )
    )


# ---------------------------------------------------------------- what hangs on a message


def card_screen(context: Context) -> Screen:
    """A contact that somebody shared."""
    said = model.by_id(model.chat_of(context)["messages"], context.args["message"])
    card = said["card"]
    person = contacts.find(context.state, card["contact_id"])
    name = rich(Pii(T.PERSON_NAME, card["name"]))

    def write() -> None:
        context.push("room", id=model.chat_with(context, card["contact_id"])["id"])

    return Screen(
        content=parts.screen(
            context,
            "Contact",
            w.column(
                w.avatar(name, 96),
                w.text(name, id="card_title", style=w.TITLE),
                align="center", gap=dp(8), pad=(0, dp(16), 0, dp(16)),
            ),
            parts.fact("Mobile", Pii(T.PHONE_NUMBER, card["phone"]), "card_phone", "call",
                       on_tap=lambda: contacts.call(context, card["phone"], person)),
            parts.wide("Message", write, "message_button") if person else None,
        )
    )  # fmt: skip


def votes_screen(context: Context) -> Screen:
    """Who voted for what."""
    said = model.by_id(model.chat_of(context)["messages"], context.args["message"])
    rows: list[View] = [
        w.text(model.body(said), id="poll_question", style=w.TITLE, width=FILL,
               pad=(dp(16), dp(16), dp(16), dp(8)))
    ]  # fmt: skip
    for option in said["poll"]["options"]:
        rows.append(w.header(words_of(option)))
        for voter in option["voters"]:
            name = model.name(context.state, voter)
            rows.append(w.list_row(title=name, lead=w.avatar(name), id="voter_row"))
        if not option["voters"]:
            rows.append(w.text("No votes", style=w.SMALL, pad=(dp(16), dp(4), dp(16), dp(8))))
    return Screen(content=parts.screen(context, "Votes", *rows))


def new_poll_screen(context: Context) -> Screen:
    """A question with up to four answers."""
    chat = model.chat_of(context)
    context.autofocus("question")
    keys = [f"option_{number}" for number in range(1, _OPTIONS + 1)]

    def create() -> None:
        question = context.field("question").strip()
        options = [text for key in keys if (text := context.field(key).strip())]
        if not question or len(options) < 2:
            context.toast("Write a question and two options")
            return
        model.send(context, chat, question, kind="poll", poll=poll(options))
        context.back()

    fields = [
        w.field(context, key, f"{context.locale.say('Option')} {number}", kind=T.MESSAGE_CONTENT)
        for number, key in enumerate(keys, 1)
    ]
    return Screen(
        content=w.page(
            w.app_bar("New poll", w.button("Create", create, id="create_button"),
                      navigate=w.up(context)),
            w.items(
                "poll",
                [w.field(context, "question", "Question", kind=T.MESSAGE_CONTENT), *fields],
                gap=dp(12), pad=(dp(16), dp(12), dp(16), dp(12)),
            ),
        )
    )  # fmt: skip


def share_screen(context: Context) -> Screen:
    """Choose whose contact to share."""
    chat = model.chat_of(context)

    def share(one: Record) -> None:
        card = {"name": one["name"], "phone": one["phone"], "contact_id": one["id"]}
        model.send(context, chat, kind="card", card=card)
        context.back()

    return parts.choose_person(context, "Share contact", share)


def forward_screen(context: Context) -> Screen:
    """Choose the chat that a message is sent on to."""
    said = model.by_id(model.chat_of(context)["messages"], context.args["message"])

    def forward(chat: Record) -> None:
        kept = {key: said[key] for key in ("kind", "body", "marks")}
        if said["kind"] == "card":
            kept["card"] = dict(said["card"])
        if said["kind"] == "poll":
            kept["poll"] = poll([option["text"] for option in said["poll"]["options"]])
        model.send(context, chat, forwarded=True, **kept)
        context.become("room", id=chat["id"])

    rows = [
        w.list_row(
            title=model.title(chat), lead=w.avatar(model.title(chat)), id="chat_row",
            on_tap=partial(forward, chat),
        )
        for chat in model.listed(context)
    ]  # fmt: skip
    return Screen(
        content=w.page(w.app_bar("Forward to", navigate=w.up(context)), w.items("chats", rows))
    )
