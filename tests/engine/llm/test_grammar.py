import re

import pytest

from harness.engine.llm.grammar import gbnf

VERDICT = {
    "type": "object",
    "properties": {
        "relevant": {"type": "boolean"},
        "kind": {"enum": ["a", 'quoted "b"']},
        "why": {"type": "string", "maxLength": 20},
        "n": {"type": "integer", "maximum": 50},
        "items": {"type": "array", "items": {"const": None}, "maxItems": 3},
    },
    "required": ["kind", "why", "n"],
}


def test_grammar_text():
    assert gbnf({"anyOf": [{"const": "x"}, {"type": "boolean"}]}) == (
        r'root ::= ("\"x\"" | ("true" | "false"))'
    )
    grammar = gbnf(VERDICT)
    assert r'"\"relevant\":" ("true" | "false")' in grammar
    assert r'("\"a\"" | "\"quoted \\\"b\\\"\"")' in grammar
    assert r'(",\"items\":" "[" ("null" ("," "null"){0,2})? "]")?' in grammar


def test_grammar_is_bounded():
    """No rule repeats without a limit and none allows white space between tokens."""
    outside_literals = re.sub(r'"(?:[^"\\]|\\.)*"|\[\^?(?:[^\]\\]|\\.)*\]', "", gbnf(VERDICT))
    assert "*" not in outside_literals
    assert "+" not in outside_literals
    assert r"[ \t" not in gbnf(VERDICT)


@pytest.mark.parametrize(
    "schema",
    [
        {"type": "string"},
        {"type": "integer"},
        {"type": "array", "items": {"type": "boolean"}},
        {"type": "object", "properties": {"text": {"type": "string"}}},
        {"type": "number"},
    ],
)
def test_open_lengths_are_refused(schema):
    with pytest.raises(ValueError, match="grammar builder"):
        gbnf(schema)
