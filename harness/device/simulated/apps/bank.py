"""Bank: PIN, accounts and transactions, transfers, cards, profile."""

from __future__ import annotations

from functools import partial
from typing import Any

from harness.core.entity import EntityType
from harness.device.simulated import dialogs
from harness.device.simulated import widgets as w
from harness.device.simulated.context import App, Context, Known, State
from harness.device.simulated.ledger import make_transaction, money, seed_bank, set_balance
from harness.device.simulated.text import Part, Pii, Rich, annotate, rich, with_content
from harness.device.simulated.view import FILL, Screen, TextStyle, View, dp
from harness.device.simulated.world import World

T = EntityType


def _seed(world: World) -> State:
    return {"bank": seed_bank(world)}


def _known(state: State) -> Known:
    bank = state["bank"]
    for place in (*bank["accounts"], *bank["payees"]):
        yield T.BANK_ACCOUNT, place["iban"]
    for card in bank["cards"]:
        yield T.CREDIT_CARD, card["number"]
    for payee in bank["payees"]:
        yield T.PERSON_NAME, payee["name"]


# ---------------------------------------------------------------- how values are shown


def _amount(text: str) -> Pii:
    return Pii(T.ACCOUNT_BALANCE, text)


def _masked(kind: EntityType, number: str) -> Pii:
    """A number of which only the last four characters are shown."""
    last = "".join(c for c in number if c.isalnum())[-4:]
    return Pii(kind, number, f"•••• {last}")


def _party(transaction: dict[str, Any]) -> Rich:
    kinds = {"person": T.PERSON_NAME, "employer": T.EMPLOYER_OR_SCHOOL}
    kind = kinds.get(transaction["kind"])
    return rich(Pii(kind, transaction["who"]) if kind else transaction["who"])


def _bank(context: Context) -> dict[str, Any]:
    own: dict[str, Any] = context.state["bank"]
    return own


def _account_of(context: Context, id: str) -> dict[str, Any]:
    found: dict[str, Any] = next(a for a in _bank(context)["accounts"] if a["id"] == id)
    return found


# ---------------------------------------------------------------- login and home


def _login(context: Context) -> Screen:
    context.autofocus("pin")
    bank, owner = _bank(context), context.state["owner"]

    def log_in() -> None:
        if context.field("pin") == bank["pin"]:
            bank["logged_in"] = True
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
    tab = context.flag("tab", "accounts")
    bodies = {
        "accounts": _accounts_tab, "transfer": _transfer_tab, "cards": _cards_tab,
        "profile": _profile_tab,
    }  # fmt: skip
    body, dialog = bodies[tab](context)

    def choose(key: str) -> None:
        context.set("tab", key)
        context.clear()

    tabs = w.tab_bar(
        tab,
        (
            ("accounts", "Accounts", "bank"),
            ("transfer", "Transfer", "transfer"),
            ("cards", "Cards", "card"),
            ("profile", "Profile", "person"),
        ),
        choose,
    )
    return Screen(
        content=w.page(body, tabs),
        dialog=dialog,
        on_back=None if tab == "accounts" else lambda: choose("accounts"),
    )


def _accounts_tab(context: Context) -> tuple[View, View | None]:
    bank = _bank(context)
    total = money(sum(a["balance"] for a in bank["accounts"]))
    head = w.column(
        w.text("Total balance", style=w.SMALL),
        w.text(_amount(total), id="total_balance", style=TextStyle(34, 500)),
        pad=(dp(16), dp(8), dp(16), dp(16)),
    )
    rows = [
        w.list_row(
            title=account["name"],
            summary=_masked(T.BANK_ACCOUNT, account["iban"]),
            lead=w.icon("bank"),
            trail=w.text(_amount(account["balance_text"]), id="account_balance", style=w.STRONG),
            desc=rich(account["name"], ", ", _masked(T.BANK_ACCOUNT, account["iban"]), ", balance ",
                      _amount(account["balance_text"])),
            id="account_row",
            on_tap=partial(context.push, "account", id=account["id"]),
        )
        for account in bank["accounts"]
    ]  # fmt: skip
    return w.page(w.app_bar("Accounts"), w.items("accounts", [head, *rows])), None


