"""``python -m harness.suite.list``: what the native suite asks, one row a template."""

from __future__ import annotations

import argparse
import csv
import sys
from collections import Counter
from collections.abc import Sequence
from typing import Any

from harness.core.paths import ROOT, world_names
from harness.errors import HarnessError
from harness.suite.template import Template, load

COLUMNS = (
    "id", "app", "category", "complexity", "optimal_steps", "phrasings", "needs", "worlds",
    "needs_carry", "needs_gatekeeper", "is_answer",
)  # fmt: skip


def row(template: Template) -> dict[str, Any]:
    """What a template asks, by :data:`COLUMNS`."""
    return {
        "id": template.id,
        "app": template.app,
        "category": template.category,
        "complexity": template.complexity,
        "optimal_steps": template.human_steps,
        "phrasings": len(template.instructions),
        "needs": " ".join(template.needs),
        "worlds": len(world_names()),
        "needs_carry": template.carry,
        "needs_gatekeeper": template.gatekeeper,
        "is_answer": bool(template.answer),
    }


def summary(templates: Sequence[Template]) -> str:
    """How many templates there are of each kind."""
    table = [row(t) for t in templates]
    lines = [f"{len(table)} templates, {len(world_names())} worlds: {' '.join(world_names())}"]
    for column in ("app", "category", "complexity"):
        counts = Counter(r[column] for r in table).most_common()
        lines.append(f"{column}: " + ", ".join(f"{name} {count}" for name, count in counts))
    for column in ("needs_carry", "needs_gatekeeper", "is_answer"):
        lines.append(f"{column}: {sum(r[column] for r in table)}")
    return "\n".join(lines)


def main(argv: Sequence[str] | None = None) -> int:
    """Print the list; the exit status."""
    parser = argparse.ArgumentParser(prog="python -m harness.suite.list", description=__doc__)
    parser.add_argument("path", nargs="?", default=str(ROOT / "tasks" / "apps"))
    parser.add_argument("--csv", action="store_true", help="one row a template, as CSV")
    args = parser.parse_args(argv)
    try:
        templates = load(args.path)
    except HarnessError as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    if args.csv:
        writer = csv.DictWriter(sys.stdout, COLUMNS, lineterminator="\n")
        writer.writeheader()
        writer.writerows(row(template) for template in templates)
    else:
        print(summary(templates))
    return 0


if __name__ == "__main__":
    sys.exit(main())
