"""Music: a catalogue that is everybody's, playlists, friends, a family plan and an account."""

from __future__ import annotations

from harness.core.entity import EntityType
from harness.device.simulated import widgets as w
from harness.device.simulated.apps.music import (
    account,
    catalog,
    family,
    friends,
    library,
    player,
    playlists,
)
from harness.device.simulated.apps.music.company import seed_company
from harness.device.simulated.apps.music.shared import song_menu
from harness.device.simulated.context import App, Context, Known, State
from harness.device.simulated.view import Screen, View
from harness.device.simulated.world import World

T = EntityType
_TABS = (
    ("library", "Library", "music"),
    ("playlists", "Playlists", "queue"),
    ("friends", "Friends", "group"),
    ("account", "Account", "person"),
)


def _seed(world: World) -> State:
    public = catalog.seed_catalog(world)
    songs = public["songs"]
    return {
        "music": {
            **public,
            **seed_company(world, songs),
            "player": catalog.seed_player(world, songs),
            "settings": catalog.seed_settings(),
        }
    }


def _known(state: State) -> Known:
    own = state["music"]
    yield T.PASSWORD, own["family"]["code"]
    for payment in own["account"]["payments"]:
        yield T.ORDER_NUMBER, payment["number"]
    for member in (*own["family"]["members"], *own["family"]["invitations"]):
        yield T.EMAIL, member["email"]


def _home(context: Context) -> Screen:
    tabs = w.tabs(context, _TABS)
    body, dialog = _tab(context, tabs.current)
    return Screen(
        content=w.page(body, player.bar(context), tabs.bar), dialog=dialog, on_back=tabs.on_back
    )


def _tab(context: Context, key: str) -> tuple[View, View | None]:
    if key == "playlists":
        return playlists.playlists_tab(context)
    if key == "friends":
        return friends.friends_tab(context), None
    if key == "account":
        return account.account_tab(context), None
    return library.library_tab(context), song_menu(context)


APP = App(
    key="music", label="Music", package="com.example.music", icon="music", color="#5e35b1",
    seed=_seed, start="home", known=_known,
    screens={
        "home": _home, "album": library.album, "artist": library.artist, "song": library.song,
        "add_to_playlist": library.add_to_playlist, "player": player.player_screen,
        "queue": player.queue_screen, "playlist": playlists.playlist,
        "collaborators": playlists.collaborators, "share": playlists.share,
        "friend": friends.friend, "family": family.family, "member": family.member,
        "invite": family.invite, "profile": account.profile, "payment": account.payment,
        "card": account.card, "payments": account.payments, "settings": account.settings,
    },
)  # fmt: skip
