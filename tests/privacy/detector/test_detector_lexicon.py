"""Which words people are called by, and which words everybody uses."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.privacy.detector.lexicon import (
    full_name,
    han_name,
    is_given,
    is_ordinary,
    name_within,
    not_a_person,
    ordinary_phrase,
)


@pytest.mark.parametrize(
    "text",
    ["Maria Lopez", "pRiya BERgStRÖM", "Rose Chambers", "Götz Hinrichsen", "Дарья Иванова",
     "Lopez, Maria", "Iker de la Vega"],
)  # fmt: skip
def test_full_names(text: str) -> None:
    assert full_name(text)
    assert not ordinary_phrase(text)


@pytest.mark.parametrize(
    "text",
    ["Copper Kettle Supply", "The Garden Post", "Shopping budget", "Book title",
     "Choose recipient", "Auto und Pass", "Tarjeta de crédito", "Настройки"],
)  # fmt: skip
def test_headings_and_companies_are_no_names(text: str) -> None:
    assert not full_name(text)
    assert ordinary_phrase(text)


def test_a_word_that_is_a_name_too_is_not_ordinary() -> None:
    for word in ("Will", "May", "Rose", "Grace"):
        assert is_given(word)
        assert not is_ordinary(word)
    for word in ("settings", "the", "und", "E-Mail"):
        assert is_ordinary(word)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Email Ann Lee", "Ann Lee"),
        ("Ann Lee wrote", "Ann Lee"),
        ("Frank Weiter", "Frank Weiter"),
        ("K.Rohan", "K.Rohan"),
        ("Dafydd Penrose", "Dafydd Penrose"),
    ],
)
def test_the_name_within_a_supposed_name(text: str, name: str) -> None:
    start, end = name_within(text)
    assert text[start:end] == name


@given(st.text(max_size=40))
def test_the_name_within_is_a_stretch_of_the_text(text: str) -> None:
    start, end = name_within(text)
    assert 0 <= start <= end <= len(text)


def test_senders_that_are_rather_companies() -> None:
    assert not_a_person("Paper Mill Books")
    assert not_a_person("Cloudbox")
    for person in ("Maria Lopez", "Dafydd Penrose", "חנה סגל"):
        assert not not_a_person(person)


def test_names_in_han_characters() -> None:
    for name in ("张一鸣", "王小明", "欧阳若琳", "李娜"):
        assert han_name(name), name
    for phrase in ("关于手机", "设置", "安全码", "电子邮件", "文件夹", "成功", "王小明的手机"):
        assert not han_name(phrase), phrase
