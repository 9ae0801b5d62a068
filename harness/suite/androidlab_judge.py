"""Runs the judges of an AndroidLab checkout: ``python -I -B androidlab_judge.py CHECKOUT``.

A script of its own, for the interpreter that has what the checkout needs: it imports the checkout,
never this package. It answers each JSON line on stdin with one on stdout:

- ``{"check": {task: module}}``: can they be imported, and which need a language model?
- ``{"open": task, "module": module}``: a new judge for an episode.
- ``{"line": …, "xml": …}`` or ``{"line": …, "tree": …}``: judge one line of the trace. In between
  it may say ``{"ask": prompt}`` and wait for ``{"answer": text}``.

Nothing of the checkout is changed on disk. What it prints is dropped, as it may quote a screen, and
it can't open a connection: its own calls of a cloud model end in ``ask``.
"""

from __future__ import annotations

import importlib
import inspect
import json
import os
import sys
import traceback
import types
from collections.abc import Callable
from pathlib import Path
from typing import Any
from unittest.mock import MagicMock

CHECKS_ANSWERS = frozenset({"check_answer", "detect_answer"})
"""What the checkout calls its comparison of answers by a language model."""
_COMPLETIONS = "get_completion_"
"""How the functions begin that send a prompt to a cloud model."""


class Offline(OSError):
    """The checkout tried to open a connection."""


class Judge:
    """The checkout, and the judge of the current episode."""

    def __init__(self, root: str, ask: Callable[[str], str]) -> None:
        """Make the checkout importable.

        Args:
            root: Its folder.
            ask: Has a prompt answered outside this process.
        """
        self._root = os.path.realpath(root)
        self._ask = ask
        self._judge: Any = None
        self._offline = False
        sys.path.insert(0, self._root)
        sys.addaudithook(self._stay_offline)

    def reply(self, request: dict[str, Any]) -> dict[str, Any]:
        """The answer to a request."""
        if "check" in request:
            return self._check(request["check"])
        if "open" in request:
            return self._open(request["open"], request["module"])
        return self._line(request)

    def _stay_offline(self, event: str, arguments: Any) -> None:
        if event in ("socket.connect", "socket.getaddrinfo", "socket.sendto"):
            self._offline = True
            raise Offline("a judge may not open a connection")

    def _check(self, tasks: dict[str, str]) -> dict[str, Any]:
        missing: dict[str, str] = {}
        broken: dict[str, str] = {}
        absent: list[str] = []
        asking: list[str] = []
        for module in dict.fromkeys(tasks.values()):
            problem = self._problem(module, missing)
            if problem:
                broken[module] = problem
        for task, module in tasks.items():
            if module in broken:
                continue
            kind = _function_map(module).get(task)
            if kind is None:
                absent.append(task)
            elif _checks_answers(kind):
                asking.append(task)
        return {"missing": missing, "broken": broken, "absent": absent, "asking": asking}

    def _problem(self, module: str, missing: dict[str, str]) -> str:
        """Why a module of judges can't be imported, "" if it can.

        Packages that this interpreter lacks are noted in ``missing``, and replaced by dummies in
        order to find all of them at once.
        """
        while True:
            try:
                _function_map(module)
                return ""
            except ModuleNotFoundError as error:
                name = error.name or ""
                if not name or name in sys.modules or self._is_own(name):
                    return self._place(error)
                missing.setdefault(name.partition(".")[0], self._place(error))
                dummy = MagicMock(name=name)
                dummy.__path__ = []
                sys.modules[name] = dummy
            except (Exception, SystemExit) as error:  # foreign code: it may raise anything
                return self._place(error)

    def _is_own(self, name: str) -> bool:
        top = Path(self._root, name.partition(".")[0])
        return top.is_dir() or top.with_suffix(".py").is_file()

    def _place(self, error: BaseException) -> str:
        """``file:line: kind``, the last place in the checkout; a message may quote anything."""
        kind = type(error).__name__
        if isinstance(error, ModuleNotFoundError):
            kind += f" {error.name}"
        frames = [(f.filename, f.lineno) for f in traceback.extract_tb(error.__traceback__)]
        if isinstance(error, SyntaxError) and error.filename:
            frames.append((error.filename, error.lineno))
        for file, line in reversed(frames):
            path = os.path.realpath(file)
            if path.startswith(self._root + os.sep):
                return f"{os.path.relpath(path, self._root)}:{line}: {kind}"
        return kind

    def _open(self, task: str, module: str) -> dict[str, Any]:
        try:
            kind: Any = _function_map(module)[task]
            # As its own command line names them; the completions below are what is called.
            settings = types.SimpleNamespace(judge_model="glm4", api_key="", api_base="")
            if inspect.isclass(kind):
                kind = kind(*[settings][: len(inspect.signature(kind).parameters)])
        except (Exception, SystemExit) as error:  # foreign code: it may raise anything
            return {"error": self._place(error)}
        self._judge = kind
        for name, loaded in list(sys.modules.items()):
            if self._is_own(name):
                for attribute in [a for a in vars(loaded) if a.startswith(_COMPLETIONS)]:
                    setattr(loaded, attribute, self._complete)
        return {"compresses": self._compress is not None}

    def _complete(self, prompt: str = "", *_: Any, **__: Any) -> str:
        return self._ask(prompt)

    @property
    def _compress(self) -> Callable[[str], Any] | None:
        """The checkout's own way from a hierarchy to what judges read."""
        return getattr(sys.modules.get("evaluation.task"), "dump_xml", None)

    def _line(self, request: dict[str, Any]) -> dict[str, Any]:
        self._offline = False
        try:
            tree = request.get("tree")
            if self._compress is not None:
                Path("screen.xml").write_text(request["xml"], "utf-8")
                tree = self._compress("screen.xml")
            result = self._judge.judge(tree, request["line"])
            reply: dict[str, Any] = {"result": {str(k): bool(v) for k, v in result.items()}}
        except (Exception, SystemExit) as error:  # foreign code: it may raise anything
            reply = {"error": self._place(error)}
        return {**reply, "offline": self._offline}


