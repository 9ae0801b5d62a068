"""Finds every known value in a text, in whatever spelling, and nothing else.

Values are indexed by the first characters of their skeletons, so that a registration costs nothing
and a text of a few dozen characters is swept in microseconds, whatever the number of values.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from harness.core.entity import EntityType
from harness.privacy.forms import Form, Kind, forms, gap_class
from harness.privacy.skeleton import Skeleton, is_free, script, skeleton, spelled_out

_WIDTHS = (10, 6, 4, 3, 2)
"""Lengths of the skeleton prefixes that values are indexed by: the longest that fits."""
_LONG_CODE = 7
_SEPARATED = re.compile(r"[\s\-‐-―./()_·]{1,3}")
_SPACED = re.compile(r"[\s.*_·|-]{1,2}")
_GROUPED = re.compile(r"[,.'’ ]")
_COUNTRY_CODE = re.compile(r"\+\d{1,3}[\s().-]*$")
_CURRENCY_BEFORE = re.compile(r"[$€£¥₹₩₽₺₴₫฿₪]\s?$")
_CURRENCY_AFTER = re.compile(r"\s?[$€£¥₹₩₽₺₴₫฿₪](?!\s?\d)")
_RESPACED_WORD = 4
_RESPACED_FREE = 3
_GLUED = 8


@dataclass(frozen=True, slots=True)
class Hit:
    """A known value in a text.

    Attributes:
        start: First code point.
        end: One past the last.
        owner: Number of the entity.
    """

    start: int
    end: int
    owner: int


@dataclass(frozen=True, slots=True, repr=False)
class _Entry:
    form: Form
    owner: int


class KnownValueMatcher:
    """The known values of one session, as something to search with."""

    def __init__(self, region: str) -> None:
        """Start empty.

        Args:
            region: ISO 3166 code in which phone numbers are read.
        """
        self._region = region
        self._index: dict[str, list[_Entry]] = {}
        self._pairs: set[str] = set()
        self._literals: list[_Entry] = []
        self._owned: dict[int, list[_Entry]] = {}

    def __repr__(self) -> str:
        """Counts only."""
        return f"KnownValueMatcher(values={len(self._owned)})"

    def add(self, value: str, type: EntityType, owner: int) -> None:
        """Look for ``value`` from now on; an entity may own several spellings."""
        for form in forms(value, type, self._region):
            entry, owned = _Entry(form, owner), self._owned.setdefault(owner, [])
            if entry not in owned:
                owned.append(entry)
                self._bucket(form).append(entry)

    def remove(self, owner: int) -> None:
        """Forget every spelling of an entity."""
        for entry in self._owned.pop(owner, ()):
            self._bucket(entry.form).remove(entry)

    def find(self, text: str, protected: Sequence[tuple[int, int]] = ()) -> list[Hit]:
        """Every known value in ``text``.

        Where values overlap the longest wins, then the leftmost, then the one known first.

        Args:
            text: Any text.
            protected: (start, end) stretches, in code points, in which nothing may be found.

        Returns:
            Sorted by start, not overlapping; offsets in code points of ``text``.
        """
        if not self._owned:
            return []
        taken = list(protected)
        chosen: list[Hit] = []
        for hit in sorted(self._hits(text), key=lambda h: (h.start - h.end, h.start)):
            if all(hit.end <= start or end <= hit.start for start, end in taken):
                taken.append((hit.start, hit.end))
                chosen.append(hit)
        return sorted(chosen, key=lambda hit: hit.start)

    def _bucket(self, form: Form) -> list[_Entry]:
        if len(form.letters) < 2:
            return self._literals
        width = next(w for w in _WIDTHS if w <= len(form.letters))
        self._pairs.add(form.letters[:2])
        return self._index.setdefault(form.letters[:width], [])

    def _starting(self, letters: str) -> Iterator[tuple[int, _Entry]]:
        """(index, entry) for every value that may start at that index of ``letters``."""
        for i in range(len(letters) - 1):
            if letters[i : i + 2] in self._pairs:
                for width in _WIDTHS:
                    for entry in self._index.get(letters[i : i + width], ()):
                        if letters.startswith(entry.form.letters, i):
                            yield i, entry

    def _hits(self, text: str) -> list[Hit]:
        view = skeleton(text)
        hits: list[Hit] = []
        for i, entry in self._starting(view.letters):
            span = _match(view, i, entry.form)
            if span is not None:
                hits.append(Hit(*span, entry.owner))
        for entry in self._literals:
            hits += [Hit(*span, entry.owner) for span in _literal(view, entry.form)]
        for digits, places in spelled_out(view):
            hits += self._spoken(view, digits, places)
        return hits

    def _spoken(self, view: Skeleton, digits: str, places: Sequence[tuple[int, int]]) -> list[Hit]:
        hits = []
        for i, entry in self._starting(digits):
            size = len(entry.form.letters)
            coded = entry.form.kind in (Kind.CODE, Kind.NATIONAL)
            if coded and (size == len(digits) or size >= _LONG_CODE):
                span = view.original(places[i][0], places[i + size - 1][1])
                hits.append(Hit(*span, entry.owner))
        return hits


def _match(view: Skeleton, i: int, form: Form) -> tuple[int, int] | None:
    """Where in the original ``form``, whose letters stand at ``i``, stands; None if it doesn't."""
    last = i + len(form.letters) - 1
    start, end = view.at[i], view.at[last] + 1
    if not _bounded(view.folded, start, end, form.kind):
        return None
    at = view.at[i : last + 1]
    gaps = [view.folded[a + 1 : b] for a, b in zip(at, at[1:], strict=False)]
    if not _GAPS[form.kind](gaps, form):
        return None
    if form.kind is Kind.NATIONAL and _COUNTRY_CODE.search(view.folded[max(0, start - 8) : start]):
        return None
    if form.kind is Kind.AMOUNT and not _is_amount(view.folded, start, end, form):
        return None
    outer = _edges(view.folded, start, end, form)
    return view.original(*outer) if outer else None


