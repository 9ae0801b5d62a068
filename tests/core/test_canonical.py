import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.core.canonical import canonical, fold
from harness.core.entity import EntityType


@pytest.mark.parametrize(
    ("value", "type", "form"),
    [
        ("(555) 867-5309", EntityType.PHONE_NUMBER, "+15558675309"),
        ("+1 555.867.5309", EntityType.PHONE_NUMBER, "+15558675309"),
        ("５５５ ８６７ ５３０９", EntityType.PHONE_NUMBER, "+15558675309"),
        ("٥٥٥٨٦٧٥٣٠٩", EntityType.PHONE_NUMBER, "+15558675309"),
        ("\u2068555\u2011867\u20115309\u2069", EntityType.PHONE_NUMBER, "+15558675309"),
        ("555-867-5309 ext. 12", EntityType.PHONE_NUMBER, "+15558675309;ext=12"),
        ("12", EntityType.PHONE_NUMBER, "12"),
        ("Maria.Lopez@Example.com", EntityType.EMAIL, "maria.lopez@example.com"),
        ("alice@\u200bexample.com", EntityType.EMAIL, "alice@example.com"),
        ("4111-1111 1111/1111", EntityType.CREDIT_CARD, "4111111111111111"),
        ("GB82 WEST 1234 5698 7654 32", EntityType.BANK_ACCOUNT, "gb82west12345698765432"),
        ("1\u03032\u03033 45", EntityType.ID_NUMBER, "12345"),
        ("192.0.2.7", EntityType.IP_ADDRESS, "192.0.2.7"),
        ("  JOHN\u00a0\n Smith ", EntityType.PERSON_NAME, "john smith"),
        ("Kro\u0308ger", EntityType.PERSON_NAME, "kröger"),
        ("王小明", EntityType.PERSON_NAME, "王小明"),
    ],
)
def test_spellings_of_one_value_have_one_form(value, type, form):
    assert canonical(value, type, "US") == form


def test_a_phone_is_read_in_the_region_of_the_device():
    assert canonical("07700 900123", EntityType.PHONE_NUMBER, "GB") == "+447700900123"
    assert canonical("+44 7700 900123", EntityType.PHONE_NUMBER, "US") == "+447700900123"


def test_neighbouring_numbers_stay_apart():
    assert canonical("555-0142", EntityType.PHONE_NUMBER) != canonical(
        "555-0143", EntityType.PHONE_NUMBER
    )


@given(st.text())
def test_folding_twice_changes_nothing(text):
    assert fold(fold(text)) == fold(text)


@given(st.text(), st.sampled_from(EntityType))
def test_a_canonical_form_is_never_lost(text, type):
    assert bool(canonical(text, type)) == bool(fold(text))
