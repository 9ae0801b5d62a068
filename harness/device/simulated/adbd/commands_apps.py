"""``am``, ``monkey``, ``pm``: starting and stopping apps, broadcasts, what is installed."""

from __future__ import annotations

import base64
import sys
from collections.abc import Mapping, Sequence
from typing import Final

from harness.core.action import InputText, Launch, PressKey
from harness.device.simulated.adbd import commands_intent as intents
from harness.device.simulated.adbd.commands_base import (
    ADB_IME,
    Command,
    Machine,
    Result,
    crashed,
    encoded,
    failed,
    printed,
)
from harness.device.simulated.adbd.commands_input import press
from harness.device.simulated.adbd.commands_intent import Intent, IntentError
from harness.device.simulated.adbd.commands_keys import key_code

_ACTIVITIES: Final = {
    "com.android.contacts": ".activities.PeopleActivity",
    "com.android.launcher3": ".uioverrides.QuickstepLauncher",
    "com.android.messaging": ".ui.conversationlist.ConversationListActivity",
    "com.android.settings": ".Settings",
}
"""The main activities of apps that exist on real phones; others have a ``.MainActivity``."""
_TOOLS: Final = {"adbkeyboard": "com.android.adbkeyboard", "clipper": "ca.zgrs.clipper"}
_SYSTEM = ("android", "com.android.systemui", "com.android.inputmethod.latin")
_LAUNCHER = "com.android.launcher3"
_SETTINGS_ACTION = "android.settings.SETTINGS"
_BACKGROUND = 0x400000
"""The flag that ``am broadcast`` sets on what a shell sends."""
_MONKEY_ABORTED = 252
_RESOLVED = "priority=0 preferredOrder=0 match=0x108000 specificIndex=-1 isDefault=true"


def component(package: str) -> str:
    """The main activity of a package, as ``package/.Class``."""
    return f"{package}/{_ACTIVITIES.get(package, '.MainActivity')}"


def installed(machine: Machine) -> list[str]:
    """All packages, sorted."""
    tools = [package for tool, package in _TOOLS.items() if tool in machine.tools]
    return sorted([*machine.phone.packages.values(), *tools, *_SYSTEM])


def _third_party(package: str) -> bool:
    return package in _TOOLS.values() or package.startswith("com.example.")


# ---------------------------------------------------------------- am


def _am(machine: Machine, args: Sequence[str], stdin: bytes) -> Result:
    name, rest = (args[0], list(args[1:])) if args else ("help", [])
    try:
        match name:
            case "start" | "start-activity":
                return _start(machine, intents.parse_intent(rest))
            case "broadcast":
                return _broadcast(machine, intents.parse_intent(rest))
            case "startservice" | "start-service" | "start-foreground-service":
                return _service(machine, intents.parse_intent(rest))
            case "force-stop":
                packages = [arg for arg in rest if not arg.isdigit() and not arg.startswith("-")]
                if not packages:
                    raise IntentError('Argument expected after "force-stop"')
                machine.phone.stop(packages[0])
                return Result(0)
            case "get-current-user":
                return printed("0")
            case "help" | "-h":
                return printed("Activity manager (activity) commands:", *_HELP)
    except IntentError as error:
        return crashed(name, f"java.lang.IllegalArgumentException: {error}")
    return failed(255, out=f"Unknown command: {name}\n")


_HELP = (
    "  start-activity [-W] [-S] <INTENT>",
    "  startservice <INTENT>",
    "  force-stop [--user <USER_ID>] <PACKAGE>",
    "  broadcast <INTENT>",
    "  get-current-user",
)


