"""Putting players in order: the one place that makes standings."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable
from hashlib import sha256
from itertools import chain, groupby, repeat

from standings.ledger import Ledger, Tally
from standings.measures import Measure, all_measures, head_to_head, join, measured
from standings.profile import Tiebreaker
from standings.row import Row, Scales
from standings.totals import FIELD
from standings.types import Match, Tournament

Group = list[int]


def draw_of(seed: int, player: int) -> bytes:
    """Where the seed puts a player among equals: lower comes first.

    Depends on nothing but the seed and the player's id, so that anyone can repeat it.
    """
    return sha256(f"{seed}:{player}".encode()).digest()


class Running:
    """Standings that are kept while matches come in.

    Takes everything but the matches from `tournament`; `through_round` leaves out later
    rounds. `compute` is `add` of all matches, then `rows`.
    """

    def __init__(self, tournament: Tournament, through_round: int | None = None) -> None:
        self.tournament = tournament
        if len(set(tournament.players)) != len(tournament.players):
            raise ValueError("a player is listed twice")
        self.ledger = Ledger(tournament.profile, tournament.players)
        self._counted = {
            number
            for stage in tournament.stages
            if stage.swiss
            for number in range(stage.first_round, stage.last_round + 1)
            if through_round is None or number <= through_round
        }

    def add(self, matches: Iterable[Match]) -> Running:
        """Count more matches; those of playoffs and of left-out rounds are skipped."""
        rounds: defaultdict[int, list[Match]] = defaultdict(list)
        for match in matches:
            rounds[match.round].append(match)
        for number in rounds.keys() & self._counted:
            self.ledger.add(number, rounds[number])
        return self

    def measures(self, tally: Tally) -> list[Measure]:
        """The `measured` tiebreakers of everybody, frozen where a stage froze them."""
        remaining = dict.fromkeys(self.tournament.players)
        parts = []
        for stage in self.tournament.stages:
            later = any(number > stage.last_round for number in self.ledger.rounds)
            if not stage.swiss or stage.advancing is None or not later:
                continue
            frozen = [player for player in remaining if player not in stage.advancing]
            for player in frozen:
                del remaining[player]
            ended = self.ledger.tally(n for n in self.ledger.rounds if n <= stage.last_round)
            parts.append((all_measures(ended, self.ledger), frozen))
        parts.append((all_measures(tally, self.ledger), list(remaining)))
        columns = zip(*(found for found, _ in parts), strict=True)
        groups = [players for _, players in parts]
        return [join(list(zip(column, groups, strict=True))) for column in columns]

    def rows(self) -> tuple[Row, ...]:
        """The standings now: match points first, then the profile's tiebreakers."""
        profile, out = self.tournament.profile, self.tournament.disqualified
        tally = self.ledger.tally()
        names = measured(profile)
        found = dict(zip(names, self.measures(tally), strict=True))
        groups = [[player for player in tally.totals if player not in out]]
        groups.append([player for player in tally.totals if player in out])
        points = {player: total & FIELD for player, total in tally.totals.items()}
        groups = _split(groups, points.__getitem__)
        for name in profile.ranked_by:
            if name is Tiebreaker.HEAD_TO_HEAD:
                found[name] = Measure(dict.fromkeys(tally.totals, 0), 1)
                for group in groups:
                    if len(group) > 1:
                        found[name].values.update(head_to_head(tally, self.ledger, group))
            groups = _split(groups, found[name].values.__getitem__)
        return self._rows(groups, tally, found)

    def _rows(
        self, groups: list[Group], tally: Tally, found: dict[Tiebreaker, Measure]
    ) -> tuple[Row, ...]:
        """Rows of groups of equal players; the seed orders inside a group."""
        seed, out = self.tournament.seed, self.tournament.disqualified
        drawn: set[int] = set()
        for group in groups:
            if len(group) > 1:
                group.sort(key=lambda player: draw_of(seed, player))
                drawn.update(group)
        order = list(chain.from_iterable(groups))
        places = [None if player in out else place for place, player in enumerate(order, 1)]
        columns = [map(measure.values.__getitem__, order) for measure in found.values()]
        denominators = tuple(measure.scale for measure in found.values())
        scales = Scales(self.tournament.profile, tuple(found), denominators)
        totals = map(tally.totals.__getitem__, order)
        flags = map(drawn.__contains__, order)
        ranked = zip(*columns, strict=True)
        return tuple(map(Row, places, order, flags, totals, ranked, repeat(scales)))


def _split(groups: Iterable[Group], value: Callable[[int], int]) -> list[Group]:
    """Each group of equal players split by `value`, highest first."""
    found = []
    for group in groups:
        if len(group) > 1:
            group.sort(key=value, reverse=True)
            found += [list(equal) for _, equal in groupby(group, value)]
        elif group:
            found.append(group)
    return found


def compute(tournament: Tournament, through_round: int | None = None) -> tuple[Row, ...]:
    """The standings after `through_round` (all rounds: None), best first.

    Everybody has a distinct place from 1 on; disqualified players come last without one.
    Raises ValueError for matches that cannot be (see `Ledger.add`).
    """
    return Running(tournament, through_round).add(tournament.matches).rows()
