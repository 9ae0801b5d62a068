import contextlib
import re
import socket
import time

import pytest

from harness.device.adb.link import AdbLink, Attached, devices, pick
from harness.device.simulated.adbd.commands_base import Result
from harness.device.simulated.adbd.daemon import Adbd
from harness.device.simulated.adbd.faults import Faults
from harness.device.simulated.phone import SimulatedPhone
from harness.errors import ConfigError, DeviceError, DeviceLostError, DeviceTimeoutError

SECRET = "Dana Reyes"
BINARY = bytes(range(256)) * 3000


class Programs:
    """Commands that tell what reached them."""

    names = ("say", "fail", "binary", "nap")

    def __init__(self, *phone):
        self.calls = []

    def run(self, argv, stdin):
        if argv[0] == "getprop":  # the daemon introduces itself
            return Result(0)
        self.calls.append(list(argv))
        match argv[0]:
            case "say":
                return Result(0, "\n".join(argv[1:]).encode() + b"\n")
            case "fail":
                return Result(7, b"some\nout\n", b"some err\n")
            case "binary":
                return Result(0, BINARY)
        time.sleep(0.02)
        return Result(0)


@pytest.fixture
def phones():
    """Switch on phones; each is a daemon that connects when it is first used."""
    with contextlib.ExitStack() as opened:

        def make(**options):
            options = {"commands": Programs} | options
            return opened.enter_context(Adbd(SimulatedPhone(), **options))

        yield make


@pytest.fixture
def link_to(server):
    made = []

    def make(adbd, port=server.port, **options):
        options = {"timeout_s": 10.0, "reconnect_s": 5.0} | options
        made.append(AdbLink(adbd.serial, port=port, **options))
        return made[-1]

    return make


def plan(**faults):
    return Faults(faults, seconds=0.1)


# ---------------------------------------------------------------- shells


def test_output_and_exit_code_come_apart(phones, link_to):
    done = link_to(phones()).shell("fail")
    assert (done.code, done.out, done.err) == (7, b"some\nout\n", b"some err\n")


@pytest.mark.parametrize("crlf", [False, True])
def test_an_old_phone_tells_its_exit_code_too(phones, link_to, crlf):
    link = link_to(phones(shell_v2=False, crlf=crlf))
    done = link.shell("fail")
    assert done.code == 7
    assert set(done.out.splitlines(True)) == {b"some\n", b"out\n", b"some err\n"}
    assert link.script("exit 3").code == 3
    assert link.exec_out("binary") == BINARY


@pytest.mark.parametrize("v2", [False, True])
def test_words_arrive_as_they_are(phones, link_to, v2):
    adbd = phones(shell_v2=v2)
    words = ["say", "O'Neil", "", "#1204 Elm St", "$(id)", "a\nb", "~", "50%safe", "Müller"]
    link_to(adbd).shell(*words)
    assert adbd.commands.calls == [words]


def test_a_failure_shows_no_output(phones, link_to):
    assert "some" not in repr(link_to(phones()).shell("fail"))


def test_binary_output_is_untouched(phones, link_to):
    assert link_to(phones(crlf=True)).exec_out("binary") == BINARY


def test_a_command_that_is_too_long_is_refused_unsent(phones, link_to):
    adbd = phones()
    with pytest.raises(DeviceError, match="too long") as refused:
        link_to(adbd).shell("say", SECRET * 10_000)
    assert SECRET not in str(refused.value)
    assert adbd.commands.calls == []


# ---------------------------------------------------------------- files


def test_a_file_comes_back_as_it_went(phones, link_to):
    adbd = phones()
    link = link_to(adbd)
    link.push(BINARY, "/sdcard/some file.bin")
    assert adbd.files.read("/sdcard/some file.bin") == BINARY
    assert link.pull("/sdcard/some file.bin") == BINARY
    link.push(b"", "/sdcard/empty")
    assert link.pull("/sdcard/empty") == b""


def test_a_missing_file_is_an_error(phones, link_to):
    with pytest.raises(DeviceError, match="can't read"):
        link_to(phones()).pull("/sdcard/nothing.xml")


# ---------------------------------------------------------------- one device among several


