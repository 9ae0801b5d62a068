"""The wire to one device behind an adb server; the only module that speaks to the server.

Every request names its serial and has one deadline for the whole of it. What was sent is never
sent again: a device that is offline is brought back *before* a command, and a connection that
breaks off *after* it is an error, because the command may have run.
"""

from __future__ import annotations

import contextlib
import re
import secrets
import time
from collections.abc import Callable, Iterator
from typing import NamedTuple, Protocol, TypeVar

from adbutils.errors import AdbError, AdbTimeout

from harness.device.adb.quoting import quoted
from harness.device.adb.stream import Output, Stream, answer
from harness.errors import ConfigError, DeviceError, DeviceLostError, DeviceTimeoutError

__all__ = ["AdbLink", "Attached", "Link", "Output", "devices", "pick"]

Made = TypeVar("Made")
_QUERY_S = 5.0
"""Seconds in which a server answers about its own matters."""
_CONNECT_S = 0.25
"""Seconds for the first attempt to connect, doubled for each after it: to a phone that doesn't
answer yet, the server tries for long, and a new attempt finds one that is back at once."""
_NETWORK = re.compile(r".+:\d+")
_LISTED = re.compile(r"(\S+|\(no serial number\))\s+(.*?)(?=\s+\w+:|$)")
_MODEL = re.compile(r"\bmodel:(\S+)")
_CAUSES = (
    ("not found", "absent"),
    ("offline", "offline"),
    ("unauthorized", "unauthorized"),
    ("permission", "no permissions"),
    ("authorizing", "busy"),
    ("connecting", "busy"),
)
"""A word of the server's refusal -> the state of the device."""


class Link(Protocol):
    """A way to run commands on one device.

    Every method raises :class:`DeviceLostError` if the device is offline or the connection
    breaks off, :class:`DeviceTimeoutError` past the deadline, else :class:`DeviceError`. None
    runs anything twice.
    """

    serial: str

    def shell(self, *argv: str, timeout: float | None = None) -> Output:
        """Run one command.

        Args:
            argv: Its words; they arrive as they are.
            timeout: Seconds for the whole call; None is the link's own.
        """
        ...

    def script(self, line: str, *, timeout: float | None = None) -> Output:
        """Run a shell line that was built with :func:`quoted`."""
        ...

    def exec_out(self, *argv: str, timeout: float | None = None) -> bytes:
        """Run one command for its binary output."""
        ...

    def push(self, data: bytes, path: str) -> None:
        """Write a file."""
        ...

    def pull(self, path: str) -> bytes:
        """Read a file."""
        ...


class Attached(NamedTuple):
    """A line of ``adb devices``; the model is "" where unknown."""

    serial: str
    state: str
    model: str


