"""Named entity recognition engines."""
