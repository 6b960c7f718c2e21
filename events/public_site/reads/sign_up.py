"""How players sign up for an event, for the pages before round 1."""

from typing import Any

from events.core.players.waiting_list import places_left, sign_up_settings
from events.public_site.reads.events import PublicEvent


def sign_up_of(shown: PublicEvent) -> dict[str, Any]:
    """Return `sign_up`, read once for all pages, and `places_left` where they are counted."""
    asked = shown.remember("sign-up", lambda: sign_up_settings(shown.event))
    left = places_left(asked.capacity, shown.players) if asked.is_open else None
    return {"sign_up": asked, "places_left": left}
