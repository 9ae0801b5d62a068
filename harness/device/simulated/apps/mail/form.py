"""Writing mail: recipients as chips, replies, forwards and drafts."""

from __future__ import annotations

from functools import partial

from harness.core.entity import EntityType
from harness.device.simulated import dialogs
from harness.device.simulated import widgets as w
from harness.device.simulated.apps import contacts
from harness.device.simulated.apps.mail import mailbox
from harness.device.simulated.apps.mail.mailbox import Mail
from harness.device.simulated.context import Context
from harness.device.simulated.l10n import NOW
from harness.device.simulated.text import Part, Pii, Rich, annotate, rich, to_marks
from harness.device.simulated.view import FILL, Screen, View, dp
from harness.device.simulated.world import Person

T = EntityType
_PREFIXES = {"reply": "Re: ", "reply_all": "Re: ", "forward": "Fwd: "}
_PAD = (dp(16), dp(4), dp(8), dp(4))


def who(context: Context, address: str) -> Rich:
    """The name behind an address as far as the contacts tell, else the address."""
    person = _contact(context, address)
    return contacts.name(person) if person else rich(Pii(T.EMAIL, address))


def screen(context: Context) -> Screen:
    """The form; ``draft`` is a mail to go on with, ``answers`` one to reply to or to forward."""
    old = _mail(context, context.args.get("draft", ""))
    answered = _mail(context, context.args.get("answers", ""))
    recipients = {key: context.flag(key, _initial(context, key, old, answered)) for key in _SHOWN}
    prefix = _PREFIXES.get(context.args.get("verb", ""), "")
    subject = context.field("subject", _subject(old, answered, prefix))
    body = context.field("body", old["body"] if old else "").strip()

    def save(folder: str) -> None:
        _store(context, recipients, subject.strip(), body, folder, old, answered)

    def send() -> None:
        if any(recipients.values()):
            save("sent")
            context.back()
            context.toast("Sent")
        else:
            context.toast("Add at least one recipient")

    def leave() -> None:
        if any(recipients.values()) or body or (subject and not answered):
            save("drafts")
            context.toast("Draft saved")
        context.back()

    def discard() -> None:
        if old:
            context.state["mail"]["mails"].remove(old)
        context.dismiss()
        context.back()
        context.toast("Draft discarded")

    bar = w.app_bar(
        "Compose",
        w.icon_button("send", "Send", send, id="send", color="primary"),
        w.icon_button("more", "More options", lambda: context.show("menu"), id="menu_more"),
        navigate=w.icon_button("back", "Navigate up", leave, color="text"),
    )
    return Screen(
        content=w.page(bar, w.items("form", _lines(context, recipients, old, answered, subject))),
        dialog=dialogs.menu((("Discard", discard),)) if context.dialog == "menu" else None,
        on_back=leave,
    )


_SHOWN = {"to": "To", "cc": "Cc"}
"""Kind of recipients -> label."""


def _initial(context: Context, key: str, old: Mail | None, answered: Mail | None) -> list[str]:
    """Recipients before the user changes them."""
    if old:
        return list(old[key])
    if answered is None:
        return list(context.args.get(key, []))
    own, verb = context.state["owner"]["email"], context.args["verb"]
    writer = answered["to"] if answered["kind"] == "owner" else [answered["email"]]
    if key == "to":
        return [] if verb == "forward" else list(writer)
    others = [*answered["to"], *answered["cc"]] if verb == "reply_all" else []
    return [a for a in dict.fromkeys(others) if a not in (own, *writer)]


def _subject(old: Mail | None, answered: Mail | None, prefix: str) -> str:
    if answered is None:
        return str(old["subject"]) if old else ""
    return prefix + str(answered["subject"]).removeprefix(prefix)


def _lines(
    context: Context,
    recipients: dict[str, list[str]],
    old: Mail | None,
    answered: Mail | None,
    subject: str,
) -> list[View | None]:
    owner = context.state["owner"]
    sender = w.row(
        w.text("From", style=w.SMALL),
        w.text(Pii(T.EMAIL, owner["email"]), id="from_account", lines=1),
        gap=dp(12), pad=(dp(16), dp(12), dp(16), dp(12)),
    )  # fmt: skip
    with_copy = bool(recipients["cc"]) or context.flag("copy", False)
    quoted = answered if context.args.get("verb") == "forward" else None
    return [
        sender,
        *_recipients(context, "to", recipients["to"], more=not with_copy),
        *(_recipients(context, "cc", recipients["cc"]) if with_copy else ()),
        w.column(
            w.field(context, "subject", "Subject", kind=T.MESSAGE_CONTENT, initial=subject),
            w.field(context, "body", _hint(context, answered), kind=T.MESSAGE_CONTENT, clear=False,
                    initial=old["body"] if old else ""),
            gap=dp(8), pad=(dp(16), dp(8), dp(16), dp(8)),
        ),
        w.header("Forwarded message") if quoted else None,
        *(_quote(line) for line in (mailbox.paragraphs(quoted) if quoted else ())),
    ]  # fmt: skip


