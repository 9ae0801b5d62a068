"""Span recall and precision, by hand."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from synthetic_run import NAME, PHONE, Line, Turn, cell

from harness.core.entity import EntityType as E
from harness.core.protocols import Finding
from harness.score.cell import Scorer, score_cell
from harness.score.spans import survivors
from harness.score.summary import CellScores, rows, type_rows

SPANS = ("span_recall", "span_recall_tier2", "span_precision", "span_precision_tier2")


def found(node, text, value, type, placeholder):
    start = text.find(value)
    return Finding(node, "text", start, start + len(value), type, placeholder, "ner")


def scores(built):
    return score_cell(built.load(), Scorer())


def metrics(result):
    return tuple(result["metrics"][name]["value"] for name in SPANS)


LINES = [
    Line("Contacts"),
    Line("Maria Lopez", NAME),
    Line("Call Maria Lopez", NAME, "Maria Lopez"),
    Line("555-0142", PHONE),
    Line("see you at noon", E.MESSAGE_CONTENT),
    Line("Acme Ltd", E.EMPLOYER_OR_SCHOOL, optional=True),
]


def test_places_are_counted_one_by_one_and_optional_ones_not_at_all(tmp_path):
    sent = ["NAME#x", "NAME#a", "Call Maria NAME#b", "MAIL#c", "see you at noon", "NAME#d"]
    findings = (
        found(1, "Contacts", "Contacts", NAME, "NAME#x"),
        found(2, "Maria Lopez", "Maria Lopez", NAME, "NAME#a"),
        found(3, "Call Maria Lopez", "Lopez", NAME, "NAME#b"),
        found(4, "555-0142", "555-0142", E.EMAIL, "MAIL#c"),
        found(6, "Acme Ltd", "Acme Ltd", NAME, "NAME#d"),
    )
    built = cell(tmp_path).episode("t", [Turn(LINES, sent, findings=findings)])
    result = scores(built)
    # Found: the first name and the phone, of three; right: all but "Contacts", of four.
    assert metrics(result) == (pytest.approx(2 / 3), 0, 0.75, None)
    table = {row["type"]: row for row in type_rows([CellScores.from_json(result)])}
    assert list(table) == ["EMAIL", "MESSAGE_CONTENT", "PERSON_NAME", "PHONE_NUMBER"]
    name, phone = table["PERSON_NAME"], table["PHONE_NUMBER"]
    assert (name["recall"], name["recall_n"]) == (0.5, 2)
    assert (name["precision"], name["precision_n"]) == (pytest.approx(2 / 3), 3)
    assert (name["confusions"], name["tier"]) == ("", 1)
    assert (phone["recall"], phone["confusions"]) == (1, "EMAIL 1")
    # Nothing was hidden as a phone, so that it has no precision; a message was not hidden at all.
    assert name["f1"] == pytest.approx(2 * 0.5 * (2 / 3) / (0.5 + 2 / 3))
    assert (phone["f1"], table["EMAIL"]["f1"], table["MESSAGE_CONTENT"]["f1"]) == (None, None, 0)
    assert (table["EMAIL"]["recall"], table["EMAIL"]["precision"]) == (None, 1)
    assert table["MESSAGE_CONTENT"]["leaked"] is None or table["MESSAGE_CONTENT"]["leaked"] == 1


def test_what_is_sent_raw_is_found_nowhere(tmp_path):
    raw = [line.text for line in LINES]
    result = scores(cell(tmp_path, "none").episode("t", [Turn(LINES, raw)]))
    assert metrics(result) == (0, 0, None, None)


def test_a_frame_that_was_emptied_hid_everything_and_claims_nothing(tmp_path):
    result = scores(cell(tmp_path).episode("t", [Turn(LINES, [""] * len(LINES))]))
    assert metrics(result) == (1, 1, None, None)


def test_bullets_count_where_they_are_all_there_is(tmp_path):
    lines = [Line("••••••", E.PASSWORD)]
    kept = scores(cell(tmp_path / "1").episode("t", [Turn(lines, ["••••••"])]))
    gone = scores(cell(tmp_path / "2").episode("t", [Turn(lines, ["[PASSWORD]"])]))
    assert (metrics(kept)[0], metrics(gone)[0]) == (0, 1)


def test_an_episode_without_a_goal_is_unscored_and_not_failed(tmp_path):
    built = cell(tmp_path).episode("t", [Turn(LINES, [""] * len(LINES))], success=None)
    [row] = rows([CellScores.from_json(scores(built))])
    assert (row["success_rate"], row["utility_loss"]) == (None, None)
    assert (row["failed"], row["steps_mean"]) == (0, 1)


def test_claims_that_the_sent_text_contradicts_do_not_count():
    claim = found(0, "Call 555-0142", "555-0142", PHONE, "P#1")
    assert survivors("Call 555-0142", "Call P#1", [claim]) == [True] * 5 + [False] * 8
    left = survivors("Call 555-0142", "Call 555-0142 P#1", [claim])
    assert all(left)
    # Half of it: the texts are aligned, and what is left is seen.
    assert survivors("Call 555-0142", "Call P#1-0142", [claim])[-4:] == [True] * 4


@given(st.text(max_size=12))
def test_a_text_survives_itself_and_not_its_absence(text):
    assert survivors(text, text, []) == [True] * len(text)
    assert not any(survivors(text, "", [])) or not text
