"""Preview of each line of a list of players before anything is written; pure values."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum

from django.utils.functional import Promise

from domain.names import given_name_first
from events.core.players.player_entries import NewEnrollment
from events.roster.parsing.column_words import IGNORE, SEAT, TEAM
from events.roster.parsing.list_layout import RosterColumn
from events.roster.parsing.pasted_text import SkippedLine
from events.roster.parsing.people import RosterLine

# Text after a comma that is not a given name: "geb. Weiß", "née Martin", "from Lyon".
_NOT_GIVEN = re.compile(r"[a-zà-ÿ]|\w+\.")
# With more lines of plainly new players, a page would have a megabyte of names.
MOST_PLAIN = 400


class Fate(StrEnum):
    """Outcome of a line.

    DUPLICATE: already enrolled, by name and by e-mail address or platform ID. It is left out unless
    a person decides otherwise. NAMESAKE: perhaps already enrolled; a person has to decide.
    """

    NEW = "new"
    NAMESAKE = "namesake"
    DUPLICATE = "duplicate"
    ERROR = "error"


@dataclass(frozen=True, slots=True)
class Twin:
    """A player who may be the same person: enrolled with this number, or in this line of the list.

    `same`: the name is the same, not only likely to be. `shares_email`, `shares_platform_id`: the
    line has the same one. `left`: dropped from the event, and can be reinstated.
    """

    why: str | Promise
    number: int | None = None
    line: int | None = None
    email: bool = False
    platform_id: bool = False
    same: bool = True
    shares_email: bool = False
    shares_platform_id: bool = False
    left: bool = False

    @property
    def shares(self) -> bool:
        """Whether it has the e-mail address or the platform ID of the line."""
        return self.shares_email or self.shares_platform_id


@dataclass(frozen=True, slots=True)
class PreviewLine:
    """One line and what happens to it; `why` says so in words, unless it is plainly new.

    A NAMESAKE has the name of another player, or likely the same - "Rossi, Mario" and "Mario Rossi"
    -, and nothing that distinguishes the two; or the e-mail address or platform ID of a player with
    another name. The person at the desk decides whether it is another human, or whether its
    additional values (`more`) belong to its `twin`. `read`: the name as it was read, before a
    person's changes. `understood`: what each part of the line was taken for. `parted`: parts that
    were taken off the name and may belong to it. `odd`: the name has characters that names do not
    have. `away`: the list says that the player perhaps does not play.
    """

    line: RosterLine
    entry: NewEnrollment
    fate: Fate
    why: str | Promise = ""
    notes: tuple[str | Promise, ...] = ()
    twin: Twin | None = None
    read: str = ""
    understood: tuple[str | Promise, ...] = ()
    parted: tuple[str, ...] = ()
    odd: bool = False
    away: bool = False

    @property
    def is_doubtful(self) -> bool:
        """Whether a person should look at the line: a question, an error, a part of a name."""
        asked = bool(self.parted) or self.odd or self.away
        return self.fate in (Fate.NAMESAKE, Fate.ERROR) or asked

    @property
    def is_plain(self) -> bool:
        """Whether it is new and nothing has to be looked at."""
        return self.fate is Fate.NEW and not (
            self.notes or self.line.unused or self.odd or self.away
        )

    @property
    def more(self) -> list[str | Promise]:
        """Values of the line that its twin lacks: an e-mail address, a platform ID."""
        if self.twin is None:
            return []
        email = self.entry.email if not self.twin.email else ""
        platform_id = self.entry.platform_id if not self.twin.platform_id else ""
        return [value for value in (email, platform_id) if value]

    @property
    def apart(self) -> NewEnrollment:
        """The entry as another person than its twin: without what can be only one person's."""
        if self.twin is None:
            return self.entry
        return replace(
            self.entry,
            email="" if self.twin.shares_email else self.entry.email,
            platform_id="" if self.twin.shares_platform_id else self.entry.platform_id,
        )


@dataclass(frozen=True, slots=True)
class Answers:
    """Answers about lines that may be enrolled already, by line number.

    `anyway`: another person. `merged`: the same person, with the line's extra data. `left`: left
    out. `rest`: the outcome of lines without an answer, "leave" or "anyway"; "" asks.
    """

    anyway: frozenset[int] = frozenset()
    merged: frozenset[int] = frozenset()
    left: frozenset[int] = frozenset()
    rest: str = ""

    def of(self, number: int) -> str:
        """Return the answer for a line: "merge", "anyway", "leave", or "" without one."""
        if number in self.merged:
            return "merge"
        if number in self.anyway:
            return "anyway"
        return "leave" if number in self.left else ""


