"""From single measurements to tables, by hand."""

import csv
import io

from harness.bench.tables import Timings, markdown, rows, write


def timings(variant, cold, warm=(), masked=False):
    made = Timings(variant)
    assert not made.take({"load_s": 2.0, "digest": "d", "frames": len(cold), "weights": {"w": "1"}})
    for phase, values in (("cold", cold), ("warm", warm)):
        for i, ms in enumerate(values):
            part = {"capture": 5.0, "ocr": ms / 2, "frame": ms, "cpu": 2 * ms, "proxy": 0.1}
            line = {"frame": f"stop {i}", "phase": phase, "ms": part, "masked": masked}
            assert made.take(line)
    assert not made.take({"peak_mb": 300.0})
    return made


PAPER = timings("paper", [9000.0, 10000.0, 12000.0], [8000.0])
SHIELD = timings("shield", [900.0, 1000.0, 1100.0], [100.0])


def frame_rows(table):
    return {(r["variant"], r["phase"]): r for r in table if r["component"] == "frame"}


def test_ratios_are_of_medians_on_the_same_phase():
    table = rows([PAPER, SHIELD])
    whole = frame_rows(table)
    cold, warm = whole["shield", "cold"], whole["shield", "warm"]
    assert (cold["n"], cold["p50_ms"], cold["paper_ratio"]) == (3, 1000, 10)
    assert (warm["p50_ms"], warm["paper_ratio"], warm["frames_per_s"]) == (100, 80, 10)
    assert whole["paper", "cold"]["paper_ratio"] == 1
    assert "presidio_ratio" not in cold
    (used,) = [r for r in table if (r["variant"], r["phase"], r["component"]) == (
        "shield", "cold", "cpu",
    )]  # fmt: skip
    assert (used["p50_ms"], used["paper_ratio"]) == (2000, 10)


def test_a_phase_that_was_not_measured_has_no_row_and_masked_frames_are_counted():
    table = rows([timings("rules", [10.0, 20.0], masked=True)])
    assert {row["phase"] for row in table} == {"cold"}
    assert frame_rows(table)["rules", "cold"]["masked"] == 2


def test_what_is_written_holds_every_measurement(tmp_path):
    write([PAPER, SHIELD], tmp_path, "walk", "three stops")
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "walk.csv", "walk.md", "walk.png", "walk_frames.csv",
    ]  # fmt: skip
    single = list(csv.DictReader(io.StringIO((tmp_path / "walk_frames.csv").read_text())))
    assert len(single) == 8 * 5
    assert single[0] == {
        "variant": "paper", "phase": "cold", "frame": "stop 0", "component": "frame",
        "ms": "9000.000",
    }  # fmt: skip
    table = list(csv.DictReader(io.StringIO((tmp_path / "walk.csv").read_text())))
    assert table[0]["peak_mb"] == "300.000"
    text = (tmp_path / "walk.md").read_text()
    assert text.startswith("three stops\n")
    assert (
        "| shield | warm | 1 | 100 | 100 | 10.0 | 200 | 80.0 (80.0) | – (–) | 300 | 2.0 | 0 |"
        in text
    )
    assert markdown(rows([PAPER, SHIELD]), "three stops") == text
