"""The commands, as a user calls them: outcomes, exit status, one-line errors, resuming."""

import csv
import json
import os
import stat
import sys
import time
from signal import SIGINT, SIGTERM

import adbutils
import numpy as np
import pytest
from hydra.core.global_hydra import GlobalHydra
from llm_endpoint import Reply, serve
from PIL import Image

from harness import __main__, screen
from harness.core.paths import ROOT
from harness.device.adb.server import AdbServer
from harness.device.simulated.adbd.daemon import Adbd
from harness.device.simulated.phone import SimulatedPhone
from harness.score import __main__ as rescore
from harness.score import leak_scan
from harness.suite.template import load

FAST = ("score=none", "pipeline=rules", "pipeline/ocr=none")
XML = """<hierarchy rotation="0"><node index="0" text="" class="android.widget.FrameLayout"
 package="com.example.app" content-desc="" bounds="[0,0][400,300]">
<node index="0" text="Settings" class="android.widget.TextView" content-desc=""
 bounds="[0,0][400,80]"/>
<node index="1" text="dana.reyes@example.com" class="android.widget.TextView"
 content-desc="Mail to dana.reyes@example.com" bounds="[0,100][400,180]"/></node></hierarchy>"""


@pytest.fixture
def harness(monkeypatch, tmp_path, capsys):
    """Run ``python -m harness`` in this process; gives exit status, stdout and stderr."""

    def run(*overrides, results=tmp_path / "results"):
        GlobalHydra.instance().clear()
        argv = ["harness", *overrides, f"results_dir={results}"]
        monkeypatch.setattr(sys, "argv", argv)
        try:
            status = __main__.main()
        except SystemExit as exit:
            status = exit.code
        out, err = capsys.readouterr()
        return status, out, err

    run.results = tmp_path / "results"
    return run


def rows(run):
    with (run / "summary.csv").open(newline="") as file:
        return list(csv.DictReader(file))


def tree(folder):
    return {p.relative_to(folder).as_posix(): p for p in folder.rglob("*") if p.is_file()}


def test_a_sweep_gives_one_table_and_repeats_to_the_last_digit(harness):
    asked = (*FAST[:1], "pipeline=none,rules", "pipeline/ocr=none", "limit=3")
    status, out, _ = harness(*asked, "name=one")
    assert status == 0
    run = harness.results / "one"
    table = rows(run)
    assert [r["pipeline"] for r in table] == ["none[ocr=none]", "rules[ocr=none]"]
    assert [r["episodes"] for r in table] == ["3", "3"]
    assert table[0]["leakage_payload"] == "1"
    assert float(table[1]["leakage_payload"]) < 0.2
    assert list(table[0])[:15] == (
        "device,pipeline,agent,suite,episodes,failed,success_rate,leakage_payload,leakage_output,"
        "match_score,bertscore_f1,overmask_rate,steps_mean,frame_ms_p50,frame_ms_p95"
    ).split(",")
    assert "rules[ocr=none]" in out
    names = tree(run)
    assert {"summary.md", "config.yaml", "provenance.json"} <= set(names)
    assert not any(part in name for name in names for part in (".hydra", "multirun", "hydra.yaml"))
    assert stat.S_IMODE((run / "private").stat().st_mode) == 0o700
    assert (harness.results / "latest").resolve() == run.resolve()
    provenance = json.loads((run / "provenance.json").read_text())
    assert provenance["seed"] == 0
    assert "/" not in json.dumps(provenance["host"])

    assert leak_scan.main([str(run)]) == 0

    assert harness(*asked, "name=two")[0] == 0
    for one, two in zip(table, rows(harness.results / "two"), strict=True):
        clocks = {name for name in one if "_ms_" in name}
        assert {k: v for k, v in one.items() if k not in clocks} == {
            k: v for k, v in two.items() if k not in clocks
        }

    before = (run / "summary.csv").read_text()
    assert rescore.main([str(run)]) == 0
    assert (run / "summary.csv").read_text() == before


