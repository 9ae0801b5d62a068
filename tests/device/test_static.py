"""Annotated screens as a device."""

import json

import numpy as np
import pytest

from harness.core.action import Pause
from harness.core.geometry import Box
from harness.core.protocols import Effect
from harness.core.raw import PictureKind, PictureMark
from harness.device.static import StaticDevice
from harness.errors import ConfigError, DeviceError
from harness.run.journal import png_blob

NAME = {"node": 0, "attr": "text", "start": 0, "end": 10, "type": "PERSON_NAME", "tier": 1}


def dump(text: str) -> str:
    return (
        f'<hierarchy rotation="0"><node text="{text}" package="com.example.app" '
        'bounds="[0,0][40,20]"/></hierarchy>'
    )


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "1.xml").write_text(dump("Dana Reyes"))
    (tmp_path / "1.gold.json").write_text(json.dumps({"spans": [NAME], "region": "DE"}))
    (tmp_path / "1.png").write_bytes(png_blob(np.zeros((20, 40, 3), np.uint8) + 200).data)
    (tmp_path / "2.xml").write_text(dump("Settings"))
    return tmp_path


def test_a_world_is_a_screen_with_its_gold_and_region(folder):
    device = StaticDevice(str(folder), region="GB")
    device.reset(0)
    frame = device.capture()
    assert frame.image.shape == (20, 40, 3)
    assert (frame.app, device.region) == ("com.example.app", "DE")
    assert [mark.value for mark in device.gold()] == ["Dana Reyes"]
    assert device.perform(Pause()) is Effect.DONE
    assert device.capture().tree[0].get("text") == "Dana Reyes"
    device.reset(1)
    assert device.capture().tree[0].get("text") == "Settings"
    assert (device.gold(), device.region) == (None, "GB")


def test_pictures_are_what_the_annotation_says_of_them(folder):
    gold = {"pictures": [{"kind": "code", "box": [1, 2, 9, 12]}]}
    (folder / "2.gold.json").write_text(json.dumps(gold))
    device = StaticDevice(str(folder))
    for world, told in ((1, (PictureMark(PictureKind.CODE, Box(1, 2, 9, 12)),)), (0, None)):
        device.reset(world)
        device.capture()
        assert device.pictures() == told
    (folder / "2.gold.json").write_text(json.dumps({"pictures": [{"kind": "cat"}]}))
    with pytest.raises(ConfigError, match=r"2.gold.json: pictures\[0\].kind"):
        StaticDevice(str(folder))


def test_broken_gold_is_refused_before_anything_runs(folder):
    (folder / "2.gold.json").write_text(json.dumps({"spans": [NAME]}))
    with pytest.raises(ConfigError, match=r"2.gold.json: spans\[0\].end"):
        StaticDevice(str(folder))


def test_a_broken_screen_fails_when_it_is_looked_at_and_the_others_work(folder):
    (folder / "1.xml").write_text("<hierarchy>")
    device = StaticDevice(str(folder))
    device.reset(0)
    with pytest.raises(DeviceError, match="screen 1: "):
        device.capture()
    device.reset(1)
    device.capture()
