"""Pages of the settings about the phone itself; nothing on them is anybody's."""

from __future__ import annotations

from typing import Any

from harness.device.simulated import widgets as w
from harness.device.simulated.context import Context
from harness.device.simulated.text import Part
from harness.device.simulated.view import Screen, TextStyle, View, dp


def page(
    context: Context, title: str, rows: list[View | None], dialog: View | None = None
) -> Screen:
    """A page of the settings: a title, a way back, and rows."""
    top = w.app_bar(title, navigate=w.up(context))
    return Screen(content=w.page(top, w.items("rows", rows)), dialog=dialog)


def _pages(context: Context) -> dict[str, Any]:
    own: dict[str, Any] = context.state["settings"]["pages"]
    return own


def _size(context: Context, megabytes: float) -> str:
    unit, value = ("GB", megabytes / 1000) if megabytes >= 1000 else ("MB", megabytes)
    return f"{context.locale.number(round(value, 2))} {unit}"


def data_usage(context: Context) -> Screen:
    """How much data each app has used."""
    apps = sorted(_pages(context)["apps"], key=lambda a: -a["data"])
    total = sum(app["data"] for app in apps)
    head = w.column(
        w.text(_size(context, total), id="data_total", style=TextStyle(34, 500)),
        w.text("mobile data this month", style=w.SMALL),
        pad=(dp(16), dp(8), dp(16), dp(8)),
    )
    rows: list[View | None] = [head]
    rows += [_app(app["name"], _size(context, app["data"])) for app in apps]
    return page(context, "Data usage", rows)


def storage(context: Context) -> Screen:
    """What fills the storage."""
    kinds = _pages(context)["storage"]
    head = w.column(
        w.text(_size(context, 1000 * sum(kinds.values())), style=TextStyle(34, 500)),
        w.text("used of 128 GB", style=w.SMALL), pad=(dp(16), dp(8), dp(16), dp(8)),
    )  # fmt: skip
    rows: list[View | None] = [head]
    rows += [
        w.list_row(title=kind, summary=_size(context, 1000 * size), lead=w.icon("storage"))
        for kind, size in kinds.items()
    ]
    return page(context, "Storage", rows)


def apps(context: Context) -> Screen:
    """Installed apps with version and size."""
    rows: list[View | None] = [
        w.list_row(
            title=app["name"], summary=app["version"], lead=w.icon("app_grid"), id="app_row",
            trail=w.text(_size(context, app["megabytes"]), style=w.SMALL),
        )
        for app in _pages(context)["apps"]
    ]  # fmt: skip
    return page(context, "Apps", rows)


def _app(name: str, value: Part) -> View:
    return w.list_row(title=name, summary=value, lead=w.icon("app_grid"), id="app_row")
