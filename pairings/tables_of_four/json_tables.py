"""Read rounds of tables of three to five from JSON strictly, seat them, and write the results."""

from dataclasses import asdict
from typing import Any

from domain.table_marks import OddGo
from pairings.commands.json_problems import parse_meetings, whole_numbers
from pairings.tables_of_four.engine import seat
from pairings.tables_of_four.seatings import TERMS, TablesState
from pairings.tables_of_four.sizes import OddPolicy, sizes_for
from pairings.types import MAX_ROUND, PairingError


def is_of_tables(data: object) -> bool:
    """Return whether a decoded problem is a round of tables of three to five."""
    return isinstance(data, dict) and ("policy" in data or "sizes" in data)


def seated(data: object, seed: int) -> dict[str, Any]:
    """Return a seating of a decoded problem as a JSON object.

    pods are the tables from the highest, their players in the order of seats; proven: no seating is
    better; proven_terms: the number of proven cost terms; n_optimal: the number of best divisions,
    if they were counted.
    """
    made = seat(parse_tables(data), seed)
    return {
        "pods": [list(table) for table in made.tables],
        "byes": list(made.byes),
        "cost": asdict(made.cost),
        "bound": asdict(made.bound),
        "proven": made.proven == len(TERMS),
        "proven_terms": made.proven,
        "n_optimal": made.best,
        "uniform": made.uniform,
    }


def parse_tables(data: object) -> TablesState:
    """Return the state that a decoded problem describes.

    The keys are points, and if wanted byes, odd (one number a player), seats (for each player a
    list of [seat, size]), met ([player, player, rounds]), policy (threes), sizes and n_byes (as the
    policy has them), odd_go (low) and points_first (false); others are ignored. Raises PairingError
    saying what is wrong.
    """
    if not isinstance(data, dict):
        raise PairingError("a problem must be an object")
    points = whole_numbers(data.get("points"), "points")
    count = len(points)
    sizes, byes = _sizes(data, count)
    return TablesState(
        points=points,
        byes=_counts(data.get("byes"), count, "byes"),
        odd=_counts(data.get("odd"), count, "odd"),
        seats=_seats(data.get("seats"), count),
        meetings=parse_meetings(data.get("met"), count),
        sizes=sizes,
        bye_count=byes,
        odd_go=_chosen(OddGo, data.get("odd_go", OddGo.LOW), "odd_go"),
        points_first=data.get("points_first") is True,
    )


def _chosen(kind: Any, value: object, name: str) -> Any:
    if value not in list(kind):
        raise PairingError(f"{name} must be one of {', '.join(kind)}")
    return kind(value)


def _sizes(data: dict[str, Any], count: int) -> tuple[tuple[int, ...], int]:
    if "sizes" not in data:
        policy = _chosen(OddPolicy, data.get("policy"), "policy")
        return sizes_for(count, policy)
    sizes = whole_numbers(data["sizes"], "sizes")
    (byes,) = whole_numbers([data.get("n_byes", 0)], "n_byes")
    return sizes, byes


def _counts(values: object, count: int, name: str) -> tuple[int, ...]:
    counts = (0,) * count if values is None else whole_numbers(values, name)
    if len(counts) != count:
        raise PairingError(f"{name} must have one entry a player")
    if any(not 0 <= value <= MAX_ROUND for value in counts):
        raise PairingError(f"{name} must be between 0 and {MAX_ROUND}")
    return counts


def _seats(values: object, count: int) -> tuple[tuple[tuple[int, int], ...], ...]:
    if values is None:
        return ((),) * count
    if not isinstance(values, list) or not all(isinstance(own, list) for own in values):
        raise PairingError("seats must be a list of lists of [seat, size]")
    players = []
    for own in values:
        seats = []
        for entry in own:
            pair = whole_numbers(entry, "each of seats")
            if len(pair) != 2:
                raise PairingError("each of seats must be [seat, size]")
            seats.append((pair[0], pair[1]))
        players.append(tuple(seats))
    return tuple(players)