def test_annotated_screens_bring_their_device_and_need_no_agent(harness, tmp_path):
    folder = tmp_path / "set"
    folder.mkdir()
    mail = {"node": 2, "attr": "text", "start": 0, "end": 22, "type": "EMAIL", "tier": 1}
    again = {**mail, "attr": "content-desc", "start": 8, "end": 30}
    for number in range(30):
        (folder / f"{number}.xml").write_text(XML)
        (folder / f"{number}.gold.json").write_text(json.dumps({"spans": [mail, again]}))
    asked = ("suite=screens", f"suite.root={folder}", "score=none", "name=one")
    status, out, _ = harness(*asked, "pipeline=none,rules")
    assert status == 0
    run = harness.results / "one"
    raw, rules = rows(run)
    assert [raw[k] for k in ("device", "agent", "episodes", "failed")] == [
        "static", "none", "30", "0",
    ]  # fmt: skip
    assert (raw["success_rate"], raw["utility_loss"], raw["steps_mean"]) == ("", "", "1")
    assert (raw["leakage_payload"], raw["span_recall"], raw["span_recall_n"]) == ("1", "0", "60")
    assert (rules["leakage_payload"], rules["span_recall"], rules["span_precision"]) == (
        "0", "1", "1",
    )  # fmt: skip
    summary = (run / "summary.md").read_text()
    assert "60 of 60" in summary
    assert "0 of 60" in summary
    types = (run / "types.csv").read_text().splitlines()
    assert [line.split(",")[4:] for line in types[1:]] == [
        ["EMAIL", "1", "60", "0", "0", "", "0", "30", "1", ""],
        ["EMAIL", "1", "60", "1", "60", "1", "1", "30", "0", ""],
    ]
    side_by_side = (run / "types.md").read_text()
    assert "| type | tier | places | none | rules |" in side_by_side
    assert "| EMAIL | 1 | 60 | 0.000 (0 / –) | 1.000 (100 / 100) |" in side_by_side
    assert leak_scan.main([str(run)]) == 0
    (folder / "7.gold.json").write_text(json.dumps({"spans": [{**mail, "end": 99}]}))
    status, _, err = harness(*asked, "pipeline=rules", "overwrite=true")
    assert status == 2
    assert "7.gold.json: spans[0].end" in err


def test_a_sample_is_the_same_for_every_variant_and_no_limit_cuts_it(harness):
    asked = ("score=none", "pipeline/ocr=none", "pipeline=none,rules", "limit=1", "name=one")
    assert harness(*asked, "suite.sample=3")[0] == 0
    run = harness.results / "one"
    tasks = [
        [json.loads(line)["task"] for line in path.read_text().splitlines()]
        for path in sorted(run.glob("cells/*/episodes.jsonl"))
    ]
    assert len(tasks) == 2
    assert tasks[0] == tasks[1]
    assert [row["episodes"] for row in rows(run)] == ["3", "3"]
    assert rows(run)[0]["suite"] == "apps[sample=3]"
    status, _, err = harness("score=none", "suite.sample=0")
    assert (status, err) == (2, "error: suite.sample must be a whole number of at least 1\n")


def test_the_scan_finds_a_planted_value(harness, capsys):
    harness(*FAST, "limit=1", "name=one")
    run = harness.results / "one"
    private = next((run / "private").rglob("steps.jsonl"))
    gold = json.loads(private.read_text().splitlines()[1])["gold"]
    value = next(g["value"] for g in gold if g["type"] == "PERSON_NAME")
    (run / "notes.md").write_text(f"the first contact is {value}\n")
    assert leak_scan.main([str(run)]) == 1
    told = capsys.readouterr()
    assert value not in told.out + told.err


@pytest.mark.parametrize("signal", [SIGINT, SIGTERM])
def test_an_interrupted_run_goes_on(harness, monkeypatch, signal):
    from harness.run import executor

    real = executor.run_episode
    done = []

    def stops_at_the_third(*args, **kwargs):
        if len(done) == 2:
            os.kill(os.getpid(), signal)
            time.sleep(5)
        done.append(args[0].id)
        return real(*args, **kwargs)

    monkeypatch.setattr(executor, "run_episode", stops_at_the_third)
    status, _, err = harness(*FAST, "limit=4", "name=one")
    assert status == 130
    assert "goes on" in err.splitlines()[-1]
    monkeypatch.setattr(executor, "run_episode", real)
    assert harness(*FAST, "limit=4", "name=one")[0] == 0
    episodes = next((harness.results / "one").rglob("episodes.jsonl"))
    ids = [json.loads(line)["episode"] for line in episodes.read_text().splitlines()]
    assert ids[:2] == done
    assert len(set(ids)) == len(ids) == 4


def test_another_run_under_the_same_name_is_refused(harness):
    assert harness(*FAST, "limit=1", "name=one")[0] == 0
    status, _, err = harness(*FAST, "limit=1", "name=one", "pipeline.align.tau=0.7")
    assert status == 2
    assert "pipeline.align.tau" in err
    assert "overwrite=true" in err
    assert harness(*FAST, "limit=1", "name=one", "seed=1", "overwrite=true")[0] == 0


