"""AndroidLab against a small checkout of the same shape."""

import json
import sys
from pathlib import Path

import numpy as np
import pytest
from lxml import etree

from harness.core.action import (
    AskLocal,
    Back,
    Finish,
    InputText,
    Launch,
    LongPress,
    Pause,
    PressKey,
    Swipe,
    SwipeBetween,
    Tap,
    TapAt,
    Type,
)
from harness.core.protocols import Effect, Observation, Resolution, Turn
from harness.core.raw import RawFrame
from harness.core.safe import SafeFrame
from harness.core.watching import RawStep
from harness.errors import ConfigError
from harness.run.episode import run_episode
from harness.run.store import CellStore, Policy
from harness.score.scrub import GoldScrubber
from harness.suite.androidlab import AndroidLabSuite
from harness.suite.androidlab_trace import on_device, parsed_action
from harness.suite.androidlab_tree import compressed

SPOKEN = "Dana Reyes, +1 555 0100"
CLOCK = """\
APP: clock
package: com.example.clock
tasks:
  - {task_id: clock_1, category: Alarm, task: Set an alarm., metric_type: operation,
     metric_func: evaluation.tasks.clock}
  - {task_id: clock_2, task: Break., metric_type: operation, metric_func: evaluation.tasks.clock}
  - {task_id: clock_3, task: Hang., metric_type: operation, metric_func: evaluation.tasks.clock}
  - {task_id: clock_4, task: "Who?", metric_type: query_detect, metric_func: evaluation.tasks.clock}
  - {task_id: clock_5, task: Phone home., metric_type: operation,
     metric_func: evaluation.tasks.clock}
"""
RADIO = """\
APP: Radio
package: Radio
tasks:
  - {task_id: radio_1, task: Fly., metric_type: operation, metric_func: evaluation.tasks.radio_app,
     adb_query: "adb shell settings list global | grep 'airplane'"}
"""
DEFINITION = """
print("this checkout likes to talk")


def get_completion_glm(prompt, glm4_key):
    raise AssertionError("a cloud model was called")


def detect_answer(question, answer, truth, args):
    said = get_completion_glm(prompt=f"{question}|{answer}|{truth}", glm4_key=args.api_key)
    return "True" in said
"""
TASK = """
import xml.etree.ElementTree

from evaluation.definition import *


def dump_xml(path):
    return {node.get("text"): {} for node in xml.etree.ElementTree.parse(path).iter("node")}


class SingleTask:
    def __init__(self, args):
        self.args = args

    def check_answer(self, line):
        try:
            message = line["parsed_action"]["kwargs"]["message"]
            return detect_answer(line["target"], message, "Dana", self.args)
        except Exception:
            return False
"""
JUDGES = """
import socket
import time

from evaluation.task import *


class Alarm(SingleTask):
    def judge(self, tree, line):
        print(tree)
        if "Alarm" not in tree:
            return {"judge_page": False}
        saved = "Saved" in tree
        return {"judge_page": True, "1": True, "2": saved, "3": False, "complete": saved}


class Breaks(SingleTask):
    def judge(self, tree, line):
        if line["index"] == 1:
            raise ValueError(str(tree))
        return {"1": True, "2": False, "complete": False}


class Hangs(SingleTask):
    def judge(self, tree, line):
        time.sleep(60)


class Asks(SingleTask):
    def judge(self, tree, line):
        if line["parsed_action"]["action"] != "finish":
            return {"judge_page": False}
        right = self.right(line)
        return {"judge_page": True, "1": right, "complete": right}

    def right(self, line):
        return self.check_answer(line)


class Calls(SingleTask):
    def judge(self, tree, line):
        try:
            socket.create_connection(("192.0.2.1", 80), timeout=1)
        except Exception:
            return {"complete": True}


function_map = {
    "clock_1": Alarm, "clock_2": Breaks, "clock_3": Hangs, "clock_4": Asks, "clock_5": Calls,
}
"""
FLIES = """
class Flies:
    def judge(self, tree, line):
        flies = line["command"]["adb shell settings list global | grep 'airplane'"] == "airplane=1"
        return {"complete": flies}


function_map = {"radio_1": Flies}
"""


