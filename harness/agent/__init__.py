"""Agents: they see safe frames only and answer with one action at a time."""
