from dataclasses import replace

import numpy as np
import pytest
from drawn import ADDRESS, EMAIL, PERSON, PHONE, Drawing, anonymize, font, new_vault
from lxml import etree

from harness.core.geometry import Box
from harness.core.protocols import OcrLine
from harness.core.raw import RawFrame
from harness.engine.ocr.rapid import RapidOcrEngine
from harness.privacy.screen import Detection, Part
from harness.privacy.transformer import typeset
from harness.privacy.transformer.pixels import Canvas

WHITE, NIGHT = (255, 255, 255), (18, 18, 18)
DANA = (("Dana Reyes", PERSON), ("555-0142", PHONE))


@pytest.fixture(scope="module")
def rapid():
    return RapidOcrEngine(threads=2)


def region(image, box):
    return image[box.top : box.bottom, box.left : box.right]


def same(a, b, box):
    return bool((region(a, box) == region(b, box)).all())


# ---------------------------------------------------------------- what can be read afterwards


@pytest.mark.parametrize(("paper", "ink"), [(WHITE, (30, 30, 30)), (NIGHT, (225, 225, 225))])
@pytest.mark.parametrize("tree", [True, False])
def test_nothing_of_the_values_can_be_read_and_the_placeholders_can(rapid, paper, ink, tree):
    drawing = Drawing(height=700, paper=paper, ink=ink)
    drawing.text(60, 40, "Contacts", 60)
    drawing.text(60, 150, "Ann")
    drawing.text(60, 230, "+1 555-0142", right=1060)
    drawing.draw.rounded_rectangle((400, 330, 1040, 480), 30, fill=(30, 90, 200))
    drawing.pixels(430, 350, "Ask Dana Reyes about it,", ink=WHITE)
    drawing.pixels(430, 405, "dana.reyes@example.com", ink=WHITE)
    message = "Ask Dana Reyes about it, dana.reyes@example.com"
    drawing.node(drawing.window, (400, 330, 1040, 480), message)
    popup = drawing.pixels(60, 560, "Ana Ruiz, 12 Elm Street")
    frame = drawing.frame(tree)
    values = (
        ("Ann", PERSON), ("+1 555-0142", PHONE), ("Dana Reyes", PERSON),
        ("dana.reyes@example.com", EMAIL), ("Ana Ruiz", PERSON), ("12 Elm Street", ADDRESS),
    )  # fmt: skip
    result, _, vault = anonymize(frame, values, rapid.read(frame.image))
    shown = " ".join(line.text for line in rapid.read(result.image))
    assert "Contacts" in shown
    assert not [value for value, _ in values if value in shown]
    tokens = {vault.register(value, type) for value, type in values}
    # The recogniser itself confuses 0 and o in tokens: compare what confusion leaves.
    plain = shown.lower().replace("0", "o").replace("l", "1").replace(" ", "")
    read = [t for t in tokens if t.lower().replace("0", "o").replace("l", "1") in plain]
    assert len(read) >= len(tokens) - 1
    assert same(frame.image, result.image, Box(60, 30, 400, 130))
    assert result.unprocessed == ()
    pixel_only = [f for f in result.findings if f.attr == "image"]
    assert {f.placeholder for f in pixel_only} >= {vault.register("Ana Ruiz", PERSON)}
    assert all(f.node is None and f.box is not None for f in pixel_only)
    assert any(f.box.overlap(popup.pad(30)) > 0.5 for f in pixel_only)


# ---------------------------------------------------------------- covering


@pytest.mark.parametrize("paper", [WHITE, NIGHT, (30, 90, 200)])
def test_no_glyph_pixel_remains_although_the_ocr_box_cuts_letters_off(paper):
    ink = (240, 240, 240) if sum(paper) < 400 else (20, 20, 20)
    drawing = Drawing(height=200, paper=paper, ink=ink)
    box = drawing.pixels(300, 60, "jumpy Ågypt (Dana)")
    cut = Box(box.left + 14, box.top + 10, box.right - 14, box.bottom - 10)
    canvas = Canvas(np.array(drawing.picture))
    canvas.overlay_line(cut, "")
    assert (canvas.finish() == paper).all()


