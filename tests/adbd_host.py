"""What tests of the ADB-speaking phone use: commands that tell what they got, and its clients."""

from __future__ import annotations

import os
import socket
import subprocess
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from harness.device.adb.server import adb_path
from harness.device.simulated.adbd import wire
from harness.device.simulated.adbd.commands_base import Result
from harness.device.simulated.adbd.wire import CLSE, CNXN, OKAY, OPEN, WRTE, Message

ALL_BYTES = bytes(range(256))


class Programs:
    """Commands that show what reached them."""

    names = ("show", "say", "fail", "cat", "image", "getprop")

    def __init__(self) -> None:
        self.seen: list[list[str]] = []

    def run(self, argv: Sequence[str], stdin: bytes) -> Result:
        self.seen.append(list(argv))
        match list(argv):
            case ["show", *words]:
                return Result(0, b"".join(b"<%b>" % os.fsencode(word) for word in words) + b"\n")
            case ["fail", code]:
                return Result(int(code), b"to stdout\n", b"to stderr\n")
            case ["cat"]:
                return Result(0, stdin)
            case ["image", size]:
                return Result(0, ALL_BYTES * (int(size) // 256))
            case ["getprop", name]:
                return Result(0, name.rpartition(".")[2].encode() + b" one\n")
        return Result(0)


@dataclass
class Adb:
    """The real adb program, talking to a server of its own."""

    port: int

    def __call__(
        self, *words: str | bytes, serial: str = "", stdin: bytes = b"", timeout: float = 15
    ) -> subprocess.CompletedProcess[bytes]:
        which = ["-s", serial] if serial else []
        return subprocess.run(
            [adb_path(), "-P", str(self.port), *which, *words],
            input=stdin,
            capture_output=True,
            timeout=timeout,
            check=False,
        )

    def state(self, serial: str) -> str:
        """What ``adb devices`` says of it; "" if it isn't listed."""
        for line in self("devices").stdout.decode().splitlines():
            name, _, state = line.partition("\t")
            if name == serial:
                return state
        return ""


@dataclass
class Host:
    """One connection to a daemon, without an adb server."""

    port: int
    sock: socket.socket = field(init=False)

    def __post_init__(self) -> None:
        self.sock = socket.create_connection(("127.0.0.1", self.port), timeout=10)
        self.source = self.sock.makefile("rb")

    def __enter__(self) -> Host:
        return self

    def __exit__(self, *_: object) -> None:
        self.source.close()
        self.sock.close()

    def send(self, command: bytes, arg0: int, arg1: int, data: bytes = b"") -> None:
        self.sock.sendall(wire.pack(Message(command, arg0, arg1, data)))

    def receive(self) -> Message:
        return wire.read(self.source, checksum=False)

    def connect(self, version: int = wire.VERSION, payload: int = 1 << 20) -> Message:
        self.send(CNXN, version, payload, b"host::features=shell_v2")
        answer = self.receive()
        assert answer.command == CNXN
        return answer

    def open(self, name: bytes, local: int = 1) -> int:
        """Open a stream; the daemon's number of it, 0 if it refuses."""
        self.send(OPEN, local, 0, name + b"\0")
        answer = self.receive()
        assert answer.arg1 == local
        return answer.arg0 if answer.command == OKAY else 0

    def write(self, local: int, remote: int, data: bytes) -> None:
        self.send(WRTE, local, remote, data)

    def chunk(self, local: int, remote: int) -> bytes:
        """The next bytes of the only open stream, acknowledged; b"" once it is closed."""
        while True:
            message = self.receive()
            if message.command == CLSE:
                return b""
            if message.command == WRTE:
                self.send(OKAY, local, remote)
                return message.data

    def everything(self, name: bytes) -> bytes:
        """All that a service writes."""
        remote = self.open(name)
        return b"".join(iter(lambda: self.chunk(1, remote), b""))


def eventually(holds: Callable[[], object], seconds: float = 10) -> bool:
    """Whether it comes true in time."""
    end = time.monotonic() + seconds
    while not holds():
        if time.monotonic() > end:
            return False
        time.sleep(0.02)
    return True


def runs(pid: int) -> bool:
    """Whether there is a living process of that number."""
    ps = subprocess.run(["ps", "-o", "stat=", "-p", str(pid)], capture_output=True, check=False)
    return ps.stdout.strip()[:1] not in (b"", b"Z")
