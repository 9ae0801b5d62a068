"""The messenger does what its screens promise, and the state and the gold show it."""

from __future__ import annotations

import numpy as np
import pytest

from harness.core.entity import EntityType as T
from harness.core.paths import world_names
from harness.device.simulated.apps.chat.talks import seed_chat
from harness.device.simulated.world import make_world


@pytest.fixture(autouse=True)
def undrawn(monkeypatch):
    """Nothing here looks at pixels."""
    blank = np.zeros((2400, 1080, 3), np.uint8)
    monkeypatch.setattr("harness.device.simulated.phone.render", lambda scene: blank)


def own(user):
    return user.phone.state()["chat"]


def chat(user, topic):
    return next(c for c in own(user)["chats"] if c["topic"] == topic)


def go(user, topic, *labels):
    user.open("Chat")
    title = chat(user, topic)["title"]
    user.scroll_to(title)
    user.tap(title)
    for label in labels:
        user.scroll_to(label)
        user.tap(label)


def member(user, topic, place):
    return chat(user, topic)["members"][place]


# ---------------------------------------------------------------- the list


def test_the_list_shows_pinned_chats_first_and_opening_one_reads_it(user):
    user.open("Chat")
    team = chat(user, "team")
    assert user.element("conversation_title").get("text") == team["title"]
    assert user.element("unread_badge").get("text") == "3"
    user.tap(team["title"])
    assert chat(user, "team")["unread"] == 0


@pytest.mark.parametrize(
    ("button", "key", "value"),
    [
        ("Pin", "pinned", True),
        ("Mute notifications", "muted", True),
        ("Mark as unread", "unread", 1),
    ],
)
def test_a_long_press_offers_what_can_be_done_with_a_chat(user, button, key, value):
    user.open("Chat")
    user.scroll_to(chat(user, "gift")["title"])
    user.hold(chat(user, "gift")["title"])
    user.tap(button)
    assert chat(user, "gift")[key] == value


def test_deleting_a_chat_asks_first(user):
    user.open("Chat")
    user.hold(chat(user, "team")["title"])
    user.tap("Delete chat")
    assert chat(user, "team")
    user.tap("Delete")
    assert "team" not in [c["topic"] for c in own(user)["chats"]]


def test_search_finds_chats_and_words(user):
    code = chat(user, "house")["fact"]
    user.open("Chat")
    user.tap("Search chats")
    user.type(code)
    rows = [e for e in user.elements() if e.get("resource-id", "").endswith("/hit_row")]
    assert len(rows) == 1
    assert (T.PASSWORD, code, "text") in user.gold_places()
    user.tap("hit_row")
    assert user.shows(chat(user, "house")["title"])


def test_the_groups_tab_cuts_the_list_of_members_off(user):
    user.open("Chat")
    user.tap("Groups")
    shown = [mark for mark in user.marks() if mark.type is T.PERSON_NAME and mark.attr == "text"]
    assert len(shown) > 5
    assert {m.value for m in user.marks() if m.type is T.GROUP_NAME} == {
        c["title"] for c in own(user)["chats"] if c["kind"] == "group"
    }


# ---------------------------------------------------------------- one chat


def test_a_message_is_sent_and_the_chat_moves_up(user):
    go(user, "talk", "entry")
    user.type("See you at +1 808-555-0147")
    user.tap("send_button")
    said = chat(user, "talk")["messages"][-1]
    assert (said["from_me"], said["body"]) == (True, "See you at +1 808-555-0147")
    assert (T.PHONE_NUMBER, "+1 808-555-0147", "text") in user.gold_places()
    assert chat(user, "talk")["order"] == max(c["order"] for c in own(user)["chats"])


def test_the_name_stands_in_the_hint_of_the_empty_field(user):
    go(user, "door")
    assert (T.PERSON_NAME, chat(user, "door")["first"], "hint") in user.gold_places()


