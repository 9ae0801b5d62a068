"""The toybox commands for files, over the phone's file system in memory."""

from __future__ import annotations

import errno
import os
import posixpath
import re
import stat
import time
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Final

from harness.device.simulated.adbd.commands_base import (
    Command,
    Machine,
    Result,
    encoded,
    failed,
    printed,
)
from harness.device.simulated.adbd.files import Files, Stat

_LONGEST_SLEEP_S = 10.0
_UNITS = {"": 1, "s": 1, "m": 60, "h": 3600, "d": 86400}
_OWNERS = ("shell", "shell")


def parted(args: Sequence[str]) -> tuple[str, list[str]]:
    """Letters of the short options, and the operands; ``--`` ends the options."""
    options, rest = "", list(args)
    operands = []
    while rest:
        arg = rest.pop(0)
        if arg == "--":
            operands += rest
            break
        if arg.startswith("-") and len(arg) > 1:
            options += arg[1:]
        else:
            operands.append(arg)
    return options, operands


def reason(error: OSError) -> str:
    """What the system says about an error."""
    numbers = {
        FileNotFoundError: errno.ENOENT,
        IsADirectoryError: errno.EISDIR,
        NotADirectoryError: errno.ENOTDIR,
        PermissionError: errno.EACCES,
    }
    return os.strerror(numbers[type(error)])


def gathered(lines: Sequence[str], out: bytes = b"") -> Result:
    """The result of a command over several operands: 1 if any of them failed."""
    return Result(int(bool(lines)), out, failed(1, *lines).err)


# ---------------------------------------------------------------- looking


def _ls(machine: Machine, args: Sequence[str], stdin: bytes) -> Result:
    options, paths = parted(args)
    long = "l" in options
    files, folders, errors = [], [], []
    for path in paths or ["/"]:
        try:
            found = machine.files.stat(path)
        except FileNotFoundError as error:
            errors.append(f"ls: {path}: {reason(error)}")
            continue
        if found.is_dir and "d" not in options:
            folders.append(path)
        else:
            files.append((path, found))
    lines = [_entry(name, found, long) for name, found in files]
    for path in folders:
        if len(folders) + len(files) > 1:
            lines += [*([""] if lines else []), f"{path}:"]
        entries = machine.files.list(path)
        if long:
            lines.append(f"total {sum(-(-found.size // 1024) for _, found in entries)}")
        lines += [_entry(name, found, long) for name, found in entries]
    return gathered(errors, printed(*lines).out)


def _entry(name: str, found: Stat, long: bool) -> str:
    if not long:
        return name
    moment = datetime.fromtimestamp(found.mtime, UTC).strftime("%Y-%m-%d %H:%M")
    links = 2 if found.is_dir else 1
    mode = stat.filemode(found.mode)
    return f"{mode} {links} {' '.join(_OWNERS)} {found.size:>8} {moment} {name}"


def _stat(machine: Machine, args: Sequence[str], stdin: bytes) -> Result:
    rest, wanted = list(args), ""
    if rest[:1] == ["-c"] and len(rest) > 1:
        wanted, rest = rest[1], rest[2:]
    if not rest:
        return failed(1, "stat: Needs 1 argument")
    lines, errors = [], []
    for path in rest:
        try:
            lines.append(_described(path, machine.files.stat(path), wanted))
        except FileNotFoundError as error:
            errors.append(f"stat: '{path}': {reason(error)}")
    return gathered(errors, printed(*lines).out)


def _described(path: str, found: Stat, wanted: str) -> str:
    kind = "directory" if found.is_dir else "regular file"
    moment = datetime.fromtimestamp(found.mtime, UTC).strftime("%Y-%m-%d %H:%M:%S.000000000 +0000")
    fields = {
        "%s": str(found.size), "%Y": str(found.mtime), "%n": path, "%F": kind, "%U": _OWNERS[0],
        "%G": _OWNERS[1], "%a": f"{stat.S_IMODE(found.mode):o}", "%A": stat.filemode(found.mode),
        "%f": f"{found.mode:x}", "%y": moment, "%%": "%",
    }  # fmt: skip
    if wanted:
        return re.sub(r"%.", lambda m: fields.get(m[0], m[0]), wanted)
    return (
        f"  File: {path}\n  Size: {found.size}\t {kind}\n"
        f"Access: ({fields['%a']:>04}/{fields['%A']})\nModify: {moment}"
    )


# ---------------------------------------------------------------- changing


def _rm(machine: Machine, args: Sequence[str], stdin: bytes) -> Result:
    options, paths = parted(args)
    force, deep = "f" in options, "r" in options or "R" in options
    if not paths:
        return Result(0) if force else failed(1, "rm: Needs 1 argument")
    errors = []
    for path in paths:
        try:
            if machine.files.stat(path).is_dir and not deep:
                raise IsADirectoryError(path)
            machine.files.remove(path)
        except FileNotFoundError as error:
            errors += [] if force else [f"rm: {path}: {reason(error)}"]
        except OSError as error:
            errors.append(f"rm: {path}: {reason(error)}")
    return gathered(errors)


