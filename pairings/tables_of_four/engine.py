"""The entry to the engine for tables of three to five: choose a method, draw, prove."""

from collections.abc import Sequence
from fractions import Fraction

from pairings.random_draws import Lots
from pairings.tables_of_four.bounds import lower_bound, proven_terms
from pairings.tables_of_four.cost import Terms, Weights, check_state
from pairings.tables_of_four.exact import EXACT_PLAYERS, Divisions
from pairings.tables_of_four.exchanges import Exchanges
from pairings.tables_of_four.field import Field
from pairings.tables_of_four.seatings import (
    SEAT_TERMS,
    TERMS,
    Groups,
    Seating,
    Table,
    TablesCost,
    TablesState,
)
from pairings.tables_of_four.seats import SeatExchanges, SeatOrders

EFFORT = 0.8
"""Reference seconds of an ordinary core for the exchanges of one seating."""

EFFORT_ON_REPEATS = 2.0
"""The same while pairs meet again that perhaps need not."""

EFFORT_ON_SEATS = 0.5
"""The same for exchanges that cost nothing but make the seats fairer."""


def search(terms: Terms, lots: Lots, effort: float = 1.0) -> Groups:
    """Return tables, their players rising, and the players with a bye.

    effort: the multiple of the usual work that is allowed.
    """
    field = Field(terms)
    best: Exchanges | None = None
    spent = 0.0
    while True:
        exchanges = Exchanges(field, field.start(lots), lots)
        spent += exchanges.improve(EFFORT * effort, EFFORT_ON_REPEATS * effort, spent)
        if best is None or exchanges.best < best.best:
            best = exchanges
        limit = EFFORT_ON_REPEATS if best.best >= field.repeat else EFFORT
        if best.best <= field.bound or spent >= limit * effort:
            break
    SeatExchanges(best, terms).improve(lots, EFFORT_ON_SEATS * effort)
    return field.groups(best.group)


def seat(state: TablesState, seed: int, effort: float = 1.0) -> Seating:
    """Return a seating of the state, drawn from the seed.

    Up to EXACT_PLAYERS players it is a best one, each equally likely. A larger field is searched:
    the answer counts the terms that are proven to be least. effort: the multiple of the usual
    search; the same state, seed and effort give the same seating on every machine.

    Raises PairingError when the state is malformed.
    """
    check_state(state)
    terms = Terms(state)
    if len(state.points) <= EXACT_PLAYERS:
        return _exact(terms, seed)
    lots = Lots(seed, "tables")
    tables, byes = search(terms, lots, effort)
    weights = Weights(terms, [term for term in TERMS if term not in SEAT_TERMS])
    seated = _seated(SeatOrders(terms, weights), tables, seed)
    cost, bound = terms.cost(seated, byes), lower_bound(terms)
    proven = proven_terms(cost, bound, state.points_first)
    is_drawn = proven == len(TERMS) and _is_first_round(state)
    return Seating(
        tables=_in_order(state, seated, seed),
        byes=tuple(byes),
        cost=cost,
        bound=bound,
        proven=proven,
        best=None,
        uniform=is_drawn,
        method="drawn" if is_drawn else "search",
    )


def _exact(terms: Terms, seed: int) -> Seating:
    weights = Weights(terms)
    orders = SeatOrders(terms, weights)
    divisions = Divisions(terms, weights, orders)
    tables, byes = divisions.draw(Lots(seed, "tables"))
    seated = _seated(orders, tables, seed)
    cost: TablesCost = terms.cost(seated, byes)
    return Seating(
        tables=_in_order(terms.state, seated, seed),
        byes=tuple(byes),
        cost=cost,
        bound=cost,
        proven=len(TERMS),
        best=divisions.count,
        uniform=True,
        method="subsets",
    )


def _seated(orders: SeatOrders, tables: Sequence[Table], seed: int) -> list[Table]:
    """Put the players of each table into one of its best orders of seats."""
    lots = Lots(seed, "seats")
    return [orders.draw(table, lots) for table in sorted(tables)]


def _in_order(state: TablesState, tables: Sequence[Table], seed: int) -> tuple[Table, ...]:
    """Sort the tables by mean match points, highest first, random among equals."""
    drawn = list(tables)
    Lots(seed, "order").shuffle(drawn)

    def height(table: Table) -> tuple[Fraction, int]:
        points = [state.points[player] for player in table]
        return Fraction(sum(points), len(points)), max(points)

    return tuple(sorted(drawn, key=height, reverse=True))


def _is_first_round(state: TablesState) -> bool:
    """Return whether nothing distinguishes the players: then all seatings are equally good."""
    alike = {*zip(state.points, state.byes, state.odd, state.seats, strict=True)}
    return len(alike) == 1 and not state.meetings
