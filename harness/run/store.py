"""A run on disk: public records, their private twins, and what makes a run the same run.

::

    results/<run>/
      config.yaml provenance.json summary.csv summary.md plots/
      cells/<cell>/    identity.json provenance.json status.json scores.json
                       episodes.jsonl steps.jsonl frames/
      private/         (0700) cells/<cell>/ episodes.jsonl steps.jsonl frames/ raw/

``frames/`` holds virtual screens by content; ``private/…/frames/`` those that may not be public.
"""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Protocol

from lxml import etree

from harness.core.raw import GoldMark, GoldValue, Image
from harness.core.record import MessageRecord, StepRecord
from harness.errors import StorageError
from harness.run.journal import Blob, Journal, JournalStep, png_blob, tree_blob


class Scrubber(Protocol):
    """Cuts gold values out of what is about to be written outside ``private/``."""

    def text(self, text: str, gold: Sequence[GoldValue]) -> tuple[str, int]:
        """The text without them, and how many were cut."""
        ...

    def tree(self, tree: etree._Element, gold: Sequence[GoldValue]) -> tuple[etree._Element, int]:
        """A copy of the hierarchy without them in readable attributes, and how many."""
        ...

    def image(self, sent: Image, raw: Image | None, marks: Sequence[GoldMark]) -> tuple[Image, int]:
        """The image with visible gold boxes blackened, and how many."""
        ...


@dataclass(frozen=True, slots=True)
class Policy:
    """What may be written where.

    Attributes:
        private: Write the private twins (invented data, or ``trace.private=true``).
        payload: Write what was sent into the public records; False for the raw baseline.
    """

    private: bool
    payload: bool


class CellStore:
    """The records of one cell, appended episode by episode."""

    def __init__(self, run: Path, cell: str, policy: Policy, scrubber: Scrubber) -> None:
        """Name the place; nothing is written yet.

        Args:
            run: ``results/<run>``.
            cell: Name of the cell.
            policy: What may be written where.
            scrubber: Cuts gold values out of public copies.
        """
        self.folder = run / "cells" / cell
        self.hidden = run / "private" / "cells" / cell
        self._policy = policy
        self._scrubber = scrubber

    def open(self, identity: Mapping[str, Any], *, resume: bool, overwrite: bool) -> set[str]:
        """Make ready to append.

        Args:
            identity: What must be equal for records to belong together; JSON-like.
            resume: Keep finished episodes of the same identity; else refuse if there are any.
            overwrite: Start over.

        Returns:
            Ids of the episodes that are already there.

        Raises:
            StorageError: The folder can't be written, or holds another identity.
        """
        with storage_errors(self.folder):
            if overwrite:
                shutil.rmtree(self.folder, ignore_errors=True)
                shutil.rmtree(self.hidden, ignore_errors=True)
            (self.folder / "frames").mkdir(parents=True, exist_ok=True)
            if self._policy.private:
                private_root = self.hidden.parents[1]
                private_root.mkdir(exist_ok=True, mode=0o700)
                private_root.chmod(0o700)
                for name in ("frames", "raw"):
                    (self.hidden / name).mkdir(parents=True, exist_ok=True)
            path = self.folder / "identity.json"
            if path.exists():
                self._check(json.loads(path.read_text("utf-8")), identity, resume)
            write_json(path, identity)
            return self._recover()

    def _check(self, old: Mapping[str, Any], new: Mapping[str, Any], resume: bool) -> None:
        refuse_differences(self.folder.parents[1].name, old, new)
        if not resume and (self.folder / "episodes.jsonl").exists():
            raise StorageError(
                f"results/{self.folder.parents[1].name} already has episodes; "
                "use resume=true to go on, or overwrite=true to start over"
            )

    def _recover(self) -> set[str]:
        """Drop what an interrupted run left half written; the episode line is written last."""
        done = {line["episode"] for line in read_lines(self.folder / "episodes.jsonl")}
        for path in (
            self.folder / "episodes.jsonl",
            self.folder / "steps.jsonl",
            self.hidden / "episodes.jsonl",
            self.hidden / "steps.jsonl",
        ):
            if path.exists():
                kept = [line for line in read_lines(path) if line["episode"] in done]
                write_atomic(path, "".join(dump(line) for line in kept).encode())
        return done

    def append(self, journal: Journal) -> None:
        """Write an episode; it counts as done only when its episode line is complete.

        Scores of the cell are void from now on.

        Raises:
            StorageError: The disk is full or not writable.
        """
        gold = _episode_gold(journal)
        with storage_errors(self.folder):
            (self.folder / "scores.json").unlink(missing_ok=True)
            lines, hidden_lines = [], []
            for step in journal.steps:
                lines.append(dump(self._publish(step, gold).to_json()))
                if self._policy.private:
                    self._hide(step)
                    hidden_lines.append(dump(step.private.to_json()))
            record, private = journal.record(), journal.private()
            if self._policy.payload:
                instruction, _ = self._scrubber.text(record.instruction, gold)
                answer, _ = self._scrubber.text(record.answer, gold)
                record = replace(record, instruction=instruction, answer=answer)
            else:
                record = replace(record, instruction="", answer="")
            if self._policy.private:
                if journal.watcher is not None and record.status != "failed":
                    journal.watcher.write(self.hidden / "trace")
                _append(self.hidden / "steps.jsonl", hidden_lines)
                _append(self.hidden / "episodes.jsonl", [dump(private.to_json())])
            _append(self.folder / "steps.jsonl", lines)
            _append(self.folder / "episodes.jsonl", [dump(record.to_json())])

    def _hide(self, step: JournalStep) -> None:
        for blob in step.raw:
            _write_blob(self.hidden / "raw", blob)
        for blob in step.sent:
            if not (self.folder / "frames" / blob.name).exists():
                _write_blob(self.hidden / "frames", blob)

    def _publish(self, step: JournalStep, gold: Sequence[GoldValue]) -> StepRecord:
        exact = step.exact
        if not self._policy.payload:
            action = exact.action and {
                k: v for k, v in exact.action.items() if k in ("action", "index", "direction")
            }
            return replace(
                exact, payload=(), output="", action=action, feedback="", tree=None, image=None
            )
        cut = 0

        def clean(text: str) -> str:
            nonlocal cut
            text, n = self._scrubber.text(text, gold)
            cut += n
            return text

        marks = step.private.gold or ()
        names: dict[str, str] = {}
        for name, image in step.images.items():
            safe, n = self._scrubber.image(image, step.frame.image, marks)
            cut += n
            blob = png_blob(safe) if n else next(b for b in step.sent if b.name == name)
            names[name] = blob.name
            _write_blob(self.folder / "frames", blob)
        tree = exact.tree
        if step.tree is not None and tree is not None:
            safe_tree, n = self._scrubber.tree(step.tree, gold)
            cut += n
            blob = tree_blob(safe_tree) if n else next(b for b in step.sent if b.name == tree)
            tree = blob.name
            _write_blob(self.folder / "frames", blob)
        return replace(
            exact,
            payload=tuple(
                MessageRecord(
                    m.role,
                    m.text if m.fixed else clean(m.text),
                    m.image and names[m.image],
                    m.fixed,
                )
                for m in exact.payload
            ),
            output=clean(exact.output),
            action=exact.action
            and {k: clean(v) if isinstance(v, str) else v for k, v in exact.action.items()},
            feedback=clean(exact.feedback),
            tree=tree,
            image=exact.image and names[exact.image],
            scrubbed=cut,
        )


