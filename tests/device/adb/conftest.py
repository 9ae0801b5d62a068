"""An adb server of our own, one that plays dead phones, and what a server is asked."""

import socket
import threading

import pytest

from harness.device.adb.server import AdbServer


@pytest.fixture(scope="module")
def server():
    with AdbServer.private() as server:
        yield server


@pytest.fixture
def recorder(server):
    with Recorder(server.port) as recorder:
        yield recorder


@pytest.fixture
def answering():
    """Make a server that answers each request as a function says."""
    opened = []

    def make(answer):
        opened.append(PlayedServer(answer))
        return opened[-1]

    yield make
    for played in opened:
        played.close()


class Listening:
    """Serves each connection in a thread."""

    def __init__(self):
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port = self._listener.getsockname()[1]
        self._threads = []
        self._start(self._accept)

    def _start(self, work, *args):
        thread = threading.Thread(target=work, args=args, daemon=True)
        self._threads.append(thread)
        thread.start()

    def _accept(self):
        while True:
            connection, _ = self._listener.accept()
            if self._listener.fileno() < 0 or self._closing:
                connection.close()
                return
            self._start(self.serve, connection)

    _closing = False

    def close(self):
        self._closing = True
        socket.create_connection(("127.0.0.1", self.port)).close()
        self._threads[0].join()
        self._listener.close()

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self.close()


class Recorder(Listening):
    """Stands in front of an adb server and notes what each connection asks it."""

    def __init__(self, port):
        self._server = port
        self._sent = []
        super().__init__()

    @property
    def requests(self):
        """Per connection, its requests in order, without what followed on an open service."""
        return [read_requests(bytes(sent)) for sent in self._sent if sent]

    def serve(self, client):
        upstream = socket.create_connection(("127.0.0.1", self._server))
        sent = bytearray()
        self._sent.append(sent)
        self._start(self._copy, upstream, client, bytearray())
        self._copy(client, upstream, sent)

    def _copy(self, source, target, seen):
        try:
            while data := source.recv(65536):
                seen += data
                target.sendall(data)
        except OSError:
            pass
        finally:
            for end in (source, target):
                try:
                    end.shutdown(socket.SHUT_RDWR)
                except OSError:
                    pass
                end.close()


def read_requests(sent):
    requests = []
    while sent:
        size = int(sent[:4], 16)
        requests.append(sent[4 : 4 + size].decode())
        sent = sent[4 + size :]
        if not requests[-1].startswith("host:transport"):
            break
    return requests


class PlayedServer(Listening):
    """Answers a request with what a function makes of it: ("OKAY" or "FAIL", text)."""

    def __init__(self, answer):
        self._answer = answer
        self.requests = []
        super().__init__()

    def serve(self, client):
        with client:
            size = client.recv(4)
            if not size:
                return
            request = client.recv(int(size, 16)).decode()
            self.requests.append(request)
            status, text = self._answer(request)
            client.sendall(f"{status}{len(text):04x}{text}".encode())
