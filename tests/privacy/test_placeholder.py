import hashlib
from itertools import islice

import pytest
from hypothesis import given
from hypothesis import strategies as st
from properties import examples

from harness.core.canonical import canonical
from harness.core.entity import EntityType
from harness.privacy.placeholder import (
    CONSTANT,
    HASHED,
    NUMBERED,
    ConstantScheme,
    CounterScheme,
    HmacScheme,
    RandomScheme,
    Sha256Scheme,
    Subject,
    base36_tail,
    neutral,
)

KEY = b"k" * 32
quick = examples(25)
VECTORS = [
    ("+1 (555) 867-5309", EntityType.PHONE_NUMBER, "PHONE_NUMBER#6yvrf"),
    ("John  SMITH", EntityType.PERSON_NAME, "PERSON_NAME#dxe53"),
    ("Maria.Lopez@example.com", EntityType.EMAIL, "EMAIL#g1qcp"),
    ("4111 1111 1111 1111", EntityType.CREDIT_CARD, "CREDIT_CARD#okein"),
    ("王小明", EntityType.PERSON_NAME, "PERSON_NAME#g26x9"),
]


def subject(value, type=EntityType.PERSON_NAME):
    return Subject(canonical(value, type), value, type)


def first(scheme, value, type=EntityType.PERSON_NAME, key=KEY, ordinal=1):
    return next(iter(scheme.candidates(subject(value, type), key, ordinal)))


@pytest.mark.parametrize(("value", "type", "token"), VECTORS)
def test_published_vectors(value, type, token):
    assert first(Sha256Scheme(), value, type) == token


def test_two_numbers_share_a_hash():
    tokens = {first(Sha256Scheme(), f"+155500{n}", EntityType.PHONE_NUMBER) for n in
              ("00750", "05513")}  # fmt: skip
    assert len(tokens) == 1


def test_the_tail_is_zero_padded_and_low_order():
    assert base36_tail(0) == "00000"
    assert base36_tail(36**5 + 35) == "0000z"


def test_the_published_recipe_hashes_the_surface_form():
    scheme = Sha256Scheme(surface=True)
    digest = hashlib.sha256(b"John  SMITH|PERSON_NAME").digest()
    assert first(scheme, "John  SMITH").endswith(base36_tail(int.from_bytes(digest, "big")))
    assert first(scheme, "john smith") != first(scheme, "John  SMITH")


def test_a_keyed_token_depends_on_the_key_and_on_nothing_else():
    scheme = HmacScheme()
    assert first(scheme, "Dana Reyes") == first(scheme, "DANA REYES", ordinal=9)
    assert first(scheme, "Dana Reyes") != first(scheme, "Dana Reyes", key=b"other")
    assert first(scheme, "Dana Reyes") != first(Sha256Scheme(), "Dana Reyes")


def test_a_random_token_tells_nothing_about_the_value():
    scheme = RandomScheme()
    assert first(scheme, "Dana Reyes") == first(scheme, "Ann Lee")
    assert first(scheme, "Dana Reyes") != first(scheme, "Dana Reyes", ordinal=2)
    assert first(scheme, "Dana Reyes") != first(scheme, "Dana Reyes", key=b"other")


def test_counters_and_constants():
    assert first(CounterScheme(), "Dana Reyes", ordinal=3) == "PERSON_NAME_3"
    assert first(ConstantScheme(), "Dana Reyes") == "[PERSON_NAME]"


@pytest.mark.parametrize("scheme", [Sha256Scheme(), HmacScheme(), RandomScheme(), CounterScheme()])
@quick
@given(value=st.text(min_size=1), type=st.sampled_from(EntityType))
def test_a_scheme_reads_its_own_tokens_and_never_runs_out(scheme, value, type):
    tokens = list(islice(scheme.candidates(Subject(value, value, type), KEY, 1), 12))
    assert len(set(tokens)) == 12
    for token in tokens:
        (mention,) = scheme.grammar.mentions(f"请给{token}, now")
        assert (mention.token, mention.type, mention.exact) == (token, type, True)


