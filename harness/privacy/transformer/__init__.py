"""Layer 2: the virtual screen, XML and pixels, from one vault."""
