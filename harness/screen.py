"""``python -m harness.screen``: one screen of yours through the pipeline.

Reads a uiautomator dump, a screenshot or both, and writes the virtual screen that an agent would
be shown, with the list of what was hidden. Nothing is sent anywhere.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections import Counter
from pathlib import Path
from typing import Any

from hydra.errors import HydraException
from omegaconf.errors import OmegaConfBaseException

from harness import compose
from harness.core.protocols import Finding
from harness.device import uidump
from harness.errors import ConfigError, HarnessError, one_line, unforeseen
from harness.run.journal import png_blob
from harness.run.store import storage_errors

_EPILOG = """\
examples:
  python -m harness.screen dump.xml --image dump.png --out out/
  python -m harness.screen dump.xml --out out/ pipeline=paper pipeline/ocr=none
  python -m harness.screen --image shot.png --out out/ --instruction "Call Dana Reyes"

Any other override of `python -m harness --help` can follow. The files in --out: virtual.xml,
virtual.png, instruction.txt and spans.json (places and placeholders, no values)."""


def main(argv: list[str] | None = None) -> int:
    """Run the command; 0 done, 1 the screen had to be masked as a whole, 2 bad input."""
    options = _parser().parse_intermixed_args(argv)
    try:
        return _run(options)
    except (HarnessError, HydraException, OmegaConfBaseException) as error:
        print(f"error: {one_line(error)}", file=sys.stderr)
        return 2
    except Exception as error:
        print(f"error: {unforeseen(error)}", file=sys.stderr)
        return 1


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m harness.screen",
        description="Anonymize one screen and write what an agent would be shown.",
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "arguments", nargs="*", metavar="[SCREEN.xml] [OVERRIDE...]",
        help="a uiautomator dump, then Hydra overrides such as pipeline=rules",
    )  # fmt: skip
    parser.add_argument("--image", type=Path, metavar="SCREEN.png", help="the screenshot")
    parser.add_argument("--instruction", default="", metavar="TEXT", help="what the user asked for")
    parser.add_argument(
        "--key-file", type=Path, metavar="F",
        help="16 bytes or more; the same file gives the same placeholders (default: a new key)",
    )  # fmt: skip
    parser.add_argument(
        "--region", default="US", metavar="CC",
        help="ISO country in which phone numbers without a prefix are read (default: US)",
    )  # fmt: skip
    parser.add_argument("--out", type=Path, required=True, metavar="DIR", help="where to write")
    return parser


def _run(options: argparse.Namespace) -> int:
    overrides = [a for a in options.arguments if "=" in a]
    paths = [Path(a) for a in options.arguments if "=" not in a]
    if len(paths) > 1:
        raise ConfigError(f"one screen at a time, but {len(paths)} files were named")
    if not paths and options.image is None:
        raise ConfigError("name a SCREEN.xml, an --image SCREEN.png, or both")
    frame = uidump.frame(
        _read(paths[0]) if paths else None, _read(options.image) if options.image else None
    )
    config = compose.configuration(overrides).pipeline
    pipeline = compose.pipeline(config)
    if frame.image is not None and pipeline.anonymizes and config.ocr._target_.endswith("NoOcr"):
        print("warning: without OCR, text that only the pixels show stays", file=sys.stderr)
    key = compose.read_key(options.key_file) if options.key_file else os.urandom(32)
    session = pipeline.open(options.instruction, region=options.region, key=key)
    seen = session.observe(frame)
    findings = (*session.instruction_findings, *seen.findings)
    with storage_errors(options.out):
        options.out.mkdir(parents=True, exist_ok=True)
        if seen.frame.tree is not None:
            (options.out / "virtual.xml").write_bytes(uidump.serialize(seen.frame.tree))
        if seen.frame.image is not None:
            (options.out / "virtual.png").write_bytes(png_blob(seen.frame.image).data)
        (options.out / "instruction.txt").write_text(session.instruction + "\n", "utf-8")
        spans = json.dumps([_span(f) for f in seen.findings], indent=1)
        (options.out / "spans.json").write_text(spans + "\n", "utf-8")
    _report(findings, len(seen.unprocessed))
    if seen.frame.masked:
        print(f"error: the whole screen was masked: {seen.frame.masked}", file=sys.stderr)
        return 1
    return 0


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise ConfigError(f"can't read {path}: {error.strerror}") from None


def _span(finding: Finding) -> dict[str, Any]:
    place: dict[str, Any] = {"node": finding.node, "attr": finding.attr}
    if finding.node is None and finding.box is not None:
        box = finding.box
        place["box"] = [box.left, box.top, box.right, box.bottom]
    else:
        place |= {"start": finding.start, "end": finding.end}
    return {
        **place,
        "type": finding.type.value,
        "placeholder": finding.placeholder,
        "source": finding.source,
    }


def _report(findings: tuple[Finding, ...], unprocessed: int) -> None:
    values = Counter(type for type, _ in {(f.type, f.placeholder) for f in findings})
    places = Counter(f.type for f in findings)
    for type in sorted(places):
        print(f"{type:20} {values[type]:4} values {places[type]:4} places")
    print(f"{'total':20} {sum(values.values()):4} values {sum(places.values()):4} places")
    if unprocessed:
        print(f"{unprocessed} regions could not be read and were masked")


if __name__ == "__main__":
    sys.exit(main())
