import cv2
import numpy as np
import pytest
from PIL import Image

from harness.device.simulated import icons
from harness.device.simulated.apps.photos.photographs import PHOTO, photograph
from harness.device.simulated.apps.photos.scenery import exposed, landscape
from harness.device.simulated.text import Rich
from harness.engine.vision.codes import codes
from harness.engine.vision.faces import FaceFinder

WIFI = (Rich("Guest Wi-Fi"), Rich("WIFI:T:WPA;S:Elm Street;P:example-only;;"))


def pixels(picture, width):
    image = picture.paint().convert("RGB")
    return np.array(image.resize((width, round(image.height * width / image.width))))


@pytest.fixture(scope="module")
def finder():
    return FaceFinder()


@pytest.mark.parametrize("width", [960, 360, 200])
@pytest.mark.parametrize("seed", range(4))
def test_a_photographed_qr_code_is_found_at_any_size(width, seed):
    picture = photograph("code", seed, WIFI)
    (box,) = codes(pixels(picture, width))
    assert 0.35 * width < box.width < 0.6 * width


def test_a_screen_without_a_code_has_none():
    page = np.full((900, 900, 3), 255, np.uint8)
    for i in range(6):
        # Radio buttons and checked boxes: rings and squares in squares, too.
        cv2.circle(page, (80 + 140 * i, 100), 40, (0, 0, 0), 8)
        cv2.circle(page, (80 + 140 * i, 100), 18, (0, 0, 0), -1)
        cv2.rectangle(page, (40 + 140 * i, 300), (120 + 140 * i, 380), (0, 0, 0), 6)
    assert codes(page) == []


@pytest.mark.parametrize("width", [960, 356, 140])
def test_every_portrait_has_a_face_that_is_covered_from_hair_to_chin(finder, width):
    for seed in range(6):
        image = pixels(photograph("portrait", seed, ()), width)
        found = finder.find(image)
        assert found, seed
        assert max(box.width for box in found) > 0.4 * width


def test_landscapes_and_icons_have_no_face(finder):
    for seed in range(6):
        assert finder.find(np.array(exposed(landscape(seed, PHOTO), seed).resize((360, 480)))) == []
    for name in sorted(icons.ICONS):
        sheet = Image.new("L", (120, 120), 255)
        sheet.paste(0, (12, 12), icons.icon(name, 96))
        assert finder.find(np.array(sheet.convert("RGB"))) == [], name


def test_a_sliver_is_harmless(finder):
    assert finder.find(np.zeros((3, 900, 3), np.uint8)) == []
    assert codes(np.zeros((3, 900, 3), np.uint8)) == []
