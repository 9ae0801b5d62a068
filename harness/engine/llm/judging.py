"""Language models that compare an answer with the expected one, for judges that have no other way.

They are told the raw answer. A model on this machine may hear it; any other only by consent.
"""

from __future__ import annotations

from urllib.parse import urlsplit

from harness.core.protocols import Message
from harness.engine.llm.llama import LlamaClient
from harness.engine.llm.openai_client import OpenAiClient
from harness.errors import ConfigError

_LOCAL = frozenset({"localhost", "127.0.0.1", "::1"})
_VERDICT = 'root ::= "[True]" | "[False]"'


class LocalJudge:
    """A GGUF model in this process, which can say nothing but ``[True]`` or ``[False]``."""

    def __init__(
        self, model_path: str | None = None, n_ctx: int = 4096, n_threads: int = 1
    ) -> None:
        """Find the model; see :class:`LlamaClient`.

        Raises:
            MissingModelError: The file or a package is not there.
        """
        self._client = LlamaClient(model_path, n_ctx=n_ctx, n_threads=n_threads)

    def complete(self, prompt: str) -> str:
        """The model's verdict."""
        asked = f"{prompt}\n\nVerdict: "
        return self._client.complete(asked, grammar=_VERDICT, max_tokens=8).text


class EndpointJudge:
    """An endpoint that speaks OpenAI's chat completions."""

    def __init__(
        self,
        base_url: str,
        model: str,
        api_key_env: str | None = "OPENAI_API_KEY",
        consent: bool = False,
    ) -> None:
        """Check the settings; nothing is sent.

        Args:
            base_url: E.g. ``http://localhost:8000/v1``.
            model: The model's name at the endpoint.
            api_key_env: Environment variable that holds the key; None if it needs none.
            consent: Whether raw answers may leave this machine for it.

        Raises:
            ConfigError: A setting is wrong, or the endpoint is elsewhere and there is no consent.
        """
        if not base_url or not model:
            raise ConfigError("set suite.judge_client.base_url and suite.judge_client.model")
        if not consent and urlsplit(base_url).hostname not in _LOCAL:
            raise ConfigError(
                f"the judge at {base_url} would be sent raw answers of the phone: "
                "set suite.judge_client.consent=true if that is what you want"
            )
        self._client = OpenAiClient(base_url, model, api_key_env=api_key_env)

    def complete(self, prompt: str) -> str:
        """What the endpoint says."""
        message = Message("user", prompt)
        return self._client.chat([message], seed=0, egress=lambda body: None).text
