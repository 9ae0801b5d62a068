"""``dumpsys``: the lines of it that tools look for."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from harness.device.simulated.adbd import commands_intent as intents
from harness.device.simulated.adbd.commands_apps import component, installed
from harness.device.simulated.adbd.commands_base import (
    Command,
    Machine,
    Result,
    failed,
    printed,
)
from harness.device.simulated.adbd.commands_screen import DISPLAY_ID
from harness.device.simulated.view import DENSITY, HEIGHT, WIDTH

Lines = list[str]


def _dumpsys(machine: Machine, args: Sequence[str], stdin: bytes) -> Result:
    rest = list(args)
    if rest[:1] == ["-t"]:
        del rest[:2]
    if rest[:1] == ["-l"]:
        return printed("Currently running services:", *(f"  {name}" for name in _SERVICES))
    if not rest:
        lines: Lines = []
        for name, dump in _SERVICES.items():
            lines += [f"DUMP OF SERVICE {name}:", *dump(machine, [])]
        return printed(*lines)
    service = _SERVICES.get(rest[0])
    if service is None:
        return failed(0, f"Can't find service: {rest[0]}")
    return printed(*service(machine, rest[1:]))


def _record(machine: Machine) -> str:
    front = component(machine.front)
    return f"ActivityRecord{{{_hash(front)} u0 {front} t{_task(machine)}}}"


def _window(machine: Machine, args: Lines) -> Lines:
    front = intents.full(component(machine.front))
    width, height = machine.screen
    density = machine.density or round(DENSITY * 160)
    base = f"init={WIDTH}x{HEIGHT} {round(DENSITY * 160)}dpi"
    if machine.size or machine.density:
        base += f" base={width}x{height} {density}dpi"
    return [
        "WINDOW MANAGER DISPLAY CONTENTS (dumpsys window displays)",
        "  Display: mDisplayId=0 (organized)",
        f"    {base} cur={width}x{height} app={width}x{height}",
        "    mCurrentRotation=ROTATION_0",
        f"  mCurrentFocus=Window{{{_hash(front)} u0 {front}}}",
        f"  mFocusedApp={_record(machine)}",
        "  mAwake=true mScreenOnEarly=true mScreenOnFully=true",
        "  isKeyguardShowing=false",
    ]


def _activity(machine: Machine, args: Lines) -> Lines:
    record, front, task = _record(machine), machine.front, _task(machine)
    if args[:1] == ["top"]:
        activity = component(front)
        return [
            f"TASK {front} id={task} userId=0",
            f"  ACTIVITY {activity} {_hash(activity)} pid=1042 userId=0",
        ]
    return [
        "ACTIVITY MANAGER ACTIVITIES (dumpsys activity activities)",
        "Display #0 (activities from top to bottom):",
        f"  * Task{{{_hash(front)} #{task} type=standard A=1000:{front}}}",
        f"    topResumedActivity={record}",
        f"    * Hist  #0: {record}",
        f"      packageName={front} processName={front}",
        f"  mResumedActivity: {record}",
        f"  ResumedActivity: {record}",
    ]


def _display(machine: Machine, args: Lines) -> Lines:
    width, height = machine.screen
    frames = (
        f"logicalFrame=Rect(0, 0 - {width}, {height}), physicalFrame=Rect(0, 0 - {WIDTH}, {HEIGHT})"
    )
    return [
        "DISPLAY MANAGER (dumpsys display)",
        f"  mStableDisplaySize=Point({WIDTH}, {HEIGHT})",
        "  mViewports=[DisplayViewport{type=INTERNAL, valid=true, isActive=true, displayId=0, "
        f"uniqueId='local:{DISPLAY_ID}', physicalPort=0, orientation=0, "
        f"{frames}, deviceWidth={WIDTH}, deviceHeight={HEIGHT}}}]",
        "  mCurrentOrientation=0",
    ]


def _input(machine: Machine, args: Lines) -> Lines:
    width, height = machine.screen
    return [
        "INPUT MANAGER (dumpsys input)",
        "  Touch Input Mapper (mode - DIRECT):",
        f"    SurfaceWidth: {width}px",
        f"    SurfaceHeight: {height}px",
        "    SurfaceOrientation: 0",
    ]


def _input_method(machine: Machine, args: Lines) -> Lines:
    shown = "true" if machine.phone.focused_text is not None else "false"
    return [
        "Current Input Method Manager state:",
        f"  mCurMethodId={machine.ime}",
        f"  mCurId={machine.ime} mHaveConnection=true mBoundToMethod=true",
        f"  mShowRequested={shown} mShowExplicitlyRequested=false mShowForced=false "
        f"mInputShown={shown}",
    ]


def _power(machine: Machine, args: Lines) -> Lines:
    return [
        "POWER MANAGER (dumpsys power)",
        "  mWakefulness=Awake",
        "Display Power: state=ON",
        "  mHoldingDisplaySuspendBlocker=true",
    ]


def _battery(machine: Machine, args: Lines) -> Lines:
    return [
        "Current Battery Service state:", "  AC powered: false", "  USB powered: true",
        "  Wireless powered: false", "  status: 5", "  health: 2", "  present: true",
        "  level: 100", "  scale: 100", "  voltage: 4300", "  temperature: 250",
        "  technology: Li-ion",
    ]  # fmt: skip


def _package(machine: Machine, args: Lines) -> Lines:
    name = args[0] if args else ""
    if name not in installed(machine):
        return ["Dexopt state:", f"  Unable to find package: {name}"]
    return [
        "Packages:",
        f"  Package [{name}] ({_hash(name)}):",
        "    versionCode=1 minSdk=24 targetSdk=34",
        "    versionName=1.0",
        "    firstInstallTime=2024-05-01 09:00:00",
        "    lastUpdateTime=2024-05-01 09:00:00",
    ]


def _surface_flinger(machine: Machine, args: Lines) -> Lines:
    if args[:1] == ["--display-id"]:
        return [f'Display {DISPLAY_ID} (HWC display 0): port=0 pnpId=GGL displayName="Sim One"']
    return ["Build configuration:"]


def _hash(text: str) -> str:
    """A stable identity as dumps print them, seven hex digits."""
    return f"{sum(ord(c) * 31**i for i, c in enumerate(text)) & 0xFFFFFFF:07x}"


def _task(machine: Machine) -> int:
    return 1 + sorted(machine.phone.packages.values()).index(machine.front)


_SERVICES: Final[Mapping[str, Callable[[Machine, Lines], Lines]]] = {
    "SurfaceFlinger": _surface_flinger,
    "activity": _activity,
    "battery": _battery,
    "display": _display,
    "input": _input,
    "input_method": _input_method,
    "package": _package,
    "power": _power,
    "window": _window,
}
COMMANDS: Final[Mapping[str, Command]] = {"dumpsys": _dumpsys}
