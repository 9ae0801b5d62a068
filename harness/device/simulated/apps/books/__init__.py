"""Books: a library with shelves, reading, highlights, loans, library cards and purchases."""

from __future__ import annotations

from functools import partial

from harness.core.entity import EntityType
from harness.device.simulated import dialogs, parts
from harness.device.simulated import widgets as w
from harness.device.simulated.apps.books import account, loans, reading
from harness.device.simulated.apps.books.stock import (
    Record,
    device_name,
    fresh_id,
    own,
    seed_books,
    shelf_name,
)
from harness.device.simulated.context import App, Context, Known, State
from harness.device.simulated.parts import by_id, fact, person, wide
from harness.device.simulated.text import Pii, rich
from harness.device.simulated.view import Screen, View, dp
from harness.device.simulated.world import World

T = EntityType
_TABS = (
    ("library", "Library", "book"),
    ("highlights", "Highlights", "bookmark"),
    ("loans", "Loans", "group"),
    ("store", "Bookstore", "cart"),
    ("account", "Account", "person"),
)
_ORDERS = {"recent": "Last read", "title": "Book title", "author": "Author"}


def _seed(world: World) -> State:
    return {"books": seed_books(world)}


def _known(state: State) -> Known:
    mine = state["books"]
    for card in mine["cards"]:
        yield T.ID_NUMBER, card["number"]
        yield T.PASSWORD, card["pin"]
        yield T.ADDRESS, card["address"]
    for order in mine["orders"]:
        yield T.ORDER_NUMBER, order["number"]


# ---------------------------------------------------------------- library


def _home(context: Context) -> Screen:
    tabs = w.tabs(context, _TABS)
    bodies = {
        "library": _library, "highlights": reading.highlights_tab, "loans": loans.loans_tab,
        "store": _store, "account": account.account_tab,
    }  # fmt: skip
    return Screen(
        content=w.page(bodies[tabs.current](context), tabs.bar),
        dialog=_sort_dialog(context) if context.dialog == "sort" else None,
        on_back=tabs.on_back,
    )


def _library(context: Context) -> View:
    query = context.field("search").strip().casefold()
    found = [
        book
        for book in _ordered(context)
        if query in book["title"].casefold() or query in book["author"].casefold()
    ]
    field = w.field(context, "search", "Search your books", id="book_search")
    search = w.row(
        w.column(field, width=0, weight=1),
        w.icon_button("sort", "Sort by", lambda: context.show("sort"), id="sort_button"),
        w.icon_button("label", "Shelves", lambda: context.push("shelves"), id="shelves_button"),
        pad=(dp(16), dp(8), dp(4), dp(8)),
    )  # fmt: skip
    rows = [_book_row(context, book) for book in found]
    return w.page(search, w.items("library", rows or [w.blank("No matches")]))


def _ordered(context: Context) -> list[Record]:
    order, library = own(context)["sort"], own(context)["library"]
    if order == "recent":
        return sorted(library, key=lambda book: -int(book["opened"]))
    return sorted(library, key=lambda book: str(book[order]).casefold())


def _book_row(context: Context, book: Record) -> View:
    cover = View(
        cls="android.widget.ImageView", width=dp(40), height=dp(56), radius=dp(4),
        fill=book["color"],
    )  # fmt: skip
    star = w.icon("star", "primary", 18) if book["favorite"] else None
    read = f"{book['percent']}%"
    return w.list_row(
        title=book["title"],
        summary=book["author"],
        lead=cover,
        trail=w.row(star, w.text(read, id="book_percent", style=w.SMALL), width=0, gap=dp(8)),
        desc=f"{book['title']}, {book['author']}, {read}",
        id="book_row",
        on_tap=partial(context.push, "book", id=book["id"]),
    )


def _sort_dialog(context: Context) -> View:
    def choose(label: str) -> None:
        own(context)["sort"] = next(key for key, shown in _ORDERS.items() if shown == label)
        context.dismiss()

    current = _ORDERS[own(context)["sort"]]
    return dialogs.choice(context, "Sort by", _ORDERS.values(), current, choose)


def _store(context: Context) -> View:
    """Books that anybody can buy."""
    rows = [
        w.list_row(
            title=offer["title"], summary=offer["author"], lead=w.icon("book"),
            trail=w.text(offer["price"], id="offer_price"), id="offer_row",
        )
        for offer in own(context)["store"]
    ]  # fmt: skip
    return w.page(w.app_bar("Bookstore"), w.items("store", rows))


# ---------------------------------------------------------------- shelves


