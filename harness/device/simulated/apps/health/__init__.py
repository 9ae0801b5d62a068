"""Health: medicines and their doses, doctors and bills, readings, steps, and who to call."""

from __future__ import annotations

from datetime import date
from functools import partial

from harness.core.entity import EntityType
from harness.device.simulated import dialogs
from harness.device.simulated import widgets as w
from harness.device.simulated.apps.health.care import Item, fresh_id, seed_care
from harness.device.simulated.apps.health.medicine import (
    add_medication_screen,
    allergies_screen,
    medication_screen,
    medications_screen,
)
from harness.device.simulated.apps.health.visits import (
    appointment_screen,
    appointments_screen,
    bill_screen,
    bills_screen,
)
from harness.device.simulated.context import App, Context, Known, State
from harness.device.simulated.l10n import NOW
from harness.device.simulated.text import Part, Pii, Rich, filled, rich
from harness.device.simulated.view import Screen, TextStyle, View, dp
from harness.device.simulated.world import World

T = EntityType
_KINDS = {
    "weight": ("Weight", "kg", "Goal 50–90"),
    "pressure": ("Blood pressure", "mmHg", "Normal 90/60–129/84"),
    "pulse": ("Pulse", "bpm", "Normal 60–100"),
}
"""Kind of reading -> label, unit, range that is nobody's data."""


def _seed(world: World) -> State:
    return {"health": seed_care(world)}


def _known(state: State) -> Known:
    care = state["health"]
    yield T.ID_NUMBER, care["profile"]["insurance_number"]
    yield T.ID_NUMBER, care["profile"]["patient_number"]
    for item in (*care["medications"], *care["allergies"]):
        yield T.HEALTH_INFO, item["name"]
    for bill in care["bills"]:
        yield T.ORDER_NUMBER, bill["number"]
        yield T.ACCOUNT_BALANCE, bill["amount_text"]
    for place in care["appointments"]:
        yield T.PHONE_NUMBER, place["practice_phone"]


def _care(context: Context) -> Item:
    care: Item = context.state["health"]
    return care


def _health(text: str) -> Pii:
    return Pii(T.HEALTH_INFO, text)


def _name(name: str) -> Rich:
    return rich(Pii(T.PERSON_NAME, name))


# ---------------------------------------------------------------- home


def _home(context: Context) -> Screen:
    tabs = w.tabs(
        context,
        (
            ("today", "Today", "heart"),
            ("records", "Records", "note"),
            ("profile", "Profile", "person"),
        ),
        leave=context.clear,
    )
    bodies = {"today": _today_tab, "records": _records_tab, "profile": _profile_tab}
    return Screen(
        content=w.page(bodies[tabs.current](context), tabs.bar),
        on_back=tabs.on_back,
    )


def _today_tab(context: Context) -> View:
    care = _care(context)

    def take(medication: Item) -> None:
        medication["taken"] = not medication["taken"]

    doses = [
        w.checkbox_row(
            rich(_health(m["name"]), " ", _health(m["dose"])), m["taken"], partial(take, m),
            id="dose_row",
        )
        for m in care["medications"]
    ]  # fmt: skip
    upcoming = min(care["appointments"], key=lambda a: str(a["day"]), default=None)
    visit = [_next_visit(context, upcoming)] if upcoming else []
    count = care["steps"][0]["count"]
    steps = w.list_row(
        title=context.locale.number(count), summary="steps today", lead=w.icon("place"),
        id="steps_row", on_tap=partial(context.push, "steps"),
    )  # fmt: skip
    rows = [w.header("Medications"), *doses, w.header("Next appointment"), *visit,
            w.header("Activity"), steps]  # fmt: skip
    return w.page(w.app_bar("Health"), w.items("today", rows))


def _next_visit(context: Context, visit: Item) -> View:
    """Doctors go by their surname here."""
    short = filled(_care(context)["doctor_pattern"],
                   {"name": Pii(T.PERSON_NAME, visit["doctor_last"])})  # fmt: skip
    return w.list_row(
        title=short, summary=rich(visit["day_text"], ", ", visit["time"]), lead=w.icon("person"),
        id="next_row", on_tap=partial(context.push, "appointment", id=visit["id"]),
    )  # fmt: skip