def _hint(context: Context, answered: Mail | None) -> Part:
    """A reply says to whom it goes until something is written."""
    if answered is None or context.args["verb"] == "forward":
        return "Compose email"
    return rich("Reply to ", mailbox.sender(answered))


def _quote(line: Rich) -> View:
    return w.text(line, id="quoted_text", style=w.SMALL, width=FILL, pad=_PAD)


def _recipients(
    context: Context, key: str, chosen: list[str], *, more: bool = False
) -> list[View | None]:
    """Chips, the field for one more, and whom it may mean."""
    typed = context.field(key).strip()
    found = [
        p
        for p in contacts.people(context.state)
        if typed and p["email"] and p["email"] not in chosen and contacts.matches(p, typed)
    ]

    def add(address: str) -> None:
        context.set(key, [*chosen, address])
        context.type(key, "")

    def enter() -> None:
        if "@" in typed:
            add(typed)
        elif len(found) == 1:
            add(found[0]["email"])

    def remove(address: str) -> None:
        context.set(key, [other for other in chosen if other != address])

    label = _SHOWN[key]
    copy = w.button("Cc", partial(context.set, "copy", True), id="add_cc", filled=False)
    entry = w.field(context, key, label, id=key, on_enter=enter, clear=False)
    return [
        *(_chip(context, key, address, partial(remove, address)) for address in chosen),
        w.row(w.column(entry, width=0, weight=1), copy if more else None,
              pad=(dp(16), dp(4), dp(8), dp(4))),
        *(_suggestion(person, partial(add, person["email"])) for person in found[:4]),
    ]  # fmt: skip


def _chip(context: Context, key: str, address: str, remove: partial[None]) -> View:
    """A recipient by name; its address is said, not shown."""
    name = who(context, address)
    return w.row(
        w.avatar(name, 28),
        w.text(name, id="chip_name", lines=1),
        w.icon_button("close", rich("Remove ", Pii(T.EMAIL, address)), remove, id="chip_remove"),
        id=f"{key}_chip", gap=dp(8), pad=(dp(20), 0, dp(16), 0),
    )  # fmt: skip


def _suggestion(person: Person, add: partial[None]) -> View:
    return w.list_row(
        title=contacts.name(person), summary=Pii(T.EMAIL, person["email"]),
        lead=w.avatar(contacts.name(person), 32), id="suggestion", on_tap=add,
    )  # fmt: skip


def _store(
    context: Context,
    recipients: dict[str, list[str]],
    subject: str,
    body: str,
    folder: str,
    old: Mail | None,
    answered: Mail | None,
) -> None:
    """Keep what was written in a folder, in place of the draft it was."""
    mails: list[Mail] = context.state["mail"]["mails"]
    owner = context.state["owner"]
    if old:
        mails.remove(old)
    number = 1 + max((int(mail["id"][1:]) for mail in mails), default=0)
    replies = answered if answered and context.args["verb"] != "forward" else None
    to = recipients["to"]
    first = _contact(context, to[0]) if to else None
    known = list(context.known())
    mails.insert(
        0,
        mailbox.make_mail(
            "owner", owner["name"], owner["email"], id=f"m{number:02d}", folder=folder,
            thread=replies["thread"] if replies else f"h{number:02d}",
            person_id=first["id"] if first else "", **{k: list(v) for k, v in recipients.items()},
            subject=subject, subject_marks=to_marks(annotate(subject, known)),
            body=body, marks=to_marks(annotate(body, known)),
            forwards=answered["id"] if answered and not replies else "",
            when=NOW.isoformat(), date=context.locale.time(NOW.hour, NOW.minute),
        ),
    )  # fmt: skip


def _mail(context: Context, id: str) -> Mail | None:
    return next((m for m in context.state["mail"]["mails"] if m["id"] == id), None)


def _contact(context: Context, address: str) -> Person | None:
    people = contacts.people(context.state)
    return next((p for p in people if p["email"] == address), None)
