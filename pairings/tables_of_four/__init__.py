"""Tables of three to five players: best seatings, proven and drawn from a seed. Pure Python."""

from domain.table_marks import OddGo
from pairings.tables_of_four.engine import seat
from pairings.tables_of_four.seatings import (
    TERMS,
    USUAL,
    Seating,
    TablesCost,
    TablesState,
)
from pairings.tables_of_four.sizes import OddPolicy, sizes_for