class AdbLink:
    """One device by its serial, over an adb server. Implements :class:`Link`; thread-safe."""

    def __init__(
        self,
        serial: str,
        host: str = "127.0.0.1",
        port: int = 5037,
        timeout_s: float = 20.0,
        reconnect_s: float = 15.0,
    ) -> None:
        """Address a device; nothing is sent yet.

        Args:
            serial: As ``adb devices`` lists it.
            host: Where the adb server runs; it must run.
            port: Where it listens.
            timeout_s: Seconds for a call, once the device is there.
            reconnect_s: Seconds to wait for a device that is offline or gone.
        """
        self.serial = serial
        self._server = (host, port)
        self._timeout_s = timeout_s
        self._reconnect_s = reconnect_s
        self._features: frozenset[str] | None = None

    def shell(self, *argv: str, timeout: float | None = None) -> Output:
        """Run one command; see :class:`Link`."""
        return self.script(quoted(argv), timeout=timeout)

    def script(self, line: str, *, timeout: float | None = None) -> Output:
        """Run a shell line built with :func:`quoted`; see :class:`Link`."""
        if "shell_v2" in self.features():
            with self._service(f"shell,v2,raw:{line}", timeout) as stream:
                return stream.framed()
        # The first shell protocol has no exit code, so a line of our own tells it, behind a
        # word that no output can know.
        marker = secrets.token_hex(8)
        with self._service(f"shell:({line}\n); echo {marker}$?", timeout) as stream:
            return stream.marked(marker)

    def exec_out(self, *argv: str, timeout: float | None = None) -> bytes:
        """Run one command for its binary output; see :class:`Link`."""
        with self._service(f"exec:{quoted(argv)}", timeout) as stream:
            data = stream.everything()
            # This protocol ends in the same way when the device is lost.
            if self.state() != "device":
                raise EOFError
        return data

    def push(self, data: bytes, path: str) -> None:
        """Write a file; see :class:`Link`."""
        with self._service("sync:", None) as stream:
            if not stream.send_file(data, path):
                raise DeviceError(f"{self.serial} can't write the file: check its free space")

    def pull(self, path: str) -> bytes:
        """Read a file; see :class:`Link`."""
        with self._service("sync:", None) as stream:
            data = stream.receive_file(path)
        if data is None:
            raise DeviceError(f"{self.serial} can't read the file: it isn't there")
        return data

    def features(self) -> frozenset[str]:
        """What the device's side of adb can do, such as ``shell_v2``."""
        if self._features is None:
            with self._errors(_QUERY_S):
                self._features = frozenset(self._reached(self._ask_features).split(","))
        return self._features

    def state(self) -> str:
        """``device``, ``offline``, ``absent``, ``unauthorized``, ``busy`` or another mode."""
        with self._errors(_QUERY_S):
            try:
                return answer(*self._server, f"host-serial:{self.serial}:get-state", _QUERY_S)
            except AdbError as error:
                return _cause(error)

    @contextlib.contextmanager
    def _service(self, name: str, timeout: float | None) -> Iterator[Stream]:
        """Open a service of the device, bringing the device back before if need be."""
        seconds = self._timeout_s if timeout is None else timeout
        with (
            self._errors(seconds),
            contextlib.closing(self._reached(lambda: self._transport(seconds))) as stream,
        ):
            stream.ask(name)
            yield stream

    def _transport(self, seconds: float) -> Stream:
        """A stream that the server hands through to the device."""
        stream = Stream(*self._server, seconds)
        try:
            stream.ask(f"host:transport:{self.serial}")
        except BaseException:
            stream.close()
            raise
        return stream

    def _reached(self, attempt: Callable[[], Made]) -> Made:
        """Do what nothing is sent to the device for; if it isn't there, once more when it is."""
        try:
            return attempt()
        except AdbTimeout:
            raise
        except AdbError:
            self._recover()
        try:
            return attempt()
        except AdbError as error:
            raise _lost(self.serial, _cause(error), self._reconnect_s) from None

    def _recover(self) -> None:
        """Wait until this device is there again, and help it; others are left alone.

        Raises:
            DeviceLostError: It doesn't come back in time.
            DeviceError: It waits for something that only a person can do.
        """
        self._features = None
        until = time.monotonic() + self._reconnect_s
        patience, pause = _CONNECT_S, 0.02
        asked = False
        while (state := self.state()) != "device":
            if state in ("unauthorized", "no permissions"):
                raise DeviceError(_NEEDS_A_PERSON[state].format(serial=self.serial))
            if state not in ("offline", "absent", "busy"):
                raise DeviceError(f"{self.serial} is in {state} mode: boot it into Android")
            left = until - time.monotonic()
            if left <= 0:
                raise _lost(self.serial, state, self._reconnect_s)
            if _NETWORK.fullmatch(self.serial) and state != "busy":
                self._connect(state, min(left, patience))
                patience *= 2
            elif state == "offline" and not asked:
                asked = True
                with contextlib.suppress(AdbError):
                    answer(*self._server, f"host-serial:{self.serial}:reconnect", _QUERY_S)
            time.sleep(min(pause, left))
            pause = min(2 * pause, 0.5)

    def _connect(self, state: str, seconds: float) -> None:
        """Have the server connect to a network device again, within so many seconds."""
        with contextlib.suppress(AdbError, TimeoutError):
            if state == "offline":
                # To `connect`, an offline device counts as connected already.
                answer(*self._server, f"host:disconnect:{self.serial}", seconds)
        with contextlib.suppress(AdbError, TimeoutError):
            answer(*self._server, f"host:connect:{self.serial}", seconds)

    def _ask_features(self) -> str:
        return answer(*self._server, f"host-serial:{self.serial}:features", _QUERY_S)

    @contextlib.contextmanager
    def _errors(self, seconds: float) -> Iterator[None]:
        """Translate what adbutils and sockets raise; their messages may quote what was sent."""
        try:
            yield
        except (AdbTimeout, TimeoutError):
            raise DeviceTimeoutError(
                f"{self.serial} did not answer within {seconds:g} s: see if its screen reacts, "
                "or raise the time-outs of the device"
            ) from None
        except ConnectionRefusedError:
            raise _no_server(*self._server) from None
        except (AdbError, OSError, EOFError):
            raise DeviceLostError(
                f"the connection to {self.serial} broke off: check its cable or network"
            ) from None


