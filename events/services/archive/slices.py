"""Cutting what an import writes into parts that are written in a moment."""

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import TypeVar

# Rows of a slice: with reports and games a few tenths of a second on a laptop.
SLICE = 1000

Item = TypeVar("Item")


def batched(items: Iterable[Item], size: int) -> Iterator[list[Item]]:
    """Yield lists of `size` items, the last one of what is left."""
    rest = iter(items)
    while some := list(islice(rest, size)):
        yield some
