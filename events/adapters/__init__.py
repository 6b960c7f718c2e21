"""Rows and engine values: the only place that turns one into the other."""

from events.adapters.pairings import (
    Draft,
    Field,
    awarded_bye,
    difference_of,
    draft_of_matches,
    explanation_of,
    field_of,
    proof_by_hand,
    proof_of,
)
from events.adapters.playoff import (
    Playoff,
    bracket_for,
    playoff_of,
    results_by_slot,
    with_playoff,
)
from events.adapters.posted import Records, posted_rows, records_before
from events.adapters.results import Result, profile_of
from events.adapters.standings import snapshot_rows, tournament_of
from events.adapters.teams import members_by_number

__all__ = [
    "Draft",
    "Field",
    "Playoff",
    "Records",
    "Result",
    "awarded_bye",
    "bracket_for",
    "difference_of",
    "draft_of_matches",
    "explanation_of",
    "field_of",
    "members_by_number",
    "playoff_of",
    "posted_rows",
    "profile_of",
    "proof_by_hand",
    "proof_of",
    "records_before",
    "results_by_slot",
    "snapshot_rows",
    "tournament_of",
    "with_playoff",
]
