"""The first players of an event, for its page."""

from collections.abc import Sequence
from typing import Any

from events.core.adapters.stored_rows import StandingRow
from events.core.stages.elimination_results import winners_of
from events.public_site.reads.events import PublicEvent

SHOWN = 8


def leaders(shown: PublicEvent) -> Sequence[StandingRow]:
    """Return the first eight of the newest published standings."""
    return _placed(shown)[:SHOWN]


def final_leaders(shown: PublicEvent) -> dict[str, Any]:
    """Return `leaders`, the first eight of the final standings, and `winners`, mostly one of them.

    Players left in a playoff that ended by agreement share the first place. Both are empty before
    the event is finished.
    """
    placed = _placed(shown) if shown.event.is_finished else []
    places = {row.number: row.place for row in placed}
    first = winners_of(shown.event, places, shown.results_through) if placed else ()
    return {"leaders": placed[:SHOWN], "winners": [row for row in placed if row.number in first]}


def _placed(shown: PublicEvent) -> list[StandingRow]:
    return [row for row in shown.newest_standings.values() if row.place is not None]
