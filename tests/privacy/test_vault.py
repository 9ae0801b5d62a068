import copy
import logging
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st
from properties import examples

from harness.core.canonical import canonical, fold
from harness.core.entity import EntityType
from harness.errors import ConfigError
from harness.privacy.placeholder import (
    ConstantScheme,
    CounterScheme,
    HmacScheme,
    RandomScheme,
    Sha256Scheme,
)
from harness.privacy.vault import SessionVault

T = EntityType
KEY = b"k" * 32
quick = examples(25)
RESOLVING = [Sha256Scheme(), Sha256Scheme(surface=True), HmacScheme(), RandomScheme(),
             CounterScheme()]  # fmt: skip
SCHEMES = [*RESOLVING, ConstantScheme()]


def vault(scheme=None, *, max_screens=None, region="US", key=KEY):
    return SessionVault(scheme or Sha256Scheme(), region, key, max_screens=max_screens)


def replaced(table, text):
    for known in reversed(table.sweep(text)):
        text = text[: known.start] + known.placeholder + text[known.end :]
    return text


VALUES = st.lists(
    st.tuples(
        st.one_of(
            st.from_regex(r"[A-Z][a-z]{2,8} [A-Z][a-z]{2,8}", fullmatch=True),
            st.from_regex(r"\+1[2-9]\d{9}", fullmatch=True),
            st.from_regex(r"[a-z]{2,8}\.[a-z]{2,8}@example\.com", fullmatch=True),
            st.text(min_size=1, max_size=12).filter(fold),
        ),
        st.sampled_from(EntityType),
    ),
    min_size=1,
    max_size=12,
)


