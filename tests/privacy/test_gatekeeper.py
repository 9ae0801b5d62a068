import math
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from properties import examples

from harness.core.action import LOCAL_OPERATIONS
from harness.core.entity import EntityType
from harness.privacy.gatekeeper import NoGatekeeper, RulesGatekeeper
from harness.privacy.placeholder import HmacScheme
from harness.privacy.vault import SessionVault

T = EntityType
quick = examples(25)
GOAL = "Which is more, the total of all over 500, or the older? Sort, count same, find dinner"


class Desk:
    """A vault with its gatekeeper."""

    def __init__(self, goal=GOAL, bits=16.0, region="US"):
        self.vault = SessionVault(HmacScheme(), region, b"k" * 32)
        self.goal, self.bits = goal, bits
        self._keeper = None

    def money(self, *values):
        return [self.vault.register(v, T.ACCOUNT_BALANCE) for v in values]

    def dates(self, *values):
        return [self.vault.register(v, T.DATE_OF_BIRTH) for v in values]

    def names(self, *values):
        return [self.vault.register(v, T.PERSON_NAME) for v in values]

    def ask(self, op, *operands):
        if self._keeper is None:
            self._keeper = RulesGatekeeper(self.vault, self.goal, budget_bits=self.bits)
        return self._keeper.ask(op, operands)


class TestArithmetic:
    def test_amounts(self):
        desk = Desk()
        a, b, c = desk.money("$1,234.56", "$99.90", "-$5")
        assert desk.ask("compare", a, b).text == "greater"
        assert desk.ask("compare", c, b).text == "less"
        assert desk.ask("equal", a, b).text == "no"
        assert desk.ask("min", a, b, c).text == c
        assert desk.ask("max", c, a, b).text == a
        assert desk.ask("sort", a, b, c).text == f"{c}, {b}, {a}"
        assert desk.ask("count", ">99", a, b, c).allowed is False  # 99 is not the user's
        assert desk.ask("count", "> 500", a, b, c).text == "1"
        assert desk.ask("sum_over", a, b, "500").text == "yes"
        assert desk.ask("sum_over", b, c, "$500").text == "no"

    def test_two_spellings_of_one_amount_are_equal(self):
        desk = Desk()
        a, b = desk.money("$1,234.50", "1234.50")
        assert a != b
        assert desk.ask("equal", a, b).text == "yes"
        assert desk.ask("compare", a, b).text == "equal"

    def test_dates(self):
        desk = Desk()
        a, b = desk.dates("March 3, 1990", "1990-03-04")
        assert desk.ask("before", a, b).text == "yes"
        assert desk.ask("after", a, b).text == "no"
        assert desk.ask("min", b, a).text == a

    def test_texts(self):
        desk = Desk()
        a, b = desk.names("Zoë Reyes", "ann lee")
        message = desk.vault.register("Dinner at eight?", T.MESSAGE_CONTENT)
        other = desk.vault.register("Lunch then", T.MESSAGE_CONTENT)
        assert desk.ask("sort", a, b).text == f"{b}, {a}"
        assert desk.ask("contains", message, "dinner").text == "yes"
        assert desk.ask("contains", other, "dinner").text == "no"
        assert desk.ask("count", "dinner", message, other).text == "1"

    @quick
    @given(st.lists(st.integers(-(10**6), 10**6), min_size=2, max_size=6, unique=True))
    def test_sorting_is_true(self, cents):
        desk = Desk()
        texts = [f"{'-' if c < 0 else ''}${abs(c) // 100:,}.{abs(c) % 100:02}" for c in cents]
        tokens = dict(zip(desk.money(*texts), cents, strict=True))
        answer = desk.ask("sort", *tokens)
        assert [tokens[t] for t in answer.text.split(", ")] == sorted(cents)
        assert answer.bits == pytest.approx(math.log2(math.factorial(len(cents))))


