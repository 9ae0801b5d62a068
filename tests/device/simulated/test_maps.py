"""Maps does what its screens promise, and the state and the gold show it."""

from __future__ import annotations

import pytest
from frames import check_frame

from harness.core.entity import EntityType as T
from harness.device.simulated.apps.maps.atlas import seed_maps
from harness.device.simulated.world import make_world


def maps(user):
    return user.phone.state()["maps"]


def place(user, kind="person"):
    return next(p for p in maps(user)["places"] if p["kind"] == kind)


def go(user, *labels):
    user.open("Maps")
    for label in labels:
        user.tap(label)


def test_the_map_shows_names_in_pixels_alone(user):
    go(user)
    shown = user.marks()
    assert {mark.node for mark in shown} == {None}
    names = {p["label"] for p in maps(user)["places"] if p["kind"] == "person"}
    assert {mark.value for mark in shown} <= names
    assert len(shown) >= 2


def test_a_place_says_its_address_beside_its_pin(user):
    friend = place(user)
    go(user, "Saved", friend["label"])
    pixels = {m.value for m in user.marks() if m.node is None and m.type is T.ADDRESS}
    assert pixels == set(friend["address"].split(", ", 1))


def test_a_typed_address_becomes_a_place(user):
    go(user, "search_bar")
    user.type("9 Fernside Road, Milford, CT 06460")
    user.tap("result_row")
    user.tap("save_button")
    user.type("Ottilie")
    user.tap("OK")
    fresh = maps(user)["places"][-1]
    assert (fresh["label"], fresh["address"]) == ("Ottilie", "9 Fernside Road, Milford, CT 06460")
    assert user.shows("Rename")
    assert maps(user)["recents"][0]["query"] == "9 Fernside Road, Milford, CT 06460"


def test_a_place_named_after_a_contact_is_a_person(user):
    contact = user.phone.state()["contacts"]["people"][5]
    go(user, "search_bar")
    user.type(contact["address"])
    user.tap("result_row")
    user.tap("save_button")
    user.type(contact["name"])
    user.tap("OK")
    assert maps(user)["places"][-1]["kind"] == "person"
    assert (T.PERSON_NAME, contact["name"]) in {(m.type, m.value) for m in user.marks()}


def test_search_finds_places_and_nothing(user):
    friend = place(user)
    go(user, "search_bar")
    user.type(friend["label"])
    user.tap("result_row")
    assert user.shows("Rename")
    user.key("back")
    user.tap("Clear text")
    user.type("somewhere")
    assert user.shows("No results")


def test_recent_searches_can_be_forgotten(user):
    before = maps(user)["recents"]
    go(user, "search_bar", "remove_button")
    assert maps(user)["recents"] == before[1:]
    user.tap("clear_button")
    assert maps(user)["recents"] == []


def test_a_place_can_be_renamed_and_deleted_but_not_home(user):
    go(user, "Saved", place(user, "work")["label"], "Rename")
    user.type("Office")
    user.tap("OK")
    assert place(user, "work")["label"] == "Office"
    user.tap("delete_button")
    user.tap("button1")
    assert all(p["kind"] != "work" for p in maps(user)["places"])
    user.tap(place(user, "home")["label"])
    assert not user.shows("delete_button")


def test_a_route_has_a_start_an_end_and_a_mode(user):
    friend, work = place(user), place(user, "work")
    go(user, "Saved", friend["label"], "directions_button", "from_row", work["label"])
    by_car = user.element("route_time").get("text")
    user.tap("mode_walk")
    assert user.element("route_time").get("text") != by_car
    user.tap("start_button")
    route = maps(user)["route"]
    assert (route["from"], route["to"], route["mode"]) == (work["id"], friend["id"], "walk")


@pytest.mark.parametrize("downloaded", [True, False])
def test_areas_are_downloaded_and_deleted(user, downloaded):
    area = next(a for a in maps(user)["areas"] if a["downloaded"] is downloaded)
    go(user, "Offline", area["name"])
    assert user.marks() == ()
    user.tap("Delete" if downloaded else "Download")
    after = next(a for a in maps(user)["areas"] if a["id"] == area["id"])
    assert after["downloaded"] is not downloaded


def test_the_location_is_shared_until_it_is_stopped(user):
    people = user.phone.state()["contacts"]["people"]
    go(user, "share_button", "recipient_search")
    user.type(people[7]["name"])
    user.tap("recipient_row")
    user.tap("1 hour")
    (share,) = maps(user)["shares"]
    assert (share["contact_id"], share["until"]) == (people[7]["id"], "1 hour")
    user.tap("stop_button")
    assert maps(user)["shares"] == []


@pytest.mark.parametrize("seed", range(6))
def test_no_two_places_are_equally_far_from_home(seed):
    places = seed_maps(make_world(seed))["places"]
    assert len({p["from_home"] for p in places}) == len(places)


@pytest.mark.parametrize("world", ["en-US", "he-IL"])
@pytest.mark.parametrize(
    "way",
    [
        [],
        ["search_bar"],
        ["Saved"],
        ["Saved", "place_row"],
        ["Saved", "place_row", "save_button"],
        ["Saved", "place_row", "directions_button"],
        ["Saved", "place_row", "directions_button", "to_row"],
        ["Offline", "area_row"],
        ["share_button", "recipient_row"],
    ],
    ids="-".join,
)
def test_every_screen_shows_its_gold(user, world, way):
    user.phone.reset(2, world)
    strings = user.phone.state()["locale"]["strings"]
    user.open("Maps")
    for label in way:
        user.tap(strings.get(label, label))
    check_frame(user.phone)
