"""Writes, one module a verb family: every module opens its own transaction."""