def test_every_request_names_its_device(phones, link_to, recorder):
    one, other = phones(), phones()
    for adbd in (one, other):
        link = link_to(adbd, recorder.port)
        link.shell("say", "hello")
        link.exec_out("binary")
        link.push(b"x", "/sdcard/x")
        link.pull("/sdcard/x")
        link.state()
    assert len(one.commands.calls) == len(other.commands.calls) == 2
    assert len(recorder.requests) > 10
    for first, *_ in recorder.requests:
        # As a whole: one port may begin with the digits of the other.
        assert re.search(rf"\b(?:{one.serial}|{other.serial})\b", first), first
    asked = [first for first, *_ in recorder.requests if other.serial in first]
    assert len(asked) == len(recorder.requests) / 2


def test_an_offline_phone_is_brought_back_and_others_left_alone(phones, link_to, server, recorder):
    flaky, steady = phones(faults=plan(offline=[1])), phones()
    link = link_to(flaky, recorder.port)
    link_to(steady).shell("say", "before")
    before = transport_of(steady, server)
    link.shell("say", "one")
    with pytest.raises(DeviceLostError, match=flaky.serial):
        link.shell("say", "two")
    assert link.shell("say", "three").out == b"three\n"
    assert flaky.commands.calls == [["say", "one"], ["say", "three"]]
    assert transport_of(steady, server) == before
    asked = [request for requests in recorder.requests for request in requests[:1]]
    assert f"host:connect:{flaky.serial}" in asked
    assert all(flaky.serial in request for request in asked)


def transport_of(adbd, server):
    """The server numbers its connections anew when a device comes back."""
    listed = ask(server.port, "host:devices-l")
    return re.search(rf"{adbd.serial} .*transport_id:(\d+)", listed)[1]


def ask(port, request):
    with socket.create_connection(("127.0.0.1", port)) as connection:
        connection.sendall(f"{len(request):04x}{request}".encode())
        return b"".join(iter(lambda: connection.recv(4096), b"")).decode()


# ---------------------------------------------------------------- lost and late


@pytest.mark.parametrize("v2", [False, True])
def test_a_command_is_not_repeated_when_the_connection_breaks_off(phones, link_to, v2):
    adbd = phones(faults=plan(dropped=[0]), shell_v2=v2)
    link = link_to(adbd)
    with pytest.raises(DeviceLostError, match=adbd.serial):
        link.shell("say", SECRET)
    assert adbd.commands.calls == [["say", SECRET]]
    assert link.shell("say", "again").out == b"again\n"


def test_half_a_binary_output_is_never_taken_for_all_of_it(phones, link_to):
    link = link_to(phones(faults=plan(dropped=[0, 2, 4])))
    for _ in range(3):
        with pytest.raises(DeviceLostError):
            link.exec_out("binary")
        assert link.exec_out("binary") == BINARY


def test_half_a_file_is_never_taken_for_all_of_it(phones, link_to):
    link = link_to(phones(faults=plan(dropped=[1])))
    link.push(BINARY, "/sdcard/x")
    with pytest.raises(DeviceLostError):
        link.pull("/sdcard/x")


def test_a_hung_command_ends_at_the_deadline(phones, link_to):
    adbd = phones(faults=plan(hung_shell=[0]))
    link = link_to(adbd)
    with pytest.raises(DeviceTimeoutError, match=adbd.serial):
        link.shell("say", SECRET, timeout=0.3)
    assert link.shell("say", "next").out == b"next\n"


def test_the_deadline_holds_for_a_command_that_never_stops_talking(phones, link_to):
    link = link_to(phones(), timeout_s=0.5)
    with pytest.raises(DeviceTimeoutError):
        link.script("while nap; do say more; done")


def test_a_phone_that_is_gone_is_named_with_what_to_do(link_to):
    with Adbd(SimulatedPhone(), commands=Programs) as adbd:
        link = link_to(adbd, reconnect_s=0.3)
        link.shell("say", "hello")
    with pytest.raises(DeviceLostError, match=f"{adbd.serial} is .*adb -s {adbd.serial} reconnect"):
        link.shell("say", "hello")


