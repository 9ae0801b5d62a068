"""Contacts: people, favourites, calls, and the form to add or change someone."""

from __future__ import annotations

import re
from copy import deepcopy
from typing import Any

from harness.core.entity import EntityType
from harness.core.words import LETTER
from harness.device.simulated import dialogs
from harness.device.simulated import widgets as w
from harness.device.simulated.apps.contacts.settings import (
    blocked_screen,
    listed,
    order,
    seed_settings,
    settings_screen,
)
from harness.device.simulated.context import App, Context, State
from harness.device.simulated.text import Pii, Rich, annotate, rich
from harness.device.simulated.view import FILL, Glyph, Screen, TextStyle, View, dp
from harness.device.simulated.world import Person, World, national

T = EntityType
_FORM = (
    ("first", "First name", T.PERSON_NAME),
    ("last", "Last name", T.PERSON_NAME),
    ("nickname", "Nickname", T.PERSON_NAME),
    ("company", "Company", T.EMPLOYER_OR_SCHOOL),
    ("phone", "Phone", T.PHONE_NUMBER),
    ("email", "Email", T.EMAIL),
    ("address", "Address", T.ADDRESS),
    ("birthday", "Birthday", T.DATE_OF_BIRTH),
    ("notes", "Notes", None),
)


def _seed(world: World) -> State:
    rng = world.rng("contacts")
    people = deepcopy(list(world.people))
    for person in rng.sample(people, 4):
        person["favorite"] = True
    remarks = [
        *((note, T.HEALTH_INFO.value) for note in rng.sample(world.texts("contacts.health"), 2)),
        *((note, "") for note in rng.sample(world.texts("contacts.notes"), 3)),
    ]
    for (note, kind), person in zip(remarks, rng.sample(people, len(remarks)), strict=True):
        person["notes"], person["notes_type"] = note, kind
    return {"contacts": {"people": people, **seed_settings(world)}}


# ---------------------------------------------------------------- shared with other apps


def people(state: State) -> list[Person]:
    """All contacts, sorted as the list shows them."""
    return order(state["contacts"], state["contacts"]["people"])


def find(state: State, id: str) -> Person | None:
    """The contact with that id, None if it is gone."""
    return next((p for p in state["contacts"]["people"] if p["id"] == id), None)


def by_number(state: State, number: str) -> Person | None:
    """The contact with that phone number, however it is written; None if there is none."""
    wanted = _digits(number)
    return next(
        (
            p
            for p in state["contacts"]["people"]
            if wanted and wanted in (_digits(p["phone"]), _digits(p["phone_national"]))
        ),
        None,
    )


def matches(person: Person, query: str) -> bool:
    """Whether a search finds a person: by the start of a name or mail, or part of a number."""
    wanted, digits = re.escape(query.strip().casefold()), _digits(query)
    words = (person[key].casefold() for key in ("name", "nickname", "email"))
    return any(re.search(rf"(?<!{LETTER}){wanted}", word) for word in words) or (
        len(digits) >= 3
        and any(digits in _digits(person[key]) for key in ("phone", "phone_national"))
    )


def name(person: Person) -> Rich:
    """A person's name as text."""
    return rich(Pii(T.PERSON_NAME, person["name"]))


def phone(person: Person) -> Rich:
    """A person's phone number as text."""
    return rich(Pii(T.PHONE_NUMBER, person["phone"]))


def call(context: Context, number: str, person: Person | None) -> None:
    """Start a call and show it."""
    context.state["calls"].append(
        {
            "contact_id": person["id"] if person else "",
            "name": person["name"] if person else "",
            "number": number,
            "direction": "outgoing",
        }
    )
    context.open("contacts", "in_call", call=len(context.state["calls"]) - 1)


def _digits(text: str) -> str:
    return "".join(c for c in text if c.isdigit())


# ---------------------------------------------------------------- screens


def _list(context: Context) -> Screen:
    tabs = w.tabs(
        context,
        (
            ("contacts", "Contacts", "person"),
            ("favorites", "Favorites", "star_outline"),
            ("recents", "Recents", "history"),
        ),
    )
    bodies = {"contacts": _people_tab, "favorites": _favorites_tab, "recents": _recents_tab}
    return Screen(
        content=w.page(bodies[tabs.current](context), tabs.bar),
        on_back=tabs.on_back,
    )


def _people_tab(context: Context) -> View:
    query = context.field("search")
    search = w.row(
        w.column(w.field(context, "search", "Search contacts", id="open_search_bar"),
                 width=0, weight=1),
        w.icon_button("gear", "Contacts settings", lambda: context.push("settings"),
                      id="menu_settings"),
        pad=(dp(16), dp(8), dp(4), dp(8)),
    )  # fmt: skip
    found = [p for p in people(context.state) if matches(p, query)]
    rows = [_person_row(context, p, with_phone=bool(query)) for p in found]
    found_list = w.items("people", rows or [w.blank("No contacts found")])
    add = w.fab("add", "Create contact", lambda: context.push("edit", id=""))
    return w.page(search, w.stack(found_list, add))


