"""Bank: PIN, accounts and transactions, transfers, cards, profile."""

from __future__ import annotations

from functools import partial
from typing import Any

from harness.core.entity import EntityType
from harness.device.simulated import dialogs
from harness.device.simulated import widgets as w
from harness.device.simulated.apps.bank.cards import card_page, cards_tab
from harness.device.simulated.apps.bank.ledger import seed_bank
from harness.device.simulated.apps.bank.shared import amount, bank, by_id, masked
from harness.device.simulated.apps.bank.transfer import payee_page, transfer_tab
from harness.device.simulated.context import App, Context, Known, State
from harness.device.simulated.text import Pii, Rich, rich
from harness.device.simulated.view import FILL, Screen, TextStyle, View, dp
from harness.device.simulated.world import World

T = EntityType


def _seed(world: World) -> State:
    return {"bank": seed_bank(world)}


def _known(state: State) -> Known:
    own = state["bank"]
    for place in (*own["accounts"], *own["payees"]):
        yield T.BANK_ACCOUNT, place["iban"]
    for card in own["cards"]:
        yield T.CREDIT_CARD, card["number"]
    for payee in own["payees"]:
        yield T.PERSON_NAME, payee["name"]


def _party(transaction: dict[str, Any]) -> Rich:
    kinds = {"person": T.PERSON_NAME, "employer": T.EMPLOYER_OR_SCHOOL}
    kind = kinds.get(transaction["kind"])
    return rich(Pii(kind, transaction["who"]) if kind else transaction["who"])


# ---------------------------------------------------------------- login and home


def _login(context: Context) -> Screen:
    context.autofocus("pin")
    own, owner = bank(context), context.state["owner"]

    def log_in() -> None:
        if context.field("pin") == own["pin"]:
            own["logged_in"] = True
            context.become("home")
        else:
            context.type("pin", "")
            context.set("error", True)

    error = context.flag("error") and not context.field("pin")
    return Screen(
        content=w.column(
            w.icon("bank", "primary", 64),
            w.text("Northwind Bank", style=w.LARGE),
            w.text("Welcome back, ", Pii(T.PERSON_NAME, owner["first"]), id="greeting"),
            w.field(context, "pin", "Enter your PIN", password=True, on_enter=log_in, clear=False),
            w.text("Wrong PIN. Try again.", id="error", style=TextStyle(14, 500, "error"))
            if error
            else None,
            w.row(w.button("Log in", log_in, id="login_button", weight=1)),
            height=FILL, align="center", gap=dp(20), pad=(dp(32), dp(96), dp(32), dp(32)),
        )
    )  # fmt: skip


def _home(context: Context) -> Screen:
    tabs = w.tabs(
        context,
        (
            ("accounts", "Accounts", "bank"),
            ("transfer", "Transfer", "transfer"),
            ("cards", "Cards", "card"),
            ("profile", "Profile", "person"),
        ),
        leave=context.clear,
    )
    bodies = {
        "accounts": _accounts_tab, "transfer": transfer_tab, "cards": cards_tab,
        "profile": _profile_tab,
    }  # fmt: skip
    body, dialog = bodies[tabs.current](context)
    return Screen(
        content=w.page(body, tabs.bar),
        dialog=dialog,
        on_back=tabs.on_back,
    )


def _accounts_tab(context: Context) -> tuple[View, View | None]:
    own = bank(context)
    total = context.locale.money(sum(a["balance"] for a in own["accounts"]))
    head = w.column(
        w.text("Total balance", style=w.SMALL),
        w.text(amount(total), id="total_balance", style=TextStyle(34, 500)),
        pad=(dp(16), dp(8), dp(16), dp(16)),
    )
    rows = [
        w.list_row(
            title=account["name"],
            summary=masked(T.BANK_ACCOUNT, account["iban"]),
            lead=w.icon("bank"),
            trail=w.text(amount(account["balance_text"]), id="account_balance", style=w.STRONG),
            desc=rich(account["name"], ", ", masked(T.BANK_ACCOUNT, account["iban"]), ", balance ",
                      amount(account["balance_text"])),
            id="account_row",
            on_tap=partial(context.push, "account", id=account["id"]),
        )
        for account in own["accounts"]
    ]  # fmt: skip
    bills = [
        w.list_row(
            title=bill["company"], summary=bill["due"], lead=w.icon("history"), id="bill_row",
            trail=w.text(amount(bill["amount_text"]), id="bill_amount"),
        )
        for bill in own["bills"]
    ]  # fmt: skip
    listed = w.items("accounts", [head, *rows, w.header("Upcoming payments"), *bills])
    return w.page(w.app_bar("Accounts"), listed), None


