"""Runs episodes and keeps their records."""
