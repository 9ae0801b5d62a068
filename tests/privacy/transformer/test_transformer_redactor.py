"""The plain image redactor: what was found in pixels is black, and nothing else changes."""

from dataclasses import replace

import numpy as np
from drawn import EMAIL, PERSON, Drawing, found, new_vault

from harness.core.geometry import Box
from harness.core.raw import nodes
from harness.privacy.screen import Screen
from harness.privacy.transformer.redactor import WordRedactor

MAIL = "dana.reyes@example.com"


def screen_of(drawing, **flaws):
    frame = replace(drawing.frame(), **flaws)
    lines = [] if flaws else drawing.lines
    redactor = WordRedactor()
    return frame, lines, Screen.of_frame(frame, redactor.unexplained(frame, lines)), redactor


def drawing_with_a_mail():
    drawing = Drawing(height=400)
    drawing.text(60, 40, "Contacts", 60)
    drawing.text(60, 150, MAIL)
    drawing.pixels(60, 260, "Ana Ruiz")
    return drawing


def test_texts_get_placeholders_and_the_words_of_the_pixels_black_boxes():
    drawing = drawing_with_a_mail()
    frame, lines, screen, redactor = screen_of(drawing)
    vault = new_vault()
    hits = found(screen, (MAIL, EMAIL), ("Ana Ruiz", PERSON))
    result = redactor.transform(frame, screen, hits, lines, vault)
    (token,) = {f.placeholder for f in result.findings if f.node is not None}
    assert vault.lookup(token) == MAIL
    assert [n.get("text") for n in nodes(result.tree) if n.get("text")] == ["Contacts", token]
    boxes = [f.box for f in result.findings if f.node is None]
    assert len(boxes) == 2
    expected = frame.image.copy()
    for box in boxes:
        expected[box.top : box.bottom + 1, box.left : box.right + 1] = 0
    assert (result.image == expected).all()
    assert (result.image != frame.image).any()


def test_what_only_pixels_show_is_no_value_of_the_vault():
    drawing = Drawing(height=400)
    drawing.text(60, 40, "Ask Ana Ruiz", 60)
    drawing.pixels(60, 260, "Ana Ruiz")
    frame, lines, screen, redactor = screen_of(drawing)
    in_pixels = [
        d
        for d in found(screen, ("Ana Ruiz", PERSON))
        if screen.fields[d.parts[0].field].attr == "image"
    ]
    result = redactor.transform(frame, screen, in_pixels, lines, new_vault())
    assert [n.get("text") for n in nodes(result.tree) if n.get("text")] == ["Ask Ana Ruiz"]
    assert {f.placeholder for f in result.findings} == {"[PERSON_NAME]"}


def test_an_image_in_which_nothing_was_read_is_hidden_in_whole():
    for flaws, told in (({"secure": True}, False), ({"synchronised": False}, True)):
        frame, lines, screen, redactor = screen_of(drawing_with_a_mail(), **flaws)
        result = redactor.transform(frame, screen, [], lines, new_vault())
        assert not result.image.any()
        assert bool(result.masked) is told


def test_a_frame_without_image_or_tree():
    drawing = drawing_with_a_mail()
    frame, _, screen, redactor = screen_of(drawing)
    bare = replace(frame, image=None)
    only_texts = Screen.of_frame(bare)
    result = redactor.transform(bare, only_texts, found(only_texts, (MAIL, EMAIL)), (), new_vault())
    assert result.image is None
    shot = replace(frame, tree=None)
    only_pixels = Screen.of_frame(shot, redactor.unexplained(shot, drawing.lines))
    hits = found(only_pixels, (MAIL, EMAIL))
    result = redactor.transform(shot, only_pixels, hits, drawing.lines, new_vault())
    assert result.tree is None
    (box,) = {f.box for f in result.findings}
    assert isinstance(box, Box)
    assert not np.array_equal(result.image, frame.image)
