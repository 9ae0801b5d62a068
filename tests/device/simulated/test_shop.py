"""The shop does what its screens promise, and the state and the gold show it."""

from __future__ import annotations

import pytest
from frames import check_frame

from harness.core.entity import EntityType as T
from harness.device.simulated.apps.shop.goods import seed_shop
from harness.device.simulated.parts import street_and_town
from harness.device.simulated.world import make_world


def shop(user):
    return user.phone.state()["shop"]


def test_the_catalogue_is_full_of_numbers_that_are_nobodys(user):
    user.go("Shop")
    assert user.gold_places() == set()
    user.tap("product_row")
    assert user.gold_places() == set()
    assert user.shows(shop(user)["products"][0]["article"])


def test_what_is_added_to_the_cart_can_be_ordered(user):
    before = shop(user)
    wanted = next(p for p in before["products"] if p["id"] not in [i["id"] for i in before["cart"]])
    user.go("Shop", "product_search")
    user.type(wanted["article"])
    user.tap("product_row")
    user.tap("add_button")
    assert shop(user)["cart"][-1]["id"] == wanted["id"]
    user.tap("cart_button")
    user.tap("checkout_button")
    user.tap("place_order")
    user.tap("button1")
    order = shop(user)["orders"][0]
    assert [item["id"] for item in order["items"]][-1] == wanted["id"]
    assert order["address"] == user.phone.state()["owner"]["address"]
    assert shop(user)["cart"] == []
    assert user.shows(order["number"])


def test_another_address_and_card_can_be_chosen(user):
    place, card = shop(user)["addresses"][1], shop(user)["cards"][1]
    user.go("Shop", "cart_button", "checkout_button", "deliver_row", place["label"])
    user.tap("pay_row")
    user.tap(card["name"])
    user.tap("place_order")
    user.tap("button1")
    order = shop(user)["orders"][0]
    assert (order["name"], order["address"]) == (place["name"], place["address"])
    assert order["card"] == card["id"]


def test_a_voucher_makes_the_cart_cheaper(user):
    voucher = shop(user)["vouchers"][0]
    user.go("Shop", "cart_button")
    full = user.element("cart_total").get("text")
    user.tap("checkout_button")
    user.tap("voucher_code")
    user.type("WRONG")
    user.tap("redeem_button")
    assert shop(user)["voucher"] == ""
    user.tap("Clear text")
    user.type(voucher["code"].lower())
    user.tap("redeem_button")
    assert shop(user)["voucher"] == voucher["code"]
    assert user.element("total").get("text") != full


def test_fewer_than_one_leaves_the_cart(user):
    user.go("Shop", "cart_button", "more_button")
    assert shop(user)["cart"][0]["count"] == 2
    for _ in range(2):
        user.tap("less_button")
    assert len(shop(user)["cart"]) == 1


def test_a_thing_can_be_a_gift(user):
    people = user.phone.state()["contacts"]["people"]
    user.go("Shop", "cart_button", "gift_button", "recipient_search")
    user.type(people[4]["name"])
    user.tap("recipient_row")
    assert shop(user)["cart"][0]["gift_to"] == people[4]["id"]
    assert (T.PERSON_NAME, people[4]["name"], "text") in user.gold_places()


def test_only_an_order_that_is_not_sent_can_be_cancelled(user):
    orders = shop(user)["orders"]
    assert [order["status"] for order in orders[:2]] == ["packed", "way"]
    assert sum(a != b for a, b in zip(orders[0]["number"], orders[1]["number"], strict=True)) == 1
    user.go("Shop", "Orders")
    user.tap("order_row")
    user.tap("cancel_button")
    user.tap("button1")
    assert shop(user)["orders"][0]["status"] == "cancelled"
    assert not user.shows("cancel_button")


def test_the_list_of_orders_tells_the_recipient_only_to_who_listens(user):
    user.go("Shop", "Orders")
    address = shop(user)["orders"][0]["address"]
    assert {attr for kind, value, attr in user.gold_places() if value == address} == {
        "content-desc"
    }


def test_an_address_is_broken_into_lines(user):
    place = shop(user)["addresses"][0]
    user.go("Shop", "Account", "addresses_row")
    shown = [m for m in user.marks() if m.value == place["address"] and m.attr == "text"]
    assert len(shown) == 2
    assert {m.type for m in shown} == {T.ADDRESS}
    assert not user.shows(place["address"])


def test_an_address_can_be_added_made_the_default_and_deleted(user):
    user.go("Shop", "Account", "addresses_row", "Add address", "address_name")
    assert (
        T.PHONE_NUMBER,
        user.phone.state()["owner"]["phone_national"],
        "hint",
    ) in user.gold_places()
    user.type("Ottilie Quist")
    user.tap("address_text")
    user.type("9 Fernside Road, Milford, CT 06460")
    user.tap("save_button")
    fresh = shop(user)["addresses"][-1]
    assert (fresh["name"], fresh["address"]) == (
        "Ottilie Quist",
        "9 Fernside Road, Milford, CT 06460",
    )
    user.tap(fresh["label"])
    user.tap("default_switch")
    assert [place["default"] for place in shop(user)["addresses"]] == [False, False, False, True]
    assert not user.shows("delete_button")
    user.key("back")
    user.tap(shop(user)["addresses"][1]["name"])
    user.tap("delete_button")
    assert [place["id"] for place in shop(user)["addresses"]] == ["a0", "a2", "a3"]


