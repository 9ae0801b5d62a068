"""Shared settings: no hub, and property tests without a deadline on busy machines."""

import os
import signal

from hypothesis import settings
from properties import FUZZ

os.environ.setdefault("HF_HUB_OFFLINE", "1")
os.environ.setdefault("TRANSFORMERS_OFFLINE", "1")
# What a shell starts in the background inherits that Ctrl-C is ignored; some tests press it.
signal.signal(signal.SIGINT, signal.default_int_handler)

# Tests repeat, so that a red run is red for everybody; HARNESS_FUZZ=20 (make fuzz) searches.
settings.register_profile(
    "harness",
    deadline=None,
    print_blob=False,
    derandomize=not FUZZ,
    max_examples=100 * max(1, FUZZ),
)
settings.load_profile("harness")