def _shelves(context: Context) -> Screen:
    library = own(context)["library"]
    rows = [
        w.list_row(
            title=shelf_name(shelf), lead=w.icon("label"), id="shelf_row",
            trail=w.text(str(sum(b["shelf"] == shelf["id"] for b in library)), style=w.SMALL),
            on_tap=partial(context.push, "shelf", id=shelf["id"]),
        )
        for shelf in own(context)["shelves"]
    ]  # fmt: skip
    return Screen(content=parts.screen(context, "Shelves", *rows))


def _shelf(context: Context) -> Screen:
    shelf = by_id(own(context)["shelves"], context.args["id"])
    rows = [_book_row(context, b) for b in _ordered(context) if b["shelf"] == shelf["id"]]
    bar = w.app_bar(shelf_name(shelf), navigate=w.up(context))
    return Screen(content=w.page(bar, w.items("shelf", rows or [w.blank("No books here")])))


# ---------------------------------------------------------------- one book


def _book(context: Context) -> Screen:
    mine = own(context)
    book = by_id(mine["library"], context.args["id"])
    shelf = by_id(mine["shelves"], book["shelf"])
    loan = next((one for one in mine["loans"] if one["book"] == book["id"]), None)

    def read() -> None:
        book["opened"] = 1 + max(other["opened"] for other in mine["library"])
        context.push("page", id=book["id"])

    starred = book["favorite"]
    bar = w.app_bar(
        "",
        w.icon_button(
            "star" if starred else "star_outline",
            "Remove from favorites" if starred else "Add to favorites",
            lambda: book.update(favorite=not starred), id="star_button",
        ),
        w.icon_button("send", "Send to a reader", lambda: context.show("readers"),
                      id="send_button"),
        navigate=w.up(context),
    )  # fmt: skip
    cover = View(
        cls="android.widget.ImageView", width=dp(96), height=dp(136), radius=dp(6),
        fill=book["color"],
    )  # fmt: skip
    head = w.row(
        cover,
        w.column(
            w.text(book["title"], id="book_title", style=w.TITLE),
            w.text(book["author"], id="book_author", style=w.SMALL),
            w.text(f"{book['page']} / {book['pages']} · {book['percent']}%", id="book_progress"),
            width=0, weight=1, gap=dp(6),
        ),
        gap=dp(16), pad=(dp(16), dp(8), dp(16), dp(8)),
    )  # fmt: skip
    if loan is not None:
        lent = fact(
            "Lent to", person(loan["name"]), "lent_row", "person",
            on_tap=partial(context.push, "loan", id=loan["id"]),
        )  # fmt: skip
    else:
        lent = wide("Lend", partial(context.push, "lend", id=book["id"]), "lend_button",
                    filled=False)  # fmt: skip
    body = [
        head,
        wide("Read", read, "read_button"),
        lent,
        fact("Shelf", shelf_name(shelf), "shelf_row", "label",
             on_tap=lambda: context.show("shelves")),
        fact("ISBN", book["isbn"], "isbn_row", "info"),
        fact("Published", book["year"], "year_row", "calendar"),
        fact("File", book["size"], "size_row", "download"),
    ]  # fmt: skip
    return Screen(content=w.page(bar, w.items("book", body)), dialog=_book_dialog(context, book))


def _book_dialog(context: Context, book: Record) -> View | None:
    mine = own(context)

    def put(shelf: str) -> None:
        book["shelf"] = shelf
        context.dismiss()

    def send(device: Record) -> None:
        sent = mine["deliveries"]
        sent.append({"id": fresh_id(sent), "book": book["id"], "device": device["id"]})
        context.dismiss()
        context.toast("The book is on its way")

    if context.dialog == "shelves":
        rows = [
            w.list_row(title=shelf_name(shelf), id="shelf_option", lead=w.icon("label"),
                       on_tap=partial(put, shelf["id"]))
            for shelf in mine["shelves"]
        ]  # fmt: skip
        return dialogs.dialog("Shelf", *rows)
    if context.dialog == "readers":
        rows = [
            w.list_row(title=device_name(device), summary=rich(Pii(T.EMAIL, device["email"])),
                       id="reader_option", lead=w.icon("book"), on_tap=partial(send, device))
            for device in mine["devices"]
        ]  # fmt: skip
        return dialogs.dialog("Send to a reader", *rows)
    return None


APP = App(
    key="books", label="Books", package="com.example.books", icon="book", color="#6d4c41",
    seed=_seed, start="home", known=_known,
    screens={
        "home": _home, "shelves": _shelves, "shelf": _shelf, "book": _book,
        "page": reading.page_screen, "look": reading.look_screen,
        "highlight": reading.highlight_screen, "loan": loans.loan_screen,
        "lend": loans.lend_screen, "cards": account.cards_screen, "card": account.card_screen,
        "address": account.address_screen, "readers": account.readers_screen,
        "orders": account.orders_screen, "about": account.about_screen,
    },
)  # fmt: skip
