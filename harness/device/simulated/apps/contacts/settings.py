"""The settings of Contacts: how names are listed, and whose calls are refused."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from harness.core.entity import EntityType
from harness.device.simulated import dialogs
from harness.device.simulated import widgets as w
from harness.device.simulated.context import Context
from harness.device.simulated.text import Pii, Rich, rich
from harness.device.simulated.view import Screen, View, dp
from harness.device.simulated.world import Person, World, digits

NAME_FORMATS = {"first": "First name first", "last": "Last name first"}


def seed_settings(world: World) -> dict[str, Any]:
    """First names first; two blocked numbers that are nearly those of contacts."""
    rng = world.rng("contacts/blocked")
    taken = {p["phone"] for p in (*world.people, *world.strangers)}
    blocked: list[str] = []
    for person in rng.sample(world.people, len(world.people)):
        number = person["phone"][:-2] + digits(rng, 2)
        if number not in taken and len(blocked) < 2:
            blocked.append(number)
    return {"name_format": "first", "blocked": blocked}


def listed(context: Context, person: Person) -> Rich:
    """A person's name as lists show it: as it is spoken, or the surname in front."""
    name = person["name"]
    if context.state["contacts"]["name_format"] == "last" and person["last"] in name:
        name = context.locale.listed_name_of(person["first"], person["last"])
    return rich(Pii(EntityType.PERSON_NAME, name))


def order(settings: dict[str, Any], people: Sequence[Person]) -> list[Person]:
    """People in the order of a list."""

    def key(person: Person) -> tuple[str, str, str]:
        name = person["name"].casefold()
        front = person["last"].casefold() if settings["name_format"] == "last" else name
        return front or name, name, person["id"]

    return sorted(people, key=key)


def settings_screen(context: Context) -> Screen:
    """Where there is nothing personal at all."""
    current = context.state["contacts"]["name_format"]

    def choose(label: str) -> None:
        chosen = next(key for key, shown in NAME_FORMATS.items() if shown == label)
        context.state["contacts"]["name_format"] = chosen
        context.dismiss()

    dialog = dialogs.choice(
        context, "Name format", NAME_FORMATS.values(), NAME_FORMATS[current], choose
    )
    return Screen(
        content=w.page(
            w.app_bar("Contacts settings", navigate=w.up(context)),
            w.header("Display"),
            w.list_row(title="Name format", summary=NAME_FORMATS[current], id="name_format",
                       on_tap=lambda: context.show("format")),
            w.header("Manage contacts"),
            w.list_row(title="Blocked numbers", id="blocked_numbers",
                       on_tap=lambda: context.push("blocked")),
        ),
        dialog=dialog if context.dialog == "format" else None,
    )  # fmt: skip


def blocked_screen(context: Context) -> Screen:
    """Numbers whose calls and texts are refused."""
    numbers: list[str] = context.state["contacts"]["blocked"]

    def unblock(number: str) -> None:
        numbers.remove(number)
        context.toast("Unblocked")

    def block() -> None:
        number = context.field("number").strip()
        if any(char.isdigit() for char in number):
            numbers.append(number)
            context.dismiss()
            context.toast("Blocked")

    return Screen(
        content=w.page(
            w.app_bar("Blocked numbers", navigate=w.up(context)),
            w.list_row(title="Add a number", lead=w.icon("add"), id="add_number",
                       on_tap=lambda: context.show("block", focus="number")),
            w.text("You won't receive calls or texts from blocked numbers.", style=w.SMALL,
                   pad=(dp(16), dp(4), dp(16), dp(12))),
            w.divider(),
            w.items("blocked", [_blocked_row(number, partial(unblock, number))
                                for number in numbers]),
        ),
        dialog=dialogs.edit_dialog(context, "Block this number", "number", "", block,
                                   kind=EntityType.PHONE_NUMBER)
        if context.dialog == "block" else None,
    )  # fmt: skip


def _blocked_row(number: str, unblock: Any) -> View:
    shown = Pii(EntityType.PHONE_NUMBER, number)
    return w.list_row(
        title=shown, id="blocked_row",
        trail=w.icon_button("close", rich("Unblock ", shown), unblock, id="delete_button"),
    )  # fmt: skip
