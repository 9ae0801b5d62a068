import json

import pytest

from harness.agent.parsing import parse_action
from harness.agent.scripted import ScriptedAgent
from harness.core.action import (
    AskLocal,
    Enter,
    Finish,
    LongPress,
    OpenApp,
    Swipe,
    Tap,
    Type,
    Wait,
    action_dict,
)
from harness.core.geometry import Box
from harness.core.protocols import Brief
from harness.core.safe import SafeElement, SafeFrame
from harness.errors import ConfigError

MARIA, LOPEZ = "PERSON_NAME#ab12c", "PERSON_NAME#zz9xy"


def frame(*labels, notes=(), scrollable=False):
    flags = frozenset({"scrollable"} if scrollable else ())
    elements = [
        SafeElement(i, "TextView", label, "", "", "", Box(0, 100 * i, 1080, 100 * i + 90), flags)
        for i, label in enumerate(labels, start=1)
    ]
    return SafeFrame(tuple(elements), None, None, (1080, 2400), notes=tuple(notes))


def begin(steps, said="Call Maria.", pattern="Call {contact.name}."):
    agent = ScriptedAgent()
    policy = {"instruction": pattern, "steps": steps}
    agent.begin(Brief(said, ("Contacts",), 20, 0, lambda body: None, "call", policy))
    return agent


def play(agent, *screens):
    """Actions on the screens; a screen may come with feedback on the action before."""
    seen = [screen if isinstance(screen, tuple) else (screen, "") for screen in screens]
    return [agent.act(shown, feedback).action for shown, feedback in seen]


def test_every_kind_of_step_becomes_an_action():
    agent = begin(
        [
            {"open_app": "Contacts"},
            {"tap": "{contact.name}"},
            {"long_press": {"label": "Call"}},
            {"type": {"into": {"label": "Note"}, "text": "for {contact.name}"}},
            "enter",
            {"swipe": "up"},
            {"read": {"label": "Number", "pattern": r"Number (\S+)", "as": "number"}},
            {"finish": "It is {number}."},
        ]
    )
    screen = frame("Maria", "Call", "Note", "Number PHONE_NUMBER#12345")
    assert play(agent, *[screen] * 8) == [
        OpenApp("Contacts"),
        Tap(1),
        LongPress(2),
        Tap(3),
        Type("for Maria"),
        Enter(),
        Swipe("up"),
        Finish("It is PHONE_NUMBER#12345."),
    ]


def test_a_linked_token_is_tapped_when_the_own_one_is_not_there():
    agent = begin([{"tap": "{contact.name}"}], said=f"Call {MARIA}.")
    screen = frame("PERSON_NAME#00000", LOPEZ, notes=[f"{MARIA} may be {LOPEZ}"])
    assert play(agent, screen) == [Tap(2)]


def test_a_list_is_scrolled_until_it_ends_and_the_end_is_an_honest_failure():
    agent = begin([{"tap": "{contact.name}"}])
    top, end = frame("Ann", scrollable=True), frame("Bob", scrollable=True)
    actions = play(agent, top, end, end)
    assert actions[:2] == [Swipe("up", 1, "long")] * 2
    assert isinstance(actions[2], Finish)
    assert "can't find Maria" in actions[2].message
    found = begin([{"tap": "{contact.name}"}])
    assert play(found, top, frame("Bob", "Maria", scrollable=True)) == [
        Swipe("up", 1, "long"),
        Tap(2),
    ]


def test_scrolling_is_bounded():
    agent = begin([{"tap": "{contact.name}"}])
    endless = [frame(f"Person {i}", scrollable=True) for i in range(40)]
    actions = play(agent, *endless)
    assert sum(isinstance(action, Swipe) for action in actions) < 12
    assert isinstance(actions[-1], Finish)


def test_a_screen_that_is_not_there_yet_is_waited_for_once():
    agent = begin([{"tap": "{contact.name}"}])
    assert play(agent, frame(), frame("Maria")) == [Wait(), Tap(1)]
    agent = begin([{"tap": "{contact.name}"}])
    assert [type(a) for a in play(agent, frame(), frame())] == [Wait, Finish]


