"""What apps say to everybody: a veto for NER and structure, never for rules.

Exact tokens only: "Settings" is vetoed, "Anna Settings" is not, and a contact called "Will" is
not because "Will" is nobody's label.
"""

from __future__ import annotations

import re
from functools import lru_cache

from babel import Locale

from harness.core.canonical import fold
from harness.privacy.detector.folding import has_letter
from harness.privacy.detector.places import LOCALES, territories
from harness.privacy.detector.ui_labels import UI_LABELS

_EDGES = " \t\n:：.,…!！?？*()（）[]【】\"'“”«»·•|-–>›→+"
_PARTS = re.compile(r"\s*(?:[,;|/•·&\n、，]|\s[-–—]\s)\s*")
_IDENTIFIER = re.compile(
    r"(?:[a-z][a-z0-9_]*\.){2,}[A-Za-z0-9_$.]+"  # package or class name
    r"|[a-z][\w.]*:id/\w+"  # resource id
    r"|(?=[0-9a-f]*\d)(?=\d*[a-f])[0-9a-f]{8,}\w*"  # digest
    r"|(?:android|androidx|com|org)\.[\w.$]+"
    r"|https?://\S+|\w+\?[\w%&=.]+"
)


@lru_cache(maxsize=1)
def calendar_words() -> frozenset[str]:
    """Names of months and days in many languages, in full and short, case-folded."""
    found: set[str] = set()
    for name in LOCALES:
        locale = Locale.parse(name)
        for table in (locale.months, locale.days):
            for widths in table.values():
                for width, names in widths.items():
                    if width != "narrow":
                        found.update(fold(n).strip(_EDGES + "׳") for n in names.values())
    return frozenset(w for w in found if w and not w.isdigit())


@lru_cache(maxsize=1)
def _language_names() -> frozenset[str]:
    """Endonyms of languages, and their names in the languages we know."""
    own = {fold(Locale.parse(name).languages.get(name, "")) for name in LOCALES}
    pairs = {fold(Locale.parse(a).languages.get(b, "")) for a in LOCALES for b in LOCALES}
    return frozenset((own | pairs) - {""})


class Vocabulary:
    """The whitelist of ordinary UI texts."""

    def __init__(self, extra: tuple[str, ...] = ()) -> None:
        """Collect the labels.

        Args:
            extra: More labels, compared like the built-in ones.
        """
        built_in = (part for line in UI_LABELS.split("\n") for part in line.split("|"))
        labels = {_key(part) for part in (*built_in, *extra)}
        self._labels = frozenset(labels - {""})

    def is_label(self, text: str) -> bool:
        """Whether the whole text is a label or a name of the framework."""
        key = _key(text)
        return key in self._labels or not has_letter(key) or _IDENTIFIER.fullmatch(text) is not None

    def vetoes(self, text: str) -> bool:
        """Whether the whole text is a label, or a word that is nobody's data on its own.

        Months, days, languages and countries, and enumerations of such words, count too.
        """
        if self._ordinary(text):
            return True
        parts = [p for p in _PARTS.split(text) if p]
        return 1 < len(parts) <= 8 and all(self._ordinary(part) for part in parts)

    def _ordinary(self, text: str) -> bool:
        key = _key(text)
        return (
            self.is_label(text)
            or key in calendar_words()
            or key in territories()
            or key in _language_names()
        )


def _key(text: str) -> str:
    return fold(text).replace("‑", "-").replace("‐", "-").replace("’", "'").strip(_EDGES)
