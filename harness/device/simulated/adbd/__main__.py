"""``python -m harness.device.simulated.adbd``: a simulated phone for any adb tool."""

from __future__ import annotations

import argparse
import logging
import signal
import sys
from collections.abc import Sequence
from threading import Event

from harness.device.simulated.adbd.daemon import Adbd
from harness.device.simulated.adbd.faults import KINDS, Faults
from harness.device.simulated.phone import SimulatedPhone
from harness.errors import ConfigError, HarnessError, one_line

_POLL_S = 0.2
"""How soon a signal is noticed."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run a phone until Ctrl-C; the exit status."""
    options = _parser().parse_args(argv)
    logging.basicConfig(format="%(levelname)s %(message)s")
    stopped = Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: stopped.set())
    try:
        phone = SimulatedPhone()
        phone.reset(options.seed)
        faults = Faults(_plan(options.faults), options.seed, options.seconds)
        with Adbd(
            phone,
            faults=faults,
            port=options.port,
            crlf=options.old,
            shell_v2=not options.old,
        ) as daemon:
            print(f"adb connect {daemon.serial}", flush=True)
            # A signal that another thread takes doesn't wake this one.
            while not stopped.wait(_POLL_S):
                pass
    except HarnessError as error:
        print(f"error: {one_line(error)}", file=sys.stderr)
        return 2
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m harness.device.simulated.adbd",
        description="A simulated phone of invented people behind the ADB wire, until Ctrl-C. "
        "Connect to it with the line that is printed.",
    )
    parser.add_argument("--port", type=int, default=0, help="TCP port; 0 is any free one (default)")
    parser.add_argument("--seed", type=int, default=0, help="seed of its world and of its faults")
    parser.add_argument(
        "--faults",
        default="",
        metavar="KIND=P,…",
        help=f"what goes wrong, with which probability: any, {', '.join(KINDS)}",
    )
    parser.add_argument(
        "--seconds", type=float, default=1.0, help="how long lasting faults last (default: 1)"
    )
    parser.add_argument(
        "--old",
        action="store_true",
        help="no exit codes, and CR LF, as before Android 7",
    )
    return parser


def _plan(text: str) -> dict[str, float]:
    plan = {}
    for part in filter(None, text.split(",")):
        kind, _, share = part.partition("=")
        try:
            plan[kind.strip()] = float(share)
        except ValueError:
            raise ConfigError(f"--faults wants KIND=P,KIND=P: {part!r} isn't") from None
    return plan


if __name__ == "__main__":
    sys.exit(main())
