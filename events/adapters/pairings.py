"""Rows into a state of the pairing engine, its pairing and its proof back."""

from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import pairings
from events.adapters.results import points_of, profile_of, results_of, swiss_matches
from events.models import Enrollment, Event, Match, Round
from pairings.compare import Difference, difference
from pairings.explain import Explanation, explain
from pairings.types import Cost, Pairing, PairingState


@dataclass(frozen=True, slots=True)
class Field:
    """Who is to be paired: enrollments in a stable order, and the state the engine takes.

    `ids` are their keys, `numbers` their numbers in the event.
    """

    ids: tuple[int, ...]
    numbers: tuple[int, ...]
    state: PairingState


def field_of(event: Event, enrollments: Iterable[Enrollment]) -> Field:
    """Read the state that these enrollments are to be paired from, in one query.

    Match points are those of all Swiss rounds, opponents those of Swiss rounds. The order is the
    enrollment number's, so that a stored seed gives the same pairing again.
    """
    ordered = sorted(enrollments, key=lambda one: one.number)
    index = {one.number: position for position, one in enumerate(ordered)}
    points = [0] * len(ordered)
    byes = [0] * len(ordered)
    opponents: list[set[int]] = [set() for _ in ordered]
    profile = profile_of(event)
    for result in results_of(swiss_matches(event)):
        one = index.get(result.first, -1)
        two = -1 if result.second is None else index.get(result.second, -1)
        if one >= 0 and two >= 0:
            opponents[one].add(two)
            opponents[two].add(one)
        earned = points_of(profile, result)
        if one >= 0:
            points[one] += earned[0]
            byes[one] += result.kind == Match.Kind.BYE
        if two >= 0:
            points[two] += earned[1]
    return Field(
        tuple(one.pk for one in ordered),
        tuple(one.number for one in ordered),
        PairingState(
            points=tuple(points),
            opponents=tuple(frozenset(met) for met in opponents),
            byes=tuple(byes),
        ),
    )


def proof_of(pairing: Pairing) -> dict[str, Any]:
    """Turn what the engine says of its pairing into JSON for the round."""
    return {
        "cost": asdict(pairing.cost),
        "bound": asdict(pairing.bound),
        "proven": pairing.proven,
        "method": pairing.method,
        "uniform": pairing.uniform,
    }


def awarded_bye(match: Match, number: int) -> bool:
    """Return whether a bye in round `number` was awarded before the event, not drawn."""
    return match.kind == Match.Kind.BYE and match.first.awarded_byes >= number


@dataclass(frozen=True, slots=True)
class Draft:
    """A round's matches as the engine sees them: awarded byes and assigned losses stay out.

    `matches` are those with two players, in the order of `pairs`; `holder` has the bye.
    """

    field: Field
    pairs: tuple[tuple[int, int], ...]
    matches: tuple[Match, ...]
    bye: int | None
    holder: Match | None


def draft_of_matches(event: Event, round: Round, matches: Sequence[Match]) -> Draft:
    """Read a draft; its matches come with their players, the best table first."""
    two = tuple(match for match in matches if match.second is not None)
    byes = [
        match
        for match in matches
        if match.kind == Match.Kind.BYE and not awarded_bye(match, round.number)
    ]
    # The drawn one first: others were given by hand.
    byes.sort(key=lambda match: match.first.number != round.proof.get("bye"))
    people = [match.first for match in [*two, *byes]] + [m.second for m in two if m.second]
    field = field_of(event, people)
    index = {pk: position for position, pk in enumerate(field.ids)}
    return Draft(
        field=field,
        pairs=tuple((index[match.first_id], index[match.second_id or 0]) for match in two),
        matches=two,
        bye=index[byes[0].first_id] if byes else None,
        holder=byes[0] if byes else None,
    )


def proof_by_hand(event: Event, round: Round, matches: Sequence[Match]) -> dict[str, Any]:
    """Return the proof of a draft that was changed by hand: the best pairing, and its own cost.

    The order of the standings that the draft was paired by stays with it, and the number of who
    was drawn for the bye.
    """
    draft = draft_of_matches(event, round, matches)
    best = pairings.pair(draft.field.state, round.seed or 0)
    cost = pairings.cost_of(draft.field.state, draft.pairs, draft.bye)
    kept = {key: round.proof[key] for key in ("order", "bye") if key in round.proof}
    return proof_of(best) | {"by_hand": asdict(cost)} | kept


def explanation_of(draft: Draft, proof: dict[str, Any]) -> Explanation:
    """Return why each pair-down, the bye and each rematch of a draft are there."""
    cost = pairings.cost_of(draft.field.state, draft.pairs, draft.bye)
    best = Cost(**proof["cost"])
    return explain(
        draft.field.state,
        Pairing(
            pairs=draft.pairs,
            bye=draft.bye,
            cost=cost,
            bound=Cost(**proof["bound"]),
            proven=proof["proven"] and cost == best,
            method=proof["method"],
            uniform=proof["uniform"],
        ),
    )


def difference_of(draft: Draft, proof: dict[str, Any]) -> Difference:
    """Return what a draft costs beyond the best pairing."""
    return difference(draft.field.state, draft.pairs, draft.bye, Cost(**proof["cost"]))
