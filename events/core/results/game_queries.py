"""Games that players report while their matches are in progress."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Min

from domain.results import Game, Result
from events.core.results.match_rules import MatchRules
from events.core.results.reported_games import GameSaid, decided, score_of
from events.models import Event, Match, Round, ToldGame

# Shorter than this two games were told together; longer, somebody told the first one late.
SHORTEST = 60.0
LONGEST = 2 * 3600.0


@dataclass(frozen=True, slots=True)
class ToldMatch:
    """The games of a match that were told, in their order; `at`: when each was told first."""

    games: tuple[GameSaid, ...]
    at: tuple[datetime, ...]
    rows: tuple[ToldGame, ...]

    @property
    def score(self) -> Result:
        """The running score, from the first-named side."""
        return score_of(self.games)

    @property
    def current(self) -> int:
        """Which game is being played, from 1."""
        return len(self.games) + 1

    @property
    def differs(self) -> bool:
        """Whether the two players differ on a game."""
        return any(game.differs for game in self.games)

    def decided(self, rules: MatchRules) -> Result | None:
        """Return the result that they make; None while they decide nothing."""
        return decided(self.games, rules)


def told_match(match: Match) -> ToldMatch:
    """Return what was told of the games of a match. One query."""
    return _told(match.first_id, match.told_games.filter(undone_at__isnull=True))


def told_matches(round: Round) -> dict[int, ToldMatch]:
    """Return what was told of the games of each match of a round, by key. One query."""
    rows = ToldGame.objects.filter(match__round=round, undone_at__isnull=True)
    by_match: dict[int, list[ToldGame]] = {}
    first: dict[int, int] = {}
    for row in rows.select_related("match"):
        by_match.setdefault(row.match_id, []).append(row)
        first[row.match_id] = row.match.first_id
    return {pk: _told(first[pk], told) for pk, told in by_match.items()}


def game_lengths(event: Event) -> list[float]:
    """Return the length in seconds of each reported game of an event. One query.

    A game starts with the end of the one before, or with the round. Impossible lengths are left
    out.
    """
    rows = (
        ToldGame.objects.filter(match__round__event=event, undone_at__isnull=True)
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


def _told(first_id: int, rows: Iterable[ToldGame]) -> ToldMatch:
    live = sorted(rows, key=lambda row: (row.number, row.at))
    by_number: dict[int, dict[bool, ToldGame]] = {}
    for row in live:
        by_number.setdefault(row.number, {})[row.enrollment_id == first_id] = row
    games = [by_number[number] for number in sorted(by_number)]
    return ToldMatch(
        games=tuple(
            GameSaid(_value(by_teller, side=True), _value(by_teller, side=False))
            for by_teller in games
        ),
        at=tuple(min(row.at for row in by_teller.values()) for by_teller in games),
        rows=tuple(live),
    )


def _value(told: Mapping[bool, ToldGame], *, side: bool) -> Game | None:
    return told[side].value if side in told else None
