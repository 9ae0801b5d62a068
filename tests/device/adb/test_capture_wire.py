"""Frames of the simulated phone over a real adb server, while it misbehaves as planned."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import numpy as np
import pytest

from harness.core.action import Launch
from harness.device import uidump
from harness.device.adb.capture import Capture
from harness.device.adb.link import AdbLink
from harness.device.simulated.adbd.daemon import Adbd
from harness.device.simulated.adbd.faults import KINDS, Faults
from harness.device.simulated.phone import SimulatedPhone
from harness.errors import DeviceError, DeviceLostError, DeviceTimeoutError

FOLDER = "/data/local/tmp"


@pytest.fixture(scope="module")
def phone() -> SimulatedPhone:
    phone = SimulatedPhone()
    phone.perform(Launch("Contacts"))
    return phone


class Pauses:
    """A clock that only pauses move, so that nobody has to wait for them."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        self.now += seconds


@contextmanager
def bench(
    server, phone, plan=None, budget_s=8.0, timeout_s=10.0, **options
) -> Iterator[tuple[Adbd, Capture]]:
    pauses = Pauses()
    with Adbd(phone, faults=Faults(plan or {}, seconds=0.3), **options) as daemon:
        capture = Capture(
            AdbLink(daemon.serial, server.host, server.port, reconnect_s=5.0),
            budget_s=budget_s,
            dump_timeout_s=timeout_s,
            screenshot_timeout_s=timeout_s,
            clock=pauses,
            sleep=pauses.sleep,
        )
        yield daemon, capture


def is_shown(frame, phone) -> bool:
    shown = phone.capture()
    return uidump.is_same(frame.tree, shown.tree) and np.array_equal(frame.image, shown.image)


@pytest.mark.parametrize(
    "options",
    [{}, {"shell_v2": False}, {"shell_v2": False, "crlf": True}, {"shell": "sh"}],
    ids=["v2", "v1", "crlf", "sh"],
)
def test_frames_are_what_the_phone_shows_and_leave_nothing_on_it(server, phone, options):
    with bench(server, phone, **options) as (daemon, capture):
        frame = capture.frame()
        assert frame.flaws == ()
        assert frame.app == phone.capture().app
        assert is_shown(frame, phone)
        assert daemon.files.list(FOLDER) == []


PASSING = {
    "null_root": [0, 2],
    "stale_dump": [0],
    "killed_dump": [0],
    "crashed_dump": [1],
    "not_idle": [0],
    "slow_dump": [0],
    "changed_between": [0],
    "garbage_before_png": [0],
    "truncated_png": [0, 1],
    "not_png": [0],
    "black_frame": [0],
    "hung_shell": [1],
    "offline": [1],
    "dropped": [1],
}


def test_every_fault_is_tried():
    assert set(PASSING) == set(KINDS)


@pytest.mark.parametrize("kind", PASSING)
def test_a_fault_that_passes_leaves_a_true_frame(server, phone, kind):
    # A call that hangs is waited for in real time.
    timeout_s = 2.0 if kind == "hung_shell" else 10.0
    with bench(server, phone, {kind: PASSING[kind]}, timeout_s=timeout_s) as (daemon, capture):
        frame = capture.frame()
        capture.close()
        assert daemon.faults.struck[kind] == len(PASSING[kind])
        assert frame.flaws == ()
        assert is_shown(frame, phone)
        assert daemon.files.list(FOLDER) == []


@pytest.mark.parametrize(
    ("kind", "error", "told"),
    [
        ("null_root", DeviceError, "null root"),
        ("stale_dump", DeviceError, "no file"),
        ("killed_dump", DeviceError, "twice: killed"),
        ("crashed_dump", DeviceError, "crashed"),
        ("truncated_png", DeviceError, "no screenshot"),
        ("not_png", DeviceError, "no screenshot"),
        ("hung_shell", DeviceTimeoutError, "did not answer"),
        ("dropped", DeviceLostError, "broke off"),
    ],
)
def test_a_fault_that_stays_is_an_error_that_names_it(server, phone, kind, error, told):
    limits = {"budget_s": 1.0, "timeout_s": 0.5} if kind == "hung_shell" else {}
    with bench(server, phone, {kind: 1.0}, **limits) as (_, capture):
        with pytest.raises(error, match=told) as raised:
            capture.frame()
        assert type(raised.value) is error


def test_a_screen_that_never_stands_still_gives_the_screenshot(server, phone):
    with bench(server, phone, {"not_idle": 1.0}) as (_, capture):
        frame = capture.frame()
        assert frame.flaws == ("no tree",)
        assert np.array_equal(frame.image, phone.capture().image)


def test_a_blanked_window_is_secure(server, phone):
    with bench(server, phone, {"black_frame": 1.0}) as (_, capture):
        frame = capture.frame()
        assert frame.flaws == ("secure",)
        assert uidump.is_same(frame.tree, phone.capture().tree)


def test_the_screen_before_is_never_taken_for_the_screen_now(server):
    phone = SimulatedPhone()
    with bench(server, phone, {"stale_dump": range(2, 9)}) as (_, capture):
        capture.frame()
        phone.perform(Launch("Contacts"))
        with pytest.raises(DeviceError, match="no file"):
            capture.frame()


def test_a_size_override_changes_both(server, phone):
    with bench(server, phone, {"not_idle": [2, 3]}) as (daemon, capture):
        daemon.commands.run(["wm", "size", "540x1200"], b"")
        for flaws in ((), ("no tree",)):
            frame = capture.frame()
            assert frame.flaws == flaws
            assert frame.image.shape == (1200, 540, 3)
