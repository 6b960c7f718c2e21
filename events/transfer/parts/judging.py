"""Penalties, appeals, judges' areas and calls for a judge."""

from collections.abc import Mapping, Sequence

from django.contrib.auth.models import User
from django.utils.translation import gettext as _

from archive.records import ArchivedAppeal, ArchivedArea, ArchivedCall, ArchivedPenalty
from archive.values import Archive
from events.core.judging.appeal_queries import appeals_of
from events.core.judging.floor_queries import areas_of
from events.core.refusals import RefusedError
from events.models import Appeal, Area, Call, Enrollment, Event, Match, Penalty, TableSeat
from events.transfer.shared_fields import SharedFields

BATCH = 1000
# A pre-flight answer refers to a call by its position.
CALLS_IN_ORDER = ("at", "pk")

PENALTY = SharedFields(
    ArchivedPenalty,
    "infraction",
    "penalty",
    "given_at",
    "note",
    round="round_number",
    apart=("player",),
)
APPEAL = SharedFields(
    ArchivedAppeal,
    "outcome",
    "at",
    "ruling",
    "note",
    round="round_number",
    apart=("player", "ruled_by", "heard_by"),
)
AREA = SharedFields(ArchivedArea, "first_table", "last_table", "name", apart=("judge",))
CALL = SharedFields(ArchivedCall, "kind", "at", "seen", "answered_at", apart=("round", "player"))


def archived_penalties(event: Event) -> tuple[ArchivedPenalty, ...]:
    """Return every penalty, the oldest first."""
    given = Penalty.objects.filter(enrollment__event=event).select_related("enrollment")
    return tuple(
        PENALTY.value_of(penalty, player=penalty.enrollment.number)
        for penalty in given.order_by("given_at", "pk")
    )


def create_penalties(
    archive: Archive, people: Mapping[int, Enrollment], actor: User | None
) -> None:
    """Write the penalties as given by `actor`; RefusedError without one."""
    if not archive.penalties:
        return
    if actor is None:
        raise RefusedError(
            _("This archive contains penalties, which must belong to an account. Name an owner.")
        )
    given = Penalty.objects.bulk_create(
        Penalty(enrollment=people[record.player], given_by=actor, **PENALTY.columns_of(record))
        for record in archive.penalties
    )
    # The database sets the time of a new penalty to now, so the archived time is restored.
    for penalty, record in zip(given, archive.penalties, strict=True):
        if record.given_at is not None:
            penalty.given_at = record.given_at
    Penalty.objects.bulk_update(given, ["given_at"], batch_size=BATCH)


def archived_appeals(event: Event, *, names: bool) -> tuple[ArchivedAppeal, ...]:
    """Return every appeal, the oldest first; without `names` not who ruled and who heard it."""
    return tuple(
        APPEAL.value_of(
            appeal,
            player=appeal.enrollment.number,
            ruled_by=appeal.ruled_by if names else "",
            heard_by=appeal.heard_by if names else "",
        )
        for appeal in appeals_of(event)
    )


def create_appeals(archive: Archive, people: Mapping[int, Enrollment]) -> None:
    """Write the appeals; the judges are stored as names, not linked to accounts."""
    Appeal.objects.bulk_create(
        Appeal(
            enrollment=people[appeal.player],
            ruled_by=appeal.ruled_by,
            heard_by=appeal.heard_by,
            **APPEAL.columns_of(appeal),
        )
        for appeal in archive.appeals
    )


def archived_areas(event: Event) -> tuple[ArchivedArea, ...]:
    """Return the judges' tables. One query."""
    return tuple(AREA.value_of(area, judge=area.judge) for area in areas_of(event))


def create_areas(event: Event, archive: Archive) -> None:
    """Write the judges' tables; they wait for a member of the staff with that user name."""
    Area.objects.bulk_create(
        Area(event=event, judge_name=area.judge, **AREA.columns_of(area)) for area in archive.areas
    )


def archived_calls(event: Event) -> tuple[ArchivedCall, ...]:
    """Return the calls for a judge, the oldest first. One query."""
    calls = Call.objects.filter(match__round__event=event).order_by(*CALLS_IN_ORDER)
    rows = calls.values_list(
        "match__round__number", "enrollment__number", *CALL.columns, named=True
    )
    return tuple(
        CALL.value_of(row, round=row.match__round__number, player=row.enrollment__number)
        for row in rows
    )


def create_calls(
    event: Event, archive: Archive, people: Mapping[int, Enrollment]
) -> Sequence[Call]:
    """Write the archived calls and return them; the answering judge is not linked to an account."""
    if not archive.calls:
        return ()
    matches = Match.objects.filter(round__event=event, kind=Match.Kind.PLAYED)
    of_player = {}
    for match, round, *players in matches.values_list("pk", "round__number", "first", "second"):
        of_player.update({(round, player): match for player in players})
    if event.at_tables:
        seats = TableSeat.objects.filter(match__round__event=event)
        of_player |= {
            (round, player): match
            for match, round, player in seats.values_list(
                "match", "match__round__number", "enrollment"
            )
        }
    return Call.objects.bulk_create(
        Call(
            match_id=of_player[call.round, people[call.player].pk],
            enrollment=people[call.player],
            **CALL.columns_of(call),
        )
        for call in archive.calls
    )
