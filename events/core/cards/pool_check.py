"""Compare a deck of a limited event with the pool from which it is built."""

from collections import Counter
from dataclasses import dataclass

from events.core.cards.card_file import find_cards, loaded
from events.core.decks.deck_lines import key_of
from events.core.decks.deck_words import is_added_land
from events.core.decks.decklists import ListedCard, cards_of

# A pool is checked as a limited list, whatever the format of its event.
_FORMAT, _GAMES = "limited", 2


@dataclass(frozen=True, slots=True)
class OutsidePool:
    """A card that a deck has more often (`listed`) than its pool (`opened`).

    `line_numbers`: its lines in the decklist, as text for people.
    """

    name: str
    listed: int
    opened: int
    line_numbers: str


def opened_cards(text: str) -> tuple[ListedCard, ...]:
    """Return the cards of a registered pool in the order of its list."""
    return cards_of(text, _FORMAT, _GAMES)


def number_opened(text: str) -> int:
    """Return the number of cards in a registered pool."""
    return sum(card.count for card in opened_cards(text))


def outside_pool(deck: str, pool: str) -> tuple[OutsidePool, ...]:
    """Return the cards of a decklist that its pool does not have, in the order of the list.

    Deck and sideboard count together. Added basic lands are free. With a card file loaded, the
    names of a card in two languages are the same card.
    """
    if not deck or not pool:
        return ()
    listed, opened = opened_cards(deck), opened_cards(pool)
    keys = _keys({card.name for card in (*listed, *opened)})
    has = Counter[str]()
    for card in opened:
        has[keys[card.name]] += card.count
    in_deck: dict[str, list[ListedCard]] = {}
    for card in listed:
        in_deck.setdefault(keys[card.name], []).append(card)
    outside = []
    for key, same in in_deck.items():
        count = sum(card.count for card in same)
        if count > has[key] and not any(is_added_land(key_of(card.name)) for card in same):
            lines = ", ".join(str(card.line) for card in same)
            outside.append(OutsidePool(same[0].name, count, has[key], lines))
    return tuple(outside)


def _keys(names: set[str]) -> dict[str, str]:
    about = loaded()
    known = find_cards(about, names) if about else {}
    keys = {}
    for name in names:
        card = known.get(name)
        keys[name] = key_of(card.name if card else name)
    return keys
