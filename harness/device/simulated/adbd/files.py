"""The phone's file system, in memory."""

from __future__ import annotations

import posixpath
import threading
from dataclasses import dataclass
from typing import Final

STORAGE: Final = "/sdcard"
_SAME_AS_STORAGE = ("/storage/emulated/0", "/storage/self/primary", "/mnt/sdcard")
_TEMPORARY = "/data/local/tmp"
_WRITABLE = (STORAGE, _TEMPORARY)
_FOLDERS = (
    "/", "/data", "/data/local", _TEMPORARY, "/dev", "/storage", "/storage/emulated", "/system",
    STORAGE, *(f"{STORAGE}/{name}" for name in ("DCIM", "Documents", "Download", "Pictures")),
)  # fmt: skip
_NOWHERE = "/dev/null"
_START_S = 1_715_342_400
"""2024-05-10 12:00 UTC, the moment at which the phone's clock stands."""


@dataclass(frozen=True, slots=True)
class Stat:
    """What is known of a file or folder.

    Attributes:
        mode: As in ``st_mode``, type bits included.
        size: Bytes.
        mtime: Last change, in s since the epoch.
    """

    mode: int
    size: int
    mtime: int

    @property
    def is_dir(self) -> bool:
        """Whether it is a folder."""
        return self.mode & 0o170000 == 0o040000


class Files:
    """Bytes by path; relative paths start at ``/``, and ``/storage/emulated/0`` is ``/sdcard``.

    Only shared storage and ``/data/local/tmp`` can be written. Time goes on by one second with
    each change, so that a file that was written again can be told from a stale one. All methods
    may be called from several threads.
    """

    def __init__(self) -> None:
        """Start with the usual folders and no files."""
        self._lock = threading.Lock()
        self._now = _START_S
        self._files: dict[str, tuple[bytes, int]] = {}
        self._folders: dict[str, int] = dict.fromkeys(_FOLDERS, _START_S)

    def read(self, path: str) -> bytes:
        """The bytes of a file.

        Raises:
            FileNotFoundError: There is nothing of that name.
            IsADirectoryError: It is a folder.
        """
        place = _place(path)
        with self._lock:
            if place in self._folders:
                raise IsADirectoryError(path)
            if place == _NOWHERE:
                return b""
            if place not in self._files:
                raise FileNotFoundError(path)
            return self._files[place][0]

    def write(self, path: str, data: bytes, mtime: int | None = None) -> None:
        """Create or overwrite a file, and the folders above it as a push does.

        Args:
            path: Where.
            data: What.
            mtime: Time of change to set, in s since the epoch; None is now.

        Raises:
            PermissionError: The place can't be written.
            IsADirectoryError: It is a folder.
            NotADirectoryError: What stands above it is a file.
        """
        place = _place(path)
        if place == _NOWHERE:
            return
        with self._lock:
            if place in self._folders:
                raise IsADirectoryError(path)
            self._make_folders(posixpath.dirname(place))
            self._files[place] = bytes(data), self._tick() if mtime is None else mtime

    def make_dirs(self, path: str) -> None:
        """Create a folder and those above it.

        Raises:
            PermissionError: The place can't be written.
            NotADirectoryError: It, or what stands above it, is a file.
        """
        with self._lock:
            self._make_folders(_place(path))

    def remove(self, path: str) -> bool:
        """Remove a file, or a folder with everything in it; False if there is none.

        Raises:
            PermissionError: It is one of the phone's own folders.
        """
        place = _place(path)
        with self._lock:
            if place in self._files:
                del self._files[place]
                self._tick()
                return True
            if place not in self._folders:
                return False
            if place in _FOLDERS or not _writable(place):
                raise PermissionError(path)
            below = place + "/"
            self._files = {k: v for k, v in self._files.items() if not k.startswith(below)}
            self._folders = {
                k: v for k, v in self._folders.items() if k != place and not k.startswith(below)
            }
            self._tick()
            return True

    def list(self, path: str) -> list[tuple[str, Stat]]:
        """What is in a folder: names, sorted, with their stat.

        Raises:
            FileNotFoundError: There is nothing of that name.
            NotADirectoryError: It is a file.
        """
        folder = _place(path)
        with self._lock:
            if folder in self._files:
                raise NotADirectoryError(path)
            if folder not in self._folders:
                raise FileNotFoundError(path)
            places = [p for p in (*self._folders, *self._files) if p != "/"]
            return [
                (posixpath.basename(place), self._stat(place))
                for place in sorted(places)
                if posixpath.dirname(place) == folder
            ]

    def stat(self, path: str) -> Stat:
        """Kind, size and time of a file or folder.

        Raises:
            FileNotFoundError: There is nothing of that name.
        """
        place = _place(path)
        with self._lock:
            if place == _NOWHERE:
                return Stat(0o020666, 0, _START_S)
            if place not in self._files and place not in self._folders:
                raise FileNotFoundError(path)
            return self._stat(place)

    def _stat(self, place: str) -> Stat:
        if place in self._folders:
            return Stat(0o040770 if _writable(place) else 0o040755, 4096, self._folders[place])
        data, mtime = self._files[place]
        return Stat(0o100660, len(data), mtime)

    def _make_folders(self, place: str) -> None:
        missing = []
        while place not in self._folders:
            if place in self._files:
                raise NotADirectoryError(place)
            missing.append(place)
            place = posixpath.dirname(place)
        if not _writable(place):
            raise PermissionError(place)
        for folder in reversed(missing):
            self._folders[folder] = self._tick()

    def _tick(self) -> int:
        self._now += 1
        return self._now


def _place(path: str) -> str:
    place = posixpath.normpath("/" + path.lstrip("/"))
    for alias in _SAME_AS_STORAGE:
        if place == alias or place.startswith(alias + "/"):
            return STORAGE + place[len(alias) :]
    return place


def _writable(place: str) -> bool:
    return any(place == root or place.startswith(root + "/") for root in _WRITABLE)
