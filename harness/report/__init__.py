"""Tables and plots from the scores of a run."""
