"""Phone settings that do not go together, for forms, programs and the action."""

import datetime
from collections.abc import Iterator, Mapping
from typing import Any

from django.utils.translation import gettext as _

from events.models import Event

# Settings that players use from their own page.
NEED_ADDRESSES = (
    "slip_codes",
    "phone_check_in",
    "phone_decks",
    "opponent_decks",
    "phone_drops",
    "judge_calls",
)


def faults_of_phones(event: Event, wanted: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield each setting that does not go with the others, with what to do about it."""
    reports = wanted.get("phone_reports", Event.PhoneReports.OFF)
    if wanted.get("phone_games"):
        if event.team_size == Event.TeamSize.THREE:
            yield (
                "phone_games",
                _("Teams of three report the winner of each seat, not single games."),
            )
        if reports == Event.PhoneReports.OFF:
            yield "phone_games", _("This requires results from phones. Choose them above.")
    opens: datetime.datetime | None = wanted.get("check_in_from")
    closes: datetime.datetime | None = wanted.get("check_in_until")
    if opens and closes and closes <= opens:
        yield "check_in_until", _("The closing time is before the opening time.")
    if wanted.get("private_pages"):
        return
    for name in NEED_ADDRESSES:
        if wanted.get(name):
            yield name, _("This requires player links. Turn them on above.")
    if reports != Event.PhoneReports.OFF:
        yield "phone_reports", _("This requires player links. Turn them on above.")
