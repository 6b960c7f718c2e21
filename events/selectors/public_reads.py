"""The questions that every build of public pages asks of an event, composed once."""

from django.db.models import Count, Exists, OuterRef

from events.models import (
    AnnouncedChange,
    BracketSeat,
    Enrollment,
    Match,
    Round,
    SignUpSettings,
    Stage,
    StandingsSnapshot,
)
from events.models.prepared import Prepared

# The rounds of which players see anything.
PUBLIC_STATES = (Round.State.POSTED, Round.State.COMPLETE)

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

# Of a round, by its key: who has more time, and how many minutes.
EXTENSIONS = Prepared(
    lambda round: (
        Match.objects.filter(round=round, extension_minutes__gt=0)
        .order_by()
        .values_list("first__number", "second__number", "extension_minutes")
    ),
    int,
)
