"""The notification shade: what happened meanwhile, over whatever app is in front."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from harness.device.simulated import widgets as w
from harness.device.simulated.apps.photos.album import restored
from harness.device.simulated.context import App, Context, State
from harness.device.simulated.l10n import NOW
from harness.device.simulated.system import SYSTEM_UI
from harness.device.simulated.view import FILL, Screen, TextStyle, View, dp
from harness.device.simulated.world import World

_TINY = TextStyle(12, 400, "muted")


def make_shade(apps: Sequence[App]) -> App:
    """The shade of a phone with those apps; it has no icon on the home screen."""
    installed = {app.key: app for app in apps}

    def no_state(world: World) -> State:
        return {}

    def show(context: Context) -> Screen:
        notices: list[dict[str, Any]] = context.state["notifications"]
        allowed = context.state["settings"]["notifications"]
        cards = [
            _card(context, notice, installed[notice["app"]])
            for notice in notices
            if allowed.get(installed[notice["app"]].label, True)
        ]
        clear = w.button("Clear all", notices.clear, id="dismiss_text", filled=False)
        rows = [*cards, w.row(clear, justify="end")] if cards else [w.blank("No notifications")]
        day = w.text(context.locale.date(NOW, "MMMEd"), style=TextStyle(20, 400))
        return Screen(
            content=w.column(
                w.column(day, pad=(dp(16), dp(16), dp(16), dp(8))),
                w.items("shade", rows, id="notification_stack_scroller", gap=dp(6),
                        pad=(dp(12), dp(8), dp(12), dp(8))),
                height=FILL, fill="background", cls="android.widget.FrameLayout",
                id="notification_panel",
            )
        )  # fmt: skip

    return App(
        key="shade", label="Notifications", package=SYSTEM_UI, icon="bell", color="#000000",
        seed=no_state, screens={"shade": show}, start="shade",
    )  # fmt: skip


def _card(context: Context, notice: dict[str, Any], app: App) -> View:
    """A notice; a tap opens what it is about, and it is gone."""

    def away() -> None:
        context.state["notifications"].remove(notice)

    def read() -> None:
        away()
        threads = context.state["messages"]["threads"]
        next(t for t in threads if t["id"] == notice["about"])["unread"] = False

    def follow() -> None:
        (read if app.key == "messages" else away)()
        context.launch(app.label)
        if notice["screen"]:
            context.open(app.key, notice["screen"], id=notice["about"])

    head = w.row(
        w.icon(app.icon, size=16),
        w.text(app.label, id="android:id/app_name_text", style=_TINY),
        w.text("· ", notice["time"], id="android:id/time", style=_TINY),
        gap=dp(6),
    )
    done = w.button("Mark as read", read, id="action0", filled=False)
    return w.column(
        head,
        w.text(restored(notice["title"]), id="android:id/title", style=w.STRONG, lines=1,
               width=FILL),
        w.text(restored(notice["text"]), id="android:id/text", style=w.SMALL, lines=2, width=FILL),
        w.row(done) if app.key == "messages" else None,
        id="expandableNotificationRow", cls="android.widget.FrameLayout", fill="surface",
        radius=dp(16), gap=dp(2), pad=(dp(16), dp(12), dp(16), dp(12)), on_tap=follow,
    )  # fmt: skip
