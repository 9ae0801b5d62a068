"""Notes: notes and checklists, labels, pins, search and archive."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from harness.core.entity import EntityType
from harness.device.simulated import dialogs
from harness.device.simulated import widgets as w
from harness.device.simulated.apps.notes import notebook
from harness.device.simulated.apps.notes.notebook import Note
from harness.device.simulated.context import App, Context, Known, State
from harness.device.simulated.l10n import NOW
from harness.device.simulated.text import annotate
from harness.device.simulated.view import FILL, Glyph, Screen, TextStyle, View, dp
from harness.device.simulated.world import World

T = EntityType
_FAINT = TextStyle(12, 400, "muted")


def _seed(world: World) -> State:
    return {"notes": notebook.seed_notes(world)}


def _known(state: State) -> Known:
    return notebook.known(state["notes"]["notes"])


# ---------------------------------------------------------------- notes


def _notes(context: Context, *, archived: bool = False) -> list[Note]:
    """The notes, the latest first."""
    found = [n for n in context.state["notes"]["notes"] if n["archived"] is archived]
    return sorted(found, key=lambda n: -int(n["order"]))


def _find(context: Context, id: str) -> Note | None:
    return next((n for n in context.state["notes"]["notes"] if n["id"] == id), None)


def _fresh(context: Context) -> Note:
    """A new note at the top, which isn't kept yet."""
    notes = context.state["notes"]["notes"]
    taken = {note["id"] for note in notes}
    id = next(id for n in range(len(taken) + 1) if (id := f"n{n:02d}") not in taken)
    order = 1 + max((note["order"] for note in notes), default=0)
    return notebook.make_note(id, order=order, date=context.locale.time(NOW.hour, NOW.minute))


def _holds(note: Note, query: str) -> bool:
    texts = [note["title"], note["body"], *(entry["text"] for entry in note["items"])]
    return any(query in text.casefold() for text in texts)


# ---------------------------------------------------------------- lists


def _list(context: Context) -> Screen:
    selected: list[str] = context.flag("selected", [])
    if selected:
        return _selecting(context, selected)
    query = context.field("search").strip().casefold()
    found = [n for n in _notes(context) if _holds(n, query)]
    pinned = [n for n in found if n["pinned"]]
    others = [n for n in found if not n["pinned"]]
    rows: list[View] = []
    if pinned:
        rows = [w.header("Pinned"), *(_card(context, n) for n in pinned), w.header("Others")]
    rows += [_card(context, n) for n in others]
    bar = w.row(
        w.icon_button("menu", "Open navigation drawer", lambda: context.push("labels")),
        w.column(w.field(context, "search", "Search your notes", id="open_search"),
                 width=0, weight=1),
        pad=(dp(4), dp(8), dp(16), dp(8)),
    )  # fmt: skip
    new = w.fab("add", "New note", lambda: context.push("edit", id=""))
    listed = _cards(rows if found else [])
    return Screen(content=w.page(bar, w.stack(listed, new)))


def _selecting(context: Context, selected: list[str]) -> Screen:
    """The list with some notes selected, and what can be done with them."""
    chosen = [n for n in _notes(context) if n["id"] in selected]
    pinned = all(note["pinned"] for note in chosen)

    def stop() -> None:
        context.dismiss()
        context.set("selected", [])

    def pin() -> None:
        for note in chosen:
            note["pinned"] = not pinned
        stop()

    def archive() -> None:
        for note in chosen:
            note.update(archived=True, pinned=False)
        stop()
        context.toast("Note archived")

    def delete() -> None:
        for note in chosen:
            context.state["notes"]["notes"].remove(note)
        stop()
        context.toast("Note deleted")

    bar = w.app_bar(
        str(len(selected)),
        w.icon_button("pin" if pinned else "pin_outline", "Unpin" if pinned else "Pin", pin,
                      id="pin"),
        w.icon_button("archive", "Archive", archive, id="archive"),
        w.icon_button("delete", "Delete", lambda: context.show("delete"), id="delete"),
        navigate=w.icon_button("close", "Close", stop, color="text"),
    )  # fmt: skip
    rows = [_card(context, note) for note in _notes(context)]
    return Screen(content=w.page(bar, _cards(rows)), dialog=_sure(context, delete), on_back=stop)


