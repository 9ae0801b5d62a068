"""What the screens of the music player have in common: its state, playing, and rows of songs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from harness.core.entity import EntityType
from harness.device.simulated import dialogs
from harness.device.simulated import widgets as w
from harness.device.simulated.context import Context
from harness.device.simulated.parts import by_id
from harness.device.simulated.text import Part, Pii, Rich, from_marks, rich
from harness.device.simulated.view import Glyph, View, dp

T = EntityType
Item = dict[str, Any]

_COVERS = ("#5e35b1", "#00838f", "#c2185b", "#ef6c00", "#2e7d32", "#283593", "#6d4c41", "#ad1457")


def music(context: Context) -> Item:
    """The music player's part of the state."""
    own: Item = context.state["music"]
    return own


def song_of(context: Context, id: str) -> Item:
    """The song with that id."""
    return by_id(music(context)["songs"], id)


def name(full: str) -> Rich:
    """A person's name as text."""
    return rich(Pii(T.PERSON_NAME, full))


def handle(username: str) -> Rich:
    """A user name as the service writes it."""
    return rich("@", Pii(T.USERNAME, username))


def title_of(playlist: Item) -> Rich:
    """The name of a playlist, with the people in it."""
    return from_marks(playlist["name"], playlist["marks"])


def cover(id: str, size: int) -> View:
    """The picture of an album, by the id of anything on it; decoration of ``size`` dp."""
    color = _COVERS[int(id[1:]) % len(_COVERS)]
    return View(
        cls="android.widget.ImageView", width=dp(size), height=dp(size), fill=color,
        radius=dp(max(6, size // 12)), glyph=Glyph("icon", "music", "#ffffff", size=size // 2),
    )  # fmt: skip


# ---------------------------------------------------------------- playing


def play(context: Context, id: str, following: Sequence[str] = ()) -> None:
    """Start a song; what follows replaces the queue, if there is anything."""
    player = music(context)["player"]
    player["played"].append(player["song"])
    player.update(song=id, playing=True, position=0)
    if following:
        player["queue"] = list(following)


def play_list(context: Context, ids: Sequence[str], first: str = "") -> None:
    """Play songs in a row, from ``first`` on; "" starts with the first of them."""
    at = ids.index(first) if first else 0
    play(context, ids[at], ids[at + 1 :])


def skip(context: Context) -> None:
    """On to the next song of the queue, to any of them in shuffle mode; then to the catalogue."""
    own = music(context)
    player, ids = own["player"], [song["id"] for song in own["songs"]]
    if player["repeat"]:
        player["queue"].append(player["song"])
    if player["queue"]:
        at = len(player["queue"]) // 2 if player["shuffle"] else 0
        play(context, player["queue"].pop(at))
    else:
        play(context, ids[(ids.index(player["song"]) + 1) % len(ids)])


# ---------------------------------------------------------------- rows of songs


def song_row(
    context: Context,
    song: Item,
    on_tap: Callable[[], None],
    *,
    summary: Part = "",
    actions: Sequence[View] = (),
) -> View:
    """A song with its length and what can be done with it."""
    current = music(context)["player"]["song"] == song["id"]
    length = w.text(song["length"], id="song_length", style=w.SMALL)
    return w.list_row(
        title=song["title"], summary=summary or song["artist"], lead=cover(song["album"], 44),
        trail=w.row(length, *(actions or (_more(context, song),)), width=0),
        id="song_row", strong=current, on_tap=on_tap, on_long=partial(_open_menu, context, song),
    )  # fmt: skip


def _more(context: Context, song: Item) -> View:
    return w.icon_button("more", "Song options", partial(_open_menu, context, song), id="song_more")


def _open_menu(context: Context, song: Item) -> None:
    context.set("song", song["id"])
    context.show("song")


def song_menu(context: Context) -> View | None:
    """The menu of the song whose options are open, if any."""
    if context.dialog != "song":
        return None
    id: str = context.flag("song")
    player, song = music(context)["player"], song_of(context, id)

    def put(at: int) -> None:
        player["queue"].insert(at, id)
        context.dismiss()
        context.toast("Added to the queue")

    def like() -> None:
        song["liked"] = not song["liked"]
        context.dismiss()

    def go(screen: str) -> None:
        context.dismiss()
        context.push(screen, id=id)

    return dialogs.menu(
        (
            ("Play next", partial(put, 0)),
            ("Add to queue", partial(put, len(player["queue"]))),
            ("Add to playlist", partial(go, "add_to_playlist")),
            ("Remove from liked songs" if song["liked"] else "Like", like),
            ("Song details", partial(go, "song")),
        )
    )
