"""Scores of whole cells, computed by hand."""

import json
import shutil

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from synthetic_run import (
    CONTACT,
    CONTACT_RAW,
    CONTACT_SAFE,
    COVERED,
    NAME,
    PHONE,
    Line,
    Turn,
    cell,
    draw,
    place,
)

from harness.core.entity import EntityType as E
from harness.core.protocols import OcrLine
from harness.core.raw import GoldValue
from harness.errors import ConfigError
from harness.score.cell import Scorer, score_cell
from harness.score.records import load_cell

COVERS = {i: place(CONTACT[i], i).pad(3) for i in (1, 2)}


def score(built, **options):
    return score_cell(built.load(), Scorer(**options))


def values(scores, *names):
    return tuple(scores["metrics"][name]["value"] for name in names)


class FakeOcr:
    """Reads the same text in every picture and remembers how many it was given."""

    name = "fake"

    def __init__(self, text: str) -> None:
        self.text, self.crops, self.frames = text, 0, 0

    def read(self, image: np.ndarray) -> list[OcrLine]:
        self.frames += 1
        return []

    def read_crop(self, image: np.ndarray) -> str:
        self.crops += 1
        return self.text

    def identity(self) -> dict[str, str]:
        return {}


class FakeBert:
    """Scores every pair of non-blank texts 0.5."""

    def __init__(self) -> None:
        self.pairs: list[tuple[str, str]] = []

    def f1(self, pairs):
        self.pairs = list(pairs)
        return [0.5 if a.strip() and b.strip() else None for a, b in pairs]

    def identity(self) -> dict[str, str]:
        return {"model": "fake", "layer": "0"}


def test_the_raw_baseline_leaks_everything(tmp_path):
    built = cell(tmp_path, "none").episode("t", [Turn(CONTACT, CONTACT_RAW)])
    scores = score(built)
    assert values(scores, "leakage_payload", "leakage_text", "leakage_pixels") == (1, 1, 1)
    assert values(scores, "leakage_output", "overmask_rate") == (0, 0)
    assert scores["metrics"]["leakage_payload"]["n"] == 2


def test_a_shielded_screen_leaks_nothing(tmp_path):
    built = cell(tmp_path).episode("t", [Turn(CONTACT, CONTACT_SAFE, image=draw(COVERED, COVERS))])
    scores = score(built)
    assert values(scores, "leakage_payload", "leakage_payload_partial", "overmask_rate") == (
        0,
        0,
        0,
    )


def test_text_leaks_of_one_item_out_of_two(tmp_path):
    sent = ["Contacts", "PERSON_NAME#ab12c", "Mobile 5550142", "Edit"]
    scores = score(cell(tmp_path).episode("t", [Turn(CONTACT, sent, image=draw(COVERED, COVERS))]))
    assert values(scores, "leakage_payload", "leakage_text", "leakage_pixels") == (0.5, 0.5, 0)
    assert scores["types"]["PHONE_NUMBER"]["payload"]["value"] == 1
    assert scores["types"]["PERSON_NAME"]["payload"]["value"] == 0


def test_pixels_leak_where_the_text_does_not(tmp_path):
    picture = draw([CONTACT_RAW[0], CONTACT_RAW[1], COVERED[2], "Edit"], {2: COVERS[2]})
    scores = score(cell(tmp_path).episode("t", [Turn(CONTACT, CONTACT_SAFE, image=picture)]))
    assert values(scores, "leakage_payload", "leakage_text", "leakage_pixels") == (0.5, 0, 0.5)


def test_a_screenshot_counts_only_if_it_is_sent(tmp_path):
    turn = Turn(CONTACT, CONTACT_SAFE, image=draw(CONTACT_RAW))
    attached = Turn(CONTACT, CONTACT_SAFE, image=draw(CONTACT_RAW), attach=True)
    looks = score(cell(tmp_path, agent="openai").episode("t", [attached]))
    reads = score(cell(tmp_path / "2", agent="openai").episode("t", [turn]))
    script = score(cell(tmp_path / "3", agent="scripted").episode("t", [turn]))
    found = [values(s, "leakage_payload")[0] for s in (looks, reads, script)]
    assert found == [1, 0, 1]


def test_what_ocr_reads_on_a_cover_leaks(tmp_path):
    built = cell(tmp_path).episode("t", [Turn(CONTACT, CONTACT_SAFE, image=draw(COVERED, COVERS))])
    reader = FakeOcr("Maria Lop3z")
    scores = score(built, ocr=reader)
    assert values(scores, "leakage_payload", "leakage_ocr") == (0.5, 0.5)
    assert (reader.crops, reader.frames) == (6, 1)
    assert scores["coverage"]["crops"] == scores["coverage"]["crops_read"] == 2


