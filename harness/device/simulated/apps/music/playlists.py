"""Playlists: the owner's own, those shared with people, and who may change them."""

from __future__ import annotations

from functools import partial

from harness.device.simulated import dialogs, parts
from harness.device.simulated import widgets as w
from harness.device.simulated.apps.music.company import companion_of
from harness.device.simulated.apps.music.shared import (
    Item,
    T,
    cover,
    handle,
    music,
    name,
    play_list,
    song_menu,
    song_of,
    song_row,
    title_of,
)
from harness.device.simulated.context import Context
from harness.device.simulated.parts import by_id
from harness.device.simulated.text import Pii, Rich, annotate, rich, to_marks
from harness.device.simulated.view import Screen, View, dp


def playlists_tab(context: Context) -> tuple[View, View | None]:
    """All playlists; with whom one is shared stands below its name."""
    rows = [
        w.list_row(
            title=title_of(playlist), summary=_shared(playlist), id="playlist_row",
            lead=cover(playlist["cover"], 48),
            trail=w.text(str(len(playlist["songs"])), id="song_count", style=w.SMALL),
            on_tap=partial(context.push, "playlist", id=playlist["id"]),
        )
        for playlist in music(context)["playlists"]
    ]  # fmt: skip
    add = w.fab("add", "New playlist", lambda: context.show("new", focus="name"))
    body = w.page(w.app_bar("Playlists"), w.stack(w.items("playlists", rows), add))
    return body, _new_dialog(context)


def _shared(playlist: Item) -> Rich:
    people = playlist["people"]
    if playlist["founder"]:
        return rich("By ", name(by_id(people, playlist["founder"])["name"]))
    if not people:
        return rich("Only you")
    firsts = [p["first"] for p in people]
    # Two of one first name are told apart by their surnames.
    names = [p["first"] if firsts.count(p["first"]) == 1 else p["name"] for p in people]
    listed = [part for one in names for part in (name(one), ", ")][:-1]
    return rich("Shared with ", *listed)


def _new_dialog(context: Context) -> View | None:
    if context.dialog != "new":
        return None
    saved = music(context)["playlists"]

    def create() -> None:
        typed = context.field("name").strip()
        if not typed:
            context.toast("Enter a name")
            return
        number = 1 + max((int(p["id"][1:]) for p in saved), default=-1)
        fresh = {"id": f"l{number}", "founder": "", "people": [], "songs": [], "cover": "m0"}
        saved.append(fresh | _named(context, typed))
        context.dismiss()
        context.push("playlist", id=fresh["id"])

    return dialogs.edit_dialog(context, "New playlist", "name", "", create)


def _named(context: Context, typed: str) -> Item:
    return {"name": typed, "marks": to_marks(annotate(typed, context.known()))}


# ---------------------------------------------------------------- one playlist


def playlist(context: Context) -> Screen:
    """A playlist: who made it, its songs, and a way to put them in order."""
    shown = _this(context)
    if shown is None:
        return _gone(context)
    ids = [entry["id"] for entry in shown["songs"]]
    editing = bool(context.flag("editing"))
    rows = [_entry_row(context, shown, at, editing) for at in range(len(ids))]
    people = w.row(
        *(w.avatar(name(p["name"]), 32) for p in shown["people"]),
        w.text(_shared(shown), id="shared_with", style=w.SMALL),
        id="people_row", gap=dp(8), pad=(dp(16), dp(8), dp(16), dp(8)),
        on_tap=partial(context.push, "collaborators", id=shown["id"]),
    )  # fmt: skip
    bar = w.app_bar(
        "Playlist",
        w.icon_button("check" if editing else "edit", "Done" if editing else "Edit order",
                      lambda: context.set("editing", not editing), id="edit_button"),
        w.icon_button("more", "More options", lambda: context.show("menu"), id="menu_button"),
        navigate=w.up(context),
    )  # fmt: skip
    start = parts.wide("Play all", partial(play_list, context, ids), "play_all") if ids else None
    head = w.text(
        title_of(shown), id="playlist_name", style=w.TITLE, pad=(dp(16), dp(8), dp(16), 0)
    )
    content = w.page(
        bar,
        w.items("playlist", [head, people, start, *(rows or [w.blank("No songs yet")])]),
    )
    return Screen(content=content, dialog=_dialog(context, shown) or song_menu(context))


def _this(context: Context) -> Item | None:
    id = context.args["id"]
    return next((p for p in music(context)["playlists"] if p["id"] == id), None)


