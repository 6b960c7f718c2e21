"""Places as ordinal numbers."""

from django.utils.translation import get_language
from django.utils.translation import gettext as _

TEENS = (11, 12, 13)


def ordinal(place: int) -> str:
    """Return a place as an ordinal number: "5th"; Japanese uses a counter."""
    if (get_language() or "en").startswith("ja"):
        return _("place %(number)d") % {"number": place}
    ending = "th"
    if place % 100 not in TEENS:
        ending = {1: "st", 2: "nd", 3: "rd"}.get(place % 10, "th")
    return f"{place}{ending}"