class TestBothDirections:
    @pytest.mark.parametrize("scheme", RESOLVING, ids=lambda s: s.name)
    @quick
    @given(values=VALUES)
    def test_round_trip(self, scheme, values):
        table = vault(scheme)
        for value, type in values:
            token = table.register(value, type)
            back = table.lookup(token)
            assert table.register(back, type) == token
            assert table.register(value, type) == token
            assert table.lookup(token) == back

    @pytest.mark.parametrize("scheme", [Sha256Scheme(), HmacScheme()], ids=lambda s: s.name)
    @quick
    @given(values=VALUES)
    def test_hashed_tokens_do_not_depend_on_the_order(self, scheme, values):
        seen = {(canonical(v, t), fold(v)): (v, t) for v, t in values}
        forms = [form for keys in seen for form in set(keys)]
        distinct = [v for keys, v in seen.items() if all(forms.count(f) == 1 for f in set(keys))]
        one, other = vault(scheme), vault(scheme)
        first = [one.register(v, t) for v, t in distinct]
        second = [other.register(v, t) for v, t in reversed(distinct)]
        if not any("_2" in token.partition("#")[2] for token in first):
            assert first == second[::-1]

    def test_spellings_of_one_value_share_a_token_and_the_first_is_given_back(self):
        table = vault()
        token = table.register("Maria  LOPEZ", T.PERSON_NAME)
        assert table.register("maria lopez", T.PERSON_NAME) == token
        assert table.lookup(token) == "Maria  LOPEZ"
        phone = table.register("(555) 867-5309", T.PHONE_NUMBER)
        assert phone == table.register("+15558675309", T.PHONE_NUMBER) == "PHONE_NUMBER#6yvrf"
        assert len(table) == 2

    def test_by_surface_they_do_not(self):
        table = vault(Sha256Scheme(surface=True))
        assert table.register("Maria", T.PERSON_NAME) != table.register("MARIA", T.PERSON_NAME)

    def test_invisible_characters_are_neither_hashed_nor_given_back(self):
        table = vault()
        token = table.register("\u2068+1 555\u200e 867 5309\u2069", T.PHONE_NUMBER)
        assert token == "PHONE_NUMBER#6yvrf"
        assert table.lookup(token) == "+1 555 867 5309"

    def test_a_collision_gets_a_suffix_and_a_warning_without_the_value(self, caplog):
        table = vault()
        with caplog.at_level(logging.WARNING):
            one = table.register("+15550000750", T.PHONE_NUMBER)
            assert not caplog.records
            two = table.register("+15550005513", T.PHONE_NUMBER)
        assert two == f"{one}_2"
        assert (table.lookup(one), table.lookup(two)) == ("+15550000750", "+15550005513")
        assert "PHONE_NUMBER" in caplog.text
        assert "5550005513" not in caplog.text
        assert "#" not in caplog.text.partition("collision")[2]

    def test_the_first_type_wins(self):
        table = vault()
        token = table.register("dana.r", T.USERNAME)
        assert table.register("Dana.R", T.PERSON_NAME) == token
        assert table.type_of(token) is T.USERNAME
        code = table.register("5558675309", T.ID_NUMBER)
        assert table.register("5558675309", T.PHONE_NUMBER) == code

    def test_one_token_per_span(self):
        table = vault()
        table.register("Dana Reyes", T.PERSON_NAME)
        assert [k.placeholder.count("#") for k in table.sweep("Dana Reyes")] == [1]

    def test_a_token_is_not_a_value(self):
        table = vault()
        token = table.register("Dana Reyes", T.PERSON_NAME)
        assert table.register(token, T.USERNAME) == token
        assert len(table) == 1

    def test_constants_stand_for_nothing_but_are_swept(self):
        table = vault(ConstantScheme())
        assert table.register("Dana Reyes", T.PERSON_NAME) == "[PERSON_NAME]"
        assert table.register("Ann Lee", T.PERSON_NAME) == "[PERSON_NAME]"
        assert table.lookup("[PERSON_NAME]") is None
        assert replaced(table, "Ann Lee, Dana Reyes") == "[PERSON_NAME], [PERSON_NAME]"
        assert [k.type for k in table.tokens("[PASSWORD] [PERSON_NAME]")] == [
            T.PASSWORD, T.PERSON_NAME,
        ]  # fmt: skip

    def test_unknown_tokens(self):
        assert vault().lookup("PHONE_NUMBER#zzzzz") is None
        assert vault().type_of("PHONE_NUMBER#zzzzz") is None

    @pytest.mark.parametrize("value", ["", "  ", "\u200b\u2068"])
    def test_nothing_visible_is_no_value(self, value):
        with pytest.raises(ValueError, match="visible"):
            vault().register(value, T.PERSON_NAME)

    def test_a_region_must_be_one_that_phones_have(self):
        with pytest.raises(ConfigError, match="UK"):
            vault(region="UK")


