"""Gold is drawn where it says on the screens of the messenger."""

from __future__ import annotations

import pytest
from frames import check_frame


def go(user, topic):
    chats = user.phone.state()["chat"]["chats"]
    title = next(c["title"] for c in chats if c["topic"] == topic)
    user.open("Chat")
    user.scroll_to(title)
    user.tap(title)


WAYS = {
    "trip": ["menu_more"],
    "gift": ["conversation_contact", "member_row"],
    "house": ["conversation_contact"],
    "class": ["conversation_contact", "rename_row"],
    "team": ["attach_button"],
    "card": ["contact_card"],
    "check": ["contact_card"],
    "door": ["conversation_contact", "block_row"],
    "number": [],
    "order": ["attach_button"],
}


@pytest.mark.parametrize("topic", WAYS)
def test_every_screen_of_a_chat_shows_its_gold(user, topic):
    user.phone.reset(2, "he-IL" if topic in ("trip", "house", "class") else "en-US")
    go(user, topic)
    for label in WAYS[topic]:
        user.tap(label)
    check_frame(user.phone)


@pytest.mark.parametrize(
    "way",
    [
        ["menu_search"],
        ["tab_groups", "floating_action_button", "member_row"],
        ["floating_action_button"],
        ["tab_settings", "profile_entry", "about_row"],
        ["tab_settings", "devices_entry"],
        ["tab_settings", "privacy_entry", "photo_row"],
    ],
    ids="-".join,
)
def test_every_page_shows_its_gold(user, way):
    user.phone.reset(2, "de-DE")
    user.open("Chat")
    for label in way:
        user.tap(label)
    check_frame(user.phone)
