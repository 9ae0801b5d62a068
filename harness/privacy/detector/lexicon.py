"""Names and ordinary words of many languages, from packaged lists.

A title of a row may be a person, a company or a heading; which words people are called by, and
which words everybody uses, tells most of them apart. Given and family names are Faker's (MIT),
ordinary words are those of wordfreq (Apache-2.0 code, CC-BY-SA data) that stand at least three
times in a million words: rarer ones are family names as often as not.
"""

from __future__ import annotations

import importlib
import pkgutil
import re
import unicodedata
from functools import lru_cache
from typing import Any

from harness.core.canonical import fold
from harness.privacy.detector.folding import is_cjk
from harness.privacy.detector.shape import SURNAMES
from harness.privacy.ordinary import NAMES

_WORD = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")
_LANGUAGES = {
    "LATIN": ("en", "de", "es", "fr", "it", "pt", "nl"),
    "CYRILLIC": ("ru", "uk"),
    "HEBREW": ("he",),
    "ARABIC": ("ar",),
    "GREEK": ("el",),
}
_WELL_LISTED = frozenset({"LATIN", "CYRILLIC"})
_THINLY_LISTED = frozenset({"HEBREW"})
"""Scripts of which the lists know the family names, and few of the given names."""
PARTICLES = frozenset(
    "da de del der di do dos du el la le los las van von y zu al ben bin ibn בן בת אבו".split()
)
"""Small words in the middle of names."""
_OPENING_PARTICLES = PARTICLES - set("el la le los las y al".split())
"""Those that a name may begin with: "von der Heide"; the others are articles as well."""
_MIN_LENGTH = 2
_SHORT = 3
"""Words of so few letters are somebody's name somewhere: Cy, Bo, Kit."""
_ORDINARY = 3e-6
_OPENING = 3e-5
"""Shares of all texts from which on a word is an ordinary one, and one that begins sentences."""
_GLUE = 1e-3
"""A word that is so large a share of all texts is a name in no list that matters: "the", "und"."""


def bare(word: str) -> str:
    """A word as the lists are compared: folded, without accents."""
    if word.isascii():
        return word.lower()
    parts = unicodedata.normalize("NFD", fold(word))
    if parts.isalpha():  # Marks aren't letters.
        return parts
    return "".join(c for c in parts if unicodedata.category(c) != "Mn")


@lru_cache(maxsize=1)
def _names() -> tuple[frozenset[str], frozenset[str]]:
    """Words of given names, and words of family names, of all locales."""
    package = importlib.import_module("faker.providers.person")
    given: set[str] = set()
    family: set[str] = set()
    for module in pkgutil.iter_modules(package.__path__):
        provider = importlib.import_module(f"{package.__name__}.{module.name}").Provider
        for attribute in dir(provider):
            names = getattr(provider, attribute)
            if not isinstance(names, dict | list | tuple):
                continue
            if attribute.startswith("first_"):
                given.update(bare(w) for name in names for w in _words(name))
            elif attribute.startswith("last_"):
                family.update(bare(w) for name in names for w in _words(name))
    drop = PARTICLES | {w for w in given | family if len(w) < _MIN_LENGTH}
    return frozenset(given - drop), frozenset(family - drop)


def _words(name: object) -> list[str]:
    return _WORD.findall(name) if isinstance(name, str) else []


@lru_cache(maxsize=8)
def _ordinary(alphabet: str) -> tuple[frozenset[str], frozenset[str]]:
    """The ordinary words of the languages of a script, and those that hold sentences together.

    Both are empty for a script without lists.
    """
    wordfreq = importlib.import_module("wordfreq")
    words: set[str] = set()
    glue: set[str] = set()
    # Few lists of names know those scripts: only what is really frequent is surely no name.
    least = _ORDINARY if alphabet in _WELL_LISTED else _OPENING
    for language in _LANGUAGES.get(alphabet, ()):
        frequencies = wordfreq.get_frequency_dict(language, "small")
        words.update(bare(word) for word, share in frequencies.items() if share >= least)
        glue.update(bare(word) for word, share in frequencies.items() if share >= _GLUE)
    return frozenset(words), frozenset(glue - NAMES - PARTICLES)


