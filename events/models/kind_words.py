"""Choices of columns for the closed sets of `domain/`."""

from collections.abc import Iterable

from django.utils.functional import Promise


def worded(kind: Iterable[str], *words: str | Promise) -> list[tuple[str, str | Promise]]:
    """Return a column's choices: each value of a closed set with its word, in order."""
    return [(str(value), word) for value, word in zip(kind, words, strict=True)]
