"""Text recognition: engines behind one protocol, and a cache that reads only what is new."""
