import json

import pytest

from harness.core.entity import EntityType
from harness.core.raw import GoldValue
from harness.errors import ConfigError
from harness.suite.native import NativeSuite

STATE = {
    "contacts": [
        {"id": "a", "first": "Maria", "name": "Maria Lopez", "phone": "212-555-0142"},
        {"id": "b", "first": "Maria", "name": "Maria Olsen", "phone": "212-555-0143"},
        {"id": "c", "first": "Omar", "name": "Omar Haddad", "phone": "212-555-0144"},
    ],
    "calls": [],
    "owner": {"name": "Ann Lee"},
}
CALL = """
templates:
  - id: call
    app: Contacts
    category: send
    complexity: easy
    needs: [PERSON_NAME]
    instructions:
      - "Call {contact.first} about {topic.text}, not {other.name}."
    slots:
      contact: {from: contacts, unique: [first]}
      other: {from: contacts, other_than: [contact]}
      topic: {choice: [{text: lunch}, {text: the keys}]}
    gold: {contact.first: PERSON_NAME, other.name: PERSON_NAME}
    answer: "{contact.phone}"
    human_steps: 3
    max_steps: 9
    success:
      - added: {in: calls, where: {number: {value: "{contact.phone}", type: PHONE_NUMBER}}}
    subgoals:
      dialled: {changed: calls}
    policy:
      - tap: "{contact.first}"
"""


def suite(tmp_path, text=CALL, **kwargs):
    path = tmp_path / "tasks.yaml"
    path.write_text(text, encoding="utf-8")
    return NativeSuite(str(path), **kwargs)


def test_the_same_seed_gives_the_same_tasks_and_another_gives_other_worlds(tmp_path):
    apps = suite(tmp_path, instances=3)
    first, again, other = apps.tasks(1), apps.tasks(1), apps.tasks(2)
    assert [t.id for t in first] == [f"call-en-US-{n}" for n in range(3)] == [t.id for t in other]
    assert [t.world_seed for t in first] == [t.world_seed for t in again]
    assert len({t.world_seed for t in [*first, *other]}) == 6


def test_world_seeds_never_change_between_versions(tmp_path):
    assert suite(tmp_path).tasks(0)[0].world_seed == 1818268956


def test_slots_respect_filters_and_tell_their_gold(tmp_path):
    goal = suite(tmp_path).tasks(0)[0].bind(STATE)
    assert goal.instruction.startswith("Call Omar about ")
    assert goal.gold[0] == GoldValue(EntityType.PERSON_NAME, "Omar")
    assert goal.gold[1].value in {"Maria Lopez", "Maria Olsen"}
    assert goal.answer == "212-555-0144"


def test_the_greatest_of_the_suitable_items_can_be_asked_for(tmp_path):
    text = CALL.replace("unique: [first]", "most: id, where: {id: {not: c}}")
    assert suite(tmp_path, text).tasks(0)[0].bind(STATE).answer == "212-555-0143"


def test_the_judge_compares_with_the_state_at_the_time_of_binding(tmp_path):
    state = json.loads(json.dumps(STATE))
    goal = suite(tmp_path).tasks(0)[0].bind(state)
    assert not goal.judge(state, "").success
    state["calls"].append({"id": "k", "number": "+1 212 555 0143"})
    wrong = goal.judge(state, "")
    assert not wrong.success
    assert wrong.subgoals == {"dialled": True}
    state["calls"][0]["number"] = "+1 212 555 0144"
    assert goal.judge(state, "").success


def test_the_policy_holds_no_value(tmp_path):
    goal = suite(tmp_path).tasks(0)[0].bind(STATE)
    assert "Omar" not in json.dumps(goal.policy)
    assert (
        goal.policy["instruction"] == "Call {contact.first} about {topic.text}, not {other.name}."
    )


def test_templates_can_be_picked(tmp_path):
    assert len(suite(tmp_path, templates=["call"]).tasks(0)) == 2
    with pytest.raises(ConfigError, match=r"no template 'cal'; it has call"):
        suite(tmp_path, templates=["cal"])


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ("app: Contacts", "apps: Contacts", "lacks app and has unknown keys apps"),
        ("human_steps: 3", "human_steps: three", "'human_steps' wants"),
        ("about {topic.text}", "about {topics.text}", "slot 'topics.text'"),
        ('"{contact.phone}", type', '"{contract.phone}", type', "slot 'contract.phone'"),
        ("added:", "add:", "unknown predicate 'add'"),
        ("PERSON_NAME, other", "NAME, other", "unknown entity type 'NAME'"),
        ("unique: [first]", "uniq: [first]", "slot 'contact'"),
        ("other_than: [contact]", "other_than: [topic]", "a later slot 'topic'"),
        ("{choice:", "{from: contacts, choice:", "either 'from' or 'choice'"),
        ("- id: call", "- id: call\n  - id: call", "not YAML|lacks"),
        ("slots:", "slots: 3\n    x:", "unknown keys x"),
        ('policy:\n      - tap: "{contact.first}"', "policy: tap", "'policy' wants"),
    ],
)
def test_a_wrong_template_is_named_in_one_line(tmp_path, old, new, complaint):
    assert old in CALL
    with pytest.raises(ConfigError, match=complaint) as error:
        suite(tmp_path, CALL.replace(old, new))
    assert "\n" not in str(error.value)
    assert "tasks.yaml" in str(error.value)


@pytest.mark.parametrize("text", ["", "[]", "templates: {}", "a: [", "\t"])
def test_a_file_that_is_no_suite_is_refused_in_one_line(tmp_path, text):
    with pytest.raises(ConfigError, match=r"tasks\.yaml") as error:
        suite(tmp_path, text)
    assert "\n" not in str(error.value)


def test_a_missing_file_is_refused_in_one_line(tmp_path):
    with pytest.raises(ConfigError, match="No such file"):
        NativeSuite(str(tmp_path / "none.yaml"))


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ("from: contacts, unique", "from: people, unique", "has no 'people'"),
        ("unique: [first]", "unique: [first], where: {id: a}", "nothing in 'contacts'"),
        ("{contact.first} about", "{contact.nick} about", "no value for 'contact.nick'"),
    ],
)
def test_a_world_that_does_not_fit_is_told_without_its_values(tmp_path, old, new, complaint):
    task = suite(tmp_path, CALL.replace(old, new)).tasks(0)[0]
    with pytest.raises(ConfigError, match=complaint) as error:
        task.bind(STATE)
    assert "call-en-US-0" in str(error.value)
    assert "Omar" not in str(error.value)
