"""Tree and screenshot of one moment, from a device whose every call may fail.

A tree that can't be had is an error or, on a screen that never stands still, a frame without a
tree; it is never an empty tree, because that reads as "nothing personal here".
"""

from __future__ import annotations

import logging
import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final, TypeVar

from lxml import etree

from harness.core.raw import Image, RawFrame
from harness.device import pixels as px
from harness.device import uidump
from harness.device.adb.display import Display
from harness.device.adb.dumping import Failure, dumped, failure, shell_line
from harness.errors import (
    ConfigError,
    DeviceError,
    DeviceLostError,
    DeviceTimeoutError,
    ScreenError,
)

if TYPE_CHECKING:
    from harness.device.adb.link import Link

_LOG = logging.getLogger(__name__)
_Got = TypeVar("_Got")
_FILES: Final = "/data/local/tmp/harness-dump"
"""Unlike shared storage, no app can read this folder."""
_FIRST_PAUSE_S: Final = 0.2
_LONGEST_PAUSE_S: Final = 2.0
_SHORTEST_S: Final = 0.1
"""Least time-out of a call in s."""
_SHOTS: Final = 4
"""Broken screenshots in a row until the device counts as unable to take one."""


class _PassingError(DeviceError):
    """A failure that the next attempt may not meet."""


