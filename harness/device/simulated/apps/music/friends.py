"""What friends listen to, and who may see what the owner listens to."""

from __future__ import annotations

from functools import partial

from harness.device.simulated import parts
from harness.device.simulated import widgets as w
from harness.device.simulated.apps.music.shared import (
    Item,
    T,
    cover,
    handle,
    music,
    name,
    play,
    song_of,
)
from harness.device.simulated.context import Context
from harness.device.simulated.parts import by_id
from harness.device.simulated.text import Pii, rich
from harness.device.simulated.view import Screen, View, dp


def friends_tab(context: Context) -> View:
    """Friends by what they are called here; the full name is in the description alone."""
    rows = [_friend_row(context, friend) for friend in music(context)["friends"]]
    return w.page(w.app_bar("Friends"), w.items("friends", rows))


def _friend_row(context: Context, friend: Item) -> View:
    says, heard = context.locale.say("is listening to"), f"{friend['title']} · {friend['artist']}"
    return w.list_row(
        title=name(friend["called"]), summary=heard, lead=w.avatar(name(friend["name"])),
        trail=w.text(friend["since"], id="since", style=w.SMALL), id="friend_row",
        desc=rich(name(friend["name"]), f" {says} {heard}"),
        on_tap=partial(context.push, "friend", id=friend["id"]),
    )  # fmt: skip


def friend(context: Context) -> Screen:
    """A friend: the name in two views, the user name, and what is on."""
    shown = by_id(music(context)["friends"], context.args["id"])
    song = song_of(context, shown["song"])

    def start() -> None:
        play(context, song["id"])
        context.toast("Playing")

    def flip() -> None:
        shown["sees_me"] = not shown["sees_me"]

    words = [
        w.text(Pii(T.PERSON_NAME, shown["name"], shown[part]), id=f"{part}_name", style=w.TITLE)
        for part in ("first", "last")
    ]
    head = w.row(
        w.avatar(name(shown["name"]), 64),
        w.column(
            w.row(*words, gap=dp(6)),
            w.text(handle(shown["username"]), id="username", style=w.SMALL),
            width=0, weight=1,
        ),
        gap=dp(16), pad=(dp(16), dp(8), dp(16), dp(16)),
    )  # fmt: skip
    return Screen(
        content=parts.screen(
            context,
            "Friend",
            head,
            w.header("Is listening to"),
            w.list_row(title=song["title"], summary=song["artist"], lead=cover(song["album"], 44),
                       trail=w.text(shown["since"], style=w.SMALL), id="heard_row"),
            parts.wide("Play this song", start, "play_heard"),
            parts.fact("Minutes this week", shown["minutes_text"], "minutes_row", "history"),
            w.switch_row("Sees what I listen to", shown["sees_me"], flip, id="sees_switch"),
        )
    )  # fmt: skip
