"""Organisations, and the tables of what belongs to them."""