_NEEDS_A_PERSON = {
    "unauthorized": "{serial} is unauthorized: unlock it and accept the prompt on the phone",
    "no permissions": "{serial} may not be opened by this user: install the udev rules for adb",
}


def devices(host: str = "127.0.0.1", port: int = 5037) -> list[Attached]:
    """What the server sees, as ``adb devices -l``.

    Raises:
        DeviceError: No server answers.
    """
    try:
        text = answer(host, port, "host:devices-l", _QUERY_S)
    except (AdbError, OSError):
        raise _no_server(host, port) from None
    return [
        Attached(match[1], match[2], model[1] if (model := _MODEL.search(line)) else "")
        for line in text.splitlines()
        if (match := _LISTED.match(line))
    ]


def pick(serial: str | None, host: str = "127.0.0.1", port: int = 5037) -> str:
    """The serial to use: the one that is named, else the only one that is attached.

    Raises:
        ConfigError: Nothing is attached, or several are and none is named, or not that one.
        DeviceError: No server answers.
    """
    attached = devices(host, port)
    if serial is None and len(attached) == 1:
        return attached[0].serial
    if serial is not None and (
        _NETWORK.fullmatch(serial) or serial in {a.serial for a in attached}
    ):
        return serial
    if not attached:
        raise ConfigError(
            "no device is attached: plug one in with USB debugging on, or `adb connect HOST:PORT`, "
            "and look for it in `adb devices`"
        )
    listed = ", ".join(
        f"{a.serial} ({' '.join(filter(None, (a.model, a.state)))})" for a in attached
    )
    if serial is None:
        raise ConfigError(f"several devices are attached: choose with device.serial=…: {listed}")
    raise ConfigError(f"device.serial={serial} is not attached; attached: {listed}")


def _cause(error: AdbError) -> str:
    """The state of the device behind a refusal.

    Raises:
        AdbTimeout: It isn't a refusal: the server didn't answer.
    """
    if isinstance(error, AdbTimeout):
        raise error
    text = str(error)
    return next((state for word, state in _CAUSES if word in text), "offline")


def _lost(serial: str, state: str, seconds: float) -> DeviceLostError:
    what = "is not attached" if state == "absent" else "is offline"
    return DeviceLostError(
        f"{serial} {what} and did not come back within {seconds:g} s: check its cable or network, "
        f"then `adb -s {serial} reconnect`"
    )


def _no_server(host: str, port: int) -> DeviceLostError:
    return DeviceLostError(
        f"no adb server answers on {host}:{port}: start it with `adb -P {port} start-server`"
    )
