"""Console ports for emulators: even, free, and claimed against other runs on this machine."""

from __future__ import annotations

import fcntl
import os
import socket
import tempfile
from collections.abc import Iterable
from pathlib import Path

from harness.errors import ConfigError, DeviceError

PORTS = range(5554, 5683, 2)
"""Console ports that an emulator takes; the port after each is its adb port."""


class PortClaim:
    """A console port that no other claim holds until :meth:`release`.

    A lock on a file keeps two runs from choosing the same port between looking and using; the
    system gives it up when the process ends, however it ends.
    """

    def __init__(self, port: int, lock: int) -> None:
        """Hold a port by the descriptor of a locked file; see :func:`claim`."""
        self.port = port
        self._lock: int | None = lock

    def release(self) -> None:
        """Give the port up; safe to call again."""
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None


def check(port: int | None) -> None:
    """Refuse a number that no emulator takes.

    Raises:
        ConfigError: It is odd or out of range.
    """
    if port is not None and port not in PORTS:
        raise ConfigError(f"device.port must be an even number from {PORTS[0]} to {PORTS[-1]}")


def claim(port: int | None = None, ports: Iterable[int] = PORTS) -> PortClaim:
    """A free console port.

    Args:
        port: The one that is wanted; None takes the first free one.
        ports: Where to look for it.

    Raises:
        DeviceError: It is taken, or all are.
    """
    for candidate in ports if port is None else (port,):
        lock = _locked(candidate)
        if lock is None:
            continue
        if _free(candidate) and _free(candidate + 1):
            return PortClaim(candidate, lock)
        os.close(lock)
    if port is not None:
        raise DeviceError(f"port {port} or {port + 1} is taken: set device.port=null to get others")
    raise DeviceError("all console ports are taken: shut an emulator down with `adb emu kill`")


def _locked(port: int) -> int | None:
    folder = Path(tempfile.gettempdir(), f"emulator-ports-{os.getuid()}")
    try:
        folder.mkdir(mode=0o700, exist_ok=True)
        lock = os.open(folder / str(port), os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    except OSError as error:
        raise DeviceError(f"{folder} can't be written: {error.strerror}; remove it") from None
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(lock)
        return None
    return lock


def _free(port: int) -> bool:
    with socket.socket() as probe:
        # As the emulator does: a port of a connection that has just ended is free.
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", port))
        except OSError:
            return False
    return True