class TestSweep:
    @pytest.mark.parametrize("name", ["\x1b 00", "00 \x1b", "Dana — Reyes", "- Reyes"])
    def test_a_name_with_a_word_that_has_no_letters(self, name):
        table = vault()
        token = table.register(name, T.PERSON_NAME)
        assert replaced(table, f"x {name} y A") == f"x {token} y A"

    @pytest.mark.parametrize("name", ["\x1b", ":"])
    def test_a_single_sign_is_too_little_to_look_for(self, name):
        table = vault()
        table.register(name, T.PERSON_NAME)
        assert table.sweep(f"x {name} y A") == []

    @pytest.mark.parametrize("scheme", SCHEMES, ids=lambda s: s.name)
    @quick
    @given(values=VALUES, order=st.randoms(use_true_random=False))
    def test_no_known_value_survives_and_a_second_pass_changes_nothing(self, scheme, values, order):
        table = vault(scheme)
        for value, type in values:
            table.register(value, type)
        words = [v for v, _ in values] + ["and", "Settings", "42", "—"]
        order.shuffle(words)
        safe = replaced(table, " ".join(words))
        assert table.sweep(safe) == []
        assert replaced(table, safe) == safe

    @pytest.mark.parametrize("scheme", SCHEMES, ids=lambda s: s.name)
    @quick
    @given(
        names=st.lists(st.from_regex(r"[A-Z][a-z]{2,8} [A-Z][a-z]{2,8}", fullmatch=True)),
        phones=st.lists(st.from_regex(r"[2-9]\d{2}-[2-9]\d{2}-\d{4}", fullmatch=True)),
        emails=st.lists(st.from_regex(r"[a-z]{2,8}\.[a-z]{2,8}@example\.com", fullmatch=True)),
    )
    def test_not_even_as_plain_characters(self, scheme, names, phones, emails):
        table = vault(scheme)
        values = [
            *((n, T.PERSON_NAME) for n in names),
            *((p, T.PHONE_NUMBER) for p in phones),
            *((e, T.EMAIL) for e in emails),
        ]
        for value, type in values:
            table.register(value, type)
        safe = replaced(table, "; ".join(v.swapcase() for v, _ in values))
        assert not any(value.casefold() in safe.casefold() for value, _ in values)

    def test_a_value_inside_a_token_stays(self):
        table = vault()
        token = table.register("王小明", T.PERSON_NAME)
        digits = token.partition("#")[2]
        code = table.register(digits, T.ORDER_NUMBER)
        assert replaced(table, f"{token} {digits}") == f"{token} {code}"

    def test_but_not_inside_a_token_that_an_app_made_up(self):
        table = vault()
        code = table.register("48213", T.ORDER_NUMBER)
        assert replaced(table, "EMAIL#48213") == f"EMAIL#{code}"

    def test_two_sessions_know_nothing_of_each_other(self):
        one, other = vault(), vault()
        token = one.register("Dana Reyes", T.PERSON_NAME)
        assert len(other) == 0
        assert other.lookup(token) is None
        assert other.sweep("Dana Reyes") == []


class TestForeignTokens:
    @pytest.mark.parametrize("scheme", RESOLVING, ids=lambda s: s.name)
    def test_a_token_that_an_app_shows_never_resolves(self, scheme):
        token = vault(scheme).register("+15558675309", T.PHONE_NUMBER)
        table = vault(scheme)
        shown = table.neutralise(f"call {token} now")
        assert len(shown) == len(f"call {token} now")
        assert token not in shown
        mine = table.register("+15558675309", T.PHONE_NUMBER)
        assert mine != token
        assert table.lookup(token) is None
        assert table.lookup(mine) == "+15558675309"
        assert table.mentions(shown) == []
        assert table.neutralise(shown) == shown

    def test_a_mangled_one_is_burned_too(self):
        table = vault()
        table.neutralise("Phone number #6YVRF")
        assert table.register("+15558675309", T.PHONE_NUMBER) == "PHONE_NUMBER#6yvrf_2"

    def test_own_tokens_and_other_texts_stay(self):
        table = vault()
        token = table.register("Dana Reyes", T.PERSON_NAME)
        text = f"{token} JIRA#12345 order number #48213 [EMAIL] EMAIL#1"
        assert table.neutralise(text) == text


class TestLinks:
    def test_partial_mentions(self):
        table = vault()
        maria = table.register("Maria", T.PERSON_NAME)
        lopez = table.register("Maria Lopez", T.PERSON_NAME)
        garcia = table.register("maria garcía", T.PERSON_NAME)
        other = table.register("Mariana Cruz", T.PERSON_NAME)
        assert table.links([maria, lopez, other, garcia, lopez]) == [
            f"{maria} may be {lopez} or {garcia}"
        ]
        assert table.links([maria, other]) == []
        assert table.links(["PERSON_NAME#zzzzz", maria]) == []

    def test_scripts_without_spaces(self):
        table = vault()
        short = table.register("小明", T.PERSON_NAME)
        full = table.register("王小明", T.PERSON_NAME)
        assert table.links([full, short]) == [f"{short} may be {full}"]

    def test_only_within_a_type(self):
        table = vault()
        tokens = [table.register("Maria", T.PERSON_NAME), table.register("Maria Inc", T.GROUP_NAME)]
        assert table.links(tokens) == []


