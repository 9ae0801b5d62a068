"""Dialogs: windows on top of a screen."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial

from harness.core.entity import EntityType
from harness.device.simulated.context import Context
from harness.device.simulated.text import Part
from harness.device.simulated.view import FILL, Handler, TextStyle, View, dp
from harness.device.simulated.widgets import button, column, field, radio_row, row, text


def dialog(title: str, *body: View | None, buttons: Sequence[View] = ()) -> View:
    """An alert dialog: title, body, buttons at the end."""
    return column(
        text(title, id="alertTitle", style=TextStyle(24, 400), pad=(dp(24), dp(24), dp(24), 0))
        if title
        else None,
        *body,
        row(*buttons, justify="end", id="buttonPanel", pad=(dp(8), 0, dp(16), dp(12)), gap=dp(8))
        if buttons
        else None,
        id="parentPanel", width=dp(320), fill="dialog", radius=dp(28), gap=dp(12),
        pad=(0, 0, 0, 0 if buttons else dp(16)),
    )  # fmt: skip


def menu(entries: Sequence[tuple[str, Handler]]) -> View:
    """A popup menu: (label, handler) per entry."""
    rows = (
        row(text(label, id="android:id/title"), id="content", on_tap=handler,
            pad=(dp(24), dp(14), dp(24), dp(14)))
        for label, handler in entries
    )  # fmt: skip
    return column(
        *rows, cls="android.widget.ListView", width=dp(240), fill="dialog", radius=dp(12),
        pad=(0, dp(8), 0, dp(8)),
    )  # fmt: skip


def message(*parts: Part) -> View:
    """The text of a dialog."""
    return text(
        *parts, id="android:id/message", width=FILL, pad=(dp(24), dp(4), dp(24), dp(4)),
        style=TextStyle(15, 400, "text"),
    )  # fmt: skip


def edit_dialog(
    context: Context,
    title: str,
    key: str,
    initial: str,
    save: Handler,
    *,
    kind: EntityType | None = None,
) -> View:
    """A dialog with one field whose text is selected, so that typing replaces it."""
    edit = field(
        context, key, title, kind=kind, initial=initial, select=True, on_enter=save,
        id="android:id/edit",
    )  # fmt: skip
    return dialog(
        title,
        column(edit, pad=(dp(24), 0, dp(24), 0)),
        buttons=yes_no(context, "OK", save),
    )


def yes_no(context: Context, verb: str, run: Handler) -> tuple[View, View]:
    """The buttons ``Cancel`` and ``verb``."""
    return (
        button("Cancel", context.dismiss, filled=False, id="android:id/button2"),
        button(verb, run, filled=False, id="android:id/button1"),
    )


def choice(
    context: Context,
    title: str,
    options: Iterable[str],
    current: str,
    choose: Callable[[str], None],
) -> View:
    """A dialog that offers one of several options."""
    rows = [radio_row(option, option == current, partial(choose, option)) for option in options]
    cancel = button("Cancel", context.dismiss, filled=False, id="android:id/button2")
    return dialog(title, *rows, buttons=(cancel,))
