"""Values of a round and its tables, from which their forms detect edit conflicts."""

from typing import Any

from django.utils.translation import gettext as _

from events.core.edit_conflicts import check_token
from events.core.progress.outstanding import OutstandingMatch
from events.models import (
    Match,
    Round,
    TableSeat,
)


def pairing_values(round: Round) -> dict[str, Any]:
    """Return the pairings of a round with their tables, as one value. One query."""
    matches = round.matches.order_by("table", "first_id")
    pairing = list(matches.values_list("table", "first_id", "second_id"))
    if round.stage.is_tables:
        seats = TableSeat.objects.filter(match__round=round).order_by("match__table", "seat")
        pairing += list(seats.values_list("match__table", "seat", "enrollment_id"))
    return {"pairing": pairing}


_OF_TABLE = {
    "minutes": "extension_minutes",
    "mark": "check_mark",
    "first": "play_first",
    "score": "result_text",
}


def table_values(match: Match | OutstandingMatch, what: str) -> dict[str, Any]:
    """Return one noted value of a table: extension, mark, who plays first, or score."""
    return {what: getattr(match, _OF_TABLE[what])}


def swap_values(match: Match) -> dict[str, Any]:
    """Return the players at a table that is about to be swapped."""
    return {"first": match.first_id, "second": match.second_id}


def check_pairing(token: str, round: Round) -> None:
    """Raise EditConflictError if the round is paired differently than `token` has it.

    `token`: as check_token takes it. One query.
    """
    words = _("The pairings changed since you opened this page. Check them and try again.")
    check_token(token, pairing_values(round), words)
