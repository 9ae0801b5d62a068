"""Reading: pages with text, how they look, highlights and private notes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial

from harness.core.entity import EntityType
from harness.device.simulated import dialogs, parts
from harness.device.simulated import widgets as w
from harness.device.simulated.apps.books.stock import (
    Record,
    fresh_id,
    make_highlight,
    note_text,
    own,
    turn_to,
    write_note,
)
from harness.device.simulated.context import Context
from harness.device.simulated.parts import by_id
from harness.device.simulated.text import annotate, rich
from harness.device.simulated.view import FILL, Screen, TextStyle, View, dp

T = EntityType
_SIZES = {
    "small": ("Small", 15),
    "medium": ("Medium", 18),
    "large": ("Large", 22),
    "huge": ("Huge", 28),
}


@dataclass(frozen=True, slots=True)
class _Theme:
    label: str
    paper: str
    ink: str
    marker: str


_THEMES = {
    "paper": _Theme("Paper", "background", "text", "tonal"),
    "sepia": _Theme("Sepia", "#f4ecd8", "#4b3a26", "#e6cf9a"),
    "night": _Theme("Night", "#000000", "#c8c8c8", "#3d3a1f"),
}


def _look(context: Context) -> tuple[_Theme, int]:
    chosen = own(context)["look"]
    return _THEMES[chosen["theme"]], _SIZES[chosen["size"]][1]


# ---------------------------------------------------------------- pages


def page_screen(context: Context) -> Screen:
    """The chapter at which a book is open."""
    book = by_id(own(context)["library"], context.args["id"])
    theme, _ = _look(context)
    chapter = book["chapters"][book["chapter"]]
    bar = w.row(
        w.icon_button("back", "Navigate up", context.back, color=theme.ink),
        replace(
            w.text(book["title"], id="book_title", style=TextStyle(16, 500, theme.ink), lines=1),
            weight=1, pad=(dp(8), 0, 0, 0),
        ),
        w.icon_button("letters", "Look of the pages", lambda: context.push("look"),
                      id="look_button", color=theme.ink),
        w.icon_button("menu", "Contents", lambda: context.show("contents"),
                      id="contents_button", color=theme.ink),
        height=dp(56), pad=(dp(8), 0, dp(4), 0),
    )  # fmt: skip
    body = [
        w.text(chapter["title"], id="chapter_title", style=TextStyle(26, 500, theme.ink)),
        *(_paragraph(context, book, i) for i in range(len(chapter["paragraphs"]))),
    ]
    listed = w.items(
        f"chapter {book['chapter']}", body, id="pages", gap=dp(16),
        pad=(dp(20), dp(16), dp(20), dp(32)),
    )  # fmt: skip
    return Screen(
        content=w.column(
            bar, listed, _foot(book, theme),
            height=FILL, cls="android.view.ViewGroup", fill=theme.paper,
        ),
        dialog=_page_dialog(context, book),
    )  # fmt: skip


def _foot(book: Record, theme: _Theme) -> View:
    """Where in the book one is, and the ways to other chapters."""
    here, last = book["chapter"], len(book["chapters"]) - 1

    def go(to: int) -> None:
        turn_to(book, book["chapters"][to]["page"])

    def way(icon: str, label: str, to: int, id: str) -> View:
        possible = 0 <= to <= last
        return w.icon_button(
            icon, label, partial(go, to), id=id, enabled=possible,
            color=theme.ink if possible else theme.paper,
        )  # fmt: skip

    place = f"{book['page']} / {book['pages']} · {book['percent']}%"
    return w.row(
        way("back", "Previous chapter", here - 1, "previous_button"),
        replace(
            w.text(place, id="reading_place", style=TextStyle(13, 400, theme.ink), align="center"),
            weight=1,
        ),
        way("chevron", "Next chapter", here + 1, "next_button"),
        height=dp(56), pad=(dp(8), 0, dp(8), 0),
    )  # fmt: skip


def _highlight(context: Context, book: Record, paragraph: int) -> Record | None:
    place = (book["id"], book["chapter"], paragraph)
    return next(
        (
            h
            for h in own(context)["highlights"]
            if (h["book"], h["chapter"], h["paragraph"]) == place
        ),
        None,
    )


def _paragraph(context: Context, book: Record, number: int) -> View:
    theme, size = _look(context)
    highlight = _highlight(context, book, number)

    def hold() -> None:
        context.set("paragraph", number)
        context.show("paragraph")

    view = w.text(
        book["chapters"][book["chapter"]]["paragraphs"][number], id="paragraph",
        style=TextStyle(size, 400, theme.ink), width=FILL, pad=(dp(4), dp(4), dp(4), dp(4)),
    )  # fmt: skip
    if highlight is None:
        return replace(view, on_long=hold)
    # What was noted is heard where the text is marked, and seen among the highlights.
    return replace(
        view, on_long=hold, fill=theme.marker, radius=dp(4), desc=note_text(highlight),
        on_tap=partial(context.push, "highlight", id=highlight["id"]),
    )  # fmt: skip


def _page_dialog(context: Context, book: Record) -> View | None:
    if context.dialog == "contents":
        return _contents(context, book)
    if context.dialog not in ("paragraph", "note"):
        return None
    marks, number = own(context)["highlights"], context.flag("paragraph")
    highlight = _highlight(context, book, number)

    def mark() -> Record:
        made = make_highlight(fresh_id(marks), book, book["chapter"], number)
        marks.insert(0, made)
        return made

    def add() -> None:
        mark()
        context.dismiss()

    def remove() -> None:
        if highlight is not None:
            marks.remove(highlight)
        context.dismiss()

    def save() -> None:
        write_note(context, highlight or mark(), context.field("note").strip())
        context.dismiss()

    if context.dialog == "note":
        return _note_dialog(context, highlight, save)
    toggle = ("Remove highlight", remove) if highlight else ("Highlight", add)
    return dialogs.menu((toggle, ("Your note", lambda: context.show("note", focus="note"))))


def _contents(context: Context, book: Record) -> View:
    def go(page: int) -> None:
        turn_to(book, page)
        context.dismiss()

    rows = [
        w.list_row(
            title=chapter["title"], trail=w.text(str(chapter["page"]), style=w.SMALL),
            id="chapter_row", on_tap=partial(go, chapter["page"]),
        )
        for chapter in book["chapters"]
    ]  # fmt: skip
    return dialogs.dialog("Contents", *rows)


def _note_dialog(context: Context, highlight: Record | None, save: Callable[[], None]) -> View:
    old = highlight["note"] if highlight else ""
    return dialogs.edit_dialog(
        context, "Your note", "note", old, save, kind=_kind(context, context.field("note", old))
    )


def _kind(context: Context, text: str) -> EntityType | None:
    """What a note is while it is written: content as soon as somebody is named."""
    named = any(mark.type is T.PERSON_NAME for mark in annotate(text, context.known()).marks)
    return T.MESSAGE_CONTENT if named else None


def look_screen(context: Context) -> Screen:
    """How pages look; nothing on this screen is about anybody."""
    look = own(context)["look"]

    def choice(key: str, value: str, label: str) -> View:
        row = w.radio_row(label, look[key] == value, lambda: look.update({key: value}))
        return replace(row, id=f"{key}_{value}")

    return Screen(
        content=parts.screen(
            context,
            "Look of the pages",
            w.header("Size of the letters"),
            *(choice("size", key, label) for key, (label, _) in _SIZES.items()),
            w.header("Colors"),
            *(choice("theme", key, theme.label) for key, theme in _THEMES.items()),
        )
    )


# ---------------------------------------------------------------- highlights


def highlights_tab(context: Context) -> View:
    """All highlights; what was noted stands above the book."""
    rows = [_highlight_row(context, one) for one in own(context)["highlights"]]
    empty = w.blank("Nothing highlighted yet")
    return w.page(w.app_bar("Highlights"), w.items("highlights", rows or [empty]))


def _highlight_row(context: Context, one: Record) -> View:
    noted = bool(one["note"])
    title = note_text(one) if noted else rich(one["text"])
    return w.list_row(
        title=title, summary=one["title"], id="highlight_row",
        lead=w.icon("edit" if noted else "bookmark"),
        desc=rich(title, ". ", one["title"]),
        on_tap=partial(context.push, "highlight", id=one["id"]),
    )  # fmt: skip


def highlight_screen(context: Context) -> Screen:
    """One highlight: the words of the book, and what the owner thought."""
    marks = own(context)["highlights"]
    one = next((h for h in marks if h["id"] == context.args["id"]), None)
    if one is None:
        return Screen(content=parts.screen(context, "", w.blank("Nothing highlighted yet")))

    def delete() -> None:
        marks.remove(one)
        context.dismiss()
        context.back()
        context.toast("Highlight deleted")

    def save() -> None:
        write_note(context, one, context.field("note").strip())
        context.dismiss()

    dialog = None
    if context.dialog == "note":
        dialog = _note_dialog(context, one, save)
    elif context.dialog == "delete":
        dialog = dialogs.dialog(
            "Delete this highlight?",
            dialogs.message(one["title"]),
            buttons=dialogs.yes_no(context, "Delete", delete),
        )
    note = w.text(note_text(one), id="note_text") if one["note"] else None
    bar = w.app_bar(
        one["title"],
        w.icon_button("edit", "Your note", lambda: context.show("note", focus="note"),
                      id="note_button"),
        w.icon_button("delete", "Delete", lambda: context.show("delete"), id="delete_button"),
        navigate=w.up(context),
    )  # fmt: skip
    body = [
        w.text(one["text"], id="highlight_text", style=TextStyle(18), width=FILL, pad=_PAD),
        w.divider(),
        w.header("Your note"),
        w.row(note or w.text("No note yet", style=w.SMALL), pad=_PAD),
    ]
    return Screen(content=w.page(bar, w.items("highlight", body)), dialog=dialog)


_PAD = (dp(16), dp(8), dp(16), dp(16))
