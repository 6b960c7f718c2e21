"""Games that players report while their matches are in progress."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Min

from domain.results import Ending, Game, Result, Winner, result_of_games
from events.core.results.match_rules import MatchRules
from events.models import Event, GameReport, Match, Round

DOUBLE_SIDED_GAMES = 2


@dataclass(frozen=True, slots=True)
class ReportedGame:
    """One game as reported by the first-named and by the second-named player; None: no report.

    At least one of the two exists.
    """

    first: Game | None
    second: Game | None

    @property
    def differs(self) -> bool:
        """Whether the two reports name different winners."""
        return bool(self.first and self.second and self.first.winner is not self.second.winner)

    @property
    def agreed(self) -> bool:
        """Whether both have reported it, with the same winner."""
        return bool(self.first and self.second) and not self.differs

    @property
    def value(self) -> Game:
        """The game; the first-named player's report of the play counts, else the second's."""
        reported = [game for game in (self.first, self.second) if game is not None]
        return next((game for game in reported if game.play_first is not None), reported[0])


def score_of(games: Sequence[ReportedGame]) -> Result:
    """Return the running score, from the first-named side."""
    return result_of_games(game.value for game in games)


def decided(games: Sequence[ReportedGame], rules: MatchRules) -> Result | None:
    """Return the result of the reported games; None while they decide nothing.

    Nothing is decided while the two players differ on a game.
    """
    if any(game.differs for game in games):
        return None
    score = score_of(games)
    if rules.double_sided:
        over = len(games) >= DOUBLE_SIDED_GAMES
    else:
        over = max(score.first_wins, score.second_wins) >= rules.games_to_win
    return score if over else None


def with_games(result: Result, games: Sequence[ReportedGame]) -> Result:
    """Add the games that were reported one by one to a result, if they fit it.

    Unreported games follow them; their order is known only for a single one.
    """
    if (
        not games
        or result.seats
        or result.double_loss
        or any(any_game.differs for any_game in games)
    ):
        return result
    rest = list(result.games)
    for game in games:
        same = next((other for other in rest if _may_be(other, game.value.winner)), None)
        if same is None:
            return result
        rest.remove(same)
    known = tuple(game.value for game in games)
    if len(rest) == 1:
        [last] = rest
        rest = [Game(last.winner, last.ending, len(known) + 1, last.play_first)]
    reported = result_of_games((*known, *rest)).reported_games
    return Result(*result.counts, reported_games=reported)


def _may_be(game: Game, winner: Winner) -> bool:
    """Return whether a game fits a winner and was played to its end."""
    return game.winner is winner and game.ending is Ending.PLAYED


# A shorter time means that two games were reported together, a longer one that the first was
# reported late.
SHORTEST = 60.0
LONGEST = 2 * 3600.0


@dataclass(frozen=True, slots=True)
class ReportedGames:
    """The reported games of a match, in order; `at`: when each was first reported."""

    games: tuple[ReportedGame, ...]
    at: tuple[datetime, ...]
    rows: tuple[GameReport, ...]

    @property
    def score(self) -> Result:
        """The running score, from the first-named side."""
        return score_of(self.games)

    @property
    def current(self) -> int:
        """Number of the game being played, from 1."""
        return len(self.games) + 1

    @property
    def differs(self) -> bool:
        """Whether the two players report different winners of a game."""
        return any(game.differs for game in self.games)

    def decided(self, rules: MatchRules) -> Result | None:
        """Return the result of the reported games; None while they decide nothing."""
        return decided(self.games, rules)


def reported_games(match: Match) -> ReportedGames:
    """Return the reported games of a match. One query."""
    return _reported(match.first_id, match.game_reports.filter(undone_at__isnull=True))


def reported_games_of_round(round: Round) -> dict[int, ReportedGames]:
    """Return the reported games of each match of a round, by key. One query."""
    rows = GameReport.objects.filter(match__round=round, undone_at__isnull=True)
    by_match: dict[int, list[GameReport]] = {}
    first: dict[int, int] = {}
    for row in rows.select_related("match"):
        by_match.setdefault(row.match_id, []).append(row)
        first[row.match_id] = row.match.first_id
    return {pk: _reported(first[pk], reported) for pk, reported in by_match.items()}


def game_lengths(event: Event) -> list[float]:
    """Return the length in seconds of each reported game of an event. One query.

    A game starts with the end of the one before, or with the round. Impossible lengths are left
    out.
    """
    rows = (
        GameReport.objects.filter(match__round__event=event, undone_at__isnull=True)
        .values("match_id", "number", "match__round__started_at", "match__round__posted_at")
        .annotate(told_at=Min("at"))
        .order_by("match_id", "number")
    )
    lengths = []
    before: dict[int, datetime] = {}
    for row in rows:
        match = row["match_id"]
        began = row["match__round__started_at"] or row["match__round__posted_at"]
        since = before.get(match, began)
        before[match] = row["told_at"]
        took = (row["told_at"] - since).total_seconds() if since else 0.0
        if SHORTEST <= took <= LONGEST:
            lengths.append(took)
    return lengths


def _reported(first_id: int, rows: Iterable[GameReport]) -> ReportedGames:
    live = sorted(rows, key=lambda row: (row.number, row.at))
    by_number: dict[int, dict[bool, GameReport]] = {}
    for row in live:
        by_number.setdefault(row.number, {})[row.enrollment_id == first_id] = row
    games = [by_number[number] for number in sorted(by_number)]
    return ReportedGames(
        games=tuple(
            ReportedGame(_value(by_side, side=True), _value(by_side, side=False))
            for by_side in games
        ),
        at=tuple(min(row.at for row in by_side.values()) for by_side in games),
        rows=tuple(live),
    )


def _value(reported: Mapping[bool, GameReport], *, side: bool) -> Game | None:
    return reported[side].value if side in reported else None
