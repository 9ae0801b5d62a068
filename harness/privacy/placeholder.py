"""Placeholder schemes: what a value turns into, and how its token is recognised in a text."""

from __future__ import annotations

import hashlib
import hmac
import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count
from typing import Protocol

from harness.core.entity import EntityType

_BASE36 = "0123456789abcdefghijklmnopqrstuvwxyz"
_DIGITS = 5
_NAMES = sorted((str(t) for t in EntityType), key=len, reverse=True)
_TYPES = "|".join(_NAMES)

# What models, URL encoders, HTML and Markdown turn "_" and "#" into.
_UNDERSCORE = r"(?:\\{0,2}_|%5[fF]|&#0*95;|&lowbar;)"
_GAP = rf"(?:{_UNDERSCORE}|[\s-]|%20|&nbsp;)"
_HASH = r"\s{0,2}(?:\\{0,2}[#＃﹟]|%23|&#0*35;|&#[xX]0*23;|&num;)\s{0,2}"


def _loose_types(gap: str) -> str:
    return "|".join(name.replace("_", f"(?:{gap}){{0,3}}") for name in _NAMES)


@dataclass(frozen=True, slots=True)
class Mention:
    """A token, or what is left of one, in a text.

    Attributes:
        start: First code point.
        end: One past the last.
        token: Its normal form.
        type: The type that it names.
        exact: It stands there in exactly the shape of a token, cleanly delimited.
    """

    start: int
    end: int
    token: str
    type: EntityType
    exact: bool


class Grammar:
    """Recognises the tokens of one shape; maximal munch, so ``…_1`` is never read in ``…_10``."""

    def __init__(self, hint: str, exact: str, mangled: str | None, tail: str) -> None:
        """Compile the shape.

        Args:
            hint: Pattern that is in every text with a mention, and quickly looked for.
            exact: Pattern of a token.
            mangled: Pattern with the groups ``type`` and ``rest`` and perhaps ``suffix``; None if
                damaged tokens are never read.
            tail: Pattern of characters that must not follow an exact token.
        """
        self._hint = re.compile(hint)
        self._exact = re.compile(exact)
        self._mangled = re.compile(mangled, re.IGNORECASE) if mangled else None
        self._tail = re.compile(tail)

    def mentions(self, text: str) -> list[Mention]:
        """Every mention in ``text``, in order, none overlapping."""
        if not self._hint.search(text):
            return []
        found = [
            _mention(m, m[0], exact=not self._tail.match(text, m.end()))
            for m in self._exact.finditer(text)
        ]
        if self._mangled is None:
            return found
        start = 0
        for end, after in [*((m.start, m.end) for m in found), (len(text), len(text))]:
            found += [
                _mention(m, _normal(m), exact=False)
                for m in self._mangled.finditer(text, start, end)
            ]
            start = after
        return sorted(found, key=lambda mention: mention.start)


def _mention(match: re.Match[str], token: str, *, exact: bool) -> Mention:
    name = re.search(_TYPES, token)
    assert name is not None, "every token names its type"
    return Mention(match.start(), match.end(), token, EntityType(name[0]), exact)


def _normal(match: re.Match[str]) -> str:
    groups = match.groupdict()
    # NFKC: ignoring case, "ſ" and the Kelvin sign match as letters.
    words = unicodedata.normalize("NFKC", groups["type"]).upper()
    letters = re.sub("%5F|%20|&[A-Z]+;|[^A-Z]", "", words)
    type = next(name for name in _NAMES if name.replace("_", "") == letters)
    suffix = groups.get("suffix")
    if "separator" in groups:
        return f"{type}_{groups['rest']}"
    return f"{type}#{groups['rest'].lower()}" + (f"_{suffix}" if suffix else "")


HASHED = Grammar(
    "[#＃﹟]|%23|&num;",
    rf"(?<![A-Z])(?<![A-Z]_)(?:{_TYPES})#[0-9a-z]{{{_DIGITS}}}(?:_(?:[2-9]|[1-9][0-9]+))?",
    rf"(?<![A-Z])(?<![A-Z]_)(?P<type>{_loose_types(_GAP)}){_HASH}"
    rf"(?P<rest>[0-9a-z]{{{_DIGITS}}})(?![0-9a-z])(?:{_UNDERSCORE}(?P<suffix>[2-9]|[1-9][0-9]+))?",
    "[0-9a-z]",
)
"""``PHONE_NUMBER#6yvrf``, ``PHONE_NUMBER#6yvrf_2``."""

NUMBERED = Grammar(
    "[0-9]",
    rf"(?<![A-Z])(?<![A-Z]_)(?:{_TYPES})_[1-9][0-9]*",
    rf"(?<![A-Z])(?<![A-Z]_)(?P<type>{_loose_types(_UNDERSCORE + '|-')})"
    rf"(?P<separator>{_UNDERSCORE}|-)(?P<rest>[1-9][0-9]*)",
    "[0-9A-Za-z]",
)
"""``PERSON_NAME_1``; spaces are not forgiven, "phone number 1" is ordinary English."""

