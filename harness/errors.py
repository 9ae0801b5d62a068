"""Every error that the harness raises on purpose.

::

    HarnessError                 base: one line that says what to do; exit code 2
    ├── ConfigError              an override, a config value or an input file is wrong
    ├── MissingModelError        a weight file or an optional package is not there
    ├── ScreenError              a capture is broken (unparsable XML, PNG that doesn't fit it)
    ├── DeviceError              the device failed or refused a command
    │   ├── DeviceLostError      it is offline, or the connection to it broke off
    │   └── DeviceTimeoutError   it did not answer in time
    ├── AgentError               the agent failed
    │   └── EndpointError        its endpoint is down, refuses the key, or keeps failing
    ├── AnonymizationError       a privacy layer failed where no frame can be masked instead
    ├── EgressError              a raw value was about to leave; the episode stops
    └── StorageError             the results folder can't be written, or holds another run

A message never holds text of a screen, an instruction or a vault value.
"""

import os
import traceback
from pathlib import Path

__all__ = [
    "AgentError",
    "AnonymizationError",
    "ConfigError",
    "DeviceError",
    "DeviceLostError",
    "DeviceTimeoutError",
    "EgressError",
    "EndpointError",
    "HarnessError",
    "MissingModelError",
    "ScreenError",
    "StorageError",
    "one_line",
    "unforeseen",
]


def one_line(error: BaseException) -> str:
    """The message without line breaks, cut where Hydra starts to list search paths."""
    text = str(error)
    for tail in ("Config search path", "full_key:", "To append to your config"):
        text = text.partition(tail)[0]
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    return " ".join(lines) + ("" if isinstance(error, HarnessError) else "; see --help")


def unforeseen(error: Exception) -> str:
    """One line on an unexpected error: kind and place; its message may hold what is on a screen.

    Raises:
        Exception: The error itself, if HARNESS_DEBUG is set.
    """
    if os.environ.get("HARNESS_DEBUG"):
        raise error
    place = traceback.extract_tb(error.__traceback__)[-1]
    return (
        f"unexpected {type(error).__name__} in {Path(place.filename).name}:{place.lineno}; "
        "finished episodes are kept; HARNESS_DEBUG=1 shows the trace"
    )


class HarnessError(Exception):
    """Base of all expected errors; ``str()`` is one line that tells the user what to do."""


class ConfigError(HarnessError):
    """An override, a config value or an input file is wrong."""


class MissingModelError(HarnessError):
    """A weight file or an optional package is not installed."""


class ScreenError(HarnessError):
    """A capture can't be used: the XML doesn't parse or the PNG doesn't fit it."""


class DeviceError(HarnessError):
    """The device failed or refused a command."""


class DeviceLostError(DeviceError):
    """The device is offline, or the connection broke off; whether the command ran is unknown."""


class DeviceTimeoutError(DeviceError):
    """The device did not answer in time; whether the command ran is unknown."""


class AgentError(HarnessError):
    """The agent failed and the episode can't go on."""


class EndpointError(AgentError):
    """The agent's endpoint is down, refuses the key or keeps failing."""


class AnonymizationError(HarnessError):
    """A privacy layer failed on the instruction; the episode stops."""


class EgressError(HarnessError):
    """A raw value stood in an outbound request; nothing was sent."""


class StorageError(HarnessError):
    """The results folder can't be written, or it holds a run of another identity."""
