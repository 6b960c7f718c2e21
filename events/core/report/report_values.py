"""Values of the final report of an event."""

import datetime
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import NamedTuple

from domain.limits import LEAST_PLAYERS, LEAST_ROUNDS
from domain.results import Counts, Outcome, Result, Winner
from domain.table_marks import winning_seat
from events.core.decks.archetypes import Archetypes
from events.core.prizes.queries import Award
from events.core.stages.elimination_results import EliminationResult, PlayoffFinish
from events.models import (
    Appeal,
    Certification,
    Enrollment,
    Event,
    FactSheet,
    Match,
    Penalty,
    StaffMember,
)
from events.models import Report as MatchReport
from standings.display import figure
from standings.profile import Profile
from standings.row import Row
from standings.rule_values import Tiebreaker

# For a larger event the page lists the first places and tables; its files list all.
MOST_ON_A_PAGE, LISTED_PLACES = 1_300, 400
_OF_THE_OTHER: dict[Outcome | None, Outcome] = {
    Outcome.WON: Outcome.LOST,
    Outcome.LOST: Outcome.WON,
}


def occurred(players: int, rounds: int) -> bool:
    """Return False for an event that is reported as "did not occur" (rules, 4.1 and 4.2).

    `players`: the number who took part, `rounds`: the number of complete ones.
    """
    return players >= LEAST_PLAYERS and rounds >= LEAST_ROUNDS


class Person(NamedTuple):
    """One enrollment for the report; `first_round` and so on as in the table.

    `left_by`: the source of the report by which the player dropped. `members` are those of a team.
    """

    number: int
    name: str
    platform_id: str
    state: str
    first_round: int
    dropped_after: int | None
    dropped_silently: bool = False
    left_by: str | None = None
    members: tuple[str, ...] = ()

    @property
    def no_show(self) -> bool:
        """True for a player who dropped by a no-show."""
        return self.left_by == MatchReport.Source.NO_SHOW

    @property
    def disqualified(self) -> bool:
        """True for a player who was disqualified."""
        return self.state == Enrollment.State.DISQUALIFIED


class Correction(NamedTuple):
    """A result that was corrected: the score before and now, the reason, the actor and the time."""

    round_number: int
    table: int | None
    players: str
    before: str
    after: str
    reason: str
    by: str
    at: datetime.datetime


class ReportMatch(NamedTuple):
    """One match; its result is None before there is one.

    `players_by_seat`: of a table of three to five, where `first` is the first of them.
    """

    table: int | None
    kind: str
    first: Person
    second: Person | None
    result: Result | None
    players_by_seat: tuple[Person, ...] = ()

    @property
    def games(self) -> Counts | None:
        """Won by the first, won by the second, drawn; None without a result, and at tables."""
        return None if self.result is None or self.is_table else self.result.counts

    @property
    def is_table(self) -> bool:
        """True for a table of three to five."""
        return self.kind == Match.Kind.TABLE

    @property
    def is_contested(self) -> bool:
        """True for a match of two or more players."""
        return self.is_played or self.is_table

    @property
    def winning_seat(self) -> int | None:
        """The seat that won a table of three to five, from 1; None without a winner."""
        return winning_seat(self.result.marks) if self.result and self.result.marks else None

    @property
    def seats(self) -> str:
        """Results by seat of a team match, for the first-named team: w, l, d or - (unfinished)."""
        return "" if self.result is None else self.result.seats

    @property
    def is_played(self) -> bool:
        """True for two players at a table."""
        return self.kind == Match.Kind.PLAYED

    @property
    def is_bye(self) -> bool:
        """True for a match without an opponent that is won."""
        return self.kind == Match.Kind.BYE

    @property
    def winner(self) -> Winner | None:
        """The winner of a match of two players; None without a result."""
        return self.result.winner if self.is_played and self.result is not None else None

    @property
    def numbers(self) -> tuple[int, ...]:
        """The numbers of its players."""
        if self.players_by_seat:
            return tuple(person.number for person in self.players_by_seat)
        return (self.first.number, *(() if self.second is None else (self.second.number,)))

    @property
    def outcomes(self) -> tuple[tuple[int, Outcome | None], ...]:
        """The numbers of its players with the outcome for each; None without a result."""
        if self.is_table:
            return tuple(
                (number, None if self.result is None else self.result.outcome_of_seat(seat))
                for seat, number in enumerate(self.numbers, 1)
            )
        if self.second is None:
            return ((self.first.number, Outcome.BYE if self.is_bye else Outcome.UNPAIRED),)
        outcome = None if self.result is None else self.result.outcome
        other = _OF_THE_OTHER.get(outcome, outcome)
        return (self.first.number, outcome), (self.second.number, other)

    def outcome(self, number: int) -> Outcome | None:
        """Return the outcome for one of its players, by number; None without a result."""
        return dict(self.outcomes)[number]

    @property
    def shows_score(self) -> bool:
        """True if the result has games to show: in a match of two players, and of a bye."""
        return self.is_bye or self.winner is not None

    @property
    def score(self) -> str:
        """The games as players know them: "2-1", "1-1-1"; empty without a result."""
        return "" if self.result is None else self.result.figures


