"""Write events in tests as a person would describe them."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from standings.profile import PROFILES, Profile
from standings.ranking import compute
from standings.row import Row
from standings.types import Games, Match, MatchKind, Stage, Tournament

WIN: Games = (2, 0, 0)
LOSS: Games = (0, 2, 0)
DRAW: Games = (1, 1, 1)
Record = Sequence[int]


@dataclass
class Builder:
    """Collects matches; players appear as they are named, rounds as they are used."""

    matches: list[Match] = field(default_factory=list)
    extras: int = 10_000

    def play(self, number: int, first: int, second: int, games: Sequence[int] = WIN) -> None:
        won, lost, drawn = games
        self.matches.append(Match(number, first, second, (won, lost, drawn)))

    def bye(self, number: int, player: int) -> None:
        self.matches.append(Match(number, player, None, WIN, MatchKind.BYE))

    def unpaired(self, number: int, player: int, games: Games = (0, 0, 0)) -> None:
        self.matches.append(Match(number, player, None, games, MatchKind.UNPAIRED))

    def double_loss(self, number: int, first: int, second: int) -> None:
        self.matches.append(Match(number, first, second, (0, 0, 0), MatchKind.DOUBLE_LOSS))

    def record(self, player: int, wins: int, losses: int, draws: int, start: int = 1) -> None:
        """Matches against opponents who appear only here, from round `start` on."""
        for games in [WIN] * wins + [LOSS] * losses + [DRAW] * draws:
            self.extras += 1
            self.play(start, player, self.extras, games)
            start += 1

    def tournament(
        self,
        profile: str | Profile = "mtr",
        stages: tuple[Stage, ...] | None = None,
        seed: int = 0,
        disqualified: frozenset[int] = frozenset(),
        idle: Sequence[int] = (),
    ) -> Tournament:
        players = {match.first for match in self.matches} | set(idle)
        players |= {match.second for match in self.matches if match.second is not None}
        last = max((match.round for match in self.matches), default=1)
        return Tournament(
            profile=PROFILES[profile] if isinstance(profile, str) else profile,
            players=tuple(sorted(players)),
            stages=stages or (Stage(1, last),),
            matches=tuple(self.matches),
            disqualified=disqualified,
            seed=seed,
        )

    def rows(self, profile: str | Profile = "mtr", **more: object) -> dict[int, Row]:
        tournament = self.tournament(profile, **more)  # type: ignore[arg-type]
        return {row.player: row for row in compute(tournament)}


def met(records: Sequence[Record], byes: int = 0) -> tuple[Builder, int]:
    """An event in which player 1 had byes, then met one opponent of each record (w, l, d)."""
    builder = Builder()
    for number in range(1, byes + 1):
        builder.bye(number, 1)
    for number, (wins, losses, draws) in enumerate(records, start=byes + 1):
        opponent = 100 + number
        if wins:
            builder.play(number, opponent, 1, WIN)
            wins -= 1
        elif losses:
            builder.play(number, opponent, 1, LOSS)
            losses -= 1
        else:
            builder.play(number, opponent, 1, DRAW)
            draws -= 1
        builder.record(opponent, wins, losses, draws, start=100)
    return builder, 1
