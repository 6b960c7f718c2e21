"""The parts of an explanation: each figure of one player, from the totals after some rounds."""

from collections.abc import Callable, Iterator
from dataclasses import fields
from fractions import Fraction
from typing import Any, NamedTuple

from standings.display import PERCENTAGES, cut_off, figure
from standings.explained import (
    Average,
    Cumulative,
    GamesLine,
    Line,
    OwnGames,
    OwnLosses,
    Part,
    Pooled,
    PooledLine,
    Record,
    Skipped,
    Step,
    TableAverage,
)
from standings.ledger import NOBODY, Ledger, Tally
from standings.measures import (
    OTHERS,
    ShareOf,
    game_share,
    loss_share,
    match_share,
    match_win,
    measured,
    opponents_match_win,
)
from standings.packed_sums import Sum, unpack
from standings.profile import Profile
from standings.rule_values import GAME_TIEBREAKERS, TABLE_TIEBREAKERS, Mean, Tiebreaker
from standings.tables.table_arithmetic import COUNTS, counted, own_matches, phantoms

NONE = Fraction(0)
Pool = Callable[[int], tuple[Fraction, int]]
POOLED: dict[Tiebreaker, ShareOf] = {
    Tiebreaker.OMW: match_share,
    Tiebreaker.OOMW: match_share,
    Tiebreaker.OGW: game_share,
    Tiebreaker.OPPONENTS_MATCH_LOSS: loss_share,
}
RECORD = ("wins", "losses", "draws", "byes", "rounds", "points", "game_points", "games")


class _Share(NamedTuple):
    """One opponent's value; `won` of `possible` if it is a share of points."""

    used: Fraction
    won: int | Fraction | None = None
    possible: int | None = None
    raw: Fraction | None = None
    capped: bool = False


def _share(won: int | Fraction, possible: int, floor: Fraction | None, empty: Fraction) -> _Share:
    if not possible:
        return _Share(empty, won, possible)
    raw = Fraction(won, possible)
    return _Share(raw if floor is None else max(raw, floor), won, possible, raw)


class State:
    """The totals after some rounds, by position of the player."""

    def __init__(self, ledger: Ledger, last: int | None) -> None:
        self.ledger, self.profile = ledger, ledger.profile
        self.tally: Tally = ledger.tally(last)
        self.rounds = [n for n in sorted(ledger.rounds) if last is None or n <= last]

    def record(self, at: int) -> Record:
        """Return the record of a player so far."""
        total = self.tally.totals[at]
        sums: dict[str, Any] = {name: unpack(total, Sum[name.upper()]) for name in RECORD}
        return Record(**sums | {"points": self.points(sums["points"])})

    def points(self, parts: int) -> int | Fraction:
        """Convert match points from fractional parts; whole ones become a whole number."""
        points = Fraction(parts, self.profile.parts)
        return points.numerator if points.denominator == 1 else points

    def met(self, at: int) -> Iterator[tuple[int, int]]:
        """Yield the rounds and positions of the opponents who count for a player."""
        seen: set[int] = set()
        for number in self.rounds:
            for met in self.ledger.rounds[number].met(at):
                if not (self.profile.meet_once and met in seen):
                    seen.add(met)
                    yield number, met

    def match_win(self, at: int) -> _Share:
        """Return a match-win percentage as opponents use it, with floor and cap."""
        profile = self.profile
        won, possible = match_share(self.tally, self.tally.totals[at])
        points, possible = self.points(won), possible // profile.parts
        share = _share(points, possible, profile.floor, profile.floor)
        if at in self.tally.dropped and share.used > profile.dropped_cap:
            return share._replace(used=profile.dropped_cap, capped=True)
        return share

    def match_loss(self, at: int) -> _Share:
        """Return the share of matches lost."""
        lost, matches = loss_share(self.tally, self.tally.totals[at])
        return _share(lost, matches, None, NONE)

    def game_win(self, at: int) -> _Share:
        """Return a game-win percentage as opponents use it."""
        record, floor = self.record(at), self.profile.floor
        floored = self.profile.floor_opponents_gw
        return _share(record.game_points, 3 * record.games, floor if floored else None, floor)

    def strength(self, at: int) -> _Share:
        """Return a player's mean match points per round."""
        record = self.record(at)
        return _share(record.points, record.rounds, None, NONE)

    def match_points(self, at: int) -> _Share:
        """Return a player's match points."""
        return _Share(Fraction(self.record(at).points))

    def means(self, tiebreaker: Tiebreaker) -> Callable[[int], _Share]:
        """Return a reader of each player's value in an average of averages."""
        if tiebreaker is Tiebreaker.OOMW:
            measure = opponents_match_win(self.tally)
        elif tiebreaker is Tiebreaker.EXTENDED_SOS:
            measure = OTHERS[Tiebreaker.SOS](self.tally, self.ledger)
        else:
            measure = OTHERS[Tiebreaker.CUMULATIVE](self.tally, self.ledger)
        return lambda at: _Share(Fraction(measure.values[at], measure.scale))

    def pool(self, share: ShareOf) -> Pool:
        """Return a reader of the amounts each player won and could have won."""

        def read(at: int) -> tuple[Fraction, int]:
            won, possible = share(self.tally, self.tally.totals[at])
            return Fraction(won), possible

        return read

    def pool_behind(self, read: Pool) -> Pool:
        """Return a reader of the amounts that each player's opponents won together."""

        def behind(at: int) -> tuple[Fraction, int]:
            faced = [read(opponent) for opponent in self.tally.faced(at)]
            return sum((won for won, _ in faced), NONE), sum(possible for _, possible in faced)

        return behind

    def pools(self, name: Tiebreaker) -> Pool | None:
        """Return the reader with which a figure is pooled over the opponents; None for a mean."""
        kind = self.profile.opponents_mean
        if name is Tiebreaker.OOMW and kind is Mean.FLAT:
            own = match_win(self.tally)
            return self.pool_behind(lambda at: (Fraction(own.values[at], own.scale), 1))
        if name not in POOLED or kind is not Mean.POOLED:
            return None
        read = self.pool(POOLED[name])
        return self.pool_behind(read) if name is Tiebreaker.OOMW else read


