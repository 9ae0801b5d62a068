"""The cards of the bank: their list, and the page of a card with its number in four groups."""

from __future__ import annotations

from functools import partial
from typing import Any

from harness.core.entity import EntityType
from harness.device.simulated import dialogs
from harness.device.simulated import widgets as w
from harness.device.simulated.apps.bank.shared import bank, by_id, masked
from harness.device.simulated.context import Context
from harness.device.simulated.text import Part, Pii
from harness.device.simulated.view import FILL, Screen, TextStyle, View, dp

T = EntityType
Item = dict[str, Any]


def cards_tab(context: Context) -> tuple[View, View | None]:
    """All cards, with what can be done with each."""
    cards = [
        _card(context, card) if card["active"] else _sleeping(context, card)
        for card in bank(context)["cards"]
    ]
    listed = w.items("cards", cards, gap=dp(12), pad=(dp(16), dp(8), dp(16), dp(8)))
    return w.page(w.app_bar("Cards"), listed), _activation(context)


def _card(context: Context, card: Item) -> View:
    shown = bool(context.flag(f"show {card['id']}"))

    def flip() -> None:
        context.set(f"show {card['id']}", not shown)

    def freeze() -> None:
        card["frozen"] = not card["frozen"]

    number = Pii(T.CREDIT_CARD, card["number"]) if shown else masked(T.CREDIT_CARD, card["number"])
    security: list[Part] = ["CVV ", Pii(T.PASSWORD, card["cvv"])] if shown else ["CVV •••"]
    return w.column(
        _title(context, card),
        w.text(number, id="card_number", style=TextStyle(22, 500)),
        w.row(
            w.text(Pii(T.PERSON_NAME, card["holder"]), id="card_holder"),
            w.text(card["expiry"], id="card_expiry", style=w.SMALL),
            w.text(*security, id="card_cvv", style=w.SMALL),
            gap=dp(16),
        ),
        w.button("Hide details" if shown else "Show details", flip, filled=False,
                 id="details_button"),
        w.switch_row("Freeze card", card["frozen"], freeze, id=f"freeze_{card['id']}"),
        fill="surface", radius=dp(16), gap=dp(4), pad=(dp(20), dp(12), dp(12), dp(4)),
    )  # fmt: skip


def _sleeping(context: Context, card: Item) -> View:
    return w.column(
        _title(context, card),
        w.text(masked(T.CREDIT_CARD, card["number"]), id="card_number", style=TextStyle(22, 500)),
        w.text("Not activated yet", style=w.SMALL),
        w.button("Activate card", lambda: context.show("activate", focus="code"),
                 id="activate_button"),
        fill="surface", radius=dp(16), gap=dp(8), pad=(dp(20), dp(12), dp(12), dp(12)),
    )  # fmt: skip


def _title(context: Context, card: Item) -> View:
    open_page = partial(context.push, "card", id=card["id"])
    return w.row(
        w.column(w.text(card["name"], style=w.LABEL, id="card_name"), width=0, weight=1),
        w.icon("chevron"), id="card_row", on_tap=open_page, pad=(0, dp(4), dp(8), dp(4)),
    )  # fmt: skip


def _activation(context: Context) -> View | None:
    """The code that activates a card is in the bank's text message."""
    if context.dialog != "activate":
        return None

    def activate() -> None:
        threads = context.state["messages"]["threads"]
        codes = [t["fact"] for t in threads if t["topic"] == "code"]
        context.dismiss()
        if context.field("code").strip() in codes:
            for card in bank(context)["cards"]:
                card["active"] = True
            context.toast("Card activated")
        else:
            context.toast("This code is wrong")

    return dialogs.dialog(
        "Activate card",
        dialogs.message("Enter the code that we have texted you."),
        w.column(
            w.field(context, "code", "Code", kind=T.PASSWORD, on_enter=activate),
            pad=(dp(24), 0, dp(24), 0),
        ),
        buttons=dialogs.yes_no(context, "Activate", activate),
    )


def card_page(context: Context) -> Screen:
    """One card as it looks: each group of its number is a view of its own."""
    card = by_id(bank(context)["cards"], context.args["id"])
    shown = bool(context.flag("shown"))
    number, groups = card["number"], card["number"].split()
    first, _, last = card["holder"].rpartition(" ")

    def flip() -> None:
        context.set("shown", not shown)

    def group(i: int, digits: str) -> View:
        seen = shown or i == len(groups) - 1
        return w.text(
            Pii(T.CREDIT_CARD, number, digits) if seen else "••••",
            id=f"card_group_{i}", style=TextStyle(22, 500, "#ffffff"),
        )  # fmt: skip

    def light(*parts: Part, id: str) -> View:
        return w.text(*parts, id=id, style=TextStyle(15, 400, "#ffffff"))

    names = [light(Pii(T.PERSON_NAME, card["holder"], n), id="holder_part") for n in (first, last)]
    art = w.column(
        light(card["name"], id="card_name"),
        w.digit_row(context, *(group(i, d) for i, d in enumerate(groups)), gap=dp(16)),
        w.row(
            w.row(*(n for n in names if n.text), gap=dp(6), width=0, weight=1),
            light(card["expiry"], id="card_expiry"),
        ),
        fill="#00695c", radius=dp(16), gap=dp(28), pad=(dp(20), dp(20), dp(20), dp(20)),
    )  # fmt: skip
    rows = [
        w.column(art, pad=(dp(16), dp(8), dp(16), dp(8))),
        w.row(w.button("Hide number" if shown else "Show number", flip, filled=False,
                       id="reveal_button"), pad=(dp(16), 0, dp(16), 0)),
        w.list_row(title="Network", summary="Meridian", id="network_row"),
        w.list_row(title="Online payments", summary="On", id="online_row"),
        w.list_row(title="Contactless", summary="On", id="contactless_row"),
    ]  # fmt: skip
    page = w.items("card", rows)
    return Screen(content=w.column(w.app_bar("Card", navigate=w.up(context)), page, height=FILL))
