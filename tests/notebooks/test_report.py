"""The report notebook runs on a run, and is committed without outputs."""

from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError
from synthetic_run import small_run

from harness.report.tables import write_tables
from harness.score.cell import Scorer, score_cell
from harness.score.records import cells, load_cell
from harness.score.summary import load_scores, rows, write_scores

NOTEBOOK = Path(__file__).parents[2] / "notebooks" / "report.ipynb"

pytestmark = pytest.mark.filterwarnings("ignore::ResourceWarning", "ignore:.*zmq.*")


def executed(run: Path, monkeypatch) -> nbformat.NotebookNode:
    monkeypatch.setenv("HARNESS_RUN_DIR", str(run))
    monkeypatch.setenv("PYTHONPATH", str(NOTEBOOK.parents[1]))
    notebook = nbformat.read(NOTEBOOK, as_version=4)
    client = NotebookClient(notebook, timeout=120, resources={"metadata": {"path": str(run)}})
    return client.execute()


def outputs(notebook: nbformat.NotebookNode) -> list[nbformat.NotebookNode]:
    return [out for cell in notebook.cells for out in cell.get("outputs", [])]


def test_it_shows_the_table_the_plots_and_the_screens(tmp_path, monkeypatch):
    run = small_run(tmp_path)
    for name in cells(run):
        write_scores(run, name, score_cell(load_cell(run, name), Scorer()))
    write_tables(rows(load_scores(run)), [], [], run)
    shown = outputs(executed(run, monkeypatch))
    assert not [out for out in shown if out.output_type == "error"]
    assert sum("image/png" in out.get("data", {}) for out in shown) == 4
    markdown = "".join(
        out.data["text/markdown"] for out in shown if "text/markdown" in out.get("data", {})
    )
    assert "deterministic policy" in markdown


def test_without_a_run_it_says_what_to_do(tmp_path, monkeypatch):
    with pytest.raises(CellExecutionError, match="make eval"):
        executed(tmp_path, monkeypatch)


def test_it_is_committed_without_outputs():
    notebook = nbformat.read(NOTEBOOK, as_version=4)
    code = [cell for cell in notebook.cells if cell.cell_type == "code"]
    assert code
    assert all(not cell.outputs and cell.execution_count is None for cell in code)
