"""Whole tasks on the simulated phone through the layers without a model: nothing of what the world
knows to identify somebody is left in the tree, and the tasks can still be done.
"""

from dataclasses import replace

import pytest

from harness.agent.scripted import ScriptedAgent
from harness.core.canonical import fold
from harness.core.protocols import Brief
from harness.core.raw import RawFrame, nodes
from harness.device.simulated.phone import SimulatedPhone
from harness.engine.ocr.bands import CachedOcr
from harness.privacy.detector.build import shield
from harness.privacy.gatekeeper import RulesGatekeeper
from harness.privacy.pipeline import AnonymizationPipeline
from harness.privacy.placeholder import ConstantScheme, HmacScheme
from harness.privacy.transformer.reader import FrameReader
from harness.privacy.transformer.transformer import UiTransformer
from harness.run.identity import ROOT
from harness.suite.native import NativeSuite

TASKS = {task.template: task for task in NativeSuite(str(ROOT / "tasks/apps"), 1).tasks(1)}
DONE = ["contacts_edit_phone", "messages_reply", "messages_address", "messages_search",
        "settings_wifi_join", "settings_device_name", "bank_afford", "notes_pin",
        "dialer_call_back"]  # fmt: skip


class Blind:
    name = "blind"

    def read(self, image):
        return []

    def identity(self):
        return {}


def play(task, scheme):
    """(verdict, steps); a step is the raw frame, what is personal in it, and the virtual frame."""
    pipeline = AnonymizationPipeline(
        name="test",
        detector=shield(),
        reader=FrameReader(CachedOcr(Blind(), "none")),
        placeholder=scheme,
        transformer=UiTransformer(),
        gatekeeper=RulesGatekeeper,
    )
    phone, agent, steps = SimulatedPhone(), ScriptedAgent(), []
    phone.reset(task.world_seed, task.world)
    goal = task.bind(phone.state())
    session = pipeline.open(goal.instruction, region=phone.region, key=b"k")
    agent.begin(
        Brief(
            session.instruction, phone.apps, task.max_steps, 0, session.check_egress,
            task.template, goal.policy,
        )
    )  # fmt: skip
    feedback = message = ""
    for _ in range(task.max_steps):
        raw = replace(phone.capture(), image=None)
        seen = session.observe(raw).frame
        steps.append((raw, phone.gold(), seen, session))
        done = session.resolve(agent.act(seen, feedback).action, seen)
        if done.command is not None:
            phone.perform(done.command)
        feedback, message = done.feedback, done.user_message
        if done.status == "finished":
            break
    return goal.judge(phone.state(), message), steps


@pytest.mark.parametrize("template", DONE)
def test_the_task_is_done_and_nothing_identifying_is_shown(template):
    verdict, steps = play(TASKS[template], HmacScheme())
    assert verdict.success
    for raw, gold, seen, session in steps:
        assert not seen.masked
        for mark in gold:
            if mark.node is None or mark.optional or mark.type.tier != 1:
                continue
            text = nodes(raw.tree)[mark.node].get(mark.attr)[mark.start : mark.end]
            assert fold(text) not in fold(nodes(seen.tree)[mark.node].get(mark.attr)), mark
        again = session.observe(RawFrame(seen.tree, None, raw.app)).frame
        assert [dict(n.attrib) for n in nodes(again.tree)] == [
            dict(n.attrib) for n in nodes(seen.tree)
        ]


def test_constants_hide_as_much():
    _, steps = play(TASKS["contacts_call"], ConstantScheme())
    for _, gold, seen, _ in steps:
        shown = " ".join(str(v) for n in nodes(seen.tree) for v in n.attrib.values())
        assert not any(m.value in shown for m in gold if m.type.tier == 1 and len(m.value) > 6)