def _favorites_tab(context: Context) -> View:
    rows = [_favorite_row(context, p) for p in people(context.state) if p["favorite"]]
    shown = rows or [w.blank("No favorites yet")]
    return w.page(w.app_bar("Favorites"), w.items("favorites", shown))


def _favorite_row(context: Context, person: Person) -> View:
    """Those one calls often stand there as they are called."""
    called = person["nickname"] or person["first"] or person["name"]
    return w.list_row(
        title=Pii(T.PERSON_NAME, called), lead=w.avatar(name(person), id="quick_contact"),
        trail=w.icon_button("call", rich("Call ", name(person)),
                            lambda: call(context, person["phone"], person)),
        id="favorite_row", on_tap=lambda: context.push("detail", id=person["id"]),
    )  # fmt: skip


def _recents_tab(context: Context) -> View:
    calls = list(reversed(context.state["calls"]))
    rows = [_call_row(context, c) for c in calls] or [w.blank("Your recents list is empty")]
    return w.page(w.app_bar("Recents"), w.items("recents", rows))


def _call_row(context: Context, record: dict[str, Any]) -> View:
    number = rich(Pii(T.PHONE_NUMBER, national(record["number"], context.locale.region)))
    who = rich(Pii(T.PERSON_NAME, record["name"])) if record["name"] else number
    return w.list_row(
        title=who, summary=rich("Outgoing, ", number), lead=w.icon("call"), id="call_log_row",
        desc=rich("Call to ", who, ", ", number),
        on_tap=lambda: call(context, record["number"], find(context.state, record["contact_id"])),
    )  # fmt: skip


def _person_row(context: Context, person: Person, *, with_phone: bool = False) -> View:
    return w.list_row(
        title=listed(context, person),
        summary=phone(person) if with_phone and person["phone"] else "",
        lead=w.avatar(name(person), id="quick_contact"),
        trail=w.icon("star", "primary", 18) if person["favorite"] else None,
        desc=rich(name(person), ", mobile, ", phone(person)) if person["phone"] else name(person),
        id="contact_row",
        on_tap=lambda: context.push("detail", id=person["id"]),
    )


def _detail(context: Context) -> Screen:
    person = find(context.state, context.args["id"])
    if person is None:
        gone = w.page(w.app_bar("", navigate=w.up(context)), w.blank("Contact not found"))
        return Screen(content=gone)
    starred = person["favorite"]
    star = w.icon_button(
        "star" if starred else "star_outline",
        "Remove from favorites" if starred else "Add to favorites",
        lambda: person.update(favorite=not starred),
        id="menu_star",
    )
    edit = w.icon_button(
        "edit", "Edit contact", lambda: context.push("edit", id=person["id"]), id="menu_edit"
    )
    more = w.icon_button("more", "More options", lambda: context.show("menu"), id="menu_more")
    head = w.column(
        w.avatar(name(person), 120, id="photo"),
        w.text(name(person), id="large_title", style=w.LARGE, align="center"),
        _company(person),
        align="center", gap=dp(8), pad=(dp(16), dp(8), dp(16), dp(16)),
    )  # fmt: skip
    return Screen(
        content=w.page(
            w.app_bar("", star, edit, more, navigate=w.up(context)),
            w.items("detail", [head, _actions(context, person), *_facts(context, person)]),
        ),
        dialog=_detail_dialog(context, person),
    )


def _company(person: Person) -> View | None:
    if not person["company"]:
        return None
    company = Pii(T.EMPLOYER_OR_SCHOOL, person["company"])
    return w.text(company, id="organization_name", style=w.SMALL)


def _actions(context: Context, person: Person) -> View:
    def action(label: str, icon: str, id: str, run: Any) -> View:
        return w.column(
            w.icon(icon, "primary"), w.text(label, style=w.LABEL), weight=1, width=0, id=id,
            align="center", gap=dp(4), pad=(0, dp(12), 0, dp(12)), on_tap=run,
            cls="android.widget.Button", fill="surface", radius=dp(16),
        )  # fmt: skip

    number, to = person["phone"], [person["email"]] if person["email"] else []
    return w.row(
        action("Call", "call", "verb_call", lambda: call(context, number, person)),
        action("Text", "message", "verb_text",
               lambda: context.open("messages", "thread", number=number)),
        action("Email", "mail", "verb_email", lambda: context.open("mail", "compose", to=to)),
        gap=dp(8), pad=(dp(16), 0, dp(16), dp(16)),
    )  # fmt: skip