def test_a_gradient_is_covered_too():
    slope = np.linspace(40, 220, 1080).astype(np.uint8)
    image = np.repeat(np.repeat(slope[None, :, None], 200, axis=0), 3, axis=2)
    drawing = Drawing(height=200)
    box = drawing.pixels(300, 60, "Dana Reyes")
    glyphs = (np.array(drawing.picture) < 128).all(axis=2)
    image[glyphs] = 0
    canvas = Canvas(image)
    canvas.overlay_line(box, "")
    assert not (canvas.finish()[glyphs] == 0).any()


def test_the_raw_image_is_not_changed():
    drawing = Drawing()
    drawing.text(60, 60, "Dana Reyes")
    frame = drawing.frame()
    before = frame.image.copy()
    result, _, _ = anonymize(frame, DANA, drawing.lines)
    assert (frame.image == before).all()
    assert not (result.image == before).all()


def test_boxes_are_black_with_white_text():
    drawing = Drawing()
    drawing.text(60, 60, "Dana Reyes")
    result, _, _ = anonymize(
        drawing.frame(), DANA, drawing.lines, new_vault("constant"), style="box"
    )
    box = drawing.lines[0].box
    pixels = region(result.image, box)
    assert (pixels.max(axis=2) == pixels.min(axis=2)).all()
    assert (pixels == 0).all(axis=2).mean() > 0.5


def test_other_texts_keep_their_pixels():
    drawing = Drawing()
    drawing.text(60, 60, "Dana Reyes")
    other = drawing.text(60, 200, "Notifications")
    frame = drawing.frame()
    result, _, _ = anonymize(frame, DANA, drawing.lines)
    assert same(frame.image, result.image, Box.parse(other.get("bounds")))


# ---------------------------------------------------------------- without OCR


def test_without_ocr_the_bounds_of_a_text_node_are_repainted():
    drawing = Drawing()
    node = drawing.text(60, 60, "Dana Reyes", right=900)
    drawing.text(60, 200, "Notifications")
    frame = drawing.frame()
    result, _, _ = anonymize(frame, DANA)
    box = Box.parse(node.get("bounds"))
    assert not same(frame.image, result.image, box)
    changed = (frame.image != result.image).any(axis=2)
    rows = np.flatnonzero(changed.any(axis=1))
    assert box.top <= rows[0]
    assert rows[-1] < box.bottom


def row_with_description(picture=True):
    """A row whose description repeats its texts, with an avatar that has one as well."""
    drawing = Drawing()
    row = drawing.node(drawing.window, (0, 40, 1080, 240), content_desc="Dana Reyes, 555-0142")
    if picture:
        drawing.draw.ellipse((50, 70, 190, 210), fill=(0, 120, 90))
        description = {"content_desc": "Photo of Dana Reyes"}
        drawing.node(row, (40, 60, 200, 220), cls="android.widget.ImageView", **description)
    drawing.text(240, 60, "Dana Reyes", parent=row)
    drawing.text(240, 150, "555-0142", parent=row)
    drawing.draw.line((0, 236, 1079, 236), fill=(200, 0, 0), width=2)
    return drawing


def test_a_row_with_a_description_is_not_blanked_but_a_described_picture_is():
    drawing = row_with_description()
    frame = drawing.frame()
    for lines in ([], drawing.lines):
        result, _, _ = anonymize(frame, DANA, lines)
        assert same(frame.image, result.image, Box(0, 230, 1080, 240))
        avatar = region(result.image, Box(50, 70, 190, 210))
        assert (avatar == (0, 120, 90)).all(axis=2).mean() < 0.3
        assert not same(frame.image, result.image, Box(240, 60, 460, 120))


