"""Word lists and templates for the synthetic corpus, read from ``phrases.json``.

All of it is invented. Templates hold slots: ``{P}`` full name, ``{F}`` first name, ``{U}``
username, ``{T}`` phone, ``{E}`` e-mail, ``{A}`` address, ``{D}`` date of birth, ``{Y}`` age,
``{I}`` identity number, ``{C}`` card, ``{B}`` bank account, ``{M}`` amount of the user,
``{W}`` password or code, ``{V}`` IP address, ``{L}`` licence plate, ``{O}`` order number,
``{H}`` health fact, ``{X}`` message, ``{G}`` group, ``{S}`` employer or school. Slots without
an entity: ``{k}`` clock time, ``{n}`` small number, ``{z}`` date, ``{a}`` app or brand,
``{c}`` city, ``{m}`` price of a thing for sale, ``{w}`` weekday, ``{l}`` last name and ``{y}``
year inside a group name, ``{r}`` some words
of a translated interface.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Phrases:
    """The lists; dictionaries go from a language code to a list.

    Attributes:
        templates: strings with at least one entity slot.
        messages: whole chat messages and subjects.
        msg_open: openings, cores and closings that English messages are put together from.
        msg_core: see ``msg_open``.
        msg_close: see ``msg_open``.
        groups: titles of chat groups.
        health: health facts, with and without quantities.
        contact_nicks: what stands where a contact's name stands ("Mum").
        emoji: symbols that people put behind a contact's name.
        handle_words: parts of usernames.
        brands: apps and brands, many of them like names.
        ui_en: harmless English strings, the hard ones like names or values.
        ui_other: harmless strings in other languages.
        fields: slot letter -> names of fields that stand before such a value.
        notices: subjects and predicates of harmless system notices.
        requests: verbs and objects of harmless requests for data.
    """

    templates: dict[str, list[str]]
    messages: dict[str, list[str]]
    msg_open: list[str]
    msg_core: list[str]
    msg_close: list[str]
    groups: dict[str, list[str]]
    health: dict[str, list[str]]
    contact_nicks: list[str]
    emoji: list[str]
    handle_words: list[str]
    brands: list[str]
    ui_en: list[str]
    ui_other: list[str]
    fields: dict[str, list[str]]
    notices: list[list[str]]
    requests: list[list[str]]


def load() -> Phrases:
    """Read the lists.

    Returns:
        The lists of ``phrases.json`` beside this module.
    """
    path = Path(__file__).with_name("phrases.json")
    return Phrases(**json.loads(path.read_text(encoding="utf-8")))
