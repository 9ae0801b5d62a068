"""The privacy gatekeeper: bounded questions about raw values, answered on the device.

Three criteria, all of which must hold: the question serves the user's goal, raw values are needed
for it, and its answer is one of few possible ones. On doubt or failure it is refused. Code does the
arithmetic. Every answer costs the logarithm of the number of possible answers, from a budget that
each value has for the whole session.
"""

from __future__ import annotations

import math
import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Any, Protocol

from harness.core.action import LOCAL_OPERATIONS
from harness.core.amount import amounts, parse_amount
from harness.core.canonical import fold
from harness.core.entity import EntityType
from harness.privacy.quantity import SCALES, Quantity, Scale, currency, quantity
from harness.privacy.skeleton import is_free
from harness.privacy.vault import SessionVault


@dataclass(frozen=True, slots=True)
class Answer:
    """What the gatekeeper says.

    Attributes:
        allowed: Whether the question was answered.
        text: The answer (``yes``, ``no``, ``less``, ``equal``, ``greater``, a number, or
            placeholders joined by ", "), or the reason of the refusal. Never a raw value.
        bits: Information released, in bits.
    """

    allowed: bool
    text: str
    bits: float = 0.0


class Gatekeeper(Protocol):
    """Answers the agent's questions about hidden values."""

    def ask(self, op: str, operands: Sequence[str]) -> Answer:
        """Answer or refuse."""
        ...


class NoGatekeeper:
    """Refuses everything."""

    def __init__(self, vault: SessionVault, instruction: str) -> None:
        """Take what every gatekeeper takes.

        Args:
            vault: Not used.
            instruction: Not used.
        """

    def ask(self, op: str, operands: Sequence[str]) -> Answer:
        """Refuse."""
        return Answer(False, "There is no local helper here: ask_local is not available.")


@dataclass(frozen=True, slots=True)
class _Operand:
    """``token`` is None for a constant of the user; ``relation`` is "" except in ``count``."""

    text: str
    token: str | None
    type: EntityType | None
    relation: str = ""


class _RefusedError(Exception):
    """The reason, for the agent; ``bits`` if raw values were looked at before."""

    def __init__(self, reason: str, bits: float = 0.0) -> None:
        super().__init__(reason)
        self.reason = reason
        self.bits = bits


_PAIRS = frozenset({"compare", "equal", "contains", "before", "after"})
_CHOICES = frozenset({"min", "max", "sort"})
_ORDER_CUES = (
    "more less most least larg small great high low big cheap expens max min compar than rank sort "
    "order alphabet top bottom richest poorest fuller"
)
_TIME_CUES = "before after earl late old young new recent since until first last next"
_CUES = {
    "compare": f"{_ORDER_CUES} {_TIME_CUES} enough afford exceed over under above below",
    "min": f"{_ORDER_CUES} {_TIME_CUES}",
    "max": f"{_ORDER_CUES} {_TIME_CUES}",
    "sort": f"{_ORDER_CUES} {_TIME_CUES}",
    "before": _TIME_CUES,
    "after": _TIME_CUES,
    "equal": "same equal match identical different differ duplicate twice",
    "count": "how many count number times",
    "contains": "contain mention includ about say said with word find search which who",
    "sum_over": "total sum together altogether enough afford exceed over more than budget least",
}
_RELATION = re.compile(r"(>=|<=|>|<|=)\s*(?=\S)")


