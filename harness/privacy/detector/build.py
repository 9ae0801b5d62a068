"""The detector as the default pipeline puts it together, for tools that need no config."""

from __future__ import annotations

from collections.abc import Sequence

from harness.core.protocols import NerEngine
from harness.privacy.detector.chain import ChainDetector
from harness.privacy.detector.join import JoinDetector
from harness.privacy.detector.ner import NerDetector
from harness.privacy.detector.rules import REGIONS, RulesDetector
from harness.privacy.detector.structure import StructureDetector
from harness.privacy.detector.vocabulary import Vocabulary


def shield(engine: NerEngine | None = None, regions: Sequence[str] = REGIONS) -> ChainDetector:
    """Rules, structure and, with an engine, NER.

    Args:
        engine: The NER model, None for the ``rules`` variant.
        regions: ISO 3166 codes in which phone numbers without a prefix are tried.
    """
    vocabulary = Vocabulary()
    rules = RulesDetector(regions)
    ner = NerDetector(engine, vocabulary=vocabulary) if engine is not None else None
    return ChainDetector(
        (rules, StructureDetector(vocabulary), ner, JoinDetector((rules, ner), vocabulary))
    )
