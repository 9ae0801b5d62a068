import numpy as np
import pytest
from drawn import Drawing
from hypothesis import assume, given
from hypothesis import strategies as st
from properties import examples

from harness.core.geometry import Box
from harness.privacy.transformer.likeness import drawn_lines, inked

WORDS = (
    "Settings",
    "Dana Reyes",
    "Wi-Fi",
    "+1 555-0142",
    "Mark as read",
    "12 Elm Street",
    "Balance",
)


def seen(text, size=44, *, said=None, bounds=None, decorate=None, **colours):
    """What is drawn, and the lines of the text that the tree says, or None."""
    drawing = Drawing(width=900, height=400, **colours)
    box = drawing.pixels(60, 100, text, size)
    if decorate:
        decorate(drawing.draw)
    image = np.array(drawing.picture)
    place = Box(*bounds) if bounds else Box(60, 100, box.right, 100 + round(1.3 * size))
    what = inked(image, place)
    return what, None if what is None else drawn_lines(what, text if said is None else said)


@pytest.mark.parametrize("size", [26, 44, 90])
@pytest.mark.parametrize("text", WORDS)
def test_a_text_looks_like_itself_at_any_size(text, size):
    what, lines = seen(text, size)
    assert [line.text for line in lines] == [text]
    assert lines[0].box == what.rows[0]
    assert (lines[0].box.left, lines[0].box.top) >= (56, 96)


def test_light_on_dark_and_in_a_button_with_round_corners():
    _, lines = seen("Dana Reyes", paper=(18, 18, 18), ink=(230, 230, 230))
    assert lines

    drawing = Drawing(width=900, height=400)
    drawing.draw.rounded_rectangle((40, 60, 500, 190), 60, fill=(30, 90, 200))
    drawing.pixels(90, 98, "Save contact", ink=(255, 255, 255))
    what = inked(np.array(drawing.picture), Box(40, 60, 501, 191))
    assert [line.text for line in drawn_lines(what, "Save contact")] == ["Save contact"]


@pytest.mark.parametrize("other", ["Sara Miller", "Lisa Weber", "Dana", "Dana Reyes Jr", "", "·"])
def test_a_text_does_not_look_like_another(other):
    assert seen("Dana Reyes", said=other)[1] is None


@examples(40)
@given(st.sampled_from(WORDS), st.sampled_from(WORDS), st.sampled_from([28, 44, 60]))
def test_only_the_text_that_is_drawn_is_believed(drawn, said, size):
    assume(drawn != said)
    assert seen(drawn, size, said=said)[1] is None


@pytest.mark.parametrize("changed", ["555-0143", "555-0192", "855-0142"])
def test_a_number_that_differs_in_one_digit_at_a_place_is_another(changed):
    assert seen("555-0142", said="555-0142")[1]
    assert seen(changed, said="Dana 0142")[1] is None


def test_a_wrapped_text_is_split_into_its_lines_and_a_cut_one_ends_in_an_ellipsis():
    text = "Can you bring the keys to the office tomorrow morning please"
    drawing = Drawing(width=900, height=400)
    for i, line in enumerate(
        ("Can you bring the keys to", "the office tomorrow", "morning please")
    ):
        drawing.pixels(60, 60 + 60 * i, line)
    what = inked(np.array(drawing.picture), Box(40, 40, 800, 260))
    assert [line.text for line in drawn_lines(what, text)] == [
        "Can you bring the keys to", "the office tomorrow", "morning please",
    ]  # fmt: skip
    what, _ = seen("Can you bring the keys…")
    assert [line.text for line in drawn_lines(what, text)] == ["Can you bring the keys…"]
    assert drawn_lines(what, "Ask for something else and wait for an answer") is None


def test_chinese_text_looks_like_itself_and_not_like_another():
    from harness.device.simulated.fonts import Font, glyphs

    def picture(text):
        mask, _, _ = glyphs(text, Font(44))
        drawing = Drawing(width=600, height=200)
        drawing.picture.paste((20, 20, 20), (60, 60), mask)
        return inked(np.array(drawing.picture), Box(50, 50, 70 + mask.width, 70 + mask.height))

    assert drawn_lines(picture("联系王小明"), "联系王小明")
    assert drawn_lines(picture("联系王小明"), "设置与隐私") is None


def test_what_crosses_the_border_of_a_node_says_nothing():
    def popup(draw):
        draw.rectangle((150, 90, 700, 300), fill=(240, 240, 200), outline=(0, 0, 0), width=3)

    what, lines = seen("Dana Reyes", decorate=popup)
    assert what is None or lines is None


def test_a_blank_node_shows_nothing():
    assert inked(np.full((200, 400, 3), 255, np.uint8), Box(10, 10, 300, 80)) is None
    assert inked(np.full((200, 400, 3), 255, np.uint8), Box(10, 10, 12, 12)) is None
