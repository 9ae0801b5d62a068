"""One emulator: a process that was started here, or a running one that is only used.

Source: https://developer.android.com/studio/run/emulator-commandline (options),
https://android.googlesource.com/platform/packages/modules/adb (``host:emulator``).
"""

from __future__ import annotations

import atexit
import contextlib
import os
import re
import socket
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import IO

from harness.device.adb.link import Link
from harness.device.adb.server import AdbServer
from harness.device.avd import ports as console_ports
from harness.device.avd.console import Console, running
from harness.device.avd.ports import PORTS, PortClaim
from harness.device.avd.sdk import Avd, Sdk
from harness.errors import ConfigError, DeviceError, DeviceLostError, DeviceTimeoutError

_TAIL = 64 * 1024
_BLAMES = re.compile(r"\b(?:ERROR|FATAL|PANIC)\b")
_LEVEL = re.compile(r"^(?:emulator: )?(?:ERROR|FATAL|PANIC)[\s|:]*")
_LONGEST_CAUSE = 240
_ASK_S = 5.0


@dataclass(frozen=True, slots=True)
class Launch:
    """How an emulator is started.

    Attributes:
        headless: Without a window.
        read_only: Changes go to temporary files, and one AVD can run several times.
        snapshot: Name of the saved state to start from; None boots from scratch.
        gpu: Graphics mode; ``swiftshader_indirect`` renders the same everywhere.
        extra: More options, as they are.
    """

    headless: bool = True
    read_only: bool = True
    snapshot: str | None = None
    gpu: str = "swiftshader_indirect"
    extra: tuple[str, ...] = ()

    def argv(self, sdk: Sdk, avd: Avd, port: int) -> list[str]:
        """The command line."""
        options = ["-avd", avd.name, "-port", str(port), "-gpu", self.gpu]
        options += ["-no-audio", "-no-boot-anim", "-no-snapshot-save"]
        # Without a name the last session's state would be resumed: another one each time.
        options += ["-snapshot", self.snapshot] if self.snapshot else ["-no-snapshot-load"]
        if self.headless:
            options.append("-no-window")
        if self.read_only:
            options.append("-read-only")
        return [str(sdk.emulator), *options, *self.extra]


