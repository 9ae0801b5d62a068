"""The four apps do what their screens promise, and the state shows it."""

from __future__ import annotations

import pytest

from harness.core.raw import nodes

# ---------------------------------------------------------------- contacts


def person(user, id="p00"):
    return next(p for p in user.phone.state()["contacts"]["people"] if p["id"] == id)


def open_person(user, id="p00"):
    user.open("Contacts")
    user.tap("Search contacts")
    user.type(person(user, id)["name"])
    user.tap("contact_row")


def test_search_finds_by_name_number_and_mail(user):
    wanted = person(user)
    for query in (wanted["last"].upper(), wanted["phone"][-8:], wanted["email"]):
        user.reset(0)
        user.open("Contacts")
        user.tap("Search contacts")
        user.type(query)
        assert user.shows(wanted["name"])


def test_the_twins_differ_only_in_the_last_digit(user):
    one, other = person(user, "p00"), person(user, "p01")
    assert one["first"] == other["first"]
    assert one["phone"][:-1] == other["phone"][:-1]
    assert one["phone"] != other["phone"]


def test_calling_is_recorded(user):
    open_person(user)
    user.tap("Call")
    assert user.shows("End call")
    (call,) = user.phone.state()["calls"]
    assert (call["contact_id"], call["number"]) == ("p00", person(user)["phone"])
    user.tap("End call")
    assert user.phone.state()["foreground"]["screen"] == "detail"


def test_the_star_makes_a_favourite(user):
    was = person(user)["favorite"]
    open_person(user)
    user.tap("Remove from favorites" if was else "Add to favorites")
    assert person(user)["favorite"] is not was


def test_a_contact_can_be_created(user):
    user.open("Contacts")
    user.tap("Create contact")
    user.type("Nora")
    user.key("enter")
    user.type("Quill")
    user.tap("phone")
    user.type("+1 808-555-0177")
    user.tap("Save")
    assert user.phone.state()["foreground"]["screen"] == "detail"
    created = user.phone.state()["contacts"]["people"][-1]
    assert (created["name"], created["phone"]) == ("Nora Quill", "+1 808-555-0177")


def test_a_contact_can_be_changed(user):
    open_person(user)
    user.tap("Edit contact")
    user.hold("email")
    user.type("new.address@example.com")
    user.tap("Save")
    assert person(user)["email"] == "new.address@example.com"
    assert user.shows("new.address@example.com")


def test_a_nameless_contact_is_not_saved(user):
    user.open("Contacts")
    user.tap("Create contact")
    user.tap("Save")
    assert user.shows("Enter a name or a number")
    assert len(user.phone.state()["contacts"]["people"]) == 32


@pytest.mark.parametrize("sure", [True, False])
def test_deleting_a_contact_asks_first(user, sure):
    open_person(user)
    user.tap("More options")
    user.tap("Delete")
    assert user.shows("Delete contact?")
    user.tap("Delete" if sure else "Cancel")
    ids = [p["id"] for p in user.phone.state()["contacts"]["people"]]
    assert ("p00" in ids) is not sure


# ---------------------------------------------------------------- messages


def thread(user, topic):
    return next(t for t in user.phone.state()["messages"]["threads"] if t["topic"] == topic)


def open_thread(user, topic):
    user.open("Messages")
    user.scroll_to(thread(user, topic)["title"])
    user.tap(thread(user, topic)["title"])


def test_a_reply_is_sent(user):
    open_thread(user, "saturday")
    user.tap("compose_message_text")
    assert user.element("Send SMS").get("enabled") == "false"
    user.type("See you there!")
    user.tap("Send SMS")
    last = thread(user, "saturday")["messages"][-1]
    assert (last["from_me"], last["body"]) == (True, "See you there!")
    assert user.element("compose_message_text").get("text") == "Text message"
    assert user.shows("See you there!")


def test_a_long_thread_starts_at_its_end(user):
    open_thread(user, "saturday")
    bodies = [m["body"] for m in thread(user, "saturday")["messages"]]
    assert user.shows(bodies[-1])
    assert not user.shows(bodies[0])
    user.drag(1400)
    assert user.shows(bodies[0])


