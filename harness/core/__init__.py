"""The nouns that every layer shares; imports nothing of the rest of the package."""
