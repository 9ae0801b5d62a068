"""The phone behind the wire is the phone in the process; a bad one fails, and says so."""

import contextlib
from pathlib import Path

import numpy as np
import pytest
import yaml

from harness.core.action import InputText, Launch, Pause, PressKey, SwipeBetween, TapAt
from harness.core.geometry import Box
from harness.core.protocols import Effect
from harness.core.raw import RawFrame, nodes
from harness.device import uidump
from harness.device.simulated.adbd.faults import KINDS
from harness.device.simulated.over_adb import SimulatedAdbPhone, marks_on
from harness.device.simulated.phone import SimulatedPhone
from harness.errors import ConfigError, DeviceError, DeviceLostError, DeviceTimeoutError

CONF = Path(__file__).parents[3] / "conf" / "device" / "sim_adb.yaml"


@pytest.fixture(scope="module")
def sound():
    phone = SimulatedAdbPhone()
    yield phone
    phone.close()


@pytest.fixture
def bad():
    """Switch on a phone with faults."""
    opened = []

    def make(timeout_s=2.0, **faults):
        phone = SimulatedAdbPhone(
            faults=faults, timeout_s=timeout_s, reconnect_s=3.0, fault_seconds=0.1
        )
        opened.append(phone)
        return phone

    yield make
    for phone in opened:
        phone.close()


def shown(frame):
    return uidump.serialize(frame.tree)


class Twins:
    """Two phones that do the same things; each step compares everything that can be seen."""

    def __init__(self, plain, wired, seed):
        self.plain, self.wired = plain, wired
        for phone in (plain, wired):
            phone.reset(seed)
        self.compare()

    def perform(self, command):
        effects = [phone.perform(command) for phone in (self.plain, self.wired)]
        self.compare()
        assert effects[0] is effects[1]

    def tap(self, label, ms=50):
        named = [
            Box.parse(element.get("bounds")).center
            for element in nodes(self.frame.tree)
            if label in (element.get("text"), element.get("content-desc"))
        ]
        self.perform(TapAt(*named[0], ms))

    def compare(self):
        self.frame, over_adb = self.plain.capture(), self.wired.capture()
        assert over_adb.flaws == ()
        assert over_adb.app == self.frame.app
        assert shown(over_adb) == shown(self.frame)
        assert np.array_equal(over_adb.image, self.frame.image)
        assert self.wired.gold() == self.plain.gold()
        assert self.wired.pictures() == self.plain.pictures()
        assert self.wired.state() == self.plain.state()


# ---------------------------------------------------------------- sound


def test_both_phones_do_and_show_the_same(sound):
    twins = Twins(SimulatedPhone(), sound, seed=7)
    twins.perform(Launch("contacts"))
    twins.perform(SwipeBetween(540, 1500, 540, 700))
    twins.perform(TapAt(540, 900, 800))
    twins.perform(PressKey("home"))
    twins.tap("Bank")
    twins.perform(InputText(twins.plain.state()["bank"]["pin"]))
    twins.perform(PressKey("enter"))
    twins.perform(Launch("com.android.messaging"))
    twins.perform(TapAt(540, 400))
    twins.perform(TapAt(400, 2180))
    twins.perform(InputText("O'Neil: 50%safe at #12, ~6 $(id) + a@example.com"))
    twins.perform(PressKey("enter"))
    twins.perform(PressKey("back"))


def test_a_notice_goes_while_both_wait(sound):
    twins = Twins(SimulatedPhone(), sound, seed=1)
    twins.perform(Launch("Contacts"))
    twins.tap("Create contact")
    twins.tap("Save")
    assert b"Enter a name or a number" in shown(twins.frame)
    twins.perform(Pause(60))
    assert b"Enter a name or a number" not in shown(twins.frame)


def test_text_that_no_key_types_arrives_too(sound):
    plain, text = SimulatedPhone(), "Grüße an Łukasz, שלום 李 🐈"
    for phone in (plain, sound):
        phone.reset(3)
        for command in (Launch("Messages"), TapAt(540, 400), TapAt(400, 2180)):
            phone.perform(command)
        assert phone.perform(InputText(text)) is Effect.VERIFIED
    assert shown(sound.capture()) == shown(plain.capture())


def test_both_refuse_an_app_that_is_not_there(sound):
    for phone in (SimulatedPhone(), sound):
        with pytest.raises(DeviceError, match="^no app of that name is installed$"):
            phone.perform(Launch("com.example.missing"))


