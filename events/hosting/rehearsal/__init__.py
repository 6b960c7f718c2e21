"""Simulated phones, and servers to measure with them."""
