"""The music player does what its screens promise, and the state and the gold show it."""

from __future__ import annotations

import pytest
from frames import check_frame

from harness.core.entity import EntityType as T
from harness.core.paths import world_names
from harness.device.simulated.apps.music import APP
from harness.device.simulated.apps.music.catalog import SONGS_PER_ALBUM
from harness.device.simulated.world import make_world


def music(user):
    return user.phone.state()["music"]


def playlist(user, id):
    return next(p for p in music(user)["playlists"] if p["id"] == id)


def title(user, id):
    return next(song["title"] for song in music(user)["songs"] if song["id"] == id)


# ---------------------------------------------------------------- what is everybody's


@pytest.mark.parametrize(
    "way",
    [
        [],
        ["chip_albums"],
        ["chip_albums", "album_row"],
        ["chip_artists"],
        ["chip_artists", "artist_row"],
        ["song_more", "Song details"],
        ["player_bar", "queue_button"],
        ["tab_account", "settings_entry"],
    ],
    ids="-".join,
)
def test_songs_artists_and_sound_are_nobodys(user, way):
    user.go("Music", *way)
    assert {mark for mark in user.gold_places() if mark[2] != "image"} == set()


@pytest.mark.parametrize("name", world_names())
def test_artists_share_no_name_with_people(name):
    world = make_world(3, name)
    data = world.lore.data
    people = {part for key in ("first", "last") for part in data[key]}
    people |= {part for full in (*data["words"], *data["others"]) for part in full[:2]}
    for artist in world.texts("music.artists"):
        assert not people & {artist, *artist.split()}


@pytest.mark.parametrize("name", world_names())
def test_the_catalogue_is_complete(name):
    own = APP.seed(make_world(0, name))["music"]
    titles = [song["title"] for song in own["songs"]]
    assert len(set(titles)) == len(titles) == SONGS_PER_ALBUM * len(own["albums"])
    assert {song["album"] for song in own["songs"]} == {album["id"] for album in own["albums"]}
    heard = [friend["title"] for friend in own["friends"]]
    assert len(set(heard)) == len(heard)
    assert own["player"]["song"] not in [friend["song"] for friend in own["friends"]]


def test_a_search_finds_titles_and_artists(user):
    song = music(user)["songs"][7]
    user.go("Music", "music_search")
    user.type(song["title"].upper())
    assert user.element("song_row") is not None
    assert user.shows(song["title"])
    assert not user.shows(music(user)["songs"][0]["title"])


def test_liked_songs_have_a_list(user):
    song = next(s for s in music(user)["songs"] if not s["liked"])
    user.go("Music", "music_search")
    user.type(song["title"])
    user.hold("song_row")
    user.tap("Like")
    user.tap("chip_liked")
    assert user.shows(song["title"])


# ---------------------------------------------------------------- player


def test_a_song_is_played_and_skipped(user):
    first, queue = music(user)["songs"][0], music(user)["player"]["queue"]
    before = music(user)["player"]["song"]
    user.go("Music", "song_row")
    player = music(user)["player"]
    assert (player["song"], player["playing"], player["position"]) == (first["id"], True, 0)
    user.tap("next_button")
    assert music(user)["player"]["song"] == queue[0]
    user.tap("previous_button")
    user.tap("previous_button")
    player = music(user)["player"]
    assert player["song"] == before
    assert player["queue"][:2] == [first["id"], queue[0]]


def test_repeat_and_shuffle_decide_what_comes_next(user):
    player = music(user)["player"]
    user.go("Music", "player_bar", "repeat_button", "shuffle_button", "next_button")
    after = music(user)["player"]
    assert after["queue"][-1] == player["song"]
    assert after["song"] == [*player["queue"], player["song"]][2]