def _gone(context: Context) -> Screen:
    bar = w.app_bar("Playlist", navigate=w.up(context))
    return Screen(content=w.page(bar, w.blank("Playlist not found")))


def _entry_row(context: Context, shown: Item, at: int, editing: bool) -> View:
    entries: list[Item] = shown["songs"]
    entry, ids = entries[at], [e["id"] for e in entries]
    song = song_of(context, entry["id"])
    adder = next((p for p in shown["people"] if p["id"] == entry["by"]), None)
    summary = rich("Added by ", name(adder["first"])) if adder else song["artist"]

    def to_top() -> None:
        entries.insert(0, entries.pop(at))
        shown["cover"] = entries[0]["id"]

    def remove() -> None:
        entries.pop(at)
        shown["cover"] = entries[0]["id"] if entries else "m0"

    actions = (
        w.icon_button("up", "Move to the top", to_top, id="top_button", enabled=at > 0),
        w.icon_button("delete", "Remove from playlist", remove, id="remove_button"),
    )  # fmt: skip
    return song_row(
        context, song, partial(play_list, context, ids, song["id"]), summary=summary,
        actions=actions if editing else (),
    )  # fmt: skip


def _dialog(context: Context, shown: Item) -> View | None:
    saved = music(context)["playlists"]

    def rename() -> None:
        typed = context.field("rename").strip()
        if typed:
            shown.update(_named(context, typed))
        context.dismiss()

    def delete() -> None:
        saved.remove(shown)
        context.dismiss()
        context.back()

    def go() -> None:
        context.dismiss()
        context.push("collaborators", id=shown["id"])

    own = not shown["founder"]
    if context.dialog == "menu":
        ask = partial(context.show, "delete")
        ways = [("Collaborators", go)]
        if own:
            ways.append(("Rename", partial(context.show, "rename", "rename")))
        return dialogs.menu((*ways, ("Delete playlist" if own else "Leave playlist", ask)))
    if context.dialog == "rename":
        return dialogs.edit_dialog(context, "Rename", "rename", shown["name"], rename)
    if context.dialog == "delete":
        return dialogs.dialog(
            "Delete playlist" if own else "Leave playlist",
            dialogs.message(title_of(shown)),
            buttons=dialogs.yes_no(context, "Delete" if own else "Leave", delete),
        )
    return None


# ---------------------------------------------------------------- collaborators


def collaborators(context: Context) -> Screen:
    """Who may change a playlist, as a list by surname; the full name is for who listens."""
    shown = _this(context)
    if shown is None:
        return _gone(context)

    def ask(person: Item) -> None:
        context.set("person", person["id"])
        context.show("remove")

    account = music(context)["account"]
    owner = w.list_row(
        title="This is you",
        summary=handle(account["username"]),
        lead=w.icon("person"),
        id="owner_row",
    )
    rows = [
        w.list_row(
            title=name(person["listed"]), summary=handle(person["username"]),
            lead=w.avatar(name(person["name"])), id="collaborator_row", desc=name(person["name"]),
            trail=w.icon_button("remove", "Take out", partial(ask, person), id="remove_button")
            if not shown["founder"] else None,
        )
        for person in shown["people"]
    ]  # fmt: skip
    add = w.fab("add", "Add people", partial(context.push, "share", id=shown["id"]))
    listed = w.items("collaborators", [owner, *rows])
    content = w.page(
        w.app_bar("Collaborators", navigate=w.up(context)),
        listed if shown["founder"] else w.stack(listed, add),
    )
    return Screen(content=content, dialog=_remove_dialog(context, shown))


def _remove_dialog(context: Context, shown: Item) -> View | None:
    if context.dialog != "remove":
        return None
    person = by_id(shown["people"], context.flag("person"))

    def remove() -> None:
        shown["people"].remove(person)
        context.dismiss()

    return dialogs.dialog(
        "Stop sharing?",
        dialogs.message(Pii(T.PERSON_NAME, person["name"])),
        buttons=dialogs.yes_no(context, "Take out", remove),
    )


def share(context: Context) -> Screen:
    """A contact who may change a playlist from now on."""
    shown = _this(context)
    if shown is None:
        return _gone(context)

    def chosen(person: Item) -> None:
        if person["id"] not in [p["id"] for p in shown["people"]]:
            shown["people"].append(companion_of(context.locale, person))
        context.back()

    return parts.choose_person(context, "Add people", chosen)
