"""Finding the SDK, its virtual devices and their snapshots."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from harness.device.avd.sdk import avd_home, find_avd, find_sdk, list_avds
from harness.errors import ConfigError


def test_android_home_comes_first_and_sdk_root_steps_in(sdk: Any, tmp_path: Path) -> None:
    elsewhere = str(tmp_path / "nowhere")
    both = {"ANDROID_HOME": str(sdk.root), "ANDROID_SDK_ROOT": elsewhere}
    assert find_sdk(both).root == sdk.root
    swapped = {"ANDROID_HOME": elsewhere, "ANDROID_SDK_ROOT": str(sdk.root)}
    assert find_sdk(swapped).root == sdk.root


@pytest.mark.parametrize("environ", [{}, {"ANDROID_HOME": ""}, {"ANDROID_HOME": "/nonexistent"}])
def test_without_an_sdk_one_line_names_both_variables_and_where_to_get_it(environ: Any) -> None:
    with pytest.raises(ConfigError) as caught:
        find_sdk(environ)
    message = str(caught.value)
    assert "ANDROID_HOME" in message
    assert "ANDROID_SDK_ROOT" in message
    assert "developer.android.com" in message or "sdkmanager" in message
    assert "\n" not in message


def test_the_avd_folder_follows_the_variables_of_the_emulator() -> None:
    home = {"HOME": "/home/ada"}
    assert avd_home(home) == Path("/home/ada/.android/avd")
    user = home | {"ANDROID_USER_HOME": "/u"}
    assert avd_home(user) == Path("/u/avd")
    assert avd_home(user | {"ANDROID_EMULATOR_HOME": "/e"}) == Path("/e/avd")
    assert avd_home(user | {"ANDROID_AVD_HOME": "/a"}) == Path("/a")


def test_log_lines_between_the_names_are_no_avds(sdk: Any) -> None:
    assert list_avds(find_sdk()) == ("Medium_Phone", "Small_Phone")


def test_the_ini_files_count_where_the_emulator_lists_nothing(sdk: Any) -> None:
    sdk.behave(lists=False)
    assert list_avds(find_sdk()) == ("Medium_Phone", "Small_Phone")


def test_an_avd_that_was_moved_is_found_where_its_ini_file_says(sdk: Any, tmp_path: Path) -> None:
    moved = tmp_path / "disk" / "phone.avd"
    moved.parent.mkdir()
    (sdk.avds / "Medium_Phone.avd").rename(moved)
    (sdk.avds / "Medium_Phone.ini").write_text(f"path={moved}\n")
    avd = find_avd(find_sdk(), "Medium_Phone")
    assert avd.folder == moved
    assert avd.snapshots() == ("clean", "logged_in")


def test_an_avd_whose_home_was_moved_is_found_by_its_relative_path(sdk: Any) -> None:
    (sdk.avds / "Medium_Phone.ini").write_text("path=/old/place\npath.rel=avd/Medium_Phone.avd\n")
    assert find_avd(find_sdk(), "Medium_Phone").folder == sdk.avds / "Medium_Phone.avd"


def test_an_unknown_avd_lists_the_known_ones(sdk: Any) -> None:
    with pytest.raises(ConfigError, match="Medium_Phone, Small_Phone"):
        find_avd(find_sdk(), "Pixel_Nothing")
    assert find_avd(find_sdk(), None).name == "Medium_Phone"


def test_no_avd_at_all_says_how_to_create_one(sdk: Any, monkeypatch: Any, tmp_path: Path) -> None:
    monkeypatch.setenv("ANDROID_AVD_HOME", str(tmp_path / "empty"))
    with pytest.raises(ConfigError, match="avdmanager create avd"):
        find_avd(find_sdk(), None)


def test_the_system_image_is_named_by_the_settings(sdk: Any) -> None:
    avd = find_avd(find_sdk(), "Medium_Phone")
    image = avd.image(find_sdk())
    assert image == sdk.root / "system-images/android-33/google_apis/x86_64"
    assert avd.settings()["hw.ramSize"] == "512M"
