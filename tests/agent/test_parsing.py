import json

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from harness.agent.parsing import ParseError, parse_action
from harness.agent.prompt import SYSTEM
from harness.core.action import (
    ACTIONS,
    DIRECTIONS,
    DISTANCES,
    LOCAL_OPERATIONS,
    AskLocal,
    Back,
    Enter,
    Finish,
    Home,
    LongPress,
    OpenApp,
    Swipe,
    Tap,
    Type,
    Wait,
    action_dict,
)

texts = st.text(st.characters(exclude_categories=("Cs",)), max_size=60)
actions = st.one_of(
    st.builds(Tap, st.integers(0, 999)),
    st.builds(LongPress, st.integers(0, 999)),
    st.builds(
        Swipe,
        st.sampled_from(DIRECTIONS),
        st.none() | st.integers(0, 999),
        st.sampled_from(DISTANCES),
    ),
    st.builds(Type, texts),
    st.sampled_from([Enter(), Back(), Home(), Wait()]),
    st.builds(OpenApp, texts.map(str.strip).filter(bool)),
    st.builds(
        AskLocal,
        st.sampled_from(LOCAL_OPERATIONS),
        st.lists(texts, min_size=1, max_size=3).map(tuple),
    ),
    st.builds(Finish, texts),
)


@given(actions, st.booleans(), st.sampled_from([None, 2]))
def test_documented_form_round_trips(action, ascii_only, indent):
    assert parse_action(json.dumps(action_dict(action), ensure_ascii=ascii_only)) == action
    fenced = json.dumps(action_dict(action), ensure_ascii=ascii_only, indent=indent)
    assert parse_action(f"I will do this:\n```json\n{fenced}\n```\nThen I am done.") == action


@given(actions)
def test_tool_call_round_trips(action):
    arguments = action_dict(action)
    name = arguments.pop("action")
    call = {
        "tool_calls": [
            {
                "id": "call_1",
                "type": "function",
                "function": {"name": name, "arguments": json.dumps(arguments)},
            }
        ]
    }
    assert parse_action(json.dumps(call)) == action


@given(actions)
def test_python_literal_round_trips(action):
    assert parse_action(repr(action_dict(action))) == action


fragments = st.lists(
    st.sampled_from(
        ['{"action":', '"tap"', "}", "{", "[", "]", "(", ")", "tap(", "do(", "type(", '"', "'"]
        + ["\\", "\\u", "\ud83d", ",", ":", "=", "9" * 5000, "index", "null", "<think>", "</think>"]
        + [" ", "\n", "finish", "action", "{" * 300, "[" * 300, '{"a":' * 300, "do(action=" * 50]
    ),
    max_size=25,
).map("".join)


@given(st.text(max_size=200) | fragments)
@example("{" * 100_000)
@example('{"a":[' * 20_000)
@example('"' * 50_000)
@example("tap(" * 10_000)
@example('{"action":"type","text":"\\ud83d"}')
@example('{"action":"tap","index":' + "9" * 5000 + "}")
@example('{"action":"tap","index":1e999}')
def test_never_crashes_and_what_it_reads_can_be_stored(output):
    parsed = parse_action(output)
    if isinstance(parsed, ParseError):
        assert parsed.message
        assert "\n" not in parsed.message
    else:
        json.dumps(action_dict(parsed), ensure_ascii=False).encode()