def _start(machine: Machine, intent: Intent) -> Result:
    package = _target(machine, intent)
    starting = f"Starting: {intent}\n"
    if package is None:
        if not intent.component:
            return failed(
                1, f"Error: Activity not started, unable to resolve {intent}", out=starting
            )
        missing = intents.full(intent.component)
        return failed(
            1, "Error type 3", f"Error: Activity class {{{missing}}} does not exist.", out=starting
        )
    stays = machine.front == package
    if "-S" in intent.options or intent.flags & intents.CLEAR_TASK:
        machine.phone.stop(package)
        stays = False
    if package == _LAUNCHER:
        machine.phone.perform(PressKey("home"))
    else:
        machine.phone.perform(Launch(package))
    if "-W" in intent.options:
        shown = component(package)
        starting += (
            f"Status: ok\nLaunchState: {'UNKNOWN (0)' if stays else 'WARM'}\nActivity: {shown}\n"
            "TotalTime: 100\nWaitTime: 102\nComplete\n"
        )
    warning = (
        "Warning: Activity not started, intent has been delivered to currently running "
        "top-most instance.\n"
    )
    return Result(0, encoded(starting), encoded(warning if stays else ""))


def _target(machine: Machine, intent: Intent) -> str | None:
    """The package whose main activity an intent starts, None if there is none."""
    packages = machine.phone.packages.values()
    if intent.component:
        package = intent.component.partition("/")[0]
        exists = package in packages and intent.component == component(package)
        return package if exists else None
    if intents.HOME in intent.categories:
        return _LAUNCHER
    if intent.action == _SETTINGS_ACTION:
        return "com.android.settings"
    if intent.package in packages and intent.action in ("", intents.MAIN):
        return intent.package
    return None


def _service(machine: Machine, intent: Intent) -> Result:
    starting = f"Starting service: {intent}\n"
    package = intent.component.partition("/")[0] or intent.package
    if package not in installed(machine):
        return failed(255, "Error: Not found; no service started.", out=starting)
    return Result(0, encoded(starting))


# ---------------------------------------------------------------- broadcasts


def _broadcast(machine: Machine, intent: Intent) -> Result:
    """Deliver to the tools; without a receiver the answer is the same, as on a phone."""
    intent.flags |= _BACKGROUND
    result = "result=0"
    package = intent.component.partition("/")[0] or intent.package
    if package in ("", _TOOLS["adbkeyboard"]) and machine.ime == ADB_IME:
        _keyboard(machine, intent)
    if package in ("", _TOOLS["clipper"]) and "clipper" in machine.tools:
        result = _clipper(machine, intent) or result
    return printed(f"Broadcasting: {intent}", f"Broadcast completed: {result}")


def _keyboard(machine: Machine, intent: Intent) -> None:
    """ADBKeyboard's broadcasts; it answers nothing, whether it typed or not."""
    message = intent.extras.get("msg", "")
    match intent.action:
        case "ADB_INPUT_TEXT":
            machine.phone.perform(InputText(message))
        case "ADB_INPUT_B64":
            try:
                data = base64.b64decode("".join(message.split()), validate=True)
            except ValueError:
                return
            machine.phone.perform(InputText(data.decode("utf-8", "replace")))
        case "ADB_INPUT_CHARS":
            codes = intent.extras.get("chars", "").split(",")
            if all(code.isdecimal() and int(code) <= sys.maxunicode for code in codes):
                machine.phone.perform(InputText("".join(chr(int(code)) for code in codes)))
        case "ADB_INPUT_CODE":
            press(machine, key_code(intent.extras.get("code", "")))
        case "ADB_CLEAR_TEXT":
            machine.phone.select_all()
            machine.phone.erase()


def _clipper(machine: Machine, intent: Intent) -> str:
    """The clipboard app's answer, "" if the broadcast isn't for it."""
    match intent.action:
        case "clipper.set" | "set":
            if "text" not in intent.extras:
                return 'result=0, data="No text is provided. Use -e text "text to be pasted""'
            machine.clipboard = intent.extras["text"]
            return 'result=-1, data="Text is copied into clipboard."'
        case "clipper.get" | "get":
            return f'result=-1, data="{machine.clipboard}"'
    return ""


# ---------------------------------------------------------------- monkey and pm


