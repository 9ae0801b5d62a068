"""Agents that ask a language model, in this process or behind an endpoint."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Any, get_args

from harness.agent.parsing import EXPECTED, ParseError
from harness.agent.prompt import DEFAULT_BUDGET, MIN_BUDGET, Transcript, View
from harness.core.action import DIRECTIONS, DISTANCES, LOCAL_OPERATIONS
from harness.core.protocols import Brief, Message, Turn
from harness.core.safe import SafeFrame
from harness.engine.llm.completion import Completion
from harness.engine.llm.grammar import gbnf
from harness.engine.llm.llama import LlamaClient
from harness.engine.llm.openai_client import OpenAiClient
from harness.errors import AgentError, ConfigError


def _action(name: str, properties: Mapping[str, Any] | None = None, *optional: str) -> Any:
    arguments = dict(properties or {})
    return {
        "type": "object",
        "properties": {"action": {"const": name}, **arguments},
        "required": [key for key in arguments if key not in optional],
    }


_ELEMENT = {"type": "integer", "maximum": 999}
_TEXT = {"type": "string", "maxLength": 120}
ACTION_SCHEMA = {
    "anyOf": [
        _action("tap", {"index": _ELEMENT}),
        _action("long_press", {"index": _ELEMENT}),
        _action(
            "swipe",
            {
                "direction": {"enum": list(DIRECTIONS)},
                "index": _ELEMENT,
                "distance": {"enum": list(DISTANCES)},
            },
            "index",
            "distance",
        ),
        _action("type", {"text": _TEXT}),
        _action("enter"),
        _action("back"),
        _action("home"),
        _action("open_app", {"app": {"type": "string", "maxLength": 40}}),
        _action("wait"),
        _action(
            "ask_local",
            {
                "op": {"enum": list(LOCAL_OPERATIONS)},
                "operands": {"type": "array", "items": _TEXT, "minItems": 1, "maxItems": 4},
            },
        ),
        _action("finish", {"message": _TEXT}),
    ]
}
"""The action space in the part of JSON Schema that the grammar builder knows."""


class LlmAgent(ABC):
    """Renders the shared prompt, asks a model and reads the answer.

    An answer that can't be read is a turn without an action: nothing is guessed or asked again.
    """

    def __init__(self, name: str, mode: View, max_history: int, budget: int) -> None:
        """Keep the settings.

        Args:
            name: Name in the tables.
            mode: What of a screen is sent, see :data:`harness.agent.prompt.View`.
            max_history: How many of its own actions the agent is shown.
            budget: Characters of the user message.

        Raises:
            ConfigError: A setting is out of range.
        """
        if mode not in get_args(View):
            raise ConfigError(f"agent.mode must be one of {', '.join(get_args(View))}")
        if max_history < 0:
            raise ConfigError("agent.max_history must not be negative")
        if budget < MIN_BUDGET:
            raise ConfigError(f"agent.budget must be at least {MIN_BUDGET} characters")
        self.name = name
        self._mode = mode
        self._max_history = max_history
        self._budget = budget

    def begin(self, brief: Brief) -> None:
        """Start an episode; forget the last one."""
        self._brief = brief
        self._transcript = Transcript(
            brief,
            max_history=self._max_history,
            budget=self._budget,
            view=self._mode,
        )

    def act(self, frame: SafeFrame, feedback: str) -> Turn:
        """Ask the model for the next action.

        Raises:
            AgentError: The model or its endpoint failed.
            EgressError: The request held a raw value; it was not sent.
        """
        messages = self._fit(self._transcript.messages(frame, feedback))
        completion = self._ask(messages)
        parsed = self._transcript.answered(completion.text)
        if not isinstance(parsed, ParseError):
            return Turn(parsed, completion.text, messages)
        cut = f"Your answer was cut off: keep it short. {EXPECTED}"
        error = cut if completion.truncated else parsed.message
        return Turn(None, completion.text, messages, error)

    @abstractmethod
    def identity(self) -> dict[str, str]:
        """Weight file name -> SHA-256 hex digest."""

    def _fit(self, messages: tuple[Message, ...]) -> tuple[Message, ...]:
        """The request in the size that the model can take."""
        return messages

    @abstractmethod
    def _ask(self, messages: tuple[Message, ...]) -> Completion:
        """Send exactly these messages."""


class LlamaCppAgent(LlmAgent):
    """A GGUF model in this process, with actions under a grammar; text mode only."""

    def __init__(
        self,
        model_path: str | None = None,
        *,
        n_ctx: int = 4096,
        n_threads: int = 1,
        temperature: float = 0.0,
        max_tokens: int = 192,
        max_history: int = 6,
        budget: int = 9_000,
        name: str = "llama_cpp",
    ) -> None:
        """Find the model; it is loaded at the first step.

        Args:
            model_path: A GGUF file; None takes the packaged Gemma 3 270M.
            n_ctx: Context window in tokens.
            n_threads: Threads of llama.cpp.
            temperature: 0 takes the likeliest token.
            max_tokens: Limit of an answer.
            max_history: How many of its own actions it is shown.
            budget: Characters of the user message; less is sent if the window is too small.
            name: Name in the tables.

        Raises:
            MissingModelError: The model or a package is not there.
            ConfigError: A setting is out of range.
        """
        super().__init__(name, "text", max_history, budget)
        self._client = LlamaClient(model_path, n_ctx=n_ctx, n_threads=n_threads)
        self._room = n_ctx - max_tokens
        self._max_tokens = max_tokens
        self._temperature = temperature
        self._grammar = gbnf(ACTION_SCHEMA)

    def identity(self) -> dict[str, str]:
        """Model file name -> SHA-256 hex digest."""
        return self._client.identity()

    def _fit(self, messages: tuple[Message, ...]) -> tuple[Message, ...]:
        budget = self._budget
        while self._client.count_tokens(_plain(messages)) > self._room:
            if budget == MIN_BUDGET:
                raise AgentError("the shortest prompt doesn't fit the model: raise agent.n_ctx")
            budget = max(MIN_BUDGET, budget * 3 // 4)
            messages = self._transcript.render(budget)
        return messages

    def _ask(self, messages: tuple[Message, ...]) -> Completion:
        return self._client.complete(
            _plain(messages),
            grammar=self._grammar,
            max_tokens=self._max_tokens,
            prefix=_plain(messages[:1]),
            temperature=self._temperature,
            seed=self._brief.seed,
            egress=self._brief.egress,
        )


class OpenAiAgent(LlmAgent):
    """A model behind any OpenAI-compatible endpoint."""

    def __init__(
        self,
        base_url: str,
        model: str,
        api_key_env: str | None = "OPENAI_API_KEY",
        *,
        mode: View = "text",
        temperature: float | None = 0.0,
        max_tokens: int | None = 512,
        timeout_s: float = 60.0,
        max_retries: int = 5,
        json_mode: bool = False,
        extra_body: Mapping[str, Any] | None = None,
        max_history: int = 10,
        budget: int = DEFAULT_BUDGET,
        name: str = "openai",
    ) -> None:
        """Check the settings; nothing is sent before the first step.

        The arguments are those of :class:`OpenAiClient` and :class:`LlmAgent`.

        Raises:
            ConfigError: The key's variable is not set, or a setting is out of range.
        """
        super().__init__(name, mode, max_history, budget)
        self._client = OpenAiClient(
            base_url,
            model,
            api_key_env=api_key_env,
            temperature=temperature,
            max_tokens=max_tokens,
            timeout_s=timeout_s,
            max_retries=max_retries,
            json_mode=json_mode,
            extra_body=extra_body,
        )

    def identity(self) -> dict[str, str]:
        """Nothing: the weights are the endpoint's."""
        return {}

    def _ask(self, messages: tuple[Message, ...]) -> Completion:
        return self._client.chat(messages, seed=self._brief.seed, egress=self._brief.egress)


def _plain(messages: tuple[Message, ...]) -> str:
    """The messages as one text, for models without a chat template."""
    return "\n\n".join(message.text for message in messages)
