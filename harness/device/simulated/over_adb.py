"""The simulated phone behind the ADB wire: what happens to it happens as on an attached one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from dataclasses import replace
from typing import Any

from lxml import etree

from harness.core.action import Command, Pause
from harness.core.paths import DEFAULT_WORLD
from harness.core.protocols import Effect
from harness.core.raw import GoldMark, PictureMark, RawFrame
from harness.device.adb.device import AdbDevice
from harness.device.adb.keyboard import Mode
from harness.device.adb.server import AdbServer
from harness.device.simulated.adbd.commands import Commands
from harness.device.simulated.adbd.daemon import Adbd
from harness.device.simulated.adbd.faults import Faults
from harness.device.simulated.adbd.files import Files
from harness.device.simulated.phone import SimulatedPhone, Theme
from harness.device.uidump import serialize


class SimulatedAdbPhone:
    """A simulated phone, its adb daemon, an adb server of its own, and a device on top.

    Every frame and every command goes over the wire and through a shell. Only what no adb
    knows takes the short way: the world, its gold and its state.
    """

    name = "sim_adb"
    region = "US"
    invented = True

    def __init__(
        self,
        theme: Theme = "world",
        faults: Mapping[str, float | Sequence[int]] | None = None,
        fault_seconds: float = 0.5,
        fault_seed: int = 0,
        timeout_s: float = 5.0,
        reconnect_s: float = 5.0,
        budget_s: float = 20.0,
        keyboard: Mode = "auto",
        tools: Sequence[str] = ("adbkeyboard",),
        port: int = 0,
    ) -> None:
        """Start everything with world 0.

        Args:
            theme: See :class:`SimulatedPhone`.
            faults: Kind of fault -> probability or call numbers, see :class:`Faults`.
            fault_seconds: How long faults last that last, in s.
            fault_seed: Another seed, another series of faults; each world has its own.
            timeout_s: Seconds for one adb call.
            reconnect_s: Seconds to wait for the phone when it is offline.
            budget_s: Seconds for a frame, retries included.
            keyboard: Who types what ``input`` can't.
            tools: Helpers for typing that are installed: ``adbkeyboard``, ``clipper``.
            port: Where the phone listens for adb servers; 0 is any free port.

        Raises:
            ConfigError: A setting is wrong.
            DeviceError: adb can't be run.
        """
        self._phone = SimulatedPhone(theme)
        self._faults = Faults(faults or {}, fault_seed, fault_seconds)
        self._fault_seed = fault_seed
        self._tools = tools
        self.apps = self._phone.apps
        self._gold: tuple[GoldMark, ...] | None = ()
        self._pictures: tuple[PictureMark, ...] | None = ()
        with ExitStack() as opened:
            self._adbd = opened.enter_context(
                Adbd(self._phone, faults=self._faults, port=port, commands=self._programs)
            )
            server = opened.enter_context(AdbServer.private())
            self._device = AdbDevice(
                serial=self._adbd.serial,
                port=server.port,
                apps={label: self._phone.packages[label] for label in self.apps},
                region=self.region,
                invented=True,
                name=self.name,
                timeout_s=timeout_s,
                reconnect_s=reconnect_s,
                budget_s=budget_s,
                dump_timeout_s=timeout_s,
                screenshot_timeout_s=timeout_s,
                settle_s=0.0,
                keyboard=keyboard,
                keyboard_settle_s=0.0,
            )
            self._opened = opened.pop_all()

    @property
    def serial(self) -> str:
        """``HOST:PORT``, to which ``adb connect`` leads any other adb."""
        return self._adbd.serial

    @property
    def struck(self) -> Mapping[str, int]:
        """How often each kind of fault has struck so far."""
        return self._faults.struck

    def reset(self, world_seed: int, world: str = DEFAULT_WORLD) -> None:
        """Start over on the home screen in that world, with faults of its own."""
        with self._commands.lock:
            self._phone.reset(world_seed, world)
            self._commands.reset()
        self.region = self._phone.region
        self._faults.restart((self._fault_seed << 32) + world_seed)
        self._gold, self._pictures = (), ()

    def capture(self) -> RawFrame:
        """Tree and screenshot, as adb gets them."""
        frame = self._device.capture()
        known = self._knows(frame)
        self._gold = marks_on(frame, self._phone.gold()) if known else None
        self._pictures = pictures_on(frame, self._phone.pictures()) if known else None
        return frame

    def gold(self) -> tuple[GoldMark, ...] | None:
        """Every gold value that the last frame shows; None if the frame shows another moment."""
        return self._gold

    def pictures(self) -> tuple[PictureMark, ...] | None:
        """What pictures on the last frame show; None if the frame shows another moment."""
        return self._pictures

    def state(self) -> Mapping[str, Any]:
        """The app state of the phone itself."""
        return self._phone.state()

    def query(self, command: str) -> str | None:
        """What a shell command prints; see :meth:`AdbDevice.query`."""
        return self._device.query(command)

    def perform(self, command: Command) -> Effect:
        """Carry out a command over adb.

        Raises:
            DeviceError: The phone refused or failed.
        """
        if isinstance(command, Pause):
            # No adb command lets time pass, and on this phone it passes in no other way.
            with self._commands.lock:
                return self._phone.perform(command)
        return self._device.perform(command)

    def close(self) -> None:
        """Stop the server and the daemon."""
        self._device.close()
        self._opened.close()

    def _programs(self, phone: SimulatedPhone, files: Files, faults: Faults) -> Commands:
        self._commands = Commands(phone, files, faults, self._tools)
        return self._commands

    def _knows(self, frame: RawFrame) -> bool:
        """Whether what the phone says now holds for a frame."""
        tree = frame.tree
        if tree is None:
            # Nobody dumped this screen, so nobody has asked yet what it shows.
            with self._commands.lock:
                self._phone.hierarchy()
        # Of one moment is only a tree that was dumped twice; any other may be of a lost moment.
        return tree is None or frame.synchronised or self._stands(tree)

    def _stands(self, tree: etree._Element) -> bool:
        with self._commands.lock:
            return serialize(tree) == serialize(self._phone.hierarchy())


def marks_on(frame: RawFrame, marks: Sequence[GoldMark]) -> tuple[GoldMark, ...]:
    """The marks of a whole frame as a frame of the same screen shows them that lacks a part.

    Without a tree, what is drawn remains, in pixels alone. Without an image of the same moment,
    what stands in the tree remains, drawn nowhere.
    """
    read, drawn = frame.tree is not None, _draws(frame)
    shown = []
    for mark in marks:
        box = mark.box if drawn else None
        if read and mark.node is not None:
            shown.append(replace(mark, box=box))
        elif box is not None:
            shown.append(replace(mark, node=None, attr="image", start=0, end=0, box=box))
    return tuple(shown)


def pictures_on(frame: RawFrame, marks: tuple[PictureMark, ...]) -> tuple[PictureMark, ...]:
    """The pictures of a whole frame as :func:`marks_on`: without an image there are none."""
    return marks if _draws(frame) else ()


def _draws(frame: RawFrame) -> bool:
    """Whether a frame has an image of the moment that its tree, if any, is of."""
    seen = frame.image is not None and not frame.secure
    return seen and (frame.synchronised or frame.tree is None)