def _sure(context: Context, delete: Callable[[], None]) -> View | None:
    if context.dialog != "delete":
        return None
    return dialogs.dialog(
        "Delete note?",
        dialogs.message("This can't be undone."),
        buttons=dialogs.yes_no(context, "Delete", delete),
    )


def _cards(rows: list[View]) -> View:
    shown = rows or [w.blank("No notes here")]
    below = View(height=dp(88))
    return w.items("notes", [*shown, below], id="notes_list", gap=dp(8), pad=(dp(12), 0, dp(12), 0))


def _card(context: Context, note: Note) -> View:
    id = note["id"]
    selected: list[str] = context.flag("selected", [])

    def toggle() -> None:
        rest = [other for other in selected if other != id]
        context.set("selected", rest if id in selected else [*selected, id])

    def open_note() -> None:
        context.push("note", id=id)

    items = [
        w.row(_box(entry["done"]), w.text(notebook.item(note, entry), style=w.SMALL, lines=1),
              gap=dp(8))
        for entry in note["items"][:3]
    ]  # fmt: skip
    body = [w.text(line, id="note_text", style=w.SMALL, lines=1) for line in notebook.body(note)]
    foot = w.row(
        w.text(note["label"], id="note_label", style=_FAINT) if note["label"] else None,
        w.text(note["date"], id="note_date", style=_FAINT),
        gap=dp(12), pad=(0, dp(4), 0, 0),
    )  # fmt: skip
    return w.column(
        w.text(notebook.title(note), id="note_title", style=w.STRONG, lines=1),
        *(items or body[:3]),
        foot,
        id="note_card", gap=dp(2), pad=(dp(16), dp(12), dp(16), dp(12)), radius=dp(12),
        fill="tonal" if id in selected else "surface", selected=id in selected,
        on_tap=toggle if selected else open_note, on_long=toggle if not note["archived"] else None,
    )  # fmt: skip


def _box(done: bool) -> View:
    return View(
        cls="android.widget.CheckBox", id="checkbox", width=dp(24), height=dp(24),
        glyph=Glyph("checkbox", on=done), checked=done,
    )  # fmt: skip


def _labels(context: Context) -> Screen:
    notes = context.state["notes"]
    rows = [
        w.list_row(
            title=label, lead=w.icon("label"), id="label_row",
            trail=w.text(str(sum(n["label"] == label for n in _notes(context))), style=_FAINT),
            on_tap=partial(context.push, "label", label=label),
        )
        for label in notes["labels"]
    ]  # fmt: skip
    archived = w.list_row(
        title="Archived", lead=w.icon("archive"), id="archive_row",
        on_tap=partial(context.push, "label", label=""),
    )  # fmt: skip
    bar = w.app_bar("Labels", navigate=w.up(context))
    return Screen(content=w.page(bar, w.items("labels", [*rows, w.divider(), archived])))


def _label(context: Context) -> Screen:
    """The notes of a label, or the archive."""
    label = context.args["label"]
    found = [n for n in _notes(context, archived=not label) if not label or n["label"] == label]
    bar = w.app_bar(label or "Archived", navigate=w.up(context))
    return Screen(content=w.page(bar, _cards([_card(context, note) for note in found])))


# ---------------------------------------------------------------- one note


def _note(context: Context) -> Screen:
    note = _find(context, context.args["id"])
    if note is None:
        gone = w.page(w.app_bar("", navigate=w.up(context)), w.blank("No notes here"))
        return Screen(content=gone)

    def archive() -> None:
        was = note["archived"]
        note.update(archived=not was, pinned=False)
        context.back()
        context.toast("Note unarchived" if was else "Note archived")

    pinned = note["pinned"]
    pin = w.icon_button(
        "pin" if pinned else "pin_outline", "Unpin" if pinned else "Pin",
        lambda: note.update(pinned=not pinned), id="pin",
    )  # fmt: skip
    bar = w.app_bar(
        "",
        None if note["archived"] else pin,
        w.icon_button(
            "unarchive" if note["archived"] else "archive",
            "Unarchive" if note["archived"] else "Archive", archive, id="archive",
        ),
        w.icon_button("more", "More options", lambda: context.show("menu"), id="menu_more"),
        navigate=w.up(context),
    )  # fmt: skip
    head = w.text(notebook.title(note), id="note_title", style=w.LARGE, width=FILL,
                  pad=(dp(16), dp(8), dp(16), dp(4)))  # fmt: skip
    foot = w.row(
        w.text("Edited", style=_FAINT), w.text(note["date"], id="edited", style=_FAINT),
        gap=dp(4), pad=(dp(16), dp(24), dp(16), 0),
    )  # fmt: skip
    label = (
        w.text(note["label"], id="note_label", style=w.LABEL, pad=(dp(16), dp(8), dp(16), 0))
        if note["label"]
        else None
    )
    edit = w.fab("edit", "Edit note", lambda: context.push("edit", id=note["id"]))
    body = [head, *_text(note), *_items(context, note), label, foot]
    return Screen(
        content=w.page(bar, w.stack(w.items("note", body, id="note_body"), edit)),
        dialog=_note_dialog(context, note),
    )


