"""The phone behaves as a phone: gestures, focus, back, home, dialogs, scrolling, themes."""

from __future__ import annotations

import io

import numpy as np
import pytest
from PIL import Image

from harness.core.action import InputText, Launch, Pause, PressKey, SwipeBetween, TapAt
from harness.device import uidump
from harness.device.simulated.phone import SimulatedPhone
from harness.errors import ConfigError, DeviceError

SCRIPT = (
    Launch("Contacts"),
    TapAt(540, 500),
    PressKey("back"),
    SwipeBetween(540, 1500, 540, 700),
    Launch("Messages"),
    TapAt(540, 400),
    TapAt(400, 2180),
    InputText("See you at 6, Maria"),
    PressKey("enter"),
    Pause(),
    Launch("Settings"),
)


def recording(seed: int) -> list[tuple[bytes, bytes]]:
    phone = SimulatedPhone()
    phone.reset(seed)
    frames = []
    for command in SCRIPT:
        phone.perform(command)
        frame = phone.capture()
        png = io.BytesIO()
        Image.fromarray(frame.image).save(png, "PNG", compress_level=1)
        frames.append((uidump.serialize(frame.tree), png.getvalue()))
    return frames


def test_same_seed_and_commands_give_the_same_bytes():
    assert recording(7) == recording(7)


def test_seeds_give_different_worlds():
    phone = SimulatedPhone()
    phone.reset(7)
    seven = phone.state()
    phone.reset(8)
    assert phone.state() != seven


def test_reset_undoes_everything(user):
    before = user.phone.state()
    user.open("Settings")
    user.tap("Display")
    user.tap("Dark theme")
    user.reset(0)
    assert user.phone.state() == before
    assert before["foreground"] == {"app": "Home", "screen": "home"}


def test_state_is_a_copy(user):
    user.phone.state()["contacts"]["people"].clear()
    assert len(user.phone.state()["contacts"]["people"]) == 32


def test_the_launcher_opens_apps(user):
    for app in user.phone.apps:
        user.key("home")
        user.tap(app)
        assert user.phone.state()["foreground"]["app"] == app


@pytest.mark.parametrize("name", ["settings", " SETTINGS ", "com.android.settings"])
def test_launch_takes_labels_and_packages(user, name):
    user.open(name)
    assert user.frame().app == "com.android.settings"


def test_launching_what_is_not_installed_fails(user):
    with pytest.raises(DeviceError):
        user.open("Chess")


def test_an_app_is_found_as_it_was_left(user):
    user.open("Settings")
    user.tap("Display")
    user.key("home")
    user.open("Settings")
    assert user.phone.state()["foreground"]["screen"] == "display"


def test_back_leaves_the_screen_and_then_the_app(user):
    user.open("Settings")
    user.tap("Display")
    user.key("back")
    assert user.phone.state()["foreground"] == {"app": "Settings", "screen": "list"}
    user.key("back")
    assert user.phone.state()["foreground"]["app"] == "Home"
    user.key("back")
    assert user.phone.state()["foreground"]["app"] == "Home"


def test_back_returns_to_the_app_that_opened_another(user):
    user.open("Contacts")
    user.tap("contact_row")
    user.tap("Text")
    assert user.phone.state()["foreground"] == {"app": "Messages", "screen": "thread"}
    user.key("back")
    assert user.phone.state()["foreground"] == {"app": "Contacts", "screen": "detail"}


def test_the_navigation_bar_works(user):
    user.open("Settings")
    user.tap("Display")
    user.tap("Back")
    assert user.phone.state()["foreground"]["screen"] == "list"
    user.tap("Home")
    assert user.phone.state()["foreground"]["app"] == "Home"


@pytest.mark.parametrize("way", ["back", "outside"])
def test_a_dialog_is_the_only_window_of_its_app_and_can_be_dismissed(user, way):
    user.open("Settings")
    user.tap("Display")
    user.tap("Font size")
    assert user.shows("Largest")
    assert not user.shows("Dark theme")
    if way == "back":
        user.key("back")
    else:
        user.perform(TapAt(20, 300))
    assert user.shows("Dark theme")
    assert user.phone.state()["settings"]["font_size"] == "Default"