def test_the_name_tells_the_configuration(harness):
    harness(*FAST, "limit=1")
    harness(*FAST, "limit=1", "seed=1")
    names = {p.name for p in harness.results.iterdir()} - {"latest"}
    assert len(names) == 2
    assert all(name.startswith("default-") and len(name) == 16 for name in names)


@pytest.mark.parametrize(
    ("overrides", "says"),
    [
        (["pipeline=nothing"], "mask"),
        (["pipeline.align.tua=0.7"], "pipeline.align.tua"),
        (["task.goal=write to a@example.com"], "--help"),
        (["limit=1", "pipeline.align.tau=3"], "tau"),
        (["limit=1", "name=a/b"], "name="),
        (["limit=0"], "limit"),
        (["limit=1.5"], "limit"),
        (["limit=1", "seed=x"], "seed"),
        (["limit=1", "pipeline.align.tau=abc"], "UiTransformer"),
        (["limit=1", "device.theme=pink"], "theme"),
        (["limit=1", "suite.templates=[nope]"], "nope"),
        (["limit=1", "suite.path=tasks/nope.yaml"], "nope.yaml"),
        (
            ["limit=1", "pipeline/detector/ner=gliner", "pipeline.detector.ner.checkpoint=/no/x"],
            "/no/x",
        ),
        (["limit=1", "agent=llama_cpp", "agent.model_path=/no/x.gguf"], "/no/x.gguf"),
        (["limit=1", "agent=openai", "agent.api_key_env=NO_SUCH_KEY"], "NO_SUCH_KEY"),
        (["limit=1", "pipeline.placeholder.key_file=/no/key"], "key_file"),
    ],
    ids=lambda value: value[-1] if isinstance(value, list) else None,
)
def test_bad_input_is_one_line_and_a_failure(harness, overrides, says):
    fast = FAST if not overrides[0].startswith("pipeline=") else FAST[:1]
    status, _, err = harness(*fast, *overrides)
    assert status == 2
    [line] = [text for text in err.splitlines() if text.startswith("error: ")]
    assert says in line
    assert "Traceback" not in err


def test_every_failed_cell_is_told_and_written_down(harness):
    status, _, err = harness(*FAST, "limit=1", "name=one", "pipeline.align.tau=2,3,0.85")
    assert status == 1
    assert len([line for line in err.splitlines() if line.startswith("error: ")]) == 2
    folders = sorted((harness.results / "one" / "cells").iterdir())
    ended = [json.loads((f / "status.json").read_text())["status"] for f in folders]
    assert sorted(ended) == ["done", "refused", "refused"]
    assert len(rows(harness.results / "one")) == 1


def test_finished_scores_are_not_computed_again(harness):
    again = [*FAST, "limit=1", "name=one"]
    assert "scoring" in harness(*again)[2]
    status, table, err = harness(*again)
    assert (status, "scoring" in err) == (0, False)
    assert "rules" in table
    status, _, err = harness(*FAST, "limit=2", "name=one")
    assert "scoring" in err
    assert [r["episodes"] for r in rows(harness.results / "one")] == ["2"]


def test_a_tour_of_an_attached_phone(harness):
    with Adbd(SimulatedPhone()) as phone, AdbServer.private() as server:
        adbutils.AdbClient("127.0.0.1", server.port).connect(phone.serial)
        status, out, _ = harness(
            *FAST, "name=one", "device=adb", f"device.serial='{phone.serial}'",
            f"device.port={server.port}", "device.settle_s=0", "suite=tour", "suite.instances=1",
        )  # fmt: skip
    assert status == 0
    [row] = rows(harness.results / "one")
    assert (row["episodes"], row["failed"], row["success_rate"]) == ("2", "0", "1")
    assert row["leakage_payload"] == ""
    assert not (harness.results / "one" / "private").exists()


def test_a_long_list_of_templates_fits_a_folder_name(harness):
    names = [t.id for t in load(ROOT / "tasks" / "apps")[:40]]
    status, _, _ = harness(
        *FAST[:1], "limit=1", "name=one", "pipeline=none", f"suite.templates=[{','.join(names)}]"
    )
    assert status == 0
    assert [r["episodes"] for r in rows(harness.results / "one")] == ["1"]


def test_a_cell_asked_for_twice_counts_once(harness):
    assert harness(*FAST[:1], "pipeline=none,none", "limit=1", "name=one")[0] == 0
    assert [r["episodes"] for r in rows(harness.results / "one")] == ["1"]


