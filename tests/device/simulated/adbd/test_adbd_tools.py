"""Other people's tools, unchanged, see a phone: the adb program and adbutils."""

from __future__ import annotations

import io

import adbutils
import pytest
from adbd_host import ALL_BYTES, Host, eventually
from PIL import Image

from harness.device.simulated.adbd.daemon import Adbd
from harness.device.simulated.phone import SimulatedPhone


@pytest.fixture
def device(adb, daemon):
    """The phone as adbutils sees it."""
    client = adbutils.AdbClient("127.0.0.1", adb.port)
    client.connect(daemon.serial, timeout=10)
    yield client.device(daemon.serial)
    client.disconnect(daemon.serial)


def test_adb_connects_and_lists_it(adb, daemon, phone):
    lines = adb("devices", "-l").stdout.decode().splitlines()
    line = next(line for line in lines if line.startswith(daemon.serial))
    assert "model:model_one" in line
    assert phone("get-state").stdout == b"device\n"
    assert b"shell_v2" in phone("features").stdout.split()


def test_adb_shell_tells_outputs_and_codes(phone):
    done = phone("shell", "fail", "7")
    assert (done.returncode, done.stdout, done.stderr) == (7, b"to stdout\n", b"to stderr\n")
    done = phone("shell", "-x", "fail", "7")
    assert (done.returncode, done.stdout) == (0, b"to stdout\nto stderr\n")
    done = phone("shell", "show a >&2 && exit 200")
    assert (done.returncode, done.stdout, done.stderr) == (200, b"", b"<a>\n")


def test_adb_shell_joins_its_words_so_the_phone_sees_the_quotes(phone):
    assert phone("shell", "show", "'a  b'", "c", '"$HOME"', "'$HOME'").stdout == (
        b"<a  b><c></><$HOME>\n"
    )


def test_adb_shell_carries_stdin(phone):
    assert phone("shell", "cat", stdin=ALL_BYTES * 1000).stdout == ALL_BYTES * 1000
    assert phone("shell", "-T", stdin=b"show a\nexit 3\n").stdout == b"<a>\n"
    assert phone("shell", "-n", "cat", stdin=b"not for it").stdout == b""


def test_adb_shell_can_have_a_terminal(phone):
    done = phone("shell", "-tt", "test -t 0 && show yes; exit 6")
    assert (done.returncode, done.stdout) == (6, b"<yes>\r\n")


def test_adb_exec_out_is_exact(phone):
    assert phone("exec-out", "image 1048576").stdout == ALL_BYTES * 4096


def test_adb_pushes_and_pulls_files_and_folders(phone, tmp_path):
    data = ALL_BYTES * 4096 + b"tail"
    (tmp_path / "out" / "sub").mkdir(parents=True)
    (tmp_path / "out" / "sub" / "a b.bin").write_bytes(data)
    (tmp_path / "out" / "empty").write_bytes(b"")
    assert phone("push", str(tmp_path / "out"), "/sdcard/Download/").returncode == 0
    assert phone("pull", "/sdcard/Download/out", str(tmp_path / "back")).returncode == 0
    assert (tmp_path / "back" / "sub" / "a b.bin").read_bytes() == data
    assert (tmp_path / "back" / "empty").read_bytes() == b""
    assert b"a b.bin" in phone("ls", "/sdcard/Download/out/sub").stdout


def test_adb_says_why_a_transfer_failed(phone, tmp_path):
    (tmp_path / "file").write_bytes(b"x")
    done = phone("pull", "/sdcard/none", str(tmp_path / "none"))
    assert done.returncode == 1
    assert b"No such file or directory" in done.stderr
    done = phone("push", str(tmp_path / "file"), "/system/file")
    assert done.returncode == 1
    assert b"Permission denied" in done.stderr + done.stdout


@pytest.mark.parametrize("words", [["reboot"], ["root"], ["remount"], ["tcpip", "5555"]])
def test_adb_is_refused_what_a_simulated_phone_cant(adb, daemon, phone, words):
    assert phone(*words).returncode != 0
    assert adb.state(daemon.serial) == "device"


