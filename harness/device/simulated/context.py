"""What an app is, and what one of its screens may see and do."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from harness.core.entity import EntityType
from harness.device.simulated.l10n import Locale
from harness.device.simulated.text import Part, Rich, rich
from harness.device.simulated.view import Screen
from harness.device.simulated.world import World

State = dict[str, Any]
"""JSON-like app state of the whole phone."""
Known = Iterable[tuple[EntityType, str]]


@dataclass(slots=True, repr=False)
class Entry:
    """One screen on the back stack of an app, with what the user did to it.

    Attributes:
        app: Key of the app whose screen it is (a task may hold screens of several apps).
        screen: Its name.
        args: What it is about.
        fields: Field key -> typed text.
        scroll: Scroll key -> offset in px.
        flags: Passing choices (a tab, a selected row).
        focus: Focused field; None as long as the user has not chosen.
        marked: Field whose text is selected, so that typing replaces it.
        dialog: Name of the open dialog, "" for none.
        dialog_focus: Field of that dialog that has the focus first.
    """

    app: str
    screen: str
    args: dict[str, Any]
    fields: dict[str, str] = field(default_factory=dict)
    scroll: dict[str, int] = field(default_factory=dict)
    flags: dict[str, Any] = field(default_factory=dict)
    focus: str | None = None
    marked: str = ""
    dialog: str = ""
    dialog_focus: str = ""


class Host(Protocol):
    """The part of the phone that screens talk to."""

    state: State

    @property
    def locale(self) -> Locale:
        """Language and country of the phone."""
        ...

    def push(self, entry: Entry) -> None:
        """Put a screen on top of the current task."""
        ...

    def pop(self) -> None:
        """Leave the current screen; the last one of a task leads home."""
        ...

    def launch(self, app: str) -> None:
        """Bring an app to the front as it was left."""
        ...

    def toast(self, text: Rich) -> None:
        """Show a short notice until the next command."""
        ...

    def known(self) -> Known:
        """Personal values that the phone stores, to recognise them in typed text."""
        ...


def nothing_known(state: State) -> Known:
    """For apps that store no personal values."""
    return ()


@dataclass(frozen=True, slots=True)
class App:
    """An app: one file or package under ``apps/``, found by itself.

    Attributes:
        key: Its key, by which other apps open its screens.
        label: What the launcher shows.
        package: Android package.
        icon: Icon name.
        color: Colour of its launcher icon.
        seed: Its parts of the starting state, by top-level key.
        screens: Screen name -> what it shows.
        start: Its first screen.
        known: Personal values in the state that only this app knows.
    """

    key: str
    label: str
    package: str
    icon: str
    color: str
    seed: Callable[[World], State]
    screens: Mapping[str, Callable[[Context], Screen]]
    start: str
    known: Callable[[State], Known] = nothing_known


class Context:
    """The phone as one screen sees it: state, arguments, typed text, and ways to go on."""

    def __init__(self, host: Host, app: App, entry: Entry) -> None:
        """Bind a screen.

        Args:
            host: The phone.
            app: The app whose screen it is.
            entry: The screen on the back stack.
        """
        self._host = host
        self._app = app
        self._entry = entry
        self._autofocus = ""

    @property
    def state(self) -> State:
        """State of the whole phone."""
        return self._host.state

    @property
    def locale(self) -> Locale:
        """Language and country of the phone, for dates, times and amounts."""
        return self._host.locale

    @property
    def args(self) -> dict[str, Any]:
        """What the screen is about."""
        return self._entry.args

    def field(self, key: str, initial: str = "") -> str:
        """Text of a field."""
        return self._entry.fields.get(key, initial)

    def type(self, key: str, value: str) -> None:
        """Set the text of a field and put the focus on it."""
        self._entry.fields[key] = value
        self._entry.focus = key

    def replaces(self, key: str, selected: bool) -> bool:
        """Whether typing replaces the text of a field, given that it starts ``selected``."""
        return self._entry.marked == key or (selected and key not in self._entry.fields)

    @property
    def focus(self) -> str:
        """Key of the focused field, "" for none."""
        entry = self._entry
        if entry.focus is not None:
            return entry.focus
        return entry.dialog_focus if entry.dialog else self._autofocus

    def autofocus(self, key: str) -> None:
        """Give a field the focus until the user chooses another one; call before building it."""
        self._autofocus = key

    def flag(self, key: str, default: Any = None) -> Any:
        """A passing choice of the user on this screen."""
        return self._entry.flags.get(key, default)

    def set(self, key: str, value: Any) -> None:
        """Remember a passing choice."""
        self._entry.flags[key] = value

    @property
    def dialog(self) -> str:
        """Name of the open dialog, "" for none."""
        return self._entry.dialog

    def show(self, dialog: str, focus: str = "") -> None:
        """Open a dialog; its field ``focus`` starts fresh and focused."""
        self._entry.fields.pop(focus, None)
        self._entry.focus, self._entry.marked = None, ""
        self._entry.dialog, self._entry.dialog_focus = dialog, focus

    def dismiss(self) -> None:
        """Close the dialog."""
        self._entry.dialog, self._entry.focus, self._entry.marked = "", "", ""

    def clear(self) -> None:
        """Forget what was typed and scrolled on this screen."""
        self._entry.fields.clear()
        self._entry.scroll.clear()

    def push(self, screen: str, **args: Any) -> None:
        """Go to another screen of the app."""
        self._host.push(Entry(self._app.key, screen, args))

    def open(self, app: str, screen: str, **args: Any) -> None:
        """Go to a screen of another app, by its key; back returns here."""
        self._host.push(Entry(app, screen, args))

    def launch(self, app: str) -> None:
        """Bring another app to the front, by label."""
        self._host.launch(app)

    def become(self, screen: str, **args: Any) -> None:
        """Turn this screen into another one, so that back doesn't return to it."""
        fresh = Entry(self._app.key, screen, args)
        for name in Entry.__dataclass_fields__:
            setattr(self._entry, name, getattr(fresh, name))

    def back(self) -> None:
        """Leave the screen."""
        self._host.pop()

    def toast(self, *parts: Part) -> None:
        """Show a short notice until the next command."""
        self._host.toast(rich(*parts))

    def known(self) -> Known:
        """Personal values that the phone stores."""
        return self._host.known()