class RulesGatekeeper:
    """Judges by rules.

    The operands are placeholders of this session and constants that the user named. Constants are
    looked for in the *anonymized* instruction: whether a guess stands in the raw one is an answer
    too, and a free one.
    """

    def __init__(self, vault: SessionVault, instruction: str, budget_bits: float = 4.0) -> None:
        """Open the books of one session.

        Args:
            vault: The session's table.
            instruction: The anonymized instruction.
            budget_bits: What all answers together may tell about one value, in bits.
        """
        self._vault = vault
        self._budget = budget_bits
        mentions = vault.mentions(instruction)
        self._named = {m.token for m in mentions}
        for mention in reversed(mentions):
            instruction = f"{instruction[: mention.start]} \n {instruction[mention.end :]}"
        self._words = fold(instruction)
        self._amounts = frozenset(amounts(instruction))
        self._spent: dict[str, float] = {}
        self._answers: dict[tuple[str, tuple[str, ...]], Answer] = {}

    def __repr__(self) -> str:
        """Counts only."""
        return f"RulesGatekeeper(budget_bits={self._budget}, answers={len(self._answers)})"

    def ask(self, op: str, operands: Sequence[str]) -> Answer:
        """Answer or refuse; the same question again is answered again, for free.

        - ``compare a b``: ``less``, ``equal`` or ``greater``; ``equal a b``, ``before a b``,
          ``after a b``, ``contains text word``: ``yes`` or ``no``
        - ``min a b …``, ``max a b …``: the operand; ``sort a b …``: the operands in order
        - ``count criterion a b …``: how many fulfil it; the criterion is a constant or a
          placeholder, with ``<``, ``<=``, ``=``, ``>=`` or ``>`` in front for amounts and dates
        - ``sum_over a b … threshold``: whether the amounts add up to more than the last operand
        """
        question = (op, tuple(operands))
        if question in self._answers:
            return replace(self._answers[question], bits=0.0)
        try:
            answer = self._judge(op, operands)
        except _RefusedError as refusal:
            return Answer(False, f"ask_local was refused: {refusal.reason}", refusal.bits)
        self._answers[question] = answer
        return answer

    def _judge(self, op: str, operands: Sequence[str]) -> Answer:
        if op not in LOCAL_OPERATIONS:
            raise _RefusedError(f"use one of {', '.join(LOCAL_OPERATIONS)}")
        parsed = self._operands(op, operands)
        tokens = list(dict.fromkeys(o.token for o in parsed if o.token is not None))
        scale = _scale(op, parsed)
        self._require_relevance(op, tokens)
        _require_need(op, parsed, scale)
        bits = math.log2(_outcomes(op, parsed))
        self._charge(tokens, bits)
        values = self._values(parsed, scale, bits)
        return Answer(True, _answer(op, parsed, values, scale), bits)

    def _operands(self, op: str, operands: Sequence[str]) -> list[_Operand]:
        if len(operands) < 2 or (op in _PAIRS and len(operands) != 2):
            raise _RefusedError(f"{op} takes {'two' if op in _PAIRS else 'two or more'} operands")
        parsed = [self._operand(text, op == "count" and i == 0) for i, text in enumerate(operands)]
        tokens = [o.token for o in parsed if o.token is not None]
        if not tokens:
            raise _RefusedError("no operand is hidden; work it out from what you see")
        if len(set(tokens)) < len(tokens):
            raise _RefusedError("the same placeholder twice is the same value")
        return parsed

    def _operand(self, text: str, criterion: bool) -> _Operand:
        # Amounts of right-to-left languages carry marks outside their placeholder.
        stripped = "".join(c for c in text if unicodedata.category(c) != "Cf").strip()
        relation = _RELATION.match(stripped) if criterion else None
        body = stripped[relation.end() :] if relation else stripped
        sign = relation[1] if relation else ""
        mentions = self._vault.mentions(body)
        if mentions:
            mention = mentions[0]
            if len(mentions) > 1 or (mention.start, mention.end) != (0, len(body)):
                raise _RefusedError("an operand is one placeholder or one constant")
            if self._vault.lookup(mention.token) is None:
                raise _RefusedError("an operand is a placeholder that this phone doesn't know")
            return _Operand(body, mention.token, self._vault.type_of(mention.token), sign)
        if not self._user_named(body):
            raise _RefusedError("constants must stand in the user's instruction")
        return _Operand(body, None, None, sign)

    def _user_named(self, constant: str) -> bool:
        words = fold(constant)
        if not words:
            return False
        value = parse_amount(constant)
        if value is not None and value in self._amounts:
            return True
        return _holds(self._words, words)

    def _require_relevance(self, op: str, tokens: Sequence[str]) -> None:
        cues = "|".join(_CUES[op].split())
        if not self._named & set(tokens) and not re.search(rf"\b(?:{cues})", self._words):
            raise _RefusedError("the user's instruction doesn't call for it")

    def _charge(self, tokens: Sequence[str], bits: float) -> None:
        if any(self._spent.get(token, 0.0) + bits > self._budget + 1e-9 for token in tokens):
            raise _RefusedError("the answer would tell too much about a hidden value")
        for token in tokens:
            self._spent[token] = self._spent.get(token, 0.0) + bits

    def _values(self, operands: Sequence[_Operand], scale: Scale, bits: float) -> list[Quantity]:
        texts = [self._vault.lookup(o.token) if o.token else o.text for o in operands]
        values = [quantity(t, scale, self._vault.region) if t else None for t in texts]
        if scale is Scale.AMOUNT and len({currency(t) for t in texts if t} - {""}) > 1:
            raise _RefusedError("the amounts are in different currencies", bits)
        readable = [value for value in values if value is not None]
        if len(readable) < len(values):
            raise _RefusedError(f"not all operands can be read as {scale}", bits)
        return readable


