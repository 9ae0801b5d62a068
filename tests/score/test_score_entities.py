"""One placeholder for a value and one value for a placeholder, counted by hand."""

import pytest
from synthetic_run import Line, Turn, cell

from harness.core.entity import EntityType
from harness.core.protocols import Finding
from harness.score.cell import Scorer, score_cell

PHONE = EntityType.PHONE_NUMBER
LINES = [
    Line("Call 202-555-0142 now", PHONE, "202-555-0142"),
    Line("(202) 555-0142", PHONE),
    Line("202-555-0143", PHONE),
    Line("Her number is 202-555-0143, as always", PHONE, "202-555-0143"),
]


def finding(row, placeholder, start=None, end=None):
    text, shown = LINES[row].text, LINES[row].shown
    first = text.index(shown) if start is None else start
    last = first + len(shown) if end is None else end
    return Finding(row + 1, "text", first, last, PHONE, f"PHONE_NUMBER#{placeholder}", "rules")


def rates(tmp_path, *turns):
    built = cell(tmp_path).episode("t", [Turn(LINES, SENT, findings=found) for found in turns])
    found = score_cell(built.load(), Scorer())["metrics"]
    return [
        (found[name]["value"], found[name]["n"])
        for name in ("entities_split", "placeholders_shared")
    ]


SENT = [line.text for line in LINES]
ONE = (finding(0, "aaaaa"), finding(1, "aaaaa"), finding(2, "bbbbb"))


def test_two_formats_of_a_number_with_one_placeholder_are_whole(tmp_path):
    assert rates(tmp_path, ONE) == [(0, 2), (0, 2)]


@pytest.mark.parametrize("later", [False, True])
def test_a_number_with_two_placeholders_is_split_on_one_screen_and_on_two(tmp_path, later):
    other = (finding(1, "ccccc"),)
    turns = [(ONE[0], ONE[2]), other] if later else [(ONE[0], *other, ONE[2])]
    assert rates(tmp_path, *turns) == [(0.5, 2), (0, 3)]


def test_two_numbers_with_one_placeholder_share_it(tmp_path):
    assert rates(tmp_path, (ONE[0], finding(2, "aaaaa"))) == [(0, 2), (1, 1)]


def test_a_name_in_another_order_is_the_same_value(tmp_path):
    person = EntityType.PERSON_NAME
    lines = [Line("Reyes, Dana", person), Line("Dana Reyes", person), Line("Dana", person)]
    found = [
        Finding(row + 1, "text", 0, len(line.text), person, "PERSON_NAME#aaaaa", "structure")
        for row, line in enumerate(lines)
    ]
    turn = Turn(lines, [line.text for line in lines], findings=tuple(found))
    scores = score_cell(cell(tmp_path).episode("t", [turn]).load(), Scorer())["metrics"]
    assert scores["placeholders_shared"]["value"] == 0


def test_a_number_hidden_with_the_sentence_around_it_has_no_placeholder_of_its_own(tmp_path):
    whole = finding(3, "ddddd", 0, len(LINES[3].text))
    assert rates(tmp_path, (ONE[0], whole)) == [(0, 1), (0, 1)]


def test_what_is_not_hidden_is_not_counted(tmp_path):
    assert rates(tmp_path, ()) == [(None, 0), (None, 0)]