def test_seeking_stays_within_the_song(user):
    user.go("Music", "player_bar", "forward_button")
    start = music(user)["player"]["position"]
    user.tap("forward_button")
    assert music(user)["player"]["position"] == start + 10
    for _ in range(start // 10 + 2):
        user.tap("rewind_button")
    assert user.element("position").get("text") == "0:00"


def test_the_sleep_timer_is_set_and_cleared(user):
    user.go("Music", "player_bar", "timer_row", "30 minutes")
    assert music(user)["player"]["timer"] == "30 minutes"
    user.tap("timer_row")
    user.tap("Off")
    assert music(user)["player"]["timer"] == ""


def test_the_queue_can_be_changed(user):
    queue, song = music(user)["player"]["queue"], music(user)["songs"][0]
    user.go("Music", "song_more", "Play next", "player_bar", "queue_button")
    assert music(user)["player"]["queue"] == [song["id"], *queue]
    user.tap("remove_button")
    assert music(user)["player"]["queue"] == queue
    user.tap(title(user, queue[1]))
    assert music(user)["player"]["song"] == queue[1]
    assert music(user)["player"]["queue"] == queue[2:]
    user.tap("clear_button")
    assert user.shows("Your queue is empty")


# ---------------------------------------------------------------- playlists


def test_a_playlist_is_made_filled_and_deleted(user):
    song = music(user)["songs"][0]
    user.go("Music", "tab_playlists", "New playlist")
    user.type("Tea and rain")
    user.tap("OK")
    made = music(user)["playlists"][-1]
    assert (made["name"], made["songs"], made["people"]) == ("Tea and rain", [], [])
    user.key("back")
    user.key("back")
    user.tap("song_more")
    user.tap("Add to playlist")
    user.tap("Tea and rain")
    assert playlist(user, made["id"])["songs"] == [{"id": song["id"], "by": ""}]
    assert playlist(user, made["id"])["cover"] == song["id"]
    user.tap("tab_playlists")
    for label in ("Tea and rain", "menu_button", "Delete playlist", "Delete"):
        user.tap(label)
    assert made["id"] not in [p["id"] for p in music(user)["playlists"]]


def test_songs_are_put_in_order_and_removed(user):
    before = playlist(user, "l0")
    user.go("Music", "tab_playlists", before["name"], "edit_button")
    buttons = [e for e in user.elements() if e.get("resource-id", "").endswith("/top_button")]
    assert [e.get("enabled") for e in buttons] == ["false", "true", "true", "true", "true"]
    user.tap("remove_button")
    assert playlist(user, "l0")["songs"] == before["songs"][1:]
    assert playlist(user, "l0")["cover"] == before["songs"][1]["id"]


def test_a_name_in_a_playlist_is_gold_even_where_it_is_cut(user):
    named, long = playlist(user, "l4"), playlist(user, "l5")
    firsts = [p["first"] for p in (named["people"][0], long["people"][0])]
    user.go("Music", "tab_playlists")
    shown = user.gold_places()
    assert {(T.PERSON_NAME, first, "text") for first in firsts} <= shown
    user.tap(named["name"])
    user.tap("menu_button")
    user.tap("Rename")
    user.type(f"{firsts[1]} on the road")
    user.tap("OK")
    renamed = playlist(user, "l4")
    assert renamed["name"] == f"{firsts[1]} on the road"
    assert (T.PERSON_NAME, firsts[1], "text") in user.gold_places()


def test_collaborators_are_listed_by_surname_and_removed(user):
    shared = playlist(user, "l2")
    one, other = shared["people"]
    assert one["first"] == other["first"]
    user.go("Music", "tab_playlists", shared["name"], "people_row")
    shown = user.gold_places()
    for person in (one, other):
        assert (T.PERSON_NAME, person["listed"], "text") in shown
        assert (T.PERSON_NAME, person["name"], "content-desc") in shown
        assert (T.USERNAME, person["username"], "text") in shown
    user.tap("remove_button")
    user.tap("Take out")
    assert [p["id"] for p in playlist(user, "l2")["people"]] == [other["id"]]


def test_a_contact_is_added_once(user):
    person = user.phone.state()["contacts"]["people"][6]
    user.go("Music", "tab_playlists", playlist(user, "l0")["name"], "people_row")
    for _ in range(2):
        user.tap("Add people")
        user.tap("recipient_search")
        user.type(person["name"])
        user.tap("recipient_row")
    assert [p["id"] for p in playlist(user, "l0")["people"]] == [person["id"]]


def test_a_playlist_of_somebody_else_can_only_be_left(user):
    theirs = playlist(user, "l3")
    user.go("Music", "tab_playlists", theirs["name"], "menu_button")
    assert not user.shows("Rename")
    user.tap("Leave playlist")
    user.tap("Leave")
    assert "l3" not in [p["id"] for p in music(user)["playlists"]]


# ---------------------------------------------------------------- friends


def test_a_friend_has_the_full_name_in_the_description_alone(user):
    friend = music(user)["friends"][-1]
    user.go("Music", "tab_friends")
    shown = user.gold_places()
    assert (T.PERSON_NAME, friend["called"], "text") in shown
    assert (T.PERSON_NAME, friend["name"], "content-desc") in shown
    assert (T.PERSON_NAME, friend["name"], "text") not in shown


def test_a_friends_song_is_played_and_the_own_one_hidden(user):
    friend = music(user)["friends"][0]
    user.go("Music", "tab_friends", "friend_row", "play_heard", "sees_switch")
    assert music(user)["player"]["song"] == friend["song"]
    assert music(user)["friends"][0]["sees_me"] is False
    parts = [m for m in user.phone.gold() if m.value == friend["name"] and m.attr == "text"]
    assert len(parts) == 2


# ---------------------------------------------------------------- family plan and account


def test_a_member_stands_in_views_of_its_own(user):
    member = music(user)["family"]["members"][1]
    user.go("Music", "tab_account", "family_entry", member["listed"])
    shown = user.gold_places()
    for kind, key in (
        (T.EMAIL, "email"), (T.DATE_OF_BIRTH, "birthday"), (T.USERNAME, "username"),
        (T.ACCOUNT_BALANCE, "share_text"), (T.PERSON_NAME, "name"),
    ):  # fmt: skip
        assert (kind, member[key], "text") in shown
    assert not user.shows(member["name"])
    user.tap("remove_member")
    user.tap("Take out")
    assert member["id"] not in [m["id"] for m in music(user)["family"]["members"]]


@pytest.mark.parametrize("mail", ["ottilie.quist@example.com", "ottilie"])
def test_an_invitation_needs_a_mail(user, mail):
    user.go("Music", "tab_account", "family_entry", "Invite")
    user.type("Ottilie Quist")
    user.key("enter")
    user.type(mail)
    user.tap("send_button")
    sent = [one["email"] for one in music(user)["family"]["invitations"][1:]]
    assert sent == ([mail] if "@" in mail else [])
    assert user.shows("Invitation sent" if sent else "Enter an e-mail address")


def test_an_invitation_can_be_withdrawn(user):
    user.go("Music", "tab_account", "family_entry", "withdraw_button", "button1")
    assert music(user)["family"]["invitations"] == []


def test_the_family_plan_shows_its_code_and_address(user):
    user.go("Music", "tab_account", "family_entry")
    shown = user.gold_places()
    assert (T.PASSWORD, music(user)["family"]["code"], "text") in shown
    assert (T.ADDRESS, user.phone.state()["owner"]["address"], "text") in shown


def test_the_card_is_masked_and_can_be_changed(user):
    number = music(user)["account"]["card"]
    user.go("Music", "tab_account", "payment_entry")
    assert (T.CREDIT_CARD, number, "content-desc") in user.gold_places()
    assert not any(
        number in e.get(key) for e in user.elements() for key in ("text", "content-desc")
    )
    user.tap("change_card")
    user.type("4000")
    user.tap("save_button")
    assert user.shows("Enter the card number")
    assert music(user)["account"]["card"] == number
    user.tap("card_number")
    user.type("00 1234 5678 9")
    user.tap("save_button")
    assert music(user)["account"]["card"] == "4000 0012 3456 789"


def test_the_profile_is_changed_and_suggests_a_number(user):
    user.go("Music", "tab_account", "profile_entry")
    owner = user.phone.state()["owner"]
    assert (T.PHONE_NUMBER, owner["phone_national"], "hint") in user.gold_places()
    user.tap("username_row")
    user.type("@quietlistener58")
    user.tap("OK")
    user.tap("account_phone")
    user.type("+1 808-555-0177")
    user.tap("save_button")
    account = music(user)["account"]
    assert (account["username"], account["phone"]) == ("quietlistener58", "+1 808-555-0177")


def test_payments_have_numbers_that_are_almost_alike(user):
    one, other, *_ = music(user)["account"]["payments"]
    assert sum(a != b for a, b in zip(one["number"], other["number"], strict=True)) == 1
    user.go("Music", "tab_account", "payments_entry")
    assert {
        (T.ORDER_NUMBER, one["number"], "text"),
        (T.ACCOUNT_BALANCE, one["amount_text"], "text"),
    } <= user.gold_places()


def test_the_sound_can_be_set(user):
    user.go("Music", "tab_account", "settings_entry", "equalizer_row", "Bass boost", "explicit")
    settings = music(user)["settings"]
    assert (settings["equalizer"], settings["explicit"]) == ("Bass boost", False)


@pytest.mark.parametrize("name", world_names())
def test_members_differ_in_age_share_and_mail(name):
    for seed in range(6):
        world = make_world(seed, name)
        own = APP.seed(world)["music"]
        members = own["family"]["members"]
        assert len(members) == 4
        for key in ("share", "email"):
            assert len({m[key] for m in members}) == 4
        assert len({m["born"][:4] for m in members}) == 4
        for member in members:
            saved = world.person(member["id"])["email"]
            assert (member["email"] != saved) is member["own_mail"]
        amounts = [payment["amount"] for payment in own["account"]["payments"]]
        assert len(set(amounts)) == len(amounts)


WAYS = [
    ["song_more"],
    ["player_bar", "timer_row"],
    ["tab_playlists"],
    ["tab_playlists", "floating_action_button"],
    ["tab_playlists", "playlist_row", "edit_button"],
    ["tab_playlists", "playlist_row", "menu_button"],
    ["tab_playlists", "playlist_row", "people_row", "floating_action_button"],
    ["tab_friends"],
    ["tab_friends", "friend_row"],
    ["tab_account"],
    ["tab_account", "family_entry"],
    ["tab_account", "family_entry", "member_row"],
    ["tab_account", "family_entry", "withdraw_button"],
    ["tab_account", "family_entry", "floating_action_button"],
    ["tab_account", "profile_entry"],
    ["tab_account", "profile_entry", "email_row"],
    ["tab_account", "payment_entry"],
    ["tab_account", "payment_entry", "change_card"],
    ["tab_account", "payments_entry"],
]


@pytest.mark.parametrize("turn", range(len(WAYS)), ids=["-".join(way) for way in WAYS])
def test_every_screen_shows_its_gold(user, turn):
    user.phone.reset(2, ("en-US", "he-IL", "zh-CN")[turn % 3])
    user.go("Music", *WAYS[turn])
    check_frame(user.phone)
