"""``uiautomator``, ``screencap``, ``wm`` and what may go wrong at them."""

from __future__ import annotations

import io
import struct
from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image
from properties import examples

from harness.core.action import Launch
from harness.core.geometry import Box
from harness.core.raw import nodes
from harness.device import uidump
from harness.device.simulated.adbd.commands import Commands, Result
from harness.device.simulated.adbd.faults import Faults
from harness.device.simulated.adbd.files import Files
from harness.device.simulated.phone import SimulatedPhone
from harness.errors import ScreenError

Run = Callable[..., Result]
DUMP = "/sdcard/window_dump.xml"
SAID = b"UI hierchary dumped to: /sdcard/window_dump.xml\n"


@pytest.fixture
def phone() -> SimulatedPhone:
    phone = SimulatedPhone()
    phone.perform(Launch("Contacts"))
    return phone


@pytest.fixture
def files() -> Files:
    return Files()


@pytest.fixture
def run(phone: SimulatedPhone, files: Files) -> Run:
    return runner(phone, files)


def runner(phone: SimulatedPhone, files: Files, **plan: object) -> Run:
    commands = Commands(phone, files, Faults(plan, seconds=0.0))  # type: ignore[arg-type]
    return lambda *argv: commands.run(argv, b"")


def expected(phone: SimulatedPhone) -> bytes:
    tree = phone.capture().tree
    assert tree is not None
    return uidump.serialize(tree)


# ---------------------------------------------------------------- dump


def test_a_dump_holds_exactly_the_tree(run: Run, phone: SimulatedPhone, files: Files) -> None:
    assert run("uiautomator", "dump") == Result(0, SAID)
    assert files.read(DUMP) == expected(phone)
    run("input", "keyevent", "3")
    assert files.read(DUMP) != expected(phone)
    run("uiautomator", "dump", "--compressed")
    assert files.read(DUMP) == expected(phone)


@pytest.mark.parametrize(
    ("argument", "path"),
    [
        ("/sdcard/Download/a b.xml", "/sdcard/Download/a b.xml"),
        ("/data/local/tmp/ü.xml", "/data/local/tmp/ü.xml"),
        ("/storage/emulated/0/x", "/sdcard/x"),
        ("sdcard/y.xml", "/sdcard/y.xml"),
    ],
)
def test_the_file_may_be_named(run, phone, files, argument: str, path: str) -> None:
    result = run("uiautomator", "dump", argument)
    absolute = argument if argument.startswith("/") else f"/{argument}"
    assert result.out.decode() == f"UI hierchary dumped to: {absolute}\n"
    assert files.read(path) == expected(phone)


def test_the_terminal_gets_the_tree_and_then_the_line(run: Run, phone: SimulatedPhone) -> None:
    result = run("uiautomator", "dump", "/dev/tty")
    assert result.out == expected(phone) + b"UI hierchary dumped to: /dev/tty\n"
    assert uidump.serialize(uidump.parse(result.out)) == expected(phone)


def test_a_place_that_cant_be_written_is_kept_secret_by_the_real_tool(run: Run, files) -> None:
    assert run("uiautomator", "dump", "/system/x.xml").code == 0
    with pytest.raises(FileNotFoundError):
        files.read("/system/x.xml")


@pytest.mark.parametrize(("argv", "code"), [([], 0), (["help"], 0), (["runtest"], 1)])
def test_usage_of_uiautomator(run: Run, argv: list[str], code: int) -> None:
    result = run("uiautomator", *argv)
    assert result.code == code
    assert b"Usage: uiautomator <subcommand>" in result.out + result.err


# ---------------------------------------------------------------- dumps that fail


@pytest.mark.parametrize(
    ("kind", "result"),
    [
        ("null_root",
         Result(0, err=b"ERROR: null root node returned by UiTestAutomationBridge.\n")),
        ("not_idle", Result(0, err=b"ERROR: could not get idle state.\n")),
        ("killed_dump", Result(137, b"Killed\n")),
        ("crashed_dump", Result(255)),
        ("stale_dump", Result(0, SAID)),
    ],
)  # fmt: skip
def test_a_failed_dump_leaves_the_old_file(phone, files, kind: str, result: Result) -> None:
    run = runner(phone, files, **{kind: [1, 2]})
    run("uiautomator", "dump")
    old = files.read(DUMP)
    run("input", "keyevent", "3")
    assert run("uiautomator", "dump") == result
    assert files.read(DUMP) == old
    run("rm", DUMP)
    assert run("uiautomator", "dump") == result
    with pytest.raises(FileNotFoundError):
        files.read(DUMP)
    run("uiautomator", "dump")
    assert files.read(DUMP) == expected(phone)


def test_a_slow_dump_is_a_good_one(phone: SimulatedPhone, files: Files) -> None:
    assert runner(phone, files, slow_dump=1.0)("uiautomator", "dump") == Result(0, SAID)
    assert files.read(DUMP) == expected(phone)


def test_a_screen_that_changes_is_dumped_as_another_one_but_never_twice(phone, files) -> None:
    run = runner(phone, files, changed_between=1.0)
    shown = []
    for _ in range(4):
        run("uiautomator", "dump")
        shown.append(files.read(DUMP) == expected(phone))
    assert shown == [False, True, False, True]
    run("rm", DUMP)
    run("uiautomator", "dump")
    assert uidump.foreground(uidump.parse(files.read(DUMP))) == "com.android.launcher3"
    assert phone.state()["foreground"]["app"] == "Contacts"


# ---------------------------------------------------------------- screencap


def test_a_screenshot_is_a_png_of_the_screen(run: Run, phone: SimulatedPhone) -> None:
    result = run("screencap", "-p")
    assert (result.code, result.err) == (0, b"")
    assert np.array_equal(uidump.decode(result.out), phone.capture().image)


