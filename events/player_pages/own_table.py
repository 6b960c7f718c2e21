"""The parts of a player's own page about a table of three to five, and about single games."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from domain.results import Game, Result, result_of_games
from events.core.results.game_queries import ReportedGame, ReportedGames, reported_games
from events.core.results.match_rules import MatchRules
from events.core.results.phone_report_queries import confirms
from events.core.results.round_rules import seat_that_gains
from events.models import Enrollment, GameReport, Match, Report
from events.public_site.requests_of_pages import PublicFacts


@dataclass(frozen=True, slots=True)
class SeatMark:
    """The report by phone of a seat of a table of three to five; None: nothing yet."""

    seat: int
    player: Enrollment
    result: Result | None


class OwnTable:
    """The players at a table, and the reports of the others; `others`: their newest reports."""

    enrollment: Enrollment
    match: Match | None
    own: Report | None
    others: Sequence[Report]
    public: PublicFacts | None

    @property
    def opponents(self) -> Sequence[Enrollment]:
        """The other players of the match, by seat."""
        return self.match.opponents_of(self.enrollment) if self.match else ()

    @property
    def own_seat(self) -> int:
        """The seat at a table of three to five; 0 in a match of two."""
        if self.match is None or not self.match.is_table:
            return 0
        return self.match.seat_of(self.enrollment)

    @property
    def seats(self) -> list[tuple[int, Enrollment, str]]:
        """The players at a table of three to five by seat, with their records before it."""
        card = self.public.card if self.public else {}
        records = {other["number"]: other["record"] for other in card.get("opponents", ())}
        players = self.match.players if self.match else ()
        return [
            (seat, player, records.get(player.number, "")) for seat, player in enumerate(players, 1)
        ]

    @property
    def places(self) -> list[str]:
        """The places that a player of the table can finish in."""
        return [str(place) for place in range(1, len(self.seats) + 1)]

    @property
    def agreeing(self) -> int:
        """How many at a table of three to five reported what the player did, with the player."""
        own, others = self.own, self.others
        return 0 if own is None else 1 + sum(other.result.equals(own.result) for other in others)

    @property
    def gaining_seat(self) -> int | None:
        """The seat, from 1, that gains by what the player reported and cannot confirm it."""
        if self.own is None or self.match is None:
            return None
        return seat_that_gains(self.match.round, self.own.result.marks)

    @property
    def is_confirmed(self) -> bool:
        """Whether a second player has confirmed what the player reported."""
        own = self.own
        if own is None or self.match is None:
            return False
        same = [own, *(other for other in self.others if other.result.equals(own.result))]
        return confirms(self.match, own.result, same)

    @property
    def seat_marks(self) -> list[SeatMark]:
        """The report of each seat, in order; empty before the first report."""
        sent = [report for report in (self.own, *self.others) if report is not None]
        reported = {report.enrollment_id: report.result for report in sent}
        if not reported:
            return []
        return [
            SeatMark(seat, player, reported.get(player.pk)) for seat, player, _record in self.seats
        ]


@dataclass(frozen=True, slots=True)
class OwnGame:
    """One reported game; `mine` and `theirs` are the two reports from this player's side.

    `game`: as this player reported it, else as the opponent did. `agreed`: both reported the same;
    `differs`: they name different winners. `is_last`: no later game was reported.
    """

    number: int
    game: Game
    mine: Game | None
    theirs: Game | None
    key: str
    at: datetime
    agreed: bool
    differs: bool
    is_last: bool

    @property
    def can_confirm(self) -> bool:
        """Whether only the opponent has reported it."""
        return self.mine is None

    @property
    def can_take_back(self) -> bool:
        """Whether it can be taken back from here."""
        return self.mine is not None and self.is_last and not self.agreed


@dataclass(frozen=True, slots=True)
class OwnGames:
    """The games of a player's match; `score` from the player's side, without differing games.

    `current`: the game being played, from 1. `differs`: the two reports of a game differ. `open`:
    the next game can be reported, as the match is not decided and no reports differ.
    """

    games: tuple[OwnGame, ...]
    score: Result
    current: int
    differs: bool
    open: bool


def own_games(match: Match, enrollment: Enrollment, rules: MatchRules) -> OwnGames:
    """Return the games of a match as one of its players sees them. One query."""
    reported = reported_games(match)
    second = match.second_id == enrollment.pk
    games = tuple(
        _own(reported, number, enrollment, second=second) for number in range(1, reported.current)
    )
    return OwnGames(
        games=games,
        score=result_of_games(game.game for game in games if not game.differs),
        current=reported.current,
        differs=reported.differs,
        open=reported.decided(rules) is None and not reported.differs,
    )


def _own(reported: ReportedGames, number: int, enrollment: Enrollment, *, second: bool) -> OwnGame:
    rows = [row for row in reported.rows if row.number == number]
    mine = next((row for row in rows if row.enrollment_id == enrollment.pk), None)
    theirs = next((row for row in rows if row.enrollment_id != enrollment.pk), None)
    games = [_turned(row, second=second) for row in (mine, theirs)]
    both = ReportedGame(*games)
    return OwnGame(
        number=number,
        game=next(game for game in games if game is not None),
        mine=both.first,
        theirs=both.second,
        key="" if mine is None else mine.key,
        at=reported.at[number - 1],
        agreed=both.agreed,
        differs=both.differs,
        is_last=number == reported.current - 1,
    )


def _turned(row: GameReport | None, *, second: bool) -> Game | None:
    if row is None:
        return None
    return row.value.turned() if second else row.value
