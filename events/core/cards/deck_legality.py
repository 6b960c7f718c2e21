"""Check a list against the card file: unknown names, cards that the format does not allow."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from events.core.cards.card_file import CardFile, find_cards, loaded, nearest_name
from events.core.decks.deck_words import folded
from events.core.decks.decklists import ListedCard, cards_of

_FORMATS = {
    **{
        name: name
        for name in (
            "standard", "pioneer", "modern", "legacy", "vintage", "pauper", "premodern",
            "commander", "historic", "timeless", "alchemy", "explorer", "brawl", "oathbreaker",
            "penny", "predh", "oldschool",
        )
    },
    "edh": "commander",
    "cedh": "commander",
    "統率者戦": "commander",
    "duel commander": "duel",
    "スタンダード": "standard",
    "パイオニア": "pioneer",
    "モダン": "modern",
    "レガシー": "legacy",
    "ヴィンテージ": "vintage",
    "パウパー": "pauper",
    "プレモダン": "premodern",
    "ヒストリック": "historic",
}  # fmt: skip
# Limit of misspelled names that are compared with 30,000 others; more are not typing errors.
_MOST_SUGGESTIONS = 5


class Fault(StrEnum):
    """Reason why a list may not have a card, or so many of it."""

    UNKNOWN = "unknown"
    BANNED = "banned"
    NOT_LEGAL = "not-legal"
    RESTRICTED = "restricted"


@dataclass(frozen=True, slots=True)
class CardFault:
    """A card that a list may not have; `nearest` is the card name to suggest instead."""

    fault: Fault
    name: str
    count: int
    lines: tuple[int, ...]
    nearest: str | None = None

    @property
    def line_numbers(self) -> str:
        """The line numbers as text for people: "1, 5"."""
        return ", ".join(map(str, self.lines))


def format_of(game_format: str) -> str | None:
    """Return the card file's name of a format; None for a format without a list of legal cards."""
    return _FORMATS.get(folded(game_format))


def card_faults(text: str, game_format: str, games_to_win: int) -> tuple[CardFault, ...]:
    """Check the names and the legality of a list; empty without a card file."""
    about = loaded()
    if about is None or not text:
        return ()
    return tuple(_faults(about, cards_of(text, game_format, games_to_win), format_of(game_format)))


def _faults(
    about: CardFile, cards: Iterable[ListedCard], format_name: str | None
) -> Iterable[CardFault]:
    listed = list(cards)
    known = find_cards(about, {card.name for card in listed})
    counts: Counter[str] = Counter()
    lines: dict[str, list[int]] = {}
    for card in listed:
        match = known[card.name]
        name = match.name if match else card.name
        counts[name] += card.count
        lines.setdefault(name, []).append(card.line)
    suggestions = _MOST_SUGGESTIONS
    for name in dict.fromkeys(lines):
        meant = next((card for card in known.values() if card and card.name == name), None)
        places, count = tuple(lines[name]), counts[name]
        if meant is None:
            nearest = nearest_name(about, name) if suggestions > 0 else None
            suggestions -= 1
            yield CardFault(Fault.UNKNOWN, name, count, places, nearest)
        elif format_name is not None:
            fault = _fault(meant.status(format_name), count)
            if fault is not None:
                yield CardFault(fault, name, count, places)


def _fault(status: str, count: int) -> Fault | None:
    if status == "banned":
        return Fault.BANNED
    if status == "restricted":
        return Fault.RESTRICTED if count > 1 else None
    return None if status == "legal" else Fault.NOT_LEGAL