def test_opening_a_thread_marks_it_read(user):
    user.open("Messages")
    unread = next(t for t in user.phone.state()["messages"]["threads"] if t["unread"])
    user.scroll_to(unread["title"])
    user.tap(unread["title"])
    user.key("back")
    again = [t for t in user.phone.state()["messages"]["threads"] if t["id"] == unread["id"]]
    assert again[0]["unread"] is False


def test_a_new_conversation_finds_a_contact(user):
    wanted = person(user, "p01")
    user.open("Messages")
    user.tap("Start chat")
    user.type(wanted["name"])
    user.tap("contact_picker_row")
    user.tap("compose_message_text")
    user.type("Hello")
    user.key("enter")
    latest = max(user.phone.state()["messages"]["threads"], key=lambda t: t["order"])
    assert (latest["contact_id"], latest["messages"][-1]["body"]) == ("p01", "Hello")


def test_a_new_conversation_takes_a_number(user):
    user.open("Messages")
    user.tap("Start chat")
    user.type("+1 808-555-0199")
    user.key("enter")
    user.tap("compose_message_text")
    user.type("Is this Nora?")
    user.tap("Send SMS")
    latest = max(user.phone.state()["messages"]["threads"], key=lambda t: t["order"])
    assert (latest["kind"], latest["number"]) == ("unknown", "+1 808-555-0199")


@pytest.mark.parametrize(("button", "gone"), [("Archive", False), ("Delete", True)])
def test_a_long_press_selects_threads(user, button, gone):
    title = thread(user, "order")["title"]
    user.open("Messages")
    user.scroll_to(title)
    user.hold(title)
    assert user.element("swipeableContainer") is not None
    user.tap(button)
    if gone:
        user.tap("Delete")
    left = [t for t in user.phone.state()["messages"]["threads"] if t["title"] == title]
    assert left == [] if gone else left[0]["archived"] is True


def test_back_ends_the_selection(user):
    title = user.phone.state()["messages"]["threads"][0]["title"]
    user.open("Messages")
    user.hold(title)
    user.key("back")
    assert user.shows("Start chat")
    assert user.phone.state()["foreground"]["app"] == "Messages"


def test_archived_threads_can_be_brought_back(user):
    title = user.phone.state()["messages"]["threads"][0]["title"]
    user.open("Messages")
    user.hold(title)
    user.tap("Archive")
    user.tap("More options")
    user.tap("Archived")
    user.hold(title)
    user.tap("Unarchive")
    assert not any(t["archived"] for t in user.phone.state()["messages"]["threads"])


def test_search_looks_into_bodies(user):
    wanted = thread(user, "order")
    user.open("Messages")
    user.tap("Search messages")
    user.type(wanted["fact"])
    rows = [e for e in user.elements() if e.get("resource-id", "").endswith("swipeableContainer")]
    assert len(rows) == 1
    assert user.shows(wanted["title"])


# ---------------------------------------------------------------- settings


@pytest.mark.parametrize(
    ("screen", "row", "key"),
    [("Wi-Fi", "Use Wi-Fi", "wifi"), ("Bluetooth", "Use Bluetooth", "bluetooth")],
)
def test_switches_switch(user, screen, row, key):
    was = user.phone.state()["settings"][key]
    user.open("Settings")
    user.tap(screen)
    user.tap(row)
    assert user.phone.state()["settings"][key] is not was
    assert user.element("switch_widget").get("checked") == ("false" if was else "true")


@pytest.mark.parametrize("right", [True, False])
def test_a_secured_network_wants_its_password(user, right):
    networks = user.phone.state()["settings"]["networks"]
    wanted = next(n for n in networks if n["secured"] and not n["saved"])
    user.open("Settings")
    user.tap("Wi-Fi")
    user.tap(wanted["name"])
    user.type(wanted["password"] if right else "wrong")
    assert user.element("password").get("text") == "•" * len(
        wanted["password"] if right else "wrong"
    )
    user.tap("Connect")
    connected = user.phone.state()["settings"]["wifi_network"] == wanted["name"]
    assert connected is right


