"""Gold marks match the attributes and the pixels, on every screen and after any gestures."""

from __future__ import annotations

import pytest
from frames import check_frame
from hypothesis import given
from hypothesis import strategies as st
from lxml import etree
from properties import examples

from harness.core.action import (
    Command,
    InputText,
    Launch,
    Pause,
    PressKey,
    SwipeBetween,
    TapAt,
)
from harness.core.entity import EntityType
from harness.core.geometry import Box
from harness.core.raw import nodes
from harness.device.simulated.dump import dump
from harness.device.simulated.layout import place
from harness.device.simulated.phone import SimulatedPhone
from harness.device.simulated.scene import Scene, Window
from harness.device.simulated.text import rich
from harness.device.simulated.view import View

T = EntityType


def contacts_detail(user):
    user.open("Contacts")
    user.tap("contact_row")


def contacts_search(user):
    user.open("Contacts")
    user.tap("Search contacts")
    user.type("555")


def contacts_favorites(user):
    user.open("Contacts")
    user.tap("Favorites")


def contacts_recents(user):
    contacts_detail(user)
    user.tap("Call")
    user.tap("End call")
    user.key("back")
    user.tap("Recents")


def contacts_call(user):
    contacts_detail(user)
    user.tap("Call")


def contacts_edit(user):
    contacts_detail(user)
    user.tap("Edit contact")


def contacts_delete(user):
    contacts_detail(user)
    user.tap("More options")
    user.tap("Delete")


def messages_thread(topic):
    def go(user):
        threads = user.phone.state()["messages"]["threads"]
        title = next(t["title"] for t in threads if t["topic"] == topic)
        user.open("Messages")
        user.scroll_to(title)
        user.tap(title)

    go.__name__ = f"messages_{topic}"
    return go


def messages_selected(user):
    user.open("Messages")
    user.hold("swipeableContainer")


def messages_new(user):
    user.open("Messages")
    user.tap("Start chat")
    user.type("202-555")


def messages_search(user):
    user.open("Messages")
    user.tap("Search messages")
    user.type("the")


def settings_screen(name):
    def go(user):
        user.open("Settings")
        user.tap(name)

    go.__name__ = f"settings_{name}"
    return go


def settings_network(user):
    user.open("Settings")
    user.tap("Wi-Fi")
    user.tap(user.phone.state()["settings"]["wifi_network"])


def settings_rename(user):
    user.open("Settings")
    user.tap("About phone")
    user.tap("Device name")


def bank_login(user):
    user.open("Bank")
    user.type("12")


def bank_account(user):
    user.log_in()
    user.tap("Checking")


def bank_tab(name):
    def go(user):
        user.log_in()
        user.tap(name)

    go.__name__ = f"bank_{name}"
    return go


def bank_recipients(user):
    user.log_in()
    user.tap("Transfer")
    user.tap("Recipient")


def bank_confirm(user):
    bank_recipients(user)
    user.tap("picker_row")
    user.tap("Amount")
    user.type("20")
    user.tap("Continue")


def bank_card(user):
    user.log_in()
    user.tap("Cards")
    user.tap("Show details")


def bank_page(tab, row, *taps):
    def go(user):
        user.log_in()
        for label in (tab, row, *taps):
            user.tap(label)

    go.__name__ = f"bank_{row}"
    return go


def settings_page(*taps):
    def go(user):
        user.open("Settings")
        user.scroll_to(taps[0])
        for label in taps:
            user.tap(label)

    go.__name__ = f"settings_{taps[-1]}"
    return go


def dialer_page(*taps):
    def go(user):
        user.open("Phone")
        for label in taps:
            user.tap(label)

    go.__name__ = "_".join(("dialer", *taps))
    return go