class Emulator:
    """An emulator on a console port.

    Attributes:
        port: Its console port.
        serial: How adb calls it.
        console: Its console.
    """

    def __init__(self, port: int, server: AdbServer, stop_s: float = 20.0) -> None:
        """Use the emulator on a port without owning it: it is never shut down.

        Args:
            port: Its console port.
            server: The adb server that shall know it.
            stop_s: Seconds that each step of a shut-down may take.
        """
        self.port = port
        self.serial = f"emulator-{port}"
        self.console = Console(port)
        self._server = server
        self._stop_s = stop_s
        self._process: subprocess.Popen[bytes] | None = None
        self._log: IO[bytes] | None = None
        self._claim: PortClaim | None = None

    @classmethod
    def attach(
        cls, avd: Avd, server: AdbServer, port: int | None = None, ports: Iterable[int] = PORTS
    ) -> Emulator:
        """Use a running emulator of an AVD.

        Args:
            avd: Of which AVD.
            server: The adb server that shall know it.
            port: Its console port; None looks for it.
            ports: Where to look.

        Raises:
            ConfigError: None runs.
        """
        for found, name in running(ports if port is None else (port,)):
            if name == avd.name:
                return cls(found, server)
        where = "" if port is None else f" on port {port}"
        raise ConfigError(
            f"no running emulator of {avd.name}{where}: start it, or set device.attach=false"
        )

    @classmethod
    def start(
        cls,
        sdk: Sdk,
        avd: Avd,
        launch: Launch,
        server: AdbServer,
        *,
        port: int | None = None,
        ports: Iterable[int] = PORTS,
        stop_s: float = 20.0,
    ) -> Emulator:
        """Start one on a free port; it boots in the background until :meth:`wait`.

        Raises:
            DeviceError: No port is free, or the program can't be run.
        """
        claim = console_ports.claim(port, ports)
        emulator = cls(claim.port, server, stop_s)
        emulator._claim = claim
        emulator._log = tempfile.TemporaryFile()
        environ = os.environ | {
            "ANDROID_HOME": str(sdk.root),
            "ANDROID_SDK_ROOT": str(sdk.root),
            # It announces itself to the adb server of that port.
            "ANDROID_ADB_SERVER_PORT": str(server.port),
        }
        try:
            emulator._process = subprocess.Popen(
                launch.argv(sdk, avd, claim.port),
                stdin=subprocess.DEVNULL,
                stdout=emulator._log,
                stderr=subprocess.STDOUT,
                env=environ,
                # Ctrl-C ends the episode first, which shuts the emulator down in order.
                start_new_session=True,
            )
        except OSError as error:
            emulator.stop()
            raise DeviceError(f"{sdk.emulator} can't be run: {error.strerror}") from None
        atexit.register(emulator.stop)
        return emulator

    def alive(self) -> bool:
        """Whether it still runs; of one that was not started here, whether it answers."""
        if self._process is not None:
            return self._process.poll() is None
        return any(running((self.port,)))

    def wait(self, link: Link, seconds: float, poll_s: float = 1.0) -> None:
        """Wait until Android has booted and its package manager answers.

        Args:
            link: A link to :attr:`serial` that doesn't wait for the device itself.
            seconds: Budget.
            poll_s: Pause between two looks, in s.

        Raises:
            DeviceLostError: The process ended; the message has its last word.
            DeviceTimeoutError: The budget is spent; the message says how far it came.
        """
        until = time.monotonic() + seconds
        while (missing := self._missing(link)) is not None:
            if not self.alive():
                raise DeviceLostError(f"{self.serial} ended while booting: {self.last_word()}")
            if time.monotonic() >= until:
                raise DeviceTimeoutError(
                    f"{self.serial} did not boot within {seconds:g} s ({missing}): "
                    "raise device.boot_timeout_s, or see `make avd-doctor`"
                )
            time.sleep(poll_s)

    def last_word(self) -> str:
        """The last complaint in the emulator's output, else its last line."""
        if self._log is None:
            return "it no longer answers"
        self._log.flush()
        size = os.fstat(self._log.fileno()).st_size
        tail = os.pread(self._log.fileno(), _TAIL, max(0, size - _TAIL))
        lines = [line.strip() for line in tail.decode(errors="replace").splitlines()]
        lines = [line for line in lines if line]
        blamed = [_LEVEL.sub("", line) for line in lines if _BLAMES.search(line)]
        return (blamed or lines or ["it said nothing"])[-1][:_LONGEST_CAUSE]

    def stop(self) -> None:
        """Shut it down if it was started here; never fails, safe to call again.

        It is asked on its console, then told by signals, each with a time limit.
        """
        atexit.unregister(self.stop)
        process, self._process = self._process, None
        if process is not None and process.poll() is None:
            _end(process, self.console, self._stop_s)
        if self._log is not None:
            self._log.close()
            self._log = None
        if self._claim is not None:
            self._claim.release()
            self._claim = None

    def _missing(self, link: Link) -> str | None:
        """What the boot still lacks; None if nothing."""
        try:
            booted = link.shell("getprop", "sys.boot_completed", timeout=_ASK_S).out.strip()
            if booted != b"1":
                return "Android is still starting"
            listed = link.shell("pm", "path", "android", timeout=_ASK_S).out
            return None if listed.startswith(b"package:") else "its package manager is not up"
        except DeviceError as error:
            if isinstance(error, DeviceLostError):
                self._announce()
            return str(error)

    def _announce(self) -> None:
        """Tell the adb server of the emulator, as the emulator does at its own start.

        The server may have been restarted since, and looks by itself at few ports only.
        """
        request = f"host:emulator:{self.port + 1}".encode()
        with (
            contextlib.suppress(OSError),
            socket.create_connection((self._server.host, self._server.port), _ASK_S) as server,
        ):
            server.sendall(b"%04x%b" % (len(request), request))


def _end(process: subprocess.Popen[bytes], console: Console, seconds: float) -> None:
    def ask() -> None:
        with contextlib.suppress(DeviceError):
            console.send("kill", timeout=seconds)

    steps: Sequence[Callable[[], None]] = (ask, process.terminate, process.kill)
    for step in steps:
        step()
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(seconds)
            return