def test_the_device_can_be_renamed(user):
    user.open("Settings")
    user.tap("About phone")
    user.tap("Device name")
    user.type("Kitchen phone")
    user.tap("OK")
    assert user.phone.state()["settings"]["device_name"] == "Kitchen phone"


def test_notifications_can_be_turned_off(user):
    user.open("Settings")
    user.tap("Notifications")
    user.tap("Messages")
    assert user.phone.state()["settings"]["notifications"]["Messages"] is False


# ---------------------------------------------------------------- bank


def test_a_wrong_pin_is_refused(user):
    pin = user.phone.state()["bank"]["pin"]
    user.open("Bank")
    user.type("0000" if pin != "0000" else "1111")
    user.tap("Log in")
    assert user.shows("Wrong PIN. Try again.")
    assert user.phone.state()["bank"]["logged_in"] is False
    user.type(pin)
    user.tap("Log in")
    assert user.phone.state()["bank"]["logged_in"] is True


def test_a_transfer_moves_money(user):
    user.log_in()
    before = user.phone.state()["bank"]
    payee = before["payees"][1]
    user.tap("Transfer")
    user.tap("Recipient")
    user.tap(payee["name"])
    user.tap("Amount")
    user.type("12.50")
    user.key("enter")
    user.type("lunch")
    user.tap("Continue")
    user.tap("Confirm")
    after = user.phone.state()["bank"]
    transfer = after["transfers"][-1]
    assert len(after["transfers"]) == len(before["transfers"]) + 1
    assert (transfer["to"], transfer["amount"], transfer["reference"]) == ("y1", 12.5, "lunch")
    assert after["accounts"][0]["balance"] == round(before["accounts"][0]["balance"] - 12.5, 2)
    assert after["accounts"][0]["transactions"][0]["who"] == payee["name"]
    assert user.shows("Transfer sent")


@pytest.mark.parametrize(
    ("amount", "notice"),
    [
        ("", "Enter an amount"),
        ("0", "Enter an amount"),
        ("1.234", "Enter an amount"),
        ("ten", "Enter an amount"),
        ("99999999", "Not enough money in this account"),
    ],
)
def test_a_bad_amount_is_refused(user, amount, notice):
    user.log_in()
    before = user.phone.state()["bank"]["transfers"]
    user.tap("Transfer")
    user.tap("Recipient")
    user.tap(user.phone.state()["bank"]["payees"][0]["name"])
    user.tap("Amount")
    user.type(amount)
    user.tap("Continue")
    assert user.shows(notice)
    assert user.phone.state()["bank"]["transfers"] == before


def test_a_card_shows_its_number_only_on_demand(user):
    user.log_in()
    number = user.phone.state()["bank"]["cards"][0]["number"]
    user.tap("Cards")
    assert not user.shows(number)
    user.tap("Show details")
    assert user.shows(number)


def test_a_card_can_be_frozen(user):
    user.log_in()
    user.tap("Cards")
    user.tap("freeze_c1")
    assert [c["frozen"] for c in user.phone.state()["bank"]["cards"]] == [False, True, False]


def test_the_profile_can_be_changed(user):
    user.log_in()
    user.tap("Profile")
    user.tap("Address")
    user.type("7 Fernside Road, Milford, CT 06460")
    user.tap("OK")
    assert user.phone.state()["bank"]["profile"]["address"] == "7 Fernside Road, Milford, CT 06460"


def test_the_pin_is_never_in_the_dump(user):
    pin = user.phone.state()["bank"]["pin"]
    user.open("Bank")
    user.type(pin)
    tree = user.frame().tree
    assert not any(pin in value for e in nodes(tree) for value in e.attrib.values())
    assert [e.get("text") for e in nodes(tree) if e.get("password") == "true"] == ["••••"]
