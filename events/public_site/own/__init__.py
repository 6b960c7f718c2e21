"""Pieces of a player's own page."""
