"""What real pages do to text recognition: lone digits, columns, night mode, long screenshots."""

import numpy as np
import pytest
from fontpkg_roboto import ROOT
from PIL import Image, ImageDraw, ImageFont

from harness.engine.ocr.bands import CachedOcr
from harness.engine.ocr.rapid import RapidOcrEngine

DAY, NIGHT = ("white", "#333333"), ("#121212", "#9e9e9e")


def page(*texts, size=(1080, 400), paper="white", ink="#333333"):
    """A page with (x, y, height in px, text) on it."""
    image = Image.new("RGB", size, paper)
    draw = ImageDraw.Draw(image)
    for x, y, height, text in texts:
        font = ImageFont.truetype(str(ROOT / "files" / "Roboto[wdth,wght].ttf"), height)
        draw.text((x, y), text, font=font, fill=ink)
    return np.array(image)


@pytest.fixture(scope="module")
def rapid():
    return RapidOcrEngine(threads=2)


@pytest.mark.parametrize("mode", ["none", "bands", "blocks"])
@pytest.mark.parametrize(("paper", "ink"), [DAY, NIGHT])
@pytest.mark.parametrize("text", ["7", "3", "113", "Li"])
def test_a_digit_or_two_letters_alone_are_read(rapid, mode, paper, ink, text):
    for height in (36, 44, 52, 64):
        image = page((60, 100, height, text), paper=paper, ink=ink)
        assert [line.text for line in CachedOcr(rapid, mode).read(image)] == [text]


@pytest.mark.parametrize("box", [(60, 100, 600, 250), (60, 100, 110, 150)])
def test_an_empty_field_and_an_empty_checkbox_are_not_read(rapid, box):
    picture = Image.fromarray(page())
    ImageDraw.Draw(picture).rounded_rectangle(box, 8, outline="#333333", width=4)
    assert CachedOcr(rapid, "blocks").read(np.array(picture)) == []


@pytest.mark.parametrize("mode", ["none", "bands", "blocks"])
def test_labels_and_values_stay_apart_and_in_order(rapid, mode):
    image = page(
        (60, 100, 40, "Phone"),
        (700, 104, 40, "202-555-0142"),
        (60, 200, 40, "E-mail"),
        (700, 196, 40, "dana@example.com"),
    )
    assert [line.text for line in CachedOcr(rapid, mode).read(image)] == [
        "Phone", "202-555-0142", "E-mail", "dana@example.com",
    ]  # fmt: skip


@pytest.mark.parametrize("height", [18, 20, 24])
@pytest.mark.parametrize("ink", ["#e0e0e0", "#9e9e9e", "#777777"])
def test_small_grey_digits_of_night_mode_are_read(rapid, height, ink):
    values = ["4111 1111 2025 0142", "+1 202-555-0142"]
    image = page(
        *((60, 100 + 100 * i, height, v) for i, v in enumerate(values)), paper="#121212", ink=ink
    )
    assert [line.text for line in rapid.read(image)] == values


@pytest.mark.parametrize("size", [(1440, 3120), (1080, 8000)])
def test_no_text_of_a_long_screenshot_is_lost_in_shrinking(rapid, size):
    places = [40, size[1] // 2, size[1] - 60]
    values = [f"202-555-01{i}{i}" for i in range(3)]
    image = page(*((size[0] - 400, y, 32, v) for y, v in zip(places, values, strict=True)),
                 size=size)  # fmt: skip
    lines = CachedOcr(rapid, "blocks").read(image)
    assert [line.text for line in lines] == values
    for line, place in zip(lines, places, strict=True):
        assert place - 10 <= line.box.top <= place + 20
