"""Photos: pictures whose text the tree doesn't know, albums, details, sharing."""

from __future__ import annotations

from datetime import date, time
from functools import partial
from typing import Any

from harness.core.entity import EntityType
from harness.device.simulated import dialogs
from harness.device.simulated import widgets as w
from harness.device.simulated.apps import contacts
from harness.device.simulated.apps.photos.album import (
    Photo,
    caption_of,
    kept,
    lines_of,
    seed_photos,
)
from harness.device.simulated.apps.photos.photographs import photograph
from harness.device.simulated.context import App, Context, Known, State
from harness.device.simulated.picture import Picture
from harness.device.simulated.text import Part, Pii, annotate, rich
from harness.device.simulated.view import FILL, WIDTH, Screen, TextStyle, View, dp
from harness.device.simulated.world import World

T = EntityType
_GAP = dp(2)
_TILE = (WIDTH - 2 * _GAP) // 3
_COVER = (WIDTH - dp(48)) // 2
_TINY = TextStyle(11, 400, "muted")


def _seed(world: World) -> State:
    return {"photos": seed_photos(world)}


def _known(state: State) -> Known:
    for photo in state["photos"]["items"]:
        if photo["place"]:
            yield T.ADDRESS, photo["place"]


# ---------------------------------------------------------------- what there is


def _photos(context: Context, album: str = "") -> list[Photo]:
    """The pictures of an album, the latest first; of all albums if none is named."""
    items: list[Photo] = context.state["photos"]["items"]
    return [p for p in items if not p["trashed"] and album in ("", p["album"])]


def _photo(context: Context) -> Photo:
    id = context.args["id"]
    found: Photo = next(p for p in context.state["photos"]["items"] if p["id"] == id)
    return found


def _name(context: Context, album: dict[str, Any]) -> Part:
    """The name of an album; some are called after a person."""
    if album["contact_id"]:
        return Pii(T.PERSON_NAME, album["name"])
    return annotate(album["name"], context.known())


def _picture(context: Context, photo: Photo) -> Picture:
    return photograph(photo["kind"], photo["seed"], lines_of(photo), context.locale.rtl)


def _when(context: Context, photo: Photo) -> str:
    at, locale = time.fromisoformat(photo["time"]), context.locale
    return f"{locale.date(date.fromisoformat(photo['day']))}, {locale.time(at.hour, at.minute)}"


# ---------------------------------------------------------------- all pictures, albums


def _home(context: Context) -> Screen:
    tabs = w.tabs(context, (("photos", "Photos", "image"), ("albums", "Albums", "archive")))
    albums = tabs.current == "albums"
    body = _albums(context) if albums else _grid(context, _photos(context), "photos")
    search = w.icon_button("search", "Search photos", lambda: context.push("search"))
    add = w.icon_button("add", "New album", lambda: context.show("new", "name"))
    title = "Albums" if albums else "Photos"
    return Screen(
        content=w.page(w.app_bar(title, search, add), body, tabs.bar),
        dialog=_new_album(context) if context.dialog == "new" else None,
        on_back=tabs.on_back,
    )


def _new_album(context: Context) -> View:
    def save() -> None:
        name = context.field("name").strip()
        if not name:
            return
        albums = context.state["photos"]["albums"]
        person = next((p for p in contacts.people(context.state) if p["name"] == name), None)
        albums.append(
            {
                "id": f"new{len(albums)}",
                "name": name,
                "contact_id": person["id"] if person else "",
            }
        )
        context.dismiss()
        context.set("tab", "albums")
        context.toast("Album created")

    return dialogs.edit_dialog(context, "Album name", "name", "", save)


def _albums(context: Context) -> View:
    albums = context.state["photos"]["albums"]
    tiles = [_album_tile(context, album) for album in albums]
    rows = [w.row(*tiles[i : i + 2], gap=dp(16), align="start") for i in range(0, len(tiles), 2)]
    return w.items("albums", rows, id="albums", gap=dp(16), pad=(dp(16), dp(8), dp(16), dp(16)))


def _album_tile(context: Context, album: dict[str, Any]) -> View:
    photos = _photos(context, album["id"])
    name = _name(context, album)
    cover = View(
        cls="android.widget.ImageView", width=_COVER, height=_COVER, fill="surface",
        picture=_picture(context, photos[0]) if photos else None,
    )  # fmt: skip
    return w.column(
        cover,
        w.text(name, id="album_title", style=TextStyle(14, 500), lines=1, width=FILL),
        w.text(context.locale.number(len(photos)), id="album_count", style=_TINY),
        width=_COVER, id="album_tile", on_tap=partial(context.push, "album", id=album["id"]),
    )  # fmt: skip


def _album(context: Context) -> Screen:
    albums = context.state["photos"]["albums"]
    album = next(a for a in albums if a["id"] == context.args["id"])
    photos = _photos(context, album["id"])
    return Screen(
        content=w.page(
            w.app_bar(_name(context, album), navigate=w.up(context)),
            _grid(context, photos, "album", named=True) if photos else w.blank("No photos"),
        )
    )


def _grid(context: Context, photos: list[Photo], key: str, *, named: bool = False) -> View:
    tiles = [_tile(context, photo, named=named) for photo in photos]
    rows = [w.row(*tiles[i : i + 3], gap=_GAP, align="start") for i in range(0, len(tiles), 3)]
    return w.items(key, rows, id="photo_grid", gap=_GAP)


