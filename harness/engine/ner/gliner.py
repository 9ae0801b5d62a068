"""Label-guided NER with GLiNER checkpoints.

The packaged checkpoint and any other span-level GLiNER exported to ONNX run on onnxruntime
and tokenizers alone. Torch checkpoints, and ONNX graphs of another kind, run through the
``gliner`` library. Nothing is fetched unless ``allow_download`` is set.
"""

from __future__ import annotations

import json
import os
import warnings
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, Literal, Protocol

import numpy as np

from harness.core.entity import EntityType, Span
from harness.engine.ner.decode import SOURCE, SpanCache, file_hashes, flatten
from harness.engine.ner.words import Word, split_words
from harness.errors import ConfigError, MissingModelError

PACKAGED = Path(__file__).parent / "weights"
"""Folder of the checkpoint that comes with the harness."""

LABELS: Mapping[str, str] = {
    "person name": "PERSON_NAME",
    "username": "USERNAME",
    "phone number": "PHONE_NUMBER",
    "email address": "EMAIL",
    "address": "ADDRESS",
    "date of birth": "DATE_OF_BIRTH",
    "identity number": "ID_NUMBER",
    "credit card number": "CREDIT_CARD",
    "bank account number": "BANK_ACCOUNT",
    "account balance": "ACCOUNT_BALANCE",
    "password or code": "PASSWORD",
    "ip address": "IP_ADDRESS",
    "license plate": "LICENSE_PLATE",
    "order number": "ORDER_NUMBER",
    "health information": "HEALTH_INFO",
    "message text": "MESSAGE_CONTENT",
    "chat group name": "GROUP_NAME",
    "employer or school": "EMPLOYER_OR_SCHOOL",
}
"""What the packaged checkpoint was trained to be asked for -> entity type."""

_SPAN_INPUTS = frozenset(
    {"input_ids", "attention_mask", "words_mask", "text_lengths", "span_idx", "span_mask"}
)
_ONNX_NAMES = ("model.onnx", "onnx/model.onnx", "model_quantized.onnx", "onnx/model_quantized.onnx")
_TORCH_NAMES = ("model.safetensors", "pytorch_model.bin")
_LONGEST_WORD = 200  # code points of one word that reach the tokenizer


class GlinerNer:
    """A :class:`~harness.core.protocols.NerEngine` on a GLiNER checkpoint.

    Works with any label set: the labels are phrases that the model reads.
    """

    def __init__(
        self,
        checkpoint: str | None = None,
        labels: Mapping[str, str] | None = None,
        threshold: float = 0.5,
        thresholds: Mapping[str, float] | None = None,
        batch_size: int = 32,
        runtime: Literal["onnx", "torch"] = "onnx",
        *,
        allow_download: bool = False,
        threads: int = 0,
        cache_size: int = 20_000,
        case_pass: bool | None = None,
    ) -> None:
        """Load a checkpoint.

        Args:
            checkpoint: None for the packaged weights, a local folder, or a hub id.
            labels: label phrase -> entity type name; None for :data:`LABELS`.
            threshold: least score in 0..1 of a span.
            thresholds: entity type name -> its own threshold.
            batch_size: texts per forward pass of the ``gliner`` library; the other runtime reads
                every text by itself.
            runtime: ``onnx`` or ``torch``.
            allow_download: whether a hub id may be fetched; otherwise only the local hub
                cache is looked at.
            threads: texts read at a time, or CPU threads of the library; 0 takes all cores.
            cache_size: texts whose spans are kept in memory.
            case_pass: run a second pass on title-cased text when the text is ALL CAPS, lower
                case or in odd casing; None does so when the checkpoint distinguishes case.

        Raises:
            ConfigError: an unknown type or runtime, a threshold outside 0..1, no labels.
            MissingModelError: a file or an optional package isn't there.
        """
        self.name = "gliner"
        labels = LABELS if labels is None else labels
        self._labels = list(labels)
        self._types = [_entity_type(labels[label]) for label in self._labels]
        if not self._labels:
            raise ConfigError("the NER needs at least one label")
        own = {_entity_type(k): float(v) for k, v in (thresholds or {}).items()}
        self._limits = [own.get(kind, float(threshold)) for kind in self._types]
        if not all(0.0 <= limit <= 1.0 for limit in self._limits):
            raise ConfigError("NER thresholds must lie between 0 and 1")
        if batch_size < 1:
            raise ConfigError("the NER batch size must be at least 1")
        if runtime not in ("onnx", "torch"):
            raise ConfigError(f"unknown NER runtime {runtime!r}: onnx or torch")
        folder = _resolve(checkpoint, allow_download)
        self._model: _Model
        if runtime == "onnx":
            self._model = _open_onnx(folder, self._labels, threads)
        else:
            self._model = _LibraryModel(folder, self._labels, None, threads)
        self._batch_size = batch_size
        self._case_pass = self._model.cased if case_pass is None else case_pass
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
        return file_hashes(self._model.files)

    # -- internals -----------------------------------------------------------------------

    def _compute(self, texts: list[str]) -> list[list[Span]]:
        found = self._candidates(texts)
        if self._case_pass:
            retry = [i for i, text in enumerate(texts) if _odd_case(text)]
            titled = [_title(texts[i]) for i in retry]
            for i, spans in zip(retry, self._candidates(titled), strict=True):
                found[i] += [s for s in spans if s.type is EntityType.PERSON_NAME]
        return [flatten(text, spans) for text, spans in zip(texts, found, strict=True)]

    def _candidates(self, texts: list[str]) -> list[list[Span]]:
        """Every span above its threshold, chunk by chunk, offsets in the whole text."""
        jobs: list[tuple[int, list[Word], bool, bool]] = []
        for index, text in enumerate(texts):
            words = split_words(text, split_hangul=self._model.split_hangul)
            for low, high in self._model.windows(words):
                jobs.append((index, words[low:high], low > 0, high < len(words)))
        jobs.sort(key=lambda job: len(job[1]))  # batches of similar length; stable
        found: list[list[Span]] = [[] for _ in texts]
        for low in range(0, len(jobs), self._batch_size):
            batch = jobs[low : low + self._batch_size]
            results = self._model.score([words for _, words, _, _ in batch], min(self._limits))
            for (index, words, cut_left, cut_right), rows in zip(batch, results, strict=True):
                for first, last, label, score in rows:
                    if score < self._limits[label]:
                        continue
                    # a span at a cut may be a fragment; the overlap holds the whole of it
                    if (cut_left and first == 0) or (cut_right and last == len(words) - 1):
                        continue
                    found[index].append(
                        Span(words[first].start, words[last].end, self._types[label], SOURCE, score)
                    )
        return found


