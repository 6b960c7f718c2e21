"""Reading what the desk keeps of an event, for its archive: areas, announcements, sign-ups."""

from archive.records import (
    ArchivedAnnouncement,
    ArchivedArea,
    ArchivedCall,
    ArchivedCertification,
)
from archive.sign_ups import ArchivedSignUp, ArchivedSignUpSettings
from domain.kinds import Asked, CallKind, SignUpState
from events.core.judging.floor_queries import areas_of
from events.core.sign_ups.queries import sign_up_settings
from events.models import Call, Certification, Event

# An answer names a call by its place.
CALLS_IN_ORDER = ("at", "pk")


def archived_announcements(event: Event, *, names: bool) -> tuple[ArchivedAnnouncement, ...]:
    """Return every announcement, the oldest first; without `names` not who made it. One query."""
    return tuple(
        ArchivedAnnouncement(
            at=made.made_at,
            until=made.until,
            en=made.text_en,
            ja=made.text_ja,
            by=made.who if names else "",
            ended_at=made.ended_at,
        )
        for made in event.announcements.select_related("made_by")
    )


def archived_areas(event: Event) -> tuple[ArchivedArea, ...]:
    """Return who looks after which tables. One query."""
    return tuple(
        ArchivedArea(
            judge=area.judge,
            first_table=area.first_table,
            last_table=area.last_table,
            name=area.name,
        )
        for area in areas_of(event)
    )


def archived_certifications(event: Event, *, names: bool) -> tuple[ArchivedCertification, ...]:
    """Return what ever certified a round, the oldest first; `names` as above. One query."""
    made = Certification.objects.filter(round__event=event).order_by("pk")
    return tuple(
        ArchivedCertification(
            round=certification.round.number,
            at=certification.at,
            agreed=certification.agreed,
            total=certification.total,
            by=certification.who if names else "",
            reason=certification.reason,
            withdrawn_at=certification.withdrawn_at,
            withdrawn_by=certification.who_withdrew if names else "",
            withdrawn_table=certification.withdrawn_table,
        )
        for certification in made.select_related("round", "account", "withdrawn_by")
    )


def archived_calls(event: Event) -> tuple[ArchivedCall, ...]:
    """Return who called for whom, the oldest first. One query."""
    calls = Call.objects.filter(match__round__event=event)
    rows = calls.order_by(*CALLS_IN_ORDER).values_list(
        "match__round__number", "enrollment__number", "kind", "at", "seen", "answered_at"
    )
    return tuple(
        ArchivedCall(
            round=round, player=player, kind=CallKind(kind), at=at, seen=seen, answered_at=answered
        )
        for round, player, kind, at, seen, answered in rows
    )


def archived_sign_up(event: Event) -> ArchivedSignUpSettings | None:
    """Return how players sign up; None where nothing was said. One query."""
    row = sign_up_settings(event)
    settings = ArchivedSignUpSettings(
        is_open=row.is_open,
        deadline=row.deadline,
        capacity=row.capacity,
        approval=row.approval,
        begins=row.begins,
        fee=row.fee,
        ask_reading=_asked(row.ask_reading),
        ask_email=_asked(row.ask_email),
        ask_platform_id=_asked(row.ask_platform_id),
        ask_decklist=_asked(row.ask_decklist),
    )
    return None if settings == ArchivedSignUpSettings() else settings


def archived_sign_ups(event: Event) -> tuple[ArchivedSignUp, ...]:
    """Return who asked for a place, in the order in which they wait. One query."""
    return tuple(
        ArchivedSignUp(
            name=row.name,
            at=row.at,
            state=SignUpState(row.state),
            player=row.enrollment.number if row.enrollment else None,
            merged_into=row.merged_into.number if row.merged_into else None,
            reading=row.reading,
            email=row.email,
            platform_id=row.platform_id,
            members=tuple(row.members),
            deck=row.deck,
            approved=row.approved,
            because=row.because,
            reason=row.reason,
            language=row.language,
            mailed=SignUpState(row.mailed) if row.mailed else None,
        )
        for row in event.sign_ups.select_related("enrollment", "merged_into").order_by(
            "place", "pk"
        )
    )


def _asked(value: str) -> Asked | None:
    return Asked(value) if value else None
