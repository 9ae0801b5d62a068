"""The command that puts a simulated phone behind the ADB wire."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from adbd_host import Host


@contextmanager
def started(*options: str, folder: str) -> Iterator[subprocess.Popen[str]]:
    with subprocess.Popen(
        [sys.executable, "-m", "harness.device.simulated.adbd", *options],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=os.environ | {"TMPDIR": folder},
    ) as process:
        try:
            yield process
        finally:
            process.kill()


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_it_tells_how_to_connect_and_ends_cleanly(tmp_path, how):
    with started("--seed", "3", "--faults", "null_root=0.5,any=0", folder=str(tmp_path)) as process:
        command, serial = process.stdout.readline().rsplit(maxsplit=1)
        assert command == "adb connect"
        with Host(int(serial.rpartition(":")[2])) as host:
            host.connect()
            assert b"1080x2400" in host.everything(b"shell:wm size")
            host.open(b"shell:while :; do :; done")
            process.send_signal(how)
            _, errors = process.communicate(timeout=10)
    assert (process.returncode, errors) == (0, "")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("options", "why"),
    [
        (["--faults", "no_such=0.1"], "hung_shell"),
        (["--faults", "offline"], "KIND=P"),
        (["--faults", "offline=2"], "offline"),
        (["--seconds", "-1"], "seconds"),
        (["--port", "70000"], "70000"),
    ],
)
def test_wrong_options_are_one_line(tmp_path, options, why):
    with started(*options, folder=str(tmp_path)) as process:
        _, errors = process.communicate(timeout=10)
    assert process.returncode == 2
    assert errors.startswith("error: ")
    assert why in errors
    assert errors.count("\n") == 1
