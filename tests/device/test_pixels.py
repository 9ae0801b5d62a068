"""Screenshots as devices really write them: junk, cuts, other sizes, blanked windows."""

from __future__ import annotations

import io
import zlib

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image
from properties import examples

from harness.device import pixels, uidump
from harness.errors import ScreenError

HEADER = "<?xml version='1.0' encoding='UTF-8' standalone='yes' ?>"
RED, GREEN = (200, 10, 10), (10, 200, 10)


def dump(bounds: str = "[0,0][1080,2400]", rotation: int = 0, inner: str = "") -> str:
    return (
        f'{HEADER}<hierarchy rotation="{rotation}"><node text="" package="com.example.app" '
        f'bounds="{bounds}">{inner}</node></hierarchy>'
    )


def label(bounds: str, text: str = "Hello", package: str = "com.example.app") -> str:
    return f'<node text="{text}" package="{package}" bounds="{bounds}"/>'


def encoded(image: np.ndarray, format: str = "PNG") -> bytes:
    stream = io.BytesIO()
    Image.fromarray(image).save(stream, format)
    return stream.getvalue()


def plain(width: int, height: int, color: tuple[int, int, int] = (200, 90, 10)) -> np.ndarray:
    return np.full((height, width, 3), color, np.uint8)


def noise(width: int, height: int) -> np.ndarray:
    return np.random.default_rng(5).integers(0, 255, (height, width, 3), np.uint8)


PNG = encoded(noise(30, 60))


# ---------------------------------------------------------------- decoding


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (b"[Warning] Multiple displays were found, but no display id was specified!\n", b""),
        (b"WARNING: linker: \x89PNG\n", b'\nSee "dumpsys SurfaceFlinger"\n'),
        (b"", b"IEND\xaeB`\x82 and more"),
        (PNG[:300], b""),
        (b"\x89PNG\r\n\x1a\n", PNG[:80]),
    ],
)
def test_what_the_device_prints_around_the_png_is_cut_off(before, after):
    assert np.array_equal(pixels.decode_png(before + PNG + after), noise(30, 60))
    assert np.array_equal(pixels.decode(before + PNG + after), noise(30, 60))


@pytest.mark.parametrize(
    "output",
    [
        b"",
        b"Killed",
        b"/system/bin/sh: screencap: not found\n",
        b"\x89PNG\r\n\x1a\n",
        b"\0" * 5000,
        *(PNG[:size] for size in (60, len(PNG) // 2, len(PNG) - 12, len(PNG) - 1)),
        PNG[:400] + b"\0" * 50 + PNG[450:],
        PNG[:400] + PNG[900:],
        PNG.replace(b"\n", b"\r\n"),
    ],
)
def test_a_broken_screenshot_is_refused(output):
    for decode in (pixels.decode, pixels.decode_png):
        with pytest.raises(ScreenError, match="not a readable image"):
            decode(output)


def test_a_device_can_only_answer_in_png():
    jpeg = encoded(noise(30, 60), "JPEG")
    assert pixels.decode(jpeg).shape == (60, 30, 3)
    with pytest.raises(ScreenError):
        pixels.decode_png(jpeg)


@pytest.mark.parametrize("format", ["JPEG", "WEBP", "BMP"])
def test_images_of_other_formats_are_read(format):
    image = np.full((60, 30), 128, np.uint8)
    assert pixels.decode(encoded(image, format)).shape == (60, 30, 3)


def test_transparency_is_dropped():
    image = np.dstack([plain(30, 60, RED), np.full((60, 30), 255, np.uint8)])
    assert np.array_equal(pixels.decode_png(encoded(image)), plain(30, 60, RED))


def repaired(png: bytearray) -> bytes:
    """The same chunks with checksums that are right again."""
    at = 8
    while at + 12 <= len(png):
        end = at + 8 + int.from_bytes(png[at : at + 4], "big")
        if end + 4 > len(png):
            break
        png[end : end + 4] = zlib.crc32(png[at + 4 : end]).to_bytes(4, "big")
        at = end + 4
    return bytes(png)


@examples(60)
@given(st.data())
def test_no_damage_to_an_image_crashes_the_decoder(data):
    format = data.draw(st.sampled_from(["PNG", "JPEG", "WEBP", "BMP"]))
    image = bytearray(encoded(noise(30, 60), format))
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, len(image)) | st.integers(0, 60))
        image[at : at + data.draw(st.integers(0, 9))] = data.draw(st.binary(max_size=4))
    if format == "PNG" and data.draw(st.booleans()):
        image = bytearray(repaired(image))
    try:
        decoded = pixels.decode(bytes(image))
    except ScreenError:
        return
    assert (decoded.ndim, decoded.shape[2], decoded.dtype) == (3, 3, np.uint8)


# ---------------------------------------------------------------- sizes


def test_a_frame_joins_both():
    frame = uidump.frame(dump().encode(), encoded(noise(1080, 2400)))
    assert np.array_equal(frame.image, noise(1080, 2400))
    assert frame.app == "com.example.app"
    assert frame.flaws == ()


def test_a_frame_may_have_one_part_only():
    assert uidump.frame(dump().encode(), None).image is None
    assert uidump.frame(None, PNG).tree is None
    with pytest.raises(ScreenError):
        uidump.frame(None, None)


