"""The ``sync:`` service: adb's file transfer over the phone's file system.

Requests are an id of four letters, a length and a path; numbers are 32-bit little-endian unless
noted. Source: ``packages/modules/adb/SYNC.TXT`` and ``file_sync_protocol.h`` of the Android Open
Source Project. Version 1 in full; of version 2, stat and list.
"""

from __future__ import annotations

import errno
import struct
from typing import Final

from harness.device.simulated.adbd.files import Files, Stat
from harness.device.simulated.adbd.streams import Stream

__all__ = ["FEATURES", "serve"]

FEATURES: Final = ("stat_v2", "ls_v2", "fixed_push_mkdir")
"""What an adb client may count on beyond version 1."""

_LARGEST_PATH: Final = 1024
_LARGEST_DATA: Final = 64 * 1024
_REQUEST = struct.Struct("<4sI")
_STAT_V1 = struct.Struct("<III")
# error, device, inode, mode, links, user, group, size (64 bit), three times (64 bit)
_STAT_V2 = struct.Struct("<IQQIIIIQqqq")
_USER = 2000
"""``shell`` on every Android."""


class _Refused(Exception):
    """The transfer can't go on; the message is for the client."""


def serve(stream: Stream, files: Files) -> None:
    """Answer requests until QUIT or the end of the stream."""
    while True:
        kind, size = _request(stream)
        if kind == b"QUIT":
            return
        try:
            if size > _LARGEST_PATH:
                raise _Refused("path too long")
            path = stream.read(size).decode("utf-8", "surrogateescape")
            _answer(stream, files, kind, path)
        except _Refused as refusal:
            stream.write(_refusal(str(refusal)))
            return


def _answer(stream: Stream, files: Files, kind: bytes, path: str) -> None:
    match kind:
        case b"STAT":
            stat, _ = _stat(files, path)
            stream.write(kind + _v1(stat))
        case b"STA2" | b"LST2":
            stat, error = _stat(files, path)
            stream.write(kind + _v2(stat, error))
        case b"LIST" | b"LIS2":
            stream.write(_listing(files, path, new=kind == b"LIS2"))
        case b"SEND":
            stream.write(_receive(stream, files, path))
        case b"RECV":
            _send(stream, files, path)
        case _:
            raise _Refused("unknown request")


def _stat(files: Files, path: str) -> tuple[Stat | None, int]:
    """The stat, and the error number if there is none."""
    try:
        return files.stat(path), 0
    except FileNotFoundError:
        return None, errno.ENOENT


def _listing(files: Files, path: str, *, new: bool) -> bytes:
    try:
        entries = files.list(path)
    except (FileNotFoundError, NotADirectoryError):
        entries = []  # as adbd answers for a folder that it can't open
    parts = []
    for name, stat in entries:
        word = name.encode("utf-8", "surrogateescape")
        head = b"DNT2" + _v2(stat, 0) if new else b"DENT" + _v1(stat)
        parts += [head, _number(len(word)), word]
    end = bytes((_STAT_V2 if new else _STAT_V1).size + 4)
    return b"".join((*parts, b"DONE", end))


def _receive(stream: Stream, files: Files, target: str) -> bytes:
    """Take in a file for ``PATH,MODE``."""
    path, comma, mode = target.rpartition(",")
    if not comma or not mode.isdecimal():
        raise _Refused("missing mode")
    parts = []
    while True:
        kind, number = _request(stream)
        if kind == b"DONE":
            break
        if kind != b"DATA":
            raise _Refused("invalid data message")
        if number > _LARGEST_DATA:
            raise _Refused("oversize data message")
        parts.append(stream.read(number))
    try:
        files.write(path, b"".join(parts), mtime=number)
    except OSError as error:
        return _refusal(f"couldn't create file: {_reason(error)}")
    return _REQUEST.pack(b"OKAY", 0)


def _send(stream: Stream, files: Files, path: str) -> None:
    try:
        data = files.read(path)
    except OSError as error:
        stream.write(_refusal(f"open failed: {_reason(error)}"))
        return
    for start in range(0, len(data), _LARGEST_DATA):
        chunk = data[start : start + _LARGEST_DATA]
        stream.write(_REQUEST.pack(b"DATA", len(chunk)) + chunk)
    stream.write(_REQUEST.pack(b"DONE", 0))


def _request(stream: Stream) -> tuple[bytes, int]:
    kind, number = _REQUEST.unpack(stream.read(_REQUEST.size))
    return kind, number


def _refusal(message: str) -> bytes:
    text = message.encode()
    return _REQUEST.pack(b"FAIL", len(text)) + text


def _reason(error: OSError) -> str:
    """What a phone says; the error's own text holds the path."""
    match error:
        case FileNotFoundError():
            return "No such file or directory"
        case IsADirectoryError():
            return "Is a directory"
        case NotADirectoryError():
            return "Not a directory"
        case PermissionError():
            return "Permission denied"
        case _:
            return "I/O error"


def _v1(stat: Stat | None) -> bytes:
    return _STAT_V1.pack(stat.mode, stat.size, stat.mtime) if stat else bytes(_STAT_V1.size)


def _v2(stat: Stat | None, error: int) -> bytes:
    if stat is None:
        return _STAT_V2.pack(error, *(0,) * 10)
    times = (stat.mtime,) * 3
    return _STAT_V2.pack(error, 1, 1, stat.mode, 1, _USER, _USER, stat.size, *times)


def _number(value: int) -> bytes:
    return value.to_bytes(4, "little")
