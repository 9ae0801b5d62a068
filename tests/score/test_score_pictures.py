"""Pictures that can still be made out in what was sent, counted by hand."""

from synthetic_run import CONTACT, CONTACT_RAW, CONTACT_SAFE, Turn, cell, draw, place

from harness.core.geometry import Box
from harness.core.raw import PictureKind, PictureMark
from harness.score.cell import Scorer, score_cell

FACE = PictureMark(PictureKind.FACE, place(CONTACT[1], 1))
CODE = PictureMark(PictureKind.CODE, place(CONTACT[2], 2))
HIDDEN = draw([CONTACT_RAW[0], "", CONTACT_RAW[2], CONTACT_RAW[3]])
"""The screen without what is in the box of the face."""


def rates(built):
    found = score_cell(built.load(), Scorer())["metrics"]
    names = ("pictures_visible", "faces_visible", "codes_visible", "documents_visible")
    return [(found[name]["value"], found[name]["n"]) for name in names]


def turn(image=HIDDEN, pictures=(FACE, CODE), lines=CONTACT, **options):
    return Turn(lines, CONTACT_SAFE, image=image, pictures=pictures, **options)


def test_what_is_hidden_is_not_visible_and_what_is_not_is(tmp_path):
    assert rates(cell(tmp_path).episode("t", [turn()])) == [(0.5, 2), (0, 1), (1, 1), (None, 0)]


def test_raw_screens_show_everything(tmp_path):
    built = cell(tmp_path, "none").episode("t", [turn(draw(CONTACT_RAW))])
    assert rates(built)[0] == (1, 2)


def test_the_same_pixels_are_one_picture_of_an_episode_visible_if_they_ever_are(tmp_path):
    moved = [CONTACT[0], CONTACT[3], CONTACT[2], CONTACT[1]]
    elsewhere = PictureMark(FACE.kind, place(CONTACT[1], 3))
    again = turn(draw([line.text for line in moved]), (elsewhere,), moved)
    built = cell(tmp_path).episode("t", [turn(), again]).episode("u", [turn()])
    assert rates(built) == [(0.75, 4), (0.5, 2), (1, 2), (None, 0)]


def test_a_picture_that_nobody_sends_is_exposed_and_not_visible(tmp_path):
    raw = draw(CONTACT_RAW)
    reads = cell(tmp_path / "1", agent="openai").episode("t", [turn(raw)])
    looks = cell(tmp_path / "2", agent="openai").episode("t", [turn(raw, attach=True)])
    assert [rates(built)[0] for built in (reads, looks)] == [(0, 2), (1, 2)]


def test_where_nothing_is_drawn_or_nobody_knows_nothing_is_counted(tmp_path):
    blank = PictureMark(PictureKind.DOCUMENT, Box(300, 300, 400, 400))
    built = cell(tmp_path).episode("t", [turn(pictures=(blank,))])
    built.episode("u", [turn(pictures=None)])
    assert rates(built) == [(None, 0)] * 4