class TestForgetting:
    @pytest.mark.parametrize("scheme", RESOLVING, ids=lambda s: s.name)
    def test_a_value_returns_with_its_token(self, scheme):
        table = vault(scheme, max_screens=2)
        token = table.register("Dana Reyes", T.PERSON_NAME)
        for _ in range(3):
            table.tick_screen()
        assert table.lookup(token) is None
        assert table.sweep("Dana Reyes") == []
        assert len(table) == 0
        others = [table.register(f"Person {i:03}", T.PERSON_NAME) for i in range(50)]
        assert token not in others
        again = table.register("DANA REYES" if not scheme.by_surface else "Dana Reyes", T.USERNAME)
        assert again == token
        assert table.lookup(token).casefold() == "dana reyes"
        assert table.type_of(token) is T.PERSON_NAME

    def test_the_other_of_two_colliding_values_does_not_take_over(self):
        table = vault(max_screens=1)
        one = table.register("+15550000750", T.PHONE_NUMBER)
        two = table.register("+15550005513", T.PHONE_NUMBER)
        for _ in range(3):
            table.tick_screen()
        assert table.register("+15550005513", T.PHONE_NUMBER) == two
        assert table.lookup(one) is None
        assert table.register("+15550000750", T.PHONE_NUMBER) == one

    @pytest.mark.parametrize("scheme", SCHEMES, ids=lambda s: s.name)
    def test_what_is_seen_or_pinned_stays(self, scheme):
        table = vault(scheme, max_screens=2)
        table.register("Dana Reyes", T.PERSON_NAME)
        table.register("Ann Lee", T.PERSON_NAME, pinned=True)
        table.register("Omar Haddad", T.PERSON_NAME)
        for _ in range(9):
            table.sweep("with Dana Reyes")
            table.tick_screen()
        assert len(table.sweep("Dana Reyes, Ann Lee, Omar Haddad")) == 2

    def test_memory_is_bounded(self):
        table = vault(max_screens=3)
        for i in range(200):
            table.register(f"person number {i}", T.PERSON_NAME)
            table.tick_screen()
        assert len(table) <= 4


class TestSecrecy:
    def test_nothing_shows_and_nothing_leaves_the_process(self):
        table = vault()
        table.register("Dana Reyes", T.PERSON_NAME)
        assert "ana" not in repr(table)
        assert "k" * 8 not in repr(table)
        for leave in (pickle.dumps, copy.copy, copy.deepcopy):
            with pytest.raises(TypeError, match="vault") as error:
                leave(table)
            assert "Dana" not in str(error.value)


def test_a_word_first_met_as_a_message_is_swept_once_it_is_a_name():
    table = vault()
    token = table.register("Mateus", T.MESSAGE_CONTENT)
    assert table.sweep("Call Mateus") == []
    assert table.register("Mateus", T.PERSON_NAME) == token
    assert replaced(table, "Call Mateus") == f"Call {token}"


@pytest.mark.parametrize(
    "text", ["To", "Call", "OK", "Dark theme", "Notifications", "Pick Leo up", "明天见"]
)
def test_scraps_of_messages_are_not_swept_over_labels(text):
    table = vault()
    table.register(text, T.MESSAGE_CONTENT)
    assert table.sweep(text) == []


@pytest.mark.parametrize("text", ["Pick Leo up at the station", "Gate 42", "明天下午见面"])
def test_messages_that_say_something_are_swept(text):
    table = vault()
    token = table.register(text, T.MESSAGE_CONTENT)
    assert replaced(table, text) == token


def test_a_short_message_that_the_user_dictated_is_swept():
    table = vault()
    token = table.register("Who drives?", T.MESSAGE_CONTENT, pinned=True)
    assert replaced(table, "Sent: Who drives?") == f"Sent: {token}"
