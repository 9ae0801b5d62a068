"""Every template of tasks/apps on the simulated phone."""

from dataclasses import replace
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from driving import Constants, Everything, play

from harness.agent.reader import TOKEN, parse
from harness.core.paths import DEFAULT_WORLD, world_names
from harness.device.simulated.phone import SimulatedPhone
from harness.suite.native import NativeSuite

FILE = str(Path(__file__).parents[2] / "tasks" / "apps")
ALL = NativeSuite(FILE, instances=1, world="all").tasks(seed=5)
WORLDS = world_names()
TEMPLATES = [task.template for task in ALL if task.world == WORLDS[0]]


def turns(first, step):
    """Every ``step``-th template, each in another world than its neighbours: a sample.

    ``make feasibility`` plays all of them in all worlds.
    """
    wanted = {t: WORLDS[(i + first) % len(WORLDS)] for i, t in enumerate(TEMPLATES)}
    kept = set(TEMPLATES[first::step])
    return [t for t in ALL if t.template in kept and wanted[t.template] == t.world]


YES_OR_NO = {
    "bank_afford",
    "bank_bill_covered",
    "bank_sum_over",
    "chat_gifts_over",
    "chat_same_number",
    "contacts_colleagues",
    "messages_check_number",
    "music_paid_over",
    "expenses_budget_rule",
    "expenses_count_shares",
    "expenses_open_over",
    "health_bills_over",
    "health_pay_larger",
    "shop_gift_cards_cover",
    "meetings_check_email",
    "meetings_same_passcode",
}
each = pytest.mark.parametrize("task", turns(0, 1), ids=lambda task: task.id)
some = pytest.mark.parametrize("task", turns(1, 3), ids=lambda task: task.id)
few = pytest.mark.parametrize("task", turns(2, 6), ids=lambda task: task.id)
some_that_name_something = pytest.mark.parametrize(
    "task",
    [task for task in turns(0, 3) if task.spec.gold and task.template not in YES_OR_NO],
    ids=lambda task: task.id,
)


@pytest.fixture(autouse=True)
def undrawn(monkeypatch):
    """Nothing here looks at pixels."""
    blank = np.zeros((2400, 1080, 3), np.uint8)
    monkeypatch.setattr("harness.device.simulated.phone.render", lambda scene: blank)


@cache
def world(seed, name=DEFAULT_WORLD):
    phone = SimulatedPhone()
    phone.reset(seed, name)
    return phone.state()


def test_there_are_enough_tasks_in_all_apps():
    specs = [task.spec for task in ALL if task.world == DEFAULT_WORLD]
    assert len(specs) >= 120
    assert len({spec.app for spec in specs}) >= 14
    assert sum(spec.carry for spec in specs) >= 30
    assert sum(spec.gatekeeper for spec in specs) >= 20
    assert sum(bool(spec.answer) for spec in specs) >= 15
    assert all(len(set(spec.instructions)) >= 3 for spec in specs)
    assert len(WORLDS) >= 6
    assert len({task.id for task in ALL}) == len(ALL)


@each
def test_the_policy_reaches_the_goal_when_nothing_is_hidden(task):
    played = play(task)
    assert played.verdict.success, played.message
    assert all(played.verdict.subgoals.values())
    assert task.human_steps <= len(played.actions) <= task.max_steps


@some
def test_the_policy_reaches_the_goal_through_tokens(task):
    hiding = Everything()
    played = play(task, hiding=hiding)
    assert played.verdict.success, played.message
    assert len(played.actions) <= task.max_steps


@few
def test_the_policy_ends_by_itself_when_values_are_gone_for_good(task):
    played = play(task, hiding=Constants())
    assert played.actions[-1].name == "finish"


@some_that_name_something
def test_doing_it_to_somebody_or_something_else_is_no_success(task):
    asked = task.bind(world(task.world_seed, task.world))
    played = play(task, said=another(task, asked))
    assert played.actions[-1].name == "finish"
    assert not played.verdict.success


def another(task, asked):
    """What the user might have said in the same world about something else."""
    start = world(task.world_seed, task.world)
    for seed in range(60):
        other = replace(task, world_seed=seed).bind(start)
        differs = not asked.answer or other.answer != asked.answer
        likewise = other.policy["instruction"] == asked.policy["instruction"]
        if likewise and other.gold != asked.gold and differs:
            return other.instruction
    person = next(t for t in start["messages"]["threads"] if t["topic"] == "lunch")["title"]
    name = asked.gold[0].value
    return asked.instruction.replace(name, person if " " in name else person.split()[0])


@some
def test_doing_nothing_and_saying_nothing_is_no_success(task):
    start = world(task.world_seed, task.world)
    goal = task.bind(start)
    assert not goal.judge(start, "").success
    assert not goal.judge(start, "Done.").success


@some
def test_an_instruction_names_its_gold_and_can_be_read(task):
    goal = task.bind(world(task.world_seed, task.world))
    assert all(gold.value in goal.instruction for gold in goal.gold)
    seen = parse(goal.policy["instruction"], goal.instruction)
    assert seen is not None
    hidden = parse(goal.policy["instruction"], Everything().instruction(goal, goal.instruction))
    assert hidden is not None
    assert all(TOKEN.search(hidden[name]) for name in task.spec.gold if name in hidden)


@few
def test_every_world_has_what_a_template_needs(task):
    for seed in range(25):
        assert replace(task, world_seed=seed).bind(world(seed)).instruction


@few
def test_a_first_name_alone_means_one_person(task):
    for seed in range(25):
        start = world(seed)
        people = [p["first"] for p in start["contacts"]["people"]]
        for gold in replace(task, world_seed=seed).bind(start).gold:
            assert people.count(gold.value) <= 1
