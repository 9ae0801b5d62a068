"""The suite of static screens."""

import json

import pytest

from harness.errors import ConfigError
from harness.suite.screens import ScreensSuite


def test_a_task_per_screen_named_after_its_file(tmp_path):
    for name in ("10", "9"):
        (tmp_path / f"{name}.xml").write_text("<hierarchy/>")
    about = {"app": "com.a", "lang": "de", "category": "dialog"}
    (tmp_path / "9.gold.json").write_text(json.dumps(about))
    nine, ten = ScreensSuite(str(tmp_path)).tasks(seed=4)
    assert (nine.id, nine.app, nine.category, nine.world) == ("9", "com.a", "dialog", "de")
    assert (nine.world_seed, nine.max_steps) == (0, 1)
    assert (ten.id, ten.category, ten.world_seed) == ("10", "screen", 1)


def test_there_is_nothing_to_succeed_in(tmp_path):
    (tmp_path / "1.xml").write_text("<hierarchy/>")
    goal = ScreensSuite(str(tmp_path)).tasks(0)[0].bind({})
    assert (goal.gold, goal.answer, goal.judge({}, "").success) == ((), "", None)


def test_broken_gold_is_told(tmp_path):
    (tmp_path / "1.xml").write_text("<hierarchy/>")
    (tmp_path / "1.gold.json").write_text("{")
    with pytest.raises(ConfigError, match="1.gold.json"):
        ScreensSuite(str(tmp_path)).tasks(0)
