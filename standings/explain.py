"""The arithmetic behind the figures, worked out so that a player can check it with a pencil.

It uses fractions and the record of each opponent, apart from the whole numbers that rank; the
tests hold both to the same value.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import NamedTuple

from standings.display import figure
from standings.explained import (
    Average,
    Compared,
    Cumulative,
    Explanation,
    GamesLine,
    Line,
    OwnGames,
    Part,
    Record,
    Separation,
    Skipped,
    Step,
)
from standings.ledger import NOBODY, Ledger, Tally
from standings.measures import OTHERS, match_win, mean_of_opponents, measured
from standings.profile import Profile, Tiebreaker
from standings.ranking import Running
from standings.row import Row
from standings.totals import Sum, unpack
from standings.types import Tournament

NONE = Fraction(0)
RECORD = ("wins", "losses", "draws", "byes", "rounds", "points", "game_points", "games")


class _Share(NamedTuple):
    """One opponent's value; `won` of `possible` where it is a share of points."""

    used: Fraction
    won: int | None = None
    possible: int | None = None
    raw: Fraction | None = None


def _share(won: int, possible: int, floor: Fraction | None, empty: Fraction) -> _Share:
    if not possible:
        return _Share(empty, won, possible)
    raw = Fraction(won, possible)
    return _Share(raw if floor is None else max(raw, floor), won, possible, raw)


class _State:
    """The sums after some rounds, read by position of a player."""

    def __init__(self, ledger: Ledger, last: int | None) -> None:
        self.ledger, self.profile = ledger, ledger.profile
        self.tally: Tally = ledger.tally(last)
        self.rounds = [n for n in sorted(ledger.rounds) if last is None or n <= last]

    def record(self, at: int) -> Record:
        total = self.tally.totals[at]
        return Record(*(unpack(total, Sum[name.upper()]) for name in RECORD))

    def match_win(self, at: int) -> _Share:
        record, floor = self.record(at), self.profile.floor
        return _share(record.points, self.profile.most * record.rounds, floor, floor)

    def game_win(self, at: int) -> _Share:
        record, floor = self.record(at), self.profile.floor
        floored = self.profile.floor_opponents_gw
        return _share(record.game_points, 3 * record.games, floor if floored else None, floor)

    def strength(self, at: int) -> _Share:
        record = self.record(at)
        return _share(record.points, record.rounds, None, NONE)

    def means(self, tiebreaker: Tiebreaker) -> Callable[[int], _Share]:
        """Reads the value of each player that an average of averages is made of."""
        if tiebreaker is Tiebreaker.OOMW:
            measure = mean_of_opponents(self.tally, match_win(self.tally), self.profile.floor)
        elif tiebreaker is Tiebreaker.EXTENDED_SOS:
            measure = OTHERS[Tiebreaker.SOS](self.tally, self.ledger)
        else:
            measure = OTHERS[Tiebreaker.CUMULATIVE](self.tally, self.ledger)
        return lambda at: _Share(Fraction(measure.values[at], measure.scale))


def _average(
    state: _State, at: int, name: Tiebreaker, value: Callable[[int], _Share], empty: Fraction
) -> Average:
    """The mean of `value` over the opponents of the player at `at`."""
    digits = state.profile.digits
    lines, skipped = [], []
    for number in state.rounds:
        book = state.ledger.rounds[number]
        met, result = book.opponents[at], book.results[at]
        if met != NOBODY:
            share = value(met)
            lines.append(
                Line(
                    round=number,
                    player=state.ledger.players[met],
                    record=state.record(met),
                    won=share.won,
                    possible=share.possible,
                    raw=share.raw,
                    used=share.used,
                    floored=share.won is not None and share.used != share.raw,
                    text=figure(name, share.used, digits),
                )
            )
        elif result:
            skipped.append(Skipped(number, "bye" if unpack(result, Sum.BYES) else "no-opponent"))
    total = sum((line.used for line in lines), NONE)
    mean = total / len(lines) if lines else None
    return Average(
        tiebreaker=name,
        lines=tuple(lines),
        skipped=tuple(skipped),
        total=total,
        count=len(lines),
        value=mean,
        ranked=empty if mean is None else mean,
        text=figure(name, mean, digits),
    )


def _own_games(state: _State, at: int) -> OwnGames:
    profile, record = state.profile, state.record(at)
    lines = []
    for number in state.rounds:
        book = state.ledger.rounds[number]
        met, result = book.opponents[at], book.results[at]
        if games := unpack(result, Sum.GAMES):
            player = None if met == NOBODY else state.ledger.players[met]
            lines.append(GamesLine(number, player, unpack(result, Sum.GAME_POINTS), games))
    floor = profile.floor
    ranked = _share(
        record.game_points, 3 * record.games, floor if profile.floor_own_gw else None, floor
    )
    value = ranked.raw
    if value is not None and profile.show_own_gw_floored:
        value = max(value, floor)
    return OwnGames(
        tiebreaker=Tiebreaker.GW,
        lines=tuple(lines),
        won=record.game_points,
        possible=3 * record.games,
        raw=ranked.raw,
        value=value,
        ranked=ranked.used,
        floored=value != ranked.raw,
        text=figure(Tiebreaker.GW, value, profile.digits),
    )


