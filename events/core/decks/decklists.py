"""Decklists as text, counted by the game format; unknown lines stay as they were typed."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from events.core.decks.deck_lines import Entry, entry_of, heading_of, plain, says_nothing
from events.core.decks.deck_words import Section, most_copies
from events.core.decks.deck_xml import list_of
from events.core.refusals import RefusedError

LIMITED = ("booster draft", "sealed deck", "sealed", "draft", "limited")
SINGLETON = ("commander", "edh", "cedh", "duel commander", "統率者戦")
MOST_COPIES = 4


@dataclass(frozen=True, slots=True)
class TooMany:
    """A card with more copies than allowed, by its first spelling, with its lines."""

    name: str
    count: int
    most: int
    lines: tuple[int, ...]

    @property
    def line_numbers(self) -> str:
        """The line numbers as text for people: "1, 5"."""
        return ", ".join(map(str, self.lines))


@dataclass(frozen=True, slots=True)
class Unread:
    """A line that names no card; `number` counts from 1."""

    number: int
    text: str


@dataclass(frozen=True, slots=True)
class Counted:
    """Counts of a list, its lines without a card, and the codes of its problems.

    `problems`: "few" cards, "side" too large, "copies" of a name beyond what is allowed. `copies`
    names these cards, `unread` the lines with their numbers.
    """

    main: int
    side: int
    unknown: tuple[str, ...]
    problems: tuple[str, ...]
    least: int
    most_side: int | None
    copies: tuple[TooMany, ...] = ()
    unread: tuple[Unread, ...] = ()


@dataclass(slots=True)
class _Card:
    entry: Entry
    number: int
    section: Section
    block: int


@dataclass(slots=True)
class _Read:
    """The cards of a list as read; blank lines separate its blocks."""

    cards: list[_Card] = field(default_factory=list)
    unread: list[Unread] = field(default_factory=list)
    says_side: bool = False


@dataclass(frozen=True, slots=True)
class ListedCard:
    """A count of one card on a line, in the main deck or the sideboard."""

    name: str
    count: int
    line: int
    in_side: bool


def cards_of(text: str, game_format: str, games_to_win: int) -> tuple[ListedCard, ...]:
    """Return the cards of a list in its order, divided as `counted` divides them."""
    return tuple(
        ListedCard(card.entry.name, card.entry.count, card.number, card.section is Section.SIDE)
        for card in _parted(text, _Limits.of(game_format, games_to_win)).cards
    )


@dataclass(frozen=True, slots=True)
class _Limits:
    """Size limits of a list, by the game format; `most_side` None: any number."""

    least: int
    most_side: int | None
    limited: bool
    singleton: bool

    @classmethod
    def of(cls, game_format: str, games_to_win: int) -> "_Limits":
        kind = game_format.strip().casefold()
        limited, singleton = kind in LIMITED, kind in SINGLETON
        return cls(
            least=40 if limited else 100 if singleton else 60,
            most_side=None if limited else 7 if games_to_win == 1 else 15,
            limited=limited,
            singleton=singleton,
        )


def _parted(text: str, limits: _Limits) -> _Read:
    """Read a list, and divide it into deck, sideboard and companions."""
    read = _read(_lines_of(text))
    if not read.says_side and not limits.singleton:
        _part_sideboard(read.cards, limits.least, None if limits.limited else 15)
    _settle_companions(read.cards)
    return read


def counted(text: str, game_format: str, games_to_win: int) -> Counted:
    """Count a list (digital event rules, 6.1 and 7.1).

    Constructed: 60 cards or more, sideboard up to 15 (7 in matches of one game), four of a name
    except basic lands. Limited: 40 or more. Commander: 100, one of a name. Without a heading, the
    cards after the last blank line of a list are its sideboard.
    """
    limits = _Limits.of(game_format, games_to_win)
    least, most_side = limits.least, limits.most_side
    read = _parted(text, limits)
    side = sum(card.entry.count for card in read.cards if card.section is Section.SIDE)
    main = sum(card.entry.count for card in read.cards) - side
    usual = 1 if limits.singleton else MOST_COPIES
    copies = () if limits.limited else tuple(_too_many(read.cards, usual))
    wrong = {
        "few": main < least,
        "side": most_side is not None and side > most_side,
        "copies": bool(copies),
    }
    problems = tuple(code for code, holds in wrong.items() if holds)
    unknown = tuple(line.text for line in read.unread)
    return Counted(main, side, unknown, problems, least, most_side, copies, tuple(read.unread))


def _lines_of(text: str) -> list[str]:
    """Return the lines of a list; those of an unreadable .dek file name no card."""
    try:
        return list_of(text).splitlines()
    except RefusedError:
        return text.splitlines()


def _read(lines: Sequence[str]) -> _Read:
    read = _Read()
    section, block, blank = Section.MAIN, 0, False
    for number, typed in enumerate(lines, start=1):
        line = plain(typed)
        heading = heading_of(line) if line else None
        if not line:
            blank = True
            if section is Section.ABOUT:
                section = Section.MAIN
        elif heading is not None:
            blank = blank and heading is Section.TYPE
            if heading is not Section.TYPE:
                section = heading
                read.says_side |= heading is Section.SIDE
        elif section is Section.ABOUT or says_nothing(line):
            continue
        elif (entry := entry_of(line)) is None:
            read.unread.append(Unread(number, typed.strip()))
        else:
            block, blank = block + blank, False
            within = entry.section or section
            read.says_side |= within is Section.SIDE
            if within is not Section.OUTSIDE:
                read.cards.append(_Card(entry, number, within, block))
    return read


def _part_sideboard(cards: list[_Card], least: int, most: int | None) -> None:
    """Make the cards after the last blank line the sideboard, if a whole deck precedes them.

    `most`: the largest sideboard in a list of more than two parts; a larger last part belongs to
    the deck.
    """
    played = [card for card in cards if card.section is Section.MAIN]
    if not played:
        return
    first, last = played[0].block, played[-1].block
    ending = [card for card in played if card.block == last]
    size = sum(card.entry.count for card in ending)
    before = sum(card.entry.count for card in cards) - size
    two_parts = len({card.block for card in played}) == 2
    if first != last and before >= least and (two_parts or most is None or size <= most):
        for card in ending:
            card.section = Section.SIDE


def _settle_companions(cards: list[_Card]) -> None:
    """Move companions to the sideboard, without those that a program lists there too."""
    side = {card.entry.key for card in cards if card.section is Section.SIDE}
    twice = [card for card in cards if card.section is Section.COMPANION and card.entry.key in side]
    for card in twice:
        cards.remove(card)
    for card in cards:
        if card.section is Section.COMPANION:
            card.section = Section.SIDE


def _too_many(cards: Sequence[_Card], usual: int) -> Iterator[TooMany]:
    """Return the cards with more copies than allowed, in the order of the list."""
    by_key: dict[str, list[_Card]] = {}
    for card in cards:
        by_key.setdefault(card.entry.key, []).append(card)
    for key, same in by_key.items():
        most = most_copies(key, usual)
        count = sum(card.entry.count for card in same)
        if most is not None and count > most:
            lines = tuple(card.number for card in same)
            yield TooMany(same[0].entry.name, count, most, lines)
