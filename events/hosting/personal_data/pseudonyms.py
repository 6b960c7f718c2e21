"""Find and replace words about one person in a text or a JSON value."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

# Short words, such as an alias "Ann", also have other meanings, so they are replaced only where
# they name a person.
DISTINCT_LETTERS = 8
PERSONS = frozenset(
    {"first", "second", "name", "names", "by", "kept", "gone", "member", "members", "made", "bye",
     "before", "after", "dropped", "email", "alias", "reading", "sort_name", "sort",
     "platform_id", "changed", "player", "players", "advancing", "account", "following"}
)  # fmt: skip


@dataclass(frozen=True)
class Pseudonym:
    """A person's words as typed, and the name that replaces them."""

    words: frozenset[str]
    name: str

    @classmethod
    def of(cls, words: Iterable[str], name: str) -> "Pseudonym":
        """Return the pseudonym for these words; empty words are ignored."""
        return cls(frozenset(word.strip() for word in words if word.strip()) - {name}, name)

    def in_text(self, text: str) -> str:
        """Return a text with the person's words replaced."""
        if text in self.words and is_distinct(text):
            return self.name
        pattern = _pattern(self.words)
        return pattern.sub(lambda _match: self.name, text) if pattern else text

    def in_value(self, value: Any, *, of_person: bool = False) -> Any:
        """Return a JSON value with the person's words replaced, including keys."""
        if isinstance(value, str):
            return self.name if of_person and value in self.words else self.in_text(value)
        if isinstance(value, list):
            return [self.in_value(item, of_person=of_person) for item in value]
        if isinstance(value, dict):
            return {
                self.in_text(key): self.in_value(item, of_person=of_person or key in PERSONS)
                for key, item in value.items()
            }
        return value


def is_distinct(word: str) -> bool:
    """Return whether a word surely names a person and is no ordinary word."""
    ascii_letters = word.isascii()
    return (
        " " in word
        or "@" in word
        or (not ascii_letters and len(word) > 1)
        or len(word) >= DISTINCT_LETTERS
    )


def _pattern(words: frozenset[str]) -> re.Pattern[str] | None:
    """Return a pattern for the distinct words in a text, longest first; None without any."""
    distinct = sorted(filter(is_distinct, words), key=len, reverse=True)
    # Japanese has no separator after a name.
    parts = [
        rf"(?<!\w){re.escape(word)}(?!\w)" if word.isascii() or " " in word else re.escape(word)
        for word in distinct
    ]
    return re.compile("|".join(parts), re.IGNORECASE) if parts else None
