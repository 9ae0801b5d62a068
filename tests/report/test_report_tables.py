"""The result table."""

import csv
import io

import pytest
from synthetic_run import CONTACT, CONTACT_RAW, CONTACT_SAFE, Turn, cell, draw, place, small_run

from harness.core.raw import PictureKind, PictureMark
from harness.report.tables import COLUMNS, console, csv_text, markdown, write_tables
from harness.score.cell import Scorer, score_cell
from harness.score.records import cells, load_cell
from harness.score.summary import CellScores, breakdown, load_scores, rows, write_scores


def scored(run):
    for name in cells(run):
        write_scores(run, name, score_cell(load_cell(run, name), Scorer()))
    return rows(load_scores(run))


@pytest.fixture
def table(tmp_path):
    return scored(small_run(tmp_path))


def parsed(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text)))


def test_the_csv_has_the_promised_columns_first(table):
    header = csv_text(table).splitlines()[0].split(",")
    assert tuple(header[: len(COLUMNS)]) == COLUMNS
    assert len(set(header)) == len(header)
    further = [name for name in header[len(COLUMNS) :] if "_ms_" in name]
    assert header[-len(further) :] == further


def test_one_row_per_combination_with_numbers_by_hand(table):
    raw, shield = parsed(csv_text(table))
    assert (raw["pipeline"], shield["pipeline"]) == ("none", "shield")
    assert (raw["leakage_payload"], shield["leakage_payload"]) == ("1", "0")
    assert (raw["success_rate"], shield["success_rate"]) == ("1", "0.5")
    assert (shield["utility_loss"], shield["utility_loss_n"]) == ("0.5", "2")
    assert shield["leakage_payload_cut"] == "1"
    assert (shield["frame_ms_p50"], shield["steps_mean"]) == ("14.0", "2")


def test_unscored_is_empty_in_csv_and_a_dash_for_people(table):
    assert parsed(csv_text(table))[0]["match_score"] == ""
    assert "–" in markdown(table)
    assert "–" in console(table)


def test_seeds_become_one_row_over_all_episodes(tmp_path):
    for seed, sent in ((0, CONTACT_RAW), (1, CONTACT_SAFE)):
        cell(tmp_path, seed=seed).episode("t", [Turn(CONTACT, sent)], success=not seed)
        cell(tmp_path, "none", seed=seed).episode("t", [Turn(CONTACT, CONTACT_RAW)])
    raw, shield = scored(tmp_path)
    assert (shield["episodes"], shield["seeds"]) == (2, "0 1")
    assert shield["leakage_payload"] == pytest.approx(0.5)
    # Each seed's task is paired with that seed's baseline.
    assert (shield["utility_loss"], shield["utility_loss_n"]) == (0.5, 2)


@pytest.mark.parametrize("baseline", ["none[max_screens=9]", "none"])
def test_the_baseline_of_a_changed_pipeline(tmp_path, baseline):
    cell(tmp_path, baseline).episode("t", [Turn(CONTACT, CONTACT_RAW)])
    changed = cell(tmp_path, "shield[max_screens=9]")
    changed.episode("t", [Turn(CONTACT, CONTACT_SAFE)], success=False)
    losses = {row["pipeline"]: row["utility_loss"] for row in scored(tmp_path)}
    assert losses == {baseline: 0, "shield[max_screens=9]": 1}


def test_without_a_baseline_there_is_no_loss(tmp_path):
    cell(tmp_path).episode("t", [Turn(CONTACT, CONTACT_SAFE)])
    (row,) = scored(tmp_path)
    assert row["utility_loss"] is None


