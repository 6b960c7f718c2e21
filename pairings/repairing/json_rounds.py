"""Read posted rounds to be re-paired from JSON strictly, plan, and write the results."""

from typing import Any

from pairings.commands.json_problems import answer_text, cost_json, parse_state, whole_numbers
from pairings.repairing.plans import plans_for
from pairings.types import PairingError, PairingState, Plan, PostedRound


def repairing_text(text: str, seed: int) -> str:
    """Re-pair one posted round, or each in a list, given as JSON; return the plans as JSON.

    Raises PairingError when the text is not JSON or a round is malformed.
    """
    return answer_text(text, seed, _re_paired)


def _re_paired(data: object, seed: int) -> dict[str, Any]:
    posted = parse_posted(data)
    plans = plans_for(posted, seed)
    return {
        "fewest": _plan(plans.fewest, posted.state),
        "leave": _plan(plans.leave, posted.state),
        "whole": _plan(plans.whole, posted.state),
        "between": [_plan(plan, posted.state) for plan in plans.between],
    }


def _plan(plan: Plan, state: PairingState) -> dict[str, Any]:
    return {
        "pairs": [list(two) for two in plan.pairs],
        "bye": plan.bye,
        "changed": plan.changed,
        "cost": cost_json(plan.cost, state),
        "proven": plan.proven,
    }


def parse_posted(data: object) -> PostedRound:
    """Return the posted round that a decoded problem describes.

    The keys are those of parse_state and pairs, and optionally bye (a player or null), gone (a list
    of players) and locked (a list of pairs). Raises PairingError with the reason.
    """
    state = parse_state(data)
    if not isinstance(data, dict):  # parse_state has already refused it
        raise PairingError("a problem must be an object")
    pairs = _pairs(data.get("pairs"), "pairs")
    bye = data.get("bye")
    if bye is not None:
        (bye,) = whole_numbers([bye], "bye")
    return PostedRound(
        state,
        tuple(pairs),
        bye,
        frozenset(whole_numbers(_given(data, "gone"), "gone")),
        frozenset((min(two), max(two)) for two in _pairs(_given(data, "locked"), "locked")),
    )


def _given(data: dict[str, Any], key: str) -> object:
    value = data.get(key)
    return [] if value is None else value


def _pairs(values: object, name: str) -> list[tuple[int, int]]:
    if not isinstance(values, list):
        raise PairingError(f"{name} must be a list of pairs")
    pairs = []
    for value in values:
        two = whole_numbers(value, f"each of {name}")
        if len(two) != 2:
            raise PairingError(f"each of {name} must be a pair of two players, not {list(two)}")
        pairs.append((two[0], two[1]))
    return pairs