@dataclass(slots=True)
class Preview:
    """A whole list as it would be enrolled: its lines, its columns, what is no player in it."""

    lines: list[PreviewLine] = field(default_factory=list)
    answers: Answers = Answers()
    header: str = ""
    shape: str = ""
    columns: Sequence[RosterColumn] = ()
    not_players: Sequence[SkippedLine] = ()
    turned: bool = False
    digest: str = ""

    @property
    def doubtful(self) -> int:
        """How many lines a person should look at."""
        return sum(item.is_doubtful for item in self.lines)

    @property
    def names_read(self) -> str:
        """The shown names as they were read, each with its line, for the next form."""
        return "\n".join(f"{item.line.number}\t{item.read}" for item, _answer in self.shown)

    @property
    def new(self) -> int:
        """How many lines are plainly new."""
        return sum(item.fate is Fate.NEW for item in self.lines)

    @property
    def asks(self) -> bool:
        """Whether there are questions, so that the person at the desk chooses."""
        return bool(self.questions)

    @property
    def questions(self) -> list[PreviewLine]:
        """The lines that need an answer whether they are another player."""
        return [item for item in self.lines if item.fate is Fate.NAMESAKE]

    @property
    def is_plain(self) -> bool:
        """Whether it is only names, all of them new, so that nothing has to be looked at."""
        return (
            bool(self.lines)
            and all(item.is_plain for item in self.lines)
            and not self.turned
            and not self.header
            and not self.not_players
            and len(self.columns) <= 1
        )

    @property
    def shown(self) -> list[tuple[PreviewLine, str]]:
        """The lines with their answers: those to look at, then the rest without what is hidden."""
        first = {Fate.NAMESAKE: 0, Fate.ERROR: 1}
        lines = sorted(
            self.lines, key=lambda item: (not item.is_doubtful, first.get(item.fate, len(first)))
        )
        hidden = self._hidden
        return [(item, self.answer(item)) for item in lines if item.line.number not in hidden]

    @property
    def more(self) -> int:
        """How many lines are not shown."""
        return len(self._hidden)

    @property
    def _hidden(self) -> set[int]:
        plain = [item.line.number for item in self.lines if item.is_plain]
        return set(plain[MOST_PLAIN:])

    @property
    def unused_columns(self) -> list[RosterColumn]:
        """The columns that have values, none of which is used."""
        unused = {IGNORE} if any(item.line.members for item in self.lines) else {IGNORE, TEAM, SEAT}
        return [column for column in self.columns if column.kind in unused and column.examples]

    @property
    def left_over(self) -> str:
        """Lines to correct, as they were typed, with the line of headings."""
        wrong = [item.line.text for item in self.errors]
        return "\n".join([self.header, *wrong] if self.header and wrong else wrong)

    @property
    def entries(self) -> list[NewEnrollment]:
        """The players who would be enrolled, with what merged lines add."""
        added: dict[int | None, list[NewEnrollment]] = {}
        for item in self._merges:
            if item.twin is not None and item.twin.number is None:
                added.setdefault(item.twin.line, []).append(item.entry)
        entries = []
        for item in self.taken:
            entry = item.entry if item.fate is Fate.NEW else item.apart
            for more in added.get(item.line.number, ()):
                entry = filled(entry, more)
            entries.append(entry)
        return entries

    @property
    def taken(self) -> list[PreviewLine]:
        """The lines that would be enrolled, each a player of `entries`."""
        return [item for item in self.lines if self.takes(item)]

    @property
    def additions(self) -> list[tuple[int, NewEnrollment]]:
        """Data that merged lines add to players who are already enrolled, by their numbers."""
        return [
            (item.twin.number, item.entry)
            for item in self._merges
            if item.twin is not None and item.twin.number is not None
        ]

    @property
    def _merges(self) -> list[PreviewLine]:
        return [item for item in self.lines if self.answer(item) == "merge"]

    def answer(self, item: PreviewLine) -> str:
        """Return the outcome of a line that may be enrolled: "merge", "anyway" or "leave"."""
        if item.twin is None or item.fate not in (Fate.NAMESAKE, Fate.DUPLICATE):
            return ""
        rest = self.answers.rest if item.fate is Fate.NAMESAKE else "leave"
        return self.answers.of(item.line.number) or rest

    @property
    def count(self) -> int:
        """How many would be enrolled."""
        return len(self.entries)

    @property
    def errors(self) -> list[PreviewLine]:
        """The lines that have to be corrected first."""
        return [item for item in self.lines if item.fate is Fate.ERROR]

    @property
    def skipped(self) -> int:
        """How many are left out as enrolled already."""
        return sum(item.fate is Fate.DUPLICATE and not self.takes(item) for item in self.lines)

    def takes(self, item: PreviewLine) -> bool:
        """Return whether this line would be enrolled."""
        return item.fate is Fate.NEW or self.answer(item) == "anyway"


def filled(entry: NewEnrollment, more: NewEnrollment) -> NewEnrollment:
    """Return the entry with what it lacks and the other one has."""
    return replace(
        entry,
        email=entry.email or more.email,
        reading=entry.reading or more.reading,
        platform_id=entry.platform_id or more.platform_id,
        awarded_byes=entry.awarded_byes or more.awarded_byes,
        paid=entry.paid or more.paid,
    )


def mostly_family_first(names: Iterable[str]) -> bool:
    """Whether names of a list are written as "Rossi, Mario": most of them, or some among others."""
    return any(turned_name(name) != name for name in names if name)


def turned_name(name: str) -> str:
    """Return "Rossi, Mario" as "Mario Rossi"; "Anna Groß, geb. Weiß" stays."""
    _family, _comma, given = name.partition(",")
    if _NOT_GIVEN.match(given.strip()):
        return name
    return given_name_first(name)
