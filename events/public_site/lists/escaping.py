"""Texts of many players, each rendered on first use."""

from collections.abc import Callable, Collection, Iterator, Mapping


class Written(Mapping[int, str]):
    """Texts by number, each rendered on first use; `write` takes microseconds and never blocks.

    Any thread may read it: two that read at once render the same text.
    """

    def __init__(self, numbers: Collection[int], write: Callable[[int], str]) -> None:
        self._numbers = numbers
        self._write = write
        self._known: dict[int, str] = {}

    def __getitem__(self, number: int) -> str:
        """Return a text; KeyError for another number."""
        text = self._known.get(number)
        if text is None:
            if number not in self._numbers:
                raise KeyError(number)
            text = self._known[number] = self._write(number)
        return text

    def __contains__(self, number: object) -> bool:
        """Return whether a number has a text, without rendering it."""
        return number in self._numbers

    def __iter__(self) -> Iterator[int]:
        """Go through the numbers."""
        return iter(self._numbers)

    def __len__(self) -> int:
        """Return the number of texts."""
        return len(self._numbers)
