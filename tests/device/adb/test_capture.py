"""Frames from a device whose calls fail one after the other, as a script says."""

from __future__ import annotations

import io
import logging
import re
import shlex

import numpy as np
import pytest
from PIL import Image

from harness.core.raw import nodes
from harness.device.adb.capture import Capture
from harness.device.adb.link import Output
from harness.errors import ConfigError, DeviceError, DeviceLostError, DeviceTimeoutError

WIDTH, HEIGHT = 108, 240
HEADER = "<?xml version='1.0' encoding='UTF-8' standalone='yes' ?>"


def dump(text="Hello", bounds=f"[0,0][{WIDTH},{HEIGHT}]", rotation=0):
    return (
        f'{HEADER}<hierarchy rotation="{rotation}"><node package="com.example.app" '
        f'bounds="{bounds}"><node text="{text}" bounds="[8,80][100,90]"/></node></hierarchy>'
    ).encode()


def picture(shade=0, width=WIDTH, height=HEIGHT):
    """Not uniform, and told apart by its shade."""
    image = np.full((height, width, 3), shade, np.uint8)
    image[np.arange(height) // 12 % 2 == 0] += 9
    return image


def png(image):
    stream = io.BytesIO()
    Image.fromarray(image).save(stream, "PNG")
    return stream.getvalue()


BLACK = png(np.zeros((HEIGHT, WIDTH, 3), np.uint8))
GOOD = dump()
SHOT = png(picture())
TURNED = "DISPLAY\n  mCurrentRotation=ROTATION_{}\n"


def fails(said=b"", code=0, err=b""):
    """A dump that writes no file."""
    return lambda path: (said, code, None, err)


def partial(said, code, xml):
    return lambda path: (said, code, xml, b"")


NULL_ROOT = fails(err=b"ERROR: null root node returned by UiTestAutomationBridge.\n")
NOT_IDLE = fails(err=b"ERROR: could not get idle state.\n")
KILLED = fails(b"Killed\n", 137)
CRASHED = fails(b"", 255)
STALE = fails(b"UI hierchary dumped to: /sdcard/window_dump.xml\n")
MISSING = fails(b"", 127, b"/system/bin/sh: uiautomator: inaccessible or not found\n")
LOST = DeviceLostError("the phone is offline")
SLOW = DeviceTimeoutError("the phone did not answer")


class Phone:
    """A link whose dumps and screenshots are what a script says; the last one of each repeats.

    A dump is its XML, or a function of the path that gives (said, exit code, file, stderr), or
    an error; a screenshot is bytes or an error. Time passes only here.
    """

    serial = "played-1"

    def __init__(self, dumps=(GOOD,), shots=(SHOT,), *, size="Physical size: 108x240", window="",
                 took=0.5, v2=True):  # fmt: skip
        self.dumps, self.shots = list(dumps), list(shots)
        self.size, self.window, self.took, self.v2 = size, window, took, v2
        self.now = 100.0
        self.files: dict[str, bytes] = {}
        self.lines: list[str] = []
        self.calls: list[str] = []
        self.timeouts: list[float] = []

    def script(self, line, *, timeout=None):
        self.lines.append(line)
        self.calls.append("dump")
        deleted, dumped, echoed, *_ = (shlex.split(part) for part in line.split("; "))
        path, mark = dumped[-1], echoed[1].removesuffix(":$?")
        assert deleted[:2] == ["rm", "-f"]
        assert path not in self.files, "each dump has a file of its own"
        for name in deleted[2:]:
            self.files.pop(name, None)
        outcome = self._next(self.dumps, timeout)
        if isinstance(outcome, Exception):
            self.files[path] = b"left behind"
            raise outcome
        said, code, xml, err = outcome(path) if callable(outcome) else (b"ok\n", 0, outcome, b"")
        missing = b"" if xml is not None else b"cat: No such file or directory\n"
        shown = b"%s:%d\n%s%s:%d\n" % (mark.encode(), code, xml or b"", mark.encode(), xml is None)
        if self.v2:
            return Output(0, said + shown, err + missing)
        return Output(None, said + err + shown, b"")

    def exec_out(self, *argv, timeout=None):
        self.calls.append(" ".join(argv))
        outcome = self._next(self.shots, timeout)
        if isinstance(outcome, Exception):
            raise outcome
        return outcome

    def shell(self, *argv, timeout=None):
        self.calls.append(" ".join(argv))
        if argv[0] == "rm":
            for name in argv[2:]:
                self.files.pop(name, None)
            return Output(0, b"", b"")
        said = {"wm": self.size, "dumpsys": self.window}[argv[0]]
        return Output(0, said.encode(), b"")

    def sleep(self, seconds):
        assert seconds > 0
        self.calls.append("pause")
        self.now += seconds

    def _next(self, outcomes, timeout):
        self.timeouts.append(timeout)
        outcome = outcomes.pop(0) if len(outcomes) > 1 else outcomes[0]
        self.now += timeout if isinstance(outcome, DeviceTimeoutError) else self.took
        return outcome

    def capture(self, **limits):
        limits = {"budget_s": 40.0, **limits}
        return Capture(self, clock=lambda: self.now, sleep=self.sleep, **limits)

    def count(self, call):
        return self.calls.count(call)


def text_of(tree):
    return nodes(tree)[1].get("text")


# ---------------------------------------------------------------- one moment


@pytest.mark.parametrize("v2", [True, False])
def test_two_equal_dumps_around_a_screenshot_are_one_moment(v2):
    phone = Phone(v2=v2)
    frame = phone.capture().frame()
    assert phone.calls == ["dump", "screencap -p", "dump"]
    assert frame.flaws == ()
    assert text_of(frame.tree) == "Hello"
    assert np.array_equal(frame.image, picture())
    assert frame.app == "com.example.app"
    assert phone.files == {}


def test_trees_are_compared_after_parsing():
    again = GOOD.replace(b'text="Hello"', b"text='&#72;ello'")
    assert Phone([GOOD, again]).capture().frame().synchronised is True


def test_a_change_between_the_dumps_starts_another_round_from_the_newer_tree():
    phone = Phone([dump("before"), dump("after")], [png(picture(1)), png(picture(2))])
    frame = phone.capture().frame()
    assert phone.calls == ["dump", "screencap -p", "dump", "screencap -p", "dump"]
    assert frame.synchronised is True
    assert text_of(frame.tree) == "after"
    assert np.array_equal(frame.image, picture(2))


def test_a_screen_that_changes_all_the_time_is_marked():
    phone = Phone([dump(str(n)) for n in range(20)])
    frame = phone.capture(rounds=3).frame()
    assert frame.flaws == ("unsynchronised",)
    assert text_of(frame.tree) == "3"
    assert phone.count("dump") == 4


def test_no_round_is_begun_that_the_time_does_not_suffice_for():
    phone = Phone([dump(str(n)) for n in range(20)], took=5.0)
    frame = phone.capture(budget_s=22.0, rounds=9).frame()
    assert frame.flaws == ("unsynchronised",)
    assert phone.now <= 122.0


# ---------------------------------------------------------------- failing dumps


@pytest.mark.parametrize("v2", [True, False])
@pytest.mark.parametrize("at", [0, 1])
@pytest.mark.parametrize(
    "failing",
    [
        NULL_ROOT, STALE, CRASHED, KILLED, NOT_IDLE, LOST, SLOW,
        partial(b"", 255, GOOD), partial(b"ok", 0, b""), partial(b"ok", 0, GOOD[:-30]),
        partial(b"ok", 0, b'<hierarchy rotation="0"/>'),
    ],
)  # fmt: skip
def test_a_failure_that_passes_costs_one_retry(failing, at, v2):
    outcomes = [dump(), dump(), dump()]
    outcomes.insert(at, failing)
    phone = Phone(outcomes, v2=v2)
    frame = phone.capture().frame()
    assert frame.flaws == ()
    assert (phone.count("dump"), phone.count("pause")) == (3, 1)
    assert phone.files == {}


@pytest.mark.parametrize(
    ("failing", "error", "told"),
    [
        (NULL_ROOT, DeviceError, "null root"),
        (STALE, DeviceError, "no file"),
        (CRASHED, DeviceError, "crashed"),
        (partial(b"ok", 0, GOOD[:-30]), DeviceError, "unreadable"),
        (LOST, DeviceLostError, "offline"),
        (SLOW, DeviceTimeoutError, "did not answer"),
    ],
)
def test_a_failure_that_stays_is_an_error_when_the_time_is_used_up(failing, error, told):
    phone = Phone([failing])
    with pytest.raises(error, match=f"within 40 s.*{told}") as raised:
        phone.capture().frame()
    assert type(raised.value) is error
    assert "\n" not in str(raised.value)
    assert 130 < phone.now <= 140.5
    assert phone.count("dump") > 2


def test_pauses_between_attempts_grow():
    phone = Phone([NULL_ROOT] * 5 + [GOOD], took=0.001)
    pauses = []
    phone.sleep = pauses.append
    phone.capture().frame()
    assert pauses == sorted(pauses)
    assert pauses[-1] > 4 * pauses[0]


def test_what_stands_in_a_file_of_a_killed_dump_is_never_read():
    for failing in (KILLED, partial(b"Killed\n", 137, dump("stale"))):
        phone = Phone([failing])
        with pytest.raises(DeviceError, match="killed.*Appium"):
            phone.capture().frame()
        assert phone.count("dump") == 2


def test_a_phone_without_uiautomator_is_told_at_once():
    phone = Phone([MISSING])
    with pytest.raises(DeviceError, match="refused"):
        phone.capture().frame()
    assert phone.calls == ["dump"]


def test_other_errors_of_the_link_are_not_met_by_retries():
    phone = Phone([DeviceError("no permissions: install the udev rules")])
    with pytest.raises(DeviceError, match="udev"):
        phone.capture().frame()
    assert phone.calls == ["dump"]


def test_no_call_may_take_longer_than_the_time_left():
    phone = Phone([SLOW])
    with pytest.raises(DeviceTimeoutError):
        phone.capture(budget_s=20.0, dump_timeout_s=15.0).frame()
    assert phone.timeouts[0] == 15.0
    assert all(timeout <= 5.0 for timeout in phone.timeouts[1:])
    assert phone.now <= 120.5


# ---------------------------------------------------------------- files on the phone


def test_what_a_broken_off_dump_left_is_deleted_by_the_next():
    phone = Phone([LOST, SLOW, GOOD])
    phone.capture().frame()
    assert phone.files == {}
    names = [re.findall(r"harness-dump-\w+", line) for line in phone.lines]
    assert len({name for line in names for name in line}) == len(phone.lines)


def test_closing_deletes_what_is_left():
    phone = Phone([LOST])
    capture = phone.capture(budget_s=3.0)
    with pytest.raises(DeviceLostError):
        capture.tree()
    assert phone.files
    capture.close()
    assert phone.files == {}
    calls = len(phone.calls)
    capture.close()
    assert len(phone.calls) == calls


def test_closing_a_lost_phone_says_what_may_be_left(caplog):
    phone = Phone([LOST])

    def lost(*argv, timeout=None):
        raise LOST

    phone.shell = lost
    capture = phone.capture(budget_s=3.0)
    with pytest.raises(DeviceLostError):
        capture.tree()
    capture.close()
    assert "/data/local/tmp/harness-dump-*.xml" in caplog.messages[-1]


# ---------------------------------------------------------------- never idle


def test_a_screen_that_never_stands_still_has_no_tree():
    phone = Phone([NOT_IDLE])
    frame = phone.capture().frame()
    assert frame.flaws == ("no tree",)
    assert np.array_equal(frame.image, picture())
    assert ["--compressed" in line for line in phone.lines] == [False, True]
    assert Phone([NOT_IDLE]).capture().tree() is None


def test_a_compressed_dump_is_compared_with_a_compressed_dump():
    phone = Phone([NOT_IDLE, dump("small")])
    assert phone.capture().frame().flaws == ()
    assert ["--compressed" in line for line in phone.lines] == [False, True, True]


def test_a_screen_that_begins_to_move_loses_its_tree():
    phone = Phone([GOOD, NOT_IDLE])
    assert phone.capture().frame().flaws == ("no tree",)


@pytest.mark.parametrize(
    ("size", "window", "shot", "expected"),
    [
        ("Physical size: 108x240", "", picture(), picture()),
        ("Physical size: 108x240", "", picture(0, 240, 108), picture(0, 240, 108)),
        (
            "Physical size: 108x240", TURNED.format(90),
            np.ascontiguousarray(np.rot90(picture(0, 240, 108), -1)), picture(0, 240, 108),
        ),
    ],
)  # fmt: skip
def test_screenshots_without_a_tree_are_in_px_of_input(size, window, shot, expected):
    phone = Phone([NOT_IDLE], [png(shot)], size=size, window=window)
    assert np.array_equal(phone.capture().frame().image, expected)


def test_a_size_override_scales_screenshots_without_a_tree():
    size = "Physical size: 108x240\nOverride size: 54x120\n"
    frame = Phone([NOT_IDLE], size=size).capture().frame()
    assert frame.image.shape == (120, 54, 3)


def test_a_screenshot_of_another_shape_than_the_screen_is_no_frame():
    phone = Phone([NOT_IDLE], size="Override size: 108x120")
    with pytest.raises(DeviceError, match="doesn't fit the screen"):
        phone.capture().frame()
    assert Phone([NOT_IDLE], [png(picture(0, 108, 120)), SHOT]).capture().frame().image is not None


def test_a_phone_that_does_not_tell_its_size_gives_no_frame_without_a_tree():
    with pytest.raises(DeviceError, match="wm size"):
        Phone([NOT_IDLE], size="Killed").capture().frame()


# ---------------------------------------------------------------- screenshots


@pytest.mark.parametrize(
    "failing", [b"", b"Killed", SHOT[: len(SHOT) // 2], SHOT[:-1], b"\0" * 999, LOST, SLOW]
)
def test_a_broken_screenshot_is_taken_again(failing):
    phone = Phone(shots=[failing, SHOT])
    frame = phone.capture().frame()
    assert np.array_equal(frame.image, picture())
    assert phone.count("screencap -p") == 2


def test_screenshots_that_stay_broken_are_an_error_and_no_black_image():
    phone = Phone(shots=[SHOT[:99]])
    with pytest.raises(DeviceError, match="no screenshot"):
        phone.capture().frame()
    assert phone.count("screencap -p") < 9


def test_a_hung_screenshot_leaves_time_for_another():
    phone = Phone(shots=[SLOW, SHOT])
    assert phone.capture(budget_s=10.0, screenshot_timeout_s=10.0).frame().flaws == ()


def test_the_display_is_named_and_its_warning_cut():
    warning = b"[Warning] Multiple displays were found, but no display id was specified!\n"
    phone = Phone(shots=[warning + SHOT + b"\n"])
    frame = phone.capture(display="4619827259835644672").frame()
    assert np.array_equal(frame.image, picture())
    assert phone.count("screencap -p -d 4619827259835644672") == 1


def test_a_blank_screenshot_is_believed_when_it_stays():
    phone = Phone(shots=[BLACK, SHOT])
    assert phone.capture().frame().flaws == ()
    assert phone.calls == ["dump", "screencap -p", "screencap -p", "dump"]
    assert Phone(shots=[BLACK]).capture().frame().flaws == ("secure",)
    white = png(np.full((HEIGHT, WIDTH, 3), 255, np.uint8))
    assert Phone(shots=[white]).capture().frame().flaws == ("secure",)
    assert Phone([NOT_IDLE], [BLACK]).capture().frame().flaws == ("secure", "no tree")
    assert Phone([NOT_IDLE], [BLACK, SHOT]).capture().frame().flaws == ("no tree",)


# ---------------------------------------------------------------- fitting


def test_a_screenshot_taken_while_the_screen_turns_is_taken_again():
    phone = Phone(shots=[png(picture(0, HEIGHT, WIDTH)), SHOT])
    frame = phone.capture().frame()
    assert frame.flaws == ()
    assert np.array_equal(frame.image, picture())


def test_a_screenshot_that_never_fits_is_marked_so_that_it_is_masked():
    phone = Phone(shots=[png(picture(0, HEIGHT, WIDTH))])
    frame = phone.capture().frame()
    assert frame.flaws == ("unsynchronised",)
    assert frame.image.shape == (WIDTH, HEIGHT, 3)


def test_another_resolution_is_brought_to_the_bounds():
    frame = Phone(shots=[png(picture(0, 2 * WIDTH, 2 * HEIGHT))]).capture().frame()
    assert frame.flaws == ()
    assert frame.image.shape == (HEIGHT, WIDTH, 3)


def test_turned_screenshots_are_turned_back():
    tree = dump(bounds=f"[0,0][{HEIGHT},{WIDTH}]", rotation=1)
    upright = picture(0, HEIGHT, WIDTH)
    shot = png(np.ascontiguousarray(np.rot90(upright, -1)))
    frame = Phone([tree], [shot]).capture().frame()
    assert frame.flaws == ()
    assert np.array_equal(frame.image, upright)


def test_a_dialog_alone_takes_the_scale_from_the_screen():
    dialog = dump(bounds="[10,60][98,180]")
    size = f"Physical size: {2 * WIDTH}x{2 * HEIGHT}\nOverride size: {WIDTH}x{HEIGHT}"
    shot = png(picture(0, 2 * WIDTH, 2 * HEIGHT))
    frame = Phone([dialog], [shot], size=size).capture().frame()
    assert frame.flaws == ()
    assert frame.image.shape == (HEIGHT, WIDTH, 3)
    strange = Phone([dialog], [shot], size="Physical size: 99x99").capture().frame()
    assert strange.flaws == ("unsynchronised",)


# ---------------------------------------------------------------- settings, logs


@pytest.mark.parametrize("limit", ["budget_s", "dump_timeout_s", "screenshot_timeout_s", "rounds"])
def test_limits_are_checked(limit):
    with pytest.raises(ConfigError, match=limit):
        Phone().capture(**{limit: 0})


def test_logs_and_errors_hold_nothing_of_the_screen(caplog):
    caplog.set_level(logging.DEBUG)
    secret = partial(b"Maria Lopez\n", 0, dump("Maria Lopez")[:-20])
    with pytest.raises(DeviceError) as error:
        Phone([dump("Maria Lopez"), secret]).capture(budget_s=5.0).frame()
    assert caplog.messages
    assert "Maria" not in f"{caplog.text} {error.value} {error.value.__cause__}"
