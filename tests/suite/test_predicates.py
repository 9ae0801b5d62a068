from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.core.amount import amounts, parse_amount
from harness.core.entity import EntityType
from harness.errors import ConfigError
from harness.suite.predicates import Evidence, build, tells

START = {
    "contacts": {
        "people": [
            {"id": "c1", "name": "Maria Lopez", "phone": "(212) 555-0142", "starred": False},
            {"id": "c2", "name": "Omar Haddad", "phone": "(212) 555-0143", "starred": False},
        ]
    },
    "calls": [{"id": "k1", "number": "+1 212-555-0143"}],
    "settings": {"wifi": True, "device_name": "Pixel of Ann", "tags": ["red", "blue"]},
}


def evidence(end=None, message="", **values):
    types = {"phone": EntityType.PHONE_NUMBER, "name": EntityType.PERSON_NAME}
    return Evidence(START, END if end is None else end, message, values, types, "US")


END = {
    "contacts": {
        "people": [
            {"id": "c1", "name": "Maria Lopez", "phone": "(212) 555-0142", "starred": True},
            {"id": "c2", "name": "Omar Haddad", "phone": "(212) 555-0143", "starred": False},
        ]
    },
    "calls": [
        {"id": "k1", "number": "+1 212-555-0143"},
        {"id": "k2", "number": "+12125550142"},
    ],
    "settings": {"wifi": False, "volume": 5, "device_name": "Pixel of Ann", "tags": ["red"]},
}


@pytest.mark.parametrize(
    ("spec", "holds"),
    [
        ({"equals": {"settings.wifi": False}}, True),
        ({"equals": {"settings.wifi": True}}, False),
        ({"equals": {"settings.wifi": False, "settings.nothing": 1}}, False),
        ({"equals": {"contacts.people[id=c1].starred": True}}, True),
        ({"equals": {"contacts.people[id={who}].starred": True}}, False),
        ({"equals": {"contacts.people[id=c9].starred": True}}, False),
        ({"equals": {"settings.device_name": {"not": "Pixel of Ann"}}}, False),
        ({"equals": {"settings.volume": {"more_than": 4.5}}}, True),
        ({"equals": {"settings.volume": {"more_than": 5}}}, False),
        ({"equals": {"settings.device_name": {"more_than": 5}}}, False),
        ({"equals": {"settings.volume": {"one_of": [1, 5]}}}, True),
        ({"contains": {"settings.device_name": "pixel"}}, True),
        ({"contains": {"settings.device_name": "pix"}}, False),
        ({"contains": {"settings.tags": "red"}}, True),
        ({"contains": {"settings.tags": "blue"}}, False),
        ({"exists": {"in": "contacts.people", "where": {"name": "{name}"}}}, True),
        ({"exists": {"in": "contacts.people", "where": {"name": "Maria"}}}, False),
        ({"exists": {"in": "contacts.people", "where": {"email": {"present": True}}}}, False),
        ({"exists": {"in": "calls", "where": {"number": "{phone}"}}}, True),
        ({"count": {"in": "contacts.people", "where": {"starred": True}, "is": 1}}, True),
        ({"count": {"in": "contacts.people", "is": 3}}, False),
        ({"added": {"in": "calls", "where": {"number": "{phone}"}}}, True),
        ({"added": {"in": "calls", "where": {"number": "(212) 555-0142"}}}, False),
        (
            {
                "added": {
                    "in": "calls",
                    "where": {"number": {"value": "(212) 555-0142", "type": "PHONE_NUMBER"}},
                }
            },
            True,
        ),
        ({"added": {"in": "contacts.people"}}, False),
        ({"removed": {"in": "calls"}}, False),
        ({"changed": "settings"}, True),
        ({"unchanged": "settings.device_name"}, True),
        ({"unchanged": {"in": "contacts.people", "except": {"id": "c1"}}}, True),
        ({"unchanged": {"in": "contacts.people", "except": {"id": "{who}"}}}, False),
        ({"not": {"equals": {"settings.wifi": True}}}, True),
        ({"any": [{"equals": {"settings.wifi": True}}, {"changed": "calls"}]}, True),
        ([{"changed": "calls"}, {"equals": {"settings.wifi": True}}], False),
    ],
)
def test_what_holds_of_a_state(spec, holds):
    seen = evidence(who="c2", name="maria  lopez", phone="212 555 0142")
    assert build(spec)(seen) is holds


