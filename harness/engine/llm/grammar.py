"""Builds GBNF grammars for llama.cpp from a small part of JSON Schema.

Every grammar is finite: no white space outside strings, a length limit on every string, list and
number. Otherwise a small model writes blanks or digits until it is cut off, and the cut JSON is
useless.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

Schema = Mapping[str, Any]

_CHAR = r'([^"\\\x00-\x1F\x7F] | "\\" ["\\nt])'


def gbnf(schema: Schema) -> str:
    """The grammar of a schema's compact JSON.

    Args:
        schema: ``const``, ``enum``, ``anyOf``, ``type: boolean``, ``type: integer`` with
            ``maximum`` (from 0), ``type: string`` with ``maxLength``, ``type: array`` with
            ``items`` and ``maxItems`` (``minItems`` 0 or 1), or ``type: object`` with
            ``properties`` in the order in which they are written, the first one required
            (``required`` names the others).

    Raises:
        ValueError: The schema uses something else, or leaves a length open.
    """
    return f"root ::= {_rule(schema)}"


def _rule(schema: Schema) -> str:
    if "const" in schema:
        return _literal(schema["const"])
    if "enum" in schema:
        return "(" + " | ".join(_literal(value) for value in schema["enum"]) + ")"
    if "anyOf" in schema:
        return "(" + " | ".join(_rule(inner) for inner in schema["anyOf"]) + ")"
    try:
        match schema["type"]:
            case "boolean":
                return '("true" | "false")'
            case "integer":
                digits = len(str(schema["maximum"])) - 1
                return f'("0" | [1-9] [0-9]{{0,{digits}}})'
            case "string":
                return rf'"\"" {_CHAR}{{0,{schema["maxLength"]}}} "\""'
            case "array":
                return _array(schema)
            case "object":
                return _object(schema)
            case other:
                raise ValueError(f"the grammar builder doesn't know the type {other!r}")
    except KeyError as error:
        raise ValueError(f"the grammar builder needs {error} in a schema") from None


def _array(schema: Schema) -> str:
    item = _rule(schema["items"])
    some = f'{item} ("," {item}){{0,{schema["maxItems"] - 1}}}'
    return f'"[" {some} "]"' if schema.get("minItems") else f'"[" ({some})? "]"'


def _object(schema: Schema) -> str:
    parts: list[str] = []
    required = set(schema.get("required", schema["properties"]))
    for position, (name, inner) in enumerate(schema["properties"].items()):
        comma = "," if position else ""
        part = f"{_quoted(comma + json.dumps(name) + ':')} {_rule(inner)}"
        parts.append(part if position == 0 or name in required else f"({part})?")
    return f'"{{" {" ".join(parts)} "}}"'


def _literal(value: object) -> str:
    return _quoted(json.dumps(value, ensure_ascii=False))


def _quoted(text: str) -> str:
    """The text as a GBNF literal."""
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'
