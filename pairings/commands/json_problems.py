"""Read single pairing problems from JSON strictly, solve them, and write the results."""

import json
from collections.abc import Callable
from typing import Any

from pairings.engine import pair
from pairings.types import MAX_POINTS, MAX_ROUND, Cost, PairingError, PairingState

Answer = Callable[[object, int], dict[str, Any]]


def answer_text(text: str, seed: int, answer: Answer) -> str:
    """Answer one problem, or each in a list, given as JSON; return the answers as JSON.

    Raises PairingError when the text is not JSON or answer refuses a problem; in a list it names
    the problem, counted from 1.
    """
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise PairingError(f"not JSON: {error}") from error
    if isinstance(data, list):
        answers = []
        for number, instance in enumerate(data, 1):
            try:
                answers.append(answer(instance, seed))
            except PairingError as error:
                raise PairingError(f"problem {number}: {error}") from error
        return json.dumps(answers)
    return json.dumps(answer(data, seed))


def solved(data: object, seed: int) -> dict[str, Any]:
    """Return the pairing of a decoded problem as a JSON object."""
    state = parse_state(data)
    made = pair(state, seed)
    return {
        "pairs": [list(two) for two in made.pairs],
        "bye": made.bye,
        "cost": cost_json(made.cost, state),
        "proven": made.proven,
    }


def cost_json(cost: Cost, state: PairingState) -> dict[str, int | None]:
    """Return a cost as a JSON object; meetings only if the state has any."""
    meetings = {"meetings": cost.meetings, "last_met": cost.last_met}
    return {
        "rematches": cost.rematches,
        "bye_had": cost.bye_had,
        "bye_points": cost.bye_points,
        **(meetings if state.meetings else {}),
        "sum_abs": cost.sum_abs,
        "sum_sq": cost.sum_sq,
    }


def parse_state(data: object) -> PairingState:
    """Return the state that a decoded problem describes.

    The keys are points, opponents, byes, and if wanted forbidden (pairs), pods (one number a
    player) and met (player, player and the rounds in which they met); others are ignored. Raises
    PairingError with the reason.
    """
    if not isinstance(data, dict):
        raise PairingError("a problem must be an object with points, opponents and byes")
    for key in ("points", "opponents", "byes"):
        if not isinstance(data.get(key), list):
            raise PairingError(f"{key} must be a list")
    points = whole_numbers(data["points"], "points")
    byes = whole_numbers(data["byes"], "byes")
    count = len(points)
    if len(byes) != count or len(data["opponents"]) != count:
        raise PairingError(
            f"points, opponents and byes must be equally long, "
            f"not {count}, {len(data['opponents'])} and {len(byes)}"
        )
    if any(abs(value) > MAX_POINTS for value in points):
        raise PairingError(f"points must be between -{MAX_POINTS} and {MAX_POINTS}")
    if any(not 0 <= value <= MAX_POINTS for value in byes):
        raise PairingError(f"byes must be between 0 and {MAX_POINTS}")
    pods = data.get("pods")
    if pods is not None:
        pods = whole_numbers(pods, "pods")
        if len(pods) != count:
            raise PairingError("pods must have one entry a player")
    opponents = _opponents(data["opponents"])
    return PairingState(
        points,
        opponents,
        byes,
        _forbidden(data.get("forbidden"), count),
        pods,
        meetings=_meetings(data.get("met"), opponents),
    )


def whole_numbers(values: object, name: str) -> tuple[int, ...]:
    """Return a decoded list of whole numbers. Raises PairingError, calling the list by name."""
    if not isinstance(values, list):
        raise PairingError(f"{name} must be a list")
    if not set(map(type, values)) <= {int}:
        wrong = next(value for value in values if type(value) is not int)
        raise PairingError(f"{name} must hold whole numbers, not {wrong!r}")
    return tuple(values)


def _opponents(rows: list[object]) -> tuple[frozenset[int], ...]:
    met = [frozenset(whole_numbers(row, "each entry of opponents")) for row in rows]
    for player, others in enumerate(met):
        for other in others:
            if not 0 <= other < len(met):
                raise PairingError(f"player {player} has met player {other}, who does not exist")
            if other == player:
                raise PairingError(f"player {player} has met themselves")
            if player not in met[other]:
                raise PairingError(
                    f"player {player} has met player {other}, but {other} has not met {player}"
                )
    return tuple(met)


def _forbidden(pairs: object, count: int) -> frozenset[tuple[int, int]]:
    if pairs is None:
        return frozenset()
    if not isinstance(pairs, list):
        raise PairingError("forbidden must be a list of pairs")
    forbidden = set()
    for pair_ in pairs:
        two = whole_numbers(pair_, "each forbidden pair")
        if len(two) != 2 or two[0] == two[1] or not all(0 <= player < count for player in two):
            raise PairingError(f"{list(two)} is not a pair of two players")
        forbidden.add((min(two), max(two)))
    return frozenset(forbidden)


def parse_meetings(entries: object, count: int) -> dict[tuple[int, int], tuple[int, ...]]:
    """Return in which rounds pairs (i, j), i < j, of the given number of players met; {} for None.

    Raises PairingError with the reason.
    """
    if entries is None:
        return {}
    if not isinstance(entries, list):
        raise PairingError("met must be a list of [player, player, rounds]")
    meetings: dict[tuple[int, int], tuple[int, ...]] = {}
    for entry in entries:
        if not isinstance(entry, list) or len(entry) != 3:
            raise PairingError("each entry of met must be [player, player, rounds]")
        first, second = sorted(whole_numbers(entry[:2], "the players of met"))
        rounds = sorted(whole_numbers(entry[2], "the rounds of met"))
        if not 0 <= first < second < count:
            raise PairingError(f"players {first} and {second} cannot have met")
        if (first, second) in meetings:
            raise PairingError(f"players {first} and {second} are in met twice")
        if not rounds or not 1 <= rounds[0] <= rounds[-1] <= MAX_ROUND:
            raise PairingError(f"the rounds of met must be between 1 and {MAX_ROUND}")
        meetings[first, second] = tuple(rounds)
    return meetings


def _meetings(
    entries: object, opponents: tuple[frozenset[int], ...]
) -> dict[tuple[int, int], tuple[int, ...]]:
    meetings = parse_meetings(entries, len(opponents))
    for first, second in meetings:
        if second not in opponents[first]:
            raise PairingError(f"players {first} and {second} have met, but are not opponents")
    return meetings
