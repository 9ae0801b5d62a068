"""What a place exposes of a value."""

from harness.core.entity import EntityType
from harness.core.raw import GoldMark
from harness.score.gold import Place, exposed

CARD = "4111 1111 1111 1881"


def place(type, value, shown):
    return Place(GoldMark(type, value, 0, "text", 0, len(shown)), shown)


def test_the_last_four_digits_expose_themselves_alone():
    last = place(EntityType.CREDIT_CARD, CARD, "•••• 1881")
    assert [value for _, value in exposed([last])] == ["•••• 1881"]


def test_beside_the_whole_number_they_are_the_same_item():
    last = place(EntityType.CREDIT_CARD, CARD, "•••• 1881")
    whole = place(EntityType.CREDIT_CARD, CARD, CARD)
    assert [value for _, value in exposed([last, whole])] == [CARD, CARD]


def test_parts_that_make_up_the_whole_expose_it():
    parts = [place(EntityType.PERSON_NAME, "Dana Reyes", shown) for shown in ("Dana", "Reyes")]
    assert {value for _, value in exposed(parts)} == {"Dana Reyes"}


def test_one_part_shown_twice_is_still_a_part():
    parts = [place(EntityType.PERSON_NAME, "Dana Reyes", "Reyes") for _ in range(2)]
    assert {value for _, value in exposed(parts)} == {"Reyes"}


def test_another_spelling_is_the_value():
    spelt = place(EntityType.PHONE_NUMBER, "+1 202-555-0142", "+1 (202) 555 0142")
    assert [value for _, value in exposed([spelt])] == ["+1 202-555-0142"]
