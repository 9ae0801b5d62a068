"""A recording stand-in for the SDK's ``emulator`` program, with the simulated phone as its guest.

It is run by a wrapper in a fake SDK folder, not imported. What it is told to do wrong stands in
``behaviour.json`` beside the wrapper; what it was asked for goes to ``calls.jsonl`` there. Modelled
on what the real program documents: options, console with token, announcement to the adb server.
"""

from __future__ import annotations

import json
import os
import secrets
import signal
import socket
import sys
import threading
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

HERE = Path(os.environ["FAKE_EMULATOR"])
BEHAVIOUR: dict[str, Any] = json.loads((HERE / "behaviour.json").read_text())


def record(**what: Any) -> None:
    with (HERE / "calls.jsonl").open("a") as calls:
        calls.write(json.dumps(what) + "\n")


def avd_folder(name: str) -> Path:
    return Path(os.environ["ANDROID_AVD_HOME"], f"{name}.avd")


class Guest:
    """Android: the simulated phone behind adb, with a boot that takes a while."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._boots(float(BEHAVIOUR.get("boot_s", 0.1)))
        self._start()

    def restore(self) -> None:
        """Another state in memory: the connection to adb breaks off."""
        self._adbd.close()
        self._boots(0)
        self._start()

    def run(self, argv: Sequence[str], stdin: bytes) -> Any:
        from harness.device.simulated.adbd.commands_base import Result, failed

        record(guest=list(argv))
        match list(argv):
            case ["wm", "dismiss-keyguard"]:
                return Result(0)
            case ["su", *_] if BEHAVIOUR.get("no_root"):
                return failed(1, "su: not found")
            case ["su", "0", "stop"]:
                self._up_at = float("inf")
            case ["su", "0", "start"]:
                self._boots(float(BEHAVIOUR.get("boot_s", 0.1)))
            case ["getprop", "sys.boot_completed"]:
                return Result(0, b"1\n" if self._up() else b"\n")
            case ["pm", *_] if not self._up():
                return failed(20, "cmd: Can't find service: package")
            case ["pm", "path", "android"]:
                return Result(0, b"package:/system/framework/framework-res.apk\n")
        return self._commands.run(argv, stdin)

    def _boots(self, seconds: float) -> None:
        never = BEHAVIOUR.get("never_boots")
        self._up_at = float("inf") if never else time.monotonic() + seconds

    def _up(self) -> bool:
        return time.monotonic() >= self._up_at

    def _start(self) -> None:
        from harness.device.simulated.adbd.commands import Commands
        from harness.device.simulated.adbd.daemon import Adbd
        from harness.device.simulated.phone import SimulatedPhone

        def programs(*parts: Any) -> Guest:
            self._commands = Commands(*parts)
            self.names = self._commands.names
            return self

        self._adbd = Adbd(SimulatedPhone(), port=self._port, commands=programs)


class Console:
    """The command port: greeting, token, one command a line, OK or KO."""

    def __init__(self, port: int, avd: str, guest: Guest) -> None:
        self._avd = avd
        self._guest = guest
        home = Path(os.environ["HOME"])
        self._file = home / ".emulator_console_auth_token"
        if not self._file.exists():
            self._file.write_text(secrets.token_urlsafe(12))
        self._listener = socket.create_server(("127.0.0.1", port))

    def serve(self) -> None:
        while True:
            connection, _ = self._listener.accept()
            threading.Thread(target=self._talk, args=(connection,), daemon=True).start()

    def _talk(self, connection: socket.socket) -> None:
        token = self._file.read_text().strip()
        trusted = not token
        with connection, connection.makefile("r", encoding="utf-8") as lines:
            if token:
                say(
                    connection,
                    "Android Console: Authentication required",
                    "Android Console: type 'auth <auth_token>' to authenticate",
                    "Android Console: you can find your <auth_token> in ",
                    f"'{self._file}'",
                    "OK",
                )
            else:
                say(connection, "Android Console: type 'help' for a list of commands", "OK")
            for words in map(str.split, lines):
                if words[:1] == ["quit"]:
                    return
                if trusted:
                    self._obey(connection, words)
                elif words == ["auth", token]:
                    trusted = True
                    say(connection, "Android Console: type 'help' for a list of commands", "OK")
                elif words[:1] == ["auth"]:
                    say(connection, f"KO: authentication token does not match {self._file}")
                else:
                    say(connection, "KO: unknown command, try 'help'")

    def _obey(self, client: socket.socket, words: list[str]) -> None:
        record(console=words, avd=self._avd)
        match words:
            case ["avd", "name"]:
                say(client, self._avd, "OK")
            case ["avd", "snapshot", "load", name]:
                if BEHAVIOUR.get("corrupt") or not self._has(name):
                    why = f"Device 'cache' does not have the requested snapshot '{name}'"
                    say(client, f"KO: {why}")
                else:
                    self._guest.restore()
                    say(client, "OK")
            case ["geo", "fix", longitude, latitude]:
                far = abs(float(longitude)) > 180 or abs(float(latitude)) > 90
                say(client, "KO: not a place" if far else "OK")
            case ["kill"]:
                if BEHAVIOUR.get("deaf"):
                    time.sleep(600)
                say(client, "OK: killing emulator, bye bye")
                os._exit(0)
            case _:
                say(client, "KO: unknown command, try 'help'")

    def _has(self, name: str) -> bool:
        return (avd_folder(self._avd) / "snapshots" / name).is_dir()


def say(client: socket.socket, *lines: str) -> None:
    client.sendall("".join(f"{text}\r\n" for text in lines).encode())


def announce(port: int) -> None:
    request = f"host:emulator:{port}".encode()
    server = ("127.0.0.1", int(os.environ["ANDROID_ADB_SERVER_PORT"]))
    with socket.create_connection(server) as connection:
        connection.sendall(b"%04x%b" % (len(request), request))


def main() -> None:
    args = sys.argv[1:]
    if args == ["-version"]:
        print("INFO    | Android emulator version 36.1.9.0 (build_id 13823996) (CL:N/A)")
        return
    if args == ["-list-avds"]:
        if BEHAVIOUR.get("lists", True):
            print("INFO    | Storing crashdata in: /tmp/emu-crash.db")
            for ini in sorted(Path(os.environ["ANDROID_AVD_HOME"]).glob("*.ini")):
                print(ini.stem)
        return
    record(argv=args, pid=os.getpid(), home=os.environ["ANDROID_HOME"])
    print("INFO    | Android emulator version 36.1.9.0", flush=True)
    if cause := BEHAVIOUR.get("dies"):
        print(cause, "INFO    | bye", sep="\n", file=sys.stderr, flush=True)
        sys.exit(1)
    if BEHAVIOUR.get("deaf"):
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
    port = int(args[args.index("-port") + 1])
    guest = Guest(port + 1)
    console = Console(port, args[args.index("-avd") + 1], guest)
    if BEHAVIOUR.get("announces", True):
        announce(port + 1)
    console.serve()


if __name__ == "__main__":
    main()
