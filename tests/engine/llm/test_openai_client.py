import base64
import io
import json
import socket

import numpy as np
import pytest
from llm_endpoint import Reply, serve
from PIL import Image as PilImage

from harness.core.protocols import Message
from harness.engine.llm.openai_client import OpenAiClient
from harness.errors import ConfigError, EgressError, EndpointError

MESSAGES = [
    Message("system", "You operate a phone.", fixed=True),
    Message("user", "Ruf PERSON_NAME#a1b2c an, Größe 李"),
]
NOW = {"retry-after-ms": "1"}
"""Headers that keep the retries of a test short."""


@pytest.fixture
def endpoint():
    with serve() as running:
        yield running


@pytest.fixture(autouse=True)
def key(monkeypatch):
    monkeypatch.setenv("TEST_LLM_KEY", "key-123")


def client(endpoint, **options):
    return OpenAiClient(endpoint.url, "small-model", **{"api_key_env": "TEST_LLM_KEY", **options})


def chat(endpoint, egress=lambda body: None, messages=MESSAGES, **options):
    return client(endpoint, **options).chat(messages, seed=5, egress=egress)


def test_request_and_answer(endpoint):
    endpoint.replies = [Reply('{"action":"home"}')]
    completion = chat(endpoint, max_tokens=99, temperature=0.5)
    assert completion.text == '{"action":"home"}'
    assert not completion.truncated
    assert (completion.prompt_tokens, completion.output_tokens) == (11, 7)
    assert endpoint.paths == ["/v1/chat/completions"]
    assert endpoint.headers[0]["authorization"] == "Bearer key-123"
    assert endpoint.request == {
        "model": "small-model",
        "messages": [
            {"role": "system", "content": "You operate a phone."},
            {"role": "user", "content": "Ruf PERSON_NAME#a1b2c an, Größe 李"},
        ],
        "seed": 5,
        "max_tokens": 99,
        "temperature": 0.5,
    }


def test_optional_fields(endpoint):
    chat(
        endpoint,
        max_tokens=None,
        temperature=None,
        json_mode=True,
        extra_body={"max_completion_tokens": 40},
    )
    assert endpoint.request["response_format"] == {"type": "json_object"}
    assert endpoint.request["max_completion_tokens"] == 40
    assert not {"max_tokens", "temperature"} & set(endpoint.request)


def test_image_goes_as_png_data_url(endpoint):
    image = np.arange(4 * 6 * 3, dtype=np.uint8).reshape(4, 6, 3)
    chat(endpoint, messages=[Message("user", "look", image=image)])
    text, picture = endpoint.request["messages"][0]["content"]
    assert text == {"type": "text", "text": "look"}
    head, data = picture["image_url"]["url"].split(",")
    assert head == "data:image/png;base64"
    sent = np.asarray(PilImage.open(io.BytesIO(base64.b64decode(data))))
    np.testing.assert_array_equal(sent, image)


def test_endpoint_without_key(endpoint):
    chat(endpoint, api_key_env=None)
    assert "authorization" not in endpoint.headers[0]


@pytest.mark.parametrize("value", [None, "", "  "])
def test_missing_key_names_the_variable(endpoint, monkeypatch, value):
    monkeypatch.delenv("TEST_LLM_KEY")
    if value is not None:
        monkeypatch.setenv("TEST_LLM_KEY", value)
    with pytest.raises(ConfigError, match="TEST_LLM_KEY"):
        client(endpoint)


def test_base_url_must_be_one():
    with pytest.raises(ConfigError, match="agent.base_url"):
        OpenAiClient("localhost:8000/v1", "m", api_key_env=None)


def test_cut_answer_is_marked(endpoint):
    endpoint.replies = [Reply('{"action":"type","text":"aaaa', finish_reason="length")]
    assert chat(endpoint).truncated


def test_empty_answer(endpoint):
    endpoint.replies = [Reply(None)]
    assert chat(endpoint).text == ""


