"""Messages of the ADB transport: a header of 24 bytes and a payload. Pure; knows no socket.

Source: ``packages/modules/adb/protocol.txt`` of the Android Open Source Project.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass
from typing import Final, Protocol

__all__ = [
    "CLSE",
    "CNXN",
    "MAX_PAYLOAD",
    "OKAY",
    "OPEN",
    "SKIPS_CHECKSUM",
    "VERSION",
    "WRTE",
    "Message",
    "ProtocolError",
    "Source",
    "exactly",
    "pack",
    "read",
]

CNXN: Final = b"CNXN"
OPEN: Final = b"OPEN"
OKAY: Final = b"OKAY"
WRTE: Final = b"WRTE"
CLSE: Final = b"CLSE"

SKIPS_CHECKSUM: Final = 0x01000001
"""From this protocol version on nobody computes checksums, if both sides speak it."""
VERSION: Final = SKIPS_CHECKSUM
"""The protocol version announced here."""
MAX_PAYLOAD: Final = 1 << 20
"""Bytes that one message may carry."""

_HEADER = struct.Struct("<4s4I4s")


class Source(Protocol):
    """A blocking stream of bytes."""

    def read(self, size: int, /) -> bytes:
        """``size`` bytes, fewer at its end."""
        ...


class ProtocolError(Exception):
    """What came over the wire is not the ADB protocol; the connection can't go on."""


@dataclass(frozen=True, slots=True, repr=False)
class Message:
    """One message.

    Attributes:
        command: Four ASCII letters.
        arg0: The sender's stream number; the protocol version in CNXN.
        arg1: The receiver's stream number; the largest payload in CNXN.
        data: The payload.
    """

    command: bytes
    arg0: int
    arg1: int
    data: bytes = b""

    def __repr__(self) -> str:
        """No payload: a repr ends up in logs."""
        return f"Message({self.command!r}, {self.arg0}, {self.arg1}, {len(self.data)} B)"


def pack(message: Message, *, checksum: bool = True) -> bytes:
    """The message as it goes over the wire."""
    command, data = message.command, message.data
    total = _sum(data) if checksum else 0
    header = _HEADER.pack(
        command, message.arg0, message.arg1, len(data), total, _complement(command)
    )
    return header + data


def read(source: Source, *, checksum: bool = True) -> Message:
    """Read the next message.

    Args:
        source: A blocking stream of bytes.
        checksum: Whether the sender still computes checksums.

    Raises:
        EOFError: The stream ended.
        ProtocolError: That is no message.
    """
    command, arg0, arg1, size, total, magic = _HEADER.unpack(exactly(source, _HEADER.size))
    if magic != _complement(command):
        raise ProtocolError("a header whose magic doesn't fit its command")
    if size > MAX_PAYLOAD:
        raise ProtocolError(f"a payload of {size} bytes; at most {MAX_PAYLOAD} were agreed on")
    data = exactly(source, size)
    if checksum and total != _sum(data):
        raise ProtocolError("a payload whose checksum is wrong")
    return Message(command, arg0, arg1, data)


def exactly(source: Source, size: int) -> bytes:
    """``size`` bytes.

    Raises:
        EOFError: The stream ended before.
    """
    data = source.read(size)
    if len(data) < size:
        raise EOFError
    return data


def _sum(data: bytes) -> int:
    return sum(data) & 0xFFFFFFFF


def _complement(command: bytes) -> bytes:
    return bytes(byte ^ 0xFF for byte in command)
