"""Play a native task on the simulated phone as the loop would, with everything shown as it is or
with every gold value replaced by a token, as by a detector that never errs.
"""

from __future__ import annotations

import copy
from dataclasses import dataclass, field

from harness.agent import reader
from harness.agent.scripted import ScriptedAgent
from harness.core.action import (
    Action,
    AskLocal,
    Back,
    Command,
    Enter,
    Finish,
    Home,
    InputText,
    Launch,
    LongPress,
    OpenApp,
    Pause,
    PressKey,
    Swipe,
    SwipeBetween,
    Tap,
    TapAt,
    Type,
    Wait,
)
from harness.core.canonical import canonical
from harness.core.entity import EntityType
from harness.core.geometry import Box
from harness.core.protocols import Brief
from harness.core.raw import RawFrame, nodes
from harness.core.safe import SafeFrame, elements
from harness.core.task import Goal, Verdict
from harness.device.simulated.phone import SimulatedPhone
from harness.suite.native import NativeTask

SIZE = (1080, 2400)


@dataclass(frozen=True)
class Played:
    """How it went."""

    verdict: Verdict
    goal: Goal
    message: str
    actions: list[Action]


class Nothing:
    """Hides nothing."""

    def instruction(self, goal: Goal, said: str) -> str:
        return said

    def frame(self, frame: RawFrame, phone: SimulatedPhone) -> SafeFrame:
        return SafeFrame(elements(frame.tree, SIZE), frame.tree, frame.image, SIZE)

    def resolve(self, text: str) -> str:
        return text

    def ask(self, action: AskLocal) -> str:
        raise AssertionError("there is nothing to ask about")


@dataclass
class Everything(Nothing):
    """Replaces every direct identifier, and everything personal in the instruction."""

    values: dict[str, str] = field(default_factory=dict)

    def instruction(self, goal: Goal, said: str) -> str:
        for gold in sorted(goal.gold, key=lambda g: -len(g.value)):
            said = said.replace(gold.value, self._token(gold.type, gold.value))
        return said

    def frame(self, frame: RawFrame, phone: SimulatedPhone) -> SafeFrame:
        tree = copy.deepcopy(frame.tree)
        found = nodes(tree)
        shown = [
            mark
            for mark in phone.gold()
            if mark.node is not None and mark.type is not EntityType.MESSAGE_CONTENT
        ]
        for mark in sorted(shown, key=lambda m: -m.start):
            text = found[mark.node].get(mark.attr)
            token = self._token(mark.type, mark.value)
            found[mark.node].set(mark.attr, text[: mark.start] + token + text[mark.end :])
        return SafeFrame(elements(tree, SIZE), tree, frame.image, SIZE, notes=self._notes())

    def resolve(self, text: str) -> str:
        return reader.TOKEN.sub(lambda m: self.values[m[0]], text)

    def ask(self, action: AskLocal) -> str:
        values = [self.resolve(operand) for operand in action.operands]
        answer = reader.work_out(action.op, values)
        return dict(zip(values, action.operands, strict=True)).get(answer, answer)

    def _token(self, kind: EntityType, value: str) -> str:
        wanted = canonical(value, kind)
        for token, known in self.values.items():
            if token.startswith(f"{kind}#") and canonical(known, kind) == wanted:
                return token
        token = f"{kind}#{len(self.values):05d}"
        self.values[token] = value
        return token

    def _notes(self) -> tuple[str, ...]:
        """Which tokens of names stand for a part of another name."""
        names = {t: v for t, v in self.values.items() if t.startswith("PERSON_NAME")}
        wholes = {
            part: [t for t, v in names.items() if t != part and value in v.split()]
            for part, value in names.items()
        }
        return tuple(f"{part} may be {' or '.join(w)}" for part, w in wholes.items() if w)


class Constants(Everything):
    """Replaces them by words that stand for any value and can't be turned back."""

    def resolve(self, text: str) -> str:
        return text

    def ask(self, action: AskLocal) -> str:
        return "ask_local was refused: an operand is a placeholder that this phone doesn't know"

    def _token(self, kind: EntityType, value: str) -> str:
        return f"[{kind}]"


def play(task: NativeTask, said: str = "", hiding: Nothing | None = None) -> Played:
    """Run the task's policy; ``said`` replaces what the user says."""
    hiding = hiding or Nothing()
    phone = SimulatedPhone()
    phone.reset(task.world_seed, task.world)
    goal = task.bind(phone.state())
    agent = ScriptedAgent()
    heard = hiding.instruction(goal, said or goal.instruction)
    agent.begin(Brief(heard, phone.apps, task.max_steps, 0, _pass, task.template, goal.policy))
    actions: list[Action] = []
    message = feedback = ""
    for _ in range(task.max_steps):
        frame = hiding.frame(phone.capture(), phone)
        action = agent.act(frame, feedback).action
        assert action is not None
        actions.append(action)
        feedback = ""
        if isinstance(action, Finish):
            message = hiding.resolve(action.message)
            break
        if isinstance(action, AskLocal):
            feedback = hiding.ask(action)
        else:
            phone.perform(_command(action, frame, hiding))
    return Played(goal.judge(phone.state(), message), goal, message, actions)


def _command(action: Action, frame: SafeFrame, hiding: Nothing) -> Command:
    match action:
        case Tap(index) | LongPress(index):
            x, y = frame.elements[index - 1].box.clip(*SIZE).center
            return TapAt(x, y, 1000 if isinstance(action, LongPress) else 50)
        case Swipe("down", None):
            return SwipeBetween(540, 600, 540, 1800)
        case Swipe("up", index):
            area = frame.elements[index - 1].box if index else Box(0, 240, *SIZE)
            half, (x, y) = area.height * 2 // 5, area.center
            return SwipeBetween(x, y + half, x, y - half)
        case Type(text):
            return InputText(hiding.resolve(text))
        case Enter() | Back() | Home():
            return PressKey(action.name)
        case OpenApp(app):
            return Launch(app)
        case Wait():
            return Pause()
    raise AssertionError(f"no command for {action.name}")


def _pass(body: str | bytes) -> None:
    """Let everything out."""
