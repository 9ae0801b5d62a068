"""The phone's own commands: what stands on the PATH of its shell."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Final

from harness.device.simulated.adbd import (
    commands_apps,
    commands_content,
    commands_dumpsys,
    commands_files,
    commands_input,
    commands_screen,
    commands_system,
    commands_text,
)
from harness.device.simulated.adbd.commands_base import Command, Machine, Result, failed
from harness.device.simulated.adbd.faults import Faults
from harness.device.simulated.adbd.files import Files
from harness.device.simulated.phone import SimulatedPhone
from harness.errors import ConfigError

__all__ = ["TOOLS", "Commands", "Result"]

TOOLS: Final = ("adbkeyboard", "clipper")
"""Apps that may be installed for adb drivers: ADBKeyboard, and Clipper for the clipboard."""
_QUICK: Final[Mapping[str, Command]] = {
    **commands_apps.COMMANDS,
    **commands_content.COMMANDS,
    **commands_dumpsys.COMMANDS,
    **commands_files.COMMANDS,
    **commands_input.COMMANDS,
    **commands_screen.COMMANDS,
    **commands_system.COMMANDS,
    **commands_text.COMMANDS,
}
_SLOW: Final[Mapping[str, Command]] = {**commands_files.SLOW, **commands_screen.SLOW}
_SERVICES: Final = {
    "activity": "am",
    "content": "content",
    "input": "input",
    "input_method": "ime",
    "package": "pm",
    "settings": "settings",
    "window": "wm",
}
"""Name of a system service -> the command that speaks to it."""
_USERS: Final = {"0": True, "root": True, "2000": False, "shell": False}
"""User of ``su`` -> whether it is root."""
_NOT_FOUND = 127


class Commands:
    """Runs commands on one phone; may be called from several threads."""

    names: Final = tuple(sorted({*_QUICK, *_SLOW, "cmd", "su", "toybox"}))
    """What stands on PATH."""

    def __init__(
        self,
        phone: SimulatedPhone,
        files: Files,
        faults: Faults,
        tools: Collection[str] = ("adbkeyboard",),
    ) -> None:
        """Put commands in front of a phone.

        Args:
            phone: The phone.
            files: Its file system.
            faults: What goes wrong at dumps and screenshots.
            tools: Which of :data:`TOOLS` are installed.

        Raises:
            ConfigError: A tool is unknown.
        """
        if not set(tools) <= set(TOOLS):
            raise ConfigError(f"the simulated phone's tools are {', '.join(TOOLS)}")
        self._tools = frozenset(tools)
        self._machine = Machine(phone, files, faults, self._tools)
        self.lock = self._machine.lock
        """Hold it to use the phone beside its commands."""

    def reset(self) -> None:
        """Forget what commands changed beside the phone: settings, keyboard, clock, clipboard.

        Files stay: what an earlier episode left on the storage of a real phone stays, too.
        """
        with self.lock:
            old = self._machine
            self._machine = Machine(old.phone, old.files, old.faults, self._tools, self.lock)

    @staticmethod
    def reads_stdin(argv: Sequence[str]) -> bool:
        """Whether a command waits for stdin, so that its end must come before the answer."""
        name, *args = argv
        if name == "toybox" and args:
            return Commands.reads_stdin(args)
        return commands_text.reads_stdin([name.rpartition("/")[2], *args])

    def run(self, argv: Sequence[str], stdin: bytes = b"") -> Result:
        """Run one command.

        Args:
            argv: Its name and arguments; bytes that are no UTF-8 as surrogate escapes.
            stdin: What it may read.
        """
        name, args = argv[0].rpartition("/")[2], list(argv[1:])
        if name == "toybox" and args:
            return self.run(args, stdin)
        if name == "cmd":
            service = _SERVICES.get(args[0], "") if args else ""
            if not service:
                return failed(20, "cmd: Can't find service: " + (args[0] if args else ""))
            return self.run([service, *args[1:]], stdin)
        if name == "su":
            return self._as_root(args or ["root"], stdin)
        if name in _SLOW:
            return _SLOW[name](self._machine, args, stdin)
        if name not in _QUICK:
            return failed(_NOT_FOUND, f"{name}: inaccessible or not found")
        with self.lock:
            return _QUICK[name](self._machine, args, stdin)

    def _as_root(self, args: Sequence[str], stdin: bytes) -> Result:
        who, *words = args
        if who not in _USERS:
            return failed(1, f"su: invalid uid/gid '{who}'")
        with self.lock:
            machine = self._machine
            machine.root = _USERS[who]
            try:
                return self.run(words, stdin) if words else Result(0)
            finally:
                machine.root = False