def test_ocr_reads_no_more_than_its_samples_and_never_raw_copies(tmp_path):
    turns = [Turn(CONTACT, CONTACT_SAFE, image=draw(COVERED, COVERS))]
    reader = FakeOcr("")
    scores = score(cell(tmp_path).episode("t", turns), ocr=reader, crop_sample=1, frame_sample=0)
    assert (reader.crops, reader.frames) == (3, 0)
    assert (scores["coverage"]["crops"], scores["coverage"]["crops_read"]) == (2, 1)
    raw = cell(tmp_path, "none").episode("t", [Turn(CONTACT, CONTACT_RAW)])
    score(raw, ocr=(untouched := FakeOcr("")))
    assert (untouched.crops, untouched.frames) == (0, 0)


def test_output_leaks_match_score_and_bertscore(tmp_path):
    lines = [Line("Maria Lopez", NAME), Line("555-0142", PHONE), Line("Jon Weber-Adams", NAME)]
    safe = ["PERSON_NAME#a", "PHONE_NUMBER#b", "PERSON_NAME#c"]
    output = "I called Maria at 5550142; also Jon Weber-Adems."
    bert = FakeBert()
    scores = score(cell(tmp_path).episode("t", [Turn(lines, safe, output)]), bertscore=bert)
    # Attempted: a part of the first, the second exactly, the third with one wrong letter.
    assert values(scores, "leakage_output") == (pytest.approx(2 / 3),)
    assert values(scores, "leakage_output_partial", "match_score", "bertscore_f1") == (
        pytest.approx(1 / 3), pytest.approx(1 / 3), 0.5,
    )  # fmt: skip
    assert ("5550142", "555-0142") in bert.pairs


def test_nothing_attempted_is_unscored(tmp_path):
    scores = score(cell(tmp_path).episode("t", [Turn(CONTACT, CONTACT_SAFE)]), bertscore=FakeBert())
    assert values(scores, "match_score", "bertscore_f1") == (None, None)


def test_answers_are_scored_where_one_is_expected(tmp_path):
    built = cell(tmp_path).episode("a", [], user_message="555-0142", expected="555-0142")
    built.episode("b", [], user_message="", expected="x").episode("c", [])
    scores = score(built, bertscore=FakeBert())
    assert scores["metrics"]["answer_bertscore_f1"] == {
        "value": 0.5,
        "low": 0.5,
        "high": 0.5,
        "n": 1,
    }
    assert scores["unscored"]["answers_without_bertscore"] == 1


def test_the_instruction_is_exposed_too(tmp_path):
    gold = (GoldValue(PHONE, "555-0199"),)
    built = cell(tmp_path).episode("t", [Turn(CONTACT[:1], ["dial 555 0199"])], gold=gold)
    scores = score(built)
    assert scores["metrics"]["leakage_payload"] == {"value": 1, "low": 1, "high": 1, "n": 1}
    assert scores["metrics"]["leakage_payload_occurrence"]["n"] == 0


def test_optional_marks_bullets_and_tiers_stay_apart(tmp_path):
    lines = [
        Line("Ann Lee", NAME, optional=True),
        Line("••••••", E.PASSWORD, whole="hunter-example"),
        Line("see you at noon", E.MESSAGE_CONTENT),
    ]
    sent = [line.text for line in lines]
    scores = score(cell(tmp_path, "none").episode("t", [Turn(lines, sent)]))
    assert scores["metrics"]["leakage_payload"]["n"] == 0
    assert scores["metrics"]["leakage_payload_tier2"] == {"value": 1, "low": 1, "high": 1, "n": 1}


def test_items_count_by_value_and_by_occurrence(tmp_path):
    first = Turn(CONTACT, CONTACT_RAW)
    second = Turn(CONTACT, CONTACT_SAFE, image=draw(COVERED, COVERS))
    scores = score(cell(tmp_path).episode("t", [first, second]))
    assert scores["metrics"]["leakage_payload"]["n"] == 2
    assert values(scores, "leakage_payload", "leakage_payload_occurrence") == (1, 0.5)


def test_parts_in_two_views_are_the_whole_when_both_are_visible(tmp_path):
    lines = [Line("Maria", NAME, whole="Maria Lopez"), Line("Lopez", NAME, whole="Maria Lopez")]
    both = Turn(lines, ["a", "b"], image=draw(["Maria", "Lopez"]))
    one = Turn(lines, ["a", "b"], image=draw(["Maria", ""]))
    full = score(cell(tmp_path / "1").episode("t", [both]))
    part = score(cell(tmp_path / "2").episode("t", [one]))
    assert values(full, "leakage_pixels", "leakage_payload_partial") == (1, 0)
    assert values(part, "leakage_pixels", "leakage_payload_partial") == (0, 1)


