"""Paper books that the owner has lent: to whom, until when, and how to get them back."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta
from functools import partial

from harness.core.canonical import fold
from harness.core.entity import EntityType
from harness.device.simulated import dialogs, parts
from harness.device.simulated import widgets as w
from harness.device.simulated.apps import contacts
from harness.device.simulated.apps.books.stock import (
    Record,
    fresh_id,
    give_until,
    note_text,
    own,
    write_note,
)
from harness.device.simulated.context import Context
from harness.device.simulated.l10n import NOW
from harness.device.simulated.parts import by_id, fact, person, wide
from harness.device.simulated.text import Pii, rich
from harness.device.simulated.view import Screen, TextStyle, View, dp

T = EntityType
_TERMS = {14: "Two weeks", 28: "Four weeks", 84: "Three months"}


def _late(loan: Record) -> bool:
    return bool(loan["due"] < NOW.date().isoformat())


def loans_tab(context: Context) -> View:
    """All loans, the one that ends first on top."""
    ordered = sorted(own(context)["loans"], key=lambda loan: str(loan["due"]))
    rows = [_row(context, loan) for loan in ordered] or [w.blank("Nothing is lent")]
    return w.page(w.app_bar("Loans"), w.items("loans", rows))


def _row(context: Context, loan: Record) -> View:
    who = rich(person(loan["name"]))
    color = "error" if _late(loan) else "text"
    return w.list_row(
        title=loan["title"],
        # Surnames first, as on the paper list that this replaces.
        summary=rich("Lent to ", person(loan["listed"])),
        lead=w.avatar(who),
        trail=w.text(loan["due_text"], id=f"due_{loan['id']}", style=TextStyle(14, 500, color)),
        desc=rich(loan["title"], ", ", who, ", ", loan["due_text"]),
        id="loan_row",
        on_tap=partial(context.push, "loan", id=loan["id"]),
    )  # fmt: skip


def loan_screen(context: Context) -> Screen:
    """One loan."""
    loans = own(context)["loans"]
    loan = next((one for one in loans if one["id"] == context.args["id"]), None)
    if loan is None:
        return Screen(content=parts.screen(context, "", w.blank("Nothing is lent")))
    name = rich(person(loan["name"]))

    def extend() -> None:
        give_until(context, loan, date.fromisoformat(loan["next_due"]))
        context.toast("Two weeks more")

    def back_home() -> None:
        loans.remove(loan)
        by_id(own(context)["library"], loan["book"])["lent_to"] = ""
        context.dismiss()
        context.back()
        context.toast("It is back on the shelf")

    def remind() -> None:
        context.open("messages", "thread", number=loan["phone"])

    head = w.row(
        w.avatar(name, 56),
        w.column(
            w.text(name, id="borrower_name", style=w.TITLE),
            w.text(Pii(T.PHONE_NUMBER, loan["phone"]), id="borrower_phone", style=w.SMALL),
            width=0, weight=1,
        ),
        w.icon_button("message", "Remind", remind, id="remind_button"),
        gap=dp(16), pad=(dp(16), dp(8), dp(8), dp(8)),
    )  # fmt: skip
    sure = dialogs.dialog(
        "Is it back?",
        dialogs.message(loan["title"]),
        buttons=dialogs.yes_no(context, "Returned", back_home),
    )
    note = fact("Your note", note_text(loan), "note_row", "note") if loan["note"] else None
    return Screen(
        content=parts.screen(
            context,
            loan["title"],
            head,
            fact("Lent on", loan["since"], "since_row", "calendar"),
            w.list_row(
                title="Due on",
                lead=w.icon("alarm"),
                trail=w.text(loan["due_text"], id="due_date", style=w.STRONG),
            ),
            w.text(
                "Overdue", id="overdue", style=TextStyle(14, 500, "error"), pad=(dp(56), 0, 0, 0)
            )
            if _late(loan)
            else None,
            note,
            wide("Two weeks more", extend, "extend_button", filled=False),
            wide("Returned", lambda: context.show("returned"), "returned_button"),
        ),
        dialog=sure if context.dialog == "returned" else None,
    )


def lend_screen(context: Context) -> Screen:
    """The form for a new loan."""
    loans = own(context)["loans"]
    book = by_id(own(context)["library"], context.args["id"])
    days = context.flag("days", 28)

    def save() -> None:
        name, phone = (context.field(key).strip() for key in ("person", "phone"))
        if not name:
            context.toast("Enter a name")
            return
        known = next(
            (p for p in contacts.people(context.state) if fold(p["name"]) == fold(name)), None
        )
        loan: Record = {
            "id": fresh_id(loans),
            "book": book["id"],
            "title": book["title"],
            "person_id": known["id"] if known else "",
            "name": name,
            "listed": name,
            "phone": phone,
            "since": context.locale.date(NOW.date()),
        }
        give_until(context, loan, NOW.date() + timedelta(days=days))
        write_note(context, loan, context.field("note").strip())
        loans.append(loan)
        book["lent_to"] = name
        context.become("loan", id=loan["id"])

    def term(length: int, label: str) -> View:
        row = w.radio_row(label, days == length, partial(context.set, "days", length))
        return replace(row, id=f"term_{length}")

    context.autofocus("person")
    form = w.column(
        w.field(context, "person", "Full name", kind=T.PERSON_NAME, id="loan_person"),
        w.field(context, "phone", "Phone", kind=T.PHONE_NUMBER, id="loan_phone"),
        w.field(context, "note", "Your note", kind=T.MESSAGE_CONTENT, id="loan_note"),
        gap=dp(12), pad=(dp(16), dp(12), dp(16), dp(12)),
    )  # fmt: skip
    return Screen(
        content=parts.screen(
            context,
            "Lend",
            w.list_row(title=book["title"], summary=book["author"], lead=w.icon("book")),
            form,
            w.header("For"),
            *(term(length, label) for length, label in _TERMS.items()),
            wide("Save", save, "save_button"),
        )
    )
