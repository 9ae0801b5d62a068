"""The toybox commands for bytes in a pipe: cat, grep, head, tail, wc, digests, base64."""

from __future__ import annotations

import base64
import binascii
import hashlib
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from harness.device.simulated.adbd.commands_base import Command, Machine, Result, encoded, failed
from harness.device.simulated.adbd.commands_files import gathered, reason

_LINE_BYTES = 76
_LINES = 10


@dataclass(slots=True)
class _Args:
    """Arguments of a filter: flag letters, options with a value, and files.

    Attributes:
        flags: Letters.
        values: Letter -> its values.
        paths: Operands; "-" is stdin.
    """

    flags: set[str] = field(default_factory=set)
    values: dict[str, list[str]] = field(default_factory=dict)
    paths: list[str] = field(default_factory=list)

    def number(self, letter: str, default: int) -> int | None:
        """The last value of an option, None if it is no number."""
        text = self.values.get(letter, [str(default)])[-1]
        return int(text) if text.isascii() and text.isdigit() else None


_VALUED: Final = {
    "base64": "w", "cat": "", "grep": "em", "head": "nc", "md5sum": "", "sha256sum": "",
    "tail": "nc", "wc": "",
}  # fmt: skip
"""Filter -> the letters of its options that take a value."""


def _parsed(name: str, args: Sequence[str]) -> _Args:
    parsed, rest = _Args(), list(args)
    while rest:
        arg = rest.pop(0)
        if arg == "--":
            parsed.paths += rest
            break
        if not arg.startswith("-") or arg == "-":
            parsed.paths.append(arg)
        elif name in ("head", "tail") and arg[1:].isdigit():
            parsed.values["n"] = [arg[1:]]
        else:
            _letters(parsed, arg[1:], _VALUED[name], rest)
    if name == "grep" and "e" not in parsed.values and parsed.paths:
        parsed.values["e"] = [parsed.paths.pop(0)]
    return parsed


def _letters(parsed: _Args, letters: str, valued: str, rest: list[str]) -> None:
    for i, letter in enumerate(letters):
        if letter in valued:
            value = letters[i + 1 :] or (rest.pop(0) if rest else "")
            parsed.values.setdefault(letter, []).append(value)
            return
        parsed.flags.add(letter)


def reads_stdin(argv: Sequence[str]) -> bool:
    """Whether a command will read stdin: a filter without files, or with the file ``-``."""
    name, *args = argv
    if name not in _VALUED:
        return False
    paths = _parsed(name, args).paths
    return not paths or "-" in paths


def _inputs(
    machine: Machine, name: str, paths: Sequence[str], stdin: bytes, errors: list[str]
) -> Iterator[tuple[str, bytes]]:
    """(path, bytes) of each file, or of stdin; files that can't be read go to ``errors``."""
    for path in paths or ["-"]:
        try:
            yield path, stdin if path == "-" else machine.files.read(path)
        except OSError as error:
            errors.append(f"{name}: {path}: {reason(error)}")


def _cat(machine: Machine, args: Sequence[str], stdin: bytes) -> Result:
    errors: list[str] = []
    paths = _parsed("cat", args).paths
    out = b"".join(data for _, data in _inputs(machine, "cat", paths, stdin, errors))
    return gathered(errors, out)


# ---------------------------------------------------------------- grep


def _grep(machine: Machine, args: Sequence[str], stdin: bytes) -> Result:
    own = _parsed("grep", args)
    most = own.number("m", 1 << 30)
    try:
        matcher = _matcher(own.values.get("e", []), own.flags)
    except re.error:
        return failed(2, "grep: bad regex")
    if matcher is None or most is None:
        return failed(2, "grep: no REGEX")
    out: list[bytes] = []
    errors: list[str] = []
    found = False
    for path, data in _inputs(machine, "grep", own.paths, stdin, errors):
        lines = [
            (i, line)
            for i, line in enumerate(_lines(data), start=1)
            if (matcher.search(line) is None) is ("v" in own.flags)
        ][:most]
        found = found or bool(lines)
        head = encoded(f"{path}:") if len(own.paths) > 1 and "h" not in own.flags else b""
        if "l" in own.flags:
            out += [encoded(path)] if lines else []
        elif "c" in own.flags:
            out.append(head + str(len(lines)).encode())
        else:
            for i, line in lines:
                start = head + (f"{i}:".encode() if "n" in own.flags else b"")
                out += [start + piece for piece in _shown(matcher, line, own.flags)]
    code = 2 if errors else int(not found)
    if "q" in own.flags:
        return Result(code)
    return Result(code, b"".join(line + b"\n" for line in out), gathered(errors).err)


def _shown(matcher: re.Pattern[bytes], line: bytes, flags: set[str]) -> list[bytes]:
    if "o" not in flags:
        return [line]
    return [match[0] for match in matcher.finditer(line) if match[0]]


