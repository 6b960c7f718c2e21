"""The cost of a seating, and the integer weight that orders seatings in the same way."""

from collections.abc import Iterable, Sequence
from itertools import combinations

from domain.table_marks import OddGo
from pairings.tables_of_four.seatings import (
    LARGEST,
    SMALLEST,
    TERMS,
    USUAL,
    Table,
    TablesCost,
    TablesState,
    order_of,
)
from pairings.types import MAX_POINTS, PairingError

SEAT_VALUES = {3: (-6, 0, 6), 4: (-6, -2, 2, 6), 5: (-6, -3, 0, 3, 6)}
"""What each seat of a table counts in the balance, by the table's size: early to late."""


def check_state(state: TablesState) -> None:
    """Raise PairingError if the parts of the state contradict each other."""
    count = len(state.points)
    if {len(state.byes), len(state.odd), len(state.seats)} != {count}:
        raise PairingError("points, byes, odd and seats must have one entry a player")
    if any(not SMALLEST <= size <= LARGEST for size in state.sizes):
        raise PairingError(f"tables have {SMALLEST} to {LARGEST} players")
    if state.bye_count < 0 or sum(state.sizes) + state.bye_count != count:
        raise PairingError(f"the tables and byes do not have room for exactly {count} players")
    if len({*state.sizes} - {USUAL}) > 1 or (state.bye_count and {*state.sizes} - {USUAL}):
        raise PairingError("byes, tables of three and tables of five are not mixed")
    if state.bye_count >= USUAL:
        raise PairingError(f"at most {USUAL - 1} players get a bye")
    if any(abs(points) > MAX_POINTS for points in state.points):
        raise PairingError(f"points must be between -{MAX_POINTS} and {MAX_POINTS}")
    for seats in state.seats:
        if any(size not in SEAT_VALUES or not 1 <= seat <= size for seat, size in seats):
            raise PairingError("each seat must be one of a table of three to five players")
    for (first, second), rounds in state.meetings.items():
        if not 0 <= first < second < count or not rounds:
            raise PairingError(f"players {first} and {second} cannot have met")


class Terms:
    """The parts of a cost by player, pair and table."""

    def __init__(self, state: TablesState) -> None:
        self.state = state
        self.sign = 1 if state.odd_go is OddGo.LOW else -1
        self.balance = [
            sum(SEAT_VALUES[size][seat - 1] for seat, size in seats) for seats in state.seats
        ]
        self.had = [[0] * LARGEST for _ in state.points]
        for had, seats in zip(self.had, state.seats, strict=True):
            for seat, _ in seats:
                had[seat - 1] += 1

    def bye(self, player: int) -> dict[str, int]:
        """Return the cost that a bye of a player adds."""
        return {"second_byes": self.state.byes[player], "bye_points": self.state.points[player]}

    def place(self, player: int, size: int) -> dict[str, int]:
        """Return the cost that a place at a table of a size adds, whichever the seat."""
        if size == USUAL:
            return {"second_odd": 0, "odd_points": 0}
        odd = self.sign * self.state.points[player]
        return {"second_odd": self.state.odd[player], "odd_points": odd}

    def pair(self, first: int, second: int) -> dict[str, int]:
        """Return the cost that two players at one table add."""
        met = (first, second) if first < second else (second, first)
        rounds = self.state.meetings.get(met, ())
        gap = self.state.points[first] - self.state.points[second]
        return {
            "repeats": int(bool(rounds)),
            "meetings": len(rounds),
            "recency": rounds[-1] if rounds else 0,
            "spread": gap * gap,
        }

    def seat(self, player: int, seat: int, size: int) -> dict[str, int]:
        """Return the cost that a seat (from 0) at a table of a size adds."""
        balance = self.balance[player] + SEAT_VALUES[size][seat]
        return {"seat_balance": balance * balance, "seat_repeats": self.had[player][seat]}

    def cost(self, tables: Iterable[Table], byes: Iterable[int]) -> TablesCost:
        """Return the cost of a seating."""
        total = dict.fromkeys(TERMS, 0)
        parts = [self.bye(player) for player in byes]
        for table in tables:
            size = len(table)
            parts += [self.pair(first, second) for first, second in combinations(table, 2)]
            for seat, player in enumerate(table):
                parts += [self.place(player, size), self.seat(player, seat, size)]
        for part in parts:
            for term, value in part.items():
                total[term] += value
        return TablesCost(**total)


class Weights:
    """The weight of one unit of each term; sums of weights compare like costs."""

    def __init__(self, terms: Terms, leave_out: Sequence[str] = ()) -> None:
        """Prepare for seatings of the state; leave_out: terms that do not count."""
        self.unit = dict.fromkeys(TERMS, 0)
        most = _most(terms)
        unit = 1
        for term in reversed(order_of(terms.state.points_first)):
            if term not in leave_out:
                self.unit[term] = unit
                unit *= most[term] + 1
        self.total = unit

    def of(self, part: dict[str, int]) -> int:
        """Return the weight of a part of a cost; it may be negative."""
        return sum(self.unit[term] * value for term, value in part.items())


def _most(terms: Terms) -> dict[str, int]:
    """Return the largest possible difference of each term between two seatings of the state."""
    state = terms.state
    spread = max(state.points, default=0) - min(state.points, default=0)
    pairs = sum(size * (size - 1) // 2 for size in state.sizes)
    odd = sum(size for size in state.sizes if size != USUAL)
    met = state.meetings.values()
    return {
        "second_byes": state.bye_count * max(state.byes, default=0),
        "bye_points": state.bye_count * spread,
        "repeats": min(pairs, len(state.meetings)),
        "meetings": pairs * max(map(len, met), default=0),
        "recency": pairs * max((rounds[-1] for rounds in met), default=0),
        "second_odd": odd * max(state.odd, default=0),
        "odd_points": odd * spread,
        "spread": pairs * spread * spread,
        "seat_balance": sum((abs(balance) + 6) ** 2 for balance in terms.balance),
        "seat_repeats": sum(max(had) for had in terms.had),
    }