def _scale(op: str, operands: Sequence[_Operand]) -> Scale:
    """The one scale of all placeholders; refuses identifiers, secrets and mixtures."""
    scales = {SCALES.get(o.type) for o in operands if o.type is not None}
    scale = next(iter(scales))
    if len(scales) > 1 or scale is None:
        raise _RefusedError("values of these types are not reasoned over")
    fitting = {
        "sum_over": scale is Scale.AMOUNT,
        "before": scale is Scale.DATE,
        "after": scale is Scale.DATE,
        "contains": scale is Scale.TEXT and operands[0].token is not None,
    }
    if not fitting.get(op, True):
        raise _RefusedError(f"{op} does not apply to {scale}")
    return scale


def _require_need(op: str, operands: Sequence[_Operand], scale: Scale) -> None:
    hidden = all(o.token is not None for o in operands)
    if op == "equal" and hidden and scale is Scale.TEXT:
        raise _RefusedError("different placeholders of this type are different values")
    if op == "count" and all(o.token is None for o in operands[1:]):
        raise _RefusedError("nothing that is counted is hidden")


def _outcomes(op: str, operands: Sequence[_Operand]) -> int:
    count = len(operands)
    if op == "compare":
        return 3
    if op in ("min", "max"):
        return count
    if op == "sort":
        return math.factorial(count)
    return count if op == "count" else 2  # 0 … n of the n = count - 1 that are counted


def _answer(op: str, operands: Sequence[_Operand], values: Sequence[Quantity], scale: Scale) -> str:
    # One scale means one type of values, which mypy can't see.
    keys: list[Any] = list(values)
    if op in _CHOICES:
        order = sorted(range(len(keys)), key=keys.__getitem__)
        if op == "sort":
            return ", ".join(_shown(operands[i]) for i in order)
        return _shown(operands[(min if op == "min" else max)(order, key=keys.__getitem__)])
    if op == "count":
        return str(sum(_fulfils(operands[0].relation, keys[0], key, scale) for key in keys[1:]))
    if op == "sum_over":
        return _yes(sum(keys[:-1], Decimal(0)) > keys[-1])
    first, second = keys
    if op == "compare":
        return "equal" if first == second else "less" if first < second else "greater"
    if op == "contains":
        return _yes(_holds(first, second))
    return _yes(_fulfils({"equal": "=", "before": "<", "after": ">"}[op], second, first, scale))


def _fulfils(relation: str, criterion: Any, value: Any, scale: Scale) -> bool:
    if not relation:
        return _holds(value, criterion) if scale is Scale.TEXT else bool(value == criterion)
    outcomes = {
        "<": value < criterion,
        "<=": value <= criterion,
        "=": value == criterion,
        ">=": value >= criterion,
        ">": value > criterion,
    }
    return bool(outcomes[relation])


def _holds(text: str, words: str) -> bool:
    """Whether folded ``words`` stand in folded ``text``, as words where the script has words."""
    if is_free("".join(words.split())):
        return words in text
    return re.search(rf"(?<![\w.,]){re.escape(words)}(?!\w|[.,]\d)", text) is not None


def _shown(operand: _Operand) -> str:
    return operand.token or operand.text


def _yes(holds: bool) -> str:
    return "yes" if holds else "no"
