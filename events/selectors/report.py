"""Everything the final report says of an event, in a fixed number of queries."""

from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from django.db.models import Exists, F, OuterRef

import standings
from archive.limits import LEAST_PLAYERS, LEAST_ROUNDS
from archive.results import Counts, Result, Winner, result_of
from events.adapters import members_by_number, profile_of, tournament_of, with_playoff
from events.models import Appeal, BracketSeat, Enrollment, Event, Match, Penalty, Round, StaffMember
from events.models import Report as MatchReport
from events.selectors.appeals import appeals_of
from events.selectors.proposal import announced_rounds
from standings.display import figure
from standings.profile import Profile, Tiebreaker
from standings.types import Row

# Below either of them an event is reported as "did not occur" (digital event rules, 4.1, 4.2).


def occurred(players: int, rounds: int) -> bool:
    """Return False for an event that is reported as "did not occur" (rules, 4.1 and 4.2).

    `players` are those who took part, `rounds` those that were completed.
    """
    return players >= LEAST_PLAYERS and rounds >= LEAST_ROUNDS


class Person(NamedTuple):
    """One enrollment as the report needs it; `left_after` and so on as in the table.

    `left_by`: where the report came from that said so. `members` are those of a team.
    """

    number: int
    name: str
    platform_id: str
    state: str
    left_after: int | None
    left_silently: bool = False
    left_by: str | None = None
    members: tuple[str, ...] = ()

    @property
    def no_show(self) -> bool:
        """True for a player who left by not coming to a match."""
        return self.left_by == MatchReport.Source.NO_SHOW

    @property
    def disqualified(self) -> bool:
        """True for a player who was disqualified."""
        return self.state == Enrollment.State.DISQUALIFIED


class ReportMatch(NamedTuple):
    """One match; None as its result while there is none."""

    table: int | None
    kind: str
    first: Person
    second: Person | None
    result: Result | None

    @property
    def games(self) -> Counts | None:
        """Won by the first, won by the second, drawn; None without a result."""
        return None if self.result is None else self.result.counts

    @property
    def seats(self) -> str:
        """Those of teams of three, for the first-named one: w, l, d or - (not finished)."""
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
        """Who won a match of two players; None without a result."""
        return self.result.winner if self.is_played and self.result is not None else None

    @property
    def shows_score(self) -> bool:
        """True where there are games to be shown: in a match of two players, and of a bye."""
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
        """How many matches have no result."""
        return sum(match.games is None for match in self.matches)


class Figure(NamedTuple):
    """A tiebreaker: rounded as players know it ("64.02", a dash for nothing), and exact."""

    shown: str
    exact: Fraction | None


@dataclass(frozen=True, slots=True)
class ReportLine:
    """One line of the standings; `figures` are in the order of the report's `columns`."""

    row: Row
    person: Person
    figures: tuple[Figure, ...]

    @property
    def record(self) -> str:
        """Matches won, lost, drawn: "3-1-0"."""
        return f"{self.row.wins}-{self.row.losses}-{self.row.draws}"


@dataclass(frozen=True, slots=True)
class Report:
    """The whole report.

    - `columns`: every tiebreaker of the profile, in order.
    - `standings_after`: the newest complete round, None before there is one.
    - `players`: how many took part, which is to sit at a table or have a bye; an assigned loss
      alone is not enough. `enrolled`: everybody on the roster.
    - `announced`: how many rounds the stages have together; None while that is open.
    - `playoff`: those who played in a bracket stand first.
    """

    event: Event
    profile: Profile
    columns: tuple[Tiebreaker, ...]
    standings_after: int | None
    standings: tuple[ReportLine, ...]
    rounds: tuple[ReportRound, ...]
    departures: tuple[Person, ...]
    penalties: tuple[Penalty, ...]
    appeals: tuple[Appeal, ...]
    staff: tuple[StaffMember, ...]
    players: int
    enrolled: int
    announced: int | None
    playoff: bool

    @property
    def interim(self) -> bool:
        """True until the event is finished."""
        return not self.event.is_finished

    @property
    def completed(self) -> int:
        """How many rounds are complete."""
        return sum(one.complete for one in self.rounds)

    @property
    def missing(self) -> int:
        """How many matches of the posted rounds have no result."""
        return sum(one.missing for one in self.rounds)

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
        """False when the event, as it is now, is reported as "did not occur"."""
        return occurred(self.players, self.completed)

    @property
    def by_seats(self) -> bool:
        """True for teams of three: the score of a match counts seats."""
        return self.event.team_size == Event.TeamSize.THREE

    @property
    def any_drawn(self) -> bool:
        """True when the seed decided a place."""
        return any(line.row.drawn for line in self.standings)


