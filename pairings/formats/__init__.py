"""Pairings of other formats than Swiss: brackets, pods of a draft, round robin."""
