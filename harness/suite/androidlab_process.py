"""The judges of a checkout, in a process and under an interpreter of their own."""

from __future__ import annotations

import json
import os
import subprocess
import tempfile
import threading
from collections.abc import Callable, Mapping
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from harness.errors import ConfigError, HarnessError

_SCRIPT = Path(__file__).with_name("androidlab_judge.py")
_ENVIRONMENT = ("PATH", "HOME", "LANG", "LC_ALL", "LD_LIBRARY_PATH", "SYSTEMROOT", "TZ")
"""What judges get of the environment: no keys, and nothing that changes what is imported."""


class JudgeError(HarnessError):
    """The judges can't be run, or gave up; the message holds nothing of a screen."""


class JudgeProcess:
    """Asks ``androidlab_judge.py``; the answers of a language model come from ``complete``."""

    def __init__(
        self,
        root: Path,
        python: str,
        timeout_s: float,
        complete: Callable[[str], str] | None = None,
    ) -> None:
        """Start it, in an empty folder that goes with it.

        Args:
            root: The checkout.
            python: The interpreter.
            timeout_s: Seconds that it may be silent.
            complete: Answers a prompt; None makes a judge fail that has one.

        Raises:
            ConfigError: There is no such interpreter.
        """
        self._timeout_s = timeout_s
        self._complete = complete
        self._folder = tempfile.TemporaryDirectory(prefix="androidlab-")
        try:
            self._process = subprocess.Popen(
                [python, "-I", "-B", str(_SCRIPT), str(root)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                cwd=self._folder.name,
                env={name: os.environ[name] for name in _ENVIRONMENT if name in os.environ},
            )
        except OSError as error:
            self._folder.cleanup()
            raise ConfigError(
                f"suite.python={python} can't be started: {error.strerror or 'not an interpreter'}"
            ) from None

    def __enter__(self) -> Self:
        """Itself."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """End it, whatever it is doing."""
        self._process.kill()
        self._process.communicate()
        self._folder.cleanup()

    def ask(self, request: Mapping[str, Any]) -> dict[str, Any]:
        """The reply to a request.

        Raises:
            JudgeError: It is silent for too long, ended, or needs a language model and has none.
        """
        reply = self._exchange(request)
        while "ask" in reply:
            if self._complete is None:
                raise JudgeError("it asks a language model: set suite.judge_client")
            reply = self._exchange({"answer": self._complete(str(reply["ask"]))})
        return reply

    def _exchange(self, message: Mapping[str, Any]) -> dict[str, Any]:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        late = threading.Event()

        def give_up() -> None:
            late.set()
            self._process.kill()

        timer = threading.Timer(self._timeout_s, give_up)
        timer.start()
        try:
            self._process.stdin.write(json.dumps(message).encode() + b"\n")
            self._process.stdin.flush()
            line = self._process.stdout.readline()
        except BrokenPipeError:
            line = b""
        finally:
            timer.cancel()
        if late.is_set():
            raise JudgeError(
                f"it was silent for {self._timeout_s:g} s: raise suite.judge_timeout_s"
            )
        if not line.endswith(b"\n"):
            raise JudgeError(f"its process ended with status {self._process.wait()}")
        reply: dict[str, Any] = json.loads(line)
        return reply
