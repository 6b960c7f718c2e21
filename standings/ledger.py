"""Adding up matches: what each player has won, and against whom."""

from __future__ import annotations

from collections.abc import Iterable

from standings.profile import Profile
from standings.types import Games, Match, MatchKind

# One player's sums live in one whole number of eight fields, so that a match costs one
# addition a side; every field is far too wide to overflow into the next.
WIDTH = 28
FIELD = (1 << WIDTH) - 1
POINTS, ROUNDS, GAME_POINTS, GAMES, WINS, LOSSES, DRAWS, BYES = range(0, 8 * WIDTH, WIDTH)
POINTS_AND_ROUNDS = (1 << 2 * WIDTH) - 1
MOST_GAMES = 999


def game_points(won: int, drawn: int) -> int:
    """Game points of a game record: three a win, one a draw (MTR Appendix C)."""
    return 3 * won + drawn


def match_points(profile: Profile, games: Games, kind: MatchKind) -> tuple[int, int]:
    """Match points of both sides; without an opponent the second is 0."""
    won, lost, drawn = games
    if kind is MatchKind.UNPAIRED or kind is MatchKind.DOUBLE_LOSS:
        return 0, 0
    if profile.points_per_game:
        first = won * profile.win + drawn * profile.draw + lost * profile.loss
        second = lost * profile.win + drawn * profile.draw + won * profile.loss
        return first, 0 if kind is MatchKind.BYE else second
    if kind is MatchKind.BYE:
        return profile.win, 0
    if won == lost:
        return profile.draw, profile.draw
    return (profile.win, profile.loss) if won > lost else (profile.loss, profile.win)


def _side(points: int, won: int, lost: int, drawn: int, result: int) -> int:
    """One side of a match as a packed sum; `result` is WINS, LOSSES or DRAWS."""
    return (
        (points << POINTS)
        + (1 << ROUNDS)
        + (game_points(won, drawn) << GAME_POINTS)
        + (won + lost + drawn << GAMES)
        + (1 << result)
    )


def _check_games(profile: Profile, games: Games) -> None:
    if len(games) != 3 or not all(0 <= count <= MOST_GAMES for count in games):
        raise ValueError(f"games must be three numbers from 0 to {MOST_GAMES}, not {games!r}")
    if profile.points_per_game and sum(games) > 2:
        raise ValueError(f"a double-sided match has at most two games, not {games!r}")


class _Alone(dict[tuple[Games, MatchKind], int]):
    """Packed sums of a match without an opponent, worked out once for each outcome."""

    def __init__(self, profile: Profile) -> None:
        super().__init__()
        self.profile = profile

    def __missing__(self, outcome: tuple[Games, MatchKind]) -> int:
        games, kind = outcome
        _check_games(self.profile, games)
        points, _ = match_points(self.profile, games, kind)
        if kind is MatchKind.BYE:
            found = _side(points, *games, WINS) + (1 << BYES)
        elif kind is MatchKind.UNPAIRED:
            found = _side(points, 0, 0, 0, LOSSES)
        else:
            raise ValueError(f"a match of kind {kind} needs two players")
        self[outcome] = found
        return found


class _Paired(dict[tuple[Games, MatchKind], tuple[int, int]]):
    """Packed sums of both sides of a match, worked out once for each outcome."""

    def __init__(self, profile: Profile) -> None:
        super().__init__()
        self.profile = profile

    def __missing__(self, outcome: tuple[Games, MatchKind]) -> tuple[int, int]:
        games, kind = outcome
        _check_games(self.profile, games)
        won, lost, drawn = games
        if kind is MatchKind.DOUBLE_LOSS:
            results = LOSSES, LOSSES
        elif kind is not MatchKind.PLAYED:
            raise ValueError(f"a match of kind {kind} has one player, not two")
        elif won == lost:
            results = DRAWS, DRAWS
        else:
            results = (WINS, LOSSES) if won > lost else (LOSSES, WINS)
        first, second = match_points(self.profile, games, kind)
        found = (
            _side(first, won, lost, drawn, results[0]),
            _side(second, lost, won, drawn, results[1]),
        )
        self[outcome] = found
        return found


class Ledger:
    """Running sums of a set of players: add matches, read totals and opponents.

    `totals` maps a player to the packed sums (see `field`), `opponents` to everybody faced
    (byes and rounds without an opponent are skipped), `matches` lists what was added.
    """

    __slots__ = ("_alone", "_paired", "matches", "opponents", "profile", "totals")

    def __init__(self, profile: Profile, players: Iterable[int]) -> None:
        self.profile = profile
        self.totals = dict.fromkeys(players, 0)
        self.opponents: dict[int, list[int]] = {player: [] for player in self.totals}
        self.matches: list[Match] = []
        self._alone = _Alone(profile)
        self._paired = _Paired(profile)

    def add(self, matches: Iterable[Match]) -> None:
        """Count these matches.

        Raises ValueError for a player who is not in the event, a score that cannot be and a
        kind that does not fit the number of players.
        """
        totals, opponents = self.totals, self.opponents
        alone, paired = self._alone, self._paired
        added = list(matches)
        try:
            for _, first, second, games, kind in added:
                if second is None:
                    totals[first] += alone[games, kind]
                else:
                    mine, theirs = paired[games, kind]
                    totals[first] += mine
                    totals[second] += theirs
                    opponents[first].append(second)
                    opponents[second].append(first)
        except KeyError as error:
            raise ValueError(f"player {error.args[0]} is not in the event") from error
        self.matches += added


def field(total: int, name: int) -> int:
    """One sum out of a packed total, for example `field(total, POINTS)`."""
    return total >> name & FIELD
