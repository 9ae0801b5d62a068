"""The proof that nothing outside private/ holds a gold value."""

import json

import pytest
from synthetic_run import (
    CONTACT,
    CONTACT_RAW,
    CONTACT_SAFE,
    NAME,
    Line,
    Turn,
    cell,
    small_run,
)

from harness.core.entity import EntityType
from harness.score.leak_scan import main, scan


def test_a_clean_run_passes(tmp_path, capsys):
    assert main([str(small_run(tmp_path))]) == 0
    said = capsys.readouterr().out
    assert "2 gold values" in said
    assert "0 found, 0 not checked" in said


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("summary.csv", "device,note\nsim,maria lopez\n"),
        ("summary.md", "| sim | Maria Lopez |\n"),
        ("config.yaml", "goal: call 555 0142\n"),
        ("provenance.json", json.dumps({"a": [{"b": "555-0142"}]})),
        ("extra.jsonl", json.dumps({"text": "María", "note": "Maria\u2028Lopez"}) + "\n"),
        ("cells/sim-shield-scripted-apps-s0/frames/x.xml", '<h><n text="Maria Lopez"/></h>'),
        ("notes/maria lopez.txt", "nothing"),
    ],
)
def test_a_value_in_any_file_is_found_and_never_printed(tmp_path, capsys, name, content):
    path = small_run(tmp_path) / name
    path.parent.mkdir(exist_ok=True)
    path.write_text(content, "utf-8")
    assert main([str(tmp_path)]) == 1
    said = capsys.readouterr().out
    assert "1 found" in said
    if "notes" not in name:
        assert "aria" not in said
        assert "0142" not in said


def test_numbers_of_tables_and_machine_attributes_are_not_values(tmp_path):
    run = tmp_path
    lines = [Line("4821", type=CONTACT[2].type)]
    cell(run).episode("t", [Turn(lines, ["PHONE_NUMBER#x"])])
    (run / "summary.csv").write_text("a,b\n4821,0.4821\n")
    (run / "tree.xml").write_text('<h><n index="4821" resource-id="x:id/4821"/></h>')
    assert scan(run).leaks == []


def test_a_visible_screen_is_found(tmp_path):
    built = cell(tmp_path).episode("t", [Turn(CONTACT, CONTACT_SAFE)])
    assert scan(tmp_path).leaks == []
    frame = next((built.public / "frames").glob("*.png"))
    frame.write_bytes(next((built.hidden / "raw").glob("*.png")).read_bytes())
    assert sorted(leak.type for leak in scan(tmp_path).leaks) == ["PERSON_NAME", "PHONE_NUMBER"]


def test_a_screen_without_its_raw_twin_is_not_proven(tmp_path, capsys):
    built = cell(tmp_path).episode("t", [Turn(CONTACT, CONTACT_SAFE)])
    next((built.hidden / "raw").glob("*.png")).unlink()
    assert main([str(tmp_path)]) == 1
    assert "1 not checked" in capsys.readouterr().out


def test_an_ordinary_word_is_looked_for_at_its_own_places(tmp_path):
    lines = [Line("Will", NAME), Line("Will repeat daily")]
    safe = cell(tmp_path / "safe").episode(
        "t", [Turn(lines, ["PERSON_NAME#x", "Will repeat daily"])]
    )
    report = scan(safe.run)
    assert (report.ordinary, report.leaks) == (1, [])
    leaky = cell(tmp_path / "leaky").episode("t", [Turn(lines, ["Will", "Will repeat daily"])])
    assert {leak.type for leak in scan(leaky.run).leaks} == {"PERSON_NAME"}


def test_without_private_there_is_nothing_to_prove_with(tmp_path, capsys):
    (tmp_path / "cells").mkdir()
    assert main([str(tmp_path)]) == 2
    assert "private/" in capsys.readouterr().err


def test_the_raw_baseline_keeps_its_payload_private(tmp_path):
    cell(tmp_path, "none").episode("t", [Turn(CONTACT, CONTACT_RAW)])
    assert scan(tmp_path).leaks == []


def test_a_scrap_of_a_message_is_looked_for_at_its_own_places(tmp_path):
    scrap = Line("Now it is", EntityType.MESSAGE_CONTENT, "it is")
    lines = [scrap, Line("Is it new?")]
    built = cell(tmp_path).episode("t", [Turn(lines, ["Now MESSAGE_CONTENT#x", "Is it new?"])])
    (built.public / "notes.md").write_text("Yes, it is.")
    assert scan(tmp_path).leaks == []


def test_a_message_of_one_short_word_is_looked_for_at_its_own_places(tmp_path):
    scrap = Line("has", EntityType.MESSAGE_CONTENT)
    built = cell(tmp_path).episode("t", [Turn([scrap], ["MESSAGE_CONTENT#x"])])
    (built.public / "notes.md").write_text("It has come.")
    assert scan(tmp_path).leaks == []


def test_a_long_message_of_ordinary_words_is_still_a_value(tmp_path):
    text = "it is new as it is"
    lines = [Line(text, EntityType.MESSAGE_CONTENT, text), Line("As new is it?")]
    built = cell(tmp_path).episode("t", [Turn(lines, ["MESSAGE_CONTENT#x", "As new is it?"])])
    (built.public / "notes.md").write_text(f"They wrote: {text}.")
    assert [leak.type for leak in scan(tmp_path).leaks] == ["MESSAGE_CONTENT"]


def test_digits_of_content_hashes_are_no_values(tmp_path):
    code = Line("Code 7051", EntityType.PASSWORD, "7051")
    built = cell(tmp_path).episode("t", [Turn([code], ["Code PASSWORD#x"])])
    name = "ba662ab0890b7051.xml"
    (built.public / "frames" / name).write_text("<hierarchy/>")
    (built.public / "extra.jsonl").write_text(json.dumps({"tree": name}) + "\n")
    assert scan(tmp_path).leaks == []
