"""The loop: what is sent is recorded, failures end an episode with their cause."""

from dataclasses import dataclass

import numpy as np
import pytest
from lxml import etree

from harness.core.action import Finish, Tap
from harness.core.protocols import Effect, Message, Observation, Resolution, Turn
from harness.core.raw import RawFrame
from harness.core.safe import SafeFrame, elements
from harness.core.task import Goal, Verdict
from harness.errors import AgentError, DeviceError, EgressError, EndpointError
from harness.run.episode import run_episode

XML = '<hierarchy><node text="Next" clickable="true" bounds="[0,0][40,20]"/></hierarchy>'


@dataclass
class Task:
    id: str = "call-0"
    template: str = "call"
    app: str = "Contacts"
    category: str = "send"
    world: str = "en-US"
    world_seed: int = 0
    max_steps: int = 4
    human_steps: int | None = 2

    def bind(self, state):
        def judge(end, message):
            return Verdict(end["taps"] == 2, {"tapped": end["taps"] > 0})

        return Goal("Call her", (), "", judge)


class Phone:
    name, region, invented, apps = "test", "US", True, ("Contacts",)

    def __init__(self, breaks_at=None):
        self.taps, self.breaks_at = 0, breaks_at

    def reset(self, world_seed, world):
        self.taps = 0

    def capture(self):
        image = np.full((20, 40, 3), self.taps * 50, np.uint8)
        return RawFrame(etree.fromstring(XML), image, "com.example.app")

    def gold(self):
        return ()

    def pictures(self):
        return ()

    def state(self):
        return {"taps": self.taps}

    def perform(self, command):
        if self.taps == self.breaks_at:
            raise DeviceError("the device went away")
        self.taps += 1
        return Effect.DONE

    def close(self):
        pass


class Open:
    """A pipeline that lets everything through."""

    name, anonymizes = "open", True
    instruction, instruction_findings = "Call her", ()

    def open(self, instruction, *, region, key):
        return self

    def observe(self, frame):
        safe = SafeFrame(elements(frame.tree, (40, 20)), frame.tree, frame.image, (40, 20))
        return Observation(safe, ms={"transform": 1.0})

    def resolve(self, action, frame):
        if isinstance(action, Finish):
            return Resolution("finished", user_message=action.message)
        return Resolution("perform", command=action)

    def check_egress(self, body):
        pass

    def identity(self):
        return {}


class Player:
    name = "player"

    def __init__(self, *turns):
        self.turns, self.heard = list(turns), []

    def begin(self, brief):
        self.heard.clear()

    def act(self, frame, feedback):
        self.heard.append(feedback)
        turn = self.turns[len(self.heard) - 1]
        if isinstance(turn, Exception):
            raise turn
        return turn

    def identity(self):
        return {}


def turn(action, error=""):
    return Turn(action, "said", (Message("user", "screen"),), error)


def play(*turns, phone=None):
    player = Player(*turns)
    journal = run_episode(Task(), phone or Phone(), Open(), player, seed=0, key=b"k")
    return journal, player


def test_an_episode_is_judged_on_the_end_state():
    journal, _ = play(turn(Tap(1)), turn(Tap(1)), turn(Finish("Done.")))
    record = journal.record()
    assert (record.status, record.success, record.steps) == ("finished", True, 3)
    assert record.subgoals == {"tapped": True}
    assert record.answer == "Done."
    assert [s.exact.changed for s in journal.steps] == [True, True, None]
    assert journal.steps[0].exact.ms["transform"] == 1.0


def test_the_step_limit_ends_it():
    record = play(*[turn(Tap(1))] * 4)[0].record()
    assert (record.status, record.success, record.steps) == ("max_steps", False, 4)


def test_an_unreadable_answer_is_told_to_the_agent_and_changes_nothing():
    journal, player = play(turn(None, error="send JSON"), turn(Finish()))
    assert player.heard == ["", "send JSON"]
    assert journal.steps[0].exact.status == "unreadable"
    assert journal.steps[0].exact.changed is False


@pytest.mark.parametrize("error", [AgentError("gave up"), EgressError("a raw value")])
def test_an_agent_that_fails_fails_the_episode_with_its_cause(error):
    record = play(turn(Tap(1)), error)[0].record()
    assert (record.status, record.success, record.steps) == ("failed", None, 1)
    assert str(error) in record.cause


def test_what_was_sent_is_kept_when_the_device_fails():
    journal, _ = play(turn(Tap(1)), turn(Tap(1)), phone=Phone(breaks_at=1))
    record = journal.record()
    assert (record.status, record.success) == ("failed", None)
    assert "the device went away" in record.cause
    assert [s.exact.payload[0].text for s in journal.steps] == ["screen", "screen"]


def test_an_unusable_endpoint_stops_the_run():
    with pytest.raises(EndpointError):
        play(EndpointError("bad key"))