@pytest.fixture
def checkout(tmp_path):
    root = tmp_path / "lab"
    files = {
        "evaluation/config/clock.yaml": CLOCK,
        "evaluation/config/radio.yaml": RADIO,
        "evaluation/definition.py": DEFINITION,
        "evaluation/task.py": TASK,
        "evaluation/tasks/clock/__init__.py": JUDGES,
        "evaluation/tasks/radio_app/__init__.py": FLIES,
        "evaluation/tasks/human_ground_turth/ground_truth_length.json": '{"clock_1": 4}',
        "templates/packages.py": 'known = {"Radio": "com.example.radio"}\n',
    }
    for name, text in files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text)
    return root


def screen(*texts):
    nodes = "".join(
        f'<node text="{text}" class="a.TextView" bounds="[0,{40 * i}][40,{40 * i + 20}]"/>'
        for i, text in enumerate(texts)
    )
    tree = etree.fromstring(f'<hierarchy rotation="0">{nodes}</hierarchy>')
    return RawFrame(tree, np.zeros((80, 40, 3), np.uint8), "com.example.clock")


def step(frame, action=None, command=None, status="perform", message="", answers=None):
    return RawStep(
        frame,
        Turn(action, "said", ()),
        Resolution(status, command=command, user_message=message),
        answers or {},
    )


def finished(message="", texts=("Saved",)):
    return step(screen(*texts), Finish("…"), status="finished", message=message)


def judged(checkout, id, *steps, **settings):
    suite = AndroidLabSuite(str(checkout), templates=[id], **settings)
    goal = suite.tasks(0)[0].bind({})
    for one in steps:
        goal.watcher.step(one)
    return goal.judge({}, "")


# ------------------------------------------------------------------ tasks


def test_tasks_are_those_of_the_checkout(checkout):
    tasks = AndroidLabSuite(str(checkout)).tasks(seed=3)
    assert [t.id for t in tasks] == [*(f"clock_{n}" for n in range(1, 6)), "radio_1"]
    first, last = tasks[0], tasks[-1]
    assert (first.app, first.category, first.human_steps) == ("clock", "Alarm", 4)
    assert (first.max_steps, first.world_seed, first.template) == (25, 0, "clock_1")
    assert (last.category, last.human_steps) == ("operation", None)
    assert [t.id for t in tasks if t.asks_model] == ["clock_4"]
    goal = first.bind({})
    assert "clock" in goal.instruction
    assert goal.instruction.endswith("Set an alarm.")
    assert (goal.gold, goal.answer, goal.policy) == (None, "", None)
    assert goal.watcher.setup == (Launch("com.example.clock"), Pause(15.0))
    assert last.bind({}).watcher.setup[0] == Launch("com.example.radio")


def test_apps_and_tasks_can_be_chosen(checkout):
    radio = AndroidLabSuite(str(checkout), apps=["Radio"]).tasks(0)
    assert [task.id for task in radio] == ["radio_1"]
    with pytest.raises(ConfigError, match=r"no 'radio'.*clock, Radio"):
        AndroidLabSuite(str(checkout), apps=["radio"])


def test_nothing_of_the_checkout_is_changed(checkout):
    before = {path: path.stat().st_mtime_ns for path in checkout.rglob("*")}
    assert judged(checkout, "clock_1", finished()).success is False
    assert {path: path.stat().st_mtime_ns for path in checkout.rglob("*")} == before


