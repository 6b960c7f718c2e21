"""Given names that are common where Latin letters are written: which of two columns has them.

A list without headings says nowhere whether "Rossi; Mario" begins with the family. One name
decides nothing; a column of them does.
"""

from collections.abc import Iterable
from pathlib import Path

from domain.names import fold

_NAMES = Path(__file__).with_name("given_names.txt").read_text(encoding="utf-8")
_GIVEN = frozenset(map(fold, _NAMES.split()))


def given_share(words: Iterable[str]) -> float:
    """Return the share of these words, 0 to 1, that are common given names."""
    folded = [fold(word) for word in words]
    known = sum(word in _GIVEN or word.partition("-")[0] in _GIVEN for word in folded)
    return known / len(folded) if folded else 0.0
