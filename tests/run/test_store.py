"""Records on disk: resumable, refusing foreign ones, public copies without gold."""

import json
import stat
from dataclasses import dataclass

import numpy as np
import pytest
from lxml import etree

from harness.core.action import Finish, Type
from harness.core.entity import EntityType
from harness.core.geometry import Box
from harness.core.protocols import Message, Observation, Resolution, Turn
from harness.core.raw import GoldMark, GoldValue, PictureKind, PictureMark, RawFrame
from harness.core.record import EpisodeRecord, PrivateEpisode, PrivateStep, StepRecord
from harness.core.safe import SafeFrame, elements
from harness.core.task import Goal, Verdict
from harness.errors import StorageError
from harness.run.journal import Journal
from harness.run.store import CellStore, Policy, read_lines

NAME = GoldValue(EntityType.PERSON_NAME, "Dana Reyes")
IDENTITY = {"device": "sim", "config": {"pipeline": {"align": {"tau": 0.85}}}, "code": "c0de"}


class PlainScrubber:
    def text(self, text, gold):
        n = sum(text.count(g.value) for g in gold)
        for g in gold:
            text = text.replace(g.value, "[cut]")
        return text, n

    def tree(self, tree, gold):
        text, n = self.text(etree.tostring(tree, encoding="unicode"), gold)
        return etree.fromstring(text), n

    def image(self, sent, raw, marks):
        return (np.zeros_like(sent), 1) if raw is not None and (sent == raw).all() else (sent, 0)


@dataclass
class Task:
    id: str
    template: str = "call"
    app: str = "Contacts"
    category: str = "send"
    world: str = "en-US"
    world_seed: int = 0
    max_steps: int = 5
    human_steps: int | None = 2


@dataclass
class Session:
    instruction: str = "Call PERSON_NAME#abc12"
    instruction_findings: tuple = ()


def journal(task_id, *, leak):
    """One episode of two steps; with ``leak`` what is sent holds the name, in text and pixels."""
    shown = NAME.value if leak else "PERSON_NAME#abc12"
    tree = etree.fromstring(
        f'<hierarchy><node text="{NAME.value}" bounds="[0,0][40,20]"/></hierarchy>'
    )
    sent = etree.fromstring(f'<hierarchy><node text="{shown}" bounds="[0,0][40,20]"/></hierarchy>')
    raw_image = np.full((20, 40, 3), 200, np.uint8)
    raw_image[5:15, 5:35] = 10
    image = raw_image.copy() if leak else np.full((20, 40, 3), 255, np.uint8)
    mark = GoldMark(NAME.type, NAME.value, 0, "text", 0, 10, Box(5, 5, 35, 15))
    book = Journal(Task(task_id), seed=0)
    book.open(Goal("Call Dana Reyes", (NAME,), "", lambda s, m: Verdict(True)), Session())
    for action, status in ((Type("hello"), "perform"), (Finish(f"Called {shown}"), "finished")):
        frame = SafeFrame(elements(sent, (40, 20)), sent, image, (40, 20))
        turn = Turn(action, f"say {shown}", (Message("user", f"[1] {shown}", image),))
        book.step(
            RawFrame(tree, raw_image),
            (mark,),
            (PictureMark(PictureKind.FACE, mark.box),),
            Observation(frame),
            turn,
            Resolution(status),
            None,
            {},
        )
    book.close(Verdict(True), "Called Dana Reyes")
    return book


def store(tmp_path, *, private=True, payload=True):
    return CellStore(tmp_path / "run", "cell", Policy(private, payload), PlainScrubber())


def public_bytes(tmp_path):
    files = [p for p in (tmp_path / "run").rglob("*") if p.is_file() and "private" not in p.parts]
    assert files
    return {p.name: p.read_bytes() for p in files}


