"""Standings of tables of three to five players: points, profiles, parts of explanations."""
