"""Organisations: the one that owns an event, and the staff that the event inherits."""
