"""The parts of the phone that aren't apps: launcher, status bar, navigation bar."""

from __future__ import annotations

from collections.abc import Sequence

from harness.core.geometry import Box
from harness.device.simulated.context import App, Context, State
from harness.device.simulated.l10n import NOW
from harness.device.simulated.layout import Placed, place
from harness.device.simulated.text import rich
from harness.device.simulated.view import (
    FILL,
    HEIGHT,
    NAV_BAR,
    STATUS_BAR,
    WIDTH,
    Glyph,
    Handler,
    Screen,
    TextStyle,
    View,
    dp,
)
from harness.device.simulated.widgets import column, row, text
from harness.device.simulated.world import World

SYSTEM_UI = "com.android.systemui"
CLOCK = f"{NOW:%H:%M}"


def make_launcher(apps: Sequence[App]) -> App:
    """The home screen with the icons of ``apps``."""

    def no_state(world: World) -> State:
        return {}

    def home(context: Context) -> Screen:
        icons = [_app_icon(app, context) for app in apps]
        rows = [
            row(*icons[i : i + 4], cls="android.view.ViewGroup") for i in range(0, len(icons), 4)
        ]
        day = context.locale.date(NOW, "MMMEd")
        date = text(day, style=TextStyle(28, 400), pad=(dp(24), dp(48), 0, 0))
        return Screen(
            content=column(
                date,
                column(*rows, height=FILL, justify="end", pad=(0, 0, 0, dp(32)), id="workspace"),
                height=FILL, fill="tonal", id="drag_layer", cls="android.widget.FrameLayout",
            )
        )  # fmt: skip

    return App(
        key="launcher", label="Home", package="com.android.launcher3", icon="nav_home",
        color="#000000", seed=no_state, screens={"home": home}, start="home",
    )  # fmt: skip


def _app_icon(app: App, context: Context) -> View:
    disc = View(
        cls="android.widget.ImageView", width=dp(56), height=dp(56), fill=app.color,
        radius=dp(28), glyph=Glyph("icon", app.icon, "#ffffff"),
    )  # fmt: skip
    return column(
        disc, text(app.label, style=TextStyle(13)), width=WIDTH // 4, align="center", gap=dp(6),
        cls="android.widget.FrameLayout", id="icon", desc=rich(app.label),
        on_tap=lambda: context.launch(app.label),
    )  # fmt: skip


def status_bar() -> Placed:
    """The status bar window; the clock stands still."""
    bar = row(
        text(CLOCK, id="clock", style=TextStyle(13, 500)),
        row(
            _sign("wifi", "Wifi signal full.", "wifi_signal"),
            _sign("signal", "Phone signal full.", "mobile_signal"),
            _sign("battery", "Battery 100 percent.", "battery"),
            width=0, weight=1, justify="end", gap=dp(4), id="system_icons",
        ),
        cls="android.widget.FrameLayout", id="status_bar", height=STATUS_BAR,
        pad=(dp(16), 0, dp(16), 0),
    )  # fmt: skip
    return place(bar, Box(0, 0, WIDTH, STATUS_BAR), 1.0, {})


def _sign(name: str, desc: str, id: str) -> View:
    return View(
        cls="android.widget.ImageView", id=id, desc=rich(desc), width=dp(16), height=dp(16),
        glyph=Glyph("icon", name, "text"),
    )  # fmt: skip


def navigation_bar(back: Handler, home: Handler, recents: Handler) -> Placed:
    """The window with the back, home and overview buttons."""
    bar = row(
        _key("nav_back", "Back", "back", back),
        _key("nav_home", "Home", "home", home),
        _key("nav_recent", "Overview", "recent_apps", recents),
        cls="android.widget.FrameLayout", id="navigation_bar_frame", height=NAV_BAR,
        fill="background", justify="center",
    )  # fmt: skip
    return place(bar, Box(0, HEIGHT - NAV_BAR, WIDTH, HEIGHT), 1.0, {})


def _key(name: str, desc: str, id: str, on_tap: Handler) -> View:
    return View(
        cls="android.widget.ImageView", id=id, desc=rich(desc), width=dp(100), height=FILL,
        glyph=Glyph("icon", name, "text"), on_tap=on_tap,
    )  # fmt: skip
