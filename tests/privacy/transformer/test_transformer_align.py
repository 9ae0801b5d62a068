import numpy as np
import pytest
from drawn import Drawing, tree_of

from harness.core.entity import EntityType
from harness.core.geometry import Box
from harness.core.protocols import OcrLine
from harness.core.raw import RawFrame
from harness.privacy.transformer.align import Entity, aligned, key, overlaps, unconfused
from harness.privacy.transformer.transformer import UiTransformer

PHONE = EntityType.PHONE_NUMBER


def matched(text, value, *, here, tau=0.85):
    entity = Entity.of(value, f"{PHONE}#aaaaa", PHONE)
    candidates = ([entity], []) if here else ([], [entity])
    return [text[start:end] for start, end, _ in aligned(text, *candidates, tau)]


@pytest.mark.parametrize(
    ("read", "value"),
    [
        ("l0 555-Ol42", "10 555-0142"),
        ("+1 SS5-0142", "+1 555-0142"),
        ("Mar1a Lopez", "Maria Lopez"),
    ],
)
def test_confusable_characters_explain_a_misread_value_anywhere(read, value):
    assert matched(f"Call {read} now", value, here=False) == [read]


def test_two_numbers_that_differ_in_a_digit_are_never_merged():
    assert matched("Call 555-0143", "555-0142", here=False) == []


def test_a_misread_digit_is_forgiven_where_the_value_is_known_to_stand():
    assert matched("Call 556-0142", "555-0142", here=True) == ["556-0142"]


def test_a_lost_digit_is_forgiven_where_the_value_is_known_to_stand():
    assert matched("Account 0013 4455", "00113 4455", here=True) == ["0013 4455"]


def test_similarity_at_the_place_is_judged_by_tau():
    assert matched("Call 555-0143", "555-0142", here=True) == ["555-0143"]
    assert matched("Call 555-0143", "555-0142", here=True, tau=0.9) == []


def test_an_exact_reading_elsewhere_is_left_to_the_vault():
    assert matched("Will it rain", "Will", here=False) == []


def test_a_short_value_must_be_read_exactly_and_at_its_place():
    assert matched("Bob called", "Bob", here=True) == ["Bob"]
    assert matched("Bob called", "Bob", here=False) == []
    assert matched("Rob called", "Bob", here=True) == []


def test_other_readings_keep_every_offset():
    text = "Mar1a at 555-O142, room 12"
    readings = list(unconfused(text))
    assert all(len(reading) == len(text) for reading in readings)
    assert any("555-0142" in reading for reading in readings)
    assert any("Maria" in reading for reading in readings)
    assert list(unconfused("plain words 42")) == []


def test_the_key_unites_confusable_spellings_only():
    assert key("l0 O5") == key("10 0S")
    assert key("555-0142") != key("555-0143")


def test_overlaps_are_shares_of_the_line():
    shares = overlaps([Box(0, 0, 10, 10)], [Box(5, 0, 50, 50), Box(20, 20, 30, 30)])
    assert shares.tolist() == [[0.5, 0.0]]
    assert overlaps([], [Box(0, 0, 1, 1)]).shape == (0, 1)


def unexplained(drawing, tree=True):
    frame = drawing.frame(tree)
    return [seen.text for seen in UiTransformer().unexplained(frame, drawing.lines)]


def test_only_what_no_node_says_at_that_place_is_unexplained():
    drawing = Drawing()
    drawing.text(50, 50, "Dana Reyes")
    drawing.text(50, 150, "+1 555-0142", read="+l 555-Ol42")
    drawing.pixels(50, 300, "Incoming call from Ana Ruiz")
    assert unexplained(drawing) == ["Incoming call from Ana Ruiz"]
    assert len(unexplained(drawing, tree=False)) == 3


def test_the_same_text_at_another_place_does_not_explain():
    drawing = Drawing()
    drawing.text(50, 50, "Dana Reyes")
    drawing.pixels(50, 400, "Dana Reyes")
    assert unexplained(drawing) == ["Dana Reyes"]


def test_a_line_joined_from_two_views_and_a_wrapped_paragraph_are_explained():
    drawing = Drawing()
    label = drawing.pixels(50, 50, "Phone")
    value = drawing.pixels(190, 50, "+1 555-0142")
    drawing.node(drawing.window, (50, 40, 180, 110), "Phone")
    drawing.node(drawing.window, (185, 40, 600, 110), "+1 555-0142")
    drawing.lines[:] = [OcrLine("Phone +1 555-0142", label.union(value), 0.9)]
    drawing.pixels(50, 200, "See you at the")
    drawing.pixels(50, 255, "harbour on Friday")
    drawing.node(drawing.window, (40, 190, 700, 320), "See you at the harbour on Friday")
    assert unexplained(drawing) == []


def test_a_description_explains_what_is_drawn_in_the_row():
    drawing = Drawing()
    drawing.pixels(200, 60, "Dana Reyes")
    drawing.node(drawing.window, (0, 40, 1080, 200), content_desc="Dana Reyes, online")
    assert unexplained(drawing) == []


def test_a_single_letter_is_an_icon():
    drawing = Drawing()
    drawing.pixels(50, 50, "M")
    assert unexplained(drawing) == []


def test_a_tree_alone_has_nothing_unexplained():
    frame = RawFrame(tree_of({"text": "Dana"}), np.zeros((2400, 1080, 3), np.uint8))
    assert UiTransformer().unexplained(frame, []) == []
