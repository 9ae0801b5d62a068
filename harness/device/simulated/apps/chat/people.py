"""Whom one writes to: the page of a person, groups and who is in them."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from harness.core.entity import EntityType
from harness.device.simulated import dialogs, parts
from harness.device.simulated import widgets as w
from harness.device.simulated.apps import contacts
from harness.device.simulated.apps.chat import model
from harness.device.simulated.apps.chat.model import Record
from harness.device.simulated.apps.chat.talks import OWNER, pair
from harness.device.simulated.context import Context
from harness.device.simulated.text import Pii, Rich, from_marks, rich, with_content
from harness.device.simulated.view import Screen, View, dp

T = EntityType


def _flip(record: Record, key: str) -> Callable[[], None]:
    def flip() -> None:
        record[key] = not record[key]

    return flip


def _head(name: Rich, *below: View | None) -> View:
    return w.column(
        w.avatar(name, 96, id="photo"), w.text(name, id="info_title", style=w.TITLE), *below,
        align="center", gap=dp(6), pad=(dp(16), dp(12), dp(16), dp(16)),
    )  # fmt: skip


def _about(who: Record) -> Rich:
    """What somebody says of themselves."""
    return rich(Pii(T.MESSAGE_CONTENT, who["about"])) if who["about"] else rich()


# ---------------------------------------------------------------- one person


def person_screen(context: Context) -> Screen:
    """The number as it is dialled at home, the user name, and common groups."""
    own, chat = model.own(context), model.chat_of(context)
    id = chat["contact_id"]
    who = model.person(context.state, id)
    national = rich(Pii(T.PHONE_NUMBER, who["phone_national"]))
    saved = contacts.find(context.state, id)
    blocked = id in own["blocked"]
    common = [c for c in own["chats"] if id in [member["id"] for member in c["members"]]]

    def block() -> None:
        own["blocked"] = [other for other in own["blocked"] if other != id]
        if not blocked:
            own["blocked"].append(id)
        context.dismiss()

    def view() -> None:
        context.open("contacts", "detail", id=id)

    handle = rich("@", Pii(T.USERNAME, who["username"])) if who["username"] else None
    rows = [
        _head(model.name(context.state, id), w.text(handle, style=w.SMALL) if handle else None),
        parts.fact("Mobile", national, "phone_row", "call", desc=rich("Call ", national),
                   on_tap=lambda: contacts.call(context, who["phone"], saved)),
        parts.fact("About", _about(who), "about_row", "info") if who["about"] else None,
        w.switch_row("Mute notifications", chat["muted"], _flip(chat, "muted"), id="mute_row"),
        w.list_row(title="View contact", lead=w.icon("person"), id="contact_row", on_tap=view)
        if saved else None,
        w.list_row(title="Unblock contact" if blocked else "Block contact", id="block_row",
                   lead=w.icon("block", "error"),
                   on_tap=block if blocked else lambda: context.show("block")),
        w.header("Groups in common") if common else None,
        *(
            w.list_row(title=model.title(c), lead=w.avatar(model.title(c)), id="common_row",
                       on_tap=partial(context.push, "room", id=c["id"]))
            for c in common
        ),
    ]  # fmt: skip
    dialog = None
    if context.dialog == "block":
        dialog = dialogs.dialog(
            "Block this contact?",
            dialogs.message(model.name(context.state, id), " can't write to you any more."),
            buttons=dialogs.yes_no(context, "Block", block),
        )
    return Screen(content=parts.screen(context, "Contact info", *rows), dialog=dialog)


# ---------------------------------------------------------------- one group


def group_screen(context: Context) -> Screen:
    """What a group is for, who is in it, and what one may do with it."""
    chat = model.chat_of(context)
    leads = any(m["id"] == OWNER and m["admin"] for m in chat["members"])
    size = f"{len(chat['members'])} {context.locale.say('members')}"
    about = with_content(from_marks(chat["about"], chat["about_marks"]), T.MESSAGE_CONTENT)

    def rename() -> None:
        context.show("rename", focus="group_name")

    rows = [
        _head(
            model.title(chat),
            w.text(size, id="group_size", style=w.SMALL),
            w.text(about, id="group_about", align="center") if about else None,
        ),
        w.list_row(title="Group name", summary=model.title(chat), lead=w.icon("edit"),
                   id="rename_row", on_tap=rename) if leads else None,
        w.switch_row("Mute notifications", chat["muted"], _flip(chat, "muted"), id="mute_row"),
        parts.fact("Invite code", Pii(T.PASSWORD, chat["code"]), "code_row", "share"),
        w.header(size),
        w.list_row(title="Add members", lead=w.icon("add", "primary"), id="add_row",
                   on_tap=lambda: context.push("add", id=chat["id"])) if leads else None,
        *(_member_row(context, member) for member in _in_order(chat["members"])),
        w.list_row(title="Exit group", lead=w.icon("close", "error"), id="exit_row",
                   on_tap=lambda: context.show("exit")),
    ]  # fmt: skip
    return Screen(
        content=parts.screen(context, "Group info", *rows),
        dialog=_group_dialog(context, chat, leads=leads),
    )


def _in_order(members: list[Record]) -> list[Record]:
    """The owner first, then admins, then the others."""
    return sorted(members, key=lambda m: (m["id"] != OWNER, not m["admin"]))


def _member_row(context: Context, member: Record) -> View:
    """The number of a member is told to who listens only, unless nothing else is known."""
    id, mine = member["id"], member["id"] == OWNER
    badge = w.text("Group admin", id="admin_label", style=w.LABEL) if member["admin"] else None
    if mine:
        own = model.own(context)["profile"]
        title, lead = rich("Me"), rich(Pii(T.PERSON_NAME, own["name"]))
        desc, summary = rich(), _about(own)
    else:
        who = model.person(context.state, id)
        title = lead = model.name(context.state, id)
        summary = _about(who) if who["saved"] else model.called(context, id)
        desc = rich(title, ", ", model.phone(who)) if who["saved"] else rich(title, ", ", summary)

    def choose() -> None:
        context.set("on", id)
        context.show("member")

    return w.list_row(
        title=title, summary=summary, lead=w.avatar(lead), trail=badge, desc=desc,
        id="member_row", on_tap=None if mine else choose,
    )  # fmt: skip


def _group_dialog(context: Context, chat: Record, *, leads: bool) -> View | None:
    match context.dialog:
        case "rename":

            def save() -> None:
                chat["title"] = context.field("group_name", chat["title"]).strip() or chat["title"]
                context.dismiss()

            return dialogs.edit_dialog(
                context, "Group name", "group_name", chat["title"], save, kind=T.GROUP_NAME
            )
        case "exit":

            def leave() -> None:
                model.own(context)["chats"].remove(chat)
                context.dismiss()
                context.back()
                context.back()
                context.toast("You left the group")

            return dialogs.dialog(
                "Exit this group?",
                dialogs.message(model.title(chat)),
                buttons=dialogs.yes_no(context, "Exit", leave),
            )
        case "member":
            return _member_menu(context, chat, leads=leads)
        case "remove":
            return _removal(context, chat)
    return None


def _member_menu(context: Context, chat: Record, *, leads: bool) -> View:
    member = model.by_id(chat["members"], context.flag("on"))

    def write() -> None:
        context.dismiss()
        context.push("room", id=model.chat_with(context, member["id"])["id"])

    def promote() -> None:
        member["admin"] = not member["admin"]
        context.dismiss()

    entries = [("Send message", write)]
    if leads:
        verb = "Dismiss as admin" if member["admin"] else "Make group admin"
        entries += [(verb, promote), ("Remove from group", lambda: context.show("remove"))]
    return dialogs.menu(entries)


def _removal(context: Context, chat: Record) -> View:
    member = model.by_id(chat["members"], context.flag("on"))

    def remove() -> None:
        chat["members"].remove(member)
        context.dismiss()

    return dialogs.dialog(
        "Remove from this group?",
        dialogs.message(model.name(context.state, member["id"])),
        buttons=dialogs.yes_no(context, "Remove member", remove),
    )


def add_screen(context: Context) -> Screen:
    """Choose who else comes into a group."""
    chat = model.chat_of(context)

    def add(one: Record) -> None:
        if one["id"] in [member["id"] for member in chat["members"]]:
            context.toast("Already in the group")
            return
        chat["members"].append(_new_member(context, one["id"]))
        context.back()
        context.toast("Member added")

    return parts.choose_person(context, "Add members", add)


def _new_member(context: Context, id: str) -> Record:
    who = model.person(context.state, id)
    return {"id": id, "name": who["name"], "first": who["first"], "admin": False}


# ---------------------------------------------------------------- new ones


def new_chat_screen(context: Context) -> Screen:
    """Choose whom to write to."""

    def start(one: Record) -> None:
        context.become("room", id=model.chat_with(context, one["id"])["id"])

    return parts.choose_person(context, "New chat", start)


def new_group_screen(context: Context) -> Screen:
    """A name, and who is in the group besides the owner."""
    chosen: list[str] = context.flag("chosen", [])
    query = context.field("member_search")
    context.autofocus("group_name")

    def choose(id: str) -> None:
        rest = [other for other in chosen if other != id]
        context.set("chosen", rest if id in chosen else [*chosen, id])
        context.type("member_search", "")

    def create() -> None:
        name = context.field("group_name").strip()
        if not name or not chosen:
            context.toast("Choose a name and members")
            return
        owner = context.state["owner"]
        me = {"id": OWNER, "name": owner["name"], "first": owner["first"], "admin": True}
        fresh = model.add_chat(
            context,
            pair(me)
            | {
                "kind": "group",
                "title": name,
                "first": "",
                "contact_id": "",
                "members": [me, *(_new_member(context, id) for id in chosen)],
                "code": "",
            },
        )
        context.become("room", id=fresh["id"])

    rows = [
        w.checkbox_row(contacts.name(one), one["id"] in chosen, partial(choose, one["id"]),
                       id="member_row")
        for one in contacts.people(context.state)
        if contacts.matches(one, query)
    ]  # fmt: skip
    fields = (
        w.field(context, "group_name", "Group name", kind=T.GROUP_NAME),
        w.field(context, "member_search", "Search people"),
    )
    return Screen(
        content=w.page(
            w.app_bar("New group", w.button("Create", create, id="create_button"),
                      navigate=w.up(context)),
            w.column(*fields, gap=dp(8), pad=(dp(16), dp(8), dp(16), dp(8))),
            w.items("members", rows or [w.blank("No matches")]),
        )
    )  # fmt: skip
