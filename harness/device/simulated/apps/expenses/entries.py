"""Screens about single entries: the rows of lists, the page of one, and the form."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, timedelta
from functools import partial
from typing import Any

from harness.core.amount import parse_amount
from harness.core.entity import EntityType
from harness.device.simulated import dialogs
from harness.device.simulated import widgets as w
from harness.device.simulated.apps.expenses.shares import suggestions
from harness.device.simulated.apps.expenses.spending import Item, fresh_id, settle
from harness.device.simulated.context import Context
from harness.device.simulated.l10n import NOW
from harness.device.simulated.text import Pii, Rich, annotate, from_marks, rich, with_content
from harness.device.simulated.view import Screen, TextStyle, View, dp

T = EntityType
ICONS = {
    "groceries": "basket", "dining": "cake", "transport": "place", "home": "house",
    "health": "heart", "leisure": "star_outline", "gifts": "star", "income": "bank",
}  # fmt: skip


def _own(context: Context) -> Item:
    own: Item = context.state["expenses"]
    return own


def _amount(text: str) -> Pii:
    return Pii(T.ACCOUNT_BALANCE, text)


def _party(entry: Item) -> Rich:
    """Who has paid or was paid, where that is known."""
    if entry["employer"]:
        return rich(Pii(T.EMPLOYER_OR_SCHOOL, entry["employer"]))
    return rich(Pii(T.PERSON_NAME, entry["person"])) if entry["person"] else rich("")


def _note(entry: Item) -> Rich:
    return with_content(from_marks(entry["note"], entry["marks"]), T.MESSAGE_CONTENT)


def _day(context: Context, iso: str) -> str:
    return context.locale.date(date.fromisoformat(iso), "MMMd")


# ---------------------------------------------------------------- rows


def latest_first(entries: Sequence[Item]) -> list[Item]:
    """Entries in the order in which lists show them."""
    return sorted(entries, key=lambda e: (e["day"], e["id"]), reverse=True)


def entry_row(context: Context, entry: Item) -> View:
    """An entry in a list."""
    amount, party = _amount(entry["amount_text"]), _party(entry)
    day = _day(context, entry["day"])
    # A person stands on the row as a picture only.
    photo = w.avatar(party, 24) if entry["person"] else w.icon(ICONS[entry["category"]])
    summary = rich(entry["category_name"], " · ", day)
    return w.list_row(
        title=entry["title"], lead=photo, id="entry_row",
        summary=rich(summary, " · ", party) if entry["employer"] else summary,
        trail=w.text(amount, id="entry_amount", style=w.STRONG),
        desc=rich(entry["title"], ", ", amount, ", ", day),
        on_tap=partial(context.push, "entry", id=entry["id"]),
    )  # fmt: skip


# ---------------------------------------------------------------- one entry


def entry_screen(context: Context) -> Screen:
    """One entry with all that is known about it."""
    own = _own(context)
    entry = next((e for e in own["entries"] if e["id"] == context.args["id"]), None)
    if entry is None:
        gone = w.page(w.app_bar("", navigate=w.up(context)), w.blank("Entry not found"))
        return Screen(content=gone)
    account = next(a["name"] for a in own["accounts"] if a["id"] == entry["account"])
    earned = entry["kind"] == "income"
    bar = w.app_bar(
        "Income" if earned else "Expense",
        w.icon_button("edit", "Edit entry", lambda: context.push("edit", id=entry["id"]),
                      id="menu_edit"),
        w.icon_button("delete", "Delete entry", lambda: context.show("delete"), id="menu_delete"),
        navigate=w.up(context),
    )  # fmt: skip
    head = w.column(
        w.text(entry["title"], id="entry_title", style=w.TITLE),
        w.text(_amount(entry["amount_text"]), id="entry_amount", style=TextStyle(34, 500)),
        gap=dp(4), pad=(dp(16), dp(8), dp(16), dp(16)),
    )  # fmt: skip
    written = context.locale.date(date.fromisoformat(entry["day"]), "full")
    facts = (
        ("person", "Received from" if earned else "Paid to", _party(entry), "person"),
        ("category", "Category", rich(entry["category_name"]), ICONS[entry["category"]]),
        ("account", "Account", rich(account), "bank"),
        ("date", "Date", rich(written), "history"),
        ("note", "Note", _note(entry), "note"),
    )
    rows = [
        w.list_row(title=value, summary=label, lead=w.icon(icon), id=f"{key}_row",
                   desc=rich(context.locale.say(label), ": ", value))
        for key, label, value, icon in facts
        if value
    ]  # fmt: skip
    content = w.page(bar, w.items("entry", [head, *rows]))
    return Screen(content=content, dialog=_delete_dialog(context, entry))


def _delete_dialog(context: Context, entry: Item) -> View | None:
    if context.dialog != "delete":
        return None

    def delete() -> None:
        _own(context)["entries"].remove(entry)
        settle(_own(context), context.locale)
        context.dismiss()
        context.back()
        context.toast("Entry deleted")

    return dialogs.dialog(
        "Delete entry?",
        dialogs.message(entry["title"], ", ", _amount(entry["amount_text"])),
        buttons=dialogs.yes_no(context, "Delete", delete),
    )


# ---------------------------------------------------------------- the form


def edit_screen(context: Context) -> Screen:
    """The form for a new entry or a known one."""
    own = _own(context)
    old: Item = next((e for e in own["entries"] if e["id"] == context.args["id"]), {})
    if not old:
        context.autofocus("amount")
    kind = context.flag("kind", old.get("kind", "expense"))
    earned = kind == "income"
    chosen = {
        "kind": kind,
        "category": context.flag("category", old.get("category", "income" if earned else "")),
        "account": context.flag("account", old.get("account", "e0")),
        "day": context.flag("day", old.get("day", NOW.date().isoformat())),
    }
    typed = {
        "amount": context.locale.number(old["amount"]) if old else "",
        "title": old.get("title", ""),
        "person": old.get("person", ""),
        "note": old.get("note", ""),
    }

    def save() -> None:
        values = {key: context.field(key, text).strip() for key, text in typed.items()}
        amount = parse_amount(values["amount"])
        if amount is None or amount <= 0:
            context.toast("Enter an amount")
        elif not values["title"]:
            context.toast("Say what it was for")
        elif not chosen["category"]:
            context.toast("Choose a category")
        else:
            entry = old or {"id": fresh_id(own["entries"]), "employer": "", "marks": []}
            entry.update(chosen | values | {"amount": float(amount)})
            _complete(context, entry)
            if not old:
                own["entries"].append(entry)
            settle(own, context.locale)
            context.back()
            context.toast("Entry saved")

    form = [
        _kinds(context, chosen["kind"]),
        w.field(context, "amount", "Amount", kind=T.ACCOUNT_BALANCE, initial=typed["amount"]),
        _presets(context),
        w.field(context, "title", "What for", initial=typed["title"], id="entry_title"),
        *_pickers(context, chosen),
        w.field(context, "person", "Person", kind=T.PERSON_NAME, initial=typed["person"]),
        *suggestions(context, "person", typed["person"], partial(context.type, "person")),
        w.field(context, "note", "Note", kind=T.MESSAGE_CONTENT, initial=typed["note"]),
    ]
    bar = w.app_bar(
        "Edit entry" if old else "New entry",
        w.button("Save", save, id="menu_save"),
        navigate=w.icon_button("close", "Cancel", context.back, color="text"),
    )
    content = w.page(bar, w.items("form", form, gap=dp(10), pad=(dp(16), dp(8), dp(16), dp(8))))
    return Screen(content=content, dialog=_picker(context, chosen))


def _complete(context: Context, entry: Item) -> None:
    """What follows from what the user typed and chose."""
    names = {c["id"]: c["name"] for c in _own(context)["categories"]}
    entry["category_name"] = names[entry["category"]]
    person = next(
        (p for p in context.state["contacts"]["people"]
         if p["name"].casefold() == entry["person"].casefold()), None,
    )  # fmt: skip
    entry["person_id"] = person["id"] if person else ""
    marked = annotate(entry["note"], context.known())
    entry["marks"] = [(m.start, m.end, m.type.value) for m in marked.marks]


def _kinds(context: Context, kind: str) -> View:
    return w.row(
        *(
            w.button(label, partial(context.set, "kind", key), filled=key == kind, weight=1,
                     id=f"kind_{key}")
            for key, label in (("expense", "Expense"), ("income", "Income"))
        ),
        gap=dp(8),
    )  # fmt: skip


def _presets(context: Context) -> View:
    """Round sums to choose from; they are nobody's."""
    return w.row(
        *(
            w.button(preset["text"], partial(context.type, "amount", preset["text"]), weight=1,
                     filled=False, id="preset")
            for preset in _own(context)["presets"][:3]
        )
    )  # fmt: skip


