"""Settings: networks, hotspot, display, notifications, account, emergency, about phone."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from harness.core.entity import EntityType
from harness.device.simulated import dialogs
from harness.device.simulated import widgets as w
from harness.device.simulated.apps.settings import pages
from harness.device.simulated.apps.settings.pages import page
from harness.device.simulated.apps.settings.seed import seed_settings
from harness.device.simulated.context import App, Context, Known, State
from harness.device.simulated.text import Part, Pii, Rich, annotate, filled, rich
from harness.device.simulated.view import Screen, View, dp

T = EntityType
FONT_SIZES = {"Small": 0.85, "Default": 1.0, "Large": 1.15, "Largest": 1.3}
TIMEOUTS = ("15 seconds", "30 seconds", "1 minute", "5 minutes", "10 minutes")


def _known(state: State) -> Known:
    emergency = state["settings"]["emergency"]
    yield T.PERSON_NAME, emergency["contact"]
    yield T.PHONE_NUMBER, emergency["phone"]


def _mine(context: Context) -> dict[str, Any]:
    own: dict[str, Any] = context.state["settings"]
    return own


def _toggle(own: dict[str, Any], key: str) -> Callable[[], None]:
    def flip() -> None:
        own[key] = not own[key]

    return flip


# ---------------------------------------------------------------- the list


def _list(context: Context) -> Screen:
    own, owner = _mine(context), context.state["owner"]
    name = rich(Pii(T.PERSON_NAME, owner["name"]))

    def entry(title: str, summary: Part, icon: str, screen: str) -> View:
        return w.list_row(
            title=title, summary=summary, lead=w.icon(icon), id=f"{screen}_entry",
            on_tap=lambda: context.push(screen),
        )  # fmt: skip

    network = own["wifi_network"] if own["wifi"] and own["wifi_network"] else "Off"
    rows = [
        w.list_row(
            title=name, summary=rich(Pii(T.EMAIL, owner["email"])), lead=w.avatar(name),
            id="account_card", on_tap=lambda: context.push("account"),
        ),
        w.divider(),
        entry("Wi-Fi", network, "wifi", "wifi"),
        entry("Bluetooth", "On" if own["bluetooth"] else "Off", "bluetooth", "bluetooth"),
        entry("Hotspot", "On" if own["hotspot"]["on"] else "Off", "hotspot", "hotspot"),
        entry("Data usage", "Mobile data by app", "data", "data"),
        entry("Display", "Dark theme, font size, timeout", "display", "display"),
        entry("Notifications", "App notifications", "bell", "notifications"),
        entry("Account", "Name, email, recovery", "person", "account"),
        entry("Emergency information", "Medical information, contact", "emergency", "emergency"),
        entry("Apps", "Versions and sizes", "app_grid", "apps"),
        entry("Storage", "What fills it", "storage", "storage"),
        entry("About phone", _device_name(context), "info", "about"),
    ]  # fmt: skip
    return Screen(content=w.page(w.app_bar("Settings"), w.items("dashboard", rows)))


def _device_name(context: Context) -> Rich:
    """The device name, usually with its owner's first name in it."""
    return annotate(_mine(context)["device_name"], context.known())


# ---------------------------------------------------------------- Wi-Fi and Bluetooth


def _wifi(context: Context) -> Screen:
    own = _mine(context)
    rows: list[View | None] = [
        w.switch_row("Use Wi-Fi", own["wifi"], _toggle(own, "wifi"), id="wifi_toggle")
    ]
    if own["wifi"]:
        rows += [_network_row(context, network) for network in own["networks"]]
    return page(context, "Wi-Fi", rows, _wifi_dialog(context))


def _network_row(context: Context, network: dict[str, Any]) -> View:
    own, name = _mine(context), network["name"]
    connected = own["wifi_network"] == name

    def choose() -> None:
        if connected:
            context.push("network")
        elif network["secured"] and not network["saved"]:
            context.set("network", name)
            context.show("password", focus="password")
        else:
            own["wifi_network"] = name
            network["saved"] = True

    summary = "Connected" if connected else "Saved" if network["saved"] else ""
    return w.list_row(
        title=name, summary=summary, lead=w.icon("wifi"), on_tap=choose, id="wifi_entry",
        trail=w.icon("lock", size=18) if network["secured"] else None,
    )  # fmt: skip


def _wifi_dialog(context: Context) -> View | None:
    if context.dialog != "password":
        return None
    own = _mine(context)
    network = next(n for n in own["networks"] if n["name"] == context.flag("network"))

    def connect() -> None:
        if context.field("password") == network["password"]:
            own["wifi_network"], network["saved"] = network["name"], True
            context.toast("Connected")
        else:
            context.toast("Check password and try again")
        context.dismiss()

    return dialogs.dialog(
        network["name"],
        w.column(
            w.field(context, "password", "Password", password=True, on_enter=connect),
            pad=(dp(24), 0, dp(24), 0),
        ),
        buttons=dialogs.yes_no(context, "Connect", connect),
    )


