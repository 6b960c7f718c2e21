"""The contents of a file from another tool, before they become an archive."""

import datetime
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction
from typing import Any

from archive.errors import Message, Translate, Words, _
from domain.kinds import MatchKind
from domain.results import Counts


class ForeignError(ValueError):
    """A file that can't be read at all; `message` gives the reason in any language."""

    def __init__(self, words: str, **params: Any) -> None:
        self.message = Message(Words(words), **params)
        super().__init__(self.message.text())

    def text(self, translate: Translate) -> str:
        """Return the reason in the language of `translate`."""
        return self.message.text(translate)


def match_place(round: str | int, match: int) -> Message:
    """Return the place of a match in a file: its round and its number there."""
    return Message(_("round %(number)s, match %(match)d"), number=str(round), match=match)


class Subject(StrEnum):
    """The subject of a line in the list of unread items."""

    PERSON = "person"
    ROUND = "round"
    RESULT = "result"
    STANDING = "standing"
    FILE = "file"


@dataclass(frozen=True, slots=True)
class Unread:
    """A person, round or result that could not be read unchanged, with its place and reason.

    `part` names one of several texts that were read together, in the reader's language.
    """

    subject: Subject
    place: Message
    reason: Message
    part: str = ""

    def text(self, translate: Translate) -> str:
        """Return place and reason in the language of `translate`."""
        part = f"{self.part}: " if self.part else ""
        return f"{part}{self.place.text(translate)}: {self.reason.text(translate)}"


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a table as its reader understood it: heading, meaning, the first cells.

    `meaning` is one of `tables/headings.py`, "" if the column was not read.
    """

    heading: str
    meaning: str
    sample: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class NearNames:
    """Two names that may belong to one person, each with its rounds and tables."""

    first: str
    second: str
    first_places: tuple[tuple[int, int], ...] = ()
    second_places: tuple[tuple[int, int], ...] = ()

    @property
    def as_one(self) -> str:
        """The answer that both are one person, as a form field."""
        return f"one\t{self.first}\t{self.second}"

    @property
    def as_two(self) -> str:
        """The answer that they are two people, as a form field."""
        return f"two\t{self.first}\t{self.second}"


@dataclass(frozen=True, slots=True)
class Skipped:
    """A line of a table's file that is not a row, and why: a title, headings, a footer.

    `name`: the player whose row it would be, if a person says so.
    """

    line: int
    text: str
    why: str
    name: str = ""

    @property
    def as_player(self) -> str:
        """The answer that it is a player's row; "" if it can't be one."""
        return f"player\t{self.name}" if self.name else ""


@dataclass(slots=True)
class Person:
    """A player or team; `key` is its name in the pairings of the file.

    `dropped_after` is the last round of the file that the person took part in, if it says so.
    `namesake_of` is the key of the person of the same name, if a file has only names.
    """

    key: str
    name: str
    members: tuple[str, ...] = ()
    dropped_after: int | None = None
    disqualified: bool = False
    email: str = ""
    platform_id: str = ""
    deck: str = ""
    namesake_of: str = ""


@dataclass(slots=True)
class Pairing:
    """One match of the file; `games` None means that the file has no result.

    `unreadable` holds the text of a result that was not understood. `unplayed`: a draw without a
    game. A bye has the games that the file writes. `nameless`: the file leaves out the name of the
    opponent, so that it is read as a bye. `seats`: the keys at a table of three to five, in playing
    order, and `marks` its result, one mark a seat; it has no games and no second player. `slot`:
    its place in a cut at tables of four.
    """

    first: str
    second: str | None = None
    games: Counts | None = None
    kind: MatchKind = MatchKind.PLAYED
    double_loss: bool = False
    table: int | None = None
    half: bool = False
    scored: bool = True
    unreadable: str = ""
    unplayed: bool = False
    nameless: bool = False
    seats: tuple[str, ...] = ()
    marks: str = ""
    slot: str = ""

    @property
    def keys(self) -> tuple[str, ...]:
        """The keys of its players."""
        if self.seats:
            return self.seats
        return (self.first,) if self.second is None else (self.first, self.second)


@dataclass(slots=True)
class FoundRound:
    """One round, with its number in the file. `playoff`: single elimination, which never counts."""

    number: int
    pairings: list[Pairing] = field(default_factory=list)
    playoff: bool = False
    name: str = ""


@dataclass(slots=True)
class Printed:
    """One line of standings as printed; `digits` is the precision of each printed figure.

    `group` separates tables that rank apart, such as the age groups of one pod. `record` is wins,
    losses and draws.
    """

    key: str
    rank: int | None = None
    points: Fraction | None = None
    figures: Mapping[str, Fraction] = field(default_factory=dict)
    record: tuple[int, int, int] | None = None
    group: str = ""


@dataclass(slots=True)
class FoundEvent:
    """One event of a file.

    - `profiles`: the rule profiles that the tool may have used, by name, likeliest first.
    - `points_per_draw`: printed points are multiplied by this to be whole (chess counts halves).
    - `ranked_by_points`: ties on points are broken by rules that we do not compute.
    - `final_order`: the printed places include the playoff.
    - `cut_after`: the Swiss round after which only some players continued in Swiss rounds.
    - `cut`: the keys of a cut at tables of four by seed; () without one.
    - `doubts`: possible misreadings. `columns`: the meanings given to those of the first table.
    - `near`: names that may belong to one person; each also has a doubt.
    - `skipped`: lines around the rows of tables. `rows`: the number of their rows.
    - `players`: words for a bye that are players, as a person decided.
    - `remarks`: conclusions that are not written in the file.
    - `planned`: announced Swiss rounds; `finished`: None if the file does not say.
    """

    name: str = ""
    date: datetime.date | None = None
    game_format: str = ""
    venue: str = ""
    persons: dict[str, Person] = field(default_factory=dict)
    rounds: list[FoundRound] = field(default_factory=list)
    printed: list[Printed] = field(default_factory=list)
    profiles: tuple[str, ...] = ("mtr", "one-third", "one-third-raw", "dci-1999", "ja-2008")
    points: tuple[int, int, int] | None = None
    points_per_draw: int = 1
    ranked_by_points: bool = False
    final_order: bool = False
    games_to_win: int = 2
    team_size: int = 1
    cut_after: int | None = None
    cut: tuple[str, ...] = ()
    planned: int | None = None
    finished: bool | None = None
    unlinked: bool = False
    unread: list[Unread] = field(default_factory=list)
    doubts: list[Unread] = field(default_factory=list)
    remarks: list[Unread] = field(default_factory=list)
    columns: list[Column] = field(default_factory=list)
    near: list[NearNames] = field(default_factory=list)
    skipped: list[Skipped] = field(default_factory=list)
    rows: int = 0
    players: frozenset[str] = frozenset()
    other_names: dict[str, set[str]] = field(default_factory=dict)

    @property
    def at_tables(self) -> bool:
        """Whether the event is played at tables of three to five."""
        return any(pairing.seats for round in self.rounds for pairing in round.pairings)

    def person(self, key: str, name: str = "") -> Person:
        """Return the person with a key, adding the person if the key is new.

        Another name for the same key is noted.
        """
        person = self.persons.setdefault(key, Person(key, name or key))
        if name and name != person.name and name not in self.other_names.setdefault(key, set()):
            self.other_names[key].add(name)
            self.note(
                Subject.PERSON,
                person.name,
                _("The file also calls this player “%(name)s”."),
                name=name[:60],
            )
        return person

    def namesake(self, name: str) -> str:
        """Add another person with an existing name; return the new key."""
        times = 2 + sum(key.startswith(f"{name}\t") for key in self.persons)
        key = f"{name}\t{times}"
        self.persons[key] = Person(key, name, namesake_of=name)
        self.note(
            Subject.PERSON,
            name,
            _("Two players have this name. Check who plays whom."),
        )
        return key

    def note(self, subject: Subject, place: Message | str, words: str, **params: Any) -> None:
        """Add a line to the list of unread items."""
        self.unread.append(_unread(subject, place, words, params))

    def remark(self, subject: Subject, place: Message | str, words: str, **params: Any) -> None:
        """Add a conclusion that is not written in the file."""
        self.remarks.append(_unread(subject, place, words, params))

    def doubt(self, subject: Subject, place: Message | str, words: str, **params: Any) -> None:
        """Add a reason to ask a person before the import."""
        self.doubts.append(_unread(subject, place, words, params))


def _unread(subject: Subject, place: Message | str, words: str, params: dict[str, Any]) -> Unread:
    where = Message(Words("%(place)s"), place=place) if isinstance(place, str) else place
    return Unread(subject, where, Message(Words(words), **params))


@dataclass(frozen=True, slots=True)
class Source:
    """A file: its bytes, its text if it is one, and its JSON values if it has any.

    `columns`: the meanings that a person gave the columns of its table, "" for one to leave out.
    `players`: names that are players, as a person decided.
    """

    data: bytes
    text: str = ""
    json: Any = None
    root: str = ""
    columns: tuple[str, ...] = ()
    players: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Reading:
    """The contents of one file: the importer's name and label, and the events found."""

    format: str
    label: str
    events: Sequence[FoundEvent]
