"""Benchmark harness for available-but-invisible privacy on mobile GUI agents."""

__version__ = "0.1.0"