def _cumulative(state: _State, at: int) -> Cumulative:
    steps: list[Step] = []
    value, points = NONE, 0
    for number in state.rounds:
        result = state.ledger.rounds[number].results[at]
        if result:
            points += unpack(result, Sum.POINTS)
            value = value / 4 + points
            steps.append(Step(number, points, value))
    text = figure(Tiebreaker.CUMULATIVE, value, state.profile.digits)
    return Cumulative(Tiebreaker.CUMULATIVE, tuple(steps), value, text)


def _parts(state: _State, at: int) -> Iterator[Part]:
    """One part for each figure of the event, in the order of `measured`."""
    floor, use_games = state.profile.floor, state.profile.use_games
    for name in measured(state.profile):
        if name is Tiebreaker.OMW:
            yield _average(state, at, name, state.match_win, floor)
        elif name is Tiebreaker.GW:
            if use_games:
                yield _own_games(state, at)
        elif name is Tiebreaker.OGW:
            if use_games:
                yield _average(state, at, name, state.game_win, floor)
        elif name is Tiebreaker.SOS:
            yield _average(state, at, name, state.strength, NONE)
        elif name is Tiebreaker.CUMULATIVE:
            yield _cumulative(state, at)
        else:
            empty = floor if name is Tiebreaker.OOMW else NONE
            yield _average(state, at, name, state.means(name), empty)


def _compare(profile: Profile, ahead: Row, behind: Row) -> Iterator[Compared]:
    """Match points and each tiebreaker of two rows, as they rank, until one differs."""
    points = Fraction(ahead.points), Fraction(behind.points)
    yield Compared("points", *points, str(ahead.points), str(behind.points))
    for name in profile.ranked_by:
        first, second = ahead.exact(name), behind.exact(name)
        digits = profile.digits
        texts = figure(name, first, digits), figure(name, second, digits)
        while first != second and texts[0] == texts[1]:
            digits += 1
            texts = figure(name, first, digits), figure(name, second, digits)
        yield Compared(name.value, first, second, *texts)


class Explainer:
    """Explains many players of one standings without computing it again for each."""

    def __init__(self, tournament: Tournament, through_round: int | None = None) -> None:
        self.tournament = tournament
        running = Running(tournament, through_round).add(tournament.matches)
        self._ledger = running.ledger
        self._freezes = list(running.freezes())
        self._states: dict[int | None, _State] = {}
        self.rows = running.rows()
        self._order = {row.player: at for at, row in enumerate(self.rows)}

    def explain(self, player: int) -> Explanation:
        """Everything behind one player's figures.

        Raises ValueError for a player who is not in the event.
        """
        self._row(player)
        at = self._ledger.position[player]
        last = next((last for last, out in self._freezes if at in out), None)
        if last not in self._states:
            self._states[last] = _State(self._ledger, last)
        state = self._states[last]
        return Explanation(
            player=player,
            record=state.record(at),
            floor=state.profile.floor,
            frozen_after=last,
            match_win=state.match_win(at).used,
            parts=tuple(_parts(state, at)),
        )

    def separate(self, first: int, second: int) -> Separation:
        """What puts one of two players before the other.

        Raises ValueError for a player who is not in the event, or the same player twice.
        """
        if first == second:
            raise ValueError("two different players are needed")
        pair = sorted(
            (self._row(first), self._row(second)), key=lambda row: self._order[row.player]
        )
        ahead, behind = pair
        if (ahead.place is None) != (behind.place is None):
            return Separation(ahead.player, behind.player, "disqualified", ())
        compared: list[Compared] = []
        for step in _compare(self.tournament.profile, ahead, behind):
            compared.append(step)
            if step.first != step.second:
                return Separation(ahead.player, behind.player, step.by, tuple(compared))
        return Separation(ahead.player, behind.player, "seed", tuple(compared))

    def _row(self, player: int) -> Row:
        if player not in self._order:
            raise ValueError(f"player {player} is not in the event")
        return self.rows[self._order[player]]


def explain(tournament: Tournament, player: int, through_round: int | None = None) -> Explanation:
    """Everything behind one player's figures; see `Explainer` for many players."""
    return Explainer(tournament, through_round).explain(player)


def separate(
    tournament: Tournament, first: int, second: int, through_round: int | None = None
) -> Separation:
    """What separates two players; see `Explainer` for many pairs."""
    return Explainer(tournament, through_round).separate(first, second)