def _function_map(module: str) -> dict[str, Any]:
    found: dict[str, Any] = importlib.import_module(f"evaluation.tasks.{module}").function_map
    return found


def _checks_answers(kind: Any) -> bool:
    """Whether what ``judge`` calls, directly or not, has an answer compared by a model."""
    seen: set[str] = set()
    waiting = ["judge"]
    while waiting:
        method: Any = getattr(kind, waiting.pop(), None)
        code = getattr(inspect.unwrap(method), "__code__", None)
        for name in _names(code) - seen if code else ():
            if name in CHECKS_ANSWERS or name.startswith(_COMPLETIONS):
                return True
            seen.add(name)
            waiting.append(name)
    return False


def _names(code: types.CodeType) -> set[str]:
    inner = [c for c in code.co_consts if isinstance(c, types.CodeType)]
    return set(code.co_names).union(*map(_names, inner))


def main() -> None:
    """Answer requests until stdin ends."""
    # The checkout prints what it likes: the conversation gets a stream of its own.
    said = os.fdopen(os.dup(1), "w", encoding="utf-8")
    with open(os.devnull, "w") as nowhere:
        os.dup2(nowhere.fileno(), 1)
        os.dup2(nowhere.fileno(), 2)

    def say(reply: dict[str, Any]) -> None:
        said.write(json.dumps(reply) + "\n")
        said.flush()

    def heard() -> dict[str, Any]:
        line = sys.stdin.buffer.readline()
        if not line:
            # Not sys.exit(): a judge that asks would catch it.
            os._exit(0)
        request: dict[str, Any] = json.loads(line)
        return request

    def ask(prompt: str) -> str:
        say({"ask": prompt})
        return str(heard()["answer"])

    judge = Judge(sys.argv[1], ask)
    while True:
        say(judge.reply(heard()))


if __name__ == "__main__":
    main()