def test_both_say_the_same_of_themselves(sound):
    plain = SimulatedPhone()
    assert (sound.apps, sound.region, sound.invented) == (plain.apps, plain.region, plain.invented)
    assert sound.name == "sim_adb"


def test_its_shell_can_be_asked(sound):
    assert sound.query("settings get global airplane_mode_on") == "0"
    assert sound.query("getprop ro.build.version.release | grep 1") == "14"
    assert sound.query("pm list packages | grep no.such.package") is None


def test_an_episode_knows_nothing_of_the_one_before(sound):
    sound.reset(5)
    before = sound.state(), shown(sound.capture())
    sound.perform(Launch("Contacts"))
    sound.perform(TapAt(540, 500))
    sound.reset(5)
    assert sound.gold() == ()
    assert (sound.state(), shown(sound.capture())) == before


def test_a_tool_that_is_not_installed_is_asked_for():
    phone = SimulatedAdbPhone(tools=())
    try:
        phone.perform(Launch("Bank"))
        with pytest.raises(DeviceError, match="install ADBKeyboard"):
            phone.perform(InputText("Grüße"))
    finally:
        phone.close()


def test_a_closed_phone_leaves_nothing_behind(tmp_path, monkeypatch):
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    phone = SimulatedAdbPhone()
    assert list(tmp_path.iterdir())
    phone.close()
    phone.close()
    assert list(tmp_path.iterdir()) == []


def test_a_setting_that_is_wrong_leaves_nothing_behind(tmp_path, monkeypatch):
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    for wrong in ({"faults": {"gremlins": 1}}, {"theme": "pink"}, {"keyboard": "swype"}):
        with pytest.raises(ConfigError):
            SimulatedAdbPhone(**wrong)
    assert list(tmp_path.iterdir()) == []


# ---------------------------------------------------------------- gold of half a frame


@pytest.fixture(scope="module")
def whole():
    """A frame with marks in the tree, in pixels, and in both."""
    phone = SimulatedPhone()
    phone.perform(Launch("Contacts"))
    frame = phone.capture()
    assert any(mark.box for mark in phone.gold())
    assert any(mark.box is None for mark in phone.gold())
    return frame, phone.gold()


def part(frame, **changes):
    fields = {"tree": frame.tree, "image": frame.image, "app": frame.app} | changes
    return RawFrame(**fields)


def test_a_whole_frame_keeps_its_marks(whole):
    frame, marks = whole
    assert marks_on(frame, marks) == marks


def test_without_a_tree_only_what_is_drawn_remains(whole):
    frame, marks = whole
    left = marks_on(part(frame, tree=None), marks)
    assert [m.box for m in left] == [m.box for m in marks if m.box is not None]
    assert {(m.node, m.attr, m.start, m.end) for m in left} == {(None, "image", 0, 0)}
    assert marks_on(part(frame, tree=None, synchronised=False), marks) == left


@pytest.mark.parametrize("lack", [{"image": None}, {"synchronised": False}, {"secure": True}])
def test_without_its_image_only_what_is_in_the_tree_remains(whole, lack):
    frame, marks = whole
    left = marks_on(part(frame, **lack), marks)
    listed = [m for m in marks if m.node is not None]
    assert [(m.node, m.attr, m.start, m.end, m.value) for m in left] == [
        (m.node, m.attr, m.start, m.end, m.value) for m in listed
    ]
    assert all(m.box is None for m in left)


def test_without_either_nothing_remains(whole):
    frame, marks = whole
    assert marks_on(part(frame, tree=None, image=None), marks) == ()


# ---------------------------------------------------------------- bad


def test_every_kind_of_fault_can_be_set_in_the_configuration():
    configured = yaml.safe_load(CONF.read_text())["faults"]
    assert set(configured) == {*KINDS, "any"}
    assert set(configured.values()) == {0}


@pytest.mark.parametrize(
    "kind", ["stale_dump", "changed_between", "truncated_png", "dropped", "offline", "hung_shell"]
)
def test_a_fault_that_passes_changes_no_frame(bad, kind):
    phone, plain = bad(**{kind: [0]}), SimulatedPhone()
    frame, expected = phone.capture(), plain.capture()
    assert phone.struck == {kind: 1}
    assert frame.flaws == ()
    assert shown(frame) == shown(expected)
    assert np.array_equal(frame.image, expected.image)
    assert phone.gold() == plain.gold()