def _matcher(patterns: Sequence[str], flags: set[str]) -> re.Pattern[bytes] | None:
    if not patterns:
        return None
    if "F" in flags:
        joined = "|".join(re.escape(pattern) for pattern in patterns)
    else:
        joined = "|".join(f"(?:{p if 'E' in flags else _extended(p)})" for p in patterns)
    if "w" in flags:
        joined = rf"(?<!\w)(?:{joined})(?!\w)"
    if "x" in flags:
        joined = rf"^(?:{joined})$"
    return re.compile(encoded(joined), re.IGNORECASE if "i" in flags else 0)


def _extended(pattern: str) -> str:
    r"""A basic regular expression as an extended one: ``\|`` alternates, ``|`` is itself."""

    def swap(match: re.Match[str]) -> str:
        token = match[0]
        if token.startswith("["):
            return token
        return token[1] if len(token) == 2 else f"\\{token}"

    return re.sub(r"\[\^?\]?[^]]*\]|\\[|(){}+?]|[|(){}+?]", swap, pattern)


def _lines(data: bytes) -> list[bytes]:
    return data.removesuffix(b"\n").split(b"\n") if data else []


# ---------------------------------------------------------------- head, tail, wc


def _head(machine: Machine, args: Sequence[str], stdin: bytes) -> Result:
    return _cut(machine, "head", args, stdin)


def _tail(machine: Machine, args: Sequence[str], stdin: bytes) -> Result:
    return _cut(machine, "tail", args, stdin)


def _cut(machine: Machine, name: str, args: Sequence[str], stdin: bytes) -> Result:
    """Lines (``-n N`` or ``-N``) or bytes (``-c N``) of one end."""
    own = _parsed(name, args)
    count = own.number("c" if "c" in own.values else "n", _LINES)
    if count is None:
        return failed(1, f"{name}: not a number")
    part = slice(count) if name == "head" else slice(-count, None) if count else slice(0)
    out, errors = b"", list[str]()
    for _, data in _inputs(machine, name, own.paths, stdin, errors):
        out += data[part] if "c" in own.values else b"".join(_ended_lines(data)[part])
    return gathered(errors, out)


def _ended_lines(data: bytes) -> list[bytes]:
    lines = [line + b"\n" for line in data.split(b"\n")]
    return lines[:-1] if lines[-1] == b"\n" else [*lines[:-1], lines[-1][:-1]]


def _wc(machine: Machine, args: Sequence[str], stdin: bytes) -> Result:
    own = _parsed("wc", args)
    lines, errors = list[str](), list[str]()
    for path, data in _inputs(machine, "wc", own.paths, stdin, errors):
        counts = {"l": data.count(b"\n"), "w": len(data.split()), "c": len(data)}
        chosen = [str(counts[key]) for key in counts if key in (own.flags or "lwc")]
        lines.append(" ".join([*chosen, *([path] if path != "-" else [])]))
    return gathered(errors, _text(lines))


# ---------------------------------------------------------------- digests and base64


def _md5sum(machine: Machine, args: Sequence[str], stdin: bytes) -> Result:
    return _digest(machine, "md5sum", args, stdin)


def _sha256sum(machine: Machine, args: Sequence[str], stdin: bytes) -> Result:
    return _digest(machine, "sha256sum", args, stdin)


def _digest(machine: Machine, name: str, args: Sequence[str], stdin: bytes) -> Result:
    own = _parsed(name, args)
    lines, errors = list[str](), list[str]()
    for path, data in _inputs(machine, name, own.paths, stdin, errors):
        digest = hashlib.new(name.removesuffix("sum"), data).hexdigest()
        lines.append(digest if "b" in own.flags else f"{digest}  {path}")
    return gathered(errors, _text(lines))


def _base64(machine: Machine, args: Sequence[str], stdin: bytes) -> Result:
    """Encode in lines of 76 (``-w N`` sets another length, 0 none), or decode with ``-d``."""
    own = _parsed("base64", args)
    width = own.number("w", _LINE_BYTES)
    if width is None:
        return failed(1, "base64: not a number")
    errors = list[str]()
    data = b"".join(part for _, part in _inputs(machine, "base64", own.paths, stdin, errors))
    if "d" in own.flags:
        try:
            return gathered(errors, base64.b64decode(b"".join(data.split()), validate=True))
        except binascii.Error:
            return failed(1, "base64: bad input")
    coded = base64.b64encode(data)
    size = width or len(coded) or 1
    pieces = [coded[i : i + size] for i in range(0, len(coded), size)]
    return gathered(errors, b"".join(piece + (b"\n" if width else b"") for piece in pieces))


def _text(lines: Sequence[str]) -> bytes:
    return encoded("".join(f"{line}\n" for line in lines))


COMMANDS: Final[Mapping[str, Command]] = {
    "base64": _base64,
    "cat": _cat,
    "grep": _grep,
    "head": _head,
    "md5sum": _md5sum,
    "sha256sum": _sha256sum,
    "tail": _tail,
    "wc": _wc,
}
