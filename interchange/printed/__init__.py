"""Standings that a file prints, compared with ours, and the reasons of each difference."""
