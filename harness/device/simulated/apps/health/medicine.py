"""Screens about medicines and allergies."""

from __future__ import annotations

from functools import partial

from harness.core.entity import EntityType
from harness.device.simulated import dialogs
from harness.device.simulated import widgets as w
from harness.device.simulated.apps.health.care import Item, fresh_id
from harness.device.simulated.context import Context
from harness.device.simulated.text import Pii, rich
from harness.device.simulated.view import Screen, View, dp

T = EntityType


def _health(text: str) -> Pii:
    return Pii(T.HEALTH_INFO, text)


def _care(context: Context) -> Item:
    care: Item = context.state["health"]
    return care


def medications_screen(context: Context) -> Screen:
    """All medicines, with dose and time."""
    rows = [
        w.list_row(
            title=_health(m["name"]), summary=rich(_health(m["dose"]), " · ", m["schedule"]),
            lead=w.icon("pill"), trail=None if m["reminder"] else w.text("Muted", style=w.SMALL),
            id="medication_row", on_tap=partial(context.push, "medication", id=m["id"]),
        )
        for m in _care(context)["medications"]
    ]  # fmt: skip
    add = w.fab("add", "Add medication", lambda: context.push("add_medication"))
    shown = w.items("medications", rows or [w.blank("No medications")])
    bar = w.app_bar("Medications", navigate=w.up(context))
    return Screen(content=w.page(bar, w.stack(shown, add)))


def medication_screen(context: Context) -> Screen:
    """One medicine: dose, time, reminder."""
    found = [m for m in _care(context)["medications"] if m["id"] == context.args["id"]]
    if not found:
        gone = w.page(w.app_bar("", navigate=w.up(context)), w.blank("Medication not found"))
        return Screen(content=gone)
    (medication,) = found

    def remind() -> None:
        medication["reminder"] = not medication["reminder"]

    head = w.column(
        w.text(_health(medication["name"]), id="medication_name", style=w.LARGE),
        w.text(_health(medication["purpose"]), id="medication_purpose", style=w.SMALL)
        if medication["purpose"]
        else None,
        gap=dp(4), pad=(dp(16), dp(8), dp(16), dp(8)),
    )  # fmt: skip
    rows = [
        w.list_row(title="Dose", summary=_health(medication["dose"]), lead=w.icon("pill"),
                   trail=w.icon("edit", size=18), id="dose_row",
                   on_tap=partial(context.show, "dose", focus="dose")),
        w.list_row(title="Time", summary=medication["schedule"], lead=w.icon("history"),
                   trail=w.icon("edit", size=18), id="schedule_row",
                   on_tap=partial(context.show, "schedule")),
        w.switch_row("Reminder", medication["reminder"], remind, id="reminder_row"),
    ]  # fmt: skip
    bar = w.app_bar(
        "Medication",
        w.icon_button("delete", "Stop taking it", lambda: context.show("delete"),
                      id="menu_delete"),
        navigate=w.up(context),
    )  # fmt: skip
    content = w.page(bar, w.items("medication", [head, *rows]))
    return Screen(content=content, dialog=_medication_dialog(context, medication))


def _medication_dialog(context: Context, medication: Item) -> View | None:
    def save_dose() -> None:
        medication["dose"] = context.field("dose", medication["dose"]).strip() or medication["dose"]
        context.dismiss()

    def save_schedule(schedule: str) -> None:
        medication["schedule"] = schedule
        context.dismiss()

    def delete() -> None:
        _care(context)["medications"].remove(medication)
        context.dismiss()
        context.back()
        context.toast("Medication removed")

    match context.dialog:
        case "dose":
            return dialogs.edit_dialog(
                context, "Dose", "dose", medication["dose"], save_dose, kind=T.HEALTH_INFO
            )
        case "schedule":
            return dialogs.choice(
                context, "Time", _care(context)["schedules"], medication["schedule"],
                save_schedule,
            )  # fmt: skip
        case "delete":
            return dialogs.dialog(
                "Stop taking it?",
                dialogs.message(_health(medication["name"]), " will be removed from your plan."),
                buttons=dialogs.yes_no(context, "Remove", delete),
            )
    return None


def add_medication_screen(context: Context) -> Screen:
    """Name and dose; a catalogue offers what begins like the typed name."""
    context.autofocus("name")
    care = _care(context)
    typed = context.field("name").strip().casefold()

    def save() -> None:
        name, dose = context.field("name").strip(), context.field("dose").strip()
        if not (name and dose):
            context.toast("Enter a name and a dose")
            return
        care["medications"].append(
            {"id": fresh_id(care["medications"]), "name": name, "dose": dose,
             "schedule": care["schedules"][0], "purpose": "", "taken": False, "reminder": True}
        )  # fmt: skip
        context.back()
        context.toast("Medication added")

    offers = [
        w.list_row(title=item["name"], summary=item["dose"], lead=w.icon("pill"), id="offer_row",
                   on_tap=partial(context.type, "name", item["name"]))
        for item in care["catalog"]
        if context.focus == "name" and typed and item["name"].casefold().startswith(typed)
        and item["name"].casefold() != typed
    ]  # fmt: skip
    form = [
        w.field(context, "name", "Name", kind=T.HEALTH_INFO),
        *offers,
        w.field(context, "dose", "Dose", kind=T.HEALTH_INFO),
    ]
    bar = w.app_bar(
        "New medication",
        w.button("Save", save, id="menu_save"),
        navigate=w.icon_button("close", "Cancel", context.back, color="text"),
    )
    listed = w.items("form", form, gap=dp(12), pad=(dp(16), dp(12), dp(16), dp(12)))
    return Screen(content=w.page(bar, listed))


def allergies_screen(context: Context) -> Screen:
    """Allergies; a long press asks whether one is to be deleted."""
    allergies = _care(context)["allergies"]
    rows = [
        w.list_row(
            title=_health(g["name"]), lead=w.icon("bell"), id="allergy_row",
            summary=_health(g["reaction"]) if g["reaction"] else "",
            on_long=partial(context.show, g["id"]),
        )
        for g in allergies
    ]  # fmt: skip
    add = w.fab("add", "Add allergy", lambda: context.show("new", focus="allergy"))
    shown = w.items("allergies", rows or [w.blank("No allergies")])
    bar = w.app_bar("Allergies", navigate=w.up(context))
    content = w.page(bar, w.stack(shown, add))
    return Screen(content=content, dialog=_allergy_dialog(context, allergies))


def _allergy_dialog(context: Context, allergies: list[Item]) -> View | None:
    def save() -> None:
        name = context.field("allergy").strip()
        if name:
            allergies.append({"id": fresh_id(allergies), "name": name, "reaction": ""})
        context.dismiss()

    def delete(allergy: Item) -> None:
        allergies.remove(allergy)
        context.dismiss()

    if context.dialog == "new":
        return dialogs.edit_dialog(context, "Allergy", "allergy", "", save, kind=T.HEALTH_INFO)
    chosen = next((g for g in allergies if g["id"] == context.dialog), None)
    if chosen is None:
        return None
    return dialogs.dialog(
        "Delete allergy?",
        dialogs.message(_health(chosen["name"])),
        buttons=dialogs.yes_no(context, "Delete", partial(delete, chosen)),
    )