def test_a_nameless_address_is_not_saved(user):
    user.go("Shop", "Account", "addresses_row", "Add address", "save_button")
    assert user.shows("Enter name and address")
    assert len(shop(user)["addresses"]) == 3


def test_cards_are_masked_everywhere(user):
    numbers = [card["number"] for card in shop(user)["cards"]]
    user.go("Shop", "Account", "cards_row")
    texts = [e.get(key) for e in user.elements() for key in ("text", "content-desc")]
    assert not any(number in text for number in numbers for text in texts)
    assert {value for kind, value, _ in user.gold_places() if kind is T.CREDIT_CARD} == set(numbers)


def test_the_cards_are_those_of_the_bank(user):
    known = {card["number"] for card in user.phone.state()["bank"]["cards"]}
    assert {card["number"] for card in shop(user)["cards"]} <= known


def test_a_parcel_shows_its_codes_and_who_takes_it_in(user):
    parcel = shop(user)["parcels"][0]
    user.go("Shop", "Parcels", parcel["sender"])
    shown = user.gold_places()
    for expected in (
        (T.ORDER_NUMBER, parcel["tracking"]),
        (T.PASSWORD, parcel["pickup_code"]),
        (T.PERSON_NAME, parcel["neighbor"]),
    ):
        assert (*expected, "text") in shown
    user.tap("neighbor_row")
    user.tap("recipient_row")
    assert shop(user)["parcels"][0]["neighbor_id"] != parcel["neighbor_id"]


def test_a_passenger_has_two_name_views_a_birthday_and_a_masked_passport(user):
    trip = shop(user)["trips"][0]
    user.go("Shop", "Trips", trip["route"])
    friend = trip["passengers"][1]
    assert len([m for m in user.marks() if m.value == friend["name"] and m.attr == "text"]) == 2
    assert (T.PERSON_NAME, friend["listed"], "content-desc") in user.gold_places()
    assert (T.DATE_OF_BIRTH, friend["birthday"], "text") in user.gold_places()
    assert (T.ID_NUMBER, friend["passport"], "text") in user.gold_places()
    assert not any(friend["passport"] in e.get("text") for e in user.elements())


@pytest.mark.parametrize("complete", [True, False])
def test_a_passenger_needs_a_date_of_birth(user, complete):
    trip = shop(user)["trips"][0]
    user.go("Shop", "Trips", trip["route"], "add_passenger")
    user.type("Ottilie Quist")
    if complete:
        user.key("enter")
        user.type("March 3, 1990")
    user.tap("save_button")
    names = [p["name"] for p in shop(user)["trips"][0]["passengers"]]
    assert ("Ottilie Quist" in names) is complete


def test_a_seat_can_be_changed_and_one_checks_in(user):
    trip = shop(user)["trips"][0]
    taken = {p["seat"] for p in trip["passengers"]}
    free = next(seat for seat in ("11A", "12F", "14C", "15A") if seat not in taken)
    user.go("Shop", "Trips", trip["route"], "seat_q1", free)
    user.tap("check_in")
    after = shop(user)["trips"][0]
    assert after["passengers"][1]["seat"] == free
    assert after["checked_in"] is True


@pytest.mark.parametrize("world", ["en-US", "de-DE", "es-ES", "zh-CN", "he-IL", "en-GB"])
def test_passengers_differ_in_their_year_and_addresses_have_two_lines(world):
    for seed in range(4):
        own = seed_shop(make_world(seed, world))
        for trip in own["trips"]:
            assert len({p["born"][:4] for p in trip["passengers"]}) == 2
        for place in own["addresses"]:
            lines = street_and_town(place["address"])
            assert len(lines) == 2
            assert all(line in place["address"] for line in lines)
        assert len({order["total"] for order in own["orders"]}) == 6


@pytest.mark.parametrize("world", ["en-US", "he-IL"])
@pytest.mark.parametrize(
    "way",
    [
        ["product_row"],
        ["cart_button", "gift_button"],
        ["cart_button", "checkout_button"],
        ["cart_button", "checkout_button", "deliver_row"],
        ["cart_button", "checkout_button", "pay_row"],
        ["cart_button", "checkout_button", "place_order"],
        ["Orders", "order_row", "cancel_button"],
        ["Orders", "order_row"],
        ["Parcels", "parcel_row"],
        ["Trips", "trip_row"],
        ["Trips", "trip_row", "seat_q0"],
        ["Trips", "trip_row", "add_passenger"],
        ["Account", "addresses_row", "address_row"],
        ["Account", "addresses_row"],
        ["Account", "cards_row"],
        ["Account", "vouchers_row"],
        ["Account", "gift_cards_row"],
        ["Account", "help_row"],
    ],
    ids="-".join,
)
def test_every_screen_shows_its_gold(user, world, way):
    user.phone.reset(2, world)
    strings = user.phone.state()["locale"]["strings"]
    user.open("Shop")
    for label in way:
        user.tap(strings.get(label, label))
    check_frame(user.phone)
