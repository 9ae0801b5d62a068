"""Maps: saved places, search, routes, offline areas, and sharing where one is."""

from __future__ import annotations

from functools import partial

from harness.core.entity import EntityType
from harness.device.simulated import dialogs
from harness.device.simulated import widgets as w
from harness.device.simulated.apps.maps import routes as map_routes
from harness.device.simulated.apps.maps.atlas import distance_between, seed_maps
from harness.device.simulated.apps.maps.routes import (
    ICONS,
    Record,
    address_of,
    found_place,
    how_far,
    label_of,
    maps,
    pin_of,
)
from harness.device.simulated.apps.maps.town_map import town_map
from harness.device.simulated.context import App, Context, Known, State
from harness.device.simulated.parts import by_id, person, street_and_town, wide
from harness.device.simulated.text import Pii, Rich, rich
from harness.device.simulated.view import Screen, TextStyle, View, dp
from harness.device.simulated.world import World

T = EntityType
_TABS = (("explore", "Explore", "place"), ("saved", "Saved", "star"), ("areas", "Offline", "map"))


def _seed(world: World) -> State:
    return {"maps": seed_maps(world)}


def _known(state: State) -> Known:
    for place in state["maps"]["places"]:
        if place["address"]:
            yield T.ADDRESS, place["address"]


# ---------------------------------------------------------------- home


def _home(context: Context) -> Screen:
    tabs = w.tabs(context, _TABS, leave=context.dismiss)
    bodies = {"explore": _explore, "saved": _saved, "areas": map_routes.areas}
    return Screen(
        content=w.page(bodies[tabs.current](context), tabs.bar),
        dialog=map_routes.area_dialog(context) if tabs.current == "areas" else None,
        on_back=tabs.on_back,
    )


def _explore(context: Context) -> View:
    own = maps(context)
    search = w.row(
        w.icon("search"), w.text("Search here", style=TextStyle(16, 400, "muted")),
        id="search_bar", desc=rich("Search here"), fill="surface", radius=dp(24), gap=dp(12),
        pad=(dp(16), dp(14), dp(16), dp(14)), on_tap=lambda: context.push("search"),
    )  # fmt: skip
    shares = [
        w.list_row(
            title=rich("Shared with ", person(share["name"])),
            summary=share["until"],
            lead=w.icon("share"),
            trail=w.button("Stop", partial(own["shares"].remove, share), filled=False,
                           id="stop_button"),
            id="share_row",
        )
        for share in own["shares"]
    ]  # fmt: skip
    share = wide("Share my location", lambda: context.push("share"), "share_button", filled=False)
    return w.page(
        w.column(search, pad=(dp(16), dp(8), dp(16), dp(8))),
        town_map([pin_of(place, full=False) for place in own["places"]], dp(360)),
        w.items("explore", [share, *shares]),
    )


def _saved(context: Context) -> View:
    rows = [
        w.list_row(
            title=label_of(place),
            summary=address_of(place),
            lead=w.icon(ICONS[place["kind"]]),
            desc=rich(label_of(place), ": ", address_of(place))
            if place["address"]
            else label_of(place),
            id="place_row",
            on_tap=partial(context.push, "place", id=place["id"], address=""),
        )
        for place in maps(context)["places"]
    ]
    return w.page(w.app_bar("Saved places"), w.items("saved", rows))


# ---------------------------------------------------------------- search


def _search(context: Context) -> Screen:
    context.autofocus("query")
    query = context.field("query").strip()
    own = maps(context)

    def look_up(text: str) -> None:
        context.type("query", text)

    def clear() -> None:
        own["recents"].clear()

    recents = [
        w.list_row(
            title=_recent(recent),
            lead=w.icon("history"),
            trail=w.icon_button("close", "Remove", partial(own["recents"].remove, recent),
                                id="remove_button"),
            id="recent_row",
            on_tap=partial(look_up, recent["query"]),
        )
        for recent in own["recents"]
    ]  # fmt: skip
    if recents:
        recents.append(wide("Clear all", clear, "clear_button", filled=False))
    field = w.column(w.field(context, "query", "Search here", id="search_text"), width=0, weight=1)
    return Screen(
        content=w.page(
            w.row(w.up(context), field, pad=(dp(8), dp(8), dp(16), dp(8))),
            w.items("results", _results(context, query) if query else recents),
        )
    )