def _literal(view: Skeleton, form: Form) -> list[tuple[int, int]]:
    """Where in the original a value that is (nearly) all signs stands."""
    hits = []
    start = view.folded.find(form.literal)
    while start >= 0:
        end = start + len(form.literal)
        if _bounded(view.folded, start, end, form.kind):
            hits.append(view.original(start, end))
        start = view.folded.find(form.literal, end)
    return hits


def _bounded(folded: str, start: int, end: int, kind: Kind) -> bool:
    if kind is Kind.EMBEDDED:
        return True
    before = folded[start - 1] if start else " "
    after = folded[end] if end < len(folded) else " "
    return _apart(before, folded[start]) and _apart(folded[end - 1], after)


def _apart(left: str, right: str) -> bool:
    """Whether a word may end between two characters: no two digits, no letters of one script."""
    if left.isdecimal() and right.isdecimal():
        return False
    letter = script(left)
    return not letter or letter != script(right)


def _text_gaps(gaps: Sequence[str], form: Form) -> bool:
    if all(gap == own or gap_class(gap) == own for gap, own in zip(gaps, form.gaps, strict=True)):
        return True
    if form.type is EntityType.PERSON_NAME and _glued(gaps, form):
        return True
    return form.type is not EntityType.EMAIL and _respaced(gaps, form)


def _glued(gaps: Sequence[str], form: Form) -> bool:
    """Whether a name's words are written as one: "danareyes", "Dana_Reyes", "dana-reyes"."""
    between = {gap for gap, own in zip(gaps, form.gaps, strict=True) if own}
    return (
        len(form.letters) >= _GLUED
        and between in ({""}, {"_"}, {"-"}, {"."})
        and not any(gap for gap, own in zip(gaps, form.gaps, strict=True) if not own)
    )


def _respaced(gaps: Sequence[str], form: Form) -> bool:
    """Whether the value is written with one and the same gap between all its characters."""
    shortest = _RESPACED_FREE if is_free(form.letters) else _RESPACED_WORD
    inner = {gap for gap, own in zip(gaps, form.gaps, strict=True) if not own}
    return (
        len(form.letters) >= shortest
        and len(inner) == 1
        and all(_SPACED.fullmatch(gap) for gap in inner)
        and all(gap for gap, own in zip(gaps, form.gaps, strict=True) if own)
    )


def _code_gaps(gaps: Sequence[str], form: Form) -> bool:
    if len(form.letters) >= _LONG_CODE:
        return all(not gap or _SEPARATED.fullmatch(gap) for gap in gaps)
    return not any(gaps) or _text_gaps(gaps, form)


def _amount_gaps(gaps: Sequence[str], form: Form) -> bool:
    whole = len(form.letters) - form.decimals
    for i, gap in enumerate(gaps, start=1):
        if form.decimals and i == whole:
            if gap not in (".", ","):
                return False
        elif gap and (i > whole or (whole - i) % 3 or not _GROUPED.fullmatch(gap)):
            return False
    return True


_GAPS = {
    Kind.TEXT: _text_gaps,
    Kind.EMBEDDED: _text_gaps,
    Kind.CODE: _code_gaps,
    Kind.NATIONAL: _code_gaps,
    Kind.AMOUNT: _amount_gaps,
}


def _is_amount(folded: str, start: int, end: int, form: Form) -> bool:
    """Whether digits are a number of their own, and look like money or are long."""
    if re.search(r"\d[.,]$", folded[max(0, start - 2) : start]):
        return False
    if re.match(r"[.,]\d", folded[end : end + 2]):
        return False
    if form.decimals or len(form.letters) >= 4:
        return True
    before, after = folded[max(0, start - 2) : start], folded[end : end + 3]
    return bool(_CURRENCY_BEFORE.search(before) or _CURRENCY_AFTER.match(after))


def _edges(folded: str, start: int, end: int, form: Form) -> tuple[int, int] | None:
    """The match grown over the value's own leading and trailing signs; None if they must be there.

    A "+" in front of a number and a bracket that closes inside it belong to the number.
    """
    lead, trail = form.lead, form.trail
    has_lead = bool(lead) and folded.endswith(lead, 0, start)
    has_trail = bool(trail) and folded.startswith(trail, end)
    if form.edges and not (has_lead == bool(lead) and has_trail == bool(trail)):
        return None
    start -= len(lead) if has_lead else 0
    end += len(trail) if has_trail else 0
    if form.kind in (Kind.CODE, Kind.NATIONAL):
        inside = folded[start:end]
        if inside.count(")") > inside.count("(") and folded[:start].endswith("("):
            start -= 1
        if folded[:start].endswith("+"):
            start -= 1
    return start, end
