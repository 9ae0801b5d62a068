"""Sockets that are accepted and served in threads, and threads that all end with their owner."""

from __future__ import annotations

import socket
from collections.abc import Callable
from contextlib import suppress
from threading import Lock, Thread

__all__ = ["Acceptor", "Crew"]


class Crew:
    """Threads that are waited for together. To be used by one thread at a time."""

    def __init__(self, name: str) -> None:
        """No thread yet.

        Args:
            name: What its threads are called.
        """
        self._name = name
        self._threads: list[Thread] = []

    def start(self, work: Callable[..., None], *args: object) -> None:
        """Do ``work(*args)`` in a thread."""
        thread = Thread(target=work, args=args, name=self._name, daemon=True)
        self._threads = [t for t in self._threads if t.is_alive()] + [thread]
        thread.start()

    def join(self) -> None:
        """Wait for every thread; their work must have been told to end."""
        for thread in self._threads:
            thread.join()


class Acceptor:
    """Serves each connection to a listening socket in a thread of its own."""

    def __init__(
        self, listener: socket.socket, serve: Callable[[socket.socket], None], name: str
    ) -> None:
        """Start to accept.

        Args:
            listener: Listens already; belongs to this object from now on.
            serve: Handles one connection; it is closed when this returns.
            name: What its threads are called.
        """
        self._listener = listener
        self._serve = serve
        self._lock = Lock()
        self._connections: set[socket.socket] = set()
        self._closing = False
        self._workers = Crew(name)
        self._accepting = Crew(name)
        self._accepting.start(self._accept)

    def drop(self) -> None:
        """Break off every connection; new ones are accepted."""
        with self._lock:
            for connection in self._connections:
                with suppress(OSError):
                    connection.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        """Accept nothing more, break off every connection, wait for the threads; repeatable."""
        if self._closing:
            return
        self._closing = True
        # Only a connection wakes accept() on every system.
        with suppress(OSError), socket.socket(self._listener.family) as wake:
            wake.connect(self._listener.getsockname())
        self._accepting.join()
        self._listener.close()
        self.drop()
        self._workers.join()

    def _accept(self) -> None:
        while True:
            try:
                connection, _ = self._listener.accept()
            except ConnectionError:
                continue  # the client gave up while it waited
            if self._closing:
                connection.close()
                return
            with self._lock:
                self._connections.add(connection)
            self._workers.start(self._work, connection)

    def _work(self, connection: socket.socket) -> None:
        try:
            self._serve(connection)
        finally:
            with self._lock:
                self._connections.discard(connection)
                connection.close()
