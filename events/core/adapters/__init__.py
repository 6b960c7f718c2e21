"""Convert database rows to engine values and back: the only package that does."""

from events.core.adapters.match_results import Decided, profile_of
from events.core.adapters.orders import (
    Basis,
    StandingsOrder,
    basis_of,
    playoff_numbers,
    ranked,
    tournament_from,
)
from events.core.adapters.pairing_input import (
    Numbered,
    PairingField,
    UnpostedPairing,
    awarded_bye,
    difference_of,
    explanation_of,
    field_of,
    proof_by_hand,
    proof_of,
    unposted_pairing,
)
from events.core.adapters.playoff_input import (
    Playoff,
    TablesCut,
    advanced_by_slot,
    bracket_for,
    playoff_of,
    results_by_slot,
    winner_of_table,
    with_playoff,
)
from events.core.adapters.posted_rounds import (
    Records,
    posted_row,
    posted_rows,
    record_now,
    records_before,
    records_through,
    rows_after_repairing,
)
from events.core.adapters.repairing_input import RepairingField, repairing_field
from events.core.adapters.round_matches import (
    RoundMatch,
    RoundPlayer,
    members_by_number,
    players_by_key,
    read_seats,
    round_matches,
    round_players,
)
from events.core.adapters.table_input import tables_and_byes
from events.core.adapters.tournament import (
    snapshot_rows,
    state_after,
    tournament_of,
    tournament_with,
)