def test_a_picture_with_a_readable_initial_is_not_hidden():
    drawing = row_with_description()
    drawing.pixels(100, 110, "D", ink=WHITE)
    frame = drawing.frame()
    result, _, _ = anonymize(frame, DANA, drawing.lines)
    assert same(frame.image, result.image, Box(40, 60, 200, 220))


def test_a_leaf_that_draws_its_description_is_covered_line_by_line():
    drawing = Drawing()
    first = drawing.pixels(240, 60, "Dana Reyes")
    second = drawing.pixels(240, 130, "Online since noon")
    drawing.node(drawing.window, (0, 40, 1080, 240), content_desc="Dana Reyes, Online since noon")
    frame = drawing.frame()
    result, _, _ = anonymize(frame, DANA, drawing.lines)
    assert not same(frame.image, result.image, first)
    assert same(frame.image, result.image, second.pad(-8))
    without, _, _ = anonymize(frame, DANA)
    assert not same(frame.image, without.image, second.pad(-8))


def test_a_bad_reading_in_a_leaf_whose_description_holds_a_value_is_masked():
    drawing = Drawing()
    box = drawing.pixels(240, 60, "Dana Reyes", read="Oamn Keycs")
    drawing.node(drawing.window, (0, 40, 1080, 140), content_desc="Dana Reyes")
    frame = drawing.frame()
    result, _, _ = anonymize(frame, DANA, drawing.lines)
    assert (region(result.image, box) == region(result.image, box)[0, 0]).all()
    assert len(result.unprocessed) == 1


# ---------------------------------------------------------------- alignment


@pytest.mark.parametrize("read", ["+1 555-0142", "+l 555-Ol42", "+1 SS5-0142"])
def test_a_known_value_only_in_pixels_is_covered_also_when_misread(read):
    drawing = Drawing()
    box = drawing.pixels(60, 300, "Missed call: +1 555-0142", read=f"Missed call: {read}")
    vault = new_vault()
    token = vault.register("+1 555-0142", PHONE)
    frame = drawing.frame()
    result, _, _ = anonymize(frame, (), drawing.lines, vault)
    assert not same(frame.image, result.image, box)
    (finding,) = result.findings
    assert (finding.placeholder, finding.attr) == (token, "image")
    assert finding.source in ("known", "ocr")


def test_a_number_that_differs_in_one_digit_is_not_taken_for_a_known_one():
    drawing = Drawing()
    drawing.text(60, 60, "555-0142")
    other = drawing.pixels(60, 400, "Ref 555-0143")
    frame = drawing.frame()
    guarded, _, _ = anonymize(frame, DANA, drawing.lines)
    assert same(frame.image, guarded.image, other)
    published, _, _ = anonymize(frame, DANA, drawing.lines, guard=False)
    assert not same(frame.image, published.image, other)


def test_a_misread_text_node_is_covered_at_its_place():
    drawing = Drawing()
    drawing.text(60, 60, "Account 113 555-0142", read="Account 13 556-0142")
    frame = drawing.frame()
    result, _, _ = anonymize(frame, DANA, drawing.lines)
    assert not same(frame.image, result.image, drawing.lines[0].box)
    assert result.unprocessed == ()


def test_a_known_value_wrapped_over_two_lines_of_pixels_is_covered():
    drawing = Drawing()
    first = drawing.pixels(60, 300, "Please call Dana")
    second = drawing.pixels(60, 360, "Reyes at noon")
    vault = new_vault()
    token = vault.register("Dana Reyes", PERSON)
    frame = drawing.frame()
    result, _, _ = anonymize(frame, (), drawing.lines, vault)
    assert not same(frame.image, result.image, first)
    assert not same(frame.image, result.image, second)
    assert [f.placeholder for f in result.findings] == [token, token]


