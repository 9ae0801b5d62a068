"""Faces, codes and documents in pictures are hidden, and what they show is not read."""

import numpy as np
import pytest
from drawn import Drawing
from lxml import etree

from harness.core.entity import EntityType
from harness.core.geometry import Box
from harness.core.raw import RawFrame
from harness.device.simulated.apps.photos.photographs import photograph
from harness.device.simulated.text import Mark, Rich
from harness.engine.ocr.bands import CachedOcr
from harness.engine.ocr.rapid import RapidOcrEngine
from harness.privacy.transformer.pictures import PictureMask
from harness.score.pixels import VISIBLE_SHARE, visible_share

ALL = ("faces", "codes", "documents")
CARD = ("Residence permit", "Name", "Dana Reyes", "Number", "L7732205", "Born", "14 March 1987")
WIFI = ("Guest Wi-Fi", "WIFI:T:WPA;S:Elm Street;P:example-only;;")


@pytest.fixture(scope="module")
def ocr():
    return CachedOcr(RapidOcrEngine(threads=2), "blocks")


def gallery(kind, lines=(), place=(60, 300, 780, 1260), tree=True, seed=3):
    """A screen with a photograph in an image view, and its pixels."""
    drawing = Drawing(height=1600)
    drawing.text(60, 60, "Photos", 60)
    shown = photograph(kind, seed, tuple(map(Rich, lines))).paint().convert("RGB")
    box = Box(*place)
    drawing.picture.paste(shown.resize((box.width, box.height)), (box.left, box.top))
    drawing.node(drawing.window, place, cls="android.widget.ImageView", content_desc="Photo")
    return drawing.frame(tree), box


@pytest.mark.parametrize(
    ("kind", "lines"), [("card", CARD), ("letter", CARD * 2), ("chat", CARD), ("receipt", CARD)]
)
def test_a_document_is_hidden_in_whole(ocr, kind, lines):
    frame, box = gallery(kind, lines)
    hidden, found = PictureMask(ocr, hide=ALL).hide(frame)
    assert found == (box,)
    assert visible_share(frame.image, hidden.image, box) == 0
    rest = frame.image.copy()
    rest[box.top : box.bottom, box.left : box.right] = 40
    assert (hidden.image == rest).all()


@pytest.mark.parametrize("tree", [True, False])
def test_a_face_is_hidden_with_and_without_a_tree(ocr, tree):
    frame, box = gallery("portrait", tree=tree)
    hidden, found = PictureMask(ocr, hide=("faces",)).hide(frame)
    face = Box(box.left + 220, box.top + 300, box.right - 220, box.top + 600)
    assert visible_share(frame.image, hidden.image, face) == 0
    assert all(part.overlap(box) > 0.9 for part in found)


@pytest.mark.parametrize("tree", [True, False])
def test_a_name_beside_a_face_is_hidden(ocr, tree):
    drawing = Drawing(height=1600)
    place = (60, 300, 580, 840)
    shown = photograph("portrait", 3, ()).paint().convert("RGB")
    drawing.picture.paste(shown.resize((520, 540)), place[:2])
    drawing.draw.rectangle((400, 780, 580, 840), fill=(32, 32, 36))
    name = drawing.pixels(420, 786, "Vik", 40, ink=(255, 255, 255))
    drawing.node(drawing.window, place, cls="android.view.View", content_desc="Video")
    frame = drawing.frame(tree)
    hidden, _ = PictureMask(ocr, hide=("faces",)).hide(frame)
    assert visible_share(frame.image, hidden.image, name) == 0


def test_the_part_of_a_document_that_a_list_still_shows_is_hidden(ocr):
    frame, box = gallery("letter", CARD * 2)
    strip = Box(box.left, 1600 - 150, box.right, 1600)
    drawing = Drawing(height=1600)
    part = frame.image[box.top + 250 : box.top + 400, box.left : box.right]
    image = np.array(drawing.picture)
    image[strip.top : strip.bottom, strip.left : strip.right] = part
    place = (strip.left, strip.top, strip.right, strip.bottom)
    drawing.node(drawing.window, place, cls="android.widget.ImageView", content_desc="Photo")
    frame = RawFrame(drawing.root, image)
    assert ocr.read(image)
    hidden, _ = PictureMask(ocr, hide=ALL).hide(frame)
    assert ocr.read(hidden.image) == []


