"""Wording of byes that a place in a series earned."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from events.models import Enrollment


def byes_reason(player: Enrollment) -> str:
    """Return the place that earned byes, "place 3 in Spring League"; empty if staff gave them."""
    if not player.byes_series:
        return ""
    return place_in_series(player.byes_series, player.byes_place)


def place_in_series(series: str, place: int) -> str:
    """Name a place in a series: "place 3 in Spring League"."""
    return _("place %(place)d in %(series)s") % {"place": place, "series": series}


def earned_byes_words(values: Mapping[str, Any]) -> list[str]:
    """Return the journal's sentence about byes that a series earned; empty without any."""
    count = values.get("earned")
    if not count:
        return []
    text = ngettext(
        "%(count)d bye earned: %(reason)s.", "%(count)d byes earned: %(reason)s.", count
    )
    reason = place_in_series(values["series"], values["place"])
    return [text % {"count": count, "reason": reason}]