SCREENS = {
    go.__name__: go
    for go in (
        contacts_detail, contacts_search, contacts_favorites, contacts_recents, contacts_call,
        contacts_edit, contacts_delete, messages_thread("address"), messages_thread("group"),
        messages_thread("code"), messages_thread("saturday"), messages_thread("stranger"),
        messages_thread("health"), messages_thread("plate"), messages_selected, messages_new,
        messages_search, settings_screen("Wi-Fi"), settings_screen("Bluetooth"),
        settings_screen("Display"), settings_screen("Notifications"), settings_screen("Account"),
        settings_screen("About phone"), settings_network, settings_rename, bank_login,
        bank_account, bank_tab("Accounts"), bank_tab("Transfer"), bank_tab("Cards"),
        bank_tab("Profile"), bank_recipients, bank_confirm, bank_card,
        bank_page("Transfer", "sent_row"), bank_page("Cards", "card_row", "Show number"),
        bank_page("Profile", "limit_row"), settings_page("hotspot_entry", "Hotspot password"),
        settings_page("emergency_entry", "phone_row"), settings_page("data_entry"),
        settings_page("storage_entry"), settings_page("apps_entry"), dialer_page(),
        dialer_page("Missed", "call_log_row"), dialer_page("Favorites"), dialer_page("Voicemail"),
        dialer_page("Voicemail", "voicemail_row"), dialer_page("Keypad"),
        dialer_page("Keypad", "star", "pound", "zero", "six", "pound"),
        dialer_page("More options", "Speed dial"),
    )
}  # fmt: skip


@pytest.mark.parametrize("name", SCREENS)
def test_every_screen_renders_dumps_and_is_marked(user, name):
    SCREENS[name](user)
    check_frame(user.phone)


def found(user) -> set[tuple[EntityType, str]]:
    user.frame()
    return {(m.type, m.value) for m in user.phone.gold()}


def test_all_values_of_a_contact_are_gold(user):
    person = next(p for p in user.phone.state()["contacts"]["people"] if p["id"] == "p00")
    user.open("Contacts")
    user.tap("Search contacts")
    user.type(person["email"])
    user.tap("contact_row")
    expected = {
        (T.PERSON_NAME, person["name"]),
        (T.PHONE_NUMBER, person["phone"]),
        (T.EMAIL, person["email"]),
        (T.ADDRESS, person["address"]),
        (T.DATE_OF_BIRTH, person["birthday"]),
        (T.EMPLOYER_OR_SCHOOL, person["company"]),
    }
    assert expected <= found(user)


def test_all_values_of_the_bank_are_gold(user):
    bank = user.phone.state()["bank"]
    user.log_in()
    shown = found(user)
    for account in bank["accounts"]:
        assert (T.BANK_ACCOUNT, account["iban"]) in shown
        assert (T.ACCOUNT_BALANCE, account["balance_text"]) in shown
    user.tap("Cards")
    user.tap("Show details")
    card = bank["cards"][0]
    assert {(T.CREDIT_CARD, card["number"]), (T.PASSWORD, card["cvv"])} <= found(user)


@pytest.mark.parametrize(
    ("topic", "kind"),
    [
        ("address", T.ADDRESS), ("new_number", T.PHONE_NUMBER), ("email", T.EMAIL),
        ("wifi", T.PASSWORD), ("plate", T.LICENSE_PLATE), ("health", T.HEALTH_INFO),
        ("code", T.PASSWORD), ("order", T.ORDER_NUMBER), ("friend", T.PERSON_NAME),
    ],
)  # fmt: skip
def test_identifiers_in_messages_are_cut_out_of_the_content(user, topic, kind):
    thread = next(t for t in user.phone.state()["messages"]["threads"] if t["topic"] == topic)
    messages_thread(topic)(user)
    shown = found(user)
    assert (kind, thread["fact"]) in shown
    contents = [value for type, value in shown if type is T.MESSAGE_CONTENT]
    assert contents
    assert not any(thread["fact"] in content for content in contents)


def test_what_a_user_types_about_known_people_is_gold(user):
    owner = user.phone.state()["owner"]
    messages_thread("saturday")(user)
    user.tap("compose_message_text")
    user.type(f"ask {owner['name']}, {owner['email']} or +1 808-555-0188, will you?")
    expected = {
        (T.PERSON_NAME, owner["name"]),
        (T.EMAIL, owner["email"]),
        (T.PHONE_NUMBER, "+1 808-555-0188"),
        (T.MESSAGE_CONTENT, "ask"),
    }
    assert expected <= found(user)
    user.tap("Send SMS")
    assert expected <= found(user)


