"""A made-up event that every shape writes, and what a file tells of it."""

from __future__ import annotations

import random
from dataclasses import dataclass, field

NAMES = (
    "Ada Quill",
    "Ben Rook",
    "Zoë O'Halloran",
    "Jean-Luc van den Heuvel",
    "Sakura Nakagawa",
    "Łucja Wiśniewska",
    "Mateus Araújo",
    "Ngozi Adé",
    "Piet de Graaf",
    "Hanna Lindqvist",
    "Omar Haddad",
    "Tove Sjö",
    "Imre Szűcs",
    "Rosa Ferrante",
    "Yuki Mori",
    "Cleo Marsh",
)
SCORES = ((2, 0, 0), (2, 1, 0), (0, 2, 0), (1, 2, 0), (1, 1, 1), (2, 0, 0), (1, 2, 0))


@dataclass(frozen=True)
class Game:
    """One match: its table, both names, games won by each and drawn; None while it is played."""

    table: int
    first: str
    second: str | None
    games: tuple[int, int, int] | None

    @property
    def winner(self) -> str:
        """The name of the winner, "draw", or "" without a result."""
        if self.second is None:
            return self.first
        if self.games is None:
            return ""
        won, lost, _drawn = self.games
        return "draw" if won == lost else self.first if won > lost else self.second


@dataclass
class Line:
    """One line of standings."""

    rank: int
    name: str
    wins: int = 0
    losses: int = 0
    draws: int = 0
    shares: tuple[float, float, float] = (0.0, 0.0, 0.0)

    @property
    def points(self) -> int:
        """Three for a win, one for a draw."""
        return 3 * self.wins + self.draws

    @property
    def record(self) -> str:
        """Wins, losses and draws."""
        return f"{self.wins}-{self.losses}-{self.draws}"


@dataclass
class Cup:
    """An event: its players, its rounds and its standings after the last."""

    names: list[str]
    rounds: list[list[Game]] = field(default_factory=list)
    standings: list[Line] = field(default_factory=list)

    @property
    def last(self) -> list[Game]:
        """The newest round."""
        return self.rounds[-1]


def made_up(seed: int, players: int = 8, rounds: int = 3) -> Cup:
    """Return an event of so many players and rounds; an odd number has a bye in each round."""
    draw = random.Random(seed)
    names = draw.sample(NAMES, players)
    cup = Cup(names)
    for number in range(rounds):
        # The circle method: all opponents are different.
        circle: list[str | None] = [*names, *([None] if players % 2 else [])]
        turn = number % (len(circle) - 1)
        around = circle[1:]
        around = [*around[turn:], *around[:turn]]
        order = [circle[0], *around]
        half = len(order) // 2
        pairs = [(order[at], order[-1 - at]) for at in range(half)]
        games: list[Game] = []
        for first, second in sorted(pairs, key=lambda pair: None in pair):
            if first is None:
                first, second = second, first
            assert first is not None
            score = (2, 0, 0) if second is None else draw.choice(SCORES)
            games.append(Game(len(games) + 1, first, second, score))
        cup.rounds.append(games)
    cup.standings = _standings(cup, draw)
    return cup


def _standings(cup: Cup, draw: random.Random) -> list[Line]:
    lines = {name: Line(0, name) for name in cup.names}
    for game in [game for games in cup.rounds for game in games]:
        for name in filter(None, (game.first, game.second)):
            line = lines[name]
            line.wins += game.winner == name
            line.draws += game.winner == "draw"
            line.losses += game.winner not in (name, "draw")
    order = sorted(lines.values(), key=lambda line: -line.points)
    for rank, line in enumerate(order, start=1):
        line.rank = rank
        line.shares = tuple(draw.randint(3333, 9000) / 100 for _at in range(3))  # type: ignore[assignment]
    return order


@dataclass
class Facts:
    """The facts that a file tells: players, results by match, points by player."""

    players: frozenset[str] = frozenset()
    results: dict[tuple[int, frozenset[str]], str] = field(default_factory=dict)
    points: dict[str, float] = field(default_factory=dict)

    @classmethod
    def of(cls, cup: Cup, *, rounds: str, results: bool, points: bool) -> Facts:
        """Return the facts of an event that a shape writes: "all", "last" or no rounds."""
        told = {"all": range(len(cup.rounds)), "last": [len(cup.rounds) - 1], "": []}[rounds]
        matches: dict[tuple[int, frozenset[str]], str] = {}
        people: set[str] = set(cup.names)
        for number in told:
            for game in cup.rounds[number]:
                pair = frozenset(filter(None, (game.first, game.second)))
                at = number + 1 if rounds == "all" else 0
                matches[at, pair] = game.winner if results or game.second is None else ""
        return cls(
            frozenset(people),
            matches,
            {line.name: line.points for line in cup.standings} if points else {},
        )
