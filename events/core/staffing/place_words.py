"""Places of the staff in words, and the question about a break when a round ends."""

import datetime
import zoneinfo
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from domain.staff_board import Collision, Place, PlaceKind
from domain.written_names import written
from events.core.questions.question import Answer, Question
from events.models import StaffMove

SHORTER, SEND, WAIT = "shorter", "send", "wait"
COLLIDES = "break-collides"


def clock(zone: str, moment: datetime.datetime) -> str:
    """Format a moment of the day by the clocks of a time zone: "15:05"."""
    return f"{timezone.localtime(moment, zoneinfo.ZoneInfo(zone)):%H:%M}"


def place_words(place: Place, event: str = "", until: str = "") -> str:
    """Name a place: the event by its name, the area, "Break until 15:20", "Free", "Gone home"."""
    words = {
        PlaceKind.EVENT: written(event),
        PlaceKind.AREA: written(place.area),
        PlaceKind.BREAK: _("Break until %(time)s") % {"time": until}
        if until
        else pgettext("staff", "Break"),
        PlaceKind.FREE: pgettext("staff", "Free"),
        PlaceKind.HOME: _("Gone home"),
    }
    return words[place.kind]


def move_words(move: StaffMove) -> str:
    """Name the place to which a move leads."""
    return place_words(move.place, move.event.name if move.event else "")


def place_data(place: Place, event: str = "", until: str = "") -> dict[str, str]:
    """Return a place as the journal of the organisation stores it."""
    return {"kind": place.kind.value, "event": event, "area": place.area, "until": until}


def words_of_data(data: dict[str, Any]) -> str:
    """Name a place that the journal stores."""
    place = Place(PlaceKind(data.get("kind", "free")), area=data.get("area", ""))
    return place_words(place, data.get("event", ""), data.get("until", ""))


def collision_question(
    user: int, name: str, event: str, until: datetime.datetime, hit: Collision, zone: str
) -> Question:
    """Return the question before a break during which a round ends, with the alternatives."""
    values = {
        "event": written(event),
        "name": written(name),
        "end": clock(zone, hit.end.likely),
        "until": clock(zone, until),
        "then": clock(zone, hit.from_then),
    }
    text = _("The round of %(event)s ends about %(end)s, during the break of %(name)s.")
    answers = [
        Answer(SEND, _("Break until %(until)s anyway") % values),
        Answer(WAIT, _("No break now"), cancels=True),
    ]
    if hit.shorter is not None:
        shorter = _("Break until %(until)s") % {"until": clock(zone, hit.shorter)}
        answers.insert(0, Answer(SHORTER, shorter))
    return Question(
        COLLIDES,
        f"{user}-{hit.end.event}",
        text % values,
        tuple(answers),
        why=_("From %(then)s on, no round end falls into the break.") % values,
    )
