"""The transfer tab of the bank: who gets how much, what was sent, and the page of a payee."""

from __future__ import annotations

from functools import partial
from typing import Any

from harness.core.entity import EntityType
from harness.device.simulated import dialogs
from harness.device.simulated import widgets as w
from harness.device.simulated.apps.bank.ledger import make_transaction, set_balance
from harness.device.simulated.apps.bank.shared import (
    account_line,
    amount,
    bank,
    by_id,
    masked,
    parse_money,
)
from harness.device.simulated.context import Context
from harness.device.simulated.l10n import NOW
from harness.device.simulated.text import Part, Pii, annotate, rich, with_content
from harness.device.simulated.view import Screen, View, dp

T = EntityType
Item = dict[str, Any]


def transfer_tab(context: Context) -> tuple[View, View | None]:
    """The form and what was sent before."""
    own = bank(context)
    source = by_id(own["accounts"], context.flag("from", "a0"))
    payee = next((p for p in own["payees"] if p["id"] == context.flag("to")), None)
    typed = context.field("amount")
    value = parse_money(typed, context.locale)

    def proceed() -> None:
        if payee is None:
            context.toast("Choose a recipient")
        elif value is None:
            context.toast("Enter an amount")
        elif value > source["balance"]:
            context.toast("Not enough money in this account")
        elif value > by_id(own["limits"], own["limit"])["value"]:
            context.toast("This is above your daily limit")
        else:
            context.show("confirm")

    to: Part = Pii(T.PERSON_NAME, payee["name"]) if payee else "Choose recipient"
    rows = [
        w.list_row(
            title="From account", lead=w.icon("bank"), id="from_row", summary=account_line(source),
            on_tap=lambda: context.show("from"),
        ),
        w.list_row(title="Recipient", summary=to, lead=w.icon("person"), id="to_row",
                   on_tap=lambda: context.show("to")),
        w.column(
            _suggestions(context),
            w.field(context, "amount", "Amount", kind=T.ACCOUNT_BALANCE),
            w.field(context, "reference", "Reference", kind=T.MESSAGE_CONTENT),
            w.row(w.button("Continue", proceed, id="continue_button", weight=1)),
            gap=dp(12), pad=(dp(16), dp(12), dp(16), dp(12)),
        ),
        *_sent(context, own["transfers"]),
    ]  # fmt: skip
    page = w.page(w.app_bar("Transfer"), w.items("transfer", rows))
    if context.dialog == "confirm" and payee is not None and value is not None:
        return page, _confirm(context, source, payee, value)
    return page, _picker(context)


def _suggestions(context: Context) -> View:
    """Amounts of earlier transfers, to fill the form with one tap."""
    chips = [
        w.column(
            w.text(amount(a["text"]), style=w.LABEL), id="amount_chip", width=0, fill="surface",
            radius=dp(16), pad=(dp(12), dp(8), dp(12), dp(8)), weight=1, align="center",
            on_tap=partial(context.type, "amount", a["text"]),
        )
        for a in bank(context)["amounts"]
    ]  # fmt: skip
    return w.row(*chips, gap=dp(8))


def _sent(context: Context, transfers: list[Item]) -> list[View]:
    rows = [
        w.list_row(
            title=Pii(T.PERSON_NAME, t["recipient"]), id="sent_row",
            summary=_reference(context, t),
            trail=_sent_amount(t),
            on_tap=partial(context.push, "payee", id=t["to"]),
        )
        for t in reversed(transfers)
    ]  # fmt: skip
    return [w.header("Sent transfers"), *rows] if rows else []


def _reference(context: Context, transfer: Item) -> Part:
    return with_content(annotate(transfer["reference"], context.known()), T.MESSAGE_CONTENT)


def _sent_amount(transfer: Item) -> View:
    return w.column(
        w.text(amount(transfer["amount_text"]), id="sent_amount"),
        w.text(transfer["date"], style=w.SMALL, id="sent_date"),
        width=0, align="end",
    )  # fmt: skip


def _picker(context: Context) -> View | None:
    own = bank(context)

    def pick(key: str, id: str) -> None:
        context.set(key, id)
        context.dismiss()

    if context.dialog == "from":
        rows = [
            w.list_row(
                title=a["name"], summary=amount(a["balance_text"]), id="picker_row",
                on_tap=partial(pick, "from", a["id"]),
            )
            for a in own["accounts"]
        ]  # fmt: skip
        return dialogs.dialog("From account", *rows)
    if context.dialog == "to":
        rows = [
            w.list_row(
                title=Pii(T.PERSON_NAME, p["name"]), summary=masked(T.BANK_ACCOUNT, p["iban"]),
                lead=w.avatar(rich(Pii(T.PERSON_NAME, p["name"]))), id="picker_row",
                on_tap=partial(pick, "to", p["id"]),
            )
            for p in own["payees"]
        ]  # fmt: skip
        return dialogs.dialog("Choose recipient", *rows)
    return None


def _confirm(context: Context, source: Item, payee: Item, value: float) -> View:
    own, locale = bank(context), context.locale
    reference = context.field("reference").strip()

    def send() -> None:
        today = NOW.date()
        own["transfers"].append(
            {
                "id": f"f{len(own['transfers']):02d}",
                "from": source["id"],
                "to": payee["id"],
                "recipient": payee["name"],
                "iban": payee["iban"],
                "amount": value,
                "amount_text": locale.money(value),
                "reference": reference,
                "date": locale.date(today, "MMMd"),
            }
        )
        set_balance(locale, source, source["balance"] - value)
        line = make_transaction(locale, payee["name"], "person", -value, today)
        source["transactions"].insert(0, line)
        context.dismiss()
        context.clear()
        context.set("to", None)
        context.toast("Transfer sent")

    return dialogs.dialog(
        "Confirm transfer",
        w.list_row(title="Amount", summary=amount(locale.money(value)), id="confirm_amount"),
        w.list_row(title="Recipient", summary=Pii(T.PERSON_NAME, payee["name"]), id="confirm_to"),
        w.list_row(title="IBAN", summary=Pii(T.BANK_ACCOUNT, payee["iban"]), id="confirm_iban"),
        buttons=dialogs.yes_no(context, "Confirm", send),
    )


def payee_page(context: Context) -> Screen:
    """Everything about one payee: account number and what was sent to them."""
    own = bank(context)
    payee = by_id(own["payees"], context.args["id"])
    name = rich(Pii(T.PERSON_NAME, payee["name"]))
    sent = [t for t in own["transfers"] if t["to"] == payee["id"]]
    head = w.column(
        w.avatar(name, 72), w.text(name, id="payee_name", style=w.TITLE),
        w.text(Pii(T.BANK_ACCOUNT, payee["iban"]), id="payee_iban", style=w.SMALL),
        align="center", gap=dp(8), pad=(dp(16), dp(8), dp(16), dp(16)),
    )  # fmt: skip
    rows = [
        w.list_row(
            title=t["date"], id="payment_row", summary=_reference(context, t),
            trail=w.text(amount(t["amount_text"]), id="payment_amount"),
        )
        for t in reversed(sent)
    ]  # fmt: skip
    shown = rows or [w.blank("No transfers yet")]
    return Screen(
        content=w.page(
            w.app_bar("Recipient", navigate=w.up(context)),
            w.items("payee", [head, w.header("Payments"), *shown]),
        )
    )