def test_half_a_surrogate_pair_becomes_encodable(endpoint):
    endpoint.replies = [Reply("a\ud83d")]
    assert chat(endpoint).text == "a\ufffd"


@pytest.mark.parametrize(
    "failure",
    [
        Reply(status=429, headers=NOW),
        Reply(status=500, headers=NOW),
        Reply(status=503, headers=NOW),
    ],
    ids=lambda reply: str(reply.status),
)
def test_retries_until_it_works(endpoint, failure):
    endpoint.replies = [failure, failure, Reply()]
    assert chat(endpoint).text == '{"action":"back"}'
    assert len(set(endpoint.bodies)) == 1
    assert len(endpoint.bodies) == 3


def test_retries_after_time_out(endpoint):
    endpoint.replies = [Reply(delay_s=1.0), Reply()]
    assert chat(endpoint, timeout_s=0.3).text == '{"action":"back"}'
    assert len(endpoint.bodies) == 2


@pytest.mark.parametrize(
    ("reply", "attempts", "advice"),
    [
        (Reply(status=429, headers=NOW), 3, "keeps failing .status 429, 3 times"),
        (Reply(status=502, headers=NOW), 3, "keeps failing .status 502, 3 times"),
        (Reply(status=401), 1, "check the environment variable TEST_LLM_KEY"),
        (Reply(status=403), 1, "check the environment variable TEST_LLM_KEY"),
        (Reply(status=404), 1, "check agent.model and agent.base_url"),
        (Reply(status=400), 1, "refuses the request .status 400"),
        (Reply(status=307, headers={"Location": "/elsewhere"}), 1, "status 307"),
        (Reply(raw=b"<html>hello</html>", headers={"Content-Type": "text/html"}), 1, "base_url"),
        (Reply(raw=b"{not json"), 1, "agent.base_url"),
        (Reply(raw=b"{}"), 1, "agent.base_url"),
    ],
)
def test_gives_up_with_advice(endpoint, reply, attempts, advice):
    endpoint.replies = [reply]
    with pytest.raises(EndpointError, match=advice) as caught:
        chat(endpoint, max_retries=2)
    assert len(endpoint.bodies) == attempts
    text = str(caught.value)
    assert "\n" not in text
    assert endpoint.url in text
    assert "QUOTES" not in text
    assert "a1b2c" not in text
    assert caught.value.__suppress_context__


def test_gives_up_after_time_outs(endpoint):
    endpoint.replies = [Reply(delay_s=0.5)]
    with pytest.raises(EndpointError, match=r"within 0\.1 s, 1 times"):
        chat(endpoint, timeout_s=0.1, max_retries=0)


def test_endpoint_down():
    with socket.socket() as reserved:
        reserved.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{reserved.getsockname()[1]}/v1"
        down = OpenAiClient(url, "m", api_key_env=None, max_retries=0)
        with pytest.raises(EndpointError, match=f"not reachable at {url}: start it or set agent"):
            down.chat(MESSAGES, seed=0, egress=lambda body: None)


def test_egress_sees_the_exact_bytes_of_every_attempt(endpoint):
    endpoint.replies = [Reply(status=500, headers=NOW), Reply()]
    seen = []
    chat(endpoint, egress=seen.append)
    assert seen == endpoint.bodies
    assert json.loads(seen[0])["messages"][1]["content"] == MESSAGES[1].text


def test_egress_error_stops_the_request(endpoint):
    def block(body):
        raise EgressError("a PERSON_NAME stood in an outbound request; nothing was sent")

    with pytest.raises(EgressError, match="nothing was sent"):
        chat(endpoint, egress=block)
    assert endpoint.bodies == []


def test_logs_hold_no_body(endpoint, caplog):
    caplog.set_level("DEBUG")
    endpoint.replies = [Reply(status=500, headers=NOW), Reply("the secret answer")]
    chat(endpoint)
    for word in ("a1b2c", "secret answer", "key-123", "QUOTES"):
        assert word not in caplog.text
