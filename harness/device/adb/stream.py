"""A connection to an adb server: the framing of adbutils, under one deadline."""

from __future__ import annotations

import contextlib
import re
import socket
import struct
import time
from dataclasses import dataclass

from adbutils import AdbConnection

from harness.errors import DeviceError

_LONGEST = 0xFFFF
"""Bytes of a request: its length is sent as four hexadecimal digits."""
_CHUNK = 64 * 1024
"""Bytes of a chunk of a sent file, the most that the protocol allows."""
_STDOUT, _STDERR, _EXIT, _CLOSE_STDIN = 1, 2, 3, 4


@dataclass(frozen=True, slots=True, repr=False)
class Output:
    """What a command left.

    Attributes:
        code: Exit code; None where the device can't tell.
        out: Standard output; without ``shell_v2`` with standard error in it.
        err: Standard error.
    """

    code: int | None
    out: bytes
    err: bytes

    def __repr__(self) -> str:
        """Sizes only: output may hold what is on the screen."""
        return f"Output(code={self.code}, out={len(self.out)} bytes, err={len(self.err)} bytes)"


class Stream(AdbConnection):  # type: ignore[misc]  # adbutils is untyped
    """A connection on which all reads and writes share a deadline.

    Where adbutils would start a server if none runs, it raises ``ConnectionRefusedError``. Reads
    raise ``AdbTimeout`` or ``TimeoutError`` past the deadline and ``EOFError`` or ``AdbError`` at
    an early end.
    """

    def __init__(self, host: str, port: int, seconds: float) -> None:
        """Connect, and have so many seconds for everything from now on."""
        self._until = time.monotonic() + seconds
        self._socket = socket.create_connection((host, port), seconds)
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        super().__init__(host, port)

    def _safe_connect(self) -> socket.socket:
        return self._socket

    @property
    def conn(self) -> socket.socket:
        """The socket, which waits no longer than until the deadline."""
        left = self._until - time.monotonic()
        if left <= 0:
            raise TimeoutError
        self._socket.settimeout(left)
        return self._socket

    def close(self) -> None:
        """Hang up at once; adbutils sleeps 10 ms, which is most of the time of a command."""
        self._socket.close()

    def ask(self, request: str) -> None:
        """Send a request and wait for its OKAY.

        Raises:
            AdbError: It was refused.
            DeviceError: It is longer than the protocol can say.
        """
        data = request.encode()
        if len(data) > _LONGEST:
            raise DeviceError("the command is too long for adb: send less text at once")
        self.conn.sendall(b"%04x%b" % (len(data), data))
        self.check_okay()

    def everything(self) -> bytes:
        """All bytes until the other side ends the stream."""
        parts = []
        while part := self.recv(_CHUNK):
            parts.append(part)
        return b"".join(parts)

    def framed(self) -> Output:
        """Read the second shell protocol: packets of channel and length, then the exit code."""
        self.conn.sendall(struct.pack("<BI", _CLOSE_STDIN, 0))
        out, err = bytearray(), bytearray()
        while True:
            channel, length = struct.unpack("<BI", self.read_exact(5))
            data = self.read_exact(length)
            if channel == _EXIT:
                return Output(data[0], bytes(out), bytes(err))
            if channel == _STDOUT:
                out += data
            elif channel == _STDERR:
                err += data

    def marked(self, marker: str) -> Output:
        """Read the first shell protocol, up to the line that holds the marker and the exit code."""
        before, found, after = self.everything().rpartition(marker.encode())
        end = re.fullmatch(rb"(\d+)(\r?\n)", after)
        if not found or end is None:
            raise EOFError
        # Before Android 7 a terminal stands in between and turns every \n into \r\n.
        out = before.replace(b"\r\n", b"\n") if end[2] == b"\r\n" else before
        return Output(int(end[1]), out, b"")

    def send_file(self, data: bytes, path: str) -> bool:
        """Write a file over the sync service; False if the device refuses."""
        parts = [_packet(b"SEND", f"{path},{0o100644}".encode())]
        for start in range(0, len(data), _CHUNK):
            parts.append(_packet(b"DATA", data[start : start + _CHUNK]))
        parts.append(struct.pack("<4sI", b"DONE", int(time.time())))
        self.conn.sendall(b"".join(parts))
        return bool(self.read_exact(4) == b"OKAY")

    def receive_file(self, path: str) -> bytes | None:
        """Read a file over the sync service; None if the device refuses."""
        self.conn.sendall(_packet(b"RECV", path.encode()))
        parts = []
        while (kind := self.read_exact(4)) == b"DATA":
            parts.append(self.read_exact(self.read_uint32()))
        return b"".join(parts) if kind == b"DONE" else None


def answer(host: str, port: int, request: str, seconds: float) -> str:
    """The server's own answer to a request that goes to no device."""
    with contextlib.closing(Stream(host, port, seconds)) as stream:
        stream.ask(request)
        return str(stream.read_string_block())


def _packet(kind: bytes, data: bytes) -> bytes:
    return struct.pack("<4sI", kind, len(data)) + data
