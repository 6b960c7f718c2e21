"""One announcement to several events: each event is a write of its own."""

import datetime
import zoneinfo
from collections.abc import Iterable
from dataclasses import dataclass, field

from django.contrib.auth.models import User

from events.core.events.announcement_actions import announce, take_down
from events.core.refusals import RefusedError
from events.models import Announcement, Event
from events.web.forms.dates import next_moment


@dataclass(slots=True)
class Outcome:
    """Events in which an act succeeded, and those that refused it, with the reason."""

    done: list[Event] = field(default_factory=list)
    refused: list[tuple[Event, RefusedError]] = field(default_factory=list)


def announce_to_all(
    *,
    events: Iterable[Event],
    actor: User,
    until: datetime.time,
    text_en: str = "",
    text_ja: str = "",
) -> Outcome:
    """Announce a text in each of these events until a time of day at its venue.

    A refusal by one event does not stop the others.
    """
    outcome = Outcome()
    for event in events:
        moment = next_moment(until, zoneinfo.ZoneInfo(event.time_zone))
        try:
            announce(event_id=event.pk, actor=actor, until=moment, text_en=text_en, text_ja=text_ja)
        except RefusedError as refused:
            outcome.refused.append((event, refused))
        else:
            outcome.done.append(event)
    return outcome


def take_down_all(*, announcements: Iterable[Announcement], actor: User) -> Outcome:
    """Remove announcements, each in its event; one that is already over is refused."""
    outcome = Outcome()
    for announcement in announcements:
        try:
            take_down(event_id=announcement.event_id, actor=actor, announcement_id=announcement.pk)
        except RefusedError as refused:
            outcome.refused.append((announcement.event, refused))
        else:
            outcome.done.append(announcement.event)
    return outcome
