"""Browser: a start page with bookmarks, web pages, and the history."""

from __future__ import annotations

from functools import partial
from typing import Any

from harness.core.entity import EntityType
from harness.device.simulated import dialogs
from harness.device.simulated import widgets as w
from harness.device.simulated.apps.browser.browsing import searched, seed_browser
from harness.device.simulated.apps.browser.webpages import PAGES
from harness.device.simulated.apps.photos.album import kept
from harness.device.simulated.context import App, Context, Known, State
from harness.device.simulated.text import annotate
from harness.device.simulated.view import FILL, Screen, TextStyle, View, dp
from harness.device.simulated.world import World

T = EntityType


def _seed(world: World) -> State:
    pages = {name: list(world.texts(f"browser.{name}")) for name in ("parts", "news")}
    return {"browser": {**seed_browser(world), "pages": pages}}


def _known(state: State) -> Known:
    account = state["browser"]["account"]
    yield T.CREDIT_CARD, account["number"]
    yield T.BANK_ACCOUNT, account["iban"]
    for member in state["browser"]["members"]:
        yield T.PHONE_NUMBER, member["phone"]


def _browser(context: Context) -> dict[str, Any]:
    own: dict[str, Any] = context.state["browser"]
    return own


def _site(context: Context, id: str) -> dict[str, Any]:
    found: dict[str, Any] = next(s for s in _browser(context)["sites"] if s["id"] == id)
    return found


def _visit(context: Context, text: str) -> None:
    """Remember a page or a search as the latest."""
    history = _browser(context)["history"]
    latest = 1 + max((int(entry["id"][1:]) for entry in history), default=0)
    known = annotate(text, context.known())
    history.insert(
        0, {"id": f"h{latest:02d}", "contact_id": "", "name": "", "text": kept(known)}
    )  # fmt: skip


def _go(context: Context, site: dict[str, Any]) -> None:
    _visit(context, site["title"])
    context.push("page", id=site["id"])


# ---------------------------------------------------------------- start page


def _start(context: Context) -> Screen:
    def enter() -> None:
        wanted = context.field("url").strip()
        if not wanted:
            return
        sites = _browser(context)["sites"]
        site = next((s for s in sites if s["url"].startswith(wanted.casefold())), None)
        if site is not None:
            _go(context, site)
        else:
            _visit(context, wanted)
            context.push("results", query=wanted)

    marks = [_site(context, id) for id in _browser(context)["bookmarks"]]
    rows = [
        w.list_row(title=site["title"], summary=site["url"], lead=w.icon("star"), id="bookmark",
                   on_tap=partial(_go, context, site))
        for site in marks
    ]  # fmt: skip
    address = w.field(context, "url", "Search or type URL", id="url_bar", on_enter=enter)
    return Screen(
        content=w.page(
            w.row(
                w.column(address, width=0, weight=1),
                w.icon_button("history", "History", lambda: context.push("history")),
                pad=(dp(16), dp(8), dp(4), dp(8)), gap=dp(4),
            ),
            w.header("Bookmarks"),
            w.items("bookmarks", rows or [w.blank("No bookmarks")]),
        )
    )  # fmt: skip


def _results(context: Context) -> Screen:
    query = str(context.args["query"]).casefold()
    found = [s for s in _browser(context)["sites"] if query in s["title"].casefold()]
    rows = [
        w.list_row(title=site["title"], summary=site["url"], on_tap=partial(_go, context, site))
        for site in found
    ]
    title = annotate(str(context.args["query"]), context.known())
    return Screen(
        content=w.page(
            w.app_bar(title, navigate=w.up(context)),
            w.items("results", rows or [w.blank("No results")]),
        )
    )


# ---------------------------------------------------------------- a page


def _page(context: Context) -> Screen:
    site = _site(context, context.args["id"])
    marks: list[str] = _browser(context)["bookmarks"]
    marked = site["id"] in marks

    def toggle() -> None:
        if marked:
            marks.remove(site["id"])
        else:
            marks.append(site["id"])
        context.toast("Bookmark removed" if marked else "Bookmark added")

    bar = w.row(
        w.icon_button("close", "Close tab", context.back),
        w.row(
            w.icon("lock", size=16),
            w.text(site["url"], id="url_bar", style=TextStyle(14, 400, "muted"), lines=1),
            width=0, weight=1, fill="surface", radius=dp(20), gap=dp(8),
            pad=(dp(12), dp(8), dp(12), dp(8)),
        ),
        w.icon_button(
            "star" if marked else "star_outline",
            "Remove bookmark" if marked else "Add bookmark",
            toggle,
        ),
        id="toolbar", height=dp(56), fill="bar", pad=(dp(4), 0, dp(4), 0), gap=dp(4),
    )  # fmt: skip
    return Screen(content=w.page(bar, PAGES[site["id"]](context, _browser(context))))


# ---------------------------------------------------------------- history


def _history(context: Context) -> Screen:
    history: list[dict[str, Any]] = _browser(context)["history"]

    def clear() -> None:
        history.clear()
        context.dismiss()
        context.toast("History cleared")

    wipe = w.icon_button("delete", "Clear browsing data", lambda: context.show("clear"))
    rows = [_entry(entry, partial(history.remove, entry)) for entry in history]
    sure = dialogs.dialog(
        "Clear browsing data?",
        dialogs.message("This removes all pages and searches from the history."),
        buttons=dialogs.yes_no(context, "Clear", clear),
    )
    return Screen(
        content=w.page(
            w.app_bar("History", wipe if rows else None, navigate=w.up(context)),
            w.items("history", rows or [w.blank("No history")]),
        ),
        dialog=sure if context.dialog == "clear" else None,
    )


def _entry(entry: dict[str, Any], remove: Any) -> View:
    return w.row(
        w.icon("history"),
        w.column(w.text(searched(entry), id="history_title", lines=1, width=FILL), width=0,
                 weight=1),
        w.icon_button("close", "Remove", remove),
        gap=dp(16), pad=(dp(16), dp(4), dp(8), dp(4)), id="history_row",
    )  # fmt: skip


APP = App(
    key="browser", label="Browser", package="com.example.browser", icon="globe", color="#5e35b1",
    seed=_seed, known=_known, start="start",
    screens={"start": _start, "results": _results, "page": _page, "history": _history},
)  # fmt: skip
