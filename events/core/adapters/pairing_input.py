"""Convert rows to a state of the pairing engine, and its pairing and proof back."""

from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any, Protocol, TypeVar

import pairings
from events.core.adapters.match_results import ByKey, Worth, points_of, profile_of, results_by_key
from events.core.adapters.round_matches import RoundMatch
from events.models import Event, Match, Round
from pairings.cost import Difference, difference
from pairings.explain import Explanation, explain
from pairings.types import Cost, Pairing, PairingState

Paired = TypeVar("Paired", Match, RoundMatch, Match | RoundMatch)


class Numbered(Protocol):
    """A player with a key and a number in the event: an enrollment, or an entrant of a stage."""

    @property
    def pk(self) -> int:
        """The key of the enrollment."""

    @property
    def number(self) -> int:
        """The number in the event."""


@dataclass(frozen=True, slots=True)
class PairingField:
    """Players to pair: enrollments in a stable order, and the state that the engine takes.

    `ids` are their keys, `numbers` their numbers in the event.
    """

    ids: tuple[int, ...]
    numbers: tuple[int, ...]
    state: PairingState


def field_of(
    event: Event,
    enrollments: Iterable[Numbered],
    before: int | None = None,
    results: ByKey | None = None,
) -> PairingField:
    """Read the state from which these enrollments are paired, in one query.

    `results`: results of the enrollments that were already read.

    Match points are those of all Swiss rounds (`before`: of those before this round), opponents and
    their meetings those of Swiss rounds. The order is by enrollment number, so that a stored seed
    gives the same pairing again.
    """
    # Each object is read once, because reading thousands of them is as slow as counting the
    # results.
    ordered = sorted((enrollment.number, enrollment.pk) for enrollment in enrollments)
    index = {pk: position for position, (_number, pk) in enumerate(ordered)}
    points = [0] * len(ordered)
    byes = [0] * len(ordered)
    opponents: list[list[int]] = [[] for _ in ordered]
    met: dict[tuple[int, int], list[int]] = {}
    profile = profile_of(event)
    worth = Worth(lambda result, kind: (*points_of(profile, result, kind), kind == Match.Kind.BYE))
    place_of = index.get
    results = results_by_key(event, before) if results is None else results
    for number, first, second, ended in results:
        own, other = place_of(first), place_of(second)
        earned, others, is_bye = worth[ended]
        if own is not None:
            points[own] += earned
            byes[own] += is_bye
            if other is not None:
                points[other] += others
                opponents[own].append(other)
                opponents[other].append(own)
                met.setdefault((own, other) if own < other else (other, own), []).append(number)
        elif other is not None:
            points[other] += others
    return PairingField(
        tuple(index),
        tuple(number for number, _pk in ordered),
        PairingState(
            points=tuple(points),
            opponents=tuple(map(frozenset, opponents)),
            byes=tuple(byes),
            # The rows are unordered.
            meetings={two: tuple(sorted(rounds)) for two, rounds in met.items()},
        ),
    )


def proof_of(pairing: Pairing) -> dict[str, Any]:
    """Convert the engine's cost and proof of a pairing to JSON for the round."""
    return {
        "cost": asdict(pairing.cost),
        "bound": asdict(pairing.bound),
        "proven": pairing.proven,
        "method": pairing.method,
        "uniform": pairing.uniform,
    }


def awarded_bye(match: Match | RoundMatch, number: int) -> bool:
    """Return whether a bye in round `number` was awarded before the event, not drawn."""
    return match.kind == Match.Kind.BYE and match.first.awarded_byes >= number


@dataclass(frozen=True, slots=True)
class UnpostedPairing:
    """An unposted round as the engine sees it, without awarded byes and assigned losses.

    `matches` are those with two players, in the order of `pairs`; `holder` has the bye.
    """

    field: PairingField
    pairs: tuple[tuple[int, int], ...]
    matches: tuple[Match | RoundMatch, ...]
    bye: int | None
    holder: Match | RoundMatch | None


def pairs_and_byes(
    round: Round, matches: Sequence[Paired]
) -> tuple[tuple[Paired, ...], list[Paired]]:
    """Return the matches of two, and the byes that were not awarded: the drawn one first.

    The other byes were given by hand.
    """
    two = tuple(match for match in matches if match.second is not None)
    byes = [
        match
        for match in matches
        if match.kind == Match.Kind.BYE and not awarded_bye(match, round.number)
    ]
    byes.sort(key=lambda match: match.first.number != round.proof.get("bye"))
    return two, byes


def unposted_pairing(
    event: Event,
    round: Round,
    matches: Sequence[Match | RoundMatch],
    results: ByKey | None = None,
) -> UnpostedPairing:
    """Read an unposted round; its matches include their players, the best table first.

    `results`: those of earlier rounds, if they were already read.
    """
    two, byes = pairs_and_byes(round, matches)
    people = [person for match in [*two, *byes] for person in match.players]
    field = field_of(event, people, results=results)
    index = {pk: position for position, pk in enumerate(field.ids)}
    return UnpostedPairing(
        field=field,
        pairs=tuple((index[match.first_id], index[match.second_id or 0]) for match in two),
        matches=two,
        bye=index[byes[0].first_id] if byes else None,
        holder=byes[0] if byes else None,
    )


def proof_by_hand(event: Event, round: Round, matches: Sequence[Match]) -> dict[str, Any]:
    """Return the proof of a round that was changed by hand: the best pairing, and its own cost.

    The order of the standings by which it was paired and the number of the player who was drawn for
    the bye are copied from its old proof.
    """
    unposted = unposted_pairing(event, round, matches)
    best = pairings.pair(unposted.field.state, round.seed or 0)
    cost = pairings.cost_of(unposted.field.state, unposted.pairs, unposted.bye)
    kept = {key: round.proof[key] for key in ("order", "bye") if key in round.proof}
    return proof_of(best) | {"by_hand": asdict(cost)} | kept


def explanation_of(unposted: UnpostedPairing, proof: dict[str, Any]) -> Explanation:
    """Explain each pair-down, the bye and each rematch of an unposted round."""
    state = _state_of_proof(unposted, proof)
    cost = pairings.cost_of(state, unposted.pairs, unposted.bye)
    best = Cost(**proof["cost"])
    return explain(
        state,
        Pairing(
            pairs=unposted.pairs,
            bye=unposted.bye,
            cost=cost,
            bound=Cost(**proof["bound"]),
            proven=proof["proven"] and cost == best,
            method=proof["method"],
            uniform=proof["uniform"],
        ),
    )


def difference_of(unposted: UnpostedPairing, proof: dict[str, Any]) -> Difference:
    """Return the cost of an unposted round beyond the best pairing."""
    state = _state_of_proof(unposted, proof)
    return difference(state, unposted.pairs, unposted.bye, Cost(**proof["cost"]))


def _state_of_proof(unposted: UnpostedPairing, proof: dict[str, Any]) -> PairingState:
    """Return the state in which the proof's cost was counted: before 0.2.0 without meetings."""
    state = unposted.field.state
    return state if "meetings" in proof["cost"] else replace(state, meetings={})