def _recent(recent: Record) -> Rich:
    kind = EntityType(recent["kind"]) if recent["kind"] else None
    return rich(Pii(kind, recent["query"]) if kind else recent["query"])


def _results(context: Context, query: str) -> list[View]:
    """Saved places by that name, else what was typed, as an address of its own."""
    own, folded = maps(context), query.casefold()

    def found() -> None:
        fresh = {"id": f"n{len(own['recents'])}", "query": query, "kind": T.ADDRESS.value}
        own["recents"].insert(0, fresh)
        context.push("place", id="", address=query)

    places = [
        w.list_row(
            title=label_of(place), summary=address_of(place), lead=w.icon(ICONS[place["kind"]]),
            id="result_row", on_tap=partial(context.push, "place", id=place["id"], address=""),
        )
        for place in own["places"]
        if folded in place["label"].casefold()
    ]  # fmt: skip
    if places or not any(map(str.isdigit, query)):
        return places or [w.blank("No results")]
    typed = Pii(T.ADDRESS, query)
    return [w.list_row(title=typed, lead=w.icon("place"), id="result_row", on_tap=found)]


# ---------------------------------------------------------------- one place


def _here(context: Context) -> Record:
    """The place that a screen is about: a saved one, or one that was found."""
    id, address = context.args["id"], context.args["address"]
    return by_id(maps(context)["places"], id) if id else found_place(address)


def _place(context: Context) -> Screen:
    place = _here(context)
    saved = bool(place["id"])
    home = maps(context)["places"][0]
    lines = [
        w.text(Pii(T.ADDRESS, place["address"], part), id="address_line")
        for part in street_and_town(place["address"])
        if part
    ]
    head = w.column(
        w.text(label_of(place), id="place_name", style=w.LARGE) if place["label"] else None,
        *lines,
        w.text(how_far(context, home, place), id="distance", style=w.SMALL),
        gap=dp(4), pad=(dp(16), dp(16), dp(16), dp(8)), id="place_head", desc=address_of(place),
    )  # fmt: skip

    def directions() -> None:
        context.push("route", id=place["id"], address=place["address"])

    return Screen(
        content=w.page(
            w.app_bar("", navigate=w.up(context)),
            town_map([pin_of(place)], dp(280)),
            w.items("place", [
                head,
                wide("Directions", directions, "directions_button"),
                wide("Rename" if saved else "Save", lambda: context.show("name", focus="name"),
                     "save_button", filled=False),
                wide("Delete", lambda: context.show("delete"), "delete_button", filled=False)
                if saved and place["kind"] != "home" else None,
            ]),
        ),
        dialog=_place_dialog(context, place),
    )  # fmt: skip


def _place_dialog(context: Context, place: Record) -> View | None:
    places = maps(context)["places"]

    def save() -> None:
        name = context.field("name", place["label"]).strip()
        if not name:
            context.toast("Enter a name")
            return
        known = any(kind is T.PERSON_NAME and value == name for kind, value in context.known())
        kind = "person" if known else "public"
        place.update(label=name, kind=place["kind"] if place["kind"] in ("home", "work") else kind)
        if not place["id"]:
            number = 1 + max(int(other["id"][1:]) for other in places)
            place.update(id=f"m{number}", from_home=distance_between(places[0], place))
            places.append(place)
            context.become("place", id=place["id"], address="")
        context.dismiss()
        context.toast("Place saved")

    def delete() -> None:
        places.remove(place)
        context.dismiss()
        context.back()

    if context.dialog == "name":
        return dialogs.edit_dialog(context, "Name of the place", "name", place["label"], save)
    if context.dialog == "delete":
        return dialogs.dialog(
            "Delete this place?",
            dialogs.message(label_of(place)),
            buttons=dialogs.yes_no(context, "Delete", delete),
        )
    return None


APP = App(
    key="maps", label="Maps", package="com.example.maps", icon="map", color="#1e7d46",
    seed=_seed, start="home", known=_known,
    screens={
        "home": _home, "search": _search, "place": _place, "route": map_routes.route,
        "share": map_routes.share,
    },
)  # fmt: skip
