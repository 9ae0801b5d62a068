"""The simulated phone as a device of the harness."""

from __future__ import annotations

from collections.abc import Mapping
from copy import deepcopy
from dataclasses import replace
from typing import Any, Literal, get_args

from lxml import etree

from harness.core.action import (
    Command,
    InputText,
    Launch,
    Pause,
    PressKey,
    SwipeBetween,
    TapAt,
)
from harness.core.paths import DEFAULT_WORLD
from harness.core.protocols import Effect
from harness.core.raw import GoldMark, Image, PictureMark, RawFrame
from harness.device.simulated.apps import discover
from harness.device.simulated.dump import dump
from harness.device.simulated.render import render
from harness.device.simulated.scene import Scene
from harness.device.simulated.shell import Shell
from harness.device.simulated.world import make_world
from harness.errors import ConfigError

Theme = Literal["light", "dark", "world"]


class SimulatedPhone:
    """A phone of invented people; the same seed and commands give the same bytes.

    It runs in the process, so there is nothing to wait for and nothing to release.
    """

    name = "sim"
    region = "US"
    invented = True

    def __init__(self, theme: Theme = "world", *, screenshots: bool = True) -> None:
        """Switch it on with world 0.

        Args:
            theme: ``world`` follows the dark theme switch in its settings.
            screenshots: Whether a capture has one; where nobody looks at pixels, drawing them is
                most of the time.

        Raises:
            ConfigError: No such theme.
        """
        if theme not in get_args(Theme):
            raise ConfigError(f"theme must be one of {', '.join(get_args(Theme))}")
        self._theme = theme
        self._screenshots = screenshots
        self._apps = discover()
        self.apps = tuple(app.label for app in self._apps)
        self._gold: tuple[GoldMark, ...] = ()
        self._pictures: tuple[PictureMark, ...] = ()
        self.reset(0)

    def reset(self, world_seed: int, world: str = DEFAULT_WORLD) -> None:
        """Start over on the home screen, in a world of that name and seed.

        Raises:
            ConfigError: There is no such world.
        """
        made = make_world(world_seed, world)
        self._locale = made.locale
        self.region = made.locale.region
        self._shell = Shell(self._apps, made)
        self._gold, self._pictures = (), ()

    def capture(self) -> RawFrame:
        """The hierarchy and the screenshot of this moment."""
        image = self.screenshot() if self._screenshots else None
        return RawFrame(self.hierarchy(), image, self._shell.scene().app)

    def hierarchy(self) -> etree._Element:
        """The hierarchy of this moment alone."""
        tree, self._gold, self._pictures = dump(self._themed(self._shell.scene()))
        return tree

    def screenshot(self) -> Image:
        """The screenshot of this moment alone."""
        return render(self._themed(self._shell.scene()))

    def gold(self) -> tuple[GoldMark, ...]:
        """Every gold value that the last captured hierarchy shows."""
        return self._gold

    def pictures(self) -> tuple[PictureMark, ...]:
        """Every face, code and document in the pictures that the same hierarchy belongs to."""
        return self._pictures

    def state(self) -> Mapping[str, Any]:
        """A copy of the app state, with ``apps``, ``foreground`` and ``locale``."""
        return deepcopy(self._shell.state) | {
            "apps": list(self.apps),
            "foreground": self._shell.foreground(),
            "locale": {
                "name": self._locale.name,
                "region": self._locale.region,
                "strings": dict(self._locale.strings),
            },
        }

    def perform(self, command: Command) -> Effect:
        """Carry out a command.

        Raises:
            DeviceError: The app to launch isn't installed.
        """
        shell = self._shell
        shell.settle()
        effect = Effect.DONE
        match command:
            case TapAt(x, y, ms):
                shell.tap(x, y, ms)
            case SwipeBetween(x1, y1, x2, y2, ms):
                shell.swipe(x1, y1, x2, y2, ms)
            case InputText(text):
                effect = shell.type_text(text)
            case PressKey("enter"):
                shell.enter()
            case PressKey("back"):
                shell.back()
            case PressKey("home"):
                shell.home()
            case Launch(app):
                shell.launch(app)
            case Pause():
                pass
        shell.changed()
        return effect

    @property
    def packages(self) -> Mapping[str, str]:
        """Label to Android package of every app, the launcher ("Home") included."""
        return self._shell.packages()

    @property
    def focused_text(self) -> str | None:
        """What stands in the focused field, None without one."""
        return self._shell.focused_text()

    def select_all(self) -> None:
        """Select the text of the focused field, so that what is typed next replaces it."""
        self._shell.settle()
        self._shell.select_all()
        self._shell.changed()

    def erase(self) -> None:
        """Delete the last character of the focused field, or all of it where it is selected."""
        self._shell.settle()
        self._shell.erase()
        self._shell.changed()

    def stop(self, package: str) -> None:
        """End an app: its screens are gone, and it starts afresh when it is launched next."""
        self._shell.settle()
        self._shell.stop(package)
        self._shell.changed()

    def configure(self, **settings: Any) -> None:
        """Change values of the settings app, as the system does (``wifi=False``)."""
        self._shell.state["settings"].update(settings)
        self._shell.changed()

    def close(self) -> None:
        """Nothing to release."""

    def _themed(self, scene: Scene) -> Scene:
        if self._theme == "world":
            return scene
        return replace(scene, dark=self._theme == "dark")
