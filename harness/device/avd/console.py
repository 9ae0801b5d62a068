"""The emulator's console: a line protocol on its even port.

It greets, asks for the token that the emulator keeps in the user's home folder, takes one command
a line and ends every answer with ``OK`` or ``KO: why``.
Source: https://developer.android.com/studio/run/emulator-console
"""

from __future__ import annotations

import socket
import time
from collections.abc import Iterable, Iterator
from pathlib import Path

from harness.errors import DeviceError, DeviceLostError, DeviceTimeoutError

TOKEN = ".emulator_console_auth_token"
"""Name of the token file in the home folder."""
_GREETING = b"Android Console"
_LONGEST = 1 << 20
_PROBE_S = 2.0


class Console:
    """Commands to one emulator; a connection each, so that nothing is left half read."""

    def __init__(self, port: int) -> None:
        """Address the console on a port; nothing is sent yet."""
        self._port = port

    def send(self, *words: str, timeout: float = 20.0) -> list[str]:
        """Send one command.

        Args:
            words: Its words, without white space.
            timeout: Seconds for the whole call.

        Returns:
            The lines of the answer.

        Raises:
            DeviceLostError: Nothing or something else answers there, or it broke off.
            DeviceTimeoutError: The answer did not end in time.
            DeviceError: The emulator refused; the message says why.
        """
        try:
            with _Line(self._port, timeout) as line:
                greeting = line.answer("greet")
                if not greeting or not greeting[0].startswith(_GREETING.decode()):
                    raise DeviceLostError(f"what answers on port {self._port} is no emulator")
                if "Authentication required" in greeting[0]:
                    line.write(f"auth {_token()}")
                    line.answer("auth")
                line.write(" ".join(words))
                return line.answer(" ".join(words[:3]))
        except TimeoutError:
            raise DeviceTimeoutError(
                f"the console of emulator-{self._port} did not answer within {timeout:g} s: "
                "shut that emulator down"
            ) from None
        except OSError:
            raise DeviceLostError(
                f"no emulator answers on port {self._port}: see `adb devices`"
            ) from None


def running(ports: Iterable[int]) -> Iterator[tuple[int, str]]:
    """The emulators behind these console ports: port and name of the AVD."""
    for port in ports:
        try:
            name = Console(port).send("avd", "name", timeout=_PROBE_S)
        except DeviceError:
            continue
        if name:
            yield port, name[0]


def _token() -> str:
    try:
        return (Path.home() / TOKEN).read_text("ascii").strip()
    except (OSError, ValueError):
        raise DeviceError(
            f"the emulator asks for the token in ~/{TOKEN}, which can't be read: "
            "start the emulator as this user"
        ) from None


class _Line:
    """A connection that is read line by line under one deadline."""

    def __init__(self, port: int, seconds: float) -> None:
        self._until = time.monotonic() + seconds
        self._socket = socket.create_connection(("localhost", port), seconds)
        self._read = b""

    def __enter__(self) -> _Line:
        return self

    def __exit__(self, *_: object) -> None:
        self._socket.close()

    def write(self, text: str) -> None:
        self._limit()
        self._socket.sendall(text.encode() + b"\n")

    def answer(self, asked: str) -> list[str]:
        """The lines up to ``OK``.

        Raises:
            DeviceError: It was ``KO``.
        """
        lines: list[str] = []
        while True:
            line = self._line()
            if line == "OK" or line.startswith("OK:"):
                return lines
            if line.startswith("KO"):
                why = line[2:].lstrip(": ") or "no reason given"
                raise DeviceError(f"the emulator refused `{asked}`: {why}")
            lines.append(line)

    def _line(self) -> str:
        while b"\n" not in self._read:
            self._limit()
            data = self._socket.recv(4096)
            if not data or len(self._read) > _LONGEST:
                raise ConnectionError
            self._read += data
        line, _, self._read = self._read.partition(b"\n")
        return line.decode(errors="replace").strip()

    def _limit(self) -> None:
        left = self._until - time.monotonic()
        if left <= 0:
            raise TimeoutError
        self._socket.settimeout(left)