@lru_cache(maxsize=8192)
def is_given(word: str) -> bool:
    """Whether people have it as a given name."""
    return bare(word) in _names()[0]


@lru_cache(maxsize=8192)
def is_family(word: str) -> bool:
    """Whether people have it as a family name."""
    return bare(word) in _names()[1]


@lru_cache(maxsize=8192)
def is_ordinary(word: str) -> bool:
    """Whether it is a word that everybody uses, and not one that people are called by.

    A compound, and a word with an ending, counts by its parts only if a hyphen separates them.
    """
    parts = [p for p in re.split(r"['’-]", word) if p]
    return bool(parts) and all(map(_is_ordinary, parts))


def _is_ordinary(word: str) -> bool:
    words, glue = _ordinary(script(word))
    key = bare(word)
    return key in glue or (key in words and not is_given(word) and not is_family(word))


@lru_cache(maxsize=8192)
def is_rare_given(word: str) -> bool:
    """Whether it is a given name and no word that everybody uses besides."""
    return is_given(word) and bare(word) not in _ordinary(script(word))[0]


@lru_cache(maxsize=8192)
def is_unheard(word: str) -> bool:
    """Whether a word is in none of the lists of words, not even as a rare one."""
    wordfreq = importlib.import_module("wordfreq")
    return not any(
        wordfreq.word_frequency(word, language, wordlist="small")
        for language in _LANGUAGES.get(script(word), ())
    )


@lru_cache(maxsize=8192)
def is_rarer(word: str) -> bool:
    """Whether a name is no word that begins many sentences, as "Press" and "Will" do."""
    wordfreq = importlib.import_module("wordfreq")
    languages = _LANGUAGES.get(script(word), ())
    return all(
        wordfreq.word_frequency(word, lang, wordlist="small") < _OPENING for lang in languages
    )


@lru_cache(maxsize=8192)
def ordinary_phrase(text: str) -> bool:
    """Whether nobody is called like that.

    The text is made of ordinary words alone, or it is a phrase ("The Garden Post") that holds no
    given name. False for scripts whose words aren't separated, and for a text without a word.
    """
    words = _WORD.findall(text)
    if not words or any(is_cjk(c) for c in text):
        return False
    if all(map(is_ordinary, words)):
        return True
    glued = any(bare(w) in _ordinary(script(w))[1] for w in words)
    return glued and not any(is_given(w) and not is_ordinary(w) for w in words)


_HAN = re.compile(r"[\u4e00-\u9fff]{2,4}")
_COMPOUND = frozenset(
    "欧阳 司马 上官 诸葛 东方 皇甫 尉迟 公孙 慕容 令狐 司徒 端木 南宫 夏侯".split()
)


@lru_cache(maxsize=8192)
def han_name(text: str) -> bool:
    """Whether the text is a family name of Han characters with a given name, and no phrase.

    Given names are free there; what splits into words of the lists is none: 关于手机, 安全码.
    """
    if not _HAN.fullmatch(text):
        return False
    surname = 2 if text[:2] in _COMPOUND else 1
    if surname == 1 and text[0] not in SURNAMES:
        return False
    words = _han_words()
    phrase = text in words or any(
        text[:cut] in words and (text[cut:] in words or len(text) - cut == 1)
        for cut in range(2, len(text))
    )
    return 1 <= len(text) - surname <= 2 and (surname == 2 or not phrase)


@lru_cache(maxsize=1)
def _han_words() -> frozenset[str]:
    frequencies = importlib.import_module("wordfreq").get_frequency_dict("zh", "small")
    # The lists are of simplified characters.
    return frozenset(word for word, share in frequencies.items() if share >= _ORDINARY)


