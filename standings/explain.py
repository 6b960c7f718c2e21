"""The arithmetic behind the figures, so that a player can check it with a pencil.

It uses fractions and the record of each opponent, independently of the whole numbers that rank; the
tests check that both give the same value.
"""

from collections.abc import Iterator

from standings.arithmetic import State, parts
from standings.display import figure, plain
from standings.explained import Compared, Explanation, Separation
from standings.profile import Profile
from standings.ranking import of_tournament
from standings.row import Row
from standings.types import Tournament


def _compare(profile: Profile, ahead: Row, behind: Row) -> Iterator[Compared]:
    """Yield match points and each tiebreaker of two rows, as they rank, until one differs."""
    points = ahead.exact_points, behind.exact_points
    yield Compared("points", *points, *map(plain, points))
    for name in profile.ranked_by:
        first, second = ahead.exact(name), behind.exact(name)
        digits = profile.digits
        texts = figure(name, first, digits), figure(name, second, digits)
        while first != second and texts[0] == texts[1]:
            digits += 1
            texts = figure(name, first, digits), figure(name, second, digits)
        yield Compared(name.value, first, second, *texts)


class Explainer:
    """Explains several players of one standings without recomputing it for each."""

    def __init__(self, tournament: Tournament, through_round: int | None = None) -> None:
        self.tournament = tournament
        running = of_tournament(tournament, through_round)
        self._ledger = running.ledger
        self._freezes = list(running.freezes())
        self._states: dict[int | None, State] = {}
        self.rows = running.rows()
        self._order = {row.player: at for at, row in enumerate(self.rows)}

    def explain(self, player: int) -> Explanation:
        """Explain all figures of one player.

        Raises ValueError for a player who is not in the event.
        """
        self._row(player)
        at = self._ledger.position[player]
        last = next((last for last, out in self._freezes if at in out), None)
        if last not in self._states:
            self._states[last] = State(self._ledger, last)
        state = self._states[last]
        return Explanation(
            player=player,
            record=state.record(at),
            floor=state.profile.floor,
            frozen_after=last,
            match_win=state.match_win(at).used,
            parts=tuple(parts(state, at)),
            frozen_by_drop=last is not None and self._ledger.left.get(at) == last,
        )

    def separate(self, first: int, second: int) -> Separation:
        """Return the comparison that puts one of two players before the other.

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
    """Explain all figures of one player; see `Explainer` for many players."""
    return Explainer(tournament, through_round).explain(player)


def separate(
    tournament: Tournament, first: int, second: int, through_round: int | None = None
) -> Separation:
    """Return the comparison that separates two players; see `Explainer` for many pairs."""
    return Explainer(tournament, through_round).separate(first, second)
