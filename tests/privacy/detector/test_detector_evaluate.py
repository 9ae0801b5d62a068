"""The development evaluator on one small annotated screen."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from detector_pages import Page
from lxml import etree

from harness.privacy.detector.evaluate import main


def write(folder: Path) -> None:
    page = Page()
    page.text((0, 0, 900, 80), "Mail dana@example.com today")
    page.text((0, 100, 900, 180), "A hat for quorra")
    gold = {
        "spans": [
            {"node": 1, "attr": "text", "start": 5, "end": 21, "type": "EMAIL", "tier": 1},
            {"node": 2, "attr": "text", "start": 10, "end": 16, "type": "PERSON_NAME", "tier": 1},
        ],
        "optional": [],
    }
    (folder / "01.xml").write_bytes(etree.tostring(page.root))
    (folder / "01.gold.json").write_text(json.dumps(gold))


def test_counts_but_no_values(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(tmp_path)
    assert main([str(tmp_path)]) == 0
    out = capsys.readouterr().out
    line = next(line for line in out.splitlines() if line.startswith("all"))
    assert line.split()[1:4] == ["1", "of", "2"]
    assert "0.00%" in line
    assert "dana" not in out
    assert "Quorra" not in out


def test_a_folder_without_screens_is_a_clear_error(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([str(tmp_path)]) == 2
    assert "gold.json" in capsys.readouterr().err
