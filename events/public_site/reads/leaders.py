"""The first players of an event, for its page."""

from collections.abc import Sequence
from typing import Any

from events.core.adapters.stored_rows import StandingRow
from events.core.stages.elimination_results import left_by_agreement
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
    ended = any(stage.ended_by_agreement for stage in shown.stages)
    sharing = left_by_agreement(shown.event, shown.results_through) if ended else ()
    winners = [row for row in placed if row.number in sharing]
    return {
        "leaders": placed[:SHOWN],
        "winners": winners or [row for row in placed if row.place == 1],
    }


def _placed(shown: PublicEvent) -> list[StandingRow]:
    return [row for row in shown.newest_standings.values() if row.place is not None]
