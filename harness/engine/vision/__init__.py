"""Detectors of what pictures show."""