CONSTANT = Grammar(r"\[", rf"\[(?:{_TYPES})\]", None, r"(?!)")
"""``[PERSON_NAME]``."""

_NEUTRAL = "♯"


def neutral(token: str) -> str:
    """A same-length look-alike of ``token`` that no grammar reads, in any normalisation.

    U+266F (music sharp) looks like ``#`` and has no compatibility mapping to it.
    """
    if "#" in token:
        return token.replace("#", _NEUTRAL)
    head, _, tail = token.rpartition("_")
    return f"{head}{_NEUTRAL}{tail}"


@dataclass(frozen=True, slots=True, repr=False)
class Subject:
    """What a placeholder is made for.

    Attributes:
        canonical: Canonical form of the value.
        surface: The value as it was seen.
        type: Its type.
    """

    canonical: str
    surface: str
    type: EntityType


class Scheme(Protocol):
    """A kind of placeholder."""

    name: str
    resolvable: bool
    """Whether a placeholder stands for one value."""
    by_surface: bool
    """Whether two spellings of one value are two values."""
    grammar: Grammar

    def candidates(self, subject: Subject, key: bytes, ordinal: int) -> Iterator[str]:
        """Tokens in order of preference: the vault takes the first that is free.

        Args:
            subject: The value.
            key: The session's secret.
            ordinal: How many values of this type came before, plus one.
        """
        ...


def base36_tail(number: int) -> str:
    """The low-order five base-36 digits of ``number``, zero-padded on the left.

    The leading digits of a 256-bit number are not uniform in base 36; the low-order ones are.
    """
    digits = []
    for _ in range(_DIGITS):
        number, digit = divmod(number, 36)
        digits.append(_BASE36[digit])
    return "".join(reversed(digits))


def _hashed(digest: bytes, type: EntityType) -> str:
    return f"{type}#{base36_tail(int.from_bytes(digest, 'big'))}"


def _suffixed(token: str) -> Iterator[str]:
    yield token
    for n in count(2):
        yield f"{token}_{n}"


class Sha256Scheme:
    """``TYPE#`` and the tail of SHA-256(``value|TYPE``): the published one.

    Anyone can compute it, so whoever can list the possible values can invert it.
    """

    name = "sha256"
    resolvable = True
    grammar = HASHED

    def __init__(self, surface: bool = False) -> None:
        """Choose what is hashed.

        Args:
            surface: Hash the value as seen (as published) instead of its canonical form.
        """
        self.by_surface = surface

    def candidates(self, subject: Subject, key: bytes, ordinal: int) -> Iterator[str]:
        """The hash, then the hash with ``_2``, ``_3`` and so on."""
        value = subject.surface if self.by_surface else subject.canonical
        digest = hashlib.sha256(f"{value}|{subject.type}".encode("utf-8", "surrogatepass")).digest()
        return _suffixed(_hashed(digest, subject.type))


class HmacScheme:
    """The same shape, keyed: without the session's key nothing can be tried out."""

    name = "hmac"
    resolvable = True
    by_surface = False
    grammar = HASHED

    def candidates(self, subject: Subject, key: bytes, ordinal: int) -> Iterator[str]:
        """The keyed hash, then the keyed hash with ``_2``, ``_3`` and so on."""
        message = f"{subject.canonical}|{subject.type}".encode("utf-8", "surrogatepass")
        return _suffixed(_hashed(hmac.digest(key, message, "sha256"), subject.type))


class RandomScheme:
    """The same shape, drawn from the key alone: tells nothing about the value."""

    name = "random"
    resolvable = True
    by_surface = False
    grammar = HASHED

    def candidates(self, subject: Subject, key: bytes, ordinal: int) -> Iterator[str]:
        """An endless sequence of draws."""
        for draw in count():
            message = f"random|{subject.type}|{ordinal}|{draw}".encode("utf-8", "surrogatepass")
            yield _hashed(hmac.digest(key, message, "sha256"), subject.type)


class CounterScheme:
    """``PERSON_NAME_1``, ``PERSON_NAME_2``, … in order of appearance."""

    name = "counter"
    resolvable = True
    by_surface = False
    grammar = NUMBERED

    def candidates(self, subject: Subject, key: bytes, ordinal: int) -> Iterator[str]:
        """The numbers from ``ordinal`` on."""
        return (f"{subject.type}_{n}" for n in count(ordinal))


class ConstantScheme:
    """``[PERSON_NAME]`` for every name: nothing can be told apart or resolved."""

    name = "constant"
    resolvable = False
    by_surface = False
    grammar = CONSTANT

    def candidates(self, subject: Subject, key: bytes, ordinal: int) -> Iterator[str]:
        """The type in brackets."""
        yield f"[{subject.type}]"
