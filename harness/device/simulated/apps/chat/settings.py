"""What the owner shows of themselves, and how the messenger behaves."""

from __future__ import annotations

from functools import partial

from harness.core.entity import EntityType
from harness.device.simulated import dialogs, parts
from harness.device.simulated import widgets as w
from harness.device.simulated.apps.chat import model
from harness.device.simulated.context import Context
from harness.device.simulated.text import Pii, Rich, rich
from harness.device.simulated.view import Screen, View, dp

T = EntityType
_AUDIENCES = ("Everybody", "My contacts", "Nobody")
_CHOICES = {"last_seen": "Last seen", "photo": "Profile photo"}
_SWITCHES = {"receipts": "Read receipts", "typing": "Typing indicator"}
_FIELDS = {
    "name": ("Name", T.PERSON_NAME, "person"),
    "about": ("About", T.MESSAGE_CONTENT, "info"),
    "username": ("Username", T.USERNAME, "label"),
}
_SIZES = (("Photos", 512.8), ("Videos", 1204.0), ("Voice messages", 88.4))


def settings_tab(context: Context) -> View:
    """The owner's card, and the pages below it."""
    profile = model.own(context)["profile"]
    name = rich(Pii(T.PERSON_NAME, profile["name"]))

    def entry(title: str, summary: str, icon: str, screen: str) -> View:
        return w.list_row(
            title=title, summary=summary, lead=w.icon(icon), id=f"{screen}_entry",
            on_tap=lambda: context.push(screen),
        )  # fmt: skip

    return w.page(
        w.app_bar("Settings"),
        w.items(
            "settings",
            (
                w.list_row(
                    title=name, summary=Pii(T.MESSAGE_CONTENT, profile["about"]),
                    lead=w.avatar(name, 56), id="profile_entry",
                    on_tap=lambda: context.push("profile"),
                ),
                w.divider(),
                entry("Privacy", "Last seen, read receipts", "lock", "privacy"),
                entry("Linked devices", "Where you are signed in", "display", "devices"),
                entry("Storage and data", "Sizes, version", "storage", "storage"),
            ),
        ),
    )  # fmt: skip


def profile_screen(context: Context) -> Screen:
    """Name, about, user name and number; of the PIN only that there is one."""
    profile = model.own(context)["profile"]
    name = rich(Pii(T.PERSON_NAME, profile["name"]))

    def row(key: str) -> View:
        label, kind, icon = _FIELDS[key]
        return parts.fact(label, Pii(kind, profile[key]), f"{key}_row", icon,
                          on_tap=lambda: context.show(key, focus=key))  # fmt: skip

    rows = [
        w.column(w.avatar(name, 112), align="center", pad=(0, dp(16), 0, dp(16))),
        *(row(key) for key in _FIELDS),
        parts.fact("Phone", Pii(T.PHONE_NUMBER, profile["phone"]), "phone_row", "call"),
        parts.fact("Two-step PIN", Pii(T.PASSWORD, profile["pin"], w.BULLET * 6), "pin_row",
                   "lock"),
    ]  # fmt: skip
    dialog = None
    if context.dialog in _FIELDS:
        key = context.dialog
        label, kind, _ = _FIELDS[key]

        def save() -> None:
            profile[key] = context.field(key, profile[key]).strip() or profile[key]
            context.dismiss()

        dialog = dialogs.edit_dialog(context, label, key, profile[key], save, kind=kind)
    return Screen(content=parts.screen(context, "Profile", *rows), dialog=dialog)


def privacy_screen(context: Context) -> Screen:
    """Nobody's data; the blocked are counted only."""
    own = model.own(context)
    privacy = own["privacy"]

    def flip(key: str) -> None:
        privacy[key] = not privacy[key]

    def choose(key: str, audience: str) -> None:
        privacy[key] = audience
        context.dismiss()

    rows = [
        *(
            w.list_row(title=label, summary=privacy[key], id=f"{key}_row",
                       on_tap=partial(context.show, key))
            for key, label in _CHOICES.items()
        ),
        *(
            w.switch_row(label, privacy[key], partial(flip, key), id=f"{key}_row")
            for key, label in _SWITCHES.items()
        ),
        w.list_row(title="Blocked contacts", summary=str(len(own["blocked"])), id="blocked_row"),
    ]  # fmt: skip
    dialog = None
    if context.dialog in _CHOICES:
        key = context.dialog
        dialog = dialogs.choice(
            context, _CHOICES[key], _AUDIENCES, privacy[key], partial(choose, key)
        )
    return Screen(content=parts.screen(context, "Privacy", *rows), dialog=dialog)


def devices_screen(context: Context) -> Screen:
    """Where the owner is signed in, and from which address."""
    own = model.own(context)

    def summary(device: model.Record) -> Rich:
        return rich(Pii(T.IP_ADDRESS, device["ip"]), f" · {model.day(context, device['day'])}")

    def sign_out(device: model.Record) -> None:
        own["devices"].remove(device)
        context.toast("Signed out")

    rows = [
        w.list_row(
            title=device["name"], summary=summary(device), lead=w.icon("display"),
            trail=w.icon_button("close", "Sign out", partial(sign_out, device)), id="device_row",
        )
        for device in own["devices"]
    ]  # fmt: skip
    shown = rows or [w.blank("No linked devices")]
    return Screen(content=parts.screen(context, "Linked devices", *shown))


def storage_screen(context: Context) -> Screen:
    """Many numbers, and none of them is anybody's."""
    number = context.locale.number
    rows = [
        w.list_row(title=label, summary=f"{number(size)} MB", id="size_row")
        for label, size in _SIZES
    ]
    facts = (
        ("Messages sent", number(18204)),
        ("Version", "4.18.202-7"),
        ("Server", "edge-17.chat.example.com:5222"),
    )
    rows += [w.list_row(title=label, summary=value, id="fact_row") for label, value in facts]
    return Screen(content=parts.screen(context, "Storage and data", *rows))
