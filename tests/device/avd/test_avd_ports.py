"""Console ports are chosen so that no two emulators get the same."""

from __future__ import annotations

import socket
import subprocess
import sys

import pytest

from harness.device.avd.ports import PORTS, check, claim
from harness.errors import ConfigError, DeviceError

RANGE = range(5640, 5660, 2)


def test_claims_never_meet() -> None:
    claims = [claim(ports=RANGE) for _ in range(4)]
    try:
        assert len({c.port for c in claims}) == 4
        assert all(c.port in RANGE for c in claims)
    finally:
        for each in claims:
            each.release()


def test_a_released_port_can_be_claimed_again() -> None:
    first = claim(ports=RANGE)
    first.release()
    first.release()
    again = claim(first.port)
    again.release()
    assert again.port == first.port


@pytest.mark.parametrize("offset", [0, 1])
def test_a_port_in_use_is_left_alone_whichever_of_the_pair_it_is(offset: int) -> None:
    free = claim(ports=RANGE)
    free.release()
    with socket.create_server(("127.0.0.1", free.port + offset)):
        other = claim(ports=RANGE)
        other.release()
        assert other.port != free.port
        with pytest.raises(DeviceError, match="device.port=null"):
            claim(free.port)


def test_another_process_can_not_claim_it_and_its_death_frees_it() -> None:
    code = (
        "import sys; from harness.device.avd.ports import claim\n"
        f"print(claim(ports=range({RANGE.start}, {RANGE.stop}, 2)).port, flush=True)\n"
        "sys.stdin.read()"
    )
    other = subprocess.Popen(
        [sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    with other:
        assert other.stdout is not None
        theirs = int(other.stdout.readline())
        mine = claim(ports=RANGE)
        mine.release()
        assert mine.port != theirs
        other.kill()
    freed = claim(theirs)
    freed.release()


def test_all_taken_says_what_to_do() -> None:
    only = claim(ports=RANGE)
    try:
        with pytest.raises(DeviceError, match="emu kill"):
            claim(ports=[only.port])
    finally:
        only.release()


def test_only_ports_that_an_emulator_takes_are_accepted() -> None:
    assert PORTS[0] == 5554
    assert PORTS[-1] == 5682
    check(None)
    check(5682)
    for wrong in (5555, 5552, 5684, 80):
        with pytest.raises(ConfigError, match="even number from 5554 to 5682"):
            check(wrong)