def _pickers(context: Context, chosen: dict[str, Any]) -> list[View]:
    own = _own(context)
    category = next((c["name"] for c in own["categories"] if c["id"] == chosen["category"]), None)
    account = next(a["name"] for a in own["accounts"] if a["id"] == chosen["account"])
    rows = (
        ("category", "Category", category or "Choose a category", "note"),
        ("account", "Account", account, "bank"),
        ("day", "Date", context.locale.date(date.fromisoformat(chosen["day"])), "history"),
    )
    return [
        w.list_row(title=label, summary=value, lead=w.icon(icon), id=f"{key}_row",
                   on_tap=partial(context.show, key))
        for key, label, value, icon in rows
    ]  # fmt: skip


def _picker(context: Context, chosen: dict[str, Any]) -> View | None:
    own = _own(context)
    days = [NOW.date() - timedelta(days=ago) for ago in range(7)]
    choices = {
        "category": ("Category", {c["id"]: c["name"] for c in own["categories"]}),
        "account": ("Account", {a["id"]: a["name"] for a in own["accounts"]}),
        "day": ("Date", {day.isoformat(): context.locale.date(day, "full") for day in days}),
    }
    if context.dialog not in choices:
        return None
    key = context.dialog
    title, options = choices[key]

    def choose(label: str) -> None:
        context.set(key, next(id for id, name in options.items() if name == label))
        context.dismiss()

    return dialogs.choice(context, title, options.values(), options.get(chosen[key], ""), choose)
