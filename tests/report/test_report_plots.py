"""Plots of a run."""

import pytest
from PIL import Image
from synthetic_run import small_run

from harness.report.plots import latency, leakage_by_type, privacy_utility, write_plots
from harness.score.cell import Scorer, score_cell
from harness.score.records import cells, load_cell
from harness.score.summary import CellScores, rows, types_by_pipeline


@pytest.fixture
def scores(tmp_path):
    run = small_run(tmp_path)
    return [CellScores.from_json(score_cell(load_cell(run, name), Scorer())) for name in cells(run)]


def texts(axes) -> str:
    drawn = [*axes.texts, *(axes.get_legend().get_texts() if axes.get_legend() else [])]
    return "\n".join(t.get_text() for t in drawn)


def test_each_pipeline_is_a_labelled_point(scores):
    (axes,) = privacy_utility(rows(scores)).axes
    assert "none (n=2 episodes, 4 values)" in texts(axes)
    assert "shield (n=2 episodes, 4 values)" in texts(axes)
    points = {(c.lines[0].get_xdata()[0], c.lines[0].get_ydata()[0]) for c in axes.containers}
    assert points == {(1.0, 1.0), (0.0, 0.5)}


def test_the_latency_bars_are_the_parts_of_the_pipeline(scores):
    (axes,) = latency(rows(scores)).axes
    assert texts(axes).split("\n") == ["ner", "ocr"]
    assert [t.get_text() for t in axes.get_yticklabels()][0] == "none (n=4 frames)"
    assert [bar.get_width() for bar in axes.patches] == [4, 4, 10, 10]


def test_the_heatmap_says_how_many_values(scores):
    (axes,) = leakage_by_type(types_by_pipeline(scores)).axes
    assert sorted(texts(axes).split("\n")) == ["0% (n=2)"] * 2 + ["100% (n=2)"] * 2


def test_empty_tables_can_be_drawn():
    for figure in (privacy_utility([]), latency([]), leakage_by_type({})):
        figure.canvas.draw()


def test_plots_are_written_and_repeat(tmp_path, scores):
    (first,) = write_plots({"one": privacy_utility(rows(scores))}, tmp_path)
    before = first.read_bytes()
    write_plots({"one": privacy_utility(rows(scores))}, tmp_path)
    assert first.read_bytes() == before
    with Image.open(first) as image:
        assert image.size[0] > 300
