from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

from harness.core.entity import EntityType
from harness.engine.ner.training.evaluate import HELDOUT, LANGUAGE_GROUPS, load_heldout
from harness.engine.ner.words import split_words

pytest.importorskip("faker", reason="pip install '.[train]'")
pytest.importorskip("wagtail", reason="pip install '.[train]'")
from harness.engine.ner.training.corpus import (  # noqa: E402
    LABELS,
    CorpusGenerator,
    Sample,
    catalogue_strings,
    cldr_strings,
    pack,
    to_gliner,
)
from harness.engine.ner.training.phrases import load  # noqa: E402


@pytest.fixture(scope="module")
def generator() -> CorpusGenerator:
    return CorpusGenerator(7)


@pytest.fixture(scope="module")
def samples(generator: CorpusGenerator) -> list[Sample]:
    return list(generator.samples(6000))


def test_one_seed_gives_one_corpus_and_leaves_the_global_random_state_alone(
    samples: list[Sample],
) -> None:
    random.seed(3)
    before = random.getstate()
    assert list(CorpusGenerator(7).samples(300)) == samples[:300]
    assert random.getstate() == before


def test_another_seed_gives_another_corpus(samples: list[Sample]) -> None:
    assert list(CorpusGenerator(8).samples(300)) != samples[:300]


def test_spans_lie_on_word_boundaries_of_their_text(samples: list[Sample]) -> None:
    for sample in samples:
        words = split_words(sample.text)
        starts, ends = {w.start for w in words}, {w.end for w in words}
        position = 0
        for start, end, kind in sample.spans:
            assert position <= start < end <= len(sample.text)
            assert start in starts
            assert end in ends
            assert kind in LABELS
            position = end


def test_every_type_and_enough_negatives_occur(samples: list[Sample]) -> None:
    assert {kind for s in samples for _, _, kind in s.spans} == {t.value for t in EntityType}
    assert 0.3 < sum(not s.spans for s in samples) / len(samples) < 0.6


def test_no_slot_is_left_unfilled(samples: list[Sample]) -> None:
    assert not [s.text for s in samples if re.search(r"\{\w\}", s.text)]


def test_rows_keep_every_string_and_span(samples: list[Sample]) -> None:
    rows = list(pack(iter(samples[:800]), random.Random(1), max_words=48))
    assert len(rows) < 500
    values = [row.text[s:e] for row in rows for s, e, _ in row.spans]
    assert values == [x.text[s:e] for x in samples[:800] for s, e, _ in x.spans]


def test_training_items_keep_the_spans_of_their_labels(samples: list[Sample]) -> None:
    rng = random.Random(0)
    for sample in samples[:500]:
        item = to_gliner(sample, rng, max_words=64, max_width=16)
        if item is None:
            continue
        for first, last, label in item["ner"]:
            assert label in item["ner_labels"]
            assert 0 <= first <= last < len(item["tokenized_text"])


def test_heldout_strings_are_not_in_the_corpus(
    generator: CorpusGenerator, samples: list[Sample]
) -> None:
    heldout = {item.text.casefold() for item in load_heldout()}
    heldout |= {item.text.casefold() for item in load_heldout(HELDOUT.with_name("dev.json"))}
    phrases = load()
    sources = [
        [s.text for s in samples],
        [s.text for s in generator.samples(20_000)],
        [t for texts in catalogue_strings().values() for t in texts],
        cldr_strings(),
        phrases.ui_en,
        phrases.ui_other,
        phrases.brands,
        *phrases.messages.values(),
    ]
    for source in sources:
        assert not heldout & {text.casefold() for text in source}


@pytest.mark.parametrize("path", [HELDOUT, HELDOUT.with_name("dev.json")])
def test_heldout_is_large_enough_multilingual_and_well_formed(path: Path) -> None:
    items = load_heldout(path)
    assert sum(bool(i.gold) for i in items) >= 60
    assert sum(not i.gold for i in items) >= 60
    assert {i.lang for i in items} == {lang for group in LANGUAGE_GROUPS.values() for lang in group}
    for item in items:
        for start, end, kind in item.gold:
            assert 0 <= start < end <= len(item.text)
            assert EntityType(kind)
