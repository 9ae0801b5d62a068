"""The account: library cards of the household, readers, allowed senders, purchases."""

from __future__ import annotations

from functools import partial

from harness.core.entity import EntityType
from harness.device.simulated import dialogs, parts
from harness.device.simulated import widgets as w
from harness.device.simulated.apps.books.stock import Record, device_name, fresh_id, own
from harness.device.simulated.context import Context
from harness.device.simulated.parts import by_id, code, fact, paid, person, wide
from harness.device.simulated.text import Pii, rich
from harness.device.simulated.view import Screen, TextStyle, View, dp

T = EntityType


def account_tab(context: Context) -> View:
    """The owner, the latest purchase, and the ways to the rest."""
    owner = context.state["owner"]
    name = rich(person(owner["name"]))
    head = w.row(
        w.avatar(name, 64),
        w.column(
            w.text(name, style=w.TITLE),
            w.text(Pii(T.EMAIL, owner["email"]), id="account_email", style=w.SMALL),
            width=0, weight=1,
        ),
        # The name in the reading club is heard, but not seen.
        desc=rich("Username: ", Pii(T.USERNAME, owner["username"])),
        gap=dp(16), pad=(dp(16), dp(8), dp(16), dp(16)),
    )  # fmt: skip
    last = own(context)["orders"][0]
    ways = (
        ("cards", "Library cards", "card"),
        ("readers", "Send to a reader", "send"),
        ("orders", "Purchases", "box"),
        ("look", "Look of the pages", "letters"),
        ("about", "About Books", "info"),
    )
    rows = [
        w.list_row(
            title=label, lead=w.icon(icon), id=f"{screen}_row", on_tap=partial(context.push, screen)
        )
        for screen, label, icon in ways
    ]
    purchase = w.row(
        w.text("Last order", style=w.SMALL),
        w.text(code(last["number"]), id="last_order", style=w.STRONG),
        gap=dp(12), pad=(dp(16), dp(4), dp(16), dp(12)),
    )  # fmt: skip
    return w.page(w.app_bar("Account"), w.items("account", [head, purchase, w.divider(), *rows]))


def orders_screen(context: Context) -> Screen:
    """What was bought, the latest first."""
    rows = [
        w.list_row(
            title=rich("Order ", code(order["number"])),
            summary=f"{order['title']} · {order['date']}",
            lead=w.icon("box"),
            trail=w.text(paid(order["total"])),
            id="order_row",
        )
        for order in own(context)["orders"]
    ]
    return Screen(content=parts.screen(context, "Purchases", *rows))


def about_screen(context: Context) -> Screen:
    """Numbers that are nobody's."""
    facts = (
        ("Version", "4.19.2 (4190217)"),
        ("Dictionary", "2024-02-11"),
        ("Loans from libraries", "21 · 3"),
        ("Terms", "BK-2023-11"),
    )
    rows = [w.list_row(title=label, summary=value) for label, value in facts]
    return Screen(content=parts.screen(context, "About Books", *rows))


# ---------------------------------------------------------------- library cards


def cards_screen(context: Context) -> Screen:
    """The cards of the household, with what each has to pay for late books."""
    return Screen(
        content=parts.screen(
            context, "Library cards", *(_card_row(context, card) for card in own(context)["cards"])
        )
    )


def _card_row(context: Context, card: Record) -> View:
    fee = Pii(T.ACCOUNT_BALANCE, card["fee_text"])
    return w.list_row(
        title=person(card["listed"]),
        summary=parts.masked(T.ID_NUMBER, card["number"]),
        lead=w.icon("card"),
        trail=w.text(fee, id=f"fee_{card['id']}", style=w.STRONG),
        # Only those who listen get the number in one piece.
        desc=rich(person(card["name"]), ": ", Pii(T.ID_NUMBER, card["number"])),
        id="card_row",
        on_tap=partial(context.push, "card", id=card["id"]),
    )


