"""The photo app."""

from __future__ import annotations

import pytest

from harness.core.raw import nodes, readable_attributes


def photos(user):
    return user.phone.state()["photos"]


def portrait(user):
    return next(p for p in photos(user)["items"] if p["kind"] == "portrait")


def open_portrait(user):
    album = next(a for a in photos(user)["albums"] if a["id"] == portrait(user)["album"])
    user.open("Photos")
    user.tap("Albums")
    user.scroll_to("album_tile")
    for _ in range(3):
        if not user.shows(album["name"]):
            user.drag(-700)
    user.tap(album["name"])
    user.tap("photo_tile")
    return portrait(user)


def test_the_grid_tells_when_pictures_were_taken_and_nothing_else(user):
    user.open("Photos")
    words = [v for e in nodes(user.frame().tree) for _, v in readable_attributes(e)]
    assert sum(word.startswith("Photo, ") for word in words) >= 15
    assert {m.attr for m in user.phone.gold()} == {"image"}


def test_pictures_without_a_caption_are_nameless_in_their_album(user):
    user.open("Photos")
    user.tap("Albums")
    user.tap(photos(user)["albums"][2]["name"])
    tiles = [e for e in user.elements() if e.get("resource-id", "").endswith("photo_tile")]
    assert len(tiles) == 3
    assert all(e.get("NAF") == "true" for e in tiles)


def test_a_picture_can_be_shared(user):
    shared = open_portrait(user)
    user.tap("Share")
    target = user.elements()
    name = next(e.get("text") for e in target if e.get("resource-id") == "android:id/title")
    user.tap(name)
    (share,) = photos(user)["shares"]
    assert share["photo"] == shared["id"]
    people = {p["id"]: p["name"] for p in user.phone.state()["contacts"]["people"]}
    assert people[share["contact_id"]] == name


@pytest.mark.parametrize("sure", [True, False])
def test_a_picture_goes_to_the_trash_when_the_user_is_sure(user, sure):
    gone = open_portrait(user)
    user.tap("Delete")
    user.tap("button1" if sure else "button2")
    kept = next(p for p in photos(user)["items"] if p["id"] == gone["id"])
    assert kept["trashed"] is sure


def test_the_star_toggles(user):
    open_portrait(user)
    user.tap("Add to favorites")
    assert portrait(user)["favorite"] is True
    user.tap("Remove from favorites")
    assert portrait(user)["favorite"] is False


def test_details_give_the_place_and_take_a_description(user):
    taken = open_portrait(user)
    user.tap("Details")
    assert user.shows(taken["place"])
    user.hold("caption")
    user.type("The last summer with Nora")
    user.tap("save_caption")
    assert portrait(user)["caption"]["text"] == "The last summer with Nora"
    user.frame()
    assert any(m.value == taken["place"] for m in user.phone.gold())


def test_an_album_can_be_made_for_somebody(user):
    person = user.phone.state()["contacts"]["people"][5]
    user.open("Photos")
    user.tap("New album")
    user.type(person["name"])
    user.tap("OK")
    album = photos(user)["albums"][-1]
    assert (album["name"], album["contact_id"]) == (person["name"], person["id"])
    user.tap("New album")
    user.tap("OK")
    assert len(photos(user)["albums"]) == 10, "one without a name isn't made"


def test_search_finds_by_caption(user):
    caption = portrait(user)["caption"]["text"]
    user.open("Photos")
    user.tap("Search photos")
    user.type(caption)
    assert user.shows(caption)
    assert len([e for e in user.elements() if e.get("text") == caption]) == 2


def test_the_same_world_has_the_same_pictures(user):
    before = photos(user)
    user.reset(0)
    assert photos(user) == before
