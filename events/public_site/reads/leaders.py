"""The first players of a finished event, for its page."""

from typing import Any

from events.public_site.reads.events import PublicEvent

SHOWN = 8


def final_leaders(shown: PublicEvent) -> dict[str, Any]:
    """Return `leaders`, the first eight of the final standings, and `winners`, mostly one of them.

    Both are empty before the event is finished.
    """
    placed = [row for row in shown.newest_standings.values() if row.place is not None]
    if not shown.event.is_finished:
        placed = []
    return {"leaders": placed[:SHOWN], "winners": [row for row in placed if row.place == 1]}
