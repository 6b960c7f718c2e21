"""Organisations: which one an event belongs to, and the staff that it brings."""
