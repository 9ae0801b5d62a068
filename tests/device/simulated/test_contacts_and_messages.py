"""Contacts and Messages in all worlds: names, numbers, settings, and who says what."""

from __future__ import annotations

import pytest

from harness.core.entity import EntityType
from harness.core.paths import world_names
from harness.device.simulated.apps.messages.chats import seed_threads
from harness.device.simulated.world import make_world

T = EntityType
each_world = pytest.mark.parametrize("world", world_names())


def people(user):
    return user.phone.state()["contacts"]["people"]


def move(user, world, seed=0):
    user.phone.reset(seed, world)
    user._seen = []


def search(user, text):
    user.open("Contacts")
    user.tap("open_search_bar")
    user.type(text)
    user.tap("contact_row")


@pytest.mark.parametrize("world", ["en-US", "zh-CN", "he-IL"])
def test_somebody_is_found_by_nickname_and_by_the_number_as_it_is_dialled(user, world):
    move(user, world)
    person = next(p for p in people(user) if p["nickname"])
    for query in (person["nickname"], person["phone_national"]):
        move(user, world)
        search(user, query)
        assert user.element("large_title").get("text") == person["name"]
    assert (T.PERSON_NAME, person["nickname"]) in user.gold()


def test_favorites_stand_there_as_they_are_called(user):
    favorite = next(p for p in people(user) if p["favorite"])
    user.open("Contacts")
    user.tap("Favorites")
    called = favorite["nickname"] or favorite["first"]
    assert user.shows(called)
    assert user.shows(f"Call {favorite['name']}")


def test_names_can_be_listed_with_the_surname_in_front(user):
    person = min(people(user), key=lambda p: (p["last"].casefold(), p["name"].casefold()))
    user.open("Contacts")
    user.tap("Contacts settings")
    user.tap("Name format")
    user.tap("Last name first")
    assert user.phone.state()["contacts"]["name_format"] == "last"
    user.key("back")
    title = f"{person['last']}, {person['first']}"
    assert user.element("title").get("text") == title
    assert (T.PERSON_NAME, title) in user.gold()


def test_the_settings_hold_nothing_personal(user):
    user.open("Contacts")
    user.tap("Contacts settings")
    assert user.gold() == set()


def test_a_number_can_be_blocked_and_unblocked(user):
    (first, _) = user.phone.state()["contacts"]["blocked"]
    assert first not in {p["phone"] for p in people(user)}
    user.open("Contacts")
    user.tap("Contacts settings")
    user.tap("Blocked numbers")
    assert (T.PHONE_NUMBER, first) in user.gold()
    user.tap(f"Unblock {first}")
    user.tap("Add a number")
    user.type("+1 808-555-0123")
    user.tap("OK")
    blocked = user.phone.state()["contacts"]["blocked"]
    assert (first in blocked, "+1 808-555-0123" in blocked) == (False, True)


def test_a_call_is_listed_with_the_national_number(user):
    person = people(user)[0]
    search(user, person["name"])
    user.tap("verb_call")
    user.tap("End call")
    user.key("back")
    user.tap("Recents")
    assert user.shows(f"Outgoing, {person['phone_national']}")


def test_editing_keeps_a_name_that_is_not_of_the_country(user):
    move(user, "zh-CN")
    guest = next(p for p in people(user) if p["last"] == "Foster")
    search(user, guest["name"])
    user.tap("menu_edit")
    user.hold("company")
    user.type("青石")
    user.tap("menu_save")
    assert next(p for p in people(user) if p["id"] == guest["id"])["name"] == "Emily Foster"


def test_a_new_name_is_put_together_as_in_the_country(user):
    move(user, "zh-CN")
    user.open("Contacts")
    user.tap("floating_action_button")
    user.type("小明")
    user.key("enter")
    user.type("钱")
    user.tap("phone")
    user.type("154 0000 1234")
    user.tap("menu_save")
    created = people(user)[-1]
    assert (created["name"], created["phone"]) == ("钱小明", "154 0000 1234")


@each_world
def test_every_kind_of_conversation_is_there(world):
    for seed in range(8):
        threads = seed_threads(make_world(seed, world))
        topics = [t["topic"] for t in threads]
        assert sorted(topics) == sorted(
            "address new_number email wifi plate health debt debt debt stranger friend check "
            "saturday lunch ring group group code login order appointment advert".split()
        )
        assert {t["kind"] for t in threads} == {"person", "group", "unknown", "service"}
        assert sum(t["unread"] for t in threads) == 4
        for thread in threads:
            assert thread["title"]
            for message in thread["messages"]:
                assert "{" not in message["body"]
                assert not message["body"].startswith((">", "@"))
                assert bool(message["sender"]) == (
                    thread["kind"] == "group" and not message["from_me"]
                )


@each_world
def test_the_number_in_question_is_right_or_nearly_right(world):
    verdicts = set()
    for seed in range(12):
        made = make_world(seed, world)
        thread = next(t for t in seed_threads(made) if t["topic"] == "check")
        number = made.person(thread["about"])["phone"]
        assert thread["fact"][:-1] == number[:-1]
        verdicts.add(thread["fact"] == number)
    assert verdicts == {True, False}


@each_world
def test_the_strangers_number_is_that_of_nobody_in_contacts(world):
    made = make_world(1, world)
    thread = next(t for t in seed_threads(made) if t["topic"] == "stranger")
    assert thread["title"] == thread["fact"] not in {p["phone"] for p in made.people}
    assert any(p["name"] in m["body"] for p in made.strangers for m in thread["messages"])


def test_a_number_written_another_way_leads_to_the_same_conversation(user):
    move(user, "de-DE")
    threads = user.phone.state()["messages"]["threads"]
    wanted = next(t for t in threads if t["topic"] == "stranger")
    national = user.phone.state()["strangers"][1]["phone_national"]
    user.open("Messages")
    user.tap("floating_action_button")
    user.type(national)
    user.key("enter")
    user.type("Hallo")
    assert user.element("action_bar_title").get("text") == wanted["title"]


@pytest.mark.parametrize(("world", "time"), [("en-US", "12:00 PM"), ("de-DE", "12:00")])
def test_a_sent_message_has_the_time_of_the_country(user, world, time):
    move(user, world)
    user.open("Messages")
    user.tap("swipeableContainer")
    user.tap("compose_message_text")
    user.type("OK")
    user.tap("send_message_button")
    latest = max(user.phone.state()["messages"]["threads"], key=lambda t: t["order"])
    assert latest["messages"][-1]["time"] == time


def test_what_nobody_owns_is_no_gold(user):
    thread = next(t for t in user.phone.state()["messages"]["threads"] if t["topic"] == "advert")
    user.open("Messages")
    user.scroll_to(thread["title"])
    user.tap(thread["title"])
    user.frame()
    gold = [mark for mark in user.phone.gold() if not mark.optional]
    assert gold == []
