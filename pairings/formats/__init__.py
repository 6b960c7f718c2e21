"""Pairings in formats other than Swiss: brackets, pods of a draft, round robin."""