def test_a_name_that_is_an_ordinary_word_is_covered_where_its_row_says_so():
    drawing = Drawing()
    box = drawing.pixels(240, 60, "Will")
    elsewhere = drawing.pixels(60, 500, "Will it rain?")
    drawing.node(drawing.window, (60, 480, 700, 580), "Will it rain?")
    drawing.node(drawing.window, (0, 40, 1080, 140), content_desc="Will")

    def contact(screen):
        (index,) = [i for i, f in enumerate(screen.fields) if f.text == "Will"]
        return [Detection((Part(index, 0, 4),), "Will", PERSON, "structure")]

    frame = drawing.frame()
    result, _, _ = anonymize(frame, (), drawing.lines, detections=contact)
    assert not same(frame.image, result.image, box)
    assert same(frame.image, result.image, elsewhere)


def test_what_a_dialog_hides_is_not_painted_over_the_dialog():
    drawing = Drawing()
    drawing.node(drawing.window, (60, 280, 900, 380), "Dana Reyes")
    dialog = drawing.text(100, 300, "Delete this contact?", 48)
    frame = drawing.frame()
    result, _, _ = anonymize(frame, DANA, drawing.lines)
    assert same(frame.image, result.image, Box.parse(dialog.get("bounds")))


# ---------------------------------------------------------------- what nobody can read


def test_an_unreadable_region_is_masked_and_reported_unless_the_tree_explains_it():
    drawing = Drawing()
    explained = drawing.text(60, 60, "Заказ подтверждён", read="")
    unknown = drawing.pixels(60, 300, "Иван Петров", read="")
    drawing.node(
        drawing.window, (40, 480, 1040, 580), content_desc="Профиль: имя", cls="android.view.View"
    )
    described = drawing.pixels(60, 500, "Профиль", read="")
    frame = drawing.frame()
    result, _, _ = anonymize(frame, (), drawing.lines)
    assert same(frame.image, result.image, Box.parse(explained.get("bounds")))
    assert same(frame.image, result.image, described)
    assert result.unprocessed == (unknown,)
    assert (region(result.image, unknown) == region(result.image, unknown)[0, 0]).all()
    alone, _, _ = anonymize(drawing.frame(tree=False), (), drawing.lines)
    assert len(alone.unprocessed) == 3


def test_a_doubtful_reading_is_masked_unless_a_text_node_stands_there():
    drawing = Drawing()
    own = drawing.text(60, 60, "Улица Садовая", read="Ynuua Ca 4")
    label = drawing.pixels(60, 300, "Садовая 47", read="CaaoBa 47")
    known = drawing.pixels(60, 500, "Dana Reyes, Садовая", read="Dana Reyes, CaaoBa")
    lines = [replace(line, sure=False) for line in drawing.lines]
    frame = drawing.frame()
    result, _, _ = anonymize(frame, DANA, lines)
    assert same(frame.image, result.image, Box.parse(own.get("bounds")))
    assert result.unprocessed == (label,)
    assert not same(frame.image, result.image, replace(known, left=known.left + 250))
    sure, _, _ = anonymize(frame, DANA, drawing.lines)
    assert sure.unprocessed == ()


def test_a_sign_that_looks_like_a_letter_is_no_doubtful_text():
    drawing = Drawing()
    sign = drawing.pixels(500, 700, "O", 60)
    word = drawing.pixels(60, 300, "Жук", 60, read="Ky")
    drawing.node(drawing.window, (400, 690, 700, 790), cls="android.widget.ImageView")
    lines = [replace(line, sure=False) for line in drawing.lines]
    frame = drawing.frame()
    result, _, _ = anonymize(frame, (), lines)
    assert result.unprocessed == (word,)
    assert same(frame.image, result.image, sign)


