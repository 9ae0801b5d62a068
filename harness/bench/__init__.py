"""What a frame costs in each pipeline variant: all on the same frames, each in its own process."""
