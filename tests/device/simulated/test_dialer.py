"""Phone: calls, voicemail and speed dial do what the screens say, in every world."""

from __future__ import annotations

import pytest

from harness.core.entity import EntityType
from harness.core.paths import world_names
from harness.device.simulated.apps.dialer.call_log import local_number, seed_calls
from harness.device.simulated.world import make_world

T = EntityType


@pytest.fixture
def app(user):
    user.open("Phone")
    return user


def own(user):
    return user.phone.state()["dialer"]


@pytest.mark.parametrize("name", world_names())
def test_a_log_can_be_asked_about_without_doubt(name):
    for seed in range(6):
        world = make_world(seed, name)
        calls = seed_calls(world)
        log = calls["log"]
        assert len({call["time"] for call in log}) == len(log)
        missed = [c["name"] for c in log if c["direction"] == "missed" and c["name"]]
        assert len(set(missed)) == len(missed) == 4
        known = {p["phone"] for p in world.people}
        strange = {c["number"] for c in log if c["kind"] == "unknown"}
        assert len(strange) == 3
        assert not strange & known
        for message in calls["voicemail"]:
            assert message["fact"] in message["body"]
            assert "{" not in message["body"]


@pytest.mark.parametrize(
    ("number", "shown"),
    [("+49 30 23125 123", "030 23125123"), ("+44 7700 900123", "+44 7700 900123")],
)
def test_only_numbers_of_the_country_lose_their_prefix(number, shown):
    assert local_number(number, "DE") == shown


def test_a_number_is_dialled_one_button_at_a_time(app):
    app.tap("Keypad")
    for key in ("five", "five", "five", "zero", "one", "two", "three"):
        app.tap(key)
    app.tap("Backspace")
    app.tap("Dial")
    (call,) = app.phone.state()["calls"]
    assert call["number"] == "555012"
    assert app.shows("End call")


def test_the_keypad_finds_contacts_by_their_digits(app):
    person = app.phone.state()["contacts"]["people"][3]
    digits = "".join(c for c in person["phone"] if c.isdigit())
    app.tap("Keypad")
    app.type(digits[-7:])
    app.tap(person["name"])
    (call,) = app.phone.state()["calls"]
    assert call["contact_id"] == person["id"]


def test_the_phone_code_shows_the_numbers_of_the_phone_and_calls_nobody(app):
    imei = app.phone.state()["owner"]["imei"]
    app.tap("Keypad")
    for key in ("star", "pound", "zero", "six", "pound"):
        app.tap(key)
    assert (T.ID_NUMBER, imei) in app.gold()
    app.tap("OK")
    assert app.element("digits").get("text") == "Number"
    assert app.phone.state()["calls"] == []


def test_a_long_press_calls_who_is_on_the_key(app):
    app.tap("More options")
    app.tap("Speed dial")
    app.tap("speed_4")
    name = app.phone.state()["contacts"]["people"][5]["name"]
    app.tap("Search contacts")
    app.type(name)
    app.tap("assign_row")
    app.key("back")
    app.tap("Keypad")
    app.hold("four")
    (call,) = app.phone.state()["calls"]
    assert call["name"] == name


def test_calls_of_other_apps_stand_in_the_log(app):
    app.open("Contacts")
    app.tap("contact_row")
    app.tap("Call")
    app.open("Phone")
    assert app.shows("Just now")
    app.tap("call_log_row")
    assert app.shows("Outgoing")


def test_missed_calls_can_be_seen_alone(app):
    missed = [c for c in own(app)["log"] if c["direction"] == "missed"]
    app.tap("Missed")
    rows = [e for e in app.elements() if e.get("resource-id", "").endswith("call_log_row")]
    assert len(rows) == len(missed)


def test_a_caller_is_blocked_for_the_whole_phone(app):
    call = next(c for c in own(app)["log"] if c["kind"] == "unknown" and c["direction"] == "missed")
    app.tap("Missed")
    app.tap(call["time"])
    app.tap("Block")
    app.tap("button1")
    assert call["number"] in app.phone.state()["contacts"]["blocked"]
    app.tap("Unblock")
    app.tap("button1")
    assert call["number"] not in app.phone.state()["contacts"]["blocked"]


def test_a_company_is_nobody(app):
    call = next(c for c in own(app)["log"] if c["kind"] == "service")
    app.scroll_to(call["name"])
    app.tap(call["name"])
    assert app.gold() == set()


def test_a_voicemail_is_heard_and_deleted(app):
    message = next(m for m in own(app)["voicemail"] if m["topic"] == "email")
    app.tap("Voicemail")
    app.tap(message["name"])
    assert {(T.EMAIL, message["fact"]), (T.PERSON_NAME, message["name"])} <= app.gold()
    heard = next(m for m in own(app)["voicemail"] if m["id"] == message["id"])
    assert heard["heard"] is True
    app.tap("menu_delete")
    app.tap("button1")
    assert message["id"] not in [m["id"] for m in own(app)["voicemail"]]


def test_the_history_can_be_cleared(app):
    app.tap("More options")
    app.tap("Clear call history")
    app.tap("button1")
    assert own(app)["log"] == []
    assert app.shows("Your call log is empty")
