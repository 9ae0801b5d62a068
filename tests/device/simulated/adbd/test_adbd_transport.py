"""The transport: banner, streams side by side, flow control, garbage, and a clean end."""

from __future__ import annotations

import socket
import struct

import pytest
from adbd_host import ALL_BYTES, Host, eventually, runs
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from properties import examples

from harness.core.action import Launch
from harness.device.simulated.adbd import wire
from harness.device.simulated.adbd.commands import Commands
from harness.device.simulated.adbd.daemon import Adbd
from harness.device.simulated.adbd.wire import CLSE, CNXN, OKAY, OPEN, WRTE, Message
from harness.device.simulated.phone import SimulatedPhone
from harness.errors import ConfigError


@pytest.fixture
def host(daemon):
    with Host(daemon.port) as host:
        host.connect()
        yield host


def test_the_banner_tells_what_it_is_and_can(daemon):
    with Host(daemon.port) as host:
        answer = host.connect()
    assert (answer.arg0, answer.arg1) == (wire.VERSION, wire.MAX_PAYLOAD)
    kind, _, properties = answer.data.partition(b"::")
    told = dict(part.split(b"=") for part in properties.split(b";"))
    assert kind == b"device"
    assert told[b"ro.product.model"] == b"model one"
    assert told[b"features"].split(b",") == [b"shell_v2", b"stat_v2", b"ls_v2", b"fixed_push_mkdir"]


def test_the_banner_agrees_with_getprop(boot):
    with boot(commands=Commands) as daemon, Host(daemon.port) as host:
        banner = host.connect().data
        for name in (b"name", b"model", b"device"):
            value = host.everything(b"shell:getprop ro.product." + name).strip()
            assert value
            assert b"ro.product.%b=%b;" % (name, value) in banner


def test_an_old_phone_has_no_second_shell(boot):
    with boot(shell_v2=False) as daemon, Host(daemon.port) as host:
        assert b"shell_v2" not in host.connect().data
        assert host.open(b"shell,v2,raw:show a") == 0
        assert host.everything(b"shell:show a") == b"<a>\n"


@pytest.mark.parametrize(
    "name",
    [b"reboot:", b"reboot:bootloader", b"root:", b"remount:", b"tcpip:5555", b"usb:", b"",
     b"jdwp:1", b"reverse:list-forward", b"localabstract:x", b"framebuffer:", b"\xff\xfe"],
)  # fmt: skip
def test_other_services_are_refused_and_the_phone_goes_on(host, name):
    assert host.open(name) == 0
    assert host.everything(b"shell:show a") == b"<a>\n"


def test_streams_run_side_by_side(host):
    """One that isn't acknowledged waits, and holds up no other."""
    stuck = host.open(b"exec:image 4194304", local=7)
    assert host.receive().command == WRTE
    for word in (b"a", b"b"):
        assert host.everything(b"shell:show " + word) == b"<%b>\n" % word
    host.send(OKAY, 7, stuck)
    answer = host.receive()
    assert (answer.command, answer.arg0, answer.arg1) == (WRTE, stuck, 7)


def test_connections_run_side_by_side(daemon):
    with Host(daemon.port) as one, Host(daemon.port) as two:
        one.connect()
        two.connect()
        first = one.open(b"shell:while :; do echo a; done")
        assert two.everything(b"shell:show b") == b"<b>\n"
        assert one.chunk(1, first).startswith(b"a\n")


@pytest.mark.parametrize("payload", [256, 4096, 1 << 30])
def test_no_payload_is_larger_than_the_other_side_takes(daemon, payload):
    with Host(daemon.port) as host:
        host.connect(payload=payload)
        remote = host.open(b"exec:image 65536")
        sizes = [len(part) for part in iter(lambda: host.chunk(1, remote), b"")]
    assert sum(sizes) == 65536
    assert max(sizes) <= min(payload, wire.MAX_PAYLOAD)


def test_checksums_count_for_those_who_still_use_them(daemon):
    with Host(daemon.port) as host:
        host.connect(version=0x01000000)
        host.send(OPEN, 1, 0, b"shell:show a\0")
        assert wire.read(host.source, checksum=True).command == OKAY
        assert wire.read(host.source, checksum=True).data == b"<a>\n"
        wrong = bytearray(wire.pack(Message(OPEN, 2, 0, b"shell:show b\0")))
        wrong[16] ^= 1
        host.sock.sendall(wrong)
        assert host.source.read() == b""


def test_a_second_greeting_starts_over(host):
    host.open(b"shell:while :; do echo a; done")
    assert host.receive().command == WRTE
    host.send(CNXN, wire.VERSION, 1 << 20, b"host::")
    while (answer := host.receive()).command != CNXN:
        assert answer.command == WRTE
    assert host.everything(b"shell:show a") == b"<a>\n"


