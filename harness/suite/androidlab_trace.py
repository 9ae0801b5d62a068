"""An episode as AndroidLab records it: what its judges read, and what its own evaluation reads."""

from __future__ import annotations

import json
import shlex
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from lxml import etree
from PIL import Image

from harness.core.action import (
    AskLocal,
    Back,
    Enter,
    Finish,
    Home,
    InputText,
    Launch,
    LongPress,
    Swipe,
    SwipeBetween,
    TapAt,
)
from harness.core.watching import RawStep

_ADB = "adb shell "
_KEYS = {Back: "Press Back", Home: "Press Home", Enter: "Press Enter"}


def on_device(query: str) -> str:
    """The part of an adb command line that the device's shell runs, pipes included."""
    # The quotes are for the shell of the host, which there isn't.
    return " ".join(shlex.split(query.removeprefix(_ADB)))


def line(
    step: RawStep, index: int, *, id: str, target: str, query: str, packages: Mapping[str, str]
) -> dict[str, Any]:
    """A line of ``trace.jsonl``.

    Args:
        step: The turn, with raw values.
        index: Its number from 0.
        id: Of the trace.
        target: What the agent was told to do.
        query: The task's adb command line, "" if it has none.
        packages: App name -> package.
    """
    image = step.frame.image
    told = {
        "trace_id": id,
        "index": index,
        "prompt": target if index == 0 else "** XML **",
        "image": None if image is None else f"Screen/{_screenshot(index)}",
        "xml": "ERROR" if step.frame.tree is None else f"xml/{index}.xml",
        "ac_xml": None,
        "current_activity": step.frame.app,
        "window": None if image is None else [image.shape[1], image.shape[0]],
        "target": target,
        "parsed_action": parsed_action(step, packages),
        "current_response": step.turn.output,
    }
    if query:
        # What failed is "ERROR" there, too.
        output = step.answers.get(on_device(query))
        told["command"] = {query: "ERROR" if output is None else output}
    return told


def parsed_action(step: RawStep, packages: Mapping[str, str]) -> dict[str, Any]:
    """The action with raw values, as the benchmark's executor notes it."""
    action, command = step.turn.action, step.done.command
    match command:
        case TapAt(x, y):
            name = "Long Press" if isinstance(action, LongPress) else "Tap"
            return _do(name, element=[x, y])
        case SwipeBetween(x1, y1):
            swipe = action if isinstance(action, Swipe) else Swipe("up")
            return _do("Swipe", element=[x1, y1], direction=swipe.direction, dist=swipe.distance)
        case InputText(text):
            return _do("Type", text=text)
        case Launch(app):
            return _do("Launch", package=packages.get(app, app))
    if isinstance(action, Finish) and step.done.status == "finished":
        message = {"message": step.done.user_message}
        return {"operation": "finish", "action": "finish", "kwargs": message}
    if isinstance(action, AskLocal) and step.done.status == "answered":
        # The nearest that it has: a question to a model, beside the screen.
        return _do("Call_API")
    if command is None:
        # It would have ended there. Here the agent is told, and goes on.
        return _do("Refused")
    return _do(_KEYS.get(type(action), "Wait"))


def write(folder: Path, steps: Sequence[RawStep], lines: Sequence[Mapping[str, Any]]) -> None:
    """Write ``traces/trace.jsonl``, ``xml/`` and ``Screen/`` of an episode.

    Raises:
        OSError: They can't be written.
    """
    for name in ("traces", "xml", "Screen"):
        (folder / name).mkdir(parents=True, exist_ok=True)
    for index, step in enumerate(steps):
        if step.frame.tree is not None:
            (folder / "xml" / f"{index}.xml").write_text(xml(step.frame.tree), "utf-8")
        if step.frame.image is not None:
            path = folder / "Screen" / _screenshot(index)
            Image.fromarray(step.frame.image).save(path, compress_level=1)
    text = "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)
    (folder / "traces" / "trace.jsonl").write_text(text, "utf-8")


def xml(tree: etree._Element) -> str:
    """A hierarchy as the benchmark stores it."""
    return str(etree.tostring(tree, encoding="unicode"))


def _screenshot(index: int) -> str:
    return f"screenshot-{index}-before.png"


def _do(action: str, **arguments: Any) -> dict[str, Any]:
    return {"operation": "do", "action": action, "kwargs": arguments}