def _records_tab(context: Context) -> View:
    places = (
        ("medications", "Medications", "pill"),
        ("allergies", "Allergies", "bell"),
        ("appointments", "Appointments", "history"),
        ("readings", "Measurements", "heart"),
        ("bills", "Medical bills", "card"),
        ("steps", "Steps", "place"),
    )
    rows = [
        w.list_row(title=label, lead=w.icon(icon), trail=w.icon("chevron"), id=f"{key}_row",
                   on_tap=partial(context.push, key))
        for key, label, icon in places
    ]  # fmt: skip
    return w.page(w.app_bar("Records"), w.items("records", rows))


# ---------------------------------------------------------------- profile


def _profile_tab(context: Context) -> View:
    care = _care(context)
    profile = care["profile"]
    name = _name(profile["name"])
    facts: tuple[tuple[str, str, Part, str], ...] = (
        ("first", "First name", Pii(T.PERSON_NAME, profile["first"]), "person"),
        ("last", "Last name", Pii(T.PERSON_NAME, profile["last"]), "person"),
        ("birthday", "Date of birth", Pii(T.DATE_OF_BIRTH, profile["birthday"]), "cake"),
        ("blood", "Blood group", _health(profile["blood"]), "heart"),
        ("height", "Height", Pii(T.HEALTH_INFO, profile["height"], optional=True), "person"),
        ("patient", "Patient number", Pii(T.ID_NUMBER, profile["patient_number"]), "card"),
    )
    rows = [
        w.list_row(title=value, summary=label, lead=w.icon(icon), id=f"{key}_row",
                   desc=rich(context.locale.say(label), ": ", value))
        for key, label, value, icon in facts
    ]  # fmt: skip
    contacts = [
        w.list_row(
            title=_name(c["name"]), lead=w.avatar(_name(c["name"])), id="emergency_row",
            summary=rich(c["relation"], " · " if c["relation"] else "",
                         Pii(T.PHONE_NUMBER, c["phone"])),
        )
        for c in care["emergency"]
    ]  # fmt: skip
    family = [
        w.list_row(
            title=_name(f["name"]), summary=f["relation"], lead=w.avatar(_name(f["name"])),
            trail=w.text(Pii(T.DATE_OF_BIRTH, f["birthday"]), id="family_birthday", style=w.SMALL),
            id="family_row",
        )
        for f in care["family"]
    ]  # fmt: skip
    add = w.icon_button("add", "Add emergency contact", lambda: context.push("emergency"),
                        id="add_emergency", color="primary")  # fmt: skip
    head = w.row(w.avatar(name, 56), w.text(name, style=w.TITLE), gap=dp(16),
                 pad=(dp(16), dp(8), dp(16), dp(8)))  # fmt: skip
    heading = w.row(w.column(w.header("Emergency contacts"), width=0, weight=1), add)
    listed = [head, _insurance_card(context, profile), heading, *contacts, *rows,
              w.header("Family"), *family]  # fmt: skip
    return w.page(w.app_bar("Profile"), w.items("profile", listed))


def _insurance_card(context: Context, profile: Item) -> View:
    """The number stands in groups, as on the plastic card; in one piece for a screen reader."""
    number, label = profile["insurance_number"], context.locale.say("Insurance number")
    groups = [
        w.text(Pii(T.ID_NUMBER, group), style=TextStyle(20, 500), id="insurance_group")
        for group in number.split()
    ]
    card = w.column(
        w.text(profile["insurer"], style=w.LABEL),
        w.row(*groups, gap=dp(12), id="insurance_number",
              desc=rich(label, ": ", Pii(T.ID_NUMBER, number))),
        fill="surface", radius=dp(16), gap=dp(8), pad=(dp(20), dp(14), dp(20), dp(14)),
    )  # fmt: skip
    return w.column(card, pad=(dp(16), dp(8), dp(16), dp(8)))


