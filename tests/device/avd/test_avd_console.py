"""The console protocol, against well and badly behaved ends."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from harness.device.avd.console import TOKEN, Console, running
from harness.errors import DeviceError, DeviceLostError, DeviceTimeoutError

ASKS = (
    b"Android Console: Authentication required\r\n"
    b"Android Console: type 'auth <auth_token>' to authenticate\r\nOK\r\n"
)
OPEN = b"Android Console: type 'help' for a list of commands\r\nOK\r\n"


@contextmanager
def answering(*answers: bytes) -> Iterator[tuple[int, list[str]]]:
    """A port that sends one answer at once and one after each line; and the lines."""
    heard: list[str] = []

    def serve() -> None:
        connection, _ = listener.accept()
        with connection, connection.makefile("rb") as lines:
            for number, answer in enumerate(answers):
                if number:
                    heard.append(lines.readline().decode().strip())
                connection.sendall(answer)
            lines.read()

    with socket.create_server(("127.0.0.1", 0)) as listener:
        threading.Thread(target=serve, daemon=True).start()
        yield listener.getsockname()[1], heard


@pytest.fixture
def token(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setenv("HOME", str(tmp_path))
    (tmp_path / TOKEN).write_text("FeHdxl/bQ4B2\n")
    return "FeHdxl/bQ4B2"


def test_the_token_is_sent_where_it_is_asked_for(token: str) -> None:
    with answering(ASKS, OPEN, b"Medium_Phone\r\nOK\r\n") as (port, heard):
        assert Console(port).send("avd", "name") == ["Medium_Phone"]
    assert heard == [f"auth {token}", "avd name"]


def test_no_token_is_sent_where_none_is_asked_for() -> None:
    with answering(OPEN, b"OK\r\n") as (port, heard):
        assert Console(port).send("geo", "fix", "2.35", "48.85") == []
    assert heard == ["geo fix 2.35 48.85"]


def test_an_answer_may_come_in_pieces_and_ok_may_carry_words() -> None:
    with answering(OPEN, b"O") as (port, _), pytest.raises(DeviceTimeoutError):
        Console(port).send("kill", timeout=0.2)
    with answering(OPEN, b"OK: killing emulator, bye bye\r\n") as (port, _):
        assert Console(port).send("kill") == []


def test_ko_is_an_error_with_the_reason_of_the_emulator() -> None:
    reason = "Device 'cache' does not have the requested snapshot 'x'"
    with (
        answering(OPEN, f"KO: {reason}\r\n".encode()) as (port, _),
        pytest.raises(DeviceError, match="requested snapshot 'x'"),
    ):
        Console(port).send("avd", "snapshot", "load", "x")


def test_a_wrong_token_is_an_error_that_does_not_show_it(token: str) -> None:
    refusal = b"KO: authentication token does not match ~/.emulator_console_auth_token\r\n"
    with answering(ASKS, refusal) as (port, _), pytest.raises(DeviceError) as caught:
        Console(port).send("avd", "name")
    assert "does not match" in str(caught.value)
    assert token not in str(caught.value)


def test_an_unreadable_token_is_an_error(tmp_path: Path, monkeypatch: Any) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    with answering(ASKS) as (port, _), pytest.raises(DeviceError, match=TOKEN):
        Console(port).send("avd", "name")


def test_the_token_is_never_told_to_another_program(token: str) -> None:
    with answering(b"220 mail.example.com ESMTP\r\nOK\r\n", b"") as (port, heard):
        with pytest.raises(DeviceLostError, match="no emulator"):
            Console(port).send("avd", "name")
    assert not any(token in line for line in heard)


def test_a_console_that_hangs_or_is_gone_is_an_error_in_time() -> None:
    with answering(b"") as (port, _), pytest.raises(DeviceTimeoutError):
        Console(port).send("avd", "name", timeout=0.2)
    with pytest.raises(DeviceLostError):
        Console(port).send("avd", "name")


def test_only_emulators_count_as_running(token: str) -> None:
    with (
        answering(b"SSH-2.0-OpenSSH\r\nOK\r\n") as (other, _),
        answering(ASKS, OPEN, b"Small_Phone\r\nOK\r\n") as (port, _),
    ):
        assert list(running((other, port))) == [(port, "Small_Phone")]
