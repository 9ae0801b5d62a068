"""Values that OCR reads wrongly, in part, or in boxes that are too small."""

from dataclasses import replace

import numpy as np
import pytest
from drawn import ADDRESS, PERSON, PHONE, Drawing, anonymize, new_vault

from harness.core.geometry import Box
from harness.engine.ocr.rapid import RapidOcrEngine
from harness.privacy.transformer.pixels import Canvas


@pytest.fixture(scope="module")
def rapid():
    return RapidOcrEngine(threads=2)


@pytest.mark.parametrize(
    ("drawn", "known"),
    [
        ("l0 555-Ol42", "10 555-0142"),
        ("+1 SS5-0142", "+1 555-0142"),
    ],
)
def test_a_value_whose_characters_look_alike_is_hidden_however_sure_the_reading(
    rapid, drawn, known
):
    drawing = Drawing(height=300)
    box = drawing.pixels(60, 100, f"Missed call: {drawn}")
    frame = drawing.frame()
    lines = rapid.read(frame.image)
    assert min(line.score for line in lines) > 0.9
    vault = new_vault()
    token = vault.register(known, PHONE)
    result, _, _ = anonymize(frame, (), lines, vault)
    assert [f.placeholder for f in result.findings] == [token]
    number = replace(box, left=box.right - 150)
    before, after = (i[number.top : number.bottom, number.left : number.right]
                     for i in (frame.image, result.image))  # fmt: skip
    ink = before.max(axis=2) < 128
    assert (after[ink].max(axis=1) < 128).mean() < 0.5


@pytest.mark.parametrize(
    ("shown", "read", "type"),
    [
        ("113 Elm Street", "13 Elm Street", ADDRESS),
        ("202-555-0142", "202-555-042", PHONE),
        ("Dana Reyes", "ana Reyes", PERSON),
    ],
)
def test_what_ocr_lost_of_a_value_is_covered_with_the_rest(shown, read, type):
    drawing = Drawing(height=300)
    node = drawing.text(60, 100, shown, read=read)
    lines = [
        replace(line, box=replace(line.box, left=line.box.left + 22)) for line in drawing.lines
    ]
    frame = drawing.frame()
    result, _, _ = anonymize(frame, ((shown, type),), lines, new_vault("constant"), style="box")
    box = Box.parse(node.get("bounds"))
    lost = (slice(box.top, box.bottom), slice(box.left, box.left + 22))
    ink = frame.image[lost].max(axis=2) < 128
    assert ink.any()
    assert (frame.image[lost] != result.image[lost]).any(axis=2)[ink].all()


def test_a_bubble_is_left_and_no_letter_at_its_edges():
    bubble, ink = (30, 90, 200), (255, 255, 255)
    drawing = Drawing(height=300)
    drawing.draw.rounded_rectangle((400, 80, 1040, 190), 40, fill=bubble)
    box = drawing.pixels(440, 100, "jumpy (Dana) Ågypt", ink=ink)
    cut = Box(box.left + 16, box.top + 8, box.right - 16, box.bottom - 8)
    canvas = Canvas(np.array(drawing.picture))
    canvas.overlay_line(cut, "")
    clean = canvas.finish()
    assert (clean[box.top : box.bottom, box.left : box.right] == bubble).all()
    assert (clean[:70] == 255).all()
