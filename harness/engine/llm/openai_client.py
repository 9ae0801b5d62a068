"""Any endpoint that speaks OpenAI's chat completions.

Nothing leaves before ``egress`` has seen the exact bytes, on every attempt. Errors and logs hold
no part of a request or of an answer: servers like to quote what they were sent.
"""

from __future__ import annotations

import base64
import io
import os
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from PIL import Image as PilImage

from harness.core.protocols import Message
from harness.core.raw import Image
from harness.engine.llm.completion import Completion, Egress, encodable
from harness.errors import ConfigError, EgressError, EndpointError

if TYPE_CHECKING:
    import openai


class OpenAiClient:
    """Sends messages and returns the answer's text."""

    def __init__(
        self,
        base_url: str,
        model: str,
        *,
        api_key_env: str | None = "OPENAI_API_KEY",
        temperature: float | None = 0.0,
        max_tokens: int | None = 512,
        timeout_s: float = 60.0,
        max_retries: int = 5,
        json_mode: bool = False,
        extra_body: Mapping[str, Any] | None = None,
    ) -> None:
        """Check the settings; nothing is sent.

        Args:
            base_url: E.g. ``http://localhost:8000/v1``.
            model: The model's name at the endpoint.
            api_key_env: Name of the environment variable that holds the key; None for endpoints
                that need none.
            temperature: None doesn't send one.
            max_tokens: Limit of the answer; None doesn't send one.
            timeout_s: Seconds without an answer before an attempt is given up.
            max_retries: Further attempts after 429, 5xx, time-outs and lost connections, with
                exponential back-off or as ``Retry-After`` says.
            json_mode: Ask for ``response_format`` ``json_object``.
            extra_body: More fields of the request, e.g. ``max_completion_tokens``.

        Raises:
            ConfigError: The key's variable is not set, or the URL isn't one.
        """
        if not base_url.startswith(("http://", "https://")):
            raise ConfigError("agent.base_url must start with http:// or https://")
        self._key = ""
        if api_key_env is not None:
            self._key = os.environ.get(api_key_env, "").strip()
            if not self._key:
                raise ConfigError(
                    f"the environment variable {api_key_env} is not set: put the key for "
                    f"{base_url} there, or set agent.api_key_env=null if it needs none"
                )
        self._key_env = api_key_env
        self._base_url = base_url
        self._model = model
        self._timeout_s = timeout_s
        self._max_retries = max_retries
        options: dict[str, Any] = {"temperature": temperature, "max_tokens": max_tokens}
        if json_mode:
            options["response_format"] = {"type": "json_object"}
        self._options = {name: value for name, value in options.items() if value is not None}
        self._extra_body = dict(extra_body or {})

    def chat(self, messages: Sequence[Message], *, seed: int, egress: Egress) -> Completion:
        """Send the messages and wait for the answer.

        Args:
            messages: What to send; images go as PNG data URLs.
            seed: Sent along, for endpoints that sample reproducibly.
            egress: Called with the exact body of every attempt before it goes out.

        Raises:
            EgressError: From ``egress``; nothing was sent.
            EndpointError: The endpoint is down, refuses the request or keeps failing.
        """
        import openai

        def check(request: Any) -> None:
            egress(request.read())

        no_key: Any = {"Authorization": openai.Omit()}

        with openai.DefaultHttpxClient(
            event_hooks={"request": [check]},
            timeout=self._timeout_s,
            # A redirect would carry the body to a place that nobody configured.
            follow_redirects=False,
        ) as http:
            client = openai.OpenAI(
                base_url=self._base_url,
                api_key=self._key or "none",
                timeout=self._timeout_s,
                max_retries=self._max_retries,
                http_client=http,
            )
            try:
                answer = client.chat.completions.create(
                    model=self._model,
                    messages=[_wire(message) for message in messages],
                    seed=seed,
                    extra_body=self._extra_body,
                    extra_headers=None if self._key else no_key,
                    **self._options,
                )
            except openai.APIConnectionError as error:
                if isinstance(error.__cause__, EgressError):
                    raise error.__cause__ from None
                raise self._unreachable(error) from None
            except openai.APIStatusError as error:
                raise self._refused(error.status_code) from None
            except (openai.APIError, ValueError):
                raise self._not_understood() from None
        try:
            choice, usage = answer.choices[0], answer.usage
            return Completion(
                text=encodable(choice.message.content or ""),
                truncated=choice.finish_reason == "length",
                prompt_tokens=usage.prompt_tokens if usage else 0,
                output_tokens=usage.completion_tokens if usage else 0,
            )
        except (AttributeError, IndexError, TypeError):
            # The package doesn't validate answers, and gives plain text for other media types.
            raise self._not_understood() from None

    def _unreachable(self, error: openai.APIConnectionError) -> EndpointError:
        import openai

        if isinstance(error, openai.APITimeoutError):
            return EndpointError(
                f"the endpoint at {self._base_url} did not answer within {self._timeout_s:g} s, "
                f"{self._max_retries + 1} times: raise agent.timeout_s or try later"
            )
        return EndpointError(
            f"the endpoint is not reachable at {self._base_url}: start it or set agent.base_url"
        )

    def _refused(self, status: int) -> EndpointError:
        where = f"the endpoint at {self._base_url}"
        if status in (401, 403):
            advice = (
                "set agent.api_key_env to the environment variable with the key"
                if self._key_env is None
                else f"check the environment variable {self._key_env}"
            )
            return EndpointError(f"{where} refuses the key (status {status}): {advice}")
        if status == 404:
            return EndpointError(
                f"{where} doesn't know the model {self._model!r} or the path (status 404): check "
                "agent.model and agent.base_url"
            )
        if status == 429 or status >= 500:
            return EndpointError(
                f"{where} keeps failing (status {status}, {self._max_retries + 1} times): try "
                "later or raise agent.max_retries"
            )
        return EndpointError(
            f"{where} refuses the request (status {status}): check agent.model, agent.mode and "
            "the other agent settings"
        )

    def _not_understood(self) -> EndpointError:
        return EndpointError(
            f"the endpoint at {self._base_url} doesn't answer as OpenAI's chat completions do: "
            "check agent.base_url"
        )


def _wire(message: Message) -> Any:
    """A message as the API wants it."""
    text = encodable(message.text)
    if message.image is None:
        return {"role": message.role, "content": text}
    url = f"data:image/png;base64,{base64.b64encode(_png(message.image)).decode('ascii')}"
    return {
        "role": message.role,
        "content": [
            {"type": "text", "text": text},
            {"type": "image_url", "image_url": {"url": url}},
        ],
    }


def _png(image: Image) -> bytes:
    buffer = io.BytesIO()
    PilImage.fromarray(image).save(buffer, format="PNG")
    return buffer.getvalue()