class _Model(Protocol):
    """What the engine needs of a loaded checkpoint."""

    files: list[Path]
    cased: bool
    split_hangul: bool

    def windows(self, words: Sequence[Word]) -> list[tuple[int, int]]:
        """Overlapping ranges of words, each short enough for one pass."""
        ...

    def score(
        self, batch: Sequence[Sequence[Word]], floor: float
    ) -> list[list[tuple[int, int, int, float]]]:
        """Per text (first word, last word, label index, score) of every span >= floor."""
        ...


class _OnnxSpanModel:
    """A span-level GLiNER graph on onnxruntime, without torch."""

    def __init__(
        self,
        folder: Path,
        graph: Path,
        config: Mapping[str, Any],
        labels: list[str],
        session: Any,
        threads: int,
    ) -> None:
        from tokenizers import Tokenizer

        tokenizer_file = folder / "tokenizer.json"
        if not tokenizer_file.is_file():
            raise MissingModelError(f"the checkpoint {folder} has no tokenizer.json")
        self.files = [graph, tokenizer_file, folder / "gliner_config.json"]
        self._session = session
        self._pool = ThreadPoolExecutor(threads or os.cpu_count())
        self._tokenizer: Any = Tokenizer.from_file(str(tokenizer_file))
        self._tokenizer.no_truncation()
        self._tokenizer.no_padding()
        self._max_width = int(config.get("max_width", 12))
        self.split_hangul = config.get("harness_words") == "han-kana-hangul"
        entity = str(config.get("ent_token", "<<ENT>>"))
        separator = str(config.get("sep_token", "<<SEP>>"))
        self._prompt = [part for label in labels for part in (entity, label)] + [separator]
        encoder = config.get("encoder_config") or {}
        positions = int(encoder.get("max_position_embeddings") or 512)
        special = len(self._encode(self._prompt).ids)
        self._room = max(16, min(positions, 512) - special)
        self._max_words = int(config.get("max_len", 384))
        self.cased = self._encode(["ANNA"]).ids != self._encode(["anna"]).ids

    def _encode(self, words: list[str]) -> Any:
        return self._tokenizer.encode(words, is_pretokenized=True)

    def windows(self, words: Sequence[Word]) -> list[tuple[int, int]]:
        if not words:
            return []
        costs = [1] * len(words)
        if len(words) > self._max_words or sum(map(len, (w.text for w in words))) > self._room:
            encoding = self._tokenizer.encode(
                [w.text[:_LONGEST_WORD] for w in words],
                is_pretokenized=True,
                add_special_tokens=False,
            )
            costs = [0] * len(words)
            for word in encoding.word_ids:
                costs[word] += 1
        return _plan(costs, self._max_words, self._room, self._max_width)

    def score(
        self, batch: Sequence[Sequence[Word]], floor: float
    ) -> list[list[tuple[int, int, int, float]]]:
        """Every text by itself: its activations are quantised by its own range, never another's."""
        return list(self._pool.map(lambda words: self._score(words, floor), batch))

    def _score(self, words: Sequence[Word], floor: float) -> list[tuple[int, int, int, float]]:
        skip = len(self._prompt)
        encoding = self._encode(self._prompt + [w.text[:_LONGEST_WORD] for w in words])
        ids = np.array([encoding.ids], dtype=np.int64)
        mask = np.zeros_like(ids)
        previous = None
        for column, word in enumerate(encoding.word_ids):
            if word is not None and word >= skip and word != previous:
                mask[0, column] = word - skip + 1
            previous = word
        starts = np.repeat(np.arange(len(words), dtype=np.int64), self._max_width)
        ends = starts + np.tile(np.arange(self._max_width, dtype=np.int64), len(words))
        inside = ends < len(words)
        pairs = np.stack([starts, ends], axis=1) * inside[:, None]
        (logits,) = self._session.run(
            ["logits"],
            {
                "input_ids": ids,
                "attention_mask": np.ones_like(ids),
                "words_mask": mask,
                "text_lengths": np.array([[len(words)]], dtype=np.int64),
                "span_idx": pairs[None],
                "span_mask": inside[None],
            },
        )
        scores = 1.0 / (1.0 + np.exp(-logits[0].astype(np.float64)))
        return [
            (int(s), int(s + w), int(c), float(scores[s, w, c]))
            for s, w, c in np.argwhere(scores >= floor)
            if s + w < len(words)
        ]


