"""The scores' own OCR reads screens and crops."""

import numpy as np
import pytest
from synthetic_run import CONTACT, CONTACT_RAW, draw, place

from harness.engine.ocr.tesseract import TesseractOcr
from harness.errors import MissingModelError


@pytest.fixture(scope="module")
def ocr() -> TesseractOcr:
    return TesseractOcr()


def test_reads_a_screen_in_order_with_boxes(ocr):
    lines = ocr.read(draw(CONTACT_RAW))
    assert [line.text for line in lines] == CONTACT_RAW
    assert lines[1].box.overlap(place(CONTACT[1], 1).pad(4)) > 0.9
    assert all(0 < line.score <= 1 for line in lines)


def test_reads_a_crop(ocr):
    box = place(CONTACT[2], 2).pad(8)
    crop = draw(CONTACT_RAW)[box.top : box.bottom, box.left : box.right]
    assert "555-0142" in ocr.read_crop(crop)


def test_nothing_to_read(ocr):
    assert ocr.read(np.full((80, 200, 3), 255, np.uint8)) == []
    assert ocr.read_crop(np.zeros((3, 3, 3), np.uint8)) == ""


def test_identity_is_the_language_file(ocr):
    assert list(ocr.identity()) == ["eng.traineddata"]


def test_a_missing_language_is_one_clear_line(tmp_path):
    with pytest.raises(MissingModelError, match=r"xyz\.traineddata is missing"):
        TesseractOcr(languages="xyz", tessdata=str(tmp_path))
