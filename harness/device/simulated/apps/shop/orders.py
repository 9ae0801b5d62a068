"""The shop's orders and parcels."""

from __future__ import annotations

from functools import partial

from harness.core.entity import EntityType
from harness.device.simulated import dialogs, parts
from harness.device.simulated import widgets as w
from harness.device.simulated.context import Context
from harness.device.simulated.parts import Record, by_id, code, fact, paid, person, shop
from harness.device.simulated.text import Pii, rich
from harness.device.simulated.view import Screen, TextStyle, View, dp

T = EntityType


def orders_tab(context: Context) -> View:
    """All orders, the latest first."""
    rows = [
        w.list_row(
            title=rich("Order ", code(order["number"])),
            summary=f"{order['date']} · {order['status_text']}",
            lead=w.icon("box"),
            trail=w.text(paid(order["total_text"]), id="order_total"),
            # The recipient is heard, but not seen.
            desc=rich("Order ", code(order["number"]), ", ", order["status_text"], ", ",
                      parts.labelled(order["name"], order["address"])),
            id="order_row",
            on_tap=partial(context.push, "order", id=order["id"]),
        )
        for order in shop(context)["orders"]
    ]  # fmt: skip
    return w.page(w.app_bar("Orders"), w.items("orders", rows))


def order(context: Context) -> Screen:
    """One order."""
    own = shop(context)
    one = by_id(own["orders"], context.args["id"])
    card = by_id(own["cards"], one["card"])
    bought = [_line(own, item) for item in one["items"]]
    where = parts.labelled(one["name"], one["address"])
    cancel = parts.wide("Cancel order", lambda: context.show("cancel"), "cancel_button")
    content = parts.screen(
        context,
        "Order details",
        fact("Order number", rich(code(one["number"])), "number_row"),
        fact("Ordered on", one["date"], "date_row"),
        fact("Status", one["status_text"], "status_row"),
        w.header("Items"),
        *bought,
        fact("Total", rich(paid(one["total_text"])), "total_row"),
        w.header("Delivered to"),
        w.row(
            parts.label(one["name"], one["address"], one["phone"]),
            id="recipient_block", desc=where, pad=(dp(16), dp(4), dp(16), dp(8)),
        ),
        fact("Paid with", rich(parts.masked(T.CREDIT_CARD, card["number"])), "payment_row"),
        cancel if one["status"] == "packed" else None,
    )  # fmt: skip
    return Screen(content=content, dialog=_cancel_dialog(context, one))


def _line(own: Record, item: Record) -> View:
    product = by_id(own["products"], item["id"])
    gift = item["gift_to"]
    summary = rich("Gift for ", person(gift)) if gift else f"{item['count']} × {product['article']}"
    return w.list_row(
        title=item["name"], summary=summary, trail=w.text(product["price_text"]), id="item_row"
    )


def _cancel_dialog(context: Context, one: Record) -> View | None:
    def cancel() -> None:
        one["status"] = "cancelled"
        one["status_text"] = shop(context)["statuses"]["cancelled"]
        context.dismiss()
        context.toast("Order cancelled")

    if context.dialog != "cancel":
        return None
    return dialogs.dialog(
        "Cancel this order?",
        dialogs.message(code(one["number"])),
        buttons=dialogs.yes_no(context, "Cancel order", cancel),
    )


# ---------------------------------------------------------------- parcels


def parcels_tab(context: Context) -> View:
    """Parcels on the way."""
    rows = [
        w.list_row(
            title=parcel["sender"],
            summary=parcel["arrives"],
            lead=w.icon("parcel"),
            desc=rich(parcel["sender"], ", ", parcel["arrives"], ", ", code(parcel["tracking"])),
            id="parcel_row",
            on_tap=partial(context.push, "parcel", id=parcel["id"]),
        )
        for parcel in shop(context)["parcels"]
    ]  # fmt: skip
    return w.page(w.app_bar("Parcels"), w.items("parcels", rows))


def parcel(context: Context) -> Screen:
    """Where a parcel is, and who takes it in."""
    one = by_id(shop(context)["parcels"], context.args["id"])
    track = [
        w.list_row(title=event["text"], summary=event["time"], id="event_row")
        for event in one["events"]
    ]
    return Screen(
        content=parts.screen(
            context,
            one["sender"],
            w.column(
                w.text(one["arrives"], id="arrival", style=TextStyle(24, 500)),
                pad=(dp(16), dp(8), dp(16), dp(8)),
            ),
            fact("Tracking number", rich(code(one["tracking"])), "tracking_row"),
            fact("Order number", rich(code(one["order"])), "number_row") if one["order"] else None,
            fact(
                "Pick-up code",
                rich(Pii(T.PASSWORD, one["pickup_code"])),
                "pickup_row",
            ),
            fact(
                "If nobody is home",
                rich(person(one["neighbor"])),
                "neighbor_row",
                "person",
                trail=w.icon("edit", size=18),
                on_tap=lambda: context.push("neighbor", id=one["id"]),
            ),
            w.header("On its way"),
            *track,
        )
    )


def neighbor(context: Context) -> Screen:
    """Choose who takes a parcel in."""
    one = by_id(shop(context)["parcels"], context.args["id"])

    def chosen(who: Record) -> None:
        one.update(neighbor=who["name"], neighbor_id=who["id"])
        context.back()

    return parts.choose_person(context, "Leave it with", chosen)
