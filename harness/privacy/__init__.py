"""The four layers: PII detector, UI transformer, interaction proxy and privacy gatekeeper."""