def _tile(context: Context, photo: Photo, *, named: bool) -> View:
    """A small picture; in an album its caption stands below, if it has one."""
    caption = caption_of(photo) if named else rich()
    desc = "" if named else f"{context.locale.say('Photo')}, {_when(context, photo)}"
    image = View(
        cls="android.widget.ImageView", id="photo_image", width=_TILE, height=_TILE,
        picture=_picture(context, photo),
    )  # fmt: skip
    below = w.text(caption, id="caption", style=_TINY, lines=1, width=FILL)
    return w.column(
        image, below if caption else None, width=_TILE, id="photo_tile", desc=rich(desc),
        on_tap=partial(context.push, "photo", id=photo["id"]),
    )  # fmt: skip


def _search(context: Context) -> Screen:
    context.autofocus("query")
    query = context.field("query").strip().casefold()
    found = [p for p in _photos(context) if query in p["caption"]["text"].casefold()]
    return Screen(
        content=w.page(
            w.row(
                w.up(context),
                w.column(w.field(context, "query", "Search photos", id="search_text"),
                         width=0, weight=1),
                pad=(dp(8), dp(8), dp(16), dp(8)),
            ),
            _grid(context, found if query else [], "found", named=True),
        )
    )  # fmt: skip


# ---------------------------------------------------------------- one picture


def _viewer(context: Context) -> Screen:
    photo = _photo(context)
    picture = _picture(context, photo)
    height = round(WIDTH * picture.size[1] / picture.size[0])
    image = View(
        cls="android.widget.ImageView", id="photo", width=WIDTH, height=min(height, dp(690)),
        picture=picture,
    )  # fmt: skip

    def like() -> None:
        photo["favorite"] = not photo["favorite"]

    def delete() -> None:
        photo["trashed"] = True
        context.back()
        context.toast("Moved to trash")

    star = "star" if photo["favorite"] else "star_outline"
    name = "Remove from favorites" if photo["favorite"] else "Add to favorites"
    actions = w.row(
        w.icon_button("send", "Share", lambda: context.push("share", id=photo["id"])),
        w.icon_button("info", "Details", lambda: context.push("details", id=photo["id"])),
        w.icon_button("delete", "Delete", lambda: context.show("delete")),
        justify="center", gap=dp(32), height=dp(72), id="photo_actions",
    )  # fmt: skip
    sure = dialogs.dialog(
        "Move to trash?", buttons=dialogs.yes_no(context, "Delete", delete)
    )  # fmt: skip
    return Screen(
        content=w.page(
            w.app_bar("", w.icon_button(star, name, like), navigate=w.up(context)),
            w.column(image, height=FILL, justify="center"),
            actions,
        ),
        dialog=sure if context.dialog == "delete" else None,
    )


def _details(context: Context) -> Screen:
    photo = _photo(context)
    size = f"{context.locale.number(round(photo['bytes'] / 1e6, 1))} MB · 3024 × 4032"
    initial = photo["caption"]["text"]

    def save() -> None:
        written = context.field("caption", initial).strip()
        photo["caption"] = kept(annotate(written, context.known()))
        context.toast("Saved")

    total = Pii(T.ACCOUNT_BALANCE, photo["total_text"])
    rows = [
        w.list_row(title="Date", summary=_when(context, photo), lead=w.icon("history")),
        w.list_row(title=photo["file"], summary=size, lead=w.icon("note"), id="file_row"),
        _fact("Place", Pii(T.ADDRESS, photo["place"]), "place", "place")
        if photo["place"]
        else None,
        _fact("Total", total, "card", "total") if photo["total"] else None,
    ]
    edit = w.column(
        w.field(context, "caption", "Add a description", kind=T.MESSAGE_CONTENT, initial=initial,
                on_enter=save),
        w.row(w.button("Save", save, id="save_caption"), justify="end"),
        pad=(dp(16), dp(8), dp(16), dp(8)), gap=dp(8),
    )  # fmt: skip
    return Screen(
        content=w.page(w.app_bar("Details", navigate=w.up(context)), edit, w.items("details", rows))
    )


def _fact(title: str, value: Pii, icon: str, id: str) -> View:
    return w.row(
        w.icon(icon),
        w.column(
            w.text(title, style=w.SMALL), w.text(value, id=id, width=FILL), width=0, weight=1
        ),
        gap=dp(16), pad=(dp(16), dp(12), dp(16), dp(12)),
    )  # fmt: skip


def _share(context: Context) -> Screen:
    photo = _photo(context)

    def send(person: dict[str, Any]) -> None:
        context.state["photos"]["shares"].append({"photo": photo["id"], "contact_id": person["id"]})
        context.back()
        context.toast("Shared with ", Pii(T.PERSON_NAME, person["name"]))

    rows = [
        w.list_row(
            title=contacts.name(p), lead=w.avatar(contacts.name(p)), id="share_target",
            on_tap=partial(send, p),
        )
        for p in contacts.people(context.state)
    ]  # fmt: skip
    return Screen(
        content=w.page(w.app_bar("Share with", navigate=w.up(context)), w.items("people", rows))
    )


APP = App(
    key="photos", label="Photos", package="com.example.photos", icon="image", color="#c2185b",
    seed=_seed, known=_known, start="home",
    screens={
        "home": _home, "album": _album, "search": _search, "photo": _viewer, "details": _details,
        "share": _share,
    },
)  # fmt: skip