def test_failed_episodes_are_counted_apart_and_still_leak(tmp_path):
    turn = Turn(CONTACT, CONTACT_RAW)
    built = cell(tmp_path).episode("a", [turn, turn], human_steps=1)
    built.episode("b", [turn], success=False, human_steps=1)
    built.episode("c", [turn], status="failed", success=None)
    scores = score(built)
    assert scores["metrics"]["success_rate"]["n"] == 2
    assert values(scores, "success_rate", "steps_mean", "rrr") == (0.5, 1.5, 0.5)
    assert scores["metrics"]["leakage_payload"]["n"] == 6


def test_what_the_device_could_not_do_is_counted(tmp_path):
    turns = [
        Turn(CONTACT, CONTACT_SAFE, flaws=("secure", "unsynchronised"), effect="verified"),
        Turn(CONTACT, CONTACT_SAFE, flaws=("secure",), effect="differs"),
        Turn(CONTACT, CONTACT_SAFE, flaws=("no tree",), effect="typed"),
    ]
    assert score(cell(tmp_path).episode("t", turns))["device_health"] == {
        "frames_secure": 2,
        "frames_unsynchronised": 1,
        "frames_without_tree": 1,
        "frames_without_image": 0,
        "typed_verified": 1,
        "typed_unverified": 1,
        "typed_differs": 1,
    }


def test_subgoals_and_reasonable_operations(tmp_path):
    turns = [Turn(CONTACT, CONTACT_SAFE, changed=c) for c in (True, False, None)]
    built = cell(tmp_path).episode("t", turns, subgoals={"opened": True, "saved": False})
    assert values(score(built), "subgoal_sr", "ror") == (0.5, 0.5)


def test_overmasking_counts_harmless_words_alone(tmp_path):
    sent = ["[PERSON_NAME]", "PERSON_NAME#ab12c", "PHONE_NUMBER#9xk2q", "Edit"]
    scores = score(cell(tmp_path).episode("t", [Turn(CONTACT, sent)]))
    # Of Contacts, Mobile and Edit, two are gone.
    assert values(scores, "overmask_rate") == (pytest.approx(2 / 3),)


def test_frame_time_is_the_time_of_the_pipeline(tmp_path):
    ms = {"capture": 5.0, "ner": 4.0, "ocr": 10.0, "agent": 99.0, "proxy": 1.0}
    scores = score(cell(tmp_path).episode("t", [Turn(CONTACT, CONTACT_SAFE, ms=ms)]))
    assert scores["ms"]["frame"] == [14.0]


def test_without_the_private_part_leakage_is_unscored(tmp_path):
    built = cell(tmp_path, private=False).episode("t", [Turn(CONTACT, CONTACT_SAFE)])
    scores = score(built)
    assert values(scores, "leakage_payload", "success_rate") == (None, 1)
    assert scores["unscored"]["episodes_without_gold"] == 1


def test_scores_hold_no_value_and_repeat(tmp_path):
    built = cell(tmp_path, "none").episode(
        "t", [Turn(CONTACT, CONTACT_RAW, "Maria Lopez 555-0142")]
    )
    first, second = (json.dumps(score(built, bertscore=FakeBert())) for _ in range(2))
    assert first == second
    assert "maria" not in first.lower()
    assert "0142" not in first


def test_another_layout_is_refused_without_quoting_it(tmp_path):
    built = cell(tmp_path).episode("Maria", [])
    path = built.public / "episodes.jsonl"
    path.write_text(path.read_text().replace('"schema": 2', '"schema": 99'))
    with pytest.raises(ConfigError, match="episodes.jsonl, line 1: not a record of layout 2") as e:
        built.load()
    assert "Maria" not in str(e.value)
    path.unlink()
    with pytest.raises(ConfigError, match="missing"):
        load_cell(tmp_path, built.name)


@settings(
    max_examples=8, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(st.lists(st.sampled_from(["Maria Lopez", "5550142", "lopez", "hello"]), max_size=3))
def test_adding_a_leak_never_lowers_leakage(tmp_path, words):
    def rates(output: str):
        shutil.rmtree(tmp_path, ignore_errors=True)
        built = cell(tmp_path).episode("t", [Turn(CONTACT, CONTACT_SAFE, output)])
        scores = score(built)
        return values(scores, "leakage_output", "leakage_output_occurrence")

    before = rates(" ".join(words))
    for leak in ("Maria Lopez", "555 0142"):
        assert all(a >= b for a, b in zip(rates(" ".join([*words, leak])), before, strict=True))
