"""The shop's account: the owner, addresses, cards, vouchers, gift cards."""

from __future__ import annotations

from functools import partial

from harness.core.entity import EntityType
from harness.device.simulated import parts
from harness.device.simulated import widgets as w
from harness.device.simulated.context import Context
from harness.device.simulated.parts import Record, by_id, masked, person, shop
from harness.device.simulated.text import Pii, Rich, rich
from harness.device.simulated.view import Screen, TextStyle, View, dp

T = EntityType


def account_tab(context: Context) -> View:
    """The owner and the ways to what the shop has saved."""
    owner = context.state["owner"]
    name = rich(person(owner["name"]))
    head = w.row(
        w.avatar(name, 64),
        w.column(
            w.text(name, style=w.TITLE),
            w.text(Pii(T.EMAIL, owner["email"]), style=w.SMALL),
            w.text("Member since 2019", style=w.SMALL),
            width=0, weight=1,
        ),
        gap=dp(16), pad=(dp(16), dp(8), dp(16), dp(16)),
    )  # fmt: skip
    ways = (
        ("addresses", "Addresses", "place"),
        ("cards", "Payment methods", "card"),
        ("vouchers", "Vouchers", "gift"),
        ("gift_cards", "Gift cards", "gift"),
        ("help", "Returns and help", "info"),
    )
    rows = [
        w.list_row(
            title=label, lead=w.icon(icon), id=f"{screen}_row", on_tap=partial(context.push, screen)
        )
        for screen, label, icon in ways
    ]
    return w.page(w.app_bar("Account"), w.items("account", [head, *rows]))


# ---------------------------------------------------------------- addresses


def place_label(place: Record) -> Rich:
    """What the owner calls an address."""
    return rich(person(place["label"]) if place["person"] else place["label"])


def addresses(context: Context) -> Screen:
    """The address book, each address in several lines."""
    saved = [_place(context, place) for place in shop(context)["addresses"]]
    add = w.fab("add", "Add address", lambda: context.push("address", id=""))
    listed = w.items("addresses", saved, gap=dp(12), pad=(dp(16), dp(8), dp(16), dp(96)))
    return Screen(
        content=w.page(w.app_bar("Addresses", navigate=w.up(context)), w.stack(listed, add))
    )


def _place(context: Context, place: Record) -> View:
    return w.column(
        w.row(
            w.text(place_label(place), style=w.LABEL, id="address_label"),
            w.text("Default", style=w.SMALL, id="default_badge") if place["default"] else None,
            gap=dp(12),
        ),
        w.row(
            parts.label(place["name"], place["address"], place["phone"]),
            w.icon("edit", size=18),
        ),
        id="address_row", fill="surface", radius=dp(16), gap=dp(4),
        pad=(dp(16), dp(12), dp(16), dp(12)),
        desc=rich(place_label(place), ": ", Pii(T.ADDRESS, place["address"])),
        on_tap=partial(context.push, "address", id=place["id"]),
    )  # fmt: skip


def address(context: Context) -> Screen:
    """The form of an address."""
    saved = shop(context)["addresses"]
    id = context.args["id"]
    old = by_id(saved, id) if id else {}
    keys = ("name", "address", "phone", "note")

    def save() -> None:
        values = {key: context.field(key, old.get(key, "")).strip() for key in keys}
        if not values["name"] or not values["address"]:
            context.toast("Enter name and address")
            return
        if old:
            old.update(values)
        else:
            number = 1 + max(int(place["id"][1:]) for place in saved)
            fresh = {"id": f"a{number}", "label": values["name"], "person": True, "default": False}
            saved.append(fresh | values)
        context.back()
        context.toast("Address saved")

    def make_default() -> None:
        for place in saved:
            place["default"] = place is old

    def delete() -> None:
        saved.remove(old)
        context.back()

    form = w.column(
        w.field(context, "name", "Full name", kind=T.PERSON_NAME, initial=old.get("name", ""),
                id="address_name"),
        w.field(context, "address", "Address", kind=T.ADDRESS, initial=old.get("address", ""),
                id="address_text"),
        # The number to call is suggested in the hint alone.
        w.field(context, "phone", Pii(T.PHONE_NUMBER, context.state["owner"]["phone_national"]),
                kind=T.PHONE_NUMBER, initial=old.get("phone", ""), id="address_phone"),
        w.field(context, "note", "Note for the courier", kind=T.MESSAGE_CONTENT,
                initial=old.get("note", ""), id="address_note"),
        gap=dp(12), pad=(dp(16), dp(12), dp(16), dp(12)),
    )  # fmt: skip
    removable = bool(old) and not old["default"]
    remove = parts.wide("Delete address", delete, "delete_button", filled=False)
    default = w.switch_row(
        "Use as default", bool(old.get("default")), make_default, id="default_switch"
    )
    return Screen(
        content=parts.screen(
            context,
            "Edit address" if old else "Add address",
            form,
            default if old else None,
            parts.wide("Save", save, "save_button"),
            remove if removable else None,
        )
    )


