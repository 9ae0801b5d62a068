"""The only place that builds objects from configuration."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from hydra import compose as hydra_compose
from hydra import initialize_config_dir
from hydra.utils import get_class
from omegaconf import DictConfig, OmegaConf

from harness.core.protocols import Agent, Device, NerEngine, Pipeline
from harness.core.task import Suite
from harness.engine.ner.timed import TimedNer
from harness.engine.ocr.bands import CachedOcr
from harness.engine.ocr.stored import StoredOcr
from harness.errors import ConfigError
from harness.privacy.detector.chain import ChainDetector, NoDetector
from harness.privacy.detector.join import JoinDetector
from harness.privacy.detector.ner import NerDetector
from harness.privacy.detector.vocabulary import Vocabulary
from harness.privacy.pipeline import AnonymizationPipeline
from harness.privacy.protocols import Detector
from harness.privacy.transformer.pictures import PictureMask
from harness.privacy.transformer.reader import FrameReader
from harness.privacy.transformer.redactor import WordRedactor
from harness.privacy.transformer.transformer import RawTransformer, Transformer, UiTransformer
from harness.report import plots, tables
from harness.run.identity import ROOT
from harness.run.store import Scrubber
from harness.score.cell import Scorer, score_cell
from harness.score.records import load_cell
from harness.score.scrub import GoldScrubber
from harness.score.summary import breakdown, load_scores, rows, type_rows, types_by_pipeline

Made = TypeVar("Made")
_MIN_KEY = 16


def configuration(overrides: Sequence[str]) -> DictConfig:
    """The configuration of ``conf/`` with these overrides, outside a run.

    Raises:
        HydraException: There is no such option or key.
    """
    with initialize_config_dir(str(ROOT / "conf"), version_base="1.3"):
        return hydra_compose("config", list(overrides))


def build(cfg: DictConfig, **extra: Any) -> Any:
    """An object of ``cfg._target_``, or None where the slot is empty.

    Every option of a slot declares the same keys, so that an override works on each of them; a
    class is given those that its constructor takes.

    Args:
        cfg: ``_target_`` and constructor arguments.
        extra: Arguments that configuration can't express.

    Raises:
        ConfigError: The class doesn't exist or rejects its arguments.
    """
    plain = OmegaConf.to_container(cfg, resolve=True)
    assert isinstance(plain, dict)
    target = plain.pop("_target_")
    if target is None:
        return None
    try:
        kind = get_class(target)
    except (ImportError, ValueError) as error:
        raise ConfigError(f"{target} can't be imported ({type(error).__name__})") from None
    taken = inspect.signature(kind).parameters
    given = {str(k): _nested(cfg, str(k), v) for k, v in plain.items() if k in taken}
    return _made(kind, **given | extra)


def _nested(cfg: DictConfig, key: str, value: Any) -> Any:
    """A setting, which may itself be a part to build."""
    return build(cfg[key]) if isinstance(value, dict) and "_target_" in value else value


def _made(kind: type[Made], **arguments: Any) -> Made:
    try:
        return kind(**arguments)
    except ValueError as error:
        raise ConfigError(f"{kind.__name__}: {error}") from None
    except TypeError:
        raise ConfigError(f"{kind.__name__}: a setting of it has the wrong type") from None


def device(cfg: DictConfig) -> Device:
    """What the suite brings along, else the phone of the ``device`` group."""
    built: Device = build(cfg.suite.device) or build(cfg.device)
    return built


def pipeline(cfg: DictConfig, readings: Path | None = None) -> Pipeline:
    """The variant of the ``pipeline`` group.

    Args:
        cfg: Its configuration.
        readings: Private folder in which an OCR engine that is ``stored`` keeps what it reads;
            None where data may be real, and nothing is kept.
    """
    engine = build(cfg.ocr)
    if readings is not None and cfg.ocr.stored:
        engine = StoredOcr(engine, readings, settings=str(cfg.ocr))
    ocr = _made(CachedOcr, engine=engine, mode=cfg.ocr.cache)
    model = build(cfg.detector.ner)
    ner = None if model is None else TimedNer(model)
    detector = _detector(cfg.detector, ner)
    return AnonymizationPipeline(
        name=cfg.name,
        detector=detector,
        ner=ner,
        reader=_made(FrameReader, ocr=ocr, level=cfg.ocr.level, sample=cfg.ocr.sample),
        pictures=_made(PictureMask, ocr=ocr, hide=cfg.images) if cfg.images else None,
        placeholder=build(cfg.placeholder),
        transformer=_transformer(cfg, detector),
        gatekeeper=partial(build, cfg.gatekeeper),
        strict=cfg.strict,
        output=cfg.output,
        max_screens=cfg.max_screens,
    )


def key_file(cfg: DictConfig) -> Path | None:
    """The file that holds the key of keyed placeholders, if one is configured.

    Raises:
        ConfigError: It isn't there.
    """
    if cfg.placeholder.key_file is None:
        return None
    path = Path(cfg.placeholder.key_file).expanduser()
    read_key(path)
    return path


def read_key(path: Path) -> bytes:
    """The key in a file.

    Raises:
        ConfigError: It can't be read, or is short enough to be guessed.
    """
    try:
        key = path.read_bytes()
    except OSError as error:
        raise ConfigError(f"can't read the key_file {path}: {error.strerror}") from None
    if len(key) < _MIN_KEY:
        raise ConfigError(
            f"the key_file {path} is shorter than {_MIN_KEY} bytes: "
            "make one with head -c 32 /dev/urandom > FILE"
        )
    return key


def agent(cfg: DictConfig) -> Agent:
    """What the suite brings along, else the agent of the ``agent`` group."""
    built: Agent = build(cfg.suite.agent) or build(cfg.agent)
    return built


def suite(cfg: DictConfig) -> Suite:
    """The suite of the ``suite`` group; a ``path`` is relative to the checkout."""
    built: Suite = build(cfg, **({"path": str(ROOT / cfg.path)} if "path" in cfg else {}))
    return built


def scrubber() -> Scrubber:
    """What keeps gold values out of public records."""
    return GoldScrubber()


def scorer(cfg: DictConfig) -> Callable[[Path, str], Mapping[str, Any]]:
    """The scoring of the ``score`` group, as (run folder, cell name) -> scores."""
    bertscore, ocr = build(cfg.bertscore), build(cfg.ocr)
    configured = Scorer(
        bertscore=bertscore, ocr=ocr, frame_sample=cfg.frame_sample, crop_sample=cfg.crop_sample
    )

    def score(run: Path, cell: str) -> Mapping[str, Any]:
        return score_cell(load_cell(run, cell), configured)

    return score


def report(run: Path) -> str:
    """Write the tables and plots of a run from its scores; the table for a terminal."""
    scores = load_scores(run)
    table = rows(scores)
    tables.write_tables(table, breakdown(scores), type_rows(scores), run)
    figures = {
        "privacy_utility": plots.privacy_utility(table),
        "latency": plots.latency(table),
        "leakage_by_type": plots.leakage_by_type(types_by_pipeline(scores)),
    }
    plots.write_plots(figures, run)
    return tables.console(table)


def _transformer(cfg: DictConfig, detector: Detector) -> Transformer:
    if isinstance(detector, NoDetector):
        return RawTransformer()
    if cfg.overlay == "words":
        return WordRedactor()
    return _made(UiTransformer, tau=cfg.align.tau, guard=cfg.align.guard, style=cfg.overlay)


def _detector(cfg: DictConfig, engine: NerEngine | None) -> Detector:
    vocabulary = Vocabulary()
    patterns = build(cfg.patterns)
    structure = build(cfg.structure, vocabulary=vocabulary)
    # The published recipe keeps what its model says; the veto belongs to reading the screen.
    veto = vocabulary if structure is not None else None
    ner = None if engine is None else NerDetector(engine, cfg.ner.thresholds, veto)
    parts = [patterns, structure, ner]
    if not any(part is not None for part in parts):
        return NoDetector()
    if structure is not None:
        parts.append(JoinDetector((patterns, ner), vocabulary))
    return ChainDetector(parts, types=cfg.types)