def test_a_drag_scrolls_by_its_distance(user):
    user.open("Contacts")
    row = user.elements()
    name = [e.get("text") for e in row if e.get("resource-id") == "android:id/title"][5]
    top = user.box(name).top
    user.drag(-500)
    assert user.box(name).top == top - 500
    user.drag(300)
    assert user.box(name).top == top - 200


def test_a_list_ends(user):
    user.open("Contacts")
    for _ in range(10):
        user.drag(-1100)
    last = user.frame()
    user.drag(-1100)
    assert uidump.serialize(user.frame().tree) == uidump.serialize(last.tree)


def test_what_is_scrolled_away_is_not_in_the_tree(user):
    user.open("Contacts")
    count = len([e for e in user.elements() if e.get("resource-id", "").endswith("contact_row")])
    assert count < 32
    first = user.element("contact_row").get("content-desc")
    user.drag(-900)
    assert not user.shows(first)


def test_a_short_drag_is_a_tap(user):
    user.open("Settings")
    x, y = user.box("Display").center
    user.perform(SwipeBetween(x, y, x + 3, y + 3, 60))
    assert user.phone.state()["foreground"]["screen"] == "display"


def test_typing_needs_a_focused_field(user):
    user.open("Contacts")
    user.type("zzz")
    assert user.element("open_search_bar").get("text") == "Search contacts"
    user.tap("Search contacts")
    assert user.element("open_search_bar").get("focused") == "true"
    user.type("zz")
    user.type("z")
    assert user.element("open_search_bar").get("text") == "zzz"
    assert user.shows("No contacts found")
    user.tap("Clear text")
    assert user.element("open_search_bar").get("text") == "Search contacts"


def test_a_long_press_selects_the_text_of_a_field(user):
    user.open("Contacts")
    user.tap("Search contacts")
    user.type("abc")
    user.hold("open_search_bar")
    user.type("d")
    assert user.element("open_search_bar").get("text") == "d"


def test_controls_and_halves_of_characters_cannot_be_typed(user):
    user.open("Contacts")
    user.tap("Search contacts")
    user.type("a\x00\ud800\x0bb\uffff\u200f")
    assert user.element("open_search_bar").get("text") == "ab\u200f"


def test_enter_goes_to_the_next_field(user):
    user.open("Contacts")
    user.tap("Create contact")
    assert user.element("first").get("focused") == "true"
    user.key("enter")
    assert user.element("last").get("focused") == "true"


def test_the_dark_theme_switch_turns_the_screen_dark(user):
    user.open("Settings")
    assert user.frame().image.mean() > 200
    user.tap("Display")
    user.tap("Dark theme")
    assert user.phone.state()["settings"]["dark_theme"] is True
    assert user.frame().image.mean() < 60


def test_an_unknown_theme_is_refused():
    with pytest.raises(ConfigError, match="light, dark, world"):
        SimulatedPhone(theme="sepia")


@pytest.mark.parametrize(("theme", "dark"), [("light", False), ("dark", True)])
def test_a_theme_can_be_forced(theme, dark):
    phone = SimulatedPhone(theme=theme)
    phone.perform(Launch("Settings"))
    assert bool(phone.capture().image.mean() < 100) == dark


def test_the_font_size_changes_the_layout(user):
    user.open("Settings")
    user.tap("Display")
    before = user.box("Screen timeout").height
    user.tap("Font size")
    user.tap("Largest")
    assert user.box("Screen timeout").height > before


def test_a_frame_is_an_rgb_screenshot_of_the_whole_screen(user):
    image = user.frame().image
    assert image.shape == (2400, 1080, 3)
    assert image.dtype == np.uint8


def test_the_foreground_app_is_also_what_the_dump_says(user):
    for app in user.phone.apps:
        user.open(app)
        frame = user.frame()
        assert uidump.foreground(frame.tree) == frame.app