# ---------------------------------------------------------------- cards, vouchers, help


def cards(context: Context) -> Screen:
    """Saved cards, never in full; the groups of the number stand in views of their own."""
    return Screen(
        content=parts.screen(
            context, "Payment methods", *(_card(card) for card in shop(context)["cards"])
        )
    )


def _card(card: Record) -> View:
    groups = ["••••"] * 3
    last = Pii(T.CREDIT_CARD, card["number"], card["number"][-4:])
    return w.column(
        w.column(
            w.text(card["name"], style=w.LABEL),
            w.row(
                *(w.text(group, style=w.TITLE) for group in groups),
                w.text(last, id="card_last", style=w.TITLE),
                gap=dp(12),
            ),
            w.row(
                w.text(person(card["holder"].upper()), id="card_holder", style=w.SMALL),
                w.text(card["expiry"], style=w.SMALL),
                gap=dp(16),
            ),
            fill="surface", radius=dp(16), gap=dp(8), pad=(dp(20), dp(16), dp(20), dp(16)),
            desc=rich(card["name"], " ", masked(T.CREDIT_CARD, card["number"])), id="card_row",
        ),
        pad=(dp(16), dp(8), dp(16), dp(8)),
    )  # fmt: skip


def vouchers(context: Context) -> Screen:
    """Codes that make the cart cheaper."""
    rows = [
        w.list_row(
            title=voucher["text"],
            summary=rich(Pii(T.PASSWORD, voucher["code"])),
            trail=w.text(voucher["until"], style=w.SMALL),
            lead=w.icon("gift"),
            desc=rich(voucher["text"], ": ", Pii(T.PASSWORD, voucher["code"])),
            id="voucher_row",
        )
        for voucher in shop(context)["vouchers"]
    ]
    return Screen(content=parts.screen(context, "Vouchers", *rows))


def gift_cards(context: Context) -> Screen:
    """Gift cards and what is left on them."""
    shown = [
        w.column(
            w.text(card["name"], style=w.LABEL),
            w.row(
                w.text("Balance", style=w.SMALL),
                w.text(
                    Pii(T.ACCOUNT_BALANCE, card["balance_text"]),
                    id=f"gift_balance_{card['id']}", style=TextStyle(24, 500),
                ),
                gap=dp(12),
            ),
            w.text(Pii(T.PASSWORD, card["code"]), id="gift_code", style=w.SMALL),
            id="gift_card", gap=dp(4), pad=(dp(16), dp(12), dp(16), dp(12)),
        )
        for card in shop(context)["gift_cards"]
    ]  # fmt: skip
    return Screen(content=parts.screen(context, "Gift cards", *shown))


def help(context: Context) -> Screen:
    """Numbers and days that are nobody's."""
    rules = (
        ("Returns", "30 days", "box"),
        ("Opening hours", "9:00 – 18:30", "history"),
        ("Free shipping from", context.locale.money(49), "parcel"),
        ("Terms", "2024-03-01", "note"),
        ("Version", "7.24.1 (7240193)", "info"),
    )
    rows = [
        w.list_row(title=title, summary=value, lead=w.icon(icon)) for title, value, icon in rules
    ]
    return Screen(content=parts.screen(context, "Returns and help", *rows))