def _account(context: Context) -> Screen:
    account = by_id(bank(context)["accounts"], context.args["id"])
    head = w.column(
        w.text(amount(account["balance_text"]), id="account_balance", style=TextStyle(34, 500)),
        w.text("IBAN", style=w.LABEL),
        w.text(Pii(T.BANK_ACCOUNT, account["iban"]), id="account_iban"),
        gap=dp(4), pad=(dp(16), dp(8), dp(16), dp(16)),
    )  # fmt: skip
    rows = [
        w.list_row(
            title=_party(t), summary=t["date"], id="transaction_row",
            trail=w.text(amount(t["amount_text"]), id="transaction_amount"),
            desc=rich(_party(t), ", ", amount(t["amount_text"]), ", ", t["date"]),
        )
        for t in account["transactions"]
    ]  # fmt: skip
    return Screen(
        content=w.page(
            w.app_bar(account["name"], navigate=w.up(context)),
            w.items("transactions", [head, w.header("Transactions"), *rows]),
        )
    )


# ---------------------------------------------------------------- profile


def _profile_tab(context: Context) -> tuple[View, View | None]:
    own = bank(context)
    profile = own["profile"]
    name = rich(Pii(T.PERSON_NAME, profile["name"]))
    facts = (
        ("phone", "Phone", T.PHONE_NUMBER, "call"),
        ("email", "Email", T.EMAIL, "mail"),
        ("address", "Address", T.ADDRESS, "place"),
    )

    def log_out() -> None:
        own["logged_in"] = False
        context.become("login")

    rows = [
        w.list_row(
            title=label, summary=Pii(kind, profile[key]), lead=w.icon(icon), id=f"{key}_row",
            trail=w.icon("edit", size=18),
            on_tap=partial(context.show, key, focus=f"profile_{key}"),
        )
        for key, label, kind, icon in facts
    ]  # fmt: skip
    head = w.column(w.avatar(name, 88), w.text(name, style=w.TITLE), align="center", gap=dp(8),
                    pad=(0, dp(8), 0, dp(16)))  # fmt: skip
    limit = w.list_row(
        title="Daily limit", summary=by_id(own["limits"], own["limit"])["text"],
        lead=w.icon("lock"), id="limit_row", on_tap=lambda: context.show("limit"),
    )  # fmt: skip
    leave = w.row(w.button("Log out", log_out, filled=False, id="logout_button"))
    page = w.page(w.app_bar("Profile"), w.items("profile", [head, *rows, limit, leave]))
    if context.dialog == "limit":
        return page, _choose_limit(context)
    for key, label, kind, _ in facts:
        if context.dialog == key:
            return page, _edit_profile(context, profile, key, label, kind)
    return page, None


def _choose_limit(context: Context) -> View:
    """How much may leave the bank in a day; the amounts are the bank's, not the owner's."""
    own = bank(context)
    options = {limit["text"]: limit["id"] for limit in own["limits"]}
    current = by_id(own["limits"], own["limit"])["text"]

    def choose(text: str) -> None:
        own["limit"] = options[text]
        context.dismiss()

    return dialogs.choice(context, "Daily limit", options, current, choose)


def _edit_profile(
    context: Context, profile: dict[str, Any], key: str, label: str, kind: EntityType
) -> View:
    def save() -> None:
        value = context.field(f"profile_{key}", profile[key]).strip()
        if value:
            profile[key] = value
        context.dismiss()

    return dialogs.edit_dialog(context, label, f"profile_{key}", profile[key], save, kind=kind)


APP = App(
    key="bank", label="Bank", package="com.example.bank", icon="bank", color="#00695c",
    seed=_seed, start="login", known=_known,
    screens={
        "login": _login, "home": _home, "account": _account, "payee": payee_page,
        "card": card_page,
    },
)  # fmt: skip
