"""Builds small runs on disk through the record classes, with invented people."""

import hashlib
import io
import json
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from lxml import etree
from PIL import Image, ImageDraw, ImageFont

from harness.core.entity import EntityType
from harness.core.geometry import Box
from harness.core.protocols import Finding
from harness.core.raw import GoldMark, GoldValue, PictureMark
from harness.core.record import (
    EpisodeRecord,
    MessageRecord,
    PrivateEpisode,
    PrivateStep,
    StepRecord,
)
from harness.score.records import CellRecords, load_cell

WIDTH, HEIGHT, ROW = 540, 480, 60


@dataclass(frozen=True)
class Line:
    """A text view; ``value`` (a part of ``text``) is gold of ``type``."""

    text: str
    type: EntityType | None = None
    value: str = ""
    whole: str = ""
    optional: bool = False

    @property
    def shown(self) -> str:
        return self.value or (self.text if self.type else "")


def font(size: int = 28) -> ImageFont.FreeTypeFont:
    import fontpkg_roboto

    return ImageFont.truetype(str(next(Path(fontpkg_roboto.__file__).parent.rglob("*.ttf"))), size)


def draw(texts: list[str], covers: dict[int, Box] | None = None) -> np.ndarray:
    """A screenshot; ``covers`` are opaque boxes with the text of their line in them."""
    image = Image.new("RGB", (WIDTH, HEIGHT), "white")
    canvas = ImageDraw.Draw(image)
    for i, text in enumerate(texts):
        box = (covers or {}).get(i)
        if box is None:
            canvas.text((20, 12 + i * ROW), text, font=font(), fill="black")
        else:
            canvas.rectangle((box.left, box.top, box.right - 1, box.bottom - 1), fill="#335577")
            canvas.text((box.left + 2, box.top), text, font=font(20), fill="white")
    return np.asarray(image)


def place(line: Line, index: int) -> Box:
    """Where the gold of a line is drawn."""
    before = line.text[: line.text.find(line.shown)]
    left = 20 + round(font().getlength(before))
    x1, y1, x2, y2 = font().getbbox(line.shown, anchor="la")
    top = 12 + index * ROW
    return Box(left + round(x1), top + round(y1), left + round(x2), top + round(y2) + 1)


def tree(texts: list[str]) -> etree._Element:
    root = etree.Element("hierarchy", rotation="0")
    frame = etree.SubElement(root, "node", {"class": "android.widget.FrameLayout", "text": ""})
    for i, text in enumerate(texts):
        bounds = f"[20,{i * ROW}][520,{(i + 1) * ROW}]"
        etree.SubElement(
            frame, "node", {"text": text, "class": "android.widget.TextView", "bounds": bounds}
        )
    return root


def marks(lines: list[Line]) -> tuple[GoldMark, ...]:
    found = []
    for i, line in enumerate(lines):
        if line.type is not None:
            start = line.text.find(line.shown)
            found.append(
                GoldMark(
                    line.type,
                    line.whole or line.shown,
                    i + 1,
                    "text",
                    start,
                    start + len(line.shown),
                    place(line, i),
                    line.optional,
                )  # fmt: skip
            )
    return tuple(found)


@dataclass
class Turn:
    """A step: the raw lines, what was sent instead of them, and what the agent wrote."""

    lines: list[Line]
    sent: list[str]
    output: str = '{"action": "back"}'
    image: np.ndarray | None = None
    changed: bool | None = True
    attach: bool = False
    flaws: tuple[str, ...] = ()
    effect: str | None = "done"
    pictures: tuple[PictureMark, ...] | None = ()
    findings: tuple[Finding, ...] = ()
    ms: dict[str, float] = field(default_factory=lambda: {"ner": 4.0, "ocr": 10.0, "agent": 99.0})


