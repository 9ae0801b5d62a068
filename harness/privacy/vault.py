"""The session vault: which value stands behind which placeholder."""

from __future__ import annotations

import hmac
import logging
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NoReturn

import phonenumbers

from harness.core.canonical import canonical, fold, is_format_character
from harness.core.entity import EntityType
from harness.errors import ConfigError
from harness.privacy.forms import is_scrap
from harness.privacy.matcher import KnownValueMatcher
from harness.privacy.placeholder import Mention, Scheme, Subject, neutral
from harness.privacy.protocols import Known
from harness.privacy.skeleton import is_free

_log = logging.getLogger(__name__)

_LINKED_TYPES = frozenset(
    {
        EntityType.PERSON_NAME,
        EntityType.ADDRESS,
        EntityType.GROUP_NAME,
        EntityType.EMPLOYER_OR_SCHOOL,
    }
)
_INVISIBLE_JOINERS = "\u200c\u200d"


@dataclass(slots=True, repr=False, eq=False)
class _Entity:
    number: int
    value: str
    type: EntityType
    placeholder: str
    keys: tuple[str, ...]
    seen: int
    pinned: bool
    surfaces: set[tuple[str, EntityType]] = field(default_factory=set)


class SessionVault:
    """One table per session; never pickled, copied, printed or shared.

    An entity is a (canonical) value with the type under which it was first registered; the same
    value under another type is the same entity. Values not seen for ``max_screens`` screens are
    forgotten, all but a keyed digest: when they return they get the placeholder that they had.
    """

    def __init__(
        self, scheme: Scheme, region: str, key: bytes, max_screens: int | None = None
    ) -> None:
        """Start empty.

        Args:
            scheme: What values turn into.
            region: ISO 3166 code in which phone numbers without a prefix are read.
            key: Secret of this session.
            max_screens: Screens after which an unseen value is forgotten; None keeps all.

        Raises:
            ConfigError: A region that phone numbers can't be read in.
        """
        if region not in phonenumbers.SUPPORTED_REGIONS:
            raise ConfigError(f"'{region}' is not a phone region; use an ISO 3166 code such as US")
        self.scheme = scheme
        self.region = region
        self._key = key
        self._digest_key = hmac.digest(key, b"tombstone", "sha256")
        self._max_screens = max_screens
        self._screen = 0
        self._matcher = KnownValueMatcher(region)
        self._entities: dict[int, _Entity] = {}
        self._entered = 0
        self._by_key: dict[str, _Entity] = {}
        self._by_token: dict[str, _Entity] = {}
        self._tombstones: dict[bytes, tuple[str, EntityType]] = {}
        self._issued: dict[str, EntityType] = {}
        self._foreign: set[str] = set()
        self._counts: dict[EntityType, int] = {}

    def __repr__(self) -> str:
        """Counts only: a repr ends up in logs."""
        return f"SessionVault(scheme={self.scheme.name}, entities={len(self)})"

    def __len__(self) -> int:
        """How many values it holds now."""
        return len(self._entities)

    def __reduce_ex__(self, protocol: object) -> NoReturn:
        """Refuse to be pickled or copied."""
        raise TypeError("a vault can't be pickled or copied")

    # ------------------------------------------------------------ both directions

    def register(self, value: str, type: EntityType, *, pinned: bool = False) -> str:
        """The placeholder of ``value``; the one that it already has, if any.

        Args:
            value: Surface form; its first one is what :meth:`lookup` gives back.
            type: Its type; ignored if the value is known under another one.
            pinned: Never forget it.

        Raises:
            ValueError: A value without any visible character.
        """
        surface = _clean(value)
        if surface in self._issued:
            return surface
        keys = self._keys(surface, type)
        entity = next((self._by_key[k] for k in keys if k in self._by_key), None)
        if entity is None:
            entity = self._enter(surface, type, keys)
        entity.seen = self._screen
        entity.pinned |= pinned
        for key in keys:
            self._by_key.setdefault(key, entity)
        entity.keys = tuple(dict.fromkeys((*entity.keys, *keys)))
        # Under each type that it was detected as: what is too short for a message may be a name.
        for kind in dict.fromkeys((entity.type, type)):
            spelling = surface.casefold(), kind
            scrap = kind is EntityType.MESSAGE_CONTENT and not entity.pinned and is_scrap(surface)
            if not scrap and spelling not in entity.surfaces:
                entity.surfaces.add(spelling)
                self._matcher.add(surface, kind, entity.number)
        return entity.placeholder

    def lookup(self, placeholder: str) -> str | None:
        """The raw value as first seen, or None for an unknown or unresolvable placeholder."""
        entity = self._by_token.get(placeholder)
        if entity is None:
            return None
        entity.seen = self._screen
        return entity.value

    def type_of(self, placeholder: str) -> EntityType | None:
        """The type behind a placeholder of this session, forgotten or not; None if it is none."""
        return self._issued.get(placeholder)

    # ------------------------------------------------------------ texts

    def sweep(self, text: str) -> list[Known]:
        """Every known value in ``text``, outside of this session's placeholders.

        Sorted by start, not overlapping; see :mod:`harness.privacy.forms` for the spellings.
        """
        found = []
        for hit in self._matcher.find(text, [(t.start, t.end) for t in self.tokens(text)]):
            entity = self._entities[hit.owner]
            entity.seen = self._screen
            found.append(Known(hit.start, hit.end, entity.placeholder, entity.type))
        return found

    def mentions(self, text: str) -> list[Mention]:
        """Everything in ``text`` that is, or once was, a placeholder: known or not."""
        return self.scheme.grammar.mentions(text)

    def tokens(self, text: str) -> list[Known]:
        """The placeholders of this session in ``text``, in their exact shape.

        Where placeholders are constants, every constant is one of this session.
        """
        exact = [m for m in self.mentions(text) if text[m.start : m.end] == m.token]
        if not self.scheme.resolvable:
            return [Known(m.start, m.end, m.token, m.type) for m in exact]
        return [
            Known(m.start, m.end, m.token, self._issued[m.token])
            for m in exact
            if m.token in self._issued
        ]

    def neutralise(self, text: str) -> str:
        """``text`` with every exact placeholder that this session never gave made harmless.

        Its ``#`` (or last ``_``) becomes a look-alike of the same length that nothing reads back,
        so offsets stay; and the token, also a mangled one, is never given to a value from now on.
        """
        pieces = list(text)
        for mention in self.mentions(text) if self.scheme.resolvable else ():
            if mention.token in self._issued:
                continue
            self._foreign.add(mention.token)
            shown = text[mention.start : mention.end]
            if mention.exact and shown == mention.token:
                pieces[mention.start : mention.end] = neutral(shown)
        return "".join(pieces)

    def links(self, placeholders: Sequence[str]) -> list[str]:
        """``A may be B or C`` lines for partial mentions among those placeholders."""
        entities = [self._by_token[p] for p in dict.fromkeys(placeholders) if p in self._by_token]
        lines = []
        for part in entities:
            wholes = [e.placeholder for e in entities if _is_part(part, e)]
            if wholes:
                lines.append(f"{part.placeholder} may be {' or '.join(wholes)}")
        return lines

    # ------------------------------------------------------------ forgetting

    def tick_screen(self) -> None:
        """Another screen has passed; forget what was not seen for too long."""
        self._screen += 1
        if self._max_screens is None:
            return
        oldest = self._screen - self._max_screens
        for entity in [e for e in self._entities.values() if e.seen < oldest and not e.pinned]:
            self._forget(entity)

    def _forget(self, entity: _Entity) -> None:
        for key in entity.keys:
            if self._by_key.get(key) is entity:
                del self._by_key[key]
                self._tombstones[self._digest(key)] = (entity.placeholder, entity.type)
        self._by_token.pop(entity.placeholder, None)
        del self._entities[entity.number]
        self._matcher.remove(entity.number)

    def _digest(self, key: str) -> bytes:
        return hmac.digest(self._digest_key, key.encode("utf-8", "surrogatepass"), "sha256")

    # ------------------------------------------------------------ entering

    def _keys(self, surface: str, type: EntityType) -> tuple[str, ...]:
        if self.scheme.by_surface:
            return (surface,)
        return tuple(dict.fromkeys((canonical(surface, type, self.region), fold(surface))))

    def _enter(self, surface: str, type: EntityType, keys: tuple[str, ...]) -> _Entity:
        tombstones = (self._tombstones.get(self._digest(key)) for key in keys)
        tombstone = next((t for t in tombstones if t is not None), None)
        token, type = tombstone or (self._new_token(surface, type), type)
        self._entered += 1
        entity = _Entity(self._entered, surface, type, token, keys, self._screen, pinned=False)
        self._entities[entity.number] = entity
        self._issued[token] = type
        if self.scheme.resolvable:
            self._by_token[token] = entity
        return entity

    def _new_token(self, surface: str, type: EntityType) -> str:
        ordinal = self._counts[type] = self._counts.get(type, 0) + 1
        subject = Subject(canonical(surface, type, self.region), surface, type)
        for attempt, token in enumerate(self.scheme.candidates(subject, self._key, ordinal)):
            free = token not in self._issued and token not in self._foreign
            if free or not self.scheme.resolvable:
                if attempt:
                    _log.warning("placeholder collision among values of type %s", type)
                return token
        raise AssertionError("a scheme that resolves never runs out of candidates")


def _clean(value: str) -> str:
    """The surface form without edges and invisible characters (but joiners inside a word)."""
    visible = "".join(
        c for c in value if not is_format_character(c) or c in _INVISIBLE_JOINERS or c == "\ufe0f"
    )
    surface = visible.strip().strip(_INVISIBLE_JOINERS)
    if not fold(surface):
        raise ValueError("a value without any visible character can't be registered")
    return surface


def _is_part(part: _Entity, whole: _Entity) -> bool:
    """Whether ``part`` may be a shorter mention of ``whole``."""
    if part is whole or part.type is not whole.type or part.type not in _LINKED_TYPES:
        return False
    short, long = fold(part.value), fold(whole.value)
    if is_free(short):
        return short != long and short in long
    words = set(short.split(" "))
    return words < set(long.split(" "))
