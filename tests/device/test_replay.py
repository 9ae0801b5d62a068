"""Recorded screens: in their order, with their gold, and refused where they can't be read."""

import json

import numpy as np
import pytest

from harness.core.action import Pause
from harness.core.geometry import Box
from harness.core.raw import PictureKind, PictureMark, RawFrame, nodes
from harness.device import uidump
from harness.device.replay import ReplayDevice
from harness.device.simulated.phone import SimulatedPhone
from harness.errors import ConfigError, DeviceError
from harness.run.journal import png_blob, tree_blob


def dump(text: str) -> str:
    return (
        f'<hierarchy rotation="0"><node text="{text}" package="com.example.app" '
        'bounds="[0,0][40,20]"/></hierarchy>'
    )


@pytest.fixture
def folder(tmp_path):
    for number in (1, 2, 10):
        (tmp_path / f"{number}.xml").write_text(dump(f"screen {number}"))
    picture = png_blob(np.arange(2400, dtype=np.uint32).reshape(20, 40, 3).astype(np.uint8)).data
    (tmp_path / "2.png").write_bytes(picture)
    (tmp_path / "11.png").write_bytes(picture)
    return tmp_path


def texts(frame: RawFrame) -> list[str]:
    return [] if frame.tree is None else [node.get("text") for node in nodes(frame.tree)]


def shown(device: ReplayDevice) -> list[RawFrame]:
    frames = [device.capture()]
    while device.state()["replay"]["left"]:
        device.perform(Pause())
        frames.append(device.capture())
    return frames


def test_a_folder_of_pairs_in_natural_order(folder):
    device = ReplayDevice(str(folder))
    assert device.state() == {"replay": {"all": 4, "left": 3}}
    frames = shown(device)
    assert [texts(f) for f in frames] == [["screen 1"], ["screen 2"], ["screen 10"], []]
    assert [f.flaws for f in frames] == [("no image",), (), ("no image",), ("no tree",)]
    assert device.gold() is None
    device.perform(Pause())
    assert texts(device.capture()) == []
    device.reset(7)
    assert texts(device.capture()) == ["screen 1"]


def recorded(folder, frames, **changes):
    (folder / "raw").mkdir()
    for number, (episode, frame, gold) in enumerate(frames):
        tree, image = tree_blob(frame.tree), png_blob(frame.image)
        for blob in (tree, image):
            (folder / "raw" / blob.name).write_bytes(blob.data)
        line = {
            "episode": episode, "step": number, "gold": gold, "raw_tree": tree.name,
            "raw_image": image.name, "payload": [], "output": "", "tree": None, "image": None,
            "flaws": [], **changes,
        }  # fmt: skip
        with (folder / "steps.jsonl").open("a") as stream:
            stream.write(json.dumps(line) + "\n")


def test_a_recorded_cell_brings_its_gold_and_its_flaws(tmp_path):
    phone = SimulatedPhone()
    phone.reset(3)
    home = phone.capture()
    gold = [
        {"type": "PERSON_NAME", "value": "Dana Reyes", "node": 0, "attr": "text", "start": 0,
         "end": 10, "box": None, "optional": False}
    ]  # fmt: skip
    recorded(tmp_path, [("one", home, gold), ("two", home, [])], flaws=["unsynchronised"])
    device = ReplayDevice(str(tmp_path), invented=True)
    frame = device.capture()
    assert uidump.serialize(frame.tree) == uidump.serialize(home.tree)
    assert np.array_equal(frame.image, home.image)
    assert not frame.synchronised
    assert [mark.value for mark in device.gold()] == ["Dana Reyes"]
    only = ReplayDevice(str(tmp_path), episode="two")
    assert only.state()["replay"]["all"] == 1
    only.capture()
    assert (only.gold(), only.pictures()) == ((), None)


def test_a_recorded_cell_brings_what_its_pictures_show(tmp_path):
    phone = SimulatedPhone()
    face = {"kind": "face", "box": {"left": 1, "top": 2, "right": 30, "bottom": 40}}
    recorded(tmp_path, [("one", phone.capture(), [])], pictures=[face])
    device = ReplayDevice(str(tmp_path))
    assert device.pictures() is None
    device.capture()
    assert device.pictures() == (PictureMark(PictureKind.FACE, Box(1, 2, 30, 40)),)


@pytest.mark.parametrize(
    ("files", "arguments", "says"),
    [
        ({}, {"path": None}, "device.path=DIR"),
        ({}, {}, "no frames"),
        ({"steps.jsonl": '{"episode": "Dana Reyes"}\n'}, {}, "line 1: not a recorded step"),
        ({"steps.jsonl": ""}, {"episode": "x"}, "no such episode"),
    ],
)
def test_what_is_no_recording_is_refused_in_one_line(tmp_path, files, arguments, says):
    for name, content in files.items():
        (tmp_path / name).write_text(content)
    with pytest.raises(ConfigError, match=says) as error:
        ReplayDevice(**{"path": str(tmp_path), **arguments})
    assert "Dana" not in str(error.value)


def test_a_missing_folder(tmp_path):
    with pytest.raises(ConfigError, match="no such folder"):
        ReplayDevice(str(tmp_path / "none"))


def test_a_broken_frame_names_itself_and_not_what_it_shows(tmp_path):
    (tmp_path / "a.xml").write_text(dump("Dana Reyes")[:-20])
    with pytest.raises(DeviceError, match="frame a: ") as error:
        ReplayDevice(str(tmp_path)).capture()
    assert "Dana" not in str(error.value)
