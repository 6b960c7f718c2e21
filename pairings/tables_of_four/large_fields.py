"""A seating of a large field: started by points, improved by exchanges, the seats made fairer."""

from __future__ import annotations

from pairings.random_draws import Lots
from pairings.tables_of_four.cost import Terms
from pairings.tables_of_four.exchanges import Exchanges
from pairings.tables_of_four.field import Field
from pairings.tables_of_four.seat_exchanges import SeatExchanges
from pairings.tables_of_four.seatings import Groups

EFFORT = 0.8
"""Reference seconds of an ordinary core for the exchanges of one seating."""

EFFORT_ON_REPEATS = 2.0
"""The same while pairs meet again that perhaps need not."""

EFFORT_ON_SEATS = 0.5
"""The same for exchanges that cost nothing but make the seats fairer."""


def search(terms: Terms, lots: Lots, effort: float = 1.0) -> Groups:
    """Return tables, their players rising, and the players with a bye.

    effort: how many times the usual work may be done.
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
