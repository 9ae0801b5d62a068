"""``ime``, ``settings``, ``getprop``, ``svc``, ``date``: how the phone is set up."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any, Final

from harness.device.simulated.adbd.commands_base import (
    Command,
    Machine,
    Result,
    failed,
    printed,
)
from harness.device.simulated.apps.settings import FONT_SIZES
from harness.device.simulated.view import DENSITY

_PROPERTIES: Final[Mapping[str, str]] = {
    "dev.bootcomplete": "1",
    "gsm.sim.operator.iso-country": "us",
    "init.svc.bootanim": "stopped",
    "persist.sys.locale": "en-US",
    "persist.sys.timezone": "UTC",
    "ro.boot.qemu": "1",
    "ro.build.characteristics": "emulator",
    "ro.build.display.id": "SIM1.240510.001",
    "ro.build.fingerprint": "invented/simone/simone:14/SIM1.240510.001/1:userdebug/test-keys",
    "ro.build.id": "SIM1.240510.001",
    "ro.build.type": "userdebug",
    "ro.build.version.codename": "REL",
    "ro.build.version.release": "14",
    "ro.build.version.sdk": "34",
    "ro.debuggable": "1",
    "ro.hardware": "simone",
    "ro.kernel.qemu": "1",
    "ro.product.brand": "invented",
    "ro.product.cpu.abi": "x86_64",
    "ro.product.cpu.abilist": "x86_64",
    "ro.product.device": "simone",
    "ro.product.locale": "en-US",
    "ro.product.manufacturer": "Invented",
    "ro.product.model": "Sim One",
    "ro.product.name": "simone",
    "ro.secure": "1",
    "ro.serialno": "SIMONE0001",
    "ro.sf.lcd_density": str(round(DENSITY * 160)),
    "service.bootanim.exit": "1",
    "sys.boot_completed": "1",
}


_ROOTS = ("persist.", "sys.")
"""Prefixes of properties that root alone can set."""


def _getprop(machine: Machine, args: Sequence[str], stdin: bytes) -> Result:
    known = {**_PROPERTIES, **machine.properties}
    if not args:
        return printed(*(f"[{name}]: [{known[name]}]" for name in sorted(known)))
    return printed(known.get(args[0], args[1] if len(args) > 1 else ""))


def _setprop(machine: Machine, args: Sequence[str], stdin: bytes) -> Result:
    if len(args) != 2:
        return failed(1, "usage: setprop NAME VALUE")
    name, value = args
    if name.startswith("ro.") or (name.startswith(_ROOTS) and not machine.root):
        return failed(1, f"Failed to set property '{name}' to '{value}'.")
    machine.properties[name] = value
    return Result(0)


def _stop(machine: Machine, args: Sequence[str], stdin: bytes) -> Result:
    """Bring Android down; what it runs goes on here until the start."""
    return Result(0) if machine.root else failed(1, "Must be root")


def _start(machine: Machine, args: Sequence[str], stdin: bytes) -> Result:
    """Bring Android up again, at once: every app starts afresh."""
    if not machine.root:
        return failed(1, "Must be root")
    for package in machine.phone.packages.values():
        machine.phone.stop(package)
    machine.properties.pop("sys.boot_completed", None)
    return Result(0)


# ---------------------------------------------------------------- settings


def _settings(machine: Machine, args: Sequence[str], stdin: bytes) -> Result:
    """``get``, ``put``, ``delete``, ``list``.

    ``font_scale``, ``default_input_method`` and ``enabled_input_methods`` change the phone.
    What its own settings app shows (``wifi_on``, ``bluetooth_on``, ``ui_night_mode``,
    ``device_name``, ``screen_off_timeout``) is read from there, and a ``put`` to it changes
    nothing, as on a phone, where services own these values.
    """
    rest = list(args)
    while "--user" in rest:
        at = rest.index("--user")
        del rest[at : at + 2]
    verb, space = (rest + ["", ""])[:2]
    if verb not in ("get", "put", "delete", "list"):
        return failed(255, f"Invalid command: {verb}" if verb else "No command specified")
    if space not in machine.settings:
        return failed(255, f"Invalid namespace '{space}'")
    values = {**machine.settings[space], **_live(machine)[space]}
    match verb, rest[2:]:
        case "list", []:
            return printed(*(f"{key}={values[key]}" for key in sorted(values)))
        case "get", [key]:
            return printed(values.get(key, "null"))
        case "put", [key, value, *_]:
            return _put(machine, space, key, value)
        case "delete", [key]:
            found = machine.settings[space].pop(key, None)
            return printed(f"Deleted {int(found is not None)} rows")
    return failed(255, "Bad arguments")


def _live(machine: Machine) -> dict[str, dict[str, str]]:
    own: dict[str, Any] = machine.phone.state()["settings"]
    amount, unit = own["screen_timeout"].split()
    timeout = int(amount) * (60_000 if unit.startswith("minute") else 1_000)
    return {
        "system": {"font_scale": str(own["font_scale"]), "screen_off_timeout": str(timeout)},
        "secure": {
            "bluetooth_name": own["device_name"],
            "default_input_method": machine.ime,
            "enabled_input_methods": ":".join(machine.imes),
            "ui_night_mode": "2" if own["dark_theme"] else "1",
        },
        "global": {
            "bluetooth_on": str(int(own["bluetooth"])),
            "device_name": own["device_name"],
            "wifi_on": str(int(own["wifi"])),
        },
    }


def _put(machine: Machine, space: str, key: str, value: str) -> Result:
    if (space, key) == ("system", "font_scale"):
        if re.fullmatch(r"\d+(\.\d+)?", value) and 0.5 <= float(value) <= 2:
            scale = float(value)
            nearest = min(FONT_SIZES, key=lambda name: abs(FONT_SIZES[name] - scale))
            machine.phone.configure(font_scale=scale, font_size=nearest)
    elif (space, key) == ("secure", "default_input_method"):
        machine.ime = value
    elif (space, key) == ("secure", "enabled_input_methods"):
        machine.imes = [ime for ime in value.split(":") if ime in machine.keyboards]
    else:
        machine.settings[space][key] = value
    return Result(0)


def _svc(machine: Machine, args: Sequence[str], stdin: bytes) -> Result:
    match list(args):
        case ["wifi" | "bluetooth" as what, "enable" | "disable" as how]:
            machine.phone.configure(**{what: how == "enable"})
            return Result(0)
        case ["data" | "nfc", "enable" | "disable"] | ["power", "stayon", _]:
            return Result(0)
    return printed("Available commands:", "    help", "    power", "    data", "    wifi")


# ---------------------------------------------------------------- ime


def _ime(machine: Machine, args: Sequence[str], stdin: bytes) -> Result:
    match [arg for arg in args if arg not in ("--user", "0")]:
        case ["list", *options]:
            known = machine.keyboards if "-a" in options else machine.imes
            if "-s" in options:
                return printed(*known)
            lines = (f"mId={ime} mSettingsActivityName=null mIsVrOnly=false" for ime in known)
            return printed(*(line for pair in zip(known, lines, strict=True) for line in pair))
        case ["enable", ime]:
            if ime not in machine.keyboards:
                return failed(255, f"Unknown input method {ime} cannot be enabled for user #0")
            if ime in machine.imes:
                return printed(f"Input method {ime}: already enabled for user #0")
            machine.imes.append(ime)
            return printed(f"Input method {ime}: now enabled for user #0")
        case ["set", ime]:
            if ime not in machine.imes:
                return failed(255, f"Unknown input method {ime} cannot be selected for user #0")
            machine.ime = ime
            return printed(f"Input method {ime} selected for user #0")
        case ["disable", ime]:
            if ime not in machine.imes:
                return printed(f"Input method {ime}: already disabled for user #0")
            machine.imes.remove(ime)
            if machine.ime == ime:
                machine.ime = machine.keyboards[0]
            return printed(f"Input method {ime}: now disabled for user #0")
        case ["reset"]:
            machine.imes, machine.ime = machine.keyboards[:1], machine.keyboards[0]
            return printed(
                "Reset current and enabled IMEs for user #0", "  Enabled IMEs:", machine.ime
            )
    return failed(
        255, out="ime <command>:\n  list [-a] [-s]\n  enable\n  disable\n  set\n  reset\n"
    )


# ---------------------------------------------------------------- date


def _date(machine: Machine, args: Sequence[str], stdin: bytes) -> Result:
    """Show the clock, which stands still, or set it, which root can do; times are UTC."""
    rest = [arg for arg in args if arg not in ("-u", "-s")]
    moment, wanted = machine.clock, "+%a %b %e %H:%M:%S UTC %Y"
    if rest[:1] == ["-d"] and len(rest) > 1:
        shown = _moment(rest[1], machine.clock)
        if shown is None:
            return failed(1, f"date: bad date '{rest[1]}'")
        moment, rest = shown, rest[2:]
    if rest and not rest[0].startswith("+"):
        new = _moment(rest.pop(0), machine.clock)
        if new is None:
            return failed(1, f"date: bad date '{args[-1]}'")
        if not machine.root:
            return failed(1, "date: cannot set date: Operation not permitted")
        machine.clock = moment = new
    if rest:
        wanted = rest[0]
    own = {"%s": str(int(moment.timestamp())), "%N": "000000000", "%%": "%%"}
    pattern = re.sub(r"%[sN%]", lambda m: own[m[0]], wanted[1:])
    return printed(moment.strftime(pattern.encode("utf-8", "replace").decode()))


def _moment(text: str, now: datetime) -> datetime | None:
    """``MMDDhhmm[[CC]YY][.ss]``, ``@seconds`` or ``YYYY-MM-DD [hh:mm[:ss]]``."""
    if posix := re.fullmatch(r"(\d\d)(\d\d)(\d\d)(\d\d)((?:\d\d){0,2})(?:\.(\d\d))?", text):
        month, day, hour, minute = (int(posix[i]) for i in range(1, 5))
        year = int(posix[5] or now.year)
        year += 2000 if year < 69 else 1900 if year < 100 else 0
        fields = (year, month, day, hour, minute, int(posix[6] or 0))
    elif re.fullmatch(r"@\d{1,11}", text):
        return datetime.fromtimestamp(int(text[1:]), UTC)
    elif iso := re.fullmatch(r"(\d{4})-(\d\d)-(\d\d)(?:[ T](\d\d):(\d\d)(?::(\d\d))?)?", text):
        year, month, day, hour, minute, second = (int(part or 0) for part in iso.groups())
        fields = (year, month, day, hour, minute, second)
    else:
        return None
    try:
        return datetime(*fields, tzinfo=UTC)
    except ValueError:
        return None


COMMANDS: Final[Mapping[str, Command]] = {
    "date": _date,
    "getprop": _getprop,
    "ime": _ime,
    "setprop": _setprop,
    "settings": _settings,
    "start": _start,
    "stop": _stop,
    "svc": _svc,
}