@dataclass
class CellBuilder:
    """Writes one cell."""

    run: Path
    name: str
    labels: dict[str, object]
    private: bool = True

    def __post_init__(self) -> None:
        self.public = self.run / "cells" / self.name
        self.hidden = self.run / "private" / "cells" / self.name
        (self.public / "frames").mkdir(parents=True)
        for folder in ("frames", "raw"):
            (self.hidden / folder).mkdir(parents=True)
        config = {"score": {"_target_": "harness.score.cell.Scorer"}}
        identity = {**self.labels, "identity": "0" * 64, "config": config}
        (self.public / "identity.json").write_text(json.dumps(identity))
        for folder in (self.public, self.hidden):
            (folder / "episodes.jsonl").touch()
            (folder / "steps.jsonl").touch()

    def episode(
        self,
        task: str,
        turns: list[Turn],
        *,
        status: str = "finished",
        cause: str = "",
        category: str = "find",
        world: str = "en-US",
        success: bool | None = True,
        instruction: str = "Do it.",
        gold: tuple[GoldValue, ...] | None = (),
        human_steps: int | None = 1,
        subgoals: dict[str, bool] | None = None,
        user_message: str = "",
        expected: str = "",
    ) -> "CellBuilder":
        raw_sent = self.labels["pipeline"] == "none"
        for number, turn in enumerate(turns):
            texts = [line.text for line in turn.lines]
            raw_tree, raw_image = self._xml("raw", tree(texts)), self._png("raw", draw(texts))
            found = marks(turn.lines)
            covers = {
                i: place(line, i).pad(3)
                for i, line in enumerate(turn.lines)
                if line.type and turn.sent[i] != line.text
            }
            picture = draw(turn.sent, covers) if turn.image is None else turn.image
            where = "hidden" if raw_sent else "public"
            sent_tree, sent_image = self._xml(where, tree(turn.sent)), self._png(where, picture)
            payload = (
                MessageRecord("system", "You drive a phone.", None, True),
                MessageRecord("user", "\n".join(turn.sent), sent_image if turn.attach else None),
            )
            step = StepRecord(
                episode=task, step=number, payload=() if raw_sent else payload,
                output="" if raw_sent else turn.output, action={"action": "back"},
                status="perform", feedback="", effect=turn.effect, flaws=turn.flaws,
                tree=None if raw_sent else sent_tree,
                image=None if raw_sent else sent_image, findings=turn.findings, unprocessed=(),
                masked="", changed=turn.changed, bits=0.0, ms=turn.ms,
            )  # fmt: skip
            twin = PrivateStep(
                task, number, found, raw_tree, raw_image, payload, turn.output,
                sent_tree, sent_image, turn.flaws, turn.pictures,
            )  # fmt: skip
            _append(self.public / "steps.jsonl", step.to_json())
            if self.private:
                _append(self.hidden / "steps.jsonl", twin.to_json())
        seed = int(self.labels["seed"])
        record = EpisodeRecord(
            episode=task, task=task, template=task, app="Contacts", category=category,
            world=world, seed=seed, instruction="",
            findings=(), steps=len(turns), status=status, cause=cause, success=success,
            subgoals=subgoals or {}, answer="", human_steps=human_steps, refusals=0,
        )  # fmt: skip
        _append(self.public / "episodes.jsonl", record.to_json())
        if self.private:
            private = PrivateEpisode(task, instruction, gold, user_message, "", expected)
            _append(self.hidden / "episodes.jsonl", private.to_json())
        return self

    def load(self) -> CellRecords:
        return load_cell(self.run, self.name)

    def _png(self, where: str, image: np.ndarray) -> str:
        out = io.BytesIO()
        Image.fromarray(image).save(out, "PNG")
        return self._blob(where, out.getvalue(), ".png")

    def _xml(self, where: str, root: etree._Element) -> str:
        return self._blob(where, etree.tostring(root), ".xml")

    def _blob(self, where: str, data: bytes, suffix: str) -> str:
        folder = {
            "raw": self.hidden / "raw",
            "hidden": self.hidden / "frames",
            "public": self.public / "frames",
        }[where]
        name = hashlib.sha256(data).hexdigest()[:16] + suffix
        (folder / name).write_bytes(data)
        return name


def cell(
    run: Path, pipeline: str = "shield", agent: str = "scripted", seed: int = 0, **options: object
) -> CellBuilder:
    labels = {
        "device": "sim", "pipeline": pipeline, "agent": agent, "suite": "apps", "seed": seed,
    }  # fmt: skip
    return CellBuilder(run, f"sim-{pipeline}-{agent}-apps-s{seed}", labels, **options)


NAME, PHONE = EntityType.PERSON_NAME, EntityType.PHONE_NUMBER
CONTACT = [
    Line("Contacts"),
    Line("Maria Lopez", NAME),
    Line("Mobile 555-0142", PHONE, "555-0142"),
    Line("Edit"),
]
CONTACT_RAW = [line.text for line in CONTACT]
CONTACT_SAFE = ["Contacts", "PERSON_NAME#ab12c", "Mobile PHONE_NUMBER#9xk2q", "Edit"]
COVERED = ["Contacts", "PERSON_NAME#ab12c", "PHONE_NUMBER#9xk2q", "Edit"]
"""What is drawn in the covers."""


def small_run(run: Path) -> Path:
    """A raw and a shielded cell with two episodes each."""
    for pipeline, sent in (("none", CONTACT_RAW), ("shield", CONTACT_SAFE)):
        built = cell(run, pipeline)
        for task, success in (("call-0", True), ("find-1", pipeline == "none")):
            turn = Turn(CONTACT, sent, output='{"action": "type", "text": "hello"}')
            built.episode(task, [turn, turn], success=success, human_steps=1)
    return run


def _append(path: Path, row: dict[str, object]) -> None:
    with path.open("a", encoding="utf-8") as file:
        file.write(json.dumps(row, ensure_ascii=False) + "\n")