def test_a_code_is_hidden_and_the_caption_that_belongs_to_the_photograph(ocr):
    frame, box = gallery("code", WIFI)
    hidden, found = PictureMask(ocr, hide=ALL).hide(frame)
    code = Box(box.left + 220, box.top + 400, box.right - 220, box.top + 650)
    assert visible_share(frame.image, hidden.image, code) == 0
    assert 1 <= len(found) <= 4


def test_a_number_plate_is_hidden(ocr):
    frame, _ = gallery("plate", ("KF 9221",))
    hidden, found = PictureMask(ocr, hide=ALL).hide(frame)
    assert found
    assert not [line for line in ocr.read(hidden.image) if "9221" in line.text]


@pytest.mark.parametrize("seed", range(6))
def test_a_number_plate_is_hidden_on_a_thumbnail(ocr, seed):
    plate = Rich(f"BF 919{seed}", (Mark(0, 7, EntityType.LICENSE_PLATE, f"BF 919{seed}"),))
    picture, tile = photograph("plate", seed, (plate,)), Box(42, 231, 519, 708)
    whole = picture.place(tile)
    shown = picture.paint().resize((whole.width, whole.height))
    drawing = Drawing(height=1600)
    middle = (0, tile.top - whole.top, tile.width, tile.bottom - whole.top)
    drawing.picture.paste(shown.crop(middle), (tile.left, tile.top))
    drawing.node(drawing.window, (42, 231, 519, 708), cls="android.widget.ImageView")
    frame = drawing.frame()
    hidden, _ = PictureMask(ocr, hide=ALL).hide(frame)
    (mark,) = picture.pictures(tile)
    assert visible_share(frame.image, hidden.image, mark.box) < VISIBLE_SHARE


def test_pictures_behind_a_dialog_are_hidden_and_what_is_no_picture_is_not(ocr):
    frame, box = gallery("code", WIFI)
    dialog = etree.fromstring(
        '<hierarchy><node bounds="[100,900][700,1100]"><node text="Album name" '
        'bounds="[140,940][660,1000]"/></node></hierarchy>'
    )
    image = frame.image.copy()
    image[900:1100, 100:700] = 245
    dimmed = (image * 0.4).astype(np.uint8)
    dimmed[900:1100, 100:700] = 245
    hidden, _ = PictureMask(ocr, hide=ALL).hide(RawFrame(dialog, dimmed))
    assert visible_share(dimmed, hidden.image, Box(box.left, box.top, box.right, 900)) == 0
    assert (hidden.image[900:1100, 100:700] == 245).all()
    assert (hidden.image[:280] == dimmed[:280]).all()


def test_landscapes_initials_and_icons_stay(ocr):
    frame, _ = gallery("landscape")
    drawing = Drawing(height=400)
    drawing.draw.ellipse((60, 60, 260, 260), fill=(90, 120, 200))
    drawing.pixels(110, 110, "DR", 80, ink=(255, 255, 255))
    drawing.node(drawing.window, (60, 60, 260, 260), cls="android.widget.ImageView")
    for each in (frame, drawing.frame()):
        same, found = PictureMask(ocr, hide=ALL).hide(each)
        assert found == ()
        assert same is each


def test_what_is_configured_off_stays(ocr):
    frame, _ = gallery("card", CARD)
    assert PictureMask(ocr, hide=()).hide(frame) == (frame, ())
    _, found = PictureMask(ocr, hide=("codes",)).hide(frame)
    assert found == ()
    with pytest.raises(ValueError, match="faces, codes"):
        PictureMask(ocr, hide=("cats",))


def test_frames_that_are_masked_anyway_are_left_alone(ocr):
    frame, _ = gallery("portrait")
    mask = PictureMask(ocr, hide=ALL)
    for flaw in ({"secure": True}, {"synchronised": False}):
        flawed = RawFrame(frame.tree, frame.image, **flaw)
        assert mask.hide(flawed)[1] == ()
    assert mask.hide(RawFrame(frame.tree, None))[1] == ()


def test_the_same_picture_is_hidden_alike_wherever_it_is_scrolled_to(ocr):
    mask = PictureMask(ocr, hide=ALL)
    (_, first), (_, second) = (
        mask.hide(gallery("portrait", place=(60, top, 780, top + 960))[0]) for top in (300, 400)
    )
    assert [box.moved(0, 100) for box in first] == list(second)
    assert np.all([box.area for box in second])
