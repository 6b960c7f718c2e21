"""Reading what an event keeps beside its rounds, for its archive."""

from archive.drawings import ArchivedDrawing
from archive.kinds import AnnouncedKind, AppealOutcome, Infraction, Origin, PenaltyKind
from archive.records import ArchivedAppeal, ArchivedChange, ArchivedPenalty
from events.models import Event, Penalty
from events.selectors.appeals import appeals_of


def changes_of(event: Event) -> tuple[ArchivedChange, ...]:
    """Return what was announced and is another number since, the oldest first."""
    return tuple(
        ArchivedChange(
            what=AnnouncedKind(one.what),
            at=one.at,
            stage=one.stage,
            before=one.before,
            after=one.after,
            reason=one.reason,
        )
        for one in event.announced_changes.all()
    )


def drawings_of(event: Event) -> tuple[ArchivedDrawing, ...]:
    """Return every drawing of every round, by rounds, the oldest first."""
    return tuple(
        ArchivedDrawing(
            round=one.number,
            seed=one.seed,
            origin=Origin(one.origin),
            announced=one.announced,
            given_up=one.given_up,
            at=one.at,
        )
        for one in event.drawings.all()
    )


def penalties_of(event: Event) -> tuple[ArchivedPenalty, ...]:
    """Return every penalty, the oldest first."""
    given = Penalty.objects.filter(enrollment__event=event).select_related("enrollment")
    return tuple(
        ArchivedPenalty(
            player=one.enrollment.number,
            infraction=Infraction(one.infraction),
            penalty=PenaltyKind(one.penalty),
            given_at=one.given_at,
            round=one.round_number,
            note=one.note,
        )
        for one in given.order_by("given_at", "pk")
    )


def archived_appeals(event: Event, *, names: bool) -> tuple[ArchivedAppeal, ...]:
    """Return every appeal, the oldest first; without `names` not who ruled and who heard it."""
    return tuple(
        ArchivedAppeal(
            player=one.enrollment.number,
            outcome=AppealOutcome(one.outcome),
            at=one.at,
            ruling=one.ruling,
            round=one.round_number,
            ruled_by=one.ruled_by if names else "",
            heard_by=one.heard_by if names else "",
            note=one.note,
        )
        for one in appeals_of(event)
    )