def test_a_reply_quotes_sender_and_words(user):
    go(user, "gift")
    first = chat(user, "gift")["messages"][0]
    user.hold("message_text")
    user.tap("Reply")
    assert user.element("quoted_name").get("text") == first["name"]
    user.tap("entry")
    user.type("Good idea")
    user.key("enter")
    said = chat(user, "gift")["messages"][-1]
    assert (said["quote"], said["body"]) == (first["id"], "Good idea")
    assert not user.shows("reply_bar")


def test_a_quoted_code_is_gold_where_it_is_quoted(user):
    go(user, "house")
    code = chat(user, "house")["fact"]
    quoted = [m for m in user.marks() if m.value == code]
    # The message, the bar of the pinned message and its description, and the quote.
    assert len(quoted) == 4
    assert {m.type for m in quoted} == {T.PASSWORD}


def test_a_mention_is_completed_and_known(user):
    go(user, "team", "entry")
    wanted = member(user, "team", 2)
    user.type(f"Please @{wanted['first'][:2]}")
    user.tap("mention_row")
    user.type("look at this")
    user.tap("send_button")
    said = chat(user, "team")["messages"][-1]
    assert said["body"] == f"Please @{wanted['first']} look at this"
    assert (T.PERSON_NAME, wanted["first"], "text") in user.gold_places()


def test_who_is_not_saved_is_a_number_with_a_name_of_their_own(user):
    stranger = user.phone.state()["strangers"][3]
    go(user, "house")
    shown = user.gold_places()
    assert (T.PHONE_NUMBER, stranger["phone"], "text") in shown
    assert (T.PERSON_NAME, stranger["first"], "text") in shown
    assert not user.shows(stranger["name"])


def test_a_message_can_be_pinned_and_deleted(user):
    go(user, "lunch")
    first = chat(user, "lunch")["messages"][0]["id"]
    user.hold("message_text")
    user.tap("Pin message")
    assert chat(user, "lunch")["pinned_message"] == first
    assert user.shows("pinned_bar")
    user.hold("message_text")
    user.tap("Delete message")
    assert first not in [m["id"] for m in chat(user, "lunch")["messages"]]
    assert not user.shows("pinned_bar")


def test_clearing_a_chat_asks_first(user):
    go(user, "talk", "More options", "Clear chat")
    assert chat(user, "talk")["messages"]
    user.tap("Clear")
    assert chat(user, "talk")["messages"] == []
    assert user.phone.state()["foreground"]["screen"] == "room"


# ---------------------------------------------------------------- polls


def votes(user):
    said = next(m for m in chat(user, "trip")["messages"] if m["kind"] == "poll")
    return {option["text"]: option["voters"] for option in said["poll"]["options"]}


def test_one_votes_once_and_may_take_it_back(user):
    one, other, _ = votes(user)
    go(user, "trip", one)
    assert "owner" in votes(user)[one]
    user.tap(other)
    assert ("owner" in votes(user)[one], "owner" in votes(user)[other]) == (False, True)
    user.tap(other)
    assert not any("owner" in voters for voters in votes(user).values())


def test_the_voters_are_in_the_description_and_on_a_page(user):
    people = user.phone.state()["contacts"]["people"]
    names = {p["name"] for p in people if any(p["id"] in v for v in votes(user).values())}
    assert len(names) == 5
    go(user, "trip")
    spoken = {value for kind, value, attr in user.gold_places() if attr == "content-desc"}
    assert names <= spoken
    user.tap("view_votes")
    assert names <= {value for kind, value, attr in user.gold_places() if attr == "text"}


def test_one_option_has_a_single_voter(user):
    counts = sorted(len(voters) for voters in votes(user).values())
    assert counts == [1, 2, 2]
    assert [chat(user, "trip")["lone_voter"]] in votes(user).values()


@pytest.mark.parametrize("complete", [True, False])
def test_a_poll_needs_a_question_and_two_options(user, complete):
    before = len(chat(user, "class")["messages"])
    go(user, "class", "Attach", "Poll")
    user.type("Which clay?")
    user.tap("option_1")
    user.type("White")
    if complete:
        user.key("enter")
        user.type("Red")
    user.tap("create_button")
    assert (len(chat(user, "class")["messages"]) > before) is complete