def _shown(profile: Profile, name: Tiebreaker, value: Fraction) -> Fraction:
    """Return a value as shown and ranked: cut off if the profile does so."""
    if profile.cut_off and name in PERCENTAGES:
        return cut_off(value, profile.digits)
    return value


def _left_out(state: State, at: int) -> tuple[Skipped, ...]:
    """Return the rounds in which a player had no opponent."""
    skipped = []
    for number in state.rounds:
        book = state.ledger.rounds[number]
        if (result := book.results[at]) and book.opponents[at] == NOBODY:
            skipped.append(Skipped(number, "bye" if unpack(result, Sum.BYES) else "no-opponent"))
    return tuple(skipped)


def _pooled(state: State, at: int, name: Tiebreaker, read: Pool, empty: Fraction) -> Pooled:
    lines = [
        PooledLine(number, state.ledger.players[met], state.record(met), *read(met))
        for number, met in state.met(at)
    ]
    won, possible = sum((line.won for line in lines), NONE), sum(line.possible for line in lines)
    ranked = _shown(state.profile, name, won / possible if possible else empty)
    value = ranked if lines else None
    return Pooled(
        tiebreaker=name,
        lines=tuple(lines),
        skipped=_left_out(state, at),
        won=won,
        possible=possible,
        value=value,
        ranked=ranked,
        text=figure(name, value, state.profile.digits),
    )


def _average(
    state: State, at: int, name: Tiebreaker, value: Callable[[int], _Share], empty: Fraction
) -> Average:
    """Return the mean of `value` over the opponents of the player at `at`."""
    digits = state.profile.digits
    lines = []
    for number, met in state.met(at):
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
                floored=share.won is not None and share.used != share.raw and not share.capped,
                text=figure(name, share.used, digits),
                capped=share.capped,
            )
        )
    added = phantoms(state.ledger, state.rounds, at) if name is Tiebreaker.OMW else ()
    total = sum((line.used for line in lines), NONE)
    total += sum((more.count * more.used for more in added), NONE)
    count = len(lines) + sum(more.count for more in added)
    ranked = _shown(state.profile, name, total / count if count else empty)
    mean = ranked if count else None
    by_bye = {more.round for more in added if more.why == "bye"}
    average = Average(
        tiebreaker=name,
        lines=tuple(lines),
        skipped=tuple(out for out in _left_out(state, at) if out.round not in by_bye),
        total=total,
        count=count,
        value=mean,
        ranked=ranked,
        text=figure(name, mean, digits),
    )
    if state.profile.table_size is None:
        return average
    values: dict[str, Any] = {item.name: getattr(average, item.name) for item in fields(average)}
    return TableAverage(**values, phantoms=added)


