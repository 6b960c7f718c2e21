"""Organisations, and the tables of their data."""
