"""The running phone: back stacks, gestures on the laid-out scene, and the scene itself."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from harness.core.entity import EntityType
from harness.core.geometry import Box
from harness.core.protocols import Effect
from harness.device.simulated.context import App, Context, Entry, Known, State
from harness.device.simulated.l10n import Locale, localised
from harness.device.simulated.layout import Placed, measure, mirrored, place
from harness.device.simulated.notices import seed_notices
from harness.device.simulated.scene import Scene, Window, path_at, walk
from harness.device.simulated.shade import make_shade
from harness.device.simulated.system import (
    SYSTEM_UI,
    make_launcher,
    navigation_bar,
    status_bar,
)
from harness.device.simulated.text import EMPTY, Rich
from harness.device.simulated.view import (
    FILL,
    HEIGHT,
    NAV_BAR,
    STATUS_BAR,
    WIDTH,
    Screen,
    View,
    dp,
)
from harness.device.simulated.widgets import column, snackbar, stack
from harness.device.simulated.world import World
from harness.errors import DeviceError

LONG_PRESS_MS = 500
_SLOP = dp(8)
"""A finger that moves less than this many px taps."""
_UNTYPABLE = frozenset({"Cc", "Cs", "Cn"})
_PERSONAL = {
    "name": EntityType.PERSON_NAME,
    "phone": EntityType.PHONE_NUMBER,
    "email": EntityType.EMAIL,
    "address": EntityType.ADDRESS,
    "birthday": EntityType.DATE_OF_BIRTH,
    "company": EntityType.EMPLOYER_OR_SCHOOL,
    "username": EntityType.USERNAME,
    "ip": EntityType.IP_ADDRESS,
    "imei": EntityType.ID_NUMBER,
}


class Shell:
    """App state plus where the user is in it. Implements :class:`~.context.Host`."""

    def __init__(self, apps: Sequence[App], world: World) -> None:
        """Start on the home screen.

        Args:
            apps: The installed apps.
            world: The people behind their starting state.
        """
        self.state: State = {
            "owner": dict(world.owner),
            "strangers": [dict(person) for person in world.strangers],
            "calls": [],
        }
        for app in apps:
            self.state |= app.seed(world)
        self.state["notifications"] = seed_notices(world, self.state)
        launcher, shade = make_launcher(apps), make_shade(apps)
        self._apps = {app.key: app for app in (*apps, launcher, shade)}
        self._world = world
        self._tasks = {key: [Entry(key, app.start, {})] for key, app in self._apps.items()}
        self._home = self._task = self._under = launcher.key
        self._shade = shade.key
        self._notice = EMPTY
        self._scene: Scene | None = None

    # ------------------------------------------------------------ what screens call

    @property
    def locale(self) -> Locale:
        """Language and country of the phone."""
        return self._world.locale

    def push(self, entry: Entry) -> None:
        """Put a screen on top of the current task."""
        self._tasks[self._task].append(entry)

    def pop(self) -> None:
        """Leave the current screen; the last one of a task leads home."""
        entries = self._tasks[self._task]
        if len(entries) > 1:
            entries.pop()
        else:
            self._task = self._under if self._task == self._shade else self._home

    def toast(self, text: Rich) -> None:
        """Show a short notice until the next command."""
        self._notice = text

    def known(self) -> Known:
        """Personal values that the phone stores, to recognise them in typed text."""
        contacts = self.state.get("contacts", {}).get("people", [])
        people = [self.state["owner"], *contacts, *self.state["strangers"]]
        common = self._world.common_words()
        for person in people:
            for key, kind in _PERSONAL.items():
                if person.get(key):
                    yield kind, person[key]
            for key in ("first", "last", "nickname"):
                if len(person.get(key, "")) > 1 and person[key].casefold() not in common:
                    yield EntityType.PERSON_NAME, person[key]
        for app in self._apps.values():
            yield from app.known(self.state)

    # ------------------------------------------------------------ what a user does

    def launch(self, app: str) -> None:
        """Bring an app to the front as it was left, by label (any case and language) or package.

        Raises:
            DeviceError: No such app.
        """
        wanted = app.strip().casefold()
        for candidate in self._apps.values():
            local = self._world.locale.say(candidate.label)
            names = (candidate.label.casefold(), local.casefold(), candidate.package)
            if wanted in names and candidate.key != self._shade:
                self._task = candidate.key
                return
        raise DeviceError("no app of that name is installed")

    def stop(self, package: str) -> None:
        """End every screen of an app, by package; what it has stored stays."""
        for key, app in self._apps.items():
            if app.package != package:
                continue
            if self._task == key:
                self._task = self._home
            for task, entries in self._tasks.items():
                entries[:] = [e for e in entries if e.app != key] or [
                    Entry(task, self._apps[task].start, {})
                ]

    def home(self) -> None:
        """Go to the home screen; apps stay as they are."""
        self._task = self._home

    def back(self) -> None:
        """Close the dialog, else what the screen says, else leave the screen."""
        screen, context = self._screen()
        if screen.dialog is not None:
            context.dismiss()
        elif screen.on_back is not None:
            screen.on_back()
        else:
            self.pop()

    def tap(self, x: int, y: int, ms: int) -> None:
        """Touch a point; from half a second on it is a long press."""
        scene = self.scene()
        for window in reversed(scene.windows):
            path = path_at(window.root, x, y)
            if path and window.listed:
                self._touch(path, ms >= LONG_PRESS_MS)
                return
        screen, context = self._screen()
        if screen.dialog is not None:
            context.dismiss()

    def swipe(self, x1: int, y1: int, x2: int, y2: int, ms: int) -> None:
        """Drag what lies under the first point; a finger that stays taps."""
        if max(abs(x2 - x1), abs(y2 - y1)) < _SLOP:
            self.tap(x1, y1, ms)
            return
        shaded, home = self._task == self._shade, self._task == self._home
        if y2 - y1 > abs(x2 - x1) and not shaded and (y1 < STATUS_BAR or home):
            self._under, self._task = self._task, self._shade
            return
        for placed in reversed(path_at(self.scene().front().root, x1, y1)):
            if placed.view.scroll and placed.scroll_range:
                offset = min(max(0, placed.offset + y1 - y2), placed.scroll_range)
                if offset != placed.offset:
                    self._entry.scroll[placed.view.scroll] = offset
                    return
        if shaded and y1 - y2 > abs(x2 - x1):
            self.pop()

    def type_text(self, text: str) -> Effect:
        """Type into the focused field; without one nothing happens."""
        view = self._focused()
        typed = "".join(c for c in text if unicodedata.category(c) not in _UNTYPABLE)
        if view is None:
            return Effect.TYPED
        if typed:
            self._entry.fields[view.field] = typed if view.replaces else view.value + typed
            self._entry.focus, self._entry.marked = view.field, ""
        if typed != text:
            return Effect.DIFFERS
        return Effect.TYPED if view.password else Effect.VERIFIED

    def select_all(self) -> None:
        """Select the text of the focused field."""
        view = self._focused()
        if view is not None:
            self._entry.focus = self._entry.marked = view.field

    def erase(self) -> None:
        """Delete the last character of the focused field, or all of it where it is selected."""
        view = self._focused()
        if view is not None:
            self._entry.fields[view.field] = "" if view.replaces else view.value[:-1]
            self._entry.focus, self._entry.marked = view.field, ""

    def enter(self) -> None:
        """Press enter in the focused field: its action, else on to the next field."""
        view = self._focused()
        if view is None:
            return
        if view.on_enter is not None:
            view.on_enter()
            return
        keys = [p.view.field for p in walk(self.scene().front().root) if p.view.field]
        following = keys[keys.index(view.field) + 1 :]
        self._entry.focus = following[0] if following else ""

    def settle(self) -> None:
        """Start a new command: the notice of the last one is gone."""
        self._notice = EMPTY
        self._scene = None

    def changed(self) -> None:
        """Lay the screen out anew when it is looked at next."""
        self._scene = None

    # ------------------------------------------------------------ what it looks like

    def foreground(self) -> dict[str, str]:
        """Label of the app in front, and the name of its screen."""
        return {"app": self._app.label, "screen": self._entry.screen}

    def packages(self) -> dict[str, str]:
        """Label to package of every app."""
        return {app.label: app.package for app in self._apps.values()}

    def focused_text(self) -> str | None:
        """What stands in the focused field, None without one."""
        view = self._focused()
        return None if view is None else view.value

    def scene(self) -> Scene:
        """The screen as it is now, laid out."""
        if self._scene is None:
            self._scene = self._compose()
        return self._scene

    @property
    def _entry(self) -> Entry:
        return self._tasks[self._task][-1]

    @property
    def _app(self) -> App:
        return self._apps[self._entry.app]

    def _screen(self, entry: Entry | None = None) -> tuple[Screen, Context]:
        entry = entry or self._entry
        app = self._apps[entry.app]
        context = Context(self, app, entry)
        return app.screens[entry.screen](context), context

    def _compose(self) -> Scene:
        settings: dict[str, Any] = self.state.get("settings", {})
        scale = float(settings.get("font_scale", 1.0))
        shaded = self._task == self._shade
        windows = self._windows(self._tasks[self._under][-1] if shaded else self._entry, scale)
        if shaded:
            windows = [replace(window, listed=False) for window in windows]
        windows = [
            Window(SYSTEM_UI, status_bar()),
            *windows,
            Window(SYSTEM_UI, navigation_bar(self.back, self.home, self.home)),
        ]
        if shaded:
            windows.append(self._pulled_down(scale))
        if self._world.locale.rtl:
            windows = [replace(w, root=mirrored(w.root, WIDTH)) for w in windows]
        dark = bool(settings.get("dark_theme", False))
        return Scene(tuple(windows), self._app.package, dark)

    def _windows(self, entry: Entry, scale: float) -> list[Window]:
        """The windows of an app: its screen, and a dialog if one is open."""
        screen, _ = self._screen(entry)
        package, locale = self._apps[entry.app].package, self._world.locale
        notice = snackbar(self._notice) if self._notice else None
        frame = localised(_frame(screen.content, notice), locale)
        content = place(frame, Box(0, 0, WIDTH, HEIGHT), scale, entry.scroll)
        windows = [Window(package, content, listed=screen.dialog is None)]
        if screen.dialog is not None:
            dialog = self._dialog(localised(screen.dialog, locale), scale, entry.scroll)
            windows.append(Window(package, dialog, dims=True))
        return windows

    def _pulled_down(self, scale: float) -> Window:
        """The notification shade, between the two bars."""
        screen, _ = self._screen()
        content = localised(screen.content, self._world.locale)
        box = Box(0, STATUS_BAR, WIDTH, HEIGHT - NAV_BAR)
        return Window(SYSTEM_UI, place(content, box, scale, self._entry.scroll), dims=True)

    def _dialog(self, view: View, scale: float, scrolled: Mapping[str, int]) -> Placed:
        framed = column(view, cls="android.widget.FrameLayout", id="android:id/content", width=0)
        width, height = measure(framed, WIDTH, scale)
        height = min(height, HEIGHT - STATUS_BAR - NAV_BAR - dp(48))
        left, top = (WIDTH - width) // 2, (HEIGHT - height) // 2
        box = Box(left, top, left + width, top + height)
        return place(framed, box, scale, scrolled)

    def _touch(self, path: list[Placed], long: bool) -> None:
        for placed in reversed(path):
            view = placed.view
            if not view.enabled:
                return
            if view.field:
                self._entry.focus = view.field
                self._entry.marked = view.field if long else ""
                return
            if long and view.on_long is not None:
                view.on_long()
                return
            if view.on_tap is not None:
                view.on_tap()
                return

    def _focused(self) -> View | None:
        for placed in walk(self.scene().front().root):
            if placed.view.focused:
                return placed.view
        return None


def _frame(content: View, notice: View | None) -> View:
    """The window decor around an app's content, as on a stock phone."""
    body = stack(content, *([notice] if notice else []), id="android:id/content")
    bars = (0, STATUS_BAR, 0, NAV_BAR)
    decor = column(body, height=FILL, cls="android.widget.LinearLayout", pad=bars)
    return column(decor, height=FILL, cls="android.widget.FrameLayout")
