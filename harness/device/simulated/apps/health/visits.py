"""Screens about doctors: appointments and bills."""

from __future__ import annotations

from datetime import date
from functools import partial

from harness.core.entity import EntityType
from harness.device.simulated import dialogs
from harness.device.simulated import widgets as w
from harness.device.simulated.apps.health.care import Item, add_up
from harness.device.simulated.context import Context
from harness.device.simulated.text import Part, Pii, Rich, filled, rich
from harness.device.simulated.view import Screen, TextStyle, View, dp

T = EntityType


def _care(context: Context) -> Item:
    care: Item = context.state["health"]
    return care


def doctor(context: Context, item: Item) -> Rich:
    """A doctor with title."""
    return filled(_care(context)["doctor_pattern"], {"name": Pii(T.PERSON_NAME, item["doctor"])})


# ---------------------------------------------------------------- appointments


def appointments_screen(context: Context) -> Screen:
    """All appointments, the next one first."""
    rows = [
        w.list_row(
            title=doctor(context, a), lead=w.icon("person"), id="appointment_row",
            summary=rich(a["specialty"], " · ", a["day_text"]),
            trail=w.text(a["time"], id="appointment_time", style=w.STRONG),
            on_tap=partial(context.push, "appointment", id=a["id"]),
        )
        for a in sorted(_care(context)["appointments"], key=lambda a: str(a["day"]))
    ]  # fmt: skip
    shown = w.items("appointments", rows or [w.blank("No appointments")])
    return Screen(content=w.page(w.app_bar("Appointments", navigate=w.up(context)), shown))


def appointment_screen(context: Context) -> Screen:
    """One appointment: when, why, and how to reach the practice."""
    found = [a for a in _care(context)["appointments"] if a["id"] == context.args["id"]]
    if not found:
        gone = w.page(w.app_bar("", navigate=w.up(context)), w.blank("Appointment not found"))
        return Screen(content=gone)
    (visit,) = found
    facts: tuple[tuple[str, str, Part, str], ...] = (
        ("day", "Date", visit["day_text"], "history"),
        ("time", "Time", visit["time"], "history"),
        ("reason", "Reason", Pii(T.HEALTH_INFO, visit["reason"]), "heart"),
        ("practice", "Practice", visit["practice"], "house"),
        ("phone", "Phone", Pii(T.PHONE_NUMBER, visit["practice_phone_national"]), "call"),
    )
    rows = [
        w.list_row(title=value, summary=label, lead=w.icon(icon), id=f"{key}_row",
                   desc=rich(context.locale.say(label), ": ", value))
        for key, label, value, icon in facts
    ]  # fmt: skip
    head = w.column(
        w.text(doctor(context, visit), id="appointment_doctor", style=w.TITLE),
        w.text(visit["specialty"], style=w.SMALL),
        gap=dp(4), pad=(dp(16), dp(8), dp(16), dp(8)),
    )  # fmt: skip
    cancel = w.row(w.button("Cancel appointment", lambda: context.show("cancel"), filled=False,
                            id="cancel_button"))  # fmt: skip
    bar = w.app_bar("Appointment", navigate=w.up(context))
    content = w.page(bar, w.items("appointment", [head, *rows, cancel]))
    return Screen(content=content, dialog=_cancel_dialog(context, visit))


def _cancel_dialog(context: Context, visit: Item) -> View | None:
    if context.dialog != "cancel":
        return None

    def cancel() -> None:
        _care(context)["appointments"].remove(visit)
        context.dismiss()
        context.back()
        context.toast("Appointment cancelled")

    return dialogs.dialog(
        "Cancel this appointment?",
        dialogs.message(doctor(context, visit), ", ", visit["day_text"]),
        buttons=(
            w.button("Keep", context.dismiss, filled=False, id="android:id/button2"),
            w.button("Cancel it", cancel, filled=False, id="android:id/button1"),
        ),
    )


# ---------------------------------------------------------------- bills


def bills_screen(context: Context) -> Screen:
    """All bills, as a stack of papers with their sums."""
    rows = [
        w.list_row(
            title=doctor(context, bill), lead=w.icon("card"), id="bill_row",
            summary=rich(context.locale.say("Paid" if bill["paid"] else "Unpaid"), " · ",
                         bill["practice"]),
            trail=w.text(_amount(bill), id="bill_amount", style=w.STRONG),
            on_tap=partial(context.push, "bill", id=bill["id"]),
        )
        for bill in _care(context)["bills"]
    ]  # fmt: skip
    bar = w.app_bar("Medical bills", navigate=w.up(context))
    return Screen(content=w.page(bar, w.items("bills", rows)))


def _amount(bill: Item) -> Pii:
    return Pii(T.ACCOUNT_BALANCE, bill["amount_text"])


def bill_screen(context: Context) -> Screen:
    """One bill, with the switch that marks it as paid."""
    care = _care(context)
    bill = next(b for b in care["bills"] if b["id"] == context.args["id"])

    def pay() -> None:
        bill["paid"] = not bill["paid"]
        add_up(care)

    day = context.locale.date(date.fromisoformat(bill["day"]), "long")
    number, label = Pii(T.ORDER_NUMBER, bill["number"]), "Invoice number"
    rows: tuple[View, ...] = (
        w.list_row(title=number, summary=label, lead=w.icon("note"), id="number_row",
                   desc=rich(context.locale.say(label), ": ", number)),
        w.list_row(title=day, summary="Date", lead=w.icon("history"), id="day_row"),
        w.list_row(title=bill["practice"], summary="Practice", lead=w.icon("house"),
                   id="practice_row"),
        w.switch_row("Paid", bill["paid"], pay, id="paid_row"),
    )  # fmt: skip
    head = w.column(
        w.text(doctor(context, bill), id="bill_doctor", style=w.TITLE),
        w.text(_amount(bill), id="bill_amount", style=TextStyle(34, 500)),
        gap=dp(4), pad=(dp(16), dp(8), dp(16), dp(8)),
    )  # fmt: skip
    bar = w.app_bar("Bill", navigate=w.up(context))
    return Screen(content=w.page(bar, w.items("bill", [head, *rows])))
