from hypothesis import given
from hypothesis import strategies as st

from harness.core.entity import EntityType
from harness.privacy.transformer.spans import Hit, disjoint, replaced

NAME, EMAIL = EntityType.PERSON_NAME, EntityType.EMAIL


def hit(start, end, token="T", type=NAME, source="ner"):
    return Hit(start, end, token, type, source)


def test_the_longest_wins_and_swallows_what_it_holds():
    text = "Eric's phone"
    assert replaced(text, disjoint([hit(0, 4, "A"), hit(0, 6, "B")], text)) == "B phone"


def test_what_sticks_out_of_a_half_overlap_keeps_its_own_placeholder():
    text = "Dana Reyes Garden"
    hits = disjoint([hit(0, 10, "A"), hit(5, 17, "B", EMAIL)], text)
    assert replaced(text, hits) == "AB"


def test_both_halves_of_one_value_around_a_longer_one_are_hidden():
    text = "ab cdefgh ij"
    assert replaced(text, disjoint([hit(0, 12, "A"), hit(3, 9, "B")], text)) == "A"
    assert (
        replaced(text, disjoint([hit(0, 5, "A"), hit(3, 9, "B"), hit(8, 12, "C")], text)) == "ABC"
    )


def test_left_over_punctuation_is_not_worth_a_placeholder():
    text = "(555-0142)"
    assert replaced(text, disjoint([hit(1, 9, "A"), hit(8, 10, "B")], text)) == "(A)"


def test_a_value_without_letters_is_hidden_too():
    assert replaced("🎂🎂", disjoint([hit(0, 2, "A")], "🎂🎂")) == "A"


@given(
    st.text("ab1 .", min_size=1, max_size=30).flatmap(
        lambda text: st.tuples(
            st.just(text),
            st.lists(
                st.tuples(
                    st.integers(0, len(text) - 1), st.integers(1, len(text)), st.sampled_from("XYZ")
                ).filter(lambda t: t[0] < t[1]),
                max_size=6,
            ),
        )
    )
)
def test_hits_are_disjoint_and_hide_every_letter_that_was_detected(case):
    text, ranges = case
    result = disjoint([hit(s, e, token) for s, e, token in ranges], text)
    assert all(a.end <= b.start for a, b in zip(result, result[1:], strict=False))
    detected = {i for s, e, _ in ranges for i in range(s, e) if text[i].isalnum()}
    hidden = {i for h in result for i in range(h.start, h.end)}
    assert detected <= hidden
    assert {t for _, _, t in ranges} >= {h.placeholder for h in result}
