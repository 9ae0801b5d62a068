"""``python -m harness.device.avd.doctor``: what an emulator needs on this machine, line by line.

Nothing is started or changed: no emulator, no adb server.
"""

from __future__ import annotations

import argparse
import os
import platform
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from harness.device.adb.link import AdbLink, devices
from harness.device.adb.server import DEFAULT_PORT, adb_path
from harness.device.avd.console import running
from harness.device.avd.ports import PORTS
from harness.device.avd.sdk import Avd, Sdk, find_avd, find_sdk, list_avds
from harness.errors import ConfigError, DeviceError

_GIB = 1 << 30
_FIRST_BOOT = 8 * _GIB
_EVERY_BOOT = 2 * _GIB
_OWN_RAM = 2 * _GIB
_DEFAULT_RAM_MIB = 2048
_ASK_S = 20.0
_KEYBOARD = "com.android.adbkeyboard"
_GET_KEYBOARD = (
    "to type other than ASCII, get keyboardservice-debug.apk from "
    "https://github.com/senzhk/ADBKeyBoard, `adb install` it and save the snapshot again"
)


@dataclass(frozen=True, slots=True)
class Finding:
    """One line.

    Attributes:
        what: What was looked at.
        state: ``ok``, ``missing`` (needed, and not there) or ``note``.
        detail: What there is, or how to get it.
    """

    what: str
    state: Literal["ok", "missing", "note"]
    detail: str


def examine(
    avd: str | None, snapshot: str | None, environ: Mapping[str, str] = os.environ
) -> Iterator[Finding]:
    """Look at everything.

    Args:
        avd: Name of the AVD; None is the first one.
        snapshot: Name of the snapshot; None if none is used.
        environ: The environment variables.
    """
    yield _acceleration(environ)
    yield _adb()
    yield _server(environ)
    try:
        sdk = find_sdk(environ)
    except ConfigError as error:
        yield Finding("SDK", "missing", str(error))
        return
    yield Finding("SDK", "ok", str(sdk.root))
    yield _emulator(sdk)
    try:
        device = find_avd(sdk, avd, environ)
    except ConfigError as error:
        yield Finding("AVD", "missing", str(error))
        return
    others = [name for name in list_avds(sdk, environ) if name != device.name]
    beside = f" (others: {', '.join(others)})" if others else ""
    yield Finding("AVD", "ok", f"{device.name} in {device.folder}{beside}")
    yield _image(sdk, device)
    yield _snapshot(device, snapshot)
    yield _disk(device)
    yield _ram(device)
    yield _keyboard(device, environ)


def main(argv: Sequence[str] | None = None) -> int:
    """Print the findings; 0 if everything that is needed is there."""
    parser = argparse.ArgumentParser(
        prog="python -m harness.device.avd.doctor",
        description="Check what Android emulators need on this machine.",
    )
    parser.add_argument("--avd", help="name of the AVD; default: the first one")
    parser.add_argument("--snapshot", help="name of the snapshot that episodes start from")
    args = parser.parse_args(argv)
    fine = True
    for finding in examine(args.avd, args.snapshot):
        print(f"{finding.state:8} {finding.what:13} {finding.detail}", flush=True)
        fine = fine and finding.state != "missing"
    return 0 if fine else 1


def _acceleration(environ: Mapping[str, str]) -> Finding:
    if platform.system() == "Darwin":
        if _says(["sysctl", "-n", "kern.hv_support"]) == "1":
            return Finding("acceleration", "ok", "Hypervisor.framework")
        return Finding("acceleration", "missing", "Hypervisor.framework: this Mac has none")
    kvm = environ.get("ANDROID_EMULATOR_KVM_DEVICE") or "/dev/kvm"
    if not Path(kvm).exists():
        return Finding(
            "KVM",
            "missing",
            f"no {kvm}: turn virtualization on in the BIOS (on a virtual machine: nested "
            "virtualization; in a container: --device /dev/kvm), then `sudo modprobe kvm`",
        )
    if not os.access(kvm, os.R_OK | os.W_OK):
        return Finding(
            "KVM", "missing", f"{kvm} is closed to you: `sudo gpasswd -a $USER kvm`, log in again"
        )
    return Finding("KVM", "ok", kvm)


def _adb() -> Finding:
    try:
        return Finding("adb", "ok", adb_path())
    except DeviceError as error:
        return Finding("adb", "missing", str(error))


def _server(environ: Mapping[str, str]) -> Finding:
    port = _server_port(environ)
    try:
        count = len(devices(port=port))
    except DeviceError:
        return Finding("adb server", "note", f"not running on port {port}; it is started at need")
    return Finding("adb server", "ok", f"port {port}, {count} devices")