def test_raw_pixels_have_the_header_of_the_real_tool(run: Run, phone: SimulatedPhone) -> None:
    raw = run("screencap").out
    width, height, kind, space = struct.unpack("<IIII", raw[:16])
    assert (width, height, kind, space) == (1080, 2400, 1, 1)
    pixels = np.frombuffer(raw[16:], np.uint8).reshape(height, width, 4)
    assert np.array_equal(pixels[..., :3], phone.capture().image)
    assert pixels[..., 3].min() == 255


@pytest.mark.parametrize(
    ("argv", "is_png"),
    [
        (["-p", "/sdcard/s"], True),
        (["/sdcard/s.png"], True),
        (["/sdcard/s"], False),
        (["-d", "0", "-p", "/sdcard/s"], True),
    ],
)
def test_a_screenshot_may_go_to_a_file(run, files, argv: list[str], is_png: bool) -> None:
    assert run("screencap", *argv) == Result(0)
    assert files.read(argv[-1]).startswith(b"\x89PNG\r\n\x1a\n") is is_png


@pytest.mark.parametrize(
    ("argv", "said"),
    [
        (["-d", "77", "-p"], b"Display Id '77' is not valid."),
        (["-p", "/system/x.png"], b"Error opening file: /system/x.png (Permission denied)"),
        (["-x"], b"usage: screencap"),
        (["-d"], b"usage: screencap"),
    ],
)
def test_refused_screenshots(run: Run, argv: list[str], said: bytes) -> None:
    result = run("screencap", *argv)
    assert result.code == 1
    assert said in result.err
    assert result.out == b""


def test_the_display_that_surfaceflinger_names_can_be_captured(run: Run) -> None:
    display = run("dumpsys", "SurfaceFlinger", "--display-id").out.split()[1].decode()
    assert run("screencap", "-d", display, "-p").code == 0


def test_a_warning_may_stand_before_the_png(phone: SimulatedPhone, files: Files) -> None:
    out = runner(phone, files, garbage_before_png=[0])("screencap", "-p").out
    assert out.startswith(b"[Warning] Multiple displays were found")
    assert b"\n\x89PNG" in out
    assert np.array_equal(uidump.decode(out), phone.capture().image)


def test_a_black_frame_is_a_valid_png(phone: SimulatedPhone, files: Files) -> None:
    out = runner(phone, files, black_frame=[0])("screencap", "-p").out
    pixels = uidump.decode(out)
    assert pixels.shape == (2400, 1080, 3)
    assert pixels.max() == 0
    assert uidump.frame(expected(phone), out).secure


@pytest.mark.parametrize("kind", ["truncated_png", "not_png"])
def test_what_is_no_image_cant_be_taken_for_one(phone, files, kind: str) -> None:
    out = runner(phone, files, **{kind: [0]})("screencap", "-p").out
    assert out
    with pytest.raises(ScreenError):
        uidump.decode(out)


@given(seed=st.integers(0, 50))
@examples(6)
def test_with_any_fault_a_dump_is_right_or_visibly_not(seed: int) -> None:
    phone, files = SimulatedPhone(), Files()
    phone.perform(Launch("Bank"))
    commands = Commands(phone, files, Faults({"any": 0.5}, seed=seed, seconds=0.0))
    home = expected(SimulatedPhone())
    for _ in range(6):
        commands.run(["rm", "-f", DUMP], b"")
        commands.run(["uiautomator", "dump"], b"")
        try:
            data = files.read(DUMP)
        except FileNotFoundError:
            continue
        assert data in (expected(phone), home)


# ---------------------------------------------------------------- wm


def test_size_and_density_are_told_overridden_and_reset(run: Run) -> None:
    assert run("wm", "size").out == b"Physical size: 1080x2400\n"
    assert run("wm", "density").out == b"Physical density: 420\n"
    assert run("wm", "size", "720x1600") == Result(0)
    assert run("wm", "density", "320") == Result(0)
    assert run("wm", "size").out == b"Physical size: 1080x2400\nOverride size: 720x1600\n"
    assert run("wm", "density").out == b"Physical density: 420\nOverride density: 320\n"
    run("wm", "size", "reset")
    run("wm", "density", "reset")
    assert b"Override" not in run("wm", "size").out + run("wm", "density").out


@pytest.mark.parametrize(
    "argv",
    [["size", "big"], ["size", "0x0"], ["size", "99999x99999"], ["size", "720"], ["density", "x"],
     ["density", "10"], [], ["overscan"]],
)  # fmt: skip
def test_sizes_that_make_no_sense_change_nothing(run: Run, argv: list[str]) -> None:
    assert run("wm", *argv).code == 255
    assert run("wm", "size").out == b"Physical size: 1080x2400\n"


def test_under_an_override_pixels_bounds_and_touches_agree(run, phone, files) -> None:
    run("wm", "size", "540x1200")
    run("uiautomator", "dump")
    frame = uidump.frame(files.read(DUMP), run("screencap", "-p").out)
    assert frame.image is not None
    assert frame.tree is not None
    assert frame.image.shape == (1200, 540, 3)
    field = next(e for e in nodes(frame.tree) if e.get("class") == "android.widget.EditText")
    box = Box.parse(field.get("bounds", ""))
    assert box is not None
    x, y = box.center
    assert run("input", "tap", str(x), str(y)) == Result(0)
    assert phone.focused_text == ""


def test_raw_pixels_of_an_override(run: Run) -> None:
    run("wm", "size", "300x500")
    assert struct.unpack("<II", run("screencap").out[:8]) == (300, 500)
    assert Image.open(io.BytesIO(run("screencap", "-p").out)).size == (300, 500)