class TestRefusals:
    def refused(self, desk, op, *operands):
        answer = desk.ask(op, *operands)
        assert not answer.allowed
        assert answer.text.startswith("ask_local was refused: ")
        return answer

    def test_a_goal_that_does_not_call_for_it(self):
        desk = Desk(goal="Open the settings and turn on dark mode")
        a, b = desk.money("$10.00", "$20.00")
        assert "instruction" in self.refused(desk, "compare", a, b).text

    def test_an_operand_that_the_user_named_is_enough(self):
        desk = Desk()
        a, b = desk.money("$10.00", "$20.00")
        desk.goal = f"Pay {a}"
        assert desk.ask("compare", a, b).allowed

    def test_operands_must_be_known_or_named(self):
        desk = Desk()
        (a,) = desk.money("$10.00")
        self.refused(desk, "compare", a, "ACCOUNT_BALANCE#zzzzz")
        self.refused(desk, "compare", a, "501")
        self.refused(desk, "compare", a, "50")
        self.refused(desk, "compare", a, "")
        self.refused(desk, "compare", a, f"{a} or so")
        self.refused(desk, "compare", "500", "500")

    def test_a_guess_about_the_instruction_is_no_constant(self):
        desk = Desk()
        (name,) = desk.names("Dana Reyes")
        message = desk.vault.register("for Dana Reyes", T.MESSAGE_CONTENT)
        desk.goal = f"Find the message that mentions {name}"
        guess = self.refused(desk, "contains", message, "Dana Reyes").text
        assert guess == self.refused(desk, "contains", message, "Ann Lee").text
        assert desk.ask("contains", message, name).text == "yes"

    def test_digits_of_a_token_are_no_constant(self):
        desk = Desk(goal="more than ACCOUNT_BALANCE#12345")
        (a,) = desk.money("$10.00")
        self.refused(desk, "compare", a, "12345")

    @pytest.mark.parametrize(
        "type", [T.PASSWORD, T.CREDIT_CARD, T.ID_NUMBER, T.PHONE_NUMBER, T.HEALTH_INFO]
    )
    def test_secrets_and_identifiers(self, type):
        desk = Desk()
        a, b = (desk.vault.register(v, type) for v in ("4111111111111111", "5500000000000004"))
        for op in LOCAL_OPERATIONS:
            self.refused(desk, op, a, b)

    def test_what_can_be_seen_without_raw_values(self):
        desk = Desk()
        a, b = desk.names("Dana Reyes", "Ann Lee")
        self.refused(desk, "equal", a, b)
        self.refused(desk, "equal", a, a)
        self.refused(desk, "count", a, "dinner")

    def test_mixtures_and_wrong_operations(self):
        desk = Desk()
        (a,), (b,), (c,) = desk.money("$10.00"), desk.names("Ann Lee"), desk.dates("1990-03-04")
        self.refused(desk, "compare", a, b)
        self.refused(desk, "before", a, "500")
        self.refused(desk, "sum_over", b, "500")
        self.refused(desk, "contains", c, "dinner")
        self.refused(desk, "multiply", a, "500")
        self.refused(desk, "compare", a)
        self.refused(desk, "compare", a, "500", "500")

    def test_doubt_costs_as_much_as_an_answer(self):
        desk = Desk(bits=2.0)
        a, b = desk.money("€10.00", "some money")
        assert self.refused(desk, "compare", a, "$500").bits == pytest.approx(math.log2(3))
        assert self.refused(desk, "compare", b, "500").bits == pytest.approx(math.log2(3))
        assert self.refused(desk, "compare", a, "500").bits == 0
        assert "too much" in desk.ask("compare", b, "$500").text

    def test_no_raw_value_in_any_text(self):
        desk = Desk(bits=3.0)
        tokens = desk.money("$77.70", "€88.80") + desk.names("Dana Reyes") + desk.dates("soon")
        for op in LOCAL_OPERATIONS:
            for left in tokens:
                for right in (*tokens, "500", "dinner"):
                    text = desk.ask(op, left, right).text
                    assert not re.search("77|88|Dana|soon", text)

    def test_none_refuses_everything(self):
        desk = Desk()
        answer = NoGatekeeper(vault=desk.vault, instruction=GOAL).ask(
            "equal", desk.names("A b", "C")
        )
        assert (answer.allowed, answer.bits) == (False, 0.0)


class TestBudget:
    def test_answers_are_charged_until_nothing_is_left(self):
        desk = Desk(goal="Which is more: 100, 200, 300 or 400?", bits=4.0)
        (a,) = desk.money("$250.00")
        answers = [desk.ask("compare", a, c) for c in ("100", "200", "300", "400")]
        assert [x.allowed for x in answers] == [True, True, False, False]
        assert sum(x.bits for x in answers) == pytest.approx(2 * math.log2(3))

    def test_the_same_question_is_free(self):
        desk = Desk(bits=1.6)
        (a,) = desk.money("$10.00")
        first = desk.ask("compare", a, "500")
        again = desk.ask("compare", a, "500")
        assert (again.text, again.bits) == (first.text, 0.0)

    def test_every_value_pays(self):
        desk = Desk(bits=2.0)
        a, b, c = desk.money("$1.00", "$2.00", "$3.00")
        assert desk.ask("max", a, b).allowed
        assert not desk.ask("max", a, b, c).allowed
        assert desk.ask("max", b, c).allowed

    @quick
    @given(st.randoms(use_true_random=False), st.sampled_from([1.0, 2.0, 4.0]))
    def test_a_balance_cannot_be_searched(self, strategy, bits):
        """However it asks, an agent can tell at most 2^bits balances apart."""
        steps = [str(n) for n in range(0, 257, 8)]
        seed = strategy.random()
        transcripts = set()
        for balance in range(3, 256, 17):
            desk = Desk(goal=f"Is it more or the same, total over {' or '.join(steps)}?", bits=bits)
            (a,) = desk.money(f"${balance}.00")
            transcripts.add(tuple(self._search(desk, a, steps, seed)))
        assert len(transcripts) <= 2**bits

    def _search(self, desk, token, steps, seed):
        """Halve the range by whatever question the seed picks."""
        low, high = 0, len(steps) - 1
        for turn in range(12):
            middle = steps[(low + high) // 2]
            op, operands = [
                ("compare", (token, middle)),
                ("sum_over", (token, middle)),
                ("count", (f">{middle}", token)),
                ("max", (token, middle)),
            ][int(seed * 97 * (turn + 1)) % 4]
            answer = desk.ask(op, *operands).text
            yield answer.replace(token, "the balance")
            if answer in ("greater", "yes", "1", token):
                low = (low + high) // 2
            else:
                high = (low + high) // 2
