"""What a model says is kept only where it can be true."""

import pytest

from harness.core.entity import EntityType, Span
from harness.privacy.detector.ner import NerDetector
from harness.privacy.detector.vocabulary import Vocabulary
from harness.privacy.screen import Screen


class Says:
    """A model that finds one stretch of every text that has it."""

    name = "says"

    def __init__(self, value, type, score=0.95):
        self.value, self.type, self.score, self.asked = value, type, score, []

    def detect(self, texts):
        self.asked += texts
        starts = [t.find(self.value) for t in texts]
        return [
            [Span(s, s + len(self.value), self.type, "ner", self.score)] if s >= 0 else []
            for s in starts
        ]

    def identity(self):
        return {}


def found(text, value, type, score=0.95, **kwargs):
    detector = NerDetector(Says(value, type, score), vocabulary=Vocabulary(), **kwargs)
    return [(d.value, d.type) for d in detector.detect(Screen.of_text(text))]


@pytest.mark.parametrize(
    ("text", "value", "type"),
    [
        ("ping dana_r92 later", "dana_r92", EntityType.USERNAME),
        ("follow @dana.r on it", "@dana.r", EntityType.USERNAME),
        ("lunch with Dana Reyes", "Dana Reyes", EntityType.PERSON_NAME),
    ],
)
def test_what_can_be_true_is_kept(text, value, type):
    assert found(text, value, type) == [(value, type)]


@pytest.mark.parametrize(
    ("text", "value", "type"),
    [
        ("icon_top@2x_a1b2c3", "@2x_a1b2c3", EntityType.USERNAME),
        ("王小明 喜欢 这个", "王小明 喜欢", EntityType.USERNAME),
        ("call 6033391 now", "6033391", EntityType.PERSON_NAME),
        ("born in the spring", "spring", EntityType.DATE_OF_BIRTH),
    ],
)
def test_what_cannot_be_true_is_dropped(text, value, type):
    assert found(text, value, type) == []


def test_two_people_that_the_model_takes_for_one_are_two():
    text, value = "Who is older, Ann Lee or Bo Marr?", "Ann Lee or Bo Marr"
    person = EntityType.PERSON_NAME
    assert set(found(text, value, person)) == {("Ann Lee", person), ("Bo Marr", person)}


def test_a_score_below_the_bar_of_its_type_is_dropped_unless_the_bar_is_lowered():
    text, value = "she works at Brightwell Mills", "Brightwell Mills"
    type = EntityType.EMPLOYER_OR_SCHOOL
    assert found(text, value, type, score=0.7) == []
    assert found(text, value, type, score=0.9) == [(value, type)]
    lowered = {"EMPLOYER_OR_SCHOOL": 0.6}
    assert found(text, value, type, score=0.7, thresholds=lowered) == [(value, type)]


def test_labels_and_placeholders_are_not_sent_to_the_model():
    engine = Says("x", EntityType.PERSON_NAME)
    detector = NerDetector(engine, vocabulary=Vocabulary())
    for text in ("Settings", "PERSON_NAME#a1b2c", "•••", "7"):
        detector.detect(Screen.of_text(text))
    assert engine.asked == []
