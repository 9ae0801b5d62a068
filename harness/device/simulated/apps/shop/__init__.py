"""Shop: a catalogue full of numbers, the cart and the checkout; orders, trips and the account."""

from __future__ import annotations

from functools import partial
from typing import Any

from harness.core.entity import EntityType
from harness.device.simulated import dialogs, parts
from harness.device.simulated import widgets as w
from harness.device.simulated.apps.shop import account as shop_account
from harness.device.simulated.apps.shop import orders as shop_orders
from harness.device.simulated.apps.shop import trips as shop_trips
from harness.device.simulated.apps.shop.account import place_label
from harness.device.simulated.apps.shop.goods import line, seed_shop
from harness.device.simulated.context import App, Context, Known, State
from harness.device.simulated.l10n import NOW
from harness.device.simulated.parts import Record, by_id, masked, paid, person, shop
from harness.device.simulated.text import Pii, rich
from harness.device.simulated.view import Screen, TextStyle, View, dp
from harness.device.simulated.world import World

T = EntityType
_TABS = (
    ("catalogue", "Products", "cart"),
    ("orders", "Orders", "box"),
    ("parcels", "Parcels", "parcel"),
    ("trips", "Trips", "ticket"),
    ("account", "Account", "person"),
)


def _seed(world: World) -> State:
    return {"shop": seed_shop(world)}


def _known(state: State) -> Known:
    own = state["shop"]
    for order in own["orders"]:
        yield T.ORDER_NUMBER, order["number"]
    for parcel in own["parcels"]:
        yield T.ORDER_NUMBER, parcel["tracking"]
        yield T.PASSWORD, parcel["pickup_code"]
    for trip in own["trips"]:
        yield T.ORDER_NUMBER, trip["booking"]
    for voucher in (*own["vouchers"], *own["gift_cards"]):
        yield T.PASSWORD, voucher["code"]
    for place in own["addresses"]:
        yield T.ADDRESS, place["address"]


# ---------------------------------------------------------------- catalogue


def _home(context: Context) -> Screen:
    tabs = w.tabs(context, _TABS)
    bodies = {
        "catalogue": _catalogue, "orders": shop_orders.orders_tab,
        "parcels": shop_orders.parcels_tab, "trips": shop_trips.trips_tab,
        "account": shop_account.account_tab,
    }  # fmt: skip
    return Screen(
        content=w.page(bodies[tabs.current](context), tabs.bar),
        on_back=tabs.on_back,
    )


def _catalogue(context: Context) -> View:
    query = context.field("search").strip().casefold()
    found = [
        product
        for product in shop(context)["products"]
        if query in product["name"].casefold() or query in product["article"].casefold()
    ]
    rows = [
        w.list_row(
            title=product["name"],
            summary=product["info"],
            trail=w.text(product["price_text"], id="price", style=w.STRONG),
            id="product_row",
            on_tap=partial(context.push, "product", id=product["id"]),
        )
        for product in found
    ]
    search = w.column(
        w.field(context, "search", "Search products", id="product_search"), width=0, weight=1
    )
    return w.page(
        w.row(search, _cart_button(context), pad=(dp(16), dp(8), dp(8), dp(8)), gap=dp(4)),
        w.items("products", rows or [w.blank("No matches")]),
    )


def _cart_button(context: Context) -> View:
    return w.icon_button("cart", "Cart", lambda: context.push("cart"), id="cart_button")


def _product(context: Context) -> Screen:
    product = by_id(shop(context)["products"], context.args["id"])
    cart = shop(context)["cart"]

    def add() -> None:
        held = next((item for item in cart if item["id"] == product["id"]), None)
        if held:
            held["count"] += 1
        else:
            cart.append(line(product))
        context.toast("Added to the cart")

    numbers = (
        ("Article number", product["article"]),
        ("Model", product["model"]),
        ("EAN", product["ean"]),
        ("Size", product["size"]),
        ("In stock", str(product["stock"])),
    )
    head = w.column(
        w.text(product["name"], style=w.LARGE, id="product_name"),
        w.text(product["info"], style=w.SMALL),
        w.text(product["price_text"], id="price", style=TextStyle(28, 700)),
        gap=dp(8), pad=(dp(16), dp(8), dp(16), dp(16)),
    )  # fmt: skip
    rows = [w.list_row(title=label, summary=value) for label, value in numbers]
    return Screen(
        content=w.page(
            w.app_bar("", _cart_button(context), navigate=w.up(context)),
            w.items("product", [head, *rows, parts.wide("Add to cart", add, "add_button")]),
        )
    )


