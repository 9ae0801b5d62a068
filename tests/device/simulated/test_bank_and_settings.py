"""Bank and Settings: amounts of every country, split and masked numbers, pages about nobody."""

from __future__ import annotations

import pytest

from harness.core.amount import parse_amount
from harness.core.entity import EntityType
from harness.core.paths import world_names
from harness.device.simulated.apps.bank.ledger import seed_bank
from harness.device.simulated.apps.bank.shared import parse_money
from harness.device.simulated.world import make_world

T = EntityType


@pytest.mark.parametrize("name", world_names())
def test_amounts_are_written_so_that_they_can_be_read_and_typed(name):
    world = make_world(4, name)
    bank = seed_bank(world)
    for account in bank["accounts"]:
        assert float(parse_amount(account["balance_text"])) == account["balance"]
        assert parse_money(account["balance_text"], world.locale) == account["balance"]
    for line in bank["accounts"][0]["transactions"]:
        assert float(parse_amount(line["amount_text"])) == line["amount"]


@pytest.mark.parametrize(
    ("text", "world", "amount"),
    [
        ("12.5", "en-US", 12.5), ("1,234.50", "en-US", 1234.5), ("1.234", "en-US", None),
        ("1.234", "de-DE", 1234.0), ("12,50 €", "de-DE", 12.5), ("1234,5", "es-ES", 1234.5),
        ("¥88.00", "zh-CN", 88.0), ("-5", "en-GB", None), ("0", "en-GB", None), ("", "he-IL", None),
    ],
)  # fmt: skip
def test_amounts_are_read_as_the_country_types_them(text, world, amount):
    assert parse_money(text, make_world(0, world).locale) == amount


@pytest.mark.parametrize("name", world_names())
def test_what_is_said_about_transfers_to_somebody_holds(name):
    bank = seed_bank(make_world(9, name))
    for payee in bank["payees"]:
        sent = [t["amount"] for t in bank["transfers"] if t["to"] == payee["id"]]
        assert len(set(sent)) == len(sent) == (3 if payee["paid"] else 0)
        if payee["paid"]:
            assert payee["paid"]["total"] == round(sum(sent), 2)
            limit = float(parse_amount(payee["paid"]["limit_text"]))
            assert payee["paid"]["above"] == sum(amount > limit for amount in sent)


def test_a_card_has_a_view_for_each_group_of_its_number(user):
    user.log_in()
    card = user.phone.state()["bank"]["cards"][0]
    user.tap("Cards")
    user.tap("card_row")
    assert [user.element(f"card_group_{i}").get("text") for i in range(3)] == ["••••"] * 3
    user.tap("Show number")
    shown = [user.element(f"card_group_{i}").get("text") for i in range(4)]
    assert shown == card["number"].split()
    assert (T.CREDIT_CARD, card["number"]) in user.gold()


@pytest.mark.parametrize("right", [True, False])
def test_the_code_from_the_text_message_activates_the_new_card(user, right):
    threads = user.phone.state()["messages"]["threads"]
    code = next(t["fact"] for t in threads if t["topic"] == "code")
    user.log_in()
    user.tap("Cards")
    user.tap("Activate card")
    user.type(code if right else "nonsense")
    user.tap("Activate")
    assert user.shows("Card activated" if right else "This code is wrong")
    assert user.phone.state()["bank"]["cards"][2]["active"] is right


def test_more_than_the_daily_limit_does_not_leave_the_bank(user):
    user.log_in()
    for taps in (("Profile", "Daily limit", "$1,000.00"), ("Transfer", "Recipient", "picker_row")):
        for label in taps:
            user.tap(label)
    assert user.phone.state()["bank"]["limit"] == "l0"
    user.tap("Amount")
    user.type("1000.01")
    user.tap("Continue")
    notices = ("This is above your daily limit", "Not enough money in this account")
    assert any(user.shows(notice) for notice in notices)


def test_a_chip_fills_the_amount(user):
    user.log_in()
    user.tap("Transfer")
    user.tap("amount_chip")
    assert user.element("amount").get("text") == user.phone.state()["bank"]["amounts"][0]["text"]


def test_a_payee_has_a_page(user):
    bank = user.phone.state()["bank"]
    last = bank["transfers"][-1]
    user.log_in()
    user.tap("Transfer")
    user.scroll_to("sent_row")
    user.tap("sent_row")
    assert {(T.PERSON_NAME, last["recipient"]), (T.BANK_ACCOUNT, last["iban"])} <= user.gold()


@pytest.mark.parametrize("entry", ["data_entry", "apps_entry", "storage_entry"])
def test_pages_about_the_phone_are_about_nobody(user, entry):
    user.open("Settings")
    user.scroll_to(entry)
    user.tap(entry)
    assert user.gold() == set()


def test_a_value_that_is_only_a_hint_is_gold_there(user):
    phone = user.phone.state()["settings"]["emergency"]["phone"]
    user.open("Settings")
    user.scroll_to("emergency_entry")
    user.tap("emergency_entry")
    user.tap("phone_row")
    user.frame()
    places = {m.attr for m in user.phone.gold() if m.value == phone}
    assert {"hint", "text"} <= places
    user.type("+1 808-555-0177")
    user.tap("OK")
    assert user.phone.state()["settings"]["emergency"]["phone"] == "+1 808-555-0177"


@pytest.mark.parametrize(("password", "kept"), [("otter-velvet-7", True), ("short", False)])
def test_a_hotspot_wants_a_long_password(user, password, kept):
    user.open("Settings")
    user.tap("hotspot_entry")
    user.tap("Hotspot password")
    user.type(password)
    user.tap("OK")
    assert (user.phone.state()["settings"]["hotspot"]["password"] == password) is kept