def _network(context: Context) -> Screen:
    own = _mine(context)
    name = own["wifi_network"]

    def forget() -> None:
        for network in own["networks"]:
            if network["name"] == name:
                network["saved"] = False
        own["wifi_network"] = ""
        context.back()

    if not name:
        return page(context, "Network details", [w.blank("Not connected")])
    return page(
        context,
        "Network details",
        [
            w.list_row(title=name, summary="Connected", lead=w.icon("wifi")),
            w.row(
                w.button("Forget", forget, filled=False, id="forget_button"), pad=(dp(16), 0, 0, 0)
            ),
            w.list_row(title="Signal strength", summary="Excellent"),
            w.list_row(title="IP address", summary=Pii(T.IP_ADDRESS, own["ip"]), id="ip_address"),
            w.list_row(title="Privacy", summary="Use randomized MAC"),
        ],
    )


def _bluetooth(context: Context) -> Screen:
    own = _mine(context)
    rows: list[View | None] = [
        w.switch_row(
            "Use Bluetooth", own["bluetooth"], _toggle(own, "bluetooth"), id="bluetooth_toggle"
        ),
        w.list_row(title="Device name", summary=_device_name(context)),
    ]
    if own["bluetooth"]:
        rows.append(w.header("Saved devices"))
        for device in own["devices"]:
            title = filled(device["name"], {"first": Pii(T.PERSON_NAME, device["owner"])})
            rows.append(
                w.list_row(
                    title=title, summary="Connected" if device["connected"] else "Not connected",
                    lead=w.icon("bluetooth"), on_tap=_toggle(device, "connected"),
                )
            )  # fmt: skip
    return page(context, "Bluetooth", rows)


# ---------------------------------------------------------------- display and notifications


def _display(context: Context) -> Screen:
    own = _mine(context)

    def set_size(size: str) -> None:
        own["font_size"], own["font_scale"] = size, FONT_SIZES[size]
        context.dismiss()

    def set_timeout(timeout: str) -> None:
        own["screen_timeout"] = timeout
        context.dismiss()

    choices = {
        "size": lambda: dialogs.choice(
            context, "Font size", FONT_SIZES, own["font_size"], set_size
        ),
        "timeout": lambda: dialogs.choice(
            context, "Screen timeout", TIMEOUTS, own["screen_timeout"], set_timeout
        ),
    }
    make = choices.get(context.dialog)
    rows: list[View | None] = [
        w.switch_row("Dark theme", own["dark_theme"], _toggle(own, "dark_theme"),
                     id="dark_ui_mode"),
        w.list_row(title="Font size", summary=own["font_size"],
                   on_tap=lambda: context.show("size")),
        w.list_row(title="Screen timeout", summary=own["screen_timeout"],
                   on_tap=lambda: context.show("timeout")),
    ]  # fmt: skip
    return page(context, "Display", rows, make() if make else None)


def _notifications(context: Context) -> Screen:
    own = _mine(context)
    allowed = own["notifications"]
    hide = w.checkbox_row(
        "Hide sensitive content", own["hide_sensitive"], _toggle(own, "hide_sensitive")
    )
    rows: list[View | None] = [w.header("Lock screen"), hide, w.header("App notifications")]
    rows += [w.switch_row(app, allowed[app], _toggle(allowed, app)) for app in sorted(allowed)]
    return page(context, "Notifications", rows)


# ---------------------------------------------------------------- hotspot and emergency


def _hotspot(context: Context) -> Screen:
    hotspot = _mine(context)["hotspot"]
    password = hotspot["password"]

    def save() -> None:
        value = context.field("hotspot_password", password).strip()
        if len(value) >= 8:
            hotspot["password"] = value
        else:
            context.toast("At least 8 characters")
        context.dismiss()

    hidden = Pii(T.PASSWORD, password, w.BULLET * len(password))
    rows: list[View | None] = [
        w.switch_row("Use hotspot", hotspot["on"], _toggle(hotspot, "on"), id="hotspot_toggle"),
        w.list_row(title="Hotspot name", summary=_device_name(context)),
        w.list_row(title="Security", summary="WPA3-Personal"),
        w.list_row(title="Hotspot password", summary=hidden, id="hotspot_password_row",
                   on_tap=lambda: context.show("password", focus="hotspot_password")),
        w.list_row(title="Speed and compatibility", summary="2.4 GHz"),
    ]  # fmt: skip
    dialog = None
    if context.dialog == "password":
        dialog = dialogs.edit_dialog(
            context, "Hotspot password", "hotspot_password", password, save, kind=T.PASSWORD
        )
    return page(context, "Hotspot", rows, dialog)


