"""The screen in px of ``input``, read from what the tools of Android 4 to 16 print."""

from __future__ import annotations

import numpy as np
import pytest

from harness.device.adb.display import Display
from harness.errors import ScreenError

PHYSICAL = "Physical size: 1080x2400\n"
OVERRIDE = PHYSICAL + "Override size: 720x1600\n"


@pytest.mark.parametrize(
    ("size", "window", "expected"),
    [
        (PHYSICAL, "", Display(1080, 2400, None)),
        (PHYSICAL.replace("\n", "\r\n"), "", Display(1080, 2400, None)),
        (OVERRIDE, "  DisplayRotation\n    mRotation=1 mDeferred=0", Display(720, 1600, 1)),
        (OVERRIDE, "    mCurrentRotation=ROTATION_270", Display(720, 1600, 3)),
        (PHYSICAL, "mLandscapeRotation=ROTATION_90 mRotation=0", Display(1080, 2400, 0)),
        (PHYSICAL, "mLastRotation=ROTATION_90 mRotation=ROTATION_180", Display(1080, 2400, 2)),
        (PHYSICAL, "  SurfaceOrientation: 3", Display(1080, 2400, 3)),
        ("WARNING: linker: x\n" + PHYSICAL, "", Display(1080, 2400, None)),
        ("Killed", "", None),
        ("Physical size: 0x0", "", None),
    ],
)
def test_size_and_rotation_are_read(size, window, expected):
    assert Display.read(size, window) == expected


def corners(width: int, height: int) -> np.ndarray:
    image = np.zeros((height, width, 3), np.uint8)
    image[:9, :9], image[:9, -9:] = 200, 90
    return image


@pytest.mark.parametrize("rotation", [0, 1, 2, 3, None])
def test_upright_screenshots_are_scaled(rotation):
    width, height = (240, 108) if rotation in (1, 3) else (108, 240)
    display = Display(54, 120, rotation)
    fitted = display.fitted(corners(width, height))
    assert fitted.shape == (height // 2, width // 2, 3)


@pytest.mark.parametrize("rotation", [1, 3])
def test_screenshots_in_the_devices_own_orientation_are_turned(rotation):
    shot = np.rot90(corners(240, 108), -rotation)
    assert np.array_equal(Display(108, 240, rotation).fitted(shot), corners(240, 108))


@pytest.mark.parametrize(
    ("display", "size"),
    [
        (Display(108, 240, 0), (240, 108)),
        (Display(108, 240, None), (108, 200)),
        (Display(108, 240, 1), (108, 200)),
    ],
)
def test_a_screenshot_of_another_shape_is_refused(display, size):
    with pytest.raises(ScreenError, match="doesn't fit"):
        display.fitted(corners(*size))
