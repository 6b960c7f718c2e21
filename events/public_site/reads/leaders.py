"""The first players of an event, for its page."""

from collections.abc import Sequence
from typing import Any

from events.core.adapters.stored_rows import StandingRow
from events.public_site.reads.events import PublicEvent

SHOWN = 8


def leaders(shown: PublicEvent) -> Sequence[StandingRow]:
    """Return the first eight of the newest published standings."""
    return _placed(shown)[:SHOWN]


def final_leaders(shown: PublicEvent) -> dict[str, Any]:
    """Return `leaders`, the first eight of the final standings, and `winners`, mostly one of them.

    Both are empty before the event is finished.
    """
    placed = _placed(shown) if shown.event.is_finished else []
    return {"leaders": placed[:SHOWN], "winners": [row for row in placed if row.place == 1]}


def _placed(shown: PublicEvent) -> list[StandingRow]:
    return [row for row in shown.newest_standings.values() if row.place is not None]