def event_report(event: Event) -> Report:
    """Read the report of an event as it is now; rounds that are drafts stay out."""
    people = _people(event)
    seats = BracketSeat.objects.filter(stage=OuterRef("pk"))
    stages = list(event.stages.annotate(seated=Exists(seats)))
    rounds = _rounds(event, people)
    complete = [one.number for one in rounds if one.complete]
    after = complete[-1] if complete else None
    profile = profile_of(event)
    return Report(
        event=event,
        profile=profile,
        columns=profile.ranked_by,
        standings_after=after,
        standings=() if after is None else _standings(event, after, people),
        rounds=rounds,
        departures=_departures(people),
        penalties=tuple(
            Penalty.objects.filter(enrollment__event=event).select_related("enrollment", "given_by")
        ),
        appeals=tuple(appeals_of(event)),
        staff=tuple(event.staff.select_related("user")),
        players=_took_part(rounds),
        enrolled=len(people),
        announced=announced_rounds(stages, len(rounds)),
        playoff=any(stage.seated for stage in stages),
    )


def _people(event: Event) -> dict[int, Person]:
    columns = (
        "number",
        "name",
        "platform_id",
        "state",
        "left_after",
        "left_silently",
        "left_with__source",
    )
    rows = Enrollment.objects.filter(event=event).order_by("number").values_list(*columns)
    members = members_by_number(event)
    people = {row[0]: Person(*row) for row in rows}
    return {
        number: one._replace(members=tuple(members.get(number, ())))
        for number, one in people.items()
    }


def _rounds(event: Event, people: dict[int, Person]) -> tuple[ReportRound, ...]:
    rows = (
        Match.objects.filter(round__event=event)
        .of_posted_rounds()
        .order_by("round__number", F("table").asc(nulls_last=True), "kind", "first__number")
        .values_list(
            "round__number",
            "table",
            "kind",
            "first__number",
            "second__number",
            "first_wins",
            "second_wins",
            "drawn_games",
            "double_loss",
            "seat_results",
        )
    )
    matches: dict[int, list[ReportMatch]] = {}
    for number, table, kind, first, second, won, lost, drawn, double_loss, seats in rows:
        result = None
        if won is not None and lost is not None and drawn is not None:
            result = result_of(won, lost, drawn, double_loss, seats)
        other = None if second is None else people[second]
        match = ReportMatch(table, kind, people[first], other, result)
        matches.setdefault(number, []).append(match)
    shown = event.rounds.posted().select_related("stage")
    return tuple(
        ReportRound(
            number=one.number,
            stage_kind=one.stage.kind,
            playoff=one.stage.is_elimination,
            complete=one.state == Round.State.COMPLETE,
            matches=tuple(matches.get(one.number, ())),
            bracket_players=one.bracket_players,
        )
        for one in shown.defer("posted_rows", "proof").order_by("number")
    )


def _standings(event: Event, after: int, people: dict[int, Person]) -> tuple[ReportLine, ...]:
    tournament = tournament_of(event)
    columns, digits = tournament.profile.ranked_by, tournament.profile.digits
    return tuple(
        ReportLine(
            row, people[row.player], tuple(_figure(row, column, digits) for column in columns)
        )
        for row in with_playoff(event, standings.compute(tournament, after), after)
    )


def _figure(row: Row, column: Tiebreaker, digits: int) -> Figure:
    value = row.shown(column)
    return Figure(figure(column, value, digits), value)


def _departures(people: dict[int, Person]) -> tuple[Person, ...]:
    """Who left, in the order of the rounds, then of the players' numbers."""
    gone = [(one.left_after, one.number) for one in people.values() if one.left_after is not None]
    return tuple(people[number] for _after, number in sorted(gone))


def _took_part(rounds: tuple[ReportRound, ...]) -> int:
    counted = [
        match for one in rounds for match in one.matches if match.kind != Match.Kind.UNPAIRED
    ]
    sides = {match.first.number for match in counted}
    return len(sides | {match.second.number for match in counted if match.second})
