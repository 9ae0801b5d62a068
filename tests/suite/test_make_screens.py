"""The shipped set of screens: made of the phone and by hand, always the same bytes."""

import pytest

from harness.core.annotation import Annotation, annotated_screens
from harness.core.geometry import Box
from harness.core.paths import DEFAULT_WORLD, SCREENS
from harness.core.raw import PictureKind, PictureMark, nodes
from harness.device.static import StaticDevice
from harness.device.uidump import parse
from harness.suite import make_screens
from harness.suite.adversarial import adversarial_screens

ADVERSARIAL = list(adversarial_screens())


def contents(folder):
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def test_the_same_screens_again_byte_by_byte(tmp_path, capsys):
    argv = ["--limit", "3", "--worlds", DEFAULT_WORLD]
    assert make_screens.main([*argv, "--out", str(tmp_path / "a")]) == 0
    assert "6 screens" in capsys.readouterr().out
    (tmp_path / "b").mkdir()
    (tmp_path / "b" / "7_old.xml").write_text("<hierarchy/>")
    assert make_screens.main([*argv, "--out", str(tmp_path / "b")]) == 0
    first = contents(tmp_path / "a")
    assert first == contents(tmp_path / "b")
    assert sum(name.endswith(".png") for name in first) == 3
    device = StaticDevice(str(tmp_path / "a"))
    seen = []
    for number in range(6):
        device.reset(number)
        frame = device.capture()
        seen.append((frame.image is not None, frame.app))
        assert device.gold() is not None
    assert [image for image, _ in seen] == [True] * 3 + [False] * 3
    assert len({app for _, app in seen}) == 4


def test_an_unknown_world_is_one_line(tmp_path, capsys):
    assert make_screens.main(["--worlds", "xx", "--out", str(tmp_path)]) == 2
    assert "xx" in capsys.readouterr().err


@pytest.mark.parametrize("screen", ADVERSARIAL, ids=lambda s: s.name)
def test_an_adversarial_screen_says_the_truth_about_itself(screen, tmp_path):
    for name, data in make_screens.files(screen.name, {}, screen.tree, screen.marks).items():
        (tmp_path / name).write_bytes(data)
    tree = parse((tmp_path / f"{screen.name}.xml").read_bytes())
    assert len(nodes(tree)) == len(nodes(screen.tree))
    gold = Annotation.read(tmp_path / f"{screen.name}.gold.json").marks(tree)
    assert [(m.node, m.attr, m.value) for m in sorted(gold, key=_place)] == [
        (m.node, m.attr, m.value.strip()) for m in sorted(screen.marks, key=_place)
    ]


def _place(mark):
    return mark.node, mark.attr, mark.start


def test_what_pictures_show_is_written_with_the_screen(tmp_path):
    face = PictureMark(PictureKind.FACE, Box(1, 2, 30, 40))
    [screen, *_] = ADVERSARIAL
    written = make_screens.files("a", {}, screen.tree, screen.marks, (face,))
    (tmp_path / "a.gold.json").write_bytes(written["a.gold.json"])
    assert Annotation.read(tmp_path / "a.gold.json").pictures() == (face,)


def test_there_are_enough_of_them_and_some_hold_nothing():
    assert len(ADVERSARIAL) >= 12
    assert len({screen.name for screen in ADVERSARIAL}) == len(ADVERSARIAL)
    assert any(not screen.marks for screen in ADVERSARIAL)


def test_the_shipped_set_is_whole_and_small():
    shipped = annotated_screens(None)
    StaticDevice()
    assert len(shipped) >= 60 + len(ADVERSARIAL)
    assert all(screen.tree and screen.gold for screen in shipped)
    golds = [Annotation.read(screen.gold) for screen in shipped if screen.gold]
    assert len({gold.app for gold in golds}) >= 14
    assert len({gold.lang for gold in golds}) >= 5
    size = sum(path.stat().st_size for path in SCREENS.iterdir())
    assert size <= 6_000_000