class _LibraryModel:
    """Any other checkpoint, through the gliner library."""

    def __init__(self, folder: Path, labels: list[str], graph: Path | None, threads: int) -> None:
        if graph is None and not any((folder / name).is_file() for name in _TORCH_NAMES):
            raise MissingModelError(
                f"the checkpoint {folder} has no {_TORCH_NAMES[0]}: use runtime=onnx or point to "
                "a folder with torch weights"
            )
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                from gliner import GLiNER

                extra: dict[str, Any] = {}
                if graph is not None:
                    extra = {
                        "runtime": "onnxruntime",
                        "runtime_model_file": str(graph.relative_to(folder)),
                        "runtime_options": {"session_options": _session_options(threads)},
                    }
                self._gliner: Any = GLiNER.from_pretrained(
                    str(folder), local_files_only=True, **extra
                )
        except ImportError as error:
            raise MissingModelError(
                "this checkpoint needs the gliner package: run pip install gliner"
            ) from error
        weights = [graph] if graph else [folder / n for n in _TORCH_NAMES]
        self.files = [f for f in (*weights, folder / "gliner_config.json") if f and f.is_file()]
        self._labels = labels
        config = self._gliner.config
        self.split_hangul = getattr(config, "harness_words", None) == "han-kana-hangul"
        hangul = self.split_hangul
        self._gliner.data_processor.words_splitter = lambda text: iter(
            split_words(text, split_hangul=hangul)
        )
        self._max_words = int(getattr(config, "max_len", 384))
        self._max_width = int(getattr(config, "max_width", 12))
        self._tokenizer: Any = self._gliner.data_processor.transformer_tokenizer
        self.cased = self._tokenizer.tokenize("ANNA") != self._tokenizer.tokenize("anna")
        prompt = len(self._tokenizer.tokenize(" ".join(labels))) + 2 * len(labels) + 4
        self._room = max(16, 512 - prompt)

    def windows(self, words: Sequence[Word]) -> list[tuple[int, int]]:
        if not words:
            return []
        costs = [1] * len(words)
        if len(words) > self._max_words or sum(map(len, (w.text for w in words))) > self._room:
            costs = [max(1, len(self._tokenizer.tokenize(w.text))) for w in words]
        return _plan(costs, self._max_words, self._room, self._max_width)

    def score(
        self, batch: Sequence[Sequence[Word]], floor: float
    ) -> list[list[tuple[int, int, int, float]]]:
        """Rebuild each window's text with its own spacing and let the library read it."""
        texts = []
        for words in batch:
            shift = words[0].start
            text = [" "] * (words[-1].end - shift)
            for word in words:
                text[word.start - shift : word.end - shift] = list(word.text)
            texts.append("".join(text))
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            results = self._gliner.inference(
                texts, self._labels, threshold=floor, batch_size=len(texts), flat_ner=False
            )
        out: list[list[tuple[int, int, int, float]]] = []
        for words, entities in zip(batch, results, strict=True):
            shift = words[0].start
            first = {w.start - shift: i for i, w in enumerate(words)}
            last = {w.end - shift: i for i, w in enumerate(words)}
            out.append(
                [
                    (
                        first[e["start"]],
                        last[e["end"]],
                        self._labels.index(e["label"]),
                        float(e["score"]),
                    )
                    for e in entities
                    if e["start"] in first and e["end"] in last
                ]
            )
        return out


