"""What leaked and what it cost, computed from the records of a run alone."""