# ---------------------------------------------------------------- contacts that are shared


def test_a_card_tells_its_number_only_to_who_listens_until_it_is_opened(user):
    number = chat(user, "card")["fact"]
    go(user, "card")
    assert {attr for _, value, attr in user.gold_places() if value == number} == {"content-desc"}
    user.tap("contact_card")
    assert (T.PHONE_NUMBER, number, "text") in user.gold_places()


def test_a_card_can_be_forwarded(user):
    to = chat(user, "lunch")
    go(user, "card")
    user.hold("contact_card")
    user.tap("Forward")
    user.scroll_to(to["title"])
    user.tap(to["title"])
    said = chat(user, "lunch")["messages"][-1]
    assert (said["card"]["phone"], said["forwarded"]) == (chat(user, "card")["fact"], True)
    assert user.shows("Forwarded")


def test_a_contact_can_be_shared(user):
    person = user.phone.state()["contacts"]["people"][6]
    go(user, "lunch", "Attach", "Contact", "recipient_search")
    user.type(person["name"])
    user.tap("recipient_row")
    assert chat(user, "lunch")["messages"][-1]["card"]["phone"] == person["phone"]


# ---------------------------------------------------------------- people and groups


def test_the_page_of_a_person_has_the_number_as_it_is_dialled(user):
    door = chat(user, "door")
    person = next(p for p in user.phone.state()["contacts"]["people"] if p["name"] == door["title"])
    go(user, "door", "conversation_contact")
    shown = user.gold_places()
    assert (T.PHONE_NUMBER, person["phone_national"], "text") in shown
    assert (T.USERNAME, person["username"], "text") in shown
    user.tap("block_row")
    user.tap("Block")
    assert own(user)["blocked"] == [person["id"]]


def test_the_numbers_of_members_are_in_the_descriptions_only(user):
    go(user, "trip", "conversation_contact")
    first = member(user, "trip", 1)
    person = next(p for p in user.phone.state()["contacts"]["people"] if p["id"] == first["id"])
    assert {attr for _, value, attr in user.gold_places() if value == person["phone"]} == {
        "content-desc"
    }


def test_who_leads_a_group_may_change_it(user):
    go(user, "class", "conversation_contact")
    chosen = member(user, "class", 1)
    user.tap(chosen["name"])
    user.tap("Make group admin")
    assert member(user, "class", 1)["admin"] is True
    user.scroll_to(chosen["name"])
    user.tap(chosen["name"])
    user.tap("Remove from group")
    user.tap("Remove member")
    assert chosen["id"] not in [m["id"] for m in chat(user, "class")["members"]]


def test_who_leads_nothing_may_only_write(user):
    go(user, "gift", "conversation_contact", member(user, "gift", 1)["name"])
    assert not user.shows("Make group admin")
    user.tap("Send message")
    assert user.element("conversation_contact_name").get("text") == member(user, "gift", 1)["name"]


def test_nobody_is_added_twice(user):
    inside = member(user, "trip", 2)
    go(user, "trip", "conversation_contact", "Add members", "recipient_search")
    user.type(inside["name"])
    user.tap("recipient_row")
    assert len(chat(user, "trip")["members"]) == 6
    assert user.shows("Already in the group")


def test_leaving_a_group_leads_back_to_the_list(user):
    go(user, "team", "conversation_contact", "exit_row")
    user.tap("Exit")
    assert "team" not in [c["topic"] for c in own(user)["chats"]]
    assert user.phone.state()["foreground"]["screen"] == "home"


def test_a_chat_that_is_gone_says_so(user):
    go(user, "gift")
    user.hold("message_text")
    user.tap("Forward")
    user.tap(chat(user, "gift")["title"])
    user.tap("conversation_contact")
    user.scroll_to("exit_row")
    user.tap("exit_row")
    user.tap("Exit")
    assert user.shows("This is not there any more")
    user.key("back")
    assert user.phone.state()["foreground"]["screen"] == "home"