def _monkey(machine: Machine, args: Sequence[str], stdin: bytes) -> Result:
    """Launch an app; the random events after the launch are left out."""
    echo = "".join(f"  bash arg: {arg}\n" for arg in args)
    rest, packages, count = list(args), [], ""
    while rest:
        option = rest.pop(0)
        if option in ("-p", "-c", "-s", "--throttle", "--pct-syskeys") and rest:
            value = rest.pop(0)
            packages += [value] if option == "-p" else []
        elif not option.startswith("-"):
            count = option
    if not count.isdigit():
        return failed(255, "** Error: Count not specified", out=echo)
    chosen = [p for p in packages if p in machine.phone.packages.values()]
    if packages and not chosen:
        aborted = "** No activities found to run, monkey aborted.\n"
        return failed(_MONKEY_ABORTED, out=echo + aborted)
    if chosen:
        machine.phone.perform(Launch(chosen[0]))
    stats = "## Network stats: elapsed time=20ms (0ms mobile, 0ms wifi, 20ms not connected)\n"
    return Result(0, encoded(f"{echo}Events injected: {count}\n{stats}"))


def _pm(machine: Machine, args: Sequence[str], stdin: bytes) -> Result:
    match list(args):
        case ["list", "packages", *rest]:
            return _list(machine, rest)
        case ["path", *rest] if rest:
            package = rest[-1]
            return (
                printed(f"package:{_apk(package)}") if package in installed(machine) else Result(1)
            )
        case ["resolve-activity", *rest]:
            return _resolve(machine, rest)
        case ["query-activities", *rest]:
            return _query(machine, rest)
    return failed(255, out=f"Unknown command: {args[0]}\n" if args else "Package manager\n")


def _list(machine: Machine, args: list[str]) -> Result:
    paths, only, wanted = False, None, ""
    while args:
        match args.pop(0):
            case "-f":
                paths = True
            case "-3":
                only = True
            case "-s":
                only = False
            case "--user" | "--uid":
                del args[:1]
            case "-d":
                return Result(0)
            case option if option.startswith("-"):
                pass
            case text:
                wanted = text
    found = [
        package
        for package in installed(machine)
        if wanted in package and (only is None or only is _third_party(package))
    ]
    return printed(*(f"package:{_apk(p)}={p}" if paths else f"package:{p}" for p in found))


def _apk(package: str) -> str:
    folder = f"/data/app/{package}" if _third_party(package) else f"/system/app/{package}"
    return f"{folder}/base.apk"


def _resolve(machine: Machine, args: list[str]) -> Result:
    brief = "--brief" in args
    try:
        intent = intents.parse_intent([arg for arg in args if arg not in ("--brief",)])
    except IntentError as error:
        return failed(255, f"Error: {error}")
    package = _target(machine, intent)
    if package is None:
        return printed("No activity found")
    shown = component(package)
    if brief:
        return printed(_RESOLVED, shown)
    name = intents.full(shown).partition("/")[2]
    return printed(_RESOLVED, "ActivityInfo:", f"  name={name}", f"  packageName={package}")


def _query(machine: Machine, args: list[str]) -> Result:
    """The activities that an intent reaches: those of the home screen, or of one app."""
    options = [arg for arg in args if arg in ("--brief", "--components")]
    try:
        intent = intents.parse_intent([arg for arg in args if arg not in options])
    except IntentError as error:
        return failed(255, f"Error: {error}")
    package = _target(machine, intent)
    found = [package] if package else []
    if intents.LAUNCHER in intent.categories and not (intent.package or intent.component):
        found = [machine.phone.packages[label] for label in machine.phone.apps]
    if not found:
        return printed("No activities found")
    if "--components" in options:
        return printed(*map(component, found))
    lines = [f"{len(found)} activities found:"]
    for i, package in enumerate(found):
        lines += [f"  Activity #{i}:", f"    {_RESOLVED}", f"    {component(package)}"]
    return printed(*lines)


COMMANDS: Final[Mapping[str, Command]] = {"am": _am, "monkey": _monkey, "pm": _pm}
