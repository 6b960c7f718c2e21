"""Random draws that are equal on every machine: SHAKE-128 of the round's seed."""

import hashlib
import secrets
from collections.abc import Sequence
from typing import TypeVar

import numpy as np
import numpy.typing as npt

T = TypeVar("T")

Words = npt.NDArray[np.uint64]

SEED_BITS = 63
_BLOCK = 128
_MASK = (1 << 64) - 1
_SHORT = 1 << 32


def new_seed() -> int:
    """Return a fresh secret seed, 0 to 2**63 - 1: it fits a signed 64-bit column."""
    return secrets.randbits(SEED_BITS)


def seed_hash(seed: int) -> str:
    """Return the SHA-256 (64 hex digits) of the seed's decimal text, to be published in advance."""
    return hashlib.sha256(str(seed).encode("ascii")).hexdigest()


class Lots:
    """A stream of independent, exactly uniform choices; equal seed and label give equal streams."""

    __slots__ = ("_buffer", "_count", "_name")

    def __init__(self, seed: int, label: str) -> None:
        self._name = f"{seed}/{label}/"
        self._count = 0
        self._buffer: list[int] = []

    def words(self, count: int) -> Words:
        """Return count fresh uniform 64-bit words."""
        text = f"{self._name}{self._count}".encode("ascii")
        self._count += 1
        return np.frombuffer(hashlib.shake_128(text).digest(8 * count), dtype="<u8")

    def bits(self, count: int) -> int:
        """Return a uniform whole number below 2**count."""
        buffer = self._buffer
        value = 0
        have = 0
        while have < count:
            if not buffer:
                buffer.extend(self.words(_BLOCK).tolist())
            value |= buffer.pop() << have
            have += 64
        return value >> (have - count)

    def below(self, limit: int) -> int:
        """Return a uniform whole number from 0 to limit - 1 (limit at least 1)."""
        if limit <= _SHORT:
            # Lemire's method: the high half of a product is uniform after rejecting a few low
            # halves.
            while True:
                buffer = self._buffer
                if not buffer:
                    buffer.extend(self.words(_BLOCK).tolist())
                product = buffer.pop() * limit
                low = product & _MASK
                if low >= limit or low >= (_MASK + 1 - limit) % limit:
                    return product >> 64
        count = (limit - 1).bit_length()
        value = self.bits(count)
        while value >= limit:
            value = self.bits(count)
        return value

    def choice(self, items: Sequence[T]) -> T:
        """Return one of the items, each equally likely."""
        return items[self.below(len(items))]

    def shuffle(self, items: list[T]) -> None:
        """Put the items into a uniformly random order, in place."""
        for last in range(len(items) - 1, 0, -1):
            other = self.below(last + 1)
            items[last], items[other] = items[other], items[last]

    def order(self, count: int) -> npt.NDArray[np.int64]:
        """Return the numbers 0..count-1 in a uniformly random order."""
        while True:
            words = self.words(count)
            order = np.argsort(words)
            ranked = words[order]
            # Two equal words would be ordered without a draw, so all words are drawn again.
            if not (ranked[1:] == ranked[:-1]).any():
                return order.astype(np.int64, copy=False)
