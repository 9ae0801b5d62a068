"""Which adb server is talked to: the one everybody uses, or one of our own.

The common server is started if it isn't there and then left alone: other programs use it too, so
it is never stopped. An own one lives as long as the object that started it, sees no USB device
and no emulator, and keeps its keys and logs in a folder that goes with it.
"""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import tempfile
import weakref
from collections.abc import Callable
from pathlib import Path
from types import TracebackType

from harness.errors import ConfigError, DeviceError

DEFAULT_PORT = 5037
_START_S = 20.0
_STOP_S = 5.0
_ALONE = {"ADB_USB": "0", "ADB_EMU": "0", "ADB_MDNS": "0", "ADB_MDNS_AUTO_CONNECT": "0"}
"""Switches of ``adb server``: no USB, no scan for emulators, no mDNS."""
_WATCHED = 'exec 3<&1 1>/dev/null; { read -r _ <&3; kill $$; } & exec "$0" "$@" 3<&-'
"""Become adb, and leave somebody behind who ends it when the pipe on stdout is closed: by us, or
by the system when this program is killed. A socket on stdin goes to adb alone."""
_STRAY = ("ANDROID_SERIAL", "ADB_TRACE", "ADB_SERVER_SOCKET", "ADB_VENDOR_KEYS")
"""Settings for the user's own adb that would change what a server of ours does."""


class AdbServer:
    """An adb server that answers on ``host:port``; a context manager.

    Attributes:
        host: Where it runs.
        port: Where it listens.
    """

    def __init__(self, port: int | None = None, host: str = "127.0.0.1") -> None:
        """Use the common server; it is started if nothing listens there, and left running.

        Args:
            port: None is ``ANDROID_ADB_SERVER_PORT``, else 5037.
            host: Another machine's server must run already.

        Raises:
            ConfigError: ``ANDROID_ADB_SERVER_PORT`` isn't a port.
            DeviceError: It doesn't run and can't be started.
        """
        self.host = host
        self.port = _common_port() if port is None else port
        self._stop: Callable[[], object] | None = None
        if not _listens(self.host, self.port):
            _start(self.host, self.port)

    @classmethod
    def private(cls) -> AdbServer:
        """Start a server of our own on a free port; :meth:`close` stops it.

        Raises:
            DeviceError: It can't be started.
        """
        server = cls.__new__(cls)
        server.host = "127.0.0.1"
        program = adb_path()
        if not os.access(program, os.X_OK):
            raise DeviceError(f"adb can't be run: {program} is no program")
        folder = tempfile.mkdtemp(prefix="adb-")
        # adb inherits a socket that listens already: no port can be lost to another program
        # between choosing and using it, and whoever connects early waits in its queue.
        read_end, write_end = os.pipe()
        try:
            with socket.create_server((server.host, 0), backlog=64) as listener:
                server.port = listener.getsockname()[1]
                process = subprocess.Popen(
                    ["/bin/sh", "-c", _WATCHED, program, "-L", "acceptfd:0", "server", "nodaemon"],
                    stdin=listener.fileno(),
                    stdout=read_end,
                    stderr=subprocess.DEVNULL,
                    env=_environment(folder),
                    # Ctrl-C ends episodes in order first; the server must outlive it.
                    process_group=0,
                )
        finally:
            os.close(read_end)
        server._stop = weakref.finalize(server, _end, process, write_end, folder)
        try:
            _greet(server.host, server.port)
        except OSError:
            server.close()
            raise DeviceError(
                "the adb server ended at its start: try `adb server nodaemon` by hand"
            ) from None
        return server

    def close(self) -> None:
        """Stop it if this object started it for itself; safe to call again."""
        if self._stop is not None:
            self._stop()

    def __enter__(self) -> AdbServer:
        """Itself."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Close it."""
        self.close()


def adb_path() -> str:
    """The adb program: ``ADBUTILS_ADB_PATH``, the one on PATH, or the one inside adbutils.

    Raises:
        DeviceError: There is none.
    """
    from adbutils import adb_path as find
    from adbutils.errors import AdbError

    try:
        return str(find())
    except AdbError:
        raise DeviceError("no adb found: install platform-tools or adbutils[apk]") from None


def _common_port() -> int:
    text = os.environ.get("ANDROID_ADB_SERVER_PORT") or str(DEFAULT_PORT)
    if not text.isdecimal() or not 0 < int(text) < 65536:
        raise ConfigError("ANDROID_ADB_SERVER_PORT must be a port number: correct or unset it")
    return int(text)


def _listens(host: str, port: int) -> bool:
    try:
        with socket.create_connection((host, port), timeout=2.0):
            return True
    except OSError:
        return False


def _start(host: str, port: int) -> None:
    if host not in ("127.0.0.1", "localhost", "::1"):
        raise DeviceError(f"no adb server on {host}:{port}: start it there with `adb -a nodaemon`")
    try:
        done = subprocess.run(
            [adb_path(), "-P", str(port), "start-server"],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            timeout=_START_S,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired):
        done = None
    if done is None or done.returncode:
        raise DeviceError(
            f"the adb server on port {port} can't be started: "
            f"try `adb -P {port} start-server` by hand"
        )


def _environment(folder: str) -> dict[str, str]:
    kept = {key: value for key, value in os.environ.items() if key not in _STRAY}
    own = {"HOME": folder, "TMPDIR": folder, "ANDROID_ADB_LOG_PATH": str(Path(folder, "adb.log"))}
    return kept | _ALONE | own


def _greet(host: str, port: int) -> None:
    """Wait until the server answers."""
    with socket.create_connection((host, port), timeout=_START_S) as connection:
        connection.sendall(b"000chost:version")
        if connection.recv(4) != b"OKAY":
            raise ConnectionError


def _end(process: subprocess.Popen[bytes], pipe: int, folder: str) -> None:
    os.close(pipe)
    try:
        process.wait(_STOP_S)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
    shutil.rmtree(folder, ignore_errors=True)
