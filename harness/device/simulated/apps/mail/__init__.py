"""Mail: folders, threads, search, and what can be done with them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial

from harness.core.entity import EntityType
from harness.device.simulated import widgets as w
from harness.device.simulated.apps.mail import form as mail_form
from harness.device.simulated.apps.mail import mailbox
from harness.device.simulated.apps.mail import parts as mail_parts
from harness.device.simulated.apps.mail.mailbox import Mail
from harness.device.simulated.context import App, Context, Known, State
from harness.device.simulated.text import Part, Pii, Rich, rich
from harness.device.simulated.view import Screen, TextStyle, View, dp
from harness.device.simulated.world import World

T = EntityType
_FOLDERS = (
    ("inbox", "Inbox", "mail"),
    ("starred", "Starred", "star_outline"),
    ("sent", "Sent", "send"),
    ("drafts", "Drafts", "edit"),
    ("archive", "Archived", "archive"),
    ("trash", "Trash", "delete"),
)
_TITLES = {key: label for key, label, _ in _FOLDERS}
_FAINT = TextStyle(12, 400, "muted")


def _seed(world: World) -> State:
    return {"mail": mailbox.seed_mail(world)}


def _known(state: State) -> Known:
    return mailbox.known(state["mail"]["mails"])


# ---------------------------------------------------------------- mails and threads


def _mails(context: Context) -> list[Mail]:
    """All mails, the latest first."""
    return sorted(context.state["mail"]["mails"], key=lambda m: (m["when"], m["id"]), reverse=True)


def _thread(context: Context, id: str) -> list[Mail]:
    """The mails of a thread as one reads them, the latest last."""
    return [m for m in reversed(_mails(context)) if m["thread"] == id and m["folder"] != "drafts"]


def _latest(mails: Iterable[Mail]) -> list[Mail]:
    """The latest mail of each thread."""
    found: dict[str, Mail] = {}
    for mail in mails:
        found.setdefault(mail["thread"], mail)
    return list(found.values())


def _in(mail: Mail, folder: str) -> bool:
    if folder == "starred":
        return bool(mail["starred"]) and mail["folder"] != "trash"
    return bool(mail["folder"] == folder)


def _is_unread(context: Context, mail: Mail) -> bool:
    return mail["id"] in context.state["mail"]["unread"]


def _mark(context: Context, mails: list[Mail], *, unread: bool) -> None:
    """Mark as read, or the last that was received as unread."""
    own: list[str] = context.state["mail"]["unread"]
    ids = {mail["id"] for mail in mails}
    own[:] = [id for id in own if id not in ids]
    received = [mail["id"] for mail in mails if mail["kind"] != "owner"]
    if unread and received:
        own.append(received[-1])
        own.sort()


def _move(context: Context, threads: list[str], folder: str) -> None:
    for mail in context.state["mail"]["mails"]:
        own = mail["folder"] in ("sent", "drafts") and folder != "trash"
        if mail["thread"] in threads and not own:
            mail["folder"] = folder


# ---------------------------------------------------------------- lists


def _list(context: Context) -> Screen:
    folder = context.args.get("folder", "inbox")
    selected: list[str] = context.flag("selected", [])
    found = _latest(m for m in _mails(context) if _in(m, folder))
    if selected:
        return _selecting(context, folder, found, selected)
    menu = w.icon_button(
        "menu", "Open navigation drawer", lambda: context.push("folders"), color="text"
    )
    search = w.icon_button("search", "Search in mail", lambda: context.push("search"))
    write = w.fab("edit", "Compose", lambda: context.push("compose"))
    bar = w.app_bar(_TITLES[folder], search, navigate=menu)
    return Screen(content=w.page(bar, w.stack(_rows(context, found, selected), write)))


def _selecting(context: Context, folder: str, found: list[Mail], selected: list[str]) -> Screen:
    """A list with some threads selected, and what can be done with them."""

    def stop() -> None:
        context.set("selected", [])

    def move(to: str, notice: str) -> None:
        _move(context, selected, to)
        stop()
        context.toast(notice)

    def unread() -> None:
        for id in selected:
            _mark(context, _thread(context, id), unread=True)
        stop()

    bar = w.app_bar(
        str(len(selected)),
        *_move_buttons(folder, move),
        w.icon_button("mark_unread", "Mark unread", unread, id="mark_unread"),
        navigate=w.icon_button("close", "Close", stop, color="text"),
    )
    return Screen(content=w.page(bar, _rows(context, found, selected)), on_back=stop)


def _move_buttons(folder: str, move: Callable[[str, str], None]) -> list[View]:
    """Archive and delete, or the way back to the inbox."""
    if folder in ("archive", "trash"):
        back = partial(move, "inbox", "Moved to inbox")
        return [w.icon_button("unarchive", "Move to inbox", back, id="move_to_inbox")]
    return [
        w.icon_button("archive", "Archive", partial(move, "archive", "Archived"), id="archive"),
        w.icon_button("delete", "Delete", partial(move, "trash", "Moved to trash"), id="delete"),
    ]


def _rows(context: Context, mails: list[Mail], selected: list[str]) -> View:
    rows = [_row(context, mail, selected) for mail in mails]
    return w.items("mails", rows or [w.blank("Nothing in here")], id="thread_list")


def _row(context: Context, mail: Mail, selected: list[str]) -> View:
    id, thread = mail["id"], mail["thread"]
    unread = _is_unread(context, mail)
    count = len(_thread(context, thread))

    def toggle() -> None:
        rest = [other for other in selected if other != thread]
        context.set("selected", rest if thread in selected else [*selected, thread])

    def open_mail() -> None:
        if mail["folder"] == "drafts":
            context.push("compose", draft=id)
        else:
            _mark(context, _thread(context, thread), unread=False)
            context.push("thread", id=thread)

    style = w.STRONG if unread else w.BODY
    who, subject, snippet = _who(context, mail), mailbox.subject(mail), mailbox.preview(mail)
    head = w.row(
        w.column(w.text(who, id="senders", style=style, lines=1), width=0, weight=1),
        w.text(str(count), id="message_count", style=_FAINT) if count > 1 else None,
        w.text(mail["date"], id="date", style=_FAINT),
        gap=dp(8),
    )  # fmt: skip
    star = w.icon_button(
        "star" if mail["starred"] else "star_outline",
        "Remove star" if mail["starred"] else "Add star",
        lambda: mail.update(starred=not mail["starred"]),
        id="star", color="primary" if mail["starred"] else "muted",
    )  # fmt: skip
    lines = w.column(
        head,
        w.text(subject or "(no subject)", id="subject",
               style=TextStyle(14, 700 if unread else 400), lines=1),
        w.text(snippet, id="snippet", style=w.SMALL, lines=1),
        width=0, weight=1,
    )  # fmt: skip
    return w.row(
        w.avatar(_face(context, mail), id="contact_image"), lines, star, id="mail_row", gap=dp(12),
        desc=rich(who, ", ", subject, ", ", mail["date"]),
        pad=(dp(16), dp(10), dp(4), dp(10)), fill="tonal" if thread in selected else "",
        selected=thread in selected, on_tap=toggle if selected else open_mail, on_long=toggle,
    )  # fmt: skip


def _who(context: Context, mail: Mail) -> Part:
    """The sender, or whom the owner wrote to."""
    sent = mail["kind"] == "owner" and mail["to"]
    return rich("To: ", _face(context, mail)) if sent else mailbox.sender(mail)


def _face(context: Context, mail: Mail) -> Rich:
    """Whose picture stands beside it."""
    sent = mail["kind"] == "owner" and mail["to"]
    return mail_form.who(context, mail["to"][0]) if sent else mailbox.sender(mail)


def _folders(context: Context) -> Screen:
    owner = context.state["owner"]
    mails = [m for m in _mails(context) if _is_unread(context, m)]
    unread = {key: sum(_in(mail, key) for mail in mails) for key in _TITLES}
    name = rich(Pii(T.PERSON_NAME, owner["name"]))
    head = w.row(
        w.avatar(name, 48, id="account_avatar"),
        w.column(w.text(name, id="account_name", style=w.STRONG),
                 w.text(Pii(T.EMAIL, owner["email"]), id="account_address", style=w.SMALL),
                 width=0, weight=1),
        gap=dp(16), pad=(dp(16), dp(16), dp(16), dp(16)),
    )  # fmt: skip
    rows = [
        w.list_row(
            title=label, lead=w.icon(icon), id=f"folder_{key}",
            trail=w.text(str(count), id="unread_count", style=_FAINT)
            if (count := unread[key])
            else None,
            on_tap=partial(context.become, "list", folder=key),
        )
        for key, label, icon in _FOLDERS
    ]  # fmt: skip
    bar = w.app_bar("Folders", navigate=w.up(context))
    return Screen(content=w.page(bar, w.items("folders", [head, w.divider(), *rows])))


def _written(mail: Mail) -> str:
    """All of a mail in which the search looks."""
    texts = (mail["name"], mail["email"], mail["subject"], mail["body"], *mail["facts"].values())
    return "\n".join(texts).casefold()


def _search(context: Context) -> Screen:
    context.autofocus("query")
    words = context.field("query").casefold().split()
    found = _latest(m for m in _mails(context) if all(word in _written(m) for word in words))
    bar = w.row(
        w.up(context),
        w.column(w.field(context, "query", "Search in mail", id="open_search"), width=0, weight=1),
        pad=(dp(8), dp(8), dp(16), dp(8)),
    )  # fmt: skip
    return Screen(content=w.page(bar, _rows(context, found, []) if words else None))


# ---------------------------------------------------------------- one thread


def _conversation(context: Context) -> Screen:
    id = context.args["id"]
    mails = _thread(context, id)
    if not mails:
        gone = w.page(w.app_bar("", navigate=w.up(context)), w.blank("Nothing in here"))
        return Screen(content=gone)
    last = mails[-1]

    def move(to: str, notice: str) -> None:
        _move(context, [id], to)
        context.back()
        context.toast(notice)

    def unread() -> None:
        _mark(context, mails, unread=True)
        context.back()

    starred = last["starred"]
    star = w.icon_button(
        "star" if starred else "star_outline", "Remove star" if starred else "Add star",
        lambda: last.update(starred=not starred), id="conversation_star",
        color="primary" if starred else "muted",
    )  # fmt: skip
    bar = w.app_bar(
        "",
        *_move_buttons(last["folder"], move),
        w.icon_button("mark_unread", "Mark unread", unread, id="mark_unread"),
        navigate=w.up(context),
    )
    heading = w.text(mailbox.subject(last) or "(no subject)", id="subject", style=w.TITLE)
    head = w.row(w.column(heading, width=0, weight=1), star, pad=(dp(16), dp(8), dp(4), dp(8)))
    opened: list[str] = context.flag("open", [last["id"]])
    cards = [_card(context, mail, opened) for mail in mails]
    return Screen(
        content=w.page(bar, w.items("thread", [head, *cards]), _answers(context, last)),
        dialog=mail_parts.details(context, mails) if context.dialog else None,
    )


def _card(context: Context, mail: Mail, opened: list[str]) -> View:
    id, shown = mail["id"], mail["id"] in opened

    def flip() -> None:
        rest = [other for other in opened if other != id]
        context.set("open", rest if shown else [*opened, id])

    if shown:
        below = w.row(
            w.text(mail_parts.to(context, mail), style=w.SMALL), w.icon("expand", size=16),
            gap=dp(4), width=0, id="show_details", on_tap=partial(context.show, id),
        )  # fmt: skip
    else:
        below = w.text(mailbox.preview(mail), id="snippet", style=w.SMALL, lines=1)
    who = mailbox.sender(mail)
    head = w.row(
        w.avatar(who, id="contact_badge"),
        w.column(w.text(who, id="sender_name", style=w.STRONG, lines=1), below,
                 width=0, weight=1),
        w.text(mail["date"], id="upper_date", style=_FAINT),
        id="message_header", gap=dp(12), pad=(dp(16), dp(8), dp(16), dp(8)), on_tap=flip,
    )  # fmt: skip
    return w.column(
        head, *(mail_parts.body(context, mail) if shown else ()), w.divider(), id="message_card"
    )


def _answers(context: Context, last: Mail) -> View:
    owner = context.state["owner"]["email"]
    others = [a for a in (*last["to"], *last["cc"]) if a not in (owner, last["email"])]

    def answer(verb: str) -> None:
        context.push("compose", answers=last["id"], verb=verb)

    return w.row(
        w.button("Reply", partial(answer, "reply"), id="reply", filled=False),
        w.button("Reply all", partial(answer, "reply_all"), id="reply_all", filled=False)
        if others
        else None,
        w.button("Forward", partial(answer, "forward"), id="forward", filled=False),
        justify="center", gap=dp(4), pad=(dp(8), dp(8), dp(8), dp(8)),
    )  # fmt: skip


APP = App(
    key="mail", label="Mail", package="com.example.mail", icon="mail", color="#c5221f",
    seed=_seed, start="list", known=_known,
    screens={
        "list": _list, "folders": _folders, "search": _search, "thread": _conversation,
        "compose": mail_form.screen,
    },
)  # fmt: skip
