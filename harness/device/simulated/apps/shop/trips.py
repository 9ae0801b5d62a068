"""The shop's trips: bookings, passengers, seats."""

from __future__ import annotations

from functools import partial

from harness.core.entity import EntityType
from harness.device.simulated import dialogs, parts
from harness.device.simulated import widgets as w
from harness.device.simulated.apps.shop.goods import free_seats
from harness.device.simulated.context import Context
from harness.device.simulated.parts import Record, by_id, code, person, shop
from harness.device.simulated.text import Pii, rich
from harness.device.simulated.view import Screen, TextStyle, View, dp

T = EntityType


def trips_tab(context: Context) -> View:
    """Booked trips, the next one first."""
    rows = [
        w.list_row(
            title=trip["route"],
            summary=f"{trip['line']} · {trip['date']}, {trip['time']}",
            lead=w.icon("ticket"),
            desc=f"{trip['route']}, {trip['date']}",
            id="trip_row",
            on_tap=partial(context.push, "trip", id=trip["id"]),
        )
        for trip in shop(context)["trips"]
    ]
    return w.page(w.app_bar("Trips"), w.items("trips", rows))


def trip(context: Context) -> Screen:
    """A booking with all who travel."""
    one = by_id(shop(context)["trips"], context.args["id"])

    def check_in() -> None:
        one["checked_in"] = True
        context.toast("You are checked in")

    add = partial(context.push, "passenger", id=one["id"])
    ticket = w.column(
        w.text("Booking code", style=w.LABEL),
        w.text(code(one["booking"]), id="booking_code", style=TextStyle(34, 500)),
        w.text(f"{one['line']} · {one['date']}, {one['time']}", style=w.SMALL),
        fill="surface", radius=dp(16), gap=dp(4), pad=(dp(20), dp(16), dp(20), dp(16)),
    )  # fmt: skip
    content = parts.screen(
        context,
        one["route"],
        w.column(ticket, pad=(dp(16), dp(8), dp(16), dp(8))),
        w.header("Passengers"),
        *(_passenger(context, who) for who in one["passengers"]),
        parts.wide("Add passenger", add, "add_passenger", filled=False),
        parts.wide("Check in", check_in, "check_in") if not one["checked_in"] else None,
    )
    return Screen(content=content, dialog=_seats(context, one))


def _passenger(context: Context, who: Record) -> View:
    """A passenger; the two parts of the name stand in views of their own."""
    name = w.row(
        w.text(Pii(T.PERSON_NAME, who["name"], who["last"]), id="last_name", style=w.STRONG),
        w.text(Pii(T.PERSON_NAME, who["name"], who["first"]), id="first_name"),
        gap=dp(8),
    )
    passport = rich("Passport ", parts.masked(T.ID_NUMBER, who["passport"]))
    return w.row(
        w.avatar(rich(person(who["name"]))),
        w.column(
            name,
            w.row(
                w.text("Born", style=w.SMALL),
                w.text(Pii(T.DATE_OF_BIRTH, who["birthday"]), id=f"born_{who['id']}",
                       style=w.SMALL),
                gap=dp(4),
            ),
            w.text(passport, style=w.SMALL, id="passport") if who["passport"] else None,
            width=0, weight=1, gap=dp(2),
        ),
        w.button(who["seat"], partial(context.show, f"seat {who['id']}"), id=f"seat_{who['id']}",
                 filled=False),
        desc=rich(person(who["listed"])), id=f"passenger_{who['id']}", gap=dp(16),
        pad=(dp(16), dp(8), dp(8), dp(8)),
    )  # fmt: skip


def _seats(context: Context, one: Record) -> View | None:
    for who in one["passengers"]:
        if context.dialog == f"seat {who['id']}":

            def choose(seat: str, who: Record = who) -> None:
                who["seat"] = seat
                context.dismiss()

            options = sorted([who["seat"], *free_seats(one)])
            return dialogs.choice(context, "Choose a seat", options, who["seat"], choose)
    return None


def passenger(context: Context) -> Screen:
    """The form for one more passenger."""
    one = by_id(shop(context)["trips"], context.args["id"])
    context.autofocus("name")

    def save() -> None:
        name, birthday = context.field("name").strip(), context.field("birthday").strip()
        if not name or not birthday:
            context.toast("Enter name and date of birth")
            return
        first, _, last = name.rpartition(" ")
        one["passengers"].append(
            {
                "id": f"q{len(one['passengers'])}",
                "name": name,
                "first": first,
                "last": last,
                "listed": name,
                "birthday": birthday,
                "born": "",
                "passport": "",
                "seat": free_seats(one)[0],
            }
        )
        context.back()

    form = w.column(
        w.field(context, "name", "Full name", kind=T.PERSON_NAME, id="passenger_name"),
        w.field(context, "birthday", "Date of birth", kind=T.DATE_OF_BIRTH, on_enter=save,
                id="passenger_birthday"),
        gap=dp(12), pad=(dp(16), dp(12), dp(16), dp(12)),
    )  # fmt: skip
    save_button = parts.wide("Save", save, "save_button")
    return Screen(content=parts.screen(context, "Add passenger", form, save_button))