def _emulator(sdk: Sdk) -> Finding:
    try:
        done = subprocess.run(
            [sdk.emulator, "-version"],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=_ASK_S,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        why = error.strerror if isinstance(error, OSError) else "it hangs"
        return Finding(
            "emulator",
            "missing",
            f"{sdk.emulator} can't be run ({why}): `sdkmanager --install emulator`",
        )
    lines = (done.stdout + done.stderr).decode(errors="replace").splitlines()
    named = next((line for line in lines if "emulator version" in line), "")
    if done.returncode:
        said = lines[-1].strip() if lines else f"exit code {done.returncode}"
        return Finding("emulator", "missing", f"{sdk.emulator} fails: {said}")
    version = named.partition("emulator version")[2].split()
    return Finding("emulator", "ok", f"version {version[0]}" if version else str(sdk.emulator))


def _image(sdk: Sdk, avd: Avd) -> Finding:
    folder = avd.image(sdk)
    if folder is None:
        return Finding(
            "system image", "missing", f"{avd.folder}/config.ini names none: create the AVD again"
        )
    if not (folder / "system.img").is_file():
        place = folder.relative_to(sdk.root) if folder.is_relative_to(sdk.root) else folder
        package = str(place).replace("/", ";")
        return Finding("system image", "missing", f"{folder}: `sdkmanager --install '{package}'`")
    if avd.settings().get("PlayStore.enabled", "").lower() in ("true", "yes"):
        return Finding(
            "system image", "note", f"{folder} is a Google Play image: no root, so no clock, locale"
        )
    return Finding("system image", "ok", str(folder))


def _snapshot(avd: Avd, name: str | None) -> Finding:
    known = ", ".join(avd.snapshots()) or "none"
    if name is None:
        return Finding(
            "snapshot", "note", f"not asked for: each episode boots anew; there are: {known}"
        )
    if name in avd.snapshots():
        return Finding("snapshot", "ok", name)
    return Finding(
        "snapshot",
        "missing",
        f"no {name} (there are: {known}): start the AVD, set it up, "
        f"`adb emu avd snapshot save {name}`",
    )


def _disk(avd: Avd) -> Finding:
    booted = any(avd.folder.glob("userdata-qemu.img*"))
    needed = _EVERY_BOOT if booted else _FIRST_BOOT
    place = next(p for p in (avd.folder, *avd.folder.parents) if p.is_dir())
    free = shutil.disk_usage(place).free
    detail = f"{free / _GIB:.0f} GiB free in {place}"
    if free < needed:
        return Finding("disk", "missing", f"{detail}: {needed / _GIB:.0f} GiB are needed")
    return Finding("disk", "ok", detail)


def _ram(avd: Avd) -> Finding:
    needed = _bytes(avd.settings().get("hw.ramSize", "")) + _OWN_RAM
    free = _free_ram()
    detail = f"{free / _GIB:.0f} GiB available, {needed / _GIB:.0f} GiB for each emulator"
    return Finding("RAM", "ok" if free >= needed else "missing", detail)


def _keyboard(avd: Avd, environ: Mapping[str, str]) -> Finding:
    port = next((port for port, name in running(PORTS) if name == avd.name), None)
    if port is None:
        return Finding("keyboard", "note", f"can't be seen while the AVD is off; {_GET_KEYBOARD}")
    link = AdbLink(f"emulator-{port}", port=_server_port(environ), reconnect_s=0)
    try:
        listed = link.shell("pm", "list", "packages", _KEYBOARD).out.decode(errors="replace")
    except DeviceError as error:
        return Finding("keyboard", "note", f"can't be seen: {error}")
    if f"package:{_KEYBOARD}" in listed.split():
        return Finding("keyboard", "ok", f"ADBKeyboard on emulator-{port}")
    return Finding("keyboard", "note", f"no ADBKeyboard on emulator-{port}: {_GET_KEYBOARD}")


def _server_port(environ: Mapping[str, str]) -> int:
    text = environ.get("ANDROID_ADB_SERVER_PORT", "")
    return int(text) if text.isdecimal() else DEFAULT_PORT


def _bytes(size: str) -> int:
    """A size as ``config.ini`` writes it: MiB, or with a unit."""
    number = size.rstrip("MBGmbg ")
    if not number.isdecimal():
        return _DEFAULT_RAM_MIB << 20
    return int(number) << (30 if "g" in size.lower() else 20)


def _free_ram() -> int:
    try:
        lines = Path("/proc/meminfo").read_text("ascii").splitlines()
    except OSError:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    sizes = {line.split(":")[0]: int(line.split()[1]) << 10 for line in lines}
    return sizes.get("MemAvailable", sizes["MemFree"])


def _says(command: Sequence[str]) -> str:
    try:
        done = subprocess.run(command, capture_output=True, timeout=_ASK_S, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return done.stdout.decode(errors="replace").strip()


if __name__ == "__main__":
    sys.exit(main())
