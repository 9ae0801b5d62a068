"""Maps: places as they are shown, offline areas, routes, and sharing where one is."""

from __future__ import annotations

from functools import partial
from typing import Any

from harness.core.entity import EntityType
from harness.device.simulated import dialogs, parts
from harness.device.simulated import widgets as w
from harness.device.simulated.apps.maps.atlas import (
    distance_between,
    distance_text,
    minutes,
    spot_of,
)
from harness.device.simulated.apps.maps.town_map import Pin, town_map
from harness.device.simulated.context import Context
from harness.device.simulated.parts import by_id, person, street_and_town, wide
from harness.device.simulated.text import EMPTY, Pii, Rich, rich
from harness.device.simulated.view import Screen, TextStyle, View, dp

T = EntityType
Record = dict[str, Any]
ICONS = {"home": "house", "work": "work", "person": "person", "public": "place", "": "place"}
"""Kind of a place -> icon."""
_MODES = (("car", "Car"), ("bike", "Bicycle"), ("walk", "On foot"))
_DURATIONS = ("15 minutes", "1 hour", "8 hours")


def maps(context: Context) -> Record:
    """The part of the state that belongs to Maps."""
    own: Record = context.state["maps"]
    return own


def label_of(place: Record) -> Rich:
    """What a place is called, as text."""
    return rich(person(place["label"]) if place["kind"] == "person" else place["label"])


def address_of(place: Record) -> Rich:
    """The address of a place as text, empty for a public one."""
    return rich(Pii(T.ADDRESS, place["address"])) if place["address"] else EMPTY


def how_far(context: Context, one: Record, other: Record) -> str:
    """The distance between two places as it is written."""
    unit: str = maps(context)["units"]["distance"]
    return unit.format(n=distance_text(context.locale, one, other))


def found_place(address: str) -> Record:
    """A place that isn't saved."""
    unsaved = {"id": "", "label": "", "address": address, "contact_id": "", "kind": ""}
    return unsaved | spot_of(address)


def pin_of(place: Record, *, full: bool = True) -> Pin:
    """A pin; that it says the address, if ``full``, shows in the pixels alone."""
    parts = street_and_town(place["address"]) if full and place["address"] else ()
    address = (rich(Pii(T.ADDRESS, part)) for part in parts)
    name = (label_of(place),) if place["label"] else ()
    return Pin(place, (*name, *address), place["kind"] == "home")


# ---------------------------------------------------------------- offline areas


def areas(context: Context) -> View:
    """Maps that work without a network."""

    def rows(downloaded: bool) -> list[View]:
        return [
            w.list_row(
                title=area["name"],
                summary=f"{area['version']} · {area['updated']}",
                lead=w.icon("check" if downloaded else "download"),
                trail=w.text(area["size_text"], id="area_size"),
                id="area_row",
                on_tap=partial(context.show, f"area {area['id']}"),
            )
            for area in maps(context)["areas"]
            if area["downloaded"] is downloaded
        ]

    return w.page(
        w.app_bar("Offline maps"),
        w.items(
            "areas",
            [w.header("On this phone"), *rows(True), w.header("Available"), *rows(False)],
        ),
    )


def area_dialog(context: Context) -> View | None:
    """Download or delete the chosen area."""
    for area in maps(context)["areas"]:
        if context.dialog == f"area {area['id']}":
            verb = "Delete" if area["downloaded"] else "Download"

            def change(area: Record = area) -> None:
                area["downloaded"] = not area["downloaded"]
                context.dismiss()

            return dialogs.dialog(
                area["name"],
                dialogs.message(f"{area['version']} · {area['size_text']}"),
                buttons=dialogs.yes_no(context, verb, change),
            )
    return None


# ---------------------------------------------------------------- routes


def route(context: Context) -> Screen:
    """The way from one place to another."""
    own = maps(context)
    places = own["places"]
    start = by_id(places, context.flag("start", places[0]["id"]))
    end = _end(context)
    mode = context.flag("mode", "car")
    time = own["units"]["time"].format(n=minutes(distance_between(start, end), mode))

    def begin() -> None:
        own["route"] = {
            "from": start["id"], "to": end["id"], "address": end["address"], "mode": mode,
        }  # fmt: skip
        context.toast("Navigation started")

    modes = w.row(
        *(
            w.button(label, partial(context.set, "mode", key), filled=key == mode, weight=1,
                     id=f"mode_{key}")
            for key, label in _MODES
        ),
        gap=dp(8), pad=(dp(16), dp(8), dp(16), dp(8)),
    )  # fmt: skip
    figures = w.row(
        w.text(how_far(context, start, end), id="route_distance",
               style=TextStyle(28, 500)),
        w.text(time, id="route_time", style=w.TITLE),
        gap=dp(16), pad=(dp(16), dp(8), dp(16), dp(8)),
    )  # fmt: skip
    return Screen(
        content=w.page(
            w.app_bar("Directions", navigate=w.up(context)),
            w.list_row(
                title="Start from", summary=label_of(start), lead=w.icon("place"), id="from_row",
                on_tap=lambda: context.show("start"),
            ),
            w.list_row(
                title="Destination", summary=label_of(end) or address_of(end),
                lead=w.icon("place"), id="to_row", on_tap=lambda: context.show("end"),
            ),
            town_map([pin_of(start, full=False), pin_of(end)], dp(280), route=True),
            w.items("route", [modes, figures, wide("Start", begin, "start_button")]),
        ),
        dialog=_choose_place(context),
    )  # fmt: skip


def _end(context: Context) -> Record:
    id = context.flag("end", context.args["id"])
    return by_id(maps(context)["places"], id) if id else found_place(context.args["address"])


def _choose_place(context: Context) -> View | None:
    if context.dialog not in ("start", "end"):
        return None

    def pick(id: str) -> None:
        context.set(context.dialog, id)
        context.dismiss()

    rows = [
        w.list_row(title=label_of(place), summary=address_of(place), id="picker_row",
                   lead=w.icon(ICONS[place["kind"]]), on_tap=partial(pick, place["id"]))
        for place in maps(context)["places"]
    ]  # fmt: skip
    return dialogs.dialog("Choose a place", *rows)


# ---------------------------------------------------------------- sharing


def share(context: Context) -> Screen:
    """Choose who may see where the owner is, and for how long."""

    def chosen(who: Record) -> None:
        context.set("who", who["id"])
        context.show("time")

    return parts.choose_person(context, "Share my location", chosen, _time_dialog(context))


def _time_dialog(context: Context) -> View | None:
    if context.dialog != "time":
        return None
    who = by_id(context.state["contacts"]["people"], context.flag("who"))

    def pick(duration: str) -> None:
        maps(context)["shares"].append(
            {"contact_id": who["id"], "name": who["name"], "until": duration}
        )
        context.dismiss()
        context.back()

    return dialogs.choice(context, "For how long?", _DURATIONS, "", pick)
