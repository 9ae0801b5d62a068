"""The phone's commands as programs in one folder, so that a real shell can run them.

Each is a wrapper around ``client.py``, which connects to a unix socket served here. Numbers are
32-bit little-endian::

    request   count, then length and bytes of each argument, the first being the command's name
    answer    "<" if stdin is wanted, else "-"
    request   stdin, if wanted; then end of stream
    answer    exit code, length of stdout, length of stderr, stdout, stderr
"""

from __future__ import annotations

import logging
import shlex
import shutil
import socket
import struct
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Final, Protocol

from harness.device.simulated.adbd import client
from harness.device.simulated.adbd.acceptor import Acceptor
from harness.device.simulated.adbd.commands import Commands
from harness.device.simulated.adbd.commands_base import Result
from harness.device.simulated.adbd.wire import Source, exactly
from harness.errors import ConfigError

__all__ = ["Programs", "Toolbox"]

_LOG = logging.getLogger(__name__)
_NUMBER = struct.Struct("<I")
_ANSWER = struct.Struct("<III")
_WRAPPER: Final = '#!/bin/sh\nexec {python} -ISs -X utf8 {client} {socket} "${{0##*/}}" "$@"\n'
_NATIVE: Final = ("sleep",)
"""Commands that the machine's own programs do: they don't touch the phone, and die with a line."""


class Programs(Protocol):
    """Commands by name; may be called from several threads."""

    @property
    def names(self) -> tuple[str, ...]:
        """What stands on PATH."""
        ...

    def run(self, argv: Sequence[str], stdin: bytes) -> Result:
        """Run one; ``argv[0]`` is its name."""
        ...


class Toolbox:
    """A temporary folder with one program per command, and the socket that they talk to.

    Attributes:
        root: The temporary folder; its owner alone can enter it.
        path: The folder with the programs: the phone's whole PATH.
    """

    def __init__(self, programs: Programs, shell: str) -> None:
        """Write the programs and serve them.

        Args:
            programs: The commands.
            shell: Absolute path of the shell that ``sh`` runs.

        Raises:
            ConfigError: The folder for temporary files can't hold a socket.
        """
        self._programs = programs
        self._folder = tempfile.TemporaryDirectory(prefix="adbd-")
        self.root = Path(self._folder.name)
        self.path = self.root / "bin"
        self.path.mkdir()
        address = self.root / "s"
        wrapper = _WRAPPER.format(
            python=shlex.quote(sys.executable),
            client=shlex.quote(str(Path(client.__file__).resolve())),
            socket=shlex.quote(str(address)),
        )
        self._program("client", wrapper, at=self.root)
        for name in programs.names:
            native = shutil.which(name) if name in _NATIVE else None
            (self.path / name).symlink_to(native or self.root / "client")
        if "sh" not in programs.names:
            self._program("sh", f'#!/bin/sh\nexec {shlex.quote(shell)} "$@"\n', at=self.path)
        self._acceptor = Acceptor(self._listener(address), self._serve, "adbd command")

    def close(self) -> None:
        """Wait for the running commands and remove the folder; safe to call again."""
        self._acceptor.close()
        self._folder.cleanup()

    def _listener(self, address: Path) -> socket.socket:
        listener = socket.socket(socket.AF_UNIX)
        try:
            listener.bind(str(address))
        except OSError:
            listener.close()
            self._folder.cleanup()
            raise ConfigError(
                "the folder for temporary files can't hold a socket: set TMPDIR to a short path"
            ) from None
        listener.listen(64)
        return listener

    def _program(self, name: str, text: str, at: Path) -> None:
        (at / name).write_text(text)
        (at / name).chmod(0o700)

    def _serve(self, connection: socket.socket) -> None:
        try:
            with connection.makefile("rwb") as pipe:
                argv = [_word(pipe) for _ in range(_number(pipe))]
                wants = Commands.reads_stdin(argv)
                pipe.write(b"<" if wants else b"-")
                pipe.flush()
                stdin = pipe.read() if wants else b""
                result = self._programs.run(argv, stdin)
                _LOG.debug("%s: exit code %d", argv[0], result.code)
                pipe.write(_ANSWER.pack(result.code & 0xFF, len(result.out), len(result.err)))
                pipe.write(result.out + result.err)
        except (OSError, EOFError):
            _LOG.debug("a command was killed before it ended")


def _number(pipe: Source) -> int:
    return int(_NUMBER.unpack(exactly(pipe, _NUMBER.size))[0])


def _word(pipe: Source) -> str:
    return exactly(pipe, _number(pipe)).decode("utf-8", "surrogateescape")