@pytest.mark.parametrize("content", [b"", b"short"])
def test_a_key_that_can_be_guessed_is_refused(tmp_path, capsys, content):
    (tmp_path / "dump.xml").write_text(XML)
    (tmp_path / "key").write_bytes(content)
    status = screen.main(
        [str(tmp_path / "dump.xml"), "--out", str(tmp_path / "out"), "--key-file",
         str(tmp_path / "key"), "pipeline=rules"]
    )  # fmt: skip
    assert status == 2
    assert "urandom" in capsys.readouterr().err
    assert not (tmp_path / "out").exists()


def test_a_screenshot_that_nothing_reads_is_masked(tmp_path, capsys):
    Image.new("RGB", (90, 60), (200, 30, 30)).save(tmp_path / "shot.png")
    status = screen.main(
        ["--image", str(tmp_path / "shot.png"), "--out", str(tmp_path / "out"),
         "pipeline=rules", "pipeline/ocr=none"]
    )  # fmt: skip
    assert status == 1
    assert "masked" in capsys.readouterr().err
    assert not np.asarray(Image.open(tmp_path / "out" / "virtual.png")).any()


def test_special_characters_pass_when_quoted(harness, tmp_path):
    key = tmp_path / "key of a@b, 50% #1=x"
    key.write_bytes(b"a secret of enough bytes")
    status, _, _ = harness(*FAST, "limit=1", f"pipeline.placeholder.key_file='{key}'")
    assert status == 0


def test_an_endpoint_that_is_down_keeps_what_is_done(harness):
    status, _, err = harness(
        *FAST, "limit=1", "agent=openai", "agent.api_key_env=null", "agent.max_retries=0",
        "agent.base_url=http://127.0.0.1:9/v1",
    )  # fmt: skip
    assert status == 1
    assert "agent.base_url" in err


def test_an_endpoint_plays_an_episode_and_sees_no_gold(harness):
    with serve() as endpoint:
        endpoint.replies[:] = [Reply('{"action": "finish", "message": "Done."}')]
        status, _, _ = harness(
            *FAST, "limit=1", "name=one", "agent=openai", "agent.api_key_env=null",
            f"agent.base_url={endpoint.url}",
        )  # fmt: skip
        assert status == 0
        bodies = [body.decode() for body in endpoint.bodies]
    private = next((harness.results / "one" / "private").rglob("steps.jsonl"))
    gold = [g for line in private.read_text().splitlines() for g in json.loads(line)["gold"]]
    assert bodies
    assert not any(g["value"] in body for g in gold for body in bodies if len(g["value"]) > 4)


def test_an_unwritable_results_folder(harness, tmp_path):
    (tmp_path / "file").write_text("")
    status, _, err = harness(*FAST, "limit=1", results=tmp_path / "file")
    assert status == 2
    assert "results_dir" in err


def test_one_screen(tmp_path, capsys):
    (tmp_path / "dump.xml").write_text(XML)
    (tmp_path / "key").write_bytes(b"a key of enough bytes")
    arguments = [
        str(tmp_path / "dump.xml"), "--out", str(tmp_path / "out"), "--key-file",
        str(tmp_path / "key"), "--instruction", "Write to dana.reyes@example.com, #1",
        "pipeline=rules", "pipeline/ocr=none",
    ]  # fmt: skip
    assert screen.main(arguments) == 0
    told = capsys.readouterr()
    assert "dana" not in told.out + told.err
    spans = json.loads((tmp_path / "out" / "spans.json").read_text())
    assert [(s["node"], s["attr"], s["start"], s["end"], s["type"]) for s in spans] == [
        (2, "text", 0, 22, "EMAIL"),
        (2, "content-desc", 8, 30, "EMAIL"),
    ]
    [token] = {s["placeholder"] for s in spans}
    virtual = (tmp_path / "out" / "virtual.xml").read_text()
    assert virtual.count(token) == 2
    assert "dana" not in virtual
    assert (tmp_path / "out" / "instruction.txt").read_text() == f"Write to {token}, #1\n"
    assert screen.main(arguments) == 0
    assert json.loads((tmp_path / "out" / "spans.json").read_text()) == spans


@pytest.mark.parametrize(
    ("text", "says"),
    [("no xml at all", "dump"), ("<hierarchy><node></hierarchy>", "dump"), (None, "dump.xml")],
)
def test_a_broken_screen_is_one_line(tmp_path, capsys, text, says):
    if text is not None:
        (tmp_path / "dump.xml").write_text(text)
    status = screen.main([str(tmp_path / "dump.xml"), "--out", str(tmp_path / "out")])
    err = capsys.readouterr().err
    assert status == 2
    assert says in err
    assert err.startswith("error: ")
    assert err.count("\n") == 1