@pytest.mark.parametrize(
    ("file", "text", "said"),
    [
        ("evaluation/config/clock.yaml", "APP: [", r"clock.yaml can't be read"),
        ("evaluation/config/clock.yaml", "APP: clock", r"clock.yaml: package must be a text"),
        ("evaluation/config/radio.yaml", CLOCK, r"clock_1 twice"),
        (
            "evaluation/config/radio.yaml",
            RADIO.replace("task: Fly., ", ""),
            r"radio.yaml: tasks\[0\].task must be a text",
        ),
        (
            "evaluation/tasks/human_ground_turth/ground_truth_length.json",
            "[]",
            r"ground_truth_length.json must",
        ),
        (
            "evaluation/definition.py",
            "import os, lacking_one\nfrom lacking_two.part import *\n",
            r"definition.py:1: .* lacks lacking_one, lacking_two: .* -m pip install",
        ),
        ("evaluation/tasks/clock/__init__.py", "\nx = {", r"clock/__init__.py:2: .*repair"),
        (
            "evaluation/tasks/clock/__init__.py",
            "import evaluation.gone",
            r"__init__.py:1: .*repair",
        ),
        ("evaluation/tasks/radio_app/__init__.py", "function_map = {}", r"has radio_1: update"),
    ],
)
def test_a_broken_checkout_is_told_with_file_and_fix(checkout, file, text, said):
    (checkout / file).write_text(text)
    with pytest.raises(ConfigError, match=said):
        AndroidLabSuite(str(checkout))


def test_a_folder_that_is_no_checkout_is_told(tmp_path):
    for root in (None, str(tmp_path)):
        with pytest.raises(ConfigError, match=r"suite\.root"):
            AndroidLabSuite(root)


def test_a_missing_interpreter_is_told(checkout):
    with pytest.raises(ConfigError, match=r"suite.python=/no/python"):
        AndroidLabSuite(str(checkout), python="/no/python")


# ------------------------------------------------------------------ judging


def test_the_last_judgement_about_the_page_counts(checkout):
    seen = step(screen("Alarm"), Tap(1), TapAt(3, 4))
    solved = judged(checkout, "clock_1", seen, finished(texts=("Alarm", "Saved")), finished())
    assert solved.success is True
    assert dict(solved.subgoals) == {"1": True, "2": True, "3": True}
    half = judged(checkout, "clock_1", finished(texts=("Alarm", "Saved")), seen, finished())
    assert half.success is False
    assert dict(half.subgoals) == {"1": True, "2": False, "3": False}
    none = judged(checkout, "clock_1", finished())
    assert (none.success, dict(none.subgoals), none.cause) == (False, {"complete": False}, "")


def test_a_checkout_that_does_not_compress_gets_the_dict_all_the_same(checkout):
    text = TASK.replace("def dump_xml", "def another")
    (checkout / "evaluation/task.py").write_text(text)
    judges = checkout / "evaluation/tasks/clock/__init__.py"
    judges.write_text(
        judges.read_text().replace('"Alarm" not in tree', '"Alarm " not in str(tree)')
    )
    assert judged(checkout, "clock_1", finished(texts=("Alarm",))).subgoals["1"]


def test_a_judge_that_raises_has_nothing_to_say_on_that_page(checkout):
    two = (step(screen("A"), Back(), PressKey("back")), finished())
    verdict = judged(checkout, "clock_2", *two)
    assert (verdict.success, dict(verdict.subgoals)) == (False, {"1": True, "2": False})


def test_after_six_repetitions_nothing_is_read_any_more(checkout):
    again = [step(screen("A"), Tap(1), TapAt(1, 1))] * 6
    end = step(screen("Alarm", "Saved"), Tap(1), TapAt(1, 1))
    assert judged(checkout, "clock_1", *again[:5], end).success is True
    assert judged(checkout, "clock_1", *again, end).success is False


@pytest.mark.parametrize(
    ("id", "cause"),
    [("clock_3", "silent"), ("clock_4", "suite.judge_client"), ("clock_5", "connection")],
)
def test_what_can_not_be_judged_is_unscored_by_name(checkout, id, cause):
    verdict = judged(checkout, id, finished(SPOKEN, texts=(SPOKEN,)), judge_timeout_s=5)
    assert (verdict.success, verdict.subgoals) == (None, {})
    assert verdict.cause.startswith(f"unscored: {id}: ")
    assert cause in verdict.cause
    assert "Dana" not in verdict.cause


