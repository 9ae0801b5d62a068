"""The apps of the simulated phone: each module here defines ``APP`` and is found by itself."""

from __future__ import annotations

import pkgutil
from importlib import import_module

from harness.device.simulated.context import App


def discover() -> tuple[App, ...]:
    """All apps, sorted by label."""
    modules = (import_module(f"{__name__}.{m.name}") for m in pkgutil.iter_modules(__path__))
    apps: list[App] = [module.APP for module in modules]
    return tuple(sorted(apps, key=lambda app: app.label))