@pytest.mark.parametrize(
    "mangled",
    [
        "Phone_Number #A1B2C",
        "PHONE NUMBER#a1b2c",
        "phone-number # a1b2c",
        "PHONE_NUMBER%23a1b2c",
        "PHONE%5FNUMBER%23a1b2c",
        "PHONE_NUMBER&#35;a1b2c",
        "PHONE_NUMBER&num;a1b2c",
        r"PHONE\_NUMBER\#a1b2c",
        "PHONE_NUMBER＃a1b2c",
        "PHONENUMBER#a1b2c",
    ],
)
def test_mangled_tokens_have_a_normal_form(mangled):
    text = f'say "{mangled}."'
    (mention,) = HASHED.mentions(text)
    assert mention.token == "PHONE_NUMBER#a1b2c"
    assert text[mention.start : mention.end] == mangled
    assert not mention.exact


@pytest.mark.parametrize(
    "text",
    [
        "JIRA#12345", "MY_EMAIL#a1b2c", "EMAIL#a1b2", "EMAIL a1b2c", "#a1b2c", "number #48213",
        "EMAIL♯a1b2c", "PHONE NUMBER#a1b2cd",
    ],
)  # fmt: skip
def test_other_texts_are_no_tokens(text):
    assert HASHED.mentions(text) == []


def test_the_longest_token_is_read():
    text = "EMAIL#a1b2c EMAIL#a1b2c_2 EMAIL#a1b2c_12 EMAIL#a1b2c_1"
    assert [m.token for m in HASHED.mentions(text)] == [
        "EMAIL#a1b2c", "EMAIL#a1b2c_2", "EMAIL#a1b2c_12", "EMAIL#a1b2c",
    ]  # fmt: skip
    assert [m.token for m in NUMBERED.mentions("PERSON_NAME_1, PERSON_NAME_10")] == [
        "PERSON_NAME_1", "PERSON_NAME_10",
    ]  # fmt: skip


def test_a_token_that_runs_into_a_word_is_not_exact():
    (mention,) = HASHED.mentions("EMAIL#a1b2cde")
    assert mention.token == "EMAIL#a1b2c"
    assert not mention.exact


def test_two_glued_tokens_are_two():
    found = HASHED.mentions("EMAIL#a1b2cPERSON_NAME#d3e4f")
    assert [m.token for m in found] == ["EMAIL#a1b2c", "PERSON_NAME#d3e4f"]
    assert all(m.exact for m in found)


def test_counters_forgive_case_but_not_ordinary_english():
    assert [m.token for m in NUMBERED.mentions(r"person_name_1 Person-Name\_2")] == [
        "PERSON_NAME_1", "PERSON_NAME_2",
    ]  # fmt: skip
    assert NUMBERED.mentions("phone number 1") == []


def test_a_type_whose_name_ends_like_another():
    assert [m.token for m in HASHED.mentions("IP_ADDRESS#a1b2c")] == ["IP_ADDRESS#a1b2c"]
    assert [m.token for m in CONSTANT.mentions("[IP_ADDRESS] [ADDRESS]")] == [
        "[IP_ADDRESS]", "[ADDRESS]",
    ]  # fmt: skip


@pytest.mark.parametrize("token", ["EMAIL#a1b2c", "EMAIL#a1b2c_2", "PERSON_NAME_12"])
def test_a_neutral_look_alike_is_read_by_no_grammar(token):
    twin = neutral(token)
    assert len(twin) == len(token)
    for grammar in (HASHED, NUMBERED, CONSTANT):
        assert grammar.mentions(twin) == []
        assert grammar.mentions(twin.upper()) == []


@quick
@given(st.text(alphabet="EMAIL#_%23 abc12\\&;＃ſK[]", max_size=40))
def test_reading_never_fails_and_mentions_do_not_overlap(text):
    for grammar in (HASHED, NUMBERED, CONSTANT):
        end = 0
        for mention in grammar.mentions(text):
            assert end <= mention.start < mention.end <= len(text)
            end = mention.end
