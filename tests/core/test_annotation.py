"""Gold files: what they say, written and read, and what is wrong with the broken ones."""

import json

import pytest
from lxml import etree

from harness.core.annotation import Annotation, annotated_screens, annotation_json, screen_files
from harness.core.entity import EntityType as E
from harness.core.geometry import Box
from harness.core.raw import GoldMark, PictureKind, PictureMark
from harness.errors import ConfigError

TREE = etree.fromstring(
    '<hierarchy><node text="Call Dana Reyes " content-desc=""><node text="555-0142"/></node>'
    "</hierarchy>"
)
SPAN = {"node": 0, "attr": "text", "start": 5, "end": 15, "type": "PERSON_NAME", "tier": 1}
BOX = {"box": [1, 2, 30, 40], "type": "EMAIL", "tier": 1, "value": "dana@example.com"}


def read(folder, data):
    path = folder / "7.gold.json"
    path.write_text(data if isinstance(data, str) else json.dumps(data))
    return Annotation.read(path)


def test_spans_become_marks_with_the_text_that_they_cover(tmp_path):
    other = {"node": 1, "attr": "text", "start": 0, "end": 3, "type": "OTHER"}
    gold = read(tmp_path, {"app": "com.a", "lang": "en", "spans": [SPAN], "optional": [other]})
    name, rest = gold.marks(TREE)
    assert (name.type, name.value, name.node, name.box) == (E.PERSON_NAME, "Dana Reyes", 0, None)
    assert (rest.value, rest.optional) == ("555", True)
    assert (gold.app, gold.lang, gold.category, gold.region) == ("com.a", "en", "screen", None)


def test_boxes_are_places_in_the_picture_alone(tmp_path):
    gold = read(tmp_path, {"boxes": [BOX, {**BOX, "optional": True}]})
    required, optional = gold.marks(None)
    assert (required.node, required.box) == (None, Box(1, 2, 30, 40))
    assert (required.value, required.optional, optional.optional) == (BOX["value"], False, True)


def test_what_is_written_reads_the_same(tmp_path):
    box = Box(10, 20, 90, 44)
    marks = (
        GoldMark(E.PERSON_NAME, "Dana Reyes", 0, "text", 4, 16, box),
        GoldMark(E.PHONE_NUMBER, "+1 202 555 0142", 1, "text", 0, 8),
        GoldMark(E.ADDRESS, "1 Elm St", None, "image", 0, 0, Box(0, 50, 9, 60), True),
    )
    text = annotation_json({"file": "7.xml", "app": "com.a", "lang": "en"}, TREE, marks)
    found = read(tmp_path, text).marks(TREE)
    assert [(m.value, m.node, m.start, m.end, m.box, m.optional) for m in found] == [
        ("Dana Reyes", 0, 5, 15, None, False),
        ("555-0142", 1, 0, 8, None, False),
        ("Dana Reyes", None, 0, 0, box, False),
        ("1 Elm St", None, 0, 0, Box(0, 50, 9, 60), True),
    ]


def test_pictures_are_written_only_where_there_are_some(tmp_path):
    about, pictures = {"file": "7.xml"}, (PictureMark(PictureKind.FACE, Box(1, 2, 30, 40)),)
    assert read(tmp_path, annotation_json(about, TREE, (), pictures)).pictures() == pictures
    assert read(tmp_path, annotation_json(about, TREE, ())).pictures() is None


@pytest.mark.parametrize(
    ("entries", "says"),
    [
        ({}, "7.gold.json: pictures must be a list"),
        ([3], r"pictures\[0\] must be an object"),
        ([{"kind": "cat", "box": [1, 2, 3, 4]}], r"pictures\[0\].kind must be one of face, code"),
        ([{"kind": "face", "box": [1, 2, 1, 4]}], r"pictures\[0\].box is empty"),
    ],
)
def test_broken_pictures_are_named(tmp_path, entries, says):
    with pytest.raises(ConfigError, match=says):
        read(tmp_path, {"pictures": entries}).pictures()


@pytest.mark.parametrize(
    ("data", "says"),
    [
        ("{", "7.gold.json: not valid JSON"),
        ([], "7.gold.json: must be an object"),
        ({"lang": 3}, "lang must be a text"),
        ({"spans": {}}, "spans must be a list"),
        ({"spans": [3]}, r"spans\[0\] must be an object"),
        ({"spans": [SPAN, {**SPAN, "type": "OTHER"}]}, r"spans\[1\].type is no type"),
        ({"spans": [{**SPAN, "tier": 2}]}, r"spans\[0\].tier must be 1 for PERSON_NAME"),
        ({"spans": [{**SPAN, "node": True}]}, r"spans\[0\].node must be a whole number"),
        ({"spans": [{**SPAN, "node": 2}]}, r"spans\[0\].node: the screen has 2 nodes"),
        ({"optional": [{**SPAN, "attr": "hint"}]}, r"optional\[0\].attr: node 0 has no such"),
        ({"spans": [{**SPAN, "start": 99}]}, r"spans\[0\].start must lie"),
        ({"spans": [{**SPAN, "end": 5}]}, r"spans\[0\].end must lie"),
        ({"spans": [SPAN], "optional": [{**SPAN, "start": 14}]}, "node 0, text, overlap"),
        ({"boxes": [{**BOX, "box": [1, 2, 3]}]}, r"boxes\[0\].box must be"),
        ({"boxes": [{**BOX, "box": [5, 5, 5, 9]}]}, r"boxes\[0\].box is empty"),
        ({"boxes": [{**BOX, "value": None}]}, r"boxes\[0\].value must be a text"),
    ],
)
def test_a_broken_file_names_itself_and_the_field_and_no_value(tmp_path, data, says):
    with pytest.raises(ConfigError, match=says) as error:
        read(tmp_path, data).marks(TREE)
    assert "7.gold.json" in str(error.value)
    assert "Dana" not in str(error.value)


def test_screens_are_found_in_natural_order_with_what_there_is_of_them(tmp_path):
    for name in ("10.xml", "2.png", "2.gold.json", "1.xml", "1.PNG", "notes.txt"):
        (tmp_path / name).write_text("")
    found = screen_files(tmp_path)
    assert [s.name for s in found] == ["1", "2", "10"]
    assert [(bool(s.tree), bool(s.image), bool(s.gold)) for s in found] == [
        (True, True, False), (False, True, True), (True, False, False),
    ]  # fmt: skip


def test_a_folder_without_screens_is_refused(tmp_path):
    with pytest.raises(ConfigError, match="no NAME.xml"):
        annotated_screens(str(tmp_path))
    with pytest.raises(ConfigError, match="suite.root=.*no such folder"):
        annotated_screens(str(tmp_path / "x"))
