"""The ADB transport of one connection: many streams at once, each with flow control."""

from __future__ import annotations

import logging
import socket
from collections.abc import Callable
from contextlib import suppress
from itertools import count
from threading import Condition, Lock

from harness.device.simulated.adbd import wire
from harness.device.simulated.adbd.acceptor import Crew
from harness.device.simulated.adbd.wire import CLSE, CNXN, OKAY, OPEN, WRTE, Message, ProtocolError

__all__ = ["Connection", "Service", "Stream", "StreamClosedError"]

_LOG = logging.getLogger(__name__)


class StreamClosedError(Exception):
    """The other side closed the stream, or the connection broke off."""


class Stream:
    """One stream of a connection: a pipe in both directions.

    One thread reads and one writes; the connection's own thread delivers.
    """

    def __init__(self, connection: Connection, local: int, remote: int) -> None:
        """Open it.

        Args:
            connection: Carries it.
            local: Its number on this side.
            remote: Its number on the other side.
        """
        self._connection = connection
        self._local = local
        self._remote = remote
        self._changed = Condition()
        self._arrived = b""
        self._buffer = b""
        self._may_write = True
        self._open = True
        self._takes_input = True
        self._breaks = False
        self._on_close: Callable[[], None] | None = None

    def receive(self) -> bytes:
        """The next bytes; b"" at the end of the stream, or of what is still wanted of it."""
        if self._buffer:
            data, self._buffer = self._buffer, b""
            return data
        with self._changed:
            self._changed.wait_for(lambda: self._arrived or not (self._open and self._takes_input))
            data, self._arrived = self._arrived, b""
            acknowledge = data and self._open
        if acknowledge:
            self._send(OKAY)
        return data

    def read(self, size: int) -> bytes:
        """Exactly ``size`` bytes.

        Raises:
            EOFError: The stream ended before.
        """
        parts: list[bytes] = []
        missing = size
        while missing:
            data = self.receive()
            if not data:
                raise EOFError
            parts.append(data[:missing])
            self._buffer = data[missing:]
            missing -= len(parts[-1])
        return b"".join(parts)

    def write(self, data: bytes) -> None:
        """Send all of it, each message after the one before was acknowledged.

        Raises:
            StreamClosedError: The stream is closed.
        """
        largest = self._connection.max_payload
        for start in range(0, len(data), largest):
            self._write(data[start : start + largest])

    def end_input(self) -> None:
        """Wait for no more bytes from the other side; wakes the thread that does."""
        with self._changed:
            self._takes_input = False
            self._changed.notify_all()

    def wait_closed(self) -> None:
        """Wait until the other side closes the stream or the connection breaks off."""
        with self._changed:
            self._changed.wait_for(lambda: not self._open)

    def on_close(self, callback: Callable[[], None] | None) -> None:
        """Call it when the other side closes the stream; at once if it has."""
        with self._changed:
            self._on_close = callback
            gone = not self._open
        if gone and callback is not None:
            callback()

    def break_off(self) -> None:
        """Let the connection break in the middle of the next message that is written."""
        self._breaks = True

    def close(self) -> None:
        """Close it once everything written has been acknowledged."""
        with self._changed:
            self._changed.wait_for(lambda: self._may_write or not self._open)
            if not self._open:
                return
        if self._breaks:
            self._connection.drop()
        else:
            self._send(CLSE)
        self.closed()

    def deliver(self, data: bytes) -> None:
        """The other side wrote this.

        Raises:
            ProtocolError: It hasn't waited for the acknowledgement.
        """
        if not data:
            self._send(OKAY)
            return
        with self._changed:
            if self._arrived:
                raise ProtocolError("a stream was written to before it was ready")
            self._arrived = data
            self._changed.notify_all()

    def acknowledged(self) -> None:
        """The other side is ready for more."""
        with self._changed:
            self._may_write = True
            self._changed.notify_all()

    def closed(self) -> None:
        """There is no other side any more."""
        with self._changed:
            was_open, self._open = self._open, False
            callback = self._on_close
            self._changed.notify_all()
        self._connection.forget(self._local)
        if was_open and callback is not None:
            callback()

    def _write(self, data: bytes) -> None:
        with self._changed:
            self._changed.wait_for(lambda: self._may_write or not self._open)
            if not self._open:
                raise StreamClosedError
            self._may_write = False
        if self._breaks:
            self._send(WRTE, data[: len(data) // 2])
            self._connection.drop()
            self.closed()
            raise StreamClosedError
        self._send(WRTE, data)

    def _send(self, command: bytes, data: bytes = b"") -> None:
        self._connection.send(Message(command, self._local, self._remote, data))


Service = Callable[[Stream], None]
"""Does what a stream was opened for, in a thread of its own; then the stream is closed."""


class Connection:
    """One connection of an adb server, from its first byte to its last."""

    def __init__(
        self,
        sock: socket.socket,
        banner: bytes,
        services: Callable[[bytes], Service | None],
    ) -> None:
        """Nothing is read yet.

        Args:
            sock: Connected; closed by whoever made it.
            banner: What this side says of itself.
            services: The service of a name, None where it is refused.
        """
        self._sock = sock
        self._banner = banner
        self._services = services
        self._writing = Lock()
        self._streams: dict[int, Stream] = {}
        self._numbers = count(1)
        self._workers = Crew("adbd stream")
        self._online = False
        self._checksum = True
        self.max_payload = wire.MAX_PAYLOAD

    def serve(self) -> None:
        """Handle messages until the connection ends; then every stream of it has ended."""
        try:
            with self._sock.makefile("rb") as source:
                while True:
                    self._handle(wire.read(source, checksum=self._checksum))
        except (OSError, EOFError):
            _LOG.debug("an adb connection ended")
        except ProtocolError as error:
            _LOG.info("an adb connection was closed: %s", error)
        finally:
            self.drop()
            self._close_streams()
            self._workers.join()

    def send(self, message: Message) -> None:
        """Send a message; if the connection is gone, its reader will notice."""
        data = wire.pack(message, checksum=self._checksum)
        with self._writing, suppress(OSError):
            self._sock.sendall(data)

    def drop(self) -> None:
        """Break the connection off."""
        with suppress(OSError):
            self._sock.shutdown(socket.SHUT_RDWR)

    def forget(self, local: int) -> None:
        """The stream of that number is closed."""
        self._streams.pop(local, None)

    def _handle(self, message: Message) -> None:
        if message.command == CNXN:
            self._connect(message)
        elif not self._online:
            _LOG.debug("ignored %r before CNXN", message)
        elif message.command == OPEN:
            self._open(message)
        elif (stream := self._streams.get(message.arg1)) is None:
            # It was closed here while the message was under way.
            pass
        elif message.command == WRTE:
            stream.deliver(message.data)
        elif message.command == OKAY:
            stream.acknowledged()
        elif message.command == CLSE:
            stream.closed()

    def _connect(self, message: Message) -> None:
        self._close_streams()
        self.max_payload = max(1, min(message.arg1, wire.MAX_PAYLOAD))
        # The answer itself carries a checksum: the other side doesn't know the version yet.
        self._checksum = True
        self.send(Message(CNXN, wire.VERSION, wire.MAX_PAYLOAD, self._banner))
        self._checksum = min(message.arg0, wire.VERSION) < wire.SKIPS_CHECKSUM
        self._online = True

    def _open(self, message: Message) -> None:
        remote = message.arg0
        name = message.data.partition(b"\0")[0]
        service = self._services(name)
        if service is None or not remote:
            self.send(Message(CLSE, 0, remote))
            return
        local = next(self._numbers)
        stream = self._streams[local] = Stream(self, local, remote)
        self.send(Message(OKAY, local, remote))
        self._workers.start(_work, service, stream)

    def _close_streams(self) -> None:
        for stream in list(self._streams.values()):
            stream.closed()


def _work(service: Service, stream: Stream) -> None:
    try:
        with suppress(StreamClosedError, EOFError):
            service(stream)
    finally:
        stream.close()
