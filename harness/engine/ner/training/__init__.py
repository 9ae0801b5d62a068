"""Scripts that build, train and evaluate the packaged compact GLiNER."""