class Capture:
    """Captures frames over a link. Not thread-safe."""

    def __init__(
        self,
        link: Link,
        *,
        budget_s: float = 40.0,
        dump_timeout_s: float = 15.0,
        screenshot_timeout_s: float = 10.0,
        rounds: int = 3,
        display: str | None = None,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        """Set the limits; nothing is sent yet.

        Args:
            link: The device.
            budget_s: Seconds for one frame or tree with all its retries. ``uiautomator`` alone
                waits up to 10 s for the screen to stand still, twice on one that never does.
            dump_timeout_s: Seconds for one dump.
            screenshot_timeout_s: Seconds for one screenshot.
            rounds: Screenshots until a screen that changes all the time is taken as it is.
            display: Which display is captured, as ``dumpsys SurfaceFlinger --display-id``
                names it; None is the default one.
            clock: Seconds from anywhere, growing.
            sleep: Waits so many seconds.

        Raises:
            ConfigError: A limit isn't positive.
        """
        limits = {
            "budget_s": budget_s,
            "dump_timeout_s": dump_timeout_s,
            "screenshot_timeout_s": screenshot_timeout_s,
            "rounds": rounds,
        }
        for name, value in limits.items():
            if not value > 0:
                raise ConfigError(f"device.{name} must be more than 0")
        self._link = link
        self._budget_s = budget_s
        self._dump_timeout_s = dump_timeout_s
        self._screenshot_timeout_s = screenshot_timeout_s
        self._rounds = rounds
        self._screencap = ("screencap", "-p", *(("-d", display) if display else ()))
        self._clock = clock
        self._sleep = sleep
        self._stale: list[str] = []

    def frame(self) -> RawFrame:
        """What the device shows now.

        A dump, a screenshot, a dump: if both trees are equal and the screenshot fits, they show
        one moment. Otherwise the newer tree is the first of the next round. After the last round
        the frame is marked as not synchronised, which it is, too, where the screenshot never
        fitted the tree (other orientation or shape): then nothing of the image may be trusted.
        On a screen that never stands still the frame has no tree.

        Raises:
            DeviceError: No dump or no usable screenshot could be had within the budget.
        """
        job = self._job()
        tree = self._tree(job)
        for number in range(self._rounds):
            if tree is None:
                return self._without_tree(job)
            began = job.left
            frame = self._pictured(tree, job)
            after = self._tree(job)
            if after is not None and frame.synchronised and uidump.is_same(tree, after):
                return frame
            tree = after
            _LOG.info("round %d: tree and screenshot are of different moments", number + 1)
            if began - job.left > job.left:
                break
        if tree is None:
            return self._without_tree(job)
        return replace(frame, tree=tree, app=uidump.foreground(tree), synchronised=False)

    def tree(self) -> etree._Element | None:
        """The hierarchy of now, None if the screen never stands still.

        Raises:
            DeviceError: It could not be had within the budget.
        """
        return self._tree(self._job())

    def close(self) -> None:
        """Delete what broken-off dumps may have left on the device."""
        if not self._stale:
            return
        try:
            self._link.shell("rm", "-f", *self._stale)
            self._stale.clear()
        except DeviceError:
            _LOG.warning(
                "UI dumps may be left on %s: delete %s-*.xml there", self._link.serial, _FILES
            )

    # ------------------------------------------------------------ tree

    def _tree(self, job: _Job) -> etree._Element | None:
        job.killed = False
        return self._insist("UI dump", lambda: self._dump(job), job)

    def _dump(self, job: _Job) -> etree._Element | None:
        mark = secrets.token_hex(16)
        path = f"{_FILES}-{mark}.xml"
        line = shell_line(path, mark, self._stale, compressed=job.compressed)
        # Until the line has come to its end, the file may be there.
        self._stale.append(path)
        output = self._link.script(line, timeout=job.limit(self._dump_timeout_s))
        dump = dumped(output, mark)
        if dump.whole:
            self._stale.remove(path)
        failed = failure(dump)
        if failed is None and dump.xml is not None:
            try:
                return uidump.parse(dump.xml)
            except ScreenError:
                failed = Failure.BROKEN
        match failed:
            case Failure.NOT_IDLE if job.compressed:
                return None
            case Failure.NOT_IDLE:
                job.compressed = True
            case Failure.REFUSED:
                raise DeviceError(f"no UI dump: {failed}")
            case Failure.KILLED if job.killed:
                raise DeviceError(f"no UI dump, twice: {failed}")
            case Failure.KILLED:
                job.killed = True
        raise _PassingError(str(failed))

    # ------------------------------------------------------------ screenshot

    def _shot(self, job: _Job) -> Image:
        job.broken = 0
        return self._insist("screenshot", lambda: self._png(job), job)

    def _png(self, job: _Job) -> Image:
        limit = job.limit(min(self._screenshot_timeout_s, job.left / 2))
        try:
            return px.decode_png(self._link.exec_out(*self._screencap, timeout=limit))
        except ScreenError:
            job.broken += 1
            message = "screencap wrote no complete PNG (try it by hand, or set device.display)"
            if job.broken == _SHOTS:
                raise DeviceError(f"no screenshot, {_SHOTS} times: {message}") from None
            raise _PassingError(message) from None

    def _pictured(self, tree: etree._Element, job: _Job) -> RawFrame:
        """The tree with a screenshot of now."""
        pixels = self._shot(job)
        frame = self._joined(tree, pixels, job)
        if frame.secure:
            # A blank frame can be a glitch between two screens: believe it when it stays.
            frame = self._joined(tree, self._shot(job), job)
        return frame

    def _joined(self, tree: etree._Element, pixels: Image, job: _Job) -> RawFrame:
        try:
            if px.is_floating(tree):
                # Its bounds don't tell the screen's size.
                pixels = self._display(job).fitted(pixels)
            return uidump.joined(tree, pixels)
        except ScreenError:
            _LOG.info("the screenshot doesn't fit the tree")
            return RawFrame(tree, pixels, app=uidump.foreground(tree), synchronised=False)

    def _without_tree(self, job: _Job) -> RawFrame:
        frame = uidump.joined(None, self._insist("screenshot", lambda: self._mapped(job), job))
        if frame.secure:
            frame = uidump.joined(None, self._insist("screenshot", lambda: self._mapped(job), job))
        return frame

    def _mapped(self, job: _Job) -> Image:
        """A screenshot in px of ``input``."""
        pixels = self._shot(job)
        try:
            return self._display(job).fitted(pixels)
        except ScreenError as error:
            # It may have been taken while the screen turned.
            raise _PassingError(str(error)) from None

    def _display(self, job: _Job) -> Display:
        return self._insist("screen size", lambda: self._read_display(job), job)

    def _read_display(self, job: _Job) -> Display:
        limit = self._screenshot_timeout_s
        size = self._link.shell("wm", "size", timeout=job.limit(limit))
        window = self._link.shell("dumpsys", "window", "displays", timeout=job.limit(limit))
        display = Display.read(
            size.out.decode(errors="replace"), window.out.decode(errors="replace")
        )
        if display is None:
            raise DeviceError("`wm size` doesn't tell the screen's size: try it by hand")
        return display

    # ------------------------------------------------------------ time

    def _job(self) -> _Job:
        return _Job(self._clock() + self._budget_s, self._clock)

    def _insist(self, what: str, attempt: Callable[[], _Got], job: _Job) -> _Got:
        """Try until it works or the time is used up, pausing longer each time."""
        pause = _FIRST_PAUSE_S
        cause: DeviceError | None = None
        while True:
            try:
                return attempt()
            except (_PassingError, DeviceLostError, DeviceTimeoutError) as error:
                _LOG.info("no %s: %s", what, error)
                # A time-out may come from how little time was left.
                if cause is None or not isinstance(error, DeviceTimeoutError):
                    cause = error
            if job.left - pause < _SHORTEST_S:
                kind = DeviceError if isinstance(cause, _PassingError) else type(cause)
                raise kind(f"no {what} within {self._budget_s:g} s; last: {cause}")
            self._sleep(pause)
            pause = min(2 * pause, _LONGEST_PAUSE_S)


@dataclass(slots=True)
class _Job:
    """The time of one frame, and what its attempts have met.

    Attributes:
        until: When it is used up, in s of the clock.
        clock: The clock.
        compressed: The screen didn't stand still for a full dump.
        killed: The last dump was killed.
        broken: Broken screenshots in a row.
    """

    until: float
    clock: Callable[[], float]
    compressed: bool = False
    killed: bool = False
    broken: int = 0

    @property
    def left(self) -> float:
        """Seconds left."""
        return self.until - self.clock()

    def limit(self, seconds: float) -> float:
        """Time-out of a call that may take so many seconds."""
        return max(_SHORTEST_S, min(seconds, self.left))
