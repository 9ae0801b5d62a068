"""Expenses: what was spent and earned, bills that are shared with others, budgets, months."""

from __future__ import annotations

from datetime import date
from functools import partial

from harness.core.amount import parse_amount
from harness.core.entity import EntityType
from harness.device.simulated import dialogs
from harness.device.simulated import widgets as w
from harness.device.simulated.apps.expenses.entries import (
    ICONS,
    edit_screen,
    entry_row,
    entry_screen,
    latest_first,
)
from harness.device.simulated.apps.expenses.shares import bill_screen, new_bill_screen, shared_tab
from harness.device.simulated.apps.expenses.spending import Item, seed_spending, settle
from harness.device.simulated.context import App, Context, Known, State
from harness.device.simulated.text import Pii
from harness.device.simulated.view import Screen, View, dp
from harness.device.simulated.world import World

T = EntityType


def _seed(world: World) -> State:
    return {"expenses": seed_spending(world)}


def _known(state: State) -> Known:
    own = state["expenses"]
    for account in own["accounts"]:
        if account["iban"]:
            yield T.BANK_ACCOUNT, account["iban"]
    for item in (*own["balances"], *own["entries"]):
        yield T.ACCOUNT_BALANCE, item["amount_text"]
    for bill in own["bills"]:
        yield T.ACCOUNT_BALANCE, bill["total_text"]
        for share in bill["shares"]:
            yield T.ACCOUNT_BALANCE, share["amount_text"]


def _own(context: Context) -> Item:
    own: Item = context.state["expenses"]
    return own


def _amount(text: str) -> Pii:
    return Pii(T.ACCOUNT_BALANCE, text)


# ---------------------------------------------------------------- home


def _home(context: Context) -> Screen:
    tabs = w.tabs(
        context,
        (
            ("entries", "Entries", "note"),
            ("shared", "Shared", "group"),
            ("budgets", "Budgets", "card"),
            ("months", "Months", "history"),
        ),
        leave=context.clear,
    )
    bodies = {
        "entries": _entries_tab, "shared": shared_tab, "budgets": _budgets_tab,
        "months": _months_tab,
    }  # fmt: skip
    return Screen(
        content=w.page(bodies[tabs.current](context), tabs.bar),
        dialog=_home_dialog(context),
        on_back=tabs.on_back,
    )


def _home_dialog(context: Context) -> View | None:
    def go(screen: str) -> None:
        context.dismiss()
        context.push(screen)

    if context.dialog == "menu":
        places = (("Accounts", "accounts"), ("Categories", "categories"))
        return dialogs.menu([(label, partial(go, screen)) for label, screen in places])
    for budget in _own(context)["budgets"]:
        if context.dialog == f"budget {budget['id']}":
            return _budget_dialog(context, budget)
    return None


def _entries_tab(context: Context) -> View:
    rows: list[View] = []
    month = ""
    for entry in latest_first(_own(context)["entries"]):
        if entry["day"][:7] != month:
            month = entry["day"][:7]
            rows.append(w.header(context.locale.date(date.fromisoformat(entry["day"]), "yMMMM")))
        rows.append(entry_row(context, entry))
    bar = w.app_bar(
        "Expenses",
        w.icon_button("search", "Search entries", lambda: context.push("search"), id="search"),
        w.icon_button("more", "More options", lambda: context.show("menu"), id="menu_more"),
    )
    add = w.fab("add", "Add entry", lambda: context.push("edit", id=""))
    return w.page(bar, w.stack(w.items("entries", rows), add))


def _budgets_tab(context: Context) -> View:
    rows = [
        w.list_row(
            title=budget["name"], lead=w.icon(ICONS[budget["id"]]), id="budget_row",
            trail=w.row(
                w.text(_amount(budget["spent_text"]), id="budget_spent", style=w.STRONG),
                w.text("/", style=w.SMALL),
                w.text(_amount(budget["limit_text"]), id="budget_limit"),
                width=0, gap=dp(6),
            ),
            on_tap=partial(context.show, f"budget {budget['id']}", focus="limit"),
        )
        for budget in _own(context)["budgets"]
    ]  # fmt: skip
    return w.page(w.app_bar("Budgets"), w.items("budgets", [w.header("This month"), *rows]))