def _own_games(state: State, at: int) -> OwnGames:
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
    if value is not None:
        if profile.show_own_gw_floored:
            value = max(value, floor)
        value = _shown(profile, Tiebreaker.GW, value)
    return OwnGames(
        tiebreaker=Tiebreaker.GW,
        lines=tuple(lines),
        won=record.game_points,
        possible=3 * record.games,
        raw=ranked.raw,
        value=value,
        ranked=_shown(profile, Tiebreaker.GW, ranked.used),
        floored=profile.show_own_gw_floored and ranked.raw is not None and ranked.raw < floor,
        text=figure(Tiebreaker.GW, value, profile.digits),
    )


def _own_losses(state: State, at: int) -> OwnLosses:
    share, name = state.match_loss(at), Tiebreaker.MATCH_LOSS
    ranked = _shown(state.profile, name, share.used)
    value = ranked if share.possible else None
    text = figure(name, value, state.profile.digits)
    return OwnLosses(name, int(share.won or 0), share.possible or 0, value, ranked, text)


def _cumulative(state: State, at: int) -> Cumulative:
    steps: list[Step] = []
    value, points = NONE, 0
    for number in state.rounds:
        result = state.ledger.rounds[number].results[at]
        if result:
            points += unpack(result, Sum.POINTS)
            value = value / 4 + Fraction(points, state.profile.parts)
            steps.append(Step(number, points // state.profile.parts, value))
    text = figure(Tiebreaker.CUMULATIVE, value, state.profile.digits)
    return Cumulative(Tiebreaker.CUMULATIVE, tuple(steps), value, text)


def _table_part(state: State, at: int, name: Tiebreaker) -> Part:
    """Return the part of a tiebreaker that only profiles for tables use."""
    if name in COUNTS:
        return counted(state.ledger, state.rounds, at, name)
    if name is Tiebreaker.OPPONENTS_POINTS:
        return _average(state, at, name, state.match_points, NONE)
    share = state.match_win(at)
    text = figure(name, share.used if share.possible else None, state.profile.digits)
    return own_matches(share.won or 0, share.possible or 0, share.used, text)


def parts(state: State, at: int) -> Iterator[Part]:
    """Return one part for each figure of the event, in the order of `measured`."""
    floor, use_games = state.profile.floor, state.profile.use_games
    for name in measured(state.profile):
        if name in GAME_TIEBREAKERS and not use_games:
            continue
        if name in TABLE_TIEBREAKERS:
            yield _table_part(state, at, name)
        elif pool := state.pools(name):
            worst = Fraction(1) if name is Tiebreaker.OPPONENTS_MATCH_LOSS else floor
            yield _pooled(state, at, name, pool, worst)
        elif name is Tiebreaker.OMW:
            yield _average(state, at, name, state.match_win, floor)
        elif name is Tiebreaker.GW:
            yield _own_games(state, at)
        elif name is Tiebreaker.OGW:
            yield _average(state, at, name, state.game_win, floor)
        elif name is Tiebreaker.MATCH_LOSS:
            yield _own_losses(state, at)
        elif name is Tiebreaker.OPPONENTS_MATCH_LOSS:
            yield _average(state, at, name, state.match_loss, Fraction(1))
        elif name is Tiebreaker.SOS:
            yield _average(state, at, name, state.strength, NONE)
        elif name is Tiebreaker.CUMULATIVE:
            yield _cumulative(state, at)
        else:
            empty = floor if name is Tiebreaker.OOMW else NONE
            yield _average(state, at, name, state.means(name), empty)