def _facts(context: Context, person: Person) -> list[View]:
    def fact(
        key: str, kind: EntityType | None, icon: str, label: str, run: Any = None
    ) -> View | None:
        value = person[key]
        if not value:
            return None
        shown = rich(Pii(kind, value)) if kind else annotate(value, context.known())
        verb = "Call mobile " if key == "phone" else ""
        desc = rich(verb, shown) if verb else rich(label, ": ", shown)
        return w.list_row(
            title=shown, summary=label, lead=w.icon(icon), desc=desc, id=f"{key}_row", on_tap=run
        )

    rows = [
        fact("phone", T.PHONE_NUMBER, "call", "Mobile",
             lambda: call(context, person["phone"], person)),
        fact("email", T.EMAIL, "mail", "Personal"),
        fact("address", T.ADDRESS, "place", "Address"),
        fact("nickname", T.PERSON_NAME, "person", "Nickname"),
        fact("birthday", T.DATE_OF_BIRTH, "cake", "Birthday"),
        fact("notes", _notes_kind(person), "note", "Notes"),
    ]  # fmt: skip
    return [row for row in rows if row is not None]


def _notes_kind(person: Person) -> EntityType | None:
    return EntityType(person["notes_type"]) if person.get("notes_type") else None


def _detail_dialog(context: Context, person: Person) -> View | None:
    if context.dialog == "menu":
        return dialogs.menu((("Delete", lambda: context.show("delete")),))
    if context.dialog == "delete":

        def delete() -> None:
            context.state["contacts"]["people"].remove(person)
            context.dismiss()
            context.back()
            context.toast("Contact deleted")

        return dialogs.dialog(
            "Delete contact?",
            dialogs.message(name(person), " will be deleted from this device."),
            buttons=dialogs.yes_no(context, "Delete", delete),
        )
    return None


def _edit(context: Context) -> Screen:
    id = context.args["id"]
    person = find(context.state, id) if id else None
    old = person or {}

    def save() -> None:
        values = {key: context.field(key, old.get(key, "")).strip() for key, _, _ in _FORM}
        if not (values["first"] or values["last"] or values["phone"]):
            context.toast("Enter a name or a number")
            return
        same = all(values[part] == old.get(part) for part in ("first", "last"))
        whole = context.locale.name_of(values["first"], values["last"]) or values["phone"]
        values["name"] = old["name"] if same else whole
        values["phone_national"] = national(values["phone"], context.locale.region)
        if person is not None:
            person.update(values)
            context.back()
        else:
            new = values | {"id": _fresh_id(context.state), "favorite": False}
            context.state["contacts"]["people"].append(new)
            context.become("detail", id=new["id"])
        context.toast(rich(Pii(T.PERSON_NAME, values["name"]), " saved"))

    if not person:
        context.autofocus("first")
    kinds = {"notes": _notes_kind(old)}
    fields = [
        w.field(context, key, hint, kind=kinds.get(key, kind), initial=old.get(key, ""))
        for key, hint, kind in _FORM
    ]
    title = "Edit contact" if person else "Create contact"
    return Screen(
        content=w.page(
            w.app_bar(
                title,
                w.button("Save", save, id="menu_save"),
                navigate=w.icon_button("close", "Cancel", context.back, color="text"),
            ),
            w.items("form", fields, gap=dp(12), pad=(dp(16), dp(12), dp(16), dp(12))),
        )
    )


def _fresh_id(state: State) -> str:
    taken = {p["id"] for p in state["contacts"]["people"]}
    return next(id for n in range(len(taken) + 1) if (id := f"n{n:02d}") not in taken)


def _in_call(context: Context) -> Screen:
    record = context.state["calls"][context.args["call"]]
    number = rich(Pii(T.PHONE_NUMBER, record["number"]))
    who = rich(Pii(T.PERSON_NAME, record["name"])) if record["name"] else number
    end = View(
        cls="android.widget.ImageButton", id="incall_end_call", desc=rich("End call"),
        width=dp(72), height=dp(72), radius=dp(36), fill="error", on_tap=context.back,
        glyph=Glyph("icon", "call", "#ffffff"),
    )  # fmt: skip
    return Screen(
        content=w.column(
            w.text("Calling…", style=w.SMALL, id="contactgrid_status_text"),
            w.text(who, style=TextStyle(32), id="contactgrid_contact_name", align="center"),
            w.text(number, style=w.SMALL, id="contactgrid_bottom_text"),
            w.avatar(who, 140),
            w.column(end, height=FILL, justify="end", align="center"),
            height=FILL, align="center", gap=dp(16), pad=(dp(16), dp(48), dp(16), dp(48)),
        )
    )  # fmt: skip


APP = App(
    key="contacts", label="Contacts", package="com.android.contacts", icon="person",
    color="#1a73e8", seed=_seed, start="list",
    screens={
        "list": _list, "detail": _detail, "edit": _edit, "in_call": _in_call,
        "settings": settings_screen, "blocked": blocked_screen,
    },
)  # fmt: skip
