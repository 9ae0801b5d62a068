"""An Android emulator as a device of the harness."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import ExitStack, suppress
from typing import Any

from harness.core.action import Command
from harness.core.paths import DEFAULT_WORLD
from harness.core.protocols import Effect
from harness.core.raw import GoldMark, PictureMark, RawFrame
from harness.device.adb.device import AdbDevice
from harness.device.adb.keyboard import Mode
from harness.device.adb.link import AdbLink
from harness.device.adb.server import AdbServer
from harness.device.avd import ports as console_ports
from harness.device.avd.emulator import Emulator, Launch
from harness.device.avd.guest import Guest, Wishes
from harness.device.avd.sdk import Avd, find_avd, find_sdk
from harness.errors import ConfigError, DeviceError, DeviceLostError


class AvdDevice:
    """An emulator that starts every episode from the same state.

    With a snapshot, that state is loaded before each episode; without one, the emulator boots
    anew. Either way, what an episode changes is gone afterwards.
    """

    name = "avd"

    def __init__(
        self,
        avd: str | None = None,
        snapshot: str | None = None,
        read_only: bool = True,
        headless: bool = True,
        gpu: str = "swiftshader_indirect",
        port: int | None = None,
        attach: bool = False,
        extra_args: Sequence[str] = (),
        clock: str | None = None,
        locale: str | None = None,
        geo: Sequence[float] | None = None,
        apps: Mapping[str, str] | None = None,
        region: str | None = None,
        invented: bool = False,
        keyboard: Mode = "auto",
        adb_port: int | None = None,
        boot_timeout_s: float = 240.0,
        timeout_s: float = 20.0,
        reconnect_s: float = 15.0,
        budget_s: float = 40.0,
        dump_timeout_s: float = 20.0,
        screenshot_timeout_s: float = 10.0,
        rounds: int = 3,
        settle_s: float = 0.7,
        keyboard_settle_s: float = 1.0,
        poll_s: float = 1.0,
        stop_s: float = 20.0,
        ports: Iterable[int] = console_ports.PORTS,
    ) -> None:
        """Find the AVD and check the settings; the first :meth:`reset` boots it.

        Args:
            avd: Name of the AVD; None takes the first one.
            snapshot: Saved state to load before each episode; None boots anew each time.
            read_only: Keep nothing on disk, so that one AVD can run several times.
            headless: Without a window.
            gpu: Graphics mode of the emulator.
            port: Console port, even; None takes a free one.
            attach: Use a running emulator of this AVD and leave it running.
            extra_args: More options for the emulator.
            clock: Local time at the start of an episode, ``YYYY-MM-DD HH:MM``; None leaves it.
            locale: BCP 47 tag; None leaves it.
            geo: Latitude and longitude in degrees; None leaves it.
            apps: Label -> package of the apps that can be opened; see :class:`AdbDevice`.
            region: ISO 3166 code for phone numbers; None takes the one of the phone's locale.
            invented: Whether everything on it is invented.
            keyboard: Who types what ``input`` can't; see :class:`AdbDevice`.
            adb_port: Where the adb server listens; None is the common one.
            boot_timeout_s: Seconds for a boot, and for loading a snapshot.
            timeout_s: Seconds for one adb call.
            reconnect_s: Seconds to wait for the phone when it is offline.
            budget_s: Seconds for a frame, retries included.
            dump_timeout_s: Seconds for one UI dump.
            screenshot_timeout_s: Seconds for one screenshot.
            rounds: Screenshots until a screen that changes all the time is taken as it is.
            settle_s: Seconds that the screen gets after each command.
            keyboard_settle_s: Seconds that a keyboard gets to take over a field.
            poll_s: Seconds between two looks at a booting emulator.
            stop_s: Seconds that each step of a shut-down may take.
            ports: Console ports to choose from.

        Raises:
            ConfigError: There is no SDK, AVD or snapshot of that name, or settings contradict.
        """
        if snapshot is None and (attach or not read_only):
            raise ConfigError(
                "without device.snapshot an episode can only start anew in an emulator of its own: "
                "name a snapshot, or set device.read_only=true and device.attach=false"
            )
        if isinstance(extra_args, str):
            raise ConfigError("device.extra_args must be a list such as [-dns-server,10.0.0.1]")
        console_ports.check(port)
        self._wishes = Wishes.parse(clock, locale, geo)
        self._sdk = find_sdk()
        self._avd = find_avd(self._sdk, avd)
        self._snapshot = _checked(self._avd, snapshot)
        self._launch = Launch(headless, read_only, snapshot, gpu, tuple(extra_args))
        self._port = port
        self._attach = attach
        self._adb_port = adb_port
        self._timeout_s = timeout_s
        self._reconnect_s = reconnect_s
        self._boot_timeout_s = boot_timeout_s
        self._poll_s = poll_s
        self._stop_s = stop_s
        self._ports = tuple(ports)
        self._options: dict[str, Any] = {
            "apps": apps,
            "region": region,
            "invented": invented,
            "name": self.name,
            "timeout_s": timeout_s,
            "reconnect_s": reconnect_s,
            "budget_s": budget_s,
            "dump_timeout_s": dump_timeout_s,
            "screenshot_timeout_s": screenshot_timeout_s,
            "rounds": rounds,
            "settle_s": settle_s,
            "keyboard": keyboard,
            "keyboard_settle_s": keyboard_settle_s,
        }
        self.invented = invented
        self.region = region or ""
        self.apps = tuple(apps or ())
        self._emulator: Emulator | None = None
        self._phone: AdbDevice | None = None

    def reset(self, world_seed: int, world: str = DEFAULT_WORLD) -> None:
        """Bring the emulator to its starting state; the world is the AVD's, whatever the seed.

        Raises:
            DeviceError: It can't be started, or not set as asked.
        """
        self._phone = None
        emulator = self._begun()
        link = self._link(emulator, self._reconnect_s)
        Guest(link, emulator.console, lambda: self._wait(emulator)).prepare(self._wishes)
        # A new one each time: what the last one knew of keyboards and apps is undone.
        phone = AdbDevice(emulator.serial, port=self._adb_port, **self._options)
        phone.reset(world_seed)
        self.region, self.apps, self._phone = phone.region, phone.apps, phone

    def capture(self) -> RawFrame:
        """Tree and screenshot of one moment; see :meth:`AdbDevice.capture`."""
        return self._ready().capture()

    def gold(self) -> tuple[GoldMark, ...] | None:
        """None: nobody knows what is personal on it."""
        return self._ready().gold()

    def pictures(self) -> tuple[PictureMark, ...] | None:
        """None: nobody knows what its pictures show."""
        return self._ready().pictures()

    def state(self) -> Mapping[str, Any]:
        """What is in front; see :meth:`AdbDevice.state`."""
        return self._ready().state()

    def query(self, command: str) -> str | None:
        """What a shell command prints; see :meth:`AdbDevice.query`."""
        return self._ready().query(command)

    def perform(self, command: Command) -> Effect:
        """Carry out a command; see :meth:`AdbDevice.perform`."""
        return self._ready().perform(command)

    def close(self) -> None:
        """Shut the emulator down if it was started here."""
        emulator, self._emulator, self._phone = self._emulator, None, None
        if emulator is not None:
            emulator.stop()

    def _begun(self) -> Emulator:
        """An emulator in its saved or freshly booted state."""
        if self._emulator is not None and self._snapshot is not None:
            # One that is gone, for whatever reason, is replaced: no episode has begun on it.
            with suppress(DeviceLostError):
                return self._loaded(self._emulator, self._snapshot)
        emulator = self._start()
        return self._loaded(emulator, self._snapshot) if self._snapshot else emulator

    def _start(self) -> Emulator:
        """Boot an emulator, or find the running one."""
        self.close()
        server = AdbServer(self._adb_port)
        with ExitStack() as undo:
            undo.callback(self.close)
            if self._attach:
                emulator = Emulator.attach(self._avd, server, self._port, self._ports)
            else:
                emulator = Emulator.start(
                    self._sdk,
                    self._avd,
                    self._launch,
                    server,
                    port=self._port,
                    ports=self._ports,
                    stop_s=self._stop_s,
                )
            self._emulator = emulator
            self._wait(emulator)
            undo.pop_all()
        return emulator

    def _loaded(self, emulator: Emulator, snapshot: str) -> Emulator:
        """Go back to a saved state; an emulator that can't is not used again."""
        with ExitStack() as undo:
            undo.callback(self.close)
            emulator.console.send("avd", "snapshot", "load", snapshot, timeout=self._boot_timeout_s)
            self._wait(emulator)
            undo.pop_all()
        return emulator

    def _wait(self, emulator: Emulator) -> None:
        link = self._link(emulator, reconnect_s=0)
        emulator.wait(link, self._boot_timeout_s, self._poll_s)

    def _link(self, emulator: Emulator, reconnect_s: float) -> AdbLink:
        server = AdbServer(self._adb_port)
        return AdbLink(emulator.serial, server.host, server.port, self._timeout_s, reconnect_s)

    def _ready(self) -> AdbDevice:
        if self._phone is None:
            raise DeviceError("the emulator is not in its starting state: reset it first")
        return self._phone


def _checked(avd: Avd, snapshot: str | None) -> str | None:
    if snapshot is not None and snapshot not in avd.snapshots():
        known = ", ".join(avd.snapshots()) or "none"
        raise ConfigError(
            f"{avd.name} has no snapshot {snapshot} (there are: {known}): start the AVD, set it "
            f"up, and `adb emu avd snapshot save {snapshot}`"
        )
    return snapshot
