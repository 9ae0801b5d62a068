"""Devices behind an adb server."""
