"""The hybrid PII detector: rules with validity checks, NER and the structure of the screen."""