def test_records_round_trip_and_resume(tmp_path):
    first = store(tmp_path)
    assert first.open(IDENTITY, resume=True, overwrite=False) == set()
    first.append(journal("call-0", leak=False))
    again = store(tmp_path)
    assert again.open(IDENTITY, resume=True, overwrite=False) == {"call-0"}
    [episode] = read_lines(again.folder / "episodes.jsonl")
    record = EpisodeRecord.from_json(episode)
    assert (record.steps, record.status, record.success) == (2, "finished", True)
    assert (
        record.to_json()
        == EpisodeRecord.from_json(json.loads(json.dumps(record.to_json()))).to_json()
    )
    steps = [StepRecord.from_json(s) for s in read_lines(again.folder / "steps.jsonl")]
    assert [s.step for s in steps] == [0, 1]
    assert steps[0].changed is False
    assert steps[1].changed is None
    private = [PrivateStep.from_json(s) for s in read_lines(again.hidden / "steps.jsonl")]
    assert private[0].gold[0].value == NAME.value
    assert private[0].pictures == (PictureMark(PictureKind.FACE, Box(5, 5, 35, 15)),)
    older = {key: value for key, value in private[0].to_json().items() if key != "pictures"}
    assert PrivateStep.from_json(json.loads(json.dumps(older))).pictures is None
    assert (again.hidden / "raw" / private[0].raw_image).exists()
    [hidden] = read_lines(again.hidden / "episodes.jsonl")
    assert PrivateEpisode.from_json(hidden).gold == (NAME,)


def test_what_leaked_is_scrubbed_in_public_and_exact_in_private(tmp_path):
    records = store(tmp_path)
    records.open(IDENTITY, resume=True, overwrite=False)
    records.append(journal("call-0", leak=True))
    for name, data in public_bytes(tmp_path).items():
        assert b"Dana" not in data, name
    step = StepRecord.from_json(read_lines(records.folder / "steps.jsonl")[0])
    exact = PrivateStep.from_json(read_lines(records.hidden / "steps.jsonl")[0])
    assert step.scrubbed > 0
    assert "Dana Reyes" in exact.payload[0].text
    assert (records.hidden / "frames" / exact.payload[0].image).exists()
    assert not (records.folder / "frames" / exact.payload[0].image).exists()


def test_the_raw_baseline_writes_no_payload_in_public(tmp_path):
    records = store(tmp_path, payload=False)
    records.open(IDENTITY, resume=True, overwrite=False)
    records.append(journal("call-0", leak=True))
    for name, data in public_bytes(tmp_path).items():
        assert b"Dana" not in data, name
        assert not name.endswith(".png")
    assert read_lines(records.folder / "steps.jsonl")[0]["payload"] == []


def test_nothing_private_is_written_for_real_data(tmp_path):
    records = store(tmp_path, private=False)
    records.open(IDENTITY, resume=True, overwrite=False)
    records.append(journal("call-0", leak=False))
    assert not (tmp_path / "run" / "private").exists()


def test_private_is_closed_to_others(tmp_path):
    store(tmp_path).open(IDENTITY, resume=True, overwrite=False)
    mode = (tmp_path / "run" / "private").stat().st_mode
    assert stat.S_IMODE(mode) == 0o700


def test_another_identity_is_refused_and_named(tmp_path):
    store(tmp_path).open(IDENTITY, resume=True, overwrite=False)
    other = {**IDENTITY, "config": {"pipeline": {"align": {"tau": 0.7}}}}
    with pytest.raises(StorageError, match=r"config\.pipeline\.align\.tau"):
        store(tmp_path).open(other, resume=True, overwrite=False)
    assert store(tmp_path).open(other, resume=True, overwrite=True) == set()


def test_resume_false_refuses_to_mix(tmp_path):
    records = store(tmp_path)
    records.open(IDENTITY, resume=True, overwrite=False)
    records.append(journal("call-0", leak=False))
    with pytest.raises(StorageError, match="overwrite=true"):
        store(tmp_path).open(IDENTITY, resume=False, overwrite=False)


@pytest.mark.parametrize("cut", [1, 10, 200])
def test_an_interrupted_append_is_dropped(tmp_path, cut):
    records = store(tmp_path)
    records.open(IDENTITY, resume=True, overwrite=False)
    records.append(journal("call-0", leak=False))
    records.append(journal("call-1", leak=False))
    path = records.folder / "episodes.jsonl"
    path.write_bytes(path.read_bytes()[:-cut])
    again = store(tmp_path)
    assert again.open(IDENTITY, resume=True, overwrite=False) == {"call-0"}
    assert {s["episode"] for s in read_lines(again.folder / "steps.jsonl")} == {"call-0"}
    again.append(journal("call-1", leak=False))
    assert [e["episode"] for e in read_lines(path)] == ["call-0", "call-1"]


def test_an_unwritable_folder_is_one_line(tmp_path):
    (tmp_path / "run").write_text("a file where the folder should be")
    with pytest.raises(StorageError, match="results_dir") as caught:
        store(tmp_path).open(IDENTITY, resume=True, overwrite=False)
    assert "\n" not in str(caught.value)
