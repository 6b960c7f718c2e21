"""The questions that every build of public pages asks of an event, composed once."""

import datetime
from collections.abc import Sequence
from typing import Any

from django.db.models import Count, Exists, OuterRef

from events.models import (
    AnnouncedChange,
    BracketSeat,
    Enrollment,
    Event,
    Match,
    Round,
    SignUpSettings,
    Stage,
    StandingsSnapshot,
)
from events.models.sql.prepared import Prepared

# The rounds of which players see anything.
PUBLIC_STATES = (Round.State.POSTED, Round.State.COMPLETE)

EVENTS = Prepared(lambda event: Event.objects.filter(pk=event), int)
# Of an event, by its key; the rows of what is long are read where they are shown.
SNAPSHOTS = Prepared(
    lambda event: (
        StandingsSnapshot.objects.filter(round__event=event, round__state__in=PUBLIC_STATES)
        .defer("rows", "basis")
        .order_by("revision")
    ),
    int,
)
ROUNDS = Prepared(
    lambda event: (
        Round.objects.filter(event=event, state__in=PUBLIC_STATES)
        .defer("posted_rows")
        .order_by("number")
    ),
    int,
)
# With `seated`: whether it has a bracket.
STAGES = Prepared(
    lambda event: (
        Stage.objects.filter(event=event)
        .annotate(seated=Exists(BracketSeat.objects.filter(stage=OuterRef("pk"))))
        .order_by("number")
    ),
    int,
)
# One row with how many have not left before round 1; none where nobody is enrolled.
PLAYERS = Prepared(
    lambda event: (
        Enrollment.objects.filter(event=event)
        .exclude(left_after=0)
        .order_by()
        .values("event")
        .annotate(count=Count("pk"))
        .values_list("count")
    ),
    int,
)
ALIASES = Prepared(
    lambda event: (
        Enrollment.objects.filter(event=event)
        .exclude(alias="")
        .order_by("number")
        .values_list("number", "alias")
    ),
    int,
)
CHANGES = Prepared(lambda event: AnnouncedChange.objects.filter(event=event), int)
SIGN_UPS = Prepared(lambda event: SignUpSettings.objects.filter(event=event), int)

# Of a round, by its key and when it was posted: one row with what was; none once it was taken back.
_POSTED = Prepared(
    lambda round, posted_at: (
        Round.objects.filter(pk=round, posted_at=posted_at, state__in=PUBLIC_STATES)
        .order_by()
        .values_list("posted_rows")
    ),
    int,
    datetime.datetime,
)

# Time extensions of a round, by its key: the players and their minutes.
EXTENSIONS = Prepared(
    lambda round: (
        Match.objects.filter(round=round, extension_minutes__gt=0)
        .order_by()
        .values_list("first__number", "second__number", "extension_minutes")
    ),
    int,
)


def posted_rows(round: int, posted_at: datetime.datetime | None) -> Sequence[dict[str, Any]]:
    """Return what was posted of a round; nothing when it was taken back since. One query."""
    if posted_at is not None:
        told = _POSTED.first(round, posted_at)
        return (told[0] if told else None) or ()
    # Imported without saying when.
    posted = Round.objects.filter(pk=round, posted_at=None, state__in=PUBLIC_STATES)
    return posted.values_list("posted_rows", flat=True).first() or ()