def card_screen(context: Context) -> Screen:
    """A card: its number in groups, the PIN behind a button, the holder in parts."""
    card = by_id(own(context)["cards"], context.args["id"])
    shown = bool(context.flag("pin"))
    groups = [
        w.text(Pii(T.ID_NUMBER, card["number"], group), id="card_group", style=w.TITLE)
        for group in card["number"].split(" ")
    ]
    holder = [
        w.text(person(card[part]), id=f"holder_{part}", style=w.BODY) for part in ("first", "last")
    ]
    # Where the surname comes first it is the first of the two views, too.
    if not card["name"].startswith(card["first"]):
        holder.reverse()
    front = w.column(
        w.text("City library", style=w.LABEL),
        w.digit_row(context, *groups, gap=dp(12)),
        w.row(*holder, w.text(card["until"], id="valid_until", style=w.SMALL), gap=dp(8)),
        fill="surface", radius=dp(16), gap=dp(8), pad=(dp(20), dp(16), dp(20), dp(16)),
        desc=rich(person(card["name"])), id="card_front",
    )  # fmt: skip
    pin = w.row(
        w.icon("lock"),
        w.text("PIN"),
        w.text(Pii(T.PASSWORD, card["pin"], None if shown else "••••"), id="card_pin",
               style=TextStyle(20, 500)),
        w.button("Hide PIN" if shown else "Show PIN", lambda: context.set("pin", not shown),
                 id="pin_button", filled=False),
        gap=dp(16), pad=(dp(16), dp(8), dp(8), dp(8)),
    )  # fmt: skip
    lines = [
        w.text(Pii(T.ADDRESS, card["address"], line), id="address_line")
        for line in parts.street_and_town(card["address"])
    ]
    home = w.row(
        w.icon("place"),
        w.column(*lines, width=0, weight=1),
        w.icon_button("edit", "Edit address", lambda: context.push("address", id=card["id"]),
                      id="edit_address"),
        gap=dp(16), pad=(dp(16), dp(8), dp(8), dp(8)),
    )  # fmt: skip
    return Screen(
        content=parts.screen(
            context,
            "Library card",
            w.column(front, pad=(dp(16), dp(8), dp(16), dp(8))),
            pin,
            w.list_row(
                title="Open fees",
                lead=w.icon("history"),
                trail=w.text(Pii(T.ACCOUNT_BALANCE, card["fee_text"]), id="fee", style=w.STRONG),
            ),
            fact("Born", rich(Pii(T.DATE_OF_BIRTH, card["birthday"])), "born_row", "cake"),
            home,
        )
    )


def address_screen(context: Context) -> Screen:
    """The form for the address of a card."""
    card = by_id(own(context)["cards"], context.args["id"])

    def save() -> None:
        typed = context.field("address", card["address"]).strip()
        if not typed:
            context.toast("Enter an address")
            return
        card.update(address=typed, moved=False)
        context.back()
        context.toast("The library knows the address now")

    context.autofocus("address")
    edit = w.field(
        context, "address", "Address", kind=T.ADDRESS, initial=card["address"], id="card_address",
        select=True, on_enter=save,
    )  # fmt: skip
    return Screen(
        content=parts.screen(
            context,
            "Edit address",
            w.column(edit, pad=(dp(16), dp(12), dp(16), dp(12))),
            wide("Save", save, "save_button"),
        )
    )


# ---------------------------------------------------------------- readers and senders


def readers_screen(context: Context) -> Screen:
    """Where books can be sent to, and who may send some."""
    senders = own(context)["senders"]

    def add() -> None:
        typed = context.field("sender").strip()
        if "@" not in typed:
            context.toast("Enter an email address")
            return
        senders.append({"id": fresh_id(senders), "name": "", "called": "", "email": typed})
        context.type("sender", "")
        context.toast("The sender is allowed now")

    devices = [
        w.list_row(
            title=device_name(device), summary=Pii(T.EMAIL, device["email"]),
            lead=w.icon("book"), id="reader_row",
        )
        for device in own(context)["devices"]
    ]  # fmt: skip
    entry = w.row(
        w.column(
            # Whose address may always send is suggested in the hint alone.
            w.field(context, "sender", Pii(T.EMAIL, context.state["owner"]["email"]),
                    kind=T.EMAIL, id="sender_email", on_enter=add),
            width=0, weight=1,
        ),
        w.button("Add", add, id="add_button", filled=False),
        gap=dp(8), pad=(dp(16), dp(8), dp(8), dp(8)),
    )  # fmt: skip
    return Screen(
        content=parts.screen(
            context,
            "Send to a reader",
            w.header("Readers"),
            *devices,
            w.header("Allowed senders"),
            *(_sender_row(context, sender) for sender in senders),
            entry,
        ),
        dialog=_remove_dialog(context),
    )


def _sender_row(context: Context, sender: Record) -> View:
    email = rich(Pii(T.EMAIL, sender["email"]))

    def ask() -> None:
        context.set("sender", sender["id"])
        context.show("remove")

    return w.list_row(
        title=email,
        summary=person(sender["called"]) if sender["called"] else "",
        lead=w.icon("person"),
        trail=w.icon_button("delete", rich("Remove ", email), ask, id="remove_button"),
        id="sender_row",
    )


def _remove_dialog(context: Context) -> View | None:
    if context.dialog != "remove":
        return None
    senders = own(context)["senders"]
    sender = by_id(senders, context.flag("sender"))

    def remove() -> None:
        senders.remove(sender)
        context.dismiss()

    return dialogs.dialog(
        "Remove this sender?",
        dialogs.message(Pii(T.EMAIL, sender["email"])),
        buttons=dialogs.yes_no(context, "Remove", remove),
    )