@pytest.mark.parametrize(
    ("bounds", "size", "expected"),
    [
        ("[0,0][1080,2400]", (1080, 2400), (1080, 2400)),
        ("[0,0][1080,2274]", (1080, 2400), (1080, 2400)),
        ("[0,0][1600,2452]", (1600, 2560), (1600, 2560)),
        ("[0,0][1080,2340]", (1440, 3120), (1080, 2340)),
        ("[0,0][1080,2205]", (1440, 3120), (1080, 2340)),
        ("[0,0][1080,2400]", (540, 1200), (1080, 2400)),
        ("[0,0][540,1137]", (1080, 2400), (540, 1200)),
        ("[60,800][1020,1500]", (1080, 2400), (1080, 2400)),
        ("[0,1400][1080,2400]", (1080, 2400), (1080, 2400)),
        ("[0,0][2400,1080]", (2400, 1080), (2400, 1080)),
        ("[0,0][2274,1080]", (2400, 1080), (2400, 1080)),
        ("[126,0][2400,1080]", (2400, 1080), (2400, 1080)),
        ("[0,0][2214,1080]", (3120, 1440), (2340, 1080)),
    ],
)
def test_screenshots_are_brought_to_the_scale_of_the_bounds(bounds, size, expected):
    frame = uidump.frame(dump(bounds).encode(), encoded(plain(*size)))
    height, width = frame.image.shape[:2]
    assert (width, height) == expected


@pytest.mark.parametrize(
    ("bounds", "size", "rotation"),
    [
        ("[0,0][2400,1080]", (1080, 2400), 0),
        ("[0,0][1080,2400]", (2400, 1080), 0),
        ("[0,0][2400,1080]", (1080, 2400), 2),
        ("[0,0][2400,1080]", (1080, 1920), 1),
        ("[0,0][1080,1200]", (1080, 2400), 0),
        ("[0,0][1080,1200]", (1080, 2400), 1),
        ("[0,0][1080,2400]", (1080, 1920), 0),
        ("[-300,0][1080,2400]", (1080, 2400), 0),
        ("[0,0][0,0]", (1080, 2400), 0),
    ],
)
def test_a_screenshot_that_does_not_fit_is_refused(bounds, size, rotation):
    with pytest.raises(ScreenError, match="fit"):
        uidump.frame(dump(bounds, rotation).encode(), encoded(plain(*size)))


def corners(width: int, height: int) -> np.ndarray:
    """Red at the top left, green at the top right of what a person sees."""
    image = plain(width, height, (90, 90, 90))
    image[:40, :40] = RED
    image[:40, -40:] = GREEN
    return image


@pytest.mark.parametrize(("rotation", "drawn"), [(1, 3), (3, 1)])
@pytest.mark.parametrize(("width", "height"), [(480, 220), (220, 480)])
def test_screenshots_in_the_devices_own_orientation_are_turned(rotation, drawn, width, height):
    # The content of a screen with rotation 1 stands turned clockwise in the frame buffer.
    shot = np.rot90(corners(width, height), drawn)
    xml = dump(f"[0,0][{width},{height}]", rotation)
    frame = uidump.frame(xml.encode(), encoded(np.ascontiguousarray(shot)))
    assert np.array_equal(frame.image, corners(width, height))


def test_upright_screenshots_of_a_turned_screen_stay():
    frame = uidump.frame(dump("[0,0][480,220]", 1).encode(), encoded(corners(480, 220)))
    assert np.array_equal(frame.image, corners(480, 220))


# ---------------------------------------------------------------- blanked windows


@pytest.mark.parametrize(
    "color", [(0, 0, 0), (3, 3, 3), (255, 255, 255), (19, 19, 20), (40, 80, 9)]
)
def test_a_uniform_screenshot_of_a_screen_with_text_is_secure(color):
    xml = dump("[0,0][270,600]", inner=label("[10,75][225,100]"))
    assert uidump.frame(xml.encode(), encoded(plain(270, 600, color))).secure is True


def test_text_without_a_place_counts_too():
    xml = dump("[0,0][270,600]", inner=label("[0,0][0,0]"))
    assert uidump.frame(xml.encode(), encoded(plain(270, 600))).secure is True


def test_without_text_only_black_is_secure():
    for xml in (dump("[0,0][270,600]").encode(), None):
        for color, secure in (((0, 0, 0), True), ((19, 19, 20), False), (RED, False)):
            frame = uidump.frame(xml, encoded(plain(270, 600, color)))
            assert frame.secure is secure


def test_the_system_bars_may_stay():
    image = plain(270, 600, (0, 0, 0))
    image[:15] = noise(270, 15)
    image[-30:] = noise(270, 30)
    clock = label("[0,0][50,15]", "12:00", "com.android.systemui")
    xml = dump("[0,0][270,600]", inner=clock + label("[10,75][225,100]")).encode()
    assert uidump.frame(xml, encoded(image)).secure is True
    # The same picture with a text where it isn't uniform is an app with little to show.
    title = dump(
        "[0,0][270,600]", inner=label("[0,0][75,15]", "Notes") + label("[10,75][225,100]")
    ).encode()
    assert uidump.frame(title, encoded(image)).secure is False


def test_a_screen_with_anything_drawn_is_not_secure():
    image = plain(270, 600, (19, 19, 20))
    image[85:88, 50:53] = 230
    xml = dump("[0,0][270,600]", inner=label("[10,75][225,100]"))
    assert uidump.frame(xml.encode(), encoded(image)).secure is False