def test_an_item_taken_away_counts_only_if_it_is_the_right_one():
    end = {**START, "contacts": {"people": START["contacts"]["people"][1:]}}
    gone = {"removed": {"in": "contacts.people", "where": {"name": "{name}"}}}
    assert build(gone)(evidence(end, name="Maria Lopez"))
    assert not build(gone)(evidence(end, name="Omar Haddad"))


@pytest.mark.parametrize(
    ("message", "value", "kind", "told"),
    [
        ("Her number is +1 (212) 555-0142.", "212-555-0142", "PHONE_NUMBER", True),
        ("Her number is 212-555-0143.", "212-555-0142", "PHONE_NUMBER", False),
        ("It is Maria.Lopez@Example.com!", "maria.lopez@example.com", "EMAIL", True),
        ("It is anna-maria.lopez@example.com", "maria.lopez@example.com", "EMAIL", False),
        ("It is maria.lopez@example.com.", "maria.lopez@example.com", "EMAIL", True),
        ("It is xmaria.lopez@example.com", "maria.lopez@example.com", "EMAIL", False),
        ("You have $1,234.50 left", "1234.5", "ACCOUNT_BALANCE", True),
        ("You have $1,234.00 left", "$1,234.50", "ACCOUNT_BALANCE", False),
        ("You have $11,234.50 left", "$1,234.50", "ACCOUNT_BALANCE", False),
        ("card 4111-1111 1111 1111", "4111111111111111", "CREDIT_CARD", True),
        ("PHONE_NUMBER#ab12c", "212-555-0142", "PHONE_NUMBER", False),
        ("Ottoman", "Otto", "PERSON_NAME", False),
        ("", "Otto", "PERSON_NAME", False),
        ("Otto", "", "PERSON_NAME", False),
    ],
)
def test_what_a_message_tells(message, value, kind, told):
    assert tells(message, value, EntityType[kind], "US") is told


@pytest.mark.parametrize(
    "spec",
    [
        {"equal": {"a": 1}},
        {"equals": "a"},
        {"equals": {"a": {"like": 1}}},
        {"exists": {"where": {}}},
        {"exists": {"in": "a", "were": {}}},
        {"exists": {"in": "a", "where": "b"}},
        {"count": {"in": "a"}},
        {"unchanged": {"in": "a"}},
        {"changed": 3},
        {"answer_contains": "a"},
        {"answer_contains": {"value": "a", "type": "NAME"}},
        {"any": {}},
        {"changed": "a", "unchanged": "b"},
        "changed",
        None,
    ],
)
def test_a_wrong_predicate_is_named_in_one_line(spec):
    with pytest.raises(ConfigError) as error:
        build(spec)
    assert "\n" not in str(error.value)


@given(st.decimals(min_value=0, max_value=10**9, places=2))
def test_an_amount_survives_its_usual_spellings(amount):
    for text in (f"${amount:,.2f}", f"{amount:.2f}", f"USD {amount:,.2f}"):
        assert parse_amount(text) == amount
        assert amounts(f"You have {text}.") == [amount]


@pytest.mark.parametrize(
    ("text", "amount"),
    [("1.234,50 €", "1234.50"), ("-$45.00", "-45"), ("$12", "12"), ("1\u202f234,50 €", "1234.5")],
)
def test_amounts_of_other_places(text, amount):
    assert parse_amount(text) == Decimal(amount)


@pytest.mark.parametrize("text", ["", "ACCOUNT_BALANCE#12345", "[ACCOUNT_BALANCE]", "$1 or $2"])
def test_what_is_no_amount(text):
    assert parse_amount(text) is None