def _emergency(context: Context) -> Screen:
    own = _mine(context)["emergency"]
    facts = (
        ("contact", "Emergency contact", T.PERSON_NAME, "person"),
        ("phone", "Emergency number", T.PHONE_NUMBER, "call"),
        ("allergy", "Allergies", T.HEALTH_INFO, "emergency"),
        ("medication", "Medications", T.HEALTH_INFO, "note"),
    )
    owner = Pii(T.PERSON_NAME, context.state["owner"]["name"])
    rows: list[View | None] = [w.list_row(title="Name", summary=owner, lead=w.icon("person"))]
    rows += [
        w.list_row(
            title=label, summary=Pii(kind, own[key]), lead=w.icon(icon), id=f"{key}_row",
            on_tap=partial(context.show, key, focus=f"emergency_{key}"),
        )
        for key, label, kind, icon in facts
    ]  # fmt: skip
    for key, label, kind, _ in facts:
        if context.dialog == key:
            return page(context, "Emergency information", rows, _edit(context, key, label, kind))
    return page(context, "Emergency information", rows)


def _edit(context: Context, key: str, label: str, kind: EntityType) -> View:
    """A dialog that shows what is there as the hint of an empty field."""
    own = _mine(context)["emergency"]

    def save() -> None:
        own[key] = context.field(f"emergency_{key}").strip() or own[key]
        context.dismiss()

    hint = Pii(kind, own[key])
    field = w.field(context, f"emergency_{key}", hint, kind=kind, on_enter=save)
    return dialogs.dialog(
        label,
        w.column(field, pad=(dp(24), 0, dp(24), 0)),
        buttons=dialogs.yes_no(context, "OK", save),
    )


# ---------------------------------------------------------------- account and about


def _account(context: Context) -> Screen:
    own, owner = _mine(context), context.state["owner"]
    name = rich(Pii(T.PERSON_NAME, owner["name"]))

    def save() -> None:
        value = context.field("recovery_email", own["recovery_email"]).strip()
        if "@" in value:
            own["recovery_email"] = value
        else:
            context.toast("Enter a valid email")
        context.dismiss()

    rows: list[View | None] = [
        w.column(
            w.avatar(name, 96), w.text(name, id="account_name", style=w.TITLE),
            align="center", gap=dp(8), pad=(0, dp(16), 0, dp(16)),
        ),
        w.list_row(title="Email", summary=Pii(T.EMAIL, owner["email"]), lead=w.icon("mail")),
        w.list_row(title="Username", summary=Pii(T.USERNAME, owner["username"]),
                   lead=w.icon("person")),
        w.list_row(title="Birthday", summary=Pii(T.DATE_OF_BIRTH, owner["birthday"]),
                   lead=w.icon("cake")),
        w.list_row(title="Work", summary=Pii(T.EMPLOYER_OR_SCHOOL, owner["company"]),
                   lead=w.icon("work")),
        w.list_row(title="Recovery email", summary=Pii(T.EMAIL, own["recovery_email"]),
                   lead=w.icon("lock"), id="recovery_email_row",
                   desc=rich("Recovery email: ", Pii(T.EMAIL, own["recovery_email"])),
                   on_tap=lambda: context.show("recovery", focus="recovery_email")),
    ]  # fmt: skip
    dialog = None
    if context.dialog == "recovery":
        dialog = dialogs.edit_dialog(
            context, "Recovery email", "recovery_email", own["recovery_email"], save, kind=T.EMAIL
        )
    return page(context, "Account", rows, dialog)


def _about(context: Context) -> Screen:
    own, owner = _mine(context), context.state["owner"]

    def rename() -> None:
        own["device_name"] = context.field("device_name", own["device_name"]).strip() or "Phone"
        context.dismiss()

    rows: list[View | None] = [
        w.list_row(title="Device name", summary=_device_name(context), id="device_name_row",
                   on_tap=lambda: context.show("name", focus="device_name")),
        w.list_row(title="Phone number", summary=Pii(T.PHONE_NUMBER, owner["phone"])),
        w.list_row(title="Model", summary="Sim One"),
        w.list_row(title="IMEI", summary=Pii(T.ID_NUMBER, owner["imei"]), id="imei_row"),
        w.list_row(title="EID", summary=Pii(T.ID_NUMBER, own["eid"]), id="eid_row"),
        w.list_row(title="Android version", summary="14"),
        w.list_row(title="Baseband version", summary=own["pages"]["baseband"]),
        w.list_row(title="Kernel version", summary=own["pages"]["kernel"]),
        w.list_row(title="Up time", summary=own["pages"]["uptime"]),
        w.list_row(title="IP address", summary=Pii(T.IP_ADDRESS, own["ip"])),
        w.list_row(title="Build number", summary="SIM1.240510.001"),
    ]  # fmt: skip
    dialog = None
    if context.dialog == "name":
        dialog = dialogs.edit_dialog(
            context, "Device name", "device_name", own["device_name"], rename
        )
    return page(context, "About phone", rows, dialog)


APP = App(
    key="settings", label="Settings", package="com.android.settings", icon="gear",
    color="#5f6368", seed=seed_settings, start="list", known=_known,
    screens={
        "list": _list, "wifi": _wifi, "network": _network, "bluetooth": _bluetooth,
        "display": _display, "notifications": _notifications, "account": _account,
        "about": _about, "hotspot": _hotspot, "emergency": _emergency, "data": pages.data_usage,
        "storage": pages.storage, "apps": pages.apps,
    },
)  # fmt: skip