def test_a_new_group_has_its_members(user):
    one, other = user.phone.state()["contacts"]["people"][3:5]
    user.open("Chat")
    user.tap("Groups")
    user.tap("New group")
    user.type("Otter Watch")
    user.tap("member_search")
    for person in (one, other):
        user.type(person["name"])
        user.tap("member_row")
    user.tap("create_button")
    fresh = own(user)["chats"][-1]
    assert (fresh["title"], fresh["kind"]) == ("Otter Watch", "group")
    assert [m["id"] for m in fresh["members"]] == ["owner", one["id"], other["id"]]
    assert (T.GROUP_NAME, "Otter Watch", "text") in user.gold_places()


def test_somebody_who_was_saved_later_can_be_written_to(user):
    user.open("Contacts")
    user.tap("floating_action_button")
    user.type("Ottilie")
    user.key("enter")
    user.type("Quist")
    user.tap("phone")
    user.type("+1 808-555-0111")
    user.tap("menu_save")
    user.open("Chat")
    user.tap("New chat")
    user.tap("recipient_search")
    user.type("Ottilie")
    user.tap("recipient_row")
    assert own(user)["chats"][-1]["title"] == "Ottilie Quist"
    user.tap("conversation_contact")
    assert user.shows("View contact")
    assert not user.shows("About")


# ---------------------------------------------------------------- the owner


def test_the_profile_is_changed_and_its_pin_stays_hidden(user):
    profile = own(user)["profile"]
    user.open("Chat")
    for label in ("Settings", "profile_entry", "username_row"):
        user.tap(label)
    user.type("otter.fan77")
    user.tap("OK")
    assert own(user)["profile"]["username"] == "otter.fan77"
    assert (T.USERNAME, "otter.fan77", "text") in user.gold_places()
    assert (T.PASSWORD, profile["pin"], "text") in user.gold_places()
    assert not any(profile["pin"] in e.get("text") for e in user.elements())


def test_some_settings_hold_nothing_personal(user):
    user.open("Chat")
    user.tap("Settings")
    for entry in ("privacy_entry", "storage_entry"):
        user.tap(entry)
        assert user.gold_places() == set()
        user.key("back")
    user.tap("privacy_entry")
    user.tap("receipts_row")
    user.tap("last_seen_row")
    user.tap("Nobody")
    privacy = own(user)["privacy"]
    assert (privacy["receipts"], privacy["last_seen"]) == (False, "Nobody")


def test_a_device_can_be_signed_out(user):
    first, other = own(user)["devices"]
    user.open("Chat")
    user.tap("Settings")
    user.tap("devices_entry")
    assert (T.IP_ADDRESS, first["ip"], "text") in user.gold_places()
    user.tap("Sign out")
    assert own(user)["devices"] == [other]


# ---------------------------------------------------------------- every world


@pytest.mark.parametrize("world", world_names())
def test_every_world_has_what_tasks_rely_on(world):
    for seed in range(3):
        made = make_world(seed, world)
        seeded = seed_chat(made)
        chats = {c["topic"]: c for c in seeded["chats"]}
        assert len({c["title"] for c in seeded["chats"]}) == len(seeded["chats"]) == 13
        gift = [m for m in chats["gift"]["messages"] if m["amount"]]
        assert len({m["amount"] for m in gift}) == len({m["name"] for m in gift}) == 3
        speakers = [m["name"] for m in chats["gift"]["messages"]]
        assert all(speakers.count(m["name"]) == 1 for m in gift)
        for topic in ("house", "class", "trip", "door"):
            quoting = [m for m in chats[topic]["messages"] if m["quote"]]
            assert len(quoting) == 1
            assert quoting[0]["quote"] < quoting[0]["id"]
        assert seeded["profile"]["username"] != made.owner["username"]
        for one in seeded["chats"]:
            if one["fact"] and one["topic"] not in ("card", "check"):
                assert any(one["fact"] in m["body"] for m in one["messages"])
