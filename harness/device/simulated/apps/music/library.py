"""The library: songs, albums and artists; numbers that are nobody's."""

from __future__ import annotations

from functools import partial

from harness.device.simulated import parts
from harness.device.simulated import widgets as w
from harness.device.simulated.apps.music.catalog import clock
from harness.device.simulated.apps.music.shared import (
    Item,
    cover,
    music,
    play,
    play_list,
    song_menu,
    song_of,
    song_row,
    title_of,
)
from harness.device.simulated.context import Context
from harness.device.simulated.parts import by_id
from harness.device.simulated.view import Screen, View, dp

_KINDS = (("songs", "Songs"), ("albums", "All albums"), ("artists", "Artists"), ("liked", "Liked"))


def library_tab(context: Context) -> View:
    """Everything there is, by kind, with a search."""
    own, query = music(context), context.field("search").strip().casefold()
    kind: str = context.flag("kind", "songs")

    def found(*words: str) -> bool:
        return any(query in word.casefold() for word in words)

    if kind == "albums":
        rows = [_album_row(context, a) for a in own["albums"] if found(a["title"], a["artist"])]
    elif kind == "artists":
        rows = [_artist_row(context, a) for a in own["artists"] if found(a["name"])]
    else:
        rows = [
            song_row(context, song, partial(_start, context, song["id"]))
            for song in own["songs"]
            if found(song["title"], song["artist"]) and (kind == "songs" or song["liked"])
        ]
    chips = [
        w.button(label, partial(context.set, "kind", key), filled=key == kind, id=f"chip_{key}")
        for key, label in _KINDS
    ]
    return w.page(
        w.column(
            w.field(context, "search", "Search music", id="music_search"),
            pad=(dp(16), dp(8), dp(16), dp(4)),
        ),
        w.row(*chips, pad=(dp(8), dp(4), dp(8), dp(4))),
        w.items(f"library {kind}", rows or [w.blank("No matches")]),
    )


def _start(context: Context, id: str) -> None:
    play(context, id)
    context.push("player")


def _album_row(context: Context, album: Item) -> View:
    return w.list_row(
        title=album["title"], summary=f"{album['artist']} · {album['year']}",
        lead=cover(album["id"], 44), id="album_row",
        on_tap=partial(context.push, "album", id=album["id"]),
    )  # fmt: skip


def _artist_row(context: Context, artist: Item) -> View:
    return w.list_row(
        title=artist["name"], lead=w.icon("music"), id="artist_row",
        trail=w.text(artist["listeners"], id="listeners", style=w.SMALL),
        on_tap=partial(context.push, "artist", id=artist["id"]),
    )  # fmt: skip


def album(context: Context) -> Screen:
    """An album and its songs."""
    own = music(context)
    shown = by_id(own["albums"], context.args["id"])
    songs = [song for song in own["songs"] if song["album"] == shown["id"]]
    total = clock(sum(song["seconds"] for song in songs))
    head = w.row(
        cover(shown["id"], 96),
        w.column(
            w.text(shown["title"], style=w.TITLE, id="album_title"),
            w.text(shown["artist"], id="album_artist"),
            w.text(f"{shown['year']} · {len(songs)} · {total}", style=w.SMALL),
            w.text(f"{shown['label']} {shown['catalogue']}", style=w.SMALL),
            width=0, weight=1,
        ),
        gap=dp(16), pad=(dp(16), dp(8), dp(16), dp(8)),
    )  # fmt: skip
    return _songs(context, "Album", head, songs)


def artist(context: Context) -> Screen:
    """An artist and all their songs."""
    own = music(context)
    shown = by_id(own["artists"], context.args["id"])
    songs = [song for song in own["songs"] if song["artist"] == shown["name"]]
    head = w.list_row(
        title="Monthly listeners", summary=shown["listeners"], lead=w.icon("group"),
        id="listeners_row",
    )  # fmt: skip
    return _songs(context, shown["name"], head, songs)


def _songs(context: Context, title: str, head: View, songs: list[Item]) -> Screen:
    ids = [song["id"] for song in songs]
    rows = [song_row(context, song, partial(play_list, context, ids, song["id"])) for song in songs]
    start = parts.wide("Play all", partial(play_list, context, ids), "play_all")
    return Screen(
        content=parts.screen(context, title, head, start, *rows), dialog=song_menu(context)
    )


def song(context: Context) -> Screen:
    """What a label tells about a song: nothing about the listener."""
    shown = song_of(context, context.args["id"])
    on = by_id(music(context)["albums"], shown["album"])
    numbers = (
        ("Artist", shown["artist"], "music"),
        ("Album", on["title"], "queue"),
        ("Length", shown["length"], "history"),
        ("Plays", shown["plays_text"], "play"),
        ("Beats per minute", shown["tempo"], "stopwatch"),
        ("Recording code", shown["code"], "label"),
        ("Published by", f"© {on['year']} {on['label']}", "info"),
    )
    rows = [
        w.list_row(title=label, summary=value, lead=w.icon(icon)) for label, value, icon in numbers
    ]
    head = w.row(
        cover(shown["album"], 64),
        w.column(w.text(shown["title"], style=w.TITLE, id="song_title"), width=0, weight=1),
        gap=dp(16), pad=(dp(16), dp(8), dp(16), dp(8)),
    )  # fmt: skip
    return Screen(content=parts.screen(context, "Song details", head, *rows))


def add_to_playlist(context: Context) -> Screen:
    """The playlists to which a song can be added."""
    song_id: str = context.args["id"]

    def add(playlist: Item) -> None:
        if song_id not in [entry["id"] for entry in playlist["songs"]]:
            playlist["songs"].append({"id": song_id, "by": ""})
            playlist["cover"] = playlist["songs"][0]["id"]
        context.back()
        context.toast("Added to the playlist")

    rows = [
        w.list_row(
            title=title_of(playlist), lead=w.icon("queue"), id="picker_row",
            on_tap=partial(add, playlist),
        )
        for playlist in music(context)["playlists"]
    ]  # fmt: skip
    return Screen(content=parts.screen(context, "Add to playlist", *rows))