# ---------------------------------------------------------------- cart


def _cart(context: Context) -> Screen:
    rows = [_cart_row(context, item) for item in shop(context)["cart"]]
    go = parts.wide("Checkout", lambda: context.push("checkout"), "checkout_button")
    total = w.row(
        w.text("Total", style=w.STRONG, width=dp(120)),
        w.text(paid(context.locale.money(_total(context))), id="cart_total", style=w.TITLE),
        pad=(dp(16), dp(16), dp(16), dp(16)),
    )
    shown = [*rows, w.divider(), total, go] if rows else [w.blank("Your cart is empty")]
    return Screen(content=parts.screen(context, "Cart", *shown))


def _cart_row(context: Context, item: Record) -> View:
    own = shop(context)
    product, gift = by_id(own["products"], item["id"]), item["gift_to"]

    def change(by: int) -> None:
        item["count"] += by
        if item["count"] < 1:
            own["cart"].remove(item)

    receiver = by_id(context.state["contacts"]["people"], gift)["name"] if gift else ""
    return w.column(
        w.row(
            w.text(item["name"], id="item_name", width=dp(280), lines=2),
            w.text(product["price_text"], id="price", style=w.STRONG),
        ),
        w.text("Gift for ", person(receiver), id="gift_for", style=w.SMALL) if gift else None,
        w.row(
            w.icon_button("remove", "One less", partial(change, -1), id="less_button"),
            w.text(str(item["count"]), id="item_count"),
            w.icon_button("add", "One more", partial(change, 1), id="more_button"),
            w.button("Gift to someone", partial(context.push, "gift", id=item["id"]),
                     id="gift_button", filled=False),
            gap=dp(8),
        ),
        id="cart_row", pad=(dp(16), dp(8), dp(16), dp(8)), desc=rich(item["name"]),
    )  # fmt: skip


def _gift(context: Context) -> Screen:
    item = by_id(shop(context)["cart"], context.args["id"])

    def chosen(who: Record) -> None:
        item["gift_to"] = who["id"]
        context.back()

    return parts.choose_person(context, "Gift to someone", chosen)


def _total(context: Context) -> float:
    own = shop(context)
    prices: dict[str, float] = {p["id"]: p["price"] for p in own["products"]}
    off = sum(v["percent"] for v in own["vouchers"] if v["code"] == own["voucher"])
    full = sum(prices[item["id"]] * item["count"] for item in own["cart"])
    return float(round(full * (1 - off / 100), 2))


# ---------------------------------------------------------------- checkout


def _checkout(context: Context) -> Screen:
    own = shop(context)
    default = next(place["id"] for place in own["addresses"] if place["default"])
    place = by_id(own["addresses"], context.flag("address", default))
    card = by_id(own["cards"], context.flag("card", own["cards"][0]["id"]))

    def redeem() -> None:
        typed = context.field("voucher").strip().casefold()
        found = next((v for v in own["vouchers"] if v["code"].casefold() == typed), None)
        if found is None:
            context.toast("There is no such voucher")
            return
        own["voucher"] = found["code"]
        context.type("voucher", "")
        context.toast("Voucher redeemed")

    def order() -> None:
        context.show("confirm") if own["cart"] else context.toast("Your cart is empty")

    applied = rich("Voucher ", Pii(T.PASSWORD, own["voucher"])) if own["voucher"] else None
    note = parts.note(context, place["note"])
    content = parts.screen(
        context,
        "Checkout",
        w.header("Deliver to"),
        w.row(
            w.icon("place"),
            parts.label(place["name"], place["address"], place["phone"]),
            w.icon("edit", size=18),
            id="deliver_row", gap=dp(16), pad=(dp(16), dp(4), dp(16), dp(8)),
            desc=rich("Deliver to ", place_label(place)), on_tap=lambda: context.show("address"),
        ),
        w.text(note, id="courier_note", style=w.SMALL, pad=(dp(56), 0, dp(16), 0))
        if note
        else None,
        w.header("Pay with"),
        w.list_row(
            title=card["name"], summary=masked(T.CREDIT_CARD, card["number"]), id="pay_row",
            lead=w.icon("card"), trail=w.icon("edit", size=18),
            on_tap=lambda: context.show("card"),
        ),
        w.row(
            w.column(w.field(context, "voucher", "Voucher code", kind=T.PASSWORD,
                             id="voucher_code", on_enter=redeem), width=0, weight=1),
            w.button("Redeem", redeem, id="redeem_button", filled=False),
            gap=dp(8), pad=(dp(16), dp(8), dp(8), dp(8)),
        ),
        w.text(applied, id="voucher_applied", style=w.SMALL, pad=(dp(16), 0, 0, 0))
        if applied
        else None,
        w.list_row(
            title="Total",
            trail=w.text(paid(context.locale.money(_total(context))), id="total", style=w.TITLE),
        ),
        parts.wide("Place order", order, "place_order"),
    )  # fmt: skip
    return Screen(content=content, dialog=_checkout_dialog(context, place, card))


