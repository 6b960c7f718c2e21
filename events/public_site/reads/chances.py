"""Chances before a cut: for the desk from all results, for players from the public ones."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from events.models import Event
from events.public_site.reads.chance_states import KnownStage, known_live, known_to_players
from events.public_site.reads.estimates import Estimate, live_estimate, public_estimate
from events.public_site.reads.events import PublicEvent
from standings.chance_plans import Plan, plans
from standings.chances import Chance, Prospect, Result, Verdict, chances


@dataclass(frozen=True, slots=True)
class ShownChances:
    """Chances of the players in a stage that ends with a cut.

    The first `places` players advance, or all players with `threshold` points. `playing`: the round
    whose pairings are known, or None. `rounds_after`: the number of rounds after it. `one_more`: an
    announced condition may add another round; certain outcomes hold either way. `exact`: every
    combination of results was counted. `estimate`: how likely the others are to advance. `plans`:
    what is enough over this round and the next.
    """

    by_player: Mapping[int, Chance]
    places: int | None
    threshold: int | None
    playing: int | None
    rounds_after: int
    one_more: bool
    exact: bool
    estimate: Estimate = field(default_factory=Estimate)
    plans: Mapping[int, Plan] = field(default_factory=dict)

    def of(self, number: int) -> Chance | None:
        """Return the chance of a player; None for a player who can't advance."""
        return self.by_player.get(number)

    def badge(self, number: int) -> str:
        """Return the badge of a player: in, out, tiebreakers, draw, win, or nothing."""
        chance = self.by_player.get(number)
        if chance is None:
            return ""
        if chance.verdict is not Verdict.OPEN:
            return chance.verdict.value
        return chance.needs.value if chance.needs in (Result.DRAW, Result.WIN) else ""

    def tenths(self, number: int) -> int | None:
        """Return in how many of ten samples a player advances; None where that says nothing.

        It is 0 for fewer than one of twenty, 10 for more than 19. A certain outcome needs
        no estimate.
        """
        chance = self.by_player.get(number)
        if chance is None or chance.verdict in (Verdict.IN, Verdict.OUT):
            return None
        return self.estimate.tenths(number)

    @property
    def depends_on_tiebreakers(self) -> bool:
        """True where estimates of players on equal points differ: a cut by rank counts more."""
        return self.places is not None and bool(self.estimate.shares)

    @property
    def decided(self) -> bool:
        """True when at least one player has a badge."""
        return any(self.badge(number) for number in self.by_player)


def live_chances(event: Event, after: int) -> ShownChances | None:
    """Return what is possible from everything that is known now, in a fixed number of queries.

    None unless round `after` is the newest complete one of a stage that has a cut to come.
    """
    newest = known_live(event)
    if newest is None:
        return None
    known, _results = newest
    return _decide(known, live_estimate(known)) if known.after == after else None


def public_chances(shown: PublicEvent) -> ShownChances | None:
    """Return what is possible from published standings and posted pairings only.

    None where the event does not show it to players, or no stage has a cut to come.
    """
    known = known_to_players(shown)
    return _decide(known, public_estimate(shown, known)) if known else None


def _decide(known: KnownStage, estimate: Estimate) -> ShownChances | None:
    situation = known.situation
    if situation is None:
        return None
    by_player = chances(situation)
    if known.one_more:
        longer = chances(replace(situation, rounds_after=known.rounds_after + 1))
        by_player = {number: _either(by_player[number], longer[number]) for number in by_player}
    return ShownChances(
        by_player=by_player,
        places=situation.places,
        threshold=situation.threshold,
        playing=known.playing,
        rounds_after=known.rounds_after,
        one_more=known.one_more,
        exact=all(chance.exact for chance in by_player.values()),
        estimate=estimate,
        plans={} if known.one_more else plans(situation, by_player),
    )


def _either(chance: Chance, other: Chance) -> Chance:
    """Return the outcome that is certain for a player in both possible courses of the event."""
    after = {result: _both(chance.after[result], other.after[result]) for result in chance.after}
    whole = _both(
        Prospect(chance.verdict, chance.tiebreakers), Prospect(other.verdict, other.tiebreakers)
    )
    return Chance(chance.player, whole.verdict, whole.tiebreakers, exact=False, after=after)


def _both(prospect: Prospect, other: Prospect) -> Prospect:
    return prospect if prospect.verdict is other.verdict else Prospect(Verdict.OPEN, None)
