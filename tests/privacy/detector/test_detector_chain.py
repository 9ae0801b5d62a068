"""Merging, protected tokens, values split over views, the NER wrapper."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from detector_pages import Page, found
from hypothesis import given
from hypothesis import strategies as st
from properties import examples

from harness.core.entity import EntityType, Span
from harness.errors import ConfigError
from harness.privacy.detector.build import shield
from harness.privacy.detector.chain import ChainDetector, NoDetector
from harness.privacy.detector.ner import NerDetector
from harness.privacy.detector.regex import RegexDetector
from harness.privacy.detector.vocabulary import Vocabulary
from harness.privacy.screen import Detection, Field, Part, Screen


class Fixed:
    """Detections set in advance: (start, end, type, score) in the only field."""

    name = "fixed"

    def __init__(self, *spans: tuple[int, int, str, float], source: str = "ner") -> None:
        self._spans = spans
        self._source = source

    def detect(self, screen: Screen) -> list[Detection]:
        text = screen.fields[0].text
        return [
            Detection((Part(0, a, b),), text[a:b], EntityType(t), self._source, score)
            for a, b, t, score in self._spans
        ]

    def identity(self) -> dict[str, str]:
        return {"weights": "0" * 64}


class Words:
    """A NER engine that knows some words."""

    name = "words"

    def __init__(self, **types: str) -> None:
        self._types = types
        self.read: list[str] = []

    def detect(self, texts: Sequence[str]) -> list[list[Span]]:
        self.read += texts
        return [
            [
                Span(text.index(word), text.index(word) + len(word), EntityType(type_), "ner", 0.9)
                for word, type_ in self._types.items()
                if word in text
            ]
            for text in texts
        ]

    def identity(self) -> dict[str, str]:
        return {}


def merged(text: str, *spans: tuple[int, int, str, float]) -> list[tuple[str, str]]:
    detections = ChainDetector([Fixed(*spans)]).detect(Screen.of_text(text))
    return [(str(d.type), d.value) for d in detections]


def test_half_overlapping_names_leave_no_tail() -> None:
    text = "Dana Reyes Lopez"
    assert merged(text, (0, 10, "PERSON_NAME", 0.9), (5, 16, "PERSON_NAME", 0.8)) == [
        ("PERSON_NAME", "Dana Reyes Lopez")
    ]


def test_a_possessive_does_not_survive() -> None:
    assert merged("Eric's", (0, 4, "PERSON_NAME", 0.9), (0, 6, "PERSON_NAME", 0.7)) == [
        ("PERSON_NAME", "Eric's")
    ]


def test_a_message_is_cut_around_an_identifier() -> None:
    text = "call me at 202-555-0142, please"
    got = merged(text, (0, len(text), "MESSAGE_CONTENT", 0.9), (11, 23, "PHONE_NUMBER", 0.9))
    assert got == [
        ("MESSAGE_CONTENT", "call me at"),
        ("PHONE_NUMBER", "202-555-0142"),
        ("MESSAGE_CONTENT", "please"),
    ]


def test_a_checked_number_wins_over_a_longer_guess() -> None:
    text = "pay 4111 1111 1111 1111 now"
    rules = Fixed((4, 23, "CREDIT_CARD", 1.0), source="rules")
    chain = ChainDetector([Fixed((0, 27, "ORDER_NUMBER", 0.99)), rules])
    assert ("CREDIT_CARD", "4111 1111 1111 1111") in found(chain.detect(Screen.of_text(text)))


@pytest.mark.parametrize(
    "token",
    ["PHONE_NUMBER#6yvrf", "PERSON_NAME#a1b2c_2", "PERSON_NAME_1", "[CREDIT_CARD]"],
)
def test_placeholders_are_never_detected_again(token: str) -> None:
    text = f"call {token} now"
    assert merged(text, (5, 5 + len(token), "PERSON_NAME", 0.9)) == []
    whole = merged(text, (0, len(text), "MESSAGE_CONTENT", 0.9))
    assert whole == [("MESSAGE_CONTENT", "call"), ("MESSAGE_CONTENT", "now")]


def test_tokens_of_others_are_ordinary_text() -> None:
    assert merged("JIRA#12345", (0, 10, "ORDER_NUMBER", 0.9)) == [("ORDER_NUMBER", "JIRA#12345")]


def test_only_active_types_are_found() -> None:
    chain = ChainDetector([Fixed((0, 4, "PERSON_NAME", 0.9), (5, 9, "EMAIL", 0.9))], ["EMAIL"])
    assert found(chain.detect(Screen.of_text("Dana mail"))) == {("EMAIL", "mail")}


def test_an_unknown_type_is_refused() -> None:
    with pytest.raises(ConfigError, match="PHONE"):
        ChainDetector([], ["PHONE"])


def test_a_slot_switched_off_is_left_out() -> None:
    assert ChainDetector([None, NoDetector()]).detect(Screen.of_text("4111111111111111")) == []


def test_weights_of_all_parts_are_named() -> None:
    assert ChainDetector([Fixed(), NoDetector()]).identity() == {"weights": "0" * 64}


SPANS = st.lists(
    st.tuples(
        st.integers(0, 30),
        st.integers(1, 15),
        st.sampled_from(sorted(EntityType)),
        st.floats(0, 1),
        st.sampled_from(["rules", "ner", "structure"]),
    ),
    max_size=8,
)


@given(st.text("ab1 .,#_é王", min_size=31, max_size=46), SPANS)
def test_no_detected_character_survives_and_nothing_overlaps(
    text: str, spans: list[tuple[int, int, str, float, str]]
) -> None:
    parts = [
        Fixed((start, min(start + size, len(text)), type_, score), source=source)
        for start, size, type_, score, source in spans
    ]
    detections = ChainDetector(parts).detect(Screen.of_text(text))
    covered: list[int] = []
    for detection in detections:
        for part in detection.parts:
            assert 0 <= part.start < part.end <= len(text)
            covered += range(part.start, part.end)
    assert len(covered) == len(set(covered))
    for start, size, *_ in spans:
        assert all(i in covered for i in range(start, min(start + size, len(text)))
                   if text[i].isalnum())  # fmt: skip


# ---------------------------------------------------------------- split values


def test_four_card_groups_in_four_views() -> None:
    page = Page()
    for i, group in enumerate(["4111", "1111", "1111", "1111"]):
        page.text((40 + 220 * i, 300, 230 + 220 * i, 380), group)
    (card,) = shield().detect(page.screen())
    assert (str(card.type), len(card.parts)) == ("CREDIT_CARD", 4)
    assert card.value == "4111 1111 1111 1111"


def test_a_code_typed_digit_by_digit() -> None:
    page = Page()
    page.text((40, 100, 800, 160), "Enter the verification code")
    for i, digit in enumerate("482913"):
        page.view(page.body, "EditText", (40 + 120 * i, 600, 130 + 120 * i, 700), digit)
    (code,) = [d for d in shield().detect(page.screen()) if d.type == "PASSWORD"]
    assert len(code.parts) == 6


def test_a_keypad_is_no_code() -> None:
    page = Page()
    for i in range(9):
        box = (300 * (i % 3), 900 + 200 * (i // 3), 300 * (i % 3) + 280, 1080 + 200 * (i // 3))
        page.view(page.body, "Button", box, str(i + 1))
    assert shield().detect(page.screen()) == []


def test_address_lines_in_three_views() -> None:
    page = Page()
    for i, line in enumerate(["12 Birch Road", "Springfield", "IL 62704"]):
        page.text((40, 800 + 60 * i, 900, 850 + 60 * i), line)
    (address,) = shield().detect(page.screen())
    assert (str(address.type), len(address.parts)) == ("ADDRESS", 3)


def test_first_and_last_name_side_by_side() -> None:
    page = Page()
    page.text((40, 300, 160, 360), "John")
    page.text((170, 300, 300, 360), "Smith")
    engine = Words(**{"John Smith": "PERSON_NAME"})
    (person,) = shield(engine).detect(page.screen())
    assert (person.value, len(person.parts)) == ("John Smith", 2)


def test_a_model_reads_over_an_edge_only_where_words_of_a_name_may_meet() -> None:
    page = Page()
    page.text((40, 300, 160, 360), "John")
    page.text((170, 300, 300, 360), "Smith")
    for i, line in enumerate(["12 Birch Road", "Springfield", "IL 62704"]):
        page.text((40, 800 + 60 * i, 900, 850 + 60 * i), line)
    engine = Words()
    shield(engine).detect(page.screen())
    assert [text for text in engine.read if "John" in text] == ["John", "John Smith"]
    assert [text for text in engine.read if "Spring" in text] == ["Springfield"]


# ---------------------------------------------------------------- NER


def screen(*texts: str) -> Screen:
    return Screen(tuple(Field(i, "text", t) for i, t in enumerate(texts)), (), (0, 0))


def test_a_person_has_letters() -> None:
    engine = Words(**{"6033391": "PERSON_NAME", "-0.96": "PERSON_NAME", "Dana": "PERSON_NAME"})
    detections = NerDetector(engine).detect(screen("6033391", "-0.96", "Dana"))
    assert [d.value for d in detections] == ["Dana"]


def test_ui_texts_are_not_even_read() -> None:
    engine = Words(Settings="PERSON_NAME")
    detector = NerDetector(engine, vocabulary=Vocabulary())
    assert detector.detect(screen("Settings", "7", "•••", "PERSON_NAME#a1b2c", "12:30")) == []
    assert engine.read == []


def test_scores_below_the_threshold_are_dropped() -> None:
    engine = Words(Dana="PERSON_NAME")
    assert NerDetector(engine, thresholds={"PERSON_NAME": 0.95}).detect(screen("Dana")) == []


def test_a_text_is_read_once() -> None:
    engine = Words(Dana="PERSON_NAME")
    detector = NerDetector(engine)
    for _ in range(2):
        assert [d.value for d in detector.detect(screen("Dana was here"))] == ["Dana"]
    assert engine.read == ["Dana was here"]


def test_plain_patterns_of_the_published_recipe() -> None:
    got = found(RegexDetector().detect(Screen.of_text("mail a@example.com or 202-555-0142")))
    assert {("EMAIL", "a@example.com"), ("PHONE_NUMBER", "202-555-0142")} <= got


# ---------------------------------------------------------------- whole screens

WORDS = st.one_of(
    st.sampled_from(
        [
            "Anna Lind",
            "10:40",
            "Yesterday",
            "Phone",
            "555-0142",
            "姓名",
            "王小明",
            "$4.20",
            "See all",
        ]
    ),
    st.text(max_size=30),
)
SHIELD = shield()


@examples(60)
@given(st.lists(st.tuples(WORDS, WORDS, WORDS), min_size=1, max_size=5), st.booleans())
def test_any_screen_gives_disjoint_detections_inside_their_fields(
    rows: list[tuple[str, str, str]], image: bool
) -> None:
    page = Page("com.example.chat")
    for i, cells in enumerate(rows):
        clean = ["".join(c for c in t if c.isprintable()) for t in cells]
        places = ((200, 0), (200, 1), (880, 0))
        page.row(
            page.list(), i, *[(x, y, t) for (x, y), t in zip(places, clean, strict=True)],
            image=image,
        )  # fmt: skip
    view = page.screen()
    seen: set[tuple[int, int]] = set()
    for detection in SHIELD.detect(view):
        for part in detection.parts:
            assert 0 <= part.start < part.end <= len(view.fields[part.field].text)
            here = {(part.field, i) for i in range(part.start, part.end)}
            assert not here & seen
            seen |= here


@given(st.text(max_size=60))
@examples(60)
def test_any_instruction_is_read(text: str) -> None:
    for detection in SHIELD.detect(Screen.of_text(text)):
        (part,) = detection.parts
        assert detection.value == text[part.start : part.end]


def test_lines_that_only_ocr_saw() -> None:
    from harness.core.geometry import Box

    fields = (
        Field(None, "image", "Phone", Box(40, 100, 200, 140)),
        Field(None, "image", "(202) 555-0142", Box(40, 150, 400, 190)),
        Field(None, "image", "Name", Box(40, 300, 200, 340)),
        Field(None, "image", "bRIttney WagNER", Box(40, 350, 400, 390)),
    )
    assert found(SHIELD.detect(Screen(fields, (), (1080, 2400)))) == {
        ("PHONE_NUMBER", "(202) 555-0142"),
        ("PERSON_NAME", "bRIttney WagNER"),
    }
