"""Add up matches: the totals and the opponents of each player."""

from collections.abc import Collection, Iterable, Mapping
from typing import NamedTuple, cast

import numpy as np
import numpy.typing as npt

from domain.results import Winner, result_of
from standings.packed_sums import Sum, pack
from standings.profile import Profile
from standings.tables.table_points import seat_totals
from standings.types import Games, Match, MatchKind, TableMatch

Positions = npt.NDArray[np.int64]

MOST_GAMES = 999
NOBODY = -1


_RECORDS = {
    Winner.FIRST: ("wins", "losses"),
    Winner.SECOND: ("losses", "wins"),
    Winner.DRAWN: ("draws", "draws"),
    Winner.NOBODY: ("losses", "losses"),
}


def match_points(profile: Profile, games: Games, kind: MatchKind) -> tuple[int, int]:
    """Return the match points of both sides; without an opponent the second is 0."""
    if kind is MatchKind.UNPAIRED or kind is MatchKind.DOUBLE_LOSS:
        return 0, 0
    per_game = profile.points_per_game
    if kind is MatchKind.BYE and not per_game:
        return profile.bye_points, 0
    worth = profile.win, profile.draw, profile.loss
    first, second = result_of(*games).points(*worth, per_game=per_game)
    return first, 0 if kind is MatchKind.BYE else second


def game_points(won: int, drawn: int) -> int:
    """Return the game points of a game record: three a win, one a draw (MTR Appendix C)."""
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


class _Results(dict[Games, tuple[int, int]]):
    """Packed totals of both sides of a match of one kind, computed once for each score."""

    def __init__(self, profile: Profile, kind: MatchKind) -> None:
        super().__init__()
        self.profile, self.kind = profile, kind

    def __missing__(self, games: Games) -> tuple[int, int]:
        if len(games) != 3 or not all(0 <= count <= MOST_GAMES for count in games):
            raise ValueError(f"games must be three numbers from 0 to {MOST_GAMES}, not {games!r}")
        if self.profile.points_per_game and sum(games) > 2:
            raise ValueError(f"a double-sided match has at most two games, not {games!r}")
        sides = self[games] = self._sides(games)
        return sides

    def _sides(self, games: Games) -> tuple[int, int]:
        (won, lost, drawn), kind = games, self.kind
        first, second = match_points(self.profile, games, kind)
        first, second = first * self.profile.parts, second * self.profile.parts
        if kind is MatchKind.BYE:
            bye = pack(byes=1, bye_points=first, phantoms=self.profile.bye_opponents)
            return _side(first, games, "wins", faced=0) + bye, 0
        if kind is MatchKind.UNPAIRED:
            return _side(first, (0, 0, 0), "losses", faced=0), 0
        results = _RECORDS[result_of(*games, double_loss=kind is MatchKind.DOUBLE_LOSS).winner]
        return (
            _side(first, games, results[0], faced=1),
            _side(second, (lost, won, drawn), results[1], faced=1),
        )


class Tally(NamedTuple):
    """The totals after some rounds, one entry for each player in the order of the event.

    `totals` are packed. `opponents` has an array for each round, and for each further opponent of
    a table: the opponent's position in that order, or NOBODY (a bye, no opponent, not present).
    `dropped`: the positions of players who dropped before the last of these rounds; `rounds`: their
    number.
    """

    profile: Profile
    totals: list[int]
    opponents: list[Positions]
    dropped: frozenset[int] = frozenset()
    rounds: int = 0

    def faced(self, position: int) -> list[int]:
        """Return the positions of all opponents of one player, in the order of the rounds."""
        met = (int(opponents[position]) for opponents in self.opponents)
        return [opponent for opponent in met if opponent != NOBODY]


class RoundBook:
    """One round by position of the players: their opponents (or NOBODY), and their gains.

    `more`: the further opponents at tables; `places`: the number of players with a result.
    """

    __slots__ = ("more", "opponents", "places", "results")

    def __init__(self, size: int) -> None:
        self.opponents = [NOBODY] * size
        self.more: list[list[int]] = []
        self.results = [0] * size
        self.places = 0

    @property
    def columns(self) -> list[list[int]]:
        """Return the first opponent of every player, then the second, and so on."""
        return [self.opponents, *self.more]

    def met(self, position: int) -> list[int]:
        """Return the positions of all opponents of one player in this round."""
        met = [self.opponents[position], *(column[position] for column in self.more)]
        return [opponent for opponent in met if opponent != NOBODY]

    def seat(self, positions: list[int], totals: tuple[int, ...]) -> None:
        """Enter a table: its players in the order of seats, and their gains."""
        while len(self.more) < len(positions) - 2:
            self.more.append([NOBODY] * len(self.opponents))
        columns = self.columns
        for at, (position, total) in enumerate(zip(positions, totals, strict=True)):
            self.results[position] = total
            others = positions[:at] + positions[at + 1 :]
            for column, other in zip(columns, others, strict=False):
                column[position] = other
        self.places += len(positions)