def test_behind_a_dialog_every_line_is_hidden_that_the_tree_does_not_hold():
    drawing = Drawing(height=1600)
    bar = drawing.node(drawing.root, (0, 0, 1080, 60), cls="android.widget.FrameLayout")
    clock = drawing.text(40, 5, "12:00", 40, parent=bar)
    behind = [drawing.pixels(60, 300, "First name"), drawing.pixels(20, 900, "$3.", read="$3.")]
    drawing.window.set("bounds", "[120,700][960,1100]")
    title = drawing.text(160, 760, "Remove from the plan?")
    frame = drawing.frame()
    result, _, _ = anonymize(frame, (), drawing.lines)
    assert result.unprocessed == tuple(behind)
    for node in (clock, title):
        assert same(frame.image, result.image, Box.parse(node.get("bounds")))
    drawing.window.set("bounds", "[0,60][1080,1500]")
    whole, _, _ = anonymize(drawing.frame(), (), drawing.lines)
    assert whole.unprocessed == ()


def test_a_text_node_that_ocr_cannot_read_is_repainted_by_its_bounds():
    drawing = Drawing()
    node = drawing.text(60, 60, "Иван Петров", right=700, read="")
    frame = drawing.frame()
    result, _, _ = anonymize(frame, (("Иван Петров", PERSON),), drawing.lines)
    assert not same(frame.image, result.image, Box.parse(node.get("bounds")))
    assert result.unprocessed == ()


def test_an_icon_button_is_not_an_unreadable_text_but_a_picture_with_text_is():
    drawing = Drawing()
    icon, scan = drawing.pixels(40, 40, "<", read=""), drawing.pixels(400, 400, "????", read="")
    image = {"cls": "android.widget.ImageView", "content_desc": "Back"}
    drawing.node(drawing.window, (20, 20, 140, 140), **image)
    drawing.node(drawing.window, (200, 200, 1000, 700), cls="android.widget.ImageView")
    result, _, _ = anonymize(drawing.frame(), (), drawing.lines)
    assert result.unprocessed == (scan,)
    assert same(drawing.frame().image, result.image, icon)


# ---------------------------------------------------------------- whole frames


def test_an_image_of_another_moment_is_masked_and_the_tree_is_kept():
    drawing = Drawing()
    drawing.text(60, 60, "Dana Reyes")
    frame = RawFrame(drawing.root, drawing.frame().image, synchronised=False)
    result, _, vault = anonymize(frame, DANA)
    assert not result.image.any()
    assert "don't fit" in result.masked
    assert result.tree[0][0].get("text") == vault.register("Dana Reyes", PERSON)


def test_a_secure_frame_stays_blank_and_its_tree_is_hidden():
    drawing = Drawing()
    drawing.text(60, 60, "Dana Reyes")
    result, _, vault = anonymize(RawFrame(drawing.root, drawing.frame().image, secure=True), DANA)
    assert not result.image.any()
    assert result.tree[0][0].get("text") == vault.register("Dana Reyes", PERSON)
    assert result.masked == ""


def test_a_screenshot_in_another_orientation_than_the_tree_is_masked_whole():
    drawing = Drawing(width=2400, height=1080)
    drawing.text(60, 60, "Dana Reyes")
    image = np.full((2400, 1080, 3), 255, np.uint8)
    result, _, _ = anonymize(RawFrame(drawing.root, image), DANA)
    assert not result.image.any()
    assert "don't fit" in result.masked
    assert "Dana" not in etree.tostring(result.tree).decode()


@pytest.mark.parametrize("height", [800, 740])
def test_bounds_of_another_resolution_are_scaled_by_width(height):
    drawing = Drawing(width=1600, height=800)
    box = drawing.pixels(240, 240, "Dana Reyes", 66)
    tree = etree.fromstring(
        f'<hierarchy><node bounds="[0,0][1080,{round(height * 0.675)}]">'
        '<node text="Dana Reyes" bounds="[150,155][600,225]"/></node></hierarchy>'
    )
    frame = RawFrame(tree, np.array(drawing.picture))
    result, _, _ = anonymize(frame, DANA)
    ink = (np.array(drawing.picture) < 128).all(axis=2)
    assert result.masked == ""
    assert not (region(result.image, box) == region(frame.image, box)).all()
    rows = np.flatnonzero((frame.image != result.image).any(axis=(1, 2)))
    assert rows[0] <= np.flatnonzero(ink.any(axis=1))[0]