def _account(context: Context) -> Screen:
    account = _account_of(context, context.args["id"])
    head = w.column(
        w.text(_amount(account["balance_text"]), id="account_balance", style=TextStyle(34, 500)),
        w.text("IBAN", style=w.LABEL),
        w.text(Pii(T.BANK_ACCOUNT, account["iban"]), id="account_iban"),
        gap=dp(4), pad=(dp(16), dp(8), dp(16), dp(16)),
    )  # fmt: skip
    rows = [
        w.list_row(
            title=_party(t), summary=t["date"], id="transaction_row",
            trail=w.text(_amount(t["amount_text"]), id="transaction_amount"),
            desc=rich(_party(t), ", ", _amount(t["amount_text"]), ", ", t["date"]),
        )
        for t in account["transactions"]
    ]  # fmt: skip
    return Screen(
        content=w.page(
            w.app_bar(account["name"], navigate=w.up(context)),
            w.items("transactions", [head, w.header("Transactions"), *rows]),
        )
    )


# ---------------------------------------------------------------- transfer


def _transfer_tab(context: Context) -> tuple[View, View | None]:
    bank = _bank(context)
    source = _account_of(context, context.flag("from", "a0"))
    payee = next((p for p in bank["payees"] if p["id"] == context.flag("to")), None)
    amount = context.field("amount")
    reference = context.field("reference").strip()

    def proceed() -> None:
        value = _parse_amount(amount)
        if payee is None:
            context.toast("Choose a recipient")
        elif value is None:
            context.toast("Enter an amount")
        elif value > source["balance"]:
            context.toast("Not enough money in this account")
        else:
            context.show("confirm")

    to: Part = Pii(T.PERSON_NAME, payee["name"]) if payee else "Choose recipient"
    rows = [
        w.list_row(
            title="From", lead=w.icon("bank"), id="from_row",
            summary=rich(source["name"], " ", _masked(T.BANK_ACCOUNT, source["iban"])),
            on_tap=lambda: context.show("from"),
        ),
        w.list_row(title="To", summary=to, lead=w.icon("person"), id="to_row",
                   on_tap=lambda: context.show("to")),
        w.column(
            w.field(context, "amount", "Amount", kind=T.ACCOUNT_BALANCE),
            w.field(context, "reference", "Reference", kind=T.MESSAGE_CONTENT),
            w.row(w.button("Continue", proceed, id="continue_button", weight=1)),
            gap=dp(12), pad=(dp(16), dp(12), dp(16), dp(12)),
        ),
        *_sent(context),
    ]  # fmt: skip
    page = w.page(w.app_bar("Transfer"), w.items("transfer", rows))
    if context.dialog == "confirm" and payee is not None:
        return page, _confirm(context, source, payee, _parse_amount(amount) or 0.0, reference)
    return page, _pickers(context)


def _sent(context: Context) -> list[View]:
    transfers = _bank(context)["transfers"]
    rows = [
        w.list_row(
            title=Pii(T.PERSON_NAME, t["recipient"]), id="sent_row",
            summary=with_content(annotate(t["reference"], context.known()), T.MESSAGE_CONTENT),
            trail=w.text(_amount(money(t["amount"]))),
        )
        for t in reversed(transfers)
    ]  # fmt: skip
    return [w.header("Sent"), *rows] if rows else []


def _pickers(context: Context) -> View | None:
    bank = _bank(context)

    def pick(key: str, id: str) -> None:
        context.set(key, id)
        context.dismiss()

    if context.dialog == "from":
        rows = [
            w.list_row(
                title=a["name"], summary=_amount(a["balance_text"]), id="picker_row",
                on_tap=partial(pick, "from", a["id"]),
            )
            for a in bank["accounts"]
        ]  # fmt: skip
        return dialogs.dialog("From account", *rows)
    if context.dialog == "to":
        rows = [
            w.list_row(
                title=Pii(T.PERSON_NAME, p["name"]), summary=_masked(T.BANK_ACCOUNT, p["iban"]),
                lead=w.avatar(rich(Pii(T.PERSON_NAME, p["name"]))), id="picker_row",
                on_tap=partial(pick, "to", p["id"]),
            )
            for p in bank["payees"]
        ]  # fmt: skip
        return dialogs.dialog("Choose recipient", *rows)
    return None