def test_pictures_have_a_column_where_some_were_shown(tmp_path):
    face = PictureMark(PictureKind.FACE, place(CONTACT[1], 1))
    for pipeline, image in (("none", None), ("shield", draw([""]))):
        turn = Turn(CONTACT, CONTACT_RAW, image=image, pictures=(face,))
        built = cell(tmp_path, pipeline).episode("a", [turn], category="find")
        built.episode("b", [Turn(CONTACT, CONTACT_RAW)], category="send")
    table = scored(tmp_path)
    assert [(row["pictures_exposed"], row["pictures_visible"]) for row in table] == [(1, 1), (1, 0)]
    assert "| pictures visible |" in markdown(table)
    write_tables(table, breakdown(load_scores(tmp_path)), (), tmp_path)
    parts = {(row["pipeline"], row["value"]): row
             for row in parsed((tmp_path / "breakdown.csv").read_text())}  # fmt: skip
    assert parts["none", "find"]["faces_visible"] == "1"
    assert parts["none", "find"]["codes_visible"] == ""
    assert parts["none", "send"]["pictures_exposed"] == ""


def test_pictures_have_no_column_where_none_were_shown(table):
    assert {row["pictures_exposed"] for row in table} == {None}
    assert "pictures visible |" not in markdown(table)


def test_failed_episodes_are_shown(tmp_path):
    cause = "DeviceLostError: 127.0.0.1:5555 is offline"
    cell(tmp_path).episode("t", [], status="failed", success=None, cause=cause)
    (row,) = scored(tmp_path)
    assert (row["episodes"], row["failed"], row["success_rate"]) == (1, 1, None)
    assert "1 (1 failed)" in markdown([row])
    for text in (markdown([row]), console([row])):
        assert "1 of 1 episodes failed" in text
        assert "1 DeviceLostError;" in text
        assert "offline" not in text


def test_the_legend_says_what_the_agent_is(table):
    assert "deterministic policy" in markdown(table)
    other = [{**table[0], "agent": "llama_cpp[temperature=0.2]"}]
    assert "weak" in markdown(other)
    assert "deterministic policy" not in markdown(other)


def test_intervals_and_n_stand_in_the_markdown(table):
    assert "50.0 % [0.0, 100.0] n=2" in markdown(table)


def test_rates_by_world_category_and_app(tmp_path):
    for pipeline, sent in (("none", CONTACT_RAW), ("shield", CONTACT_SAFE)):
        built = cell(tmp_path, pipeline).episode("a", [Turn(CONTACT, sent)], world="en-US")
        built.episode("b", [Turn(CONTACT, sent)], world="de-DE", success=pipeline == "none")
        write_scores(tmp_path, built.name, score_cell(load_cell(tmp_path, built.name), Scorer()))
    parts = breakdown(load_scores(tmp_path))
    assert [(p["by"], p["value"], p["pipeline"], p["utility_loss"]) for p in parts] == [
        ("world", "de-DE", "none", 0),
        ("world", "de-DE", "shield", 1),
        ("world", "en-US", "none", 0),
        ("world", "en-US", "shield", 0),
    ]
    write_tables(rows(load_scores(tmp_path)), parts, [], tmp_path)
    lines = parsed((tmp_path / "breakdown.csv").read_text())
    assert [(line["value"], line["leakage_payload"]) for line in lines] == [
        ("de-DE", "1"), ("de-DE", "0"), ("en-US", "1"), ("en-US", "0"),
    ]  # fmt: skip
    assert "| world | de-DE | shield | 1 | 0.0 %" in (tmp_path / "breakdown.md").read_text()
    write_tables(rows(load_scores(tmp_path)), [], [], tmp_path)
    assert not list(tmp_path.glob("breakdown.*"))


def test_the_same_scores_give_the_same_bytes(tmp_path, table):
    write_tables(table, [], [], tmp_path)
    first = (tmp_path / "summary.csv").read_bytes(), (tmp_path / "summary.md").read_bytes()
    write_tables(scored(tmp_path), [], [], tmp_path)
    assert first == (
        (tmp_path / "summary.csv").read_bytes(),
        (tmp_path / "summary.md").read_bytes(),
    )


def test_scores_survive_a_round_trip(tmp_path):
    small_run(tmp_path)
    data = score_cell(load_cell(tmp_path, cells(tmp_path)[0]), Scorer())
    write_scores(tmp_path, cells(tmp_path)[0], data)
    assert rows([CellScores.from_json(data)]) == rows(load_scores(tmp_path))