class Ledger:
    """Matches of each round: add matches, then read a tally of all or some rounds.

    `left`: players who dropped, and the last round in which each took part.
    """

    __slots__ = ("_results", "left", "players", "position", "profile", "rounds")

    def __init__(
        self, profile: Profile, players: Iterable[int], left: Mapping[int, int] | None = None
    ) -> None:
        self.profile = profile
        self.players = tuple(players)
        self.position = {player: position for position, player in enumerate(self.players)}
        if len(self.position) != len(self.players):
            raise ValueError("a player is listed twice")
        self.left = {
            self.position[player]: last
            for player, last in (left or {}).items()
            if player in self.position
        }
        self.rounds: dict[int, RoundBook] = {}
        self._results = {kind: _Results(profile, kind) for kind in MatchKind}

    def add(self, number: int, matches: Collection[Match | TableMatch]) -> None:
        """Count these matches of round `number`.

        Raises ValueError for a player who is not in the event or already has a match in the
        round, for an impossible score, and for a kind that does not fit the players.
        """
        book = self.rounds.setdefault(number, RoundBook(len(self.players)))
        if self.profile.table_size is None:
            self._enter(number, book, cast("Collection[Match]", matches))
            return
        for match in matches:
            if isinstance(match, TableMatch):
                self._seat(number, book, match)
        alone = [match for match in matches if not isinstance(match, TableMatch)]
        self._enter(number, book, alone)

    def _seat(self, number: int, book: RoundBook, table: TableMatch) -> None:
        """Add one table."""
        strangers = set(table.players) - self.position.keys()
        if strangers:
            raise ValueError(f"round {number}: player {strangers.pop()} is not in the event")
        if len(table.players) != len(table.marks):
            raise ValueError(f"round {number}: not one mark a seat in {table}")
        positions = [self.position[player] for player in table.players]
        book.seat(positions, seat_totals(self.profile, table.marks))

    def _enter(self, number: int, book: RoundBook, matches: Collection[Match]) -> None:
        """Add matches of two and rounds without an opponent, each with one result per player."""
        opponents, gained, position = book.opponents, book.results, self.position
        results = self._results
        try:
            for match in matches:
                mine, theirs = results[match.kind][match.games]
                first = position[match.first]
                gained[first] = mine
                if match.second is not None and theirs:
                    second = position[match.second]
                    gained[second] = theirs
                    opponents[first] = second
                    opponents[second] = first
                    book.places += 2
                elif match.second is None and not theirs:
                    book.places += 1
                else:
                    raise ValueError(f"round {number}: wrong number of players in {match}")
        except KeyError as error:
            stranger = error.args[0]
            raise ValueError(f"round {number}: player {stranger} is not in the event") from error
        except AttributeError as error:
            name = self.profile.name
            raise ValueError(f"round {number}: profile {name} has matches of two") from error
        if len(gained) - gained.count(0) != book.places:
            raise ValueError(f"round {number}: a player has more than one match")

    def left_by(self, latest: int) -> frozenset[int]:
        """Return the positions of players who dropped before round `latest`."""
        return frozenset(position for position, last in self.left.items() if last < latest)

    def tally(self, through: int | None = None) -> Tally:
        """Return the totals over all rounds, or over those up to `through`."""
        numbers = [number for number in sorted(self.rounds) if through is None or number <= through]
        books = [self.rounds[number] for number in numbers]
        totals = [0] * len(self.players)
        if books:
            totals = list(map(sum, zip(*(book.results for book in books), strict=True)))
        size = len(self.players)
        columns = [column for book in books for column in book.columns]
        if self.profile.meet_once:
            columns = _first_meetings(columns, totals)
        opponents = [np.fromiter(column, np.int64, size) for column in columns]
        dropped = self.left_by(max(numbers, default=0))
        return Tally(self.profile, totals, opponents, dropped, len(books))


def _first_meetings(columns: list[list[int]], totals: list[int]) -> list[list[int]]:
    """Return the opponents without repeated ones, and remove these from the totals."""
    met: list[set[int]] = [set() for _ in totals]
    firsts = []
    for column in columns:
        first = []
        for position, opponent in enumerate(column):
            if opponent != NOBODY and opponent in met[position]:
                totals[position] -= 1 << Sum.FACED
                opponent = NOBODY
            met[position].add(opponent)
            first.append(opponent)
        firsts.append(first)
    return firsts