def test_a_dialog_window_smaller_than_the_screen_is_not_scaled():
    drawing = Drawing()
    drawing.root.remove(drawing.window)
    window = drawing.node(drawing.root, (90, 200, 990, 600))
    node = drawing.node(window, (120, 300, 700, 360), "Dana Reyes")
    drawing.pixels(125, 300, "Dana Reyes")
    frame = drawing.frame()
    result, _, _ = anonymize(frame, DANA)
    changed = np.flatnonzero((frame.image != result.image).any(axis=(1, 2)))
    box = Box.parse(node.get("bounds"))
    assert box.top <= changed[0]
    assert changed[-1] < box.bottom


def test_nodes_off_the_screen_and_without_area_paint_nothing():
    drawing = Drawing()
    drawing.node(drawing.window, (0, 0, 0, 0), "Dana Reyes")
    drawing.node(drawing.window, (0, 2000, 1080, 2100), "Dana Reyes")
    frame = drawing.frame()
    result, _, _ = anonymize(frame, DANA)
    assert (frame.image == result.image).all()
    assert len(result.findings) == 2


def test_a_password_field_is_covered_in_whole():
    drawing = Drawing()
    node = drawing.text(60, 60, "hunter-example", right=900, password="true")
    frame = drawing.frame()
    for lines in ([], drawing.lines):
        result, _, _ = anonymize(frame, (), lines)
        box = Box.parse(node.get("bounds"))
        assert not same(frame.image, result.image, box)
        assert same(frame.image, result.image, Box(0, box.bottom + 1, 1080, 800))


# ---------------------------------------------------------------- setting text


def test_a_placeholder_runs_over_empty_background_beside_a_narrow_view():
    drawing = Drawing()
    drawing.text(60, 60, "Ann")
    result, _, _ = anonymize(drawing.frame(), (("Ann", PERSON),), drawing.lines)
    ink = np.flatnonzero((result.image < 128).all(axis=2).any(axis=0))
    assert ink[-1] - ink[0] > 300


def test_a_placeholder_does_not_run_into_the_next_column():
    drawing = Drawing()
    drawing.text(60, 60, "Ann")
    beside = drawing.text(260, 60, "Notifications")
    frame = drawing.frame()
    result, _, _ = anonymize(frame, (("Ann", PERSON),), drawing.lines)
    assert same(frame.image, result.image, Box.parse(beside.get("bounds")))


def test_text_is_wrapped_then_shrunk_then_cut():
    text = "PERSON_NAME#abcde called"
    assert typeset.fit(text, 1000, 50, 40).lines == (text,)
    wrapped = typeset.fit(text, 420, 110, 40)
    assert (len(wrapped.lines), wrapped.size) == (2, 40)
    shrunk = typeset.fit(text, 300, 50, 40)
    assert shrunk.size < 40
    assert not shrunk.cut
    cut = typeset.fit(text, 100, 50, 40)
    assert cut.cut
    assert cut.lines[0].endswith("…")


def test_the_font_size_is_recovered_from_the_height_of_the_ink():
    for size in (24, 40, 66):
        for text in ("Dana Reyes", "555-0142", "jumpy"):
            _, top, _, bottom = font(size).getbbox(text)
            assert abs(typeset.size_of(text, int(bottom - top)) - size) <= 3


def test_what_the_font_cannot_draw_becomes_an_ellipsis():
    assert typeset.drawable("请联系PERSON_NAME#g26x9确认💍 ok\nЖ") == "…PERSON_NAME#g26x9… ok Ж"


def test_lines_from_ocr_outside_the_image_are_harmless():
    drawing = Drawing()
    lines = [OcrLine("Dana Reyes", Box(2000, 10, 2100, 40), 0.9), OcrLine("", Box(5, 5, 5, 9), 0.1)]
    result, _, _ = anonymize(drawing.frame(), DANA, lines)
    assert result.image.shape == (800, 1080, 3)
