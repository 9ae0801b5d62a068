"""Where the checkout and its data lie."""

from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
"""The checkout: ``conf/``, ``tasks/``, ``harness/``."""
WORLDS = ROOT / "tasks" / "worlds"
"""One folder per world of the simulated phone."""
SCREENS = ROOT / "tasks" / "screens"
"""The annotated screens that the product ships."""
DEFAULT_WORLD = "en-US"


def world_names() -> tuple[str, ...]:
    """Names of all worlds, sorted, the default first."""
    found = sorted(path.parent.name for path in WORLDS.glob("*/world.yaml"))
    return tuple(sorted(found, key=lambda name: name != DEFAULT_WORLD))
