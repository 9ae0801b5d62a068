"""File transfer: both versions of stat and list, push, pull, refusals, and broken requests."""

from __future__ import annotations

import stat
import struct

import pytest
from adbd_host import ALL_BYTES, Host


class Sync:
    """A client of the sync service."""

    def __init__(self, host: Host) -> None:
        self.host = host
        self.remote = host.open(b"sync:")
        self.buffer = b""

    def ask(self, kind: bytes, data: bytes | str, *more: bytes) -> None:
        path = data.encode() if isinstance(data, str) else data
        message = struct.pack("<4sI", kind, len(path)) + path + b"".join(more)
        self.host.write(1, self.remote, message)

    def read(self, size: int) -> bytes:
        while len(self.buffer) < size:
            chunk = self.host.chunk(1, self.remote)
            if not chunk:
                raise EOFError
            self.buffer += chunk
        data, self.buffer = self.buffer[:size], self.buffer[size:]
        return data

    def numbers(self, layout: str) -> tuple[int, ...]:
        return struct.unpack("<" + layout, self.read(struct.calcsize("<" + layout)))

    def refusal(self) -> str:
        assert self.read(4) == b"FAIL"
        return self.read(*self.numbers("I")).decode()

    def push(self, target: str, data: bytes, mtime: int = 1_700_000_000) -> None:
        parts = [data[i : i + 65536] for i in range(0, len(data), 65536)]
        chunks = [struct.pack("<4sI", b"DATA", len(part)) + part for part in parts]
        self.ask(b"SEND", target, *chunks, struct.pack("<4sI", b"DONE", mtime))

    def pull(self, path: str) -> bytes:
        self.ask(b"RECV", path)
        parts = []
        while (kind := self.read(4)) == b"DATA":
            parts.append(self.read(*self.numbers("I")))
            assert len(parts[-1]) <= 65536
        assert (kind, self.read(4)) == (b"DONE", bytes(4))
        return b"".join(parts)


@pytest.fixture
def sync(daemon):
    with Host(daemon.port) as host:
        host.connect()
        yield Sync(host)


@pytest.mark.parametrize("data", [b"", b"a", ALL_BYTES * 256, ALL_BYTES * 800 + b"z"])
def test_what_is_pushed_is_pulled(sync, daemon, data):
    sync.push("/sdcard/new/folder/file.bin,33188", data)
    assert sync.read(8) == b"OKAY" + bytes(4)
    assert daemon.files.read("/sdcard/new/folder/file.bin") == data
    assert sync.pull("/sdcard/new/folder/file.bin") == data


def test_names_may_hold_commas_and_any_letters(sync, daemon):
    sync.push("/sdcard/a, b/李.txt,0644", b"x")
    assert sync.read(8) == b"OKAY" + bytes(4)
    assert sync.pull("/sdcard/a, b/李.txt") == b"x"


def test_stat_tells_mode_size_and_time(sync):
    sync.push("/sdcard/f,33188", b"12345", mtime=1_700_000_123)
    sync.read(8)
    sync.ask(b"STAT", "/sdcard/f")
    assert sync.read(4) == b"STAT"
    mode, size, mtime = sync.numbers("III")
    assert (stat.S_ISREG(mode), size, mtime) == (True, 5, 1_700_000_123)
    sync.ask(b"STAT", "/sdcard")
    sync.read(4)
    assert stat.S_ISDIR(sync.numbers("III")[0])


def test_stat_of_nothing(sync):
    sync.ask(b"STAT", "/sdcard/none")
    assert sync.read(16) == b"STAT" + bytes(12)


@pytest.mark.parametrize("kind", [b"STA2", b"LST2"])
def test_the_second_stat_tells_errors_and_large_sizes(sync, kind):
    sync.push("/sdcard/f,33188", b"12345", mtime=1_700_000_123)
    sync.read(8)
    sync.ask(kind, "/sdcard/f")
    assert sync.read(4) == kind
    error, _, _, mode, _, _, _, size, _, mtime, _ = sync.numbers("IQQIIIIQqqq")
    assert (error, stat.S_ISREG(mode), size, mtime) == (0, True, 5, 1_700_000_123)
    sync.ask(kind, "/sdcard/none")
    assert sync.read(4) == kind
    assert sync.numbers("IQQIIIIQqqq") == (2,) + (0,) * 10


@pytest.mark.parametrize(
    ("kind", "entry", "layout", "size"),
    [(b"LIST", b"DENT", "III", 1), (b"LIS2", b"DNT2", "IQQIIIIQqqq", 7)],
)
def test_folders_are_listed(sync, daemon, kind, entry, layout, size):
    daemon.files.write("/sdcard/Download/a.txt", b"abc")
    daemon.files.write("/sdcard/Download/ü.txt", b"")
    sync.ask(kind, "/sdcard/Download")
    found = []
    while (head := sync.read(4)) == entry:
        numbers = sync.numbers(layout)
        found.append((sync.read(*sync.numbers("I")).decode(), numbers[size]))
    assert found == [("a.txt", 3), ("ü.txt", 0)]
    assert head == b"DONE"
    assert not any(sync.numbers(layout + "I"))


def test_a_folder_that_is_not_there_lists_empty(sync):
    sync.ask(b"LIST", "/sdcard/none")
    assert sync.read(20) == b"DONE" + bytes(16)


@pytest.mark.parametrize(
    ("path", "reason"),
    [("/sdcard/none", "No such file"), ("/sdcard", "Is a directory")],
)
def test_what_cant_be_pulled_is_refused_and_the_service_goes_on(sync, path, reason):
    sync.ask(b"RECV", path)
    assert reason in sync.refusal()
    sync.ask(b"STAT", "/sdcard/none")
    assert sync.read(16) == b"STAT" + bytes(12)


@pytest.mark.parametrize(
    ("path", "reason"),
    [("/sdcard,33188", "Is a directory"), ("/system/x,33188", "Permission denied")],
)
def test_what_cant_be_written_is_refused_after_all_of_it(sync, path, reason):
    sync.push(path, ALL_BYTES * 600)
    assert reason in sync.refusal()


@pytest.mark.parametrize(
    ("kind", "data", "more"),
    [
        (b"WHAT", b"/sdcard", b""),
        (b"SEND", b"/sdcard/f", b""),
        (b"SEND", b"/sdcard/f,abc", b""),
        (b"SEND", b"/sdcard/f,33188", b"WHATabcd"),
        (b"SEND", b"/sdcard/f,33188", b"DATA\xff\xff\xff\xff"),
        (b"STAT", b"/" * 1025, b""),
    ],
)
def test_broken_requests_end_the_service_and_write_nothing(sync, daemon, kind, data, more):
    sync.ask(kind, data, more)
    assert sync.refusal()
    with pytest.raises(EOFError):
        sync.read(1)
    with pytest.raises(FileNotFoundError):
        daemon.files.read("/sdcard/f")


def test_a_push_that_breaks_off_writes_nothing(sync, daemon):
    sync.ask(b"SEND", "/sdcard/f,33188", struct.pack("<4sI", b"DATA", 100) + b"half")
    assert sync.host.receive().command == b"OKAY"
    sync.host.send(b"CLSE", 1, sync.remote)
    assert sync.host.everything(b"shell:show a") == b"<a>\n"
    with pytest.raises(FileNotFoundError):
        daemon.files.read("/sdcard/f")


def test_quit_ends_it(sync):
    sync.ask(b"QUIT", b"")
    with pytest.raises(EOFError):
        sync.read(1)
