from harness.core.geometry import Box
from harness.core.protocols import OcrLine
from harness.engine.ocr.lines import group_words, reading_order


def word(text, left, top, width, height=40):
    return OcrLine(text, Box(left, top, left + width, top + height), 0.9)


def test_label_and_value_columns_stay_apart_and_rows_in_order():
    words = [
        word("555-0142", 700, 102, 200),
        word("Phone", 50, 100, 120),
        word("a@example.com", 700, 204, 300),
        word("E-mail", 50, 200, 130),
    ]
    assert [line.text for line in group_words(words)] == [
        "Phone", "555-0142", "E-mail", "a@example.com",
    ]  # fmt: skip


def test_words_a_space_apart_become_one_line_with_the_lowest_score():
    joined = group_words([word("Dana", 50, 100, 90), OcrLine("Reyes", Box(155, 98, 260, 142), 0.4)])
    assert joined == [OcrLine("Dana Reyes", Box(50, 98, 260, 142), 0.4)]


def test_an_unreadable_word_stays_a_region_of_its_own():
    lines = group_words([word("Dana", 50, 100, 90), word("", 150, 100, 90)])
    assert [line.text for line in lines] == ["Dana", ""]


def test_a_headline_does_not_join_the_small_text_beside_it():
    lines = group_words([word("Inbox", 50, 100, 200, 80), word("12 new", 260, 120, 90, 30)])
    assert [line.text for line in lines] == ["Inbox", "12 new"]


def test_reading_order_within_a_slightly_uneven_row():
    lines = [word("right", 500, 96, 90), word("left", 50, 104, 90), word("below", 50, 160, 90)]
    assert [line.text for line in reading_order(lines)] == ["left", "right", "below"]
