"""Read the values that an event's fact sheet shows."""

from typing import Any

from events.core.eligibility.queries import fact_sheet_of
from events.core.players.waiting_list import sign_up_settings
from events.models import Event
from events.public_site.reads.events import public_side
from events.public_site.reads.stages import public_stages


def fact_sheet_context(event: Event) -> dict[str, Any]:
    """Return what fact_sheet.html needs."""
    shown = public_side(event)
    return {
        "event": event,
        "shown": shown,
        "stages": public_stages(shown),
        "sheet": fact_sheet_of(event),
        "sign_up": sign_up_settings(event),
    }
