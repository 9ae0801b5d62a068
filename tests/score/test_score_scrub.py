"""Public copies hold no gold value, and nothing else is lost."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from lxml import etree

from harness.core.canonical import canonical
from harness.core.entity import EntityType
from harness.core.geometry import Box
from harness.core.raw import GoldMark, GoldValue
from harness.score.gold import Item
from harness.score.matching import Matcher
from harness.score.scrub import GoldScrubber

NAME = GoldValue(EntityType.PERSON_NAME, "Dana Reyes")
PHONE = GoldValue(EntityType.PHONE_NUMBER, "+1 202-555-0142")
ADDRESS = GoldValue(EntityType.ADDRESS, "1204 Elm St, Springfield")
GOLD = (NAME, PHONE, ADDRESS)


def found(text):
    items = {Item(g.type, canonical(g.value, g.type)): {g.value} for g in GOLD}
    return [hit for hit in Matcher(items).search(text, items).values() if hit.full]


def test_only_lines_with_a_value_are_withheld():
    text = "Task: call\n[1] Button Dana Reyes\n[2] Text (202) 555-0142\n[3] Button Settings"
    clean, cut = GoldScrubber().text(text, GOLD)
    assert clean.split("\n") == [
        "Task: call",
        "[withheld: PERSON_NAME]",
        "[withheld: PHONE_NUMBER]",
        "[3] Button Settings",
    ]
    assert cut == 2


def test_a_near_identical_number_stays():
    text = "[1] Text +1 202-555-0143"
    assert GoldScrubber().text(text, GOLD) == (text, 0)


def test_a_value_over_two_lines_is_withheld():
    clean, cut = GoldScrubber().text("Dana\nReyes", GOLD)
    assert not found(clean)
    assert cut


words = st.sampled_from(
    ["Settings", "DANA REYES", "202.555.0142", "1204 elm st, springfield", "ok"]
)


@given(st.lists(st.lists(words, min_size=1, max_size=4).map(" ".join), max_size=6).map("\n".join))
def test_nothing_is_found_in_scrubbed_text(text):
    clean, _ = GoldScrubber().text(text, GOLD)
    assert not found(clean)


def test_trees_are_copied_and_keep_their_structure():
    tree = etree.fromstring(
        '<hierarchy><node text="Dana Reyes" resource-id="x:id/name" bounds="[0,0][9,9]">'
        '<node text="" content-desc="Settings" bounds="[0,0][9,9]"/></node></hierarchy>'
    )
    clean, cut = GoldScrubber().tree(tree, GOLD)
    assert cut == 1
    assert "Dana" not in etree.tostring(clean, encoding="unicode")
    assert "Dana" in etree.tostring(tree, encoding="unicode")
    assert [n.get("content-desc") for n in clean.iter("node")] == [None, "Settings"]


def test_only_boxes_in_which_raw_pixels_show_are_blackened():
    rng = np.random.default_rng(0)
    raw = rng.integers(0, 255, (120, 300, 3), dtype=np.uint8)
    sent = raw.copy()
    sent[60:100, 20:280] = 255
    marks = [
        GoldMark(NAME.type, NAME.value, 0, "text", 0, 10, Box(20, 10, 280, 50)),
        GoldMark(PHONE.type, PHONE.value, 1, "text", 0, 15, Box(20, 60, 280, 100)),
    ]
    clean, cut = GoldScrubber().image(sent, raw, marks)
    assert cut == 1
    assert not clean[10:50, 20:280].any()
    assert (clean[60:100, 20:280] == 255).all()
    assert (sent[10:50, 20:280] == raw[10:50, 20:280]).all()
