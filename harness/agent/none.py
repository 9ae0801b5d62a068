"""Nobody: for suites in which nothing is to be done."""

from __future__ import annotations

from harness.agent.prompt import Transcript
from harness.core.action import Finish
from harness.core.protocols import Brief, Turn
from harness.core.safe import SafeFrame


class NoAgent:
    """Finishes at once; its messages are what a language model would be sent."""

    name = "none"

    def begin(self, brief: Brief) -> None:
        """Start an episode."""
        self._transcript = Transcript(brief, view="screenshot")

    def act(self, frame: SafeFrame, feedback: str) -> Turn:
        """Finish, without a word to the user."""
        return Turn(Finish(""), "", self._transcript.messages(frame, feedback))

    def identity(self) -> dict[str, str]:
        """No weights."""
        return {}