def test_without_a_server_none_is_started_behind_the_scenes():
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    with pytest.raises(DeviceLostError, match=f"adb -P {port} start-server"):
        AdbLink("emulator-5554", port=port).shell("input", "tap", "1", "1")
    with pytest.raises(ConnectionRefusedError):
        socket.create_connection(("127.0.0.1", port))


@pytest.mark.parametrize(
    ("refusal", "advice"),
    [
        (
            "device unauthorized.\nThis adb server's $ADB_VENDOR_KEYS is not set",
            "accept the prompt",
        ),
        ("insufficient permissions for device: missing udev rules?", "udev rules"),
    ],
)
def test_what_only_a_person_can_do_is_said_at_once(answering, refusal, advice):
    played = answering(lambda request: ("FAIL", refusal))
    with pytest.raises(DeviceError, match=f"R58M123 .*{advice}"):
        AdbLink("R58M123", port=played.port, reconnect_s=60).shell("input", "tap", "1", "1")


def test_a_phone_in_recovery_is_no_android(answering):
    def answer(request):
        return ("OKAY", "recovery") if "get-state" in request else ("FAIL", "device offline")

    with pytest.raises(DeviceError, match="recovery mode"):
        AdbLink("R58M123", port=answering(answer).port).shell("input", "tap", "1", "1")


def test_a_usb_device_is_reconnected_by_its_serial_alone(answering):
    kicked = []

    def answer(request):
        if request == "host-serial:R58M123:reconnect":
            kicked.append(request)
            return "OKAY", "reconnecting R58M123 [offline]"
        if not kicked:
            return "FAIL", "device offline"
        return "OKAY", "device" if request.endswith("get-state") else "shell_v2,cmd"

    played = answering(answer)
    assert "shell_v2" in AdbLink("R58M123", port=played.port).features()
    assert len(kicked) == 1
    assert all(request.startswith("host-serial:R58M123:") for request in played.requests)


# ---------------------------------------------------------------- which device

LISTED = """\
R58M123                device usb:1-2 product:a52 model:SM_A525F device:a52q transport_id:3
emulator-5554          offline transport_id:4
192.0.2.7:5555         unauthorized transport_id:9
XYZ                    no permissions (missing udev rules? user is in the plugdev group); \
see [http://developer.android.com/tools/device.html] usb:3-1 transport_id:7
"""


def test_devices_are_listed_with_state_and_model(answering):
    played = answering(lambda request: ("OKAY", LISTED))
    first, *rest = devices(port=played.port)
    assert first == Attached("R58M123", "device", "SM_A525F")
    assert [(a.serial, a.state.partition(" (")[0]) for a in rest] == [
        ("emulator-5554", "offline"),
        ("192.0.2.7:5555", "unauthorized"),
        ("XYZ", "no permissions"),
    ]


def test_several_devices_and_none_named_are_listed(answering):
    played = answering(lambda request: ("OKAY", LISTED))
    with pytest.raises(ConfigError, match=r"device\.serial=…: .*SM_A525F") as several:
        pick(None, port=played.port)
    for attached in devices(port=played.port):
        assert attached.serial in str(several.value)


def test_the_only_device_and_the_named_one_are_taken(answering):
    one = answering(lambda request: ("OKAY", LISTED.splitlines()[0] + "\n"))
    several = answering(lambda request: ("OKAY", LISTED))
    assert pick(None, port=one.port) == "R58M123"
    assert pick("emulator-5554", port=several.port) == "emulator-5554"


def test_a_device_that_is_not_there_is_an_error_before_anything_runs(answering):
    none = answering(lambda request: ("OKAY", ""))
    with pytest.raises(ConfigError, match="no device is attached: .*USB debugging"):
        pick(None, port=none.port)
    with pytest.raises(ConfigError, match="no device is attached"):
        pick("R58M123", port=none.port)
    one = answering(lambda request: ("OKAY", LISTED.splitlines()[0] + "\n"))
    with pytest.raises(ConfigError, match="serial=nope is not attached; attached: R58M123"):
        pick("nope", port=one.port)


def test_a_network_address_may_be_named_before_it_is_connected(answering):
    none = answering(lambda request: ("OKAY", ""))
    assert pick("192.0.2.7:5555", port=none.port) == "192.0.2.7:5555"
