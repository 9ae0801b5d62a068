"""What happened in one episode, kept in memory until it is whole."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, replace

import cv2
import numpy as np
from lxml import etree

from harness.core.action import action_dict
from harness.core.protocols import (
    Effect,
    Finding,
    Message,
    Observation,
    PrivacySession,
    Resolution,
    Turn,
)
from harness.core.raw import GoldMark, GoldValue, Image, PictureMark, RawFrame
from harness.core.record import (
    EpisodeRecord,
    MessageRecord,
    PrivateEpisode,
    PrivateStep,
    StepRecord,
)
from harness.core.task import Goal, Task, Verdict
from harness.core.watching import Watcher


@dataclass(frozen=True, slots=True, repr=False)
class Blob:
    """A file that a record names by its content.

    Attributes:
        name: ``<sha16>.png`` or ``<sha16>.xml``.
        data: Its bytes.
    """

    name: str
    data: bytes


@dataclass(frozen=True, slots=True, repr=False)
class JournalStep:
    """A step as it was: the exact record, its private twin and the files of both.

    Attributes:
        exact: Exactly what was sent and written.
        private: The gold and the raw frame.
        sent: The files that ``exact`` names.
        raw: The files of the raw frame.
        frame: The raw frame, for comparing pixels.
        images: Sent image file name -> its pixels.
        tree: The virtual hierarchy.
    """

    exact: StepRecord
    private: PrivateStep
    sent: tuple[Blob, ...]
    raw: tuple[Blob, ...]
    frame: RawFrame
    images: Mapping[str, Image]
    tree: etree._Element | None


class Journal:
    """Collects the steps of an episode and states its outcome."""

    def __init__(self, task: Task, seed: int) -> None:
        """Start the journal of ``task``."""
        self.steps: list[JournalStep] = []
        self.watcher: Watcher | None = None
        self._task = task
        self._seed = seed
        self._instruction = ""
        self._findings: tuple[Finding, ...] = ()
        self._raw_instruction = ""
        self._gold: tuple[GoldValue, ...] | None = None
        self._expected = ""
        self._status = "failed"
        self._cause = ""
        self._verdict: Verdict | None = None
        self._message = ""

    def open(self, goal: Goal, session: PrivacySession) -> None:
        """Note the instruction, raw and anonymized, and who follows the episode."""
        self.watcher = goal.watcher
        self._raw_instruction, self._gold, self._expected = goal.instruction, goal.gold, goal.answer
        self._instruction = session.instruction
        self._findings = session.instruction_findings

    def step(
        self,
        raw: RawFrame,
        gold: tuple[GoldMark, ...] | None,
        pictures: tuple[PictureMark, ...] | None,
        seen: Observation,
        turn: Turn,
        done: Resolution,
        effect: Effect | None,
        ms: Mapping[str, float],
    ) -> None:
        """Add a step; tells the step before it whether the screen changed."""
        files = _Files()
        raw_blobs = files.of_frame(raw.tree, raw.image)
        names = tuple(blob.name for blob in raw_blobs)
        if self.steps:
            last = self.steps[-1]
            changed = tuple(blob.name for blob in last.raw) != names
            self.steps[-1] = replace(last, exact=replace(last.exact, changed=changed))
        sent_frame = files.of_frame(seen.frame.tree, seen.frame.image)
        images: dict[str, Image] = {}
        if seen.frame.image is not None:
            images[sent_frame[-1].name] = seen.frame.image
        payload, payload_blobs = _payload(turn.messages, images, files)
        episode, index = self._task.id, len(self.steps)
        exact = StepRecord(
            episode=episode,
            step=index,
            payload=payload,
            output=turn.output,
            action=None if turn.action is None else action_dict(turn.action),
            status="unreadable" if turn.action is None else done.status,
            feedback=done.feedback,
            effect=None if effect is None else effect.value,
            flaws=raw.flaws,
            tree=_named(sent_frame, ".xml"),
            image=_named(sent_frame, ".png"),
            findings=seen.findings,
            unprocessed=seen.unprocessed,
            masked=seen.frame.masked,
            changed=None,
            bits=done.bits,
            ms={k: round(v, 3) for k, v in {**ms, **seen.ms, **done.ms}.items()},
        )
        private = PrivateStep(
            episode=episode,
            step=index,
            gold=gold,
            raw_tree=_named(raw_blobs, ".xml"),
            raw_image=_named(raw_blobs, ".png"),
            payload=payload,
            output=turn.output,
            tree=exact.tree,
            image=exact.image,
            flaws=raw.flaws,
            pictures=pictures,
        )
        self.steps.append(
            JournalStep(
                exact,
                private,
                (*sent_frame, *payload_blobs),
                raw_blobs,
                raw,
                images,
                seen.frame.tree,
            )  # fmt: skip
        )

    def close(self, verdict: Verdict, message: str) -> None:
        """Note how it ended."""
        ended = bool(self.steps) and self.steps[-1].exact.status == "finished"
        self._status = "finished" if ended else "max_steps"
        self._verdict, self._message, self._cause = verdict, message, verdict.cause

    def fail(self, cause: str) -> None:
        """Note that it could not be brought to an end."""
        self._status, self._cause = "failed", cause

    def record(self) -> EpisodeRecord:
        """The exact episode record."""
        verdict = self._verdict
        return EpisodeRecord(
            episode=self._task.id,
            task=self._task.id,
            template=self._task.template,
            app=self._task.app,
            category=self._task.category,
            world=self._task.world,
            seed=self._seed,
            instruction=self._instruction,
            findings=self._findings,
            steps=len(self.steps),
            status=self._status,
            cause=self._cause,
            success=None if verdict is None else verdict.success,
            subgoals={} if verdict is None else dict(verdict.subgoals),
            answer=self._answer(),
            human_steps=self._task.human_steps,
            refusals=sum(s.exact.status == "refused" for s in self.steps),
        )

    def private(self) -> PrivateEpisode:
        """Its private twin."""
        return PrivateEpisode(
            episode=self._task.id,
            instruction=self._raw_instruction,
            gold=self._gold,
            user_message=self._message,
            answer=self._answer(),
            expected=self._expected,
        )

    def _answer(self) -> str:
        action = self.steps[-1].exact.action if self.steps else None
        return str(action["message"]) if action and action["action"] == "finish" else ""


class _Files:
    """The files of one step; an image that is raw, virtual and sent at once is encoded once."""

    def __init__(self) -> None:
        self._images: dict[int, Blob] = {}

    def of_frame(self, tree: etree._Element | None, image: Image | None) -> tuple[Blob, ...]:
        blobs = [] if tree is None else [tree_blob(tree)]
        return tuple(blobs if image is None else [*blobs, self.of_image(image)])

    def of_image(self, image: Image) -> Blob:
        if id(image) not in self._images:
            self._images[id(image)] = png_blob(image)
        return self._images[id(image)]


def _payload(
    messages: tuple[Message, ...], images: dict[str, Image], files: _Files
) -> tuple[tuple[MessageRecord, ...], tuple[Blob, ...]]:
    records, blobs = [], []
    for message in messages:
        name = None
        if message.image is not None:
            blob = files.of_image(message.image)
            blobs.append(blob)
            name = blob.name
            images[name] = message.image
        records.append(MessageRecord(message.role, message.text, name, message.fixed))
    return tuple(records), tuple(blobs)


def tree_blob(tree: etree._Element) -> Blob:
    """A hierarchy as a file named by its content."""
    return _blob(etree.tostring(tree, encoding="UTF-8", xml_declaration=True), ".xml")


def png_blob(image: Image) -> Blob:
    """An RGB image as a file named by its content."""
    # Level 1: encoding is part of every step, and frames compress well anyway.
    ok, data = cv2.imencode(
        ".png", np.ascontiguousarray(image[:, :, ::-1]), [cv2.IMWRITE_PNG_COMPRESSION, 1]
    )
    if not ok:
        raise MemoryError("PNG encoding failed")
    return _blob(data.tobytes(), ".png")


def _blob(data: bytes, suffix: str) -> Blob:
    return Blob(hashlib.sha256(data).hexdigest()[:16] + suffix, data)


def _named(blobs: tuple[Blob, ...], suffix: str) -> str | None:
    return next((blob.name for blob in blobs if blob.name.endswith(suffix)), None)
