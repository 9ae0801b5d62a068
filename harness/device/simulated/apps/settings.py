"""Settings: Wi-Fi, Bluetooth, display, notifications, account, about phone."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from harness.core.entity import EntityType
from harness.device.simulated import dialogs
from harness.device.simulated import widgets as w
from harness.device.simulated.context import App, Context, State
from harness.device.simulated.text import Part, Pii, Rich, annotate, rich
from harness.device.simulated.view import Screen, View, dp
from harness.device.simulated.world import World, digits

T = EntityType
FONT_SIZES = {"Small": 0.85, "Default": 1.0, "Large": 1.15, "Largest": 1.3}
TIMEOUTS = ("15 seconds", "30 seconds", "1 minute", "5 minutes", "10 minutes")
_NETWORKS = ("Maple-5G", "Linden_2.4", "CoffeeCorner Guest", "NETWAVE-7C20", "Atrium-Office")
_NOTIFYING = ("Bank", "Contacts", "Messages")


def _seed(world: World) -> State:
    rng = world.rng("settings")
    owner, friend = world.owner, world.person(world.twins[0])
    names = rng.sample(_NETWORKS, 4)
    networks = [
        {
            "name": name,
            "secured": "Guest" not in name,
            "saved": i == 0,
            "password": f"{name.split('-')[0].lower()}{digits(rng, 4)}",
        }
        for i, name in enumerate(names)
    ]
    return {
        "settings": {
            "wifi": True,
            "wifi_network": names[0],
            "networks": networks,
            "ip": owner["ip"],
            "bluetooth": rng.random() < 0.5,
            "devices": [
                {"name": "Car kit", "owner": "", "connected": False},
                {"name": "headphones", "owner": friend["first"], "connected": False},
            ],
            "dark_theme": False,
            "font_size": "Default",
            "font_scale": 1.0,
            "screen_timeout": "30 seconds",
            "hide_sensitive": True,
            "notifications": dict.fromkeys(_NOTIFYING, True),
            "device_name": f"{owner['first']}'s phone",
            "recovery_email": f"{owner['username']}@example.com",
        }
    }


def _mine(context: Context) -> dict[str, Any]:
    own: dict[str, Any] = context.state["settings"]
    return own


def _page(
    context: Context, title: str, rows: list[View | None], dialog: View | None = None
) -> Screen:
    bar = w.app_bar(title, navigate=w.up(context))
    return Screen(content=w.page(bar, w.items("rows", rows)), dialog=dialog)


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
            title=title, summary=summary, lead=w.icon(icon), on_tap=lambda: context.push(screen)
        )

    network = own["wifi_network"] if own["wifi"] and own["wifi_network"] else "Off"
    rows = [
        w.list_row(
            title=name, summary=rich(Pii(T.EMAIL, owner["email"])), lead=w.avatar(name),
            id="account_card", on_tap=lambda: context.push("account"),
        ),
        w.divider(),
        entry("Wi-Fi", network, "wifi", "wifi"),
        entry("Bluetooth", "On" if own["bluetooth"] else "Off", "bluetooth", "bluetooth"),
        entry("Display", "Dark theme, font size, timeout", "display", "display"),
        entry("Notifications", "App notifications", "bell", "notifications"),
        entry("Account", "Name, email, recovery", "person", "account"),
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
    return _page(context, "Wi-Fi", rows, _wifi_dialog(context))


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
            context.toast(f"Connected to {network['name']}")
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
        return _page(context, "Network details", [w.blank("Not connected")])
    return _page(
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
            first = device["owner"]
            title = (
                rich(Pii(T.PERSON_NAME, first), "'s ", device["name"]) if first else device["name"]
            )
            rows.append(
                w.list_row(
                    title=title, summary="Connected" if device["connected"] else "Not connected",
                    lead=w.icon("bluetooth"), on_tap=_toggle(device, "connected"),
                )
            )  # fmt: skip
    return _page(context, "Bluetooth", rows)


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
    return _page(context, "Display", rows, make() if make else None)


def _notifications(context: Context) -> Screen:
    own = _mine(context)
    allowed = own["notifications"]
    hide = w.checkbox_row(
        "Hide sensitive content", own["hide_sensitive"], _toggle(own, "hide_sensitive")
    )
    rows: list[View | None] = [w.header("Lock screen"), hide, w.header("App notifications")]
    rows += [w.switch_row(app, allowed[app], _toggle(allowed, app)) for app in sorted(allowed)]
    return _page(context, "Notifications", rows)


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
                   on_tap=lambda: context.show("recovery", focus="recovery_email")),
    ]  # fmt: skip
    dialog = None
    if context.dialog == "recovery":
        dialog = dialogs.edit_dialog(
            context, "Recovery email", "recovery_email", own["recovery_email"], save, kind=T.EMAIL
        )
    return _page(context, "Account", rows, dialog)


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
        w.list_row(title="IMEI", summary=Pii(T.ID_NUMBER, owner["imei"])),
        w.list_row(title="Android version", summary="14"),
        w.list_row(title="IP address", summary=Pii(T.IP_ADDRESS, own["ip"])),
        w.list_row(title="Build number", summary="SIM1.240510.001"),
    ]  # fmt: skip
    dialog = None
    if context.dialog == "name":
        dialog = dialogs.edit_dialog(
            context, "Device name", "device_name", own["device_name"], rename
        )
    return _page(context, "About phone", rows, dialog)


APP = App(
    key="settings", label="Settings", package="com.android.settings", icon="gear",
    color="#5f6368", seed=_seed, start="list",
    screens={
        "list": _list, "wifi": _wifi, "network": _network, "bluetooth": _bluetooth,
        "display": _display, "notifications": _notifications, "account": _account,
        "about": _about,
    },
)  # fmt: skip
