"""Pictures: the same bytes every time, gold where the ink is, nothing of them in the tree."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import cv2
import numpy as np
import pytest
from PIL import ImageChops

from harness.core.action import TapAt
from harness.core.entity import EntityType
from harness.core.geometry import Box
from harness.core.raw import nodes
from harness.device.simulated.apps.photos.photographs import KINDS, flat, photograph, taken
from harness.device.simulated.dump import dump
from harness.device.simulated.layout import place
from harness.device.simulated.picture import Picture
from harness.device.simulated.render import render
from harness.device.simulated.scene import Scene, Window
from harness.device.simulated.text import Pii, rich
from harness.device.simulated.view import TextStyle, View
from harness.device.simulated.widgets import column, text

T = EntityType
NAME, PHONE = Pii(T.PERSON_NAME, "Nora Quill"), Pii(T.PHONE_NUMBER, "+1 808-555-0177")
LINES = {
    "board": (rich("Ask ", NAME), rich(PHONE)),
    "card": (rich("CARD"), rich("Name"), rich(NAME), rich("Phone"), rich(PHONE)),
    "chat": (rich(NAME), rich("Call ", PHONE), rich("Fine")),
    "code": (rich("Contact"), rich("FN:", NAME), rich("TEL:", PHONE)),
    "landscape": (),
    "letter": (rich(NAME), rich(""), rich("Call ", PHONE, " please")),
    "plate": (rich(Pii(T.LICENSE_PLATE, "HX 0667")),),
    "portrait": (),
    "receipt": (rich("Shop"), rich("Soup"), rich("$4.20")),
    "ticket": (rich("PASS"), rich("Name"), rich(NAME), rich("Phone"), rich(PHONE)),
}


def drawn(kind: str, seed: int = 3) -> Picture:
    return photograph(kind, seed, LINES[kind])


def test_every_kind_is_looked_at():
    assert set(LINES) == set(KINDS)


@pytest.mark.parametrize("kind", KINDS)
def test_a_picture_has_the_same_bytes_every_time(kind):
    once = drawn(kind).paint().tobytes()
    photograph.cache_clear()
    again = drawn(kind).paint()
    assert (again.mode, again.size) == ("RGB", drawn(kind).size)
    assert again.tobytes() == once
    assert drawn(kind, seed=4).shown or drawn(kind, seed=4).paint().tobytes() != once


@pytest.mark.parametrize("kind", [kind for kind, lines in LINES.items() if any(
    line.marks for line in lines)])  # fmt: skip
def test_gold_lies_where_there_is_ink(kind):
    picture = drawn(kind)
    pixels = np.asarray(picture.paint().convert("L")).astype(int)
    values = {mark.value for line in LINES[kind] for mark in line.marks}
    assert {shown.value for shown in picture.shown} == values
    for shown in picture.shown:
        box = shown.box
        assert box.clip(*picture.size) == box
        assert np.ptp(pixels[box.top : box.bottom, box.left : box.right]) > 60


@pytest.mark.parametrize("angle", [-6, 0, 3])
def test_the_box_of_a_value_turns_with_its_sheet(angle):
    def sheet(color: str) -> Picture:
        value = text("before ", NAME, style=TextStyle(14, 400, color), pad=(120, 300, 0, 0))
        return taken(flat(column(value), (700, 700)), 5, angle)

    # What differs between black and red text is the text.
    black, red = sheet("#000000"), sheet("#ff0000")
    changed = ImageChops.difference(black.paint(), red.paint()).convert("L")
    ink = changed.point([255 * (v > 30) for v in range(256)]).getbbox()
    (shown,) = black.shown
    box = shown.box
    assert ink is not None
    assert abs(box.right - ink[2]) <= 4
    assert box.left > ink[0] + 40, "only the value is in the box"
    assert box.top >= ink[1] - 12
    assert box.bottom <= ink[3] + 12


def scene(view: View, box: Box) -> Scene:
    return Scene((Window("an.app", place(column(view), box, 1.0, {})),), "an.app", False)


def test_a_small_picture_shows_its_values_small_and_then_not_at_all():
    picture = drawn("letter")
    shares = []
    for width in (960, 240, 100):
        view = View(width=width, height=width * 4 // 3, picture=picture)
        frame = scene(view, Box(0, 0, 1080, 2400))
        _, marks, _ = dump(frame)
        pixels = render(frame).astype(int)
        for mark in marks:
            crop = pixels[mark.box.top : mark.box.bottom, mark.box.left : mark.box.right]
            assert np.ptp(crop) > 20
        shares.append([mark.optional for mark in marks])
    assert shares[0] == [False, False]
    assert all(shares[2])


def test_what_is_cut_off_is_not_gold():
    picture = drawn("letter")
    view = View(width=960, height=300, picture=picture)
    # The middle of the sheet is empty: its values stand at the top.
    _, marks, _ = dump(scene(view, Box(0, 0, 1080, 2400)))
    assert marks == ()


TOLD = {
    "board": ["document"],
    "card": ["document", "face"],
    "chat": ["document"],
    "code": ["code"],
    "letter": ["document"],
    "plate": ["document"],
    "portrait": ["face"],
    "receipt": ["document"],
}


@pytest.mark.parametrize("kind", KINDS)
def test_what_a_picture_tells_of_people_is_marked_where_it_is(kind):
    picture = drawn(kind)
    assert [mark.kind for mark in picture.told] == TOLD.get(kind, [])
    for mark in picture.told:
        box = mark.box
        assert box.clip(*picture.size) == box
        values = [shown.box for shown in picture.shown]
        assert mark.kind == "face" or all(value.overlap(box) == 1 for value in values)


@pytest.mark.parametrize("width", [960, 300])
def test_a_picture_is_marked_at_every_size(width):
    view = View(width=width, height=width * 4 // 3, picture=drawn("card"))
    _, _, (document, face) = dump(scene(view, Box(0, 0, 1080, 2400)))
    assert document.box.width == pytest.approx(0.91 * width, rel=0.03)
    assert face.box.width == pytest.approx(0.16 * width, rel=0.06)
    assert face.box.overlap(document.box) == 1


def test_of_a_picture_what_can_be_seen_is_marked_unless_that_is_little():
    def seen(screen: int) -> list[Box]:
        view = View(width=900, height=1200, picture=drawn("portrait"))
        _, _, marks = dump(scene(view, Box(0, 0, 1080, screen)))
        return [mark.box for mark in marks]

    (face,) = seen(2400)
    (part,) = seen(face.center[1] + 40)
    assert part == Box(face.left, face.top, face.right, face.center[1] + 40)
    assert seen(face.center[1] - 40) == []


def test_what_a_dialog_covers_is_not_seen():
    view = View(width=900, height=1200, picture=drawn("portrait"))
    below = scene(view, Box(0, 0, 1080, 2400)).windows[0]
    (face,) = dump(Scene((below,), "an.app", False))[2]
    for share, left in ((0.3, 1), (0.7, 0)):
        height = face.box.top + round(share * face.box.height)
        dialog = place(View(width=1080, height=height), Box(0, 0, 1080, height), 1.0, {})
        scene_ = Scene((below, Window("an.app", dialog, dims=True)), "an.app", False)
        marks = dump(scene_)[2]
        assert len(marks) == left
        assert all(mark.box.top == height for mark in marks)


def test_a_picture_is_not_mirrored_with_its_screen(user):
    user.phone.reset(0, "he-IL")
    user.open("Photos")
    codes = [p for p in user.phone.state()["photos"]["items"] if p["kind"] == "code"]
    tiles = [e for e in nodes(user.frame().tree) if e.get("resource-id", "").endswith("photo_tile")]
    assert Box.parse(tiles[0].get("bounds")).right == 1080, "tiles start at the right"
    place_of = user.phone.state()["photos"]["items"].index(codes[0])
    x, y = Box.parse(tiles[place_of].get("bounds")).center
    user.perform(TapAt(x, y))
    payload = cv2.QRCodeDetector().detectAndDecode(user.frame().image)[0]
    assert payload == "\n".join(line["text"] for line in codes[0]["lines"][1:])
    assert {m.value for m in user.phone.gold()} == {
        mark[3] for line in codes[0]["lines"] for mark in line["marks"]
    }


@pytest.mark.parametrize("kind", ["card", "portrait"])
def test_a_face_is_one_to_a_detector(kind):
    feature = pytest.importorskip("skimage.feature")
    skimage = pytest.importorskip("skimage")
    cascade = Path(skimage.__file__).parent / "data" / "lbpcascade_frontalface_opencv.xml"
    detector = feature.Cascade(str(cascade))
    least, most = ((90, 90), (300, 300)) if kind == "card" else ((300, 300), (800, 800))
    find = partial(detector.detect_multi_scale, scale_factor=1.1, step_ratio=1,
                   min_size=least, max_size=most)  # fmt: skip
    assert find(np.asarray(drawn(kind).paint()))
    assert not find(np.asarray(drawn("landscape").paint()))