def _entity_type(name: str) -> EntityType:
    try:
        return EntityType(name)
    except ValueError:
        raise ConfigError(f"unknown entity type {name!r} in the NER labels or thresholds") from None


def _session_options(threads: int) -> Any:
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.log_severity_level = 4  # shape warnings of a dynamic graph
    options.intra_op_num_threads = threads
    return options


def _open_onnx(folder: Path, labels: list[str], threads: int) -> _Model:
    import onnxruntime

    graph = next((folder / n for n in _ONNX_NAMES if (folder / n).is_file()), None)
    if graph is None:
        raise MissingModelError(
            f"the checkpoint {folder} has no {_ONNX_NAMES[0]}: "
            + (
                "run make train-ner"
                if folder == PACKAGED
                else "export it with GLiNER's export_to_onnx, or use runtime=torch"
            )
        )
    config_file = folder / "gliner_config.json"
    if not config_file.is_file():
        raise MissingModelError(f"the checkpoint {folder} has no gliner_config.json")
    config = json.loads(config_file.read_text(encoding="utf-8"))
    try:
        session = onnxruntime.InferenceSession(
            str(graph), _session_options(1), providers=["CPUExecutionProvider"]
        )
    except Exception as error:  # onnxruntime raises classes of its own
        raise MissingModelError(f"{graph} isn't a readable ONNX model: get it again") from error
    names = {item.name for item in session.get_inputs()}
    if names == _SPAN_INPUTS and config.get("subtoken_pooling", "first") == "first":
        return _OnnxSpanModel(folder, graph, config, labels, session, threads)
    return _LibraryModel(folder, labels, graph, threads)


def _resolve(checkpoint: str | None, allow_download: bool) -> Path:
    """Folder of a checkpoint; asks the network only when allowed.

    Raises:
        MissingModelError: it isn't there.
    """
    if checkpoint is None:
        return PACKAGED
    folder = Path(checkpoint).expanduser()
    if folder.is_dir():
        return folder
    if folder.is_absolute() or checkpoint.startswith(".") or checkpoint.count("/") != 1:
        raise MissingModelError(f"no checkpoint folder {checkpoint}: give a folder or a hub id")
    from huggingface_hub import snapshot_download

    offline = not allow_download or os.environ.get("HF_HUB_OFFLINE", "") in {"1", "true", "TRUE"}
    try:
        return Path(snapshot_download(checkpoint, local_files_only=offline))
    except Exception as error:  # offline, gated, mistyped: all mean the files aren't here
        raise MissingModelError(
            f"the checkpoint {checkpoint} isn't on this machine: run hf download {checkpoint}, "
            "or set allow_download=true"
        ) from error


def _plan(costs: Sequence[int], max_words: int, room: int, overlap: int) -> list[tuple[int, int]]:
    """Windows over words so that each has at most ``max_words`` words and ``room`` tokens.

    Consecutive windows share at least ``overlap`` words where the limits allow it, so that no
    span of that width is cut in both.
    """
    windows: list[tuple[int, int]] = []
    low = 0
    while True:
        high, used = low, 0
        while high < len(costs) and high - low < max_words and used + costs[high] <= room:
            used += costs[high]
            high += 1
        high = max(high, low + 1)
        windows.append((low, high))
        if high >= len(costs):
            return windows
        low = max(low + 1, high - min(overlap + 1, (high - low) // 2 + 1))


def _odd_case(text: str) -> bool:
    letters = [c for c in text if c.isalpha()]
    return bool(letters) and _title(text) != text and any(c.lower() != c.upper() for c in letters)


def _title(text: str) -> str:
    """Title case, code point by code point, so that offsets stay."""

    def letters() -> Iterator[str]:
        before = ""
        for char in text:
            new = char.lower() if before.isalpha() or before in {"'", "’"} else char.upper()
            yield new if len(new) == 1 else char
            before = char

    return "".join(letters())
