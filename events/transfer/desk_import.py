"""Writing what the desk of an imported event keeps, as a part of the import."""

import secrets
from collections.abc import Mapping, Sequence

from archive.sign_ups import ArchivedSignUp
from archive.values import Archive
from events.models import (
    Announcement,
    Area,
    Call,
    Certification,
    Enrollment,
    Event,
    Match,
    Round,
    SignUp,
    SignUpSettings,
)

KEY_BYTES = 16


def create_announcements(event: Event, archive: Archive) -> None:
    """Write the archived announcements; unexpired ones are shown here, too."""
    Announcement.objects.bulk_create(
        Announcement(
            event=event,
            text_en=source.en,
            text_ja=source.ja,
            until=source.until,
            made_at=source.at,
            made_by_name=source.by,
            ended_at=source.ended_at,
        )
        for source in archive.announcements
    )
    shown = [source.until for source in archive.announcements if source.ended_at is None]
    if shown:
        event.announced_until = max(shown)
        event.save(update_fields=["announced_until"])


def create_areas(event: Event, archive: Archive) -> None:
    """Write whose tables are which; they wait for somebody of that user name on the staff."""
    Area.objects.bulk_create(
        Area(
            event=event,
            judge_name=source.judge,
            first_table=source.first_table,
            last_table=source.last_table,
            name=source.name,
        )
        for source in archive.areas
    )


def create_certifications(archive: Archive, rounds: Mapping[int, Round]) -> None:
    """Write who certified a round; they are names and become nobody's account."""
    Certification.objects.bulk_create(
        Certification(
            round=rounds[source.round],
            at=source.at,
            agreed=source.agreed,
            total=source.total,
            account_name=source.by,
            reason=source.reason,
            withdrawn_at=source.withdrawn_at,
            withdrawn_by_name=source.withdrawn_by,
            withdrawn_table=source.withdrawn_table,
        )
        for source in archive.certifications
    )


def create_calls(
    event: Event, archive: Archive, people: Mapping[int, Enrollment]
) -> Sequence[Call]:
    """Write the archived calls, and return them; a judge who came is not linked to an account."""
    if not archive.calls:
        return ()
    matches = Match.objects.filter(round__event=event, kind=Match.Kind.PLAYED)
    of_player = {}
    for match, round, *players in matches.values_list("pk", "round__number", "first", "second"):
        of_player.update({(round, player): match for player in players})
    return Call.objects.bulk_create(
        Call(
            match_id=of_player[call.round, people[call.player].pk],
            enrollment=people[call.player],
            kind=call.kind.value,
            seen=call.seen,
            at=call.at,
            answered_at=call.answered_at,
        )
        for call in archive.calls
    )


def create_sign_up(event: Event, archive: Archive) -> None:
    """Write how players sign up, where the archive says so."""
    source = archive.sign_up
    if source is None:
        return
    SignUpSettings.objects.create(
        event=event,
        is_open=source.is_open,
        deadline=source.deadline,
        capacity=source.capacity,
        approval=source.approval,
        begins=source.begins,
        fee=source.fee,
        ask_reading=source.ask_reading or "",
        ask_email=source.ask_email or "",
        ask_platform_id=source.ask_platform_id or "",
        ask_decklist=source.ask_decklist or "",
    )


def create_sign_ups(
    event: Event, people: Mapping[int, Enrollment], some: Sequence[tuple[int, ArchivedSignUp]]
) -> None:
    """Write who asked for a place, with their places in the order.

    Private addresses are new ones: no archive holds what opens them.
    """
    SignUp.objects.bulk_create(_sign_up(event, people, place, source) for place, source in some)


def _sign_up(
    event: Event, people: Mapping[int, Enrollment], place: int, source: ArchivedSignUp
) -> SignUp:
    return SignUp(
        event=event,
        enrollment=None if source.player is None else people[source.player],
        merged_into=None if source.merged_into is None else people[source.merged_into],
        state=source.state.value,
        place=place,
        name=source.name,
        reading=source.reading,
        email=source.email,
        platform_id=source.platform_id,
        members=list(source.members),
        deck=source.deck,
        approved=source.approved,
        because=source.because,
        reason=source.reason,
        key=secrets.token_hex(KEY_BYTES),
        at=source.at,
        language=source.language,
        mailed=source.mailed or "",
    )
