"""Rank players: the only code that makes standings."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from hashlib import sha256
from itertools import chain, repeat

from standings.ledger import Ledger, Tally
from standings.means import Measure
from standings.measures import all_measures, head_to_head, measured, overwrite
from standings.packed_sums import FIELD
from standings.row import Row, Scales
from standings.rule_values import LOWER_IS_BETTER, Tiebreaker
from standings.types import Match, TableMatch, Tournament

Span = tuple[int, int]


def draw_of(seed: int, player: int) -> bytes:
    """Return the key by which the seed orders a player among equals: lower ranks first.

    Depends on nothing but the seed and the player's id, so that anyone can repeat it.
    """
    return sha256(f"{seed}:{player}".encode()).digest()


class Running:
    """Standings that are updated as matches are added.

    Takes everything but the matches from `tournament`; `through_round` leaves out later
    rounds. `compute` is `add` of all matches, then `rows`.
    """

    def __init__(self, tournament: Tournament, through_round: int | None = None) -> None:
        self.tournament = tournament
        self.ledger = Ledger(tournament.profile, tournament.players, _dropped(tournament))
        self._counted = {
            number
            for stage in tournament.stages
            if stage.swiss
            for number in range(stage.first_round, stage.last_round + 1)
            if through_round is None or number <= through_round
        }

    def add(self, matches: Iterable[Match | TableMatch]) -> Running:
        """Add more matches; those of playoffs and of left-out rounds are skipped."""
        rounds: defaultdict[int, list[Match | TableMatch]] = defaultdict(list)
        for match in matches:
            rounds[match.round].append(match)
        for number in rounds.keys() & self._counted:
            self.ledger.add(number, rounds[number])
        return self

    def measures(self, tally: Tally) -> list[Measure]:
        """Return the `measured` tiebreakers of all players, frozen where a stage froze them."""
        measures = all_measures(tally, self.ledger)
        frozen: set[int] = set()
        for last, out in self.freezes():
            ended = all_measures(self.ledger.tally(last), self.ledger)
            measures = [
                overwrite(measure, earlier, out - frozen)
                for measure, earlier in zip(measures, ended, strict=True)
            ]
            frozen |= out
        return measures

    def freezes(self) -> Iterator[tuple[int, set[int]]]:
        """Yield rounds after which figures are frozen, and the positions of the players, in order.

        Those are the players who did not advance from a finished stage and, if the profile freezes
        them, players who dropped. The first round for a player counts.
        """
        yield from sorted(self._freezes(), key=lambda freeze: freeze[0])

    def _freezes(self) -> Iterator[tuple[int, set[int]]]:
        latest = max(self.ledger.rounds, default=0)
        if self.tournament.profile.dropped_frozen:
            left: defaultdict[int, set[int]] = defaultdict(set)
            for position in self.ledger.left_by(latest):
                left[self.ledger.left[position]].add(position)
            yield from left.items()
        for stage in self.tournament.stages:
            if stage.swiss and stage.advancing is not None and latest > stage.last_round:
                out = self.ledger.position.keys() - stage.advancing
                yield stage.last_round, {self.ledger.position[player] for player in out}

    def rows(self) -> tuple[Row, ...]:
        """Return the standings: match points first, then the profile's tiebreakers."""
        profile = self.tournament.profile
        tally = self.ledger.tally()
        by_name = dict(zip(measured(profile), self.measures(tally), strict=True))
        order = list(range(len(tally.totals)))
        ties = [(0, len(order))] if order else []
        if self.tournament.disqualified:
            stays = [player not in self.tournament.disqualified for player in self.ledger.players]
            ties = split(order, ties, stays)
        ties = split(order, ties, [total & FIELD for total in tally.totals])
        for name in profile.ranked_by:
            if name is Tiebreaker.HEAD_TO_HEAD:
                by_name[name] = self._duels(tally, order, ties)
            values = by_name[name].values
            if name in LOWER_IS_BETTER:
                values = [-value for value in values]
            ties = split(order, ties, values)
        drawn = self._draw(order, ties)
        return self._rows(order, drawn, tally, by_name)

    def _duels(self, tally: Tally, order: Sequence[int], ties: Iterable[Span]) -> Measure:
        values = [0] * len(order)
        for start, end in ties:
            for position, points in head_to_head(tally, self.ledger, order[start:end]).items():
                values[position] = points
        return Measure(values, 1)

    def _draw(self, order: list[int], ties: Iterable[Span]) -> set[int]:
        """Sort players who are equal on everything by the seed; return those players."""
        seed, players = self.tournament.seed, self.ledger.players
        drawn: set[int] = set()
        for start, end in ties:
            order[start:end] = sorted(order[start:end], key=lambda at: draw_of(seed, players[at]))
            drawn.update(order[start:end])
        return drawn

    def _rows(
        self, order: list[int], drawn: set[int], tally: Tally, by_name: dict[Tiebreaker, Measure]
    ) -> tuple[Row, ...]:
        players = list(map(self.ledger.players.__getitem__, order))
        out = self.tournament.disqualified
        last = len(players) - sum(map(out.__contains__, players))
        places = chain(range(1, last + 1), repeat(None))
        columns = [map(measure.values.__getitem__, order) for measure in by_name.values()]
        denominators = tuple(measure.scale for measure in by_name.values())
        scales = Scales(self.tournament.profile, tuple(by_name), denominators)
        totals = map(tally.totals.__getitem__, order)
        flags = map(drawn.__contains__, order)
        ranked = zip(*columns, strict=True)
        return tuple(map(Row._make, zip(places, players, flags, totals, ranked, repeat(scales))))


def _dropped(tournament: Tournament) -> dict[int, int]:
    """Return the dropped players, except those who finished a stage and missed its cut."""
    out = {
        player
        for stage in tournament.stages
        if stage.swiss and stage.advancing is not None
        for player, last in tournament.dropped.items()
        if player not in stage.advancing and last >= stage.last_round
    }
    return {player: last for player, last in tournament.dropped.items() if player not in out}


def split(order: list[int], ties: Iterable[Span], values: Sequence[float]) -> list[Span]:
    """Sort each tied stretch of `order` by `values`, highest first; return what stays tied.

    `order` holds positions in `values` and is changed in place; a stretch is (start, end).
    """
    tied = []
    for start, end in ties:
        part = sorted(order[start:end], key=values.__getitem__, reverse=True)
        order[start:end] = part
        begin, before = start, values[part[0]]
        for place, position in enumerate(part, start):
            value = values[position]
            if value != before:
                if place - begin > 1:
                    tied.append((begin, place))
                begin, before = place, value
        if end - begin > 1:
            tied.append((begin, end))
    return tied


def of_tournament(tournament: Tournament, through_round: int | None = None) -> Running:
    """Return the standings of all matches and tables of an event, to read or to extend."""
    return Running(tournament, through_round).add(tournament.matches).add(tournament.tables)


def compute(tournament: Tournament, through_round: int | None = None) -> tuple[Row, ...]:
    """Return the standings after `through_round` (all rounds: None), best first.

    Everyone has a distinct place from 1 on; disqualified players are last without one. Raises
    ValueError for impossible matches (see `Ledger.add`).
    """
    return of_tournament(tournament, through_round).rows()
