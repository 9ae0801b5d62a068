"""What a language model gave back."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

Egress = Callable[[str | bytes], None]
"""Called with every outbound body before it is sent; raises ``EgressError`` to stop it."""


@dataclass(frozen=True, slots=True, repr=False)
class Completion:
    """One answer of a model.

    Attributes:
        text: What it wrote; always encodable as UTF-8.
        truncated: It was cut off at the token limit, so its end is missing.
        prompt_tokens: Tokens of the request, 0 if the endpoint doesn't say.
        output_tokens: Tokens of the answer, 0 if the endpoint doesn't say.
    """

    text: str
    truncated: bool
    prompt_tokens: int = 0
    output_tokens: int = 0

    def __repr__(self) -> str:
        """Sizes only: a repr ends up in logs."""
        return (
            f"Completion(truncated={self.truncated}, prompt_tokens={self.prompt_tokens}, "
            f"output_tokens={self.output_tokens})"
        )


def encodable(text: str) -> str:
    """The text with lone halves of surrogate pairs replaced: nothing could store them."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
