"""What is playing: the small bar above the tabs, the player and its queue."""

from __future__ import annotations

from functools import partial

from harness.device.simulated import dialogs, parts
from harness.device.simulated import widgets as w
from harness.device.simulated.apps.music.catalog import TIMERS, clock
from harness.device.simulated.apps.music.shared import (
    Item,
    cover,
    music,
    play,
    skip,
    song_of,
    song_row,
)
from harness.device.simulated.context import Context
from harness.device.simulated.text import rich
from harness.device.simulated.view import FILL, Glyph, Screen, View, dp

_STEP = 10
"""Seconds that a seek button skips."""


def _toggle(player: Item, key: str) -> None:
    player[key] = not player[key]


def bar(context: Context) -> View:
    """The current song above the tabs; a tap opens the player."""
    player = music(context)["player"]
    song = song_of(context, player["song"])
    icon, says = ("pause", "Pause") if player["playing"] else ("play", "Play")
    return w.row(
        cover(song["album"], 40),
        w.column(
            w.text(song["title"], id="bar_title", lines=1),
            w.text(song["artist"], id="bar_artist", style=w.SMALL, lines=1),
            width=0, weight=1,
        ),
        w.icon_button(icon, says, partial(_toggle, player, "playing"), id="bar_play", color="text"),
        w.icon_button("skip_next", "Next song", partial(skip, context), id="bar_next"),
        id="player_bar", fill="tonal", gap=dp(12), pad=(dp(12), dp(6), dp(4), dp(6)),
        on_tap=lambda: context.push("player"),
    )  # fmt: skip


def player_screen(context: Context) -> Screen:
    """The player: where in the song it is, what can be done, when it stops by itself."""
    player = music(context)["player"]
    song = song_of(context, player["song"])

    def like() -> None:
        song["liked"] = not song["liked"]

    heart = w.icon_button(
        "heart", "Remove from liked songs" if song["liked"] else "Like", like, id="like_button",
        color="primary" if song["liked"] else "muted",
    )  # fmt: skip
    head = w.row(
        w.column(
            w.text(song["title"], id="player_title", style=w.TITLE, lines=1),
            w.text(song["artist"], id="player_artist", style=w.SMALL),
            width=0, weight=1,
        ),
        heart,
        pad=(dp(24), dp(16), dp(12), dp(8)),
    )  # fmt: skip
    timer = w.list_row(
        title="Sleep timer", summary=player["timer"] or "Off", lead=w.icon("moon"),
        id="timer_row", on_tap=lambda: context.show("timer"),
    )  # fmt: skip
    details = w.list_row(
        title="Song details", lead=w.icon("info"), id="details_row",
        on_tap=partial(context.push, "song", id=song["id"]),
    )  # fmt: skip
    queue = w.icon_button("queue", "Queue", lambda: context.push("queue"), id="queue_button")
    content = w.page(
        w.app_bar("Now playing", queue, navigate=w.up(context)),
        w.items("player", [
            w.column(cover(song["album"], 280), align="center", pad=(0, dp(12), 0, 0)),
            head,
            _progress(context, song, player["position"]),
            _controls(context, player, song),
            w.divider(),
            timer,
            details,
        ]),
    )  # fmt: skip
    return Screen(content=content, dialog=_timer_dialog(context, player))


def _onwards(context: Context, *views: View) -> tuple[View, ...]:
    """Time goes from left to right everywhere, as the signs on the buttons do."""
    return views[::-1] if context.locale.rtl else views


def _progress(context: Context, song: Item, position: int) -> View:
    done, total = min(position, song["seconds"]), song["seconds"]
    line = View(
        cls="android.widget.SeekBar", id="seek_bar", flow="row", width=FILL, height=dp(6),
        desc=rich(f"{clock(done)} / {song['length']}"),
        children=_onwards(
            context,
            View(weight=max(done, 1), height=dp(6), fill="primary", radius=dp(3)),
            View(weight=max(total - done, 1), height=dp(6), fill="divider", radius=dp(3)),
        ),
    )  # fmt: skip
    times = _onwards(
        context,
        w.text(clock(done), id="position", style=w.SMALL),
        w.column(width=0, weight=1),
        w.text(song["length"], id="duration", style=w.SMALL),
    )
    return w.column(line, w.row(*times), gap=dp(6), pad=(dp(24), dp(4), dp(24), 0))


def _controls(context: Context, player: Item, song: Item) -> View:
    def seek(by: int) -> None:
        player["position"] = min(max(0, player["position"] + by), song["seconds"])

    def previous() -> None:
        if player["position"] > _STEP or not player["played"]:
            player["position"] = 0
            return
        player["queue"].insert(0, player["song"])
        player.update(song=player["played"].pop(), position=0)

    def shown(key: str) -> str:
        return "primary" if player[key] else "muted"

    icon, says = ("pause", "Pause") if player["playing"] else ("play", "Play")
    start = View(
        cls="android.widget.ImageButton", id="play_button", desc=rich(says), width=dp(64),
        height=dp(64), radius=dp(32), fill="primary", glyph=Glyph("icon", icon, "on_primary"),
        on_tap=partial(_toggle, player, "playing"),
    )  # fmt: skip
    buttons = _onwards(
        context,
        w.icon_button("shuffle", "Shuffle off" if player["shuffle"] else "Shuffle on",
                      partial(_toggle, player, "shuffle"), id="shuffle_button",
                      color=shown("shuffle")),
        w.icon_button("skip_previous", "Previous song", previous, id="previous_button"),
        w.icon_button("rewind", "Back 10 seconds", partial(seek, -_STEP), id="rewind_button"),
        start,
        w.icon_button("fast_forward", "Forward 10 seconds", partial(seek, _STEP),
                      id="forward_button"),
        w.icon_button("skip_next", "Next song", partial(skip, context), id="next_button"),
        w.icon_button("repeat", "Repeat off" if player["repeat"] else "Repeat on",
                      partial(_toggle, player, "repeat"), id="repeat_button",
                      color=shown("repeat")),
    )  # fmt: skip
    return w.row(*buttons, justify="center", pad=(0, dp(12), 0, dp(20)))


def _timer_dialog(context: Context, player: Item) -> View | None:
    if context.dialog != "timer":
        return None

    def choose(timer: str) -> None:
        player["timer"] = "" if timer == "Off" else timer
        context.dismiss()

    return dialogs.choice(
        context, "Sleep timer", ("Off", *TIMERS), player["timer"] or "Off", choose
    )


def queue_screen(context: Context) -> Screen:
    """What plays now and what comes next."""
    player = music(context)["player"]
    queue: list[str] = player["queue"]

    def jump(at: int) -> None:
        id = queue[at]
        del queue[: at + 1]
        play(context, id)

    def remove(at: int) -> None:
        del queue[at]

    rows = [
        song_row(
            context, song_of(context, id), partial(jump, at),
            actions=(w.icon_button("close", "Remove from queue", partial(remove, at),
                                   id="remove_button"),),
        )
        for at, id in enumerate(queue)
    ]  # fmt: skip
    current = song_of(context, player["song"])
    clear = w.button("Clear queue", queue.clear, filled=False, id="clear_button")
    return Screen(
        content=parts.screen(
            context,
            "Queue",
            w.header("Now playing"),
            w.list_row(title=current["title"], summary=current["artist"],
                       lead=cover(current["album"], 44), id="current_row", strong=True),
            w.row(w.header("Next in queue"), clear) if rows else None,
            *(rows or [w.blank("Your queue is empty")]),
        )
    )  # fmt: skip
