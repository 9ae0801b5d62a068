"""An adb server of our own, phones behind it, and a bare client of the ADB transport."""

from __future__ import annotations

import subprocess
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from adbd_host import Adb, Programs

from harness.device.adb.server import AdbServer
from harness.device.simulated.adbd.daemon import Adbd


@pytest.fixture(scope="package")
def adb() -> Iterator[Adb]:
    with AdbServer.private() as server:
        yield Adb(server.port)


@pytest.fixture
def boot() -> Iterator[Callable[..., Adbd]]:
    """Starts daemons whose commands are :class:`Programs`, and closes them."""
    with ExitStack() as stack:

        def start(**options: object) -> Adbd:
            made = {"commands": lambda *_: Programs()} | options
            return stack.enter_context(Adbd(None, **made))  # type: ignore[arg-type]

        yield start


@pytest.fixture
def daemon(boot: Callable[..., Adbd]) -> Adbd:
    return boot()


@pytest.fixture
def phone(adb: Adb, daemon: Adbd) -> Iterator[Callable[..., subprocess.CompletedProcess[bytes]]]:
    """The adb program for one connected phone."""
    adb("connect", daemon.serial)
    yield lambda *words, **options: adb(*words, serial=daemon.serial, **options)
    adb("disconnect", daemon.serial)


@pytest.fixture
def nothing_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[], None]]:
    """Fails unless every thread and temporary file that came up is gone."""
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    threads = set(threading.enumerate())

    def check() -> None:
        assert set(threading.enumerate()) <= threads
        assert list(tmp_path.iterdir()) == []

    return check
