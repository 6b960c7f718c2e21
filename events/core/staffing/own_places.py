"""A person's place on today's staff boards, and the next one that is planned."""

import datetime
from collections import defaultdict
from dataclasses import dataclass

from django.contrib.auth.models import User
from django.utils import timezone

from events.core.staffing.place_words import move_words
from events.core.staffing.staff_places import day_start, zone_of
from events.models import Organisation, StaffMove

LONGEST_DAY = datetime.timedelta(hours=25)


@dataclass(frozen=True, slots=True)
class OwnPlace:
    """The place of a person who was moved today, in one of their organisations.

    `since` and `until` are those of the place. `next_at`: when the next planned move takes effect.
    Without a move yet `since` is None, without a plan `next_at`.
    """

    organisation: Organisation
    zone: str
    words: str = ""
    since: datetime.datetime | None = None
    until: datetime.datetime | None = None
    next_words: str = ""
    next_at: datetime.datetime | None = None


def own_places(user: User) -> list[OwnPlace]:
    """Return a person's place in each organisation in which they were moved today.

    One query, and one more for each organisation whose last move was not to an event.
    """
    now = timezone.now()
    rows = StaffMove.objects.filter(user=user, undone_at=None, at__gt=now - LONGEST_DAY)
    by_organisation: dict[int, list[StaffMove]] = defaultdict(list)
    for row in rows.select_related("organisation", "event").order_by("at", "pk"):
        by_organisation[row.organisation_id].append(row)
    places = []
    for moves in by_organisation.values():
        last = moves[-1]
        zone = zone_of([last.event] if last.event else [], last.organisation)
        today = [move for move in moves if move.at >= day_start(zone, now)]
        if today:
            places.append(_own_place(today, zone, now))
    return places


def _own_place(moves: list[StaffMove], zone: str, now: datetime.datetime) -> OwnPlace:
    made = [move for move in moves if move.at <= now]
    planned = moves[len(made) :]
    here = made[-1] if made else None
    return OwnPlace(
        moves[0].organisation,
        zone,
        words=move_words(here) if here else "",
        since=here.at if here else None,
        until=here.until if here else None,
        next_words=move_words(planned[0]) if planned else "",
        next_at=planned[0].at if planned else None,
    )
