"""The shell services: each line runs under a real shell that finds only the phone's commands.

Four of them: ``shell:`` (stdout and stderr in one), ``shell,v2:`` (stdin, stdout, stderr and the
exit code in packets), the same on a terminal, and ``exec:`` (the same as ``shell:``, never with
CRLF). Source: ``shell_service.cpp`` and ``shell_protocol.h`` of the Android Open Source Project.

This is no sandbox: built-ins and redirections of the shell reach the files of the machine it
runs on. A line starts in an empty folder, which is removed after it.
"""

from __future__ import annotations

import logging
import os
import shutil
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from harness.device.simulated.adbd.job import Job, Packet, packet
from harness.device.simulated.adbd.streams import Stream
from harness.errors import ConfigError

__all__ = ["Request", "Shell", "find_shell"]

_LOG = logging.getLogger(__name__)
_CANT_RUN: Final = 126


def find_shell(wanted: str | None) -> str:
    """Absolute path of the shell that runs the lines.

    Args:
        wanted: Name or path of a shell; None is Android's ``mksh`` or else the system's ``sh``.

    Raises:
        ConfigError: It isn't installed.
    """
    for name in (wanted,) if wanted else ("mksh", "sh"):
        if path := shutil.which(name):
            if not wanted and name == "sh":
                _LOG.warning(
                    "mksh isn't installed: lines for the simulated phone run under the system's "
                    "sh, which isn't Android's shell (apt install mksh)"
                )
            return os.path.abspath(path)
    raise ConfigError(f"there is no shell {wanted or 'sh'} on PATH: install it")


@dataclass(frozen=True, slots=True, repr=False)
class Request:
    """What a client asks for.

    Attributes:
        line: The shell line; b"" is an interactive shell.
        packets: Whether stdin, stdout, stderr and the exit code travel in packets.
        terminal: Whether it runs on a terminal.
        term: Kind of the terminal.
        exact: Never translate line ends.
    """

    line: bytes
    packets: bool = False
    terminal: bool = False
    term: str = "dumb"
    exact: bool = False

    @classmethod
    def parse(cls, service: bytes) -> Request | None:
        """The request of a service's name, None if it isn't one for the shell."""
        head, _, line = service.partition(b":")
        kind, *options = head.decode("ascii", "replace").split(",")
        if kind == "exec" and not options:
            return cls(line, exact=True)
        if kind != "shell":
            return None
        terminal = (not line or "pty" in options) and "raw" not in options
        terms = [option[5:] for option in options if option.startswith("TERM=")]
        return cls(line, "v2" in options, terminal, (terms or ["dumb"])[-1])


class Shell:
    """Runs lines.

    Attributes:
        executable: Absolute path of the shell.
    """

    def __init__(self, executable: str, path: Path, root: Path, *, crlf: bool) -> None:
        """Nothing runs yet.

        Args:
            executable: Absolute path of the shell.
            path: The folder of the phone's commands.
            root: Where a line gets its folder.
            crlf: Whether the plain shell writes CR LF, as phones before Android 7 do.
        """
        self.executable = executable
        self._path = path
        self._root = root
        self._crlf = crlf

    def serve(self, stream: Stream, request: Request) -> None:
        """Run a line and carry its output to the stream.

        Raises:
            StreamClosedError: The client is gone; the line was killed.
        """
        with tempfile.TemporaryDirectory(dir=self._root) as cwd:
            try:
                job = self._start(request, cwd)
            except (OSError, ValueError):
                # Too long for the system. The line isn't shown: somebody may have typed in it.
                message, code = b"the line can't be run\n", _CANT_RUN
                stream.write(packet(Packet.STDERR, message) if request.packets else message)
            else:
                code = job.attend(stream, request.packets, self._line_ends(request))
            if request.packets:
                stream.write(packet(Packet.EXIT, bytes([code])))

    def _line_ends(self, request: Request) -> Callable[[bytes], bytes]:
        if self._crlf and not (request.packets or request.exact or request.terminal):
            return lambda data: data.replace(b"\n", b"\r\n")
        return lambda data: data

    def _start(self, request: Request, cwd: str) -> Job:
        line = [b"-c", request.line] if request.line else []
        command: list[str | bytes] = [self.executable, *line]
        environment = self._environment(request, cwd)
        if request.terminal:
            return Job.on_terminal(command, cwd, environment)
        return Job.on_pipes(command, cwd, environment, packets=request.packets)

    def _environment(self, request: Request, cwd: str) -> dict[str, str]:
        return {
            "PATH": str(self._path),
            "SHELL": self.executable,
            "HOME": "/",
            "USER": "shell",
            "LOGNAME": "shell",
            "TERM": request.term,
            "TMPDIR": cwd,
            "ANDROID_ROOT": "/system",
            "ANDROID_DATA": "/data",
            "EXTERNAL_STORAGE": "/sdcard",
        }
