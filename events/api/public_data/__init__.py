"""Public values of events, one module for each part."""
