"""A bad connection on purpose: offline, broken off in the middle, a shell that never answers."""

from __future__ import annotations

import subprocess

import pytest
from adbd_host import ALL_BYTES, Host, eventually

from harness.device.simulated.adbd.faults import Faults


def test_offline_ends_every_connection_and_refuses_new_ones_for_a_while(boot):
    daemon = boot(faults=Faults({"offline": [1]}, seconds=0.5))
    with Host(daemon.port) as one, Host(daemon.port) as two:
        one.connect()
        two.connect()
        assert one.everything(b"shell:show a") == b"<a>\n"
        with pytest.raises((EOFError, ConnectionError)):
            one.everything(b"shell:show b")
        assert two.source.read() == b""
    with Host(daemon.port) as three, pytest.raises((EOFError, ConnectionError)):
        three.connect()
    assert eventually(lambda: _answers(daemon.port))
    assert ["show", "b"] not in daemon.commands.seen
    assert daemon.faults.struck == {"offline": 1}


def test_adb_shows_it_offline_and_connects_again_later(adb, boot):
    daemon = boot(faults=Faults({"offline": [1]}, seconds=0.5))
    adb("connect", daemon.serial)
    assert adb("shell", "show a", serial=daemon.serial).stdout == b"<a>\n"
    assert adb("shell", "show b", serial=daemon.serial).returncode == 1
    assert eventually(lambda: adb.state(daemon.serial) in ("offline", ""))
    adb("reconnect", "offline")
    assert eventually(
        lambda: (
            b"connected" in adb("connect", daemon.serial).stdout
            and adb.state(daemon.serial) == "device"
        )
    )
    assert adb("shell", "show c", serial=daemon.serial).stdout == b"<c>\n"
    adb("disconnect", daemon.serial)


@pytest.mark.parametrize("name", [b"exec:image 4194304", b"shell:image 65536", b"shell:show abc"])
def test_dropped_sends_a_part_and_breaks_off(boot, name):
    daemon = boot(faults=Faults({"dropped": [0]}))
    whole = ALL_BYTES * 16384 if b"image" in name else b"<abc>\n"
    with Host(daemon.port) as host:
        host.connect()
        remote = host.open(name)
        got = host.chunk(1, remote)
        assert 0 < len(got) < len(whole)
        assert whole.startswith(got)
        with pytest.raises((EOFError, ConnectionError)):
            host.chunk(1, remote)
    with Host(daemon.port) as host:
        host.connect()
        assert host.everything(b"shell:show again") == b"<again>\n"


def test_dropped_strikes_a_line_without_output_too(boot):
    daemon = boot(faults=Faults({"dropped": [0]}))
    with Host(daemon.port) as host:
        host.connect()
        with pytest.raises((EOFError, ConnectionError)):
            host.everything(b"shell:true")


def test_dropped_breaks_a_transfer(adb, boot, tmp_path):
    daemon = boot(faults=Faults({"dropped": [0]}))
    daemon.files.write("/sdcard/blob", ALL_BYTES * 4096)
    adb("connect", daemon.serial)
    done = adb("pull", "/sdcard/blob", str(tmp_path / "blob"), serial=daemon.serial)
    assert done.returncode != 0
    assert daemon.faults.struck == {"dropped": 1}
    adb("disconnect", daemon.serial)


@pytest.mark.parametrize("kind", [b"shell:", b"shell,v2,raw:", b"exec:"])
def test_a_hung_shell_opens_runs_nothing_and_holds_nothing_up(boot, nothing_left, kind):
    daemon = boot(faults=Faults({"hung_shell": [0]}))
    with Host(daemon.port) as host:
        host.connect()
        assert host.open(kind + b"show never", local=9)
        assert host.everything(b"shell:show a") == b"<a>\n"
    assert [argv for argv in daemon.commands.seen if argv[0] == "show"] == [["show", "a"]]
    daemon.close()
    nothing_left()


def test_adb_waits_on_a_hung_shell_until_it_is_stopped(adb, boot):
    daemon = boot(faults=Faults({"hung_shell": [0]}))
    adb("connect", daemon.serial)
    with pytest.raises(subprocess.TimeoutExpired):
        adb("shell", "show never", serial=daemon.serial, timeout=0.5)
    assert adb("shell", "show a", serial=daemon.serial).stdout == b"<a>\n"
    adb("disconnect", daemon.serial)


def test_refused_services_count_as_no_call(boot):
    daemon = boot(faults=Faults({"offline": [1]}))
    with Host(daemon.port) as host:
        host.connect()
        assert host.open(b"reboot:") == host.open(b"root:") == 0
        assert host.everything(b"shell:show a") == b"<a>\n"


def _answers(port: int) -> bool:
    try:
        with Host(port) as host:
            host.connect()
    except (EOFError, ConnectionError):
        return False
    return True
