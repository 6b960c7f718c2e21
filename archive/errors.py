"""Errors in a file, with their place and translatable words; checks for unknown ids."""

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any

Translate = Callable[[str], str]


class Words(str):
    """English words in the translation catalog, possibly with placeholders such as %(names)s."""

    __slots__ = ()


def _(text: str) -> Words:
    """Mark words for the catalog; the code that shows them translates them."""
    return Words(text)


def _english(text: str) -> str:
    return text


class Message:
    """Words with their parameters; parameters that are Words or messages are translated too."""

    __slots__ = ("params", "words")

    def __init__(self, words: Words, **params: Any) -> None:
        self.words = words
        self.params: Mapping[str, Any] = params

    def text(self, translate: Translate = _english) -> str:
        """Return the message in the language of `translate`, by default in English."""
        params = {key: _translated(value, translate) for key, value in self.params.items()}
        return translate(self.words) % params if params else translate(self.words)


def _translated(value: Any, translate: Translate) -> Any:
    if isinstance(value, Message):
        return value.text(translate)
    return translate(value) if isinstance(value, Words) else value


class ArchiveError(ValueError):
    """A file that is not a usable event archive.

    - `path`: the place in the file, `rounds[3].matches[0].games`; empty for the whole file.
    - `near`: the place in words, "round 4, table 1"; None outside the rounds.
    - `message`: what is wrong.
    """

    def __init__(self, message: Message, path: str = "", near: Message | None = None) -> None:
        super().__init__(message, path, near)
        self.message = message
        self.path = path
        self.near = near

    def place(self, translate: Translate = _english) -> str:
        """The path and the place in words: `rounds[3].matches[0].games (round 4, table 1)`."""
        if self.near is None:
            return self.path
        near = self.near.text(translate)
        return f"{self.path} ({near})" if self.path else near

    def text(self, translate: Translate = _english) -> str:
        """Return place and message in the language of `translate`, by default in English."""
        place = self.place(translate)
        message = self.message.text(translate)
        return f"{place}: {message}" if place else message

    def __str__(self) -> str:
        return self.text()


def refuse(path: str, words: str, **params: Any) -> ArchiveError:
    """Return the error to raise for the value at `path`."""
    return ArchiveError(Message(Words(words), **params), path)


def check_ids(path: str, ids: Iterable[int], known: Collection[int]) -> None:
    """Refuse unknown players, and players named twice."""
    seen: set[int] = set()
    for place, number in enumerate(ids):
        check_known(f"{path}[{place}]", number, known)
        if number in seen:
            raise refuse(f"{path}[{place}]", _("Player %(number)d appears twice."), number=number)
        seen.add(number)


def check_known(path: str, number: int, known: Collection[int]) -> None:
    """Refuse an id that is not one of a player of the file."""
    if number not in known:
        raise refuse(path, _("Player %(number)d is not in “players”."), number=number)
