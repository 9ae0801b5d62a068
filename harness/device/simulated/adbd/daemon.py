"""One simulated phone behind the ADB transport, for any adb server to connect to."""

from __future__ import annotations

import logging
import os
import socket
import time
from collections.abc import Callable, Sequence
from functools import partial
from types import TracebackType
from typing import Final, Self

from harness.device.simulated.adbd import sync
from harness.device.simulated.adbd.acceptor import Acceptor
from harness.device.simulated.adbd.commands import Commands
from harness.device.simulated.adbd.faults import Faults
from harness.device.simulated.adbd.files import Files
from harness.device.simulated.adbd.shell import Request, Shell, find_shell
from harness.device.simulated.adbd.streams import Connection, Service, Stream
from harness.device.simulated.adbd.toolbox import Programs, Toolbox
from harness.device.simulated.phone import SimulatedPhone
from harness.errors import ConfigError

__all__ = ["Adbd"]

_LOG = logging.getLogger(__name__)
_HOST: Final = "127.0.0.1"
_TOLD = ("ro.product.name", "ro.product.model", "ro.product.device")
"""Properties that a phone tells in its banner."""


class Adbd:
    """An adb daemon on the loopback interface; a context manager.

    ``adb connect 127.0.0.1:PORT`` and every adb tool then sees a phone. It announces what it can
    do and refuses every other service (``reboot:``, ``root:``, forwarding …).

    Attributes:
        port: The TCP port.
        serial: What an adb server calls the phone once it is connected.
        shell_name: ``mksh`` or ``sh``: what really runs the lines.
        files: The phone's file system.
        faults: What goes wrong.
        commands: What stands on the phone's PATH.
    """

    def __init__(
        self,
        phone: SimulatedPhone,
        *,
        faults: Faults | None = None,
        port: int = 0,
        crlf: bool = False,
        shell_v2: bool = True,
        shell: str | None = None,
        commands: Callable[[SimulatedPhone, Files, Faults], Programs] = Commands,
    ) -> None:
        """Start to listen.

        Args:
            phone: The phone; its owner may go on using it.
            faults: What goes wrong and when; None is nothing.
            port: TCP port; 0 is any free one.
            crlf: Whether the plain shell writes CR LF, as phones before Android 7 do.
            shell_v2: Whether the shell tells stderr and the exit code, as phones since then do.
            shell: Name or path of the shell; None is ``mksh`` if there is one, else ``sh``.
            commands: Makes what stands on the phone's PATH.

        Raises:
            ConfigError: The port can't be used, the shell isn't installed, or TMPDIR is too long.
        """
        executable = find_shell(shell)
        self.shell_name = os.path.basename(executable)
        self.faults = faults or Faults({})
        self.files = Files()
        self.commands = commands(phone, self.files, self.faults)
        self._offline_until = 0.0
        self._v2 = shell_v2
        self._banner = _banner(self.commands, self.features)
        self._toolbox = Toolbox(self.commands, executable)
        try:
            listener = _listener(port)
        except ConfigError:
            self._toolbox.close()
            raise
        self.port: int = listener.getsockname()[1]
        self.serial = f"{_HOST}:{self.port}"
        self._shell = Shell(executable, self._toolbox.path, self._toolbox.root, crlf=crlf)
        self._acceptor = Acceptor(listener, self._serve, "adbd")

    def __enter__(self) -> Self:
        """Itself; it listens already."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Close it."""
        self.close()

    def close(self) -> None:
        """Break off every connection and leave no thread, process or file; safe to call again."""
        self._acceptor.close()
        self._toolbox.close()

    @property
    def features(self) -> tuple[str, ...]:
        """What is announced to clients."""
        return (*(("shell_v2",) if self._v2 else ()), *sync.FEATURES)

    def _serve(self, sock: socket.socket) -> None:
        if time.monotonic() < self._offline_until:
            return
        sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        Connection(sock, self._banner, self._service).serve()

    def _service(self, name: bytes) -> Service | None:
        service, is_shell = self._sound_service(name)
        if service is None:
            _LOG.debug("refused a service")
            return None
        match self.faults.strikes("connection"):
            case "offline":
                self._offline_until = time.monotonic() + self.faults.seconds
                self._acceptor.drop()
                return None
            case "dropped":
                return partial(_broken_off, service)
        if is_shell and self.faults.strikes("shell") == "hung_shell":
            return Stream.wait_closed
        return service

    def _sound_service(self, name: bytes) -> tuple[Service | None, bool]:
        """The service of a name if nothing goes wrong, and whether it is a shell."""
        if name == b"sync:":
            return partial(_sync, self.files), False
        request = Request.parse(name)
        if request is None or (request.packets and not self._v2):
            return None, False
        return partial(self._run, request), True

    def _run(self, request: Request, stream: Stream) -> None:
        self._shell.serve(stream, request)


def _banner(commands: Programs, features: Sequence[str]) -> bytes:
    told = [
        name.encode() + b"=" + commands.run(["getprop", name], b"").out.strip() for name in _TOLD
    ]
    return b"device::" + b";".join((*told, b"features=" + ",".join(features).encode()))


def _sync(files: Files, stream: Stream) -> None:
    sync.serve(stream, files)


def _broken_off(service: Service, stream: Stream) -> None:
    stream.break_off()
    service(stream)


def _listener(port: int) -> socket.socket:
    listener = socket.socket()
    # A phone that is switched off and on again comes back on its port at once.
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((_HOST, port))
    except (OSError, OverflowError):
        listener.close()
        raise ConfigError(f"port {port} can't be used: choose another one, or 0 for any") from None
    listener.listen(16)
    return listener