def _checkout_dialog(context: Context, place: Record, card: Record) -> View | None:
    own = shop(context)

    def pick(key: str, id: str) -> None:
        context.set(key, id)
        context.dismiss()

    if context.dialog == "address":
        rows = [
            w.list_row(
                title=place_label(one),
                summary=parts.labelled(one["name"], one["address"]),
                id="picker_row",
                on_tap=partial(pick, "address", one["id"]),
            )
            for one in own["addresses"]
        ]
        return dialogs.dialog("Deliver to", *rows)
    if context.dialog == "card":
        rows = [
            w.list_row(
                title=one["name"], summary=masked(T.CREDIT_CARD, one["number"]), id="picker_row",
                on_tap=partial(pick, "card", one["id"]),
            )
            for one in own["cards"]
        ]  # fmt: skip
        return dialogs.dialog("Pay with", *rows)
    if context.dialog == "confirm":
        return dialogs.dialog(
            "Place this order?",
            dialogs.message(paid(context.locale.money(_total(context)))),
            dialogs.message(parts.labelled(place["name"], place["address"])),
            buttons=dialogs.yes_no(context, "Place order", partial(_buy, context, place, card)),
        )
    return None


def _buy(context: Context, place: Record, card: Record) -> None:
    own, total = shop(context), _total(context)
    latest = own["orders"][0]["number"]
    made: dict[str, Any] = {
        "id": f"o{len(own['orders'])}",
        "number": f"{latest[:-4]}{(int(latest[-4:]) + 37) % 10000:04d}",
        "date": context.locale.date(NOW.date()),
        "items": [_as_bought(context, item) for item in own["cart"]],
        "total": total,
        "total_text": context.locale.money(total),
        "status": "packed",
        "status_text": own["statuses"]["packed"],
        "card": card["id"],
        **{key: place[key] for key in ("name", "address", "phone")},
    }
    own["orders"].insert(0, made)
    own["cart"].clear()
    own["voucher"] = ""
    context.become("order", id=made["id"])
    context.toast("Thank you for your order")


def _as_bought(context: Context, item: Record) -> Record:
    receiver = item["gift_to"]
    people = context.state["contacts"]["people"]
    return item | {"gift_to": by_id(people, receiver)["name"] if receiver else ""}


APP = App(
    key="shop", label="Shop", package="com.example.shop", icon="cart", color="#b35c00",
    seed=_seed, start="home", known=_known,
    screens={
        "home": _home, "product": _product, "cart": _cart, "gift": _gift, "checkout": _checkout,
        "order": shop_orders.order, "parcel": shop_orders.parcel,
        "neighbor": shop_orders.neighbor, "trip": shop_trips.trip,
        "passenger": shop_trips.passenger, "addresses": shop_account.addresses,
        "address": shop_account.address, "cards": shop_account.cards,
        "vouchers": shop_account.vouchers, "gift_cards": shop_account.gift_cards,
        "help": shop_account.help,
    },
)  # fmt: skip
