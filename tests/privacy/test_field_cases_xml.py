"""Texts as dumps really hold them, from the bytes of the dump to the virtual hierarchy."""

import re

import pytest
from observed import looked, opened, quoted, seen, texts, written

from harness.core.action import Type
from harness.core.raw import nodes
from harness.device import uidump

BOUNDS = 'class="android.widget.TextView" bounds="[40,200][1040,260]"'


def shown(view, tag="node", instruction="Go on"):
    return texts(looked(opened(instruction), written(f"{view} {BOUNDS}", tag=tag)))


def test_emoji_written_as_references_are_kept_and_offsets_count_code_points():
    session = opened("Write to Ana Ruiz")
    (token,) = re.findall(r"PERSON_NAME#\w{5}", session.instruction)
    view = 'text="Ana Ruiz&#128141;" content-desc="&#128141;&#128141; Ana Ruiz, online"'
    raw = uidump.frame(written(f"{view} {BOUNDS}").encode(), None)
    observation = session.observe(raw)
    assert texts(observation.frame) == [f"{token}💍", f"💍💍 {token}, online"]
    (node,) = [n for n in nodes(raw.tree) if n.get("text")]
    for finding in observation.findings:
        assert node.get(finding.attr)[finding.start : finding.end] == "Ana Ruiz"
    again = uidump.parse(uidump.serialize(observation.frame.tree))
    assert uidump.is_same(again, observation.frame.tree)


@pytest.mark.parametrize("junk", ["&#0;", "&#11;", "\x0b", "\x00", "&#55357;"])
def test_what_xml_forbids_hides_no_value_and_loses_no_view(junk, caplog):
    name, phone, label = shown(
        f'text="Dana{junk} Reyes" content-desc="Call 202-555{junk}-0142" hint="Settings"'
    )
    assert re.fullmatch(r"PERSON_NAME#\w{5}", name)
    assert re.fullmatch(r"Call PHONE_NUMBER#\w{5}", phone)
    assert label == "Settings"
    assert "repaired 2 characters" in caplog.text
    assert "Dana" not in caplog.text


def test_two_halves_of_an_emoji_are_one_character():
    (text,) = shown('text="&#55357;&#56832; dana@example.com"')
    assert re.fullmatch(r"😀 EMAIL#\w{5}", text)


def test_a_name_before_a_line_break_is_hidden_and_the_break_is_written_back():
    session = opened()
    view = 'content-desc="Signed in as Ann Lee&#10;ann@example.com&#10;202-555-0142&#10;Settings"'
    frame = looked(session, written(f"{view} {BOUNDS}"))
    (text,) = texts(frame)
    assert re.fullmatch(
        r"Signed in as PERSON_NAME#\w{5}\nEMAIL#\w{5}\nPHONE_NUMBER#\w{5}\nSettings", text
    )
    assert text.replace("\n", "&#10;").encode() in uidump.serialize(frame.tree)


def test_a_line_break_that_nobody_escaped_hides_nothing():
    (text,) = shown('content-desc="Signed in as Ann Lee\nSettings"')
    assert "Ann" not in text
    assert "Lee" not in text


def test_characters_of_markup_stay_text_in_values_and_around_them():
    session = opened()
    frame = looked(
        session, quoted("Password", 'A&B<"x"9', 'Is A&B<"x"9 <right>?', "R&D <b>Dana Reyes</b>")
    )
    label, password, question, name = texts(frame)
    assert label == "Password"
    assert re.fullmatch(r"PASSWORD#\w{5}", password)
    assert question == f"Is {password} <right>?"
    assert re.fullmatch(r"R&D <b>PERSON_NAME#\w{5}</b>", name)
    assert session.resolve(Type(f"<{password}>"), frame).command.text == '<A&B<"x"9>'
    assert uidump.is_same(uidump.parse(uidump.serialize(frame.tree)), frame.tree)


@pytest.mark.parametrize("tag", ["node", "android.widget.TextView"])
def test_every_attribute_that_people_read_is_hidden_and_no_other_changes(tag):
    machine = 'xpos="3" display-id="0" drawing-order="7" resource-id="com.example:id/dana"'
    view = (
        f'{machine} text="" hint="Message Dana Reyes" tooltip-text="dana@example.com" '
        'pane-title="Chat with Dana Reyes" a11y-label="202-555-0142" stateDescription="Dana Reyes"'
    )
    frame = looked(opened(), written(f"{view} {BOUNDS}", tag=tag))
    hint, tooltip, pane, label, state = texts(frame)
    assert hint == f"Message {state}"
    assert pane == f"Chat with {state}"
    assert [t.partition("#")[0] for t in (state, tooltip, label)] == [
        "PERSON_NAME", "EMAIL", "PHONE_NUMBER",
    ]  # fmt: skip
    (node,) = [n for n in nodes(frame.tree) if n.get("xpos")]
    assert node.tag == tag
    for name, value in re.findall(r'([\w-]+)="([^"]*)"', machine):
        assert node.get(name) == value


def test_a_value_is_hidden_wherever_the_step_repeats_it_but_not_inside_words():
    name, photo, joined, elsewhere = seen(
        "Ann Lee",
        {"content-desc": "Photo of Ann Lee"},
        {"content-desc": "ANN LEE, 202-555-0142, Mobile"},
        "Annual Leeway report",
    )
    assert re.fullmatch(r"PERSON_NAME#\w{5}", name)
    assert photo == f"Photo of {name}"
    assert re.fullmatch(rf"{name}, PHONE_NUMBER#\w{{5}}, Mobile", joined)
    assert elsewhere == "Annual Leeway report"


@pytest.mark.parametrize("name", ["shield", "rules", "mask"])
def test_a_password_field_shows_neither_its_text_nor_its_length(name):
    fields = ("••••••••", "••••7", "••3", "hunter-example")
    rows = [{"text": text, "password": "true"} for text in fields]
    got = seen(*rows, {"content-desc": "Password hunter-example"}, name=name)
    assert set(got[:-1]) == {"[PASSWORD]"}
    assert "hunter" not in got[-1]