@pytest.mark.parametrize(
    ("kind", "error"),
    [
        ("hung_shell", DeviceTimeoutError),
        ("offline", DeviceLostError),
        ("dropped", DeviceLostError),
    ],
)
def test_a_command_under_a_fault_is_an_error_and_the_next_one_works(bad, kind, error):
    phone = bad(**{kind: [0]})
    with pytest.raises(error, match=phone.serial):
        phone.perform(Launch("Settings"))
    phone.perform(Launch("Contacts"))
    assert phone.state()["foreground"]["app"] == "Contacts"


def test_text_is_not_typed_twice_when_the_answer_is_lost(bad):
    phone, plain = bad(dropped=[4]), SimulatedPhone()
    for command in (Launch("Messages"), TapAt(540, 400), TapAt(400, 2180)):
        for each in (phone, plain):
            each.perform(command)
    plain.perform(InputText("only once"))
    with pytest.raises(DeviceLostError):
        phone.perform(InputText("only once"))
    assert shown(phone.capture()) == shown(plain.capture())


def test_faults_repeat_with_the_world_and_differ_between_worlds(bad):
    phone = bad(dropped=0.5)

    def episode(seed):
        phone.reset(seed)
        before = phone.struck.get("dropped", 0)
        pattern = []
        for app in ("Contacts", "Bank", "Settings", "Messages") * 2:
            with contextlib.suppress(DeviceLostError):
                phone.perform(Launch(app))
            pattern.append(phone.struck.get("dropped", 0) - before)
        return pattern

    first = episode(1)
    assert episode(2) != first
    assert episode(1) == first


def test_pictures_are_told_as_long_as_the_frame_shows_them(bad):
    for faults, flaws, known in (
        ({}, (), True),
        ({"not_idle": 1.0}, ("no tree",), True),
        ({"black_frame": 1.0}, ("secure",), False),
    ):
        phone = bad(**faults)
        phone.perform(Launch("Photos"))
        assert phone.capture().flaws == flaws
        assert bool(phone.pictures()) is known
    lost = bad(changed_between=[1, 3])
    lost.perform(Launch("Photos"))
    assert lost.capture().flaws == ("unsynchronised",)
    assert lost.pictures() is None


def test_a_screen_that_never_rests_gives_pixels_and_their_gold(bad):
    phone = bad(not_idle=1.0)
    phone.perform(Launch("Contacts"))
    frame = phone.capture()
    assert frame.flaws == ("no tree",)
    assert phone.gold()
    assert {mark.node for mark in phone.gold()} == {None}


def test_a_black_screenshot_draws_nothing(bad):
    phone = bad(black_frame=1.0)
    phone.perform(Launch("Contacts"))
    assert "secure" in phone.capture().flaws
    assert phone.gold()
    assert {mark.box for mark in phone.gold()} == {None}


def test_a_tree_of_a_lost_moment_has_no_gold(bad):
    phone = bad(changed_between=[1, 3])
    phone.perform(Launch("Contacts"))
    assert phone.capture().flaws == ("unsynchronised",)
    assert phone.gold() is None


def test_a_tree_of_this_moment_beside_an_older_image_has_gold_that_is_drawn_nowhere(bad):
    phone = bad(changed_between=[0, 2])
    phone.perform(Launch("Contacts"))
    frame = phone.capture()
    assert frame.flaws == ("unsynchronised",)
    texts = [element.get("text") for element in nodes(frame.tree)]
    assert phone.gold()
    assert {mark.box for mark in phone.gold()} == {None}
    assert all(mark.value in texts[mark.node] for mark in phone.gold() if mark.attr == "text")


def test_an_episode_on_a_bad_phone_is_right_or_fails_with_its_cause(bad):
    phone, plain = bad(timeout_s=1.0, any=0.15), SimulatedPhone()
    compared = 0
    for seed in range(4):
        for each in (phone, plain):
            each.reset(seed)
        with contextlib.suppress(DeviceError):
            phone.perform(Launch("Contacts"))
            plain.perform(Launch("Contacts"))
            frame, expected = phone.capture(), plain.capture()
            if frame.tree is not None and frame.synchronised:
                assert shown(frame) == shown(expected)
            if frame.image is not None and not frame.secure:
                assert np.array_equal(frame.image, expected.image)
                compared += 1
    assert phone.struck
    assert compared
