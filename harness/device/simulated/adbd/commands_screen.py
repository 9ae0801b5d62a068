"""``uiautomator``, ``screencap`` and ``wm``: what stands on the screen, and how large it is."""

from __future__ import annotations

import io
import re
import struct
import time
from collections.abc import Mapping, Sequence
from copy import deepcopy
from typing import Final

import numpy as np
from lxml import etree
from PIL import Image

from harness.core.geometry import Box
from harness.core.raw import Image as Pixels
from harness.core.raw import nodes
from harness.device import uidump
from harness.device.simulated.adbd.commands_base import (
    Command,
    Machine,
    Result,
    encoded,
    failed,
    printed,
)
from harness.device.simulated.phone import SimulatedPhone
from harness.device.simulated.view import DENSITY, HEIGHT, WIDTH

DISPLAY_ID: Final = "4619827259835644672"
_DUMP = "/sdcard/window_dump.xml"
_WARNING = (
    b"[Warning] Multiple displays were found, but no display id was specified! Defaulting to the "
    b"first display found, however this default is not guaranteed to be consistent across "
    b"captures. A display id should be specified.\n"
)
_RGBA_8888, _SRGB = 1, 1
_KILLED = 137
_LEAST, _MOST = 100, 8192
"""Smallest and largest side of a ``wm size`` override, in px."""


# ---------------------------------------------------------------- uiautomator


def _uiautomator(machine: Machine, args: Sequence[str], stdin: bytes) -> Result:
    """``dump``; ``--compressed`` gives the same tree, since every node here is important."""
    if not args or args[0] != "dump":
        usage = (
            "Usage: uiautomator <subcommand> [options]",
            "",
            "Available subcommands:",
            "",
            "help: displays help message",
            "",
            "dump: creates an XML dump of current UI hierarchy",
            "    dump [--verbose][file]",
        )
        return failed(1, *usage) if args and args[0] != "help" else printed(*usage)
    path = next((arg for arg in reversed(args[1:]) if not arg.startswith("-")), _DUMP)
    path = path if path.startswith("/") else f"/{path}"
    fault = machine.faults.strikes("dump")
    match fault:
        case "null_root":
            return failed(0, "ERROR: null root node returned by UiTestAutomationBridge.")
        case "not_idle":
            return failed(0, "ERROR: could not get idle state.")
        case "killed_dump":
            return Result(_KILLED, b"Killed\n")
        case "crashed_dump":
            return Result(255)
        case "slow_dump":
            time.sleep(machine.faults.seconds)
    done = f"UI hierchary dumped to: {path}\n"
    if fault == "stale_dump":
        return Result(0, encoded(done))
    xml = _xml(machine, elsewhere=fault == "changed_between")
    if path == "/dev/tty":
        return Result(0, xml + encoded(done))
    try:
        machine.files.write(path, xml)
    except OSError:
        # The real tool logs this where nobody looks, and goes on to say that it succeeded.
        return Result(0, encoded(done))
    return Result(0, encoded(done))


def _xml(machine: Machine, *, elsewhere: bool) -> bytes:
    """The screen, or the home screen once as if the screen had just changed.

    Never the home screen twice in a row: two equal dumps of another screen than the one that
    stands there can't be told from the truth by anyone.
    """
    with machine.lock:
        machine.flickered = elsewhere and not machine.flickered
        phone = SimulatedPhone() if machine.flickered else machine.phone
        return uidump.serialize(_scaled(phone.hierarchy(), machine.screen))


def _scaled(tree: etree._Element, screen: tuple[int, int]) -> etree._Element:
    """The tree in px of the screen that callers see."""
    if screen == (WIDTH, HEIGHT):
        return tree
    tree = deepcopy(tree)
    x, y = screen[0] / WIDTH, screen[1] / HEIGHT
    for element in nodes(tree):
        box = Box.parse(element.get("bounds", ""))
        assert box is not None
        scaled = Box(
            round(box.left * x), round(box.top * y), round(box.right * x), round(box.bottom * y)
        )
        element.set("bounds", str(scaled))
    return tree


# ---------------------------------------------------------------- screencap