def _text(note: Note) -> list[View]:
    if not note["body"]:
        return []
    pad = (dp(16), dp(4), dp(16), dp(4))
    return [w.text(line, id="note_text", width=FILL, pad=pad) for line in notebook.body(note)]


def _items(context: Context, note: Note) -> list[View]:
    """The checklist and the field for one item more."""
    if not note["items"]:
        return []

    def flip(entry: dict[str, Any]) -> None:
        entry["done"] = not entry["done"]

    def add() -> None:
        text = context.field("item").strip()
        if text:
            note["items"].append(notebook.make_item(annotate(text, context.known())))
            context.type("item", "")

    rows = [
        w.row(
            _box(entry["done"]),
            w.text(notebook.item(note, entry), id="item_text",
                   style=TextStyle(16, 400, "muted" if entry["done"] else "text")),
            id="item_row", gap=dp(16), pad=(dp(16), dp(10), dp(16), dp(10)),
            on_tap=partial(flip, entry),
        )
        for entry in note["items"]
    ]  # fmt: skip
    field = w.field(context, "item", "Add item", kind=_kind(note), id="add_item", on_enter=add,
                    clear=False)  # fmt: skip
    done = w.icon_button("check", "Done", add, id="add_button", color="primary")
    entry = w.row(w.column(field, width=0, weight=1), done, pad=(dp(16), dp(8), dp(8), dp(8)))
    return [*rows, entry]


def _kind(note: Note) -> EntityType | None:
    return T.MESSAGE_CONTENT if notebook.about_people(note) else None


def _note_dialog(context: Context, note: Note) -> View | None:
    def delete() -> None:
        context.state["notes"]["notes"].remove(note)
        context.dismiss()
        context.back()
        context.toast("Note deleted")

    def choose(label: str) -> None:
        note["label"] = label
        context.dismiss()

    if context.dialog == "menu":
        return dialogs.menu(
            (
                ("Label", lambda: context.show("label")),
                ("Delete", lambda: context.show("delete")),
            )
        )
    if context.dialog == "label":
        labels = context.state["notes"]["labels"]
        return dialogs.choice(context, "Label", labels, note["label"], choose)
    return _sure(context, delete)


def _edit(context: Context) -> Screen:
    note = _find(context, context.args["id"])
    old = note or notebook.make_note("")
    title, body = context.field("title", old["title"]), context.field("body", old["body"])

    def save() -> None:
        if not (title.strip() or body.strip() or old["items"]):
            context.toast("Write something first")
            return
        kept = note or _fresh(context)
        known = list(context.known())
        notebook.write(kept, title.strip(), body.strip(), known)
        if note is None:
            context.state["notes"]["notes"].insert(0, kept)
            context.become("note", id=kept["id"])
        else:
            context.back()
        context.toast("Note saved")

    if note is None:
        context.autofocus("title")
    fields = [
        w.field(context, "title", "Title", initial=old["title"], id="edit_title"),
        w.field(context, "body", "Note", kind=_kind(old), initial=old["body"], id="edit_body",
                marked=notebook.text(old), clear=False),
    ]  # fmt: skip
    bar = w.app_bar(
        "Edit note" if note else "New note",
        w.button("Save", save, id="menu_save"),
        navigate=w.icon_button("close", "Cancel", context.back, color="text"),
    )
    return Screen(
        content=w.page(
            bar, w.items("form", fields, gap=dp(12), pad=(dp(16), dp(12), dp(16), dp(12)))
        )
    )


APP = App(
    key="notes", label="Notes", package="com.example.notes", icon="note", color="#f9ab00",
    seed=_seed, start="list", known=_known,
    screens={"list": _list, "labels": _labels, "label": _label, "note": _note, "edit": _edit},
)  # fmt: skip
