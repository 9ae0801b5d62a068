"""``python -m harness.bench`` as a user calls it."""

import csv
import json

import pytest

from harness.bench.__main__ import main
from harness.bench.measure import main as measure


def test_variants_are_timed_on_the_same_frames_each_in_its_own_process(tmp_path, capfd):
    assert main(["none", "no_such", "--frames", "1", "--out", str(tmp_path)]) == 1
    out, err = capfd.readouterr()
    assert "error: no_such: " in err
    assert "| none | cold | 1 |" in out
    assert "| none | warm | 1 |" in out
    with (tmp_path / "walk.csv").open(newline="") as file:
        table = list(csv.DictReader(file))
    parts = [row["component"] for row in table if row["phase"] == "cold"]
    assert parts == ["frame", "cpu", "capture", "ocr", "detect", "transform", "proxy"]
    assert all(float(row["p50_ms"]) >= 0 for row in table)
    assert float(table[0]["peak_mb"]) > 50


def test_one_variant_tells_numbers_only(capsys):
    assert measure(["rules", "--frames", "1"]) == 0
    out = capsys.readouterr().out
    first, *frames, last = map(json.loads, out.splitlines())
    assert (first["frames"], [f["phase"] for f in frames]) == (2, ["cold", "warm"])
    assert set(frames[0]) == {"frame", "phase", "ms", "masked"}
    assert frames[0]["ms"]["frame"] >= frames[0]["ms"]["ocr"] > 0
    assert last["peak_mb"] > 0
    assert "#" not in out, "no placeholder, no value"


@pytest.mark.parametrize("wrong", [["--frames", "0"], ["--screens", "/nowhere"]])
def test_bad_input_is_one_line_and_status_2(wrong, capsys):
    assert main(["none", *wrong]) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert err.startswith("error: ")