def _screencap(machine: Machine, args: Sequence[str], stdin: bytes) -> Result:
    """A PNG, or without ``-p`` the raw pixels: width, height, format, colour space, RGBA."""
    png, path, rest = False, "", list(args)
    while rest:
        arg = rest.pop(0)
        if arg in ("-h", "--help") or (arg == "-d" and not rest):
            return failed(1, "usage: screencap [-ahp] [-d display-id] [FILENAME]")
        if arg == "-d":
            display = rest.pop(0)
            if display not in (DISPLAY_ID, "0"):
                return failed(1, f"Display Id '{display}' is not valid.")
        elif arg == "-p":
            png = True
        elif arg.startswith("-"):
            return failed(1, "usage: screencap [-ahp] [-d display-id] [FILENAME]")
        else:
            path = arg
    fault = machine.faults.strikes("screencap")
    if fault == "not_png":
        return Result(1, b"Error opening framebuffer: capture failed (error -22)\n")
    pixels = _pixels(machine)
    if fault == "black_frame":
        pixels = np.zeros_like(pixels)
    data = _png(pixels) if png or path.endswith(".png") else _raw(pixels)
    if fault == "truncated_png":
        data = data[: len(data) // 2]
    warning = _WARNING if fault == "garbage_before_png" else b""
    if not path:
        return Result(0, warning + data)
    try:
        machine.files.write(path, data)
    except OSError:
        return failed(1, f"Error opening file: {path} (Permission denied)")
    return Result(0, warning)


def _pixels(machine: Machine) -> Pixels:
    with machine.lock:
        image = machine.phone.screenshot()
        screen = machine.screen
    if screen == (WIDTH, HEIGHT):
        return image
    return np.array(Image.fromarray(image).resize(screen, Image.Resampling.BILINEAR))


def _png(pixels: Pixels) -> bytes:
    target = io.BytesIO()
    Image.fromarray(pixels).save(target, "PNG", compress_level=1)
    return target.getvalue()


def _raw(pixels: Pixels) -> bytes:
    height, width = pixels.shape[:2]
    opaque = np.full((height, width, 1), 255, np.uint8)
    header = struct.pack("<IIII", width, height, _RGBA_8888, _SRGB)
    return header + np.concatenate([pixels, opaque], axis=2).tobytes()


# ---------------------------------------------------------------- wm


def _wm(machine: Machine, args: Sequence[str], stdin: bytes) -> Result:
    """``size`` and ``density``.

    A size override scales the screenshot, the bounds and the points of ``input`` alike, each
    axis by itself; apps aren't laid out anew. A density override is reported and changes nothing.
    """
    match args:
        case ["size"]:
            lines = [f"Physical size: {WIDTH}x{HEIGHT}"]
            if machine.size:
                lines.append("Override size: {}x{}".format(*machine.size))
            return printed(*lines)
        case ["size", "reset"]:
            machine.size = None
        case ["size", size]:
            parts = re.fullmatch(r"(\d+)x(\d+)", size)
            if parts is None:
                return failed(255, f"Error: bad size {size}")
            width, height = int(parts[1]), int(parts[2])
            if not (_LEAST <= min(width, height) and max(width, height) <= _MOST):
                return failed(255, f"Error: bad size {size}")
            machine.size = (width, height)
        case ["density"]:
            lines = [f"Physical density: {round(DENSITY * 160)}"]
            if machine.density:
                lines.append(f"Override density: {machine.density}")
            return printed(*lines)
        case ["density", "reset"]:
            machine.density = None
        case ["density", density]:
            if not density.isdecimal():
                return failed(255, f"Error: bad number {density}")
            if int(density) < 72:
                return failed(255, "Error: density must be >= 72")
            machine.density = int(density)
        case _:
            usage = (
                "Window manager (window) commands:\n  size [reset|WxH]\n  density [reset|DENSITY]"
            )
            return failed(255, out=f"{usage}\n")
    return Result(0)


SLOW: Final[Mapping[str, Command]] = {"uiautomator": _uiautomator, "screencap": _screencap}
"""Commands that hold the lock only while they look at the phone."""
COMMANDS: Final[Mapping[str, Command]] = {"wm": _wm}