def _confirm(
    context: Context, source: dict[str, Any], payee: dict[str, Any], amount: float, reference: str
) -> View:
    def send() -> None:
        bank = _bank(context)
        bank["transfers"].append(
            {
                "from": source["id"],
                "to": payee["id"],
                "recipient": payee["name"],
                "iban": payee["iban"],
                "amount": amount,
                "reference": reference,
            }
        )
        set_balance(source, source["balance"] - amount)
        source["transactions"].insert(
            0, make_transaction(payee["name"], "person", -amount, "May 10")
        )
        context.dismiss()
        context.clear()
        context.set("to", None)
        context.toast("Transfer sent")

    return dialogs.dialog(
        "Confirm transfer",
        dialogs.message(
            "Send ", _amount(money(amount)), " to ", Pii(T.PERSON_NAME, payee["name"]),
            ", account ", Pii(T.BANK_ACCOUNT, payee["iban"]), "?",
        ),
        buttons=dialogs.yes_no(context, "Confirm", send),
    )  # fmt: skip


def _parse_amount(text: str) -> float | None:
    """A positive amount of at most two decimals, None if it isn't one."""
    plain = text.strip().removeprefix("$").replace(",", "").strip()
    whole, _, cents = plain.partition(".")
    if not (whole.isascii() and whole.isdigit() and len(whole) <= 9):
        return None
    if cents and not (cents.isascii() and cents.isdigit() and len(cents) <= 2):
        return None
    return float(plain) or None


# ---------------------------------------------------------------- cards and profile


def _cards_tab(context: Context) -> tuple[View, View | None]:
    cards = [_card_view(context, card) for card in _bank(context)["cards"]]
    listed = w.items("cards", cards, gap=dp(16), pad=(dp(16), dp(8), dp(16), dp(8)))
    return w.page(w.app_bar("Cards"), listed), None


def _card_view(context: Context, card: dict[str, Any]) -> View:
    shown = bool(context.flag(f"show {card['id']}"))

    def flip() -> None:
        context.set(f"show {card['id']}", not shown)

    def freeze() -> None:
        card["frozen"] = not card["frozen"]

    number = Pii(T.CREDIT_CARD, card["number"]) if shown else _masked(T.CREDIT_CARD, card["number"])
    security: list[Part] = ["CVV ", Pii(T.PASSWORD, card["cvv"])] if shown else ["CVV •••"]
    return w.column(
        w.text(card["name"], style=w.LABEL),
        w.text(number, id="card_number", style=TextStyle(22, 500)),
        w.row(
            w.text(Pii(T.PERSON_NAME, card["holder"]), id="card_holder"),
            w.text("Expires ", card["expiry"], style=w.SMALL),
            w.text(*security, id="card_cvv", style=w.SMALL),
            gap=dp(16),
        ),
        w.button("Hide details" if shown else "Show details", flip, filled=False,
                 id="details_button"),
        w.switch_row("Freeze card", card["frozen"], freeze, id=f"freeze_{card['id']}"),
        fill="surface", radius=dp(16), gap=dp(8), pad=(dp(20), dp(16), dp(12), dp(12)),
    )  # fmt: skip


def _profile_tab(context: Context) -> tuple[View, View | None]:
    bank = _bank(context)
    profile = bank["profile"]
    name = rich(Pii(T.PERSON_NAME, profile["name"]))
    facts = (
        ("phone", "Phone", T.PHONE_NUMBER, "call"),
        ("email", "Email", T.EMAIL, "mail"),
        ("address", "Address", T.ADDRESS, "place"),
    )

    def log_out() -> None:
        bank["logged_in"] = False
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
    leave = w.row(w.button("Log out", log_out, filled=False, id="logout_button"))
    page = w.page(w.app_bar("Profile"), w.items("profile", [head, *rows, leave]))
    for key, label, kind, _ in facts:
        if context.dialog == key:
            return page, _edit_profile(context, profile, key, label, kind)
    return page, None


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
    screens={"login": _login, "home": _home, "account": _account},
)  # fmt: skip
