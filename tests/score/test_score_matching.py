"""What counts as found in a text."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.core.canonical import canonical
from harness.core.entity import EntityType as E
from harness.score.gold import Item
from harness.score.matching import Kind, Matcher


def item(type: E, value: str) -> Item:
    return Item(type, canonical(value, type))


def found(text: str, type: E, value: str, *others: tuple[E, str], fuzzy: bool = False):
    """The kind of hit for one value, with other gold values around."""
    values = {item(t, v): {v} for t, v in [(type, value), *others]}
    hit = Matcher(values).search(text, values, fuzzy=fuzzy).get(item(type, value))
    return hit and hit.kind


@pytest.mark.parametrize(
    ("type", "value", "text"),
    [
        (E.PHONE_NUMBER, "555-0142", "call 5550142 now"),
        (E.PHONE_NUMBER, "555-0142", "call 555 0142."),
        (E.PHONE_NUMBER, "(212) 555-0142", "+1 212-555-0142"),
        (E.PHONE_NUMBER, "+1 212 555 0142", "(212) 555-0142"),
        (E.PHONE_NUMBER, "555-0142", "５５５－０１４２"),
        (E.PHONE_NUMBER, "555-0142", "\u2068555\u200b0142\u2069"),
        (E.PHONE_NUMBER, "555-0142", "电话5550142"),
        (E.CREDIT_CARD, "4111 1111 1111 1111", "card 4111111111111111"),
        (E.CREDIT_CARD, "4111111111111111", "4111-1111-1111-1111"),
        (E.BANK_ACCOUNT, "GB82 WEST 1234 5698 7654 32", "iban gb82west12345698765432"),
        (E.EMAIL, "Maria.Lopez@example.com", "<maria.lopez@EXAMPLE.com>"),
        (E.EMAIL, "maria.lopez@example.com", "mailto:maria.lopez%40example.com"),
        (E.ORDER_NUMBER, "4821", "order 4821."),
        (E.PERSON_NAME, "Maria Lopez", "I wrote to MARIA  LOPEZ."),
        (E.PERSON_NAME, "Maria Lopez", "Maria\nLopez"),
        (E.PERSON_NAME, "Jürgen Groß", json.dumps({"text": "Jürgen Groß"})),
        (E.PERSON_NAME, "O'Neil", "O&#39;Neil"),
        (E.PERSON_NAME, "王小明", "请联系王小明确认订单"),
        (E.PERSON_NAME, "Иван Петров", "от иван петров"),
        (E.PASSWORD, "hunter-example", "password: hunter-example"),
        (E.ADDRESS, "1204 Elm St, Springfield", "to 1204 elm st, springfield"),
        (E.ACCOUNT_BALANCE, "$1,204.50", "you have 1204.5 left"),
        (E.ACCOUNT_BALANCE, "1.204,50 €", "EUR 1204.50"),
        (E.ACCOUNT_BALANCE, "-$45.10", "45.10 due"),
        (E.ACCOUNT_BALANCE, "$5", "it is $5."),
        (E.DATE_OF_BIRTH, "Mar 14, 1988", "born on March 14, 1988"),
        (E.DATE_OF_BIRTH, "1988-03-14", "14.3.1988 or 14/03/1988"),
    ],
)
def test_other_spellings_of_a_value_are_found(type, value, text):
    assert found(text, type, value) is Kind.EXACT


@pytest.mark.parametrize(
    ("type", "value", "text"),
    [
        (E.PHONE_NUMBER, "555-0142", "555-0143"),
        (E.PHONE_NUMBER, "555-0142", "95550142"),
        (E.PHONE_NUMBER, "555-0142", "PHONE_NUMBER#6yvrf"),
        (E.ORDER_NUMBER, "4821", "148215"),
        (E.ORDER_NUMBER, "4821", "frames/ab4821cd"),
        (E.ORDER_NUMBER, "1234", "1. 2. 3. 4."),
        (E.ORDER_NUMBER, "12", "12"),
        (E.PERSON_NAME, "Otto", "the Ottoman"),
        (E.USERNAME, "ken", "broken"),
        (E.USERNAME, "ken42", "ken421"),
        (E.ADDRESS, "1204 Elm St", "11204 elm st"),
        (E.ACCOUNT_BALANCE, "$1,204.50", "1,204.00 and 120450"),
        (E.ACCOUNT_BALANCE, "$5", "[5] TextView"),
        (E.ACCOUNT_BALANCE, "$2,141.00", "version 2.14.1"),
    ],
)
def test_what_only_looks_like_a_value_is_not_found(type, value, text):
    assert found(text, type, value) is None


@pytest.mark.parametrize("written", ["07700 900123", "+44 7700 900123", "7700 900123"])
def test_a_number_is_found_as_it_is_dialled_in_its_own_country(written):
    assert found(f"Call {written} now", E.PHONE_NUMBER, "+44 7700 900123") is Kind.EXACT


def test_neighbouring_phone_numbers_are_never_confused():
    mine, other = (E.PHONE_NUMBER, "(212) 555-0142"), (E.PHONE_NUMBER, "(212) 555-0143")
    assert found("dial 212 555 0143", *mine, other, fuzzy=True) is None
    assert found("dial 212 555 0143", *other, mine, fuzzy=True) is Kind.EXACT


def test_fuzzy_counts_in_ocr_text_only():
    assert found("Mar1a Lopcz", E.PERSON_NAME, "Maria Lopez", fuzzy=True) is Kind.FUZZY
    assert found("Mar1a Lopcz", E.PERSON_NAME, "Maria Lopez") is None


def test_fuzzy_needs_eight_characters_and_four_fifths():
    assert found("5ara Lee", E.PERSON_NAME, "Sara Lee", fuzzy=True) is Kind.FUZZY
    assert found("Ann Lea", E.PERSON_NAME, "Ann Lee", fuzzy=True) is Kind.PARTIAL
    assert found("Merle Lopxx", E.PERSON_NAME, "Maria Lopez", fuzzy=True) is None


def test_fuzzy_goes_to_the_value_that_explains_the_place_best():
    mine, other = (E.PERSON_NAME, "Maria Lopez"), (E.PERSON_NAME, "Mario Lopez")
    assert found("Mario Lopez", *mine, other, fuzzy=True) is Kind.PARTIAL
    both = "Mario Lopez and Mar1a Lopez"
    assert found(both, *mine, other, fuzzy=True) is Kind.FUZZY


@pytest.mark.parametrize(
    ("type", "value", "text"),
    [
        (E.PERSON_NAME, "Maria Lopez", "Hello Maria"),
        (E.CREDIT_CARD, "4111 1111 1111 2345", "ending in 2345"),
        (E.CREDIT_CARD, "4111111111112345", "•• 2345"),
        (E.EMAIL, "maria.lopez@example.com", "user maria.lopez"),
        (E.ADDRESS, "1204 Elm St", "number 1204"),
    ],
)
def test_a_part_alone_is_partial(type, value, text):
    assert found(text, type, value) is Kind.PARTIAL


def test_particles_of_a_name_are_no_part_of_it():
    assert found("de la", E.PERSON_NAME, "Ana de la Cruz") is None


def test_a_short_code_is_unsearchable_and_says_so():
    short, long = item(E.ORDER_NUMBER, "12"), item(E.ORDER_NUMBER, "1234")
    matcher = Matcher({short: {"12"}, long: {"1234"}})
    assert not matcher.searchable(short)
    assert matcher.searchable(long)


def test_no_value_in_a_repr():
    assert "Lopez" not in repr(item(E.PERSON_NAME, "Maria Lopez"))


words = st.text(st.characters(categories=("Ll", "Lu", "Nd", "Zs", "Po"), codec="utf-8"))


@given(words, words)
def test_a_value_between_spaces_is_always_found(before, after):
    text = f"{before} 555-0142 {after}"
    # A digit group right before could make it another number's end; boundaries still hold.
    assert found(text, E.PHONE_NUMBER, "555-0142") is Kind.EXACT


@given(words)
def test_more_text_never_hides_a_value(text):
    name = "Maria Lopez"
    if found(text, E.PERSON_NAME, name) is Kind.EXACT:
        assert found(f"{text} more", E.PERSON_NAME, name) is Kind.EXACT
    assert found(f"{name} {text}", E.PERSON_NAME, name) is Kind.EXACT


@given(st.text())
def test_any_text_can_be_searched(text):
    values = [(E.EMAIL, "maria.lopez@example.com"), (E.ACCOUNT_BALANCE, "$1,204.50")]
    found(text, E.PERSON_NAME, "Maria Lopez", *values, fuzzy=True)
