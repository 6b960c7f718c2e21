"""Adding up matches: what each player has won, and against whom."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import repeat
from typing import NamedTuple

from standings.profile import Profile
from standings.totals import pack
from standings.types import Games, Match, MatchKind

MOST_GAMES = 999

Outcome = tuple[Games, MatchKind]


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


def game_points(won: int, drawn: int) -> int:
    """Game points of a game record: three a win, one a draw (MTR Appendix C)."""
    return 3 * won + drawn


def _side(points: int, games: Games, result: str, *, faced: int) -> int:
    won, lost, drawn = games
    return pack(
        points=points,
        rounds=1,
        game_points=game_points(won, drawn),
        games=won + lost + drawn,
        faced=faced,
        **{result: 1},
    )


class _Results(dict[Outcome, tuple[int, int]]):
    """Packed totals of both sides of a match, worked out once for each outcome."""

    def __init__(self, profile: Profile) -> None:
        super().__init__()
        self.profile = profile

    def __missing__(self, outcome: Outcome) -> tuple[int, int]:
        games, kind = outcome
        if len(games) != 3 or not all(0 <= count <= MOST_GAMES for count in games):
            raise ValueError(f"games must be three numbers from 0 to {MOST_GAMES}, not {games!r}")
        if self.profile.points_per_game and sum(games) > 2:
            raise ValueError(f"a double-sided match has at most two games, not {games!r}")
        found = self[outcome] = self._sides(games, kind)
        return found

    def _sides(self, games: Games, kind: MatchKind) -> tuple[int, int]:
        won, lost, drawn = games
        first, second = match_points(self.profile, games, kind)
        if kind is MatchKind.BYE:
            return _side(first, games, "wins", faced=0) + pack(byes=1), 0
        if kind is MatchKind.UNPAIRED:
            return _side(first, (0, 0, 0), "losses", faced=0), 0
        if kind is MatchKind.DOUBLE_LOSS:
            results = "losses", "losses"
        elif won == lost:
            results = "draws", "draws"
        else:
            results = ("wins", "losses") if won > lost else ("losses", "wins")
        return (
            _side(first, games, results[0], faced=1),
            _side(second, (lost, won, drawn), results[1], faced=1),
        )


class Tally(NamedTuple):
    """The sums after some rounds.

    `totals` maps a player to the packed total; `faced` to one entry a round, the opponent or
    None (a bye, no opponent, not there).
    """

    profile: Profile
    totals: dict[int, int]
    faced: dict[int, tuple[int | None, ...]]


class RoundBook(NamedTuple):
    """One round, every player of the event in the same order: whom they met, what it gave."""

    opponents: dict[int, int | None]
    results: dict[int, int]


class Ledger:
    """What happened in each round: add matches, read a tally of all or some rounds."""

    __slots__ = ("_absent", "_nobody", "_results", "counts", "profile", "rounds")

    def __init__(self, profile: Profile, players: Iterable[int]) -> None:
        self.profile = profile
        self.rounds: dict[int, RoundBook] = {}
        self.counts: dict[int, int] = {}
        self._nobody: dict[int, int | None] = dict.fromkeys(players)
        self._absent = dict.fromkeys(self._nobody, 0)
        self._results = _Results(profile)

    def add(self, number: int, matches: Iterable[Match]) -> None:
        """Count these matches of round `number`.

        Raises ValueError for a player who is not in the event or already has a match in the
        round, for a score that cannot be and for a kind that does not fit the players.
        """
        if number not in self.rounds:
            self.rounds[number] = RoundBook(self._nobody.copy(), self._absent.copy())
        opponents, gained = self.rounds[number]
        results = self._results
        expected = self.counts.get(number, 0)
        for match in matches:
            first, second = match.first, match.second
            kind = match.kind
            mine, theirs = results[match.games, kind]
            gained[first] = mine
            expected += 1
            if second is not None:
                if not theirs:
                    raise ValueError(f"round {number}: a {kind.value} has one player, not two")
                gained[second] = theirs
                opponents[first] = second
                opponents[second] = first
                expected += 1
            elif theirs:
                raise ValueError(f"round {number}: player {first} has no opponent")
        self.counts[number] = expected
        if len(gained) != len(self._absent):
            stranger = next(player for player in gained if player not in self._absent)
            raise ValueError(f"round {number}: player {stranger} is not in the event")
        if len(gained) - list(gained.values()).count(0) != expected:
            raise ValueError(f"round {number}: a player has more than one match")

    def tally(self, rounds: Iterable[int] | None = None) -> Tally:
        """The sums over `rounds`, or over all."""
        chosen = self.rounds if rounds is None else [n for n in rounds if n in self.rounds]
        books = [self.rounds[number] for number in sorted(chosen)]
        players = list(self._absent)
        columns = [book.results.values() for book in books]
        totals = map(sum, zip(*columns, strict=True)) if books else repeat(0)
        met = (
            zip(*(book.opponents.values() for book in books), strict=True) if books else repeat(())
        )
        return Tally(
            self.profile,
            dict(zip(players, totals, strict=False)),
            dict(zip(players, met, strict=False)),
        )