def test_two_phones_at_once(adb, boot):
    one, two = boot(), boot(shell_v2=False)
    for phone in (one, two):
        adb("connect", phone.serial)
    assert adb("shell", "show a").returncode == 1  # more than one device
    assert adb("shell", "show one", serial=one.serial).stdout == b"<one>\n"
    assert adb("shell", "show two", serial=two.serial).stdout == b"<two>\n"
    assert (["show", "one"] in one.commands.seen, ["show", "one"] in two.commands.seen) == (
        True,
        False,
    )
    for phone in (one, two):
        adb("disconnect", phone.serial)


def test_an_old_phone_has_cr_lf_and_no_codes(adb, boot):
    old = boot(shell_v2=False, crlf=True)
    adb("connect", old.serial)
    done = adb("shell", "fail 7", serial=old.serial)
    assert (done.returncode, done.stdout) == (0, b"to stdout\r\nto stderr\r\n")
    assert adb("exec-out", "image 65536", serial=old.serial).stdout == ALL_BYTES * 256
    adb("disconnect", old.serial)


def test_it_is_gone_once_it_is_closed_and_comes_back(adb, boot):
    phone = boot()
    adb("connect", phone.serial)
    phone.close()
    assert eventually(lambda: adb.state(phone.serial) != "device")
    again = boot(port=phone.port)

    def connected() -> bool:
        # The server takes its time to forget the one that is gone.
        adb("disconnect", phone.serial)
        adb("connect", again.serial)
        return adb.state(again.serial) == "device"

    assert eventually(connected)
    assert adb("shell", "show back", serial=again.serial).stdout == b"<back>\n"
    adb("disconnect", again.serial)


def test_adbutils_works_unchanged(device):
    assert device.shell("show 'a b'; show c") == "<a b>\n<c>"
    assert device.shell(["show", "a b", "$HOME"]) == "<a b><$HOME>"
    assert device.shell("image 65536", encoding=None) == ALL_BYTES * 256
    plain = device.shell2("fail 7")
    assert (plain.returncode, plain.output) == (7, "to stdout\nto stderr\n")
    second = device.shell2("fail 9", v2=True)
    assert (second.returncode, second.stdout, second.stderr) == (9, "to stdout\n", "to stderr\n")
    assert device.prop.model == "model one"


def test_adbutils_transfers_files(device, tmp_path):
    data = ALL_BYTES * 4096
    device.sync.push(data, "/sdcard/Download/blob")
    assert device.sync.read_bytes("/sdcard/Download/blob") == data
    assert device.sync.stat("/sdcard/Download/blob").size == len(data)
    assert [entry.path for entry in device.sync.iter_directory("/sdcard/Download")] == ["blob"]
    device.sync.pull("/sdcard/Download/blob", tmp_path / "blob")
    assert (tmp_path / "blob").read_bytes() == data
    with pytest.raises(adbutils.AdbError, match="No such file"):
        device.sync.read_bytes("/sdcard/none")


def test_adbutils_sees_the_real_phone(adb):
    with Adbd(SimulatedPhone()) as daemon:
        client = adbutils.AdbClient("127.0.0.1", adb.port)
        client.connect(daemon.serial, timeout=10)
        device = client.device(daemon.serial)
        assert device.window_size() == (1080, 2400)
        assert device.screenshot(error_ok=False).size == (1080, 2400)
        assert device.dump_hierarchy().count("<node") > 5
        client.disconnect(daemon.serial)


def test_adb_sees_the_real_phone(adb):
    with Adbd(SimulatedPhone()) as daemon:
        adb("connect", daemon.serial)
        shot = adb("exec-out", "screencap", "-p", serial=daemon.serial).stdout
        with Image.open(io.BytesIO(shot)) as picture:
            assert picture.size == (1080, 2400)
        dump = adb("shell", "uiautomator dump && cat /sdcard/window_dump.xml", serial=daemon.serial)
        assert dump.returncode == 0
        assert b"</hierarchy>" in dump.stdout
        adb("disconnect", daemon.serial)


def test_every_message_reaches_a_phone_that_two_servers_share(adb, daemon, phone):
    with Host(daemon.port) as other:
        other.connect()
        assert other.everything(b"shell:show other") == b"<other>\n"
        assert phone("shell", "show mine").stdout == b"<mine>\n"