def test_an_instruction_that_was_hidden_too_far_ends_at_once():
    agent = begin([{"tap": "{contact.name}"}], said="MESSAGE_CONTENT#abcde")
    (action,) = play(agent, frame("Maria"))
    assert isinstance(action, Finish)
    assert "instruction" in action.message


def test_a_refused_tap_is_tried_once_more_and_a_refused_text_is_not():
    agent = begin([{"tap": "{contact.name}"}, {"type": "x"}])
    screen, refusal = frame("Ann", "Maria"), "no element 2 on this screen"
    actions = play(agent, screen, (frame("Maria"), refusal), frame(), (frame(), "unknown token"))
    assert actions[:3] == [Tap(2), Tap(1), Type("x")]
    assert actions[3] == Finish("I can't go on: unknown token")


COMPARE = [
    {"read": {"label": "Savings", "pattern": r"Savings (\S+)", "as": "a"}},
    {"read": {"label": "Checking", "pattern": r"Checking (\S+)", "as": "b"}},
    {"ask_local": {"op": "compare", "operands": ["{a}", "{b}"], "as": "order"}},
    {"choose": {"by": "{order}", "greater": [{"finish": "A"}], "less": [{"finish": "B"}]}},
]


def test_hidden_values_are_compared_by_the_gatekeeper():
    screen = frame("Savings ACCOUNT_BALANCE#11111", "Checking ACCOUNT_BALANCE#22222")
    ask = AskLocal("compare", ("ACCOUNT_BALANCE#11111", "ACCOUNT_BALANCE#22222"))
    assert play(begin(COMPARE), screen, (screen, "less")) == [ask, Finish("B")]
    refused = play(begin(COMPARE), screen, (screen, "refused: not relevant"))
    assert refused[0] == ask
    assert "refused" in refused[1].message


def test_values_in_sight_are_compared_without_asking():
    screen = frame("Savings $20.00", "Checking $3.00")
    assert play(begin(COMPARE), screen) == [Finish("A")]


def test_a_turn_says_what_was_written_and_what_a_model_would_have_been_sent():
    agent = begin([{"tap": "{contact.name}"}, {"tap": "Call"}], said=f"Call {MARIA}.")
    first = agent.act(frame(MARIA), "")
    second = agent.act(frame("Call LOPEZ"), "")
    assert json.loads(first.output) == action_dict(Tap(1))
    assert first.action == parse_action(first.output)
    sent = [message.text for message in second.messages if not message.fixed]
    assert any(f"Call {MARIA}" in text for text in sent)
    assert any("Call LOPEZ" in text for text in sent)
    assert any("tap" in text for text in sent)


def test_an_episode_knows_nothing_of_the_one_before():
    agent = begin([{"tap": "{contact.name}"}], said="Call Maria.")
    agent.act(frame("Maria"), "")
    policy = {"instruction": "Greet {who}", "steps": [{"tap": "{who}"}]}
    agent.begin(Brief("Greet Omar", (), 5, 0, lambda body: None, "greet", policy))
    turn = agent.act(frame("Maria", "Omar"), "")
    assert turn.action == Tap(2)
    assert not any("Call Maria" in message.text for message in turn.messages)


@pytest.mark.parametrize(
    "steps",
    [
        "tap",
        ["jump"],
        [{"jump": 1}],
        [{"tap": "x", "type": "y"}],
        [{"tap": {"labels": "x"}}],
        [{"tap": "{contact.phone}"}],
        [{"choose": {"by": "{contact.name}", "x": [{"tap": "{y}"}]}}],
    ],
)
def test_a_wrong_policy_is_named_in_one_line(steps):
    with pytest.raises(ConfigError, match="policy of call") as error:
        begin(steps)
    assert "\n" not in str(error.value)


def test_a_suite_without_policies_is_refused():
    with pytest.raises(ConfigError, match="suite"):
        ScriptedAgent().begin(Brief("Call Maria", (), 5, 0, lambda body: None))