@dataclass(frozen=True, slots=True)
class ReportRound:
    """A posted or complete round with its matches, in the order of the tables.

    `playoff`: an elimination round, which does not count in the standings.
    """

    number: int
    stage_kind: str
    playoff: bool
    complete: bool
    matches: tuple[ReportMatch, ...]
    bracket_players: int | None = None

    @property
    def missing(self) -> int:
        """Number of matches without a result."""
        return [match.result for match in self.matches].count(None)


class NumberedRound(NamedTuple):
    """A round of which only the number is known."""

    number: int
    bracket_players: int | None = None


class Figure(NamedTuple):
    """A tiebreaker: rounded as players know it ("64.02", a dash for none), and exact."""

    shown: str
    exact: Fraction | None


class ReportLine(NamedTuple):
    """One line of the standings; `columns` and `digits` are those of the report's profile."""

    row: Row
    person: Person
    columns: tuple[Tiebreaker, ...]
    digits: int

    @property
    def figures(self) -> tuple[Figure, ...]:
        """The tiebreakers in the order of the columns, rounded as they are shown."""
        row, digits = self.row, self.digits
        values = ((column, row.shown(column)) for column in self.columns)
        return tuple(Figure(figure(column, value, digits), value) for column, value in values)

    @property
    def record(self) -> str:
        """Matches won, lost, drawn: "3-1-0"."""
        return f"{self.row.wins}-{self.row.losses}-{self.row.draws}"


@dataclass(frozen=True, slots=True)
class Report:
    """The whole report.

    - `columns`: every tiebreaker of the profile, in order.
    - `standings_after`: the newest complete round, None before there is one.
    - `players`: how many took part, as every page counts them (`EnrollmentQuerySet.took_part`).
      `enrolled`: everyone on the roster.
    - `announced`: how many rounds the stages have together; None while that is open.
    - `playoff`: players of a bracket are first.
    - `elimination_results`: how far each player got, by number, if only playoffs are played.
    - `finishes`: how each player finished, by number, if a playoff follows rounds for points.
    - `certified`: the newest certification of each round that had one, by round.
    - `corrections`: results whose official report is a correction, by rounds and tables.
    - `prizes`: winners of prizes by place; in public only where players see the prizes.
    - `archetypes`: once the event is finished and some deck has one; in public only of open lists.
    - `table_endings`: how many games at tables of three to five did not end by themselves, by how.
    - `winners`: the first place; after a playoff ended by agreement, all who were left in it.
    - `public`: players have their public names; staff and individual penalties are left out.
    """

    event: Event
    profile: Profile
    columns: tuple[Tiebreaker, ...]
    standings_after: int | None
    standings: tuple[ReportLine, ...]
    rounds: tuple[ReportRound, ...]
    drops: tuple[Person, ...]
    penalties: tuple[Penalty, ...]
    appeals: tuple[Appeal, ...]
    staff: tuple[StaffMember, ...]
    players: int
    enrolled: int
    announced: int | None
    playoff: bool
    elimination_results: Mapping[int, EliminationResult] | None = None
    finishes: Mapping[int, PlayoffFinish] | None = None
    certified: tuple[Certification, ...] = ()
    public: bool = False
    corrections: tuple[Correction, ...] = ()
    prizes: tuple[Award, ...] = ()
    sheet: FactSheet = field(default_factory=FactSheet)
    archetypes: Archetypes | None = None
    table_endings: Mapping[str, int] = field(default_factory=dict)
    winners: tuple[ReportLine, ...] = ()

    def round(self, number: int) -> ReportRound | NumberedRound:
        """Return a round by its number; a NumberedRound if the report does not have it."""
        known = (round for round in self.rounds if round.number == number)
        return next(known, NumberedRound(number))

    @property
    def is_large(self) -> bool:
        """True if a page lists only the first places and tables; the files have all."""
        return max(self.enrolled, len(self.standings)) > MOST_ON_A_PAGE

    @property
    def listed(self) -> int | None:
        """Number of places that a page lists; None for all."""
        return LISTED_PLACES if self.is_large else None

    @property
    def has_penalty_notes(self) -> bool:
        """Whether a penalty has a note."""
        return any(penalty.note for penalty in self.penalties)

    @property
    def pays_money(self) -> bool:
        """Whether any prize has money in it."""
        return any(award.money for award in self.prizes)

    @property
    def gives_things(self) -> bool:
        """Whether any prize has something other than money in it."""
        return any(award.other for award in self.prizes)

    @property
    def interim(self) -> bool:
        """True until the event is finished."""
        return not self.event.is_finished

    @property
    def completed(self) -> int:
        """Number of complete rounds."""
        return sum(round.complete for round in self.rounds)

    @property
    def missing(self) -> int:
        """Number of matches of posted rounds without a result."""
        return sum(round.missing for round in self.rounds)

    @property
    def few_players(self) -> bool:
        """True when too few players took part for the event to count."""
        return self.players < LEAST_PLAYERS

    @property
    def few_rounds(self) -> bool:
        """True when too few rounds are complete for the event to count."""
        return self.completed < LEAST_ROUNDS

    @property
    def occurred(self) -> bool:
        """False if the event would now be reported as "did not occur"."""
        return occurred(self.players, self.completed)

    @property
    def by_seats(self) -> bool:
        """True for teams of three: the score of a match counts seats."""
        return self.event.team_size == Event.TeamSize.THREE

    @property
    def any_drawn(self) -> bool:
        """True if the seed decided any place."""
        return any(line.row.drawn for line in self.standings)