def _episode_gold(journal: Journal) -> list[GoldValue]:
    shown: dict[GoldValue, None] = dict.fromkeys(journal.private().gold or ())
    for step in journal.steps:
        for mark in step.private.gold or ():
            if not mark.optional:
                shown[GoldValue(mark.type, mark.value)] = None
    return list(shown)


# ---------------------------------------------------------------- files


@contextmanager
def storage_errors(folder: Path) -> Iterator[None]:
    """Turn an OSError into one line that names the place."""
    try:
        yield
    except OSError as error:
        raise StorageError(
            f"can't write {folder} ({error.strerror or type(error).__name__}): "
            "free some space or choose another folder (results_dir=…, or --out)"
        ) from None


def dump(data: Mapping[str, Any]) -> str:
    """One JSON line."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")) + "\n"


def read_lines(path: Path) -> list[dict[str, Any]]:
    """The complete lines of a JSONL file; a last line cut short is left out."""
    if not path.exists():
        return []
    text = path.read_text("utf-8", errors="replace")
    whole = text[: text.rfind("\n") + 1]
    # Not splitlines(): JSON may hold U+2028 and friends unescaped.
    return [json.loads(line) for line in whole.split("\n") if line]


def write_json(path: Path, data: Mapping[str, Any]) -> None:
    """Write indented JSON in one move."""
    write_atomic(path, (json.dumps(data, ensure_ascii=False, indent=2) + "\n").encode())


def write_atomic(path: Path, data: bytes) -> None:
    """Write a file so that a reader sees the old or the new one, never half of it."""
    partial = path.with_name(path.name + ".part")
    partial.write_bytes(data)
    partial.replace(path)


def _write_blob(folder: Path, blob: Blob) -> None:
    path = folder / blob.name
    if not path.exists():
        write_atomic(path, blob.data)


def _append(path: Path, lines: Sequence[str]) -> None:
    with path.open("a", encoding="utf-8") as file:
        file.writelines(lines)
        file.flush()
        os.fsync(file.fileno())


def refuse_differences(run: str, old: Mapping[str, Any], new: Mapping[str, Any]) -> None:
    """Don't let records of different identities mix.

    Args:
        run: Name of the run.
        old: The identity on disk, JSON-like.
        new: The identity asked for.

    Raises:
        StorageError: They differ; names in what.
    """
    names = differences(old, new)
    if names:
        raise StorageError(
            f"results/{run} holds a run that differs in {', '.join(names)}; "
            "use another name=…, or overwrite=true to start over"
        )


def differences(old: Mapping[str, Any], new: Mapping[str, Any], prefix: str = "") -> list[str]:
    """Dotted names of what differs between two nested mappings, sorted."""
    names: list[str] = []
    for key in sorted({*old, *new}):
        a, b = old.get(key), new.get(key)
        if isinstance(a, Mapping) and isinstance(b, Mapping):
            names += differences(a, b, f"{prefix}{key}.")
        elif a != b:
            names.append(f"{prefix}{key}")
    return names