def test_nothing_works_before_a_greeting(daemon):
    with Host(daemon.port) as host:
        host.send(OPEN, 1, 0, b"shell:show a\0")
        host.connect()
        assert host.everything(b"shell:show b") == b"<b>\n"
    assert ["show", "a"] not in daemon.commands.seen


def test_messages_for_streams_that_are_gone_are_ignored(host):
    for command in (WRTE, OKAY, CLSE):
        host.send(command, 5, 99, b"x")
    assert host.everything(b"shell:show a") == b"<a>\n"


MESSAGES = st.builds(
    lambda command, arg0, arg1, data: wire.pack(Message(command, arg0, arg1, data)),
    st.sampled_from([CNXN, OPEN, OKAY, WRTE, CLSE, b"AUTH", b"SYNC", b"STLS", b"????"]),
    st.integers(0, 4) | st.integers(0, 2**32 - 1),
    st.integers(0, 4) | st.integers(0, 2**32 - 1),
    st.binary(max_size=40)
    | st.sampled_from(
        [b"shell:show a\0", b"shell,v2,raw:cat\0", b"sync:\0", b"exec:image 65536\0", b"shell:\0",
         b"\x00\xff\xff\xff\x7f", b"STATABCD", b"SEND\x04\0\0\0/a,1DATA\xff\xff\xff\xff"]
    ),
)  # fmt: skip


@settings(examples(60), suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(MESSAGES | st.binary(max_size=60), max_size=8))
def test_garbage_kills_at_most_its_own_connection(daemon, parts):
    with Host(daemon.port) as bad:
        try:
            bad.sock.sendall(b"".join(parts))
            bad.sock.shutdown(socket.SHUT_WR)
            bad.sock.settimeout(0.02)
            bad.sock.recv(65536)
        except OSError:
            pass
    with Host(daemon.port) as good:
        good.connect()
        assert good.everything(b"shell:show fine") == b"<fine>\n"


def test_a_header_that_promises_too_much_ends_the_connection(daemon):
    with Host(daemon.port) as host:
        host.sock.sendall(
            struct.pack("<4s4I4s", OPEN, 1, 0, 1 << 31, 0, bytes(b ^ 255 for b in OPEN))
        )
        assert host.source.read() == b""


def test_whoever_writes_without_waiting_is_cut_off(host):
    remote = host.open(b"shell,v2,raw:while :; do :; done")
    host.sock.sendall(wire.pack(Message(WRTE, 1, remote, ALL_BYTES)) * 50)
    assert eventually(lambda: not host.source.read())


def test_closing_leaves_nothing_behind(boot, nothing_left):
    daemon = boot()
    hosts = [Host(daemon.port) for _ in range(3)]
    pids = []
    for host in hosts[:2]:
        host.connect()
        remote = host.open(b"shell,v2,raw:echo $$; trap '' TERM INT HUP; while :; do :; done")
        pids.append(int(host.chunk(1, remote)[5:]))
        host.open(b"shell,v2,raw:cat", local=2)
        host.open(b"shell:", local=3)
        host.open(b"sync:", local=4)
    daemon.close()
    nothing_left()
    assert not any(map(runs, pids))
    for host in hosts:
        host.__exit__()
    with pytest.raises(ConnectionRefusedError):
        Host(daemon.port)
    daemon.close()


def test_an_idle_one_closes_too(boot, nothing_left):
    with boot():
        pass
    nothing_left()


def test_a_port_comes_back_at_once_and_belongs_to_one(boot):
    daemon = boot()
    with Host(daemon.port) as host:
        host.connect()
        with pytest.raises(ConfigError, match=str(daemon.port)):
            boot(port=daemon.port)
        daemon.close()
    with boot(port=daemon.port) as again, Host(again.port) as host:
        assert again.serial == daemon.serial
        host.connect()


def test_what_cant_start_leaves_nothing_behind(boot, daemon, nothing_left, tmp_path, monkeypatch):
    with pytest.raises(ConfigError, match="another one"):
        boot(port=daemon.port)
    nothing_left()
    deep = tmp_path / ("long" * 30)
    deep.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(deep))
    with pytest.raises(ConfigError, match="TMPDIR"):
        boot()
    deep.rmdir()
    nothing_left()


def test_the_phone_behind_it_is_the_one_that_was_given():
    phone = SimulatedPhone()
    phone.perform(Launch("Contacts"))
    before = phone.state()["foreground"]
    with Adbd(phone) as daemon, Host(daemon.port) as host:
        host.connect()
        host.everything(b"shell:input keyevent HOME")
        assert phone.state()["foreground"] != before
