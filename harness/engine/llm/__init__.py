"""Language-model clients: an OpenAI-compatible endpoint and an in-process GGUF model."""