def _budget_dialog(context: Context, budget: Item) -> View:
    def save() -> None:
        value = parse_amount(context.field("limit", budget["limit_text"]))
        if value is None or value <= 0:
            context.toast("Enter an amount")
            return
        budget["limit"] = float(value)
        settle(_own(context), context.locale)
        context.dismiss()

    return dialogs.edit_dialog(
        context, budget["name"], "limit", budget["limit_text"], save, kind=T.ACCOUNT_BALANCE
    )


def _months_tab(context: Context) -> View:
    def fact(month: Item, key: str, label: str) -> View:
        return w.column(
            w.text(label, style=w.SMALL),
            w.text(_amount(month[f"{key}_text"]), id=f"month_{key}", style=w.STRONG, lines=1),
            width=0, weight=1,
        )  # fmt: skip

    cards = [
        w.column(
            w.text(month["name"], style=w.LABEL, id="month_name"),
            w.row(fact(month, "income", "Income"), fact(month, "spent", "Spent"),
                  fact(month, "saved", "Left over"), gap=dp(8)),
            fill="surface", radius=dp(16), gap=dp(8), pad=(dp(16), dp(12), dp(16), dp(12)),
        )
        for month in _own(context)["months"]
    ]  # fmt: skip
    listed = w.items("months", cards, gap=dp(12), pad=(dp(16), dp(8), dp(16), dp(8)))
    return w.page(w.app_bar("Months"), listed)


# ---------------------------------------------------------------- accounts, categories, search


def _accounts(context: Context) -> Screen:
    def row(account: Item) -> View:
        iban = account["iban"]
        last = iban.replace(" ", "")[-4:]
        linked = Pii(T.BANK_ACCOUNT, iban, f"•••• {last}") if iban else "Not linked"
        return w.list_row(
            title=account["name"], summary=linked, lead=w.icon("bank"), id="account_row",
            trail=w.text(_amount(account["balance_text"]), id="account_balance", style=w.STRONG),
        )  # fmt: skip

    rows = [row(account) for account in _own(context)["accounts"]]
    bar = w.app_bar("Accounts", navigate=w.up(context))
    return Screen(content=w.page(bar, w.items("accounts", rows)))


def _categories(context: Context) -> Screen:
    rows = [
        w.list_row(title=c["name"], lead=w.icon(ICONS[c["id"]]), id="category_row")
        for c in _own(context)["categories"]
    ]
    bar = w.app_bar("Categories", navigate=w.up(context))
    return Screen(content=w.page(bar, w.items("categories", rows)))


def _search(context: Context) -> Screen:
    context.autofocus("query")
    query = context.field("query").strip().casefold()
    found = [
        entry
        for entry in latest_first(_own(context)["entries"])
        if query
        and any(
            query in entry[key].casefold()
            for key in ("title", "category_name", "person", "employer", "note", "amount_text")
        )
    ]
    rows = [entry_row(context, entry) for entry in found]
    field = w.column(
        w.field(context, "query", "Search entries", id="search_text"), width=0, weight=1
    )
    bar = w.row(w.up(context), field, pad=(dp(8), dp(8), dp(16), dp(8)))
    shown = rows or [w.blank("Nothing found" if query else "Search by name, person or amount")]
    return Screen(content=w.page(bar, w.items("found", shown)))


APP = App(
    key="expenses", label="Expenses", package="com.example.expenses", icon="card",
    color="#2e7d32", seed=_seed, start="home", known=_known,
    screens={
        "home": _home, "accounts": _accounts, "categories": _categories, "search": _search,
        "entry": entry_screen, "edit": edit_screen, "bill": bill_screen,
        "new_bill": new_bill_screen,
    },
)  # fmt: skip
