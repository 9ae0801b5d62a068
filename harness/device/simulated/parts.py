"""How shop and maps show people, places and codes."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from typing import Any

from harness.core.entity import EntityType
from harness.device.simulated import widgets as w
from harness.device.simulated.apps import contacts
from harness.device.simulated.context import Context
from harness.device.simulated.text import Pii, Rich, annotate, rich, with_content
from harness.device.simulated.view import Screen, View, dp

T = EntityType
Record = dict[str, Any]
_LINES = (
    re.compile(r"(.+), ([^,]+, [A-Z]{2} \d{5})"),
    re.compile(r"(.+), ([^,]+)"),
    re.compile(r"(\d{6} \w+?[区县])(.+)"),
)
"""Street and town, in the order of the country."""


def shop(context: Context) -> Record:
    """The shop's part of the state."""
    own: Record = context.state["shop"]
    return own


def by_id(records: list[Record], id: str) -> Record:
    """The record with that id."""
    return next(record for record in records if record["id"] == id)


def person(name: str) -> Pii:
    """A name."""
    return Pii(T.PERSON_NAME, name)


def code(number: str) -> Pii:
    """An order, tracking or booking number."""
    return Pii(T.ORDER_NUMBER, number)


def paid(text: str) -> Pii:
    """What the owner paid or will pay: a sum of prices that anybody can look up."""
    return Pii(T.ACCOUNT_BALANCE, text, optional=True)


def masked(kind: EntityType, number: str) -> Pii:
    """A number of which only the last four characters are shown."""
    return Pii(kind, number, f"•••• {number[-4:]}")


def street_and_town(address: str) -> tuple[str, ...]:
    """An address as the lines of a label."""
    for shape in _LINES:
        if match := shape.fullmatch(address):
            return match.groups()
    return (address,)


def label(name: str, address: str, phone: str) -> View:
    """Name, street, town and phone, a view each."""
    lines = [
        w.text(Pii(T.ADDRESS, address, part), id="address_line", style=w.SMALL)
        for part in street_and_town(address)
    ]
    number = Pii(T.PHONE_NUMBER, phone) if phone else ""
    return w.column(
        w.text(person(name), id="recipient_name"),
        *lines,
        w.text(number, id="recipient_phone", style=w.SMALL) if phone else None,
        width=0, weight=1, gap=dp(2),
    )  # fmt: skip


def labelled(name: str, address: str) -> Rich:
    """Name and address in one line."""
    return rich(person(name), ", ", Pii(T.ADDRESS, address))


def note(context: Context, text: str) -> Rich:
    """What the owner wrote for somebody."""
    return with_content(annotate(text, context.known()), T.MESSAGE_CONTENT)


def screen(context: Context, title: str, *body: View | None, key: str = "body") -> View:
    """A page below a bar with a way up."""
    shown = [view for view in body if view is not None]
    return w.page(
        w.app_bar(title, navigate=w.up(context)),
        w.items(key, shown, pad=(0, 0, 0, dp(24))),
    )


def fact(label: str, value: Pii | Rich | str, id: str, icon: str = "", **look: Any) -> View:
    """A label with a value below it."""
    return w.list_row(
        title=label, summary=value, id=id, lead=w.icon(icon) if icon else None, **look
    )


def wide(text: str, run: Callable[[], None], id: str, *, filled: bool = True) -> View:
    """A button as wide as the screen."""
    return w.row(
        w.button(text, run, id=id, filled=filled, weight=1), pad=(dp(16), dp(8), dp(16), dp(8))
    )


def choose_person(
    context: Context, title: str, chosen: Callable[[Record], None], dialog: View | None = None
) -> Screen:
    """A list of the contacts with a search field."""
    query = context.field("recipient")
    rows = [
        w.list_row(
            title=contacts.name(one), lead=w.avatar(contacts.name(one)), id="recipient_row",
            on_tap=partial(chosen, one),
        )
        for one in contacts.people(context.state)
        if contacts.matches(one, query)
    ]  # fmt: skip
    search = w.column(
        w.field(context, "recipient", "Search people", id="recipient_search"),
        pad=(dp(16), dp(8), dp(16), dp(8)),
    )
    return Screen(
        content=w.page(
            w.app_bar(title, navigate=w.up(context)),
            search,
            w.items("recipients", rows or [w.blank("No matches")]),
        ),
        dialog=dialog,
    )