def _mkdir(machine: Machine, args: Sequence[str], stdin: bytes) -> Result:
    options, paths = parted(args)
    errors = []
    for path in paths:
        try:
            if "p" not in options:
                if _exists(machine.files, path):
                    errors.append(f"mkdir: '{path}': {os.strerror(errno.EEXIST)}")
                    continue
                _parent(machine.files, path)
            machine.files.make_dirs(path)
        except OSError as error:
            errors.append(f"mkdir: '{path}': {reason(error)}")
    return gathered(errors) if paths else failed(1, "mkdir: Needs 1 argument")


def _touch(machine: Machine, args: Sequence[str], stdin: bytes) -> Result:
    _, paths = parted(args)
    errors = []
    for path in paths:
        try:
            _parent(machine.files, path)
            old = machine.files.read(path) if _exists(machine.files, path) else b""
            machine.files.write(path, old)
        except OSError as error:
            errors.append(f"touch: '{path}': {reason(error)}")
    return gathered(errors) if paths else failed(1, "touch: Needs 1 argument")


def _cp(machine: Machine, args: Sequence[str], stdin: bytes) -> Result:
    return _transfer(machine.files, "cp", args)


def _mv(machine: Machine, args: Sequence[str], stdin: bytes) -> Result:
    return _transfer(machine.files, "mv", args)


def _transfer(files: Files, name: str, args: Sequence[str]) -> Result:
    """Copy or move files; folders aren't carried along."""
    _, paths = parted(args)
    if len(paths) < 2:
        return failed(1, f"{name}: Needs 2 arguments")
    *sources, target = paths
    into = _exists(files, target) and files.stat(target).is_dir
    if len(sources) > 1 and not into:
        return failed(1, f"{name}: '{target}' not directory")
    errors = []
    for source in sources:
        try:
            data = files.read(source)
        except OSError as error:
            errors.append(f"{name}: bad '{source}': {reason(error)}")
            continue
        place = posixpath.join(target, posixpath.basename(source)) if into else target
        try:
            _parent(files, place)
            files.write(place, data)
            if name == "mv":
                files.remove(source)
        except OSError as error:
            errors.append(f"{name}: bad '{place}': {reason(error)}")
    return gathered(errors)


def _exists(files: Files, path: str) -> bool:
    try:
        files.stat(path)
    except FileNotFoundError:
        return False
    return True


def _parent(files: Files, path: str) -> None:
    if not files.stat(posixpath.dirname(posixpath.normpath(path)) or "/").is_dir:
        raise NotADirectoryError(path)


# ---------------------------------------------------------------- others


def _sleep(machine: Machine, args: Sequence[str], stdin: bytes) -> Result:
    """Sleep, but never longer than the cap."""
    seconds = 0.0
    for arg in args:
        parts = re.fullmatch(r"(\d+(?:\.\d*)?|\.\d+)([smhd]?)", arg)
        if parts is None:
            return failed(1, f"sleep: bad time '{arg}'")
        seconds += float(parts[1]) * _UNITS[parts[2]]
    if not args:
        return failed(1, "sleep: Needs 1 argument")
    time.sleep(min(seconds, _LONGEST_SLEEP_S))
    return Result(0)


def _id(machine: Machine, args: Sequence[str], stdin: bytes) -> Result:
    options, _ = parted(args)
    name, number = ("root", 0) if machine.root else ("shell", 2000)
    if "u" in options or "g" in options:
        return printed(name if "n" in options else str(number))
    who = f"{number}({name})"
    domain = "su" if machine.root else "shell"
    return printed(f"uid={who} gid={who} groups={who} context=u:r:{domain}:s0")


def _whoami(machine: Machine, args: Sequence[str], stdin: bytes) -> Result:
    return printed("root" if machine.root else "shell")


def _uname(machine: Machine, args: Sequence[str], stdin: bytes) -> Result:
    options, _ = parted(args)
    fields = {"s": "Linux", "n": "localhost", "r": "6.1.0-sim", "v": "#1 SMP", "m": "x86_64"}
    chosen = "snrvm" if "a" in options else options or "s"
    return Result(0, encoded(" ".join(fields.get(c, "") for c in chosen) + "\n"))


COMMANDS: Final[Mapping[str, Command]] = {
    "cp": _cp,
    "id": _id,
    "ls": _ls,
    "mkdir": _mkdir,
    "mv": _mv,
    "rm": _rm,
    "stat": _stat,
    "touch": _touch,
    "uname": _uname,
    "whoami": _whoami,
}
SLOW: Final[Mapping[str, Command]] = {"sleep": _sleep}
"""Commands that don't hold the lock."""