@pytest.mark.parametrize(
    ("output", "action"),
    [
        # Loose JSON.
        ("{'action': 'tap', 'index': 3}", Tap(3)),
        ('{"action": "tap", "index": 3,}', Tap(3)),
        ('{action: tap, index: "3"}', Tap(3)),
        ('{"action":"tap","index":3.0}', Tap(3)),
        ('{"action":"tap","index":"[3]"}', Tap(3)),
        ('{"action":"tap","element":[3]}', Tap(3)),
        ('{"action":"type","text":5550142}', Type("5550142")),
        ('{"action":"type","text":"two\nlines"}', Type("two\nlines")),
        ('{"action":"type","text":"a \\"b\\" \\\\ \\u00fc \\ud83d\\ude00"}', Type('a "b" \\ ü 😀')),
        ('{"action":"swipe","direction":"UP","index":null}', Swipe("up")),
        # The first of several; text inside an object is not an action.
        ('{"action":"back"}\n{"action":"home"}', Back()),
        ('[{"action":"back"},{"action":"home"}]', Back()),
        ('{"thought":"or tap(4)?","action":"tap","index":3}', Tap(3)),
        ('{"action":"type","text":"{\\"action\\":\\"home\\"}"}', Type('{"action":"home"}')),
        ('{"note":"nothing"} {"action":"tap"} {"action":"tap","index":2}', Tap(2)),
        ('I could tap(4) but no.\n{"action":"back"}', Back()),
        ("<think>{'action':'home'} maybe</think>\n{'action':'back'}", Back()),
        ("{'action':'home'} hmm</think>{'action':'back'}", Back()),
        # Other shapes and names.
        ('{"action":{"name":"tap","index":3}}', Tap(3)),
        ('{"action":{"tap":{"index":3}}}', Tap(3)),
        ('{"tap":3}', Tap(3)),
        ('{"action":"tap","args":{"index":3}}', Tap(3)),
        ('{"action":"tap","args":[3]}', Tap(3)),
        ('{"action":"tap(3)"}', Tap(3)),
        ('{"name":"open_app","arguments":{"app":"Contacts"}}', OpenApp("Contacts")),
        ('<tool_call>{"name":"longPress","arguments":{"idx":"7"}}</tool_call>', LongPress(7)),
        ('{"action_type":"click","index":3}', Tap(3)),
        ('{"action_type":"input_text","text":"hi","index":2}', Type("hi")),
        ('{"action_type":"scroll","direction":"down"}', Swipe("up")),
        ('{"action_type":"scroll","direction":"left","index":4}', Swipe("right", 4)),
        ('{"action_type":"open_app","app_name":"Bank"}', OpenApp("Bank")),
        ('{"action_type":"navigate_back"}', Back()),
        ('{"action_type":"keyboard_enter"}', Enter()),
        ('{"action_type":"answer","text":"42"}', Finish("42")),
        ('{"action":"press","key":"back"}', Back()),
        ('{"action":"Swipe","element":3,"direction":"up","dist":"long"}', Swipe("up", 3, "long")),
        ('{"action":"ask_local","op":"equal","operands":"A"}', AskLocal("equal", ("A",))),
        # Calls.
        ("tap(3)", Tap(3)),
        ("tap(3);", Tap(3)),
        ("Action: tap(index=3)", Tap(3)),
        ('type("call (me)")', Type("call (me)")),
        ('text("PERSON_NAME#a1b2c")', Type("PERSON_NAME#a1b2c")),
        ("long_press(3)", LongPress(3)),
        ('swipe(3,"up","medium")', Swipe("up", 3)),
        ('swipe(3, "up", dist="long")', Swipe("up", 3, "long")),
        ("swipe(left)", Swipe("left")),
        ("scroll()", Swipe("up")),
        ("scroll(3)", Swipe("up", 3)),
        ("back()", Back()),
        ("back", Back()),
        ("Home.", Home()),
        ("wait()", Wait()),
        ('finish("Done, it is 5.")', Finish("Done, it is 5.")),
        ("finish()", Finish()),
        ('finish(message=\'{"action":"home"}\')', Finish('{"action":"home"}')),
        ('ask_local("compare", "A#00001", "B#00002")', AskLocal("compare", ("A#00001", "B#00002"))),
        ('ask_local("min", ["A", "B"])', AskLocal("min", ("A", "B"))),
        ('do(action="Tap", element=3)', Tap(3)),
        ('```\ndo(action="Type", text="hi")\n```', Type("hi")),
        ('do(action="Long Press", element="3")', LongPress(3)),
        ('do(action="Swipe", element=3, direction="up", dist="short")', Swipe("up", 3, "short")),
        ('do(action="Press Back")', Back()),
        ('do(action="Press Home")', Home()),
        ('do(action="Press Enter")', Enter()),
        ('do(action="Wait")', Wait()),
        ('do(action="Launch", app="Bank")', OpenApp("Bank")),
        ('do(action="finish", message="ok")', Finish("ok")),
    ],
)
def test_forms_that_models_write(output, action):
    assert parse_action(output) == action


@pytest.mark.parametrize(
    ("output", "needs"),
    [
        ("", "No action was found"),
        ("I will look at the text(optional) and the Save button (3).", "No action was found"),
        ('{"text":"hello"}', "No action was found"),
        ('{"action":"fly","index":3}', "No action was found"),
        ("<think>{'action':'back'}", "No action was found"),
        ('{"action":"type","text":"cut of', "No action was found"),
        ('{"action":"tap"}', 'tap needs "index"'),
        ('{"action":"tap","index":"Save"}', 'tap needs "index"'),
        ('do(action="Tap", element=[0, 10, 200, 300])', 'tap needs "index"'),
        ('{"action":"swipe","direction":"diagonal"}', 'swipe needs "direction"'),
        ('scroll("sideways")', 'swipe needs "direction"'),
        ('{"action":"type"}', 'type needs "text"'),
        ('{"action":"open_app","app":""}', 'open_app needs "app"'),
        ('{"action":"ask_local","op":"reveal","operands":["A"]}', 'ask_local needs "op"'),
        ('{"action":"ask_local","op":"equal","operands":[]}', 'ask_local needs "op"'),
        ('{"action":"press","key":"power"}', "Press keys with"),
    ],
)
def test_errors_say_what_is_needed(output, needs):
    parsed = parse_action(output)
    assert isinstance(parsed, ParseError)
    assert parsed.message.startswith(needs)


@pytest.mark.parametrize(
    "output",
    [
        "Dana Reyes lives at 12 Elm St",
        '{"action":"tap","index":"Dana Reyes"}',
        '{"action":"Dana Reyes"}',
        '{"action":"ask_local","op":"Dana Reyes","operands":["12 Elm St"]}',
        'swipe("Dana Reyes")',
    ],
)
def test_errors_never_repeat_the_output(output):
    parsed = parse_action(output)
    assert isinstance(parsed, ParseError)
    assert "Dana" not in parsed.message
    assert "Elm" not in parsed.message


@pytest.mark.parametrize(
    "text",
    [
        "Call PERSON_NAME#a1b2c, at PHONE_NUMBER#00000_2.",
        'json {"to": "EMAIL#zz9zz"}',
        "PERSON_NAME%23a1b2c person_name #A1B2C [PERSON_NAME] PERSON_NAME_1",
    ],
)
def test_typed_text_keeps_placeholders_as_they_stand(text):
    assert parse_action(json.dumps({"action": "type", "text": text})) == Type(text)
    assert parse_action(f"type({text!r})") == Type(text)


def test_every_example_of_the_prompt_is_an_action():
    examples = [line for line in SYSTEM.splitlines() if line.startswith("{")]
    assert {parse_action(line).name for line in examples} == set(ACTIONS)