def test_ordinary_labels_are_not_gold(user):
    user.open("Settings")
    labels = {"Settings", "Wi-Fi", "Bluetooth", "Display", "Notifications", "Account", "12:00"}
    assert not labels & {value for _, value in found(user)}
    user.tap("Display")
    assert found(user) == set()


def test_values_below_a_dialog_are_on_the_image_only(user):
    settings_rename(user)
    owner = user.phone.state()["owner"]
    user.frame()
    marks = [m for m in user.phone.gold() if m.value == owner["phone"]]
    assert [(m.node, m.attr) for m in marks] == [(None, "image")]


def test_a_value_broken_over_lines_is_marked_on_each(user):
    contacts_edit(user)
    user.hold("address")
    user.type("1204 Extraordinarily Long Street Name Parkway, Brookhaven, GA 30319")
    user.frame()
    value = user.element("address").get("text")
    marks = [m for m in user.phone.gold() if m.value == value]
    assert [m.node is None for m in marks] == [False, True]
    assert marks[0].box.bottom <= marks[1].box.top + 10


def test_the_dump_is_that_of_a_stock_phone(user):
    user.open("Contacts")
    tree = user.frame().tree
    assert isinstance(tree, etree._Element)
    assert tree.attrib == {"rotation": "0"}
    packages = [window.get("package") for window in tree]
    assert packages == ["com.android.systemui", "com.android.contacts", "com.android.systemui"]
    assert user.element("open_search_bar").get("hint") == "Search contacts"
    row = user.element("contact_row")
    assert row.get("content-desc").split(", ")[1] == "mobile"
    assert not any("NAF" in e.attrib for e in nodes(tree))


def test_a_control_without_a_name_is_marked_naf():
    def nothing() -> None:
        pass

    named = View(on_tap=nothing, width=40, height=40, children=(View(desc=rich("Play")),))
    views = (View(on_tap=nothing, width=40, height=40), named, View(width=40, height=40))
    root = place(View(children=views), Box(0, 0, 1080, 2400), 1.0, {})
    tree, _, _ = dump(Scene((Window("com.example.app", root),), "com.example.app", dark=False))
    assert [e.get("NAF") for e in nodes(tree)] == [None, "true", None, None]
    assert list(nodes(tree)[1].attrib)[0] == "NAF"


def test_health_notes_are_gold_wherever_they_stand(user):
    people = user.phone.state()["contacts"]["people"]
    person = next(p for p in people if p.get("notes_type") == "HEALTH_INFO")
    user.open("Contacts")
    user.tap("Search contacts")
    user.type(person["email"])
    user.tap("contact_row")
    assert (T.HEALTH_INFO, person["notes"]) in found(user)
    user.tap("Edit contact")
    assert (T.HEALTH_INFO, person["notes"]) in found(user)


points = st.tuples(st.integers(0, 1079), st.integers(0, 2399))
commands: st.SearchStrategy[Command] = st.one_of(
    st.builds(lambda p, ms: TapAt(*p, ms), points, st.sampled_from([50, 50, 50, 900])),
    st.builds(lambda a, b: SwipeBetween(*a, *b), points, points),
    st.builds(
        InputText, st.text(max_size=40) | st.sampled_from(["Maria", "50", "+1 808-555-0142"])
    ),
    st.builds(PressKey, st.sampled_from(["enter", "back", "home"])),
    st.builds(Launch, st.sampled_from(["Bank", "Contacts", "Messages", "Settings"])),
    st.just(Pause()),
)


@examples(15)
@given(st.integers(0, 50), st.booleans(), st.lists(commands, min_size=4, max_size=12))
def test_no_gestures_break_the_phone(seed, logged_in, script):
    phone = SimulatedPhone()
    phone.reset(seed)
    if logged_in:
        phone.perform(Launch("Bank"))
        phone.perform(InputText(phone.state()["bank"]["pin"]))
        phone.perform(PressKey("enter"))
    for i, command in enumerate(script):
        phone.perform(command)
        if i % 3 == 0:
            check_frame(phone)
    check_frame(phone)
