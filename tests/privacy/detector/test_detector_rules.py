"""Structured identifiers in single texts, and what only looks like one."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.errors import ConfigError
from harness.privacy.detector.rules import RulesDetector
from harness.privacy.screen import Screen

RULES = RulesDetector()


def found(text: str) -> set[tuple[str, str]]:
    return {(str(s.type), text[s.start : s.end]) for s in RULES.spans(text)}


@pytest.mark.parametrize(
    ("text", "type_", "value"),
    [
        # Letters of other scripts are no word boundary for ASCII.
        ("联系alice@example.com", "EMAIL", "alice@example.com"),
        ("电话13800000000转", "PHONE_NUMBER", "13800000000"),
        ("позвонитеalice@example.comсегодня", "EMAIL", "alice@example.com"),
        # Invisible characters, full-width forms and combining marks.
        ("alice@\u200bexample.com", "EMAIL", "alice@\u200bexample.com"),
        ("１３８－００００－０１４２", "PHONE_NUMBER", "１３８－００００－０１４２"),
        ("tel 1\u03032025550142", "PHONE_NUMBER", "1\u03032025550142"),
        ("tel \u2068612555014\u2069", "PHONE_NUMBER", "612555014"),
        ("\u202a+1 202-555-0142\u202c", "PHONE_NUMBER", "+1 202-555-0142"),
        ("٠١ tel +١ ٢٠٢-٥٥٥-٠١٤٢", "PHONE_NUMBER", "+١ ٢٠٢-٥٥٥-٠١٤٢"),
        ("alice (at) example.com", "EMAIL", "alice (at) example.com"),
        ("alice at example dot com", "EMAIL", "alice at example dot com"),
        ("The PIN of the Bank app is 2008", "PASSWORD", "2008"),
        ("CVV 311", "PASSWORD", "311"),
        ("Has type 1 diabetes", "HEALTH_INFO", "type 1 diabetes"),
        ("Allergic to penicillin", "HEALTH_INFO", "Allergic to penicillin"),
        # Phones of several regions, written as people write them.
        ("+12025550142", "PHONE_NUMBER", "+12025550142"),
        ("(202) 555-0142", "PHONE_NUMBER", "(202) 555-0142"),
        ("call Dana Reyes at 555-0142", "PHONE_NUMBER", "555-0142"),
        ("01 99 00 12 34", "PHONE_NUMBER", "01 99 00 12 34"),
        ("07700 900123", "PHONE_NUMBER", "07700 900123"),
        ("+7 (900) 000-01-42", "PHONE_NUMBER", "+7 (900) 000-01-42"),
        ("Tel:202-555-0142", "PHONE_NUMBER", "202-555-0142"),
        # Cards, accounts, identity numbers.
        ("4111 1111 1111 1111", "CREDIT_CARD", "4111 1111 1111 1111"),
        ("4111111111111111.com", "CREDIT_CARD", "4111111111111111"),
        ("IBAN GB82 WEST 1234 5698 7654 32 failed", "BANK_ACCOUNT", "GB82 WEST 1234 5698 7654 32"),
        ("gb82west12345698765432", "BANK_ACCOUNT", "gb82west12345698765432"),
        ("•••• 1881", "BANK_ACCOUNT", "•••• 1881"),
        ("Visa ending in 1234", "CREDIT_CARD", "1234"),
        ("Passport no X1234567", "ID_NUMBER", "X1234567"),
        ("12345678Z", "ID_NUMBER", "12345678Z"),
        # Codes by context.
        ("Your verification code is 482913.", "PASSWORD", "482913"),
        ("【Foo】验证码：482913，5分钟内有效", "PASSWORD", "482913"),
        ("Ваш код 4829", "PASSWORD", "4829"),
        ("wifi password: hunter2!", "PASSWORD", "hunter2!"),
        ("Order 00123456789", "ORDER_NUMBER", "00123456789"),
        ("Booking reference QWERTZ", "ORDER_NUMBER", "QWERTZ"),
        ("Plate: ABC 1234", "LICENSE_PLATE", "ABC 1234"),
        ("born 14 Mar 2004", "DATE_OF_BIRTH", "14 Mar 2004"),
        ("Balance: $1,204.56", "ACCOUNT_BALANCE", "$1,204.56"),
        ("@ZolarWhisk", "USERNAME", "@ZolarWhisk"),
        ("192.168.1.14", "IP_ADDRESS", "192.168.1.14"),
        ("fe80::1ff:fe23:4567:890a", "IP_ADDRESS", "fe80::1ff:fe23:4567:890a"),
        # Addresses.
        ("1204 Elm Street, Springfield", "ADDRESS", "1204 Elm Street, Springfield"),
        ("Calle de Alcalá 42, 28014 Madrid", "ADDRESS", "Calle de Alcalá 42, 28014 Madrid"),
        ("ул. Ленина, д. 5, кв. 12", "ADDRESS", "ул. Ленина, д. 5, кв. 12"),
        ("上海市浦东新区世纪大道100号", "ADDRESS", "上海市浦东新区世纪大道100号"),
        ("near Tram Depot - Norwick - Canada", "ADDRESS", "Tram Depot - Norwick - Canada"),
    ],
)
def test_finds(text: str, type_: str, value: str) -> None:
    assert (type_, value) in found(text)


@pytest.mark.parametrize(
    "text",
    [
        "03.06.2015",
        "2015 – 03/2016",
        "2026-06-02 20",
        "10023456",
        "+100 000 000",
        "1716123456789",  # epoch milliseconds
        "4111111111111112",  # wrong check digit
        "v1.2.3.4",
        "Version 12.0.0.45",
        "12:30:45",
        "1080 x 2400",
        "Total 1 234 567",
        "Running shoes $19.99",
        "new-logo@2x_ef70fd1",
        "Born to run",
        "5 minutes to walk",
        "Apr 3, 2024",
        "ZIP code 62704",
        "Settings",
        "78% - about 1 day left",
    ],
)
def test_leaves_alone(text: str) -> None:
    assert found(text) == set()


def test_an_order_number_is_no_phone() -> None:
    assert {t for t, _ in found("Order 00123456789")} == {"ORDER_NUMBER"}


def test_values_in_several_lines() -> None:
    text = "Signed in as Ann Lee\nann@example.com\nSettings"
    assert ("EMAIL", "ann@example.com") in found(text)


def test_an_unknown_region_is_refused() -> None:
    with pytest.raises(ConfigError, match="UK"):
        RulesDetector(regions=("UK",))


ALPHABET = st.one_of(
    st.characters(),
    st.sampled_from("0123456789+-() .@:/#•*\u200b\u2068\u0303Aa年号路ул،９"),
)


@given(st.text(ALPHABET, max_size=80))
def test_spans_are_always_inside_the_text(text: str) -> None:
    for span in RULES.spans(text):
        assert 0 <= span.start < span.end <= len(text)
        assert text[span.start : span.end].strip()


def test_a_text_of_thousands_of_characters_is_read_to_its_end() -> None:
    text = "filler words " * 2500 + "mail dana@example.com"
    detections = RULES.detect(Screen.of_text(text))
    assert ["dana@example.com"] == [d.value for d in detections if d.type == "EMAIL"]


@pytest.mark.parametrize(
    "text", ["Meet at example com", "Cancer research makes progress", "CVV", "Type 2 of 3"]
)
def test_what_only_resembles_an_identifier(text: str) -> None:
    assert found(text) == set()


def test_a_phone_beside_a_pin_stays_one_phone() -> None:
    assert found("Call +44 7700 900827, the PIN is 7242") == {
        ("PHONE_NUMBER", "+44 7700 900827"),
        ("PASSWORD", "7242"),
    }
