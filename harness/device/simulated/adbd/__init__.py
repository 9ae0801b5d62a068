"""The simulated phone as ADB sees it: a daemon, a shell, and the commands on its PATH."""