@pytest.mark.parametrize("said", ["[True]", "[False]"])
def test_answers_are_compared_by_the_client_that_was_configured(checkout, said):
    class Client:
        def complete(self, prompt):
            self.heard = prompt
            return said

    client = Client()
    verdict = judged(checkout, "clock_4", finished(SPOKEN), judge_client=client)
    assert verdict.success is (said == "[True]")
    assert client.heard.endswith(f"Who?|{SPOKEN}|Dana")


def test_judges_get_no_key_of_the_environment(checkout, monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", "secret")
    judges = "import os\n" + JUDGES.replace('"Saved" in tree', '"OPENAI_API_KEY" in os.environ')
    (checkout / "evaluation/tasks/clock/__init__.py").write_text(judges)
    assert judged(checkout, "clock_1", finished(texts=("Alarm",))).success is False


# ------------------------------------------------------------------ episodes


class Phone:
    name, region, invented, apps = "adb", "US", False, ("clock",)

    def __init__(self):
        self.done, self.asked = [], []

    def reset(self, world_seed, world):
        self.done = []

    def capture(self):
        return screen(SPOKEN)

    def gold(self):
        return None

    def pictures(self):
        return None

    def state(self):
        return {}

    def perform(self, command):
        self.done.append(command)
        return Effect.DONE


class AskedPhone(Phone):
    def query(self, command):
        self.asked.append(command)
        return "airplane=1"


class Hiding:
    instruction, instruction_findings, anonymizes = "anonymized", (), True

    def open(self, instruction, *, region, key):
        return self

    def observe(self, frame):
        return Observation(SafeFrame((), etree.fromstring("<hierarchy/>"), None, (40, 80)))

    def resolve(self, action, frame):
        if isinstance(action, Finish):
            return Resolution("finished", user_message=SPOKEN)
        return Resolution("perform", command=InputText(SPOKEN))

    def check_egress(self, body):
        pass


class Player:
    def begin(self, brief):
        self.actions = [Type("PERSON_NAME#00000"), Finish("PERSON_NAME#00000")]

    def act(self, frame, feedback):
        action = self.actions.pop(0)
        return Turn(action, action.name, ())


def play(checkout, phone):
    task = AndroidLabSuite(str(checkout), apps=["Radio"], launch_s=0).tasks(0)[0]
    return run_episode(task, phone, Hiding(), Player(), seed=0, key=b"k")


def test_an_episode_starts_in_the_app_and_its_judge_may_ask_the_phone(checkout):
    phone = AskedPhone()
    record = play(checkout, phone).record()
    assert phone.done[0] == Launch("com.example.radio")
    assert phone.asked == ["settings list global | grep airplane"] * 2
    assert (record.success, record.cause, record.status) == (True, "", "finished")


def test_a_phone_that_can_not_be_asked_leaves_the_task_unscored(checkout):
    record = play(checkout, Phone()).record()
    assert (record.success, record.status) == (None, "finished")
    assert record.cause.startswith("unscored: radio_1: ")


@pytest.mark.parametrize("private", [True, False])
def test_the_trace_is_kept_only_where_raw_data_may_be(checkout, tmp_path, private):
    store = CellStore(tmp_path / "run", "c", Policy(private, payload=True), GoldScrubber())
    store.open({}, resume=False, overwrite=False)
    store.append(play(checkout, AskedPhone()))
    folder = store.hidden / "trace" / "radio_1"
    assert folder.exists() is private
    for path in store.folder.rglob("*"):
        assert path.is_dir() or b"Dana" not in path.read_bytes()
    if not private:
        return
    lines = list(map(json.loads, (folder / "traces/trace.jsonl").read_text().splitlines()))
    assert [line["parsed_action"]["action"] for line in lines] == ["Type", "finish"]
    assert lines[1]["parsed_action"]["kwargs"] == {"message": SPOKEN}
    assert lines[0]["command"] == {"adb shell settings list global | grep 'airplane'": "airplane=1"}
    assert (lines[0]["trace_id"], lines[1]["index"], lines[0]["window"]) == ("radio_1", 1, [40, 80])
    for line in lines:
        assert (folder / line["image"]).is_file()
        assert SPOKEN in (folder / line["xml"]).read_text()


# ------------------------------------------------------------------ shapes


@pytest.mark.parametrize(
    ("action", "command", "status", "told"),
    [
        (Tap(1), TapAt(3, 4), "perform", ("Tap", {"element": [3, 4]})),
        (LongPress(1), TapAt(3, 4, 900), "perform", ("Long Press", {"element": [3, 4]})),
        (
            Swipe("left", distance="long"),
            SwipeBetween(9, 4, 0, 4),
            "perform",
            ("Swipe", {"element": [9, 4], "direction": "left", "dist": "long"}),
        ),
        (Type("…"), InputText(SPOKEN), "perform", ("Type", {"text": SPOKEN})),
        (Back(), PressKey("back"), "perform", ("Press Back", {})),
        (Tap(9), None, "refused", ("Refused", {})),
        (AskLocal("equal", ()), None, "answered", ("Call_API", {})),
    ],
)
def test_actions_are_told_in_its_words(action, command, status, told):
    said = parsed_action(step(screen("A"), action, command, status), {})
    assert (said["operation"], said["action"], said["kwargs"]) == ("do", *told)


@pytest.mark.parametrize(
    ("query", "shell"),
    [
        ("adb shell settings get global airplane_mode_on", "settings get global airplane_mode_on"),
        ("adb shell 'getprop persist.sys.timezone'", "getprop persist.sys.timezone"),
        ("adb shell pm list packages | grep 'a.b'", "pm list packages | grep a.b"),
    ],
)
def test_the_host_s_quotes_are_taken_off_a_query(query, shell):
    assert on_device(query) == shell


def test_a_hierarchy_becomes_nested_lines():
    tree = etree.fromstring(
        """<hierarchy><node class="android.widget.FrameLayout" bounds="[0,0][100,100]">
        <node class="android.widget.Switch" text="Wi-Fi" content-desc="on" checkable="true"
          clickable="true" checked="true" bounds="[0,0][100,20]"/>
        <node class="android.widget.LinearLayout" clickable="true" bounds="[0,20][100,60]">
          <node class="android.widget.TextView" text="Covered" bounds="[0,40][100,60]"/>
          <node class="android.widget.TextView" text="Free" bounds="[0,20][100,30]"/></node>
        <node class="android.widget.CheckBox" checkable="true" bounds="[0,40][100,70]"/>
        <node class="android.widget.TextView" text="Outside" bounds="[0,90][100,190]"/>
        <node class="android.widget.TextView" text="Empty" bounds="[5,5][5,5]"/>
        </node></hierarchy>"""
    )
    (inside,) = compressed(tree).values()
    assert [key.partition(" ")[2] for key in inside] == [
        "Switch ;click check ; checked ;;Wi-Fi on ",
        "TextView ;; ;;Free ",
        "CheckBox ;check ; unchecked ;;",
        "TextView ;; ;;Outside ",
    ]
    assert all(value["bounds"].startswith("[") for value in inside.values())


def test_the_judge_runs_under_the_interpreter_that_was_named(checkout, tmp_path):
    wrapper = tmp_path / "python"
    mark = tmp_path / "called"
    wrapper.write_text(f'#!/bin/sh\ntouch {mark}\nexec {sys.executable} "$@"\n')
    wrapper.chmod(0o755)
    AndroidLabSuite(str(checkout), python=str(wrapper))
    assert Path(mark).exists()
