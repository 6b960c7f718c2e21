"""Putting players in order: the one place that makes standings."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from hashlib import sha256
from itertools import groupby, pairwise

from standings.ledger import (
    BYES,
    DRAWS,
    GAME_POINTS,
    GAMES,
    LOSSES,
    POINTS,
    ROUNDS,
    WINS,
    Ledger,
    field,
)
from standings.measures import Measure, all_measures, head_to_head, join, other_tiebreakers
from standings.profile import Tiebreaker
from standings.types import Match, Row, Scales, Tournament

Key = tuple[int, ...]
BASE = (Tiebreaker.OMW, Tiebreaker.GW, Tiebreaker.OGW)


def draw_of(seed: int, player: int) -> bytes:
    """Where the seed puts a player among equals: lower comes first.

    Depends on nothing but the seed and the player's id, so that anyone can repeat it.
    """
    return sha256(f"{seed}:{player}".encode()).digest()


@dataclass(frozen=True, slots=True)
class _Freeze:
    """The end of a stage: the percentages of `players` stay as `ledger` has them."""

    rounds: frozenset[int]
    players: tuple[int, ...]
    ledger: Ledger


class Running:
    """Standings that are kept while matches come in.

    Takes everything but the matches from `tournament`; `through_round` leaves out later
    rounds. `compute` is `add` of all matches, then `rows`.
    """

    def __init__(self, tournament: Tournament, through_round: int | None = None) -> None:
        self.tournament = tournament
        profile, players = tournament.profile, tournament.players
        if len(set(players)) != len(players):
            raise ValueError("a player is listed twice")
        rounds: set[int] = set()
        remaining = dict.fromkeys(players)
        self._freezes: list[_Freeze] = []
        swiss = [stage for stage in tournament.stages if stage.swiss]
        for stage in swiss:
            last = stage.last_round
            if through_round is not None:
                last = min(last, through_round)
            rounds.update(range(stage.first_round, last + 1))
            if stage.advancing is None or stage is swiss[-1]:
                continue
            if through_round is None or through_round > stage.last_round:
                frozen = tuple(player for player in remaining if player not in stage.advancing)
                for player in frozen:
                    del remaining[player]
                ledger = Ledger(profile, players)
                self._freezes.append(_Freeze(frozenset(rounds), frozen, ledger))
        self._rounds = frozenset(rounds)
        self._playing = tuple(remaining)
        self.ledger = Ledger(profile, players)

    def add(self, matches: Iterable[Match]) -> Running:
        """Count more matches; those of playoffs and of later rounds are left out."""
        rounds = self._rounds
        counted = [match for match in matches if match.round in rounds]
        self.ledger.add(counted)
        for freeze in self._freezes:
            freeze.ledger.add(match for match in counted if match.round in freeze.rounds)
        return self

    def measures(self) -> list[Measure]:
        """OMW%, GW%, OGW% and the profile's other measures of all players."""
        parts = [all_measures(freeze.ledger, freeze.players) for freeze in self._freezes]
        parts.append(all_measures(self.ledger, self._playing))
        return [join(same) for same in zip(*parts, strict=True)]

    def rows(self) -> tuple[Row, ...]:
        """The standings now: match points first, then the profile's tiebreakers."""
        profile = self.tournament.profile
        measures = self.measures()
        names = BASE + other_tiebreakers(profile)
        keys, duels = self._order(dict(zip(names, measures, strict=True)))
        others = list(zip(names[3:], (measure.scale for measure in measures[3:]), strict=True))
        if Tiebreaker.HEAD_TO_HEAD in profile.ranked_by:
            measures.append(Measure(duels, 1))
            others.append((Tiebreaker.HEAD_TO_HEAD, 1))
        omw, gw, ogw = (measure.scale for measure in measures[:3])
        scales = Scales(profile, omw, gw, ogw, tuple(others))
        columns = [measure.values for measure in measures]
        order, drawn = self._places(keys)
        return self._rows(order, drawn, columns, scales)

    def _order(self, measures: dict[Tiebreaker, Measure]) -> tuple[dict[int, Key], dict[int, int]]:
        """What each player is ranked by, and the points of tied players among themselves."""
        names = self.tournament.profile.ranked_by
        points = {player: field(total, POINTS) for player, total in self.ledger.totals.items()}
        if Tiebreaker.HEAD_TO_HEAD not in names:
            columns = [measures[name].values for name in names]
            return _keys(points, columns), {}
        split = names.index(Tiebreaker.HEAD_TO_HEAD)
        columns = [measures[name].values for name in names[:split]]
        keys = _keys(points, columns)
        duels: dict[int, int] = {}
        for _, group in groupby(sorted(keys, key=keys.__getitem__), keys.__getitem__):
            duels |= head_to_head(self.ledger, tuple(group))
        columns += [duels, *(measures[name].values for name in names[split + 1 :])]
        return _keys(points, columns), duels

    def _places(self, keys: dict[int, Key]) -> tuple[list[int], set[int]]:
        """Players best first, disqualified ones last, and whose order was drawn."""
        out, seed = self.tournament.disqualified, self.tournament.seed
        order = [player for player in keys if player not in out] if out else list(keys)
        order.sort(key=keys.__getitem__, reverse=True)
        order += sorted((p for p in keys if p in out), key=keys.__getitem__, reverse=True)
        tied: set[int] = set()
        for one, other in pairwise(order):
            if keys[one] == keys[other] and (one in out) == (other in out):
                tied |= {one, other}
        if tied:
            position = 0
            for _, equal in groupby(order, lambda player: (keys[player], player in out)):
                group = list(equal)
                if len(group) > 1:
                    group.sort(key=lambda player: draw_of(seed, player))
                    order[position : position + len(group)] = group
                position += len(group)
        return order, tied

    def _rows(
        self, order: Sequence[int], drawn: set[int], columns: list[dict[int, int]], scales: Scales
    ) -> tuple[Row, ...]:
        totals, opponents = self.ledger.totals, self.ledger.opponents
        out = self.tournament.disqualified
        found = []
        for place, player in enumerate(order, start=1):
            total = totals[player]
            found.append(
                Row(
                    place=None if player in out else place,
                    player=player,
                    points=field(total, POINTS),
                    wins=field(total, WINS),
                    losses=field(total, LOSSES),
                    draws=field(total, DRAWS),
                    byes=field(total, BYES),
                    rounds=field(total, ROUNDS),
                    faced=len(opponents[player]),
                    games=field(total, GAMES),
                    game_points=field(total, GAME_POINTS),
                    drawn=player in drawn,
                    ranked=tuple([column[player] for column in columns]),
                    scales=scales,
                )
            )
        return tuple(found)


def _keys(points: dict[int, int], columns: list[dict[int, int]]) -> dict[int, Key]:
    return {
        player: (value, *[column[player] for column in columns]) for player, value in points.items()
    }


def compute(tournament: Tournament, through_round: int | None = None) -> tuple[Row, ...]:
    """The standings after `through_round` (all rounds: None), best first.

    Everybody has a distinct place from 1 on; disqualified players come last without one.
    Raises ValueError for matches that cannot be (see `Ledger.add`).
    """
    return Running(tournament, through_round).add(tournament.matches).rows()
