"""Task suites: what the user asks, and how the end of an episode is judged."""
