"""Every leaked value by the place where it got through."""

import csv

from synthetic_run import CONTACT, CONTACT_RAW, CONTACT_SAFE, Turn, cell, draw, place

from harness.core.raw import PictureKind, PictureMark
from harness.score.leak_list import main


def test_a_leak_is_listed_with_its_place_and_its_value_stays_private(tmp_path, capsys):
    cell(tmp_path).episode("t", [Turn(CONTACT, CONTACT_RAW)])
    assert main([str(tmp_path)]) == 0
    said = capsys.readouterr().out
    with (tmp_path / "private" / "leaks.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert {row["value"] for row in rows} >= {"Maria Lopez"}
    assert {(row["attr"], row["step"]) for row in rows} == {("text", "0")}
    public = (tmp_path / "leaks.csv").read_text("utf-8")
    assert public.count("\n") == 1 + len({(r["type"], r["view"], r["way"]) for r in rows})
    for text in (said, public):
        assert "aria" not in text


def test_a_picture_that_can_still_be_seen_is_listed_by_its_view(tmp_path, capsys):
    faces = tuple(PictureMark(PictureKind.FACE, place(CONTACT[i], i)) for i in (1, 2))
    hidden = draw([CONTACT_RAW[0], "", CONTACT_RAW[2], ""])
    turn = Turn(CONTACT, CONTACT_SAFE, image=hidden, pictures=faces)
    cell(tmp_path).episode("t", [turn])
    assert main([str(tmp_path)]) == 0
    assert "2 values and pictures in" in capsys.readouterr().out
    with (tmp_path / "private" / "leaks.csv").open(encoding="utf-8", newline="") as file:
        [row] = [row for row in csv.DictReader(file) if row["type"] == "face"]
    assert (row["attr"], row["way"], row["step"]) == ("image", "pixels", "0")
    assert row["value"] == str(faces[1].box)
    public = (tmp_path / "leaks.csv").read_text("utf-8")
    assert "face,1," in public
    assert row["value"] not in public


def test_a_run_without_leaks_has_an_empty_list(tmp_path, capsys):
    hidden = ["PERSON_NAME#x" for _ in CONTACT_RAW]
    cell(tmp_path).episode("t", [Turn(CONTACT, hidden)])
    assert main([str(tmp_path)]) == 0
    assert capsys.readouterr().out.startswith("0 values")


def test_a_folder_that_is_no_run_is_told_in_one_line(tmp_path, capsys):
    assert main([str(tmp_path / "nothing")]) == 2
    assert capsys.readouterr().err.startswith("error: ")
