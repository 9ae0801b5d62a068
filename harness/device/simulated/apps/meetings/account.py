"""The owner's account: personal room, bills of the service, and what holds for every call."""

from __future__ import annotations

from functools import partial

from harness.core.entity import EntityType
from harness.device.simulated import dialogs
from harness.device.simulated import widgets as w
from harness.device.simulated.apps.meetings.plan import Record
from harness.device.simulated.apps.meetings.shared import fact, link, name, number, own, secret_row
from harness.device.simulated.context import Context
from harness.device.simulated.text import Pii
from harness.device.simulated.view import Screen, View, dp

T = EntityType
_SWITCHES = (
    ("mute_on_join", "Mute my microphone when I join"),
    ("video_off", "Turn off my video when I join"),
    ("preview", "Show a preview before I join"),
    ("elapsed", "Show how long a meeting has been on"),
    ("mirror", "Mirror my video"),
    ("hd", "HD video"),
)


def account_tab(context: Context) -> View:
    """Who the owner is in meetings, and their room."""
    state, owner = own(context), context.state["owner"]
    room: Record = state["room"]
    called = name(state["display_name"])
    head = w.row(
        w.avatar(called, 64),
        w.column(
            w.text(called, id="display_name", style=w.TITLE, lines=1),
            w.text(Pii(T.EMAIL, owner["email"]), id="account_email", style=w.SMALL, lines=1),
            w.text(Pii(T.EMPLOYER_OR_SCHOOL, owner["company"]), style=w.SMALL, lines=1),
            width=0, weight=1,
        ),
        w.icon_button("edit", "Change display name", partial(context.show, "name", focus="name"),
                      id="edit_name"),
        gap=dp(16), pad=(dp(16), dp(8), dp(4), dp(16)),
    )  # fmt: skip
    rows = [
        head,
        w.header("Personal meeting room"),
        fact("Personal meeting ID", number(room), "video", "personal_id"),
        secret_row(context, "Passcode", room["passcode"], "room_passcode"),
        w.list_row(title="Change passcode", lead=w.icon("edit"), id="change_passcode",
                   on_tap=partial(context.show, "room", focus="room")),
        fact("Invite link", link(room), "share", "room_link"),
        secret_row(context, "Host key", state["host_key"], "host_key"),
        w.header("Account"),
        w.list_row(title="Billing", lead=w.icon("card"), id="billing_entry",
                   on_tap=partial(context.push, "billing")),
        w.list_row(title="Settings", lead=w.icon("gear"), id="settings_entry",
                   on_tap=partial(context.push, "settings")),
    ]  # fmt: skip
    return w.page(w.app_bar("Account"), w.items("account", rows))


def account_dialog(context: Context) -> View | None:
    """Where the name or the passcode of the room is changed."""
    state = own(context)

    def rename() -> None:
        typed = context.field("name", state["display_name"]).strip()
        state["display_name"] = typed or context.state["owner"]["name"]
        context.dismiss()

    def lock() -> None:
        typed = context.field("room", state["room"]["passcode"]).strip()
        if not typed:
            context.toast("Enter a passcode")
            return
        state["room"]["passcode"] = typed
        context.dismiss()
        context.toast("Passcode changed")

    if context.dialog == "name":
        return dialogs.edit_dialog(
            context, "Display name", "name", state["display_name"], rename, kind=T.PERSON_NAME
        )
    if context.dialog == "room":
        return dialogs.edit_dialog(
            context, "Passcode", "room", state["room"]["passcode"], lock, kind=T.PASSWORD
        )
    return None


def billing(context: Context) -> Screen:
    """What the service has cost."""
    rows = [
        w.list_row(
            title=invoice["month"], id="invoice_row", lead=w.icon("note"),
            summary=Pii(T.ORDER_NUMBER, invoice["number"]),
            trail=w.text(Pii(T.ACCOUNT_BALANCE, invoice["amount_text"]), id="invoice_amount",
                         style=w.STRONG),
        )
        for invoice in own(context)["invoices"]
    ]  # fmt: skip
    return Screen(
        content=w.page(w.app_bar("Billing", navigate=w.up(context)), w.items("billing", rows))
    )


def settings(context: Context) -> Screen:
    """Camera, microphone, version: nobody's data."""
    chosen = own(context)["settings"]

    def flip(key: str) -> None:
        chosen[key] = not chosen[key]

    rows = [
        *(w.switch_row(label, chosen[key], partial(flip, key), id=f"setting_{key}")
          for key, label in _SWITCHES),
        w.divider(),
        w.list_row(title="Most participants", summary=context.locale.number(100),
                   id="limit_row"),
        w.list_row(title="Version", summary="6.0.11 (25084)", id="version_row"),
    ]  # fmt: skip
    return Screen(
        content=w.page(w.app_bar("Settings", navigate=w.up(context)), w.items("settings", rows))
    )
