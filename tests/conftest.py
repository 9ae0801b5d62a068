"""Shared settings: no hub, and property tests without a deadline on busy machines."""

import os

from hypothesis import settings

os.environ.setdefault("HF_HUB_OFFLINE", "1")
os.environ.setdefault("TRANSFORMERS_OFFLINE", "1")

settings.register_profile("harness", deadline=None, print_blob=False)
settings.load_profile("harness")
