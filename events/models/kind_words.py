"""Words for the closed sets of `domain/`, as the columns that hold them offer them."""

from collections.abc import Iterable

from django.utils.functional import Promise


def worded(kind: Iterable[str], *words: str | Promise) -> list[tuple[str, str | Promise]]:
    """Return the choices of a column: each value of a closed set with its word, in order."""
    return [(str(value), word) for value, word in zip(kind, words, strict=True)]
