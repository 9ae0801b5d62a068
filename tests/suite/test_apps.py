"""Every template of tasks/apps.yaml on the simulated phone."""

from dataclasses import replace
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from driving import Constants, Everything, play

from harness.agent.reader import TOKEN, parse
from harness.device.simulated.phone import SimulatedPhone
from harness.suite.native import NativeSuite

FILE = str(Path(__file__).parents[2] / "tasks" / "apps.yaml")
THREE = NativeSuite(FILE, instances=3).tasks(seed=5)
ONE = NativeSuite(FILE, instances=1).tasks(seed=6)
YES_OR_NO = {"bank_afford"}
each_of_three = pytest.mark.parametrize("task", THREE, ids=lambda task: task.id)
each = pytest.mark.parametrize("task", ONE, ids=lambda task: task.template)
each_that_names_something = pytest.mark.parametrize(
    "task",
    [task for task in ONE if task.spec.gold and task.template not in YES_OR_NO],
    ids=lambda task: task.template,
)


@pytest.fixture(autouse=True)
def undrawn(monkeypatch):
    """Nothing here looks at pixels."""
    blank = np.zeros((2400, 1080, 3), np.uint8)
    monkeypatch.setattr("harness.device.simulated.phone.render", lambda scene: blank)


@cache
def world(seed):
    phone = SimulatedPhone()
    phone.reset(seed)
    return phone.state()


def test_there_are_enough_tasks_in_all_apps():
    tasks = NativeSuite(FILE).tasks(0)
    assert len(tasks) >= 48
    assert {task.app for task in tasks} == {"Contacts", "Messages", "Settings", "Bank"}
    assert len({task.id for task in tasks}) == len(tasks)


@each_of_three
def test_the_policy_reaches_the_goal_when_nothing_is_hidden(task):
    played = play(task)
    assert played.verdict.success, played.message
    assert all(played.verdict.subgoals.values())
    assert task.human_steps <= len(played.actions) <= task.max_steps


@each
def test_the_policy_reaches_the_goal_through_tokens(task):
    hiding = Everything()
    played = play(task, hiding=hiding)
    assert played.verdict.success, played.message
    assert len(played.actions) <= task.max_steps


@each
def test_the_policy_ends_by_itself_when_values_are_gone_for_good(task):
    played = play(task, hiding=Constants())
    assert played.actions[-1].name == "finish"


@each_that_names_something
def test_doing_it_to_somebody_or_something_else_is_no_success(task):
    asked = task.bind(world(task.world_seed))
    played = play(task, said=another(task, asked))
    assert played.actions[-1].name == "finish"
    assert not played.verdict.success


def another(task, asked):
    """What the user might have said in the same world about something else."""
    start = world(task.world_seed)
    for seed in range(60):
        other = replace(task, world_seed=seed).bind(start)
        differs = not asked.answer or other.answer != asked.answer
        if other.instruction != asked.instruction and differs:
            return other.instruction
    person = next(t for t in start["messages"]["threads"] if t["topic"] == "lunch")["title"]
    name = asked.gold[0].value
    return asked.instruction.replace(name, person if " " in name else person.split()[0])


@each_of_three
def test_doing_nothing_and_saying_nothing_is_no_success(task):
    start = world(task.world_seed)
    goal = task.bind(start)
    assert not goal.judge(start, "").success
    assert not goal.judge(start, "Done.").success


@each_of_three
def test_an_instruction_names_its_gold_and_can_be_read(task):
    goal = task.bind(world(task.world_seed))
    assert all(gold.value in goal.instruction for gold in goal.gold)
    seen = parse(task.policy["instruction"], goal.instruction)
    assert seen is not None
    hidden = parse(task.policy["instruction"], Everything().instruction(goal, goal.instruction))
    assert hidden is not None
    assert all(TOKEN.search(hidden[name]) for name in task.spec.gold if name in hidden)


@each
def test_every_world_has_what_a_template_needs(task):
    for seed in range(25):
        assert replace(task, world_seed=seed).bind(world(seed)).instruction


@each
def test_a_first_name_alone_means_one_person(task):
    for seed in range(25):
        start = world(seed)
        people = [p["first"] for p in start["contacts"]["people"]]
        for gold in replace(task, world_seed=seed).bind(start).gold:
            assert people.count(gold.value) <= 1