def _emergency(context: Context) -> Screen:
    context.autofocus("name")
    care = _care(context)

    def save() -> None:
        values = {key: context.field(key).strip() for key in ("name", "phone", "relation")}
        if not (values["name"] and values["phone"]):
            context.toast("Enter a name and a number")
            return
        care["emergency"].append({"id": fresh_id(care["emergency"]), **values})
        context.back()
        context.toast("Emergency contact saved")

    form = [
        w.field(context, "name", "Name", kind=T.PERSON_NAME),
        w.field(context, "phone", "Phone", kind=T.PHONE_NUMBER),
        w.field(context, "relation", "Relation"),
    ]
    bar = w.app_bar(
        "Emergency contact",
        w.button("Save", save, id="menu_save"),
        navigate=w.icon_button("close", "Cancel", context.back, color="text"),
    )
    listed = w.items("form", form, gap=dp(12), pad=(dp(16), dp(12), dp(16), dp(12)))
    return Screen(content=w.page(bar, listed))


# ---------------------------------------------------------------- numbers


def _readings(context: Context) -> Screen:
    """Readings among numbers that are nobody's: normal ranges, times, the band's version."""
    rows: list[View] = []
    for kind, (label, unit, normal) in _KINDS.items():
        rows.append(w.header(label))
        rows.append(w.text(normal, style=w.SMALL, pad=(dp(16), 0, dp(16), dp(4))))
        for reading in (r for r in _care(context)["readings"] if r["kind"] == kind):
            day = context.locale.date(date.fromisoformat(reading["day"]), "MMMd")
            value = Pii(T.HEALTH_INFO, reading["value"], optional=True)
            rows.append(
                w.list_row(title=rich(value, f" {unit}"), summary=f"{day}, {reading['time']}",
                           id="reading_row")
            )  # fmt: skip
    rows.append(w.text("Band 4 · 2.14.03 (240422)", style=w.SMALL,
                       pad=(dp(16), dp(16), dp(16), dp(16))))  # fmt: skip
    add = w.fab("add", "Add weight", lambda: context.show("weight", focus="weight"))
    bar = w.app_bar("Measurements", navigate=w.up(context))
    content = w.page(bar, w.stack(w.items("readings", rows), add))
    return Screen(content=content, dialog=_weight_dialog(context))


def _weight_dialog(context: Context) -> View | None:
    if context.dialog != "weight":
        return None
    readings = _care(context)["readings"]

    def save() -> None:
        value = context.field("weight").strip()
        if value:
            readings.insert(
                0,
                {"id": fresh_id(readings), "kind": "weight", "value": value,
                 "day": NOW.date().isoformat(), "time": context.locale.time(NOW.hour)},
            )  # fmt: skip
        context.dismiss()

    return dialogs.edit_dialog(context, "Weight", "weight", "", save)


def _steps(context: Context) -> Screen:
    """No personal data: numbers of steps."""
    steps = _care(context)["steps"]
    total = context.locale.number(sum(s["count"] for s in steps))
    rows = [
        w.list_row(title=context.locale.number(s["count"]), id="step_row",
                   summary=context.locale.date(date.fromisoformat(s["day"]), "full"))
        for s in steps
    ]  # fmt: skip
    head = w.column(w.text("Last seven days", style=w.SMALL), w.text(total, style=TextStyle(34)),
                    pad=(dp(16), dp(8), dp(16), dp(8)))  # fmt: skip
    bar = w.app_bar("Steps", navigate=w.up(context))
    return Screen(content=w.page(bar, w.items("steps", [head, *rows])))


APP = App(
    key="health", label="Health", package="com.example.health", icon="heart", color="#c2185b",
    seed=_seed, start="home", known=_known,
    screens={
        "home": _home, "emergency": _emergency, "readings": _readings, "steps": _steps,
        "medications": medications_screen, "medication": medication_screen,
        "add_medication": add_medication_screen, "allergies": allergies_screen,
        "appointments": appointments_screen, "appointment": appointment_screen,
        "bills": bills_screen, "bill": bill_screen,
    },
)  # fmt: skip
