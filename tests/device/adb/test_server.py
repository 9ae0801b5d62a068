import os
import signal
import socket
import subprocess
import sys
import textwrap
import time

import pytest

from harness.device.adb.link import devices
from harness.device.adb.server import AdbServer, adb_path
from harness.errors import ConfigError, DeviceError


def runs(port):
    try:
        return devices(port=port) is not None
    except DeviceError:
        return False


@pytest.fixture
def free_port():
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return listener.getsockname()[1]


@pytest.fixture
def somebodys_port(free_port, monkeypatch, tmp_path):
    """A free port on which whatever starts there is stopped at the end, away from real devices."""
    for switch in ("ADB_USB", "ADB_EMU", "ADB_MDNS"):
        monkeypatch.setenv(switch, "0")
    for folder in ("HOME", "TMPDIR"):
        monkeypatch.setenv(folder, str(tmp_path))
    yield free_port
    subprocess.run([adb_path(), "-P", str(free_port), "kill-server"], check=False)


def test_a_private_server_runs_until_it_is_closed_and_sees_no_other_device():
    with AdbServer.private() as server:
        assert devices(server.host, server.port) == []
    assert not runs(server.port)
    server.close()


def test_private_servers_are_apart():
    with AdbServer.private() as one, AdbServer.private() as other:
        assert one.port != other.port
        one.close()
        assert runs(other.port)


def test_a_private_server_leaves_no_file_behind(tmp_path, monkeypatch):
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    with AdbServer.private() as server:
        assert runs(server.port)
        assert list(tmp_path.iterdir())
    assert list(tmp_path.iterdir()) == []


def test_a_private_server_ends_with_its_program_even_if_nobody_closes_it():
    program = textwrap.dedent("""
        from harness.device.adb.server import AdbServer
        server = AdbServer.private()
        print(server.port, flush=True)
        raise SystemExit("an error that nobody handles")
    """)
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, check=False)
    assert not runs(int(done.stdout))


def test_a_private_server_ends_when_its_program_is_killed():
    program = textwrap.dedent("""
        import time
        from harness.device.adb.server import AdbServer
        server = AdbServer.private()
        print(server.port, flush=True)
        time.sleep(60)
    """)
    with subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE) as running:
        port = int(running.stdout.readline())
        assert runs(port)
        running.kill()
    for _ in range(100):
        if not runs(port):
            break
        time.sleep(0.05)
    assert not runs(port)


def test_a_private_server_outlives_ctrl_c():
    program = textwrap.dedent("""
        from harness.device.adb.link import devices
        from harness.device.adb.server import AdbServer
        with AdbServer.private() as server:
            try:
                print("ready", flush=True)
                input()
            except KeyboardInterrupt:
                print(devices(port=server.port), flush=True)
    """)
    with subprocess.Popen(
        [sys.executable, "-c", program],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        process_group=0,
    ) as running:
        assert running.stdout.readline() == b"ready\n"
        os.killpg(running.pid, signal.SIGINT)
        assert running.stdout.read() == b"[]\n"


def test_the_common_server_is_used_and_never_stopped():
    with AdbServer.private() as somebodys:
        with AdbServer(port=somebodys.port) as server:
            assert server.port == somebodys.port
        server.close()
        assert runs(somebodys.port)


def test_the_common_server_is_started_where_there_is_none_and_left_running(somebodys_port):
    with AdbServer(port=somebodys_port):
        assert runs(somebodys_port)
    assert runs(somebodys_port)


def test_the_port_that_everybody_uses_is_the_one_of_the_environment(monkeypatch):
    with AdbServer.private() as somebodys:
        monkeypatch.setenv("ANDROID_ADB_SERVER_PORT", str(somebodys.port))
        assert AdbServer().port == somebodys.port


@pytest.mark.parametrize("port", ["adb", "0", "65536", "-1"])
def test_an_impossible_port_is_refused(monkeypatch, port):
    monkeypatch.setenv("ANDROID_ADB_SERVER_PORT", port)
    with pytest.raises(ConfigError, match="ANDROID_ADB_SERVER_PORT"):
        AdbServer()


def test_a_server_that_cannot_start_is_an_error(free_port, monkeypatch):
    monkeypatch.setenv("ADBUTILS_ADB_PATH", "/bin/false")
    with pytest.raises(DeviceError, match=f"adb -P {free_port} start-server"):
        AdbServer(port=free_port)
    with pytest.raises(DeviceError, match="server nodaemon"):
        AdbServer.private()


def test_a_missing_adb_is_an_error(monkeypatch):
    monkeypatch.setenv("ADBUTILS_ADB_PATH", "/nowhere/adb")
    with pytest.raises(DeviceError, match="adb can't be run"):
        AdbServer.private()


def test_on_another_machine_no_server_is_started(free_port):
    # 127.0.0.2 stands for another machine: nothing of ours listens there.
    with pytest.raises(DeviceError, match=f"no adb server on 127.0.0.2:{free_port}"):
        AdbServer(port=free_port, host="127.0.0.2")
