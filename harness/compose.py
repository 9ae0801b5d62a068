"""The only place that builds objects from configuration."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Any

from hydra.utils import get_class
from omegaconf import DictConfig, OmegaConf

from harness.core.protocols import Agent, Device, Pipeline, Suite
from harness.errors import ConfigError
from harness.privacy.pipeline import AnonymizationPipeline
from harness.privacy.transformer.transformer import UiTransformer
from harness.run.identity import ROOT
from harness.run.store import Scrubber


def build(cfg: DictConfig | None, **extra: Any) -> Any:
    """An object of ``cfg._target_``, or None where the slot is empty.

    Every option of a group declares the same keys, so that an override works on each of them;
    a class is given those that its constructor takes.

    Args:
        cfg: ``_target_`` and constructor arguments.
        extra: Arguments that configuration can't express.

    Raises:
        ConfigError: The class doesn't exist or rejects its arguments.
    """
    if cfg is None or cfg.get("_target_") is None:
        return None
    plain = OmegaConf.to_container(cfg, resolve=True)
    assert isinstance(plain, dict)
    target = str(plain.pop("_target_"))
    try:
        kind = get_class(target)
    except (ImportError, ValueError) as error:
        raise ConfigError(f"{target} can't be imported ({type(error).__name__})") from None
    taken = inspect.signature(kind).parameters
    arguments = {str(k): v for k, v in plain.items() if k in taken} | extra
    try:
        return kind(**arguments)
    except (TypeError, ValueError) as error:
        raise ConfigError(f"{target.rpartition('.')[2]}: {error}") from None
