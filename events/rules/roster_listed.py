"""What is said of each line of a list of players before anything is written; pure values."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum

from django.utils.functional import Promise

from events.rules.entries import NewEnrollment
from events.rules.roster_text import RosterLine


class Fate(StrEnum):
    """What happens to a line."""

    NEW = "new"
    NAMESAKE = "namesake"
    DUPLICATE = "duplicate"
    ERROR = "error"


@dataclass(frozen=True, slots=True)
class Twin:
    """Who a line may be once more: enrolled with this number, or in this line of the list.

    `same`: the name is the same, not only likely to be.
    """

    why: str | Promise
    number: int | None = None
    line: int | None = None
    email: bool = False
    platform_id: bool = False
    same: bool = True


@dataclass(frozen=True, slots=True)
class PreviewLine:
    """One line and what happens to it; `why` says so in words, unless it is plainly new.

    A NAMESAKE has the name of somebody else, or likely the same - "Rossi, Mario" and "Mario
    Rossi" -, and nothing that tells the two apart - e-mails or platform IDs of both that differ:
    it is left out unless the person at the desk says that it is another human, or that what it
    has more (`more`) belongs to its `twin`.
    """

    line: RosterLine
    entry: NewEnrollment
    fate: Fate
    why: str | Promise = ""
    notes: tuple[str | Promise, ...] = ()
    twin: Twin | None = None

    @property
    def more(self) -> list[str]:
        """What the line has and its twin has not: an e-mail address, a platform ID."""
        if self.twin is None:
            return []
        email = self.entry.email if not self.twin.email else ""
        platform_id = self.entry.platform_id if not self.twin.platform_id else ""
        return [value for value in (email, platform_id) if value]


@dataclass(slots=True)
class Preview:
    """A whole list.

    `anyway` holds the numbers of the namesakes that are to be enrolled, `merged` of those that
    are to be taken together with their twins. `examples` are of the columns, `headings` what a
    header says they are.
    """

    lines: list[PreviewLine] = field(default_factory=list)
    anyway: frozenset[int] = frozenset()
    merged: frozenset[int] = frozenset()
    header: str = ""
    examples: Sequence[str] = ()
    headings: Sequence[str] = ()

    @property
    def new(self) -> int:
        """How many lines are plainly new."""
        return sum(item.fate is Fate.NEW for item in self.lines)

    @property
    def asks(self) -> bool:
        """Whether there are namesakes, so that the person at the desk chooses."""
        return any(item.fate is Fate.NAMESAKE for item in self.lines)

    @property
    def left_over(self) -> str:
        """What has to be corrected, as it was typed, with the line of headings."""
        wrong = [item.line.text for item in self.errors]
        return "\n".join([self.header, *wrong] if self.header and wrong else wrong)

    @property
    def entries(self) -> list[NewEnrollment]:
        """Who would be enrolled, with what merged lines add."""
        added: dict[int | None, list[NewEnrollment]] = {}
        for item in self._merges:
            if item.twin is not None and item.twin.number is None:
                added.setdefault(item.twin.line, []).append(item.entry)
        entries = []
        for item in self.lines:
            if self.takes(item):
                entry = item.entry
                for more in added.get(item.line.number, ()):
                    entry = filled(entry, more)
                entries.append(entry)
        return entries

    @property
    def additions(self) -> list[tuple[int, NewEnrollment]]:
        """What merged lines add to those who are enrolled already, by their numbers."""
        return [
            (item.twin.number, item.entry)
            for item in self._merges
            if item.twin is not None and item.twin.number is not None
        ]

    @property
    def _merges(self) -> list[PreviewLine]:
        namesakes = (item for item in self.lines if item.fate is Fate.NAMESAKE)
        return [item for item in namesakes if item.line.number in self.merged]

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
        """How many are enrolled already."""
        left = [i for i in self.lines if i.fate is not Fate.ERROR and not self.takes(i)]
        return len(left)

    def takes(self, item: PreviewLine) -> bool:
        """Return whether this line would be enrolled."""
        if item.fate is Fate.NAMESAKE:
            return item.line.number in self.anyway - self.merged
        return item.fate is Fate.NEW


def filled(entry: NewEnrollment, more: NewEnrollment) -> NewEnrollment:
    """Return the entry with what it lacks and the other one has."""
    return replace(
        entry,
        email=entry.email or more.email,
        reading=entry.reading or more.reading,
        platform_id=entry.platform_id or more.platform_id,
        awarded_byes=entry.awarded_byes or more.awarded_byes,
    )
