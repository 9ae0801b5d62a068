"""One running shell line: its processes, and what goes in and out."""

from __future__ import annotations

import os
import pty
import re
import selectors
import signal
import struct
import subprocess
import termios
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from enum import IntEnum
from io import FileIO
from threading import Thread
from typing import Final

from harness.device.simulated.adbd.streams import Stream
from harness.device.simulated.adbd.wire import MAX_PAYLOAD

__all__ = ["Job", "Packet", "packet"]

_HEAD = struct.Struct("<BI")
_LARGEST: Final = 64 * 1024
_WINDOW = re.compile(rb"(\d{1,4})x(\d{1,4}),")
_POLL_S: Final = 0.5
"""How soon a killed line is given up whose output a process outside its group still holds."""
_END_OF_INPUT: Final = b"\x04"
_TAKE_TERMINAL: Final = 'exec <>"$1" >&0 2>&1; shift; exec "$@"'
"""The first terminal that the leader of a session opens becomes the session's own."""


class Packet(IntEnum):
    """Kinds of packet in version 2 of the shell protocol."""

    STDIN = 0
    STDOUT = 1
    STDERR = 2
    EXIT = 3
    CLOSE_STDIN = 4
    WINDOW_SIZE = 5


def packet(kind: Packet, data: bytes) -> bytes:
    """A packet as it goes over the wire."""
    return _HEAD.pack(kind, len(data)) + data


class Job:
    """A process group, the files that lead to it and what becomes of them."""

    def __init__(
        self,
        process: subprocess.Popen[bytes],
        stdin: FileIO | None,
        outputs: Mapping[FileIO, Packet],
        *,
        terminal: bool,
    ) -> None:
        """Take over a running process.

        Args:
            process: Leads a session of its own.
            stdin: Leads to it, None if nobody can send it anything.
            outputs: What comes from it.
            terminal: Whether these are the master side of its terminal.
        """
        self._process = process
        self._stdin = stdin
        self._outputs = outputs
        self._terminal = terminal
        self._killed = False

    @classmethod
    def on_pipes(
        cls, command: Sequence[str | bytes], cwd: str, env: Mapping[str, str], packets: bool
    ) -> Job:
        """Start a command.

        Args:
            command: Program and arguments.
            cwd: Where it starts.
            env: Its whole environment.
            packets: Whether it has a stdin and an stderr of its own.

        Raises:
            OSError: The system refuses.
            ValueError: So does Python.
        """
        process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE if packets else subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE if packets else subprocess.STDOUT,
            cwd=cwd,
            env=env,
            start_new_session=True,
            bufsize=0,
        )
        kinds = ((process.stdout, Packet.STDOUT), (process.stderr, Packet.STDERR))
        outputs = {file: kind for file, kind in kinds if isinstance(file, FileIO)}
        stdin = process.stdin if isinstance(process.stdin, FileIO) else None
        return cls(process, stdin, outputs, terminal=False)

    @classmethod
    def on_terminal(cls, command: Sequence[str | bytes], cwd: str, env: Mapping[str, str]) -> Job:
        """Start a command on a new terminal; its first word must be a shell.

        Raises:
            OSError: The system refuses.
            ValueError: So does Python.
        """
        master, slave = pty.openpty()
        file = FileIO(master, "r+")
        try:
            process = subprocess.Popen(
                [command[0], "-c", _TAKE_TERMINAL, "-", os.ttyname(slave), *command],
                stdin=slave,
                stdout=slave,
                stderr=slave,
                cwd=cwd,
                env=env,
                start_new_session=True,
            )
        except (OSError, ValueError):
            file.close()
            raise
        finally:
            os.close(slave)
        return cls(process, file, {file: Packet.STDOUT}, terminal=True)

    def attend(self, stream: Stream, packets: bool, line_ends: Callable[[bytes], bytes]) -> int:
        """Carry its output to the stream, and the stream to its stdin, until it ends.

        Args:
            stream: Its client.
            packets: Whether everything travels in packets.
            line_ends: Applied to output that doesn't.

        Returns:
            Its exit code, 0..255.

        Raises:
            StreamClosedError: The client is gone; the job was killed.
        """
        stream.on_close(self._kill)
        feeder = Thread(target=self._feed, args=(stream, packets), name="adbd stdin", daemon=True)
        if self._stdin is not None:
            feeder.start()
        try:
            for kind, data in self._output():
                stream.write(packet(kind, data) if packets else line_ends(data))
            return _exit_code(self._process.wait())
        finally:
            stream.on_close(None)
            # What the line left running in the background ends with it.
            self._kill()
            self._process.wait()
            stream.end_input()
            if self._stdin is not None:
                feeder.join()
                self._stdin.close()
            for file in self._outputs:
                file.close()

    def _kill(self) -> None:
        self._killed = True
        with suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)

    def _output(self) -> Iterator[tuple[Packet, bytes]]:
        with selectors.DefaultSelector() as selector:
            for file, kind in self._outputs.items():
                selector.register(file, selectors.EVENT_READ, kind)
            while selector.get_map() and not self._killed:
                for key, _ in selector.select(_POLL_S):
                    try:
                        data = os.read(key.fd, _LARGEST)
                    except OSError:
                        data = b""  # how a terminal ends
                    if data:
                        yield key.data, data
                    else:
                        selector.unregister(key.fileobj)

    def _feed(self, stream: Stream, packets: bool) -> None:
        # OSError: the process doesn't read any more.
        with suppress(EOFError, OSError):
            while True:
                if packets:
                    self._take(*_read_packet(stream))
                else:
                    self._take(Packet.STDIN, stream.receive())

    def _take(self, kind: int, data: bytes) -> None:
        assert self._stdin is not None
        match kind:
            case Packet.STDIN if not data:
                raise EOFError
            case Packet.STDIN:
                _write(self._stdin, data)
            case Packet.CLOSE_STDIN if self._terminal:
                _write(self._stdin, _END_OF_INPUT)
            case Packet.CLOSE_STDIN:
                self._stdin.close()
                raise EOFError
            case Packet.WINDOW_SIZE if self._terminal and (size := _WINDOW.match(data)):
                rows, columns = map(int, size.groups())
                termios.tcsetwinsize(self._stdin, (rows, columns))


def _read_packet(stream: Stream) -> tuple[int, bytes]:
    kind, size = _HEAD.unpack(stream.read(_HEAD.size))
    if size > MAX_PAYLOAD:
        raise EOFError
    return kind, stream.read(size)


def _write(file: FileIO, data: bytes) -> None:
    rest = memoryview(data)
    while rest:
        rest = rest[file.write(rest) :]


def _exit_code(status: int) -> int:
    """As a phone reports it: a signal is 128 and its number."""
    return status if status >= 0 else 128 - status
