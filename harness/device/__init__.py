"""Phones: simulated, attached, emulated or replayed; each yields raw frames."""
