"""Standings of tables of three to five, straight from the rules: slow, in fractions, by name."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from standings.profile import Profile
from standings.rule_values import Tiebreaker
from standings.types import Match, MatchKind, TableMatch, Tournament


@dataclass(frozen=True)
class NaiveRow:
    """The figures of one player; `mw` before the floor, None without a round."""

    points: Fraction
    rounds: int
    mw: Fraction | None
    mw_used: Fraction
    omw: Fraction | None
    opponents_points: Fraction | None
    values: dict[Tiebreaker, Fraction]


class Naive:
    """Every figure of an event of tables, computed again for each question."""

    def __init__(self, tournament: Tournament) -> None:
        self.profile: Profile = tournament.profile
        self.tables: list[TableMatch] = list(tournament.tables)
        self.alone: list[Match] = list(tournament.matches)
        self.players = tournament.players

    def row(self, player: int) -> NaiveRow:
        met = self.met(player)
        phantoms = self.phantoms(player)
        floor = self.profile.floor
        omw = [self.mw_used(other) for other in met] + [floor] * phantoms
        points = [self.points(other) for other in met]
        mean = sum(omw, Fraction(0)) / len(omw) if omw else None
        average = sum(points, Fraction(0)) / len(points) if points else None
        second = [self.omw_ranked(other) for other in met]
        return NaiveRow(
            points=self.points(player),
            rounds=self.rounds(player),
            mw=self.mw(player) if self.rounds(player) else None,
            mw_used=self.mw_used(player),
            omw=mean,
            opponents_points=average,
            values={
                Tiebreaker.OMW: self.omw_ranked(player),
                Tiebreaker.MW: self.mw_used(player),
                Tiebreaker.OOMW: sum(second, Fraction(0)) / len(second) if second else floor,
                Tiebreaker.OPPONENTS_POINTS: average or Fraction(0),
                Tiebreaker.TABLES: Fraction(len(self.at(player))),
                Tiebreaker.BEATEN: Fraction(self.beaten(player)),
            },
        )

    def at(self, player: int) -> list[tuple[TableMatch, int]]:
        return [
            (table, table.players.index(player)) for table in self.tables if player in table.players
        ]

    def byes(self, player: int) -> int:
        return sum(one.first == player and one.kind is MatchKind.BYE for one in self.alone)

    def losses(self, player: int) -> int:
        return sum(one.first == player and one.kind is MatchKind.UNPAIRED for one in self.alone)

    def rounds(self, player: int) -> int:
        return len(self.at(player)) + self.byes(player) + self.losses(player)

    def points(self, player: int) -> Fraction:
        bye = self.profile.win if self.profile.bye is None else self.profile.bye
        won = sum((self.worth(table.marks, seat) for table, seat in self.at(player)), Fraction(0))
        return won + self.byes(player) * bye

    def worth(self, marks: str, seat: int) -> Fraction:
        mark = marks[seat]
        if not mark.isdigit():
            by_mark = {"w": self.profile.win, "d": self.profile.draw, "l": self.profile.loss}
            return Fraction(by_mark[mark])
        pay = next(row for row in self.profile.places if len(row) == len(marks))
        equals = [at for at, other in enumerate(sorted(marks)) if other == mark]
        return Fraction(sum(pay[at] for at in equals), len(equals))

    def mw(self, player: int) -> Fraction | None:
        profile = self.profile
        rounds, points = self.rounds(player), self.points(player)
        if not profile.bye_counts:
            rounds -= self.byes(player)
            points -= self.byes(player) * (profile.win if profile.bye is None else profile.bye)
        if profile.event_rounds:
            rounds = len({one.round for one in self.tables} | {one.round for one in self.alone})
        return points / (profile.win * rounds) if rounds else None

    def mw_used(self, player: int) -> Fraction:
        mw = self.mw(player)
        return self.profile.floor if mw is None else max(mw, self.profile.floor)

    def omw_ranked(self, player: int) -> Fraction:
        omw = [self.mw_used(other) for other in self.met(player)]
        omw += [self.profile.floor] * self.phantoms(player)
        return sum(omw, Fraction(0)) / len(omw) if omw else self.profile.floor

    def met(self, player: int) -> list[int]:
        met = list(self._met(player))
        return list(dict.fromkeys(met)) if self.profile.meet_once else met

    def _met(self, player: int) -> Iterator[int]:
        for table, _ in self.at(player):
            yield from (other for other in table.players if other != player)

    def phantoms(self, player: int) -> int:
        size = self.profile.table_size or 0
        missing = sum(max(0, size - len(table.players)) for table, _ in self.at(player))
        byes = self.byes(player) * self.profile.bye_opponents
        return missing * self.profile.short_opponents + byes

    def beaten(self, player: int) -> int:
        won = 0
        for table, seat in self.at(player):
            mark = table.marks[seat]
            won += (len(table.marks) - 1) * (mark in "w1" and table.marks.count(mark) == 1)
        return won
