"""Screens about bills that the owner shares with others: who owes whom."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from functools import partial

from harness.core.amount import parse_amount
from harness.core.entity import EntityType
from harness.device.simulated import dialogs
from harness.device.simulated import widgets as w
from harness.device.simulated.apps.expenses.spending import (
    OWNER,
    Item,
    fresh_id,
    make_share,
    settle,
)
from harness.device.simulated.context import Context
from harness.device.simulated.l10n import NOW
from harness.device.simulated.text import Part, Pii, Rich, rich
from harness.device.simulated.view import Glyph, Screen, TextStyle, View, dp
from harness.device.simulated.world import Person

T = EntityType
_MOST = 3
"""Most people that are suggested while a name is typed."""


def _amount(text: str) -> Pii:
    return Pii(T.ACCOUNT_BALANCE, text)


def _name(name: str) -> Rich:
    return rich(Pii(T.PERSON_NAME, name))


def _people(context: Context) -> list[Person]:
    found: list[Person] = context.state["contacts"]["people"]
    return found


def suggestions(
    context: Context, key: str, initial: str, pick: Callable[[str], None]
) -> list[View]:
    """Contacts whose name begins like what is typed into the focused field ``key``."""
    typed = context.field(key, initial).strip().casefold()
    if context.focus != key or not typed:
        return []
    found = [
        p["name"]
        for p in _people(context)
        if typed != p["name"].casefold()
        and any(p[part].casefold().startswith(typed) for part in ("name", "first", "last"))
    ]
    return [
        w.list_row(title=_name(name), lead=w.avatar(_name(name), 32), id="suggestion_row",
                   on_tap=partial(pick, name))
        for name in found[:_MOST]
    ]  # fmt: skip


# ---------------------------------------------------------------- balances and bills


def shared_tab(context: Context) -> View:
    """What is open with whom, and the bills behind it."""
    own = context.state["expenses"]
    rows = [
        w.header("Balances"),
        *(_balance_row(context, balance) for balance in own["balances"]),
        w.header("Shared bills"),
        *(_bill_row(context, bill) for bill in own["bills"]),
    ]
    add = w.fab("add", "New bill", lambda: context.push("new_bill"))
    return w.page(w.app_bar("Shared"), w.stack(w.items("shared", rows), add))


def _balance_row(context: Context, balance: Item) -> View:
    says = "owes you" if balance["amount"] > 0 else "you owe"
    name, amount = _name(balance["name"]), _amount(balance["amount_text"])
    color = "text" if balance["amount"] > 0 else "error"
    return w.list_row(
        title=name, summary=says, lead=w.avatar(name), id="balance_row",
        trail=w.text(amount, id="balance_amount", style=TextStyle(16, 700, color)),
        desc=rich(name, ", ", context.locale.say(says), ", ", amount),
    )  # fmt: skip


def _paid_by(bill: Item) -> Rich:
    return (
        rich("Paid by you") if bill["payer_id"] == OWNER else rich("Paid by ", _name(bill["payer"]))
    )


def _bill_row(context: Context, bill: Item) -> View:
    photos = [w.avatar(_name(s["name"]), 24) for s in bill["shares"] if s["id"] != OWNER]
    return w.list_row(
        title=bill["title"], summary=_paid_by(bill), lead=w.icon("note"), id="bill_row",
        trail=w.row(*photos, width=0, gap=dp(4)),
        on_tap=partial(context.push, "bill", id=bill["id"]),
    )  # fmt: skip


def bill_screen(context: Context) -> Screen:
    """A bill: who paid it and what each of the others still owes."""
    own = context.state["expenses"]
    bill = next((b for b in own["bills"] if b["id"] == context.args["id"]), None)
    if bill is None:
        gone = w.page(w.app_bar("", navigate=w.up(context)), w.blank("Bill not found"))
        return Screen(content=gone)
    day = context.locale.date(date.fromisoformat(bill["day"]), "long")
    head = w.column(
        w.text(_amount(bill["total_text"]), id="bill_total", style=TextStyle(34, 500)),
        w.text(_paid_by(bill), id="bill_payer"),
        w.text(day, style=w.SMALL),
        gap=dp(4), pad=(dp(16), dp(8), dp(16), dp(8)),
    )  # fmt: skip
    rows = [_share_row(context, bill, i) for i in range(len(bill["shares"]))]
    bar = w.app_bar(
        bill["title"],
        w.icon_button("delete", "Delete bill", lambda: context.show("delete"), id="menu_delete"),
        navigate=w.up(context),
    )
    content = w.page(bar, w.items("shares", [head, w.header("Shares"), *rows]))
    return Screen(content=content, dialog=_delete_dialog(context, bill))


def _share_row(context: Context, bill: Item, position: int) -> View:
    own, share = context.state["expenses"], bill["shares"][position]

    def flip() -> None:
        share["settled"] = not share["settled"]
        settle(own, context.locale)

    amount, name = _amount(share["amount_text"]), _name(share["name"])
    say = context.locale.say
    says = say("paid back" if share["settled"] else "still open")
    listed = context.locale.listed_name_of(share["first"], share["last"])
    title: Part = say("You") if share["id"] == OWNER else _name(listed)
    box = View(
        cls="android.widget.CheckBox", id="android:id/checkbox", width=dp(24), height=dp(24),
        glyph=Glyph("checkbox", on=share["settled"]), checked=share["settled"],
    )  # fmt: skip
    trail = w.row(
        w.text(amount, id=f"share_amount_{position}", style=w.STRONG), box, width=0, gap=dp(12)
    )
    return w.list_row(
        title=title, summary=says, lead=w.icon("person"), trail=trail, id="share_row",
        desc=rich(title if share["id"] == OWNER else name, ", ", amount, ", ", says),
        on_tap=flip,
    )  # fmt: skip


def _delete_dialog(context: Context, bill: Item) -> View | None:
    if context.dialog != "delete":
        return None

    def delete() -> None:
        context.state["expenses"]["bills"].remove(bill)
        settle(context.state["expenses"], context.locale)
        context.dismiss()
        context.back()
        context.toast("Bill deleted")

    return dialogs.dialog(
        "Delete bill?",
        dialogs.message("All of its shares will be forgotten."),
        buttons=dialogs.yes_no(context, "Delete", delete),
    )


# ---------------------------------------------------------------- a new bill


def new_bill_screen(context: Context) -> Screen:
    """A bill that the owner has paid and splits equally."""
    context.autofocus("title")
    sharers: list[str] = context.flag("sharers", [])

    def add(name: str) -> None:
        person = next(p for p in _people(context) if p["name"] == name)
        context.set("sharers", [*dict.fromkeys((*sharers, person["id"]))])
        context.type("person", "")

    def add_typed() -> None:
        typed = context.field("person").strip().casefold()
        name = next((p["name"] for p in _people(context) if p["name"].casefold() == typed), None)
        if name is None:
            context.toast("Choose one of your contacts")
        else:
            add(name)

    def save() -> None:
        title, total = context.field("title").strip(), parse_amount(context.field("total"))
        if not title:
            context.toast("Say what it was for")
        elif total is None or total <= 0:
            context.toast("Enter an amount")
        elif not sharers:
            context.toast("Add somebody to share with")
        else:
            _create(context, title, float(total), sharers)
            context.back()
            context.toast("Bill saved")

    form = [
        w.field(context, "title", "What for", id="bill_title"),
        w.field(context, "total", "Total amount", kind=T.ACCOUNT_BALANCE),
        w.field(context, "person", "Split with", kind=T.PERSON_NAME, on_enter=add_typed),
        *suggestions(context, "person", "", add),
        *(_sharer_row(context, id, sharers) for id in sharers),
        w.text("The total is split equally between you and them.", style=w.SMALL),
    ]
    bar = w.app_bar(
        "New bill",
        w.button("Save", save, id="menu_save"),
        navigate=w.icon_button("close", "Cancel", context.back, color="text"),
    )
    listed = w.items("form", form, gap=dp(10), pad=(dp(16), dp(8), dp(16), dp(8)))
    return Screen(content=w.page(bar, listed))


def _sharer_row(context: Context, id: str, sharers: list[str]) -> View | None:
    person = next((p for p in _people(context) if p["id"] == id), None)
    if person is None:
        return None
    name = _name(person["name"])
    remove = partial(context.set, "sharers", [other for other in sharers if other != id])
    return w.list_row(
        title=name, lead=w.avatar(name), id="sharer_row",
        trail=w.icon_button("close", rich("Remove ", name), remove),
    )  # fmt: skip


def _create(context: Context, title: str, total: float, sharers: list[str]) -> None:
    own = context.state["expenses"]
    people = {p["id"]: p for p in _people(context)}
    part = round(total / (len(sharers) + 1), 2)
    own["bills"].insert(
        0,
        {
            "id": fresh_id(own["bills"]),
            "title": title,
            "day": NOW.date().isoformat(),
            "payer_id": OWNER,
            "payer": context.state["owner"]["name"],
            "total": total,
            "shares": [make_share(people[id], part) for id in sharers if id in people],
        },
    )
    settle(own, context.locale)
