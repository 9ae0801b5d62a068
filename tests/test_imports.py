"""The rules of ARCHITECTURE.md that imports can break."""

import ast
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[1] / "harness"
ALLOWED = {
    "core": {"core", "errors"},
    "errors": set(),
    "engine": {"engine", "core", "errors"},
    "device": {"device", "engine", "core", "errors"},
    "privacy": {"privacy", "engine", "core", "errors"},
    "agent": {"agent", "engine", "core", "errors"},
    "suite": {"suite", "core", "errors"},
    "score": {"score", "engine", "core", "errors"},
    "report": {"report", "engine", "core", "errors"},
    "run": {"run", "suite", "core", "errors"},
    "bench": {"bench", "compose", "run", "report", "core", "errors"},
}
ENTRY_POINTS = {
    "score/__main__.py": {"compose"},
    "report/__main__.py": {"compose"},
    "score/leak_scan.py": {"compose"},
    "suite/make_screens.py": {"compose", "run"},
    "suite/make_privscreen.py": {"compose", "run"},
}
"""Commands; they may build objects through compose, and play with them."""


def imports(path: Path) -> set[str]:
    found = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path.name} uses a relative import"
            found |= {f"{node.module}.{alias.name}" for alias in node.names}
    return {name for name in found if name.startswith("harness.")}


MODULES = [p for p in sorted(PACKAGE.rglob("*.py")) if len(p.relative_to(PACKAGE).parts) > 1]


@pytest.mark.parametrize("path", MODULES, ids=lambda p: p.relative_to(PACKAGE).as_posix())
def test_imports_point_down(path):
    relative = path.relative_to(PACKAGE).as_posix()
    layer = relative.split("/")[0]
    used = {name.split(".")[1] for name in imports(path)}
    allowed = ALLOWED[layer] | ENTRY_POINTS.get(relative, set())
    assert used <= allowed, f"{relative} imports {used - allowed}"


def test_raw_frames_never_reach_agents_or_reports():
    for layer in ("agent", "report"):
        for path in (PACKAGE / layer).rglob("*.py"):
            names = {name.rsplit(".", 1)[1] for name in imports(path)}
            forbidden = {"RawFrame", "GoldMark", "GoldValue", "PrivateStep", "PrivateEpisode"}
            assert not names & forbidden, f"{layer}/{path.name}"


def test_only_compose_knows_concrete_parts():
    for path in (PACKAGE / "run").rglob("*.py"):
        assert not {n for n in imports(path) if n.startswith("harness.suite.native")}