def is_han_word(text: str) -> bool:
    """Whether a stretch of Han characters is a word that everybody uses."""
    return text in _han_words()


@lru_cache(maxsize=8192)
def han_names(text: str) -> tuple[tuple[int, int], ...]:
    """Where jieba's tagger (MIT) sees names of people in a text of Han characters.

    Returns:
        Code points from and to, of names that are no ordinary words.
    """
    found: list[tuple[int, int]] = []
    at = 0
    for word, tag in _tagger().lcut(text):
        start, at = at, at + len(word)
        if tag.startswith("nr") and all(map(is_cjk, word)) and word not in _han_words():
            if found and found[-1][1] == start:  # A compound surname, and what follows it.
                start = found.pop()[0]
            found.append((start, at))
    return tuple(span for span in found if span[1] - span[0] > 1)


@lru_cache(maxsize=1)
def _tagger() -> Any:
    import jieba.posseg

    # Another tokenizer would load the tags once more.
    tagger = jieba.posseg.dt
    words = tagger.tokenizer
    # Not through its cache, which is a file that anybody can write.
    words.FREQ, words.total = words.gen_pfdict(words.get_dict_file())
    words.initialized = True
    return tagger


_HAN_SAYS = re.compile(r"(?<=\S)\s+(?:对\S{1,4})?[说說]$")


def name_within(text: str) -> tuple[int, int]:
    """Where in a supposed name the name is: "Email Ann Lee", "Ann Lee wrote".

    Returns:
        Code points from and to without ordinary words before it and small ones behind it; the
        whole text if nothing is left.
    """
    if said := _HAN_SAYS.search(text):
        return 0, said.start()
    words = [(m.start(), m.end(), m[0]) for m in _WORD.finditer(text)]
    # Where lists know few names, an ordinary word before a single other may be a name as well.
    least = 1 if words and well_listed(words[0][2]) else 2
    while (
        len(words) > least
        and is_ordinary(words[0][2])
        and bare(words[0][2]) not in _OPENING_PARTICLES
        and text[words[0][1]] == " "
    ):
        words.pop(0)
    while len(words) > least and not words[-1][2].istitle() and is_ordinary(words[-1][2]):
        words.pop()
    if not words or (len(words) == 1 and not is_given(words[0][2])):
        return 0, len(text)
    return words[0][0], words[-1][1]


@lru_cache(maxsize=8192)
def not_a_person(text: str) -> bool:
    """Whether it is rather a company or a label: it has no given name, and words that tell.

    It has an ordinary word, or it is a single word that people aren't called by.
    """
    words = [w for w in _WORD.findall(text) if bare(w) not in PARTICLES]
    if not words or any(is_given(w) or script(w) != "LATIN" for w in words):
        return False
    telling = [w for w in words if len(w) > _SHORT or w.isupper()]
    return len(words) == 1 or any(map(is_ordinary, telling))


@lru_cache(maxsize=8192)
def full_name(text: str) -> bool:
    """Whether the text is a full name: two to four words, a known name, no ordinary word."""
    words = [w for w in _WORD.findall(text) if bare(w) not in PARTICLES]
    if not 2 <= len(words) <= 4 or any(c.isdigit() for c in text) or any(map(is_ordinary, words)):
        return False
    if any(w.islower() for w in words) and not text.islower():
        return False
    known = [is_given(w) or is_family(w) for w in words]
    if well_listed(words[0]):
        return any(known)
    thin = script(words[0]) in _THINLY_LISTED and len(words) == 2
    return all(known) or (thin and is_family(words[1]))


def well_listed(word: str) -> bool:
    """Whether the lists know most names of the script of a word."""
    return script(word) in _WELL_LISTED


def script(word: str) -> str:
    """The script of a word by its first character, as Unicode names begin: LATIN, HEBREW."""
    return unicodedata.name(word[0], "").partition(" ")[0]
